"""A game of horns: its catalogue checked, its pieces and sheets, and what its rules text may name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from msgspec.structs import asdict

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.strict_yaml import Document, Location
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing import emblems
from asterion_press.drawing.bull_head import ROOM_MM, bull_head, ring_fall_mm
from asterion_press.drawing.display_list import Drawing, Group, Pen, Scene, Shape, placed
from asterion_press.drawing.inks import palette
from asterion_press.errors import InputError, Mistake, enumerated, plural, suggestion
from asterion_press.games.game import Component, Game, Kind, Score, inked
from asterion_press.games.minotaurus import piece_art, rules
from asterion_press.games.minotaurus.cover_art import draw_cover
from asterion_press.games.minotaurus.model_art import draw_portrait
from asterion_press.games.minotaurus.net_sheets import (
    HEIGHT_MM,
    MOUNTAIN,
    ROOM_LEFT_MM,
    SHEETS,
    VALLEY,
    WIDTH_MM,
    draw_sheet,
    line_lengths,
)
from asterion_press.games.minotaurus.piece_art import BACK
from asterion_press.games.minotaurus.records import HornsCatalogue, HornsEnd, HornsFigures, Hue, Table
from asterion_press.games.minotaurus.rules import DIRECTION, Horn, HornPair, HornPiece, IllegalTurnError
from asterion_press.games.report import Finding, broken_promise, colour_mistakes, similar_inks, sort_findings
from asterion_press.layout.sheets import Lot, Piece

RING, TITLE = "ring", "pair"
BULL, CARD = "bull-", "card-"
SYMBOL_MM = 12.0
SYMBOL_INK = "#1d1714"
LEAST_FALL_MM = 40.0
"""Least distance of a ring below the tip of its horn. Own choice: the thin tip alone would let it off again."""


class HornsGame(Game):
    """Pieces, a bull's head of card, a ring, layout cards.

    Attributes:
        pieces: by id, in the order of the catalogue.
    """

    kind = "horns"
    model = HornsCatalogue
    claims = "asterion_press.games.minotaurus.figures:HornsClaims"
    frame = "horns"

    catalogue: HornsCatalogue

    def __init__(self, catalogue: HornsCatalogue, document: Document) -> None:
        super().__init__(catalogue, document)
        self.pieces: dict[str, HornPiece] = {
            self.id_of(piece): piece for piece in rules.pieces_of(catalogue.colours, sorted(catalogue.values))
        }

    @staticmethod
    def mistakes(catalogue: HornsCatalogue, document: Document) -> Iterator[Mistake]:
        yield from colour_mistakes(document, catalogue.colours, "letter", "symbol", "ink")
        yield from (Mistake(document.value_place(at), message) for at, message in _mistakes(catalogue))

    def id_of(self, piece: HornPiece) -> str:
        """Return the id of a piece: letter of its colour, value, letter of its horn, such as ``B3L``."""
        return f"{self.catalogue.colours[piece.colour].letter}{piece.value}{piece.horn.value}"

    # -- what is printed --

    @cached_property
    def components(self) -> Mapping[str, Component]:
        catalogue, size, found = self.catalogue, self.catalogue.piece_mm, dict[str, Component]()
        for name, piece in self.pieces.items():
            hue, value, horn = self.hue(piece), piece.value, piece.horn
            title = f"{piece.colour.capitalize()} {value}, {horn.name.lower()} horn"
            draw = inked(hue.ink, piece_art.draw_front, name, title, value, horn, hue.symbol, size)
            found[name] = Component(("colours", piece.colour), (size, value, horn, hue), draw)
        found[BACK] = Component(("game",), size, inked("", piece_art.draw_back, BACK, "Back of every piece", size))
        for sheet in range(1, SHEETS + 1):
            bull = f"{BULL}{sheet}"
            found[bull] = Component(("game",), [], inked("", draw_sheet, bull, sheet))
        found[RING] = Component(("ring",), catalogue.ring, inked("", piece_art.draw_ring, RING, catalogue.ring))
        for number, table in enumerate(catalogue.tables):
            card = f"{CARD}{table.players}"
            found[card] = Component(("tables", number), [table], inked("", piece_art.draw_card, card, table))
        found[TITLE] = Component(("game",), [], inked("", draw_portrait, TITLE), printed=False)
        return found

    def hue(self, piece: HornPiece) -> Hue:
        """Return the colour of a piece."""
        return self.catalogue.colours[piece.colour]

    def lots(self, paper: Paper) -> tuple[Lot, ...]:  # noqa: ARG002 - the same on every paper
        catalogue = self.catalogue
        size, card, ring = catalogue.piece_mm, piece_art.CARD_MM, catalogue.ring
        # right horns first: beside the middle of a head there is never another, over which its bleed would show a nose
        halves = sorted(self.pieces.items(), key=lambda item: item[1].horn is not Horn.RIGHT)
        pieces = tuple(Piece(name, f"piece {name}", 1, BACK, piece.colour, "the back") for name, piece in halves)
        bulls = tuple(
            Piece(
                f"{BULL}{sheet}",
                f"sheet {sheet} of the bull's head",
                label=f"bull's head {sheet} of {SHEETS}",
                room=(ROOM_LEFT_MM, 0.0, WIDTH_MM, HEIGHT_MM) if sheet == SHEETS else None,
            )
            for sheet in range(1, SHEETS + 1)
        )
        cards = tuple(
            Piece(f"{CARD}{table.players}", f"the card for {table.players} players") for table in catalogue.tables
        )
        rings = (Piece(RING, "the ring", ring.copies, layers=ring.copies),)
        return (
            Lot("pieces", size, size, piece_art.BLEED_MM, pieces),
            Lot("layout cards", card, card, piece_art.CARD_BLEED_MM, cards, gathered=True, marked=False),
            Lot("bull's head", WIDTH_MM, HEIGHT_MM, 0.0, bulls, marked=False, whole=TITLE),
            Lot("ring", ring.outer_mm, ring.outer_mm, piece_art.RING_BLEED_MM, rings, gathered=True, marked=False),
        )

    def lines(self, component: str) -> Mapping[str, Sequence[float]]:
        return line_lengths(int(component.removeprefix(BULL))) if component.startswith(BULL) else {}

    # -- findings and lists --

    def findings(self) -> tuple[Finding, ...]:
        promised, place = self.catalogue.expect.pieces, self.place("expect", "pieces")
        broken = broken_promise(len(self.pieces), promised, place, "the game", "piece", "colours or values")
        return sort_findings((*broken, *similar_inks(self.document, self.catalogue.colours)))

    def headers(self) -> list[str]:
        return ["id", "colour", "symbol", "value", "horn", "players"]

    def rows(self) -> list[list[object]]:
        return [
            [
                name,
                piece.colour,
                self.hue(piece).symbol,
                piece.value,
                piece.horn.name.lower(),
                ", ".join(str(table.players) for table in self.catalogue.tables if piece.value in table.values),
            ]
            for name, piece in self.pieces.items()
        ]

    def composition(self) -> tuple[list[str], list[list[object]]]:
        headers = ["players", "values", "pieces", "layout", "pairs of a colour"]
        rows: list[list[object]] = [
            [
                table.players,
                ", ".join(map(str, table.values)),
                2 * len(self.catalogue.colours) * len(table.values),
                f"{table.columns} x {table.rows}",
                len(table.values),
            ]
            for table in self.catalogue.tables
        ]
        return headers, rows

    def summary(self) -> str:
        cards = len(self.catalogue.tables)
        return f"{len(self.pieces)} pieces, a bull's head on {SHEETS} sheets of card, a ring, {cards} layout cards"

    # -- the booklet --

    def numbers(self) -> Mapping[str, int | float | str]:
        catalogue, solid, ring = self.catalogue, bull_head(), self.catalogue.ring
        found: dict[str, int | float | str] = {
            "rules.direction": DIRECTION,
            "deck.pieces": 2 * len(catalogue.colours) * len(catalogue.values),
            "deck.colours": len(catalogue.colours),
            "deck.values": len(catalogue.values),
            "deck.lowest": min(catalogue.values),
            "deck.highest": max(catalogue.values),
            "deck.layouts": len(catalogue.tables),
            "deck.piece_mm": catalogue.piece_mm,
            "deck.fewest_players": min(table.players for table in catalogue.tables),
            "deck.most_players": max(table.players for table in catalogue.tables),
            "model.sheets": SHEETS,
            "model.parts": len({face.part for face in solid.faces}),
            "model.faces": len(solid.faces),
            "model.height_mm": round(max(corner[2] for corner in solid.vertices.values())),
            "ring.inner_mm": ring.inner_mm,
            "ring.outer_mm": ring.outer_mm,
            "ring.layers": ring.copies,
            "ring.falls_mm": round(ring_fall_mm(ring.inner_mm, ring.outer_mm)),
            "tie.tosses": rules.TIE_TOSSES,
        }
        for table in catalogue.tables:
            whose = f"players.{table.players}"
            found[f"{whose}.values"] = ", ".join(map(str, table.values))
            found[f"{whose}.pieces"] = table.columns * table.rows
            found[f"{whose}.columns"], found[f"{whose}.rows"] = table.columns, table.rows
        return found

    @property
    def usual_frontispiece(self) -> str:
        return TITLE

    def cover_scene(self, theme: Theme, aspect: float) -> Scene:
        first, ring = next(iter(self.catalogue.colours)), self.catalogue.ring
        pair = (self.id_of(HornPiece(first, max(self.catalogue.values), horn)) for horn in (Horn.LEFT, Horn.RIGHT))
        pieces = [self.draw(name, theme) for name in (BACK, *pair)]
        size = ring.inner_mm, ring.outer_mm
        return draw_cover(pieces, self.draw(RING, theme), size, palette(theme, theme.inks.night), aspect)

    def symbol_names(self) -> tuple[str, ...]:
        emblem_names = (f"emblem-{name}" for name in self.catalogue.colours)
        return (*emblem_names, "bull", "fold-mountain", "fold-valley", "cut")

    def draw_symbol(self, name: str, theme: Theme) -> Drawing:
        middle = SYMBOL_MM / 2
        kind, _, what = name.partition("-")
        match kind:
            case "emblem":
                hue = self.catalogue.colours[what]
                badge = emblems.emblem_badge(hue.symbol, palette(theme, hue.ink))
                group = placed(badge, middle, middle, 1.12)
            case "bull":
                group = placed(emblems.bull_head(palette(theme, theme.inks.night)), middle, middle - 0.15, 0.43)
            case "cut" | "fold":  # a line across, twice as large as on the sheets
                dash = {"cut": (), "fold-mountain": MOUNTAIN, "fold-valley": VALLEY}[name]
                line = Pen().move(0.4, middle).line(SYMBOL_MM - 0.4, middle).data
                dashes = tuple(1.4 * part for part in dash)
                group = Group("line", (Shape(line, stroke=SYMBOL_INK, width=0.8, dash=dashes, cap="butt"),))
            case _:
                raise KeyError(name)
        return Drawing(f"symbol-{name}", name.replace("-", " ").capitalize(), SYMBOL_MM, SYMBOL_MM, 0.0, (group,))

    def score_sheets(self) -> Mapping[str, Callable[[Theme], Drawing]]:
        def pad(theme: Theme) -> Drawing:
            symbol = partial(self.draw_symbol, theme=theme)
            return piece_art.score_pad(self.catalogue, rules.TIE_TOSSES, symbol, theme)

        return {"pad": pad}

    def held_pairs(self, holds: Iterable[Iterable[tuple[str, str]]], *others: str) -> list[list[HornPair]]:
        """Return pairs of pieces by their ids, where others are there, too.

        Raises:
            IllegalTurnError: there is no such piece, one is there twice, or two are no pair.
        """
        pairs = [[*held] for held in holds]
        seen: set[str] = set()
        for piece in (*(piece for held in pairs for pair in held for piece in pair), *others):
            if piece not in self.pieces:
                message = f"unknown piece {piece!r}; letter of a colour, value, L or R, as in B3L"
                raise IllegalTurnError("place", message)
            if piece in seen:
                raise IllegalTurnError("place", f"piece {piece!r} is there twice")
            seen.add(piece)
        for one, other in (pair for held in pairs for pair in held):
            if not rules.is_pair(self.pieces[one], self.pieces[other]):
                raise IllegalTurnError("place", f"{one} and {other} are no left and right horn of a colour")
        return self.pairs_of(pairs)

    def pairs_of(self, holds: Iterable[Iterable[tuple[str, str]]]) -> list[list[HornPair]]:
        """Return pairs of pieces by the ids of pieces that there are."""
        return [[rules.pair_of(*(self.pieces[piece] for piece in pair)) for pair in held] for held in holds]

    def score(self, file: ShelfFile) -> Score:
        end, document = self.position(file, HornsEnd)
        names = list(end.holds)
        if nobody := [name for name in end.tosses if name not in names]:
            message = f"nobody here is called {nobody[0]!r}; {suggestion(nobody[0], names)}"
            raise InputError.at(document.key_place(("tosses", nobody[0])), message)
        try:
            pairs = self.held_pairs(end.holds.values())
            totals = rules.points(rules.position_of(pairs))
            won = rules.winners(totals, {names.index(name): landed for name, landed in end.tosses.items()})
        except (IllegalTurnError, ValueError) as error:
            raise InputError.at(document.value_place(("holds",)), str(error)) from None
        counted = [" + ".join(str(pair.points) for pair in held) or "0" for held in pairs]
        lines = [f"{name}: {count} = {total}" for name, count, total in zip(names, counted, totals, strict=True)]
        victors = tuple(names[seat] for seat in won)
        explanation = "\n".join([*lines, f"the winner is {enumerated(victors)}", ""])
        return Score(dict(zip(names, totals, strict=True)), victors, explanation)

    def data(self) -> dict[str, Any]:
        tables = [asdict(table) | {"values": list(table.values)} for table in self.catalogue.tables]
        return super().data() | {"tables": tables}


# -- reading a catalogue -----------------------------------------------------------------------------------------------


def _mistakes(catalogue: HornsCatalogue) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with the sense of a catalogue, each at its location."""
    yield from _repeated(catalogue.values, ("values",))
    players: dict[int, int] = {}
    for number, table in enumerate(catalogue.tables):
        at: Location = ("tables", number)
        if table.players in players:
            message = f"{table.players} players have a table already, the {players[table.players] + 1}. of the list"
            yield (*at, "players"), message
        players.setdefault(table.players, number)
        yield from _table_mistakes(catalogue, table, at)
    ring = catalogue.ring
    if ring.outer_mm - ring.inner_mm < 2 * ROOM_MM:
        yield (
            ("ring", "outer_mm"),
            f"the ring is less than {ROOM_MM:g} mm wide; write {ring.inner_mm + 2 * ROOM_MM:g} or more",
        )
    elif ring_fall_mm(ring.inner_mm, ring.outer_mm) < LEAST_FALL_MM:
        message = f"a ring of {ring.inner_mm:g} mm inside and {ring.outer_mm:g} mm outside does not stay over a horn"
        yield ("ring", "inner_mm"), f"{message}: it falls less than {LEAST_FALL_MM:g} mm below the tip"


