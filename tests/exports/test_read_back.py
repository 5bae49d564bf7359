"""Every export of every game, read back with Pillow, pikepdf, PDFium, ezdxf and lxml, none of which wrote it.

`asterion verify` makes an export again and compares bytes, which finds all damage and no fault of the writers: those
are found here. What a picture must show is drawn by resvg from the piece's SVG.
"""

from __future__ import annotations

import io
import json
import math
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pikepdf
import pypdfium2
import pytest
from lxml import etree
from msgspec.structs import replace
from PIL import Image

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_cutter, load_paper, sound_papers
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import Drawing, Group, Transform
from asterion_press.drawing.svg import svg_text
from asterion_press.errors import AsterionError
from asterion_press.exports.run import EXPORTS
from asterion_press.exports.target import ExportContext
from asterion_press.games.game import Game
from asterion_press.games.kinds import read_game
from asterion_press.layout.sheets import Lot, Piece
from asterion_press.publish import OutputFolder
from tests.exports.test_export_vassal import decoded, unchained
from tests.support.cut_drawings import Chain, CutDrawing, Lines, box_of, read_cut_svg, read_cuts
from tests.support.pictures import opened, pixels
from tests.support.profiles import press_profile
from tests.support.small_games import SMALL

GAMES = tuple(library.games())
MM = 25.4 / 72
CELLS = 8
"""A picture is compared with what it must show in so many columns and rows, by their mean colours."""
FAR, MEAN = 60.0, 10.0
"""Largest and mean difference of a colour of 0 to 255 between two renderers."""
TRUE = 0.05
"""mm by which a cut may differ from its print."""
Colours = npt.NDArray[np.float64]


SHAPES = ("square", "octagon")
"""Of counters whose neighbours share edges, each in a small game of that name."""


@cache
def game_called(name: str) -> Game:
    if name not in SHAPES:
        return read_game(library.game_file(name))
    with TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.yaml")
        path.write_text(SMALL.replace("shape: round", f"shape: {name}"), encoding="utf-8")
        return read_game(ShelfFile("", path, path.name))


@cache
def drawn(game: str, component: str) -> Drawing:
    """A component as it must be seen: without the lines of the knife."""
    whole = game_called(game).draw(component, load_theme(library.theme_file("knossos").path))
    return replace(whole, groups=tuple(group for group in whole.groups if group.name not in {"cut", "fold"}))


@cache
def lines_brought_along(game: str, component: str) -> CutDrawing:
    """The cut and fold lines that a component's drawing brings along, as its SVG has them."""
    whole = game_called(game).draw(component, load_theme(library.theme_file("knossos").path))
    alone = replace(whole, groups=tuple(group for group in whole.groups if group.name in {"cut", "fold"}))
    return read_cut_svg(svg_text(alone).encode())


def outlines_of(game: str, lot: Lot, component: str, radius: float = 0.0) -> list[Chain]:
    """Where a piece must be cut, in mm from the top left corner of its trim: by its own lines, a circle, its trim."""
    if not game_called(game).is_round(component) and (own := lines_brought_along(game, component).layers.get("cut")):
        return own
    far = lot.width / 2 if game_called(game).is_round(component) else radius
    middles = ((far, far), (lot.width - far, far), (lot.width - far, lot.height - far), (far, lot.height - far))
    turns = [np.linspace(math.pi + at * math.pi / 2, math.pi + (at + 1) * math.pi / 2, 91) for at in range(4)]
    around = [
        (x + far * math.cos(a), y + far * math.sin(a)) for (x, y), arc in zip(middles, turns, strict=True) for a in arc
    ]
    return [Chain(list(dict.fromkeys(around)), closed=True)]


def lots_of(game: str, paper: str | None = None) -> list[tuple[Lot, Piece]]:
    """Every piece that is printed, with its lot: on a paper, or undivided."""
    papers = sound_papers()
    sheet = papers[paper] if paper else max(papers.values(), key=lambda one: one.width_mm * one.height_mm)
    return [(lot, piece) for lot in game_called(game).lots(sheet) for piece in lot.pieces if piece.copies]


