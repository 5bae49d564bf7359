"""The rules booklet: a language's Markdown typeset on A5 pages, with figures drawn from the deck's own tiles.

::

    <game>.md --reading--> RulesText --setting, flow--> slabs --pages--> PageText --painting--> PDF
                                |          |
                  placeholders, parity    breaking (lines), kinsoku (Japanese), tables, positions (figures)

ReportLab writes the file and embeds the fonts; lines and pages are our own. Lengths are PDF points, y down from the
page's top, unless a name says otherwise.
"""

from __future__ import annotations

from generator.press.booklet.parity import parity_mistakes
from generator.press.booklet.printing import check_figure_tiles, known_names, print_booklet, read_text

__all__ = ["check_figure_tiles", "known_names", "parity_mistakes", "print_booklet", "read_text"]
