"""No file of up to 20 MB stops the program: it is read within the bounds, or refused by a limit that says its number.

The bounds are 2 s of CPU time and 300 MB. Time is held against three times as much, since machines differ; what this
shall find takes minutes. Of giants, every other kind of file has one that is made of repeated parts, and the others one
of strange ones; with THOROUGH=1 each has both.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from generator import bounds
from generator.catalogue import library
from generator.pdf.pictures import LARGEST_RATIO
from tests.support.giants import VALUES, giants_of
from tests.support.processes import PATIENCE_S, ending
from tests.support.told import told_in

SECONDS, MEGABYTES = 3 * 2, 300
TILES = (library.root() / "tiles.yaml").read_text(encoding="utf-8")
HEAD, REST = TILES.split("\ndesigns:\n")
CREDITS = REST[REST.index("\ncredits:") :]
TOKENS = """\
kind: tokens
game: heroes
title: Four heroes
edition: first
credits: {design: Nobody, publisher: nobody, artwork: our own}
size_mm: 30
colours: {yellow: {symbol: sun, ink: '#d9a520'}, blue: {symbol: wave, ink: '#1f5fa8'}}
tokens: {one: {count: 3, value: 1, colours: [blue]}}
"""
POSITION = """\
game: asterion
seats: [yellow, blue]
tiles: [{tile: minotaur, at: [0, 0]}, {tile: Y07, at: [0, -1], turns: 1}]
impaled: [{tile: B03, path: 1}]
kills: {yellow: 3, blue: -1}
"""
PRINTER = "width: 1.0\nheight: 1.0\nback_mm: {across: 0.1, down: 0.1}\n"


class Reading:
    """What reading a file took, and what was told of it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.status: int = data["status"]
        self.lines: list[str] = data["lines"]
        self.seconds: float = data["seconds"]
        self.megabytes: float = data["megabytes"]


Reader: TypeAlias = "Callable[..., Reading]"


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """Read a file in a process of its own, and hold what that takes against the bounds."""
    environment = {**os.environ, "PYTHONPATH": str(library.root()), "ASTERION_LANGUAGE": "en"}
    line, file = [sys.executable, "-m", "tests.support.readers"], tmp_path_factory.mktemp("given") / "given"

    def read(kind: str, *arguments: str, given: bytes = b"") -> Reading:
        file.write_bytes(given)
        assert readers.stdin is not None
        assert readers.stdout is not None
        print(json.dumps([[kind, *arguments], str(file) if given else ""]), file=readers.stdin, flush=True)
        data = json.loads(readers.stdout.readline())
        assert "ended" not in data, data
        found = Reading(data)
        assert found.status in {0, 1}, found.lines[:5]
        assert found.seconds <= SECONDS, (found.seconds, found.lines[:5])
        assert found.megabytes <= MEGABYTES, (found.megabytes, found.lines[:5])
        assert all(len(line) < 1000 for line in found.lines)
        return found

    with ending(
        subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    ) as readers:
        yield read
        readers.communicate(timeout=PATIENCE_S)
    assert readers.returncode == 0


def shipped(*path: str) -> str:
    """Return the first shipped file of a folder, or the one that is named."""
    there = library.root().joinpath("templates", *path)
    file = there if there.is_file() else min(there.glob("*.yaml"))
    return file.read_text(encoding="utf-8")


