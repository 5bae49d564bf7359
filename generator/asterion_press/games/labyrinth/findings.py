"""Findings about the deck of a labyrinth: promises that it breaks, colours and inks that are alike, paths of no use."""

from __future__ import annotations

from collections.abc import Iterator

from asterion_press.drawing.inks import GROUNDS
from asterion_press.errors import plural
from asterion_press.games.labyrinth.art.tile_plan import find_undrawable
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue
from asterion_press.games.labyrinth.catalogue.records import Paths, Totals, canonical_paths
from asterion_press.games.labyrinth.catalogue.symbol_table import PLURALS
from asterion_press.games.labyrinth.deck.space import mirror_paths, near_repeats
from asterion_press.games.labyrinth.deck.tiles import Composition, Deck, composition_of, compositions
from asterion_press.games.labyrinth.engine.rules import WINGS_TO_FLY
from asterion_press.games.report import UNDRAWABLE, Finding, Level, broken_promise, similar_inks, sort_findings
from asterion_press.geometry import SIDES

COUNTED = ("tiles", *PLURALS, "exits", "chambers")
"""Counts that are compared between two colours, and that a catalogue may promise of its deck, and of each colour."""

NAMES = {"distinct_up_to_mirror": "distinct design"}
"""What one of a count is called whose key does not say it."""


def findings(deck: Deck, loaded: LoadedCatalogue) -> tuple[Finding, ...]:
    """Return every finding about a deck, errors first, then in the order of the file."""
    found = [
        *_promises(deck, loaded),
        *_colours(deck, loaded),
        *similar_inks(loaded.document, loaded.catalogue.colours, GROUNDS),
        *_designs(deck, loaded),
        *_paths(deck, loaded),
        *_undrawable(deck, loaded),
    ]
    if deck.has_minotaur and not any(path.exits for path in deck.minotaur.paths):
        message = "the minotaur's tile has no exit; he would be trapped before the game begins"
        found.append(Finding("minotaur-trapped", Level.ERROR, message, loaded.place("minotaur", "paths")))
    return sort_findings(found)


def _promises(deck: Deck, loaded: LoadedCatalogue) -> Iterator[Finding]:
    """Yield each number of the deck that is not what the file promises under `expect:`."""
    expect = loaded.catalogue.expect

    def promise(there: int, promised: int | None, at: tuple[str, ...], whose: str) -> Iterator[Finding]:
        what = NAMES.get(at[-1], at[-1][:-1].replace("_", " "))
        yield from broken_promise(there, promised, loaded.place(*at), whose, what, "designs or copies")

    promised: list[tuple[str, Composition, Totals, tuple[str, ...]]] = [
        ("the deck", composition_of(deck.tiles), expect, ("expect",))
    ]
    if (each := expect.per_colour) is not None:
        promised += [
            (colour, made_of, each, ("expect", "per_colour")) for colour, made_of in compositions(deck).items()
        ]
    for whose, found, totals, at in promised:
        for what in (*COUNTED, "dead_ends"):
            yield from promise(getattr(found, what), getattr(totals, what), (*at, what), whose)
        between, place = totals.branching, loaded.place(*at, "branching")
        if between and not between[0] <= found.branching <= between[1]:
            message = (
                f"{whose} has a branching of {found.branching:.4f}, the file promises {between[0]:g} to {between[1]:g}"
            )
            yield Finding("broken-promise", Level.ERROR, f"{message}; change designs or copies, or the promise", place)
    printed = {tile.design: tile.paths for tile in deck.tiles}
    yield from promise(len(printed), expect.designs, ("expect", "designs"), "the deck")
    if expect.distinct_up_to_mirror is not None:
        apart = {frozenset({paths, mirror_paths(paths)}) for paths in printed.values()}
        yield from promise(len(apart), expect.distinct_up_to_mirror, ("expect", "distinct_up_to_mirror"), "the deck")
    if expect.near_repeats is not None:
        found_repeats = len(near_repeats(printed))
        yield from promise(found_repeats, expect.near_repeats, ("expect", "near_repeats"), "the deck")


