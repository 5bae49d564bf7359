"""The space of designs as things to read: a table for people, plain data for programs."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict, replace

from generator.games.labyrinth.catalogue.records import Paths, spelled_exits, spelled_paths
from generator.games.labyrinth.deck.counting import count_designs, count_up_to_mirrors
from generator.games.labyrinth.deck.limits import Limits
from generator.games.labyrinth.deck.nearness import Sight, Survey
from generator.games.labyrinth.deck.space import pattern_of
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.report import table
from generator.wording import plural

EVERY_PATTERN = Limits()


def number_of(deck: Deck, design: str) -> str:
    """A design's number as it stands in the ids of tiles, such as ``05``."""
    return f"{deck.catalogue.designs[design].number:02d}"


def named(deck: Deck, design: str) -> str:
    """A design's number and id, such as ``05 winged-bridge``."""
    return f"{number_of(deck, design)} {design}"


def near_label(sight: Sight, deck: Deck) -> str:
    """Which designs of the deck a design nearly repeats, such as ``05 (wing moved)``."""
    return ", ".join(f"{number_of(deck, repeat.design)} ({repeat.how})" for repeat in sight.near)


def by_pattern(survey: Survey) -> dict[Paths, tuple[Sight, ...]]:
    """The designs of the space by their pattern of paths."""
    found: dict[Paths, list[Sight]] = {}
    for sight in survey.sights:
        found.setdefault(pattern_of(sight.paths), []).append(sight)
    return {pattern: tuple(sights) for pattern, sights in found.items()}


def _counts(survey: Survey, deck: Deck) -> dict[str, tuple[int, int, int]]:
    """By what is counted: designs up to turning, up to mirror images as well, and how many the deck uses."""
    of_deck = {pattern_of(tile.paths) for tile in deck.tiles}
    open_ones = replace(EVERY_PATTERN, open_sides=survey.limits.open_sides)
    within = sum(open_ones.keeps(pattern) for pattern in of_deck)
    return {
        "patterns": (count_designs(EVERY_PATTERN), count_up_to_mirrors(EVERY_PATTERN), len(of_deck)),
        "patterns_within": (count_designs(open_ones), count_up_to_mirrors(open_ones), within),
        "designs": (count_designs(survey.limits), count_up_to_mirrors(survey.limits), len(survey.used)),
    }


def space_data(survey: Survey, deck: Deck) -> dict[str, Any]:
    """The whole survey as plain data."""
    columns = ("up_to_turning", "up_to_mirrors", "in_the_deck")
    return {
        "game": deck.catalogue.game,
        "edition": deck.catalogue.edition,
        "limits": asdict(survey.limits),
        "counts": {what: dict(zip(columns, counts, strict=True)) for what, counts in _counts(survey, deck).items()},
        "designs": [
            {
                "paths": spelled_paths(sight.paths),
                "plain": sight.plain,
                "in_the_deck": list(sight.designs),
                "nearly_repeats": [asdict(repeat) for repeat in sight.near],
            }
            for sight in survey.sights
        ],
        "repeats_in_the_deck": [{"designs": [one, other], "how": how} for one, other, how in survey.repeats],
        "plain_ones_lacking": [spelled_paths(sight.paths) for sight in survey.lacking],
        "outside": list(survey.outside),
    }


def space_text(survey: Survey, deck: Deck) -> str:
    """The survey as tables: the counts, each pattern, each design, and what is to be said of the deck."""
    titles = {
        "patterns": "patterns of paths",
        "patterns_within": f"patterns with {str(survey.limits).partition(',')[0]}",
        "designs": "designs within the limits",
    }
    counts: list[list[object]] = [[titles[what], *row] for what, row in _counts(survey, deck).items()]
    pattern_rows: list[list[object]] = [
        [_spelled_pattern(pattern), len(sights), sum(bool(sight.designs) for sight in sights)]
        for pattern, sights in by_pattern(survey).items()
    ]
    rows: list[list[object]] = [
        [spelled_paths(sight.paths), ", ".join(named(deck, name) for name in sight.designs), near_label(sight, deck)]
        for sight in survey.sights
    ]
    heading = f"{deck.catalogue.title}, {deck.catalogue.edition} edition: the space of its designs"
    return "\n".join(
        [
            heading,
            f"limits of a tile: {survey.limits}",
            "",
            table(counts, ["", "up to turning", "and mirrors", "in the deck"]),
            "",
            table(pattern_rows, ["paths", "designs", "in the deck"]),
            "",
            table(rows, ["design", "in the deck", "nearly repeats"]),
            "",
            *_remarks(survey, deck),
            "",
        ]
    )


def _spelled_pattern(pattern: Paths) -> str:
    return " | ".join(spelled_exits(path.exits) for path in pattern)


def _remarks(survey: Survey, deck: Deck) -> list[str]:
    lines = [
        f"{named(deck, one)} and {named(deck, other)} nearly repeat each other: {how}"
        for one, other, how in survey.repeats
    ]
    if not lines:
        lines = ["no two designs of the deck nearly repeat each other"]
    if survey.lacking:
        spelled = "; ".join(spelled_paths(sight.paths) for sight in survey.lacking)
        lines.append(f"{plural(len(survey.lacking), 'plain design')} that the deck lacks: {spelled}")
    if survey.outside:
        lines.append(f"outside of the limits: {', '.join(named(deck, name) for name in survey.outside)}")
    return lines
