"""The figures of the rules: what they claim is played by the engine, what some ask is answered, and all are drawn.

Lengths of the scenes are millimetres of the pieces; the booklet prints them smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec.structs import replace

from asterion_press.catalogue.strict_yaml import Location
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.bull_head import Viewpoint, bull_head
from asterion_press.drawing.display_list import Drawing, Part, Patch, Pen, Shape, Shown, Transform, moved
from asterion_press.drawing.inks import Palette, palette
from asterion_press.drawing.lettering import letter_path
from asterion_press.drawing.solid import area_of, mean
from asterion_press.errors import enumerated, suggestion
from asterion_press.games.game import Answer, Claimed, Fault, compare
from asterion_press.games.minotaurus import rules
from asterion_press.games.minotaurus.game import CARD, RING, HornsGame
from asterion_press.games.minotaurus.model_art import draw_view
from asterion_press.games.minotaurus.net_sheets import LETTERS, SPOTS
from asterion_press.games.minotaurus.piece_art import BACK
from asterion_press.games.minotaurus.records import (
    Contest,
    Figure,
    Hands,
    HandsAsk,
    HandsQuestion,
    HornsFigures,
    Layout,
    Move,
    ShownPair,
    Stage,
)
from asterion_press.games.minotaurus.rules import (
    Challenge,
    Horn,
    HornPair,
    HornPiece,
    HornsPosition,
    IllegalTurnError,
    Match,
    Pass,
)
from asterion_press.geometry import bounding_box
from asterion_press.rulebook.text.figures import SceneFigure, ScenePanel, Verdict

KINDS = ("pairs", "contest", "moves", "layout", "model")
PARTS = dict(zip(LETTERS, SPOTS, strict=True))
"""The parts of the bull's head by the letters of their nets."""


def only(held: Mapping[str, HornPair]) -> HornPair:
    """Return the pair of a player who holds one."""
    [pair] = held.values()
    return pair


