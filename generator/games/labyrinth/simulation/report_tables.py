"""Measures as tables for people, and as plain data for programs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.games.labyrinth.engine.bot_names import smaller_budgets
from generator.games.labyrinth.simulation.intervals import CONFIDENCE, Estimate
from generator.games.labyrinth.simulation.measures import Account, Form, Measure, MeasureDifference, scale_of
from generator.games.labyrinth.simulation.seats import SeatEffect
from generator.games.report import table

FORMAT = 3
STARS = "* the interval excludes 0, as it does by chance for one of twenty figures that are 0"
NOT_SETTLED = "not settled"
DIGITS = 6
"""Digits after the point in the data; no study is surer than that."""


SEAT_HEADS = ("seat", "victories", "points", "treasure", "impaling", "escaped")
ACTION_HEADS = ("ply", "uses a player", "games with it", "points a use")

# Figures


def format_estimate(estimate: Estimate, form: Form, *, signed: bool = False, brief: bool = False) -> str:
    """Return a figure with its interval, such as ``28.31 (28.07 to 28.55)``, shares and parts in per cent."""
    if not estimate.is_known:
        return "–"
    scale, digits = scale_of(form), 2 if form == "number" else 1
    sign = "+" if signed else ""
    value, low, high = (f"{scale * number + 0.0:{sign}.{digits}f}" for number in estimate)
    unit = "" if form == "number" else " %"
    return f"{value}{unit}" if brief else f"{value}{unit} ({low} to {high})"


# Tables


def account_text(account: Account) -> str:
    """Return one party's account as tables."""
    count = f"{len(account.games):,}"
    parts = [f"{account.party.title}: {count} games, intervals of {CONFIDENCE:.0%}"]
    parts.append(_table(course_rows(account), "in a game", "mean", f"{CONFIDENCE:.0%} interval"))
    parts.append(_table(group_rows(account, account.seats), *SEAT_HEADS))
    if any(account.party.acts):
        parts.append(_table(group_rows(account, account.actions), *ACTION_HEADS))
    parts.append(_table(design_rows(account), "design, drawn early instead of late", "victories", "points"))
    if account.unsettled:
        parts.append(
            _table(unsettled_rows(account), NOT_SETTLED, *smaller_budgets(account.party.bots[0]), account.party.who)
        )
    return "\n\n".join([*parts, STARS]) + "\n"


def _table(rows: Iterable[tuple[str, ...]], *heads: str) -> str:
    return table([list(row) for row in rows], list(heads))


def _figure(account: Account, measure: Measure, *, signed: bool = False) -> str:
    if measure.key in account.unsettled:
        return NOT_SETTLED
    return format_estimate(account.estimate(measure.key), measure.form, signed=signed)


def unsettled_rows(account: Account) -> Iterator[tuple[str, ...]]:
    """Yield the measures that move with the budget of the bot: title, then their means from the smallest budget on."""
    measures = account.measures()
    for key, found in account.unsettled.items():
        measure = measures[key]
        yield measure.title, *(format_estimate(one, measure.form) for one in found)


def course_rows(account: Account) -> Iterator[tuple[str, ...]]:
    """Yield the measures of whole games: title, mean, interval."""
    for measure in account.course:
        value, _, interval = _figure(account, measure).partition(" (")
        yield measure.title, value, interval.rstrip(")")


def group_rows(account: Account, groups: Mapping[str, Sequence[Measure]]) -> Iterator[tuple[str, ...]]:
    """Yield the measures by seat or by kind of ply: its name, then each measure."""
    for name, some in groups.items():
        yield name, *(_figure(account, measure) for measure in some)


def design_rows(account: Account) -> Iterator[tuple[str, ...]]:
    """Yield what drawing a design early brings: victories and points, a star where the interval excludes 0."""
    for name in account.ranked_designs():
        worth = [(measure, account.estimate(measure.key)) for measure in account.designs[name]]
        yield name, *(_figure(account, measure, signed=True) + " *" * found.excludes(0) for measure, found in worth)


