"""JSON from untrusted sources, read within bounds; mistakes are reported in the program's own words.

Source: RFC 8259; names are unique within an object (RFC 8259, 4).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from generator import bounds

SHOWN = 40
KINDS: Mapping[type, str] = {str: "a text", int: "a whole number", dict: "an object", list: "a list"}


def read_json(raw: str | bytes) -> object:
    """Return what a text of JSON says, as plain data.

    Raises:
        ValueError: it is no JSON, says a name twice, or is beyond all measure; the message says which, and where.
    """
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8")
        if sum(map(text.count, ",[{")) > bounds.MANIFEST_PARTS:
            raise ValueError(f"it has more than {bounds.MANIFEST_PARTS} parts")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse, parse_int=_number)
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not UTF-8, from byte {error.start} on") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"it is no JSON from line {error.lineno}, column {error.colno} on") from None
    except RecursionError:
        raise ValueError("its lists and objects are nested too deep") from None


def object_with(value: object, where: str, parts: Mapping[str, type]) -> dict[str, Any]:
    """Return an object that has all of these parts, no others, and each of its kind.

    Args:
        value: plain data.
        where: what it should be, for messages, such as ``the manifest``.
        parts: the kind of each, one of :data:`KINDS`.

    Raises:
        ValueError: it is another thing; the message says what.
    """
    if not isinstance(value, dict):
        raise ValueError(f"{shortly(value)} stands where {where} should, which is an object")  # noqa: TRY004 - of a file
    for name in value:
        if name not in parts:
            raise ValueError(f"{where} has the unknown key {shortly(name)}")
    for name, kind in parts.items():
        if name not in value:
            raise ValueError(f"the key {name!r} of {where} is missing")
        if type(value[name]) is not kind:
            raise ValueError(f"{name!r} of {where} is {shortly(value[name])}; it must be {KINDS[kind]}")
    return value


def shortly(value: object) -> str:
    """Return a value as a message may show it."""
    text = ascii(value) if not repr(value).isprintable() else repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"{shortly(twice)} stands there twice")
    return found


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _number(text: str) -> int:
    if len(text) > SHOWN:
        raise ValueError(f"a number has {len(text)} digits")
    return int(text)
