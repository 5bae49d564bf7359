"""A VASSAL module: one table with a grid, decks, heaps and single pieces on it, as the files of its archive.

::

    buildFile.xml    GameModule
                     |- BasicCommandEncoder, Documentation, PlayerRoster, GlobalOptions
                     `- Map --- what makes pieces move, BoardPicker > Board > SquareGrid
                             |- DrawPile > CardSlot ...        a deck, face down; a heap, face up
                             `- SetupStack > PieceSlot         a single piece
    moduledata       name and version, for the list of modules
    images/          one picture a component

A piece is a chain of traits, each level of which escapes the delimiters of the level within::

    +/null/<types>/<states>          a piece to be added; the delimiter is a slash
    mask TAB turning TAB piece;;;    types, outermost first; what is within has its tabs escaped, once for each level
    null;  TAB 0 TAB null;0;0;17;0   states in the same order

Lengths on the table are in pixels, at :data:`PX_PER_MM`; a piece lies where its middle is.

Source: VASSAL 3.7, the attributes of GameModule, Map, Board, SquareGrid, DrawPile, SetupStack and PieceSlot;
SequenceEncoder, BasicCommandEncoder, Decorator, Obscurable, FreeRotator, BasicPiece, Marker.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from msgspec import Struct

from generator.exports.pieces import Pile
from generator.layout.sheets import Piece

PX_PER_MM = 4.0
"""A tile of 50 mm is 200 pixels wide. Own choice: clear on a screen at full size, and small when zoomed out."""
VASSAL_VERSION = "3.7.0"
"""The oldest version whose files have this form."""
TABLE = "Table"
MOVING = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander", "PieceMover",
    "KeyBufferer", "ImageSaver", "CounterDetailViewer", "Zoomer", "HighlightLastMoved",
)  # fmt: skip
"""Functions of a map; without them its pieces cannot even be moved. Source: a new Map in VASSAL."""
CLOTH = "235,228,210"
LINES = "150,140,120"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that an archive knows."""
FILE_MODE = 0o100644
UNIX = 3
FLIP_KEY = "70,130"
TURN_RIGHT_KEY, TURN_LEFT_KEY = "93,130", "91,130"
"""Ctrl-F, Ctrl-] and Ctrl-[ as VASSAL writes keys: the key's code and its modifiers. Source: NamedHotKeyConfigurer."""
BACKGROUND = "B"
"""A masked piece shows its mask alone. Source: Obscurable."""


class Module(Struct, frozen=True):
    """The contents of a module.

    Attributes:
        game, title, description: for the list of modules.
        version: of the game; what VASSAL compares when players meet.
        piles: what lies on the table.
        gpids: number of each piece, by component and copy, such as ``Y01#1``.
        next_gpid: the first number that no piece ever had.
        turns: by how many equal turns a component is turned; 0 if it is round.
    """

    game: str
    title: str
    description: str
    version: str
    piles: tuple[Pile, ...]
    gpids: Mapping[str, int]
    next_gpid: int
    turns: Mapping[str, int]


def copies_of(pile: Pile) -> Iterator[tuple[Piece, str]]:
    """Yield every single piece of a pile, with the name by which it is numbered."""
    for piece in pile.pieces:
        for number in range(1, piece.copies + 1):
            yield piece, f"{piece.id}#{number}"


def build_file(module: Module) -> bytes:
    """Write ``buildFile.xml``."""
    root = Element(
        "VASSAL.build.GameModule",
        name=module.title,
        version=module.version,
        VassalVersion=VASSAL_VERSION,
        description=module.description,
        ModuleOther1="",
        ModuleOther2="",
        nextPieceSlotId=str(module.next_gpid),
    )
    SubElement(root, "VASSAL.build.module.BasicCommandEncoder")
    SubElement(root, "VASSAL.build.module.Documentation")
    roster = SubElement(root, "VASSAL.build.module.PlayerRoster", buttonText="Retire", buttonToolTip="Change sides")
    for pile in module.piles:
        if pile.placement == "deck":
            SubElement(roster, "entry").text = pile.name
    SubElement(
        root,
        "VASSAL.build.module.GlobalOptions",
        autoReport="Always",
        centerOnMove="Use Preferences Setting",
        nonOwnerUnmaskable="Use Preferences Setting",
        playerIdFormat="$PlayerName$",
        promptString="Opponents can unmask pieces",
    )
    _add_table(root, module)
    return _to_xml(root)


