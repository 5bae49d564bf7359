"""The rules of the labyrinth games, as an engine that is easy to read.

::

    rules       editions, options, the names of the bots, errors
    box         the deck made ready for play: pieces, each with its four faces
    plies       the four kinds of turns (place, rotate, swap, move) and their notation
    labyrinth   the tiles on the table, and which paths are connected
    position    a game between two plies: whose turn it is, what the table allows, what a ply does
    scoring     chambers as players see them, the count at the end, and its explanation chamber by chamber
    record      a game as a line of JSON: written, read, judged, and stopped after any ply
    bots        players for simulations: random, greedy
    described_tables   tables that players wrote down, checked
    figures     the figures of a booklet, confirmed or refused, and those of the turns of its sample games

It knows no paper, no ink and no files. Source of every rule: ``rules/asterion.md``, cited by the ids A1 to A30. The
package `kernel` plays the same games in compiled code.
"""
