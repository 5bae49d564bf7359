"""The source of a gallery's pages: the decks of some catalogues in one theme, read anew for every page.

Every mistake of every file is found before anything is drawn. A deck that the check finds unsound is shown, with what
the check says; one that cannot be drawn is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.catalogue.themes import Theme, load_theme
from generator.errors import InputError, Mistake
from generator.games.labyrinth.catalogue.loader import load_catalogue
from generator.games.labyrinth.deck.tiles import deck_of
from generator.games.labyrinth.game import findings
from generator.games.labyrinth.preview.content import ShownDeck, file_name
from generator.games.labyrinth.preview.page import PageDrawings, PreviewPage, page
from generator.games.report import UNDRAWABLE

AT_FIRST = "as the watch began"
"""The name that a live gallery gives the first good deck, against which all later ones are compared."""


class PreviewSource:
    """Files that a gallery makes one page after another of.

    Attributes:
        easel: keeps what has been drawn.
    """

    def __init__(
        self,
        catalogue: ShelfFile,
        theme: ShelfFile,
        against: Sequence[ShelfFile] = (),
        *,
        variant: ShelfFile | None = None,
        live: bool = False,
    ) -> None:
        self.easel = PageDrawings()
        self._catalogues, self._theme, self._live = (catalogue, *against), theme, live
        self._variant = variant
        self._first: ShownDeck | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        """Return every file that the page depends on."""
        variant = (self._variant,) if self._variant else ()
        sources = (source for file in self._catalogues for source in _sources(file))
        return tuple(file.path for file in (*self._catalogues, *variant, *sources, self._theme))

    def page(self) -> PreviewPage:
        """Return the page of the files as they are now.

        Raises:
            InputError: every mistake in the files, or what cannot be drawn of a deck.
            LayoutError: a tile's symbols do not fit on it.
        """
        decks, theme = self._read()
        if self._live and len(decks) == 1:
            if self._first is None:
                self._first = ShownDeck(AT_FIRST, decks[0].loaded, decks[0].deck, decks[0].findings)
            decks = [*decks, self._first]
        return page(decks, theme, self.easel, live=self._live)

    def _read(self) -> tuple[list[ShownDeck], Theme]:
        decks: list[ShownDeck] = []
        mistakes: list[Mistake] = []
        theme: Theme | None = None
        called = (self._variant or self._catalogues[0], *self._catalogues[1:])
        for number, file in enumerate(self._catalogues):
            try:
                variant = self._variant if number == 0 else None
                decks.append(shown_of(file, named_apart(number, called), variant))
            except InputError as error:
                mistakes += error.mistakes
        try:
            theme = load_theme(self._theme.path, self._theme.name)
        except InputError as error:
            mistakes += error.mistakes
        if theme is None or mistakes:
            raise InputError(mistakes)
        return decks, theme


def _sources(file: ShelfFile) -> tuple[ShelfFile, ...]:
    """Return the catalogues that a catalogue refers to, if it can be read."""
    try:
        return library.sources_of(file)
    except InputError:
        return ()


def shown_of(file: ShelfFile, name: str, variant: ShelfFile | None = None) -> ShownDeck:
    """Return the deck of a catalogue, with a variant laid upon it if there is one, and the findings of the check.

    Raises:
        InputError: mistakes in the file, or what cannot be drawn.
    """
    loaded = load_catalogue(file.path, file.name, variant)
    deck = deck_of(loaded.catalogue)
    found = findings(deck, loaded)
    if undrawable := [finding for finding in found if finding.code == UNDRAWABLE]:
        raise InputError(Mistake(finding.place, f"{finding.message} [{finding.code}]") for finding in undrawable)
    return ShownDeck(name, loaded, deck, found)


def named_apart(number: int, files: Sequence[ShelfFile]) -> str:
    """Return a page's name of one of several files: without folders, numbered if others have the same."""
    names = [file_name(file.name) for file in files]
    name = names[number]
    return f"{name} ({names[: number + 1].count(name)})" if names.count(name) > 1 else name
