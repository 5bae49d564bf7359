"""A YAML file is data and nothing else, and whatever else it wants to be is told word for word."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from asterion_press.catalogue.bounds import DEPTH as MAX_DEPTH
from asterion_press.catalogue.bounds import FILE_BYTES as MAX_BYTES
from asterion_press.catalogue.files import ShelfFile, read_bytes
from asterion_press.catalogue.strict_yaml import LOOK, Data, parse_document, read_document
from asterion_press.errors import BIDI_CONTROLS, MISTAKES_SHOWN, InputError, Place
from tests.support.refusals import refusal

MAPPING = "the file must hold keys with values, as in `title: Asterion`"

REFUSED: dict[bytes, str | list[str]] = {
    b"a: !!python/object/apply:os.system ['id']\n": "1:4: tags (tag:yaml.org,2002:python/object/apply:os.system) are "
    "not allowed; a catalogue is data",
    b"a:\n  - !!int 3\n": "2:5: tags (tag:yaml.org,2002:int) are not allowed; a catalogue is data",
    b"a: &x {b: c}\nd: *x\n": [
        "1:4: anchors (&x) are not allowed; write the value out",
        "2:4: aliases (*x) are not allowed; write the value out",
    ],
    b"{*a , b: c}\n": "1:2: aliases (*a) are not allowed; write the value out",
    b"a: {<<: {b: c}}\n": "1:5: merge keys (<<) are not allowed; write the values out",
    b"a: 1\nb: 2\na: 3\n": "3:1: key 'a' appears twice; it stands in line 1 already",
    b"a: 1\na: 2\na: 3\n": [
        "2:1: key 'a' appears twice; it stands in line 1 already",
        "3:1: key 'a' appears twice; it stands in line 1 already",
    ],
    b"a: 1\n---\nb: 2\n": "2:1: a second document (---) in one file; write one file each",
    b"a: " + b"[" * 40 + b"]" * 40: f"1:{4 + MAX_DEPTH - 1}: nested deeper than 32",
    b"".join(b" " * i + b"a:\n" for i in range(40)): "33:33: nested deeper than 32",
    b"[" * 25_000: "1:33: nested deeper than 32",
    b"{" * 25_000: "1:2: a key must be plain text",
    b"? [a]\n: b\n": "1:3: a key must be plain text",
    b"{a: b}: c\n": "1:1: a key must be plain text",
    "a: b\nc: café\n".encode("latin-1"): "2:7: not UTF-8; save the file as UTF-8",
    b"\xef\xbb\xbfa: 1\nb: \xff\n": "2:4: not UTF-8; save the file as UTF-8",
    "a: b".encode("utf-16"): "1:1: UTF-16, not UTF-8; save the file as UTF-8",
    b"a: \x00\n": "1:4: forbidden character U+0000 NULL; delete it",
    "é: 1\nü: é\x07\n".encode(): "2:5: forbidden character U+0007 BELL; delete it",
    "a: x\u202ey\n".encode(): "1:5: forbidden character U+202E RIGHT-TO-LEFT OVERRIDE; delete it",
    "# x\u202ey\na: b\n".encode(): "1:4: forbidden character U+202E RIGHT-TO-LEFT OVERRIDE; delete it",
    b'a: "x\\u202Ey"\n': "1:4: forbidden character U+202E RIGHT-TO-LEFT OVERRIDE; delete it",
    "a: \ue000\n".encode(): "1:4: forbidden character U+E000 PRIVATE USE; delete it",
    "a: \uffff\n".encode(): "1:4: forbidden character U+FFFF NO CHARACTER; delete it",
    b"a: \x07\nb: \x08\n": [
        "1:4: forbidden character U+0007 BELL; delete it",
        "2:4: forbidden character U+0008 BACKSPACE; delete it",
    ],
    b"a:\n\tb: 1\n": "2:1: a tab (U+0009 CHARACTER TABULATION); indent with spaces",
    b"a: [1, 2\n": "1:4: a list that is not closed; write ',' between its entries and ']' at its end",
    b"a: 'x\n": "1:4: quotes that are not closed; end them with the mark that they begin with",
    b"a: b: c\n": f"1:5: a colon that begins no value; put text that holds ': ' in quotes, or {LOOK}",
    b"a:\n  b: 1\n c: 2\n": f"3:2: a line that is indented otherwise than the lines that it belongs to; {LOOK}",
    "a: b\nc: \xe9\n".encode("utf-16-le"): "1:1: UTF-16, not UTF-8; save the file as UTF-8",
    "a: 1\n\ufeffb: 2\n".encode(): "2:1: forbidden character U+FEFF ZERO WIDTH NO-BREAK SPACE; delete it",
    b'a: "x\\ny"\n': "1:4: a line break (U+000A LINE FEED) within the text; write it on one line",
    b"a: |\n  x\n  y\n": "1:4: a line break (U+000A LINE FEED) within the text; write it on one line",
    "a: x\u2028y\n".encode(): "1:5: a line break (U+2028 LINE SEPARATOR) within the text; write it on one line",
    b"a: x\ty\n": "1:4: a tab (U+0009 CHARACTER TABULATION) within the text; write a space",
    b"a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\n": [
        f"{line}:1: a mark of an unfinished merge, {mark!r}; keep one side and delete the marks"
        for line, mark in ((2, "<<<<<<<"), (4, "======="), (6, ">>>>>>>"))
    ],
    b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n": "1:1: a pointer of Git LFS, not the file "
    "itself; run `git lfs pull`",
    b"<!DOCTYPE html>\n<html></html>\n": "1:1: a page of HTML or XML, not the file itself; download the file as it "
    "is (raw)",
    "a: 1\nb\uff1a 2\nc: 3\n".encode(): "2:2: U+FF1A FULLWIDTH COLON is no ':'; write ':', or put the text in quotes",
    "b\uff1a 2\n".encode(): "1:2: U+FF1A FULLWIDTH COLON is no ':'; write ':', or put the text in quotes",
    b"a: @b\n": "1:4: a sign that begins no value; put the value in quotes",
    b"a: {b: 1\nc: 2\n": "1:4: braces that are not closed; write ',' between their keys and '}' at their end",
    b"a: {b: {sign: 'x # y', ink: #d9a520}}\nc: 2\n": "1:29: '#d9a520' is a comment, which '#' begins; put it in "
    "quotes",
    b"a:\n  - [#Fa0, 2]\nb: 1\n": "2:6: '#Fa0' is a comment, which '#' begins; put it in quotes",
    b"a: {\n  b: 1, # two\n  ink: #fa0,\n  c: 2 }\nd: 1\n": "3:8: '#fa0' is a comment, which '#' begins; put it in "
    "quotes",
    b"a:\n  ink: #fa0\n  inks:\n    - #d9a520 # gold\n    - '#fa0'\n": [
        f"{place} is a comment, which '#' begins; put it in quotes" for place in ("2:8: '#fa0'", "4:7: '#d9a520'")
    ],
    b'a: "\\q"\n': "1:5: a backslash that begins no escape; put the text in single quotes",
    b"- a\n": f"1:1: {MAPPING}",
    b"hello\n": f"1:1: {MAPPING}",
    b"~\n": f"1:1: {MAPPING}",
    b"": f"1:1: {MAPPING}",
    b"# nothing\n": f"1:1: {MAPPING}",
    b"a: " + b"x" * 100_001: "1:4: 100001 characters in one value; at most 100000",
    b"a: &x !t b\nb: *x\na: 3\n<<: z\n": [
        "1:4: anchors (&x) are not allowed; write the value out",
        "1:4: tags (!t) are not allowed; a catalogue is data",
        "2:4: aliases (*x) are not allowed; write the value out",
        "3:1: key 'a' appears twice; it stands in line 1 already",
        "4:1: merge keys (<<) are not allowed; write the values out",
    ],
}


@pytest.mark.parametrize("raw", REFUSED, ids=lambda raw: repr(raw[:60]))
def test_what_is_no_plain_data_is_refused_by_place_and_name(raw: bytes) -> None:
    reported = REFUSED[raw]
    assert refusal(parse_document, raw, "f.yaml") == [
        f"f.yaml:{line}" for line in ([reported] if isinstance(reported, str) else reported)
    ]


@pytest.mark.parametrize("character", sorted(BIDI_CONTROLS), ids=lambda c: f"U+{ord(c):04X}")
def test_no_character_that_reorders_text_is_read(character: str) -> None:
    with pytest.raises(InputError, match=rf"^f.yaml:1:4: forbidden character U\+{ord(character):04X} [A-Z -]+; "):
        parse_document(f"a: {character}b\n".encode(), "f.yaml")


def test_a_merge_key_bomb_ends_before_it_grows() -> None:
    bomb = b"a: &a {x: 1}\n" + b"".join(b"%c: &%c {<<: [*%c, *%c]}\n" % (c, c, c - 1, c - 1) for c in range(98, 120))
    reported = "f.yaml:2:8: merge keys (<<) are not allowed; write the values out"
    assert reported in refusal(parse_document, bomb, "f.yaml")


def test_a_file_of_mistakes_costs_no_memory_and_says_how_many_were_found() -> None:
    lines = refusal(parse_document, b"a:\n" + b"- !a\n" * 100_000, "f.yaml")
    assert len(lines) == MISTAKES_SHOWN + 1
    assert lines[-1] == "and at least 950 more mistakes"


AS_WRITTEN = "no yes 1:30 010 0x1F 1e3 ~ null 2026-11-21 .inf = a#b ひらがな"
SCALARS = {
    **{word: word for word in ("", *AS_WRITTEN.split())},
    "'#ff0000'": "#ff0000",
    "a # comment": "a",
    '"\\u00e9"': "é",
    "|\n  one": "one",
    "|+\n  one\n\n": "one",
    ">\n  one\n  line": "one line",
}


@pytest.mark.parametrize(("written", "read"), SCALARS.items(), ids=map(repr, SCALARS))
def test_a_scalar_stays_text(written: str, read: str) -> None:
    assert parse_document(f"a: {written}\n".encode(), "f.yaml").data["a"] in {read, read + "\n"}


READ: dict[bytes, dict[str, Data]] = {
    b"no: 1\n010: 2\n~: 3\n": {"no": "1", "010": "2", "~": "3"},
    b"a:\n  - {b: c, d: [e, f]}\n  -\n    g: h\n": {"a": [{"b": "c", "d": ["e", "f"]}, {"g": "h"}]},
    b"\xef\xbb\xbfa: 1\n": {"a": "1"},
}


def test_keys_stay_text_either_style_nests_and_a_byte_order_mark_is_passed_over() -> None:
    assert {raw: parse_document(raw, "f.yaml").data for raw in READ} == READ


def test_the_hash_is_that_of_the_bytes() -> None:
    raw = b"a: 1 # comment\r\n"
    assert parse_document(raw, "f.yaml").sha256 == hashlib.sha256(raw).hexdigest()


PLACED = b"""\
title: x
list:
  - a
  - {key: value,  other: [deep]}
