"""The ink that a printed file takes, computed from its pixels.

Each page is drawn small, and every pixel is separated into inks, roughly as home printers do it: its lack of red,
green and blue is cyan, magenta and yellow, and a share of the part that the three have in common becomes black::

    c, m, y = 1 - r, 1 - g, 1 - b      k = share x min(c, m, y)      c, m, y -= k

The renderer is PDFium, through the optional extra `ink`; nothing else imports it.
Source of the separation: undercolour removal, ISO 32000-1, 10.3.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import fsum

from msgspec import Struct

from generator.catalogue.ink_use import InkUse
from generator.errors import VerifyError, from_extra
from generator.units import PT_PER_INCH, mm_from_pt

DPI = 96
"""Own choice: a page takes 0.05 s, and edges, which are all that is blurred, blur evenly."""
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
        volumes = use.ml_per_m2
        each = (volumes.cyan, volumes.magenta, volumes.yellow, volumes.black)
        return self.area * fsum(share * volume for share, volume in zip(self.inks, each, strict=True))


def page_inks(pdf: bytes, use: InkUse) -> Iterator[PageInk]:
    """Yield the ink of each page of a file.

    Raises:
        MissingExtraError: the renderer is not installed.
        VerifyError: the file cannot be read.
    """
    with from_extra("ink"):
        import pypdfium2
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
