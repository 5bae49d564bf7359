"""Small games that many tests are about: a labyrinth of two designs, and tokens."""

from asterion_press.catalogue.strict_yaml import parse_document
from asterion_press.games.game import Game
from asterion_press.games.kinds import kind_of


def kept_again(game: Game) -> Game:
    """Return the game that the lines of a manifest keep."""
    document = parse_document("\n".join(game.kept_lines()).encode(), "kept")
    return kind_of(document).read(document)


SMALL = """\
game: small
title: Small
edition: first
tile_mm: 50
colours:
  yellow: {letter: Y, symbol: sun, ink: '#d9a520'}
  blue: {letter: B, symbol: wave, ink: '#1f5fa8'}
minotaur:
  paths:
    - {exits: NESW}
counters: {count: 4, diameter_mm: 12, shape: round}
designs:
  fork:
    number: 1
    paths:
      - {exits: NES, prisoners: 1}
      - {exits: W}
  bridge:
    number: 2
    colours: [yellow, blue]
    copies: {yellow: 1, blue: 1}
    paths:
      - {exits: NS, prisoners: 1}
      - {exits: EW, coins: 1}
credits: {design: A, publisher: B, artwork: C}
"""
"""Two colours, two designs, one tile of each: right in form and sense, and nothing is to be said of it."""

TOKENS = """\
kind: tokens
game: heroes
title: Heroes
edition: first
credits: {design: A, publisher: B, artwork: C}
size_mm: 30
colours: {yellow: {symbol: sun, ink: '#d9a520'}, blue: {symbol: wave, ink: '#1f5fa8'}}
tokens: {one: {count: 3, value: 1, colours: [blue]}}
"""
