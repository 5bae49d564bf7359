"""Labyrinths: decks of square tiles with paths, as Asterion has them.

::

    catalogue    records of designs, variants, figures, positions; read and written
    deck         tiles of a catalogue, counted; reports; differences of two decks; the space of designs
    art          drawings of tiles, backs, counters and the minotaur
    diagrams     drawings of positions: tiles on a table, marks, scores; models
    engine       the rules, bots, records of games
    kernel       the same games in compiled code
    simulation   many games of bots, counted; the search for sets of designs
    preview      the page that shows a deck in the browser
    commands     the commands for labyrinths alone
"""
