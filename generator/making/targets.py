"""The files of an output folder: what each is called, what it is made from, and how it is made.

A new kind of file is one generator here and one member of :class:`~generator.making.request.Part`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from generator.catalogue import library
from generator.catalogue.equipment import Paper, load_paper
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing
from generator.errors import InputError, LayoutError, Place
from generator.games.report import json_text
from generator.layout.saddle_stitch import parse_fold
from generator.layout.sheets import impose
from generator.making.artefacts import Artefact
from generator.making.box import box_files, plan_box
from generator.making.fingerprints import file_hash, fonts_key, key_of
from generator.making.naming import titled
from generator.making.preflight import placed_titles, wanted_lots
from generator.making.project import Project
from generator.making.request import UPDATE_TEXT, BuildRequest, Part, words_files
from generator.making.rules import RulebookBuilder
from generator.pdf.drawing_pages import print_score_sheet
from generator.pdf.greyscale import grey_page, grey_pdf, grey_svg
from generator.pdf.printer_pages import print_start_page
from generator.pdf.saddle_stitch import print_folded_booklet
from generator.pdf.sheets import print_sheets

SHEETS_EFFORT = 12
BOOKLET_EFFORT = 150
PAGE_EFFORT = 20
CARDS_EFFORT = 60
"""Measured: a drawing takes about 2 ms, sheets of one paper 25 ms, a booklet 300 ms, a page 40 ms."""


def artefacts(context: Project) -> Iterator[Artefact]:
    """Return every file that is asked for, in the order of making."""
    found = _artefacts(context)
    if not context.request.settings.grey:
        return found
    return map(greyed, found)


def _artefacts(context: Project) -> Iterator[Artefact]:
    kinds = {
        svg_files: {Part.SVG},
        start_files: {Part.START},
        sheet_files: {Part.SHEETS},
        rules_files: {Part.RULES, Part.WEB, Part.CARDS},
        score_files: {Part.CARDS},
        check_files: {Part.CHECK},
    }
    for files, parts in kinds.items():
        if parts & context.request.parts:
            yield from files(context)
    if Part.BOX in context.request.parts:
        yield from box_files(context)
    if context.request.settings.since is not None:
        yield from update_files(context)


def svg_files(context: Project) -> Iterator[Artefact]:
    """Yield one SVG for each component."""
    studio = context.studio
    for component in studio.component_ids():
        yield Artefact(f"svg/{component}.svg", studio.svg_key(component), partial(studio.svg, component))


def sheet_files(context: Project) -> Iterator[Artefact]:
    """Yield the sheets for each paper, of the whole deck or of an update, if there is anything to print."""
    components = [context.studio.key(component) for component in context.studio.component_ids()]
    since = context.request.settings.since
    if not components:
        return
    language = context.request.sheets_language
    for paper in context.request.papers_wanted():
        files = [fonts_key(), *(file_hash(file.path, file.name) for file in (paper, *words_files(language)))]
        wishes = (context.laying.on(context.papers[paper.id]), context.request.settings.tiles, language)
        key = key_of(components, files, context.game.document.sha256, since, *wishes)
        name = f"{'sheets' if since is None else 'update'}-{paper.id}.pdf"
        yield Artefact(name, key, partial(_sheets, context, context.papers[paper.id]), effort=SHEETS_EFFORT)


def start_files(context: Project) -> Iterator[Artefact]:
    """Yield the start page of the sheets of each paper, if there is anything to print."""
    components = [context.studio.key(component) for component in context.studio.component_ids()]
    for paper in context.request.papers_wanted() if components else ():
        files = [fonts_key(), file_hash(paper.path, paper.name)]
        box = context.request.box if Part.BOX in context.request.parts else ()
        laying = context.laying.on(context.papers[paper.id])
        key = key_of("start", components, files, context.game.document.sha256, laying, box)
        yield Artefact(f"start-{paper.id}.pdf", key, partial(_start_page, context, context.papers[paper.id]))


def _start_page(context: Project, paper: Paper) -> bytes:
    game = context.printed
    laying = context.laying.on(paper)
    pages = impose(game.lots(paper), paper, laying)
    ink = {one: context.studio.ink(one) for one in context.studio.component_ids()}
    box = plan_box(context)[1] if Part.BOX in context.request.parts else None
    with placed_titles(game):
        return print_start_page(game.head, pages, ink, library.fonts_folder(), laying, box)


def _sheets(context: Project, paper: Paper) -> bytes:
    game, laying = context.printed, context.laying.on(paper)
    pages = impose(wanted_lots(game, context.request.settings.tiles)(paper), paper, laying)
    language = context.request.sheets_language
    pages = titled(pages, language)
    shown = {placement.component for page in pages for placement in page.placements}
    ink = {one: context.studio.ink(one) for one in context.studio.component_ids() if one in shown}
    with placed_titles(game):
        fonts = library.fonts_folder()
        return print_sheets(game.head, pages, ink, game.short_hash, fonts, laying, language)


def rules_files(context: Project) -> Iterator[Artefact]:
    """Yield the rules in each language: as a booklet, once more to be folded, as a page, as far as each is wanted."""
    if not context.request.languages or context.mismatch:
        return  # the game has no rules text, or none that holds for this deck; the run says so

    desk, request = context.rules, context.request
    carded = request.languages_of(Part.CARDS)
    carded = carded if carded and desk.has_player_cards() else ()
    for language in request.languages:
        if language in request.languages_of(Part.RULES):
            made = partial(desk.booklet, language)
            yield Artefact(f"rules-{language}.pdf", desk.key(language), made, effort=BOOKLET_EFFORT)
        if language in request.languages_of(Part.WEB):
            made = partial(desk.page, language)
            yield Artefact(f"rules-{language}.html", desk.page_key(language), made, effort=PAGE_EFFORT)
        if language in request.languages_of(Part.BOOKLET):
            yield folded_file(request, desk, language)
        if language in carded:
            yield cards_file(request, desk, language)


def cards_file(request: BuildRequest, desk: RulebookBuilder, language: str) -> Artefact:
    """Return the player cards in one language, on the paper of the box."""
    file = library.paper_file(request.box[0])
    key = key_of("cards", desk.key(language), file_hash(file.path, file.name))
    made = partial(desk.player_cards, language, load_paper(file.path, file.name))
    return Artefact(f"cards-{language}.pdf", key, made, effort=CARDS_EFFORT)


def score_files(context: Project) -> Iterator[Artefact]:
    """Yield what points are kept on, on the paper of the box."""
    if not context.request.languages_of(Part.CARDS):
        return
    file = library.paper_file(context.request.box[0])
    hashes = file_hash(file.path, file.name), context.studio.theme_hash, context.game.document.sha256
    for name, draw in context.game.score_sheets().items():
        made = partial(_score_sheet, context, draw, load_paper(file.path, file.name))
        yield Artefact(f"{name}.pdf", key_of(name, context.studio.program, fonts_key(), hashes), made)


def _score_sheet(context: Project, draw: Callable[[Theme], Drawing], paper: Paper) -> bytes:
    return print_score_sheet(context.game.head, draw(context.studio.theme), paper)


def check_files(context: Project) -> Iterator[Artefact]:
    """Yield the report of `check`, for people and for programs; it names the catalogue without its folder."""
    game, document = context.game, context.game.document
    places = [finding.place for finding in context.findings]
    named = [Place(Path(place.file).name, place.line, place.column, is_cell=place.is_cell) for place in places]
    found = [replace(finding, place=place) for finding, place in zip(context.findings, named, strict=True)]
    names = [Path(document.file).name, *(place.file for place in named)]
    key = key_of(context.studio.program, names, document.sha256, game.variant)
    yield Artefact("check.txt", key, lambda: context.printed.check_text(found).encode())
    yield Artefact("check.json", key, lambda: json_text(context.printed.check_data(found)).encode())


EFFORT = 20
"""Measured: 40 ms."""


def folded_file(request: BuildRequest, desk: RulebookBuilder, language: str) -> Artefact:
    """Return the booklet to fold in one language."""
    paper = library.paper_file(request.fold[0])
    key = key_of(desk.key(language), file_hash(paper.path, paper.name), request.fold)
    return Artefact(f"rules-{language}-booklet.pdf", key, partial(_folded, request, desk, language), effort=EFFORT)


def _folded(request: BuildRequest, desk: RulebookBuilder, language: str) -> bytes:
    fold = parse_fold(request.fold)
    file = library.paper_file(fold.paper)
    try:
        return print_folded_booklet(desk.booklet(language), load_paper(file.path, file.name), fold)
    except LayoutError as error:
        place = read_document(file.path, file.name).value_place(error.location)
        raise InputError.at(place, str(error)) from None


def greyed(artefact: Artefact) -> Artefact:
    """Return the same file with grey inks; a file without inks as it is."""
    ending = artefact.name.rpartition(".")[2]
    if ending not in {"pdf", "svg", "html"}:
        return artefact

    def make(coloured: Callable[[], bytes] = artefact.make) -> bytes:
        return {"pdf": grey_pdf, "svg": grey_svg, "html": grey_page}[ending](coloured())

    return replace(artefact, key=key_of("grey", artefact.key), make=make)


def update_files(context: Project) -> Iterator[Artefact]:
    """Yield the text that tells which pieces to take out and to put in."""
    since, game = context.request.settings.since or (), context.game
    key = key_of(context.studio.program, since, game.document.sha256)
    yield Artefact(UPDATE_TEXT, key, lambda: game.update_text(since).encode())
