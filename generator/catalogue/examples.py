"""Examples of values for messages, made from the type of a field: no message shows the example of another kind."""

from __future__ import annotations

from typing import Any

from msgspec import Meta, inspect

REMEDIES: dict[str, str] = {}
"""The message for a text that does not match its pattern."""
_MATCHING: dict[str, str] = {}
"""A text that matches a pattern, as it is written in a file."""

VISIBLE, VISIBLE_OR_NONE = r"\S", r"^$|\S"
"""Texts that show something."""

DEEPEST = 2
"""So many records within records are written out."""
MOST_KEYS = 3


def matching(pattern: str, remedy: str, written: str, **further: Any) -> Meta:
    """Return the description of a text that matches a pattern.

    Args:
        pattern: a regular expression that Python and ECMAScript read alike. A value holds no line break, so that `$`
            is its end in both.
        remedy: the message for a value that does not match, printed after the value itself.
        written: one that matches, as it is written in a file.
        further: what else msgspec shall know.
    """
    REMEDIES[pattern], _MATCHING[pattern] = remedy, written
    return Meta(pattern=pattern, **further)


def visible(most: int, *, or_none: bool = False) -> Meta:
    """Return the description of a text of one line that shows something, or is empty where `or_none` says so.

    What can be seen is asked of each character by the reader; a schema knows no more of it than that blanks cannot.
    """
    return Meta(pattern=VISIBLE_OR_NONE if or_none else VISIBLE, min_length=0 if or_none else 1, max_length=most)


def example(kind: inspect.Type, depth: int = 0) -> str:
    """Return a value of a type as it is written in a file, such as ``{exits: NS}``."""
    match kind:
        case inspect.Metadata(type=inner):
            return example(inner, depth)
        case inspect.UnionType(types=types):
            return example(next(one for one in types if not isinstance(one, inspect.NoneType)), depth)
        case inspect.StructType():
            return _record(kind, depth)
        case inspect.DictType(key_type=key, value_type=held):
            return f"{{{example(key)}: {example(held, depth + 1)}}}" if depth < DEEPEST else "{…}"
        case inspect.VarTupleType(item_type=held):
            return f"[{example(held, depth + 1)}]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(example(one, depth + 1) for one in items)}]"
    return _scalar(kind)


def _record(kind: inspect.StructType, depth: int) -> str:
    if depth >= DEEPEST:
        return "{…}"
    keys = [field for field in kind.fields if field.required] or list(kind.fields[:1])
    shown = [f"{field.encode_name}: {example(field.type, depth + 1)}" for field in keys[:MOST_KEYS]]
    return f"{{{', '.join([*shown, *('…' for _ in keys[MOST_KEYS : MOST_KEYS + 1])])}}}"


def _scalar(kind: inspect.Type) -> str:
    match kind:
        case inspect.CustomType():
            spelled: Any = kind.cls
            return str(spelled.json_schema["examples"][0])
        case inspect.LiteralType(values=values):
            return str(values[0])
        case inspect.BoolType():
            return "true"
        case inspect.IntType() | inspect.FloatType():
            least = 1 if kind.ge is None else max(1, kind.ge)
            return f"{least if kind.le is None else min(least, kind.le):g}"
        case inspect.StrType(pattern=str(pattern)):
            return _MATCHING.get(pattern, "some text")
    return "some text"
