"""``make torture``: kills, faults, full disks, hostile files and fuzzed ones, counted.

``SEED`` chooses the cases, ``PART`` one of the parts, ``SCALE`` how many cases there are. A failure is told with the
seed and the number of its case; ``PART=kills SEED=1 CASE=17`` runs that one alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from tests.torture.parts import CASES, run_part


def main() -> int:
    """Run the parts that are asked for, print the counts, and return 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="make torture")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=("", *CASES), default="")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--case", type=int)
    parser.add_argument("--only", default="", help="names of commands, with commas between")
    asked = parser.parse_args()
    bad = 0
    for part in (asked.part,) if asked.part else CASES:
        cases = range(int(CASES[part] * asked.scale)) if asked.case is None else range(asked.case, asked.case + 1)
        processes = min(len(cases), os.cpu_count() or 1, 4)
        with tempfile.TemporaryDirectory(prefix="asterion-torture-") as folder:
            tried, found, lines = run_part(part, asked.seed, cases, Path(folder), processes=processes, only=asked.only)
        for name, count in sorted(tried.items()):
            print(f"{part:8} {name:20} {count:9,}")
        told = ", ".join(f"{count} {what}" for what, count in sorted(found.items())) or "nothing found"
        print(f"{part:8} {'together':20} {tried.total():9,}   {told}")
        print(*lines, sep="\n", end="\n" if lines else "", flush=True)
        bad += len(lines)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