def sides_of(game: str) -> Iterator[tuple[Lot, Piece, str, str]]:
    """Each piece with its front, and with its back if it has one."""
    for lot, piece in lots_of(game):
        yield lot, piece, "fronts", piece.id
        if piece.back:
            yield lot, piece, "backs", piece.back


def exported(target: str, game: str, **given: object) -> dict[str, bytes]:
    """The files of an export, made in memory."""
    found = EXPORTS[target]
    theme = load_theme(library.theme_file("knossos").path)
    context = ExportContext(game_called(game), theme, "", "", OutputFolder(Path("none")))
    values = {one.name: one.default for one in found.options} | {
        name.replace("_", "-"): value for name, value in given.items()
    }
    return {one.name: one.make() for one in found.files(context, values)}


# -- what pictures show ------------------------------------------------------------------------------------------------


def coarse(rows: npt.NDArray[Any]) -> Colours:
    """Mean colours of the cells of a picture."""
    image = Image.fromarray(rows.astype(np.uint8))
    return np.asarray(image.resize((CELLS, CELLS), Image.Resampling.BOX), dtype=np.float64)


@cache
def must_show(game: str, component: str, bleed: float) -> Colours:
    """What resvg draws of a component, with so many mm around its trim."""
    one = drawn(game, component)
    moved = (Group("all", one.groups, Transform.placing(bleed, bleed)),)
    return coarse(
        pixels(replace(one, width=one.width + 2 * bleed, height=one.height + 2 * bleed, groups=moved), per_mm=4)
    )


def unlike(image: Image.Image, game: str, component: str, bleed: float = 0.0) -> str:
    """How a picture differs from what it must show, where it is opaque; nothing if it does not."""
    seen = coarse(np.asarray(image.convert("RGB")))
    opaque = np.ones((CELLS, CELLS), dtype=bool)
    if image.mode == "RGBA":
        opaque = np.asarray(image.getchannel("A").resize((CELLS, CELLS), Image.Resampling.BOX)) == 255
    off = abs(seen - must_show(game, component, bleed))[opaque]
    if not off.size:
        return ""
    return f"off by {off.max():.0f}, {off.mean():.1f}" if off.max() > FAR or off.mean() > MEAN else ""


def transparent(image: Image.Image, game: str, lot: Lot, component: str) -> str:
    """How the opaque part differs from the area within the piece's cut; nothing if it does not."""
    areas = []
    for chain in outlines_of(game, lot, component):
        points = np.array([complex(*point) for point in chain.points])
        areas.append(abs((points.conjugate() * np.roll(points, -1)).imag.sum()) / 2 / (lot.width * lot.height))
    if image.mode == "RGB":  # many parts, as those of a net, are not cut out of their picture
        return "" if len(areas) > 1 or areas[0] > 0.999 else "shows what is cut away"
    there, share = np.asarray(image.getchannel("A")).mean() / 255, 2 * max(areas) - sum(areas)  # a ring has a hole
    return f"{there:.1%} of it are opaque, of {share:.1%}" if abs(there - share) > 0.02 else ""


