"""The figures of the rules, each played by the engine before it is drawn, and what they ask of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import Document, Location, read_document
from generator.catalogue.validation import validated
from generator.games.claims import Answer, Fault, check_figures, compare, telling
from generator.games.minotaurus.net_sheets import LETTERS, SPOTS
from generator.games.minotaurus.records import (
    Contest,
    Figure,
    Hands,
    HandsAsk,
    HandsWish,
    HornsCatalogue,
    HornsFigures,
    Layout,
    Move,
    ShownPair,
    Stage,
)
from generator.games.minotaurus.rules import (
    Challenge,
    Horn,
    HornPair,
    HornPiece,
    HornsPosition,
    IllegalTurnError,
    Match,
    Pass,
    bare_table,
    challenges,
    exchange_horn,
    is_pair,
    pair_of,
    play,
)
from generator.wording import enumerated, suggestion


class Case(NamedTuple):
    """A question with the pairs that it is about."""

    pieces: Mapping[str, HornPiece]
    hands: Hands
    ask: HandsAsk

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
        pairs = [
            [pair_of(*(self.pieces[piece] for piece in pair)) for pair in held] for held in self.hands.holds.values()
        ]
        return HornsPosition(
            tuple(self.pieces[name] for name in table),
            tuple({pair.colour: pair for pair in held} for held in pairs),
            self.seat(self.ask.player) if self.ask.player else 0,
            self.ask.simplified,
        )

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

    def wanted(self) -> Iterator[int]:
        """Yield the values that the player may ask the rival for."""
        rival = self.seat(self.ask.rival)
        return (
            value for seat, colour, value in challenges(self.position) if (seat, colour) == (rival, self.ask.colour)
        )


def _takes(case: Case) -> bool:
    try:
        play(case.position, Match(0, 1, take=True))
    except IllegalTurnError:
        return False
    return True


def _after(case: Case) -> str:
    ask = case.ask
    succeeded = ask.player in ask.succeeds, ask.rival in ask.succeeds
    turn = Challenge(case.seat(ask.rival), ask.colour or "", ask.value or 0, succeeded, ask.takes)
    pair = case.pair(ask.of or ask.player, play(case.position, turn))
    return f"{pair.left}/{pair.right}"


def _replies(case: Case) -> Iterator[int]:
    own, held = case.pair(case.ask.player), case.pair(case.ask.rival)
    for value in (own.left, own.right):
        if exchange_horn(held, own, value, simplified=case.ask.simplified):
            yield value


FINDERS: dict[HandsWish, Callable[[Case], Answer]] = {
    "after": _after,
    "challenges": lambda case: any(True for _ in case.wanted()),
    "pair": lambda case: is_pair(*(case.pieces[piece] for piece in case.hands.up)),
    "replies": _replies,
    "rivals": lambda case: [case.names[seat] for seat, _, _ in challenges(case.position)],
    "takes": _takes,
    "wanted": Case.wanted,
}


def find_answer(figure: Figure, pieces: Mapping[str, HornPiece]) -> Answer:
    """Return the answer that the engine finds to a figure that asks.

    Raises:
        IllegalTurnError: the question makes no sense.
    """
    if figure.ask is None or figure.hands is None:
        raise IllegalTurnError("place", "a figure that asks shows `hands`")
    pairs = [pair for held in figure.hands.holds.values() for pair in held]
    seen: set[str] = set()
    for piece in (*(piece for pair in pairs for piece in pair), *figure.hands.up):
        if piece not in pieces:
            raise IllegalTurnError("place", f"unknown piece {piece!r}; letter of a colour, value, L or R, as in B3L")
        if piece in seen:
            raise IllegalTurnError("place", f"piece {piece!r} is there twice")
        seen.add(piece)
    for one, other in pairs:
        if not is_pair(pieces[one], pieces[other]):
            raise IllegalTurnError("place", f"{one} and {other} are no left and right horn of a colour")
    return FINDERS[figure.ask.find](Case(pieces, figure.hands, figure.ask))


KINDS = ("pairs", "contest", "moves", "layout", "model")


def prove_figures(
    file: ShelfFile, catalogue: HornsCatalogue, pieces: Mapping[str, HornPiece]
) -> tuple[Document, Mapping[str, Figure]]:
    """Return the file and its figures; all but those that ask are true of the game of this catalogue and these pieces.

    Raises:
        InputError: every mistake of the file's form, or if that is sound, everything that is not so.
    """
    document = read_document(file.path, file.name)
    figures = validated(document, HornsFigures).figures
    check_figures(document, telling(figures), _FigureChecker(catalogue, pieces).faults)
    return document, figures


def position_before(contest: Contest, pieces: Mapping[str, HornPiece]) -> HornsPosition:
    """Return the position before a challenge, the challenger's turn."""
    names = list(contest.holds)
    pairs = [[pair_of(*(pieces[name] for name in held))] for held in contest.holds.values()]
    start = bare_table(pairs, simplified=contest.simplified)
    return replace(start, seat=names.index(contest.duel.challenger))


