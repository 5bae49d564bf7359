"""One process of the torture: imports the program once, runs every case whose turn it is, and prints its counts."""

from __future__ import annotations

import json
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.torture import fuzz, hostile, strikes
from tests.torture.commands import WRITING, uncovered
from tests.torture.judge import Bench, Counts
from tests.torture.running import import_everything, look_at

sys.dont_write_bytecode = True


def main() -> None:
    """Run the cases of a part from one number to another, by a step, and print what was counted as JSON."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored, by commands too
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    part, seed, first, last, step, folder, project, only = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    names = set(only.split(",")) - {""}
    chosen = tuple(one for one in WRITING if one.name in names or not names)
    import_everything(heavy=part in strikes.STRIKES and any(one.heavy for one in chosen))
    from asterion_press.cli.main import main as group

    missing = uncovered(group)
    assert not missing, f"commands that write and are not tortured: {missing}"
    bench, counts = Bench(Path(folder), Path(project)), Counts()
    bench.folder.mkdir()
    run: Callable[[int], None]
    if part in strikes.STRIKES:
        run = partial(strikes.strike, part, bench, chosen, seed=int(seed), counts=counts)
    else:
        place, lock, record, manifest = hostile.prepare(bench)
        run = partial(hostile.attack, place, hostile.kinds(lock, record), seed=int(seed), counts=counts)
        if part == "fuzz":
            look_at(place.project)
            files = fuzz.good_files(lock, record, manifest)
            run = partial(fuzz.fuzz, place.folder / "out", files, seed=int(seed), counts=counts)
    for number in range(int(first), int(last), int(step)):
        run(number)
    shutil.rmtree(bench.folder, ignore_errors=True)
    print(json.dumps({"tried": counts.tried, "found": counts.found, "lines": counts.lines}), flush=True)


if __name__ == "__main__":
    main()
