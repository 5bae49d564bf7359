"""Symbols are kinds in a table: two more rows make an urn and a lamp, which are checked, drawn, listed and counted."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asterion_press.games.labyrinth.catalogue.symbol_table import PLURALS, SYMBOLS

ROOT = Path(__file__).parents[2]
LAST_ROW = 'SymbolKind("wing", "w", "wing", picture_scale=1.14),\n'
ROWS = (
    'SymbolKind("urn", "u", "coin"),\n',  # drawn like a coin, and the lamp like a prisoner
    'SymbolKind("lamp", "l", "prisoner", by_colour=True, is_extra=False),\n',
)
WORDS = "  wing: wing\n"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program whose table has an urn and a lamp, and whose English has words for them."""
    root = tmp_path_factory.mktemp("program")
    shutil.copytree(ROOT / "generator", root / "generator", ignore=shutil.ignore_patterns("__pycache__", "shipped"))
    shutil.copytree(ROOT / "templates", root / "templates", copy_function=os.symlink)
    table, words = next(root.rglob("symbol_table.py")), root / "templates" / "locales" / "en" / "words.yaml"
    reported = words.read_text(encoding="utf-8")
    assert LAST_ROW in table.read_text(encoding="utf-8")
    assert WORDS in reported
    table.write_text(table.read_text(encoding="utf-8").replace(LAST_ROW, "".join((LAST_ROW, *ROWS))), encoding="utf-8")
    words.unlink()
    words.write_text(reported.replace(WORDS, f"{WORDS}  urn: amphora\n  lamp: oil lamp\n"), encoding="utf-8")
    deck = (ROOT / "tiles.yaml").read_text(encoding="utf-8")
    deck = deck.replace("{exits: NESW, prisoners: 1}", "{exits: NESW, prisoners: 1, urns: 2, lamps: 1}")
    deck = deck.replace("  wings: 24\n", "  wings: 24\n  urns: 9\n  lamps: 4\n")
    (root / "tiles.yaml").write_text(deck, encoding="utf-8")
    return root


def asterion(program: Path, *words: str, status: int = 0) -> str:
    """Return what a command of the copy says."""
    command = [sys.executable, "-m", "asterion_press", *words]
    env = {**os.environ, "PYTHONPATH": str(program / "generator"), "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(command, cwd=program, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout


def test_further_symbols_take_nothing_but_rows_of_the_table(program: Path, tmp_path: Path) -> None:
    checked = asterion(program, "check", status=1)
    assert "the deck has 8 urns, the file promises 9" in checked
    assert "lamps, the file promises" not in checked
    heading, *counted = (line.split() for line in checked.splitlines() if line.lstrip().startswith(("tiles ", "deck ")))
    assert dict(zip(heading, counted[-1][1:], strict=False))["urns"] == "8"

    tiles = json.loads(asterion(program, "list", "tiles", "--format", "json"))["tiles"]
    symbols = {**dict.fromkeys(PLURALS, 0), "prisoners": 1, "urns": 2, "lamps": 1}
    assert tiles[0]["paths"][0] == {"exits": "NESW", **symbols}
    assert "NESW:puul" in asterion(program, "list", "tiles")

    asterion(program, "build", "--only", "svg", "--unsound", "--language", "en", "--out", str(tmp_path), "--quiet")
    drawn = (tmp_path / "svg" / "Y01.svg").read_text(encoding="utf-8")
    assert "<title>Yellow · Y01 · prisoner · Phaidra · amphora × 2 · oil lamp: NESW:puul</title>" in drawn
    assert drawn.count('id="coin') == 2, "the urns"
    assert drawn.count('id="prisoner') == 2, "the prisoner and the lamp"

    limits = (f"--limit={one}" for one in ("open-sides=4", "coins=0", "wings=0", "path-lamps=1"))
    designs = asterion(program, "play", "designs", *limits)
    assert "4 open sides, 1 prisoner, 0 coins, 0 wings, 0 to 2 urns, 0 or 1 lamp" in designs
    asterion(program, "preview", "--out", str(tmp_path / "gallery.html"))
    page = (tmp_path / "gallery.html").read_text(encoding="utf-8")
    assert "N, E, S and W with a prisoner and 2 urns and a lamp" in page


def test_symbols_are_told_apart_by_name_and_letter() -> None:
    assert list(SYMBOLS) == [kind.name for kind in SYMBOLS.values()]
    assert len({kind.letter for kind in SYMBOLS.values()}) == len(SYMBOLS)