class HornsClaims(Claimed):
    """The figures of a game of horns, and their check against the engine."""

    model = HornsFigures
    game: HornsGame

    def faults(self, _: str, figure: Figure) -> Iterator[Fault]:
        there = [kind for kind in KINDS if getattr(figure, kind)]
        if len(there) != 1:
            yield (), f"a figure shows one of {', '.join(KINDS)}; this one shows {enumerated(there)}"
        for number, shown in enumerate(figure.pairs):
            yield from self._pair(shown, ("pairs", number))
        pieces = self.game.pieces
        if figure.points is not None and all(piece in pieces for one in figure.pairs for piece in one.pieces):
            yield from compare(("points",), figure.points, sum(_points(shown, pieces) for shown in figure.pairs))
        if figure.contest is not None:
            yield from self._contest_form(figure.contest) or self._contest(figure.contest)
        for number, move in enumerate(figure.moves):
            yield from self._move_form(move, ("moves", number)) or self._move(move, ("moves", number))
        if figure.layout is not None:
            yield from self._layout(figure.layout)
        for number, stage in enumerate(figure.model):
            yield from _stage_faults(stage, ("model", number))

    def _unknown(self, pieces: Iterable[str], at: Location) -> list[Fault]:
        """Return a fault for each piece that the game does not have."""
        example = next(iter(self.game.pieces))
        return [
            ((*at, number), f"unknown piece {piece!r}; letter of a colour, value, L or R, as in {example}")
            for number, piece in enumerate(pieces)
            if piece not in self.game.pieces
        ]

    def _pair(self, shown: ShownPair, at: Location) -> Iterator[Fault]:
        """Yield what is wrong with a pair that is shown, and what is claimed of it."""
        unknown = self._unknown(shown.pieces, (*at, "pieces"))
        yield from unknown
        if not unknown:
            one, other = (self.game.pieces[piece] for piece in shown.pieces)
            resolved = rules.is_pair(one, other) and rules.pair_of(one, other).resolved
            found = "resolved" if resolved else "unresolved" if rules.is_pair(one, other) else "none"
            yield from compare((*at, "found"), shown.found, found)

    def _contest_form(self, contest: Contest) -> list[Fault]:
        """Return unknown pieces, pairs that are none, several colours, pieces of two players, unknown players."""
        faults: list[Fault] = []
        seen: dict[str, str] = {}
        colours: set[str] = set()
        for player, held in contest.holds.items():
            at: Location = ("contest", "holds", player)
            if unknown := self._unknown(held, at):
                faults += unknown
                continue
            one, other = (self.game.pieces[piece] for piece in held)
            colours.add(one.colour)
            if not rules.is_pair(one, other) or one.horn is not Horn.LEFT:
                faults.append((at, f"{held[0]} and {held[1]} are no left and right horn of a colour"))
            for number, piece in enumerate(held):
                if piece in seen:
                    faults.append(((*at, number), f"{seen[piece]} holds {piece} already"))
                seen[piece] = player
        if len(colours) > 1:
            message = f"a challenge is about one colour, not about {enumerated(sorted(colours))}"
            faults.append((("contest", "holds"), message))
        duel, named = contest.duel, dict[Location, str]()
        named |= {("challenger",): duel.challenger, ("challenged",): duel.challenged}
        named |= {("succeeds", number): name for number, name in enumerate(duel.succeeds)}
        named |= {("then", name): name for name in duel.then}
        named |= {("may_challenge", number): name for number, name in enumerate(duel.may_challenge or ())}
        absent = ((where, name) for where, name in named.items() if name not in contest.holds)
        return [*faults, *((("contest", "duel", *where), _nobody(name, contest.holds)) for where, name in absent)]

    def _contest(self, contest: Contest) -> Iterator[Fault]:
        """Yield what comes of a challenge, and what players may do before and after it, if claims differ."""
        at: Location = ("contest", "duel")
        duel, names = contest.duel, list(contest.holds)
        before, turn = challenge_of(self.game, contest)
        try:
            after = rules.play(before, turn)
        except IllegalTurnError as error:
            yield at, f"this challenge is not allowed: {error}"
            return
        for player, then in duel.then.items():
            pair = only(after.pairs[names.index(player)])
            found = tuple(map(self.game.id_of, pair.pieces))
            yield from compare((*at, "then", player, "pieces"), then.pieces, found)
            for what in ("resolved", "points"):
                yield from compare((*at, "then", player, what), getattr(then, what), getattr(pair, what))
        if duel.may_take is not None:
            values = sorted({piece.value for piece in only(before.pairs[before.seat]).pieces})
            alone = (replace(turn, succeeded=(False, True), reply=value) for value in values)
            takes = tuple(value for value, one in zip(values, alone, strict=True) if is_allowed(before, one))
            yield from compare((*at, "may_take"), tuple(sorted(duel.may_take)), takes)
        if duel.may_challenge is not None:
            later = replace(after, seat=names.index(duel.challenger))
            rivals = sorted({names[rival] for rival, _, _ in rules.challenges(later)})
            yield from compare((*at, "may_challenge"), tuple(sorted(duel.may_challenge)), tuple(rivals))

    def _move_form(self, move: Move, at: Location) -> list[Fault]:
        """Return what is wrong with the form of a move."""
        held = [(pair, (*at, "holds", name, i)) for name, pairs in move.holds.items() for i, pair in enumerate(pairs)]
        faults = [fault for ids, where in [*held, (move.table, (*at, "table"))] for fault in self._unknown(ids, where)]
        if not faults:
            faults = [
                (where, f"no left and right horn of a colour: {pair[0]} and {pair[1]}")
                for pair, where in held
                if not rules.is_pair(*(self.game.pieces[piece] for piece in pair))
            ]
        is_there = move.player in move.holds
        return faults if is_there else [*faults, ((*at, "player"), _nobody(move.player, move.holds))]

    def _move(self, move: Move, at: Location) -> Iterator[Fault]:
        table, seat = (self.game.pieces[piece] for piece in move.table), list(move.holds).index(move.player)
        position = rules.position_of(self.game.pairs_of(move.holds.values()), table, seat)
        yield from compare((*at, "over"), move.over, position.is_over)
        found = is_allowed(position, Match(0, 1, take=True) if move.does == "take" else Pass())
        yield from compare((*at, "legal"), move.legal, found)

    def _layout(self, layout: Layout) -> Iterator[Fault]:
        """Yield what is wrong with a layout of the table."""
        tables = {table.players: table for table in self.game.catalogue.tables}
        if (table := tables.get(layout.players)) is None:
            message = f"no table for {layout.players} players; there are tables for {enumerated(map(str, tables))}"
            yield ("layout", "players"), message
            return
        yield from self._unknown(layout.up.values(), ("layout", "up"))
        places = table.columns * table.rows
        for place, piece in layout.up.items():
            if not place.isdigit() or not 1 <= int(place) <= places:
                yield ("layout", "up", place), f"no place {place!r}; the places are 1 to {places}"
            if piece in self.game.pieces and self.game.pieces[piece].value not in table.values:
                yield ("layout", "up", place), f"{piece} is not in play with {layout.players} players"

    def claims_of(self, figure: Figure) -> Iterator[tuple[int | None, str, str]]:
        """Yield what a text may take: of a challenge ``<player>.before``, ``….after`` and ``….points``.

        Of pairs it is ``<letter>.values``, and of pairs that are counted ``points`` and ``sum``.
        """
        for number, shown in enumerate(figure.pairs):
            yield number, "values", _values(shown.pieces)
        if figure.points is not None:
            yield None, "points", str(figure.points)
            yield None, "sum", " + ".join(str(_points(shown, self.game.pieces)) for shown in figure.pairs)
        if figure.contest is not None:
            yield from ((None, what, value) for what, value in _duel_claims(self.game, figure.contest))

    def find_answer(self, name: str) -> Answer:
        figure = self.figures[name]
        if figure.ask is None or figure.hands is None:
            raise IllegalTurnError("place", "a figure that asks shows `hands`")
        pairs = self.game.held_pairs(figure.hands.holds.values(), *figure.hands.up)
        return FINDERS[figure.ask.find](Case(self.game.pieces, figure.hands, figure.ask, pairs))

    def painter(self, theme: Theme) -> Callable[[Figure], SceneFigure]:
        return FigurePainter(self.game, theme).draw