SOUND: dict[str, tuple[str, Callable[[], str]]] = {
    "labyrinth": ("catalogue", lambda: TILES),
    "tokens": ("catalogue", lambda: TOKENS),
    "horns": ("catalogue", lambda: shipped("games", "minotaurus.yaml")),
    "hexes": ("catalogue", lambda: shipped("games", "asterismo.yaml")),
    "variant": ("variant", lambda: shipped("variants", "original.yaml")),
    "figures of a labyrinth": ("figures of a labyrinth", lambda: shipped("figures", "asterion.yaml")),
    "figures of horns": ("figures of horns", lambda: shipped("figures", "minotaurus.yaml")),
    "figures of hexes": ("figures of hexes", lambda: shipped("figures", "asterismo.yaml")),
    "cutter": ("cutter", lambda: shipped("cutters")),
    "ink": ("ink", lambda: shipped("ink")),
    "layout": ("layout", lambda: shipped("layouts", "die-cut.yaml")),
    "paper": ("paper", lambda: shipped("papers")),
    "print": ("print", lambda: shipped("projects", "print.yaml")),
    "printer": ("printer", lambda: PRINTER),
    "service": ("service", lambda: shipped("services")),
    "position": ("position", lambda: POSITION),
    "targets": ("targets", lambda: shipped("targets")),
    "theme": ("theme", lambda: shipped("themes")),
    "words": ("words", lambda: shipped("locales", "de", "words.yaml")),
}


