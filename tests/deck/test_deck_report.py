"""The deck and its check as text, JSON and CSV, compared with approved files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from asterion_press.catalogue import library
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue
from asterion_press.games.labyrinth.catalogue.symbol_table import PLURALS
from asterion_press.games.labyrinth.deck.report import TILE_COLUMNS, check_data, check_text, tiles_data, tiles_rows
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.findings import findings
from asterion_press.games.report import csv_text, json_text, table

Golden = Callable[[str, str], None]


def test_the_table_of_tiles_is_the_approved_one(deck: Deck, loaded: LoadedCatalogue, golden: Golden) -> None:
    rows = tiles_rows(deck, loaded)
    golden("tiles.txt", table(rows, [*TILE_COLUMNS]) + "\n")
    golden("tiles.csv", csv_text(rows, [*TILE_COLUMNS]))
    golden("tiles.json", json_text(tiles_data(deck)))


def test_csv_quotes_what_would_break_a_row() -> None:
    assert csv_text([['a "b", c', 1]], ["x", "y"]) == 'x,y\n"a ""b"", c",1\n'


def without_hash(text: str) -> str:
    """A check without the catalogue's hash, which changes with every comment in the file."""
    return re.sub(r"\b[0-9a-f]{8}\b", "<hash>", text)


def test_the_check_is_the_approved_one(deck: Deck, loaded: LoadedCatalogue, golden: Golden) -> None:
    assert loaded.short_hash in check_text(deck, loaded, findings(deck, loaded))
    golden("check.txt", without_hash(check_text(deck, loaded, findings(deck, loaded))))


def test_the_check_as_data_says_what_the_check_says(deck: Deck, loaded: LoadedCatalogue) -> None:
    data = json.loads(json_text(check_data(deck, loaded, findings(deck, loaded))))
    assert data["catalogue_sha256"] == loaded.document.sha256
    assert (data["game"], data["edition"], data["sound"], data["findings"]) == ("asterion", "revised", True, [])
    assert list(data["colours"]) == ["yellow", "blue", "red", "green"]
    assert data["deck"] == {
        "tiles": 64,
        **dict.fromkeys(PLURALS, 0),
        "prisoners": 64,
        "coins": 8,
        "wings": 24,
        "exits": 256,
        "chambers": 140,
        "dead_ends": 56,
        "branching": 1.2188,
    }


def test_goldens_are_not_approved_where_nobody_looks() -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--update-goldens", __file__]
    environment = {**os.environ, "CI": "1"}
    done = subprocess.run(command, cwd=library.root(), env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "it refuses to run in CI" in done.stdout + done.stderr


def test_json_keeps_the_letters_of_every_language() -> None:
    assert json_text({"name": "Néstor 迷宮"}) == '{\n  "name": "Néstor 迷宮"\n}\n'
