"""Hostile inputs: files of every kind with one mistake at a known place, giants, and arguments that say nonsense.

Each has to be refused with exit status 1 or 2, at its line, without a traceback, in time and within memory.
"""

from __future__ import annotations

import random
import re
import resource
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.torture.judge import Bench, Counts, told
from tests.torture.running import Place, forked
from tests.torture.small_project import POSITION, RULES, german_rules, write_inputs

LIMIT_S = 60.0
"""More than any refusal takes, on a machine that is busy with other things."""
MEMORY = 600 << 20
"""Bytes of address space beyond what the libraries take when they are imported."""


class Spoilt(NamedTuple):
    """A spoilt file: its text, what was done, and the lines where the mistake may be told (any if there are none)."""

    text: str
    how: str
    lines: tuple[int, ...] = ()


class Kind(NamedTuple):
    """A kind of file: a good one, where a spoilt one is put, and the command that reads it.

    Attributes:
        name: what the table of counts calls it.
        good: a sound file, as a path of the project or as text.
        file: where the spoilt one lies, below the working folder, or with ``project/`` below the project.
        line: the command.
        spoil: what makes a spoilt file of it.
    """

    name: str
    good: str
    file: str
    line: str
    spoil: Callable[[str, random.Random], Spoilt]


_SCALAR = re.compile(r"(?<=[\w\"']: )([\w#.'-][\w .#'-]*?)(?=[,}\]]|$)")
_KEY = re.compile(r"^( *)([\w-]+):(?= |$)")
_VALUES = {
    "an anchor": "&a x",
    "an alias": "*a",
    "a tag": "!!python/object/apply:os.system [x]",
    "a tag of its own": "!mine x",
    "a mapping": "{unheard: of}",
    "lists": "[[[]]]",
    "a control character": "\x07",
    "a character that turns the text": '"\u202eabc"',
    "a NUL": "\x00",
    "bytes that are no UTF-8": "\udcff\udcfe",
    "an open quote": '"',
    "an open bracket": "[",
}


def spoilt_yaml(good: str, chance: random.Random) -> Spoilt:
    """Return a file with one mistake in it, which must be told at its line."""
    lines = good.splitlines()
    index = chance.choice([number for number, one in enumerate(lines) if one.strip() and one.lstrip()[0] != "#"])
    line, new = lines[index], list[str]()
    # Not within a quoted text: without its end the mistake may be seen lines below.
    places = [one for one in _SCALAR.finditer(line.split("  #")[0]) if not line[: one.start()].count("'") % 2]
    if chance.random() < 0.75 and places:
        what, place = chance.choice(tuple(_VALUES)), chance.choice(places)
        new = [line[: place.start()] + _VALUES[what] + line[place.end() :]]
    else:
        key = _KEY.match(line)
        indent, word = (key[1], key[2]) if key else ("", "")
        ways = {"a tab": ["\t" + line], "a merge marker": ["<<<<<<< HEAD", line]}
        if key:
            ways["an unknown key"] = [f"{indent}unheard_of_key: {{of: [1]}}", line]
            ways["a merge key"] = [f"{indent}<<: {{a: 1}}", line]
            ways["a key twice"] = [f"{indent}{word}: 1", line]
        what, new = chance.choice([*ways.items()])
    text = "\n".join([*lines[:index], *new, *lines[index + 1 :]]) + "\n"
    where = () if "open" in what or what == "a tab" else (index + 1, index + 2)
    return Spoilt(text, f"{what} in line {index + 1}", where)


def giant(_: str, chance: random.Random) -> Spoilt:
    """Return a file that is large or deep."""
    many = int(10 ** chance.uniform(4, 5.7))
    what, text = chance.choice((
        ("keys", "".join(f"k{number}: 1\n" for number in range(many))),
        ("depth", "game: " + "[" * many),
        ("mappings in mappings", "game: " + "{a: " * many),
        ("a list", "game: [" + "1, " * many + "]"),
        ("one word", "game: " + "a-" * many * 4),
        ("a long line", "game: small" + " " * many * 10 + "x: y"),
        ("colours", "game: a\ncolours: [" + "yellow, " * many + "]"),
        ("comments", "# a\n" * many * 2 + "a"),
        ("line breaks", "\n" * many * 8),
        ("dashes", "- " * many),
        ("sealed paths", "game: a\ndesigns: {a: {number: 1, paths: [" + "{exits: ''}, " * many + "]}}"),
    ))  # fmt: skip
    return Spoilt(text[:20_000_000], f"{many} {what}")


