"""The kinds of games: all that differs between them, so that no other package needs to know one.

::

    game.py       Game: the interface of a game of any kind; Claimed: the figures of its rules; Kind
    kinds.py      the kinds there are; a catalogue read as its kind reads it
    <kind>/       a package whose module `game` has a `KIND`: records, pieces, drawings, findings, rules, figures

A catalogue names its kind (``kind: tokens``); one that names none is a labyrinth. A kind is added as a package, here
or elsewhere, a game as a catalogue. No other package but the command line names a game or a kind.
"""
