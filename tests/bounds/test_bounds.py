"""No file of up to 20 MB stops the program: it is read within the bounds, or refused by a limit that says its number.

The bounds are 2 s of CPU time and 300 MB. Time is held against three times as much, since machines differ; what this
shall find takes minutes. Of giants, every other kind of file has one that is made of repeated parts, and the others one
of meaningless ones; with THOROUGH=1 each has both.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import time
import timeit
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from asterion_press.catalogue import bounds, library
from asterion_press.catalogue.foreign_svg import LARGEST_RATIO
from asterion_press.errors import MARKS_ON_A_LETTER, MISTAKES
from tests.support.readers import Reading, read_measured
from tests.support.reported import reported_in
from tests.support.small_games import TOKENS

BYTES = bounds.FILE_BYTES - 20_000
VALUES = bounds.VALUES - 5_000
Way: TypeAlias = "tuple[str | int, ...]"


def giants_of(text: str) -> dict[str, Callable[[], str]]:
    """Return what makes giants of a sound file, by name: each of its lists and mappings repeated, or made meaningless.

    Parts that stand less deep come first.
    """
    sound: Any = yaml.load(text, Loader=yaml.BaseLoader)
    made: dict[str, Callable[[], str]] = {}
    for way, part in sorted(_holders(sound), key=lambda one: len(one[0])):
        where = ".".join(map(str, way)) or "top"
        made[f"{where} repeated"] = partial(_written, sound, way, partial(_repeated, part))
        made[f"{where} meaningless"] = partial(_written, sound, way, partial(_meaningless, part))
    return made


def _holders(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Yield every list and mapping that holds something, and where it stands."""
    if isinstance(value, dict | list) and value:
        yield way, value
        for key, content in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _holders(content, (*way, key))


