"""The other way: each drawing as SVG, read by svglib, drawn by ReportLab onto the same sheets of two papers."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import Drawing
from reportlab.pdfgen.canvas import Canvas
from svglib.svglib import svg2rlg

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.svg import svg_text
from asterion_press.games.labyrinth.art.components import component_ids, draw
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.games.labyrinth.game import lots_of
from asterion_press.layout.sheets import impose
from asterion_press.units import pt


def _read(svg: str) -> Drawing:
    graphic: Drawing | None = svg2rlg(io.BytesIO(svg.encode()))
    if graphic is None:
        raise SystemExit("svglib read nothing")
    return graphic


def main(catalogue: str, folder: str) -> None:
    """Draw, write, read, and print both papers."""
    deck = deck_of(load_catalogue(Path(catalogue)).catalogue)
    theme = load_theme(library.theme_file("knossos").path)
    texts = {component: svg_text(draw(component, deck, theme)) for component in component_ids(deck)}
    for component, text in texts.items():
        (Path(folder) / f"{component}.svg").write_text(text, encoding="utf-8")
    graphics = {component: _read(text) for component, text in texts.items()}
    for paper_id in ("a4", "letter"):
        paper = load_paper(library.paper_file(paper_id).path)
        canvas = Canvas(str(Path(folder) / f"{paper_id}.pdf"), pagesize=(pt(paper.width_mm), pt(paper.height_mm)))
        defined: set[str] = set()
        for page in impose(lots_of(deck), paper):
            for placement in page.placements:
                graphic = graphics[placement.component]
                if placement.component not in defined:
                    defined.add(placement.component)
                    canvas.beginForm(placement.component)
                    renderPDF.draw(graphic, canvas, 0, 0)
                    canvas.endForm()
                x, y = pt(placement.x), pt(paper.height_mm - placement.y) - graphic.height
                canvas.saveState()
                canvas.translate(x, y)
                canvas.doForm(placement.component)
                canvas.restoreState()
            canvas.showPage()
        canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
