"""Makes the README's pictures from a built output folder: ``python tools/pictures.py [output/asterion]``.

Needs what the tests need (resvg-py, pypdfium2, Pillow). The pictures are reduced to a palette, so that the repository
stays small, and come out the same for the same input.
"""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path

import pypdfium2
import resvg_py
from PIL import Image

PROJECT = Path(__file__).resolve().parent.parent
DOCS = PROJECT / "docs"
TABLE = (86, 74, 66)
COLUMNS, ROWS, CELL, REACH = 9, 5, 150, 5
SHOWN = ("Y05", "B10", "minotaur", "R08", "G02", "back-blue")


def picture(svg: Path, pixels: int) -> Image.Image:
    """An SVG file as a picture of that width."""
    png = resvg_py.svg_to_bytes(svg_string=svg.read_text(encoding="utf-8"), width=pixels, dpi=96)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def labyrinth(svgs: Path) -> Image.Image:
    """A table on which a game is in full swing: the minotaur in the middle, tiles of all colours round him."""
    chance = random.Random(16)
    tiles = sorted(path.stem for path in svgs.glob("[YBRG]??.svg"))
    chance.shuffle(tiles)
    table = Image.new("RGB", (COLUMNS * CELL, ROWS * CELL), TABLE)
    middle = (COLUMNS // 2, ROWS // 2)
    for x in range(COLUMNS):
        for y in range(ROWS):
            if abs(x - middle[0]) + abs(y - middle[1]) > REACH:
                continue
            name = "minotaur" if (x, y) == middle else tiles.pop()
            turns = 0 if (x, y) == middle else chance.randrange(4)
            tile = picture(svgs / f"{name}.svg", CELL).rotate(-90 * turns)
            table.paste(tile, (x * CELL, y * CELL), tile)
    return table


def row_of_tiles(svgs: Path) -> Image.Image:
    """Some components side by side."""
    pixels, gap = 220, 14
    row = Image.new("RGB", (len(SHOWN) * (pixels + gap) + gap, pixels + 2 * gap), "white")
    for index, name in enumerate(SHOWN):
        tile = picture(svgs / f"{name}.svg", pixels)
        row.paste(tile, (gap + index * (pixels + gap), gap), tile)
    return row


def pages(folder: Path) -> Image.Image:
    """Pages of the booklets and of a sheet."""
    wanted = [("rules-en.pdf", 0), ("rules-en.pdf", 8), ("rules-es.pdf", 3), ("rules-ja.pdf", 11), ("sheets-a4.pdf", 0)]
    height, gap = 420, 14
    shown = []
    for name, index in wanted:
        page = pypdfium2.PdfDocument(folder / name)[index]
        shown.append(page.render(scale=height / page.get_height()).to_pil().convert("RGB"))
    row = Image.new("RGB", (sum(page.width + gap for page in shown) + gap, height + 2 * gap), (190, 186, 180))
    left = gap
    for page in shown:
        row.paste(page, (left, gap))
        left += page.width + gap
    return row


def main(folder: Path) -> None:
    """Write the pictures into docs/."""
    DOCS.mkdir(exist_ok=True)
    made = {"labyrinth": labyrinth(folder / "svg"), "tiles": row_of_tiles(folder / "svg"), "booklet": pages(folder)}
    for name, image in made.items():
        image.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
            DOCS / f"{name}.png", optimize=True
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "output" / "asterion")
