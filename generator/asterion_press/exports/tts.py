"""Tabletop Simulator: one saved object, as the JSON that the program reads, and the pictures that it names.

::

    ObjectStates --- DeckCustom    face down; one sheet of faces, one back
                  |- CardCustom    a single piece, as large as the cards of the decks
                  |- Custom_Tile   round or square; front and back
                  `- Bag           holds equal tiles

The program loads pictures from addresses, so they have to be put somewhere: the setting ``base-url`` says where. A
local address works for the host alone. Scripts stay empty. Every object has a GUID of six hexadecimal digits, derived
from what it is.

Source: the knowledge base of Tabletop Simulator, "Save file format"; DeckIDs count 100 a sheet and places from zero.
Sizes on the table (:data:`CARD_UNITS`, heights) are our own estimate: nothing here runs the program.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct, field

from asterion_press.errors import AsterionError
from asterion_press.exports.pictures import PIXELS_A_STEP, render_component, render_png, trimmed_size
from asterion_press.exports.pieces import Pile, piles_of, without_cuts
from asterion_press.exports.target import LANGUAGE, ExportContext, Option, OptionValues, Target
from asterion_press.geometry import Point
from asterion_press.layout.sheets import Lot, Piece
from asterion_press.making.artefacts import Artefact

Json: TypeAlias = dict[str, Any]

PARTS = Path(__file__).parent / "frames" / "tts.json"
"""The table, an object on it, a sheet of faces and the picture of a tile, as the program saves them."""
BASE_URL = Option("base-url", "Address of the folder in which the pictures will lie.", "text")
PICTURE_PX = 512
"""Longer side of the picture of a back or a single piece. Own choice: half of a place on a sheet of few faces."""
SHEET_PX = 4096
"""Side of a sheet at most. Source: the program's advice on textures."""
SLOT_PX = 1024
MOST_COLUMNS, MOST_ROWS = 10, 7
"""Places of a sheet at most. Source: the save file format."""
CARD_UNITS = 2.2
"""Width of a card of scale 1, in units of the table; of a tile it is 2."""
TILE_UNITS = 2.0
APART = 3.0
GRID_MM = 50.0
BOX, CIRCLE = 0, 2
CARD: Mapping[str, Any] = {"SidewaysCard": False}
"""The fields that cards have in addition to those of all objects."""
WOOD = {"r": 0.55, "g": 0.42, "b": 0.26}


def saved_files(context: ExportContext, values: OptionValues) -> Iterator[Artefact]:
    """Yield the saved object and the pictures that it names."""
    game = context.game
    piles = piles_of(game, context.names(values))
    address = _picture_address(values)
    round_ones = frozenset(piece.id for pile in piles for piece in pile.pieces if game.is_round(piece.id))
    saved = SavedObjectWriter(game.head.game, game.head.full_title, address, round_ones).to_json(piles)
    text = json.dumps(saved, indent=1, ensure_ascii=False) + "\n"
    yield Artefact(f"{game.head.game}.json", context.key(text, components=()), text.encode)
    for pile in piles:
        singles = dict.fromkeys(piece.back for piece in pile.pieces if piece.back)
        if pile.placement == "deck":
            for sheet in face_sheets(pile):
                faces = tuple(piece.id for piece in sheet.pieces)
                effort = sheet.columns * sheet.rows * sheet.place[0] * sheet.place[1] // PIXELS_A_STEP
                make = partial(_render_sheet, context, sheet, pile.lot)
                yield Artefact(f"images/{sheet.file}", context.key(sheet, components=faces), make, effort)
        else:
            singles = dict.fromkeys((*(piece.id for piece in pile.pieces), *singles))
        for component in singles:
            key = context.key(PICTURE_PX, components=(component,))
            make = partial(render_component, context, component, trimmed_size(pile.lot, PICTURE_PX))
            yield Artefact(f"images/{component}.png", key, make)


def saved_notes(context: ExportContext, values: OptionValues) -> Iterator[str]:  # noqa: ARG001 - equal for all games
    """Say that pictures without an address are not found."""
    if values["base-url"] is None:
        yield "pictures are named without an address, where nothing finds them; give --set base-url=ADDRESS"