def _table_mistakes(catalogue: HornsCatalogue, table: Table, at: Location) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with the layout for a number of players."""
    yield from _repeated(table.values, (*at, "values"))
    for number, value in enumerate(table.values):
        if value not in catalogue.values:
            there = enumerated(map(str, catalogue.values))
            yield (*at, "values", number), f"there are no pieces of value {value}; the values are {there}"
    pieces = 2 * len(catalogue.colours) * len(table.values)
    if table.columns * table.rows != pieces:
        message = f"{table.columns} × {table.rows} places for {pieces} pieces; columns × rows must be {pieces}"
        yield (*at, "columns"), message
    if len(table.values) != table.players:
        message = (
            f"{plural(len(table.values), 'value')} for {table.players} players; there must be a pair of each colour "
            "for everybody, so as many values as players"
        )
        yield (*at, "values"), message


def _repeated(values: tuple[int, ...], at: Location) -> Iterator[tuple[Location, str]]:
    for number, value in enumerate(values):
        if value in values[:number]:
            yield (*at, number), f"value {value} is named twice"


KIND = Kind(
    "horns",
    "pieces with half of a bull's head, a head of card, a ring to toss",
    HornsGame.read,
    {"horns": HornsCatalogue, "horns-figures": HornsFigures, "horns-position": HornsEnd},
)
