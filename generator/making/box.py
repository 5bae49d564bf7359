"""The box of a game: which pieces go in, and what is printed on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from generator.catalogue import library
from generator.catalogue.equipment import Paper, load_paper, sound_papers
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.themes import Theme
from generator.catalogue.words import LoadedWords, words_of
from generator.drawing.display_list import Patch, Pen, Scene, Shown, Transform
from generator.drawing.inks import palette
from generator.errors import InputError, LayoutError
from generator.games.game import Game
from generator.layout.box import Box, fit_box, lot_to_box, lots_in_box, parse_box
from generator.layout.sheets import Lot
from generator.making.artefacts import Artefact
from generator.making.fingerprints import file_hash, fonts_key, key_of
from generator.making.naming import key_of_kind
from generator.making.preflight import placed_titles
from generator.making.project import Project
from generator.making.request import BuildRequest, Part, words_files
from generator.making.rules import RulebookBuilder
from generator.pdf.box import BoxArt, BoxWords, Goods, print_box
from generator.rulebook.translation.language import load_text
from generator.rulebook.typeset.cards import SECTIONS, CardPrinter

BOX = "box.pdf"
CARD_EFFORT = 60
TIMES = "×"
"""Sign after the number of pieces on a box without words; a picture of a piece stands above it."""
EFFORT = 40
"""Measured: 60 ms beside the drawing of the pieces, which are drawn once more."""


def box_files(context: Project) -> Iterator[Artefact]:
    """Yield the box, and a setup card in each language whose rules have its parts, unless player cards show the rules.

    Raises:
        InputError: the game has nothing that goes into a box.
    """
    request, game = context.request, context.game
    paper = library.paper_file(request.box[0])
    components = [context.studio.key(component) for component in context.studio.component_ids()]
    wishes = request.box, file_hash(paper.path, paper.name), fonts_key(), game.document.sha256
    key = key_of(context.studio.program, context.studio.theme_hash, components, wishes)
    titles = request.titles_of(Part.BOX)
    words = [file_hash(file.path, file.name) for file in words_files(titles) if titles]
    yield Artefact(BOX, key_of(key, words), partial(_box, context), effort=EFFORT)
    desk = context.rules
    if context.mismatch is None and request.languages_of(Part.BOX) and not desk.has_card_figures:
        for language in request.languages_of(Part.BOX) if _has_card(request) else ():
            made = partial(_card, context, desk, language)
            yield Artefact(f"card-{language}.pdf", key_of(key, desk.key(language)), made, effort=CARD_EFFORT)


def _has_card(request: BuildRequest) -> bool:
    """Return whether the rules have the parts of a setup card, by the ids of their headings."""
    text = load_text(library.rules_file(library.model_language(request.game), request.game))
    return not set(SECTIONS).isdisjoint(text.ids)


def _box(context: Project) -> bytes:
    game = context.game
    lot, box = plan_box(context)
    words = _words(context.request.titles_of(Part.BOX))
    told = _box_words(words) if words else None
    with placed_titles(game):
        return print_box(box, _art(context, lot, box, words), game.short_hash, told)


def _words(language: str) -> LoadedWords | None:
    """Return the words of the language that the box's titles speak; None if they speak none."""
    return words_of(language) if language else None


def _box_words(words: LoadedWords) -> BoxWords:
    named = {name: words.word(name) for name in ("part", "inside", "cut", "fold", "glue")}
    return BoxWords(language=words.tag, decimal=words.words.typography.decimal, **named)


def _card(context: Project, desk: RulebookBuilder, language: str) -> bytes:
    _, box = plan_box(context)
    text, words, subject = desk.read(language)
    with _placed_paper(context):
        printer = CardPrinter(text, subject, words, library.fonts_folder())
        return printer.setup(box.paper, box.stack.size[:2])


def plan_box(context: Project) -> tuple[Lot, Box]:
    """Return the contents of the box, and the box.

    Raises:
        InputError: nothing does, or no box fits the paper.
    """
    paper_id, thickness = parse_box(context.request.box)
    file, papers = library.paper_file(paper_id), sound_papers()
    paper = papers.pop(paper_id, None) or load_paper(file.path, file.name)
    lot = _lot(context, paper)
    with _placed_paper(context):
        return lot, fit_box(lot, thickness, paper, papers.values())


@contextmanager
def _placed_paper(context: Project) -> Iterator[None]:
    """Raise what does not fit at the line of the paper's file that gives its size."""
    file = library.paper_file(context.request.box[0])
    try:
        yield
    except LayoutError as error:
        place = read_document(file.path, file.name).value_place(error.location)
        raise InputError.at(place, str(error)) from None


def _lot(context: Project, paper: Paper) -> Lot:
    lot = lot_to_box(context.game.lots(paper))
    if lot is None:
        message = f"{context.game.head.game!r} has no pieces that lie in stacks, so there is nothing to make a box for"
        raise InputError.at(context.game.place("game"), message)
    return lot


def _art(context: Project, lot: Lot, box: Box, words: LoadedWords | None) -> BoxArt:
    game, theme = context.game, context.studio.theme
    whose = (game.head.credits.design, game.head.credits.publisher)
    others = [other for other in lots_in_box(game.lots(box.paper)) if other.kind != lot.kind]
    return BoxArt(
        title=game.head.full_title,
        goods=(*(goods for kind in (lot, *others) for goods in _goods(context, kind, words)), _rules(words)),
        imprint=tuple(line for line in whose if line),
        palette=palette(theme, theme.inks.night),
        scene=scene_on_lid(game, theme),
        pieces=[game.draw(piece.id, theme) for piece in lot.pieces],
        fonts=library.fonts_folder(),
        family=words.words.fonts.text if words else "Alegreya",
        border=game.frame,
    )


def _goods(context: Project, lot: Lot, words: LoadedWords | None) -> Iterator[Goods]:
    """Yield the pieces of a lot; one of its own kind, such as the minotaur, by itself."""
    single = [piece for piece in lot.pieces if words is not None and piece.copies == 1 and words.word(piece.id)]
    alike = [piece for piece in lot.pieces if piece not in single] or single
    counted = [(key_of_kind(lot.kind), alike), *((piece.id, [piece]) for piece in single if alike is not single)]
    for key, pieces in counted:
        count, name = sum(piece.copies for piece in pieces), words.word(key) if words else ""
        told = f"{name[:1].upper()}{name[1:]}: {count}" if name else f"{count} {TIMES}"
        yield Goods(told, context.game.draw(pieces[0].id, context.studio.theme))


def _rules(words: LoadedWords | None) -> Goods:
    return Goods(words.word("rules") if words else f"1 {TIMES}")


def scene_on_lid(game: Game, theme: Theme) -> Scene:
    """Return what is on the lid: the game's own scene, or a piece: that which its catalogue names, or its usual one."""
    if not game.head.frontispiece and (own := game.lid_scene(theme)):
        return own
    piece = game.draw(game.frontispiece, theme)
    clip = Pen().rectangle(0, 0, piece.width, piece.height).data
    shown = Patch("piece", (Shown(piece, 0, 0, piece.height),), Transform(), clip)
    return Scene("lid", piece.title, "", piece.width, piece.height, (shown,))
