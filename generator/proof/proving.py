"""The proof of a whole folder, file after file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from generator import stopping
from generator.catalogue.papers import Paper
from generator.errors import InputError
from generator.imposition.laying import Flip, Laying
from generator.proof.files import (
    MANIFEST,
    Listed,
    Listing,
    UnfitFileError,
    fit_name,
    listed_bytes,
    manifest_of,
    read_plain,
    unlisted,
)
from generator.proof.promise import Part, Promise
from generator.proof.report import Notes, Report
from generator.proof.svg import Svg, SvgError, line_faults, read_svg, size_fault

if TYPE_CHECKING:
    from generator.proof.documents import PdfProof

FOLDED = re.compile(r"rules-([^/]+)-booklet\.pdf")
BOOKLET = re.compile(r"rules-([^/]+)(?<!-booklet)\.pdf")
PAGE = re.compile(r"rules-([^/]+)\.html")
SHEETS = re.compile(r"(?:sheets|update)-([^/]+)\.pdf")
CARD = re.compile(r"card-[^/]+\.pdf")
BOX = "box.pdf"
ARCHIVED = re.compile(r"(?:sheets|update|rules|card)-[^/]+\.pdf|box\.pdf")
"""Files that are promised to be PDF/A-2u."""
TAGGED = re.compile(r"(?:rules|card)-[^/]+(?<!-booklet)\.pdf")
"""Files that are promised to be PDF/UA-1; booklets whose pages are imposed on sheets are for printing alone."""
FRESH_S = 600
"""A date of making this close to the file's own is that of the printing."""


def prove(
    folder: Path,
    promise: Promise,
    *,
    laying: Laying | None = None,
    papers: Mapping[str, Paper],
    manifest: str | None = None,
    known: frozenset[str] = frozenset(),
    known_forms: frozenset[tuple[str, bytes]] = frozenset(),
    tell: Callable[[str], object] = lambda _: None,
) -> Report:
    """Read every file of an output folder back.

    Args:
        folder: what was built.
        promise: what the game promises that it should be built from.
        laying: how the sheets are to be laid; None: as the manifest says.
        papers: by id, at least those of the sheets in the folder; drawings are proved of what lies on any of them.
        manifest: its text, if it is not in the folder yet.
        known: names of files that were proved before and whose bytes are the same: compared, not read again.
        known_forms: components with the digests of their forms' streams that were proved before, against drawings that
            are known; see :func:`~generator.proof.pdf.stream_digest`.
        tell: is given the name of each file before it is proved.

    Returns:
        Everything that is not as promised, and what was seen. Nothing in the folder makes this raise.
    """
    notes = Notes()
    listing = manifest_of(folder, manifest, promise.sha256, notes)
    printed = _printed(listing, promise, notes) if listing else None
    if listing and printed:
        try:
            parts = printed.all_parts(papers.values())
        except LookupError as error:
            notes.fault(MANIFEST, "manifest-broken", f"it holds sheets of {error.args[0]!r}, which the game lacks")
            return notes.report()
        how = laying or listing.laying
        proving = _Proving(
            folder, printed, how, papers, notes, listing.files, parts, tell, known, listing.fold, listing.box
        )
        proving.alike.update(known_forms)
        proving.plain.update(digest for _, digest in known_forms)
        proving.go()
    return notes.report()


def _printed(listing: Listing, promise: Promise, notes: Notes) -> Promise | None:
    """What should be on the sheets: all of the game, or what it has beyond the one that the manifest has kept."""
    if listing.tiles is not None:
        return promise.of(listing.tiles)
    if listing.since is None:
        return promise
    try:
        return promise.update(listing.since)
    except InputError as error:
        told = error.lines()[0]
        notes.fault(MANIFEST, "manifest-broken", f"the deck that is updated cannot be understood: {told}")
    return None


