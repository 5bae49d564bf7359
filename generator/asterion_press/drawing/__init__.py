"""Drawings: display lists in millimetres, printed as SVG and PNG.

A component is drawn once, as an immutable tree of groups and shapes
(:mod:`~asterion_press.drawing.display_list`). `svg.py` prints that tree as SVG; :mod:`asterion_press.pdf` prints the
same tree into a PDF. A scene shows components and marks: a figure of the rules, or the picture of a position. What a
designer may change without Python is drawn in ``templates/art``, and read by `art.py`.
"""
