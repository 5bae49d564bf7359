"""Drawings as pixels, what hangs together or lies near on them, and what drawings hold."""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import resvg_py
from colorspacious import cspace_convert
from PIL import Image

from asterion_press.drawing.display_list import Drawing, Group, Shape
from asterion_press.drawing.svg import svg_text

ROOT = Path(__file__).parents[2]
Mask = npt.NDArray[np.bool_]


def pixels(drawing: Drawing, per_mm: int) -> npt.NDArray[np.int64]:
    """The trim as rows x columns x 3 values from 0 to 255, on white paper.

    The millimetres of the SVG are scaled by the resolution: resvg's `width` scales from whole pixels of 96 dpi, which
    makes 12 mm, 45.35 px, 0.8 % too large and cuts the right and lower edge off.
    """
    return rendered(svg_text(drawing), per_mm * 25.4)


def rendered(svg: str, dpi: float) -> npt.NDArray[np.int64]:
    """An SVG file as rows x columns x 3 values from 0 to 255, on white paper."""
    png = resvg_py.svg_to_bytes(svg_string=svg, dpi=dpi, background="#ffffff")
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB")).astype(np.int64)


def in_grey(picture: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """A picture as lightness alone."""
    return np.asarray(picture @ np.array([[0.299], [0.587], [0.114]]))


BLINDNESS = ("protanomaly", "deuteranomaly", "tritanomaly")


def without_cones(rgb: npt.NDArray[Any], blindness: str) -> npt.NDArray[np.float64]:
    """Values of red, green and blue from 0 to 1 as they look to people without a kind of cones."""
    space = {"name": "sRGB1+CVD", "cvd_type": blindness, "severity": 100}
    return np.asarray(np.clip(cspace_convert(rgb, space, "sRGB1"), 0, 1))


def opened(raw: bytes) -> Image.Image:
    """A picture, read to its end."""
    image = Image.open(io.BytesIO(raw))
    image.load()
    return image


def parts_of(mask: Mask) -> npt.NDArray[np.int64]:
    """Number the parts of a mask whose pixels hang together by their sides; what is not in it is 0.

    Runs of a row are joined with those that they touch in the row above, all at once, until nothing changes.
    """
    runs = np.cumsum(_begins(mask)).reshape(mask.shape) * mask
    touch = _begins(mask[1:] & mask[:-1])
    upper, lower = runs[:-1][touch], runs[1:][touch]
    part = np.arange(runs.max() + 1)
    while (part[upper] != part[lower]).any():
        least = np.minimum(part[upper], part[lower])
        for run in (upper, lower):
            np.minimum.at(part, part[run], least)
        part = part[part]
    return part[runs]


def _begins(mask: Mask) -> Mask:
    """Tell which pixels are the first of a run of their row."""
    first = mask.copy()
    first[:, 1:] &= ~mask[:, :-1]
    return first


def near(mask: Mask, reach: float) -> Mask:
    """Tell which pixels lie at most so many pixels from one of a mask, from middle to middle."""
    most, (rows, columns) = int(reach), mask.shape
    wide, found = np.pad(mask, most), np.zeros_like(mask)
    for row, column in itertools.product(range(2 * most + 1), repeat=2):
        if math.hypot(row - most, column - most) <= reach:
            found |= wide[row : row + rows, column : column + columns]
    return found


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
