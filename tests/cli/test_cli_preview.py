"""`asterion preview` on the command line. (`asterion preview --watch` is run as a program in tests/preview.)"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from asterion_press.catalogue import library
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.making.preview import PreviewSource
from tests.support import project_commands
from tests.support.project_commands import shipped, written


def run(*words: object) -> Result:
    return project_commands.run("preview", *words)


def bad(*words: object, status: int = 1) -> str:
    return project_commands.bad("preview", *words, status=status)


def page(*words: object) -> str:
    """The page that a command writes."""
    project_commands.good("preview", *words, "--out", "page.html")
    return Path("page.html").read_text(encoding="utf-8")


def deck(name: str, *changes: tuple[str, str]) -> str:
    """The shipped catalogue with some changes."""
    return written(name, shipped(*changes))


def place_of(name: str, word: str) -> str:
    before = Path(name).read_text(encoding="utf-8").partition(word)[0].split("\n")
    return f"{name}:{len(before)}:{len(before[-1]) + 1}"


def test_a_page_is_written_and_renewed_without_asking(tmp_path: Path) -> None:
    done = run()
    assert done.exit_code == 0
    file = tmp_path / "output" / "asterion-gallery.html"
    first = file.read_bytes()
    assert first.startswith(b"<!doctype html>")
    assert done.stdout == f"output/asterion-gallery.html: {len(first) / 1024:.0f} KiB\n"
    assert run().stdout == f"output/asterion-gallery.html: {len(first) / 1024:.0f} KiB, unchanged\n"
    assert run("--theme", "ink-saver").exit_code == 0
    assert file.read_bytes() != first
    assert [path.name for path in file.parent.iterdir()] == [file.name], "nothing lies about"


def test_a_catalogue_that_lies_here_is_shown_under_its_name() -> None:
    mine = deck("secret-folder/mine.yaml", ("title: Asterion", "title: My Maze"))
    assert run(mine, "--out", "mine.html", "--quiet").output == ""
    html = Path("mine.html").read_text(encoding="utf-8")
    assert "<h1>My Maze</h1>" in html
    assert "mine.yaml" in html
    assert "secret-folder" not in html


def test_a_game_on_the_shelf_is_shown_and_what_it_is_made_of_is_watched() -> None:
    assert "68 tiles" in page("asterion-original")
    game = library.game_file("asterion-original")
    watched = PreviewSource(game, library.theme_file("knossos")).files()
    assert {game.path, library.game_file("asterion").path, library.variants()["original"].path} < set(watched)


@pytest.mark.parametrize(("game", "other"), [("asterion", "minotaurus"), ("minotaurus", "asterion")])
def test_games_that_are_not_compared_are_refused_in_a_line(game: str, other: str) -> None:
    reported = bad(game, "--against", other)
    assert "is not compared with one of" in reported
    assert "leave out" in reported
    assert not Path("output").exists()


def test_sheets_and_rules_are_those_of_the_print_run(monkeypatch: pytest.MonkeyPatch) -> None:
    project_commands.good("init mine --language fr --language de")
    monkeypatch.chdir("mine")
    written("print.yaml", "papers: [letter]\nlayout: one-up\ntheme: ink-saver\nlanguages: [de]\n")
    html = page()
    assert "Sheets on Letter" in html
    assert html.count('class="sheet"') == 2 * 48, "one piece a page, and its back"
    assert 'title="Rules: de"' in html
    assert 'title="Rules: fr"' not in html
    written("print.yaml", "papers: [a4]\nlanguages: [fr]\n")
    other = page("--theme", "knossos", "--force")
    assert "Sheets on A4" in other
    assert 'title="Rules: fr"' in other


def test_a_deck_whose_rules_do_not_hold_says_so_in_the_page() -> None:
    written("v.yaml", "of: asterion\ntitle: v\nedition: original\n")
    html = page("--variant", "v.yaml")
    assert "rules do not hold for this" in html
    assert "<iframe" not in html


def test_other_decks_with_the_same_name_are_told_apart(loaded: LoadedCatalogue) -> None:
    deck("tiles.yaml")
    html = page("--against", deck("old/tiles.yaml", ("    number: 16", "    number: 18")))
    assert "tiles.yaml (1)" in html
    assert "tiles.yaml (2)" in html
    assert html.count('class="card"') == 2 * len(deck_of(loaded.catalogue).tiles)


def test_a_file_that_is_no_preview_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.html"
    file.write_text("<p>my work")
    assert "is there already; give --force" in bad("--out", file)
    assert file.read_text() == "<p>my work"
    assert run("--out", file, "--force").exit_code == 0
    assert run("--out", file).exit_code == 0
    assert "end its name in .html" in bad("--out", "tiles.yaml", status=2)


def test_every_mistake_of_every_file_is_told_at_once() -> None:
    one = deck("one.yaml", ("exits: NESW, prisoners: 1", "exits: NEXW, prisoners: 1"))
    other = deck("other.yaml", ("tile_mm: 50", "tile_mm: much"))
    reported = bad(one, "--against", other, "--out", "page.html")
    assert f"{place_of(one, 'NEXW')}: unknown exit 'X'" in reported
    assert f"{place_of(other, 'much')}: 'much' is not a number" in reported
    assert not Path("page.html").exists()


def test_an_unsound_deck_is_shown_with_its_findings_and_an_undrawable_one_is_not() -> None:
    html = page(deck("unsound.yaml", ("  tiles: 64", "  tiles: 65")))
    assert "64 tiles, the file promises 65" in html
    assert "not sound: 1 error" in html
    reported = bad(deck("small.yaml", ("tile_mm: 50", "tile_mm: 30")), "--out", "small.html")
    assert "small.yaml:" in reported
    assert "cannot be drawn" in reported
    assert not Path("small.html").exists()
