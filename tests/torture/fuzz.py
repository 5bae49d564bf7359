"""A million mutated inputs for every reader, in process: whatever they hold, only the errors for users may come."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.torture.judge import Counts
from tests.torture.small_project import FIGURES, POSITION, RULES, TARGETS, german_rules
from tests.torture.small_project import SMALL as CATALOGUE

WORDS = tuple(
    word.encode("utf-8", "surrogateescape")
    for word in (
        *(
            "nan",
            ".inf",
            "-1",
            "0",
            "1e400",
            "9" * 30,
            "null",
            "true",
            "~",
            "''",
            "{}",
            "[]",
            "{a: 1}",
            "[[1]]",
            "&a",
            "*a",
        ),
        *(
            "!!int",
            "<<",
            "---",
            "...",
            "- ",
            ": ",
            ", ",
            "\n",
            "\t",
            "\r",
            "\x00",
            "\x07",
            "\u202e",
            "\ufeff",
            "\u2028",
            "\x85",
        ),
        *(
            "\udcff",
            "é",
            "Ж",
            "日",
            "#",
            "'",
            '"',
            "{{deck.tiles}}",
            "![a](figure:tile)",
            "|",
            ">",
            "%",
            "@",
            "`",
            "\\",
        ),
        *(
            "\\u0000",
            "\\ud800",
            "{",
            "}",
            "[",
            "]",
            "NESW",
            "Y01",
            "small",
            "yellow",
            "1970-01-01",
            "1:30",
            "0x1f",
            "1_0",
        ),
    )
)
SMALLEST = """\
kind: tokens
game: t
title: T
edition: first
credits: {design: N, publisher: n, artwork: o}
shape: square
size_mm: 25
backs: colours
colours: {amber: {symbol: sun, ink: '#d9a520'}, slate: {symbol: shell, ink: '#3a4a63'}}
tokens: {crowd: {count: 2, value: 1}, hero: {text: HECTOR}}
expect: {pieces: 6}
"""
LAYOUT = "title: T\nsource: ours\ngutter_mm: 4\nmarks: {crop: true}\n"


def mutated(seed: bytes, chance: random.Random) -> bytes:
    """Return a seed with some bytes cut out, doubled, exchanged or put in."""
    data = seed
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((0, 1, 1, 4, 12, 40)))
        way = chance.randrange(6)
        if way == 0:
            data = data[:at] + data[end:]
        elif way == 1:
            data = data[:end] + data[at:]
        elif way == 2:
            data = data[:at] + bytes((chance.randrange(256),)) + data[at + 1 :]
        elif way == 3:
            data = data[:at]
        else:
            data = data[:at] + chance.choice(WORDS) + data[end if way == 5 else at :]
    return data


Reader = Callable[[bytes], object]


def readers(folder: Path, record: str, lock: str) -> Iterator[tuple[str, bytes, Reader, int]]:
    """Yield every reader: its name, a good input, how it is called, and how often it comes in a round."""
    from generator.catalogue import (  # fmt: skip
        equipment,
        layouts,
        library,
        strict_yaml,
        themes,
        words,
    )
    from generator.catalogue.library import ShelfFile
    from generator.catalogue.po import read_catalogue
    from generator.catalogue.printers import load_printer
    from generator.exports.targets.pdf import read_profile
    from generator.exports.targets.vassal import read_lock
    from generator.games.kinds import read_game
    from generator.games.labyrinth.catalogue import position_records, table_records, target_records
    from generator.games.labyrinth.catalogue.loader import load_catalogue
    from generator.games.labyrinth.engine import record as records
    from generator.publish.manifest import MANIFEST_NAME, read_manifest
    from generator.rulebook.text.markdown import split_front_matter
    from generator.rulebook.translation.language import split_passages

    path = folder / "fuzzed.yaml"
    shelf_of = library.root() / "templates"

    def by_file(read: Callable[[Path, str], object]) -> Reader:
        def reads(data: bytes) -> object:
            path.write_bytes(data)
            return read(path, "fuzzed.yaml")

        return reads

    def read_kind(data: bytes) -> object:
        path.write_bytes(data)
        game = read_game(ShelfFile("fuzzed", path, "fuzzed.yaml"))
        return game.findings()

    def manifest(data: bytes) -> object:
        (folder / MANIFEST_NAME).write_bytes(data)
        return read_manifest(folder)

    def text(read: Callable[[str], object]) -> Reader:
        return lambda data: read(data.decode("utf-8", "replace"))

    def file_of(kind: str, name: str) -> bytes:
        raw = (shelf_of / kind / f"{name}.yaml").read_bytes()
        return b"\n".join(line for line in raw.splitlines() if not line.lstrip().startswith(b"#"))

    labyrinth = CATALOGUE.format(title="S", ink="#d9a520").encode()
    good_manifest = (folder / "good" / MANIFEST_NAME).read_bytes()
    yield "document", labyrinth, lambda data: strict_yaml.parse_document(data, "fuzzed.yaml"), 6
    yield "labyrinth", labyrinth, by_file(load_catalogue), 3
    yield "game", labyrinth, read_kind, 1
    yield "tokens", SMALLEST.encode(), read_kind, 1
    yield "variant", b"of: small\ntitle: V\ndesigns: {remove: [fork]}\ntile_mm: 40\n", by_file(_variant), 1
    yield "layout", file_of("layouts", "scissors"), by_file(layouts.load_layout), 3
    yield "paper", file_of("papers", "a4"), by_file(equipment.load_paper), 4
    yield "theme", file_of("themes", "ink-saver"), by_file(themes.load_theme), 2
    yield "targets", TARGETS.encode(), by_file(target_records.load_targets), 4
    yield "position", POSITION.format(turns=1).encode(), by_file(table_records.load_table), 4
    yield "figures", FIGURES.encode(), by_file(position_records.load_figures), 4
    yield "cutter", file_of("cutters", "plain"), by_file(equipment.load_cutter), 4
    yield "service", file_of("services", "the-game-crafter"), by_file(equipment.load_service), 2
    yield "ink", file_of("ink", "home-inkjet"), by_file(equipment.load_ink_use), 4
    yield (
        "printer",
        b"back_mm: {across: 1.3, down: -0.4}\n",
        by_file(lambda p, n: load_printer(ShelfFile("p", p, n))),
        4,
    )
    yield (
        "words",
        (shelf_of / "locales/de/words.yaml").read_bytes(),
        by_file(lambda p, n: words.load_words(p, "de", n)),
        1,
    )
    yield "PO", german_rules().encode(), by_file(lambda p, n: read_catalogue(ShelfFile("de", p, n))), 2
    yield "passages", RULES.encode(), text(split_passages), 8
    yield "rules head", RULES.encode(), text(lambda rules: split_front_matter(rules, "rules.md")), 6
    yield "record", record.encode(), text(records.read_record), 12
    yield "lock", lock.encode(), lambda data: read_lock(data, "lock.json"), 12
    yield "profile", _profile(), lambda data: read_profile(data, "x.icc"), 12
    yield "manifest", good_manifest, manifest, 6


def _variant(path: Path, name: str) -> object:
    from generator.catalogue import library
    from generator.catalogue.library import ShelfFile
    from generator.games.kinds import read_game

    return read_game(library.game_file("small"), ShelfFile("fuzzed", path, name))


def _profile() -> bytes:
    head = bytearray(128)
    head[8:12], head[12:16], head[16:20], head[36:40] = b"\x02\x40\0\0", b"prtr", b"CMYK", b"acsp"
    body = b"desc\0\0\0\0" + (5).to_bytes(4, "big") + b"Test\0" + bytes(80)
    table = (1).to_bytes(4, "big") + b"desc" + (144).to_bytes(4, "big") + len(body).to_bytes(4, "big")
    data = bytes(head) + table + body
    return len(data).to_bytes(4, "big") + data[4:]


def fuzz(folder: Path, goods: tuple[str, str], numbers: range, seed: int, counts: Counts) -> None:
    """Read so many mutated inputs, each of which is told by its number; note every unexpected exception."""
    from generator.errors import AsterionError
    from generator.games.labyrinth.engine.rules import MalformedError

    all_readers = list(readers(folder, *goods))
    told = (AsterionError, MalformedError)
    places = [index for index, (_, _, _, often) in enumerate(all_readers) for _ in range(often)]
    for number in numbers:
        chance = random.Random(f"fuzz {seed} {number}")
        name, good, read, _ = all_readers[places[number % len(places)]]
        data = mutated(good, chance)
        faults = []
        try:
            read(data)
        except told:
            pass
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            faults = ["traceback"]
            frame = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(frame.filename).name}:{frame.lineno}"
            counts.lines.append(
                f"seed {seed} case {number}: {name}: {type(error).__name__} {str(error)[:100]} in {where}"
            )
        counts.tried[name] += 1
        counts.found.update(faults)
