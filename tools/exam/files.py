"""An exam as a file of data, as a folder for readers, and the marks of what they answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from generator.games.exam import Question

WIDTH = 120


def plain(value: Any) -> Any:
    """Return a record as plain data, without what has its default."""
    if isinstance(value, Struct):
        found = {}
        for field in fields(value):
            held = getattr(value, field.name)
            default = field.default_factory() if callable(field.default_factory) else field.default
            if field.required or held != default:
                found[field.encode_name] = plain(held)
        return found
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def flow(value: Any) -> str:
    """Return plain data as YAML in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {flow(one)}' for key, one in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    is_plain = isinstance(value, int) or re.fullmatch(r"(?!yes$|no$)[A-Za-z][\w-]*( [\w-]+)*", str(value))
    return str(value) if is_plain else f"'{value}'"


def block(value: Any, indent: int) -> str:
    """Return plain data as YAML: in one line if there is room, else a line for each of its parts."""
    line = flow(value)
    if not isinstance(value, dict | list) or (len(line) + indent + 20 < WIDTH and not _is_deep(value)):
        return f" {line}\n"
    parts = "\n"
    lead = " " * indent
    if isinstance(value, dict):
        for key, one in value.items():
            parts += f"{lead}{key}:{block(one, indent + 2)}"
        return parts
    for one in value:
        inner = block(one, indent + 2)
        parts += f"{lead}-{inner}" if inner.startswith(" ") else f"{lead}- {inner.lstrip()}"
    return parts


def _is_deep(value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value
    return any(isinstance(one, list) and any(isinstance(each, dict) for each in one) for one in inner)


def exam_text(game: str, schema: str, figures: Mapping[str, Struct], questions: Mapping[str, Question]) -> str:
    """Return the file of an exam."""
    parts = []
    parts.append(
        f"# yaml-language-server: $schema=../schema/{schema}.schema.json\n#\n"
        f"# The exam of {game}, made by `python -m tools.exam make {game}`. Each answer is what the engine finds.\n\n"
        f"game: {game}\nfigures:\n"
    )
    parts += (f"  {name}:{block(plain(figure), 4)}" for name, figure in figures.items())
    parts.append("questions:\n")
    for name, question in questions.items():
        keys = plain(question)
        answer = keys.pop("answer")
        parts.append(f"  {name}:\n")
        parts += (f"    {key}:{block(value, 6)}" for key, value in {**keys, "answer": answer}.items())
    return "".join(parts)


# -- marking -----------------------------------------------------------------------------------------------------------


def same_answer(given: str, right: str) -> bool:
    """Check an answer, whatever its case and the order of its words; `none` is an empty list."""
    return _words(given) == _words(right)


def _words(text: str) -> frozenset[str]:
    text = text.strip().lower().replace("−", "-").rstrip(".")
    found = frozenset(re.findall(r"[-\w/]+", text)) - {"and"}
    return found - {"none", "nobody"}


def read_sheet(text: str) -> dict[int, str]:
    """Return the answers of a sheet by their numbers; other lines are left out."""
    lines = (re.fullmatch(r"\W*(\d+)[:.)*\s]+(.*)", line.strip()) for line in text.splitlines())
    return {int(line[1]): line[2] for line in lines if line}