def _add_table(root: Element, module: Module) -> None:
    """Add the table: its grid, what moves pieces, and the piles in a column, the first one's equals in the middle."""
    table = SubElement(
        root,
        "VASSAL.build.module.Map",
        mapName=TABLE,
        allowMultiple="false",
        backgroundcolor="120,110,95",
        edgeWidth="0",
        edgeHeight="0",
        launch="false",
        markMoved="Never",
    )
    # a cell of the grid is as large as what is laid most often face down, or else first
    decks = [pile for pile in module.piles if pile.placement == "deck"] or list(module.piles)
    lot = max(decks, key=lambda pile: pile.count).lot
    width, height = round(lot.width * PX_PER_MM), round(lot.height * PX_PER_MM)
    count = sum(pile.count for pile in module.piles if pile.placement != "heap")
    side = math.ceil(math.sqrt(count))
    columns, rows = 2 * side + 5, max(2 * side + 1, len(module.piles) + 2)
    _add_board(table, (columns, rows), (width, height))
    for name in MOVING:
        SubElement(table, f"VASSAL.build.module.map.{name}")
    SubElement(table, "VASSAL.build.module.map.SelectionHighlighters")
    SubElement(table, "VASSAL.build.module.map.StackMetrics", disabled="false", exSepX="6", exSepY="18")
    row = 1
    for pile in module.piles:
        if pile.placement == "single" and pile.lot == module.piles[0].lot:
            place = columns // 2, rows // 2
        else:
            place, row = (1, row), row + 1
        x, y = (round((at + 0.5) * size) for at, size in zip(place, (width, height), strict=True))
        _add_pile(table, pile, (x, y), module)


