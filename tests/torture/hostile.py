"""Hostile inputs: files of every kind with one mistake at a known place, giants, and arguments that say nonsense.

Each has to be refused with exit status 1 or 2, at its line, without a traceback, in time and within memory.
"""

from __future__ import annotations

import random
import re
import resource
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.torture.judge import Bench, Counts, told
from tests.torture.running import Place, forked
from tests.torture.small_project import POSITION, RULES, german_rules, write_inputs

LIMIT_S = 60.0
"""More than any refusal takes, on a machine that is busy with other things."""
MEMORY = 600 << 20
"""Bytes of address space beyond what the libraries take when they are imported."""
SMALL = ("in/v1.yaml",)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: a good one, where a spoilt one is put, and the command that reads it.

    Attributes:
        name: what the table of counts calls it.
        good: a sound file, as a path of the project or as text.
        file: where the spoilt one lies, below the working folder, or with ``project/`` below the project.
        words: the command.
        spoils: what makes spoilt files of it.
    """

    name: str
    good: str
    file: str
    words: tuple[str, ...]
    spoils: Callable[[str, random.Random], Iterator[Spoilt]]


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A spoilt file: its bytes, the lines where the mistake may be told (any if there are none), and what was done."""

    data: bytes
    lines: tuple[int, ...]
    how: str


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