def folder_of(kind: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-")


def picture_faults(
    raw: bytes, game: str, lot: Lot, component: str, size: tuple[int, ...], *, dpi: float = 0.0, bleed: float = 0.0
) -> Iterator[str]:
    """Tell what is wrong with a picture: its size, what it shows, and its resolution or, without one, what is cut."""
    image = opened(raw)
    if image.size != size:
        yield f"{component}: {image.size}, not {size}"
    if dpi and (image.mode != "RGB" or image.info["dpi"] != pytest.approx((dpi, dpi), abs=0.02)):
        yield f"{component}: {image.mode}, {image.info}"
    checks = unlike(image, game, component, bleed), "" if dpi else transparent(image, game, lot, component)
    yield from (f"{component}: {what}" for what in checks if what)


def checked_pictures(files: dict[str, bytes], game: str, folders: dict[str, str]) -> Iterator[tuple[bytes, Lot, str]]:
    """Yield each picture that must lie in the folders of some kinds, with its lot and component; no other is there.

    The table names each piece with its copies and its back.
    """
    rows = ["kind,piece,copies,back"]
    rows += [
        f"{folders.get(lot.kind, folder_of(lot.kind))},{one.id},{one.copies},{one.back}" for lot, one in lots_of(game)
    ]
    assert files.pop("pieces.csv").decode() == "\n".join(rows) + "\n"
    sides = [one for one in sides_of(game) if one[0].kind in folders]
    wanted = {f"{folders[lot.kind]}/{side}/{one}.png": (lot, one) for lot, _, side, one in sides}
    assert files.keys() == wanted.keys()
    yield from ((files[name], lot, component) for name, (lot, component) in wanted.items())


def own_folders(game: str) -> dict[str, str]:
    """A folder for each kind of pieces."""
    return {lot.kind: folder_of(lot.kind) for lot, _ in lots_of(game)}


@pytest.mark.parametrize(
    ("game", "given"), [*((one, {"dpi": 60}) for one in GAMES), ("asterismo", {"dpi": 70, "bleed": 1.5})]
)
def test_pictures_have_their_size_resolution_and_bleed_and_show_each_piece(game: str, given: dict[str, Any]) -> None:
    faults, dpi = list[str](), given["dpi"]
    for raw, lot, component in checked_pictures(exported("png", game, **given), game, own_folders(game)):
        bleed = given.get("bleed", lot.bleed) if lot.bleed else 0.0
        size = tuple(round((side + 2 * bleed) / 25.4 * dpi) for side in (lot.width, lot.height))
        faults += picture_faults(raw, game, lot, component, size, dpi=dpi, bleed=bleed)
    assert not faults


@pytest.mark.parametrize("game", GAMES)
def test_trimmed_pictures_are_as_large_as_asked_for_cut_out_and_show_each_piece(game: str) -> None:
    faults = list[str]()
    for raw, lot, component in checked_pictures(exported("table", game, pixels=200), game, own_folders(game)):
        size = tuple(round(side * 200 / max(lot.width, lot.height)) for side in (lot.width, lot.height))
        faults += picture_faults(raw, game, lot, component, size)
    assert not faults


@pytest.mark.parametrize("game", GAMES)
def test_pictures_for_the_game_crafter_are_those_of_its_products(game: str) -> None:
    if not game.startswith("asterion"):
        with pytest.raises(AsterionError, match=r"no piece of .* has the size of a product|The Game Crafter asks for"):
            exported("tgc", game)
        return
    faults = list[str]()
    for raw, lot, component in checked_pictures(exported("tgc", game), game, {"tiles": "SmallSquareTile"}):
        scale = (675 - 2 * 37.5) / lot.width  # pixels a mm: what is printed is a little larger than drawn
        faults += picture_faults(raw, game, lot, component, (675, 675), dpi=300, bleed=37.5 / scale)
    assert not faults


# -- pages -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("given", [{}, {"cut_line": "cmyk", "bleed": 1.0}, {"cut_line": "none"}], ids=repr)
def test_each_side_has_a_page_with_its_boxes_its_art_and_its_cut(
    game: str, given: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "press.icc").write_bytes(press_profile())
    intent = {} if "cut_line" in given else {"intent": tmp_path / "press.icc", "spot_name": "Knife"}
    files, faults = exported("pdf", game, **given, **intent), list[str]()
    raw, ink = files.pop(f"{game}-pieces.pdf"), given.get("cut_line", "spot")
    rows, page = ["page,back page,piece,copies,width mm,height mm"], 1
    for lot, piece in lots_of(game):
        back = f"{page + 1}" if piece.back else ""
        rows.append(f"{page},{back},{piece.id},{piece.copies},{lot.width:.2f},{lot.height:.2f}")
        page += 2 if piece.back else 1
    assert files.pop("pieces.csv").decode() == "\n".join(rows) + "\n"
    assert files == ({"intent.icc": press_profile()} if intent else {})
    seen = pypdfium2.PdfDocument(raw)
    if not given:  # else the lines of the knife are seen, too
        assert len(seen) == page - 1
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        root: Any = pdf.Root
        assert ("/OutputIntents" in root) == bool(intent)
        assert not intent or root.OutputIntents[0].DestOutputProfile.read_bytes() == press_profile()
        assert len(pdf.pages) == page - 1
        for number, (leaf, (lot, _, side, component)) in enumerate(zip(pdf.pages, sides_of(game), strict=True)):
            bleed = given.get("bleed", lot.bleed) if lot.bleed else 0.0
            reported = [
                *_box_faults(leaf, lot, bleed),
                *_line_faults(leaf, game, lot, component, side, ink, bool(intent)),
            ]
            if ink == "none":
                reported += [unlike(seen[number].render(scale=1).to_pil(), game, component, bleed)]
            faults += [f"page {number + 1}, {component}: {what}" for what in reported if what]
    assert not faults


def _box_faults(page: Any, lot: Lot, bleed: float) -> Iterator[str]:
    whole = [0, 0, lot.width + 2 * bleed, lot.height + 2 * bleed]
    trim = [bleed, bleed, bleed + lot.width, bleed + lot.height]
    for key, wanted in (("/MediaBox", whole), ("/BleedBox", whole), ("/TrimBox", trim)):
        found = [float(one) * MM for one in page.get(key, [0, 0, 0, 0])]
        if not np.allclose(found, wanted, atol=0.01):
            yield f"its {key} is {found}, not {wanted}"


def _line_faults(page: Any, game: str, lot: Lot, component: str, side: str, ink: str, named: bool) -> Iterator[str]:
    """Tell which layers of lines are not those that there must be, in their ink and around the trim."""
    own = lines_brought_along(game, component).layers
    wanted = (
        {"Cut lines"} | ({"Fold lines"} if own.get("fold") else set()) if side == "fronts" and ink != "none" else set()
    )
    forms = [page.Resources.XObject[name] for name in shown_on(page)]
    lines = {str(form.OC.Name): form for form in forms if "/OC" in form}
    if lines.keys() != wanted:
        yield f"has the layers {sorted(lines)}, not {sorted(wanted)}"
    if [str(form.AsterionComponent) for form in forms if "/OC" not in form] != [component]:
        yield "shows another piece"
    for layer, form in lines.items():
        spaces = form.Resources.get("/ColorSpace", {})
        inks = [str(space[1]) for space in spaces.values()]
        name = {"Cut lines": "/Knife" if named else "/CutContour", "Fold lines": "/Crease"}[layer]
        if inks != ([name] if ink == "spot" else []):
            yield f"has {layer} in {inks}"
        if not form.Resources.ExtGState.Over.OP:
            yield f"has {layer} that do not overprint"
        chains = own.get("cut" if layer == "Cut lines" else "fold") or outlines_of(game, lot, component)
        boxes = np.array([box_of(chain) for chain in chains])
        around = [*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0)]
        found = _stroked(form)
        if not np.allclose(found, around, atol=TRUE):
            yield f"has {layer} around {found}, not {around}"


