"""Exports: a game for virtual tables, print services and cutting machines, each in a folder of its own.

::

    target.py        the interface of a target, the game that it exports, and the registry of targets
    targets/         one module a target, with a `TARGET`
    pieces.py        the pieces of a game, one by one and in piles
    outlines.py      where the knife goes around a piece; geometry of display lists
    pixels.py        drawings as PNG, pixel by pixel of the size that is asked for
    piece_images.py  pictures of pieces, how far they bleed, and what lies too near to the cut
    cut_files.py     sheets for cutting machines, and what is cut of each
    vassal_module.py the files of a VASSAL module
    ezdxf_adapter.py the writer of DXF files
    run.py           one export from beginning to end, published as one set
    verification.py  an export read back, and made again

A target is added as a module; nothing else names it. Its options are plain data, from which the command makes its own.
"""
