"""The rules booklet: a language's Markdown typeset on A5 pages, with figures drawn from the game's own pieces.

::

    <game>.md --reading--> RulesText --setting, flow--> slabs --pages--> PageText --painting--> PDF
                                |          |
                  placeholders, parity    breaking (lines), kinsoku (Japanese), tables, illustrations

ReportLab writes the file and embeds the fonts; lines and pages are our own. Lengths are PDF points, y down from the
page's top, unless a name says otherwise.
"""

from __future__ import annotations

from generator.press.booklet.customs import custom_mistakes, known_in
from generator.press.booklet.parity import parity_mistakes
from generator.press.booklet.printing import print_booklet
from generator.press.booklet.reading import parse_rules, read_rules

__all__ = ["custom_mistakes", "known_in", "parity_mistakes", "parse_rules", "print_booklet", "read_rules"]