def _nobody(name: str, names: Iterable[str]) -> str:
    return f"nobody here is called {name!r}; {suggestion(name, list(names))}"


def _stage_faults(stage: Stage, at: Location) -> Iterator[Fault]:
    """Yield parts of a stage of building the head that there are not, or that it does not show."""
    for key in ("parts", "added"):
        for number, letter in enumerate(getattr(stage, key)):
            if letter not in PARTS:
                yield (*at, key, number), f"no part {letter!r}; {suggestion(letter, PARTS)}"
            elif key == "added" and stage.parts and letter not in stage.parts:
                yield (*at, key, number), f"part {letter!r} is added, but not among the parts"


def is_allowed(position: HornsPosition, turn: Match | Challenge | Pass) -> bool:
    """Check whether the rules allow a turn."""
    try:
        rules.play(position, turn)
    except IllegalTurnError:
        return False
    return True


def challenge_of(game: HornsGame, contest: Contest) -> tuple[HornsPosition, Challenge]:
    """Return the position before a challenge, the challenger's turn, and the challenge."""
    duel, names = contest.duel, list(contest.holds)
    pairs, seat = game.pairs_of([held] for held in contest.holds.values()), names.index(duel.challenger)
    start = rules.position_of(pairs, seat=seat, simplified=contest.simplified)
    succeeded = duel.challenger in duel.succeeds, duel.challenged in duel.succeeds
    return start, Challenge(names.index(duel.challenged), pairs[seat][0].colour, duel.value, succeeded, duel.takes)


def _duel_claims(game: HornsGame, contest: Contest) -> Iterator[tuple[str, str]]:
    """Yield the values wanted, shared, given, taken instead, and those that may not be wanted; then the pairs."""
    duel, names = contest.duel, list(contest.holds)
    before, turn = challenge_of(game, contest)
    after = rules.play(before, turn)
    own, held = only(before.pairs[before.seat]), only(before.pairs[turn.rival])
    yield "value", str(duel.value)
    if duel.takes is not None:
        yield "takes", str(duel.takes)
    yield "shared", " ".join(str(value) for value in (own.left, own.right) if value in {held.left, held.right})
    wanted = {value for rival, _, value in rules.challenges(before) if rival == turn.rival}
    yield "refused", " ".join(str(value) for value in (held.left, held.right) if value not in wanted)
    if len(duel.succeeds) == 1:
        taker = names.index(duel.succeeds[0])
        then = only(after.pairs[taker])
        for old, new in zip(only(before.pairs[taker]).pieces, then.pieces, strict=True):
            if old != new:
                yield "gives", str(old.value)
    for player, hold in contest.holds.items():
        yield f"{player.lower()}.before", _values(hold)
    for player, claimed in duel.then.items():
        yield f"{player.lower()}.after", _values(claimed.pieces)
        yield f"{player.lower()}.points", str(claimed.points)


