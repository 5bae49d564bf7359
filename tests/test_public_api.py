"""The Python package `asterion_press`: what the documents show, and what it refuses."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import asterion_press
from asterion_press.catalogue import library
from tests.support.project_commands import begin_translated, change, good, written
from tests.support.small_games import TOKENS

PROJECT = Path(__file__).resolve().parent.parent
EXAMPLES = re.findall(
    r"```python\n(.*?)```", (PROJECT / "docs/guides/python.md").read_text(encoding="utf-8"), re.DOTALL
)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_of_the_guide_run(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[number], f"example {number}", "exec"), {"__name__": "example"})


def test_every_public_name_is_described() -> None:
    names = [getattr(asterion_press, name) for name in asterion_press.__all__]
    page = (PROJECT / "docs/reference/python.md").read_text(encoding="utf-8")
    assert not [
        one.__name__ for one in names if not one.__doc__ or not re.search(rf":: {one.__name__}$", page, re.MULTILINE)
    ]


def test_whoever_uses_the_package_finds_python_as_it_was() -> None:
    loads = (
        "import sys, asterion_press.pdf.reportlab_adapter, asterion_press.drawing.svg; print('ssl' in sys.modules)\n"
    )
    asks = "from urllib import request; import http.client; request.HTTPSHandler, http.client.HTTPSConnection"
    done = subprocess.run([sys.executable, "-c", loads + asks], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_a_project_is_printed_as_the_command_prints_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin_translated("doors", "fr")
    game = asterion_press.load(tmp_path / "doors")
    assert (game.id, game.kind, game.check()) == ("doors", "tokens", ())
    made = game.build("by-python")
    assert {"rules-fr.pdf", "sheets-letter.pdf", f"svg/{game.pieces[0]}.svg"} <= set(made.made)
    assert game.verify("by-python", rebuild=True).proved
    good("build doors --out by-command")
    same = [(tmp_path / folder / name).read_bytes() for name in made.made for folder in ("by-python", "by-command")]
    assert same[::2] == same[1::2]
    drawn = (tmp_path / "by-python" / f"svg/{game.pieces[0]}.svg").read_text(encoding="utf-8")
    paths = re.findall(r" d=\"([^\"]+)", drawn)
    assert paths
    assert paths == re.findall(r" d=\"([^\"]+)", game.draw(game.pieces[0]))
    assert library.project() is None


def test_a_position_is_scored_as_the_command_scores_it(tmp_path: Path) -> None:
    guide = (PROJECT / "docs/guides/pictures.md").read_text(encoding="utf-8")
    (position,) = re.findall(r"```yaml\n(.*?seats:.*?)```", guide, re.DOTALL)
    file = written(tmp_path / "position.yaml", position)
    counted = asterion_press.load().score(file)
    assert good("play score", file) == counted.explanation
    assert set(counted.winners) <= counted.points.keys()
    change(file, ("game: asterion", "game: other"))
    with pytest.raises(asterion_press.InputError, match=r"position\.yaml:1:7: a position of the game 'other'"):
        asterion_press.load().score(file)


def test_simulated_games_are_those_of_the_command() -> None:
    output = good("play simulate --games 6 --players 3 --seed 4")
    played = asterion_press.load().simulate(6, players=3, seed=4)
    assert f"impaled in a game          {played.impaled:8.2f}" in output
    assert f"points from impaling       {played.kills:8.2f}" in output
    assert f"wins of seat 3             {played.wins[2]:8.1%}" in output


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("asterio", "unknown game 'asterio'; did you mean 'asterion'"),
        ("no.yaml", "no.yaml: "),
        (".", "cannot be read: is a directory"),
    ],
)
def test_a_game_that_is_not_there_is_named(
    game: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(asterion_press.InputError, match=message):
        asterion_press.load(game)


PAIRS = "game: minotaurus\nholds: {A: [[B5L, B5R], [R1L, R2R]], B: [[Y2L, Y2R], [G3L, G3R]], C: [[B1L, B1R]]}\n"
TOSSES = "tosses: {A: [true, false, true], B: [true, false, false]}\n"
HARVESTS = "game: asterismo\nharvests: [[5, 6, 7], [6, 5, 5]]\n"


@pytest.mark.parametrize(
    ("game", "position", "points", "winners", "message"),
    [
        ("minotaurus", PAIRS, {"A": 5, "B": 5, "C": 1}, ("A", "B"), "A: 5 + 0 = 5\nB: 2 + 3 = 5\nC: 1 = 1\n"),
        ("minotaurus", PAIRS + TOSSES, {"A": 5, "B": 5, "C": 1}, ("A",), "the winner is A"),
        ("asterismo", HARVESTS, {"player 1": 18, "player 2": 16}, ("player 1", "player 2"), "the game is won"),
        ("asterismo", HARVESTS.replace("6, 5, 5", "6, 4, 9"), {"player 1": 18, "player 2": 19}, (), "the game is lost"),
    ],
)
def test_a_game_whose_kind_has_an_engine_is_scored(
    game: str, position: str, points: dict[str, int], winners: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    counted = asterion_press.load(game).score(written(tmp_path / "end.yaml", position))
    assert (counted.points, counted.winners) == (points, winners)
    assert message in counted.explanation


@pytest.mark.parametrize(
    ("game", "position", "message"),
    [
        ("minotaurus", PAIRS.replace("B1R", "B5R"), "end.yaml:2:8: piece 'B5R' is there twice"),
        ("minotaurus", PAIRS.replace("R2R", "G2R"), "R1L and G2R are no left and right horn of a colour"),
        ("minotaurus", PAIRS.replace("C: [[B1L", "C: [[X1L"), "unknown piece 'X1L'"),
        ("minotaurus", PAIRS + TOSSES.replace("true, false, true", "true"), "a tie is settled by 3 tosses"),
        ("minotaurus", PAIRS + TOSSES.replace("B:", "D:"), "nobody here is called 'D'"),
        ("asterismo", HARVESTS.replace("5, 6, 7", "5, 6, 17"), "end.yaml:2:11: 22 red tokens, and there are 21"),
        ("asterismo", PAIRS, "end.yaml:2:1: unknown key 'holds'"),
        ("heroes.yaml", "", "heroes.yaml:1:7: games of the kind 'tokens' are not scored"),
    ],
)
def test_what_is_wrong_with_the_end_of_a_game_is_told(
    game: str, position: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written("heroes.yaml", TOKENS)
    end = written("end.yaml", position)
    with pytest.raises(asterion_press.InputError, match=re.escape(message)):
        asterion_press.load(game).score(end)


def test_only_labyrinths_are_simulated() -> None:
    game = asterion_press.load("minotaurus")
    with pytest.raises(asterion_press.InputError, match=r"minotaurus\.yaml:8:7: the game is of the kind 'horns'"):
        game.simulate()
    with pytest.raises(ValueError, match="1 or more"):
        asterion_press.load().simulate(0)
    with pytest.raises(KeyError):
        game.draw("Y99")


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    game = asterion_press.load()
    with pytest.raises(asterion_press.InputError, match="is missing"):
        game.verify(tmp_path)
    game.build(tmp_path / "a", parts=["check"])
    with pytest.raises(asterion_press.InputError, match="'minotaurus'"):
        asterion_press.load("minotaurus").verify(tmp_path / "a")


@pytest.fixture
def two_projects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[asterion_press.Game]:
    """Two games of one kind whose files of the same names differ, loaded by relative paths."""
    monkeypatch.chdir(tmp_path)
    for name, ink in (("one", "#112233"), ("two", "#445566")):
        good("init", name)
        shipped = library.theme_file("knossos").path.read_text(encoding="utf-8")
        written(Path(name, "themes", "own.yaml"), re.sub("outline: .*", f"outline: '{ink}'", shipped))
        text = Path(name, "rules", "en.md")
        written(text, text.read_text(encoding="utf-8") + f"\nThis is game {name}.\n")
    return [asterion_press.load("one"), asterion_press.load(Path("two", "game.yaml"))]


def test_threads_work_with_several_games_at_once(two_projects: list[asterion_press.Game], tmp_path: Path) -> None:
    alone = [game.draw(game.pieces[0], theme="own") for game in two_projects]
    assert alone[0] != alone[1]

    def draw(number: int) -> bool:
        game = two_projects[number % 2]
        return game.draw(game.pieces[0], theme="own") == alone[number % 2]

    def build(number: int) -> str:
        out = tmp_path / "out" / str(number)
        two_projects[number % 2].build(out, papers=["a4"], theme="own")
        return (out / "rules-en.html").read_text(encoding="utf-8")

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(draw, range(60)))
        pages = list(pool.map(build, range(4)))
    assert [re.findall("This is game (one|two)", page) for page in pages] == [["one"], ["two"]] * 2
    assert library.entered() == library.NO_PROJECT
    for number, game in enumerate(two_projects):
        assert game.verify(tmp_path / "out" / str(number), rebuild=True).proved


def test_a_game_that_was_loaded_by_a_relative_path_bears_another_working_folder(
    two_projects: list[asterion_press.Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    for game in two_projects:
        assert game.draw(game.pieces[0], theme="own")
        assert "rules-en.pdf" in game.build(f"out-{game.id}", papers=["a4"], theme="own").made


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda game: game.draw(5), KeyError, "there is no piece 5"),
        (lambda game: game.draw(None), KeyError, "there is no piece None"),
        (lambda game: game.draw(b"Y01"), KeyError, "there is no piece b'Y01'"),
        (lambda game: game.simulate(engine="no"), ValueError, "engine is 'no', and must be one of readable, compiled"),
        (lambda game: game.simulate(seed="x"), TypeError, "seed is 'x', and must be a whole number"),
        (lambda game: game.simulate(seed=1.5), TypeError, "seed is 1.5, and must be a whole number"),
        (lambda game: game.simulate(seed=-1), ValueError, "seed is -1, and must be 0 or more"),
        (lambda game: game.simulate(True), TypeError, "games is True, and must be a whole number"),
        (lambda game: game.simulate(0), ValueError, "games is 0, and must be 1 or more"),
        *((lambda game, bot=bot: game.simulate(bot=bot), TypeError, f"bot is {bot!r}") for bot in (b"tree", None, 5)),
        (lambda game: game.draw("Y01", theme=5), TypeError, "theme is 5, and must be text"),
        (lambda game: game.draw("Y01", theme=[]), TypeError, "theme is [], and must be text"),
        (lambda game: game.build("out", theme=Path("a.yaml")), TypeError, "a.yaml'), and must be text"),
        (lambda game: game.build("out", unsound="no"), TypeError, "unsound is 'no', and must be True or False"),
        (lambda game: game.build("out", force=0), TypeError, "force is 0, and must be True or False"),
        (lambda game: game.verify("out", rebuild=None), TypeError, "rebuild is None, and must be True or False"),
        (lambda game: game.build("out", languages=""), TypeError, "languages is '', and must be a list of words"),
        (lambda game: game.build("out", languages="en"), TypeError, "languages is 'en', and must be a list of words"),
        (lambda game: game.build("out", languages=[5]), TypeError, "languages holds 5, and must be a list of words"),
        (lambda game: game.build("out", languages=["nope"], parts=["svg"]), asterion_press.InputError, "nope"),
        (lambda game: game.build("out", papers="a4"), TypeError, "papers is 'a4', and must be a list of words"),
        (lambda game: game.build("out", parts="svg"), TypeError, "parts is 'svg', and must be a list of words"),
        (lambda game: game.build("out", parts=["svgs"]), ValueError, "a part is 'svgs', and must be one of svg, "),
        (lambda game: game.build("out", jobs=-1), ValueError, "jobs is -1, and must be 0 or more"),
        (lambda game: game.build("out", jobs="2"), TypeError, "jobs is '2', and must be a whole number"),
        (lambda game: game.verify("/dev/null"), asterion_press.AsterionError, "cannot be read: not a directory"),
        (lambda _: asterion_press.load("x" * 5000), asterion_press.InputError, "unknown game 'xxx"),
    ],
)
def test_what_is_handed_over_is_looked_at_first(
    call: Callable[[asterion_press.Game], object],
    error: type[Exception],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=re.escape(message)):
        call(asterion_press.load())
    assert list(tmp_path.iterdir()) == []


def test_what_a_build_would_refuse_is_a_finding(two_projects: list[asterion_press.Game], tmp_path: Path) -> None:
    game = two_projects[0]
    assert game.check() == ()
    text = tmp_path / "one" / "rules" / "en.md"
    written(text, f"{text.read_text(encoding='utf-8')}\n{'x' * 300}\n")
    (found,) = game.check()
    assert (found.level, found.place.file) == ("error", str(text))
    with pytest.raises(asterion_press.AsterionError, match=re.escape(found.message)):
        game.build("out", papers=["a4"])
