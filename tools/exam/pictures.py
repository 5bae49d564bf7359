"""The figures of an exam as PNG files."""

from __future__ import annotations

import math
from pathlib import Path

from generator.drawing.svg import png_bytes
from generator.pdf.fonts import load_font
from generator.rulebook.html.inline_svg import SvgPainter, SvgSymbols, Use
from generator.rulebook.text.figures import FigureWords, Illustration
from generator.rulebook.typeset.line_breaks import Glyphs, Line
from generator.rulebook.typeset.styles import INK, TextStyle, latin_styles
from generator.units import PT_PER_MM, pt

MEASURE_MM, DPI = 150.0, 150
PREFIX = "e"


def figure_png(figure: Illustration, fonts: Path) -> bytes:
    """Return a figure as a PNG, with the names of all its pieces.

    Raises:
        ValueError: it has no room.
    """
    styles, painter = latin_styles(), SvgPainter()
    plan = figure.plan(pt(MEASURE_MM), math.inf)
    if plan is None:
        raise ValueError("the figure is too wide")
    letters = tuple(_line(letter, styles.part, fonts) for letter in "ABCDEFGH"[: len(plan.places)])
    names = {name: _line(name, styles.tile_name, fonts) for name in sorted(figure.names)}
    figure.paint(painter, plan, FigureWords(letters, names), 0, 0)
    artwork = SvgSymbols([piece.drawing for piece in painter.pieces if isinstance(piece, Use)], PREFIX)
    left = min(place.x for place in plan.places) - 2
    width = max(place.x + place.width for place in plan.places) + 2 - left
    height = plan.height + 4
    body = "".join(
        piece
        if isinstance(piece, str)
        else f'<use href="#{artwork.id_of(piece.drawing)}" x="{piece.x}" y="{piece.y}" width="{piece.width}" '
        f'height="{piece.height}"/>'
        for piece in painter.pieces
    )
    stock = f"<defs>{artwork.symbols}{''.join(painter.defined.values())}</defs>"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{left} -2 {width} {height}" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f"<style>{artwork.styles}</style>{stock}{body}</svg>"
    )
    return png_bytes(svg, width / PT_PER_MM, height / PT_PER_MM, DPI)


def _line(text: str, style: TextStyle, fonts: Path) -> Line:
    font = load_font(fonts, "Cinzel", "bold")
    advances = tuple(advance * style.size / 1000 for advance in font.advances(text))
    return Line(((0.0, Glyphs(text, font, style.size, INK, advances)),), math.fsum(advances))
