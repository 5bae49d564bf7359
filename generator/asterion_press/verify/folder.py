"""The proof of an output folder: its manifest, its drawings, and every other file that the manifest lists.

The files of a language depend neither on the game nor on another language, so several processes may prove a folder
together. Whatever needs pikepdf is imported when a PDF is to be read: a folder in which all is known needs none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from asterion_press import stopping
from asterion_press.catalogue.equipment import Paper
from asterion_press.errors import InputError
from asterion_press.verify.expected import ExpectedFiles, ExpectedPart
from asterion_press.verify.files import (
    EXCHANGED,
    MANIFEST,
    FolderListing,
    LanguageFiles,
    ListedFile,
    Notes,
    Report,
    check_unlisted,
    is_fit_name,
    language_of,
    read_listed,
    read_listing,
)
from asterion_press.verify.svg import Svg, SvgError, line_faults, read_svg, size_fault

if TYPE_CHECKING:
    from asterion_press.verify.pdf_files import RulesFiles


def _pdf_files() -> ModuleType:
    """Return the readers of PDF files, with pikepdf; a folder in which nothing changed is proved without."""
    from asterion_press.verify import pdf_files

    return pdf_files


Share: TypeAlias = Callable[[list[LanguageFiles]], Callable[[int], Notes]]
"""Takes the files of all languages and returns a function that returns what is noted of each by its number."""


def prove_in_turn(languages: list[LanguageFiles]) -> Callable[[int], Notes]:
    """Prove languages in this process, each when it is asked for."""
    return lambda number: prove_language(languages[number])


def prove_language(listed: LanguageFiles) -> Notes:
    """Read the files of one language back, and return faults and facts."""
    notes = Notes()
    rules: RulesFiles | None = None
    names = sorted(listed.files, key=lambda name: (name.endswith(".html"), name))  # it is held against the booklet
    found = {name: read_listed(listed.folder, name, listed.every, notes) for name in names}
    if any(fault.code == EXCHANGED for fault in notes.faults):  # what is held against each other would differ
        return notes
    for name, raw in found.items():
        stopping.look()
        if raw is None:
            continue
        if name in listed.known:
            notes.fact(name, "unchanged since it was proved")
            continue
        rules = rules or _pdf_files().RulesFiles(listed, notes)
        rules.prove(name, raw)
    return notes


def prove(
    folder: Path,
    promise: ExpectedFiles,
    *,
    papers: Mapping[str, Paper],
    known: frozenset[str] = frozenset(),
    known_forms: frozenset[tuple[str, bytes]] = frozenset(),
    tell: Callable[[str], object] = lambda _: None,
    share: Share = prove_in_turn,
) -> Report:
    """Read every file of an output folder back.

    Args:
        folder: that was built.
        promise: of the game that it should be built from.
        papers: by id, at least those of the sheets in the folder; drawings may be of components on any of them.
        known: names of files that were proved before and whose bytes are the same: compared, not read again.
        known_forms: components with digests of streams that were proved against known drawings before.
        tell: is given the name of each file before it is proved; those of a language together.
        share: proves the rules, in several processes perhaps.

    Returns:
        All faults, and facts that were seen. Nothing in the folder makes this raise.
    """
    notes = Notes()
    listing = read_listing(folder, promise.sha256, notes)
    if listing is None or (printed := _printed(listing, promise, notes)) is None:
        return notes.report()
    try:
        parts = {one: part for paper in papers.values() for one, part in printed.parts(paper).items()}
    except LookupError as error:
        notes.fault(MANIFEST, "manifest-broken", f"it holds sheets of {error.args[0]!r}, which the game lacks")
        return notes.report()
    names = [name for name in listing.files if is_fit_name(name, notes)]
    languages = [
        LanguageFiles(folder, language, files, known.intersection(files), listing.fold, papers, listing.files)
        for language, files in sorted(_by_language(names, listing).items())
    ]
    notes_of = share(languages)  # begun before all else, as others may be at it meanwhile
    drawings = _Drawings(parts, printed, notes)
    files = notes, papers, printed, listing.laying, listing.box, drawings.of, set(known_forms)
    game = cache(lambda: _pdf_files().GameFiles(*files))
    own = (name for name in names if language_of(name) is None)
    for name in sorted(own, key=lambda name: (not name.endswith(".svg"), name)):  # forms are held against SVGs
        stopping.look()
        tell(name)
        raw = read_listed(folder, name, listing.files, notes)
        if raw is not None and name.endswith(".svg"):
            drawings.take(name.removeprefix("svg/").removesuffix(".svg"), raw, is_known=name in known)
        elif raw is not None and name in known:
            notes.fact(name, "unchanged since it was proved")
        elif raw is not None and name.endswith(".pdf"):
            game().prove(name, raw)
    for number, one in enumerate(languages):
        for name in sorted(one.files):
            tell(name)
        notes.take_over(notes_of(number))
    check_unlisted(folder, listing.files, notes)
    drawings.check(listing)
    notes.fact(MANIFEST, f"{len(listing.files)} files, catalogue {printed.short_hash}")
    return notes.report()


def _by_language(names: Iterable[str], listing: FolderListing) -> dict[str, dict[str, ListedFile]]:
    found: dict[str, dict[str, ListedFile]] = {}
    for name in names:
        if language := language_of(name):
            found.setdefault(language, {})[name] = listing.files[name]
    return found


def _printed(listing: FolderListing, promise: ExpectedFiles, notes: Notes) -> ExpectedFiles | None:
    """Return the promise of the sheets: of the whole game, of some tiles, or of an update of an older deck.

    None if the older one cannot be understood, which is noted.
    """
    if listing.tiles is not None:
        return promise.of(listing.tiles)
    if listing.since is None:
        return promise
    try:
        return promise.update(listing.since)
    except InputError as error:
        message = error.lines()[0]
        notes.fault(MANIFEST, "manifest-broken", f"the deck that is updated cannot be understood: {message}")
    return None


class _Drawings(Struct):
    """The drawings of a folder; one that was proved before is read when it is asked for."""

    parts: dict[str, ExpectedPart]
    promise: ExpectedFiles
    notes: Notes
    read: dict[str, Svg] = {}
    unread: dict[str, bytes] = {}

    def take(self, component: str, raw: bytes, *, is_known: bool) -> None:
        """Prove the drawing of a component, or keep it if it was proved before."""
        if is_known:
            self.unread[component] = raw
            return
        name, part = f"svg/{component}.svg", self.parts.get(component)
        if part is None:
            self.notes.fault(name, "svg-foreign", "is no component of the deck")
        try:
            svg = read_svg(raw)
        except SvgError as error:
            self.notes.fault(name, error.code, str(error))
            return
        if part and (message := size_fault(svg, part.lot.width, part.lot.height)):
            self.notes.fault(name, "svg-size", message)
        for message in line_faults(svg, self.promise.lines(component) if part else {}):
            self.notes.fault(name, "svg-lines", message)
        self.read[component] = svg

    def of(self, component: str) -> Svg | None:
        """Return the drawing of a component; None if there is none that can be read."""
        if (raw := self.unread.pop(component, None)) is not None:
            self.take(component, raw, is_known=False)
        return self.read.get(component)

    def check(self, listing: FolderListing) -> None:
        """Check that there is a drawing of each component, if there are drawings."""
        if not any(name.startswith("svg/") for name in listing.files):
            return
        for component, part in self.parts.items():
            if (name := f"svg/{component}.svg") not in listing.files:
                self.notes.fault(name, "svg-missing", f"the drawing of {part.piece.name} is missing")
        self.notes.fact("svg/", f"{len(self.read) + len(self.unread)} drawings")