def position_after(contest: Contest, pieces: Mapping[str, HornPiece]) -> HornsPosition:
    """Return the position after a challenge.

    Raises:
        IllegalTurnError: a rule forbids it.
    """
    start, duel, names = position_before(contest, pieces), contest.duel, list(contest.holds)
    succeeded = duel.challenger in duel.succeeds, duel.challenged in duel.succeeds
    rival, colour = names.index(duel.challenged), next(iter(start.pairs[start.seat]))
    return play(start, Challenge(rival, colour, duel.value, succeeded, duel.takes))


def values_to_take(contest: Contest, pieces: Mapping[str, HornPiece]) -> Iterator[int]:
    """Yield the values that the challenged player may take, if that one alone succeeds, the least first."""
    for value in sorted({pieces[piece].value for piece in contest.holds[contest.duel.challenger]}):
        duel = replace(contest.duel, succeeds=(contest.duel.challenged,), takes=value)
        try:
            position_after(replace(contest, duel=duel), pieces)
        except IllegalTurnError:
            continue
        yield value


def claims_of(figure: Figure, pieces: Mapping[str, HornPiece]) -> Iterator[tuple[int | None, str, str]]:
    """Yield what a text may take from a figure: of a challenge ``<player>.before``, ``….after`` and ``….points``.

    Of pairs it is ``<letter>.values``, and of pairs that are counted ``points`` and ``sum``.
    """
    for number, shown in enumerate(figure.pairs):
        yield number, "values", _values(shown.pieces)
    if figure.points is not None:
        yield None, "points", str(figure.points)
        yield None, "sum", " + ".join(str(_points(shown, pieces)) for shown in figure.pairs)
    if figure.contest is None:
        return
    yield from ((None, what, value) for what, value in _duel_claims(figure.contest, pieces))
    for player, held in figure.contest.holds.items():
        yield None, f"{player.lower()}.before", _values(held)
    for player, then in figure.contest.duel.then.items():
        yield None, f"{player.lower()}.after", _values(then.pieces)
        yield None, f"{player.lower()}.points", str(then.points)


def _duel_claims(contest: Contest, pieces: Mapping[str, HornPiece]) -> Iterator[tuple[str, str]]:
    """Yield the value that is wanted, those shared, given and taken instead, and those that may not be wanted."""
    duel, before, after = contest.duel, position_before(contest, pieces), position_after(contest, pieces)
    names = list(contest.holds)
    own, held = (next(iter(before.pairs[names.index(name)].values())) for name in (duel.challenger, duel.challenged))
    yield "value", str(duel.value)
    if duel.takes is not None:
        yield "takes", str(duel.takes)
    yield "shared", " ".join(str(value) for value in (own.left, own.right) if value in {held.left, held.right})
    wanted = {value for rival, _, value in challenges(before) if names[rival] == duel.challenged}
    yield "refused", " ".join(str(value) for value in (held.left, held.right) if value not in wanted)
    taker = before.pairs[names.index(duel.succeeds[0])] if len(duel.succeeds) == 1 else {}
    for colour, pair in taker.items():
        then = after.pairs[names.index(duel.succeeds[0])][colour]
        for old, new in ((pair.left, then.left), (pair.right, then.right)):
            if old != new:
                yield "gives", str(old)


