"""Make pictures of README and docs from a folder built with ``--box``: ``python tools/pictures.py [output/asterion]``.

Needs what the tests need (resvg-py, pypdfium2, Pillow). The pictures are reduced to a palette, so that the repository
stays small, and come out the same for the same input.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import ezdxf.filemanagement
import pypdfium2
import resvg_py
from ezdxf.entities.lwpolyline import LWPolyline
from PIL import Image, ImageDraw

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.cli.picture import PictureFormat, scene_picture
from asterion_press.drawing.svg import png_bytes, svg_text
from asterion_press.games.asterismo.game import HexGame
from asterion_press.games.asterismo.setup import Setup
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.art.components import COUNTER_ID
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.commands.play import table_picture, view_of
from asterion_press.games.labyrinth.deck.space import limits_of, survey
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.games.labyrinth.diagrams.space_sheet import space_pages
from asterion_press.games.labyrinth.engine.bots import game_seed, random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.record import moment_of
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.pdf.drawing_pages import draw_contact_sheet

PROJECT = Path(__file__).resolve().parent.parent
DOCS = PROJECT / "docs"
SHEETS = (0, 1, 2, 8)
OTHER_SHEETS = (
    ("minotaurus", (0, 6, 8, 10, 12)),
    ("asterismo", (0, 6, 7)),
    ("asterion-original", (8, 9)),
)
"""Pages of the sheets of the other games, in two rows: those of Minotaurus above."""
SHOWN = ("Y05", "B10", "minotaur", "R08", "G02", "back-blue")


def drawn(svg: Path, pixels: int) -> Image.Image:
    """Return an SVG file as a picture of that width."""
    png = resvg_py.svg_to_bytes(svg_string=svg.read_text(encoding="utf-8"), width=pixels, dpi=96)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def labyrinth() -> Image.Image:
    """Draw the end of a game as a model, as `asterion play replay --view model --draw` draws it."""
    return table(2, paper_id="a4", as_model=True, dpi=130)


def whole_deck(theme_id: str, across: int, pixels: int) -> Image.Image:
    """Draw every tile of Asterion and every back, row by row."""
    game, theme = read_game(library.game_file()), load_theme(library.theme_file(theme_id).path)
    ids, gap = [name for name in game.component_ids() if name != COUNTER_ID], 8
    rows = -(-len(ids) // across)
    sheet = Image.new("RGB", (across * (pixels + gap) + gap, rows * (pixels + gap) + gap), "white")
    for number, name in enumerate(ids):
        drawing = game.draw(name, theme)
        png = resvg_py.svg_to_bytes(svg_string=svg_text(drawing), dpi=pixels / 50 * 25.4, background="#ffffff")
        tile = Image.open(io.BytesIO(bytes(png))).convert("RGB")
        row, column = divmod(number, across)
        sheet.paste(
            tile.crop((0, 0, min(pixels, tile.width), min(pixels, tile.height))),
            (gap + column * (pixels + gap), gap + row * (pixels + gap)),
        )
    return sheet


def themes() -> Image.Image:
    """Draw the same table in every theme, and in grey."""
    shown = [table(5, theme_id=theme, dpi=60) for theme in ("knossos", "night", "ink-saver")]
    shown.append(shown[0].convert("L").convert("RGB"))
    wide, high = shown[0].size
    sheet = Image.new("RGB", (2 * wide, 2 * high), "white")
    for number, picture in enumerate(shown):
        sheet.paste(picture, (number % 2 * wide, number // 2 * high))
    return sheet


def printed(folder: Path, names: Sequence[tuple[str, int]], height: int) -> Image.Image:
    """Draw pages of PDF files side by side."""
    gap = 14
    shown = [pypdfium2.PdfDocument(folder / name)[index] for name, index in names]
    pages = [page.render(scale=height / page.get_height()).to_pil().convert("RGB") for page in shown]
    sheet = Image.new("RGB", (sum(page.width + gap for page in pages) + gap, height + 2 * gap), (190, 186, 180))
    left = gap
    for page in pages:
        sheet.paste(page, (left, gap))
        left += page.width + gap
    return sheet


def row_of_tiles(svgs: Path) -> Image.Image:
    """Some components side by side."""
    pixels, gap = 220, 14
    row = Image.new("RGB", (len(SHOWN) * (pixels + gap) + gap, pixels + 2 * gap), "white")
    for index, name in enumerate(SHOWN):
        tile = drawn(svgs / f"{name}.svg", pixels)
        row.paste(tile, (gap + index * (pixels + gap), gap), tile)
    return row


def pages(folder: Path) -> Image.Image:
    """Draw pages of the booklets, in two rows, and of a sheet."""
    above = [("rules-en.pdf", 0), ("rules-en.pdf", 3), ("rules-en.pdf", 6), ("rules-ja.pdf", 7), ("sheets-a4.pdf", 0)]
    languages = ("de", "ru", "el", "zh-Hans", "ko")
    below = [(f"rules-{tag}.pdf", index) for tag, index in zip(languages, (1, 4, 5, 8, 10), strict=True)]
    height, gap = 420, 14
    rows = []
    for wanted in (above, below):
        pages = [pypdfium2.PdfDocument(folder / name)[index] for name, index in wanted]
        rows.append([page.render(scale=height / page.get_height()).to_pil().convert("RGB") for page in pages])
    width = max(sum(page.width + gap for page in row) for row in rows) + gap
    sheet = Image.new("RGB", (width, len(rows) * (height + gap) + gap), (190, 186, 180))
    for number, row in enumerate(rows):
        left = (width - sum(page.width + gap for page in row) + gap) // 2
        for page in row:
            sheet.paste(page, (left, gap + number * (height + gap)))
            left += page.width + gap
    return sheet


def made(*words: str) -> Path:
    """Run the program in a folder of its own, and return that folder."""
    folder = Path(tempfile.mkdtemp()) / "out"
    paper = ("--set", "paper=a4") if words[0] == "export" else ("--paper", "a4")
    subprocess.run([sys.executable, "-m", "asterion_press", *words, *paper, "--quiet", "--out", folder], check=True)
    return folder


def layouts() -> Image.Image:
    """Draw a sheet of each of three layouts."""
    pages = (("tight", 0), ("gutter-fold", 3), ("scissors", 4))
    folders = {name: made("build", "--only", "sheets", "--layout", name) for name, _ in pages}
    shown = [printed(folders[name], [("sheets-a4.pdf", page)], 640) for name, page in pages]
    sheet = Image.new("RGB", (sum(picture.width for picture in shown), shown[0].height))
    for number, picture in enumerate(shown):
        sheet.paste(picture, (number * picture.width, 0))
    return sheet


def cutting() -> Image.Image:
    """Draw the upper part of a sheet for a cutting machine, with its DXF over it."""
    folder, scale = made("export", "dxf", "--set", "cutter=silhouette"), 700 / 210
    page = pypdfium2.PdfDocument(folder / "sheets-a4.pdf")[0]
    picture = page.render(scale=scale * 25.4 / 72).to_pil().convert("RGB")
    pen = ImageDraw.Draw(picture)
    inks = {"CUT": "#e0208c", "MARKS": "#5a7030", "SHEET": "#6a70d8"}
    for line in ezdxf.filemanagement.readfile(folder / "cut-01.dxf").modelspace():
        if isinstance(line, LWPolyline):
            corners = [(float(x) * scale, (297 - float(y)) * scale) for x, y, *_ in line.get_points()]
            pen.line([*corners, corners[0]] if line.closed else corners, fill=inks[line.dxf.layer], width=2)
    return Image.Image.crop(picture, (0, 0, picture.width, 640))


def table(
    number: int, *, theme_id: str = "knossos", paper_id: str = "a4", as_model: bool = False, dpi: int = 130
) -> Image.Image:
    """Draw the end of a game that bots play."""
    deck = deck_of(load_catalogue(library.game_file().path).catalogue)
    theme, paper = load_theme(library.theme_file(theme_id).path), load_paper(library.paper_file(paper_id).path)
    box = GameSet.of(deck)
    view = view_of(moment_of(random_game(box, Rules(), 4, game_seed(number, 0), bot="greedy"), box))
    png = table_picture(view, deck, theme, paper, PictureFormat.PNG, dpi=dpi, as_model=as_model)
    return Image.open(io.BytesIO(png)).convert("RGB")


def space() -> Image.Image:
    """Draw the upper half of the contact sheet of designs, as `asterion play designs --draw` draws it."""
    deck = deck_of(load_catalogue(library.game_file().path).catalogue)
    themes = tuple(load_theme(library.theme_file(name).path) for name in ("knossos", "ink-saver"))
    paper, fonts = load_paper(library.paper_file("a4").path), library.fonts_folder()
    pages = space_pages(survey(deck, limits_of(deck)), deck, paper, (themes[0], themes[1]), fonts)
    png = png_bytes(draw_contact_sheet(pages[0], fonts), paper.width_mm, paper.height_mm, dpi=130)
    sheet = Image.open(io.BytesIO(png)).convert("RGB")
    return sheet.crop((0, sheet.height // 40, sheet.width, int(sheet.height * 0.492)))


def asterismo() -> Image.Image:
    """Draw a setup of asterismo, as `asterion play setup --draw` draws it."""
    found = read_game(library.game_file("asterismo"))
    if not isinstance(found, HexGame):
        raise TypeError("asterismo is a game of another kind")
    setup = Setup.of(found.catalogue, 4, 2, ())
    scene = setup.scene(load_theme(library.theme_file("knossos").path))
    paper = load_paper(library.paper_file("a4").path)
    png = scene_picture(scene, found.head, paper, PictureFormat.PNG, dpi=110)
    return Image.open(io.BytesIO(png)).convert("RGB")


def minotaurus() -> Image.Image:
    """Draw a pair, the head of card, and a sheet that it is cut from."""
    game, theme = read_game(library.game_file("minotaurus")), load_theme(library.theme_file("knossos").path)
    high, gap, grey = 420, 24, (190, 186, 180)
    shown = []
    for name in ("R4L", "R4R", game.usual_frontispiece, "bull-2"):
        drawing = game.draw(name, theme)
        png = resvg_py.svg_to_bytes(svg_string=svg_text(drawing), dpi=96 * 3, background="#ffffff")
        piece = Image.open(io.BytesIO(bytes(png))).convert("RGB")
        bleed = round(drawing.bleed * piece.width / (drawing.width + 2 * drawing.bleed))
        piece = piece.crop((bleed, bleed, piece.width - bleed, piece.height - bleed))
        shown.append(piece.resize((round(high * piece.width / piece.height), high), Image.Resampling.LANCZOS))
    sheet = Image.new("RGB", (sum(piece.width for piece in shown) + 4 * gap, high + 2 * gap), grey)
    left = gap
    for number, piece in enumerate(shown):
        sheet.paste(piece, (left, gap))
        left += piece.width + gap * (number > 0)  # the halves of the pair touch
    return sheet


def covers() -> Image.Image:
    """Draw the title pages and the lids of Minotaurus and asterismo."""
    rows = []
    for game in ("minotaurus", "asterismo"):
        folder = made("build", game, "--box", "--language", "en")
        lid = printed(folder, [("box.pdf", 0)], 900).crop((28, 14, 636, 652)).rotate(-90, expand=True)
        page = printed(folder, [("rules-en.pdf", 0)], lid.height - 28)
        row = Image.new("RGB", (page.width + lid.width, lid.height), (190, 186, 180))
        row.paste(page, (0, 0))
        row.paste(lid, (page.width, 0))
        rows.append(row)
    sheet = Image.new("RGB", (max(row.width for row in rows), sum(row.height for row in rows)))
    for number, row in enumerate(rows):
        sheet.paste(row, (0, number * rows[0].height))
    return sheet


def other_sheets() -> Image.Image:
    """Draw sheets of the other games, in two rows."""
    above, *below = (
        printed(made("build", game, "--only", "sheets"), [("sheets-a4.pdf", number) for number in numbers], 380)
        for game, numbers in OTHER_SHEETS
    )
    sheet = Image.new("RGB", (above.width, 2 * above.height), (190, 186, 180))
    sheet.paste(above, (0, 0))
    left = 0
    for picture in below:
        sheet.paste(picture, (left, above.height))
        left += picture.width - 14  # both have a gap there
    return sheet


def main(folder: Path) -> None:
    """Write the pictures into docs/."""
    DOCS.mkdir(exist_ok=True)
    svgs = folder / "svg"
    made = {
        "labyrinth": labyrinth(),
        "deck": whole_deck("knossos", 10, 130),
        "themes": themes(),
        "start": printed(folder, [("start-a4.pdf", 0)], 640),
        "sheets": printed(folder, [("sheets-a4.pdf", number) for number in SHEETS], 420),
        "box": printed(folder, [("box.pdf", 0), ("box.pdf", 1)], 560),
        "layouts": layouts(),
        "cutting": cutting(),
        "cards": printed(folder, [("cards-en.pdf", 0), ("cards-en.pdf", 1), ("track.pdf", 0)], 900),
        "tiles": row_of_tiles(svgs),
        "booklet": pages(folder),
        "game": table(1),
        "space": space(),
        "asterismo": asterismo(),
        "minotaurus": minotaurus(),
        "covers": covers(),
        "other-sheets": other_sheets(),
    }
    for name, image in made.items():
        image.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
            DOCS / f"{name}.png", optimize=True
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "output" / "asterion")
