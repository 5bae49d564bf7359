"""The shelf of games: kinds found by themselves, commands that know every game, and games that refer to others."""

from __future__ import annotations

import ast
import errno
import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.cli.main import main
from generator.errors import InputError
from generator.games.kinds import kind_called, kinds, read_game
from generator.games.labyrinth.catalogue.loader import load_catalogue
from generator.games.labyrinth.game import LabyrinthGame
from tests.support.told import told_in

GAMES = Path(library.PACKAGE) / "games"


def said(*words: str) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*words: str) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    return result.stderr.splitlines()[-1]


def test_every_folder_of_the_room_is_a_kind_that_says_what_it_is_made_of() -> None:
    assert len(kinds()) == len([path for path in GAMES.iterdir() if (path / "kind.py").is_file()])
    assert {"labyrinth", "tokens"} <= set(kinds())
    for name in kinds():
        assert kind_called(name).name == name
        assert kind_called(name).about


def test_kinds_do_not_know_each_other() -> None:
    packages = {path.parent.name for path in GAMES.glob("*/kind.py")}
    assert len(packages) == len(kinds())
    for package in packages:
        others = "|".join(packages - {package})
        for path in (GAMES / package).rglob("*.py"):
            assert not re.search(rf"generator\.games\.({others})\b", path.read_text(encoding="utf-8")), path


def test_no_room_below_the_shelf_names_a_kind_of_game() -> None:
    """Sheets, proof and publishing speak of pieces and components, whatever they are."""
    below = [GAMES.parent / room for room in ("layout", "verify", "publish")]
    assert all(room.is_dir() for room in below)
    words = {"tile_mm", "counters", "Deck", "Tile", "minotaur"}
    for path in (path for room in below for path in room.glob("*.py")):
        names = {
            node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)
        }
        assert not names & words, path


def test_the_shelf_is_listed_with_pieces_languages_and_credit() -> None:
    listed = {entry["game"]: entry for entry in json.loads(said("list", "games", "--format", "json"))["games"]}
    assert set(listed) == set(library.games())
    original = read_game(library.game_file("asterion-original"))
    assert isinstance(original, LabyrinthGame)
    tiles, counters = original.loaded.catalogue.expect.tiles, original.loaded.catalogue.counters.count
    assert listed["asterion-original"] == {
        "game": "asterion-original",
        "title": "Asterion, original edition",
        "edition": "original",
        "pieces": f"{tiles} labyrinth tiles, 1 minotaur, {counters} counters",
        "languages": list(library.languages("asterion-original")),
        "designed by": "Néstor Romeral Andrés",
    }
    table = said("list", "games")
    assert all(entry["title"] in table and entry["designed by"] in table for entry in listed.values())


@pytest.mark.parametrize("game", library.games())
def test_every_game_is_sound_and_can_be_listed(game: str) -> None:
    assert "\nsound" in said("check", game)
    rows = json.loads(said("list", "tiles", game, "--format", "json"))
    assert rows


@pytest.mark.parametrize("command", ["simulate", "study", "designs"])
def test_a_command_that_makes_no_sense_for_a_game_says_so_in_one_line(command: str, tmp_path: Path) -> None:
    path = tmp_path / "pair.yaml"
    path.write_text(
        "kind: tokens\ngame: pair\ntitle: Pair\nedition: first\ncredits: {design: A, publisher: B, artwork: C}\n"
        "size_mm: 20\ncolours: {red: {symbol: flame, ink: '#b5302a'}}\ntokens: {one: {}}\n"
    )
    assert refused("play", command, str(path)) == (
        f"Error: {command!r} is for games of square tiles with paths, a minotaur and counters; 'pair' has square or "
        "round tokens; `asterion list games` lists the games and what they are made of"
    )


# -- games that refer to others --


def test_a_reference_is_the_catalogue_with_the_variant_laid_upon_it() -> None:
    file = library.game_file("asterion-original")
    loaded = load_catalogue(file.path, file.name)
    varied = load_catalogue(library.game_file().path, "tiles.yaml", library.variants()["original"])
    assert loaded.catalogue.designs == varied.catalogue.designs
    assert (loaded.catalogue.game, loaded.catalogue.full_title) == ("asterion-original", "Asterion, original edition")
    assert loaded.document.sha256 not in {
        varied.document.sha256,
        load_catalogue(library.game_file().path).document.sha256,
    }


def test_a_value_of_a_reference_stands_in_the_file_that_wrote_it() -> None:
    game = read_game(library.game_file("asterion-original"))
    assert game.place("game").file == "templates/games/asterion-original.yaml"
    assert game.place("designs", "four-cells", "number").file == "templates/variants/original.yaml"
    assert game.place("designs", "fork", "number").file == "tiles.yaml"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game: mine\nof: asterio\nvariant: original\n", "2:5: unknown game 'asterio'; did you mean 'asterion'?"),
        ("game: mine\nof: asterion\nvariant: orginal\n", "3:10: unknown variant 'orginal'; did you mean 'original'?"),
        ("game: mine\nof: asterion\n", "1:1: key 'variant' is missing"),
        (
            "game: mine\nof: asterion-original\nvariant: original\n",
            "2:5: 'asterion-original' refers to another game itself; name that one",
        ),
        (
            "game: mine\nof: minotaurus\nvariant: pocket\n",
            "2:5: 'minotaurus' is a game of the kind 'horns'; only games of labyrinths have variants",
        ),
        ("game: mine\nof: asterion\nvariant: original\nturns: 1\n", "4:1: unknown key 'turns'"),
    ],
)
def test_a_mistake_in_a_reference_is_told(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_game(ShelfFile("mine", path, "mine.yaml"))
    (line,) = caught.value.lines()
    assert line.startswith(f"mine.yaml:{told}")


@pytest.mark.parametrize("words", [("diff", "asterion"), ("build", "--only-changed")])
def test_what_is_known_of_labyrinths_alone_is_refused_to_other_kinds(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair.yaml").write_text("kind: tokens\ngame: pair\n", encoding="utf-8")
    result = CliRunner().invoke(main, [*words, "pair.yaml"])
    assert result.exit_code == 1
    assert told_in(result.stderr) == [
        "pair.yaml:1:7: a game of the kind 'tokens', not a labyrinth; what was asked for is known of labyrinths alone"
    ]


def test_kinds_that_cannot_be_looked_for_are_not_taken_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.games import kinds as module

    def unreadable(*_: object) -> list[Path]:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(module, "entries_of", unreadable)
    module._by_name.cache_clear()
    with pytest.raises(OSError, match="Too many open files"):
        kinds()
    monkeypatch.undo()
    assert "labyrinth" in kinds()
