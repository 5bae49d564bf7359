"""The proof of the rules in one language: the booklet, the page of HTML that says the same, and the booklet to fold.

Nothing of it depends on the game, nor on another language, so that several processes may prove a folder together.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct, field

from generator import stopping
from generator.catalogue.papers import Paper
from generator.layout.sheet_setup import Flip
from generator.verify.files import Listed, UnfitFileError, listed_bytes, read_plain
from generator.verify.report import Notes

if TYPE_CHECKING:
    from generator.verify.documents import PdfProof
    from generator.verify.tags import Element

FOLDED = re.compile(r"rules-([^/]+)-booklet\.pdf")
BOOKLET = re.compile(r"rules-([^/]+)(?<!-booklet)\.pdf")
PAGE = re.compile(r"rules-([^/]+)\.html")
CARD = re.compile(r"card-[^/]+\.pdf")
ARCHIVED = re.compile(r"(?:sheets|update|rules|card)-[^/]+\.pdf|box\.pdf")
"""Files that are promised to be PDF/A-2u."""
TAGGED = re.compile(r"(?:rules|card)-[^/]+(?<!-booklet)\.pdf")
"""Files that are promised to be PDF/UA-1; booklets whose pages are imposed on sheets are for printing alone."""
FRESH_S = 600
"""A date of making this close to the file's own is that of the printing."""


class Texts(Struct, frozen=True):
    """The rules in one language, of a folder that is proved.

    Attributes:
        folder: what was built.
        language: of all of them.
        files: as the manifest has them, by name.
        known: names of files that were proved before and whose bytes are the same.
        fold: how the booklet is to be folded.
        papers: by id.
    """

    folder: Path
    language: str
    files: dict[str, Listed]
    known: frozenset[str]
    fold: list[str] | None
    papers: Mapping[str, Paper]


class Found(Struct, frozen=True):
    """Faults and facts of some files, and their creation dates, by name."""

    notes: Notes
    dates: dict[str, str]


Share: TypeAlias = Callable[[list[Texts]], Callable[[int], Found]]
"""Is given the texts of all languages, and returns what tells the outcome of each by its number."""


def language_of(name: str) -> str | None:
    """Return the language of a file of the rules; None if it is another file."""
    match = FOLDED.fullmatch(name) or BOOKLET.fullmatch(name) or PAGE.fullmatch(name)
    return match[1] if match else None


def prove_here(texts: list[Texts]) -> Callable[[int], Found]:
    """Prove texts in this process, each when it is asked for."""
    plain: set[bytes] = set()
    return lambda number: prove_texts(texts[number], plain)


def prove_texts(texts: Texts, plain: set[bytes]) -> Found:
    """Read the files of one language back.

    Args:
        texts: what is to be proved.
        plain: digests of streams that are known to name no resource; it grows.
    """
    proof = _TextsProof(
        texts.folder, texts.files, texts.papers, Notes(), texts.known, texts.fold, plain, language=texts.language
    )
    for name in sorted(texts.files, key=lambda name: (name.endswith(".html"), name)):  # it is held against the booklet
        stopping.look()
        raw = listed_bytes(texts.folder, name, texts.files[name], proof.notes)
        if raw is None:
            continue
        if name in texts.known:
            proof.notes.fact(name, "unchanged since it was proved")
        elif name.endswith(".html"):
            proof.page(name, raw)
        else:
            proof.pdf(name, raw)
    return Found(proof.notes, proof.dates)