def _colours(deck: Deck, loaded: LoadedCatalogue) -> Iterator[Finding]:
    """Yield colours without tiles, and colours that are made of other things than the first one."""
    by_colour = compositions(deck)
    for colour, composition in by_colour.items():
        if not composition.tiles:
            # a variant may have given all designs other copies; else the colour itself is to blame
            copies = (loaded.place("designs", design_id, "copies") for design_id in loaded.catalogue.designs)
            varied = (place for place in copies if place.file != loaded.document.file)
            place = next(varied, loaded.place("colours", colour))
            yield Finding("empty-colour", Level.ERROR, f"{colour} has no tiles", place)
    first, *others = by_colour
    for colour in others:
        if by_colour[colour] != by_colour[first]:
            promised = loaded.catalogue.expect.equal_colours
            both = ((w, getattr(by_colour[colour], w), getattr(by_colour[first], w)) for w in COUNTED)
            counts = ", ".join(
                f"{plural(here, what[:-1])} against {there}" for what, here, there in both if here != there
            )
            message = f"{colour} differs from {first}: {counts or 'paths of other shapes'}"
            level = Level.ERROR if promised else Level.NOTE
            place = loaded.place("expect", "equal_colours") if promised else loaded.place("colours", colour)
            yield Finding("unequal-colours", level, message, place)


def _designs(deck: Deck, loaded: LoadedCatalogue) -> Iterator[Finding]:
    """Yield designs that equal others, and designs that are not printed."""
    printed = {tile.design for tile in deck.tiles}
    seen: dict[Paths, str] = {}
    for design_id, design in loaded.catalogue.designs.items():
        twin = seen.setdefault(canonical_paths(design.paths), design_id)
        if twin != design_id:
            message = f"design {design_id!r} equals design {twin!r} up to a turn; give {twin!r} more copies instead"
            yield Finding("equal-designs", Level.WARNING, message, loaded.place("designs", design_id))
        if design_id not in printed:
            message = f"design {design_id!r} is printed in no colour; give it copies or remove it"
            place = loaded.place("designs", design_id, "copies")
            yield Finding("unprinted-design", Level.WARNING, message, place)


def _paths(deck: Deck, loaded: LoadedCatalogue) -> Iterator[Finding]:
    """Yield paths whose symbols no exit reaches, or whose coin no prisoner can bring out, and sides without a path."""
    prisoners = any(path.holds["prisoner"] for tile in deck.tiles for path in tile.paths if path.exits)
    for design_id, design in loaded.catalogue.designs.items():
        for number, path in enumerate(design.paths):
            contents, where = path.holds, f"path {number + 1} of design {design_id!r}"
            place = loaded.place("designs", design_id, "paths", number)
            if not path.exits and any(path.counts):
                listed = ", ".join(plural(count, name) for name, count in contents.items() if count)
                message = f"{where} holds {listed} but no exit reaches it"
                yield Finding("sealed-feature", Level.ERROR, message, place)
            reached = prisoners if path.exits else contents["prisoner"] and contents["wing"] >= WINGS_TO_FLY
            if contents["coin"] and not reached:
                message = f"the coin on {where} can never pay: no prisoner can reach it and escape"
                yield Finding("worthless-coin", Level.WARNING, message, place)
        if walls := [side.name for side in SIDES if not any(side in path.exits for path in design.paths)]:
            message = f"design {design_id!r} has no exit on side {', '.join(walls)}; neighbours' paths end there"
            yield Finding("blank-side", Level.NOTE, message, loaded.place("designs", design_id))


def _undrawable(deck: Deck, loaded: LoadedCatalogue) -> Iterator[Finding]:
    """Yield designs, and what lies in the middle, whose paths have no room on a tile of this size."""
    for owner, reason in find_undrawable(deck):
        if deck.centre is not None and owner == deck.centre.id:
            message, place = reason, loaded.place("minotaur" if deck.has_minotaur else "centre", "paths")
        else:
            place = loaded.place("designs", owner)
            size = loaded.place("tile_mm")
            elsewhere = f"; the size stands at {size}" if size.file != place.file else ""  # a variant may set it
            message = f"design {owner!r} cannot be drawn: {reason}{elsewhere}"
        yield Finding(UNDRAWABLE, Level.ERROR, message, place)
