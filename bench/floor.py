"""The floor: import what every build imports, read the catalogue, write five empty pages."""

from __future__ import annotations

import sys
from pathlib import Path

import svgwrite  # noqa: F401 - importing it is the point
import yaml
from reportlab.pdfgen.canvas import Canvas


def main(catalogue: str, out: str) -> None:
    """Do no more than that."""
    yaml.load(Path(catalogue).read_bytes(), Loader=yaml.CSafeLoader)
    canvas = Canvas(out)
    for _ in range(5):
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
