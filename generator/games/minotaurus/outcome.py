"""The end: what the pairs are worth, who wins, and how a tie is settled by tossing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.games.minotaurus.position import Position

TIE_TOSSES = 3
"""Tosses of each player in a tie. Source: the rulebook."""


def points(position: Position) -> tuple[int, ...]:
    """The points of each seat: the sum of the values of its resolved pairs."""
    return tuple(sum(pair.points for pair in held.values()) for held in position.pairs)


def leaders(totals: Sequence[int]) -> tuple[int, ...]:
    """The seats with the highest total; more than one if they are tied."""
    best = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


def winners(totals: Sequence[int], tosses: Mapping[int, Sequence[bool]] | None = None) -> tuple[int, ...]:
    """Who wins, a tie broken by tosses if there are any; who is still tied shares the victory or tosses again.

    Args:
        totals: points by seat.
        tosses: by seat, which of the three tosses of the tie-break landed over a horn.

    Raises:
        ValueError: the tosses are not three of each tied player.
    """
    tied = leaders(totals)
    if len(tied) == 1 or not tosses:
        return tied
    if set(tosses) != set(tied) or any(len(thrown) != TIE_TOSSES for thrown in tosses.values()):
        raise ValueError(f"a tie is settled by {TIE_TOSSES} tosses of each of the seats {tied}")
    landed = {seat: sum(tosses[seat]) for seat in tied}
    best = max(landed.values())
    return tuple(seat for seat in tied if landed[seat] == best)