def spoilt_yaml(good: str, chance: random.Random) -> Iterator[Spoilt]:
    """Yield files with one mistake in them, which must be told at its line."""
    lines = good.splitlines()
    data = [index for index, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    while True:
        index = chance.choice(data)
        line, how = lines[index], chance.choice(("value", "value", "value", "line"))
        # Not within a quoted text: without its end the mistake may be seen lines below.
        places = [one for one in _SCALAR.finditer(line.split("  #")[0]) if not line[: one.start()].count("'") % 2]
        if how == "value" and places:
            what, place = chance.choice(tuple(_VALUES)), chance.choice(places)
            new = [line[: place.start()] + _VALUES[what] + line[place.end() :]]
        else:
            what, new = _spoilt_line(line, chance)
        if not new:
            continue
        text = "\n".join([*lines[:index], *new, *lines[index + 1 :]]) + "\n"
        where = () if "open" in what or what == "a tab" else (index + 1, index + 2)
        yield Spoilt(text.encode("utf-8", "surrogateescape"), where, f"{what} in line {index + 1}")


def _spoilt_line(line: str, chance: random.Random) -> tuple[str, list[str]]:
    key = _KEY.match(line)
    indent = key[1] if key else ""
    what = chance.choice(("a tab", "a key twice", "an unknown key", "a merge marker", "a merge key"))
    if what == "a tab":
        return what, ["\t" + line]
    if what == "a merge marker":
        return what, ["<<<<<<< HEAD", line]
    if key is None:
        return what, []
    if what == "an unknown key":
        return what, [f"{indent}unheard_of_key: {{of: [1]}}", line]
    if what == "a merge key":
        return what, [f"{indent}<<: {{a: 1}}", line]
    return what, [f"{indent}{key[2]}: 1", line]


def giants(_: str, chance: random.Random) -> Iterator[Spoilt]:
    """Yield files that are large or deep."""
    while True:
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
        yield Spoilt(text[:20_000_000].encode(), (), f"{many} {what}")


def spoilt_json(good: str, chance: random.Random) -> Iterator[Spoilt]:
    """Yield JSON that is cut off, doubled, or says what it may not."""
    for_numbers = ("NaN", "Infinity", "-1", "1e400", "[]", "{}", "null", "9" * 5000, '"\\ud800"', "true", '"a"')
    while True:
        what = chance.choice(("cut", "number", "key", "depth", "byte", "word"))
        cut = chance.randrange(1, max(2, len(good.rstrip()) - 1))
        places = list(re.finditer(r"(?<=[:\[,])\s*-?\d+", good)) or list(re.finditer(r":", good))
        place = chance.choice(places)
        text = {
            "cut": good[:cut],
            "number": good[: place.start()] + chance.choice(for_numbers[:8]) + good[place.end() :],
            "key": good.replace("{", '{"unheard of": 1, "unheard of": 2, ', 1),
            "depth": "[" * chance.choice((500, 984, 5000, 100_000)),
            "byte": good[:cut] + "\udcff" + good[cut:],
            "word": chance.choice(("null", "1", '""', "{}", "[]", "garbage", '{"a":' * 2000)),
        }[what]
        yield Spoilt(text.encode("utf-8", "surrogateescape"), (), what)


def spoilt_po(good: str, chance: random.Random) -> Iterator[Spoilt]:
    """Yield PO files that are cut within a string, have no quotes, or bring what no text may hold."""
    bad = ("---", "# x", "```", "> x", "- x", "    x", "\u202ex", "\x07", "{{deck.nothing}}")
    while True:
        places = list(re.finditer(r'^msgstr "(.+)"$', good, re.MULTILINE))
        place = chance.choice(places)
        what = chance.choice(("cut", "quote", "value", "context", "bytes"))
        context = good[: place.start()].rpartition("msgctxt ")[2].splitlines()[0]
        is_line = "HEAD" in context or "heading" in context  # where what begins a list or a quotation is a word
        new = chance.choice(bad[-3:] if is_line else bad)
        text = {
            "cut": good[: chance.randrange(place.start() + 9, place.end() - 1)],
            "quote": good[: place.end() - 1] + good[place.end() :],
            "value": f'{good[: place.start()]}msgstr "{new}"{good[place.end() :]}',
            "context": re.sub(r'msgctxt "[^"]*"', 'msgctxt "title/heading"', good, count=1),
            "bytes": good[: place.start() + 9] + "\udcff" + good[place.start() + 9 :],
        }[what]
        yield Spoilt(text.encode("utf-8", "surrogateescape"), (), f"{what} {new if what == 'value' else ''}")


def spoilt_rules(good: str, chance: random.Random) -> Iterator[Spoilt]:
    """Yield rules texts with something in them that cannot be printed."""
    bad = (
        "{{deck.nothing}}", "![x](figure:nothing)", "![x](symbol:nothing)", "[x](#nowhere)", "\u202eturned", "\x07",
        "\udcff", "<b>x</b>", "![x](http://example.org/x.png)", "[^nowhere]", "{{deck.tiles", "# Another {#title}",
    )  # fmt: skip
    lines = good.splitlines()
    while True:
        index = chance.randrange(9, len(lines))
        new = chance.choice(bad)
        text = "\n".join([*lines[:index], "", new, "", *lines[index:]]) + "\n"
        yield Spoilt(text.encode("utf-8", "surrogateescape"), (), repr(new))


def spoilt_bytes(good: str, chance: random.Random) -> Iterator[Spoilt]:
    """Yield files that are no profile: bytes without sense, of all lengths."""
    while True:
        length = chance.choice((0, 1, 127, 128, 131, 200, 5000, 3_000_000))
        data = bytearray(chance.randbytes(length))
        if chance.random() < 0.5:
            data[36:40] = b"acsp"
        yield Spoilt(bytes(data), (), f"{length} bytes of {good}")


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
    "printer list none", "preview --against nowhere", "preview --theme x",
    "preview --watch --port 70000", "play replay nowhere", "play replay in --draw x.svg",
    "play replay in/targets.yaml --game 0", "play score nowhere", "play score in/position1.yaml --draw x.bmp",
    "play simulate --players 9", "play simulate --games 0",
    "play simulate --jobs -1", "play simulate --seed -1", "play simulate --bot human", "play study --players 1",
    "play study --games 1", "play study --report x.doc", "play search", "play search nowhere",
    "play designs --limit open-sides=9-1", "play designs --limit coins=x", "play designs --limit path-coins=9",
    "diff", "diff nowhere tiles.yaml", "play setup asterismo --players 9", "play setup asterismo --takes z9",
    "play setup asterion", "language new", "language new ../x", "language new EN", "language update nowhere.po",
    "language accept xx", "language status xx", "list schemas nothing", "completion tcsh",
    "list tiles --format xml", "check nowhere.yaml", "check --variant nowhere", "check in",
    "verify nowhere", "printer ink nowhere", "list layouts nothing", "unheard-of", "--unheard-of", "check \udcff",
    "check \udcff.yaml", "build --out in/v1.yaml", "build --out /", "build --out .",
    "build --out /dev/null/x", "build --only svg --out /proc/x",
)  # fmt: skip
_T, _RULES = "project/templates", "build --only rules --only web --language de"
YAML_KINDS = (
    ("labyrinth", "templates/games/small.yaml", "bad.yaml", "check bad.yaml"),
    ("deck", "tiles.yaml", "bad.yaml", "check bad.yaml"),
    ("horns", "templates/games/minotaurus.yaml", "bad.yaml", "check bad.yaml"),
    ("hexes", "templates/games/asterismo.yaml", "bad.yaml", "check bad.yaml"),
    ("variant", "templates/variants/pocket.yaml", "bad.yaml", "check --variant bad.yaml"),
    ("layout", "templates/layouts/scissors.yaml", "bad.yaml", "build --only sheets --layout bad.yaml MADE"),
    ("targets", "templates/targets/closing-example.yaml", "bad.yaml", "play search bad.yaml --out out/x"),
    ("position", POSITION.format(turns=1), "bad.yaml", "play score bad.yaml in/v1.yaml"),
    ("paper", "templates/papers/a4.yaml", f"{_T}/papers/bad.yaml", "build --only sheets --paper bad MADE"),
    ("theme", "templates/themes/knossos.yaml", f"{_T}/themes/bad.yaml", "build --only svg --theme bad MADE"),
    ("cutter", "templates/cutters/plain.yaml", f"{_T}/cutters/bad.yaml", "export dxf --set cutter=bad MADE"),
    ("words", "templates/locales/de/words.yaml", f"{_T}/locales/de/words.yaml", f"{_RULES} MADE"),
    ("figures", "templates/figures/small.yaml", f"{_T}/figures/small.yaml", f"{_RULES} MADE"),
    ("service", "templates/services/the-game-crafter.yaml", f"{_T}/services/the-game-crafter.yaml", "export tgc MADE"),
)  # fmt: skip


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.replace("MADE", "in/v1.yaml --out out/x").split())


