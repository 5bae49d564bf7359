"""A game with all that it is printed with: read once, by one reader, with all mistakes, before anything is made.

What takes long is read when it is first asked for, by :attr:`Project.rules`: texts, words, composed pages, figures and
pictures.
"""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from generator.catalogue.equipment import Paper, load_paper
from generator.catalogue.themes import load_theme
from generator.errors import InputError, Mistake, gathered
from generator.games.game import Game
from generator.games.kinds import read_game
from generator.games.report import Finding
from generator.layout.sheet_setup import SheetSetup
from generator.making.drawing_cache import DrawingCache
from generator.making.fingerprints import file_hash, program_key
from generator.making.naming import names_in
from generator.making.preflight import layout_mistakes, rules_mismatch, rules_notes
from generator.making.request import ON_PAPERS, BuildRequest, Part
from generator.making.rules import RulebookBuilder
from generator.making.sheet_laying import laying_of


class Project(Struct, frozen=True):
    """What a build, a check, a preview and a proof are given.

    Attributes:
        request: what is wanted.
        game: the game, with its variant applied.
        printed: what is printed of it: all, or the update of one that is there already.
        findings: about the game.
        papers: by id.
        studio: draws what is printed.
        laying: how sheets are laid.
        rules: reads texts, words, composed pages, figures and pictures, each once.
        mismatch: what of the game's rules does not hold for this deck; None if they hold, or are not wanted.
    """

    request: BuildRequest
    game: Game
    printed: Game
    findings: tuple[Finding, ...]
    papers: dict[str, Paper]
    studio: DrawingCache
    laying: SheetSetup
    rules: RulebookBuilder
    mismatch: InputError | None = None


def load_project(request: BuildRequest, *, all_read: bool = True) -> tuple[Project, tuple[str, ...]]:
    """Read every input and find every mistake before anything is written.

    Args:
        request: what is wanted.
        all_read: whether the texts of all languages are read before the first is printed, to tell all mistakes at once.

    Returns:
        What was read, and remarks that stop nothing.

    Raises:
        InputError: mistakes in the files, a deck that is not sound, or one that does not fit its paper.
    """
    game = read_game(request.catalogue, request.variant)
    if game.head.game != request.game:
        what = f"the file names the game {game.head.game!r}, which it did not seem to at first sight"
        raise InputError.at(game.place("game"), f"{what}; write `game: {game.head.game}` on one line, once")
    found = game.require_sound(unsound=request.unsound)
    mistakes = list[Mistake]()
    theme = gathered(mistakes, lambda: load_theme(request.theme.path, request.theme.name))
    papers = {
        file: paper for file in request.papers_wanted()
        if (paper := gathered(mistakes, partial(load_paper, file.path, file.name)))
    }  # fmt: skip
    if theme is None or mistakes:
        raise InputError(mistakes)
    laying, since = laying_of(request.settings.laying), request.settings.since
    printed = game if since is None else game.update(since)
    if mistakes := list(layout_mistakes(printed, papers, laying, request)):
        raise InputError(mistakes)
    theme_hash = file_hash(request.theme.path, request.theme.name)
    names = names_in(printed, request.titles_of(Part.SVG))
    studio = DrawingCache(printed, theme, theme_hash, program_key(), bool(ON_PAPERS & request.parts), names)
    by_id = {paper.id: record for paper, record in papers.items()}
    rules = RulebookBuilder(request, game, studio, all_read)
    mismatch = rules_mismatch(request, game, rules.figures)
    project = Project(request, game, printed, found, by_id, studio, laying, rules, mismatch)
    return project, (*map(str, found), *rules_notes(request, mismatch))
