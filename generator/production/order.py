"""What the user asks for: which game, on which papers, in which languages and theme, and which kinds of files."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from generator.catalogue import shelf
from generator.catalogue.shelf import ShelfFile


class Part(StrEnum):
    """A kind of file in the output folder."""

    SVG = "svg"
    SHEETS = "sheets"
    RULES = "rules"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Order:
    """One build.

    Attributes:
        game: id of the game; names the output folder and the rules text.
        catalogue: the file that defines the deck.
        theme: the file that defines the inks.
        papers: sheets are printed for each.
        languages: rules texts that are printed.
        parts: what is made; other files in the folder stay as they are.
        unsound: whether a deck with errors is printed all the same.
        verify: whether the files are read back before they are published.
    """

    game: str
    catalogue: ShelfFile
    theme: ShelfFile
    papers: tuple[ShelfFile, ...]
    languages: tuple[str, ...]
    parts: frozenset[Part] = frozenset(Part)
    unsound: bool = False
    verify: bool = True

    def rules_files(self, language: str) -> tuple[ShelfFile, ...]:
        """The files that a translator touches for one language."""
        return shelf.rules_file(language, self.game), shelf.words_file(language)

    def inputs(self) -> tuple[ShelfFile, ...]:
        """Every file that the output depends on, fonts and this program aside."""
        files = [self.catalogue]
        if self.parts - {Part.CHECK}:
            files.append(self.theme)
        if Part.SHEETS in self.parts:
            files.extend(self.papers)
        if Part.RULES in self.parts:
            files.append(shelf.figures_file(self.game))
            for language in (*self.languages, REFERENCE_LANGUAGE):
                files.extend(self.rules_files(language))
        return tuple(files)


REFERENCE_LANGUAGE = "en"
"""The language that all others are compared with, section by section."""
