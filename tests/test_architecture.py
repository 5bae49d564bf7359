"""The architecture as it is told in CONTRIBUTING holds in the code."""

from __future__ import annotations

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
MODULES = sorted((PROJECT / "generator").rglob("*.py"))


DOORS: dict[str, str | tuple[str, ...]] = {
    "yaml": "catalogue/strict_yaml.py",
    "svgwrite": "drawing/svg.py",
    "resvg_py": "drawing/svg.py",
    "reportlab": "pdf/reportlab_adapter.py",
    "PIL": ("pdf/pictures.py", "catalogue/validation.py"),  # the second for names of colours
    "click": ("cli/", "games/labyrinth/commands/", "games/asterismo/commands/"),
    "numba": "games/labyrinth/kernel/numba_adapter.py",
    "scipy": "games/labyrinth/simulation/intervals.py",
    "distributed": "games/labyrinth/simulation/cluster.py",
    "optuna": "games/labyrinth/simulation/search/optimiser.py",
    "matplotlib": "games/labyrinth/simulation/study_report.py",
    "numpy": ("games/labyrinth/kernel/", "games/labyrinth/simulation/"),
    "tabulate": "games/report.py",
    "uharfbuzz": ("pdf/fonts.py", "rulebook/html/style.py"),
    "watchfiles": "preview/watching.py",
    "pyphen": ("rulebook/typeset/", "rulebook/translation/language.py"),
    "markdown_it": ("rulebook/text/", "rulebook/translation/language.py"),
    "mdit_py_plugins": "rulebook/text/",
    "platformdirs": "catalogue/printer_shelf.py",
    "pikepdf": ("verify/", "pdf/saddle_stitch.py", "pdf/greyscale.py"),
    "ezdxf": "exports/ezdxf_adapter.py",
    "openpyxl": "catalogue/openpyxl_adapter.py",
    "pypdfium2": ("exports/pixels.py", "verify/ink.py"),
    "polib": "catalogue/po.py",
}
"""The modules that may import a library from outside, by the beginnings of their paths in `generator`."""


def test_each_outside_library_stays_behind_its_door() -> None:
    texts = {path.relative_to(PROJECT / "generator").as_posix(): path.read_text(encoding="utf-8") for path in MODULES}
    for library, doors in DOORS.items():
        imports = re.compile(rf"^\s*(?:import|from) {library}\b", re.MULTILINE)
        inside = [name for name, text in texts.items() if imports.search(text)]
        assert inside, library
        assert [name for name in inside if not name.startswith(doors)] == [], library


def test_drawings_become_svg_through_svgwrite_alone() -> None:
    """The gallery and the pages of rules are HTML, in which pictures stand as part of the page."""
    by_hand = re.compile(r"</|<(?:svg|g|path|use|defs|clipPath|title|desc)\b")
    assert not [path for path in MODULES if path.parent.name == "drawing" and by_hand.search(path.read_text())]


def test_every_pdf_of_reportlab_is_opened_by_one_door() -> None:
    opening = re.compile(r"\bCanvas\(|\.set(?:Title|Author|Subject|Creator|TrimBox|BleedBox)\(|\bStructure\(")
    doors = [path for path in MODULES if opening.search(path.read_text().replace("class Structure(", ""))]
    assert doors == [PROJECT / "generator/pdf/document.py"]


def test_only_the_command_prints() -> None:
    printing = re.compile(r"^\s*print\(|click\.(?:s?echo)\(", re.MULTILINE)
    printers = {path.parent.name for path in MODULES if printing.search(path.read_text())}
    assert printers <= {"cli", "commands"}, "commands of a game belong to the command line"


def test_no_game_is_named_outside_of_its_own_files() -> None:
    """`if game ==` would make a script of the house."""
    assert not [path for path in MODULES if re.search(r"\bgame\s*==", path.read_text())]
