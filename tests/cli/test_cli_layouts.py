"""Sheets in any layout: listed, built, proved, remembered; places left free; single tiles printed anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from asterion_press.catalogue import library
from tests.support.project_commands import bad, good, run, settings_in, written

Small = Callable[..., Path]


def built(small: Small, out: Path, *words: object) -> Result:
    return run("build", "--only", "sheets", small(), "--out", out, "--force", *words)


def test_layouts_are_listed_and_shown() -> None:
    rows = {row["layout"]: row for row in json.loads(good("list layouts --format json"))["layouts"]}
    assert set(rows) == set(library.layouts())
    assert (rows["tight"]["on a4"], rows["n-up"]["on a4"], rows["gutter-fold"]["on letter"]) == (15, 12, 6)
    assert (rows["compact"]["on a4"], rows["compact"]["on letter"]) == (15, 15)
    assert run("list", "layouts", "tight").output == library.layouts()["tight"].path.read_text(encoding="utf-8")


@pytest.mark.parametrize("layout", library.layouts())
def test_every_layout_is_built_proved_and_remembered(layout: str, small: Small, tmp_path: Path) -> None:
    out = tmp_path / "out"
    good("build --only sheets", small(), "--out", out, "--layout", layout)
    papers = json.loads((out / "manifest.json").read_text())["files"]
    assert set(papers) == ({"sheets-a4.pdf"} if layout == "die-cut" else {"sheets-a4.pdf", "sheets-letter.pdf"})
    assert ("laying" in settings_in(out)) == (layout != "compact")
    assert "proved" in good("verify", out, small())
    first = (out / "sheets-a4.pdf").read_bytes()
    good("build", "--only", "svg", small(), "--out", out)
    assert (out / "sheets-a4.pdf").read_bytes() == first


def test_a_layout_of_ones_own_is_a_file(small: Small, tmp_path: Path) -> None:
    out = tmp_path / "out"
    mine = written("mine.yaml", "title: Mine\nsource: me\ncolumns: 2\ngutter_mm: {across: 10}\n")
    assert built(small, out, "--layout", mine, "--paper", "a4").exit_code == 0
    assert "mine.yaml" not in (out / "manifest.json").read_text()
    written(mine, "title: Mine\nsource: me\ncolumns: two\n")
    done = built(small, out, "--layout", mine, "--paper", "a4")
    assert done.output.startswith(f"{mine}:3:10: 'two' is not a whole number")


def test_pieces_without_a_place_are_told_where_places_are_given(small: Small, tmp_path: Path) -> None:
    text = "title: Mine\nsource: me\ncaptions: false\nmarks: {crop: {sides: none}}\npositions:\n  - width_mm: 50\n"

    def reported(text: str, *words: str) -> str:
        mine = written("mine.yaml", text)
        return built(small, tmp_path / "out", "--layout", mine, "--paper", "a4", *words).stderr

    places, tiles = f"{text}    at: [[20, 20], [80, 20]]\n", ("--tiles", "tiles")
    assert "mine.yaml:6:3: no place is 12 x 12 mm, as each of the counters is" in reported(places)
    assert "mine.yaml" not in reported(places, *tiles)
    beyond = places.replace("[80, 20]", "[155, 20]")
    assert "mine.yaml:7:20: place 2 lies where printers do not reach on A4" in reported(beyond, *tiles)
    named = places.replace("captions: false", "captions: true")
    assert "mine.yaml:7:9: title, ruler and marks need 5 mm beside the places and 10 mm above" in reported(
        named, *tiles
    )


def test_a_layout_for_one_paper_is_not_laid_on_another(small: Small) -> None:
    reported = bad("build --only sheets --layout die-cut --paper letter", small())
    assert "die-cut.yaml:4:9: it is for a4, not for letter" in reported


@pytest.mark.parametrize(
    ("skip", "printed"),
    [
        ("3,13", "--skip: sheet 1 has 12 places; there is no place 13 to skip"),
        ("9:1", "--skip: there is no sheet 9, whose place 1 is to be skipped; there are 1"),
        (",".join(map(str, range(1, 13))), "--skip: all 12 places of sheet 1 are skipped; begin with another sheet"),
        ("3;7", "names no places"),
        ("0", "names no places"),
    ],
)
def test_places_that_cannot_be_left_free_are_told(small: Small, tmp_path: Path, skip: str, printed: str) -> None:
    assert printed in built(small, tmp_path / "out", "--paper", "a4", "--skip", skip).output


def test_places_are_left_free_and_the_proof_knows(small: Small, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert built(small, out, "--paper", "a4", "--skip", "1,3,1:5").exit_code == 0
    assert json.loads(settings_in(out)["laying"])["skip"] == [[1, 1], [1, 3], [1, 5]]
    assert "proved" in good("verify", out, small())
    assert built(small, out, "--paper", "a4", "--skip", "none").exit_code == 0
    assert "laying" not in settings_in(out)


def test_single_tiles_are_printed_anew_in_a_folder_of_their_own(small: Small) -> None:
    assert "2 pages, 3 tiles" in good("build", small(), "--paper", "a4", "--tiles", "Y01,B02,B02", "-v")
    assert settings_in(Path("output/small-reprint"))["tiles"] == ["Y01", "B02", "B02"]
    assert "3 tiles" in good("verify output/small-reprint", small())
    whole = bad("build --only sheets --out output/small-reprint", small())
    assert "holds a reprint of some pieces, not a whole deck" in whole
    assert "2 pages, 4 counters" in good("build --only sheets --paper a4 --tiles counters -v", small())


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (["--tiles", "Y99"], "--tiles: 'small' has no piece 'Y99'; one of B01"),
        (["--tiles", "Y01,,B02"], "names no pieces"),
        (["--tiles", "Y01", "--only", "svg"], "--tiles prints sheets of tiles alone"),
        (["--tiles", "Y01", "--only-changed", "asterion"], "leave out --tiles"),
        (["--layout", "tigth"], "unknown layout 'tigth'; did you mean 'tight'?"),
        (["--flip", "sideways"], "unknown word 'sideways'"),
        (["--back-offset", "1;2"], "is not two lengths in mm"),
        (["--printer", "nobody"], "unknown printer 'nobody'"),
    ],
)
def test_wishes_that_cannot_be_are_refused(small: Small, tmp_path: Path, words: list[str], printed: str) -> None:
    done = run("build", small(), "--out", tmp_path / "out", "--paper", "a4", *words)
    assert (done.exit_code != 0, printed in done.stderr) == (True, True)


@pytest.mark.parametrize(
    ("words", "setting"),
    [
        ([], "print both sides at actual size (100 %), turned over along the long edge"),
        (["--flip", "short-edge"], "print both sides at actual size (100 %), turned over along the short edge"),
        (["--flip", "none"], "print one side at actual size (100 %)"),
        (["--layout", "gutter-fold"], "print one side at actual size (100 %)"),
    ],
)
def test_a_build_ends_with_what_to_print_and_how(words: list[str], setting: str, small: Small, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for _ in ("made", "nothing to do"):
        done = run("build --only sheets", small(), "--paper", "a4", "--paper", "letter", "--out", out, *words)
        assert done.stdout.splitlines()[-2:] == [f"{out}/sheets-{paper}.pdf: {setting}" for paper in ("a4", "letter")]


def test_a_build_names_the_english_rules_to_read_whatever_the_language_of_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = "build --only rules minotaurus --language en --language de --out out"
    for locale in ("C.UTF-8", "de_AT.UTF-8"):
        monkeypatch.setenv("LC_ALL", locale)
        assert good(words).splitlines()[-1] == "out/rules-en.pdf: the rules"


def test_tiles_printed_anew_look_like_the_deck(small: Small) -> None:
    good("build --only sheets --paper a4 --theme ink-saver --grey --flip short-edge", small())
    good("build --paper a4 --tiles Y01", small())
    look = ("theme", "grey", "laying")
    of_deck, of_tile = settings_in("output/small"), settings_in("output/small-reprint")
    assert [of_tile[key] for key in look] == [of_deck[key] for key in look]
    good("build --only sheets --paper a4 --colour", small())
    good("build --paper a4 --tiles Y01", small())
    assert "grey" not in settings_in("output/small-reprint")


def test_a_folder_that_gets_another_look_is_named_before(small: Small, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for _ in ("made", "nothing to do"):
        assert "made anew" not in built(small, out, "--paper", "a4").output
    reported = built(small, out, "--paper", "a4", "--grey").output
    assert f"all of {out} is made anew: theme knossos, grey; it was theme knossos, in colour" in reported


def test_sheets_for_a_printer_name_it(small: Small, tmp_path: Path) -> None:
    good("printer calibrate --printer hall --offset 1.5,0")
    reported = built(small, tmp_path / "out", "--paper", "a4").output
    assert "turned over along the long edge; corrected for the printer 'hall'\n" in reported
    minotaurus = "build minotaurus --only sheets --paper a4 --out horns"
    assert "proved" in good(minotaurus), "room for a shift is wanted only where there are backs"
    good("printer calibrate --printer hall --offset 0,0 --size 145,199")
    assert "the printer's correction needs room, too: --printer none prints without it" in bad(minotaurus)