def _points(shown: ShownPair, pieces: Mapping[str, HornPiece]) -> int:
    """Return what two pieces are worth at the end; nothing if they are no pair."""
    one, other = (pieces[piece] for piece in shown.pieces)
    return rules.pair_of(one, other).points if rules.is_pair(one, other) else 0


def _values(pieces: tuple[str, ...]) -> str:
    return "/".join(piece[1] for piece in pieces)


# -- questions ---------------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A question with the pairs that it is about."""

    pieces: Mapping[str, HornPiece]
    hands: Hands
    ask: HandsAsk
    pairs: Sequence[Sequence[HornPair]]

    @property
    def names(self) -> list[str]:
        """Return the players clockwise."""
        return list(self.hands.holds)

    @property
    def position(self) -> HornsPosition:
        """Return the position, the player to play; the pieces turned up lie in the first two places."""
        held = {piece for pairs in self.hands.holds.values() for pair in pairs for piece in pair}
        others = (name for name in self.pieces if name not in {*held, *self.hands.up})
        table = [*self.hands.up, *(name for name, _ in zip(others, range(self.hands.lying), strict=False))]
        there, seat = (self.pieces[name] for name in table), self.seat(self.ask.player) if self.ask.player else 0
        return rules.position_of(self.pairs, there, seat, simplified=self.ask.simplified)

    def seat(self, name: str | None) -> int:
        """Return the seat of a player.

        Raises:
            IllegalTurnError: nobody is called so.
        """
        if name not in self.names:
            raise IllegalTurnError("place", f"nobody here is called {name!r}; one of {', '.join(self.names)}")
        return self.names.index(name)

    def pair(self, name: str | None, position: HornsPosition | None = None) -> HornPair:
        """Return the pair of a player in the colour of the question.

        Raises:
            IllegalTurnError: there is none.
        """
        held = (position or self.position).pairs[self.seat(name)]
        if (pair := held.get(self.ask.colour or "")) is None:
            raise IllegalTurnError("colour", f"{name} has no pair in {self.ask.colour}")
        return pair

    def wanted(self) -> list[int]:
        """Return the values that the player may ask the rival for."""
        asked = self.seat(self.ask.rival), self.ask.colour
        return [value for seat, colour, value in rules.challenges(self.position) if (seat, colour) == asked]


def _after(case: Case) -> str:
    ask = case.ask
    succeeded = ask.player in ask.succeeds, ask.rival in ask.succeeds
    turn = Challenge(case.seat(ask.rival), ask.colour or "", ask.value or 0, succeeded, ask.takes)
    pair = case.pair(ask.of or ask.player, rules.play(case.position, turn))
    return f"{pair.left}/{pair.right}"


def _replies(case: Case) -> list[int]:
    own, held, simplified = case.pair(case.ask.player), case.pair(case.ask.rival), case.ask.simplified
    return [value for value in (own.left, own.right) if rules.exchange_horn(held, own, value, simplified=simplified)]


FINDERS: dict[HandsQuestion, Callable[[Case], Answer]] = {
    "after": _after,
    "challenges": lambda case: bool(case.wanted()),
    "pair": lambda case: rules.is_pair(*(case.pieces[piece] for piece in case.hands.up)),
    "replies": _replies,
    "rivals": lambda case: [case.names[seat] for seat, _, _ in rules.challenges(case.position)],
    "takes": lambda case: is_allowed(case.position, Match(0, 1, take=True)),
    "wanted": Case.wanted,
}


# -- drawing -----------------------------------------------------------------------------------------------------------

