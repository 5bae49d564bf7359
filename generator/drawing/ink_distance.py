"""How far apart two inks look: their distance in CIE Lab, and the grounds that every ink must stand out from.

Source: sRGB to XYZ after IEC 61966-2-1, XYZ to Lab after CIE 15:2004, white D65; the distance is the plain one of
1976, the length of the line between the two points.
"""

from __future__ import annotations

import math

LEAST_DISTANCE = 20.0
"""Closer inks may be taken for one another. Own choice: nearly nine times the 2.3 that are just noticeable side by side
(M. Mahy et al., 1994), since tiles lie apart and every printer shifts inks; Asterion's own inks keep 54 or more."""

GROUNDS = {
    "the paper": "#ffffff",
    "the light stones": "#d2b98c",
    "the stones": "#bd9f70",
    "the dark stones": "#a48356",
    "the floor": "#eedfbd",
}
"""What lies beside a player's ink on every tile. Source: ``templates/themes/knossos.yaml``, and bare paper."""

WHITE = (0.95047, 1.0, 1.08883)
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def distance(ink: str, other: str) -> float:
    """How far apart two inks, given as ``#rrggbb``, are in CIE Lab: 0 if they are equal, 100 from black to white."""
    return math.dist(lab(ink), lab(other))


def nearest_ground(ink: str) -> tuple[str, str]:
    """The ground that an ink stands out from least: its name and its ink."""
    return min(GROUNDS.items(), key=lambda ground: distance(ink, ground[1]))


def lab(ink: str) -> tuple[float, float, float]:
    """L*, a* and b* of an ink."""
    rgb = [_linear(int(ink[at : at + 2], 16) / 255) for at in (1, 3, 5)]
    xyz = [math.fsum(share * part for share, part in zip(row, rgb, strict=True)) for row in TO_XYZ]
    x, y, z = (_curved(part / white) for part, white in zip(xyz, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _curved(share: float) -> float:
    edge = 6 / 29
    return math.cbrt(share) if share > edge**3 else share / (3 * edge**2) + 4 / 29
