"""Whole builds, as a user runs them."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.layouts import N_UP
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing
from asterion_press.errors import InputError, VerifyError
from asterion_press.games.labyrinth.art.components import component_ids, draw
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.deck.tiles import Deck, deck_of
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.geometry import PT_PER_MM
from asterion_press.layout.sheet_setup import SheetSetup
from asterion_press.making.build import build, plan
from asterion_press.making.request import BuildRequest, BuildSettings, Part
from asterion_press.making.sheet_laying import laying_text
from asterion_press.publish import read_manifest
from tests.support.printed import Printed
from tests.support.processes import PATIENCE_S, apart, ending, python, wait_until
from tests.support.project_commands import bad, change, contents, copied_project, good, run
from tests.support.reported import reported_in

PROJECT = Path(__file__).resolve().parent.parent.parent
PICTURES = frozenset({Part.SVG, Part.SHEETS, Part.CHECK})
TILES = PROJECT / "tiles.yaml"
WINGS = ("{exits: NE, coins: 1}", "{exits: NE, wings: 1}")
NO_G16 = ("    number: 16\n", "    number: 17\n")
"""Changes of the catalogue: of one design, and of what the figures show."""
LANGUAGES = ("en", "es", "ja")
IN_LANGUAGES = tuple(word for language in LANGUAGES for word in ("--language", language))
"""Of three languages; the build of an installed wheel has all (``test_wheel.py``)."""


def request_of(
    path: Path = TILES, *, parts: frozenset[Part] = PICTURES, verify: bool = True, **more: object
) -> BuildRequest:
    settings: dict[str, object] = {
        "catalogue": ShelfFile("asterion", path, path.name),
        "theme": library.theme_file("knossos"),
        "papers": (library.paper_file("a4"),),
        "languages": (),
        "parts": parts,
        "verify": verify,
    }
    return BuildRequest(**(settings | more))  # type: ignore[arg-type]


def line_of(file: Path, begin: str) -> int:
    """The number of the first line of a file in which some words stand."""
    return next(number for number, line in enumerate(file.read_text("utf-8").splitlines(), 1) if begin in line)


@pytest.fixture(scope="module")
def first(printed: Printed) -> Path:
    """A folder with everything, booklets included, built by the command."""
    return printed(f"build asterion {' '.join(IN_LANGUAGES)}")


@pytest.fixture
def built(first: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to be changed."""
    return Path(shutil.copytree(first, tmp_path / "asterion"))


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    """A copy of the catalogue, to be changed."""
    return Path(shutil.copy(TILES, tmp_path / "tiles.yaml"))


def test_a_build_holds_the_promised_files(first: Path, deck: Deck) -> None:
    names = set(contents(first))
    assert {"sheets-a4.pdf", "sheets-letter.pdf", "check.txt", "check.json", "manifest.json"} <= names
    assert {f"rules-{language}.pdf" for language in LANGUAGES} <= names
    assert {name for name in names if name.startswith("svg/")} == {f"svg/{name}.svg" for name in component_ids(deck)}
    manifest = read_manifest(first)
    assert manifest is not None
    assert set(manifest.files) == names - {"manifest.json"}


def test_the_check_report_says_what_check_says(first: Path, deck: Deck) -> None:
    output = good("check asterion")
    assert (first / "check.txt").read_text(encoding="utf-8") == output
    assert json.loads((first / "check.json").read_text(encoding="utf-8"))["deck"]["tiles"] == len(deck.tiles)


