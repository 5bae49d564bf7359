"""Tabletop Simulator: one saved object and the pictures that it names.

The program loads pictures from addresses, so they have to be put somewhere: ``--base-url`` says where. A local address
works for the host alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from generator.errors import AsterionError
from generator.exports.naming import LANGUAGE, names_for
from generator.exports.target import Bench, Option, Target, Wishes
from generator.units import MM_PER_INCH

if TYPE_CHECKING:
    from generator.build.targets import Artefact
    from generator.exports.piles import Pile
    from generator.exports.saved_object import FaceSheet
    from generator.layout.batches import Lot

BASE_URL = Option("base-url", "Address of the folder in which the pictures will lie.", "text")
PICTURE_PX = 512
"""Longer side of the picture of a back or a single piece. Own choice: half of a place on a sheet of few faces."""
PIXELS_A_STEP = 300_000


class TabletopSimulator(Target):
    """A saved object."""

    name = "tts"
    about = "Tabletop Simulator: a saved object with face-down decks, single pieces and bags, and its pictures"
    options = (BASE_URL, LANGUAGE)

    def files(self, bench: Bench, wishes: Wishes) -> Iterator[Artefact]:
        from generator.build.targets import Artefact
        from generator.exports.piles import piles_of

        piles = piles_of(bench.game, names_for(bench, wishes))
        text = _saved(bench, piles, address_of(wishes))
        yield Artefact(f"{bench.game.head.game}.json", bench.key(text, components=()), text.encode)
        yield from _pictures(bench, piles)

    def notes(self, bench: Bench, wishes: Wishes) -> Iterator[str]:  # noqa: ARG002 - the same for every game
        if wishes["base-url"] is None:
            yield "pictures are named without an address, where the program finds none; give --base-url to say where"


def address_of(wishes: Wishes) -> str:
    """What stands before the name of a picture: empty, or an address that ends in a slash.

    Raises:
        AsterionError: it is no address.
    """
    address = str(wishes["base-url"] or "")
    if not address:
        return ""
    if not re.fullmatch(r"(https?://[^/\s]+|file://)(/[!-~]*)?", address) or re.search(r'[?#"<>\\]', address):
        raise AsterionError(f"{address!r} is no address of a folder; write one such as https://example.org/asterion/")
    return address if address.endswith("/") else address + "/"


def _saved(bench: Bench, piles: tuple[Pile, ...], address: str) -> str:
    from generator.exports.saved_object import Table

    game = bench.game
    round_ones = frozenset(piece.id for pile in piles for piece in pile.pieces if game.is_round(piece.id))
    saved = Table(game.head.game, game.head.full_title, address, round_ones).saved(piles)
    return json.dumps(saved, indent=1, ensure_ascii=False) + "\n"


def _pictures(bench: Bench, piles: tuple[Pile, ...]) -> Iterator[Artefact]:
    from generator.build.targets import Artefact
    from generator.exports.saved_object import sheets_of

    for pile in piles:
        singles = dict.fromkeys(piece.back for piece in pile.pieces if piece.back)
        if pile.manner == "deck":
            for sheet in sheets_of(pile):
                faces = tuple(piece.id for piece in sheet.pieces)
                effort = sheet.columns * sheet.rows * sheet.place[0] * sheet.place[1] // PIXELS_A_STEP
                make = partial(_sheet, bench, sheet, pile.lot)
                yield Artefact(f"images/{sheet.file}", bench.key(sheet, components=faces), make, effort)
        else:
            singles = dict.fromkeys((*(piece.id for piece in pile.pieces), *singles))
        for component in singles:
            key = bench.key(PICTURE_PX, components=(component,))
            yield Artefact(f"images/{component}.png", key, partial(_single, bench, component))


def _sheet(bench: Bench, sheet: FaceSheet, lot: Lot) -> bytes:
    """Faces side by side, each cut at its trim."""
    from generator.exports.ground import art
    from generator.exports.pixels import picture
    from generator.pdf.drawing_pages import Laid

    width, height = sheet.place
    scale = width / lot.width
    laid = [
        Laid(art(bench.drawing(piece.id), 0.0), at % sheet.columns * width, at // sheet.columns * height, scale)
        for at, piece in enumerate(sheet.pieces)
    ]
    return picture(sheet.columns * width, sheet.rows * height, laid, scale * MM_PER_INCH)


def _single(bench: Bench, component: str) -> bytes:
    from generator.exports.ground import art
    from generator.exports.pixels import picture
    from generator.pdf.drawing_pages import Laid

    drawing = art(bench.drawing(component), 0.0)
    scale = PICTURE_PX / max(drawing.width, drawing.height)
    width, height = max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale))
    return picture(width, height, [Laid(drawing, 0, 0, scale)], scale * MM_PER_INCH)


TARGET = TabletopSimulator()
