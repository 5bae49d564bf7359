"""VASSAL: a module to play over a network, and the lock file that keeps the numbers of its pieces.

VASSAL numbers pieces uniquely for ever, so a lock file keeps every number that was given::

    {
     "next": 131,               the first number that no piece ever had
     "pieces": {"Y01#1": 0}     by component and copy, also those that are gone
    }

The lock is that of the last export in the same folder, or the one that ``--lock`` names. A new piece gets the next
number, in the order of printing; so the same catalogue without a lock gives the same numbers.

The module is one table with a grid, decks, heaps and single pieces on it, as the files of an archive.

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
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, TypeAlias
from xml.etree.ElementTree import Element, SubElement, indent, parse, tostring

from msgspec import Meta, Struct

from asterion_press import __version__
from asterion_press.catalogue.files import read_bytes
from asterion_press.catalogue.strict_yaml import parse_document
from asterion_press.catalogue.validation import Record, validated
from asterion_press.errors import InputError, Place
from asterion_press.exports.pictures import PictureSize, render_component
from asterion_press.exports.pieces import Pile, outline_of, piles_of
from asterion_press.exports.target import LANGUAGE, ExportContext, Option, OptionValues, Target
from asterion_press.layout.sheets import Lot, Piece
from asterion_press.making.artefacts import Artefact

PX_PER_MM = 4.0
"""A tile of 50 mm is 200 pixels wide. Own choice: clear on a screen at full size, and small when zoomed out."""
VASSAL_VERSION = "3.7.0"
"""The oldest version whose files have this form."""
FRAME = Path(__file__).parent / "frames" / "vassal.xml"
"""A module as VASSAL keeps it, in which what is empty depends on the game."""
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
        title, description: for the list of modules.
        version: of the game; what VASSAL compares when players meet.
        piles: what lies on the table.
        lock: the number of each piece.
        turns: by how many equal turns a component is turned; 0 if it is round.
    """

    title: str
    description: str
    version: str
    piles: tuple[Pile, ...]
    lock: Lock
    turns: Mapping[str, int]


def copies_of(pile: Pile) -> Iterator[tuple[Piece, str]]:
    """Yield every single piece of a pile, with the name by which it is numbered."""
    for piece in pile.pieces:
        for number in range(1, piece.copies + 1):
            yield piece, f"{piece.id}#{number}"


