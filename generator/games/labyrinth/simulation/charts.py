"""The charts of a study: each shows one thing, and the line below its title has the figure that matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from generator.games.labyrinth.simulation.games import Floats
from generator.games.labyrinth.simulation.intervals import Estimate
from generator.games.labyrinth.simulation.measures import Account, MeasureDifference, margins
from generator.games.labyrinth.simulation.pages import CLAY, FAINT, GOLD, INK, LEAF, PAPER, RULE, SEA, STONE, Chart
from generator.games.labyrinth.simulation.report_tables import format_estimate

MARGINS_SHOWN = 15
ACTING = ("rotate", "swap", "move")


MEASURES_SHOWN = {
    "impaled": ("impaled",),
    "seats": ("seats.*.wins",),
    "points": ("score", "best_score"),
    "margin": ("margin", "ties_before", "ties"),
    "fates": ("escaped_*", "impaled", "coins_*"),
    "lead": ("lead_changes", "settled"),
    "actions": ("actions.place.points",),
    "designs": (),
}
"""By chart the measures without which it shows nothing. A row without a measure is empty in the last two."""


def charts_of(account: Account, name: str) -> Iterator[Chart]:
    """Yield the charts of one party, without those of measures that have not settled; their names begin with a name."""
    for chart in (*_outcome_charts(account, name), *_course_charts(account, name), *_wide_charts(account, name)):
        shown = MEASURES_SHOWN[chart.name.removeprefix(f"{name}-")]
        if not any(fnmatchcase(key, pattern) for key in account.unsettled for pattern in shown):
            yield chart


def _outcome_charts(account: Account, name: str) -> Iterator[Chart]:
    estimate = account.estimate
    middle = np.quantile(account.games.captured, [0.25, 0.75])
    yield Chart(
        f"{name}-impaled",
        "Prisoners impaled",
        f"{format_estimate(estimate('impaled'), 'number')}; half of the games {middle[0]:.0f} to {middle[1]:.0f}",
        partial(_draw_impaled, account=account),
    )
    seats = [estimate(f"seats.{seat}.wins") for seat in account.seats]
    yield Chart(
        f"{name}-seats",
        "Victories by seat",
        ", ".join(f"{100 * seat.value:.0f}" for seat in seats) + f" %; level would be {100 / len(seats):.0f} % each",
        partial(_draw_seats, account=account),
        inset=0.5,
    )
    yield Chart(
        f"{name}-points",
        "Points",
        f"a player {estimate('score').value:.1f}, the winner {estimate('best_score').value:.1f}",
        partial(_draw_points, account=account),
    )


def _course_charts(account: Account, name: str) -> Iterator[Chart]:
    estimate = account.estimate
    yield Chart(
        f"{name}-margin",
        "Margin of the winner",
        f"{format_estimate(estimate('margin'), 'number', brief=True)} points; "
        f"{format_estimate(estimate('ties_before'), 'share', brief=True)} ties, "
        f"{format_estimate(estimate('ties'), 'share', brief=True)} shared",
        partial(_draw_margin, account=account),
    )
    yield Chart(
        f"{name}-fates",
        "What became of them",
        "all prisoners and all coins of the tiles in play",
        partial(_draw_fates, account=account),
        inset=0.98,
    )
    yield Chart(
        f"{name}-lead",
        "When the lead settles",
        f"{format_estimate(estimate('lead_changes'), 'number', brief=True)} changes of the lead in a game",
        partial(_draw_lead, account=account),
        inset=0.6,
    )


def _wide_charts(account: Account, name: str) -> Iterator[Chart]:
    if any(account.party.acts):
        yield Chart(
            f"{name}-actions",
            "Actions",
            "how often a player uses each, and what a use brings",
            partial(_draw_actions, account=account),
            height=2.6,
            wide=True,
            inset=0.5,
        )
    yield Chart(
        f"{name}-designs",
        "What a design is worth",
        "victories of who draws it in the first half of the pile, less those of who draws it in the second half",
        partial(_draw_designs, account=account),
        height=1.3 + 0.2 * len(account.designs),
        wide=True,
        inset=_room(account.designs),
    )


def _room(labels: Iterable[str]) -> float:
    """Return about how many inches the longest of these labels takes."""
    return 0.12 + 0.066 * max(map(len, labels), default=0)


# Distributions


def _only_across(axes: Axes) -> None:
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    axes.xaxis.grid(visible=False)


def _draw_impaled(axes: Axes, account: Account) -> None:
    values = account.games.captured
    low, high = int(values.min()), int(values.max())
    step = max(1, round((high - low) / 40))  # wider bars if there are many numbers
    edges = np.arange(low, high + step + 1, step)
    counts, _ = np.histogram(values, bins=edges)
    axes.bar(edges[:-1], counts / values.size, width=step * 0.86, align="edge", color=CLAY, linewidth=0)
    mean = account.estimate("impaled").value
    axes.axvline(mean, color=INK, linewidth=1.2)
    axes.set_xlabel("prisoners in a game")
    _only_across(axes)


def _draw_points(axes: Axes, account: Account) -> None:
    scores = account.games.scores
    top = int(np.quantile(scores.max(axis=1), 0.995))
    bottom = int(np.quantile(scores, 0.001))
    edges = np.arange(bottom, top + 2) - 0.5
    for values, colour, label in ((scores.ravel(), STONE, "every player"), (scores.max(axis=1), GOLD, "the winner")):
        counts, _ = np.histogram(values, bins=edges)
        axes.stairs(counts / values.size, edges, color=colour, fill=True, alpha=0.55)
        axes.stairs(counts / values.size, edges, color=colour, linewidth=1.4, label=label)
    axes.legend(loc="upper right", handlelength=1)
    axes.set_xlabel("points at the end")
    _only_across(axes)


def _draw_margin(axes: Axes, account: Account) -> None:
    values = np.minimum(margins(account.games), MARGINS_SHOWN)
    shares = np.bincount(values.astype(np.int64), minlength=MARGINS_SHOWN + 1) / len(values)
    colours = [SEA, *[GOLD] * (MARGINS_SHOWN - 1), STONE]
    axes.bar(range(MARGINS_SHOWN + 1), shares, width=0.86, color=colours, linewidth=0)
    ticks = [0, 5, 10, MARGINS_SHOWN]
    axes.set_xticks(ticks, ["tie", "5", "10", f"{MARGINS_SHOWN}+"])
    axes.set_xlabel("points between the first and the second")
    _only_across(axes)


def _draw_lead(axes: Axes, account: Account) -> None:
    settled, games = np.unique(account.measures()["settled"].values, return_counts=True)
    shares = np.cumsum(games) / games.sum()
    axes.fill_between(settled, shares, color=SEA, alpha=0.16, linewidth=0, step="post")
    axes.step(settled, shares, color=SEA, where="post")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.02)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_xlabel("part of the game that has been played")
    axes.set_ylabel("games with their leader")


# Figures with intervals


def _whiskers(axes: Axes, at: float, found: Estimate, colour: str, *, size: float = 6.5) -> None:
    """Draw a figure as a dot and its interval as a line."""
    if found.is_known:
        axes.plot([found.low, found.high], [at, at], color=colour, linewidth=2, alpha=0.55)
        axes.plot([found.value], [at], "o", color=colour, markersize=size, markeredgecolor=PAPER, markeredgewidth=0.8)


def _rows(axes: Axes, labels: Sequence[str]) -> None:
    """Label rows from the top."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.yaxis.grid(visible=False)


