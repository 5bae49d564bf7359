"""veraPDF's engine agrees: sheets and booklets are PDF/A-2u, booklets are PDF/UA-1.

The engine makes half a million checks of a booklet for PDF/A, most of them of what is drawn, so all files are asked
about in one process, and of the booklets the English one stands for all; THOROUGH=1 asks about all of them. PDF/UA-1
looks at fonts and text, so a language of each way of writing is held to it, and with THOROUGH=1 Spanish.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.cli.main import main
from generator.making.build import build
from generator.making.request import BuildRequest, Part
from tests.support.verapdf import asked, missing

FOOTNOTES = Path(__file__).with_name("footnotes.md")
"""Rules with footnotes, of which a booklet has notes to spoil."""

TILES = Path(__file__).parents[2] / "tiles.yaml"
LANGUAGES = ("en", "es", "ja") if "THOROUGH" in os.environ else ("en", "ja")
DRAWN_ALIKE = frozenset({"rules-es.pdf", "rules-ja.pdf"})


@pytest.fixture
def needs_engine() -> None:
    """Skip where the engine is not installed."""
    if lacking := missing():
        pytest.skip(lacking)


def built(folder: Path, languages: tuple[str, ...], *parts: Part) -> Path:
    """Build parts of the shipped game."""
    request = BuildRequest(
        game="asterion",
        catalogue=ShelfFile("asterion", TILES, TILES.name),
        theme=library.theme_file("knossos"),
        papers=(library.paper_file("a4"),),
        languages=languages,
        parts=frozenset(parts),
        verify=False,
    )
    build(request, folder)
    return folder


def spoilt(path: Path) -> Path:
    """A booklet with one mistake of each kind: what the engine is asked for it must find."""
    other = path.with_name("spoilt.pdf")
    with pikepdf.open(path) as pdf:
        elements = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/S" in one]
        del next(one for one in elements if one.S == "/Figure").Alt
        del next(one for one in elements if one.S == "/Note").ID
        next(one for one in elements if one.S == "/H2").S = pikepdf.Name.H4
        page = pdf.pages[3]
        page.contents_add(b"0 0 9 9 re f")
        pdf.save(other)
    return other


@pytest.mark.usefixtures("needs_engine")
def test_sheets_and_booklets_are_pdf_a_2u_and_booklets_pdf_ua_1(tmp_path: Path) -> None:
    """One test, so that the engine starts once: workers that share the tests of a module out would each ask it."""
    folder = built(tmp_path / "out", LANGUAGES, Part.SHEETS, Part.RULES)
    wanted = {
        path: ["2u"] * (bool(os.environ.get("THOROUGH")) or path.name not in DRAWN_ALIKE)
        + ["ua1"] * path.name.startswith("rules-")
        for path in sorted(folder.glob("*.pdf"))
    }
    found = {(path.name, flavour): verdict for path, of in asked(wanted).items() for flavour, verdict in of.items()}
    assert {("sheets-a4.pdf", "2u"), ("rules-en.pdf", "2u")} <= set(found)
    assert {(f"rules-{tag}.pdf", "ua1") for tag in LANGUAGES} <= set(found)
    assert {one: verdict.broken for one, verdict in found.items() if verdict.broken} == {}
    least = {"2u": 100_000, "ua1": 10_000}
    assert all(verdict.checks > least[flavour] for (_, flavour), verdict in found.items())


@pytest.mark.usefixtures("needs_engine")
def test_the_engine_finds_what_was_spoilt(tmp_path: Path) -> None:
    run, game = CliRunner(), tmp_path / "game"
    assert run.invoke(main, ["init", str(game), "--from", "asterismo", "--language", "en"]).exit_code == 0
    shutil.copy(FOOTNOTES, game / "rules" / "en.md")
    done = run.invoke(main, ["build", str(game), "--only", "rules", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    path = spoilt(tmp_path / "out" / "rules-en.pdf")
    rules = [told.split(" ", 1)[0] for told in asked({path: ["ua1"]})[path]["ua1"].broken]
    assert rules == ["7.1-3", "7.3-1", "7.4.2-1", "7.9-1"]
