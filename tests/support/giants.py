"""Giants: a sound file of any kind, of which one part is made as large as the reader of YAML lets it be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

import yaml

from generator import bounds

BYTES = bounds.FILE_BYTES - 20_000
VALUES = bounds.VALUES - 5_000
Way: TypeAlias = "tuple[str | int, ...]"


def giants_of(text: str) -> dict[str, Callable[[], str]]:
    """Return what makes giants of a sound file, by name: each of its lists and mappings repeated, or strange.

    Parts that stand less deep come first.
    """
    sound: Any = yaml.load(text, Loader=yaml.BaseLoader)
    made: dict[str, Callable[[], str]] = {}
    for way, part in sorted(_holders(sound), key=lambda one: len(one[0])):
        where = ".".join(map(str, way)) or "top"
        made[f"{where} repeated"] = partial(_written, sound, way, partial(_repeated, part))
        made[f"{where} strange"] = partial(_written, sound, way, partial(_strange, part))
    return made


def _holders(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Yield every list and mapping that holds something, and where it stands."""
    if isinstance(value, dict | list) and value:
        yield way, value
        for key, held in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _holders(held, (*way, key))


def _repeated(part: Any) -> Any:
    """Return a list or mapping with its first entry again and again, under new keys."""
    first = part[0] if isinstance(part, list) else next(iter(part.values()))
    times = min(BYTES // (len(flow(first)) + 10), VALUES // (_count(first) + 1))
    if isinstance(part, list):
        return [*part, *([first] * times)]
    return {**part, **{f"x{number}": first for number in range(times)}}


def _strange(part: Any) -> Any:
    """Return a list or mapping with words that mean nothing."""
    if isinstance(part, list):
        return [f"x{number}" for number in range(VALUES)]
    return {**part, **{f"x{number}": "y" for number in range(VALUES // 2)}}


def _count(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(1 + _count(held) for held in value.values())
    return 1 + sum(map(_count, value)) if isinstance(value, list) else 1


def _written(whole: Any, way: Way, part: Callable[[], Any]) -> str:
    return flow(_replaced(whole, way, part())) + "\n"


def _replaced(whole: Any, way: Way, part: Any) -> Any:
    if not way:
        return part
    step, *rest = way
    if isinstance(whole, list):
        return [_replaced(held, tuple(rest), part) if number == step else held for number, held in enumerate(whole)]
    return {key: _replaced(held, tuple(rest), part) if key == step else held for key, held in whole.items()}


def flow(value: Any) -> str:
    """Return plain data as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(held)}" for key, held in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
