"""Positions on the table: those that the figures of a rules text show, and those that players write down.

Cells are (x, y), x to the east, y to the south. A path is named by its number on the tile, counted from 1 in the
order of the catalogue, whatever the turns.

The figures are `templates/figures/<game>.yaml`, each in one or more panels. A figure that follows another goes on from
the last panel of that one, as turns of one game do. In it the tiles that are marked new were placed one after the
other, in the order in which they are listed. The first of a game names the seats.

A figure that asks is a question of the quiz, see :mod:`..engine.figures`.

::

    Figures -- of, take                 a game, and figures of its own that are shown as they are
            |- figures  id -> Figure -- ask      what the quiz asks about it
            |                        |- follows  id of the figure that it goes on from
                                     |- seats    colours in order of play
                                     |- turns    word for the figures of the turns of the game that begins
                                     `- panels -- Panel -- tiles     tile, at, turns, mark
                                                        |- impaled   tile, path: all prisoners of that path are dead
                                                        |- thread    tile, path: the connection that is spoken of
                                                        |- arrows    from, to: what moved where
                                                        |- discards  tile: what the action was paid with
                                                        |- pale      all but the thread
                                                        `- claims    numbers, see Claims

Players write a position down to have it counted, in a file of its own; the minotaur lies at (0, 0)::

    game: asterion
    seats: [yellow, blue]               in order of play
    tiles:
      - {tile: minotaur, at: [0, 0]}
      - {tile: Y07, at: [0, -1], turns: 1}
    impaled:                            only who was impaled earlier and is not connected to the minotaur now
      - {tile: B03, path: 1}
    kills: {yellow: 3, blue: -1}        points from impaling so far
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain, islice
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.strict_yaml import Document, Location, Source, joint_digest, read_document
from asterion_press.catalogue.validation import Identifier, Record, validated, visible
from asterion_press.errors import COMPARED, InputError, Mistake, refuse, suggestion
from asterion_press.games.game import NO_RULINGS, Ask, RuleFigure, Rulings
from asterion_press.games.labyrinth.catalogue.records import Outside, TieBreak
from asterion_press.games.labyrinth.catalogue.variants import OverlayDocument

Coordinate = Annotated[int, Meta(ge=-50, le=50)]
Cell: TypeAlias = tuple[Coordinate, Coordinate]
"""A cell of the table as (x, y)."""


class PlacedTile(Record, frozen=True):
    """A tile on the table; `turns` are clockwise quarter turns.

    Attributes:
        tile: its id, as in `asterion list tiles`.
        at: its cell as [x, y]: x to the right, y down.
        turns: clockwise quarter turns.
        mark: `new`: just placed; `acted`: a player has acted on it.
        hidden: whether it is not drawn; the engine knows of it.
    """

    tile: str
    at: Cell
    turns: Annotated[int, Meta(ge=0, le=3)] = 0
    mark: Literal["new", "acted"] | None = None
    hidden: bool = False


class NamedPath(Record, frozen=True):
    """A path of a tile that lies in the panel.

    Attributes:
        tile: id of the tile.
        path: number of the path on the tile, as the catalogue lists them, from 1.
    """

    tile: str
    path: Annotated[int, Meta(ge=1, le=8)]


Spot: TypeAlias = tuple[Annotated[float, Meta(ge=-50, le=50)], Annotated[float, Meta(ge=-50, le=50)]]


class LoosePiece(Record, frozen=True):
    """A piece beside the tiles on the table, of which the rules of the game know nothing.

    Attributes:
        show: the piece: a tile, its back such as `back-yellow`, or `counter`.
        at: its middle as [x, y], in tiles from the top left corner of the cell [0, 0].
        degrees: by which it is turned clockwise.
        stack: how many lie there, one upon the other.
        number: of the step of a list that it belongs to.
        label: key of the word below it, without `bound_`.
    """

    show: str
    at: Spot
    degrees: Annotated[float, Meta(ge=-360, le=360)] = 0
    stack: Annotated[int, Meta(ge=1, le=20)] = 1
    number: Annotated[int, Meta(ge=1, le=20)] | None = None
    label: Literal["deck", "hand", ""] = ""


class PlayArrow(Record, frozen=True):
    """An arrow on the table from the player who goes first to those who follow, the way round in which play goes.

    Attributes:
        from: where it begins as [x, y], in tiles from the top left corner of the cell [0, 0].
        to: where it ends.
        number: of the step of a list that it belongs to.
    """

    from_: Spot = field(name="from")
    to: Spot
    number: Annotated[int, Meta(ge=1, le=20)]


Number = Annotated[int, Meta(ge=-999, le=999)]
ByColour: TypeAlias = dict[Identifier, Number]


class ChamberCount(Record, frozen=True):
    """The claims of a panel about one chamber, as players count it at the end.

    Attributes:
        of: a path of the chamber.
        living: prisoners in it who are alive, by colour.
        coins: how many it holds.
        exits: how many of its exits lead outside.
        wings: how many it holds.
        payments: by colour one number for each coin that brings points: the living prisoners who are connected to it.
    """

    of: NamedPath
    living: ByColour | None = None
    coins: Number | None = None
    exits: Number | None = None
    wings: Number | None = None
    payments: dict[Identifier, tuple[Number, ...]] | None = None


class Claims(Record, frozen=True):
    """The claims of a panel in numbers; nothing is printed unless the rules engine confirms them.

    Attributes:
        impales: prisoners impaled by the ply that led here, by colour.
        points: what that ply brought its player.
        captured: all impaled prisoners on the table.
        treasure: points for coins, if the game ended here, by colour.
        escaped: prisoners who escape, with coins or without, by colour.
        coinless: prisoners who escape without a coin, by colour.
        chambers: how many chambers the thread follows; 1 if left out.
        count: chambers by a word of the author's choice, each with what it holds and brings.
        winners: the colours who win, if the game ended here.
        turn: how many turns have been played, by all players together; of figures that follow another, as are the next.
        played: how many turns each has played, by colour.
        kills: points from impaling so far, by colour.
        scores: all points, if the game ended here, by colour.
        over: whether the last tile has been played.
    """

    impales: ByColour | None = None
    points: Number | None = None
    captured: Number | None = None
    treasure: ByColour | None = None
    escaped: ByColour | None = None
    coinless: ByColour | None = None
    chambers: Number | None = None
    count: dict[Identifier, ChamberCount] | None = None
    winners: tuple[Identifier, ...] | None = None
    turn: Number | None = None
    played: ByColour | None = None
    kills: ByColour | None = None
    scores: ByColour | None = None
    over: bool | None = None


class Panel(Record, frozen=True):
    """One position.

    Attributes:
        discards: the tile that paid for the action which led to it.
        pale: whether all but the paths of the thread is drawn in pale inks.
        tiles: what lies on the table.
        verdict: whether the panel is shown as right or as wrong.
        impaled: paths whose prisoners are impaled.
        thread: paths along which the thread runs, one after the other.
        claims: what the engine must find in the panel.
        pieces: pieces beside them; where there are any, all lie on a dark table.
        play: an arrow the way round in which play goes.
    """

    tiles: Annotated[tuple[PlacedTile, ...], Meta(min_length=1, max_length=100)]
    verdict: Literal["right", "wrong"] | None = None
    impaled: tuple[NamedPath, ...] = ()
    thread: tuple[NamedPath, ...] = ()
    discards: str | None = None
    pale: bool = False
    claims: Claims | None = None
    pieces: Annotated[tuple[LoosePiece, ...], Meta(max_length=60)] = ()
    play: PlayArrow | None = None


def shown_part(panel: Panel) -> Panel:
    """Return a panel without what is hidden of it, unless that is all."""
    shown = {placed.tile for placed in panel.tiles if not placed.hidden}
    named = ("tiles", "impaled", "thread")
    kept = {what: tuple(one for one in getattr(panel, what) if one.tile in shown) for what in named}
    return replace(panel, **kept) if shown else panel


def moves_to(panel: Panel, before: Panel | None) -> list[tuple[Cell, Cell]]:
    """Return the cells from which and to which the tiles went that were acted on since the panel before."""
    was = {placed.tile: placed.at for placed in before.tiles} if before else {}
    acted = (placed for placed in panel.tiles if placed.mark == "acted" and placed.tile in was)
    return [(was[placed.tile], placed.at) for placed in acted if was[placed.tile] != placed.at]


TableQuestion: TypeAlias = Literal["acts", "connected", "escapes", "escaping", "impaled", "legal", "points", "winner"]


class TableAsk(Ask, frozen=True, kw_only=True):
    """A question about a table.

    Attributes:
        find: what the engine is asked: `legal`: whether the last turn is; `impaled`: the tiles on which it impales
            prisoners; `points`: what it brings the player; `acts`: the tiles that the player may act on; `connected`:
            whether two paths are; `escapes`: whether the prisoner of a path does; `escaping`: the tiles of the player's
            prisoners who do; `winner`: who wins, or `tie`.
        player: the colour of the player.
        path: the path that the question is about.
        to: the other path, if it is about two.
        seats: the colours in order of play; left out, those of the tiles on the table.
        kills: points from impaling, by colour.
    """

    find: TableQuestion
    player: Identifier | None = None
    path: NamedPath | None = None
    to: NamedPath | None = None
    seats: tuple[Identifier, ...] = ()
    kills: ByColour = field(default_factory=dict)


class Figure(RuleFigure, frozen=True):
    """One or more panels with one caption.

    Attributes:
        ask: what the quiz of the page asks about it; such a figure stands in no text.
        follows: the figure from whose last panel it goes on.
        seats: who plays, in order, where it is the first of a game.
        panels: its panels, from left to right.
        turns: of the first of a game: the game's turns are figures, too, each with the table before it and after it;
            `turns: step` names them `step-1`, `step-2` and so on.
    """

    panels: Annotated[tuple[Panel, ...], Meta(min_length=1, max_length=12)]
    follows: Identifier | None = None
    seats: tuple[Identifier, ...] = ()
    turns: Identifier | None = None
    ask: TableAsk | None = None


Phrase = Annotated[str, visible(100)]


class Figures(Record, frozen=True):
    """All figures of a game.

    Attributes:
        of: another game, some of whose figures are shown as they are.
        take: which; they stand before all others.
        game: id of the game.
        figures: its figures, by the id that a rules text names; the title page shows the table of `cover` as a model.
        rulings: rules that no published text has, or that depart from it.
        needs: by the placeholder of a number, beginnings of words; a passage of the rules with one of them is left out
            where that number is 0.
        lists: phrases in which such words may stand whatever the deck has.
    """

    game: Identifier
    figures: dict[Identifier, Figure]
    of: Identifier | None = None
    take: tuple[Identifier, ...] = ()
    rulings: Rulings = NO_RULINGS
    needs: dict[str, tuple[Phrase, ...]] = field(default_factory=dict)
    lists: tuple[Phrase, ...] = ()


class LoadedFigures(Struct, frozen=True):
    """The figures of a game, and the file they were read from."""

    figures: Figures
    document: Document


def load_figures(file: Source) -> LoadedFigures:
    """Read the figures of a game, together with those that it takes from another one.

    Raises:
        InputError: the file cannot be read, or takes what is not there; else every mistake of its form; else every
            mistake of its sense. Whether the tiles exist is another matter, see :func:`find_unknown`.
    """
    document = include_taken_figures(read_document(file))
    loaded = LoadedFigures(validated(document, Figures), document)
    of_panels = (mistake for at, panel in _panels(loaded) for mistake in _panel_mistakes(document, at, panel))
    refuse(chain(of_panels, _follow_mistakes(loaded)))
    return loaded


CARD_FIGURES = ("card-place", "card-impale", "card-score")
ACTION_FIGURES = ("turned", "exchanged", "card-shift")
"""Ids of the figures that a player card is made of, and of those that it shows beside them, if all are there."""


def include_taken_figures(document: Document) -> Document:
    """Return a file of figures together with those that it takes from the file of another game.

    Raises:
        InputError: there is no such game, or no such figure.
    """
    own: Any = document.data
    names = own.get("take")
    are_words = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not are_words or not isinstance(own.get("figures"), dict):
        return document
    there = library.figures()
    if (game := str(own.get("of"))) not in there:
        raise InputError.at(document.value_place(("of",)), f"no figures of {game!r} to take; {suggestion(game, there)}")
    other = read_document(there[game])
    theirs: Any = other.data["figures"]
    refuse(_take_mistakes(document, names, theirs))
    taken = {name: theirs[name] for name in names}
    places: list[Location] = [("figures", name) for name in names]
    both = joint_digest(document.sha256, other.sha256)
    data = {**own, "figures": {**taken, **own["figures"]}}
    return OverlayDocument(
        document.file, data, both, {}, {}, document, other, {place: (other, place) for place in places}
    )


def _take_mistakes(document: Document, names: list[str], theirs: dict[str, Any]) -> Iterator[Mistake]:
    """Yield figures to be taken that are not there, or are there already."""
    own: Any = document.data["figures"]
    before = set(own)
    for index, name in enumerate(names):
        place = document.value_place(("take", index))
        if name not in theirs:
            yield Mistake(place, f"no figure {name!r} to take; {suggestion(name, theirs)}")
        elif name in before:
            yield Mistake(place, f"figure {name!r} is there already; keep one of the two")
        before.add(name)


def find_unknown(
    loaded: LoadedFigures, paths_of: Mapping[str, int], others: Collection[str] = ()
) -> Iterator[tuple[str, Mistake]]:
    """Yield tiles, pieces and paths of figures that a deck does not have, each with the figure's id.

    Args:
        loaded: the figures.
        paths_of: how many paths each tile of the deck has, by the tile's id.
        others: ids of the pieces that may lie beside the tiles, tiles left out.
    """
    pieces = {*paths_of, *others}
    for at, panel in _panels(loaded):
        name = str(at[1])
        tiles: list[tuple[Location, str]] = [
            (("tiles", number, "tile"), placed.tile) for number, placed in enumerate(panel.tiles)
        ]
        for location, tile in [*tiles, *([(("discards",), panel.discards)] if panel.discards else ())]:
            if tile not in paths_of:
                place = loaded.document.value_place((*at, *location))
                close = difflib.get_close_matches(tile, islice(paths_of, COMPARED), n=1, cutoff=0.6)
                remedy = f"did you mean {close[0]!r}?" if close else "`asterion list tiles` lists the deck"
                yield name, Mistake(place, f"unknown tile {tile!r}; {remedy}")
        for number, piece in enumerate(panel.pieces):
            if piece.show not in pieces:
                place = loaded.document.value_place((*at, "pieces", number, "show"))
                yield name, Mistake(place, f"unknown piece {piece.show!r}; {suggestion(piece.show, pieces)}")
        for location, named in _named_paths(panel):
            count = paths_of.get(named.tile, named.path)
            if named.path > count:
                place = loaded.document.value_place((*at, *location, "path"))
                yield name, Mistake(place, f"tile {named.tile!r} has no path {named.path}; its paths are 1 to {count}")


def _panels(loaded: LoadedFigures) -> Iterator[tuple[Location, Panel]]:
    for figure_id, figure in loaded.figures.figures.items():
        for number, panel in enumerate(figure.panels):
            yield ("figures", figure_id, "panels", number), panel


def _named_paths(panel: Panel) -> Iterator[tuple[Location, NamedPath]]:
    """Yield every path that a panel names, with its place in the panel."""
    for part in ("impaled", "thread"):
        for number, named in enumerate(getattr(panel, part)):
            yield (part, number), named
    for name, chamber in (panel.claims.count or {}).items() if panel.claims else ():
        yield ("claims", "count", name, "of"), chamber.of


def _follow_mistakes(loaded: LoadedFigures) -> Iterator[Mistake]:
    """Yield figures that follow none that stands before them, or one in which nobody plays."""
    before: dict[str, Figure] = {}
    for figure_id, figure in loaded.figures.figures.items():
        place = loaded.document.value_place(("figures", figure_id, "seats" if figure.follows is None else "follows"))
        if figure.follows is None:
            if figure.seats:
                yield Mistake(place, "seats, but no table; name the figure that shows it, as in `follows: setup`")
        elif figure.follows not in before:
            remedy = suggestion(figure.follows, before)
            yield Mistake(place, f"no figure {figure.follows!r} stands before this one; {remedy}")
        elif not figure.seats and before[figure.follows].follows is None:
            yield Mistake(place, "the first figure of a game; say who plays, as in `seats: [yellow, blue]`")
        if figure.turns:
            place = loaded.document.value_place(("figures", figure_id, "turns"))
            own = re.compile(rf"{re.escape(figure.turns)}-[0-9]+")
            if not figure.seats:
                yield Mistake(place, "turns, but no game begins here; write it where the seats are")
            for other in filter(own.fullmatch, loaded.figures.figures):
                yield Mistake(place, f"the turns would be named like the figure {other!r}; choose another word")
        before[figure_id] = figure


def _panel_mistakes(document: Document, at: Location, panel: Panel) -> Iterator[Mistake]:
    """Yield what is wrong with the sense of a panel, whatever the deck."""

    def mistake(message: str, *location: str | int) -> Mistake:
        return Mistake(document.value_place((*at, *location)), message)

    yield from _tile_mistakes(panel, mistake)
    ids = {placed.tile for placed in panel.tiles}
    named_before: set[tuple[str | int, NamedPath]] = set()
    for location, named in _named_paths(panel):
        if named.tile not in ids:
            remedy = suggestion(named.tile, sorted(ids))
            yield mistake(f"tile {named.tile!r} does not lie in this panel; {remedy}", *location)
        elif (location[0], named) in named_before:
            yield mistake(f"path {named.path} of tile {named.tile!r} is named twice", *location)
        named_before.add((location[0], named))
    marks = {placed.mark for placed in panel.tiles}
    if panel.discards is not None and "acted" not in marks:
        yield mistake(f"{panel.discards} is discarded, but no tile is marked as acted on", "discards")
    if at[-1] != 0 and {"new", "acted"} <= marks:
        yield mistake("tiles that are new and tiles that were acted on; only a first panel may show both")


def _tile_mistakes(panel: Panel, mistake: Callable[..., Mistake]) -> Iterator[Mistake]:
    """Yield tiles that share a cell, or lie in a panel twice."""
    cells: dict[Cell, str] = {}
    seen: set[str] = set()
    for number, placed in enumerate(panel.tiles):
        if placed.at in cells:
            yield mistake(
                f"cell {list(placed.at)} is taken by tile {cells[placed.at]!r} already", "tiles", number, "at"
            )
        if placed.tile in seen:
            yield mistake(f"tile {placed.tile!r} lies in this panel already", "tiles", number, "tile")
        cells.setdefault(placed.at, placed.tile)
        seen.add(placed.tile)


AGREED = ("edition", "score_impaled", "tie_break", "outside", "actions")
"""Keys of what players agree on, each an option of the rules."""


class LaidTile(Record, frozen=True):
    """A tile on the table; `turns` are clockwise quarter turns from the canonical orientation.

    Attributes:
        tile: its id, as in `asterion list tiles`.
        at: its cell as [x, y], counted from the minotaur: x to the east, y to the south.
        turns: clockwise quarter turns.
    """

    tile: str
    at: Cell
    turns: Annotated[int, Meta(ge=0, le=3)] = 0


class Table(Record, frozen=True, kw_only=True):
    """The tiles on the table and the options of the rules; a key that is left out is as in the catalogue.

    Attributes:
        game: id of the game.
        edition: whose rules; else as the catalogue says.
        score_impaled: whether impaling scores.
        tie_break: which escaped prisoners break a tie.
        outside: which uncovered cells are outside.
        actions: whether players may act.
        seats: colours of the players, in order of play.
        tiles: what lies on the table, the minotaur included.
        impaled: paths whose prisoners were impaled.
        kills: points from impaling so far, by colour.
    """

    game: Identifier
    edition: Literal["revised", "original"] | None = None
    score_impaled: bool | None = None
    tie_break: TieBreak | None = None
    outside: Outside | None = None
    actions: bool | None = None
    seats: Annotated[tuple[Identifier, ...], Meta(min_length=2, max_length=4)]
    tiles: Annotated[tuple[LaidTile, ...], Meta(min_length=1, max_length=500)]
    impaled: tuple[NamedPath, ...] = ()
    kills: dict[Identifier, Annotated[int, Meta(ge=-999, le=999)]] = field(default_factory=dict)

    @property
    def agreed(self) -> dict[str, str | bool | None]:
        """Return the options of the rules; None where nothing is said."""
        return {name: getattr(self, name) for name in AGREED}


class LoadedTable(Struct, frozen=True):
    """A position, and the file it was read from."""

    table: Table
    document: Document


def load_table(file: Source) -> LoadedTable:
    """Read a position.

    Raises:
        InputError: every mistake in the file.
    """
    document = read_document(file)
    return LoadedTable(validated(document, Table), document)
