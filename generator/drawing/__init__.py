"""What it looks like: components as display lists, scenes of what lies on a table, and both printed as SVG.

A component is drawn once, as an immutable tree of groups and shapes in millimetres (:mod:`~generator.drawing.display`).
`svg.py` prints that tree as SVG; the press prints the same tree into a PDF. Neither looks at the other. A scene
(:mod:`~generator.drawing.scene`) shows components and marks: a figure of the booklet, or the picture of a game::

    lying             a tile on the table and the marks upon it, for both        (artwork: what of a deck is shown)
    table             the picture of a game: what is seen                        (table_plan: how large, coordinates)
    chambers_shown    threads, numbers and arrows of its chambers                (badges: where a number hides least)
    scores            what the seats have
    scene_svg, png    the picture as a file
"""
