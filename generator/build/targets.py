"""The files of an output folder: what each is called, what it is made from, and how it is made.

A new kind of file is one generator here and one member of :class:`~generator.build.order.Part`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from generator import __version__
from generator.build.fingerprints import file_hash, fonts_key, key_of
from generator.build.order import Order, Part
from generator.catalogue import library
from generator.errors import InputError, Place

if TYPE_CHECKING:
    from generator.build.drawing_cache import Studio
    from generator.catalogue.papers import Paper
    from generator.games.game import Game
    from generator.games.report import Finding
    from generator.layout.sheet_setup import Laying


SHEETS_EFFORT = 12
BOOKLET_EFFORT = 150
PAGE_EFFORT = 20
"""Measured: a drawing takes about 2 ms, sheets of one paper 25 ms, a booklet 300 ms, a page 40 ms."""


class Artefact(Struct, frozen=True):
    """A file to be.

    Attributes:
        name: below the output folder, with ``/``.
        key: of all that it is made from.
        make: makes its bytes.
        effort: how much work that is, about, in drawings; for those who wait.
    """

    name: str
    key: str
    make: Callable[[], bytes]
    effort: int = 1


class Materials(Struct, frozen=True):
    """All that was read for a build.

    Attributes:
        order: what is wanted.
        game: the game, with its variant laid upon it.
        printed: what is printed of it: all, or the update of one that is there already.
        findings: about the game.
        papers: by id.
        studio: draws what is printed.
        laying: how sheets are laid.
        misfit: what of the game's rules does not hold for this deck; None if they hold, or are not wanted.
    """

    order: Order
    game: Game
    printed: Game
    findings: tuple[Finding, ...]
    papers: dict[str, Paper]
    studio: Studio
    laying: Laying
    misfit: InputError | None = None


def artefacts(materials: Materials) -> Iterator[Artefact]:
    """Every file that the order asks for, in the order of making."""
    found = _artefacts(materials)
    if not materials.order.grey:
        return found
    from generator.build.greyscale import greyed

    return map(greyed, found)


def _artefacts(materials: Materials) -> Iterator[Artefact]:
    kinds = {
        svg_files: {Part.SVG},
        sheet_files: {Part.SHEETS},
        rules_files: {Part.RULES, Part.WEB},
        check_files: {Part.CHECK},
    }
    for files, parts in kinds.items():
        if parts & materials.order.parts:
            yield from files(materials)
    if Part.BOX in materials.order.parts:
        from generator.build.tuck_box import box_files

        yield from box_files(materials)
    if materials.order.since is not None:
        from generator.build.update import update_files

        yield from update_files(materials)


def svg_files(materials: Materials) -> Iterator[Artefact]:
    """One SVG for each component."""
    studio = materials.studio
    for component in studio.component_ids():
        yield Artefact(f"svg/{component}.svg", studio.svg_key(component), partial(studio.svg, component))


def sheet_files(materials: Materials) -> Iterator[Artefact]:
    """The sheets for each paper, of the whole deck or of an update, if there is anything to print."""
    components = [materials.studio.key(component) for component in materials.studio.component_ids()]
    since = materials.order.since
    if not components:
        return
    language = materials.order.titles_of(Part.SHEETS)
    for paper in materials.order.papers_wanted():
        words = (library.words_file(language),) if language else ()
        files = [fonts_key(), *(file_hash(file.path, file.name) for file in (paper, *words))]
        wishes = (materials.laying, materials.order.tiles, language)
        key = key_of(components, files, materials.game.document.sha256, since, *wishes)
        name = f"{'sheets' if since is None else 'update'}-{paper.id}.pdf"
        yield Artefact(name, key, partial(_sheets, materials, materials.papers[paper.id]), effort=SHEETS_EFFORT)


def _sheets(materials: Materials, paper: Paper) -> bytes:
    from generator.build.preflight import placed_titles
    from generator.build.reprint import wanted_lots
    from generator.layout.sheets import impose
    from generator.pdf.sheets import print_sheets

    game = materials.printed
    pages = impose(wanted_lots(game, materials.order.tiles)(paper), paper, materials.laying)
    language = materials.order.titles_of(Part.SHEETS)
    if language:
        from generator.build.sheet_titles import titled

        pages = titled(pages, language)
    shown = {placement.component for page in pages for placement in page.placements}
    ink = {one: materials.studio.ink(one) for one in materials.studio.component_ids() if one in shown}
    with placed_titles(game):
        fonts, tag = library.fonts_folder(), language or "en"
        return print_sheets(game.head, pages, ink, game.short_hash, __version__, fonts, materials.laying, tag)


def rules_files(materials: Materials, *, all_read: bool = True) -> Iterator[Artefact]:
    """Yield the rules in each language: as a booklet, once more to be folded, and as a page, as far as each is wanted.

    Args:
        materials: of the build.
        all_read: whether the texts of all languages are read before the first is printed, to tell all mistakes at once.
    """
    if not materials.order.languages or materials.misfit:
        return  # the game has no rules text, or none that holds for this deck; the run says so
    from generator.build.rules import RulesDesk

    desk = RulesDesk(materials.order, materials.game, materials.studio, all_read)
    order = materials.order
    for language in order.languages:
        if language in order.languages_of(Part.RULES):
            made = partial(desk.booklet, language)
            yield Artefact(f"rules-{language}.pdf", desk.key(language), made, effort=BOOKLET_EFFORT)
        if language in order.languages_of(Part.WEB):
            made = partial(desk.page, language)
            yield Artefact(f"rules-{language}.html", desk.page_key(language), made, effort=PAGE_EFFORT)
        if language in order.languages_of(Part.BOOKLET):
            from generator.build.folded_booklets import folded_file

            yield folded_file(order, desk, language)


def check_files(materials: Materials) -> Iterator[Artefact]:
    """What `check` says, for people and for programs; the catalogue is called by its name, without its folder."""
    from generator.games.report import json_text

    game, document = materials.game, materials.game.document
    places = [finding.place for finding in materials.findings]
    named = [Place(Path(place.file).name, place.line, place.column) for place in places]
    found = [replace(finding, place=place) for finding, place in zip(materials.findings, named, strict=True)]
    names = [Path(document.file).name, *(place.file for place in named)]
    key = key_of(materials.studio.program, names, document.sha256, game.variant)
    yield Artefact("check.txt", key, lambda: materials.printed.check_text(found).encode())
    yield Artefact("check.json", key, lambda: json_text(materials.printed.check_data(found)).encode())
