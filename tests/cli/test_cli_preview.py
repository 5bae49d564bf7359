"""`asterion preview` on the command line. (`asterion preview --watch` is run as a program in tests/preview.)"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asterion_press.catalogue import library
from asterion_press.cli.main import main
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.making.preview import PreviewSource
from tests.support.project_commands import shipped


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["preview", *map(str, arguments)])


def deck(path: Path, *changes: tuple[str, str]) -> Path:
    """The shipped catalogue with some changes."""
    path.write_text(shipped(*changes), encoding="utf-8")
    return path


def place_of(path: Path, word: str) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines) if word in text)
    return f"{path}:{line + 1}:{lines[line].index(word) + 1}"


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


def test_a_catalogue_that_lies_here_is_shown_under_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "secret-folder"
    folder.mkdir()
    deck(folder / "mine.yaml", ("title: Asterion", "title: My Maze"))
    assert run(folder / "mine.yaml", "--out", "mine.html", "--quiet").output == ""
    html = Path("mine.html").read_text(encoding="utf-8")
    assert "<h1>My Maze</h1>" in html
    assert "mine.yaml" in html
    assert "secret-folder" not in html


def test_a_game_on_the_shelf_is_shown_and_what_it_is_made_of_is_watched(tmp_path: Path) -> None:
    result = run("asterion-original", "--out", "page.html")
    assert result.exit_code == 0, result.output
    assert "68 tiles" in (tmp_path / "page.html").read_text(encoding="utf-8")
    game = library.game_file("asterion-original")
    watched = PreviewSource(game, library.theme_file("knossos")).files()
    assert {game.path, library.game_file("asterion").path, library.variants()["original"].path} < set(watched)


@pytest.mark.parametrize(("game", "other"), [("asterion", "minotaurus"), ("minotaurus", "asterion")])
def test_games_that_are_not_compared_are_refused_in_a_line(game: str, other: str) -> None:
    result = run(game, "--against", other)
    assert result.exit_code == 1
    assert "is not compared with one of" in result.stderr
    assert "leave out" in result.stderr
    assert not Path("output").exists()


def test_sheets_and_rules_are_those_of_the_print_run(monkeypatch: pytest.MonkeyPatch) -> None:
    CliRunner().invoke(main, ["init", "mine", "--language", "fr", "--language", "de"], catch_exceptions=False)
    monkeypatch.chdir("mine")
    Path("print.yaml").write_text("papers: [letter]\nlayout: one-up\ntheme: ink-saver\nlanguages: [de]\n")
    assert run("--out", "page.html").exit_code == 0
    html = Path("page.html").read_text(encoding="utf-8")
    assert "Sheets on Letter" in html
    assert html.count('class="sheet"') == 2 * 48, "one piece a page, and its back"
    assert 'title="Rules: de"' in html
    assert 'title="Rules: fr"' not in html
    Path("print.yaml").write_text("papers: [a4]\nlanguages: [fr]\n")
    assert run("--out", "other.html", "--theme", "knossos").exit_code == 0
    other = Path("other.html").read_text(encoding="utf-8")
    assert "Sheets on A4" in other
    assert 'title="Rules: fr"' in other


def test_a_deck_whose_rules_do_not_hold_says_so_in_the_page(tmp_path: Path) -> None:
    changed = deck(tmp_path / "mine.yaml", ("exits: NESW, prisoners: 1", "exits: NES, prisoners: 1"))
    assert run(changed, "--out", "page.html").exit_code == 0
    html = Path("page.html").read_text(encoding="utf-8")
    assert "rules do not hold for this" in html
    assert "<iframe" not in html


def test_other_decks_with_the_same_name_are_told_apart(tmp_path: Path, loaded: LoadedCatalogue) -> None:
    (tmp_path / "old").mkdir()
    deck(tmp_path / "tiles.yaml")
    deck(tmp_path / "old" / "tiles.yaml", ("    number: 16", "    number: 18"))
    assert run("--against", "old/tiles.yaml", "--out", "two.html").exit_code == 0
    html = Path("two.html").read_text(encoding="utf-8")
    assert "tiles.yaml (1)" in html
    assert "tiles.yaml (2)" in html
    assert html.count('class="card"') == 2 * len(deck_of(loaded.catalogue).tiles)


def test_a_file_that_is_no_preview_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.html"
    file.write_text("<p>my work")
    refused = run("--out", file)
    assert refused.exit_code == 1
    assert "is there already; give --force" in refused.output
    assert file.read_text() == "<p>my work"
    assert run("--out", file, "--force").exit_code == 0
    assert run("--out", file).exit_code == 0
    wrong = run("--out", "tiles.yaml")
    assert (wrong.exit_code, "end its name in .html" in wrong.output) == (2, True)


def test_every_mistake_of_every_file_is_told_at_once(tmp_path: Path) -> None:
    one = deck(tmp_path / "one.yaml", ("exits: NESW, prisoners: 1", "exits: NEXW, prisoners: 1"))
    other = deck(tmp_path / "other.yaml", ("tile_mm: 50", "tile_mm: much"))
    failed = run(one, "--against", other, "--out", "page.html")
    assert failed.exit_code == 1
    assert f"{place_of(one, 'NEXW')}: unknown exit 'X'" in failed.output
    assert f"{place_of(other, 'much')}: 'much' is not a number" in failed.output
    assert not Path("page.html").exists()


def test_an_unsound_deck_is_shown_with_its_findings_and_an_undrawable_one_is_not(tmp_path: Path) -> None:
    unsound = deck(tmp_path / "unsound.yaml", ("  tiles: 64", "  tiles: 65"))
    assert run(unsound, "--out", "page.html").exit_code == 0
    html = Path("page.html").read_text(encoding="utf-8")
    assert "64 tiles, the file promises 65" in html
    assert "not sound: 1 error" in html
    small = deck(tmp_path / "small.yaml", ("tile_mm: 50", "tile_mm: 30"))
    failed = run(small, "--out", "small.html")
    assert failed.exit_code == 1
    assert f"{small}:" in failed.output
    assert "cannot be drawn" in failed.output
    assert not Path("small.html").exists()
