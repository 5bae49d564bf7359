"""The manifest: round trip, stable bytes, names, and what is said about manifests that cannot be read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.errors import PublishError
from asterion_press.publish import Entry, Manifest, check_name, read_manifest
from asterion_press.verify.files import Notes, read_listing

DIGEST = "0f" * 32
ENTRY = Entry(DIGEST, 12, "ab" * 8)


def manifest(**changes: object) -> Manifest:
    fields: dict[str, object] = {"version": "0.1.0", "game": "asterion", "catalogue_sha256": DIGEST}
    return Manifest(**(fields | changes))  # type: ignore[arg-type]


digests = st.binary(min_size=32, max_size=32).map(bytes.hex)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
parts = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,4})?", fullmatch=True).filter(lambda part: part not in {"con", "prn"})
names = st.tuples(st.sampled_from(["", "svg/", "a/b/"]), parts).map(lambda pair: f"{pair[0]}{pair[1]}.svg")
manifests = st.builds(
    Manifest,
    version=words,
    game=words,
    catalogue_sha256=digests,
    settings=st.dictionaries(words, words | st.lists(words, max_size=3), max_size=4),
    files=st.dictionaries(names, st.builds(Entry, sha256=digests, size=st.integers(0, 2**40), key=digests), max_size=5),
)


@given(manifests)
def test_reading_what_was_written_gives_the_same_manifest(before: Manifest) -> None:
    assert Manifest.from_json(before.to_json()) == before


def test_equal_manifests_have_equal_bytes_whatever_the_order_they_were_made_in() -> None:
    one = manifest(files={"b.txt": ENTRY, "a.txt": ENTRY}, settings={"theme": "knossos", "paper": ["a4", "letter"]})
    two = manifest(files={"a.txt": ENTRY, "b.txt": ENTRY}, settings={"paper": ["a4", "letter"], "theme": "knossos"})
    assert one.to_json() == two.to_json()


def test_the_text_is_sorted_indented_and_ends_with_a_line_break() -> None:
    assert manifest(files={"a.txt": ENTRY}, settings={"l": "日本"}).to_json() == (
        "{\n"
        f'  "catalogue_sha256": "{DIGEST}",\n'
        '  "files": {\n'
        '    "a.txt": {\n'
        '      "key": "abababababababab",\n'
        f'      "sha256": "{DIGEST}",\n'
        '      "size": 12\n'
        "    }\n"
        "  },\n"
        '  "format": 1,\n'
        '  "game": "asterion",\n'
        '  "program": "asterion-press",\n'
        '  "settings": {\n'
        '    "l": "日本"\n'
        "  },\n"
        '  "version": "0.1.0"\n'
        "}\n"
    )


PLAIN = ("a.txt", "svg/Y01.svg", "rules-es.pdf", "日本.txt", "a b.txt", ".hidden")
REFUSED = (
    *("", ".", "..", "../x", "a/../b", "/etc/passwd", "a//b", "a/", "a\\b", "a\nb", "a\x7f", "a\x00", "a:b", "a*"),
    *("manifest.json", "Manifest.JSON", "con", "svg/nul.svg", "a.", "a ", "e\u0301.txt", "\ud800", "x" * 256),
)


def refusal_of(name: str) -> str:
    try:
        check_name(name)
    except ValueError as error:
        return str(error)
    return ""


def test_plain_relative_names_are_accepted() -> None:
    assert {name: reported for name in PLAIN if (reported := refusal_of(name))} == {}


def test_names_that_leave_the_folder_or_differ_between_systems_are_refused() -> None:
    assert [name for name in REFUSED if "is not a name" not in refusal_of(name)] == []


@pytest.mark.parametrize("names", [("Y01.svg", "y01.svg"), ("a", "a/b"), ("a", "a-b", "a/b/c")])
def test_names_that_are_in_each_others_way_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="cannot both be published"):
        manifest(files=dict.fromkeys(names, ENTRY))


@pytest.mark.parametrize("bad", [("0F" * 32, 1, DIGEST), (DIGEST, -1, DIGEST), (DIGEST, True, DIGEST), (DIGEST, 1, "")])
def test_an_entry_needs_digests_and_a_size(bad: tuple[str, int, str]) -> None:
    with pytest.raises(ValueError, match=r"digests|bytes"):
        Entry(*bad)


def test_a_folder_without_a_manifest_has_none(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) is None
    assert read_manifest(tmp_path / "missing") is None


GOOD = json.loads(manifest(files={"a.txt": ENTRY}).to_json())
HELD = GOOD["files"]["a.txt"]


def without(part: str) -> str:
    return json.dumps({name: value for name, value in GOOD.items() if name != part})


FAULTS = {
    "": r"is damaged \(",
    '{"format": 1,': r"is damaged \(",
    "[" * 100_000: r"is damaged \(",
    "[]": r"is damaged \(",
    "\x00\x00": r"is damaged \(",
    json.dumps({"name": "my web app"}): "was written by another program; choose another --out FOLDER",
    json.dumps(GOOD | {"format": 2}): r"comes from a newer version of this program \(format 2\); update it, or",
    json.dumps(GOOD | {"extra": 1}): r"is damaged \(the manifest has the unknown key 'extra'\)",
    without("game"): r"is damaged \(the key 'game' of the manifest is missing\)",
    json.dumps(GOOD | {"files": {"a.txt": HELD | {"x": 1}}}): r"\(the entry of 'a.txt' has the unknown key 'x'\)",
    json.dumps(GOOD | {"files": []}): r"is damaged \(",
    json.dumps(GOOD | {"settings": {"a": 1}}): r"is damaged \(",
    json.dumps(GOOD | {"files": {"../../etc/passwd": HELD}}): "is not a name for a published file",
    json.dumps(GOOD).replace('"game"', '"format": 1, "game"'): "stands there twice",
}

OTHERS: list[Any] = [None, [], {}, "x", 1.5, [[]], {"a": []}, True]
ENTRIES: list[Any] = [None, [], {}, "x", {"size": 1}, {"sha256": 3}]
OPTIONS: list[Any] = [None, {}, [1], ["\ud800"], "\ud800", [[]]]
HOSTILE = [
    *FAULTS,
    *map(without, GOOD),
    *(json.dumps(GOOD | {part: value}) for part in GOOD for value in OTHERS),
    *(json.dumps(GOOD | {"files": {"a.txt": value}}) for value in ENTRIES),
    *(json.dumps(GOOD | {"files": {"a.txt": HELD | {part: []}}}) for part in HELD),
    *(json.dumps(GOOD | {"settings": {"a": value}}) for value in OPTIONS),
    json.dumps(GOOD).replace('"format": 1', f'"format": {"9" * 5000}'),
    json.dumps(GOOD).replace('"format": 1', '"format": NaN'),
    json.dumps(GOOD).replace('"size": ', '"size": 1e999, "x": '),
    "[" * 100_000 + "]" * 100_000,
    '{"a":' * 50_000,
    "[[]," * 3_000_000,
    '"\x00"',
]
PYTHON = re.compile(
    r"__|NoneType|argument|codec|object is|expected|Expecting|sys\.|recursion|has no attribute|char 0|must be [a-z]+ or"
)
"""What Python says of mistakes, and we do not."""


def test_what_is_said_of_a_broken_manifest_is_in_words_of_ours(tmp_path: Path) -> None:
    odd = {}
    for text in HOSTILE:
        (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
        notes = Notes()
        read_listing(tmp_path, DIGEST, notes)
        reported = [fault.message for fault in notes.faults]
        try:
            read_manifest(tmp_path)
        except PublishError as error:
            reported += error.lines()
        if lines := [line for line in reported if len(line) >= 500 or PYTHON.search(line)]:
            odd[text[:300]] = lines
    assert odd == {}


def test_a_manifest_that_is_no_text_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(PublishError, match=r"is damaged \(it is not UTF-8, from byte 0 on\)"):
        read_manifest(tmp_path)


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_a_manifest_that_cannot_be_read_is_told_in_one_sentence_with_a_remedy(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(PublishError, match=FAULTS[text]) as caught:
        read_manifest(tmp_path)
    assert "--out FOLDER" in str(caught.value)
    assert len(caught.value.lines()) == 1
    assert "__init__" not in str(caught.value)


def test_a_manifest_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.json").write_text(manifest().to_json())
    (tmp_path / "manifest.json").symlink_to("elsewhere.json")
    with pytest.raises(PublishError, match="is damaged"):
        read_manifest(tmp_path)
