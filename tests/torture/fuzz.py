"""A million mutated inputs for every reader, in process: whatever they hold, only the errors for users may come."""

from __future__ import annotations

import random
import traceback
from pathlib import Path

from asterion_press.catalogue import library
from asterion_press.errors import AsterionError
from asterion_press.games.labyrinth.engine.rules import MalformedError
from tests.support.profiles import press_profile
from tests.support.readers import READERS
from tests.support.small_games import SMALL, TOKENS
from tests.torture.judge import Counts
from tests.torture.small_project import FIGURES, POSITION, RULES, TARGETS, german_rules

WORDS = tuple(
    word.encode("utf-8", "surrogateescape")
    for word in (
        *("nan", ".inf", "-1", "0", "1e400", "9" * 30, "null", "true", "~", "''", "{}", "[]", "{a: 1}", "[[1]]", "&a"),
        *("*a", "!!int", "<<", "---", "...", "- ", ": ", ", ", "\n", "\t", "\r", "\x00", "\x07", "\u202e", "\ufeff"),
        *("\u2028", "\x85", "\udcff", "é", "Ж", "日", "#", "'", '"', "{{deck.tiles}}", "![a](figure:tile)", "|", ">"),
        *("%", "@", "`", "\\", "\\u0000", "\\ud800", "{", "}", "[", "]", "NESW", "Y01", "small", "yellow"),
        *("1970-01-01", "1:30", "0x1f", "1_0"),
    )
)


def good_files(lock: str, record: str, manifest: bytes) -> list[tuple[str, bytes]]:
    """Return good files with their kinds of readers, each as often as it comes in a round.

    Args:
        lock: the numbers of pieces.
        record: a line of a record of games.
        manifest: of any folder.
    """

    def shipped(name: str) -> bytes:
        raw = (library.root() / "templates" / f"{name}.yaml").read_bytes()
        return b"\n".join(line for line in raw.splitlines() if not line.lstrip().startswith(b"#"))

    files = (
        ("document", SMALL.encode(), 6),
        ("catalogue", SMALL.encode(), 4),
        ("catalogue", TOKENS.encode(), 1),
        ("variant", b"of: small\ntitle: V\ndesigns: {remove: [fork]}\ntile_mm: 40\n", 1),
        ("layout", shipped("layouts/scissors"), 3),
        ("paper", shipped("papers/a4"), 4),
        ("theme", shipped("themes/ink-saver"), 2),
        ("targets", TARGETS.encode(), 4),
        ("position", POSITION.encode(), 4),
        ("figures", FIGURES.encode(), 4),
        ("cutter", shipped("cutters/plain"), 4),
        ("service", shipped("services/the-game-crafter"), 2),
        ("ink", shipped("ink/home-inkjet"), 4),
        ("printer", b"back_mm: {across: 1.3, down: -0.4}\n", 4),
        ("words", shipped("locales/de/words"), 1),
        ("PO", german_rules().encode(), 2),
        ("passages", RULES.encode(), 8),
        ("rules", RULES.encode(), 6),
        ("record", record.encode(), 12),
        ("lock", lock.encode(), 12),
        ("profile", press_profile(), 12),
        ("manifest", manifest, 6),
    )
    return [(name, good) for name, good, often in files for _ in range(often)]


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


def fuzz(folder: Path, files: list[tuple[str, bytes]], number: int, seed: int, counts: Counts) -> None:
    """Read one mutated file; note an unexpected exception."""
    chance = random.Random(f"fuzz {seed} {number}")
    name, good = files[number % len(files)]
    path = folder / "fuzzed.yaml"
    path.write_bytes(mutated(good, chance))
    faults, message = list[str](), ""
    try:
        READERS[name](path)
    except (AsterionError, MalformedError):
        pass
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        frame = traceback.extract_tb(error.__traceback__)[-1]
        message = f"{type(error).__name__} {str(error)[:100]} in {Path(frame.filename).name}:{frame.lineno}"
        faults = ["traceback"]
    counts.note(name, faults, f"seed {seed} case {number}: {name}: {message}")