def _draw_seats(axes: Axes, account: Account) -> None:
    inks = account.party.box.deck.catalogue.colours
    seats = account.party.seats
    axes.axvline(1 / len(seats), color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    for number, colour in enumerate(seats):
        _whiskers(axes, number, account.estimate(f"seats.{number + 1}.wins"), inks[colour].ink, size=9)
    _rows(axes, [f"seat {number}" for number in account.seats])
    low, high = axes.get_xlim()
    axes.set_xlim(min(low, 0.8 / len(seats)), max(high, 1.2 / len(seats)))
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_xlabel("share of victories")


def _draw_fates(axes: Axes, account: Account) -> None:
    paths = [
        path for seat in account.party.seats for piece in account.party.box.of_colour(seat) for path in piece.tile.paths
    ]
    prisoners, coins = (sum(path.holds[kind] for path in paths) for kind in ("prisoner", "coin"))

    def mean(key: str) -> float:
        return account.estimate(key).value

    rows = [
        ("prisoners", prisoners, [("gate", "escaped_gate"), ("wings", "escaped_wings"), ("impaled", "impaled")]),
        ("coins", coins, [("gate", "coins_by_gate"), ("wings", "coins_by_wings")]),
    ]
    inks = {"gate": LEAF, "wings": SEA, "impaled": CLAY}
    for at, (_, whole, parts) in enumerate(rows):
        left = 0.0
        for what, key in parts if whole else []:
            share = mean(key) / whole
            axes.barh(at, share, left=left, color=inks[what], height=0.62, linewidth=0)
            if share > 0.07:
                axes.text(
                    left + share / 2,
                    at,
                    f"{share:.0%}",
                    color=PAPER,
                    ha="center",
                    va="center",
                    fontsize=9,
                    weight="bold",
                )
            left += share
        axes.barh(at, 1 - left, left=left, color=RULE, height=0.62, linewidth=0)
    for what, colour in (*inks.items(), ("neither", RULE)):
        label = {"gate": "out by the gate", "wings": "out by wings"}.get(what, what)
        axes.bar(0, 0, color=colour, label=label)
    axes.legend(
        ncols=4,
        loc="upper center",
        bbox_to_anchor=(0.3, -0.14),
        handlelength=0.8,
        handletextpad=0.4,
        columnspacing=0.9,
        fontsize=8.5,
    )
    _rows(axes, [f"{name} ({whole})" for name, whole, _ in rows])
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))