def _stroked(form: Any) -> list[float]:
    """The box around the ends of all lines of a form, in mm from the top left corner of the trim."""
    xs, ys = [], []
    for one in pikepdf.parse_content_stream(form):
        if str(one.operator) in {"m", "l", "c"}:
            xs.append(float(one.operands[-2]))
            ys.append(float(one.operands[-1]))
    return [min(xs), min(ys), max(xs), max(ys)]


def shown_on(page: Any) -> list[str]:
    """The names of the forms that a page shows, in order."""
    return [str(one.operands[0]) for one in pikepdf.parse_content_stream(page) if str(one.operator) == "Do"]


# -- cut files ---------------------------------------------------------------------------------------------------------


class Printed(NamedTuple):
    """A piece on a printed front, the top left corner of its trim in mm."""

    component: str
    x: float
    y: float


def printed_fronts(raw: bytes) -> list[list[Printed]]:
    """The pieces on each front, by the matrices that place their forms."""
    fronts = []
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        for page in list(pdf.pages)[::2]:
            found, matrix, forms, height = [], [0.0] * 6, page.resources.XObject, float(page.mediabox[3])
            for one in pikepdf.parse_content_stream(page):
                if str(one.operator) == "cm":
                    matrix = [float(number) for number in one.operands]
                if str(one.operator) == "Do" and "/AsterionComponent" in (form := forms[str(one.operands[0])]):
                    assert matrix[:4] == pytest.approx([1 / MM, 0, 0, -1 / MM], abs=1e-4)
                    found.append(Printed(str(form.AsterionComponent), matrix[4] * MM, (height - matrix[5]) * MM))
            fronts.append(found)
    return fronts


