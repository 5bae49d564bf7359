"""One process of the torture: imports the program once, runs every case whose turn it is, and prints its counts."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import faults
import full_disk
import fuzz
import hostile
import kills
from commands import WRITING, uncovered
from judge import Bench, Counts, known_words
from running import import_everything, look_at

sys.dont_write_bytecode = True


def main() -> None:
    """Run the cases of a part from one number to another, by a step, and print what was counted as JSON."""
    part, seed, first, last, step, folder, project, only = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    names = set(only.split(",")) - {""}
    chosen = [one for one in WRITING if one.name in names or not names or (names == {"light"} and not one.heavy)]
    import_everything(heavy=part in {"kills", "faults", "disks"} and any(one.heavy for one in chosen))
    from generator.cli import main as group

    missing = uncovered(group)
    assert not missing, f"commands that write and are not tortured: {missing}"
    writings = tuple(known_words(one, group) for one in chosen)
    bench, counts = Bench(Path(folder), Path(project)), Counts()
    mounts = part == "disks" and full_disk.can_mount(Path(folder) / "probe")
    if part in {"hostile", "fuzz"}:
        _read(part, bench, range(int(first), int(last), int(step)), int(seed), counts)
    for number in range(int(first), int(last), int(step)):
        if part == "kills":
            kills.disturb(bench, writings, number, int(seed), counts)
        elif part == "faults":
            faults.disturb(bench, writings, number, int(seed), counts)
        elif part == "disks":
            full_disk.disturb(bench, writings, number, int(seed), counts, mounts=mounts)
    shutil.rmtree(bench.folder, ignore_errors=True)
    print(json.dumps({"tried": counts.tried, "found": counts.found, "lines": counts.lines}))


def _read(part: str, bench: Bench, numbers: range, seed: int, counts: Counts) -> None:
    """Give the readers what they cannot read."""
    bench.folder.mkdir()
    place, kinds = hostile.prepare(bench)
    if part == "hostile":
        for number in numbers:
            hostile.attack(place, kinds, number, seed, counts)
        return
    goods = {kind.name: kind.good for kind in kinds}
    shutil.copytree(place.folder / "vassal", place.folder / "out/good")
    look_at(place.project)
    fuzz.fuzz(place.folder / "out", (goods["record"], goods["lock"], goods["PO"]), numbers, seed, counts)


if __name__ == "__main__":
    main()