class FilesProof(Struct):
    """One run over files of a folder.

    Attributes:
        folder: where they are.
        files: as the manifest has them, by name.
        papers: by id.
        notes: for faults and facts.
        known: names of files that were proved before.
        fold: how booklets are to be folded.
        plain: digests of streams that are known to name no resource.
        dates: of making, by name of the file.
    """

    folder: Path
    files: dict[str, Listed]
    papers: Mapping[str, Paper]
    notes: Notes
    known: frozenset[str]
    fold: list[str] | None
    plain: set[bytes]
    dates: dict[str, str] = field(default_factory=dict)

    def pdf(self, name: str, raw: bytes) -> None:
        """Prove a PDF file."""
        from generator.verify.documents import PdfProof
        from generator.verify.pdf import PdfFaultError, open_pdf, reading

        try:
            proof = PdfProof(name, open_pdf(raw), self.notes, self.plain, len(raw))
            with reading():
                proof.objects()
                date = proof.description()
            if date is not None:
                self._date(name, date)
            self._archive(proof)
            self.content(proof)
        except PdfFaultError as error:
            self.notes.fault(name, "pdf-torn", f"cannot be read: {error}")

    def content(self, proof: PdfProof) -> None:
        """Prove what is on the pages."""
        self.booklet(proof)

    def booklet(self, proof: PdfProof) -> Element | None:
        """Prove a booklet or a card; return the top of its tags, if it has any."""
        from generator.verify.documents import prove_booklet
        from generator.verify.pdf import reading
        from generator.verify.print_settings import judge_print_settings
        from generator.verify.tags import TagsProof

        pages = prove_booklet(proof)
        if CARD.fullmatch(proof.name):
            judge_print_settings(proof, Flip.LONG_EDGE if len(proof.pdf.pages) > 1 else Flip.NONE)
        if not TAGGED.fullmatch(proof.name):
            return None
        with reading():
            return TagsProof(proof, pages).go()

    def _archive(self, proof: PdfProof) -> None:
        """Prove that sheets and booklets are files for the archive, and whatever says that it is."""
        from generator.verify.pdf import reading
        from generator.verify.pdfa import claims_archive, judge_archive

        with reading():
            if ARCHIVED.fullmatch(proof.name) or claims_archive(proof):
                judge_archive(proof, tagged=bool(TAGGED.fullmatch(proof.name)))

    def _date(self, name: str, date: str) -> None:
        """See that a date of making is not the moment of the printing, or no two builds had the same bytes."""
        self.dates[name] = date
        made = _seconds(date)
        told = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
        if made is None or (told.isdigit() and int(told) == made):
            return
        with suppress(OSError):
            if abs(made - (self.folder / name).lstat().st_mtime) >= FRESH_S:
                return
        self.notes.fault(name, "date-of-printing", f"holds the moment of its printing, {date[:40]!r}")


class _TextsProof(FilesProof, kw_only=True):
    """One run over the files of one language."""

    language: str
    said: list[str] | None = None

    def content(self, proof: PdfProof) -> None:
        from generator.verify.web import passages_of

        if FOLDED.fullmatch(proof.name):
            self._folded(proof)
        elif (top := self.booklet(proof)) is not None:
            self.said = list(passages_of(top))

    def page(self, name: str, raw: bytes) -> None:
        """Prove a page of HTML, against the booklet of its language."""
        from generator.verify.web import prove_page, said_by

        booklet = f"rules-{self.language}.pdf"
        if booklet in self.files and self.said is None:  # it was proved before, or is torn
            with suppress(UnfitFileError):
                self.said = said_by(booklet, read_plain(self.folder, booklet))
        prove_page(name, self.language, raw, self.said, self.notes)

    def _folded(self, proof: PdfProof) -> None:
        from generator.verify.documents import PdfProof
        from generator.verify.folding import FoldedProof
        from generator.verify.pdf import open_pdf

        name = f"rules-{self.language}.pdf"
        try:
            raw = read_plain(self.folder, name)
        except UnfitFileError as error:
            proof.fault("booklet-alone", f"is held against {name}, which {error}")
            return
        text = PdfProof(name, open_pdf(raw), Notes(), size=len(raw))
        FoldedProof(proof, text, self.fold or [], self.papers).go()


def _seconds(date: str) -> float | None:
    """Return the moment of a PDF date. Source: ISO 32000-1, 7.9.4."""
    match = re.fullmatch(r"D:(\d{14})(?:Z|([+-])(\d\d)'?(\d\d)?'?)?.*", date)
    if match is None:
        return None
    try:
        made = datetime.strptime(match[1], "%Y%m%d%H%M%S").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
    offset = int(match[3] or 0) * 3600 + int(match[4] or 0) * 60
    return made - offset if match[2] == "+" else made + offset
