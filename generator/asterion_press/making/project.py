"""A game with all that it is printed with: read once, by one reader, with all mistakes, before anything is made.

What takes long is read when it is first asked for, by :attr:`Project.rules`: texts, words, composed pages, figures and
pictures.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from msgspec import Struct

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper, load_paper
from asterion_press.drawing.art import load_look
from asterion_press.errors import InputError, Mistake, gathered, limited
from asterion_press.games.game import Game
from asterion_press.games.kinds import read_game
from asterion_press.games.report import Finding
from asterion_press.layout.sheet_setup import SheetSetup
from asterion_press.making.drawing_cache import DrawingCache
from asterion_press.making.fingerprints import look_hash, program_key
from asterion_press.making.naming import names_in
from asterion_press.making.request import NO_RULES, ON_PAPERS, BuildRequest, Part
from asterion_press.making.sheet_laying import laying_of, layout_mistakes

if TYPE_CHECKING:
    from asterion_press.making.rules import RulebookBuilder

NOT_OF = "the rules do not hold for this {}"
REMEDIES = {
    "variant": "the booklets of the catalogue itself are made without --variant",
    "catalogue": "`asterion build --only rules --only web {game}` makes the booklets of the shipped game",
}


class Project(Struct, frozen=True, dict=True):
    """What a build, a check, a preview and a proof are given.

    Attributes:
        request: what is wanted.
        game: the game, with its variant applied.
        printed: what is printed of it: all, or the update of one that is there already.
        findings: about the game.
        papers: by id.
        drawings: draws what is printed.
        laying: how sheets are laid.
        all_read: whether the texts of all languages are read before the first is printed.
    """

    request: BuildRequest
    game: Game
    printed: Game
    findings: tuple[Finding, ...]
    papers: dict[str, Paper]
    drawings: DrawingCache
    laying: SheetSetup
    all_read: bool = True

    @cached_property
    def rules(self) -> RulebookBuilder:
        """What reads texts, words, composed pages, figures and pictures, each once."""
        from asterion_press.making.rules import RulebookBuilder  # with all that typesets, which sheets do without

        return RulebookBuilder(self.request, self.game, self.drawings, all_read=self.all_read)

    @cached_property
    def mismatch(self) -> InputError | None:
        """The false statements of the rules about a user's deck; None if there are none, or no rules are made."""
        what = self.request.own_deck
        if not what or not self.request.languages_wanted():
            return None
        mistakes = self.game.misfits()
        if not mistakes:
            try:
                _ = self.rules.figures  # which are proved
            except InputError as error:
                mistakes += error.mistakes
        remedy = f"{NOT_OF}; {REMEDIES[what]}" if self.request.game in library.games() else NOT_OF
        return InputError(mistakes, remedy.format(what, game=self.request.game)) if mistakes else None

    def notes(self) -> list[str]:
        """Return remarks that stop nothing: on the deck, and on rules that it has not, or that are outdated."""
        notes = list(map(str, self.findings))
        if self.mismatch is not None:
            first, *others = self.mismatch.mistakes
            more = f" (and {len(others)} more)" if others else ""
            notes.append(f"made without booklets, since {NOT_OF.format(self.request.own_deck)}: {first}{more}")
        elif {Part.RULES, Part.WEB} & self.request.parts and not self.request.languages:
            notes.append(f"{NO_RULES.format(self.request.game)}; made without booklets")
        elif languages := self.request.languages_wanted():
            from asterion_press.making.rules import translation_findings  # with the parser of texts

            found = *self.rules.omissions(), *translation_findings(self.request.game, languages)
            notes += limited(list(map(str, found)), "passage")
        return notes


def load_project(request: BuildRequest, *, all_read: bool = True) -> Project:
    """Read every input and find every mistake before anything is written.

    Args:
        request: what is wanted.
        all_read: whether the texts of all languages are read before the first is printed, to tell all mistakes at once.

    Raises:
        InputError: mistakes in the files, a deck that is not sound, or one that does not fit its paper.
    """
    game = read_game(request.catalogue, request.variant)
    if game.head.game != request.game:
        what = f"the file names the game {game.head.game!r}, which it did not seem to at first sight"
        raise InputError.at(game.place("game"), f"{what}; write `game: {game.head.game}` on one line, once")
    found = game.require_sound(unsound=request.unsound)
    mistakes = list[Mistake]()
    theme = gathered(mistakes, lambda: load_look(request.theme))
    papers = {
        file: paper for file in request.papers_wanted()
        if (paper := gathered(mistakes, partial(load_paper, file)))
    }  # fmt: skip
    if theme is None or mistakes:
        raise InputError(mistakes)
    laying, since = laying_of(request.settings.laying), request.settings.since
    printed = game if since is None else game.update(since)
    if mistakes := list(layout_mistakes(printed, papers, laying, request)):
        raise InputError(mistakes)
    names = names_in(printed, request.titles_of(Part.SVG))
    drawings = DrawingCache(
        printed, theme, look_hash(request.theme), program_key(), bool(ON_PAPERS & request.parts), names
    )
    by_id = {paper.id: record for paper, record in papers.items()}
    return Project(request, game, printed, found, by_id, drawings, laying, all_read)