def spoilt_json(good: str, chance: random.Random) -> Spoilt:
    """Return JSON that is cut off, doubled, or says what it may not."""
    numbers = ("NaN", "Infinity", "-1", "1e400", "[]", "{}", "null", "9" * 5000)
    cut = chance.randrange(1, max(2, len(good.rstrip()) - 1))
    place = chance.choice(list(re.finditer(r"(?<=[:\[,])\s*-?\d+", good)) or list(re.finditer(r":", good)))
    how, text = chance.choice((
        ("cut", good[:cut]),
        ("number", good[: place.start()] + chance.choice(numbers) + good[place.end() :]),
        ("key", good.replace("{", '{"unheard of": 1, "unheard of": 2, ', 1)),
        ("depth", "[" * chance.choice((500, 984, 5000, 100_000))),
        ("byte", good[:cut] + "\udcff" + good[cut:]),
        ("word", chance.choice(("null", "1", '""', "{}", "[]", "garbage", '{"a":' * 2000))),
    ))  # fmt: skip
    return Spoilt(text, how)


def spoilt_po(good: str, chance: random.Random) -> Spoilt:
    """Return a PO file that is cut within a string, has no quotes, or brings what no text may hold."""
    bad = ("---", "# x", "```", "> x", "- x", "    x", "\u202ex", "\x07", "{{deck.nothing}}")
    place = chance.choice(list(re.finditer(r'^msgstr "(.+)"$', good, re.MULTILINE)))
    context = good[: place.start()].rpartition("msgctxt ")[2].splitlines()[0]
    is_line = "HEAD" in context or "heading" in context  # where what begins a list or a quotation is a word
    new = chance.choice(bad[-3:] if is_line else bad)
    how, text = chance.choice((
        ("cut", good[: chance.randrange(place.start() + 9, place.end() - 1)]),
        ("quote", good[: place.end() - 1] + good[place.end() :]),
        (f"value {new}", f'{good[: place.start()]}msgstr "{new}"{good[place.end() :]}'),
        ("context", re.sub(r'msgctxt "[^"]*"', 'msgctxt "title/heading"', good, count=1)),
        ("bytes", good[: place.start() + 9] + "\udcff" + good[place.start() + 9 :]),
    ))  # fmt: skip
    return Spoilt(text, how)


def spoilt_rules(good: str, chance: random.Random) -> Spoilt:
    """Return a rules text with something in it that cannot be printed."""
    lines = good.splitlines()
    index = chance.randrange(9, len(lines))
    new = chance.choice((
        "{{deck.nothing}}", "![x](figure:nothing)", "![x](symbol:nothing)", "[x](#nowhere)", "\u202eturned", "\x07",
        "\udcff", "<b>x</b>", "![x](http://example.org/x.png)", "[^nowhere]", "{{deck.tiles", "# Another {#title}",
    ))  # fmt: skip
    return Spoilt("\n".join([*lines[:index], "", new, "", *lines[index:]]) + "\n", repr(new))


def spoilt_profile(_: str, chance: random.Random) -> Spoilt:
    """Return bytes without sense, of all lengths."""
    length = chance.choice((0, 1, 127, 128, 131, 200, 5000, 3_000_000))
    data = bytearray(chance.randbytes(length))
    if chance.random() < 0.5:
        data[36:40] = b"acsp"
    return Spoilt(data.decode("utf-8", "surrogateescape"), f"{length} bytes")


