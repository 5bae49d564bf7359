"""Who wins: matches of bots, and rules that would level the seats.

In a pairing, one bot sits among others of another kind, in each seat in turn and with the same deals, so that neither
the seat nor the deal favours it.

A rating is Elo's, fitted to all pairings at once: the chance to win is proportional to a strength, so that 400 points
are ten times the chance. Half a victory of each side is added to each pairing, as a bot that never loses would have no
rating.

A share's interval is Wilson's, of as many games as would vary so much if they were independent.

Rules that would level the seats are told from the smallest to the largest, each measured with the same bots.
Another order of play is played, and so is the tie-break that the program knows: the bot `tree` plays for it at the end.
What no rule of the program says, a further tie-break or a head start, is counted on games that were played without.

A seat's *gap* is how far its share of victories is from an equal share, and a rule is as good as the widest gap of any
seat with any bot. A head start is chosen on one half of the games and judged on the other, so that it does not profit
from its own luck.

Sources: A. E. Elo, "The Rating of Chessplayers", 1978; R. L. Plackett, "The analysis of permutations", Applied
Statistics 24 (1975); fitted as in D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", The Annals of
Statistics 32 (2004); L. Kish, "Survey Sampling", 1965, section 8.2, on effective numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import log10
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from asterion_press.games.labyrinth.engine.bot_names import BotName
from asterion_press.games.labyrinth.engine.rules import TieBreak
from asterion_press.games.labyrinth.simulation.games import Floats, Games, GamesExecutor, Order, Party, study_games
from asterion_press.games.labyrinth.simulation.measures import Estimate, share_of, wilson

# Matches of bots

ROUNDS_OF_FITTING = 500
"""More change no rating by a point."""


class Pairing(Struct, frozen=True):
    """The games of one bot among others.

    Attributes:
        one: the bot that sits alone.
        other: the bot of all other seats.
        games: how many were played.
        wins: the lone bot's share of the victories, shared ones in parts.
    """

    one: BotName
    other: BotName
    games: int
    wins: Estimate


def play_pairing(
    one: Party,
    other: Party,
    deals: int,
    seed: int,
    executor: GamesExecutor,
    on_progress: Callable[[int], object] = lambda _: None,
) -> Pairing:
    """Play each deal once with the lone bot in each seat.

    Args:
        one: the party of the bot that sits alone.
        other: the same, of the bot of all other seats.
        deals: how many; each is played as often as there are seats.
        seed: deals and games follow from it.
        executor: plays portions of games.
        on_progress: called with the number of games of each portion that is done.
    """
    shares, (alone, *_), others = [], one.bots, other.bots
    for seat in range(len(others)):
        party = replace(one, bots=tuple(alone if place == seat else bot for place, bot in enumerate(others)))
        shares.append(study_games(party, seed, deals, executor, on_progress).victory[:, seat])
    return Pairing(alone, others[0], deals * len(others), _share_of(np.stack(shares)))


def _share_of(shares: Floats) -> Estimate:
    """Return a bot's share of victories, from its shares by seat and deal."""
    share, variance = float(shares.mean()), float(shares.mean(axis=0).var(ddof=1)) / shares.shape[1]
    count = share * (1 - share) / variance if variance and 0 < share < 1 else shares.size
    return wilson(share, count)


def pairs_of(bots: Sequence[BotName]) -> list[tuple[BotName, BotName]]:
    """Return every pair of bots, the later one first."""
    return [(one, other) for other, one in combinations(bots, 2)]


def ratings(pairings: Sequence[Pairing], players: int) -> dict[BotName, float]:
    """Return the Elo of each bot, that of the weakest 0."""
    strength = {bot: 1.0 for pairing in pairings for bot in (pairing.other, pairing.one)}
    for _ in range(ROUNDS_OF_FITTING):
        won, expected = dict.fromkeys(strength, 0.0), dict.fromkeys(strength, 0.0)
        for pairing in pairings:
            games, mine = pairing.games + 1, pairing.wins.value * pairing.games + 0.5
            both = strength[pairing.one] + (players - 1) * strength[pairing.other]
            won[pairing.one] += mine
            won[pairing.other] += games - mine
            expected[pairing.one] += games / both
            expected[pairing.other] += games * (players - 1) / both
        strength = {bot: won[bot] / expected[bot] for bot in strength}
    weakest = min(strength.values())
    return {bot: 400 * log10(one / weakest) for bot, one in strength.items()}


# Rules that would level the seats

Tie: TypeAlias = Literal["shared", "earlier seat"]
"""What comes of a tie that the rules do not break: a shared victory, or a victory of the earlier seat."""
Play: TypeAlias = tuple[Order, TieBreak | None]
"""How games are played: their order, and their tie-break if it is not that of the rules at hand."""