@pytest.mark.parametrize(
    ("game", "cutter", "paper", "radius"),
    [
        *((game, cutter, "a4", 0.0) for game in GAMES for cutter in ("plain", "silhouette")),
        *((game, "plain", "a4", 2.0) for game in (*GAMES, *SHAPES)),
        *((game, "plain", "a4", 0.0) for game in SHAPES),
        ("asterion", "silhouette-four", "letter", 2.5),
    ],
)
@pytest.mark.parametrize("target", ["dxf", "svg"])
def test_every_piece_is_cut_all_around_where_it_is_printed_and_nothing_else_is(
    game: str, target: str, cutter: str, paper: str, radius: float
) -> None:
    files, faults = exported(target, game, cutter=cutter, paper=paper, corner_radius=radius), list[str]()
    fronts = printed_fronts(files.pop(f"sheets-{paper}.pdf"))
    lots = {piece.id: (lot, piece) for lot, piece in lots_of(game, paper)}
    assert list(files) == [f"cut-{number:02d}.{target}" for number in range(1, len(fronts) + 1)]
    printed = Counter(one.component for front in fronts for one in front if one.component in lots)
    wanted = {one: piece.copies for one, (_, piece) in lots.items()}
    assert all(printed[one] in ({count} if cutter == "plain" else {0, count}) for one, count in wanted.items())
    for front, (name, raw) in zip(fronts, files.items(), strict=True):
        drawing = read_cuts(name, raw)
        faults += [f"{name}: {what}" for what in _sheet_faults(drawing, cutter, paper)]
        pieces = [one for one in front if one.component in lots]
        for layer in ("cut", "fold"):
            there = Lines(drawing.layers.get(layer, []))
            every = []
            for one in pieces:
                lot = lots[one.component][0]
                own = lines_brought_along(game, one.component).layers.get(layer, [])
                chains = outlines_of(game, lot, one.component, radius) if layer == "cut" else own
                must = Lines(chains, one.x, one.y)
                every.append(must.lines)
                if (off := there.farthest(must.along())) > TRUE:
                    faults.append(f"{name}: {layer} of {one.component} at {one.x:.2f}, {one.y:.2f}: {off:.2f} mm away")
            printed_lines = Lines([])
            printed_lines.lines = np.concatenate([*every, np.empty((0, 2))])
            if len(there.lines) and (off := printed_lines.farthest(there.along())) > TRUE:
                faults.append(f"{name}: a {layer} is {off:.2f} mm from all pieces")
            faults += [f"{name}: {twice} of layer {layer} twice"] if (twice := there.twice()) else []
    assert not faults


