"""The architecture as it is told in CONTRIBUTING holds in the code."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
MODULES = sorted((PROJECT / "generator").rglob("*.py"))


def lines_of(node: ast.FunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_imports_point_down_only() -> None:
    script = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([script, "--no-cache"], check=False, capture_output=True, text=True, cwd=PROJECT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PROJECT)))
def test_a_module_has_at_most_about_400_lines_and_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 450
    assert ast.get_docstring(ast.parse(text)), "a module says its concept"


def test_functions_fit_on_a_screen() -> None:
    functions = [
        (path, node)
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    long = {f"{path.relative_to(PROJECT)}:{node.name}": n for path, node in functions if (n := lines_of(node)) > 60}
    assert not long
    lengths = sorted(lines_of(node) for _, node in functions)
    assert lengths[len(lengths) // 2] <= 12, "the median function has about 10 lines"
    assert lengths[int(len(lengths) * 0.95)] <= 40


def test_no_room_is_named_after_nothing() -> None:
    vague = {"utils", "util", "helpers", "helper", "common", "core", "base", "manager", "misc", "tools"}
    assert not [path for path in MODULES if vague & set(path.relative_to(PROJECT).with_suffix("").parts)]


@pytest.mark.parametrize(
    ("library", "rooms"),
    [
        ("yaml", "catalogue/strict_yaml.py"),
        ("svgwrite", "drawing/svg.py"),
        ("resvg_py", "drawing/svg.py"),
        ("reportlab", "pdf/reportlab_adapter.py"),
        ("PIL", "pdf/pictures.py"),
        ("click", ("cli/", "games/labyrinth/commands/", "games/asterismo/commands/")),
        ("numba", "games/labyrinth/kernel/numba_adapter.py"),
        ("scipy", "games/labyrinth/simulation/intervals.py"),
        ("distributed", "games/labyrinth/simulation/cluster.py"),
        ("optuna", "games/labyrinth/simulation/search/optimiser.py"),
        ("matplotlib", ("games/labyrinth/simulation/plots.py", "games/labyrinth/simulation/charts.py")),
        ("numpy", ("games/labyrinth/kernel/", "games/labyrinth/simulation/")),
        ("tabulate", "games/report.py"),
        ("uharfbuzz", ("pdf/fonts.py", "rulebook/html/style.py")),
        ("watchfiles", "preview/watching.py"),
        ("pyphen", ("rulebook/typeset/", "rulebook/translation/new_language.py")),
        ("markdown_it", ("rulebook/text/", "rulebook/translation/passages.py")),
        ("mdit_py_plugins", "rulebook/text/"),
        ("platformdirs", "catalogue/printer_shelf.py"),
        ("pikepdf", ("verify/", "pdf/saddle_stitch.py", "pdf/greyscale.py")),
        ("ezdxf", "exports/ezdxf_adapter.py"),
        ("openpyxl", "catalogue/openpyxl_adapter.py"),
        ("pypdfium2", ("exports/pixels.py", "verify/ink.py")),
        ("polib", "rulebook/translation/po.py"),
    ],
)
def test_each_outside_library_stays_behind_its_door(library: str, rooms: str | tuple[str, ...]) -> None:
    imports = re.compile(rf"^\s*(?:import|from) {library}\b", re.MULTILINE)
    inside = [
        path.relative_to(PROJECT / "generator").as_posix() for path in MODULES if imports.search(path.read_text())
    ]
    assert inside
    assert all(name.startswith(rooms) for name in inside), inside


def test_drawings_become_svg_through_svgwrite_alone() -> None:
    """The gallery and the pages of rules are HTML, in which pictures stand as part of the page."""
    by_hand = re.compile(r"</|<(?:svg|g|path|use|defs|clipPath|title|desc)\b")
    assert not [path for path in MODULES if path.parent.name == "drawing" and by_hand.search(path.read_text())]


def test_only_the_command_prints() -> None:
    printing = re.compile(r"^\s*print\(|click\.(?:s?echo)\(", re.MULTILINE)
    printers = {path.parent.name for path in MODULES if printing.search(path.read_text())}
    assert printers <= {"cli", "commands"}, "commands of a game belong to the command line"


def test_no_game_is_named_outside_of_its_own_files() -> None:
    """`if game ==` would make a script of the house."""
    assert not [path for path in MODULES if re.search(r"\bgame\s*==", path.read_text())]