VERDICTS: Mapping[str, Verdict] = {"none": "wrong", "unresolved": "right", "resolved": "right"}
"""Of what two pieces are found to be."""
INK, CASING, RED = "#1a1a1a", "#fffaf0", "#c8102e"
PAIR_CELLS_MM = range(26, 11, -1)
HANDS_CELLS_MM = (16.0, 14.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0)
TABLE_CELLS_MM = (12.0, 11.0, 10.0, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)
MODEL_MM = 45.0
"""Millimetres of the bull's head that count as one cell."""
MODEL_CELLS_MM = range(15, 5, -1)
NAME_MM = 13.0
"""Room left of a pair for its player's letter."""
GAP_MM = 6.0
RING_MM = 11.0
ARROW_MM = 24.0
"""Between before and after."""
COUNTED_IN_ROW = 3
"""Pairs in a row, where pairs are counted."""
STEP_GAP_MM, STEP_MM = 28.0, 130.0
"""Between the pieces on the table and what stands beside them, and its width."""
CARD_SHOWN_MM, RING_SHOWN_MM = 78.0, 74.0
"""Sizes of the layout card and of the ring there; the head fills what is left of the height."""


class FigurePainter:
    """A painter of the figures of a game in a theme."""

    def __init__(self, game: HornsGame, theme: Theme) -> None:
        self.game, self.theme, self.size = game, theme, game.catalogue.piece_mm

    def draw(self, figure: Figure) -> SceneFigure:
        """Draw a figure as the booklet prints it."""
        if figure.layout is not None:
            return SceneFigure((self._table_panel(figure.layout),), self.size, TABLE_CELLS_MM)
        if figure.model:
            inks = palette(self.theme, self.theme.inks.night)
            head = _beside([_stage_panel(stage, inks) for stage in figure.model], 14.0)
            return SceneFigure((head,), MODEL_MM, MODEL_CELLS_MM)
        if figure.hands is not None:
            return SceneFigure((self._asked(figure.hands),), self.size, HANDS_CELLS_MM)
        panels: tuple[ScenePanel, ...]
        if figure.contest is not None:
            panels = (self._contest_panel(figure.contest),)
        elif figure.points is not None:
            pairs = [shown.pieces for shown in figure.pairs]
            starts = range(0, len(pairs), COUNTED_IN_ROW)
            panels = (self._rows([pairs[start : start + COUNTED_IN_ROW] for start in starts]),)
        else:
            panels = tuple(self._rows([[shown.pieces]], (), VERDICTS[shown.found]) for shown in figure.pairs)
        return SceneFigure(panels, self.size, PAIR_CELLS_MM)

    def _piece(self, name: str, x: float, y: float) -> Patch:
        return _cut_out("piece", self.game.draw(name, self.theme), self.size, Transform(e=x, f=y))

    def _rows(
        self, rows: Collection[Sequence[tuple[str, str]]], names: Collection[str] = (), verdict: Verdict | None = None
    ) -> ScenePanel:
        """Draw pairs in rows, as they lie before players, with the letters of these at the left if there are any."""
        parts: list[Part] = []
        pitch, high, left = 2 * self.size + GAP_MM, self.size + GAP_MM, NAME_MM if names else 0.0
        for row, (pairs, name) in enumerate(zip_longest(rows, names)):
            if name:
                parts.append(_player(name, row * high + self.size / 2))
            for column, pair in enumerate(pairs):
                x = left + column * pitch
                parts += (self._piece(piece, x + half * self.size, row * high) for half, piece in enumerate(pair))
        width, height = left + max([1, *map(len, rows)]) * pitch - GAP_MM, len(rows) * high - GAP_MM
        return ScenePanel(tuple(parts), width, height, verdict)

    def _asked(self, hands: Hands) -> ScenePanel:
        """Draw the pairs of players, a row for each, and below them two pieces that are turned up."""
        panel = self._rows(hands.holds.values(), hands.holds)
        if not hands.up:
            return panel
        y, pitch = panel.height + 2 * GAP_MM, self.size + GAP_MM
        up = (self._piece(piece, NAME_MM + number * pitch, y) for number, piece in enumerate(hands.up))
        return ScenePanel((*panel.parts, *up), panel.width, y + self.size)

    def _contest_panel(self, contest: Contest) -> ScenePanel:
        """Draw what was before, with the tosses; an arrow; and what is after. What changes hands is framed."""
        start, turn = challenge_of(self.game, contest)
        before, after = (list(map(only, position.pairs)) for position in (start, rules.play(start, turn)))
        changed = [
            {horn for horn, (one, other) in enumerate(zip(old.pieces, new.pieces, strict=True)) if one != other}
            for old, new in zip(before, after, strict=True)
        ]
        old, new = (self._hands(contest, pairs, changed, tossed=pairs is before) for pairs in (before, after))
        panel = _beside((old, new), ARROW_MM)
        arrow = Pen().polygon((0, -2.5), (7, -2.5), (7, -6.5), (15, 0), (7, 6.5), (7, 2.5), (0, 2.5)).data
        place = Transform(e=old.width + (ARROW_MM - 15) / 2, f=old.height / 2)
        then = Patch("arrow", (Shape(arrow, fill=INK),), place, title="then")
        return ScenePanel((*panel.parts, then), panel.width, panel.height)

    def _hands(
        self, contest: Contest, pairs: Sequence[HornPair], changed: Sequence[set[int]], *, tossed: bool
    ) -> ScenePanel:
        """Return the panel of pairs of horns, a row for each player; pieces that changed hands are framed."""
        duel = contest.duel
        parts: list[Part] = []
        for seat, (name, pair) in enumerate(zip(contest.holds, pairs, strict=True)):
            y = seat * (self.size + GAP_MM)
            parts.append(_player(name, y + self.size / 2 - (7 if tossed else 0)))
            if tossed and name in {duel.challenger, duel.challenged}:
                parts.append(_toss(NAME_MM / 2 - 1, y + self.size / 2 + 8, landed=name in duel.succeeds))
            for horn, piece in enumerate(pair.pieces):
                parts.append(there := self._piece(self.game.id_of(piece), NAME_MM + horn * self.size, y))
                if horn in changed[seat]:
                    line = Pen().rectangle(1.5, 1.5, self.size - 3, self.size - 3).data
                    frame = Shape(line, stroke=CASING, width=3.4), Shape(line, stroke=RED, width=1.9)
                    parts.append(Patch("frame", frame, there.transform))
        return ScenePanel(tuple(parts), NAME_MM + 2 * self.size, len(pairs) * (self.size + GAP_MM) - GAP_MM)

    def _table_panel(self, layout: Layout) -> ScenePanel:
        """Return the panel of a layout: the pieces in their columns and rows."""
        table = next(table for table in self.game.catalogue.tables if table.players == layout.players)
        pitch = self.size + 5.0
        places = ((place + 1, *divmod(place, table.columns)) for place in range(table.columns * table.rows))
        parts: list[Part] = [
            self._piece(layout.up.get(str(place), BACK), column * pitch, row * pitch) for place, row, column in places
        ]
        width, height = table.columns * pitch - 5.0, table.rows * pitch - 5.0
        if layout.steps:
            parts += [*self._beside_table(layout, width + STEP_GAP_MM, height), _number("2", 0, 0)]
            width += STEP_GAP_MM + STEP_MM
        return ScenePanel(tuple(parts), width, height)

    def _beside_table(self, layout: Layout, left: float, height: float) -> list[Part]:
        """Draw layout card, bull's head and ring one below the other, with the numbers of the steps of the setup."""
        card, ring = (self.game.draw(name, self.theme) for name in (f"{CARD}{layout.players}", RING))
        head = _stage_panel(Stage(around=-28, above=14), palette(self.theme, self.theme.inks.night))
        unit = (height - CARD_SHOWN_MM - STEP_GAP_MM) / head.height
        top, x = height - head.height * unit, left + STEP_MM - head.width * unit
        lying = Transform(d=0.55, e=left - 6, f=height - 0.55 * RING_SHOWN_MM)
        middle = left + (STEP_MM - CARD_SHOWN_MM) / 2
        return [
            _cut_out("card", card, CARD_SHOWN_MM, Transform(e=middle)),
            *(moved(part, Transform(a=unit, d=unit, e=x, f=top)) for part in head.parts),
            Patch("ring", (Shown(ring, 0, 0, RING_SHOWN_MM),), lying, title=ring.title),
            _number("1", middle, 0),
            _number("3", left + 6, top + 14),
        ]


