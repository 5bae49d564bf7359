"""The parts of the torture, each run by processes that share its cases."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.torture.small_project import make_project

ROOT = Path(__file__).resolve().parents[2]
WORKER = Path(__file__).with_name("worker.py")
CASES = {"kills": 1100, "faults": 600, "disks": 250, "hostile": 1200, "fuzz": 1_000_000}
"""How many cases each part has at scale 1."""


def run_part(
    part: str, seed: int, cases: range, folder: Path, *, processes: int = 2, only: str = ""
) -> tuple[Counter[str], Counter[str], list[str]]:
    """Run the cases of a part in several processes.

    Args:
        part: one of :data:`CASES`.
        seed: chooses what the cases are.
        cases: their numbers.
        folder: for everything that is written, which has room for a project.
        processes: how many work at a time.
        only: names of commands, with commas between; empty are all.

    Returns:
        The cases tried by command or kind, what was found, and a line for each case in which something was.
    """
    project = folder / "project"
    if not project.is_dir():
        make_project(project)
    paths = os.pathsep.join(map(str, (project / "generator", ROOT)))

    def work(number: int) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [
                sys.executable, str(WORKER), part, str(seed), str(cases.start + number), str(cases.stop),
                str(processes), str(folder / f"{part}-{number}"), str(project), only,
            ],
            env=os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"},
            check=False,
            stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip

    tried: Counter[str] = Counter()
    found: Counter[str] = Counter()
    lines: list[str] = []
    with ThreadPoolExecutor(processes) as pool:
        ended = list(pool.map(work, range(processes)))
    for process in ended:
        if process.returncode:
            raise RuntimeError(f"a process of {part} ended with {process.returncode}: {process.stdout}")
        counts = json.loads(process.stdout.splitlines()[-1])
        tried.update(counts["tried"])
        found.update(counts["found"])
        lines += counts["lines"]
    return tried, found, lines
