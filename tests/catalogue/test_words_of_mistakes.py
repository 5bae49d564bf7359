"""Every field of every shipped file, broken in several ways, is told where it stands and in words of its own kind.

Of a file with many fields of a kind some are broken, each in half of the ways; with THOROUGH=1 three times as many,
each in every way.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import cycle, product
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import inspect
from msgspec.structs import fields

from asterion_press.catalogue import library
from asterion_press.catalogue.strict_yaml import Document, Location, parse_document
from asterion_press.catalogue.validation import KINDS, REMEDIES, RGB_WRITTEN, Record, example, json_schema, validated
from asterion_press.errors import InputError, Place
from asterion_press.games.kinds import models
from asterion_press.games.labyrinth.catalogue.records import EXITS_PATTERN
from asterion_press.rulebook.text.document import Front

FORBIDDEN = re.compile(
    r"\^[\[(]|\$$|\$['`)]|\\\[|\\d|object at 0x|Expected `|__\w+__|sys\.|got an unexpected|None\b|Traceback"
    r"|could not find expected|did not find expected|cannot start any token|while (scanning|parsing)|msgspec|NoneType"
)
"""What no user shall read: patterns, and the words of Python, msgspec and libyaml."""

ALL: dict[str, type[Record]] = {**models(), "front": Front}

FOLDERS = ("cutters", "ink", "layouts", "papers", "services", "targets", "themes", "variants")
OF_GAMES = {"horns": "horns", "hexes": "hexes", "tokens": "tokens"}
FIGURES_OF = {"horns": "horns-figures", "hexes": "hexes-figures"}


def shipped() -> Iterator[tuple[str, Path]]:
    """Yield each shipped file of records, with the name of its model."""
    templates = library.root() / "templates"
    for folder in FOLDERS:
        model = folder if folder in ALL else folder.removesuffix("s")
        yield from ((model, path) for path in sorted((templates / folder).glob("*.yaml")))
    games = library.games()
    for path in sorted((templates / "figures").glob("*.yaml")):
        yield FIGURES_OF.get(named(games[path.stem].path, "kind"), "figures"), path
    for file in games.values():
        model = "reference" if named(file.path, "of") else "catalogue"
        yield OF_GAMES.get(named(file.path, "kind"), model), file.path
    yield "words", templates / "locales" / "en" / "words.yaml"


def named(path: Path, key: str) -> str:
    """Return what a file says under a key of its top; empty if it does not say it."""
    found = re.search(rf"^{key}: *(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


FILES = {f"{path.parent.name}/{path.name}": (model, path) for model, path in shipped()}


def texts_with_patterns(kind: inspect.Type, seen: set[type]) -> Iterator[inspect.StrType]:
    """Yield every type of text within a type that has a pattern."""
    match kind:
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            yield from texts_with_patterns(inner, seen)
        case inspect.UnionType(types=several) | inspect.TupleType(item_types=several):
            for one in several:
                yield from texts_with_patterns(one, seen)
        case inspect.DictType(key_type=key, value_type=inside):
            yield from texts_with_patterns(key, seen)
            yield from texts_with_patterns(inside, seen)
        case inspect.StructType(cls=cls, fields=fields) if cls not in seen:
            seen.add(cls)
            for field in fields:
                yield from texts_with_patterns(field.type, seen)
        case inspect.StrType(pattern=str()):
            yield kind


PATTERNS = {
    str(text.pattern): text for model in ALL.values() for text in texts_with_patterns(inspect.type_info(model), set())
}


def reported_of(data: Any, pattern: str) -> list[str]:
    """The mistakes of a file with one value that shall match a pattern."""
    kind = Annotated[str, msgspec.Meta(pattern=pattern)]
    model: Any = msgspec.defstruct("One", [("a", kind)], bases=(Record,), frozen=True)
    return mistakes(f"a: {json.dumps(data)}\n", "f.yaml", model)


def test_a_value_with_a_line_break_behind_it_is_refused_by_every_pattern() -> None:
    wrong = []
    for pattern, text in PATTERNS.items():
        value = example(text).strip("'")
        reported = [reported_of(value + ending, pattern) for ending in ("", "\n", "\r", "\u2028", "\x85", "\t")]
        if reported[0] or any(len(lines) != 1 or not lines[0].startswith("f.yaml:1:4: ") for lines in reported[1:]):
            wrong.append(f"{pattern}: {reported}")
    assert not wrong, "\n".join(wrong)


def test_a_value_that_does_not_match_is_told_in_words() -> None:
    reported = {pattern: reported_of("~ ~" if pattern in REMEDIES else "\u3164", pattern) for pattern in PATTERNS}
    wrong = [f"{pattern}: {lines}" for pattern, lines in reported.items() if len(lines) != 1 or not in_words(lines[0])]
    assert not wrong, "\n".join(wrong)


def in_words(line: str) -> bool:
    return not FORBIDDEN.search(line) and ("; write" in line or "accept" in line)


def test_patterns_are_written_in_what_python_and_ecmascript_read_alike() -> None:
    unlike = re.compile(r"\\[AZzdwWDbB]|\(\?[^!=:]|(?<!\\)\\s(?!\|$)")
    assert [pattern for pattern in PATTERNS if unlike.search(pattern)] == []


def test_every_pattern_of_a_schema_is_one_of_a_record() -> None:
    known = {*PATTERNS, EXITS_PATTERN, RGB_WRITTEN}
    for model in ALL.values():
        assert set(patterns_of(json_schema(model))) <= known


def patterns_of(schema: Any) -> Iterator[str]:
    """Yield every pattern of a schema."""
    inner = schema.items() if isinstance(schema, dict) else enumerate(schema) if isinstance(schema, list) else ()
    for key, inside in inner:
        if key == "pattern" and isinstance(inside, str):
            yield inside
        else:
            yield from patterns_of(inside)


# -- the sweep --------------------------------------------------------------------------------------------------------


def places(data: Any, at: Location = ()) -> Iterator[tuple[Location, Any]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, inside in inner:
        yield (*at, key), inside
        yield from places(inside, (*at, key))


MOST = 60 if "THOROUGH" in os.environ else 20


def some(found: list[Any]) -> list[Any]:
    """Evenly spread entries of a list."""
    return found[:: max(1, -(-len(found) // MOST))]


SCALAR = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"|[^,\]}#:\n]+(?::(?=\S)[^,\]}#:\n]*)*")


def with_scalar(text: str, place: tuple[int, int], instead: str) -> str | None:
    """The text with what is written at a place replaced; None if it is no scalar of one line."""
    line, column = place
    lines = text.split("\n")
    row = lines[line - 1]
    found = SCALAR.match(row, column - 1)
    if found is None or row[column - 1] in "|>":
        return None
    lines[line - 1] = row[: found.start()] + instead + row[found.end() :]
    return "\n".join(lines)


Odd: TypeAlias = Sequence[tuple[str, ...]]
ODD = ("'~ odd'", "[]", "{}", "99999999999", "true", "'\u200b'", "{odd: 1}", "'x\ty'")


@cache
def read(name: str) -> tuple[str, Document]:
    text = FILES[name][1].read_text(encoding="utf-8")
    return text, parse_document(text.encode(), name)


def faults_of(name: str, broken: list[Place], odd: Odd, fits: Callable[[str, Place], bool]) -> list[str]:
    """What is wrong with the words of the mistakes of a file that is broken at each place, in the odd ways in turn."""
    text, _ = read(name)
    wrong, refused = list[str](), 0
    for place, ways in zip(broken, cycle(odd), strict=False):
        for instead in ways:
            changed = with_scalar(text, (place.line, place.column), instead)
            lines = mistakes(changed, name, ALL[FILES[name][0]]) if changed is not None else []
            refused += bool(lines)
            wrong += [f"{place}: {instead}: {one}" for one in lines if not fits(one, place) or FORBIDDEN.search(one)]
    return wrong if refused else [f"{name}: nothing is refused"]


def test_a_broken_value_is_told_in_its_line_and_in_words() -> None:
    wrong, odd = list[str](), [ODD] if "THOROUGH" in os.environ else [ODD[::2], ODD[1::2]]
    for name in FILES:
        document = read(name)[1]
        scalars = [
            document.value_place(at) for at, inside in places(document.data) if isinstance(inside, str) and inside
        ]
        wrong += faults_of(name, some(scalars), odd, lambda line, at: line.startswith(f"{at.file}:{at.line}:"))
    assert not wrong, "\n".join(wrong)


def test_a_broken_key_is_told_at_the_key_and_in_words() -> None:
    elsewhere = re.compile("is missing|this is|names no figure")
    wrong, odd = list[str](), [("'Od d'", "'\u043edd'", "'o\\nd'")]
    for name in FILES:
        document = read(name)[1]
        keys = [document.key_place(at) for at, _ in places(document.data) if isinstance(at[-1], str)]
        wrong += faults_of(name, some(keys), odd, lambda line, at: f"{at}:" in line or bool(elsewhere.search(line)))
    assert not wrong, "\n".join(wrong)


def mistakes(text: str, name: str, model: type[Record]) -> list[str]:
    try:
        validated(parse_document(text.encode(), name), model)
    except InputError as error:
        return error.lines()
    return []


# -- a file of another kind -------------------------------------------------------------------------------------------


def test_every_kind_of_file_has_a_name() -> None:
    assert set(KINDS) <= set(models())


OTHERS = ("catalogue", "variant", "layout", "paper", "theme", "targets", "position")


def test_a_file_of_another_kind_is_named_in_one_line() -> None:
    wrong = []
    known = [name for name, (kind, _) in FILES.items() if not kind.endswith("-figures")]  # the rest only games know
    for name, model in product(known, OTHERS):
        kind, (text, document) = FILES[name][0], read(name)
        alike = [model, "layout"] if kind == "cutter" else [model]
        if any(document.data.keys() <= {field.encode_name for field in fields(ALL[one])} for one in alike):
            continue  # its keys do not tell it from another kind
        if kind in OF_GAMES and model == "catalogue":
            continue  # another kind's catalogue, which is told elsewhere
        lines = mistakes(text, name, ALL[model])
        if [line.split(": ", 1)[1] for line in lines] != [f"this is {KINDS.get(kind, KINDS['catalogue'])}"]:
            wrong.append(f"{name} read as {model}: {lines}")
    assert not wrong, "\n".join(wrong)
