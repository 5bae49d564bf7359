"""What the library refuses and what is told as a mistake are the same."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asterion_press.catalogue import library
from asterion_press.catalogue.layouts import Mark
from asterion_press.catalogue.strict_yaml import Document, parse_document, read_document
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.validation import Record, json_schema, record_of, validated
from asterion_press.errors import InputError
from asterion_press.games.labyrinth.catalogue.records import Catalogue

FILES: dict[str, tuple[Path, type[Record]]] = {
    "catalogue": (library.game_file("asterion").path, Catalogue),
    "theme": (library.theme_file("knossos").path, Theme),
}
ODD_WORDS = "0 -1 7 007 +5 1e3 12.5 nan 1_0 true True yes con Y NS SN #1f5fa8"
WORDS = ["", *ODD_WORDS.split()]
VALUES = st.one_of(
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(WORDS), max_size=3),
    st.dictionaries(st.sampled_from([*WORDS, "exits", "paths", "number"]), st.sampled_from(WORDS), max_size=3),
)
CHANGES = st.sampled_from(["replace", "drop", "add"])


def places(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in the data but the top."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place for key, held in inner for place in ((*at, key), *places(held, (*at, key)))]


@pytest.mark.parametrize("kind", FILES)
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_file_is_refused_if_and_only_if_a_mistake_is_told(kind: str, data: st.DataObject) -> None:
    path, model = FILES[kind]
    changed: Any = copy.deepcopy(read_document(path).data)
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(places(changed)))
        holder = changed
        for step in way:
            holder = holder[step]
        change = data.draw(CHANGES)
        if change == "drop":
            del holder[last]
        elif change == "add" and isinstance(holder, dict):
            holder[data.draw(st.sampled_from(WORDS))] = data.draw(VALUES)
        else:
            holder[last] = data.draw(VALUES)
    document = Document("f.yaml", changed, "", {}, {})
    refusal = None
    try:
        record = record_of(changed, model)
    except msgspec.ValidationError as error:
        refusal = str(error)
    if refusal is None:
        assert validated(document, model) == record
    else:
        with pytest.raises(InputError) as reported:
            validated(document, model)
        assert refusal not in [mistake.message for mistake in reported.value.mistakes], (
            "refused, and not understood by us"
        )


NUMBERS, TRUTHS = ("007", "+5", "1e3", "1_0", " 5", "５", "0x10", "5.", "inf"), ("True", "yes", "1", "on", "")
ONE_SPELLING = [
    *(("counters", "count", odd, "is not a whole number") for odd in NUMBERS),
    *(("expect", "equal_colours", odd, "is neither 'true' nor 'false'") for odd in TRUTHS),
]


@pytest.mark.parametrize(("key", "field", "odd", "reported"), ONE_SPELLING)
def test_a_number_and_a_truth_have_one_spelling(key: str, field: str, odd: str, reported: str) -> None:
    data = read_document(FILES["catalogue"][0]).data
    with pytest.raises(InputError, match=reported):
        validated(Document("f", {**data, key: {field: odd, "diameter_mm": "12"}}, "", {}, {}), Catalogue)


def test_an_ink_is_read_however_it_is_written_and_its_schema_takes_what_is_read() -> None:
    schema = json_schema(Mark)
    written = {
        "'#fa0'": "#ffaa00", "'#D9A520'": "#d9a520", "'#d9a520'": "#d9a520", "red": "#ff0000", "Navy": "#000080",
        "RebeccaPurple": "#663399", "'#fa'": "", "'#ffff'": "", "'fa0'": "", "'#ggg'": "", "' red'": "", "rot": "",
    }  # fmt: skip
    faults = []
    for text, right in written.items():
        document = parse_document(f"colour: {text}\n".encode(), "a.yaml")
        try:
            read = validated(document, Mark).colour
        except InputError as error:
            read = "" if "is no colour; write '#' and six" in error.lines()[0] else str(error)
        if read != right:
            faults.append(f"{text}: {read!r}")
        if right:
            jsonschema.validate({"colour": document.data["colour"]}, schema)
    assert not faults
