"""The proof of a whole folder, file after file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import field

from generator import stopping
from generator.catalogue.papers import Paper
from generator.errors import InputError
from generator.layout.sheet_setup import Flip, Laying
from generator.verify.expected import Part, Promise
from generator.verify.files import MANIFEST, Listed, Listing, fit_name, listed_bytes, manifest_of, unlisted
from generator.verify.report import Notes, Report
from generator.verify.svg import Svg, SvgError, line_faults, read_svg, size_fault
from generator.verify.texts import FilesProof, Share, Texts, language_of, prove_here

if TYPE_CHECKING:
    from generator.verify.documents import PdfProof

SHEETS = re.compile(r"(?:sheets|update)-([^/]+)\.pdf")
BOX = "box.pdf"


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
    share: Share = prove_here,
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
            are known; see :func:`~generator.verify.pdf.stream_digest`.
        tell: is given the name of each file before it is proved; those of a language together.
        share: proves the rules, in several processes perhaps.

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
        _Proving(
            folder,
            listing.files,
            papers,
            notes,
            known,
            listing.fold,
            {digest for _, digest in known_forms},
            promise=printed,
            laying=how,
            parts=parts,
            tell=tell,
            share=share,
            box=listing.box,
            alike=set(known_forms),
        ).go()
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


class _Proving(FilesProof, kw_only=True):
    """One run over a folder."""

    promise: Promise
    laying: Laying
    parts: dict[str, Part]
    tell: Callable[[str], object]
    share: Share
    box: list[str] | None
    drawings: dict[str, Svg] = field(default_factory=dict)
    unread: dict[str, bytes] = field(default_factory=dict)
    alike: set[tuple[str, bytes]] = field(default_factory=set)

    def go(self) -> None:
        names = [name for name in self.files if fit_name(name, self.notes)]
        texts = self._texts(names)
        found = self.share(texts)  # begun before all else, as others may be at it meanwhile
        own = [name for name in names if language_of(name) is None]
        for name in sorted(own, key=lambda name: (not name.endswith(".svg"), name)):  # forms are held against SVGs
            stopping.look()
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
                self.pdf(name, raw)
        for number, one in enumerate(texts):
            for name in sorted(one.files):
                self.tell(name)
            outcome = found(number)
            self.notes.take_over(outcome.notes)
            self.dates.update(outcome.dates)
        unlisted(self.folder, self.files, self.notes)
        self._all_drawn()
        self._same_dates()
        self.notes.fact(MANIFEST, f"{len(self.files)} files, catalogue {self.promise.short_hash}")

    def _texts(self, names: Iterable[str]) -> list[Texts]:
        """Return the files of each language."""
        by_language: dict[str, dict[str, Listed]] = {}
        for name in names:
            if language := language_of(name):
                by_language.setdefault(language, {})[name] = self.files[name]
        return [
            Texts(self.folder, language, files, self.known.intersection(files), self.fold, self.papers)
            for language, files in sorted(by_language.items())
        ]

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

    def content(self, proof: PdfProof) -> None:
        """Prove what is on the pages."""
        if match := SHEETS.fullmatch(proof.name):
            self._sheets(proof, match[1])
        elif proof.name == BOX:
            self._boxed(proof)
        else:
            self.booklet(proof)

    def _sheets(self, proof: PdfProof, paper_id: str) -> None:
        from generator.verify.forms import FormShelf
        from generator.verify.print_settings import judge_print_settings
        from generator.verify.sheets import SheetsProof

        paper = self.papers.get(paper_id)
        if paper is None:
            proof.fault("unknown-paper", f"no paper {paper_id!r} is known")
            return
        shelf = FormShelf(proof, self.promise.parts(paper), self._drawing, self.alike)
        SheetsProof(proof, shelf, paper, self.laying, self.promise.titles, self.promise.lots(paper)).go()
        judge_print_settings(proof, Flip.NONE if self.laying.folded else self.laying.flip)

    def _boxed(self, proof: PdfProof) -> None:
        from generator.verify.box import prove_box
        from generator.verify.print_settings import judge_print_settings

        prove_box(proof, self.promise, self.box or [], self.papers)
        judge_print_settings(proof, Flip.NONE)

    def _same_dates(self) -> None:
        if len(set(self.dates.values())) > 1:
            said = ", ".join(f"{name} {date[:24]}" for name, date in sorted(self.dates.items())[:3])
            self.notes.fault(MANIFEST, "dates-differ", f"the dates of making differ, so one is no constant: {said}")


def _component(name: str) -> str:
    return name.removeprefix("svg/").removesuffix(".svg")
