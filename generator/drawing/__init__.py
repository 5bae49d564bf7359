"""What it looks like: components as display lists, and the display list printed as SVG.

A component is drawn once, as an immutable tree of groups and shapes in millimetres (:mod:`~generator.drawing.display`).
`svg.py` prints that tree as SVG; the press prints the same tree into a PDF. Neither looks at the other.
"""