class _Proving(Struct):
    """One run over a folder."""

    folder: Path
    promise: Promise
    laying: Laying
    papers: Mapping[str, Paper]
    notes: Notes
    files: dict[str, Listed]
    parts: dict[str, Part]
    tell: Callable[[str], object]
    known: frozenset[str] = frozenset()
    fold: list[str] | None = None
    box: list[str] | None = None
    drawings: dict[str, Svg] = field(default_factory=dict)
    unread: dict[str, bytes] = field(default_factory=dict)
    dates: dict[str, str] = field(default_factory=dict)
    alike: set[tuple[str, bytes]] = field(default_factory=set)
    plain: set[bytes] = field(default_factory=set)
    said: dict[str, list[str]] = field(default_factory=dict)

    def go(self) -> None:
        names = [name for name in self.files if fit_name(name, self.notes)]
        pages: dict[str, bytes] = {}
        for name in sorted(names, key=lambda name: (not name.endswith(".svg"), name)):  # forms are held against SVGs
            stopping.look()
            if not PAGE.fullmatch(name):
                self.tell(name)
            raw = listed_bytes(self.folder, name, self.files[name], self.notes)
            if raw is None:
                continue
            if name.endswith(".svg") and name in self.known:
                self.unread[_component(name)] = raw
            elif name.endswith(".svg"):
                self._svg(name, raw)
            elif name in self.known:
                self.notes.fact(name, "unchanged since it was proved")
            elif name.endswith(".pdf"):
                self._pdf(name, raw)
            elif match := PAGE.fullmatch(name):
                pages[match[1]] = raw
        for language, raw in pages.items():  # each is held against its booklet
            self.tell(f"rules-{language}.html")
            self._page(language, raw)
        unlisted(self.folder, self.files, self.notes)
        self._all_drawn()
        self._same_dates()
        self.notes.fact(MANIFEST, f"{len(self.files)} files, catalogue {self.promise.short_hash}")

    def _svg(self, name: str, raw: bytes) -> None:
        component = _component(name)
        part = self.parts.get(component)
        if part is None:
            self.notes.fault(name, "svg-foreign", "is no component of the deck")
        try:
            svg = read_svg(raw)
        except SvgError as error:
            self.notes.fault(name, error.code, str(error))
            return
        if part and (message := size_fault(svg, part.trim, part.height)):
            self.notes.fault(name, "svg-size", message)
        for message in line_faults(svg, self.promise.lines(component) if part else {}):
            self.notes.fault(name, "svg-lines", message)
        self.drawings[component] = svg

    def _drawing(self, component: str) -> Svg | None:
        """The drawing of a component; one that was proved before is read when somebody asks for it."""
        if (raw := self.unread.pop(component, None)) is not None:
            self._svg(f"svg/{component}.svg", raw)
        return self.drawings.get(component)

    def _all_drawn(self) -> None:
        """If there are drawings, there is one of each component."""
        if not any(name.startswith("svg/") for name in self.files):
            return
        for part in self.parts.values():
            if f"svg/{part.id}.svg" not in self.files:
                self.notes.fault(f"svg/{part.id}.svg", "svg-missing", f"the drawing of {part.name} is missing")
        self.notes.fact("svg/", f"{len(self.drawings) + len(self.unread)} drawings")

    def _pdf(self, name: str, raw: bytes) -> None:
        from generator.proof.documents import PdfProof
        from generator.proof.pdf import PdfFaultError, open_pdf, reading

        try:
            proof = PdfProof(name, open_pdf(raw), self.notes, self.plain, len(raw))
            with reading():
                proof.objects()
                date = proof.description()
            if date is not None:
                self._date(name, date)
            self._archive(proof)
            if match := SHEETS.fullmatch(name):
                self._sheets(proof, match[1])
            elif match := FOLDED.fullmatch(name):
                self._folded(proof, match[1])
            elif name == BOX:
                self._boxed(proof)
            else:
                self._booklet(proof)
        except PdfFaultError as error:
            self.notes.fault(name, "pdf-torn", f"cannot be read: {error}")

    def _archive(self, proof: PdfProof) -> None:
        """Sheets and booklets are files for the archive; so is what says that it is."""
        from generator.proof.archive import claims_archive, judge_archive
        from generator.proof.pdf import reading

        with reading():
            if ARCHIVED.fullmatch(proof.name) or claims_archive(proof):
                judge_archive(proof, tagged=bool(TAGGED.fullmatch(proof.name)))

    def _booklet(self, proof: PdfProof) -> None:
        from generator.proof.documents import prove_booklet
        from generator.proof.pdf import reading
        from generator.proof.print_settings import judge_print_settings
        from generator.proof.tagging import TagsProof
        from generator.proof.web import passages_of

        pages = prove_booklet(proof)
        if CARD.fullmatch(proof.name):
            judge_print_settings(proof, Flip.LONG_EDGE if len(proof.pdf.pages) > 1 else Flip.NONE)
        if TAGGED.fullmatch(proof.name):
            with reading():
                top = TagsProof(proof, pages).go()
            if top and (match := BOOKLET.fullmatch(proof.name)):
                self.said[match[1]] = list(passages_of(top))

    def _page(self, language: str, raw: bytes) -> None:
        """A page of the rules, against the booklet of its language."""
        from generator.proof.web import prove_page, said_by

        booklet = f"rules-{language}.pdf"
        if booklet in self.files and language not in self.said:  # it was proved before, or is torn
            with suppress(UnfitFileError):
                self.said[language] = said_by(booklet, read_plain(self.folder, booklet))
        prove_page(f"rules-{language}.html", language, raw, self.said.get(language), self.notes)

    def _sheets(self, proof: PdfProof, paper_id: str) -> None:
        from generator.proof.forms import FormShelf
        from generator.proof.print_settings import judge_print_settings
        from generator.proof.sheets import SheetsProof

        paper = self.papers.get(paper_id)
        if paper is None:
            proof.fault("unknown-paper", f"no paper {paper_id!r} is known")
            return
        shelf = FormShelf(proof, self.promise.parts(paper), self._drawing, self.alike)
        SheetsProof(proof, shelf, paper, self.laying, self.promise.titles, self.promise.lots(paper)).go()
        judge_print_settings(proof, Flip.NONE if self.laying.folded else self.laying.flip)

    def _folded(self, proof: PdfProof, language: str) -> None:
        from generator.proof.documents import PdfProof
        from generator.proof.folding import FoldedProof
        from generator.proof.pdf import open_pdf

        try:
            raw = read_plain(self.folder, f"rules-{language}.pdf")
        except UnfitFileError as error:
            proof.fault("booklet-alone", f"is held against rules-{language}.pdf, which {error}")
            return
        text = PdfProof(f"rules-{language}.pdf", open_pdf(raw), Notes(), size=len(raw))
        FoldedProof(proof, text, self.fold or [], self.papers).go()

    def _boxed(self, proof: PdfProof) -> None:
        from generator.proof.box import prove_box
        from generator.proof.print_settings import judge_print_settings

        prove_box(proof, self.promise, self.box or [], self.papers)
        judge_print_settings(proof, Flip.NONE)

    def _date(self, name: str, date: str) -> None:
        """A date of making must not be the moment of the printing, or no two builds have the same bytes."""
        self.dates[name] = date
        made = _seconds(date)
        told = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
        if made is None or (told.isdigit() and int(told) == made):
            return
        with suppress(OSError):
            if abs(made - (self.folder / name).lstat().st_mtime) >= FRESH_S:
                return
        self.notes.fault(name, "date-of-printing", f"holds the moment of its printing, {date[:40]!r}")

    def _same_dates(self) -> None:
        if len(set(self.dates.values())) > 1:
            said = ", ".join(f"{name} {date[:24]}" for name, date in sorted(self.dates.items())[:3])
            self.notes.fault(MANIFEST, "dates-differ", f"the dates of making differ, so one is no constant: {said}")


def _component(name: str) -> str:
    return name.removeprefix("svg/").removesuffix(".svg")


def _seconds(date: str) -> float | None:
    """The moment of a PDF date. Source: ISO 32000-1, 7.9.4."""
    match = re.fullmatch(r"D:(\d{14})(?:Z|([+-])(\d\d)'?(\d\d)?'?)?.*", date)
    if match is None:
        return None
    try:
        made = datetime.strptime(match[1], "%Y%m%d%H%M%S").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
    offset = int(match[3] or 0) * 3600 + int(match[4] or 0) * 60
    return made - offset if match[2] == "+" else made + offset