def kinds(lock: str, record: str) -> list[Kind]:
    """Return all kinds of files; some are made by the program first."""
    rules = f"{_RULES} MADE"
    return [
        *(Kind(name, good, file, _split(words), spoilt_yaml) for name, good, file, words in YAML_KINDS),
        *(Kind(f"giant {name}", good, file, _split(words), giants) for name, good, file, words in YAML_KINDS[:8]),
        Kind("record", record, "bad.jsonl", ("play", "replay", "bad.jsonl", *SMALL), spoilt_json),
        Kind(
            "lock",
            lock,
            "bad.json",
            ("export", "vassal", *SMALL, "--set=lock=bad.json", "--out", "out/x"),
            spoilt_json,
        ),
        Kind(
            "profile",
            "",
            "bad.icc",
            ("export", "pdf", *SMALL, "--set=intent=bad.icc", "--out", "out/x"),
            spoilt_bytes,
        ),
        Kind("PO", german_rules(), f"{_T}/locales/de/small.po", _split(rules), spoilt_po),
        Kind("rules", RULES, f"{_T}/locales/en/small.md", _split(rules.replace("de", "en")), spoilt_rules),
    ]


def prepare(bench: Bench) -> tuple[Place, list[Kind]]:
    """Return a place with a project of its own, which hostile files may be put into, and the kinds of files."""
    place = Place(bench.folder / "hostile", bench.folder / "hostile/project", bench.folder / "log")
    shutil.copytree(bench.project, place.project)
    for name in ("out", "config"):
        (place.folder / name).mkdir()
    place.log.mkdir(exist_ok=True)
    write_inputs(place.folder / "in", 1)
    for words in (
        (
            "play",
            "simulate",
            *SMALL,
            "--engine",
            "readable",
            "--players",
            "2",
            "--games",
            "1",
            "--record",
            "good.jsonl",
        ),
        ("export", "vassal", *SMALL, "--out", "vassal"),
    ):
        ended = forked(words, place)
        assert ended.status == 0, ended
    lock = next(
        path for path in (place.folder / "vassal").iterdir() if path.suffix == ".json" and "manifest" not in path.name
    )
    texts = [path.read_text(encoding="utf-8") for path in (lock, place.folder / "good.jsonl")]
    return place, kinds(*texts)


def attack(place: Place, all_kinds: list[Kind], number: int, seed: int, counts: Counts) -> None:
    """Give the program one hostile file, or arguments without sense; note how it answers."""
    chance = random.Random(f"hostile {seed} {number}")
    if number % 10 == 0:
        words = tuple(ARGUMENTS[number // 10 % len(ARGUMENTS)].split(" "))
        _judge("arguments", words, place, None, "", number, seed, counts)
        return
    kind = all_kinds[number % len(all_kinds)]
    good = kind.good if "\n" in kind.good or not kind.good else (place.project / kind.good).read_text(encoding="utf-8")
    spoilt = next(kind.spoils(good, chance))
    path = place.folder / kind.file
    before = path.read_bytes() if path.exists() else None
    path.write_bytes(spoilt.data)
    try:
        _judge(kind.name, kind.words, place, spoilt, Path(kind.file).name, number, seed, counts)
    finally:
        if before is None:
            path.unlink()
        else:
            path.write_bytes(before)
        shutil.rmtree(place.folder / "out/x", ignore_errors=True)


def _judge(
    name: str, words: tuple[str, ...], place: Place, spoilt: Spoilt | None, file: str, number: int, seed: int,
    counts: Counts,
) -> None:  # fmt: skip
    ended = forked(words, place, prepare=_bound_memory, limit_s=LIMIT_S)
    faults = []
    if ended.status is None:
        faults.append("hung")
    elif ended.status not in {1, 2}:
        faults.append("not refused")
    if ended.has_traceback:
        faults.append("traceback")
    if "MemoryError" in ended.err:
        faults.append("memory")
    if spoilt and ended.status == 1 and not _is_placed(ended.err, file, spoilt.lines):
        faults.append("no place")
    how = f": {spoilt.how}" if spoilt else ""
    counts.note(
        name, faults, f"seed {seed} case {number}: {' '.join(words)!r}{how}: exit {ended.status}: {told(ended)!r}"
    )


def _is_placed(err: str, file: str, lines: tuple[int, ...]) -> bool:
    """Tell whether a mistake is told with its file and, where it is known, its line."""
    found = [int(line or 0) for line in re.findall(rf"{re.escape(file)}(?::(\d+))?", err)]
    return bool(found) and (not lines or any(line in found for line in lines))


def _bound_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
