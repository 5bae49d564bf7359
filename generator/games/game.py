"""The interface of a game of any kind, for builds, for `verify` and for the commands.

A game is a validated catalogue. It lists its pieces and how they lie on paper, draws them, finds what is wrong with
itself, and proves the figures of its rules. Everything else is the same for all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from generator.catalogue.equipment import Paper
from generator.catalogue.headers import Head
from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import Document, kept_lines
from generator.catalogue.themes import Theme
from generator.catalogue.validation import Record
from generator.errors import InputError, LayoutError, Mistake, Place
from generator.games.claims import Claimed
from generator.games.report import UNDRAWABLE, Finding, Level, finding_data, table, verdict
from generator.layout.sheets import Lot, lot_grid

if TYPE_CHECKING:
    from generator.drawing.display_list import Drawing, Scene
    from generator.pdf.borders import Border
    from generator.preview.page import PreviewPage


COVER_ASPECT, LID_ASPECT = 1.22, 1.8
"""Width of the room for a picture on the title page, and on the lid of most boxes, for a height of 1."""


class Game(ABC):
    """One game, as its catalogue defines it.

    Attributes:
        frame: the ornament around the title page of its booklet, and on its box.
        document: the catalogue, for the places of what is said about it, and for its hash.
        head: title, edition, credits.
        variant: id of the variant that is applied to the catalogue; empty if there is none.
    """

    kind: ClassVar[str]
    frame: ClassVar[Border] = "meander"
    document: Document
    head: Head
    variant: str = ""

    def place(self, *location: str | int) -> Place:
        """Return where the value at `location` stands in the catalogue."""
        return self.document.value_place(location)

    @property
    def short_hash(self) -> str:
        """Return the first eight hexadecimal digits of the catalogue's sha256, as printed on the sheets."""
        return self.document.sha256[:8]

    # -- what is printed --

    @abstractmethod
    def component_ids(self) -> tuple[str, ...]:
        """Return the ids of all that is drawn, in the order of drawing; each becomes ``svg/<id>.svg``."""

    @abstractmethod
    def subject(self, component: str) -> object:
        """Return all of the catalogue that a component's drawing is made from; equal subjects, equal drawings."""

    @abstractmethod
    def draw(self, component: str, theme: Theme) -> Drawing:
        """Draw a component.

        Raises:
            KeyError: there is no such component.
        """

    def is_round(self, component: str) -> bool:  # noqa: ARG002 - for those who have some
        """Return whether a component is cut out as the circle within its trim, if its drawing has no layer `cut`."""
        return False

    @abstractmethod
    def lots(self, paper: Paper) -> tuple[Lot, ...]:
        """Return what is laid on sheets of that paper, in the order of printing."""

    def shows(self, component: str) -> Mapping[str, int]:  # noqa: ARG002 - for those who have some
        """Return what is on a piece, by its key in ``words.yaml``, and how often; what has no word is not named."""
        return {}

    def lines(self, component: str) -> Mapping[str, Sequence[float]]:  # noqa: ARG002 - for those that are folded
        """Return the lengths in mm of the straight lines that a component's drawing must hold, by layer.

        The proof reads the drawing back and compares; a layer that is not named may hold any lines. The
        layers that are measured are called ``fold`` and ``edges``.
        """
        return {}

    def fitting_mistakes(self, papers: Mapping[ShelfFile, Paper]) -> Iterator[Mistake]:
        """Yield what does not fit its paper, before anything is drawn."""
        for file, paper in papers.items():
            for lot in self.lots(paper):
                try:
                    lot_grid(lot, paper, f"piece ({lot.kind})")
                except LayoutError as error:
                    yield Mistake(Place(file.name), str(error))

    # -- findings and lists --

    def findings(self) -> tuple[Finding, ...]:
        """Return every finding about the game, errors first, then in the order of the file."""
        return ()

    def component_place(self, component: str) -> Place:  # noqa: ARG002 - for kinds that can tell
        """Return where the catalogue says what a component looks like; its beginning, if that is in no one place."""
        return self.place("game")

    def require_sound(self, *, unsound: bool) -> tuple[Finding, ...]:
        """Return the findings of a game that may be printed.

        Raises:
            InputError: it is not sound and `unsound` is not given, or it cannot be drawn at all.
        """
        found = self.findings()
        errors = [finding for finding in found if finding.level is Level.ERROR]
        undrawable = [finding for finding in errors if finding.code == UNDRAWABLE]
        if undrawable or (errors and not unsound):
            remedy = "" if undrawable else "the deck is not sound; --unsound prints it all the same"
            raise InputError([Mistake(f.place, f"{f.message} [{f.code}]") for f in errors], remedy)
        return found

    @abstractmethod
    def headers(self) -> list[str]:
        """Return what each column of :meth:`rows` holds; the first is ``id``."""

    @abstractmethod
    def rows(self) -> list[list[object]]:
        """Return a row for each component that is dealt, laid or assembled, as `asterion list tiles` lists them."""

    def data(self) -> dict[str, Any]:
        """Return the pieces as plain data."""
        return {"game": self.head.game, "pieces": [dict(zip(self.headers(), row, strict=True)) for row in self.rows()]}

    def composition(self) -> tuple[list[str], list[list[object]]]:
        """Return what the game is made of, as the headers and rows of a table for `asterion check`."""
        return self.headers(), self.rows()

    @abstractmethod
    def summary(self) -> str:
        """Return what there is to print, in a few words, such as ``50 pieces, a bull's head``."""

    def check_text(self, found: Sequence[Finding]) -> str:
        """Return what `asterion check` prints for people."""
        headers, rows = self.composition()
        heading = f"{self.head.full_title}, {self.head.edition} edition: {self.summary()} ({self.short_hash})"
        return "\n".join([heading, "", table(rows, headers), "", *map(str, found), verdict(found), ""])

    def check_data(self, found: Sequence[Finding]) -> dict[str, Any]:
        """Return what `asterion check` prints for programs."""
        headers, rows = self.composition()
        return {
            "game": self.head.game,
            "kind": self.kind,
            "edition": self.head.edition,
            "catalogue_sha256": self.document.sha256,
            "sound": not any(finding.level is Level.ERROR for finding in found),
            "composition": [dict(zip(headers, row, strict=True)) for row in rows],
            "findings": [finding_data(finding) for finding in found],
        }

    # -- the booklet --

    @abstractmethod
    def numbers(self) -> Mapping[str, int | float | str]:
        """Return what a rules text may take from the catalogue, by placeholder (``deck.tiles``), credits aside."""

    def facts(self) -> tuple[object, ...]:
        """Return all of the catalogue that a booklet depends on, its head and the pieces in its figures aside."""
        return (self.document.sha256,)

    @property
    @abstractmethod
    def usual_frontispiece(self) -> str:
        """Return the id of the component on the title page if the catalogue names none; square, or nearly so."""

    @property
    def frontispiece(self) -> str:
        """Return the id of the component on the title page and on the box."""
        return self.head.frontispiece or self.usual_frontispiece

    def score_sheets(self) -> Mapping[str, Callable[[Theme], Drawing]]:
        """Return what points are kept on: functions that draw a page without words, by the names of the files."""
        return {}

    def lid_scene(self, theme: Theme) -> Scene | None:  # noqa: ARG002 - for those who have one
        """Draw the scene on the lid of the box; None for the frontispiece."""
        return None

    def symbol_names(self) -> tuple[str, ...]:
        """Return the names of the small pictures that a rules text may show: ``![coin](symbol:coin)``."""
        return ()

    def draw_symbol(self, name: str, theme: Theme) -> Drawing:  # noqa: ARG002 - for those who have some
        """Draw a small picture that stands alone, without bleed.

        Raises:
            KeyError: there is no such symbol.
        """
        raise KeyError(name)

    def figures(self, file: ShelfFile) -> Claimed:
        """Return the figures of the rules, each proved by the game's own engine.

        Args:
            file: ``templates/figures/<game>.yaml``.

        Raises:
            InputError: mistakes in the file, or claims that the engine does not confirm.
        """
        raise InputError.at(Place(file.name), f"games of the kind {self.kind!r} have no figures; delete this file")

    def has_card_figures(self, file: ShelfFile) -> bool:  # noqa: ARG002 - for those who have some
        """Return whether the figures in a file are enough for :meth:`Claimed.player_cards`; nothing is proved.

        Raises:
            InputError: mistakes in the file.
        """
        return False

    # -- variants and updates, for kinds that know them --

    def misfits(self) -> list[Mistake]:
        """Return the false statements of the catalogue's rules text about the variant that is applied to it."""
        return []

    def kept_lines(self) -> list[str]:
        """Return the catalogue as lines of text for a manifest; :func:`~generator.games.kinds.kept_game` reads them."""
        return kept_lines(self.document)

    def update(self, since: Sequence[str]) -> Game:  # noqa: ARG002 - for those who can
        """Return the game of the pieces that turn a deck, given by the lines of its manifest, into this one.

        Raises:
            InputError: games of this kind cannot be updated.
        """
        message = f"a game of the kind {self.kind!r} is printed as a whole; leave out --only-changed"
        raise InputError.at(Place(self.document.file), message)

    def update_text(self, since: Sequence[str]) -> str:
        """Return in words what is to be done with the pieces of an update."""
        raise NotImplementedError


