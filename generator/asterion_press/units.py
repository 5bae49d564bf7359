"""Lengths. Everything up to layout is in millimetres; PDF points exist in `pdf` and `verify`."""

from __future__ import annotations

MM_PER_INCH = 25.4
"""Source: the international inch, exactly 25.4 mm since 1959."""

PT_PER_INCH = 72
"""Source: ISO 32000-1, 8.3.2.3: the default unit of PDF user space is 1/72 inch."""

PT_PER_MM = PT_PER_INCH / MM_PER_INCH

THICKEST_SHEET_MM = 0.5
"""Of a sheet that is folded. Own choice: a thicker one is card, which does not fold into a booklet."""
THINNEST_PIECE_MM, THICKEST_PIECE_MM = 0.1, 4.0
"""Of a piece in a box: from paper to grey board. Own choice."""


def pt(mm: float) -> float:
    """Return a length in millimetres as PDF points."""
    return mm * PT_PER_MM


def mm_from_pt(points: float) -> float:
    """Return a length in PDF points as millimetres."""
    return points / PT_PER_MM