ARGUMENTS = (
    "build --paper b9", "build --language xx", "build --theme none", "build --layout none", "build --flip up",
    "build --back-offset nan,1", "build --back-offset 1e400,1", "build --skip 0", "build --skip -1",
    "build --skip a", "build --tiles Z99", "build --only nothing", "build --only-changed nowhere", "build nogame",
    "build --box --tiles Y01", "build --only booklet --thickness nan", "build --only booklet --thickness inf",
    "build --only booklet --thickness -1", "build --only box --thickness nan", "build --only box --thickness 1e9",
    "export", "export nothing", "export pdf --set bleed=nan", "export pdf --set bleed=-inf",
    "export pdf --set corner-radius=nan", "export png --set dpi=nan", "export png --set dpi=1",
    "export pdf --set dpi=300",
    "export pdf --set spot-name=\x07", "export table --set pixels=1000000", "export vassal --set lock=nowhere",
    "printer calibrate --offset nan,nan", "printer calibrate --size 1,1",
    "printer calibrate --printer ../../x --offset 1,1", "printer delete nobody", "printer show nobody",
    "printer list none", "printer calibrate --save", "preview --against nowhere", "preview --theme x",
    "preview --watch --port 70000", "play replay nowhere", "play replay in --draw x.svg",
    "play replay in/targets.yaml --game 0", "play score nowhere", "play score in/position1.yaml --draw x.bmp",
    "play score in/position1.yaml --dpi 1", "play simulate --players 9", "play simulate --games 0",
    "play simulate --jobs -1", "play simulate --seed -1", "play simulate --bot human", "play study --players 1",
    "play study --games 1", "play study --report x.doc", "play search", "play search nowhere",
    "play designs --limit open-sides=9-1", "play designs --limit coins=x", "play designs --limit path-coins=9",
    "diff", "diff nowhere tiles.yaml", "play setup asterismo --players 9", "play setup asterismo --takes z9",
    "play setup asterion", "language new", "language new ../x", "language new EN", "language update nowhere.po",
    "language accept xx", "language status xx", "list schemas nothing", "completion tcsh",
    "list tiles --format xml", "check --catalogue nowhere.yaml", "check --variant nowhere", "check --catalogue in",
    "verify nowhere", "printer ink nowhere", "list layouts nothing", "unheard-of", "--unheard-of", "check \udcff",
    "check --catalogue \udcff.yaml", "build --out in/v1.yaml", "build --out /", "build --out .",
    "build --out /dev/null/x", "build --only svg --out /proc/x",
)  # fmt: skip
_T, _RULES = "project/templates", "build --only rules --only web --language {} MADE"
YAML_KINDS = (
    ("labyrinth", "templates/games/small.yaml", "bad.yaml", "check --catalogue bad.yaml"),
    ("deck", "tiles.yaml", "bad.yaml", "check --catalogue bad.yaml"),
    ("minotaurus", "templates/games/minotaurus.yaml", "bad.yaml", "check --catalogue bad.yaml"),
    ("asterismo", "templates/games/asterismo.yaml", "bad.yaml", "check --catalogue bad.yaml"),
    ("variant", "templates/variants/pocket.yaml", "bad.yaml", "check --variant bad.yaml"),
    ("layout", "templates/layouts/scissors.yaml", "bad.yaml", "build --only sheets --layout bad.yaml MADE"),
    ("targets", "templates/targets/closing-example.yaml", "bad.yaml", "play search bad.yaml --out out/x"),
    ("position", POSITION, "bad.yaml", "play score bad.yaml --catalogue in/v1.yaml"),
    ("paper", "templates/papers/a4.yaml", f"{_T}/papers/bad.yaml", "build --only sheets --paper bad MADE"),
    ("theme", "templates/themes/knossos.yaml", f"{_T}/themes/bad.yaml", "build --only svg --theme bad MADE"),
    ("cutter", "templates/cutters/plain.yaml", f"{_T}/cutters/bad.yaml", "export dxf --set cutter=bad MADE"),
    ("words", "templates/locales/de/words.yaml", f"{_T}/locales/de/words.yaml", _RULES.format("de")),
    ("figures", "templates/figures/small.yaml", f"{_T}/figures/small.yaml", _RULES.format("de")),
    ("service", "templates/services/the-game-crafter.yaml", f"{_T}/services/the-game-crafter.yaml", "export tgc MADE"),
)  # fmt: skip


