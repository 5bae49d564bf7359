"""The request of one build, and the settings that its folder keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from html import unescape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.library import layouts, sources_of
from asterion_press.errors import InputError, Place
from asterion_press.publish.manifest import MANIFEST_NAME

if TYPE_CHECKING:
    from asterion_press.publish.manifest import Settings


class Part(StrEnum):
    """A kind of file in the output folder."""

    SVG = "svg"
    SHEETS = "sheets"
    RULES = "rules"
    WEB = "web"
    CHECK = "check"
    BOOKLET = "booklet"
    BOX = "box"
    START = "start"
    CARDS = "cards"


FILE_NAMES = (
    (Part.SVG, "svg/{}.svg"),
    (Part.BOOKLET, "rules-{}-booklet.pdf"),
    (Part.RULES, "rules-{}.pdf"),
    (Part.WEB, "rules-{}.html"),
    (Part.SHEETS, "sheets-{}.pdf"),
    (Part.SHEETS, "update-{}.pdf"),
    (Part.START, "start-{}.pdf"),
    (Part.CARDS, "cards-{}.pdf"),
    (Part.CARDS, "track.pdf"),
    (Part.CARDS, "pad.pdf"),
    (Part.BOX, "card-{}.pdf"),
    (Part.BOX, "box.pdf"),
    (Part.CHECK, "check.txt"),
    (Part.CHECK, "check.json"),
)
"""Names of files, with a piece, a paper or a language in the braces. A booklet to fold stands before the rules, whose
pattern its name fits, too."""

DEFAULT_PARTS = frozenset({Part.SVG, Part.START, Part.SHEETS, Part.RULES, Part.WEB, Part.CARDS, Part.CHECK})
"""The parts of a build that names none."""
TEXTS = frozenset({Part.RULES, Part.WEB, Part.BOOKLET})
"""Parts made from the rules text. A booklet to fold is made from the rules booklet, which is therefore made too."""
IN_LANGUAGES = TEXTS | {Part.BOX, Part.CARDS}
"""Parts made in each language of the request; the box itself, score track and pad are made once."""
TITLED = (Part.SHEETS, Part.SVG, Part.BOX)
"""Parts with titles or names in a language. Each keeps its own; the rules beside it may be in others."""
NO_TITLES = ("",) * len(TITLED)
"""No titles in any language."""
ON_PAPERS = frozenset({Part.SHEETS, Part.START})
"""Parts made for each paper of the request."""
DEFAULT_FOLD = ("a4", "short-edge", "0.1")
"""The default fold of a booklet: paper, flip, and thickness of a sheet in mm."""
DEFAULT_BOX = ("a4", "0.5")
"""The defaults of a box: paper, and thickness of a piece in mm. Card that goes through home printers is 0.4 to 0.5 mm
thick."""
WORDS_OF = {"titles": len(TITLED), "booklet": len(DEFAULT_FOLD), "box": len(DEFAULT_BOX)}
"""The fixed lengths of some settings; other lists may have any length."""
PLAIN_LAYOUT = "compact"
NO_RULES = "no rules text for {0!r}: there is no templates/locales/<language>/{0}.md"
UPDATE_TEXT = "update.txt"
"""The file of an update that lists the pieces to take out and to put in."""


def classify(name: str) -> tuple[Part | None, str]:
    """Return the kind of a file of an output folder, and its piece, paper or language; None if it is of no kind."""
    for part, pattern in FILE_NAMES:
        before, braces, after = pattern.partition("{}")
        inner = name[len(before) : len(name) - len(after)]
        if name.startswith(before) and name.endswith(after) and bool(inner) == bool(braces):
            return part, inner
    return None, ""


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """The settings of a folder's files. The manifest keeps the record, and the next build of the folder reads it.

    Attributes:
        theme: id of the theme.
        variant: id of the variant; empty for none.
        titles: languages of the titles of each of :data:`TITLED`; empty for none.
        booklet: how booklets are folded, as :data:`DEFAULT_FOLD`; None if there are none.
        box: what a box is made for, as :data:`DEFAULT_BOX`; None if there is none.
        grey: whether every ink is made the grey that is as light.
        laying: how sheets are laid, as :func:`~asterion_press.making.sheet_laying.laying_text` has it; empty if plain.
        tiles: ids of pieces, or kinds of them, of which alone sheets are printed; all, if there are none.
        since: the catalogue of the deck that is there already, as the lines of a manifest; only what the new deck lacks
            is printed, and nothing else is made. None prints the whole deck.
    """

    theme: str = ""
    variant: str = ""
    titles: tuple[str, ...] = NO_TITLES
    booklet: tuple[str, ...] | None = None
    box: tuple[str, ...] | None = None
    grey: bool = False
    laying: str = ""
    tiles: tuple[str, ...] = ()
    since: tuple[str, ...] | None = None

    def to_manifest(self) -> Settings:
        """Return the settings of a manifest: texts and lists of texts, without what is as in a new record."""
        found: Settings = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                found[field.name] = list(value) if isinstance(value, tuple) else "yes" if value is True else value
        return found

    @classmethod
    def from_manifest(cls, settings: Mapping[str, object]) -> BuildSettings:
        """Return the record that :meth:`to_manifest` wrote; ignore all other keys of a manifest.

        The default of a field decides how a manifest writes it: as `yes`, as a text or as a list of texts.

        Raises:
            InputError: a setting is not what such a record holds.
        """
        found: dict[str, object] = {}
        for field in fields(cls):
            if (value := settings.get(field.name)) is None:
                continue
            if isinstance(field.default, bool):
                good, found[field.name] = value == "yes", True
            elif isinstance(field.default, str):
                good, found[field.name] = isinstance(value, str), value
            else:
                words = value if isinstance(value, list) else []
                length = WORDS_OF.get(field.name, len(words))
                good = words is value and all(isinstance(one, str) for one in words) and len(words) == length
                found[field.name] = tuple(words)
            if field.name == "titles":
                good = good and {"", *library.all_languages()}.issuperset(words)
            if not good:
                message = f"{value!r} is not what {field.name!r} says; build the folder anew"
                raise InputError.at(Place(MANIFEST_NAME), message)
        return cls(**found)  # type: ignore[arg-type]  # each is what its field is


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """One build.

    Attributes:
        catalogue: the file that defines the deck; its id is that of the game.
        theme: the file that defines the inks, whatever the settings name.
        papers: sheets are printed for each, if sheets are wanted.
        languages: rules texts that are printed, if rules are wanted.
        parts: what is made; see :meth:`including` for the other files of the folder.
        unsound: whether a deck with errors is printed all the same.
        verify: whether the files are read back before they are published.
        variant: the file that says what differs from the catalogue, if there is one.
        texts: which texts are made in which languages; None makes each in all.
        layout: the file that the laying of the settings was read from, for the places of mistakes; None for the
            laying of the folder.
        settings: how the files are made.
    """

    catalogue: ShelfFile
    theme: ShelfFile
    papers: tuple[ShelfFile, ...]
    languages: tuple[str, ...]
    parts: frozenset[Part] = DEFAULT_PARTS
    unsound: bool = False
    verify: bool = True
    variant: ShelfFile | None = None
    texts: frozenset[tuple[Part, str]] | None = None
    layout: ShelfFile | None = None
    settings: BuildSettings = BuildSettings()

    @property
    def game(self) -> str:
        """Return the id of the game, which names the output folder and the rules text."""
        return self.catalogue.id

    @property
    def fold(self) -> tuple[str, ...]:
        """Return how booklets are folded, as :data:`DEFAULT_FOLD`."""
        return self.settings.booklet or DEFAULT_FOLD

    @property
    def box(self) -> tuple[str, ...]:
        """Return what a box is made for, as :data:`DEFAULT_BOX`."""
        return self.settings.box or DEFAULT_BOX

    def kept_settings(self) -> BuildSettings:
        """Return the settings that the manifest keeps: those of what is made."""
        return replace(
            self.settings,
            theme=self.theme.id,
            variant=self.variant.id if self.variant else "",
            booklet=self.fold if Part.BOOKLET in self.parts else None,
            box=self.box if Part.BOX in self.parts else None,
        )

    @property
    def own_deck(self) -> str:
        """Return the reason why the rules may describe another deck.

        The reason is `variant` if a variant is applied, `catalogue` if the catalogue is not the game's shipped one, and
        empty otherwise.
        """
        if self.variant is not None:
            return "variant"
        shelved = library.games().get(self.game)
        is_shelved = shelved is not None and shelved.path.resolve() == self.catalogue.path.resolve()
        return "" if is_shelved else "catalogue"

    def text_files(self, language: str) -> tuple[ShelfFile, ...]:
        """Return the files that the rules in a language are made from, beside :meth:`shared_files`: texts and words."""
        return library.rules_file(language, self.game), *words_files(language)

    def shared_files(self) -> tuple[ShelfFile, ...]:
        """Return the files that the rules of every language are made from.

        They are the text that is translated, what its glossary lets it type, the figures, the file from which these
        take some, the composed pages, and the pictures of the project whose names stand in a text of its own.
        """
        model, there = library.model_language(self.game), library.figures()
        figures = there.get(self.game)
        other = there.get(library.top_id(figures, "of") or "") if figures else None
        pictures = library.pictures()
        text = library.own_rules(self.game).get(model) if pictures else None
        raw = text.read().decode("utf-8", "replace") if text else ""
        named = f"{raw} {unquote(unescape(raw.replace(chr(92), '')))}"  # as Markdown may spell the name of a file
        shown = (file for name, file in pictures.items() if name in named)
        glossary = library.glossary_file(model)
        typed = glossary if glossary.path.is_file() else None
        return *self.text_files(model), *filter(None, (typed, figures, other, library.spreads().get(self.game))), *shown

    def including(self, names: Iterable[str]) -> BuildRequest:
        """Return a request that also makes the named files anew, so that all files of a folder are of one deck.

        Each file is made for its own language or paper only.

        Args:
            names: of the files that an earlier build left in the folder. One that cannot be made any more, such as
                sheets for a paper that is gone, is left out.
        """
        parts, papers, languages = set(self.parts), list(self.papers_wanted()), list(self.languages_wanted())
        texts = {(part, language) for part in self.parts & IN_LANGUAGES for language in languages}
        spoken = library.languages(self.game)
        for name in names:
            part, what = classify(name)
            parts.update([part] if part else [])
            if part in ON_PAPERS and what in library.papers():
                papers.append(library.paper_file(what))
            if part in IN_LANGUAGES and what in spoken:
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
        return self.settings.titles[TITLED.index(part)]

    @property
    def sheets_language(self) -> str:
        """Return the language of the sheets' titles: the one that is named, else that of the game's model text."""
        return self.titles_of(Part.SHEETS) or library.model_language(self.game)

    def papers_wanted(self) -> tuple[ShelfFile, ...]:
        """Return the papers, if sheets are wanted at all."""
        return self.papers if ON_PAPERS & self.parts else ()

    def languages_wanted(self) -> tuple[str, ...]:
        """Return the languages, if rules are wanted at all."""
        return self.languages if IN_LANGUAGES & self.parts else ()

    def read_files(self, part: Part, language: str = "") -> tuple[ShelfFile, ...]:
        """Return the files that a part is made from, beside the deck, the theme, the fonts and the paper of sheets.

        Args:
            part: a kind of file; of a language if it is of :data:`IN_LANGUAGES`.
            language: of the text; of a box, empty for the box itself, of which rules only tell what lies in it.
        """
        found: list[ShelfFile] = []
        if part is Part.BOOKLET:
            found.append(library.paper_file(self.fold[0]))
        if part in {Part.BOX, Part.CARDS}:
            found.append(library.paper_file(self.box[0]))
        titles = self.sheets_language if part is Part.SHEETS else self.titles_of(part) if part in TITLED else ""
        if titles and not language:
            found += words_files(titles)
        if language:
            found += (*self.text_files(language), *self.shared_files())
        elif part in {Part.START, Part.BOX} and library.languages(self.game):  # they show how many cards there are
            found += self.shared_files()
        return tuple(found)

    def inputs(self) -> tuple[ShelfFile, ...]:
        """Return every file that the output depends on, this program and the fonts aside."""
        files = [self.catalogue, *sources_of(self.catalogue), *filter(None, [self.variant])]
        files += (self.theme, *library.own_art().values()) if self.parts - {Part.CHECK} else ()
        files += (*self.papers, plain_layout()) if ON_PAPERS & self.parts else ()
        for part in self.parts:
            for language in ("", *self.languages_of(part)) if part in IN_LANGUAGES else ("",):
                files += self.read_files(part, language)
        return tuple(dict.fromkeys(files))


class SheetOptions(NamedTuple):
    """The user's options for how sheets are laid. Where one is None, the folder keeps what it has.

    The folder keeps nothing about a printer: each build reads the printer's file, which may hold newer measurements.

    Attributes:
        flip: how sheets are turned over.
        back_offset_mm: by how much backs are moved to the right and down, instead of what the printer's file says.
        printer: the file of the printer.
        layout: the file of the layout.
        skip: places that are left free: number of the sheet, and of the place on it.
        kept: how the sheets of the folder are laid, as :func:`~asterion_press.making.sheet_laying.laying_text` has it.
    """

    flip: str | None = None
    back_offset_mm: tuple[float, float] | None = None
    printer: ShelfFile | None = None
    layout: ShelfFile | None = None
    skip: tuple[tuple[int, int], ...] | None = None
    kept: str = ""


def words_files(language: str) -> tuple[ShelfFile, ...]:
    """Return the files of the words of a language: the shipped ones, the project's own, and English ones."""
    shipped = library.words_file(language), library.words_file(library.ENGLISH)
    files = *shipped, *library.words_catalogues(language), library.own_words_file(language)
    return tuple(dict.fromkeys(filter(None, files)))


def plain_layout() -> ShelfFile:
    """Return the file of the default layout."""
    return layouts()[PLAIN_LAYOUT]