def _picture_address(values: OptionValues) -> str:
    """Return the prefix of picture names: empty, or an address that ends in a slash.

    Raises:
        AsterionError: it is no address.
    """
    address = str(values["base-url"] or "")
    if not address:
        return ""
    if not re.fullmatch(r"(https?://[^/\s]+|file://)(/[!-~]*)?", address) or re.search(r'[?#"<>\\]', address):
        raise AsterionError(f"{address!r} is no address of a folder; write one such as https://example.org/asterion/")
    return address if address.endswith("/") else address + "/"


# -- pictures ----------------------------------------------------------------------------------------------------------


class FaceSheet(Struct, frozen=True):
    """One sheet of faces.

    Attributes:
        file: its name.
        pieces: on it, along its rows.
        columns, rows: of places.
        place: width and height of a place, in pixels.
    """

    file: str
    pieces: tuple[Piece, ...]
    columns: int
    rows: int
    place: tuple[int, int]


def face_sheets(pile: Pile) -> tuple[FaceSheet, ...]:
    """Return the sheets that show the faces of a deck, each design once."""
    most = MOST_COLUMNS * MOST_ROWS
    groups = [pile.pieces[first : first + most] for first in range(0, len(pile.pieces), most)]
    sheets = []
    for number, pieces in enumerate(groups, start=1):
        columns = max(2, math.ceil(math.sqrt(len(pieces))), math.ceil(len(pieces) / MOST_ROWS))
        rows = max(2, math.ceil(len(pieces) / columns))
        widest = max(pile.lot.width, pile.lot.height)
        room = min(SLOT_PX, SHEET_PX // columns, SHEET_PX // rows)
        place = round(room * pile.lot.width / widest), round(room * pile.lot.height / widest)
        name = f"faces-{pile.id.removeprefix('back-')}{f'-{number}' if len(groups) > 1 else ''}.png"
        sheets.append(FaceSheet(name, pieces, columns, rows, place))
    return tuple(sheets)


def _render_sheet(context: ExportContext, sheet: FaceSheet, lot: Lot) -> bytes:
    """Draw faces side by side, each cut at its trim."""
    width, height = sheet.place
    scale = width / lot.width
    placed = [
        (without_cuts(context.drawing(piece.id), 0.0), at % sheet.columns * width, at // sheet.columns * height)
        for at, piece in enumerate(sheet.pieces)
    ]
    return render_png(sheet.columns * width, sheet.rows * height, placed, scale)


# -- the saved object --------------------------------------------------------------------------------------------------


class SavedObjectWriter(Struct):
    """A saved object in the making.

    Attributes:
        game: id of the game, of which GUIDs are made.
        title: for people.
        address: the prefix of picture names.
        round_ones: components that are cut as circles.
        _parts: of saved objects, in which what is empty depends on the game.
    """

    game: str
    title: str
    address: str
    round_ones: frozenset[str]
    _guids: set[str] = set()
    _sheets: int = 0
    _parts: dict[str, Json] = field(default_factory=lambda: json.loads(PARTS.read_text(encoding="utf-8")))

    def to_json(self, piles: Sequence[Pile]) -> Json:
        """Return the whole file."""
        wide = math.ceil(math.sqrt(len(piles)))
        objects = []
        for index, pile in enumerate(piles):
            row, column = divmod(index, wide)
            place = (column - (wide - 1) / 2) * APART, (row - (math.ceil(len(piles) / wide) - 1) / 2) * -APART
            objects.append(self._pile(pile, place))
        whole = {"SaveName": self.title, "GameMode": self.title, "ObjectStates": objects}
        return self._blank("table") | whole

    def _blank(self, name: str) -> Json:
        """Return a part of a saved object, in which what is empty depends on the game."""
        return deepcopy(self._parts[name])

    def _pile(self, pile: Pile, place: Point) -> Json:
        """Return a pile as an object: a deck, or the one piece that it has."""
        scale = max(pile.lot.width, pile.lot.height) / GRID_MM
        if pile.placement == "deck":
            return self._deck(pile, place, scale)
        piece = pile.pieces[0]
        if pile.placement == "single":
            return self._single(piece, place, scale)
        tiles = [
            self._tile(one, f"{one.id}#{number}", place, scale)
            for one in pile.pieces
            for number in range(1, one.copies + 1)
        ]
        bag = self._object(f"bag {pile.id}", "Bag", pile.name, place, 1.0) | {"ColorDiffuse": WOOD}
        return bag | {"ContainedObjects": tiles}

    def _deck(self, pile: Pile, place: Point, scale: float) -> Json:
        """Return a pile of cards."""
        custom: Json = {}
        cards = []
        for sheet in face_sheets(pile):
            self._sheets += 1
            one = {str(self._sheets): self._custom(sheet.file, pile.pieces[0].back, sheet.columns, sheet.rows)}
            custom |= one
            for slot, piece in enumerate(sheet.pieces):
                for number in range(1, piece.copies + 1):
                    card = self._object(f"card {piece.id}#{number}", "Card", piece.name, place, scale, face_down=True)
                    cards.append(card | {"CardID": self._sheets * 100 + slot, "CustomDeck": one, **CARD})
        deck = self._object(f"deck {pile.id}", "DeckCustom", pile.name, place, scale, face_down=True)
        ids = [card["CardID"] for card in cards]
        return deck | {"DeckIDs": ids, "CustomDeck": custom, "ContainedObjects": cards, **CARD}

    def _single(self, piece: Piece, place: Point, scale: float) -> Json:
        """Return a card that lies alone."""
        if piece.id in self.round_ones or not piece.back:
            return self._tile(piece, piece.id, place, scale)
        self._sheets += 1
        custom = {str(self._sheets): self._custom(f"{piece.id}.png", piece.back, 1, 1)}
        card = self._object(f"card {piece.id}#1", "CardCustom", piece.name, place, scale)
        return card | {"CardID": self._sheets * 100, "CustomDeck": custom, **CARD}

    def _custom(self, face: str, back: str, columns: int, rows: int) -> Json:
        urls = {"FaceURL": self.address + face, "BackURL": f"{self.address}{back}.png"}
        return self._blank("sheet") | urls | {"NumWidth": columns, "NumHeight": rows}

    def _tile(self, piece: Piece, name: str, place: Point, scale: float) -> Json:
        """Return a piece that is no card."""
        tile = self._object(f"tile {name}", "Custom_Tile", piece.name, place, scale * CARD_UNITS / TILE_UNITS)
        image = self._blank("image") | {"ImageURL": f"{self.address}{piece.id}.png"}
        if piece.back:
            image["ImageSecondaryURL"] = f"{self.address}{piece.back}.png"
        image["CustomTile"]["Type"] = CIRCLE if piece.id in self.round_ones else BOX
        return tile | {"CustomImage": image}

    def _object(
        self, what: str, name: str, nickname: str, place: Point, scale: float, *, face_down: bool = False
    ) -> Json:
        """Return the fields that all objects have."""
        made, (x, z) = self._blank("object"), place
        turned = {"posX": round(x, 4), "posZ": round(z, 4), "rotZ": 180.0 if face_down else 0.0}
        made["Transform"] |= turned | dict.fromkeys(("scaleX", "scaleZ"), round(scale, 4))
        return made | {
            "GUID": self._guid(what),
            "Name": name,
            "Nickname": nickname,
            "HideWhenFaceDown": face_down,
            "Hands": name in {"Card", "DeckCustom", "CardCustom"},
        }

    def _guid(self, what: str) -> str:
        """Return a GUID for an object that no other one has."""
        guid = next(one for one in guid_attempts(f"{self.game}/{what}") if one not in self._guids)
        self._guids.add(guid)
        return guid


def guid_attempts(text: str) -> Iterator[str]:
    """Yield six hexadecimal digits of the hash of a text, and then others, for the case that these are taken."""
    for attempt in range(1 << 24):
        yield hashlib.sha256(f"{text}/{attempt}".encode()).hexdigest()[:6]


TTS = Target(
    "tts",
    "Tabletop Simulator: a saved object with face-down decks, single pieces and bags, and its pictures",
    (BASE_URL, LANGUAGE),
    saved_files,
    saved_notes,
)