def _cut_out(name: str, drawing: Drawing, size: float, place: Transform) -> Patch:
    """Draw a square piece or card, cut along its trim."""
    trim = Pen().rectangle(0, 0, size, size).data
    edge = Shape(trim, stroke=INK, width=0.5)
    return Patch(name, (Shown(drawing, 0, 0, size), edge), place, trim, title=drawing.title)


def _player(name: str, y: float) -> Patch:
    """Draw the letter of a player left of what he holds."""
    letter = Shape(letter_path(name, 9.0), stroke=INK, width=1.6)
    return Patch("player", (letter,), Transform(e=NAME_MM / 2 - 1, f=y), title=f"player {name}")


def _beside(panels: Sequence[ScenePanel], gap: float) -> ScenePanel:
    """Return panels side by side as one, so that they bear no letters; their feet on one line."""
    height = max(panel.height for panel in panels)
    parts: list[Part] = []
    x = 0.0
    for panel in panels:
        parts += [moved(part, Transform(e=x, f=height - panel.height)) for part in panel.parts]
        x += panel.width + gap
    return ScenePanel(tuple(parts), x - gap, height)


def _number(text: str, x: float, y: float) -> Patch:
    """Draw the number of a step on a disc about (x, y)."""
    disc = Shape(Pen().circle(0, 0, 11).data, fill=CASING, stroke=INK, width=1.4)
    sign = Shape(letter_path(text, 11.0), stroke=INK, width=2.0)
    return Patch("number", (disc, sign), Transform(e=x, f=y), title=text)


