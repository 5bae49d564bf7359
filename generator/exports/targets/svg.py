"""Cut files as SVG, in millimetres, as large as the paper: what is to be cut, the marks, and the edge of the sheet."""

from __future__ import annotations

from generator.drawing.display_list import Drawing, Group, Pen, Shape, Transform, transform_path
from generator.exports.cut_files import CutFiles, CutSheet

CUT_INK, FOLD_INK, SHEET_INK = "#ff0000", "#00a000", "#0000ff"
LINE_MM = 0.1


class CutSvg(CutFiles):
    """SVG for a cutting machine."""

    name = "svg"
    about = "cut files as SVG for cutting machines, and the sheets with registration marks that they belong to"

    def cut_file(self, sheet: CutSheet, title: str) -> bytes:
        from generator.drawing.svg import svg_text  # svgwrite, which the options of targets do without

        edge = Shape(Pen().rectangle(0, 0, sheet.width, sheet.height).data, stroke=SHEET_INK, width=LINE_MM)
        groups = [Group("sheet", (edge,)), *(sheet.layout.marks.groups if sheet.layout.marks else ())]
        for name, ink in (("fold", FOLD_INK), ("cut", CUT_INK)):
            paths = [
                transform_path(path, Transform.placing(cut.x, cut.y))
                for cut in sheet.cuts
                for path in (cut.outline.folds if name == "fold" else cut.outline.paths)
            ]
            paths += sheet.shared if name == "cut" else ()
            lines = tuple(Shape(path, stroke=ink, width=LINE_MM) for path in paths)
            if lines or name == "cut":
                groups.append(Group(name, lines))
        number = f"{sheet.number:02d}"
        drawing = Drawing(f"cut-{number}", f"{title}, {sheet.number}", sheet.width, sheet.height, 0.0, tuple(groups))
        return svg_text(drawing).encode()


TARGET = CutSvg()
