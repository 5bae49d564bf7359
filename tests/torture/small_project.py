"""A project that is built in half a second: the program, one paper, two languages, and a game of two designs."""

from __future__ import annotations

import shutil
from pathlib import Path

from generator.catalogue.po import translation, write_catalogue
from generator.rulebook.translation.language import split_passages

PROJECT = Path(__file__).resolve().parent.parent.parent

SMALL = """\
game: small
title: {title}
edition: first
tile_mm: 50
colours:
  yellow: {{letter: Y, symbol: sun, ink: '{ink}'}}
  blue: {{letter: B, symbol: wave, ink: '#1f5fa8'}}
minotaur:
  paths:
    - {{exits: NESW}}
counters: {{count: 4, diameter_mm: 12}}
designs:
  fork:
    number: 1
    paths:
      - {{exits: NES, prisoners: 1}}
      - {{exits: W}}
  bridge:
    number: 2
    colours: [yellow, blue]
    copies: {{yellow: 1, blue: 1}}
    paths:
      - {{exits: NS, prisoners: 1}}
      - {{exits: EW, coins: 1}}
credits: {{design: A, publisher: B, artwork: C}}
"""
CHANGES = ({"title": "Small", "ink": "#d9a520"}, {"title": "Smaller", "ink": "#c98a10"})
"""The two versions of the catalogue: every file that is made of them differs."""

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
  - {{tile: minotaur, at: [0, 0]}}
  - {{tile: Y01, at: [1, 0], turns: {turns}}}
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
    (folder / "templates/games/small.yaml").write_text(SMALL.format(**CHANGES[0]), encoding="utf-8")
    (folder / "templates/figures/small.yaml").write_text(FIGURES, encoding="utf-8")
    locales = folder / "templates/locales"
    for name in ("en/words.yaml", "de/words.yaml", "de/words.po"):
        (locales / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / "templates/locales" / name, locales / name)
    (locales / "en/small.md").write_text(RULES, encoding="utf-8")
    (locales / "de/small.po").write_text(german_rules(), encoding="utf-8")


def german_rules() -> str:
    """Return the catalogue of the German rules."""
    english = {one.key: one.text for one in split_passages(RULES)}
    return write_catalogue("de", [translation(key, english[key], text) for key, text in GERMAN.items()])


def write_inputs(folder: Path, version: int) -> None:
    """Write what commands read: the small catalogue as it is now and in both versions, positions, and targets."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, changes in (("small", CHANGES[version - 1]), ("v1", CHANGES[0]), ("v2", CHANGES[1])):
        (folder / f"{name}.yaml").write_text(SMALL.format(**changes), encoding="utf-8")
    for turns in (1, 2):
        (folder / f"position{turns}.yaml").write_text(POSITION.format(turns=turns), encoding="utf-8")
    (folder / "targets.yaml").write_text(TARGETS, encoding="utf-8")