def difference_rows(differences: Mapping[str, MeasureDifference]) -> Iterator[tuple[str, ...]]:
    """Yield two decks side by side: title, this deck, the other, the difference, how much the pairing narrows it."""
    for found in differences.values():
        if found.gap.is_known:
            yield (
                found.title,
                format_estimate(found.mine, found.form, brief=True),
                format_estimate(found.other, found.form, brief=True),
                format_estimate(found.gap, found.form, signed=True) + " *" * found.gap.excludes(0),
                f"{found.narrowing:.1f}" if math.isfinite(found.narrowing) else "–",
            )


def comparison_text(differences: Mapping[str, MeasureDifference], mine: str, other: str) -> str:
    """Return two decks side by side; a star where the interval of the difference excludes 0."""
    return (
        _table(difference_rows(differences), "", mine, other, "difference", "worth × games")
        + f"\n\n{STARS}\nworth × games: how many times as many games it would take without common random numbers.\n"
    )


# Data


def account_data(account: Account) -> dict[str, Any]:
    """Return one party's account as plain data."""
    party = account.party
    groups = {"seats": account.seats, "actions": account.actions, "designs": account.designs}
    return {
        "players": len(party.seats),
        "seats": list(party.seats),
        "bots": list(party.bots),
        "acts": any(party.acts),
        "games": len(account.games),
        "budgets": [*smaller_budgets(party.bots[0]), party.bots[0]],
        "unsettled": {key: [_estimate_data(one) for one in found] for key, found in account.unsettled.items()},
        "measures": {measure.key: _estimate_data(account.estimate(measure.key)) for measure in account.course},
        **{
            f"by_{name.rstrip('s')}": {
                member: {measure.key.split(".")[-1]: _estimate_data(account.estimate(measure.key)) for measure in some}
                for member, some in group.items()
            }
            for name, group in groups.items()
        },
    }


def comparison_data(differences: Mapping[str, MeasureDifference]) -> dict[str, Any]:
    """Return the differences as plain data."""
    return {
        key: {
            "mine": _estimate_data(found.mine),
            "other": _estimate_data(found.other),
            "difference": _estimate_data(found.gap),
            "narrowing": _rounded(found.narrowing),
        }
        for key, found in differences.items()
    }


def _estimate_data(estimate: Estimate) -> dict[str, float | None]:
    return {name: _rounded(number) for name, number in zip(("mean", "low", "high"), estimate, strict=True)}


def _rounded(number: float) -> float | None:
    return round(number, DIGITS) + 0.0 if math.isfinite(number) else None


# Seats


def seats_text(players: int, found: Sequence[SeatEffect]) -> str:
    """Return the effect of each rule on the seats as a table: shares of victories in per cent, and the widest gap."""
    bots = list(found[0].shares)
    rows: list[list[object]] = [
        [
            rule.words,
            *("  ".join(f"{100 * share.value:.1f}" for share in rule.shares[bot]) for bot in bots),
            f"{100 * rule.gap:.1f}",
        ]
        for rule in found
    ]
    sure = max(share.half for rule in found for seats in rule.shares.values() for share in seats)
    return (
        f"{players} players: victories by seat in per cent\n\n"
        + table(rows, ["", *bots, "widest gap"])
        + f"\n\nno share is less sure than ± {100 * sure:.1f}; level would be {100 / players:.1f} each\n"
    )


def seats_data(players: int, found: Sequence[SeatEffect]) -> dict[str, Any]:
    """Return the effect of each rule on the seats as plain data."""
    return {
        "players": players,
        "rules": [
            {
                "rule": rule.rule.name,
                "head_start": list(rule.head_start),
                "shares": {bot: [_estimate_data(share) for share in seats] for bot, seats in rule.shares.items()},
                "gap": _rounded(rule.gap),
            }
            for rule in found
        ],
    }
