"""A project that is built in half a second: the program, one paper, two languages, and a game of two designs."""

from __future__ import annotations

import shutil
from pathlib import Path

from asterion_press.catalogue.po import translation, write_catalogue
from asterion_press.rulebook.translation.language import split_passages
from tests.support.small_games import SMALL

PROJECT = Path(__file__).resolve().parent.parent.parent

VERSIONS = (SMALL, SMALL.replace("Small", "Smaller").replace("#d9a520", "#c98a10"))
"""The two versions of the catalogue: every file that is made of them differs."""
EDITED = "templates/locales/en/small.md"
RULES = """\
---
subtitle: A game that nobody plays
players: 2 players
duration: a minute
---
# Small {#title}

## Material {#material}

{{deck.tiles}} tiles, and ![a coin](symbol:coin).

![One tile with two paths.](figure:tile)
"""
GERMAN = {
    "HEAD/subtitle": "Ein Spiel, das niemand spielt",
    "HEAD/players": "2 Spieler",
    "HEAD/duration": "eine Minute",
    "title/heading": "Klein",
    "material/heading": "Material",
    "material/paragraph-1": "{{deck.tiles}} Karten und ![eine Münze](symbol:coin).",
    "material/figure-tile": "![Eine Karte mit zwei Wegen.](figure:tile)",
}
FIGURES = """\
game: small
figures:
  tile:
    panels:
      - tiles:
          - {tile: Y01, at: [0, 0]}
"""
POSITION = """\
game: small
seats: [yellow, blue]
tiles:
  - {tile: minotaur, at: [0, 0]}
  - {tile: Y01, at: [1, 0], turns: 1}
"""
TARGETS = """\
play: {players: 2, bot: random, actions: false, edition: revised}
totals: {prisoners: 2, coins: [0, 1], wings: [0, 2]}
targets:
  - {metric: impaled, wanted: 2, slack: 1}
search: {sets: 8, generation: 4, games: [10, 20], proof: 100, keep: 2}
"""


def make_project(folder: Path) -> None:
    """Copy the program and its templates, with the small game and two languages instead of all texts."""
    shutil.copytree(PROJECT / "generator", folder / "generator")
    shutil.copytree(PROJECT / "templates", folder / "templates", ignore=shutil.ignore_patterns("locales"))
    shutil.copy(PROJECT / "tiles.yaml", folder)
    (folder / "templates/games/small.yaml").write_text(SMALL, encoding="utf-8")
    (folder / "templates/figures/small.yaml").write_text(FIGURES, encoding="utf-8")
    locales = folder / "templates/locales"
    for name in ("en/words.yaml", "de/words.yaml", "de/words.po"):
        (locales / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / "templates/locales" / name, locales / name)
    (folder / EDITED).write_text(RULES, encoding="utf-8")
    (locales / "de/small.po").write_text(german_rules(), encoding="utf-8")


def german_rules() -> str:
    """Return the catalogue of the German rules."""
    english = {one.key: one.text for one in split_passages(RULES)}
    return write_catalogue("de", [translation(key, english[key], text) for key, text in GERMAN.items()])


def write_inputs(folder: Path, version: int) -> None:
    """Write what commands read: the small catalogue now, in both versions and in other turns, positions, targets."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("small", VERSIONS[version - 1]), ("v1", VERSIONS[0]), ("v2", VERSIONS[1])):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    turned = VERSIONS[version - 1].replace("exits: NES,", "exits: ESW,").replace("{exits: W}", "{exits: N}")
    (folder / "turned.yaml").write_text(turned, encoding="utf-8")
    for turns in (1, 2):
        (folder / f"position{turns}.yaml").write_text(POSITION.replace("turns: 1", f"turns: {turns}"), encoding="utf-8")
    (folder / "targets.yaml").write_text(TARGETS, encoding="utf-8")
