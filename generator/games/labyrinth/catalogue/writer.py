"""A catalogue written down as a file: what is read from it again is equal.

Layout and order are those of the shipped ``tiles.yaml``. Whatever somebody may have chosen freely stands in quotes.
Source: YAML 1.1, 9.1.2 "Single Quoted": only the quote itself is doubled; YAML 1.2, 1.3: JSON is YAML.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.games.labyrinth.catalogue.records import Catalogue, Design, Expectation, Path, Totals, spell_exits
from generator.games.labyrinth.catalogue.symbol_table import PLURALS


def catalogue_text(catalogue: Catalogue, comments: Iterable[str] = ()) -> str:
    """Return the text of a catalogue file, with lines of comment on top."""
    lines = [f"# {comment}".rstrip() for comment in comments]
    lines += ["# yaml-language-server: $schema=templates/schema/catalogue.schema.json"] * (not lines)
    lines += [
        "",
        f"game: {catalogue.game}",
        f"title: {_quoted(catalogue.title)}",
        f"edition: {catalogue.edition}",
        f"tile_mm: {catalogue.tile_mm:g}",
        "",
        "colours:",
    ]
    lines += [
        f"  {name}: {{letter: {colour.letter}, symbol: {colour.symbol}, ink: {_quoted(colour.ink)}}}"
        for name, colour in catalogue.colours.items()
    ]
    lines += ["", "minotaur:", "  paths:", *_paths(catalogue.minotaur.paths, 4), ""]
    counters = catalogue.counters
    lines += [f"counters: {{count: {counters.count}, diameter_mm: {counters.diameter_mm:g}}}", "", "designs:"]
    for name, design in catalogue.designs.items():
        lines += _design(name, design)
    credits_ = catalogue.credits
    lines += ["", *_expect(catalogue.expect)]
    lines += [
        "credits:",
        f"  design: {_quoted(credits_.design)}",
        f"  publisher: {_quoted(credits_.publisher)}",
        f"  artwork: {_quoted(credits_.artwork)}",
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return a text in single quotes; no value of a file holds a line break."""
    return "'" + text.replace("'", "''") + "'"


def _design(name: str, design: Design) -> Iterator[str]:
    yield f"  {name}:"
    yield f"    number: {design.number}"
    if isinstance(design.copies, dict):
        yield f"    copies: {{{', '.join(f'{colour}: {count}' for colour, count in design.copies.items())}}}"
    elif design.copies != 1:
        yield f"    copies: {design.copies}"
    if design.colours is not None:
        yield f"    colours: [{', '.join(design.colours)}]"
    yield "    paths:"
    yield from _paths(design.paths, 6)


def _paths(paths: Iterable[Path], indent: int) -> Iterator[str]:
    for path in paths:
        held = [f"{what}: {count}" for what in PLURALS if (count := getattr(path, what))]
        exits = f"exits: {spell_exits(path.exits) or _quoted('')}"
        yield f"{' ' * indent}- {{{', '.join([exits, *held])}}}"


def _expect(expect: Expectation) -> Iterator[str]:
    if expect == Expectation():
        return
    yield "expect:"
    for what, count in _totals(expect):
        yield f"  {what}: {count}"
    if expect.per_colour is not None:
        told = ", ".join(f"{what}: {count}" for what, count in _totals(expect.per_colour))
        yield f"  per_colour: {{{told}}}"
    if expect.equal_colours:
        yield "  equal_colours: true"
    yield ""


def _totals(totals: Totals) -> Iterator[tuple[str, int]]:
    for what in ("tiles", *PLURALS):
        count = getattr(totals, what)
        if count is not None:
            yield what, count
