"""What the user asks for: which game, on which papers, in which languages and theme, and which kinds of files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from generator.build.sheet_settings import PLAINLY, MakeReady, plain_layout
from generator.catalogue import library
from generator.catalogue.library import ShelfFile


class Part(StrEnum):
    """A kind of file in the output folder."""

    SVG = "svg"
    SHEETS = "sheets"
    RULES = "rules"
    WEB = "web"
    CHECK = "check"
    BOOKLET = "booklet"
    BOX = "box"


USUAL = frozenset({Part.SVG, Part.SHEETS, Part.RULES, Part.WEB, Part.CHECK})
"""What a build makes unless told otherwise."""
TEXTS = frozenset({Part.RULES, Part.WEB, Part.BOOKLET})
"""What is made from the rules text; a booklet to fold is the rules once more, and so they are made with it."""
SPOKEN = TEXTS | {Part.BOX}
"""What is made in the languages of the order; of a box that is the setup card."""
TITLED = (Part.SHEETS, Part.SVG, Part.BOX)
"""What bears titles or names in a language of its own, whatever language the rules beside it are in."""
UNTITLED = ("",) * len(TITLED)
"""No titles in any language."""
USUAL_FOLD = ("a4", "short-edge", "0.1")
"""How booklets are folded unless told otherwise, as :meth:`generator.layout.saddle_stitch.Fold.words` has it."""
USUAL_BOX = ("a4", "0.5")
"""What a box is made for unless told otherwise: pieces of the card that goes through home printers, 0.4 to 0.5 mm."""


@dataclass(frozen=True, slots=True)
class Order:
    """One build.

    Attributes:
        game: id of the game; names the output folder and the rules text.
        catalogue: the file that defines the deck.
        theme: the file that defines the inks.
        papers: sheets are printed for each, if sheets are wanted.
        languages: rules texts that are printed, if rules are wanted.
        parts: what is made; see :meth:`with_what_is_there` for the other files of the folder.
        unsound: whether a deck with errors is printed all the same.
        verify: whether the files are read back before they are published.
        variant: the file that says what differs from the catalogue, if there is one.
        sources: other files that the catalogue refers to.
        titles: languages of the titles of each of :data:`TITLED`; empty for none.
        texts: which texts are made in which languages; None makes each in all.
        fold: how booklets are folded, if they are wanted: paper, flip and thickness.
        grey: whether every ink is made the grey that is as light.
        box: what a box is made for, if one is wanted: paper, and thickness of a piece.
        make_ready: how sheets are laid.
        tiles: ids of pieces, or kinds of them, of which alone sheets are printed; all, if there are none.
        since: the catalogue of the deck that is there already, as the lines of a manifest; only what the new deck lacks
            is printed, and nothing else is made. None prints the whole deck.
    """

    game: str
    catalogue: ShelfFile
    theme: ShelfFile
    papers: tuple[ShelfFile, ...]
    languages: tuple[str, ...]
    parts: frozenset[Part] = USUAL
    unsound: bool = False
    verify: bool = True
    variant: ShelfFile | None = None
    since: tuple[str, ...] | None = None
    sources: tuple[ShelfFile, ...] = ()
    titles: tuple[str, ...] = UNTITLED
    texts: frozenset[tuple[Part, str]] | None = None
    fold: tuple[str, ...] = USUAL_FOLD
    box: tuple[str, ...] = USUAL_BOX
    grey: bool = False
    make_ready: MakeReady = PLAINLY
    tiles: tuple[str, ...] = ()

    def rules_files(self, language: str) -> tuple[ShelfFile, ...]:
        """The files that a translator touches for one language."""
        return library.rules_file(language, self.game), library.words_file(language)

    @property
    def own_deck(self) -> str:
        """What makes the deck another than that for which the rules are written: `variant`, `catalogue`, or nothing."""
        if self.variant is not None:
            return "variant"
        shelved = library.games().get(self.game)
        is_shelved = shelved is not None and shelved.path.resolve() == self.catalogue.path.resolve()
        return "" if is_shelved else "catalogue"

    def figures_files(self) -> tuple[ShelfFile, ...]:
        """The figures of the rules, if they have any, and the file from which they take some."""
        there = library.figures()
        if self.game not in there:
            return ()
        own = there[self.game]
        other = library.glanced(own, "of")
        return (own, there[other]) if other in there else (own,)

    def with_what_is_there(self, names: Iterable[str]) -> Order:
        """Return the order that also renews files of an earlier build, so that a folder never shows two decks at once.

        What lies there is renewed as it is: in its own languages and on its own papers, and in no others.

        Args:
            names: of the files that lie in the folder and that an earlier build made. What cannot be made any more,
                such as sheets for a paper that is gone, is left out.
        """
        parts, papers, languages = set(self.parts), list(self.papers_wanted()), list(self.languages_wanted())
        texts = {(part, language) for part in self.parts & SPOKEN for language in languages}
        spoken = library.languages(self.game)
        for name in names:
            part, what = part_of(name)
            parts.update([part] if part else [])
            if part is Part.SHEETS and what in library.papers():
                papers.append(library.paper_file(what))
            if part in SPOKEN and what in spoken:
                languages.append(what)
                texts.add((part, what))
        folded = {(Part.RULES, language) for part, language in texts if part is Part.BOOKLET}
        parts.update(part for part, _ in folded)
        return replace(
            self,
            parts=frozenset(parts),
            papers=tuple(dict.fromkeys(papers)),
            languages=tuple(dict.fromkeys(languages)),
            texts=frozenset(texts | folded),
        )

    def languages_of(self, part: Part) -> tuple[str, ...]:
        """Return the languages in which a text is made."""
        texts = {(part, language) for language in self.languages} if self.texts is None else self.texts
        return tuple(language for language in self.languages if part in self.parts and (part, language) in texts)

    def titles_of(self, part: Part) -> str:
        """Return the language of the titles of one of :data:`TITLED`; empty for none."""
        return self.titles[TITLED.index(part)]

    def papers_wanted(self) -> tuple[ShelfFile, ...]:
        """The papers, if sheets are wanted at all."""
        return self.papers if Part.SHEETS in self.parts else ()

    def languages_wanted(self) -> tuple[str, ...]:
        """The languages, if rules are wanted at all."""
        return self.languages if SPOKEN & self.parts else ()

    def inputs(self) -> tuple[ShelfFile, ...]:
        """Every file that the output depends on, this program and the fonts aside."""
        files = [self.catalogue, *self.sources, *([self.variant] if self.variant else [])]
        if self.parts - {Part.CHECK}:
            files.append(self.theme)
        if Part.SHEETS in self.parts:
            files.extend((*self.papers, plain_layout()))
        titles = dict.fromkeys(self.titles_of(part) for part in TITLED if part in self.parts)
        files.extend(library.words_file(language) for language in titles if language)
        if Part.BOOKLET in self.parts:
            files.append(library.paper_file(self.fold[0]))
        if Part.BOX in self.parts:
            files.append(library.paper_file(self.box[0]))
        if self.languages_wanted():
            files.extend(self.figures_files())
            for language in (*self.languages, library.ENGLISH):
                files.extend(self.rules_files(language))
        return tuple(files)


def titles_told(setting: object) -> tuple[str, ...] | None:
    """Return the languages of titles as a manifest tells them: one for all, or one each; None if it tells none."""
    told = [setting] * len(TITLED) if isinstance(setting, str) else setting
    known = {"", *library.all_languages()}
    if not isinstance(told, list) or len(told) != len(TITLED) or not known.issuperset(told):
        return None
    return tuple(told)


def part_of(name: str) -> tuple[Part | None, str]:
    """Of which kind a file of an output folder is, and of which paper or language."""
    if name.startswith("svg/"):
        return Part.SVG, ""
    if found := re.fullmatch(r"rules-(.+)-booklet\.pdf", name):
        return Part.BOOKLET, found[1]
    if found := re.fullmatch(r"rules-(.+)\.html", name):
        return Part.WEB, found[1]
    if found := re.fullmatch(r"(sheets|rules)-(.+)\.pdf", name):
        return Part(found[1]), found[2]
    if found := re.fullmatch(r"update-(.+)\.pdf", name):
        return Part.SHEETS, found[1]
    if found := re.fullmatch(r"box\.pdf|card-(.+)\.pdf", name):
        return Part.BOX, found[1] or ""
    return (Part.CHECK, "") if name in {"check.txt", "check.json"} else (None, "")