"""


@pytest.mark.parametrize(
    ("location", "value", "key"),
    [
        ((), (1, 1), (1, 1)),
        (("title",), (1, 8), (1, 1)),
        (("list",), (3, 3), (2, 1)),
        (("list", 0), (3, 5), (3, 5)),
        (("list", 1), (4, 5), (4, 5)),
        (("list", 1, "key"), (4, 11), (4, 6)),
        (("list", 1, "other"), (4, 26), (4, 19)),
        (("list", 1, "other", 0), (4, 27), (4, 27)),
    ],
)
def test_every_value_and_key_knows_its_place(
    location: tuple[str | int, ...], value: tuple[int, int], key: tuple[int, int]
) -> None:
    document = parse_document(PLACED, "f.yaml")
    assert document.value_place(location) == Place("f.yaml", *value)
    assert document.key_place(location) == Place("f.yaml", *key)


def test_what_is_not_written_is_placed_at_what_holds_it() -> None:
    document = parse_document(PLACED, "f.yaml")
    assert document.value_place(("list", 1, "missing", "deeper")) == Place("f.yaml", 4, 5)
    assert document.key_place(("missing",)) == Place("f.yaml", 1, 1)


def refusal_of(path: Path, name: str | None = None) -> list[str]:
    return refusal(read_document, ShelfFile("", path, name) if name else path)


def test_a_file_that_is_not_there_is_told_by_the_name_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    assert refusal_of(path, "mine.yaml") == ["mine.yaml: cannot be read: no such file or directory"]
    assert refusal_of(path)[0].startswith(f"{path}: cannot be read: ")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (line,) = refusal_of(tmp_path, "mine.yaml")
    assert line.startswith("mine.yaml: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has neither FIFOs nor devices")
def test_a_fifo_and_a_device_are_refused_and_not_waited_for(tmp_path: Path) -> None:
    fifo, link = tmp_path / "fifo.yaml", tmp_path / "link.yaml"
    os.mkfifo(fifo)
    link.symlink_to("/dev/zero")
    for path in (fifo, link):
        assert refusal_of(path, "mine.yaml") == ["mine.yaml: not a regular file"]


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert refusal_of(path, "large.yaml") == [f"large.yaml: {MAX_BYTES + 1} bytes; at most {MAX_BYTES} are read"]
    assert len(read_bytes(path, limit=MAX_BYTES + 1)) == MAX_BYTES + 1


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights are those of POSIX")
def test_a_file_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text("a: 1\n")
    path.chmod(0)
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)  # root may read everything, nobody may not
    try:
        refused = refusal_of(path, "secret.yaml")
    finally:
        os.seteuid(me)
    assert refused == ["secret.yaml: cannot be read: permission denied"]


WORDS = st.text(
    st.characters(
        codec="utf-8",
        exclude_categories=["Cc", "Cs", "Co", "Cn", "Zl", "Zp"],
        exclude_characters="\ufeff".join(BIDI_CONTROLS),
    ),
    max_size=12,
).map(lambda text: normalize("NFC", text))  # letters with marks are read as one character
VALUES: st.SearchStrategy[Data] = st.recursive(
    WORDS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(WORDS.filter(lambda key: key != "<<"), inner, max_size=4)
    ),
    max_leaves=20,
)
TOPS = st.dictionaries(WORDS.filter(lambda key: key != "<<"), VALUES, max_size=5)


def plain_yaml(data: Data) -> str:
    """Data in flow style, every text in double quotes with every character escaped."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{plain_yaml(key)}: {plain_yaml(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(plain_yaml, data)) + "]"
    return '"' + "".join(f"\\U{ord(character):08X}" for character in data) + '"'


