"""The preview of a game of any kind: its pieces, with filters, beside its sheets and its rules.

The data for the page's programs::

    {decks: [{name, tiles: [{id, copies, art: "t0", place: "game.yaml:31"}]}]}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing
from asterion_press.errors import Place
from asterion_press.games.game import Game, ShownGame
from asterion_press.layout.sheets import Lot, Piece
from asterion_press.preview.page import (
    LETTERS,
    PageContent,
    PageDrawings,
    PreviewPage,
    Printed,
    View,
    chip,
    credits_of,
    fill,
    page_of,
    printed_views,
)
from asterion_press.rulebook.html.inline_svg import SvgSymbols
from asterion_press.rulebook.html.markup import Html, element, join_markup


def line_of(place: Place) -> str:
    """Return a place as the page tells it: the file's name without its folders, and the line."""
    return f"{PurePath(place.file).name}:{place.line}"


def pieces_page(
    shown: Sequence[ShownGame], theme: Theme, drawings: PageDrawings, printed: Printed, *, live: bool = False
) -> PreviewPage:
    """Return the page of a game: everything on its sheets as a card, then the sheets and the rules.

    Args:
        shown: the game, alone.
        theme: how it is drawn.
        drawings: keeps drawings for the next page.
        printed: its sheets and rules.
        live: whether the page renews itself.
    """
    ((name, game),) = ((one.name, one.game) for one in shown)
    pieces = [(lot, piece) for lot in printed.lots for piece in lot.pieces]
    crest = component_drawing(game, game.frontispiece, drawings)
    artwork = SvgSymbols((crest, *printed.drawings.values()))
    symbols = {piece.id: artwork.id_of(printed.drawings[piece.id]) for _, piece in pieces}
    described = {str(row[0]): " ".join(map(str, row[1:])) for row in game.rows()}
    groups = [chip("colour", group) for group in dict.fromkeys(_group(lot, piece) for lot, piece in pieces)]
    cards = (_card(lot, piece, game, symbols, described.get(piece.id, "")) for lot, piece in pieces)
    content = join_markup(
        (
            fill("filters.html", groups=join_markup(groups), groups_hidden="" if len(groups) > 1 else Html(" hidden")),
            element("ul", *cards, class_="cards", data_deck=0),
            fill("nothing.html", pieces="piece"),
        )
    )
    words = f"{game.head.edition} edition: {game.summary()}"
    tiles = [
        {
            "id": piece.id,
            "copies": piece.copies,
            "art": symbols[piece.id],
            "place": line_of(game.component_place(piece.id)),
        }
        for _, piece in pieces
    ]
    page = PageContent(
        title=game.head.full_title,
        subtitles=element("p", words, " ", element("code", f"{name} {game.short_hash}")),
        crest=crest,
        artwork=artwork,
        pieces="pieces",
        views=(View("pieces", "Pieces", "Pieces", content), *printed_views(printed, artwork)),
        closing=join_markup((credits_of(game.head.credits), LETTERS)),
        data={"decks": [{"name": name, "tiles": tiles}]},
    )
    return page_of(page, theme, live=live)


def component_drawing(game: Game, component: str, drawings: PageDrawings) -> Drawing:
    """Return the drawing of a component, which is made once for equal subjects."""
    key = (component, repr(game.subject(component)))
    return drawings.drawn(component, key, lambda theme: game.draw(component, theme))


def _group(lot: Lot, piece: Piece) -> str:
    """Return what a piece is filtered by: its colour or what else its sheet's title says of it."""
    return piece.label or lot.kind


def _card(lot: Lot, piece: Piece, game: Game, symbols: Mapping[str, str], described: str) -> Html:
    """Return a piece as a card of the page."""
    group = _group(lot, piece)
    return fill(
        "piece.html",
        id=piece.id,
        group=group,
        words=f"{piece.id} {piece.name} {group} {lot.kind} {described}".lower(),
        label=f"{piece.name}. Look closer",
        art=symbols[piece.id],
        shape=" round" if game.is_round(piece.id) else "",
        copies=element("span", f" × {piece.copies}", class_="copies") if piece.copies > 1 else "",
    )
