"""The page of labyrinths: tiles, composition, comparison and trial table, beside sheets and rules.

A deck that the check finds unsound is shown, with what the check says; one that cannot be drawn is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing
from generator.games.labyrinth.art.components import HEAD, draw_symbol, symbol_names
from generator.games.labyrinth.deck.tiles import composition_of
from generator.games.labyrinth.game import LabyrinthGame
from generator.games.labyrinth.preview.content import (
    ShownDeck,
    cards,
    composition,
    deck_data,
    fill,
    filters,
    page_file,
)
from generator.games.preview import component_drawing
from generator.preview.page import (
    LETTERS,
    PageContent,
    PageDrawings,
    PreviewPage,
    View,
    choice_of,
    credits_of,
    page_of,
)
from generator.preview.page import fill as fill_shared
from generator.preview.printed import Printed, printed_views
from generator.rulebook.html.inline_svg import SvgSymbols
from generator.rulebook.html.markup import Html, element, join_markup
from generator.wording import plural

if TYPE_CHECKING:
    from generator.games.game import ShownGame

STYLE, ENGINE, COMPARE, BOARD, BEGIN = "style.css", "engine.js", "compare.js", "board.js", "begin.js"
"""Of these the engine and the board need the minotaur: they try positions by the rules of Asterion."""
TAKE = Html('<button type="button" class="strong" id="closer-take">Take into hand</button>')
OUR_OWN = (
    "The tiles of the published game look different: this set of designs and these drawings are made by the program."
)


class DeckArt(Struct):
    """A deck with the symbols of its components and small pictures, by their ids and names."""

    shown: ShownDeck
    art: dict[str, str]
    icons: dict[str, str]


def labyrinths_page(
    shown: Sequence[ShownGame], theme: Theme, drawings: PageDrawings, printed: Printed, *, live: bool
) -> PreviewPage:
    """Return the page of labyrinths; see :func:`~generator.games.preview.pieces_page`."""
    games = [(one.name, one.game) for one in shown]
    decks = [
        ShownDeck(name, game.loaded, game.deck, game.findings())
        for name, game in games
        if isinstance(game, LabyrinthGame)
    ]
    return page(decks, theme, drawings, printed, live=live)


def page(
    decks: Sequence[ShownDeck],
    theme: Theme,
    easel: PageDrawings | None = None,
    printed: Printed = Printed(),  # noqa: B008 - it does not change
    *,
    live: bool = False,
) -> PreviewPage:
    """Return the page of one deck, or of several to be compared; the first is the one to be shown.

    Args:
        decks: one or more.
        theme: how the tiles are inked.
        easel: keeps drawings for the next page, and has begun this one.
        printed: the sheets and rules of the first deck.
        live: whether the page renews itself, as one that is served does.

    Raises:
        LayoutError: a tile's symbols do not fit on it.
    """
    if easel is None:
        easel = PageDrawings()
        easel.begin(theme)
    drawings = [(shown, tile_drawings(shown, easel), picture_drawings(shown, easel)) for shown in decks]
    artwork = SvgSymbols(
        [
            *(drawing for _, tiles, pictures in drawings for drawing in (*tiles.values(), *pictures.values())),
            *printed.drawings.values(),
        ]
    )
    hung = [DeckArt(shown, _ids(artwork, tiles), _ids(artwork, pictures)) for shown, tiles, pictures in drawings]
    first, has_table = decks[0].loaded.catalogue, all(shown.deck.has_minotaur for shown in decks)
    content = PageContent(
        title=first.title,
        subtitles=join_markup(_subtitle(number, shown) for number, shown in enumerate(decks)),
        crest=drawings[0][2][_crest(decks[0])],
        artwork=artwork,
        pieces="tiles",
        views=(*_views(hung, has_table=has_table), *printed_views(printed, artwork)),
        closing=join_markup((credits_of(first.credits), element("p", OUR_OWN) if has_table else "", LETTERS)),
        data={
            "decks": [
                {**deck_data(one.shown, one.art), "icons": one.icons, "crest": one.icons[_crest(one.shown)]}
                for one in hung
            ]
        },
        choice=choice_of([shown.name for shown in decks]),
        buttons=TAKE if has_table else Html(),
        programs=tuple(map(page_file, (COMPARE, BOARD, BEGIN) if has_table else (COMPARE, BEGIN))),
        style=page_file(STYLE),
    )
    return page_of(content, theme, (page_file(ENGINE),) if has_table else (), live=live)


def tile_drawings(shown: ShownDeck, easel: PageDrawings) -> dict[str, Drawing]:
    """Return the tiles of a deck and what lies in the middle, by their ids.

    Raises:
        LayoutError: a tile's symbols do not fit on it.
    """
    game = LabyrinthGame(shown.loaded, shown.deck)
    tiles = (*shown.deck.tiles, *filter(None, (shown.deck.centre,)))
    return {tile.id: component_drawing(game, tile.id, easel) for tile in tiles}


def picture_drawings(shown: ShownDeck, easel: PageDrawings) -> dict[str, Drawing]:
    """Return the small pictures of a deck's booklet, by their names."""
    deck = shown.deck
    key = (tuple(deck.catalogue.colours.items()), deck.catalogue.counters, deck.has_minotaur)
    return {
        name: easel.drawn(name, (name, key), lambda theme, name=name: draw_symbol(name, deck, theme))  # type: ignore[misc]
        for name in symbol_names(deck)
    }


def _ids(artwork: SvgSymbols, drawings: Mapping[str, Drawing]) -> dict[str, str]:
    return {name: artwork.id_of(drawing) for name, drawing in drawings.items()}


def _crest(shown: ShownDeck) -> str:
    """Return the small picture that stands for a deck: the minotaur's head, or the sign of the first colour."""
    return HEAD if shown.deck.has_minotaur else f"emblem-{shown.deck.catalogue.colour_ids[0]}"


def _views(hung: Sequence[DeckArt], *, has_table: bool) -> tuple[View, ...]:
    """Return the parts that only labyrinths have."""
    icons = {name: symbol for one in reversed(hung) for name, symbol in one.icons.items()}
    listed = join_markup(cards(number, one.shown, one.art, one.icons) for number, one in enumerate(hung))
    nothing = fill_shared("nothing.html", pieces="tile")
    compositions = join_markup(composition(number, one.shown, one.icons) for number, one in enumerate(hung))
    command = element("code", "asterion preview --against old.yaml")
    words = ("This page holds one deck. ", command, " puts another one beside it, to show what changed.")
    hint = join_markup(words) if len(hung) == 1 else Html("Choose two decks.")
    table = [View("table", "Try it", "Try a position", fill("table.html"))] if has_table else []
    return (
        View("tiles", "Tiles", "Tiles", join_markup((filters([one.shown for one in hung], icons), listed, nothing))),
        View("composition", "Composition", "Composition", compositions),
        View("compare", "Compare", "Compare", fill("compare.html", hint=hint), Html('<span id="differing"></span>')),
        *table,
    )


def _subtitle(number: int, shown: ShownDeck) -> Html:
    """Return what a deck is, in a line."""
    catalogue, counted = shown.loaded.catalogue, composition_of(shown.deck.tiles)
    made_of = f"{plural(counted.tiles, 'tile')}, {plural(len(catalogue.designs), 'design')}"
    words = f"{catalogue.edition} edition: {made_of}, {plural(len(catalogue.colours), 'colour')}"
    source = element("code", f"{shown.name} {shown.loaded.short_hash}")
    return element("p", words, " ", source, data_deck=number, hidden="" if number else None)