MOST_HALVES = 6
"""The largest head start that is tried, in half points."""


class SeatRule(NamedTuple):
    """A rule that may level the seats.

    Attributes:
        name: in the data.
        words: for people.
        play: how it is played.
        tie: what comes of a tie that the rules do not break.
    """

    name: str
    words: str
    play: Play = ("round", None)
    tie: Tie = "shared"


AS_IT_IS = SeatRule("as_it_is", "as it is")
HEAD_START = SeatRule("head_start", "head start in points")
SEAT_RULES = (
    AS_IT_IS,
    SeatRule("tie_then_seat", "a tie that escapes do not break: the earlier seat", tie="earlier seat"),
    SeatRule("tie_seat", "equal points: the earlier seat", ("round", "seat")),
    HEAD_START,
    SeatRule("rotating", "each round begins with the next seat", ("rotating", None)),
    SeatRule("snake", "every other round backwards", ("snake", None)),
)
"""From the smallest to the largest."""
PLAYS = tuple(dict.fromkeys(rule.play for rule in SEAT_RULES))


def party_for(play: Play, party: Party) -> Party:
    """Return a party that plays in that way."""
    order, tie_break = play
    return replace(party, order=order, rules=replace(party.rules, tie_break=tie_break or party.rules.tie_break))


def victories(games: Games, tie: Tie, halves: Sequence[int] = ()) -> Floats:
    """Return each seat's part of the victory by game and seat, by another rule of who wins.

    Args:
        games: as they were played.
        tie: what comes of a tie that the rules do not break.
        halves: by seat a head start in half points; none if empty.
    """
    seats = len(games.party.seats)
    points = 2 * games.scores.astype(np.int64) + np.array(halves or [0] * seats)
    early = np.arange(seats, 0, -1) if tie == "earlier seat" else np.zeros(seats, np.int64)
    ranks = (points * (1 << 20) + games.tie_break) * (1 << 3) + early
    won = ranks == ranks.max(axis=1, keepdims=True)
    parts: Floats = won / won.sum(axis=1, keepdims=True)
    return parts


class SeatEffect(Struct, frozen=True):
    """The effect of a rule on the seats of one number of players.

    Attributes:
        rule: the rule.
        head_start: by seat in points; empty if there is none.
        shares: by bot the seats' shares of victories.
    """

    rule: SeatRule
    head_start: tuple[float, ...]
    shares: dict[BotName, tuple[Estimate, ...]]

    @property
    def gap(self) -> float:
        """Return the widest gap of any seat with any bot."""
        return max(abs(share.value - 1 / len(seats)) for seats in self.shares.values() for share in seats)

    @property
    def words(self) -> str:
        """Return the rule in words, a head start with its points."""
        points = ", ".join(f"{start:g}" for start in self.head_start)
        return f"{self.rule.words}: {points}" if points else self.rule.words


def measure_rules(played: Mapping[Play, Mapping[BotName, Games]]) -> list[SeatEffect]:
    """Return the effect of each rule that was played.

    Args:
        played: by way of playing and bot the games of one number of players.
    """
    found = []
    for rule in SEAT_RULES:
        if rule.play not in played:
            continue
        halves: tuple[int, ...] = ()
        judged = played[rule.play]
        if rule is HEAD_START:
            halves = _best_head_start(judged)
            judged = {bot: _games_from(games, len(games) // 2, len(games)) for bot, games in judged.items()}
        shares = {}
        for bot, games in judged.items():
            parts = victories(games, rule.tie, halves)
            shares[bot] = tuple(share_of(parts[:, seat]) for seat in range(games.seats))
        found.append(SeatEffect(rule, tuple(half / 2 for half in halves), shares))
    return found


def _games_from(games: Games, first: int, stop: int) -> Games:
    return Games(games.party, games.rows[first:stop], games.orders[first:stop])


def _best_head_start(played: Mapping[BotName, Games]) -> tuple[int, ...]:
    """Return the head start with the smallest gap in the first half of the games; of equal ones the smallest in sum."""
    halves = [_games_from(games, 0, len(games) // 2) for games in played.values()]

    def gap(start: tuple[int, ...]) -> tuple[float, int]:
        means = [victories(games, "shared", start).mean(axis=0) for games in halves]
        return max(float(np.abs(mean - 1 / len(start)).max()) for mean in means), sum(start)

    # Head starts do not grow from seat to seat, and the last seat has none.
    rising = combinations_with_replacement(range(MOST_HALVES + 1), halves[0].seats - 1)
    return min(((*reversed(starts), 0) for starts in rising), key=gap)