@given(TOPS)
def test_data_that_is_printed_reads_back_as_itself(data: dict[str, Data]) -> None:
    assert parse_document(plain_yaml(data).encode(), "f.yaml").data == data


@given(TOPS, st.booleans())
def test_what_pyyaml_prints_reads_back_as_itself(data: dict[str, Any], flow: bool) -> None:
    text = yaml.safe_dump(data, default_style='"', default_flow_style=flow, allow_unicode=True, width=10_000)
    assert parse_document(text.encode(), "f.yaml").data == data


def is_data(value: object) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_data(held) for key, held in value.items())
    return all(map(is_data, value)) if isinstance(value, list) else isinstance(value, str)


SIGNS = "abc &*!?:-,[]{}#|>'\"%@`\n\t "
PIECES = st.sampled_from([*SIGNS, "- ", ": ", "? ", "<<: ", "&a ", "*a", "!t ", "---\n", "...\n", "a: ", "\n  "])
RANDOM_YAML = st.lists(PIECES, max_size=25).map(lambda pieces: "".join(pieces).encode())


@settings(max_examples=350)
@given(RANDOM_YAML | st.binary(max_size=200))
def test_random_yaml_and_random_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        assert is_data(parse_document(raw, "f.yaml").data)
    except InputError as error:
        lines = error.lines()
    else:
        lines = ["f.yaml:"]
    assert lines
    assert all(line.startswith(("f.yaml:", "and ")) for line in lines)
