"""The ink that printed files of an output folder take, page by page, computed from their pixels.

Each page is drawn small, and every pixel is separated into inks, roughly as home printers do it: its lack of red,
green and blue is cyan, magenta and yellow, and a share of the part that the three have in common becomes black::

    c, m, y = 1 - r, 1 - g, 1 - b      k = share x min(c, m, y)      c, m, y -= k

The renderer is PDFium.
Source of the separation: undercolour removal, ISO 32000-1, 10.3.5.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, astuple

from asterion_press.catalogue.equipment import InkUse
from asterion_press.catalogue.files import unreadable
from asterion_press.catalogue.library import ENGLISH
from asterion_press.errors import InputError, Place, VerifyError
from asterion_press.geometry import PT_PER_INCH, mm_from_pt
from asterion_press.publish import OutputFolder

INKS = ("cyan", "magenta", "yellow", "black")
DPI = 96
"""Own choice: a page takes 0.05 s, and edges, which are all that is blurred, blur evenly."""
TEXT = re.compile(r"(?:rules|cards?)-([^/]+?)(?:-booklet)?\.pdf")
MOST_MM = 2000.0
"""The longest side of a page that is drawn."""
WHITE = 250
"""From this value on, of 255 for each colour, a pixel counts as bare paper. Own choice: it looks like 2 % of ink."""


class PageInk(Struct, frozen=True):
    """The ink of one page.

    Attributes:
        number: from 1.
        area: of the page, in m2.
        covered: the part of the page that is not bare, 0 to 1.
        inks: of each ink, how much of the page it would cover if it were solid, 0 to 1: cyan, magenta, yellow, black.
    """

    number: int
    area: float
    covered: float
    inks: tuple[float, float, float, float]

    def millilitres(self, use: InkUse) -> float:
        """Return how much ink the page takes."""
        volumes = astuple(use.ml_per_m2)
        return self.area * fsum(share * volume for share, volume in zip(self.inks, volumes, strict=True))


def page_inks(pdf: bytes, use: InkUse) -> Iterator[PageInk]:
    """Yield the ink of each page of a file.

    Raises:
        VerifyError: the file cannot be read.
    """
    import pypdfium2  # a renderer that few commands need

    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        raise VerifyError([f"the file cannot be read: {error}"]) from None
    for number in range(1, len(document) + 1):
        page = document[number - 1]
        width, height = mm_from_pt(page.get_width()), mm_from_pt(page.get_height())
        if max(width, height) > MOST_MM:
            raise VerifyError([f"page {number} is {width:.0f} x {height:.0f} mm; at most {MOST_MM:g} mm are drawn"])
        bitmap = page.render(scale=DPI / PT_PER_INCH, no_smoothtext=False, prefer_bgrx=True)
        counts = Counter(memoryview(bitmap.buffer).cast("B").cast("I"))
        yield _page_ink(number, width * height / 1e6, counts, use.black_share)
        page.close()
    document.close()


def _page_ink(number: int, area: float, counts: Counter[int], black_share: float) -> PageInk:
    """Return the ink of a page from its pixels: how often there is each value, blue in its lowest byte."""
    total = sum(counts.values())
    sums = [0.0, 0.0, 0.0, 0.0]
    covered = 0
    for value, count in counts.items():
        blue, green, red = value & 255, value >> 8 & 255, value >> 16 & 255
        if min(blue, green, red) >= WHITE:
            continue
        covered += count
        lacking = [(255 - part) / 255 * count for part in (red, green, blue)]
        black = min(lacking) * black_share
        for index, part in enumerate(lacking):
            sums[index] += part - black
        sums[3] += black
    cyan, magenta, yellow, black = (part / total for part in sums)
    return PageInk(number, area, covered / total, (cyan, magenta, yellow, black))


class FileInk(Struct, frozen=True):
    """The ink of one file."""

    name: str
    pages: tuple[PageInk, ...]


def pdfs_of(output: OutputFolder, names: Sequence[str]) -> Sequence[str]:
    """Return the names of the PDFs of a folder, texts in one language, preferably English; or those that are wanted.

    Raises:
        InputError: nothing was built there, or no such file.
    """
    if output.previous is None:
        raise InputError.at(Place(output.name), "nothing was built there; `asterion build` makes it")
    there = sorted(name for name in output.previous.files if name.endswith(".pdf"))
    for name in names:
        if name not in there:
            message = f"no file {name!r} was built there; one of {', '.join(there) or 'none'}"
            raise InputError.at(Place(output.name), message)
    language_of = {name: found[1] for name in there if (found := TEXT.fullmatch(name))}
    one = ENGLISH if ENGLISH in language_of.values() else min(language_of.values(), default=ENGLISH)
    return names or tuple(name for name in there if language_of.get(name, one) == one)


def inks_of(
    output: OutputFolder, use: InkUse, names: Sequence[str], tell: Callable[[str], object] = lambda _: None
) -> Iterator[FileInk]:
    """Yield the ink of PDFs of a folder.

    Args:
        output: the folder.
        use: what the printer takes.
        names: of the files, see :func:`pdfs_of`.
        tell: is given the name of each file before it is drawn.

    Raises:
        InputError: a file is not there any more.
        VerifyError: a file cannot be read.
        AsterionError: what draws pixels is not installed.
    """
    for name in names:
        tell(name)
        try:
            yield FileInk(name, tuple(page_inks((output.path / name).read_bytes(), use)))
        except VerifyError as error:
            raise VerifyError(f"{name}: {fault}" for fault in error.faults) from None
        except OSError as error:
            message = f"{unreadable(error)}; build the folder anew"
            raise InputError.at(Place(f"{output.name}/{name}"), message) from None


def ink_rows(files: Sequence[FileInk], use: InkUse) -> list[list[object]]:
    """Return a row for each file: pages, covered paper, each ink, millilitres."""
    return [[file.name, len(file.pages), *_shares(file.pages), f"{_volume(file.pages, use):.2f}"] for file in files]


INK_HEADERS = ["file", "pages", "covered %", *(f"{ink} %" for ink in INKS), "ml"]
"""The headers of the columns; all parts are of the paper, in percent."""


def _volume(pages: Sequence[PageInk], use: InkUse) -> float:
    return fsum(page.millilitres(use) for page in pages)


def _shares(pages: Sequence[PageInk]) -> list[str]:
    """Return the covered part of the paper of all pages, and each ink's, in percent."""
    area = fsum(page.area for page in pages)
    covered = fsum(page.covered * page.area for page in pages) / area
    inks = [fsum(page.inks[index] * page.area for page in pages) / area for index in range(len(INKS))]
    return [f"{100 * share:.2f}" for share in (covered, *inks)]


def ink_assumptions(use: InkUse) -> list[str]:
    """Return the assumptions behind the numbers, a line each."""
    each = ", ".join(f"{ink} {volume:g} ml" for ink, volume in asdict(use.ml_per_m2).items())
    return [
        f"a {use.title} takes for a square metre of solid ink: {each}",
        f"{use.black_share:.0%} of what cyan, magenta and yellow have in common is printed with black instead",
        "plain paper, usual quality, no ink for cleaning the nozzles; other printers may take half or twice as much",
        f"source: {use.source}",
    ]


def ink_data(files: Sequence[FileInk], use: InkUse) -> dict[str, Any]:
    """Return all of it as plain data; parts of a page are 0 to 1."""
    return {
        "assumptions": ink_assumptions(use),
        "files": [
            {
                "file": file.name,
                "ml": round(_volume(file.pages, use), 4),
                "pages": [
                    {
                        "page": page.number,
                        "covered": round(page.covered, 4),
                        **{ink: round(share, 4) for ink, share in zip(INKS, page.inks, strict=True)},
                        "ml": round(page.millilitres(use), 4),
                    }
                    for page in file.pages
                ],
            }
            for file in files
        ],
    }
