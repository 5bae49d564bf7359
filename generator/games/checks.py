"""Faults of games of any kind: colours that share what tells them apart, inks that look alike, broken promises.

What two colours may never share is a mistake: nothing can be printed. Inks that look alike are a warning. A broken
promise is an error, which `--unsound` overrules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.catalogue.strict_yaml import Document
from generator.drawing.inks import LEAST_DISTANCE, PAPER, distance
from generator.errors import Mistake, Place
from generator.games.report import Finding, Level
from generator.wording import plural

ON_PAPER = {"the paper": PAPER}
"""What every game is printed upon."""


def shared_values(
    document: Document, kind: str, records: Mapping[str, Any], key: str, remedy: str, noun: str = ""
) -> Iterator[Mistake]:
    """Yield each value of a key that two records of a kind have.

    Those whose value a variant has written come last: they are to blame.

    Args:
        document: the catalogue.
        kind: under which the records stand in the file, such as ``colours``.
        records: by id.
        key: whose values belong to one record alone.
        remedy: ends the message.
        noun: what messages call a record, with a space behind it.
    """
    places = {name: document.value_place((kind, name, key)) for name in records}
    seen: dict[Any, str] = {}
    for name in sorted(records, key=lambda name: places[name].file != document.file):
        value = getattr(records[name], key)
        if (owner := seen.setdefault(value, name)) != name:
            there = f", at {places[owner]}" if places[owner].file != places[name].file else ""
            yield Mistake(places[name], f"{key} {value!r} belongs to {noun}{owner!r} already{there}; {remedy}")


def colour_mistakes(document: Document, colours: Mapping[str, Any], *keys: str) -> Iterator[Mistake]:
    """Yield each value of the keys, such as letter, symbol and ink, that two colours have."""
    for key in keys:
        yield from shared_values(document, "colours", colours, key, "each colour needs its own")


def similar_inks(
    document: Document, colours: Mapping[str, Any], grounds: Mapping[str, str] = ON_PAPER
) -> Iterator[Finding]:
    """Yield inks of colours that look much like those of others, or like the nearest of the grounds beside them."""
    others: dict[str, str] = {}
    for name, colour in colours.items():
        nearest = min(grounds.items(), key=lambda ground: distance(colour.ink, ground[1]))
        for other, ink in (*others.items(), nearest):
            if (apart := distance(colour.ink, ink)) < LEAST_DISTANCE:
                message = (
                    f"the ink {colour.ink} of {name} can hardly be told from {other}, {ink}: {apart:.1f} apart in CIE "
                    f"Lab, at least {LEAST_DISTANCE:g} are wanted; choose a lighter, a darker or another ink"
                )
                place = document.value_place(("colours", name, "ink"))
                yield Finding("similar-inks", Level.WARNING, message, place)
        others[name] = colour.ink


def broken_promise(
    there: int, promised: int | None, place: Place, whose: str, what: str, remedy: str
) -> Iterator[Finding]:
    """Yield a finding if a count is not what the file promises.

    Args:
        there: how many there are.
        promised: how many there should be; None for no promise.
        place: of the promise.
        whose: what has them, such as `the game`.
        what: one of them is called.
        remedy: what may be changed instead of the promise.
    """
    if promised not in {None, there}:
        message = f"{whose} has {plural(there, what)}, the file promises {promised}; change {remedy}, or the promise"
        yield Finding("broken-promise", Level.ERROR, message, place)
