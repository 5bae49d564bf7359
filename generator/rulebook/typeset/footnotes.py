"""Footnotes, set and painted at the foot of their pages; and how lines of a style are painted one below the other."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from msgspec.structs import replace as restyled

from generator.pdf.tags import ORNAMENT, Element
from generator.rulebook.text.document import Note, RulesText
from generator.rulebook.typeset.line_breaks import Line
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.shaper import Typesetter, mark_target, note_target
from generator.rulebook.typeset.styles import ACCENT, MEASURE, Styles, TextStyle

NOTE_INDENT = 10.0
NOTE_GAP = 13.0
"""Space between the text and the first footnote, with its rule."""


@dataclass(frozen=True, slots=True)
class NoteText:
    """A footnote that is set, with its element and that of its number."""

    note: Note
    lines: tuple[Line, ...]
    mark: Line
    height: float
    element: Element
    sign: Element


def set_notes(text: RulesText, typesetter: Typesetter, styles: Styles, measure: float = MEASURE) -> dict[str, NoteText]:
    """Return all footnotes of a text, set in a column of that width."""
    found: dict[str, NoteText] = {}
    for name, note in text.notes.items():
        lines = tuple(typesetter.lines(note.content, styles.note, measure - NOTE_INDENT))
        mark = typesetter.plain(
            str(note.number), restyled(styles.note, ink=ACCENT), note.line, mark_target(note.number)
        )
        element = Element("Note", id=f"note-{note.number}")
        sign = element.add("Lbl")
        found[name] = NoteText(note, lines, mark, len(lines) * styles.note.leading + 1.5, element, sign)
    return found


def paint_notes(painter: Painter, notes: list[NoteText], styles: Styles, x: float, bottom: float) -> None:
    """Paint footnotes that end at `bottom`."""
    y = bottom - fsum(note.height for note in notes)
    painter.mark(ORNAMENT)
    painter.rule(x, y - 5.5, x + 44, y - 5.5, 0.5, ACCENT)
    for note in notes:
        painter.destination(note_target(note.note.number), y)
        painter.mark(note.sign)
        painter.line(note.mark, x, y + baseline_of(styles.note))
        painter.mark(note.element)
        paint_lines(painter, note.lines, styles.note, x + NOTE_INDENT, y)
        y += note.height


def baseline_of(style: TextStyle) -> float:
    """Return the distance from a line's top to its baseline."""
    return (style.leading + 0.6 * style.size) / 2 + 0.06 * style.size


def paint_lines(painter: Painter, lines: list[Line] | tuple[Line, ...], style: TextStyle, x: float, y: float) -> None:
    """Paint lines one below the other, the top of the first at y."""
    for index, line in enumerate(lines):
        painter.line(line, x, y + index * style.leading + baseline_of(style))
