"""A PDF for print services: every side of every piece on a page of its own, cut lines as an ink of their own.

The art stays in RGB; the print shop converts it for the printing condition that ``--intent`` names. No standard is
claimed for the file: nothing here validates PDF/X. The condition is named as ICC's registry of characterisations has it
(FOGRA51), if the profile says that of itself or of its data; else as the profile calls itself.

Source of what is read of an ICC profile: ICC.1:2022, 7.2 (header), 7.3 (tag table), 9.2.41 (profileDescriptionTag),
10.15 (multiLocalizedUnicodeType), 9.2.14 (charTargetTag); ICC.1:2001-04, 6.5.17 (textDescriptionType).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue import bounds
from asterion_press.catalogue.files import read_bytes
from asterion_press.errors import AsterionError, InputError, Place
from asterion_press.exports.cut_files import RADIUS
from asterion_press.exports.pictures import BLEED, bleed_notes, bleeds_of
from asterion_press.exports.pieces import FOLD, items_of, outline_of, without_cuts
from asterion_press.exports.target import LANGUAGE, ExportContext, Option, OptionValues, Target
from asterion_press.making.artefacts import Artefact

if TYPE_CHECKING:
    from asterion_press.making.naming import Names

CUT_LINE = Option("cut-line", "Ink of cut and fold lines.", "choice", "spot", ("spot", "cmyk", "none"))
SPOT = Option("spot-name", "Name of the cut line's ink, as the print shop wants it.", "text", "CutContour")
INTENT_NAME = "intent.icc"
INTENT = Option(
    "intent", "ICC profile of the printing condition, named as the file's output intent.", "file", kept=INTENT_NAME
)
RESERVED_INKS = {"All", "None", "Cyan", "Magenta", "Yellow"}
"""Names of inks that some programs would read otherwise."""
HEADER_BYTES = 128
CHANNELS = {b"GRAY": 1, b"RGB ": 3, b"CMYK": 4}
REGISTERED = re.compile(r"FOGRA\d+|CGATS TR ?\d+")
"""Names of printing conditions in the registry. Source: ICC's registry of CMYK characterisation data."""
KINDS = {b"prtr": "printers", b"mntr": "screens", b"spac": "colour spaces"}


def pieces_files(context: ExportContext, values: OptionValues) -> Iterator[Artefact]:
    """Yield the file of one page a side, the table of its pages, and the profile of its printing condition."""
    spot = str(values["spot-name"])
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", spot) or spot in RESERVED_INKS:
        raise AsterionError(f"{spot!r} is no name for a spot ink; write letters, digits, _ and -, as in CutContour")
    profile = _chosen_profile(values["intent"])
    bleeds = bleeds_of(context, values["bleed"])
    names = context.names(values)
    table, page = ["page,back page,piece,copies,width mm,height mm"], 1
    for item in items_of(context.game):
        piece, lot = item.piece, item.lot
        back = str(page + 1) if piece.back else ""
        table.append(f"{page},{back},{piece.id},{piece.copies},{lot.width:.2f},{lot.height:.2f}")
        page += 2 if piece.back else 1
    key = context.key((bleeds, values["corner-radius"], values["cut-line"], spot, profile, names))
    make = partial(_print, context, values, bleeds, profile, names)
    yield Artefact(f"{context.game.head.game}-pieces.pdf", key, make, effort=page - 1)
    text = "\n".join(table) + "\n"
    yield Artefact("pieces.csv", context.key(text, components=()), text.encode)
    if profile:  # so that the export can be made again from its folder
        yield Artefact(INTENT_NAME, context.key(profile.data, components=()), lambda: profile.data)


def _print(
    context: ExportContext, values: OptionValues, bleeds: dict[str, float], profile: Profile | None, names: Names
) -> bytes:
    """Print each piece's front, with its cut lines, and its back after it."""
    from asterion_press.pdf.drawing_pages import Intent, LineInks, PiecePage, print_pieces  # ReportLab

    game, radius = context.game, float(values["corner-radius"])
    lines = LineInks(values["cut-line"], str(values["spot-name"]))
    intent = Intent(profile.data, profile.channels, profile.description, profile.condition) if profile else None
    pages = []
    for item in items_of(game):
        for side, component in (("front", item.piece.id), ("back", item.piece.back)):
            if not component:
                continue
            whole = context.drawing(component)
            drawing = without_cuts(whole, bleeds[item.lot.kind])
            if lines.ink != "none":  # folds are lines of their own then, and no part of the art
                drawing = replace(drawing, groups=tuple(group for group in drawing.groups if group.name != FOLD))
            outline = outline_of(game, whole, radius) if side == "front" else None
            cuts, folds = (outline.paths, outline.folds) if outline else ((), ())
            pages.append(PiecePage(names.titled(drawing), cuts, folds))
    return print_pieces(game.head, pages, lines, intent, game.short_hash)


# -- the printing condition --------------------------------------------------------------------------------------------


class Profile(Struct, frozen=True):
    """An ICC profile that a user supplies.

    Attributes:
        data: the file.
        channels: 1, 3 or 4, for grey, RGB or CMYK.
        description: as the profile calls itself.
        condition: name of its printing condition.
    """

    data: bytes
    channels: int
    description: str
    condition: str


def _chosen_profile(path: Path | None) -> Profile | None:
    """Read the profile of the printing condition.

    Raises:
        InputError: the file is no profile.
    """
    if path is None:
        return None
    return read_profile(read_bytes(path, str(path), bounds.PROFILE_BYTES), str(path))


def read_profile(data: bytes, name: str) -> Profile:
    """Read a profile from a file, called `name` in messages, and by its last part where it has no name of its own.

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
    description = _tag(data, b"desc") or Path(name).name
    registered = REGISTERED.search(f"{description}\n{_tag(data, b'targ')}")
    return Profile(data, CHANNELS[space], description, registered[0] if registered else description)


def _tag(data: bytes, wanted: bytes) -> str:
    """Return what the profile calls itself, or what it says of its data; empty if that cannot be read."""
    try:
        (count,) = struct.unpack_from(">I", data, HEADER_BYTES)
        for index in range(min(count, 100)):
            signature, offset, size = struct.unpack_from(">4sII", data, HEADER_BYTES + 4 + 12 * index)
            if signature == wanted:
                return _text(data[: offset + size], offset)
    except (struct.error, UnicodeDecodeError):
        pass
    return ""


def _text(data: bytes, at: int) -> str:
    """Return the text that an element of a colour profile holds."""
    if data[at : at + 4] == b"desc":
        (length,) = struct.unpack_from(">I", data, at + 8)
        return data[at + 12 : at + 12 + length].rstrip(b"\0").decode("ascii")
    if data[at : at + 4] == b"mluc":
        length, offset = struct.unpack_from(">II", data, at + 20)
        return data[at + offset : at + offset + length].decode("utf-16-be").rstrip("\0")
    if data[at : at + 4] == b"text":
        return data[at + 8 :].decode("latin-1")
    return ""


PDF = Target(
    "pdf",
    "every front and back on a page of its own, with bleed, cut lines as a spot ink, and your output intent",
    (BLEED, RADIUS, CUT_LINE, SPOT, INTENT, LANGUAGE),
    pieces_files,
    lambda context, values: bleed_notes(context, values["bleed"]),
)
