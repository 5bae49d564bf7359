"""An account told: as tables for people, as plain data for programs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from generator.games.labyrinth.simulation.intervals import CONFIDENCE, Estimate
from generator.games.labyrinth.simulation.measures import Account, Difference, Form, Measure
from generator.games.labyrinth.simulation.seats import Levelled
from generator.games.report import table

FORMAT = 1
STARS = "* the interval excludes 0, as it does by chance for one of twenty figures that are 0"
DIGITS = 6
"""Digits after the point in the data; no study is surer than that."""


DESIGN_FORMS: tuple[tuple[str, Form], ...] = (("wins", "part"), ("points", "number"))

# Figures


def shown(estimate: Estimate, form: Form, *, signed: bool = False, brief: bool = False) -> str:
    """A figure with its interval, such as ``28.31 (28.07 to 28.55)``, shares and parts in per cent."""
    if not estimate.is_known:
        return "–"
    scale, digits = (1.0, 2) if form == "number" else (100.0, 1)
    sign = "+" if signed else ""
    value, low, high = (f"{scale * number + 0.0:{sign}.{digits}f}" for number in estimate)
    unit = "" if form == "number" else " %"
    return f"{value}{unit}" if brief else f"{value}{unit} ({low} to {high})"


# Tables


def account_text(account: Account) -> str:
    """One party's account as tables."""
    count = f"{len(account.games):,}"
    parts = [f"{account.party.title}: {count} games, intervals of {CONFIDENCE:.0%}", _course_table(account)]
    parts.append(
        _group_table(account, account.seats, ["seat", "victories", "points", "treasure", "impaling", "escaped"])
    )
    if any(account.party.acts):
        parts.append(_group_table(account, account.actions, ["ply", "uses a player", "games with it", "points a use"]))
    parts.append(_designs_table(account))
    return "\n\n".join(parts) + "\n"


def _course_table(account: Account) -> str:
    rows: list[list[object]] = [[measure.title, *_cells(account, measure)] for measure in account.course]
    return table(rows, ["in a game", "mean", f"{CONFIDENCE:.0%} interval"])


def _cells(account: Account, measure: Measure) -> list[str]:
    whole = shown(account.estimate(measure.key), measure.form)
    value, _, interval = whole.partition(" (")
    return [value, interval.rstrip(")")]


def _group_table(account: Account, groups: Mapping[str, Sequence[Measure]], headers: list[str]) -> str:
    rows: list[list[object]] = [
        [name, *(shown(account.estimate(measure.key), measure.form) for measure in some)]
        for name, some in groups.items()
    ]
    return table(rows, headers)


def _designs_table(account: Account) -> str:
    def worth(name: str) -> float:
        return account.estimate(f"designs.{name}.wins").value

    rows: list[list[object]] = [
        [name, *design_cells(account, name)] for name in sorted(account.designs, key=worth, reverse=True)
    ]
    designs = table(rows, ["design, drawn early instead of late", "victories", "points"])
    return f"{designs}\n\n{STARS}"


def design_cells(account: Account, design: str) -> list[str]:
    """What a design is worth: victories and points, a star where the interval excludes 0."""
    worth = [(account.estimate(f"designs.{design}.{what}"), form) for what, form in DESIGN_FORMS]
    return [shown(found, form, signed=True) + " *" * found.excludes(0) for found, form in worth]


def comparison_text(differences: Mapping[str, Difference], mine: str, other: str) -> str:
    """Two decks side by side; a star where the interval of the difference excludes 0."""
    rows: list[list[object]] = [
        [
            found.title,
            shown(found.mine, found.form, brief=True),
            shown(found.other, found.form, brief=True),
            shown(found.gap, found.form, signed=True) + " *" * found.gap.excludes(0),
            f"{found.narrowing:.1f}" if math.isfinite(found.narrowing) else "–",
        ]
        for found in differences.values()
        if found.gap.is_known
    ]
    return (
        table(rows, ["", mine, other, "difference", "worth × games"])
        + f"\n\n{STARS}\nworth × games: how many times as many games it would take without common random numbers.\n"
    )


# Data


def account_data(account: Account) -> dict[str, Any]:
    """One party's account as plain data."""
    party = account.party
    groups = {"seats": account.seats, "actions": account.actions, "designs": account.designs}
    return {
        "players": len(party.seats),
        "seats": list(party.seats),
        "bots": list(party.bots),
        "acts": any(party.acts),
        "games": len(account.games),
        "measures": {measure.key: _estimate_data(account.estimate(measure.key)) for measure in account.course},
        **{
            f"by_{name.rstrip('s')}": {
                member: {measure.key.split(".")[-1]: _estimate_data(account.estimate(measure.key)) for measure in some}
                for member, some in group.items()
            }
            for name, group in groups.items()
        },
    }


def comparison_data(differences: Mapping[str, Difference]) -> dict[str, Any]:
    """The differences as plain data."""
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


def seats_text(players: int, found: Sequence[Levelled]) -> str:
    """What each rule does to the seats, as a table: shares of victories in per cent, and the widest gap."""
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


def seats_data(players: int, found: Sequence[Levelled]) -> dict[str, Any]:
    """What each rule does to the seats, as plain data."""
    return {
        "players": players,
        "rules": [
            {
                "rule": rule.candidate.name,
                "head_start": list(rule.head_start),
                "shares": {bot: [_estimate_data(share) for share in seats] for bot, seats in rule.shares.items()},
                "gap": _rounded(rule.gap),
            }
            for rule in found
        ],
    }
