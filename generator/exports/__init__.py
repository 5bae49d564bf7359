"""Exports: a game as other hands want it, each as one folder: virtual tables, print services, cutting machines.

::

    target.py     Target: what every export is; Bench: the game on it, drawn on demand
    finding.py    the targets there are, found by themselves
    targets/      one module a target, with a `TARGET`
    items.py      the pieces of a game, whatever lot they belong to
    ground.py     how far art is drawn beyond the cut, and what is drawn too near to it
    outlines.py   where the knife goes around a piece
    pixels.py     drawings as PNG, pixel by pixel of the size that is asked for
    run.py        one export from beginning to end, published as one set
    verifying.py  an export read back, and made again

A target is added as a module; nothing else names it. What it can be told beside game and theme are its options, plain
data, from which the command makes its own.
"""
