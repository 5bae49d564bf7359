"""Drawings as pixels, and what they hold: what the tests of this room share."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image

from generator.drawing.display_list import Drawing, Group, Shape
from generator.drawing.svg import svg_text

ROOT = Path(__file__).parents[2]


def pixels(drawing: Drawing, per_mm: int) -> npt.NDArray[np.int64]:
    """The trim as rows x columns x 3 values from 0 to 255, on white paper.

    The millimetres of the SVG are scaled by the resolution: resvg's `width` scales from whole pixels of 96 dpi, which
    makes 12 mm, 45.35 px, 0.8 % too large and cuts the right and lower edge off.
    """
    png = resvg_py.svg_to_bytes(svg_string=svg_text(drawing), dpi=per_mm * 25.4, background="#ffffff")
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB")).astype(np.int64)


def groups_in(items: tuple[Shape | Group, ...]) -> Iterator[Group]:
    """Every group, the holders first."""
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups_in(item.items)


def shapes_in(items: tuple[Shape | Group, ...]) -> Iterator[Shape]:
    """Every shape, in the order of painting."""
    for item in items:
        if isinstance(item, Group):
            yield from shapes_in(item.items)
        else:
            yield item
