"""The tuck box of a game: which pieces go in, and what is printed on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from generator import __version__
from generator.build.fingerprints import file_hash, fonts_key, key_of
from generator.build.order import Part
from generator.build.preflight import placed_titles
from generator.build.targets import Artefact
from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.errors import InputError, LayoutError

if TYPE_CHECKING:
    from generator.build.order import Order
    from generator.build.rules import RulesDesk
    from generator.build.targets import Materials
    from generator.catalogue.papers import Paper
    from generator.catalogue.words import LoadedWords
    from generator.layout.batches import Lot
    from generator.layout.tuck_box import TuckBox
    from generator.pdf.box import BoxWords
    from generator.pdf.box_art import BoxArt

BOX = "box.pdf"
CARD_EFFORT = 60
EFFORT = 40
"""Measured: 60 ms beside the drawing of the pieces, which are drawn once more."""


def box_files(materials: Materials) -> Iterator[Artefact]:
    """The box, and a setup card in each language whose rules have what it says.

    Raises:
        InputError: the game has nothing that goes into a box.
    """
    order, game = materials.order, materials.game
    paper = library.paper_file(order.box[0])
    components = [materials.studio.key(component) for component in materials.studio.component_ids()]
    wishes = order.box, file_hash(paper.path, paper.name), fonts_key(), game.document.sha256
    key = key_of(materials.studio.program, materials.studio.theme_hash, components, wishes)
    titles = order.titles_of(Part.BOX)
    words = [file_hash(file.path, file.name) for file in (library.words_file(titles),) if titles]
    yield Artefact(BOX, key_of(key, words), partial(_box, materials), effort=EFFORT)
    if materials.misfit is None and order.languages_of(Part.BOX):
        from generator.build.rules import RulesDesk

        desk = RulesDesk(order, game, materials.studio)
        for language in filter(partial(_has_card, order), order.languages_of(Part.BOX)):
            made = partial(_card, materials, desk, language)
            yield Artefact(f"card-{language}.pdf", key_of(key, desk.key(language)), made, effort=CARD_EFFORT)


def _has_card(order: Order, language: str) -> bool:
    """Whether a rules text has what a setup card says, seen at a glance at the ids of its headings."""
    file = order.rules_files(language)[0]
    text = read_bytes(file.path, file.name)
    return any(re.search(rb"^#+ .*\{#%s\}" % name, text, re.MULTILINE) for name in (b"symbols", b"setup"))


def _box(materials: Materials) -> bytes:
    from generator.pdf.box import print_box

    game = materials.game
    lot, box = _planned(materials)
    words = _words(materials.order.titles_of(Part.BOX))
    told = _box_words(words) if words else None
    with placed_titles(game):
        return print_box(box, _art(materials, lot, words), game.short_hash, __version__, told)


def _words(language: str) -> LoadedWords | None:
    """Return the words of the language that the box's titles speak; None if they speak none."""
    from generator.catalogue.words import words_of

    return words_of(language) if language else None


def _box_words(words: LoadedWords) -> BoxWords:
    from generator.pdf.box import BoxWords

    named = {name: words.word(name) for name in ("box", "part", "inside", "cut", "fold", "glue")}
    return BoxWords(language=words.tag, decimal=words.words.typography.decimal, **named)


def _card(materials: Materials, desk: RulesDesk, language: str) -> bytes:
    from generator.rulebook.typeset.card import print_card

    _, box = _planned(materials)
    text, words, subject = desk.read(language)
    with _placed_paper(materials):
        return print_card(text, subject, words, library.fonts_folder(), box.paper, box.stack.size[:2], __version__)


def _planned(materials: Materials) -> tuple[Lot, TuckBox]:
    """What goes into the box, and the box.

    Raises:
        InputError: nothing does, or no box fits the paper.
    """
    from generator.catalogue.papers import load_paper
    from generator.layout.tuck_box import box_for, box_from

    paper_id, thickness = box_from(materials.order.box)
    papers = {paper.id: load_paper(paper.path, paper.name) for paper in library.papers().values()}
    paper = papers.pop(paper_id)
    lot = _lot(materials, paper)
    with _placed_paper(materials):
        return lot, box_for(lot, thickness, paper, papers.values())


@contextmanager
def _placed_paper(materials: Materials) -> Iterator[None]:
    """Tell what does not fit at the line of the paper's file that says how large it is."""
    from generator.catalogue.strict_yaml import read_document

    file = library.paper_file(materials.order.box[0])
    try:
        yield
    except LayoutError as error:
        place = read_document(file.path, file.name).value_place(error.location)
        raise InputError.at(place, str(error)) from None


def _lot(materials: Materials, paper: Paper) -> Lot:
    from generator.layout.tuck_box import boxed_lot

    lot = boxed_lot(materials.game.lots(paper))
    if lot is None:
        message = (
            f"{materials.game.head.game!r} has no pieces that lie in stacks, so there is nothing to make a box for"
        )
        raise InputError.at(materials.game.place("game"), message)
    return lot


def _art(materials: Materials, lot: Lot, words: LoadedWords | None) -> BoxArt:
    from generator.build.sheet_titles import key_of_kind
    from generator.drawing.inks import palette
    from generator.pdf.box_art import TIMES, BoxArt

    game, theme = materials.game, materials.studio.theme
    whose = (game.head.credits.design, game.head.credits.publisher)
    return BoxArt(
        title=game.head.full_title,
        goods=f"{words.word(key_of_kind(lot.kind))}: {lot.count}" if words else f"{lot.count} {TIMES}",
        imprint=tuple(line for line in whose if line),
        palette=palette(theme, theme.inks.night),
        picture=game.draw(game.title_picture, theme),
        pieces=[game.draw(piece.id, theme) for piece in lot.pieces],
        fonts=library.fonts_folder(),
        family=words.words.fonts.text if words else "Alegreya",
    )
