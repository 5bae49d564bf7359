"""Prints, in one run, what builds cost in CPU time and memory.

Against a floor, a process that imports reportlab, svgwrite and yaml, reads the catalogue and writes five empty pages;
against the same drawings taken from SVG into PDF by other programs; how cost grows with the number of tiles; and what
a rebuild costs that has nothing or one tile to do. Machines are noisy: each figure is the least of several runs in
turn, and the ratios are what to read.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from bench.big_catalogue import catalogue_of
from bench.costs import PROJECT, Cost, compile_all, cost_of, least

HERE = Path(__file__).resolve().parent
KIB = 1024
PIECES = ("--only", "svg", "--only", "sheets")
PEERS = ("svglib", "weasyprint", "typst")


def build_arguments(catalogue: Path, out: Path, *more: str) -> list[str]:
    """Return the command that builds into a folder, silently."""
    return ["-m", "asterion_press", "build", str(catalogue), "--out", str(out), "--quiet", *more]


def cold(catalogue: Path, scratch: Path, *more: str) -> Cost:
    """Measure a build into an empty folder."""
    out = scratch / "cold"
    shutil.rmtree(out, ignore_errors=True)
    return cost_of(build_arguments(catalogue, out, *more))


def compare(scratch: Path, runs: int) -> None:
    """Measure builds against the floor, and the sheets against the ways of other programs."""
    tiles = PROJECT / "tiles.yaml"
    ways: dict[str, Callable[[], Cost]] = {
        "floor: imports, catalogue, five empty pages": lambda: cost_of(
            [str(HERE / "floor.py"), str(tiles), str(scratch / "floor.pdf")]
        ),
        "sheets, A4, not proved": lambda: cold(
            tiles, scratch, "--only", "sheets", "--paper", "a4", "--no-verify", "--jobs", "1"
        ),
        "English, A4, all, proved": lambda: cold(tiles, scratch, "--language", "en", "--paper", "a4", "--jobs", "1"),
        "nineteen languages, two papers, all, proved": lambda: cold(tiles, scratch),
        "SVG and sheets, two papers, not proved": lambda: cold(tiles, scratch, *PIECES, "--no-verify"),
        **{f"the same by {peer}": partial(over_peer, peer, tiles, scratch / peer) for peer in PEERS},
    }
    costs: dict[str, list[Cost]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, measure in ways.items():
            costs[name].append(measure())
    floor = min(cost.cpu_s for cost in next(iter(costs.values())))
    print(f"cold, least of {runs} runs in turn: CPU time, as a multiple of the floor, and wall time")
    for name, found in costs.items():
        cpu_s, wall_s = least(found).cpu_s, min(cost.wall_s for cost in found)
        print(f"  {name:44} {cpu_s:7.2f} s {cpu_s / floor:7.1f} x {wall_s:7.2f} s")


def over_peer(peer: str, catalogue: Path, scratch: Path) -> Cost:
    """Measure another way to the same sheets."""
    scratch.mkdir(exist_ok=True)
    return cost_of([str(HERE / "peers.py"), peer, str(catalogue), str(scratch)])


def _x(cost: Cost, unit: Cost) -> str:
    return f"{cost.cpu_s / unit.cpu_s:.2f}"


def grow(scratch: Path, sizes: Sequence[int]) -> None:
    """Time and memory for more and more tiles."""
    costs = {}
    for size in sizes:
        catalogue = scratch / f"tiles-{size}.yaml"
        catalogue.write_text(catalogue_of(size, PROJECT / "tiles.yaml"), encoding="utf-8")
        costs[size] = cold(catalogue, scratch, *PIECES, "--no-verify", "--paper", "a4")
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
    whole = build_arguments(catalogue, out)
    alone = cost_of(build_arguments(catalogue, scratch / "alone", "--jobs", "1"))
    # Figures claim coins: the deck with one coin more is unsound.
    parts = build_arguments(
        catalogue, scratch / "parts", *PIECES, "--only", "check", "--unsound"
    )  # figures claim coins
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