def build_file(module: Module) -> bytes:
    """Write ``buildFile.xml``: single pieces of the first lot in the middle of the table, all else in a column."""
    root = parse(FRAME).getroot()  # noqa: S314 - a file of ours
    roster, table, board, grid, heap, stack = (
        next(root.iter(f"VASSAL.build.module.{name}"))
        for name in (
            "PlayerRoster", "Map", "map.boardPicker.Board", "map.boardPicker.board.SquareGrid", "map.DrawPile",
            "map.SetupStack",
        )
    )  # fmt: skip
    root.attrib |= _head(module) | {"nextPieceSlotId": str(module.lock.next)}
    decks = [pile for pile in module.piles if pile.placement == "deck"]
    for pile in decks:
        SubElement(roster, "entry").text = pile.name
    # a cell of the grid has the size of the largest deck's pieces; without a deck, of the largest pile's
    width, height = _pixels(max(decks or module.piles, key=lambda pile: pile.count).lot)
    # room for all pieces to one side of the middle; two columns more at each edge, one of which the piles take
    side = math.ceil(math.sqrt(sum(pile.count for pile in module.piles if pile.placement != "heap")))
    columns, rows = 2 * side + 5, max(2 * side + 1, len(module.piles) + 2)
    board.attrib |= {"width": str(columns * width), "height": str(rows * height)}
    middle = {"x0": str(width // 2), "y0": str(height // 2)}  # of the first cell
    grid.attrib |= middle | {"dx": f"{width:.1f}", "dy": f"{height:.1f}"}
    table.remove(heap)
    table.remove(stack)
    row = 1
    for pile in module.piles:
        in_the_middle = pile.placement == "single" and pile.lot == module.piles[0].lot
        column, line = (columns // 2, rows // 2) if in_the_middle else (1, row)
        row += not in_the_middle
        at = round((column + 0.5) * width), round((line + 0.5) * height)
        _add_pile(table, stack if pile.placement == "single" else heap, pile, at, module)
    return _to_xml(root)


def _add_pile(table: Element, pattern: Element, pile: Pile, at: tuple[int, int], module: Module) -> None:
    """Add a pile as a pattern says, with a slot for each of its pieces."""
    x, y = map(str, at)
    holder = SubElement(table, pattern.tag, pattern.attrib | {"name": pile.name, "x": x, "y": y})
    kind = "PieceSlot"
    if pile.placement != "single":
        kind = "CardSlot"
        hidden = "Always" if pile.placement == "deck" else "Never"
        holder.attrib |= _size(pile.lot) | {"faceDown": hidden, "shuffle": hidden}
    for piece, name in copies_of(pile):
        gpid = str(module.lock.pieces[name])
        named = {"entryName": piece.name, "gpid": gpid} | _size(pile.lot)
        slot = SubElement(holder, f"VASSAL.build.widget.{kind}", named)
        slot.text = piece_text(traits_of(piece, gpid, pile, module.turns[piece.id]))


def _head(module: Module) -> dict[str, str]:
    """Return what both files say of the module."""
    named = {"name": module.title, "version": module.version, "description": module.description}
    return named | {"VassalVersion": VASSAL_VERSION}


def _pixels(lot: Lot) -> tuple[int, int]:
    return round(lot.width * PX_PER_MM), round(lot.height * PX_PER_MM)


def _size(lot: Lot) -> dict[str, str]:
    return dict(zip(("width", "height"), map(str, _pixels(lot)), strict=True))


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
    texts = _head(module) | {"dateSaved": "0"}
    for name in ("version", "extra1", "extra2", "VassalVersion", "dateSaved", "description", "name"):
        SubElement(root, name).text = texts.get(name)
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


LOCK_NAME = "gpids.json"
LOCK = Option(
    "lock", "File of piece numbers of an earlier module. Default: the one in the folder.", "file", kept=LOCK_NAME
)
GamePieceId: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""VASSAL is written in Java and keeps these numbers as `int`. Source: The Java Language Specification, 4.2.1."""


def module_files(context: ExportContext, values: OptionValues) -> Iterator[Artefact]:
    """Yield the module and the lock of its numbers."""
    game = context.game
    piles = piles_of(game, context.names(values))
    lock = _chosen_lock(context, values["lock"]).with_pieces(name for pile in piles for _, name in copies_of(pile))
    pieces = [(piece, pile.lot) for pile in piles for piece in pile.pieces]
    turns = {one: outline_of(game, context.drawing(one)).turns for one in dict.fromkeys(one.id for one, _ in pieces)}
    about = f"{game.head.edition} edition, catalogue {game.short_hash}; design: {game.head.credits.design}"
    version = game.head.version or __version__
    module = Module(game.head.full_title, about, version, piles, lock, turns)
    texts = {"buildFile.xml": build_file(module), "moduledata": module_data(module)}
    pictures = {one: lot for piece, lot in pieces for one in (piece.id, piece.back) if one}
    key = context.key(texts, components=tuple(pictures))
    make = partial(_make_archive, context, pictures, texts)
    yield Artefact(f"{game.head.game}.vmod", key, make, effort=len(pictures))
    yield Artefact(LOCK_NAME, context.key(lock.text, components=()), lock.text.encode)


def _make_archive(context: ExportContext, pictures: Mapping[str, Lot], texts: dict[str, bytes]) -> bytes:
    files = dict(texts)
    for component, lot in pictures.items():
        size = PictureSize("images", *_pixels(lot), PX_PER_MM, cut_out=True)
        files[f"{size.folder}/{component}.png"] = render_component(context, component, size)
    return zipped(files)


# -- the lock ----------------------------------------------------------------------------------------------------------


class Lock(Record, frozen=True):
    """The number of each piece, and the first number that is free.

    Attributes:
        next: the first number that no piece ever had.
        pieces: by component and copy, such as ``Y01#1``.
    """

    next: GamePieceId
    pieces: dict[str, GamePieceId]

    def with_pieces(self, names: Iterable[str]) -> Lock:
        """Return the lock in which each of these has a number."""
        pieces, following = dict(self.pieces), self.next
        for name in names:
            if name not in pieces:
                pieces[name] = following
                following += 1
        return Lock(next=following, pieces=pieces)

    @property
    def text(self) -> str:
        """Return the text of the lock file."""
        return json.dumps({"next": self.next, "pieces": self.pieces}, indent=1, ensure_ascii=False) + "\n"


def _chosen_lock(context: ExportContext, chosen: Path | None) -> Lock:
    """Read the lock that was chosen, or that of the last export.

    Raises:
        InputError: it cannot be read.
    """
    if chosen is not None:
        return read_lock(read_bytes(chosen, str(chosen)), str(chosen))
    previous = context.folder.previous
    last = context.folder.path / LOCK_NAME
    if previous is None or LOCK_NAME not in previous.files or not last.is_file():
        return Lock(next=0, pieces={})
    name = str(Path(context.folder.name) / LOCK_NAME)
    return read_lock(read_bytes(last, name), name)


def read_lock(data: bytes, name: str) -> Lock:
    """Read a lock from a file, called `name` in messages; JSON is read as YAML, of which it is a part.

    Raises:
        InputError: it is none, or gives a number twice.
    """
    lock = validated(parse_document(data, name), Lock)
    for number, times in Counter(lock.pieces.values()).items():
        if times > 1:
            what = f"gives the number {number} to two pieces; give one of them {lock.next}"
            raise InputError.at(Place(name), what)
    if (last := max(lock.pieces.values(), default=-1)) >= lock.next:
        raise InputError.at(Place(name), f"next is {lock.next}, but {last} is given; write {last + 1}")
    return lock


VASSAL = Target(
    "vassal",
    "VASSAL: a module with a grid, face-down decks and pieces that turn by quarter turns",
    (LOCK, LANGUAGE),
    module_files,
)
