"""Where pages part what belongs together: a line of a paragraph left alone, a heading without its text.

The first or the last line of a paragraph must not stand on a page by itself, nor a heading at the foot of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

MIN_LINES = 2
"""Lines of a paragraph on each of the pages that it stands on."""
PARAGRAPHS = frozenset({"P", "LBody", "Caption"})


class Stretch(Struct, frozen=True):
    """What of one element stands on one page.

    Attributes:
        kind: the element's type.
        element: its number; a paragraph on two pages has two stretches.
        page: from 1.
        lines: how many lines of text.
        text: its words.
    """

    kind: str
    element: int
    page: int
    lines: int
    text: str


def bad_breaks(stretches: Sequence[Stretch]) -> Iterator[tuple[str, str, int]]:
    """Code, message and page of each break that parts what belongs together.

    Args:
        stretches: of paragraphs, list items and headings, in reading order; footnotes are not among them.
    """
    pages: dict[int, list[Stretch]] = {}
    for stretch in stretches:
        pages.setdefault(stretch.element, []).append(stretch)
    for parts in pages.values():
        if parts[0].kind in PARAGRAPHS and len(parts) > 1:
            yield from _lonely(parts)
    following: Mapping[int, int] = dict(zip(range(len(stretches)), (one.page for one in stretches[1:]), strict=False))
    for index, stretch in enumerate(stretches):
        if stretch.kind.startswith("H") and following.get(index, stretch.page) != stretch.page:
            yield "heading-at-foot", f"the heading {stretch.text[:40]!r} stands at the foot of the page", stretch.page


def _lonely(parts: Sequence[Stretch]) -> Iterator[tuple[str, str, int]]:
    first, last = parts[0], parts[-1]
    if first.lines < MIN_LINES:
        yield "orphan", f"only the first line of a paragraph stands here: {first.text[:40]!r}", first.page
    if last.lines < MIN_LINES:
        yield "widow", f"only the last line of a paragraph stands here: {last.text[:40]!r}", last.page