def _points(shown: ShownPair, pieces: Mapping[str, HornPiece]) -> int:
    """Return what two pieces are worth at the end; nothing if they are no pair."""
    one, other = (pieces[piece] for piece in shown.pieces)
    return pair_of(one, other).points if is_pair(one, other) else 0


def _values(pieces: tuple[str, ...]) -> str:
    return "/".join(piece[1] for piece in pieces)


class _FigureChecker:
    """A check of the figures of one file against the engine."""

    def __init__(self, catalogue: HornsCatalogue, pieces: Mapping[str, HornPiece]) -> None:
        self.catalogue, self.pieces = catalogue, pieces

    def faults(self, _: str, figure: Figure) -> Iterator[Fault]:
        """Yield what is wrong with a figure."""
        there = [kind for kind in KINDS if getattr(figure, kind)]
        if len(there) != 1:
            yield (), f"a figure shows one of {', '.join(KINDS)}; this one shows {enumerated(there)}"
        for number, shown in enumerate(figure.pairs):
            yield from self._pair(shown, ("pairs", number))
        if figure.points is not None and all(piece in self.pieces for one in figure.pairs for piece in one.pieces):
            yield from compare(("points",), figure.points, sum(_points(shown, self.pieces) for shown in figure.pairs))
        if figure.contest is not None:
            yield from self._contest(figure.contest, ("contest",))
        for number, move in enumerate(figure.moves):
            yield from self._move(move, ("moves", number))
        if figure.layout is not None:
            yield from self._layout(figure.layout, ("layout",))
        for number, stage in enumerate(figure.model):
            yield from self._stage(stage, ("model", number))

    def _unknown(self, pieces: tuple[str, ...], at: Location) -> Iterator[Fault]:
        for number, piece in enumerate(pieces):
            if piece not in self.pieces:
                message = f"unknown piece {piece!r}; letter of a colour, value, L or R, as in {next(iter(self.pieces))}"
                yield (*at, number), message

    def _pair(self, shown: ShownPair, at: Location) -> Iterator[Fault]:
        unknown = list(self._unknown(shown.pieces, (*at, "pieces")))
        yield from unknown
        if not unknown:
            one, other = (self.pieces[piece] for piece in shown.pieces)
            found = "none"
            if is_pair(one, other):
                found = "resolved" if pair_of(one, other).resolved else "unresolved"
            yield from compare((*at, "found"), shown.found, found)

    def _contest(self, contest: Contest, at: Location) -> Iterator[Fault]:
        faults = list(self._contest_form(contest, at))
        yield from faults
        if faults:
            return
        try:
            after = position_after(contest, self.pieces)
        except IllegalTurnError as error:
            yield (*at, "duel"), f"this challenge is not allowed: {error}"
            return
        ids = {piece: name for name, piece in self.pieces.items()}
        for player, then in contest.duel.then.items():
            pair = next(iter(after.pairs[list(contest.holds).index(player)].values()))
            found, where = tuple(ids[piece] for piece in pair.pieces), (*at, "duel", "then", player)
            yield from compare((*where, "pieces"), then.pieces, found)
            for what in ("resolved", "points"):
                yield from compare((*where, what), getattr(then, what), getattr(pair, what))
        yield from self._permissions(contest, after, (*at, "duel"))

    def _permissions(self, contest: Contest, after: HornsPosition, at: Location) -> Iterator[Fault]:
        """Yield what players may take or whom they may challenge, where the figure claims otherwise."""
        duel, names = contest.duel, list(contest.holds)
        if duel.may_take is not None:
            takes = tuple(values_to_take(contest, self.pieces))
            yield from compare((*at, "may_take"), tuple(sorted(duel.may_take)), takes)
        if duel.may_challenge is not None:
            later = replace(after, seat=names.index(duel.challenger))
            rivals = sorted({names[rival] for rival, _, _ in challenges(later)})
            yield from compare((*at, "may_challenge"), tuple(sorted(duel.may_challenge)), tuple(rivals))

    def _move(self, move: Move, at: Location) -> Iterator[Fault]:
        names = list(move.holds)
        held = [(pair, (*at, "holds", name, number)) for name in names for number, pair in enumerate(move.holds[name])]
        faults = [fault for ids, where in [*held, (move.table, (*at, "table"))] for fault in self._unknown(ids, where)]
        if not faults:
            faults = [
                (where, f"no left and right horn of a colour: {pair[0]} and {pair[1]}")
                for pair, where in held
                if not is_pair(self.pieces[pair[0]], self.pieces[pair[1]])
            ]
        if move.player not in names:
            message = f"nobody here is called {move.player!r}; {suggestion(move.player, names)}"
            faults.append(((*at, "player"), message))
        yield from faults
        if faults:
            return
        pairs = [[pair_of(*(self.pieces[piece] for piece in pair)) for pair in move.holds[name]] for name in names]
        table = tuple(self.pieces[piece] for piece in move.table)
        position = replace(bare_table(pairs), table=table, seat=names.index(move.player))
        yield from compare((*at, "over"), move.over, position.is_over)
        try:
            play(position, Match(0, 1, take=True) if move.does == "take" else Pass())
            found = True
        except IllegalTurnError:
            found = False
        yield from compare((*at, "legal"), move.legal, found)

    def _contest_form(self, contest: Contest, at: Location) -> Iterator[Fault]:
        """Yield unknown pieces, pairs that are none, several colours, pieces that two players hold, unknown players."""
        seen: dict[str, str] = {}
        colours: set[str] = set()
        for player, held in contest.holds.items():
            unknown = list(self._unknown(held, (*at, "holds", player)))
            yield from unknown
            if unknown:
                continue
            one, other = (self.pieces[piece] for piece in held)
            colours.add(one.colour)
            if not is_pair(one, other) or one.horn is not Horn.LEFT:
                yield (*at, "holds", player), f"{held[0]} and {held[1]} are no left and right horn of a colour"
            for number, piece in enumerate(held):
                if piece in seen:
                    yield (*at, "holds", player, number), f"{seen[piece]} holds {piece} already"
                seen[piece] = player
        if len(colours) > 1:
            yield (*at, "holds"), f"a challenge is about one colour, not about {enumerated(sorted(colours))}"
        duel, names = contest.duel, list(contest.holds)
        named: list[tuple[Location, str]] = [(("challenger",), duel.challenger), (("challenged",), duel.challenged)]
        named += [(("succeeds", number), name) for number, name in enumerate(duel.succeeds)]
        named += [(("then", name), name) for name in duel.then]
        named += [(("may_challenge", number), name) for number, name in enumerate(duel.may_challenge or ())]
        for where, name in named:
            if name not in names:
                message = f"nobody here is called {name!r}; {suggestion(name, names)}"
                yield (*at, "duel", *where), message

    def _layout(self, layout: Layout, at: Location) -> Iterator[Fault]:
        tables = {table.players: table for table in self.catalogue.tables}
        table = tables.get(layout.players)
        if table is None:
            there = enumerated(map(str, tables))
            yield (*at, "players"), f"no table for {layout.players} players; there are tables for {there}"
            return
        yield from self._unknown(tuple(layout.up.values()), (*at, "up"))
        places = table.columns * table.rows
        for place, piece in layout.up.items():
            if not place.isdigit() or not 1 <= int(place) <= places:
                yield (*at, "up", place), f"no place {place!r}; the places are 1 to {places}"
            if piece in self.pieces and self.pieces[piece].value not in table.values:
                yield (*at, "up", place), f"{piece} is not in play with {layout.players} players"

    def _stage(self, stage: Stage, at: Location) -> Iterator[Fault]:
        letters = parts_by_letter()
        for key in ("parts", "added"):
            for number, letter in enumerate(getattr(stage, key)):
                if letter not in letters:
                    yield (*at, key, number), f"no part {letter!r}; {suggestion(letter, letters)}"
                elif key == "added" and stage.parts and letter not in stage.parts:
                    yield (*at, key, number), f"part {letter!r} is added, but not among the parts"


def parts_by_letter() -> dict[str, str]:
    """Return the parts of the bull's head by the letters of their nets."""
    return dict(zip(LETTERS, SPOTS, strict=True))