def _sheet_faults(drawing: CutDrawing, cutter: str, on: str) -> Iterator[str]:
    """Tell what is wrong with a sheet's size, edge, marks, layers and inks."""
    paper, marks = load_paper(library.paper_file(on).path), load_cutter(library.cutters()[cutter].path).marks
    size = paper.width_mm, paper.height_mm
    if (drawing.width, drawing.height) != size or list(map(box_of, drawing.layers["sheet"])) != [(0, 0, *size)]:
        yield f"is {drawing.width} x {drawing.height} mm"
    wanted = []
    if marks is not None:
        near, arm = marks.inset_mm, marks.arm_mm
        right, low = size[0] - near, size[1] - near
        corner = arm if marks.style == "four-corners" else marks.square_mm
        wanted = [
            (near, near, near + corner, near + corner),
            (near, low - arm, near + arm, low),
            (right - arm, near, right, near + arm),
            *([(right - arm, low - arm, right, low)] if marks.style == "four-corners" else []),
        ]
    found = sorted(map(box_of, drawing.layers.get("marks", [])))
    if len(found) != len(wanted) or not np.allclose(found, wanted, atol=0.01):
        yield f"has marks at {found}, not {wanted}"
    if drawing.layers.keys() - {"cut", "fold", "marks", "sheet"}:
        yield f"has the layers {sorted(drawing.layers)}"
    pens = [pen for layer, pens in drawing.inks.items() if layer != "marks" for pen in pens]
    if len(set(pens)) != len(pens) or any(isinstance(pen, tuple) and (pen[1] != "none" or not pen[0]) for pen in pens):
        yield f"has lines in {drawing.inks}"


# -- virtual tables ----------------------------------------------------------------------------------------------------


def piles_of(game: str) -> dict[tuple[str, str], list[tuple[Lot, Piece]]]:
    """Pieces that lie together: of one kind behind one back, or equal ones; by their kind and that component."""
    piles: dict[tuple[str, str], list[tuple[Lot, Piece]]] = {}
    for lot, piece in lots_of(game):
        hidden = piece.back not in {"", piece.id}
        piles.setdefault((lot.kind, piece.back if hidden else piece.id), []).append((lot, piece))
    return piles


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_object_holds_every_piece_in_its_pile_with_its_faces_and_its_size(game: str) -> None:
    address = "https://example.org/x/"
    files = exported("tts", game, base_url=address)
    saved = json.loads(files.pop(f"{game}.json"))
    pictures = {f"{address}{name.removeprefix('images/')}": opened(raw) for name, raw in files.items()}
    named: set[str] = set()
    guids: list[str] = []
    faults: list[str] = []
    for thing, pile in zip(saved["ObjectStates"], piles_of(game).values(), strict=True):
        lot = pile[0][0]
        copies = [piece for _, piece in pile for _ in range(piece.copies)]
        inner = thing.get("ContainedObjects") or [thing]
        guids += [one["GUID"] for one in ([thing, *inner] if inner != [thing] else inner)]
        if len(inner) != len(copies):
            faults.append(f"{thing['Nickname']}: {len(inner)} pieces, not {len(copies)}")
            continue
        if thing.get("DeckIDs"):
            faults += [f"{thing['Nickname']}: names other cards than it holds"] * (
                thing["DeckIDs"] != [one["CardID"] for one in inner]
            )
        for one, piece in zip(inner, copies, strict=True):
            scale = max(lot.width, lot.height) / 50 * (2.2 / 2 if "CustomImage" in one else 1)
            reported = [] if one["Transform"]["scaleX"] == pytest.approx(scale, abs=1e-3) else ["another size"]
            reported += [] if one["Nickname"] == piece.name else [f"is called {one['Nickname']!r}"]
            front, back = _faces(one, thing, pictures, reported)
            named |= {front[0], back}
            reported += [unlike(front[1], game, piece.id)] if isinstance(front[1], Image.Image) else ["shows nothing"]
            reported += ["another back"] if back != (f"{address}{piece.back}.png" if piece.back else "") else []
            reported += [] if one["LuaScript"] == "" else ["a script"]
            faults += [f"{piece.name}: {what}" for what in reported if what]
    assert not faults
    assert len(set(guids)) == len(guids)
    assert named - {""} == pictures.keys()
    for lot, _, _, component in sides_of(game):
        if image := pictures.get(f"{address}{component}.png"):
            size = tuple(round(side * 512 / max(lot.width, lot.height)) for side in (lot.width, lot.height))
            assert (image.size, unlike(image, game, component)) == (size, ""), component


