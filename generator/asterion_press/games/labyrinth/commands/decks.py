"""The commands about decks: every design within limits and what a deck makes of it; what differs between two decks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from msgspec.structs import asdict

from asterion_press.catalogue import library
from asterion_press.catalogue.edits import edited
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.strict_yaml import Location
from asterion_press.catalogue.themes import Theme
from asterion_press.cli.options import PRINTED, command, format_option, game_options
from asterion_press.cli.picture import (
    DPI,
    PAPER_OPTION,
    PictureFormat,
    PictureRequest,
    look_of,
    picture_file,
    picture_options_for,
    picture_request,
    write_picture,
)
from asterion_press.cli.terminal import say
from asterion_press.cli.values import DeckName, NamedValue, Worded
from asterion_press.drawing.art import load_look
from asterion_press.drawing.display_list import Drawing
from asterion_press.drawing.svg import png_bytes
from asterion_press.errors import AsterionError, InputError, Place
from asterion_press.games.labyrinth.art.components import BACK, draw
from asterion_press.games.labyrinth.catalogue import records
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, load_catalogue
from asterion_press.games.labyrinth.catalogue.records import canonical_paths, spell_exits
from asterion_press.games.labyrinth.catalogue.symbol_table import MOST_ON_PATH, PLURALS
from asterion_press.games.labyrinth.commands.deck_names import deck_at_hand, deck_called, loaded_deck, sheets_for
from asterion_press.games.labyrinth.deck.differences import Change, Difference, difference, missing
from asterion_press.games.labyrinth.deck.report import ComparedDeck, difference_data, difference_text
from asterion_press.games.labyrinth.deck.space import (
    Span,
    Survey,
    change_limits,
    limits_of,
    space_data,
    space_text,
    survey,
)
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.diagrams.comparison import PicturePair, columns_on, comparison, height_of, rows_on
from asterion_press.games.labyrinth.diagrams.space_sheet import space_pages
from asterion_press.games.report import json_text
from asterion_press.pdf.drawing_pages import draw_contact_sheet, print_contact_sheet, print_pictures
from asterion_press.publish.atomic_file import publish_file

# -- designs -----------------------------------------------------------------------------------------------------------

LINE_ART = "ink-saver"
"""The theme of designs that the deck lacks."""
MOST = 16
"""Largest number that a limit takes: a path holds at most four of each, a tile has at most four paths."""


class SpanType(Worded):
    """A number, or two with a hyphen: ``1`` or ``0-2``."""

    name = "span"

    def read(self, word: str) -> Span:
        if not re.fullmatch(r"[0-9]{1,2}(-[0-9]{1,2})?", word):
            raise ValueError(f"{word!r} is no number and no range; write 1 or 0-2")
        least, _, most = word.partition("-")
        span = int(least), int(most or least)
        if not span[0] <= span[1] <= MOST:
            raise ValueError(f"{word!r} is no range from a smaller to a larger number up to {MOST}")
        return span


LIMITS: dict[str, click.ParamType[Any]] = {
    **dict.fromkeys(("open-sides", *PLURALS, "extras"), SpanType()),
    **dict.fromkeys((f"path-{what}" for what in PLURALS), click.IntRange(0, MOST_ON_PATH)),
}
"""Limits and their values: open sides, symbols of each kind on a tile, extras together, the most of each on a path."""


@command()
@game_options
@format_option()
@picture_options_for("the space", PAPER_OPTION)
@click.option(
    "--limit",
    "limits",
    type=NamedValue("limit", LIMITS),
    multiple=True,
    metavar="NAME=N or N-M",
    help="A limit that is not as the deck itself keeps it, as in prisoners=0-2; may be given several times. "
    f"Limits: {', '.join(LIMITS)}.",
)
def designs(form: str, limits: tuple[tuple[str, Any], ...], **options: Any) -> None:
    """Count and list every design within limits: which the deck uses, nearly repeats, or lacks.

    A picture that takes several pages is one .pdf, or several files with numbers behind their names.

    Examples:
        asterion play designs
        asterion play designs --draw space.pdf
        asterion play designs --limit open-sides=1-4 --limit prisoners=1 --format json
    """
    request = picture_request(**options)
    _, deck = loaded_deck()
    found = survey(deck, change_limits(limits_of(deck), dict(limits)))
    if request is not None:
        for file in _drawn(found, deck, request):
            say(f"{file}\n")
    else:
        say(json_text(space_data(found, deck)) if form == "json" else space_text(found, deck))


def _drawn(found: Survey, deck: Deck, request: PictureRequest) -> list[Path]:
    """Write the contact sheet, and return the files that were written."""
    sheet = request.paper
    themes = (load_look(request.theme), load_look(library.theme_file(LINE_ART)))
    fonts = library.fonts_folder()
    pages = space_pages(found, deck, load_paper(sheet), themes, fonts)
    file, files = request.file, dict[Path, bytes]()
    if request.kind is PictureFormat.PDF:
        files[file] = print_contact_sheet(pages, f"{deck.catalogue.title}: the space of designs", fonts)
    else:
        for number, page in enumerate(pages, 1):
            text, art, is_png = draw_contact_sheet(page, fonts), page.art, request.kind is PictureFormat.PNG
            name = file.with_stem(f"{file.stem}-{number}") if len(pages) > 1 else file
            files[name] = png_bytes(text, art.width, art.height, DPI) if is_png else text.encode()
    for name, data in files.items():
        publish_file(name, data, force=request.force)
    return list(files)


# -- diff --------------------------------------------------------------------------------------------------------------

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
    request = picture_request(**look, paper=None)

    before = deck_called(old)
    after = deck_at_hand() if new is None else deck_called(new)
    found = difference(before.deck, after.deck)
    sheets = sheets_for(missing(found.new, found.reprint), [load_paper(file) for file in papers])
    sides = ComparedDeck(before.name, before.short_hash), ComparedDeck(after.name, after.short_hash)
    if form == "json":
        say(json_text(difference_data(found, *sides, sheets)))
    else:
        say(_coloured(difference_text(found, *sides, sheets)))
    if request is not None:
        request = request._replace(paper=papers[0])
        title = f"old {before.short_hash} / new {after.short_hash}"
        write_picture(request, _picture(found, title, request), "old beside new", quiet=form == "json")


def _coloured(text: str) -> str:
    """Return the text of a difference, each design in the colour of what happened to it."""

    def styled(line: str) -> str:
        change = re.match(rf"({'|'.join(CHANGE_INKS)})\b.*  ", line)
        return click.style(line, fg=CHANGE_INKS[change[1]]) if change else line

    return "".join(map(styled, text.splitlines(keepends=True)))


# -- the picture -------------------------------------------------------------------------------------------------------


def _picture(found: Difference, title: str, request: PictureRequest) -> bytes:
    """Draw what differs between two decks: each design that looks otherwise, old beside new.

    A PDF has pages of the paper's size; SVG and PNG are one page of that width, as high as it needs to be.

    Raises:
        AsterionError: no design looks otherwise, one cannot be drawn, or what draws pixels is not installed.
    """
    theme, paper = look_of(request)
    pairs = list(_pairs(found, theme))
    if not pairs:
        raise AsterionError("there is nothing to draw: every design looks the same in both decks")
    margin, width, height = max(asdict(paper.margin_mm).values()), paper.width_mm, paper.height_mm
    if request.kind is PictureFormat.PDF:
        most = columns_on(width - 2 * margin) * rows_on(height - 2 * margin)
        groups = [pairs[first : first + most] for first in range(0, len(pairs), most)]
        scenes = [comparison(group, title, (width, height), margin) for group in groups]
        catalogue = found.new.catalogue
        about = f"{catalogue.full_title}, {catalogue.edition} edition"
        return print_pictures(scenes, (width, height), catalogue.title, about, catalogue.credits.design)
    high = height_of(len(pairs), width - 2 * margin) + 2 * margin
    scene = comparison(pairs, title, (width, high), margin)
    return picture_file(scene, found.new.catalogue.head, (width, high), request.kind, DPI)


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


# -- tidy --------------------------------------------------------------------------------------------------------------


@command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def tidy(file: Path) -> None:
    """Write the designs of a catalogue as they are spelled: each in its canonical turn, its paths in their order.

    Comments, layout and all else of FILE stay as they are. The tiles are the same; other programs may have drawn them
    in another turn.

    Examples:
        asterion tidy mine.yaml
    """
    shelf = ShelfFile("", file, str(file))
    text, loaded = shelf.read().decode(), load_catalogue(shelf, any_turn=True)
    edits: dict[Place, str] = {}
    for name, design in loaded.catalogue.designs.items():
        right = canonical_paths(design.paths)
        for at, (is_, should) in enumerate(zip(design.paths, right, strict=True)) if right != design.paths else ():
            edits |= _respelled(text, loaded, ("designs", name, "paths", at), (_spelled(is_), _spelled(should)))
    text, told = edited(text, edits)
    if told:
        publish_file(file, text.encode(), force=True)
    say("".join(f"{line}\n" for line in told or ["every design is in its canonical turn"]))
    load_catalogue(shelf)  # which tells what could not be written


Spelled = dict[str, str]


def _respelled(text: str, loaded: LoadedCatalogue, at: Location, both: tuple[Spelled, Spelled]) -> dict[Place, str]:
    """Return the places of a path, or of its values if they have lines of their own, and how they are to be spelled.

    Raises:
        InputError: they have lines of their own, and the right path has other keys.
    """
    place, (own, right) = loaded.place(*at), both
    if text.split("\n")[place.line - 1][place.column - 1 :].startswith("{"):
        return {place: f"{{{', '.join(f'{key}: {value}' for key, value in right.items())}}}"}
    if own.keys() != right.keys():
        raise InputError.at(place, "write each path of this design on one line, as in `{exits: NS, coins: 1}`")
    return {loaded.place(*at, key): value for key, value in right.items()}


def _spelled(path: records.Path) -> Spelled:
    """Return what is written of a path: its exits, and what it holds."""
    held = zip(PLURALS, path.counts, strict=True)
    return {"exits": spell_exits(path.exits) or "''", **{what: str(count) for what, count in held if count}}
