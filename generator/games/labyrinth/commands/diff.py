"""The command that compares two decks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import click

from generator.catalogue.equipment import Paper, load_paper
from generator.catalogue.library import ShelfFile
from generator.catalogue.themes import Theme
from generator.cli.options import (
    PRINTED,
    command,
    format_option,
)
from generator.cli.picture import DPI, PictureFormat, look_of, picture_options_for, wish_of, write_picture
from generator.cli.terminal import say
from generator.cli.values import DeckName
from generator.drawing.display_list import Drawing
from generator.drawing.svg import png_bytes, scene_text
from generator.errors import AsterionError
from generator.games.labyrinth.art.components import BACK, draw
from generator.games.labyrinth.commands.deck_names import NamedDeck, deck_at_hand, deck_called, sheets_for
from generator.games.labyrinth.deck.differences import Change, Difference, difference, missing
from generator.games.labyrinth.deck.report import ComparedDeck, difference_data, difference_text
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.diagrams.comparison import PicturePair, columns_on, comparison, height_of, rows_on
from generator.games.report import json_text
from generator.pdf.drawing_pages import print_pictures

CHANGE_INKS = {"added": "green", "removed": "red", "changed": "yellow"}


@command()
@click.argument("old", type=DeckName())
@click.argument("new", required=False, type=DeckName())
@PRINTED["papers"]
@format_option()
@picture_options_for("old beside new")
def diff(old: str, new: str | None, papers: tuple[ShelfFile, ...], form: str, **look: Any) -> None:
    """Say what differs between two decks: designs, composition, and what is to be printed and taken out.

    OLD and NEW are catalogues, games, variants or folders that were built. Left out, NEW is the deck of `tiles.yaml`
    here, else the shipped one; a variant is applied to that.

    Examples:
        asterion diff output/asterion                 what the next build will change
        asterion diff old.yaml tiles.yaml
        asterion diff asterion original --draw original.pdf
        asterion diff asterion original --format json
    """
    wish = wish_of(**look, paper=None)

    before = deck_called(old)
    after = deck_at_hand() if new is None else deck_called(new)
    found = difference(before.deck, after.deck)
    sheets = sheets_for(missing(found.new, found.reprint), _papers(papers))
    sides = _side(before), _side(after)
    if form == "json":
        say(json_text(difference_data(found, *sides, sheets)))
    else:
        say(_coloured(difference_text(found, *sides, sheets)))
    if wish is not None:
        wish = wish._replace(paper=papers[0])
        data = diff_picture(found, (before.short_hash, after.short_hash), *look_of(wish), wish.kind)
        write_picture(wish, data, "old beside new", quiet=form == "json")


def _side(named: NamedDeck) -> ComparedDeck:
    return ComparedDeck(named.name, named.short_hash)


def _papers(papers: tuple[ShelfFile, ...]) -> dict[str, Paper]:
    return {file.id: load_paper(file.path, file.name) for file in papers}


def _coloured(text: str) -> str:
    """Return the text of a difference, each design in the colour of what happened to it."""

    def styled(line: str) -> str:
        change = re.match(rf"({'|'.join(CHANGE_INKS)})\b.*  ", line)
        return click.style(line, fg=CHANGE_INKS[change[1]]) if change else line

    return "".join(map(styled, text.splitlines(keepends=True)))


# -- the picture -------------------------------------------------------------------------------------------------------


def diff_picture(found: Difference, names: tuple[str, str], theme: Theme, paper: Paper, kind: PictureFormat) -> bytes:
    """Draw what differs between two decks: each design that looks otherwise, old beside new.

    Args:
        found: the differences.
        names: of the decks, for the title: their hashes.
        theme: the inks.
        paper: size of the pages; SVG and PNG are one page of that width, as high as it needs to be.
        kind: the file's format.

    Raises:
        AsterionError: no design looks otherwise, one cannot be drawn, or what draws pixels is not installed.
    """
    pairs = list(_pairs(found, theme))
    if not pairs:
        raise AsterionError("there is nothing to draw: every design looks the same in both decks")
    margins = paper.margin_mm
    margin = max(margins.left, margins.right, margins.top, margins.bottom)
    width, height = paper.width_mm, paper.height_mm
    title = f"old {names[0]} / new {names[1]}"
    if kind is PictureFormat.PDF:
        most = columns_on(width - 2 * margin) * rows_on(height - 2 * margin)
        groups = [pairs[first : first + most] for first in range(0, len(pairs), most)]
        scenes = [comparison(group, title, (width, height), margin) for group in groups]
        catalogue = found.new.catalogue
        about = f"{catalogue.full_title}, {catalogue.edition} edition"
        return print_pictures(scenes, (width, height), catalogue.title, about, catalogue.credits.design)

    high = height_of(len(pairs), width - 2 * margin) + 2 * margin
    text = scene_text(comparison(pairs, title, (width, high), margin))
    if kind is PictureFormat.PNG:
        return png_bytes(text, width, high, DPI)
    return text.encode()


def _pairs(found: Difference, theme: Theme) -> Iterator[PicturePair]:
    """Yield every design that looks otherwise, in the first colour that has it, and every back that does."""
    visible = {Change.ADDED, Change.REMOVED, Change.CHANGED, Change.RENUMBERED, Change.TURNED}

    def tile(deck: Deck, design: str) -> Drawing | None:
        first = next((tile.id for tile in deck.tiles if tile.design == design), "")
        return draw(first, deck, theme) if first else None

    for pair in found.designs:
        if visible.isdisjoint(pair.changes):
            continue
        ends = ((pair.old_id, pair.old), (pair.new_id, pair.new))
        both = (f"{design.number} {name}" for name, design in ends if design)
        name = " / ".join(dict.fromkeys(both))
        yield PicturePair(tile(found.old, pair.old_id), tile(found.new, pair.new_id), name, ", ".join(pair.changes))
    old, new = found.old.catalogue.colours, found.new.catalogue.colours
    for colour in (name for name in new if name in old and old[name] != new[name]):
        back = BACK + colour
        yield PicturePair(draw(back, found.old, theme), draw(back, found.new, theme), colour, Change.CHANGED)