def _draw_actions(axes: Axes, account: Account) -> None:
    axes.axis("off")
    left, right = axes.inset_axes((0, 0, 0.46, 1)), axes.inset_axes((0.54, 0, 0.46, 1))
    for at, kind in enumerate(ACTING):
        uses = account.estimate(f"actions.{kind}.uses")
        left.barh(at, uses.value, color=STONE, height=0.62, linewidth=0)
        _whiskers(left, at, uses, INK, size=4)
        _whiskers(right, at, account.estimate(f"actions.{kind}.points"), CLAY)
    _rows(left, ACTING)
    _rows(right, [""] * len(ACTING))
    left.set_xlim(left=0)
    left.set_xlabel("uses by a player in a game")
    placing = account.estimate("actions.place.points").value
    right.axvline(placing, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    right.annotate(
        "a placement", (placing, -0.55), color=FAINT, fontsize=8.5, xytext=(4, 0), textcoords="offset points", va="top"
    )
    right.set_xlim(left=min(0, placing - 0.2))
    right.set_xlabel("points from impaling by a use")


def _draw_designs(axes: Axes, account: Account) -> None:
    axes.axis("off")
    left, right = axes.inset_axes((0, 0, 0.58, 1)), axes.inset_axes((0.64, 0, 0.36, 1))
    ranked = account.ranked_designs()
    for side, what, scale, label in (
        (left, "wins", 100.0, "victories, percentage points"),
        (right, "points", 1.0, "points"),
    ):
        side.axvline(0, color=FAINT, linewidth=1)
        for at, name in enumerate(ranked):
            found = Estimate(*(scale * number for number in account.estimate(f"designs.{name}.{what}")))
            colour = STONE if not found.excludes(0) else LEAF if found.value > 0 else CLAY
            _whiskers(side, at, found, colour)
        side.set_xlabel(label)
    _rows(left, ranked)
    _rows(right, [""] * len(ranked))


# Several parties, two decks


def overview(accounts: Sequence[Account]) -> Chart:
    """Return the chart of all parties' seats, one block for each number of players."""
    return Chart(
        "overview",
        "Victories by seat, all parties",
        "dashed: what each seat would have if all were level",
        partial(_draw_overview, accounts=accounts),
        height=3.2,
        wide=True,
    )


def _draw_overview(axes: Axes, accounts: Sequence[Account]) -> None:
    axes.axis("off")
    counts = sorted({len(account.party.seats) for account in accounts})
    inks = dict(zip(("random", "greedy", "search"), (STONE, GOLD, SEA), strict=True))
    width = 1 / len(counts)
    for block, players in enumerate(counts):
        side = axes.inset_axes((block * width, 0, width * 0.86, 0.94))
        side.axhline(1 / players, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        for account in (account for account in accounts if len(account.party.seats) == players):
            found = [account.estimate(f"seats.{seat}.wins") for seat in account.seats]
            places = np.arange(1, players + 1, dtype=float)
            errors: Floats = np.array([[one.value - one.low, one.high - one.value] for one in found]).T
            colour = inks.get(account.party.who, INK)
            side.errorbar(
                places,
                [one.value for one in found],
                errors,
                color=colour,
                marker="o",
                markersize=6,
                label=account.party.who,
            )
        side.set_title(f"{players} players", fontsize=10, pad=4)
        side.set_xticks(range(1, players + 1))
        side.set_xlim(0.6, players + 0.4)
        side.set_xlabel("seat")
        _only_across(side)
        if block == 0:
            side.legend(loc="upper left")


def differences_chart(account: Account, differences: dict[str, MeasureDifference], name: str, against: str) -> Chart:
    """Return the chart of the differences of two decks, each measure in standard deviations of single games."""
    course = [measure.key for measure in account.course if measure.key in differences]
    keys = [key for key in course if differences[key].gap.half > 0]
    keys += [f"seats.{seat}.wins" for seat in account.seats]
    return Chart(
        f"{name}-differences",
        f"Less {against}",
        "differences in standard deviations of single games; intervals of paired games",
        partial(_draw_differences, account=account, differences=differences, keys=keys),
        height=1.3 + 0.2 * len(keys),
        wide=True,
        inset=_room([differences[key].title for key in keys]),
        outset=0.6,
    )


def _draw_differences(
    axes: Axes, account: Account, differences: dict[str, MeasureDifference], keys: Sequence[str]
) -> None:
    measures = account.measures()
    axes.axvline(0, color=FAINT, linewidth=1)
    for at, key in enumerate(keys):
        spread = float(measures[key].values.std())
        gap = Estimate(*(number / spread if spread else 0.0 for number in differences[key].gap))
        colour = STONE if not gap.excludes(0) else LEAF if gap.value > 0 else CLAY
        _whiskers(axes, at, gap, colour)
        axes.annotate(
            format_estimate(differences[key].gap, differences[key].form, signed=True, brief=True),
            (1.0, at),
            xycoords=("axes fraction", "data"),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
            color=INK if gap.excludes(0) else FAINT,
            annotation_clip=False,
        )
    _rows(axes, [differences[key].title for key in keys])
