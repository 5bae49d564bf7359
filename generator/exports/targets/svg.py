"""Cut files as SVG, in millimetres, as large as the paper: what is to be cut, the marks, and the edge of the sheet."""

from __future__ import annotations

from generator.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from generator.exports.cut_files import CutFiles, CutSheet

CUT_INK, FOLD_INK, SHEET_INK = "#ff0000", "#00a000", "#0000ff"
LINE_MM = 0.1


class CutSvg(CutFiles):
    """SVG for a cutting machine."""

    name = "svg"
    about = "cut files as SVG for cutting machines, and the sheets with registration marks that they belong to"

    def cut_file(self, sheet: CutSheet, title: str) -> bytes:
        from generator.drawing.svg import svg_text

        return svg_text(cut_drawing(sheet, title)).encode()


def cut_drawing(sheet: CutSheet, title: str) -> Drawing:
    """A sheet as a drawing: its edge, the printed marks, and the cuts."""
    from generator.exports.outlines import placed_path

    cuts = tuple(
        Shape(placed_path(path, Transform.placing(cut.x, cut.y)), stroke=CUT_INK, width=LINE_MM)
        for cut in sheet.cuts
        for path in cut.outline.paths
    )
    edge = Shape(Pen().rectangle(0, 0, sheet.width, sheet.height).data, stroke=SHEET_INK, width=LINE_MM)
    marks = sheet.layout.marks.groups if sheet.layout.marks else ()
    folds = tuple(
        Shape(placed_path(path, Transform.placing(cut.x, cut.y)), stroke=FOLD_INK, width=LINE_MM)
        for cut in sheet.cuts
        for path in cut.outline.folds
    )
    scored = (Group("fold", folds),) if folds else ()
    groups = (Group("sheet", (edge,)), *marks, *scored, Group("cut", cuts))
    name = f"{title}, {sheet.number}"
    return Drawing(f"cut-{sheet.number:02d}", name, sheet.width, sheet.height, 0.0, groups)


TARGET = CutSvg()