def _toss(x: float, y: float, *, landed: bool) -> Patch:
    """Draw the ring: gold if it landed over a horn, an empty one with a stroke through if it did not."""
    ring, gold = Pen().circle(0, 0, RING_MM / 2 - 1.2).data, "#e3a722" if landed else CASING
    shapes = [Shape(ring, stroke=INK, width=2.6), Shape(ring, stroke=gold, width=1.6)]
    if landed:
        horn = Pen().polygon((-2.0, 6.2), (0.0, -8.4), (2.0, 6.2)).data
        shapes.insert(0, Shape(horn, fill="#f3e4bf", stroke=INK, width=0.6))
    else:
        shapes.append(Shape(Pen().lines((-5, 5), (5, -5)).data, stroke=RED, width=1.4))
    return Patch("toss", tuple(shapes), Transform(e=x, f=y), title="the toss lands" if landed else "the toss fails")


# -- the bull's head ---------------------------------------------------------------------------------------------------


def _stage_panel(stage: Stage, inks: Palette) -> ScenePanel:
    """Return the panel of a stage of building the head, with the letters of the parts that were added."""
    solid, view = bull_head(), Viewpoint(stage.around, stage.above)
    there = {PARTS[letter] for letter in stage.parts or PARTS}
    added = {PARTS[letter] for letter in stage.added} if stage.added else there
    corners = {corner for face in solid.faces if face.part in there for corner in face.corners}
    left, top, right, bottom = bounding_box([view.seen(solid.vertices[corner]) for corner in corners])
    air = 3.0
    place = Transform(e=air - left, f=air - top)
    head = Patch("head", (draw_view(solid, view, inks, there, added),), place)
    marks = [_part_letter(letter, PARTS[letter], view, place) for letter in stage.added]
    return ScenePanel((head, *marks), right - left + 2 * air, bottom - top + 2 * air)


def _part_letter(letter: str, part: str, view: Viewpoint, place: Transform) -> Patch:
    """Draw the letter of a net upon its part, on the face that appears largest."""
    faces = [bull_head().polygon(face) for face in bull_head().faces if face.part == part]
    largest = min(faces, key=lambda face: area_of([*map(view.seen, face)]))  # y points down: positive if it looks away
    x, y = view.seen(mean(largest))
    disc = Shape(Pen().circle(0, 0, 6.5).data, fill=CASING, stroke=INK, width=0.8)
    sign = Shape(letter_path(letter, 7.0), stroke=INK, width=1.2)
    return Patch("letter", (disc, sign), Transform(e=x + place.e, f=y + place.f), title=f"part {letter}")
