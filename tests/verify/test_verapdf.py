"""veraPDF's engine agrees: sheets and booklets are PDF/A-2u, booklets are PDF/UA-1.

The engine makes half a million checks of a booklet for PDF/A, most of them of what is drawn, so all files are asked
about in one process, and of the booklets the English one stands for all; THOROUGH=1 asks about all of them. PDF/UA-1
looks at fonts and text, so a language of each way of writing is held to it, and with THOROUGH=1 Spanish.
"""

from __future__ import annotations

import os
from pathlib import Path

import pikepdf
import pytest
from verapdf import Verdict, asked, missing

from generator.build.build import build
from generator.build.request import BuildRequest, Part
from generator.catalogue import library
from generator.catalogue.library import ShelfFile

TILES = Path(__file__).parents[2] / "tiles.yaml"
LANGUAGES = ("en", "es", "ja") if "THOROUGH" in os.environ else ("en", "ja")
DRAWN_ALIKE = frozenset({"rules-es.pdf", "rules-ja.pdf"})


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Verdict]]:
    """By file and flavour: what the engine says of the shipped game, and of a spoilt booklet."""
    if lacking := missing():
        pytest.fail(lacking) if os.environ.get("CI") else pytest.skip(lacking)
    folder = tmp_path_factory.mktemp("archive") / "out"
    request = BuildRequest(
        game="asterion",
        catalogue=ShelfFile("asterion", TILES, TILES.name),
        theme=library.theme_file("knossos"),
        papers=(library.paper_file("a4"),),
        languages=LANGUAGES,
        parts=frozenset({Part.SHEETS, Part.RULES}),
        verify=False,
    )
    build(request, folder)
    wanted = {
        path: ["2u"] * (bool(os.environ.get("THOROUGH")) or path.name not in DRAWN_ALIKE)
        + ["ua1"] * path.name.startswith("rules-")
        for path in sorted(folder.glob("*.pdf"))
    }
    wanted[spoilt(folder / f"rules-{next(one for one in LANGUAGES if one != 'en')}.pdf")] = ["ua1"]
    return {path.name: found for path, found in asked(wanted).items()}


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


def test_sheets_and_booklets_are_pdf_a_2u(verdicts: dict[str, dict[str, Verdict]]) -> None:
    found = {name: of["2u"] for name, of in verdicts.items() if "2u" in of}
    assert {"sheets-a4.pdf", "rules-en.pdf"} <= set(found)
    assert {name: verdict.broken for name, verdict in found.items() if verdict.broken} == {}
    assert all(verdict.checks > 100_000 for verdict in found.values())


def test_booklets_of_every_language_are_pdf_ua_1(verdicts: dict[str, dict[str, Verdict]]) -> None:
    found = {f"rules-{tag}.pdf": verdicts[f"rules-{tag}.pdf"]["ua1"] for tag in LANGUAGES}
    assert {name: verdict.broken for name, verdict in found.items() if verdict.broken} == {}
    assert all(verdict.checks > 10_000 for verdict in found.values())


def test_the_engine_finds_what_was_spoilt(verdicts: dict[str, dict[str, Verdict]]) -> None:
    rules = [told.split(" ", 1)[0] for told in verdicts["spoilt.pdf"]["ua1"].broken]
    assert rules == ["7.1-3", "7.3-1", "7.4.2-1", "7.9-1"]
