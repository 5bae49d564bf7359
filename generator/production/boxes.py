"""The tuck box of a game: which pieces go in, and what is printed on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from generator import __version__
from generator.catalogue import shelf
from generator.errors import InputError, LayoutError
from generator.production.artefacts import Artefact
from generator.production.fitting import placed_titles
from generator.production.keys import file_hash, fonts_key, key_of

if TYPE_CHECKING:
    from generator.catalogue.papers import Paper
    from generator.imposition.lots import Lot
    from generator.press.box_art import BoxArt
    from generator.production.artefacts import Materials

BOX = "box.pdf"
EFFORT = 40
"""Measured: 60 ms beside the drawing of the pieces, which are drawn once more."""


def box_files(materials: Materials) -> Iterator[Artefact]:
    """The box.

    Raises:
        InputError: the game has nothing that goes into a box.
    """
    order, game = materials.order, materials.game
    paper = shelf.paper_file(order.box[0])
    components = [materials.studio.key(component) for component in materials.studio.component_ids()]
    wishes = order.box, file_hash(paper.path, paper.name), fonts_key(), game.document.sha256
    key = key_of(materials.studio.program, materials.studio.theme_hash, components, wishes)
    yield Artefact(BOX, key, partial(_box, materials), effort=EFFORT)


def _box(materials: Materials) -> bytes:
    from generator.catalogue.papers import load_paper
    from generator.catalogue.strict_yaml import read_document
    from generator.imposition.tuck_box import box_for, box_from
    from generator.press.box import print_box

    game = materials.game
    paper_id, thickness = box_from(materials.order.box)
    papers = {paper.id: load_paper(paper.path, paper.name) for paper in shelf.papers().values()}
    file, paper = shelf.paper_file(paper_id), papers.pop(paper_id)
    lot = _lot(materials, paper)
    try:
        box = box_for(lot, thickness, paper, papers.values())
    except LayoutError as error:
        place = read_document(file.path, file.name).value_place(error.location)
        raise InputError.at(place, str(error)) from None
    with placed_titles(game):
        return print_box(box, _art(materials, lot), f"{lot.count} {lot.kind}", game.short_hash, __version__)


def _lot(materials: Materials, paper: Paper) -> Lot:
    from generator.imposition.tuck_box import boxed_lot

    lot = boxed_lot(materials.game.lots(paper))
    if lot is None:
        message = (
            f"{materials.game.head.game!r} has no pieces that lie in stacks, so there is nothing to make a box for"
        )
        raise InputError.at(materials.game.place("game"), message)
    return lot


def _art(materials: Materials, lot: Lot) -> BoxArt:
    from generator.drawing.inks import palette
    from generator.press.box_art import BoxArt

    game, theme = materials.game, materials.studio.theme
    whose = (f"{lot.count} {lot.kind}", game.head.credits.design, game.head.credits.publisher)
    return BoxArt(
        title=game.head.full_title,
        imprint=tuple(line for line in whose if line),
        palette=palette(theme, theme.inks.night),
        picture=game.draw(game.title_picture, theme),
        pieces=[game.draw(piece.id, theme) for piece in lot.pieces],
        fonts=shelf.fonts_folder(),
    )
