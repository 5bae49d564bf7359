"""The figures of the rules, each played by the engine before it is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import Document, Location, read_document
from generator.catalogue.validation import validated
from generator.errors import InputError, Mistake
from generator.games.minotaurus.net_sheets import LETTERS, SPOTS
from generator.games.minotaurus.records import (
    Contest,
    Figure,
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
    HornPiece,
    HornsPosition,
    IllegalTurnError,
    Match,
    Pass,
    bare_table,
    challenges,
    is_pair,
    pair_of,
    play,
)
from generator.wording import enumerated, suggestion

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
    told = {name: figure for name, figure in figures.items() if figure.ask is None}
    mistakes = list(_FigureChecker(document, catalogue, pieces).mistakes(told))
    if mistakes:
        raise InputError(mistakes)
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


def figure_claims(figures: Mapping[str, Figure], pieces: Mapping[str, HornPiece]) -> Iterator[tuple[str, str]]:
    """Yield what a text may take from the figures: ``figure.<id>.<player>.before``, ``….after``, ``….points``.

    Of pairs it is ``figure.<id>.<letter>.values``, and of pairs that are counted ``….points`` and ``….sum``.
    """
    for name, figure in figures.items():
        at = f"figure.{name}"
        for number, shown in enumerate(figure.pairs):
            yield f"{at}.{chr(ord('a') + number)}.values", _values(shown.pieces)
        if figure.points is not None:
            yield f"{at}.points", str(figure.points)
            yield f"{at}.sum", " + ".join(str(_points(shown, pieces)) for shown in figure.pairs)
        if figure.contest is None:
            continue
        yield from ((f"{at}.{what}", value) for what, value in _duel_claims(figure.contest, pieces))
        for player, held in figure.contest.holds.items():
            yield f"{at}.{player.lower()}.before", _values(held)
        for player, then in figure.contest.duel.then.items():
            yield f"{at}.{player.lower()}.after", _values(then.pieces)
            yield f"{at}.{player.lower()}.points", str(then.points)


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

    def __init__(self, document: Document, catalogue: HornsCatalogue, pieces: Mapping[str, HornPiece]) -> None:
        self.document, self.catalogue, self.pieces = document, catalogue, pieces

    def mistakes(self, figures: Mapping[str, Figure]) -> Iterator[Mistake]:
        for name, figure in figures.items():
            at: Location = ("figures", name)
            there = [kind for kind in KINDS if getattr(figure, kind)]
            if len(there) != 1:
                yield self._mistake(at, f"a figure shows one of {', '.join(KINDS)}; this one shows {enumerated(there)}")
            for number, shown in enumerate(figure.pairs):
                yield from self._pair(shown, (*at, "pairs", number))
            if figure.points is not None:
                yield from self._points(figure, (*at, "points"))
            if figure.contest is not None:
                yield from self._contest(figure.contest, (*at, "contest"))
            for number, move in enumerate(figure.moves):
                yield from self._move(move, (*at, "moves", number))
            if figure.layout is not None:
                yield from self._layout(figure.layout, (*at, "layout"))
            for number, stage in enumerate(figure.model):
                yield from self._stage(stage, (*at, "model", number))

    def _mistake(self, at: Location, message: str) -> Mistake:
        return Mistake(self.document.value_place(at), message)

    def _unknown(self, pieces: tuple[str, ...], at: Location) -> Iterator[Mistake]:
        for number, piece in enumerate(pieces):
            if piece not in self.pieces:
                message = f"unknown piece {piece!r}; letter of a colour, value, L or R, as in {next(iter(self.pieces))}"
                yield self._mistake((*at, number), message)

    def _pair(self, shown: ShownPair, at: Location) -> Iterator[Mistake]:
        unknown = list(self._unknown(shown.pieces, (*at, "pieces")))
        yield from unknown
        if not unknown:
            one, other = (self.pieces[piece] for piece in shown.pieces)
            found = "none"
            if is_pair(one, other):
                found = "resolved" if pair_of(one, other).resolved else "unresolved"
            if shown.found != found:
                said = " and ".join(shown.pieces)
                yield self._mistake((*at, "found"), f"claimed {shown.found!r}; by the rules {said} are {found!r}")

    def _points(self, figure: Figure, at: Location) -> Iterator[Mistake]:
        if all(piece in self.pieces for shown in figure.pairs for piece in shown.pieces):
            found = sum(_points(shown, self.pieces) for shown in figure.pairs)
            if found != figure.points:
                yield self._mistake(at, f"claimed {figure.points}; by the rules these pairs are worth {found} points")

    def _contest(self, contest: Contest, at: Location) -> Iterator[Mistake]:
        faults = list(self._contest_form(contest, at))
        yield from faults
        if faults:
            return
        try:
            after = position_after(contest, self.pieces)
        except IllegalTurnError as error:
            yield self._mistake((*at, "duel"), f"this challenge is not allowed: {error}")
            return
        ids = {piece: name for name, piece in self.pieces.items()}
        for player, then in contest.duel.then.items():
            pair = next(iter(after.pairs[list(contest.holds).index(player)].values()))
            found, where = tuple(ids[piece] for piece in pair.pieces), (*at, "duel", "then", player)
            if then.pieces != found:
                message = f"claimed {'/'.join(then.pieces)}; {player} holds {'/'.join(found)}"
                yield self._mistake((*where, "pieces"), message)
            for what in ("resolved", "points"):
                if (claimed := getattr(then, what)) != (is_so := getattr(pair, what)):
                    yield self._mistake((*where, what), f"claimed {claimed}; the engine finds {is_so}")
        yield from self._permissions(contest, after, (*at, "duel"))

    def _permissions(self, contest: Contest, after: HornsPosition, at: Location) -> Iterator[Mistake]:
        """Yield what players may take or whom they may challenge, where the figure claims otherwise."""
        duel, names = contest.duel, list(contest.holds)
        if duel.may_take is not None and sorted(duel.may_take) != (takes := list(values_to_take(contest, self.pieces))):
            told, may = (enumerated(map(str, values), "nothing") for values in (duel.may_take, takes))
            yield self._mistake((*at, "may_take"), f"claimed {told}; {duel.challenged} may take {may}")
        wanted = duel.may_challenge
        if wanted is None:
            return
        later = replace(after, seat=names.index(contest.duel.challenger))
        rivals = sorted({names[rival] for rival, _, _ in challenges(later)})
        if sorted(wanted) != rivals:
            told, may = enumerated(wanted, "nobody"), enumerated(rivals, "nobody")
            message = f"claimed {told}; {contest.duel.challenger} may challenge {may}"
            yield self._mistake((*at, "may_challenge"), message)

    def _move(self, move: Move, at: Location) -> Iterator[Mistake]:
        names = list(move.holds)
        held = [(pair, (*at, "holds", name, number)) for name in names for number, pair in enumerate(move.holds[name])]
        faults = [fault for ids, where in [*held, (move.table, (*at, "table"))] for fault in self._unknown(ids, where)]
        if not faults:
            faults = [
                self._mistake(where, f"no left and right horn of a colour: {pair[0]} and {pair[1]}")
                for pair, where in held
                if not is_pair(self.pieces[pair[0]], self.pieces[pair[1]])
            ]
        if move.player not in names:
            message = f"nobody here is called {move.player!r}; {suggestion(move.player, names)}"
            faults.append(self._mistake((*at, "player"), message))
        yield from faults
        if faults:
            return
        pairs = [[pair_of(*(self.pieces[piece] for piece in pair)) for pair in move.holds[name]] for name in names]
        table = tuple(self.pieces[piece] for piece in move.table)
        position = replace(bare_table(pairs), table=table, seat=names.index(move.player))
        if position.is_over != move.over:
            told = "has ended" if position.is_over else "goes on"
            yield self._mistake((*at, "over"), f"by the rules the game {told}")
        try:
            play(position, Match(0, 1, take=True) if move.does == "take" else Pass())
            found = True
        except IllegalTurnError:
            found = False
        if found != move.legal:
            may = "may" if found else "may not"
            yield self._mistake((*at, "legal"), f"by the rules {move.player} {may} {move.does}")

    def _contest_form(self, contest: Contest, at: Location) -> Iterator[Mistake]:
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
                yield self._mistake(
                    (*at, "holds", player), f"{held[0]} and {held[1]} are no left and right horn of a colour"
                )
            for number, piece in enumerate(held):
                if piece in seen:
                    yield self._mistake((*at, "holds", player, number), f"{seen[piece]} holds {piece} already")
                seen[piece] = player
        if len(colours) > 1:
            yield self._mistake(
                (*at, "holds"), f"a challenge is about one colour, not about {enumerated(sorted(colours))}"
            )
        duel, names = contest.duel, list(contest.holds)
        named: list[tuple[Location, str]] = [(("challenger",), duel.challenger), (("challenged",), duel.challenged)]
        named += [(("succeeds", number), name) for number, name in enumerate(duel.succeeds)]
        named += [(("then", name), name) for name in duel.then]
        named += [(("may_challenge", number), name) for number, name in enumerate(duel.may_challenge or ())]
        for where, name in named:
            if name not in names:
                message = f"nobody here is called {name!r}; {suggestion(name, names)}"
                yield self._mistake((*at, "duel", *where), message)

    def _layout(self, layout: Layout, at: Location) -> Iterator[Mistake]:
        tables = {table.players: table for table in self.catalogue.tables}
        table = tables.get(layout.players)
        if table is None:
            there = enumerated(map(str, tables))
            yield self._mistake(
                (*at, "players"), f"no table for {layout.players} players; there are tables for {there}"
            )
            return
        yield from self._unknown(tuple(layout.up.values()), (*at, "up"))
        places = table.columns * table.rows
        for place, piece in layout.up.items():
            if not place.isdigit() or not 1 <= int(place) <= places:
                yield self._mistake((*at, "up", place), f"no place {place!r}; the places are 1 to {places}")
            if piece in self.pieces and self.pieces[piece].value not in table.values:
                yield self._mistake((*at, "up", place), f"{piece} is not in play with {layout.players} players")

    def _stage(self, stage: Stage, at: Location) -> Iterator[Mistake]:
        letters = parts_by_letter()
        for key in ("parts", "added"):
            for number, letter in enumerate(getattr(stage, key)):
                if letter not in letters:
                    yield self._mistake((*at, key, number), f"no part {letter!r}; {suggestion(letter, letters)}")
                elif key == "added" and stage.parts and letter not in stage.parts:
                    yield self._mistake((*at, key, number), f"part {letter!r} is added, but not among the parts")


def parts_by_letter() -> dict[str, str]:
    """Return the parts of the bull's head by the letters of their nets."""
    return dict(zip(LETTERS, SPOTS, strict=True))
