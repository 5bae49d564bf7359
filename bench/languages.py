"""Prints, in one run, what a cold build costs with the rules in three languages, in thirteen, and in all.

A build of everything: pictures, sheets, rules as booklets and as pages, all read back and proved. Machines are noisy:
each figure is the least of several runs in turn, and the ratio is what to read.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from asterion_press.catalogue import library
from bench.costs import PROJECT, Cost, compile_all, cost_of, least

GAME = "asterion"
THREE = ("en", "es", "ja")
"""Languages that all others are compared with: the first ones."""
THIRTEEN = (*THREE, "ca", "de", "el", "fr", "it", "ko", "pl", "pt", "ru", "zh-Hans")
"""The languages of the first edition."""
KIB = 1024


def cold(languages: Sequence[str], scratch: Path) -> Cost:
    """Measure a build of everything into an empty folder."""
    out = scratch / "out"
    shutil.rmtree(out, ignore_errors=True)
    wanted = [word for language in languages for word in ("--language", language)]
    tiles = [str(PROJECT / "tiles.yaml"), "--out", str(out)]
    return cost_of(["-m", "asterion_press", "build", *tiles, "--quiet", *wanted])


def shown(languages: Sequence[str], cost: Cost, unit: Cost) -> None:
    """Print one line of the table."""
    many = f"{len(languages)} languages"
    print(f"  {many:14} {cost.cpu_s:6.2f} s {cost.peak_kib / KIB:6.0f} MiB   {cost.cpu_s / unit.cpu_s:.2f} x three")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.languages")
    parser.add_argument("--runs", type=int, default=5, help="runs of each kind; the least counts (default 5)")
    runs = parser.parse_args().runs
    compile_all()
    everything = tuple(library.languages(GAME))
    with tempfile.TemporaryDirectory(prefix="asterion-bench-") as folder:
        turns = [[cold(one, Path(folder)) for one in (THREE, THIRTEEN, everything)] for _ in range(runs)]
    three, thirteen, every = (least(list(costs)) for costs in zip(*turns, strict=True))
    print(f"CPU time and peak memory of a cold build of {GAME} with its rules, least of {runs} runs in turn")
    shown(THREE, three, three)
    shown(THIRTEEN, thirteen, three)
    shown(everything, every, three)
    if more := len(everything) - len(THREE):
        print(f"  each further language {(every.cpu_s - three.cpu_s) / more:.2f} s")
        print(f"  all to thirteen {every.cpu_s / thirteen.cpu_s:.2f}")


if __name__ == "__main__":
    main()
