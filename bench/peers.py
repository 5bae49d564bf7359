"""Other ways to the same sheets: each drawing as SVG, set on the pages of two papers by another program.

``python bench/peers.py PEER CATALOGUE FOLDER`` writes ``a4.pdf`` and ``letter.pdf``; PEER is one of `PEERS`.
All three draw and lay out with our code, so that what differs is how SVG becomes PDF; none proves what it wrote.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper, load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.svg import svg_text
from asterion_press.games.labyrinth.art.components import component_ids, draw
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.games.labyrinth.game import lots_of
from asterion_press.layout.sheets import Page, impose

Pages = Sequence[Page]


def print_by_svglib(folder: Path, out: Path, paper: Paper, pages: Pages) -> None:
    """Draw each piece once, as a form of ReportLab."""
    from reportlab.graphics import renderPDF
    from reportlab.lib.units import mm
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    canvas = Canvas(str(out), pagesize=(paper.width_mm * mm, paper.height_mm * mm))
    heights: dict[str, float] = {}
    for page in pages:
        for placement in page.placements:
            piece = placement.component
            if piece not in heights:
                graphic = svg2rlg(str(folder / f"{piece}.svg"))
                heights[piece] = graphic.height
                canvas.beginForm(piece)
                renderPDF.draw(graphic, canvas, 0, 0)
                canvas.endForm()
            canvas.saveState()
            canvas.translate(placement.x * mm, (paper.height_mm - placement.y) * mm - heights[piece])
            canvas.doForm(piece)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()


def print_by_weasyprint(folder: Path, out: Path, paper: Paper, pages: Pages) -> None:
    """Write a page of HTML whose pictures stand at their places."""
    from weasyprint import HTML

    image = '<img src="{0.component}.svg" style="left:{0.x}mm;top:{0.y}mm">'
    sections = (f"<section>{''.join(map(image.format, page.placements))}</section>" for page in pages)
    style = (
        f"@page {{ size: {paper.width_mm}mm {paper.height_mm}mm; margin: 0 }} body {{ margin: 0 }}"
        f"section {{ position: relative; height: {paper.height_mm}mm; break-inside: avoid }}"
        "img { position: absolute }"
    )
    HTML(string=f"<style>{style}</style>{''.join(sections)}", base_url=f"{folder}/").write_pdf(out)


def print_by_typst(folder: Path, out: Path, paper: Paper, pages: Pages) -> None:
    """Write a source of Typst whose pictures stand at their places."""
    import typst

    image = '#place(dx: {0.x}mm, dy: {0.y}mm, image("{0.component}.svg"))'
    sheets = "#pagebreak()\n".join("\n".join(map(image.format, page.placements)) + "\n" for page in pages)
    source = folder / "sheets.typ"
    page = f"#set page(width: {paper.width_mm}mm, height: {paper.height_mm}mm, margin: 0mm)\n"
    source.write_text(page + sheets, encoding="utf-8")
    typst.compile(str(source), output=str(out))


PEERS: dict[str, Callable[[Path, Path, Paper, Pages], None]] = {
    "svglib": print_by_svglib,
    "weasyprint": print_by_weasyprint,
    "typst": print_by_typst,
}


def main(peer: str, catalogue: str, folder: str) -> None:
    """Draw, write the SVG, and print both papers."""
    deck = deck_of(load_catalogue(Path(catalogue)).catalogue)
    theme = load_theme(library.theme_file("knossos").path)
    for component in component_ids(deck):
        text = svg_text(draw(component, deck, theme))
        (Path(folder) / f"{component}.svg").write_text(text, encoding="utf-8")
    for paper_id in ("a4", "letter"):
        paper = load_paper(library.paper_file(paper_id).path)
        PEERS[peer](Path(folder), Path(folder) / f"{paper_id}.pdf", paper, impose(lots_of(deck), paper))


if __name__ == "__main__":
    main(*sys.argv[1:])