def _faces(one: Any, deck: Any, pictures: dict[str, Image.Image], reported: list[str]) -> tuple[tuple[str, Any], str]:
    """The address and the picture of an object's face, and the address of its back; tell what is wrong with them."""
    if "CustomImage" in one:
        image = one["CustomImage"]
        return (image["ImageURL"], pictures.get(image["ImageURL"])), image["ImageSecondaryURL"]
    key, place = divmod(one["CardID"], 100)
    (sheet,) = [held["CustomDeck"].get(str(key)) for held in (one,)]
    if deck is not one and deck["CustomDeck"].get(str(key)) != sheet:
        reported.append("is of another sheet than its deck")
    columns, rows = sheet["NumWidth"], sheet["NumHeight"]
    image = pictures[sheet["FaceURL"]]
    wide, high = image.width // columns, image.height // rows
    if max(image.size) > 4096 or place >= columns * rows or (image.width % columns, image.height % rows) != (0, 0):
        reported.append(f"lies at {place} of {columns} x {rows} in {image.size}")
    left, top = place % columns * wide, place // columns * high
    return (sheet["FaceURL"], image.crop((left, top, left + wide, top + high))), sheet["BackURL"]


@pytest.mark.parametrize("game", GAMES)
def test_a_module_holds_every_piece_with_its_number_its_size_and_its_pictures(game: str) -> None:
    files = exported("vassal", game)
    assert files.keys() == {f"{game}.vmod", "gpids.json"}
    lock = json.loads(files["gpids.json"])
    with zipfile.ZipFile(io.BytesIO(files[f"{game}.vmod"])) as module:
        assert module.testzip() is None
        inside = {name: module.read(name) for name in module.namelist()}
    build, data = etree.fromstring(inside.pop("buildFile.xml")), etree.fromstring(inside.pop("moduledata"))
    for key in ("name", "version", "VassalVersion"):
        assert data.findtext(key) == build.get(key) != ""
    assert build.get("nextPieceSlotId") == str(lock["next"])
    for needed in ("PieceMover", "BoardPicker", "StackMetrics"):
        assert len(list(build.iter(f"VASSAL.build.module.map.{needed}"))) == 1
    there: Counter[tuple[str, str]] = Counter()
    sizes = {piece.id: (str(round(lot.width * 4)), str(round(lot.height * 4))) for lot, piece in lots_of(game)}
    numbers: Counter[str] = Counter()
    for slot in build.iter("VASSAL.build.widget.CardSlot", "VASSAL.build.widget.PieceSlot"):
        _, types, states = decoded((slot.text or "").removeprefix("+/"), "/")
        traits, stands = ([decoded(one, ";") for one in unchained(text)] for text in (types, states))
        component = traits[-1][3].removesuffix(".png")
        backs = [trait[2].removesuffix(".png") for trait in traits if trait[0] == "obs"]
        there[component, *backs] += 1  # type: ignore[index]
        numbers[component] += 1
        assert stands[-1][3] == slot.get("gpid") == str(lock["pieces"][f"{component}#{numbers[component]}"])
        assert (slot.get("width"), slot.get("height")) == sizes[component], component
    numbered = list(lock["pieces"].values())
    assert len(set(numbered)) == len(numbered) == sum(numbers.values())
    hidden = ((one, (one.back,) if one.back not in {"", one.id} else ()) for _, one in lots_of(game))
    assert there == {(one.id, *back): one.copies for one, back in hidden}
    wanted = {f"images/{one}.png": (lot, one) for lot, _, _, one in sides_of(game)}
    assert inside.keys() == wanted.keys()
    faults = list[str]()
    for name, (lot, component) in wanted.items():
        faults += picture_faults(inside[name], game, lot, component, (round(lot.width * 4), round(lot.height * 4)))
    assert not faults