def _repeated(part: Any) -> Any:
    """Return a list or mapping with its first entry again and again, under new keys."""
    first = part[0] if isinstance(part, list) else next(iter(part.values()))
    times = min(BYTES // (len(flow(first)) + 16), VALUES // (_count(first) + 1))
    if isinstance(part, list):
        return [*part, *([first] * times)]
    return {**part, **{f"x{number}": first for number in range(times)}}


def _meaningless(part: Any) -> Any:
    """Return a list or mapping with words that mean nothing."""
    if isinstance(part, list):
        return [f"x{number}" for number in range(VALUES)]
    return {**part, **{f"x{number}": "y" for number in range(VALUES // 2)}}


def _count(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(1 + _count(content) for content in value.values())
    return 1 + sum(map(_count, value)) if isinstance(value, list) else 1


def _written(whole: Any, way: Way, part: Callable[[], Any]) -> str:
    return flow(_replaced(whole, way, part())) + "\n"


def _replaced(whole: Any, way: Way, part: Any) -> Any:
    if not way:
        return part
    step, *rest = way
    if isinstance(whole, list):
        return [
            _replaced(content, tuple(rest), part) if number == step else content for number, content in enumerate(whole)
        ]
    return {key: _replaced(content, tuple(rest), part) if key == step else content for key, content in whole.items()}


flow = partial(json.dumps, ensure_ascii=False)
"""Returns plain data as YAML on one line."""


USUAL_S = 0.012
"""CPU time of the loop below where the bounds were measured."""
SLOWER = max(1.0, min(timeit.repeat("for _ in range(1_000_000): pass", timer=time.process_time, number=1)) / USUAL_S)
SECONDS, MEGABYTES = 3 * 2 * SLOWER, 300
TILES = (library.root() / "tiles.yaml").read_text(encoding="utf-8")
HEAD, REST = TILES.split("\ndesigns:\n")
CREDITS = REST[REST.index("\ncredits:") :]
POSITION = """\
game: asterion
seats: [yellow, blue]
tiles: [{tile: minotaur, at: [0, 0]}, {tile: Y07, at: [0, -1], turns: 1}]
impaled: [{tile: B03, path: 1}]
kills: {yellow: 3, blue: -1}
"""
PRINTER = "width: 1.0\nheight: 1.0\nback_mm: {across: 0.1, down: 0.1}\n"


PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.support.readers"])
"""A process that reads begins as a copy of one that has the program's code and has read nothing."""
Reader: TypeAlias = "Callable[..., Reading]"


@pytest.fixture
def reading(tmp_path: Path) -> Reader:
    """Read a file in a process of its own, and hold what that takes against the bounds."""

    def read(kind: str, *arguments: str, given: bytes = b"") -> Reading:
        (tmp_path / "given").write_bytes(given)
        ours, its = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=read_measured, args=(its, [kind, *arguments], str(tmp_path / "given")))
        process.start()
        its.close()
        found: Reading = ours.recv()
        process.join()
        assert found.status in {0, 1}, found.lines[:5]
        assert found.seconds <= SECONDS, (found.seconds, found.lines[:5])
        assert found.megabytes <= MEGABYTES, (found.megabytes, found.lines[:5])
        assert all(len(line) < 1000 for line in found.lines)
        return found

    return read


def shipped(*path: str) -> str:
    """Return the first shipped file of a folder, or the one that is named."""
    there = library.root().joinpath("templates", *path)
    file = there if there.is_file() else min(there.glob("*.yaml"))
    return file.read_text(encoding="utf-8")


SOUND: dict[str, Callable[[], str]] = {
    "labyrinth": lambda: TILES,
    "tokens": lambda: TOKENS,
    "minotaurus": lambda: shipped("games", "minotaurus.yaml"),
    "asterismo": lambda: shipped("games", "asterismo.yaml"),
    "variant": lambda: shipped("variants", "original.yaml"),
    "figures of a labyrinth": lambda: shipped("figures", "asterion.yaml"),
    "figures of minotaurus": lambda: shipped("figures", "minotaurus.yaml"),
    "figures of asterismo": lambda: shipped("figures", "asterismo.yaml"),
    **{kind: partial(shipped, f"{kind}s") for kind in ("cutter", "paper", "service", "theme")},
    **{kind: partial(shipped, kind) for kind in ("ink", "targets")},
    "layout": lambda: shipped("layouts", "die-cut.yaml"),
    "print": lambda: shipped("projects", "print.yaml"),
    "printer": lambda: PRINTER,
    "position": lambda: POSITION,
    "words": lambda: shipped("locales", "de", "words.yaml"),
}
"""A sound file of each kind; the first four are catalogues."""


GIANTS = [(name, how) for name in SOUND for how in ("repeated", "meaningless")]
SOME = GIANTS if "THOROUGH" in os.environ else [GIANTS[number + number // 2 % 2] for number in range(0, len(GIANTS), 2)]


@pytest.mark.parametrize(("name", "how"), SOME)
def test_a_part_of_any_file_may_be_as_large_as_it_likes(name: str, how: str, tmp_path: Path, reading: Reader) -> None:
    kind = "catalogue" if name in list(SOUND)[:4] else name
    giants = [make for called, make in giants_of(SOUND[name]()).items() if called.endswith(how)]
    file = tmp_path / "giant.yaml"
    file.write_text(giants[min(1, len(giants) - 1)](), encoding="utf-8")
    reading(kind, str(file))


def designs(*paths: str, more: str = "") -> str:
    """Return a catalogue of designs with these paths."""
    written = (f"  d{n}:\n    number: {n}\n    paths: [{one}]\n{more}" for n, one in enumerate(paths, 1))
    return f"{HEAD}\ndesigns:\n{''.join(written)}{CREDITS}"


def closed(*content: int) -> str:
    """Return closed paths that hold so many prisoners each."""
    return ", ".join(f"{{exits: '', prisoners: {count}}}" for count in content)


def shuffled() -> str:
    """Return a catalogue of tiles that are full of closed paths, in every order."""
    orders = itertools.permutations((0, 1, 2, 2, 2, 3, 3, 4))
    return designs(*(closed(*content) for content in itertools.islice(orders, 2000)))


def values(text: str) -> str:
    """Return a catalogue that says something again and again, all on one line."""
    return f"game: a\ndesigns: {{a: {{number: 1, paths: [{f'{{exits: {text}}}, ' * 200_000}]}}}}"


def numbered(text: str, count: int) -> str:
    """Return a text with each number in it, parted by commas."""
    return ", ".join(map(text.format, range(count)))


def one_design(line: str) -> str:
    """Return a catalogue of one design, of which a line says more."""
    return designs("{exits: NESW}", more=f"    {line}\n")


TOO_MANY = "copies included; a game has at most 100000, write fewer copies"
MORE = "and at least 950 more mistakes"
CATALOGUES: dict[str, tuple[Callable[[], str], str]] = {
    "eight closed paths": (lambda: designs(*[closed(*[4] * 8)] * 12), ""),
    "closed paths in every order": (shuffled, ""),
    "40 million tiles": (
        lambda: designs(*["{exits: NESW}"] * 9999, more="    copies: 999\n"),
        f"39956004 tiles, {TOO_MANY}",
    ),
    "200 000 tokens": (
        lambda: TOKENS.replace("tokens: {", f"tokens: {{{', '.join(f'x{n}: {{count: 999}}' for n in range(199))}, "),
        f"397605 tokens, {TOO_MANY}",
    ),
    "one colour": (lambda: one_design(f"colours: [{'yellow, ' * 200_000}]"), "colour 'yellow' appears twice"),
    "strange colours": (lambda: one_design(f"colours: [{numbered('c{}', 200_000)}]"), "unknown colour 'c0'"),
    "copies of strange colours": (lambda: one_design(f"copies: {{{numbered('c{}: 1', 120_000)}}}"), MORE),
    "a colour of a token again and again": (lambda: TOKENS.replace("[blue]", f"[{'blue, ' * 200_000}]"), MORE),
    "wrong designs": (lambda: designs(*["{exits: X}"] * 20_000), MORE),
    "two million values": (lambda: f"a: [{'b,' * 2_000_000}]", f"more than {bounds.VALUES} values"),
    "no values": (partial(values, ""), f"more than {bounds.VALUES} values"),
    "empty values": (partial(values, "''"), f"more than {bounds.VALUES} values"),
    "a file of 20 MB": (lambda: "# \n" * 7_000_000, f"21000000 bytes; at most {bounds.FILE_BYTES} are read"),
    "an id of 4 MB": (lambda: "game: " + "a-" * 2_000_000 + "a\n", f"at most {bounds.VALUE_CHARACTERS}"),
    "forbidden characters behind": (lambda: "\n" * (bounds.FILE_BYTES - 100) + "\x07" * 99, ":4194205:1: "),
    "values of 100 000 characters": (lambda: "".join(f"k{n}: {'x' * 99_000}\n" for n in range(40)), "unknown key"),
    "keys of 100 000 characters": (lambda: "".join(f"{'k' * 1000}{n}: x\n" for n in range(4000)), "more mistakes"),
}


@pytest.mark.parametrize(
    "command",
    ["preview", "build --only sheets -n", "list tiles --format json", "play simulate --games 1", "play score x.yaml"],
)
def test_every_command_tells_in_one_line_that_a_deck_has_too_many_tiles(
    command: str, tmp_path: Path, reading: Reader
) -> None:
    file = tmp_path / "many.yaml"
    text = designs(*["{exits: NESW}"] * 30, more="    copies: 999\n")
    file.write_text(text, encoding="utf-8")
    found = reading("command", *command.split(), str(file))
    assert found.status == 1
    assert [line.split(": ", 1)[1] for line in reported_in("\n".join(found.lines))] == [f"119880 tiles, {TOO_MANY}"]


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
    assert any(expected in one for one in found.lines) or not expected
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


PO = "translations"
BROKEN = ("object/paragraph-1", "object/paragraph-2", "end/paragraph-1", "play/item-1", "play/item-2")


def translated(text: bytes, *keys: str) -> bytes:
    """Return a catalogue of one translation, which ends itself, for all of these passages."""
    head = b'msgid ""\nmsgstr "Language: de\\n"\n\n'
    return head + b"".join(b'msgctxt "%s"\nmsgid "b"\nmsgstr "%s' % (key.encode(), text) for key in keys)


OTHERS: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a lock with a number twice": (
        "lock",
        lambda: b'{"next":9,"pieces":{' + b",".join(b'"%d":%d' % (n, n) for n in range(100_000)) + b',"x":99999}}',
        "gives the number 99999 to two pieces",
    ),
    "a lock of 20 MB": ("lock", lambda: b" " * 20_000_000, f"at most {bounds.FILE_BYTES} are read"),
    "a lock of lists": ("lock", lambda: b"[" + b"[]," * 1_300_000 + b"1]", "more than 250000 values"),
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
    "a long translation": (PO, lambda: translated(b'"\n' + b'"xxx"\n' * 80_000, "title/heading"), "at most"),
    "translations of nothing": (PO, lambda: translated(b'c"\n\n', *["a"] * 14_000), "'a' is there twice"),
    "translations of braces": (PO, lambda: translated(b"{{" + b" " * 60_000 + b'x"\n', "end/heading"), ""),
    "broken translations": (PO, lambda: translated(b"x\\n\\n" + b"# y" * 400 + b'"\n\n', *BROKEN), ""),
    "translations of 20 MB": (PO, lambda: b"#\n" * 10_000_000, f"at most {bounds.PO_BYTES} are read"),
}


@pytest.mark.parametrize("name", [*CATALOGUES, *OTHERS])
def test_what_is_made_to_hurt_is_read_or_refused_in_time(name: str, tmp_path: Path, reading: Reader) -> None:
    if name in CATALOGUES:
        words, (write, expected) = ["command", "check"], CATALOGUES[name]
        data = write().encode()
    else:
        kind, make, expected = OTHERS[name]
        words, data = [kind], make()
    file = tmp_path / f"hostile.{'po' if words == [PO] else 'yaml'}"
    file.write_bytes(data)
    found = reading(*words, str(file))
    assert name not in CATALOGUES or found.status == 1
    assert not expected or any(expected in line for line in found.lines), found.lines[:5]


def test_the_limits_are_written_down_for_users() -> None:
    text = (library.root() / "docs" / "limits.md").read_text(encoding="utf-8")
    numbers = {
        f"{bounds.FILE_BYTES >> 20} MB",
        f"{bounds.RULES_BYTES >> 10} KB",
        f"{bounds.PO_BYTES >> 10} KB",
        f"all together | {bounds.BLOCKS:,} |",
        f"in any text | {MARKS_ON_A_LETTER} |",
        f"pieces fill more | {bounds.PDF_PAGES} |",
        f"{bounds.PROFILE_BYTES >> 20} MB",
        f"{bounds.MANIFEST_BYTES >> 20} MB",
        f"{bounds.LINE_BYTES >> 20} MB",
        f"{bounds.DECODING_S:g} s of a processor, {bounds.DECODING_MB} MB",
        f"{bounds.PICTURE_BYTES >> 20} MB, {bounds.PICTURE_PIXELS // 1_000_000} million pixels",
        f"{LARGEST_RATIO:g} times",
        f"`art/` | {bounds.ART_POINTS:,} |",
        f"{bounds.TABLE_ROWS:,} and {bounds.TABLE_COLUMNS}, and {bounds.UNPACKED_BYTES >> 20} MB",
        *(f"{n:,}" for n in (bounds.VALUES, bounds.VALUE_CHARACTERS, bounds.DEPTH, MISTAKES, bounds.PIECES)),
    }
    assert {number for number in numbers if number not in text} == set()
    assert VALUES < bounds.VALUES