def test_bytes_do_not_depend_on_time_folder_hash_seed_or_locale(first: Path, tmp_path: Path) -> None:
    odd = {"PYTHONHASHSEED": "77", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"}
    elsewhere = tmp_path / "another folder" / "asterion"
    done = apart("build", *IN_LANGUAGES, "--out", str(elsewhere), "tiles.yaml", cwd=PROJECT, **odd)
    assert done.returncode == 0, done.stderr
    assert contents(elsewhere) == contents(first)


def test_the_date_that_is_asked_for_stands_in_the_pdf(tmp_path: Path) -> None:
    arguments = ("build", "--only", "sheets", "--paper", "a4", "--out", str(tmp_path / "out"))
    apart(*arguments, cwd=PROJECT)
    assert b"D:2000" in (tmp_path / "out/sheets-a4.pdf").read_bytes(), "a constant, where nothing is asked for"
    apart(*arguments, cwd=PROJECT, SOURCE_DATE_EPOCH="1000000000")
    assert b"D:20010909" in (tmp_path / "out/sheets-a4.pdf").read_bytes()


def test_nothing_of_this_machine_stands_in_the_files(first: Path) -> None:
    for name, data in contents(first).items():
        assert str(PROJECT).encode() not in data, name


def test_an_unchanged_project_is_found_unchanged_without_reading_yaml(built: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in built.rglob("*")}
    probe = (
        "import sys; from asterion_press.cli.main import main; main(standalone_mode=False); print(sorted(sys.modules))"
    )
    done = python("-c", probe, "build", *IN_LANGUAGES, "--out", built, cwd=PROJECT)
    assert "nothing to do" in done.stdout
    modules = done.stdout.splitlines()[-1]
    assert not [name for name in ("'yaml'", "'reportlab'", "'svgwrite'", "'msgspec'", "'pikepdf'") if name in modules]
    assert {path: path.stat().st_mtime_ns for path in built.rglob("*")} == before


def test_sheets_alone_load_nothing_that_only_other_files_and_games_need(tmp_path: Path) -> None:
    probe = "import sys; from asterion_press.cli.main import main; main(standalone_mode=False); print(*sys.modules)"
    arguments = ["build", "asterion", "--only", "sheets", "--no-verify", "--quiet", "--out", str(tmp_path / "out")]
    done = python("-c", probe, *arguments, cwd=PROJECT)
    assert (tmp_path / "out" / "sheets-a4.pdf").exists()
    loaded = set(done.stdout.split())
    libraries = {
        "pikepdf",
        "ssl",
        "markdown_it",
        "mdit_py_plugins",
        "markdown",
        "babel",
        "polib",
        "svgwrite",
        "multiprocessing",
    }
    others = {
        f"asterion_press.games.{game.name}.game"
        for game in (PROJECT / "generator/asterion_press/games").iterdir()
        if game.name != "labyrinth"
    }
    rooms = ("rulebook.translation", "rulebook.html", "rulebook.typeset", "verify")
    parts = {f"asterion_press.{room}" for room in rooms}
    assert "asterion_press.games.labyrinth.game" in loaded
    assert not loaded & (libraries | others | parts)


def test_a_lost_file_is_made_again(built: Path) -> None:
    (built / "svg" / "Y07.svg").unlink()
    reported = good("build asterion", *IN_LANGUAGES, "--out", built, "--verbose")
    assert "made    " + str(built / "svg/Y07.svg") in reported.splitlines()
    assert "made: 1," in reported


def test_one_changed_design_redraws_its_four_tiles_alone(tmp_path: Path, catalogue: Path) -> None:
    folder = tmp_path / "out"
    build(request_of(catalogue), folder)
    change(catalogue, WINGS)
    with pytest.raises(InputError, match="broken-promise"):
        build(request_of(catalogue), folder)
    outcome = build(request_of(catalogue, unsound=True), folder)
    drawn = {name for name in outcome.made if name.startswith("svg/")}
    assert drawn == {f"svg/{letter}15.svg" for letter in "YBRG"}
    assert set(outcome.made) - drawn == {"sheets-a4.pdf", "check.txt", "check.json"}


def test_a_build_upon_another_has_the_bytes_of_a_build_into_an_empty_folder(
    tmp_path: Path, catalogue: Path, monkeypatch: pytest.MonkeyPatch, deck: Deck
) -> None:
    """The ink of what has not changed is taken over from the sheets that lie there, and from nowhere else."""
    build(request_of(catalogue), tmp_path / "one")
    change(catalogue, WINGS)
    drawn = drawn_from_now_on(monkeypatch)
    build(request_of(catalogue, unsound=True), tmp_path / "one")
    assert drawn == ["Y15", "B15", "R15", "G15"]
    build(request_of(catalogue, unsound=True), tmp_path / "two")
    assert drawn[4:] == list(component_ids(deck))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


@pytest.mark.parametrize("theirs", ["svg/Y07.svg", "sheets-a4.pdf"])
def test_ink_is_not_taken_over_from_files_that_somebody_changed(
    tmp_path: Path, catalogue: Path, theirs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    build(request_of(catalogue), folder)
    (folder / theirs).write_bytes((folder / theirs).read_bytes().replace(b"/DeviceRGB", b"/DeviceCMY") + b"\n")
    change(catalogue, ("\ntitle:", "\n# a remark\ntitle:"))
    drawn = drawn_from_now_on(monkeypatch)
    build(request_of(catalogue), folder, force=True)
    assert drawn == (["Y07"] if theirs.startswith("svg/") else list(component_ids(deck_at(catalogue))))


def drawn_from_now_on(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list to which every component that is drawn is added."""
    drawn: list[str] = []

    def noted(component: str, deck: Deck, theme: Theme) -> Drawing:
        drawn.append(component)
        return draw(component, deck, theme)

    monkeypatch.setattr("asterion_press.games.labyrinth.art.components.draw", noted)
    return drawn


def deck_at(path: Path) -> Deck:
    return deck_of(load_catalogue(ShelfFile("", path, path.name)).catalogue)


def test_only_what_changed_is_read_again_unless_nothing_was_proved(built: Path, tmp_path: Path) -> None:
    (built / "svg" / "Y07.svg").unlink()
    again = good("build asterion -v", *IN_LANGUAGES, "--out", built)
    assert re.search(r"rules-en\.pdf +unchanged since it was proved", again)
    folder = tmp_path / "unread"
    build(request_of(verify=False), folder)
    assert "unchanged" not in build(request_of(), folder).proof
    assert "unchanged" not in good("verify", built), "the command reads everything"


def test_a_part_alone_renews_what_else_lies_in_the_folder(tmp_path: Path, catalogue: Path) -> None:
    """Sheets of one deck beside drawings of another would be a mixed set."""
    folder = tmp_path / "out"
    build(request_of(catalogue), folder)
    unchanged = build(request_of(catalogue, parts=frozenset({Part.SHEETS}), papers=(library.paper_file("a3"),)), folder)
    assert unchanged.made == ("sheets-a3.pdf",)
    change(catalogue, ("- {exits: NESW, prisoners: 1}", "- {exits: NESW, prisoners: 2}"))
    outcome = build(request_of(catalogue, parts=frozenset({Part.CHECK}), unsound=True), folder)
    assert {"check.txt", "sheets-a4.pdf", "sheets-a3.pdf", "svg/Y01.svg"} <= set(outcome.made)
    assert not outcome.removed


def test_who_deletes_a_file_wants_it_no_more(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    build(request_of(papers=(library.paper_file("a4"), library.paper_file("letter"))), folder)
    (folder / "sheets-letter.pdf").unlink()
    build(request_of(), folder)
    assert not (folder / "sheets-letter.pdf").exists()
    good("verify", folder)


def refused(request: BuildRequest, folder: Path) -> list[str]:
    with pytest.raises(InputError) as caught:
        build(request, folder)
    assert not folder.exists()
    return caught.value.lines()


def test_a_paper_that_is_too_small_is_told_at_its_size_before_anything_is_made(tmp_path: Path) -> None:
    papers = []
    for name, width, height in (("card", 60, 200), ("flat", 200, 60), ("strip", 120, 297)):
        text = f"title: {name.title()}\nwidth_mm: {width}\nheight_mm: {height}\nsource: test\n"
        path = tmp_path / f"{name}.yaml"
        path.write_text(f"{text}margin_mm: {{left: 5, right: 5, top: 5, bottom: 5}}\n", encoding="utf-8")
        papers.append(ShelfFile(name, path, path.name))
    place, remedy = "a place of 56 mm (50 mm trim and twice 3 mm bleed)", "choose a larger paper or a smaller tile"
    ruler = "the ruler of 100 mm and its label of 12 mm do not fit"
    size = line_of(TILES, "tile_mm:")
    assert refused(request_of(papers=(library.paper_file("a4"), *papers)), tmp_path / "out") == [
        (
            f"card.yaml:2:11: {place} does not fit Card: 40 x 170 mm are free for components; "
            f"{remedy}, see tiles.yaml:{size}:10"
        ),
        f"card.yaml:2:11: {ruler} Card: 40 mm are free in width; choose a wider paper",
        (
            f"flat.yaml:3:12: {place} does not fit Flat: 180 x 30 mm are free for components; "
            f"{remedy}, see tiles.yaml:{size}:10"
        ),
        f"strip.yaml:2:11: {ruler} Strip: 100 mm are free in width; choose a wider paper",
    ]


def test_counters_that_are_too_large_for_a_paper_are_told_with_the_place_of_their_size(
    tmp_path: Path, catalogue: Path
) -> None:
    paper = tmp_path / "strip.yaml"
    paper.write_text(
        "title: Strip\nwidth_mm: 300\nheight_mm: 72.5\nsource: test\n"
        "margin_mm: {left: 5, right: 5, top: 5, bottom: 5}\n"
    )
    change(catalogue, ("diameter_mm: 11", "diameter_mm: 40"), ("tile_mm: 50", "tile_mm: 36"))
    loaded = load_catalogue(ShelfFile("", catalogue, "tiles.yaml"))
    file = ShelfFile("strip", paper, paper.name)
    [mistake] = LabyrinthGame(loaded, deck_of(loaded.catalogue)).fitting_mistakes({file: load_paper(paper)})
    number = line_of(catalogue, "diameter_mm")
    assert str(mistake) == (
        "strip.yaml:3:12: a place of 46 mm (40 mm trim and twice 3 mm bleed) does not fit Strip: "
        "280 x 42.5 mm are free for components; choose a larger paper or a smaller counter, "
        f"see tiles.yaml:{number}:36"
    )


@pytest.mark.parametrize(
    ("title", "reported"),
    [
        ("M" * 60, "the title 'MMM"),
        ("Maze ☃", "neither Alegreya-Regular nor another font has '☃' (U+2603); write it otherwise"),
    ],
)
def test_a_title_that_the_sheets_cannot_bear_is_told_at_the_catalogues_title(
    tmp_path: Path, catalogue: Path, title: str, reported: str
) -> None:
    change(catalogue, ("\ntitle: Asterion\n", f"\ntitle: {title}\n"))
    plain = BuildSettings(titles=("de",) * 3, laying=laying_text(SheetSetup(layout=N_UP)))
    [line] = refused(request_of(catalogue, settings=plain), tmp_path / "out")
    assert line.startswith(f"tiles.yaml:{line_of(catalogue, 'title:')}:8: {reported}")


def test_a_game_without_rules_is_told_where_it_is_named(tmp_path: Path, catalogue: Path) -> None:
    change(catalogue, ("game: asterion", "game: minos"))
    reported = reported_in(bad("build --only rules --only web", catalogue, "--out", tmp_path / "out"))
    missing = "no rules text for 'minos': there is no templates/locales/<language>/minos.md"
    assert reported == [f"{catalogue}:{line_of(catalogue, 'game: minos')}:7: {missing}"]


def test_a_folder_keeps_to_its_game(tmp_path: Path, catalogue: Path) -> None:
    folder = tmp_path / "out"
    build(request_of(), folder)
    text = catalogue.read_text(encoding="utf-8").replace("game: asterion", "game: 'my-deck'").replace("\n", "\r\n")
    catalogue.write_bytes(text.encode())
    assert "holds the game 'asterion', not 'my-deck'" in bad("build --only svg", catalogue, "--out", folder)


def test_a_game_without_rules_is_built_without_booklets(tmp_path: Path, catalogue: Path) -> None:
    change(catalogue, ("game: asterion", "game: my-deck"))
    done = run("build", catalogue, "--out", tmp_path / "out")
    assert (done.exit_code, "no rules text for 'my-deck'" in done.stderr) == (0, True)


def test_a_deck_that_lacks_tiles_of_the_figures_is_made_without_those_figures_and_says_so(
    tmp_path: Path, catalogue: Path
) -> None:
    change(catalogue, NO_G16)
    done = run("build --paper a4 --language en", catalogue, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.stderr
    assert "warning: unknown tile 'G16'; did you mean 'G17'?; left out of the rules: 'placement'" in done.stderr
    names = set(contents(tmp_path / "out"))
    assert {"sheets-a4.pdf", "check.txt", "svg/G17.svg", "rules-en.pdf", "rules-en.html", "cards-en.pdf"} <= names
    good("verify", tmp_path / "out", catalogue)


def test_a_false_number_of_a_figure_is_told_and_the_engine_s_is_printed(tmp_path: Path) -> None:
    copy = copied_project(tmp_path / "project")
    change(copy / "templates/figures/asterion.yaml", ("captured: 22", "captured: 23"))
    done = apart("build", "--only", "web", "--language", "en", root=copy, cwd=copy)
    assert done.returncode == 0
    told = "figure 'four-players': captured: claimed 23; the engine finds 22, which is printed [figure]"
    assert told in done.stderr
    page = (copy / "output/asterion/rules-en.html").read_text(encoding="utf-8")
    assert re.search(r"22\sprisoners\shave\sbeen\simpaled", page)


def test_a_part_alone_keeps_the_theme_of_the_folder(tmp_path: Path) -> None:
    good("build asterion --only svg --theme ink-saver --out", tmp_path / "out")
    drawn = contents(tmp_path / "out")
    reported = good("build asterion --only sheets --paper a4 --out", tmp_path / "out")
    assert "made: 1, unchanged: 71" in reported
    assert contents(tmp_path / "out")["svg/Y01.svg"] == drawn["svg/Y01.svg"]


def test_published_files_know_the_catalogue_by_its_name_alone(tmp_path: Path, catalogue: Path) -> None:
    change(catalogue, ("prisoners: 64", "prisoners: 63"))
    build(request_of(catalogue, unsound=True), tmp_path / "one")
    elsewhere = Path(shutil.copy(catalogue, tmp_path / "one" / "tiles.yaml"))
    request = request_of(unsound=True, catalogue=ShelfFile("asterion", elsewhere, str(elsewhere)))
    build(request, tmp_path / "two")
    (tmp_path / "one" / "tiles.yaml").unlink()
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert b"tiles.yaml:" in contents(tmp_path / "one")["check.txt"]


def test_a_plan_says_what_a_build_would_do_and_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    wanted = dict(plan(request_of(), folder))
    assert set(wanted.values()) == {"make"}
    assert not folder.exists()
    outcome = build(request_of(), folder)
    assert set(outcome.made) == set(wanted)
    assert set(dict(plan(request_of(), folder)).values()) == {"keep"}


def test_a_mistake_leaves_the_last_build_as_it_was(tmp_path: Path, catalogue: Path) -> None:
    folder = tmp_path / "out"
    build(request_of(catalogue), folder)
    before = contents(folder)
    change(catalogue, ("exits: NESW", "exits: NESX"))
    reported = reported_in(bad("build --only svg", catalogue, "--out", folder))
    assert reported == [f"{catalogue}:{line_of(catalogue, 'NESX')}:15: unknown exit 'X'; one of N, E, S, W"]
    assert contents(folder) == before


def test_a_wrong_print_is_not_published(tmp_path: Path, catalogue: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "out"
    build(request_of(), folder)
    before = contents(folder)
    monkeypatch.setattr("asterion_press.pdf.forms.PT_PER_MM", PT_PER_MM * 0.97)
    change(catalogue, ("\ntitle:", "\n# renewed\ntitle:"))
    with pytest.raises(VerifyError, match=r"48\.50"):
        build(request_of(catalogue), folder)
    assert contents(folder) == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    build(request_of(catalogue, verify=False), folder)
    assert contents(folder) != before, "--no-verify publishes unread"


@contextmanager
def building(folder: Path, paper: str) -> Iterator[subprocess.Popen[bytes]]:
    """A build of pictures and sheets that goes on by itself, and is killed at the end."""
    what = ("--only", "svg", "--only", "sheets", "--paper", paper, "--out", str(folder))
    line = [sys.executable, "-m", "asterion_press", "build", "--quiet", *what]
    with ending(subprocess.Popen(line, cwd=PROJECT)) as process:
        yield process


def stop_at_random(folder: Path, papers: Iterator[str], chance: random.Random) -> None:
    with building(folder, next(papers)):
        time.sleep(chance.uniform(0.2, 1.6))


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX")
def test_kill_9_at_any_moment_leaves_a_complete_set(tmp_path: Path) -> None:
    folder = tmp_path / "asterion"
    good("build asterion --only svg --only sheets --paper a4 --out", folder)
    papers = (paper for _ in range(10) for paper in ("legal", "a3", "tabloid"))
    chance = random.Random(9)
    for _ in range(6):
        stop_at_random(folder, papers, chance)
        good("verify", folder)
    good("build asterion --only svg --out", folder)
    assert [path.name for path in tmp_path.iterdir()] == ["asterion"], "the next build cleans up"


@pytest.mark.skipif(os.name != "posix", reason="SIGTERM is POSIX")
def test_a_build_that_is_told_to_stop_cleans_up(tmp_path: Path) -> None:
    with building(tmp_path / "asterion", "a3") as process:
        wait_until(lambda: list(tmp_path.glob(".asterion.stage-*")) or process.poll() is not None)
        process.terminate()
        process.wait(PATIENCE_S)
    left = {path.name for path in tmp_path.iterdir()}
    assert left <= {"asterion"}, "no stage, no lock; on a busy machine the build may have been quicker than the signal"


def test_what_a_killed_build_left_goes_even_if_there_is_nothing_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "asterion"
    build(request_of(), folder)
    (tmp_path / ".asterion.stage-0123abcd").mkdir()
    assert not build(request_of(), folder).made
    assert [path.name for path in tmp_path.iterdir()] == ["asterion"]


def test_a_deck_that_cannot_be_drawn_is_not_sound_and_says_so_at_once(tmp_path: Path, catalogue: Path) -> None:
    change(catalogue, ("tile_mm: 50", "tile_mm: 40"))
    checked, built = bad("check", catalogue), bad("build --unsound", catalogue, "--out", tmp_path / "out")
    for text in (checked, built):
        assert text.count("[undrawable]") > 1
        assert ": design 'winged-bridge' cannot be drawn: " in text.replace("error: ", "")
    assert not (tmp_path / "out").exists()


def test_two_builds_at_once_leave_one_complete_set(tmp_path: Path) -> None:
    folder = tmp_path / "asterion"
    with building(folder, "a4") as one, building(folder, "letter") as other:
        assert [process.wait(PATIENCE_S) for process in (one, other)] == [0, 0]
    good("verify", folder)


@pytest.mark.parametrize("theme", ["knossos", "ink-saver"])
def test_every_paper_and_theme_is_printed_and_proved(theme: str, tmp_path: Path) -> None:
    papers = tuple(library.papers().values())
    outcome = build(request_of(papers=papers, theme=library.theme_file(theme)), tmp_path / "out")
    assert {f"sheets-{paper.id}.pdf" for paper in papers} <= set(outcome.made)
