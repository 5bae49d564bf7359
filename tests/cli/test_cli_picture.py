"""Pictures of tables by the command: `play --draw` and `score --draw`."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from lxml import etree
from PIL import Image

from tests.support.processes import at_a_terminal
from tests.support.project_commands import bad, good, run, written

SVG = "{http://www.w3.org/2000/svg}"

POSITION = """
game: asterion
seats: [yellow, blue, red]
tiles:
  - {tile: minotaur, at: [0, 0]}
  - {tile: R09, at: [0, -1]}
  - {tile: Y03, at: [1, 0]}
  - {tile: Y15, at: [1, -1], turns: 1}
  - {tile: Y06, at: [2, -1], turns: 3}
  - {tile: B10, at: [2, 0], turns: 1}
"""
"""The figure `swap` of the booklet: a chamber with a coin, two prisoners and two ways out."""


@pytest.fixture(scope="module")
def games() -> list[str]:
    result = good("play", "simulate", "--games", "2", "--players", "2", "--seed", "3", "--record", "-")
    return result.splitlines()


@pytest.fixture
def record(games: list[str]) -> str:
    return written("game.jsonl", f"{games[0]}\n")


def opened(file: str) -> Image.Image:
    return Image.open(io.BytesIO(Path(file).read_bytes()))


def titles(file: str) -> list[str]:
    """What an SVG file calls itself and its parts."""
    return [str(element.text) for element in etree.parse(file).getroot().iter(f"{SVG}title")]


def test_a_game_is_drawn_as_svg_png_and_pdf(record: str) -> None:
    for ending in ("svg", "png", "pdf", "SVG"):
        output = good("play", "replay", record, "--draw", f"end.{ending}")
        assert output.splitlines()[1].startswith(f"end.{ending}: the end of a game, after ply 32 of 32, ")
    root = etree.parse("end.svg").getroot()
    width, height = (float(str(root.get(name)).removesuffix("mm")) for name in ("width", "height"))
    assert width <= 190
    assert height <= 277
    image = opened("end.png")
    assert (image.width, image.height) == pytest.approx((width / 25.4 * 150, height / 25.4 * 150), abs=1.5)
    assert image.info["dpi"] == pytest.approx((150, 150), abs=0.1)
    with pikepdf.open("end.pdf") as pdf:
        assert [float(value) for value in pdf.pages[0].mediabox[2:]] == pytest.approx([595.28, 841.89], abs=0.01)
    assert Path("end.SVG").read_bytes() == Path("end.svg").read_bytes()


def test_a_table_is_drawn_as_a_model_that_fills_its_paper(record: str) -> None:
    for paper, size in (("a4", {"190mm", "277mm"}), ("a2", {"400mm", "574mm"})):
        for ending in ("svg", "pdf"):
            good("play", "replay", record, "--view", "model", "--paper", paper, "--draw", f"{paper}.{ending}")
        root = etree.parse(f"{paper}.svg").getroot()
        assert (root.get("id"), {root.get("width"), root.get("height")}) == ("scene-model", size)
    with pikepdf.open("a2.pdf") as pdf:
        assert sorted(map(float, pdf.pages[0].mediabox[2:])) == pytest.approx([1190.55, 1683.78], abs=0.01)
    good("play", "replay", record, "--view", "table", "--draw", "table.svg")
    model, table = (
        [title.split()[1] for title in titles(file) if title.startswith("Tile ")] for file in ("a4.svg", "table.svg")
    )
    assert sorted(model) == sorted(table)
    assert sum(": treasure " in title for title in titles("a4.svg")) == 2
    output = good("play", "score", written("position.yaml", POSITION), "--view", "model", "--draw", "position.png")
    assert "in the picture" not in output, "a model bears no marks that would need a legend"


def test_a_ply_is_drawn_as_the_table_lay_after_it(games: list[str], record: str) -> None:
    plies = json.loads(games[0])["plies"]
    for number in (0, 1, 7):
        good("play", "replay", record, "--ply", str(number), "--draw", f"{number}.svg")
        shown = {title.split()[1].rstrip(":,") for title in titles(f"{number}.svg") if title.startswith("Tile ")}
        assert shown == {ply["tile"] for ply in plies[:number] if ply["do"] == "place"}
    assert titles("0.svg")[0] == "the beginning of a game"
    assert titles("7.svg")[0].startswith("a game after ply 7 of 32, ")


def test_the_picture_of_a_position_bears_the_numbers_of_the_explanation() -> None:
    output = good("play", "score", written("position.yaml", POSITION), "--draw", "position.svg")
    explained = re.findall(r"^(chamber \d+: .*)$", output, re.MULTILINE)
    assert explained
    assert {title for title in titles("position.svg") if title.startswith("chamber ")} == set(explained)
    scores = [title for title in titles("position.svg") if ": treasure " in title]
    others = [f"{seat}: treasure 0, impaling 0, total 0" for seat in ("blue", "red")]
    assert scores == ["yellow: treasure 2, impaling 0, total 2 (won)", *others]
    root = etree.parse("position.svg").getroot()
    assert "yellow: treasure 2 (chamber 2), impaling 0, total 2" in str(root.findtext(f"{SVG}desc"))
    assert "in the picture: numbers are the chambers above" in output
    assert output.endswith("position.svg: the end of a game\n")


def test_the_same_input_gives_the_same_bytes_whatever_the_hash_seed(record: str) -> None:
    made = []
    for seed in ("1", "2"):
        files = [f"{seed}.{ending}" for ending in ("svg", "png", "pdf", "model.svg")]
        for file in files:
            line = [sys.executable, "-m", "asterion_press", "play", "replay", record, "-q", "--draw", file]
            line += ["--view", "model"] if "model" in file else []
            subprocess.run(line, check=True, env={"PYTHONHASHSEED": seed, "TZ": f"UTC-{seed}"})
        made.append([Path(file).read_bytes() for file in files])
    assert made[0] == made[1]


def test_paper_and_theme_are_obeyed(record: str) -> None:
    good("play", "replay", record, "--draw", "a4.svg")
    good("play", "replay", record, "--draw", "a3.svg", "--paper", "a3", "--theme", "ink-saver")
    sizes = [float(str(etree.parse(file).getroot().get("height")).removesuffix("mm")) for file in ("a4.svg", "a3.svg")]
    assert 1.3 * sizes[0] < sizes[1] <= 400
    assert "#d2b98c" in Path("a4.svg").read_text()
    assert "#d2b98c" not in Path("a3.svg").read_text(), "a stone of the theme in full colour"


def test_a_wide_table_lies_on_its_side() -> None:
    row = "".join(f"  - {{tile: {'YB'[number % 2]}{number:02d}, at: [{number}, 0]}}\n" for number in range(1, 9))
    position = "game: asterion\nseats: [yellow, blue]\ntiles:\n  - {tile: minotaur, at: [0, 0]}\n" + row
    good("play", "score", written("wide.yaml", position), "--draw", "wide.pdf")
    with pikepdf.open("wide.pdf") as pdf:
        assert [float(value) for value in pdf.pages[0].mediabox[2:]] == pytest.approx([841.89, 595.28], abs=0.01)


def test_of_several_games_one_must_be_named(games: list[str]) -> None:
    written("games.jsonl", f"{games[0]}\n\n{games[1]}\n")
    reported = bad("play", "replay", "games.jsonl", "--draw", "one.svg", status=2)
    assert "games.jsonl holds 2 games; say which is to be drawn with --game 1 to 2" in reported
    good("play", "replay", "games.jsonl", "--draw", "two.svg", "--game", "2")
    good("play", "replay", "-", "--draw", "alone.svg", text=games[1])
    assert Path("two.svg").read_bytes() == Path("alone.svg").read_bytes()
    assert not Path("one.svg").exists()


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--draw", "x.gif"], 2, "'x.gif' is no picture; end its name in .svg, .png or .pdf"),
        (["--draw", "-"], 2, "'-' is no picture; end its name in .svg, .png or .pdf"),
        (["--draw", "x.svg", "--game", "2"], 2, "game.jsonl holds 1 game; give --game 1"),
        (["--draw", "x.svg", "--ply", "33"], 2, "the game has 32 plies; give --ply 0 to 32"),
        (["--draw", "x.svg", "--theme", "knosos"], 2, "unknown theme 'knosos'; did you mean 'knossos'?"),
        (["--draw", "x.svg", "--paper", "a44"], 2, "unknown paper 'a44'; did you mean 'a4'?"),
        (["--ply", "0"], 2, "--ply is about a picture; add --draw FILE"),
        (["--game", "1"], 2, "--game is about a picture; add --draw FILE"),
        (["--theme", "knossos"], 2, "--theme is about a picture; add --draw FILE"),
        (["--view", "model"], 2, "--view is about a picture; add --draw FILE"),
        (["--draw", "x.svg", "--view", "side"], 2, "unknown word 'side'; one of table, model"),
        (["--force"], 2, "--force is about a picture; add --draw FILE"),
        (["--draw", "nowhere/x.svg"], 1, "nowhere/x.svg was not written: there is no folder nowhere; make it first"),
    ],
)
def test_what_cannot_be_drawn_is_told_with_what_would_be_right(
    record: str, options: list[str], status: int, words: str
) -> None:
    result = run("play", "replay", record, *options)
    assert (result.exit_code, words in result.stderr) == (status, True), result.stderr
    assert sorted(path.name for path in Path().iterdir()) == ["game.jsonl"]


def test_an_empty_record_cannot_be_drawn() -> None:
    result = run("play", "replay", written("none.jsonl", ""), "asterion", "--draw", "x.svg")
    assert (result.exit_code, result.stderr) == (1, "none.jsonl: holds no game that could be drawn\n")


@pytest.mark.parametrize("game", ["1", "2"])
def test_a_false_record_is_judged_first_and_not_drawn(games: list[str], game: str) -> None:
    """Whichever game of the file is false, and whichever is to be drawn."""
    false = json.loads(games[1])
    false["plies"][4]["points"] += 1
    written("games.jsonl", f"{games[0]}\n{json.dumps(false)}\n")
    reported = bad("play", "replay", "games.jsonl", "asterion", "--draw", "x.svg", "--game", game, "--ply", "1")
    assert reported.splitlines()[-1].startswith("games.jsonl:2:1: ply 5: points: claimed ")
    assert not Path("x.svg").exists()


def test_a_position_with_a_mistake_is_not_drawn() -> None:
    bad("play", "score", written("position.yaml", POSITION.replace("Y15", "Y99")), "--draw", "x.svg")
    assert not Path("x.svg").exists()


def test_a_file_that_is_there_is_replaced_only_by_force(record: str) -> None:
    Path("end.svg").write_text("mine")
    result = bad("play", "replay", record, "asterion", "--draw", "end.svg")
    assert result.splitlines()[-1].startswith("end.svg is there already; give --force")
    assert Path("end.svg").read_text() == "mine"
    good("play", "replay", record, "--draw", "end.svg", "--force")
    assert titles("end.svg")[0].startswith("the end of a game")
    assert good("play", "replay", record, "--draw", "end.svg").endswith(", unchanged\n"), "the same picture is no loss"


@pytest.mark.parametrize(("answer", "status"), [("y\n", 0), ("n\n", 1)])
def test_at_a_terminal_the_command_asks(record: str, answer: str, status: int) -> None:
    Path("end.svg").write_text("mine")
    ended, screen = at_a_terminal("play", "replay", record, "--draw", "end.svg", answer=answer)
    assert (ended, "replace end.svg? [y/N]" in screen) == (status, True)
    assert (Path("end.svg").read_text() == "mine") == bool(status)


def test_quiet_draws_without_a_word(record: str) -> None:
    assert good("play", "replay", record, "-q", "--draw", "end.svg") == ""
    assert Path("end.svg").is_file()