GIANTS = [(name, how) for name in SOUND for how in ("repeated", "strange")]
SOME = GIANTS if "THOROUGH" in os.environ else [GIANTS[number + number // 2 % 2] for number in range(0, len(GIANTS), 2)]


@pytest.mark.parametrize(("name", "how"), SOME)
def test_a_part_of_any_file_may_be_as_large_as_it_likes(name: str, how: str, tmp_path: Path, reading: Reader) -> None:
    kind, text = SOUND[name]
    giants = [make for called, make in giants_of(text()).items() if called.endswith(how)]
    file = tmp_path / "giant.yaml"
    file.write_text(giants[min(1, len(giants) - 1)](), encoding="utf-8")
    reading(kind, str(file))


def designs(*paths: str, more: str = "") -> str:
    """Return a catalogue of designs with these paths."""
    written = (f"  d{n}:\n    number: {n}\n    paths: [{one}]\n{more}" for n, one in enumerate(paths, 1))
    return f"{HEAD}\ndesigns:\n{''.join(written)}{CREDITS}"


def closed(*held: int) -> str:
    """Return closed paths that hold so many prisoners each."""
    return ", ".join(f"{{exits: '', prisoners: {count}}}" for count in held)


def shuffled() -> str:
    """Return a catalogue of tiles that are full of closed paths, in every order."""
    orders = itertools.permutations((0, 1, 2, 2, 2, 3, 3, 4))
    return designs(*(closed(*held) for held in itertools.islice(orders, 2000)))


def values(text: str) -> str:
    """Return a catalogue that says something again and again, all on one line."""
    return f"game: a\ndesigns: {{a: {{number: 1, paths: [{f'{{exits: {text}}}, ' * 200_000}]}}}}"


def line_breaks() -> str:
    return "\n" * (bounds.FILE_BYTES - 100) + "\x07" * 99


HOSTILE: dict[str, tuple[Callable[[], str], str]] = {
    "eight closed paths": (lambda: designs(*[closed(*[4] * 8)] * 12), ""),
    "closed paths in every order": (shuffled, ""),
    "40 million tiles": (
        lambda: designs(*["{exits: NESW}"] * 9999, more="    copies: 999\n"),
        "39956004 tiles, copies included; a game has at most 100000, write fewer copies",
    ),
    "200 000 tokens": (
        lambda: TOKENS.replace("tokens: {", f"tokens: {{{', '.join(f'x{n}: {{count: 999}}' for n in range(199))}, "),
        "397605 tokens, copies included; a game has at most 100000, write fewer copies",
    ),
    "a colour again and again": (
        lambda: designs("{exits: NESW}", more=f"    colours: [{'yellow, ' * 200_000}]\n"),
        "colour 'yellow' appears twice",
    ),
    "colours that there are none of": (
        lambda: designs("{exits: NESW}", more=f"    colours: [{', '.join(f'c{n}' for n in range(200_000))}]\n"),
        "unknown colour 'c0'",
    ),
    "copies of colours that there are none of": (
        lambda: designs("{exits: NESW}", more=f"    copies: {{{', '.join(f'c{n}: 1' for n in range(120_000))}}}\n"),
        "and at least 950 more mistakes",
    ),
    "a colour of a token again and again": (
        lambda: TOKENS.replace("[blue]", f"[{'blue, ' * 200_000}]"),
        "and at least 950 more mistakes",
    ),
    "wrong designs": (lambda: designs(*["{exits: X}"] * 20_000), "and at least 950 more mistakes"),
    "two million values": (lambda: f"a: [{'b,' * 2_000_000}]", f"more than {bounds.VALUES} values"),
    **{
        f"values that are {text!r}": (partial(values, text), f"more than {bounds.VALUES} values") for text in ("", "''")
    },
    "a file of 20 MB": (lambda: "# \n" * 7_000_000, f"21000000 bytes; at most {bounds.FILE_BYTES} are read"),
    "an id of 4 MB": (lambda: "game: " + "a-" * 2_000_000 + "a\n", f"at most {bounds.VALUE_CHARACTERS}"),
    "forbidden characters after millions of lines": (line_breaks, ":4194205:1: "),
    "values of 100 000 characters": (lambda: "".join(f"k{n}: {'x' * 99_000}\n" for n in range(40)), "unknown key"),
    "keys of 100 000 characters": (lambda: "".join(f"{'k' * 1000}{n}: x\n" for n in range(4000)), "more mistakes"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_catalogue_that_is_made_to_hurt_is_refused_in_time(name: str, tmp_path: Path, reading: Reader) -> None:
    make, expected = HOSTILE[name]
    file = tmp_path / "hostile.yaml"
    file.write_text(make(), encoding="utf-8")
    found = reading("command", "check", str(file))
    assert found.status == 1
    assert not expected or any(expected in line for line in found.lines), found.lines[:5]


@pytest.mark.parametrize(
    "command",
    [
        "preview",
        "build --only sheets -n",
        "list tiles --format json",
        "play simulate --games 1",
        "play score x.yaml",
    ],
)
def test_every_command_tells_in_one_line_that_a_deck_has_too_many_tiles(
    command: str, tmp_path: Path, reading: Reader
) -> None:
    file = tmp_path / "many.yaml"
    file.write_text(designs("{exits: NESW}", more=f"    copies: {999}\n").replace("d1:", "d1:", 1), encoding="utf-8")
    text = designs(*["{exits: NESW}"] * 30, more="    copies: 999\n")
    file.write_text(text, encoding="utf-8")
    found = reading("command", *command.split(), str(file))
    assert found.status == 1
    assert [line.split(": ", 1)[1] for line in told_in("\n".join(found.lines))] == [
        "119880 tiles, copies included; a game has at most 100000, write fewer copies"
    ]


def test_a_deck_of_64_000_tiles_is_checked(tmp_path: Path, reading: Reader) -> None:
    file = tmp_path / "large.yaml"
    shapes = itertools.cycle(["{exits: NESW}", "{exits: NES, prisoners: 1}", "{exits: N}, {exits: S, coins: 1}"])
    file.write_text(designs(*itertools.islice(shapes, 8000), more="    copies: 2\n"), encoding="utf-8")
    assert reading("command", "check", str(file)).status in {0, 1}


# Records


@pytest.mark.parametrize(
    ("line", "times", "expected"),
    [
        (b"[", 20_000_000, f"-:1:1: a line of more than {bounds.LINE_BYTES} bytes; none longer is read"),
        (b"{}\n", 1_000_000, "and at least 950 more mistakes"),
        (b"\n", 5_000_000, ""),
        (b"[" * 1_000_000 + b"\n", 20, "-:20:1: "),
        (b'{"a": [' + b"[],{}," * 150_000 + b"1]}\n", 20, "-:20:1: "),
        (b"{" + b",".join(b'"%d":1' % n for n in range(80_000)) + b',"79999":2}\n', 20, "key '79999' is there twice"),
    ],
    ids=["one line", "empty objects", "empty lines", "deep lines", "wide lines", "keys twice"],
)
def test_a_record_of_any_length_is_read_line_by_line(line: bytes, times: int, expected: str, reading: Reader) -> None:
    found = reading("command", "play", "replay", "-", given=line * times)
    assert (found.status == 1) == bool(expected)
    assert any(expected in told for told in found.lines) or not expected
    assert found.megabytes < 150, "no more than a line is kept"


def test_a_record_takes_no_more_memory_for_being_longer(tmp_path: Path, reading: Reader) -> None:
    file = tmp_path / "games.jsonl"
    reading("command", "play", "simulate", "--games", "8", "--engine", "readable", "--record", str(file))
    once = file.read_bytes()
    short, long = (reading("command", "play", "replay", "-q", "-", given=once * times) for times in (1, 20))
    assert short.status == long.status == 0
    assert long.megabytes < short.megabytes + 20


# Everything else


def profile() -> bytes:
    """Return the head of a printer's profile whose name is 16 MB long."""
    size = bounds.PROFILE_BYTES
    head = size.to_bytes(4, "big") + b"\0" * 8 + b"prtrCMYK" + b"\0" * 16 + b"acsp" + b"\0" * 88
    table = (1).to_bytes(4, "big") + b"desc" + (144).to_bytes(4, "big") + size.to_bytes(4, "big")
    return (head + table + b"desc" + b"\0" * 4 + (size - 156).to_bytes(4, "big")).ljust(size, b"x")


REPEATED = ("{", "{{a} ", "{{a}} ", "'a ", 'a "b', "# x\n\n", "|a|\n|-|\n", "- a\n", "](", "![a", "a\u0301", "*a ")


def repeated(sign: str) -> bytes:
    """Return a rules text as long as one may be that repeats a sign."""
    return b"# T {#t}\n\n" + sign.encode() * (125_000 // len(sign.encode()))


PO_HEAD = b'msgid ""\nmsgstr "Language: de\\n"\n\n'
OTHERS: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a lock with a number twice": (
        "lock",
        lambda: b'{"next":9,"pieces":{' + b",".join(b'"%d":%d' % (n, n) for n in range(250_000)) + b',"x":249999}}',
        "gives the number 249999 to two pieces",
    ),
    "a lock of 20 MB": ("lock", lambda: b" " * 20_000_000, f"at most {bounds.FILE_BYTES} are read"),
    "a lock of lists": ("lock", lambda: b"[" + b"[]," * 1_300_000 + b"1]", "is no lock"),
    "a profile with a name of 16 MB": ("profile", profile, ""),
    "a profile of 20 MB": ("profile", lambda: b"x" * 20_000_000, f"at most {bounds.PROFILE_BYTES} are read"),
    "a manifest of lists": ("manifest", lambda: b'{"a":[' + b"[]," * 5_000_000 + b"1]}", "more than 500000 parts"),
    "a manifest of keys": (
        "manifest",
        lambda: b"{" + b",".join(b'"%d":0' % n for n in range(450_000)) + b"}",
        "was written by another program",
    ),
    "a manifest of words": ("manifest", lambda: b'["' + b'","'.join(b"%d" % n for n in range(1_500_000)) + b'"]', ""),
    "comments without an end": ("rules", lambda: b"# T {#t}\n\n" + b"<!-- " * 26_000, ""),
    "comments with one end": ("rules", lambda: b"# T {#t}\n\n" + b"<!-- " * 26_000 + b"-->", "HTML is not allowed"),
    "brackets": ("rules", lambda: b"# T {#t}\n\n" + b"[" * 130_000, ""),
    "paragraphs": ("rules", lambda: b"# T {#t}\n\n" + b"a\n\n" * 43_000, ""),
    **{f"rules of {sign!r}": ("rules", partial(repeated, sign), "") for sign in REPEATED},
    "blocks": ("rules", lambda: b"# T\n\n" + b"x\n\n" * 1000, f"2001:1: more than {bounds.BLOCKS} paragraphs"),
    "rows": ("rules", lambda: b"# T\n\n|a|\n|-|\n" + b"|a|\n" * 1000, f"1003:1: more than {bounds.BLOCKS} paragraphs"),
    "links": ("rules", lambda: b"# T {#t}\n\n" + b"[a](#b) " * 16_000, "more mistakes"),
    "a text of 20 MB": ("rules", lambda: b"a " * 10_000_000, f"at most {bounds.RULES_BYTES} are read"),
    "a translation of many lines": (
        "translations",
        lambda: PO_HEAD + b'msgctxt "title/heading"\nmsgid "b"\nmsgstr ""\n' + b'"xxx"\n' * 80_000,
        "at most",
    ),
    "translations of nothing": (
        "translations",
        lambda: PO_HEAD + b'msgctxt "a"\nmsgid "b"\nmsgstr "c"\n\n' * 14_000,
        "'a' is there twice",
    ),
    "translations of braces": (
        "translations",
        lambda: PO_HEAD + b'msgctxt "end/heading"\nmsgid "b"\nmsgstr "{{' + b" " * 60_000 + b'x"\n',
        "",
    ),
    "translations that break everything": (
        "translations",
        lambda: (
            PO_HEAD
            + b"".join(
                b'msgctxt "%s"\nmsgid "b"\nmsgstr "x\\n\\n%s"\n\n' % (key.encode(), b"# y" * 400)
                for key in ("object/paragraph-1", "object/paragraph-2", "end/paragraph-1", "play/item-1", "play/item-2")
            )
        ),
        "",
    ),
    "translations of 20 MB": ("translations", lambda: b"#\n" * 10_000_000, f"at most {bounds.PO_BYTES} are read"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_whatever_else_is_read_is_bounded_too(name: str, tmp_path: Path, reading: Reader) -> None:
    kind, make, expected = OTHERS[name]
    file = tmp_path / ("hostile.po" if kind == "translations" else "hostile")
    file.write_bytes(make())
    found = reading(kind, str(file))
    assert not expected or any(expected in line for line in found.lines), found.lines[:5]


def test_the_limits_are_written_down_for_users() -> None:
    text = (library.root() / "docs" / "limits.md").read_text(encoding="utf-8")
    numbers = {
        f"{bounds.FILE_BYTES >> 20} MB",
        f"{bounds.RULES_BYTES >> 10} KB",
        f"{bounds.PO_BYTES >> 10} KB",
        f"all together | {bounds.BLOCKS:,} |",
        f"in any text | {bounds.MARKS_ON_A_LETTER} |",
        f"pieces fill more | {bounds.PDF_PAGES} |",
        f"{bounds.PROFILE_BYTES >> 20} MB",
        f"{bounds.MANIFEST_BYTES >> 20} MB",
        f"{bounds.LINE_BYTES >> 20} MB",
        f"{bounds.DECODING_S:g} s of a processor, {bounds.DECODING_MB} MB",
        f"{bounds.PICTURE_BYTES >> 20} MB, {bounds.PICTURE_PIXELS // 1_000_000} million pixels",
        f"{LARGEST_RATIO:g} times",
        f"{bounds.TABLE_ROWS:,} and {bounds.TABLE_COLUMNS}, and {bounds.UNPACKED_BYTES >> 20} MB",
        *(f"{n:,}" for n in (bounds.VALUES, bounds.VALUE_CHARACTERS, bounds.DEPTH, bounds.MISTAKES, bounds.PIECES)),
    }
    assert {number for number in numbers if number not in text} == set()
    assert VALUES < bounds.VALUES
