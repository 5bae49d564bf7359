"""A kind of game from another package: it is found, drawn, proved and scored like those that the program brings."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner

import asterion_press
from asterion_press.catalogue import library
from asterion_press.cli.main import main
from asterion_press.games.kinds import kinds, models, read_game
from tests.support.refusals import spoilt

MEADOW = Path(__file__).parent.parent / "meadow"
ENTRY = "[asterion_press.kinds]\nmeadow = meadow:KIND\n"


@pytest.fixture
def clover(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project of the kind, whose package lies beside it as pip would install it."""
    installed = tmp_path / "installed" / "meadow-1.0.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: meadow\nVersion: 1.0\n", encoding="utf-8")
    (installed / "entry_points.txt").write_text(ENTRY, encoding="utf-8")
    shutil.copy(MEADOW / "meadow.py", installed.parent)
    monkeypatch.syspath_prepend(installed.parent)
    project = tmp_path / "clover"
    (project / "rules").mkdir(parents=True)
    for name in ("game.yaml", "figures.yaml"):
        shutil.copy(MEADOW / name, project)
    shutil.copy(MEADOW / "en.md", project / "rules")
    yield project
    sys.modules.pop("meadow", None)


def spoil(path: Path, old: str, new: str) -> None:
    path.write_text(spoilt(path.read_text(encoding="utf-8"), (old, new)), encoding="utf-8")


def test_a_kind_of_game_is_a_package(clover: Path, tmp_path: Path) -> None:
    """Its pieces, sheets and rules are made and proved, and a figure of its rules takes numbers from its engine."""
    game = asterion_press.load(clover)
    assert (game.kind, game.pieces, game.check()) == ("meadow", ("glade", "lake", "shore", "back"), ())
    made = game.build(tmp_path / "made", papers=["a4"])
    assert {"svg/glade.svg", "sheets-a4.pdf", "rules-en.pdf", "rules-en.html"} <= set(made.made)
    assert game.verify(tmp_path / "made").proved
    assert "A meadow that counts 2." in (tmp_path / "made" / "rules-en.html").read_text(encoding="utf-8")
    position = tmp_path / "end.yaml"
    lakes = "[{tile: lake, at: [0, 0]}, {tile: lake, at: [0, -1], turns: 1}]"
    position.write_text(f"game: clover\nmeadows:\n  Ann: {lakes}\n  Ben: [{{tile: glade, at: [0, 0]}}]\n")
    counted = game.score(position)
    assert (counted.points, counted.winners) == ({"Ann": 1, "Ben": 0}, ("Ann",))
    assert counted.explanation == "Ann: 1 pair of edges\nBen: 0 pairs of edges\n"
    spoil(position, "turns: 1", "turns: 3")
    with pytest.raises(asterion_press.InputError, match=r"end\.yaml:3:8: grass touches water beside 0,-1"):
        game.score(position)
    assert "meadow" in kinds()
    assert "meadow-position" in models()


def test_mistakes_of_a_kind_from_outside_are_told_as_others_are(clover: Path) -> None:
    spoil(clover / "figures.yaml", "points: 2", "points: 3")
    (found,) = asterion_press.load(clover).check()
    assert found.message.startswith("figure 'bank': points: claimed 3; the engine finds 2")
    varied = CliRunner().invoke(main, ["check", str(clover / "game.yaml"), "--variant", "pocket"])
    assert varied.exit_code == 1
    assert "is a game of tiles with a land at each edge, of which there are no variants" in varied.stderr
    spoil(clover / "game.yaml", "lake: {edges: [water", "lake: {edges: [wader")
    with pytest.raises(asterion_press.InputError, match=r"no land 'wader'; did you mean 'water'"):
        asterion_press.load(clover)
    spoil(clover / "game.yaml", "kind: meadow", "kind: medow")
    with pytest.raises(asterion_press.InputError, match=r"unknown kind 'medow'; did you mean 'meadow'"):
        asterion_press.load(clover)


def test_a_game_imports_its_own_kind_alone_and_a_shipped_one_asks_for_no_other_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def asked(**_: str) -> metadata.EntryPoints:
        raise AssertionError("packages were looked through")

    monkeypatch.setattr(metadata, "entry_points", asked)
    assert read_game(library.game_file("asterismo")).kind == "hexes"
    reading = (
        "import sys; from asterion_press.catalogue import library; from asterion_press.games.kinds import read_game; "
        "read_game(library.game_file('minotaurus')); "
        "print(*sorted({name.split('.')[2] for name in sys.modules if name.startswith('asterion_press.games.')}))"
    )
    done = subprocess.run([sys.executable, "-c", reading], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["game", "kinds", "minotaurus", "report"]
