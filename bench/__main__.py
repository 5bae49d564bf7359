"""Prints, in one run, what a cold build of pictures and sheets costs in CPU time and memory.

Against (a) a floor: a process that imports reportlab, svgwrite and yaml, reads the catalogue and writes five empty
pages; against (b) the same drawings taken from SVG into PDF by svglib; how cost grows with the number of tiles; and
what a rebuild costs that has nothing or one tile to do. Machines are noisy: each figure is the least of several runs
in turn, and the ratios are what to read.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.big_catalogue import catalogue_of
from bench.costs import PROJECT, Cost, compile_all, cost_of, least

HERE = Path(__file__).resolve().parent
KIB = 1024


def build_arguments(catalogue: Path, out: Path, *more: str) -> list[str]:
    """Return the command that builds pictures and sheets, silently."""
    command = ["-m", "asterion_press", "build", str(catalogue), "--out", str(out), "--quiet"]
    return [*command, "--only", "svg", "--only", "sheets", *more]


def cold(catalogue: Path, scratch: Path, *more: str) -> Cost:
    """Measure a build into an empty folder."""
    out = scratch / "cold"
    shutil.rmtree(out, ignore_errors=True)
    return cost_of(build_arguments(catalogue, out, *more))


def compare(scratch: Path, runs: int) -> None:
    """Measure the build against the floor, and against the way over svglib."""
    tiles = PROJECT / "tiles.yaml"
    floor, ours, proved, other = [], [], [], []
    for _ in range(runs):
        floor.append(cost_of([str(HERE / "floor.py"), str(tiles), str(scratch / "floor.pdf")]))
        ours.append(cold(tiles, scratch, "--no-verify"))
        proved.append(cold(tiles, scratch))
        other.append(cost_of([str(HERE / "over_svglib.py"), str(tiles), str(scratch)]))
    a, build, read, b = map(least, (floor, ours, proved, other))
    print(f"CPU time of a cold build of 71 SVGs and two PDFs of sheets, least of {runs} runs in turn")
    print(f"  (a) floor: imports, catalogue, five empty pages  {a.cpu_s * 1000:7.0f} ms")
    print(f"  build --no-verify                                {build.cpu_s * 1000:7.0f} ms = {_x(build, a)} x (a)")
    print(f"  build, read back and proved                      {read.cpu_s * 1000:7.0f} ms = {_x(read, a)} x (a)")
    print(f"  (b) svgwrite -> svglib -> ReportLab              {b.cpu_s * 1000:7.0f} ms = {_x(b, build)} x build")


def _x(cost: Cost, unit: Cost) -> str:
    return f"{cost.cpu_s / unit.cpu_s:.2f}"


def grow(scratch: Path, sizes: Sequence[int]) -> None:
    """Time and memory for more and more tiles."""
    costs = {}
    for size in sizes:
        catalogue = scratch / f"tiles-{size}.yaml"
        catalogue.write_text(catalogue_of(size, PROJECT / "tiles.yaml"), encoding="utf-8")
        costs[size] = cold(catalogue, scratch, "--no-verify", "--paper", "a4")
    print("growth, one paper")
    first = sizes[0]
    for size, cost in costs.items():
        line = f"  {size:6} tiles {cost.cpu_s:8.2f} s {cost.peak_kib / KIB:8.0f} MiB"
        if size != first:
            more = size - first
            ms = (cost.cpu_s - costs[first].cpu_s) / more * 1000
            line += f"   each further tile {ms:.2f} ms, {(cost.peak_kib - costs[first].peak_kib) / more:.0f} KiB"
        print(line)


def rebuild(scratch: Path, runs: int) -> None:
    """Measure a build of everything with one process and with one a core, and the build after it."""
    catalogue, out = scratch / "tiles.yaml", scratch / "again"
    text = (PROJECT / "tiles.yaml").read_text(encoding="utf-8")
    catalogue.write_text(text, encoding="utf-8")
    whole = ["-m", "asterion_press", "build", str(catalogue), "--out", str(out), "--quiet"]
    alone = cost_of([*whole[:-2], str(scratch / "alone"), "--quiet", "--jobs", "1"])
    parts = [*build_arguments(catalogue, scratch / "parts"), "--only", "check", "--unsound"]  # figures claim coins
    first = cost_of(whole)
    cost_of(parts)
    cost_of(whole)  # it is the first that finds files old enough to know them again
    same, one, bare = [], [], []
    for _ in range(runs):
        bare.append(cost_of(["-c", "pass"]))
        same.append(cost_of(whole))
        catalogue.write_text(text.replace("{exits: NES}\n", "{exits: NES, coins: 1}\n", 1), encoding="utf-8")
        one.append(cost_of(parts))
        catalogue.write_text(text, encoding="utf-8")
        cost_of(parts)
    print("rebuild, proof included")
    print(f"  first build, one process                 {alone.cpu_s * 1000:7.0f} ms, {alone.wall_s:.1f} s of waiting")
    print(f"  first build, one process a core          {first.cpu_s * 1000:7.0f} ms, {first.wall_s:.1f} s of waiting")
    unchanged = least(same)
    print(f"  nothing changed                          {unchanged.cpu_s * 1000:7.0f} ms", end="")
    print(f" = {_x(unchanged, least(bare))} x bare Python")
    print(f"  one design changed, without booklets     {least(one).cpu_s * 1000:7.0f} ms")


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, help="runs of each kind; the least counts (default 5)")
    parser.add_argument("--sizes", type=int, nargs="+", default=[64, 640, 6400], help="numbers of tiles for the growth")
    options = parser.parse_args()
    compile_all()
    with tempfile.TemporaryDirectory(prefix="asterion-bench-") as folder:
        scratch = Path(folder)
        compare(scratch, options.runs)
        grow(scratch, options.sizes)
        rebuild(scratch, min(3, options.runs))


if __name__ == "__main__":
    main()
