"""One process of the torture: imports the program once, runs every case whose turn it is, and prints its counts."""

from __future__ import annotations

import json
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.torture import faults, full_disk, fuzz, hostile, kills
from tests.torture.commands import WRITING, Writing, uncovered
from tests.torture.judge import Bench, Counts, known_words
from tests.torture.running import import_everything, look_at

sys.dont_write_bytecode = True
PORTIONS = {"fuzz": 20_000}
"""Cases after which the counts so far are printed; of the other parts fewer, which take longer."""


def main() -> None:
    """Run the cases of a part from one number to another, by a step, and print what was counted as JSON."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored, by commands too
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    part, seed, first, last, step, folder, project, only = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    names = set(only.split(",")) - {""}
    chosen = [one for one in WRITING if one.name in names or not names or (names == {"light"} and not one.heavy)]
    import_everything(heavy=part in {"kills", "faults", "disks"} and any(one.heavy for one in chosen))
    from generator.cli.main import main as group

    missing = uncovered(group)
    assert not missing, f"commands that write and are not tortured: {missing}"
    writings = tuple(known_words(one, group) for one in chosen)
    bench, counts = Bench(Path(folder), Path(project)), Counts()
    run = _disturbing(part, bench, writings, int(seed), counts)
    numbers = range(int(first), int(last), int(step))
    portion = PORTIONS.get(part, 25)
    for begun in range(0, len(numbers), portion):
        run(numbers[begun : begun + portion])
        _tell(counts)
    shutil.rmtree(bench.folder, ignore_errors=True)
    _tell(counts)


def _tell(counts: Counts) -> None:
    """Print what was counted so far; the last line is all of it."""
    print(json.dumps({"tried": counts.tried, "found": counts.found, "lines": counts.lines}), flush=True)


def _disturbing(
    part: str, bench: Bench, writings: tuple[Writing, ...], seed: int, counts: Counts
) -> Callable[[range], None]:
    """Return what runs some cases of a part."""
    if part in {"hostile", "fuzz"}:
        return _reading(part, bench, seed, counts)
    disturb = {"kills": kills.disturb, "faults": faults.disturb}.get(part) or partial(
        full_disk.disturb, mounts=full_disk.can_mount(bench.folder / "probe")
    )

    def run(numbers: range) -> None:
        for number in numbers:
            disturb(bench, writings, number, seed, counts)

    return run


def _reading(part: str, bench: Bench, seed: int, counts: Counts) -> Callable[[range], None]:
    """Return what gives the readers some of what they cannot read."""
    bench.folder.mkdir()
    place, kinds = hostile.prepare(bench)
    if part == "fuzz":
        goods = {kind.name: kind.good for kind in kinds}
        shutil.copytree(place.folder / "vassal", place.folder / "out/good")
        look_at(place.project)
        texts = goods["record"], goods["lock"]
        return lambda numbers: fuzz.fuzz(place.folder / "out", texts, numbers, seed, counts)

    def run(numbers: range) -> None:
        for number in numbers:
            hostile.attack(place, kinds, number, seed, counts)

    return run


if __name__ == "__main__":
    main()
