"""The ICC profile of sRGB, computed from the numbers that define it: what our inks look like on a screen that is right.

::

    header  128 bytes
    tags    how many; then name, place and length of each
    data    desc cprt   words                      wtpt        white of the profile's space, D50
            rXYZ gXYZ bXYZ   the primaries seen in D50         chad   how D65 was turned into D50
            rTRC gTRC bTRC   one curve for all three

Nothing is copied from anybody's profile, so there is no licence to mind: these are a standard's numbers in a standard's
form.

Source: IEC 61966-2-1:1999 (primaries, white, curve); ICC.1:2004-10, profile version 4.2, which ISO 19005-2, 6.2.4.2
allows (header 7.2, tags 9.2, types 10); K. M. Lam's matrix for adaptation, called Bradford, as in ICC.1 annex E.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache
from math import fsum
from typing import TypeAlias

Vector: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Vector, Vector, Vector]

NAME = "sRGB IEC61966-2.1"
"""What this space is called in the registry of characterisations. Source: ICC's registry."""
PRIMARIES = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
"""Chromaticities x, y of red, green and blue."""
D65: Vector = (0.3127 / 0.3290, 1.0, (1 - 0.3127 - 0.3290) / 0.3290)
"""The white of sRGB as X, Y, Z; from its chromaticity 0.3127, 0.3290."""
D50: Vector = (0.9642, 1.0, 0.8249)
"""The white of every profile's space. Source: ICC.1, 7.2.16."""
BRADFORD: Matrix = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
"""g, a, b, c, d of the curve of type 3: (aX + b)^g from d on, cX below."""
WORDS = "No copyright is claimed: computed from IEC 61966-2-1"
MADE = (2000, 1, 1, 0, 0, 0)
"""A constant, so that the profile has the same bytes at every run."""
HEADER_SIZE = 128


@cache
def srgb_profile() -> bytes:
    """The profile, some 600 bytes."""
    white = _adaptation()
    red, green, blue = _transposed(_product(white, _primaries()))
    curve = b"para" + struct.pack(">IHH", 0, 3, 0) + b"".join(map(_fixed, CURVE))
    tags = {
        b"desc": _words(NAME),
        b"cprt": _words(WORDS),
        b"wtpt": _xyz(D50),
        b"chad": b"sf32\0\0\0\0" + b"".join(_fixed(value) for row in white for value in row),
        b"rXYZ": _xyz(red),
        b"gXYZ": _xyz(green),
        b"bXYZ": _xyz(blue),
        **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve),
    }
    return _profile(tags)


def _profile(tags: dict[bytes, bytes]) -> bytes:
    """Header, table and data; equal data stand there once, each at a place that 4 divides."""
    place = HEADER_SIZE + 4 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    places: dict[bytes, int] = {}
    for name, value in tags.items():
        if value not in places:
            places[value] = place + len(data)
            data += value + bytes(-len(value) % 4)
        table += struct.pack(">4sII", name, places[value], len(value))
    size = place + len(data)
    header = struct.pack(">I4sI4s4s4s6H4s", size, b"", 0x04200000, b"mntr", b"RGB ", b"XYZ ", *MADE, b"acsp")
    header += struct.pack(">4sIIIQI", b"", 0, 0, 0, 0, 0) + b"".join(map(_fixed, D50))
    return header.ljust(HEADER_SIZE, b"\0") + table + data


def _primaries() -> Matrix:
    """From R, G, B to X, Y, Z under D65: columns are the primaries, as bright as it takes to make white together."""
    columns = [(x / y, 1.0, (1 - x - y) / y) for x, y in PRIMARIES]
    matrix = _transposed((columns[0], columns[1], columns[2]))
    shares = _applied(_inverse(matrix), D65)
    return _matrix([[value * share for value, share in zip(row, shares, strict=True)] for row in matrix])


def _adaptation() -> Matrix:
    """From what is seen under D65 to what looks alike under D50."""
    seen, wanted = _applied(BRADFORD, D65), _applied(BRADFORD, D50)
    scaled = _matrix(
        [[value * there / here for value in row] for row, here, there in zip(BRADFORD, seen, wanted, strict=True)]
    )
    return _product(_inverse(BRADFORD), scaled)


def _words(text: str) -> bytes:
    """Words of one language. Source: ICC.1, 10.13 (multiLocalizedUnicodeType)."""
    raw = text.encode("utf-16-be")
    return b"mluc" + struct.pack(">III2s2sII", 0, 1, 12, b"en", b"US", len(raw), 28) + raw


def _xyz(vector: Vector) -> bytes:
    return b"XYZ \0\0\0\0" + b"".join(map(_fixed, vector))


def _fixed(value: float) -> bytes:
    """A number in 65536ths. Source: ICC.1, 4.6 (s15Fixed16Number)."""
    return struct.pack(">i", round(value * 65536))


def _matrix(rows: Sequence[Sequence[float]]) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return (a, b, c), (d, e, f), (g, h, i)


def _transposed(m: Matrix) -> Matrix:
    return _matrix(list(zip(*m, strict=True)))


def _applied(m: Matrix, v: Vector) -> Vector:
    x, y, z = (fsum(a * b for a, b in zip(row, v, strict=True)) for row in m)
    return x, y, z


def _product(m: Matrix, n: Matrix) -> Matrix:
    return _transposed(_matrix([_applied(m, column) for column in _transposed(n)]))


def _inverse(m: Matrix) -> Matrix:
    """By Cramer's rule."""
    (a, b, c), (d, e, f), (g, h, i) = m
    whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    rows = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    return _matrix([[value / whole for value in row] for row in rows])
