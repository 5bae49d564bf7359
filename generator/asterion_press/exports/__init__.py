"""Exports: a game for virtual tables, print services and cutting machines, each in a folder of its own.

::

    target        the interface of a target, and the game that it exports
    pieces        the pieces of a game, one by one and in piles; their outlines, geometry of display lists
    pictures      drawings as PNG; how far they bleed, what lies too near to the cut; targets `png`, `table`, `tgc`
    cut_files     sheets for cutting machines, and what is cut of each; targets `dxf`, `svg`
    pieces_pdf    one page a side; target `pdf`
    tts, vassal   saved objects and modules of virtual tables
    frames/       what those always hold, in their own formats; the code fills in the rest
    run           the table of targets; one export from beginning to end, published as one set
    verification  an export read back, and made again

A target is added as a module and a row of the table. Its options are plain data, from which the command makes its own.
"""