def _add_board(table: Element, cells: tuple[int, int], size: tuple[int, int]) -> None:
    picker = SubElement(table, "VASSAL.build.module.map.BoardPicker", addColumnText="Add column", addRowText="Add row")
    (columns, rows), (width, height) = cells, size
    board = SubElement(
        picker,
        "VASSAL.build.module.map.boardPicker.Board",
        name=TABLE,
        width=str(columns * width),
        height=str(rows * height),
        color=CLOTH,
        reversible="false",
    )
    SubElement(
        board,
        "VASSAL.build.module.map.boardPicker.board.SquareGrid",
        x0=str(width // 2),  # the middle of the first cell
        y0=str(height // 2),
        dx=f"{width:.1f}",
        dy=f"{height:.1f}",
        range="Metric",
        snapTo="true",
        edgesLegal="false",
        cornersLegal="false",
        visible="true",
        dotsVisible="false",
        color=LINES,
    )


def _add_pile(table: Element, pile: Pile, at: tuple[int, int], module: Module) -> None:
    x, y = at
    place = {"name": pile.name, "owningBoard": TABLE, "x": str(x), "y": str(y)}
    if pile.placement == "single":
        stack = SubElement(table, "VASSAL.build.module.map.SetupStack", place | {"useGridLocation": "false"})
        _add_slots(stack, "VASSAL.build.widget.PieceSlot", pile, module)
        return
    deck = pile.placement == "deck"
    attributes = {
        "width": str(round(pile.lot.width * PX_PER_MM)),
        "height": str(round(pile.lot.height * PX_PER_MM)),
        "allowMultiple": "true",
        "allowSelect": "false",
        "faceDown": "Always" if deck else "Never",
        "drawFaceUp": "true",
        "shuffle": "Always" if deck else "Never",
        "reshufflable": "false",
        "reversible": "false",
        "draw": "true",
        "color": "90,80,65",
        "maxStack": "10",
        "canSave": "false",
        "expressionCounting": "false",
        "restrictOption": "false",
        "hotkeyOnEmpty": "false",
    }
    draws = SubElement(table, "VASSAL.build.module.map.DrawPile", place | attributes)
    _add_slots(draws, "VASSAL.build.widget.CardSlot", pile, module)


def _add_slots(holder: Element, kind: str, pile: Pile, module: Module) -> None:
    width, height = (str(round(side * PX_PER_MM)) for side in (pile.lot.width, pile.lot.height))
    for piece, name in copies_of(pile):
        gpid = str(module.gpids[name])
        slot = SubElement(holder, kind, entryName=piece.name, gpid=gpid, width=width, height=height)
        slot.text = piece_text(traits_of(piece, gpid, pile, module.turns[piece.id]))


def traits_of(piece: Piece, gpid: str, pile: Pile, turns: int) -> list[Trait]:
    """Return the traits of a piece, outermost first: it is flipped if it has another back, and turned."""
    traits = [masked(f"{piece.back}.png")] if piece.back not in {"", piece.id} else []
    traits += [turning(turns)] if turns else []
    return [*traits, marked(Pile=pile.name), basic(f"{piece.id}.png", piece.name, gpid)]


def _to_xml(root: Element) -> bytes:
    indent(root, " ")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode").encode() + b"\n"


def module_data(module: Module) -> bytes:
    """Write ``moduledata``."""
    root = Element("data", version="1")
    texts = {
        "version": module.version,
        "extra1": "",
        "extra2": "",
        "VassalVersion": VASSAL_VERSION,
        "dateSaved": "0",
        "description": module.description,
        "name": module.title,
    }
    for name, text in texts.items():
        SubElement(root, name).text = text
    return _to_xml(root)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip archive: sorted, of one time and mode, so that equal files make equal archives."""
    import zipfile  # slow, and the options of targets do without

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as written:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.create_system, entry.external_attr = UNIX, FILE_MODE << 16
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            written.writestr(entry, files[name])
    return buffer.getvalue()


class Trait(Struct, frozen=True):
    """One trait, or the piece within all of them: its type and its state."""

    kind: str
    state: str


def encoded(delimiter: str, *tokens: str) -> str:
    """Return tokens as one text, as VASSAL's SequenceEncoder writes them."""
    written = []
    for token in tokens:
        escaped = token.replace(delimiter, f"\\{delimiter}")
        quoted = token.startswith("\\") or (token.startswith("'") and token.endswith("'"))
        written.append(f"'{escaped}'" if quoted else escaped)
    return delimiter.join(written)


def chained(parts: Sequence[str]) -> str:
    """Return types or states of traits as one text, outermost first."""
    outer, *inner = parts
    return encoded("\t", outer, chained(inner)) if inner else outer


def piece_text(traits: Sequence[Trait]) -> str:
    """Return a piece as a slot holds it."""
    kinds, states = chained([one.kind for one in traits]), chained([one.state for one in traits])
    return "+/" + encoded("/", "null", kinds, states)


def basic(image: str, name: str, gpid: str) -> Trait:
    """Return the innermost trait, the piece itself, which has no place yet."""
    return Trait("piece;" + encoded(";", "", "", image, name), encoded(";", "null", "0", "0", gpid, "0"))


def turning(turns: int) -> Trait:
    """Return the trait that turns a piece in so many equal steps; it starts unturned."""
    words = "Turn right", "Turn left"
    tokens = (str(turns), TURN_RIGHT_KEY, TURN_LEFT_KEY, *words, "", "", "turns", "", "", "", "", "true")
    return Trait("rotate;" + encoded(";", *tokens), "0")


def masked(image: str) -> Trait:
    """Return the trait of a piece that shows an image instead of its face as long as it lies face down."""
    tokens = FLIP_KEY, image, "Flip", BACKGROUND, "?", "player:", "Peek", "", "false", "", ""
    return Trait("obs;" + encoded(";", *tokens), encoded(";", "null", ""))


def marked(**properties: str) -> Trait:
    """Return the trait of a piece with properties that never change, for sorting and counting."""
    return Trait("mark;" + encoded(",", *properties), encoded(",", *properties.values()))
