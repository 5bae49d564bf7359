"""The shelf of games: kinds found by themselves, commands that know every game, and games that refer to others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.cli.main import main
from asterion_press.errors import InputError
from asterion_press.games.kinds import SHIPPED, kind_called, kinds, read_game
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.games.report import Level
from tests.support.refusals import refusal, shelved
from tests.support.reported import reported_in


def printed(*words: str) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*words: str) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    return result.stderr.splitlines()[-1]


def test_every_kind_is_called_as_it_calls_itself_and_says_what_its_games_are_made_of() -> None:
    kinds_there = {name: kind_called(name) for name in kinds()}
    assert {*SHIPPED} <= {*kinds_there}
    assert {name: kind.name for name, kind in kinds_there.items()} == {name: name for name in kinds_there}
    assert all(kind.about for kind in kinds_there.values())


def test_the_shelf_is_listed_with_pieces_languages_and_credit() -> None:
    listed = {entry["game"]: entry for entry in json.loads(printed("list", "games", "--format", "json"))["games"]}
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
    table = printed("list", "games")
    assert all(entry["title"] in table and entry["designed by"] in table for entry in listed.values())


@pytest.mark.parametrize("game", library.games())
def test_every_game_is_sound_and_can_be_listed(game: str) -> None:
    assert "\nsound" in printed("check", game)
    rows = json.loads(printed("list", "tiles", game, "--format", "json"))
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
    loaded = load_catalogue(file)
    varied = load_catalogue(ShelfFile("", library.game_file().path, "tiles.yaml"), library.variants()["original"])
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
    ("text", "reported"),
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
def test_a_mistake_in_a_reference_is_told(tmp_path: Path, text: str, reported: str) -> None:
    (line,) = refusal(read_game, shelved(tmp_path, text))
    assert line.startswith(f"mine.yaml:{reported}")


@pytest.mark.parametrize("words", [("diff", "asterion"), ("build", "--only-changed")])
def test_what_is_known_of_labyrinths_alone_is_refused_to_other_kinds(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair.yaml").write_text("kind: tokens\ngame: pair\n", encoding="utf-8")
    result = CliRunner().invoke(main, [*words, "pair.yaml"])
    assert result.exit_code == 1
    assert reported_in(result.stderr) == [
        "pair.yaml:1:7: a game of the kind 'tokens', not a labyrinth; what was asked for is known of labyrinths alone"
    ]


# The same fault is judged alike in games of all kinds: refused, an error that `--unsound` overrules, or a warning.


FLOW = re.compile(r"^  (\w+): \{([^}]*)\}")
"""A colour in one line of a catalogue."""


def catalogues() -> dict[str, str]:
    """Return a catalogue of each kind."""
    files = [library.games()[name].path for name in ("asterion", "minotaurus", "asterismo")]
    texts = [path.read_text(encoding="utf-8") for path in (*files, Path("templates/projects/tokens/game.yaml"))]
    found = {(re.search(r"^kind: (\w+)", text, re.MULTILINE) or ["", "labyrinth"])[1]: text for text in texts}
    assert set(found) == set(kinds())
    return found


def colours(text: str) -> list[dict[str, str]]:
    """Return the first two colours of a catalogue."""
    lines = text[text.index("\ncolours:") :].splitlines()[2:4]
    entries = [FLOW.match(line) for line in lines]
    return [dict(pair.split(": ") for pair in entry[2].split(", ")) for entry in entries if entry]


def judged(text: str, folder: Path) -> tuple[list[str], bool]:
    """Return what is said of a catalogue, without places and names, and whether `--unsound` prints it."""
    try:
        game = read_game(shelved(folder, text))
    except InputError as error:
        return [re.sub(r"'[^']*'", "'x'", mistake.message) for mistake in error.mistakes], False
    game.require_sound(unsound=True)
    try:
        game.require_sound(unsound=False)
        stops = False
    except InputError:
        stops = True
    found = [one for one in game.findings() if one.level != Level.NOTE]
    return [f"{one.level}{', stops' if stops else ''}: [{one.code}]" for one in found], True


def test_a_fault_is_judged_alike_in_games_of_all_kinds(tmp_path: Path) -> None:
    reported: dict[str, dict[str, object]] = {}
    for kind, text in catalogues().items():
        sound, _ = judged(text, tmp_path)
        assert not sound, (kind, sound)
        one, other = colours(text)
        for key, value in other.items():
            fault = "sign" if key == "symbol" else key
            changed = judged(text.replace(f"{key}: {value}", f"{key}: {one[key]}", 1), tmp_path)
            reported.setdefault(f"the same {fault}", {})[kind] = changed
        ink = one["ink"].strip("'")
        near = f"#{int(ink[1:], 16) ^ 1:06x}"
        reported.setdefault("near inks", {})[kind] = judged(text.replace(other["ink"], f"'{near}'"), tmp_path)
        if "\nexpect:" in text:
            broken = re.sub(r"(\nexpect: *\{?\s*\w+: )(\d+)", lambda m: f"{m[1]}{int(m[2]) + 1}", text)
            reported.setdefault("a broken promise", {})[kind] = judged(broken, tmp_path)
    mistake = "{} 'x' belongs to 'x' already; each colour needs its own"
    expected = {f"the same {key}": ([mistake.format(key)], False) for key in ("letter", "sign", "ink")}
    expected["near inks"] = (["warning: [similar-inks]"], True)
    expected["a broken promise"] = (["error, stops: [broken-promise]"], True)
    printed = {
        fault: {str(one).replace("symbol", "sign") for one in by_kind.values()} for fault, by_kind in reported.items()
    }
    assert printed == {fault: {str(one)} for fault, one in expected.items()}
    assert {fault: len(by_kind) for fault, by_kind in reported.items()} == {
        "the same letter": 3,  # tokens have none
        "the same sign": 4,
        "the same ink": 4,
        "near inks": 4,
        "a broken promise": 3,  # the rules say how many tokens asterismo has
    }