def kinds(lock: str, record: str) -> list[Kind]:
    """Return all kinds of files; some are made by the program first."""
    return [
        *(Kind(*one, spoilt_yaml) for one in YAML_KINDS),
        *(Kind(f"giant {name}", good, file, line, giant) for name, good, file, line in YAML_KINDS[:8]),
        Kind("record", record, "bad.jsonl", "play replay bad.jsonl --catalogue in/v1.yaml", spoilt_json),
        Kind("lock", lock, "bad.json", "export vassal --set=lock=bad.json MADE", spoilt_json),
        Kind("profile", "", "bad.icc", "export pdf --set=intent=bad.icc MADE", spoilt_profile),
        Kind("PO", german_rules(), f"{_T}/locales/de/small.po", _RULES.format("de"), spoilt_po),
        Kind("rules", RULES, f"{_T}/locales/en/small.md", _RULES.format("en"), spoilt_rules),
    ]


def prepare(bench: Bench) -> tuple[Place, str, str, bytes]:
    """Return a place whose project hostile files may be put into, and a good lock, record and manifest."""
    place = Place(bench.folder / "hostile", bench.folder / "hostile/project", bench.folder / "log")
    shutil.copytree(bench.project, place.project)
    for folder in (place.folder / "out", place.folder / "config", place.log):
        folder.mkdir()
    write_inputs(place.folder / "in", 1)
    played = "play simulate --catalogue in/v1.yaml --engine readable --players 2 --games 1 --record good.jsonl"
    for line in (played, "export vassal --catalogue in/v1.yaml --out vassal"):
        ended = forked(line.split(), place)
        assert ended.status == 0, ended
    vassal = place.folder / "vassal"
    manifest, (lock,) = vassal / "manifest.json", [one for one in vassal.glob("*.json") if one.name != "manifest.json"]
    record = (place.folder / "good.jsonl").read_text(encoding="utf-8")
    return place, lock.read_text(encoding="utf-8"), record, manifest.read_bytes()


def attack(place: Place, all_kinds: list[Kind], number: int, seed: int, counts: Counts) -> None:
    """Give the program one hostile file, or arguments without sense; note how it answers."""
    chance = random.Random(f"hostile {seed} {number}")
    if number % 10 == 0:
        line = ARGUMENTS[number // 10 % len(ARGUMENTS)]
        judge_answer("arguments", line, place, None, "", f"seed {seed} case {number}", counts)
        return
    kind = all_kinds[number % len(all_kinds)]
    good = kind.good if "\n" in kind.good or not kind.good else (place.project / kind.good).read_text(encoding="utf-8")
    spoilt, path = kind.spoil(good, chance), place.folder / kind.file
    before = path.read_bytes() if path.exists() else None
    path.write_bytes(spoilt.text.encode("utf-8", "surrogateescape"))
    line = kind.line.replace("MADE", "--catalogue in/v1.yaml --out out/x")
    try:
        judge_answer(kind.name, line, place, spoilt, path.name, f"seed {seed} case {number}", counts)
    finally:
        path.unlink() if before is None else path.write_bytes(before)
        shutil.rmtree(place.folder / "out/x", ignore_errors=True)


def judge_answer(
    name: str, line: str, place: Place, spoilt: Spoilt | None, file: str, where: str, counts: Counts
) -> None:
    """Note what is wrong with how a command answers what it cannot read."""
    ended = forked(line.split(" "), place, prepare=bound_memory, limit_s=LIMIT_S)
    faults = {
        "hung": ended.status is None,
        "not refused": ended.status not in {1, 2, None},
        "traceback": ended.has_traceback,
        "memory": "MemoryError" in ended.err,
        "no place": spoilt is not None and ended.status == 1 and not is_placed(ended.err, file, spoilt.lines),
    }
    how = f": {spoilt.how}" if spoilt else ""
    found = [fault for fault, is_there in faults.items() if is_there]
    counts.note(name, found, f"{where}: {line!r}{how}: exit {ended.status}: {told(ended)!r}")


def is_placed(err: str, file: str, lines: tuple[int, ...]) -> bool:
    """Tell whether a mistake is told with its file and, where it is known, its line."""
    found = [int(line or 0) for line in re.findall(rf"{re.escape(file)}(?::(\d+))?", err)]
    return bool(found) and (not lines or any(line in found for line in lines))


def bound_memory() -> None:
    """Let this process take no more memory than a refusal needs."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
