"""ICC profiles that users supply, as far as a file that names one must know them.

Source: ICC.1:2022, 7.2 (header), 7.3 (tag table), 9.2.41 (profileDescriptionTag), 10.15 (multiLocalizedUnicodeType);
ICC.1:2001-04, 6.5.17 (textDescriptionType).
"""

from __future__ import annotations

import struct

from msgspec import Struct

from generator.errors import InputError, Place

HEADER_BYTES = 128
CHANNELS = {b"GRAY": 1, b"RGB ": 3, b"CMYK": 4}
KINDS = {b"prtr": "printers", b"mntr": "screens", b"spac": "colour spaces"}


class Profile(Struct, frozen=True):
    """A profile.

    Attributes:
        data: the file.
        channels: 1, 3 or 4, for grey, RGB or CMYK.
        description: as the profile calls itself.
    """

    data: bytes
    channels: int
    description: str


def read_profile(data: bytes, name: str) -> Profile:
    """The profile in a file, called `name` in messages.

    Raises:
        InputError: it is none, or one that no output intent can name.
    """
    place = Place(name)
    if len(data) < HEADER_BYTES + 4 or data[36:40] != b"acsp" or struct.unpack(">I", data[:4])[0] != len(data):
        raise InputError.at(place, "is no whole ICC profile; give the .icc file of your print shop")
    kind, space = data[12:16], data[16:20]
    if kind not in KINDS or space not in CHANNELS:
        what = f"{kind.decode('latin-1').strip()} {space.decode('latin-1').strip()}"
        raise InputError.at(place, f"is a profile for {what!r}; give one of a printer, in CMYK, RGB or grey")
    return Profile(data, CHANNELS[space], _description(data) or name)


def _description(data: bytes) -> str:
    """What the profile calls itself; empty if that cannot be read."""
    try:
        (count,) = struct.unpack_from(">I", data, HEADER_BYTES)
        for index in range(min(count, 100)):
            signature, offset, _ = struct.unpack_from(">4sII", data, HEADER_BYTES + 4 + 12 * index)
            if signature == b"desc":
                return _text(data, offset)
    except (struct.error, UnicodeDecodeError):
        pass
    return ""


def _text(data: bytes, at: int) -> str:
    if data[at : at + 4] == b"desc":
        (length,) = struct.unpack_from(">I", data, at + 8)
        return data[at + 12 : at + 12 + length].rstrip(b"\0").decode("ascii")
    if data[at : at + 4] == b"mluc":
        length, offset = struct.unpack_from(">II", data, at + 20)
        return data[at + offset : at + offset + length].decode("utf-16-be").rstrip("\0")
    return ""