class ShownGame(Struct, frozen=True):
    """A game that a page shows: what the page calls it, and itself."""

    name: str
    game: Game


class Kind(ABC):
    """A kind of game, ``KIND`` of the module ``kind`` of its package.

    Attributes:
        name: what a catalogue writes under ``kind:``.
        about: what games of this kind are made of, in a few words.
        compares: whether a preview can compare games of this kind.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    compares: ClassVar[bool] = False

    def models(self) -> dict[str, type[Record]]:
        """Return the records of its files, by the names of their JSON Schemas: ``<kind>`` and ``<kind>-figures``."""
        return {}

    def refuse_variant(self, document: Document, variant: ShelfFile | None) -> None:
        """Refuse a variant, for kinds that have none.

        Raises:
            InputError: a variant is asked for.
        """
        if variant is not None:
            message = f"is a game of {self.about}, of which there are no variants; leave out --variant"
            raise InputError.at(Place(document.file), message)

    def whole(self, document: Document, path: Path) -> Document:  # noqa: ARG002 - for those that refer to files
        """Return a document with what it refers to filled in; most kinds refer to nothing.

        Args:
            document: the catalogue.
            path: where it lies.

        Raises:
            InputError: what it refers to is not there, or has mistakes.
        """
        return document

    def page_maker(self) -> Callable[..., PreviewPage] | None:
        """Return the function that makes previews of this kind; None for :func:`~generator.games.preview.pieces_page`.

        Both take the same: the games, of which there are several only if this kind :attr:`compares`, and what that
        function names.
        """
        return None

    @abstractmethod
    def read(self, document: Document, variant: ShelfFile | None = None) -> Game:
        """Return the game that a catalogue defines, with a variant applied to it.

        Raises:
            InputError: every mistake of its form, or if that is sound, every mistake of its sense.
        """
