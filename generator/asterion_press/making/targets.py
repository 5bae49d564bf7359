"""The files of an output folder: what each is called, what it is made from, and how it is made.

A new kind of file is one generator here and one member of :class:`~asterion_press.making.request.Part`. The files of a
language are made in :mod:`asterion_press.making.rules`, with all that typesets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from msgspec import structs

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper, load_paper, sound_papers
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.words import LoadedWords, words_of
from asterion_press.drawing.display_list import Drawing, Patch, Pen, Scene, Shown, Transform
from asterion_press.drawing.emblems import draw_goods
from asterion_press.drawing.inks import palette
from asterion_press.errors import InputError
from asterion_press.games.game import Game
from asterion_press.games.report import json_text
from asterion_press.layout.box import Box, fit_box, lot_to_box, lots_in_box, parse_box
from asterion_press.layout.sheets import Lot, Piece, impose
from asterion_press.making.artefacts import Artefact
from asterion_press.making.fingerprints import fonts_key, hashes_of, key_of
from asterion_press.making.naming import key_of_kind, titled
from asterion_press.making.project import Project
from asterion_press.making.request import TEXTS, UPDATE_TEXT, Part
from asterion_press.making.sheet_laying import placed_at, placed_titles, wanted_lots
from asterion_press.pdf.box import BoxArt, BoxWords, Goods, print_box
from asterion_press.pdf.drawing_pages import print_score_sheet
from asterion_press.pdf.printer_pages import print_start_page
from asterion_press.pdf.sheets import print_sheets

SHEETS_EFFORT, CARD_EFFORT, BOX_EFFORT = 12, 60, 40
BOOKLET_EFFORT, FOLDED_EFFORT, PAGE_EFFORT = 150, 20, 20
"""Measured: a drawing takes about 2 ms, sheets of one paper 25 ms, a box 60 ms beside the drawing of its pieces."""
TIMES, UNCOUNTED = "×", -1
"""Sign after the number of pieces on a box without words; a picture of a piece stands above it."""


def artefacts(project: Project) -> Iterator[Artefact]:
    """Return every file that is asked for, in the order of making."""
    found = _artefacts(project)
    return map(greyed, found) if project.request.settings.grey else found


def _artefacts(project: Project) -> Iterator[Artefact]:
    """Yield every file of a build that is asked for."""
    parts = project.request.parts
    if Part.SVG in parts:
        drawings = project.drawings
        for one in project.printed.component_ids():
            yield Artefact(f"svg/{one}.svg", drawings.svg_key(one), partial(drawings.svg, one))
    if project.printed.component_ids():
        yield from sheet_files(project)
    if parts & (TEXTS | {Part.CARDS}):
        yield from rules_files(project)
    if project.request.languages_of(Part.CARDS):
        yield from score_files(project)
    if Part.CHECK in parts:
        yield from check_files(project)
    if Part.BOX in parts:
        yield from box_files(project)
    if (since := project.request.settings.since) is not None:  # which pieces to take out and to put in
        key, game = _key(project, None, since), project.game
        yield Artefact(UPDATE_TEXT, key, lambda: game.update_text(since).encode())


def rules_files(project: Project) -> Iterator[Artefact]:
    """Yield the rules in each language: as a booklet, once more to be folded, as a page, as cards, as far as wanted."""
    if not project.request.languages or project.mismatch:
        return  # the game has no rules text, or none that holds for this deck; the run says so
    rulebook, request = project.rules, project.request
    kinds: dict[Part, tuple[str, Callable[[str], bytes], int, object]] = {
        Part.RULES: ("rules-{}.pdf", rulebook.booklet, BOOKLET_EFFORT, None),
        Part.WEB: ("rules-{}.html", rulebook.page, PAGE_EFFORT, None),
        Part.BOOKLET: ("rules-{}-booklet.pdf", rulebook.folded, FOLDED_EFFORT, request.fold),
        Part.CARDS: ("cards-{}.pdf", rulebook.player_cards, CARD_EFFORT, None),
    }
    if not (request.languages_of(Part.CARDS) and rulebook.count_player_cards()):
        del kinds[Part.CARDS]
    for language in request.languages:
        for part, (name, make, effort, more) in kinds.items():
            if language in request.languages_of(part):
                key = rulebook.key_on(part, language, more)
                yield Artefact(name.format(language), key, partial(make, language), effort)


def _key(project: Project, part: Part | None, *values: object, language: str = "") -> str:
    """Return the key of a file that shows pieces of the deck, and is made of what a part reads and of values."""
    request, drawings = project.request, project.drawings
    files = hashes_of(request.read_files(part, language)) if part else []
    pieces = [drawings.key(component) for component in project.printed.component_ids()]
    deck = drawings.program, drawings.theme_hash, project.game.document.sha256, pieces
    return key_of(part, deck, fonts_key(), files, request.settings.since, *values)


def sheet_files(project: Project) -> Iterator[Artefact]:
    """Yield the start page and the sheets for each paper, of the whole deck or of an update."""
    request, made = project.request, "sheets" if project.request.settings.since is None else "update"
    shown = (request.box if Part.BOX in request.parts else (), _cards(project)) if Part.START in request.parts else ()
    more = {Part.START: shown, Part.SHEETS: (request.settings.tiles, request.sheets_language)}
    kinds = ((Part.START, "start", _start_page, 1), (Part.SHEETS, made, _sheets, SHEETS_EFFORT))
    for part, name, make, effort in kinds:
        for file in request.papers if part in request.parts else ():
            paper = project.papers[file.id]
            key = _key(project, part, hashes_of([file]), project.laying.on(paper), more[part])
            yield Artefact(f"{name}-{file.id}.pdf", key, partial(make, project, paper), effort)


def _start_page(project: Project, paper: Paper) -> bytes:
    """Return the page that says how the sheets of a paper are printed and cut."""
    game, laying = project.printed, project.laying.on(paper)
    pages = impose(game.lots(paper), paper, laying)
    box = plan_box(project)[1] if Part.BOX in project.request.parts else None
    goods = contents(project, paper, boxed=box is not None)
    with placed_titles(game):
        return print_start_page(game.head, pages, project.drawings.drawing, library.fonts_folder(), laying, goods, box)


def _sheets(project: Project, paper: Paper) -> bytes:
    """Return the sheets of a paper."""
    game, laying, language = project.printed, project.laying.on(paper), project.request.sheets_language
    pages = titled(impose(wanted_lots(game, project.request.settings.tiles, paper), paper, laying), language)
    shown = {placement.component for page in pages for placement in page.placements}
    ink = {one: project.drawings.ink(one) for one in project.printed.component_ids() if one in shown}
    with placed_titles(game):
        return print_sheets(game.head, pages, ink, game.short_hash, library.fonts_folder(), laying, language)


def score_files(project: Project) -> Iterator[Artefact]:
    """Yield what points are kept on, on the paper of the box."""
    for name, draw in project.game.score_sheets().items():
        yield Artefact(f"{name}.pdf", _key(project, Part.CARDS, name), partial(_score_sheet, project, draw))


def _score_sheet(project: Project, draw: Callable[[Theme], Drawing]) -> bytes:
    return print_score_sheet(project.game.head, draw(project.drawings.theme), paper_of_box(project))


def check_files(project: Project) -> Iterator[Artefact]:
    """Yield the report of `check`, for people and for programs; it names the catalogue without its folder."""
    game, document = project.game, project.game.document
    named = [replace(one.place, file=Path(one.place.file).name) for one in project.findings]
    found = [structs.replace(finding, place=place) for finding, place in zip(project.findings, named, strict=True)]
    names = [Path(document.file).name, *(place.file for place in named)]
    key = key_of(project.drawings.program, names, document.sha256, game.variant)
    yield Artefact("check.txt", key, lambda: project.printed.check_text(found).encode())
    yield Artefact("check.json", key, lambda: json_text(project.printed.check_data(found)).encode())


def greyed(artefact: Artefact) -> Artefact:
    """Return the same file with grey inks; a file without inks as it is."""
    ending = artefact.name.rpartition(".")[2]
    if ending not in {"pdf", "svg", "html"}:
        return artefact
    from asterion_press.pdf import greyscale  # with pikepdf, which other builds do without

    make = {"pdf": greyscale.grey_pdf, "svg": greyscale.grey_svg, "html": greyscale.grey_page}[ending]
    return artefact._replace(key=key_of("grey", artefact.key), make=lambda: make(artefact.make()))


# -- the box -----------------------------------------------------------------------------------------------------------


def box_files(project: Project) -> Iterator[Artefact]:
    """Yield the box, and a setup card in each language whose rules have its parts, unless player cards show the rules.

    Raises:
        InputError: the game has nothing that goes into a box.
    """
    request = project.request
    key = _key(project, Part.BOX, request.box, _cards(project))
    yield Artefact("box.pdf", key, partial(_box, project), effort=BOX_EFFORT)
    languages = request.languages_of(Part.BOX) if project.mismatch is None else ()
    for language in languages if languages and project.rules.has_setup_card() else ():
        card = _key(project, Part.BOX, request.box, project.rules.key(language), language=language)
        yield Artefact(f"card-{language}.pdf", card, partial(_card, project, language), effort=CARD_EFFORT)


def _box(project: Project) -> bytes:
    """Return the pages of the box."""
    lot, box = plan_box(project)
    words = words_of(language) if (language := project.request.titles_of(Part.BOX)) else None
    box_words = None
    if words:
        named = {name: words.word(name) for name in ("part", "inside", "cut", "fold", "glue")}
        box_words = BoxWords(language=words.tag, decimal=words.words.typography.decimal, **named)
    with placed_titles(project.game):
        return print_box(box, _art(project, lot, box, words), project.game.short_hash, box_words)


def _card(project: Project, language: str) -> bytes:
    _, box = plan_box(project)
    with placed_at(library.paper_file(project.request.box[0])):
        return project.rules.setup_card(language, box.paper, box.stack.size[:2])


def paper_of_box(project: Project) -> Paper:
    """Return the paper of the box, on which cards and score sheets are printed, too."""
    return load_paper(library.paper_file(project.request.box[0]))


def plan_box(project: Project) -> tuple[Lot, Box]:
    """Return the contents of the box, and the box.

    Raises:
        InputError: nothing goes into it, or no box fits the paper.
    """
    paper_id, thickness = parse_box(project.request.box)
    paper, papers = paper_of_box(project), sound_papers()
    papers.pop(paper_id, None)
    lot = lot_to_box(project.game.lots(paper))
    if lot is None:
        message = f"{project.game.head.game!r} has no pieces that lie in stacks, so there is nothing to make a box for"
        raise InputError.at(project.game.place("game"), message)
    with placed_at(library.paper_file(paper_id)):
        return lot, fit_box(lot, thickness, paper, papers.values())


def _art(project: Project, lot: Lot, box: Box, words: LoadedWords | None) -> BoxArt:
    """Return what is drawn and written on a box."""
    game, theme = project.game, project.drawings.theme
    whose = (game.head.credits.design, game.head.credits.publisher)
    return BoxArt(
        title=game.head.full_title,
        goods=contents(project, box.paper, words, boxed=True),
        imprint=tuple(line for line in whose if line),
        palette=palette(theme, theme.inks.night),
        scene=scene_on_lid(game, theme),
        pieces=[game.draw(piece.id, theme) for piece in lot.pieces],
        fonts=library.fonts_folder(),
        family=words.words.fonts.text if words else "Alegreya",
        border=game.frame,
    )


def contents(project: Project, paper: Paper, words: LoadedWords | None = None, *, boxed: bool) -> tuple[Goods, ...]:
    """Return all that belongs to the game: what lies in stacks, other pieces, what else a box holds, what none holds.

    Args:
        project: whose pieces; of an update there is nothing else.
        paper: that they are printed on.
        words: of their names; None for numbers alone.
        boxed: whether a box stands beside what it does not hold.
    """
    game, theme, counts = project.printed, project.drawings.theme, dict[str, int]()
    night = palette(theme, theme.inks.night)
    lots = game.lots(paper)
    stacked = lot_to_box(lots)
    inside = sorted(lots_in_box(lots), key=lambda lot: lot is not stacked)
    found = [goods for lot in inside for goods in _goods(game, lot, theme, words)]
    if project.request.settings.since is None:
        counts |= dict(zip(("player_cards", "setup_card"), _cards(project), strict=True))
        sheets = {name: draw(theme) for name, draw in game.score_sheets().items()}
        counts |= dict.fromkeys(sheets, UNCOUNTED) | dict.fromkeys(game.unprinted, 1) | {"rules": UNCOUNTED}
        for key, count in counts.items():
            picture = sheets.get(key) or draw_goods(key.replace("_", "-"), night)
            found += [Goods(_counted(key, count, words), picture)] if count else []
    beside = draw_goods("box", night) if boxed else None
    large = (goods for lot in lots if lot not in inside for goods in _goods(game, lot, theme, words))
    return *found, *(structs.replace(goods, beside=beside) for goods in large)


def _cards(project: Project) -> tuple[int, int]:
    """Return how many player cards there are, and setup cards, which are made with a box."""
    if not library.languages(project.request.game) or project.mismatch:
        return 0, 0
    return project.rules.count_player_cards(), int(Part.BOX in project.request.parts and project.rules.has_setup_card())


def _goods(game: Game, lot: Lot, theme: Theme, words: LoadedWords | None) -> Iterator[Goods]:
    """Yield the pieces of a lot, what is glued of them as one; one of its own kind, such as the minotaur, by itself."""
    groups: dict[str, list[Piece]] = {}
    whole = lot.whole.partition("-")[0]
    kind = whole if words and words.word(whole) else key_of_kind(lot.kind)
    for piece in lot.pieces:
        groups.setdefault(piece.id if piece.label == piece.id else kind, []).append(piece)
    for key, pieces in groups.items():
        count = 1 if whole else sum(piece.copies // piece.layers for piece in pieces)
        glued = tuple(piece.id for piece in pieces if whole or piece.layers > 1)
        yield Goods(_counted(key, count, words), game.draw(lot.whole or pieces[0].id, theme), glued)


def _counted(key: str, count: int, words: LoadedWords | None) -> str:
    """Return a name with a number, or the number alone without words."""
    if not (name := words.word(key) if words else ""):
        return f"{abs(count)} {TIMES}"
    return f"{name[:1].upper()}{name[1:]}" + f": {count}" * (count != UNCOUNTED)


def scene_on_lid(game: Game, theme: Theme) -> Scene:
    """Return what is on the lid: the game's own scene, or a piece: that which its catalogue names, or its usual one."""
    if not game.head.frontispiece and (own := game.lid_scene(theme)):
        return own
    piece = game.draw(game.frontispiece, theme)
    clip = Pen().rectangle(0, 0, piece.width, piece.height).data
    shown = Patch("piece", (Shown(piece, 0, 0, piece.height),), Transform(), clip)
    return Scene("lid", piece.title, "", piece.width, piece.height, (shown,))
