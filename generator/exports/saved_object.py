"""A saved object of Tabletop Simulator: decks, tiles and a bag as the JSON that the program reads.

::

    ObjectStates --- DeckCustom    face down; one sheet of faces, one back
                  |- CardCustom    a single piece, as large as the cards of the decks
                  |- Custom_Tile   round or square; front and back
                  `- Bag           holds equal tiles

Scripts stay empty. Every object has a GUID of six hexadecimal digits, derived from what it is.

Source: the knowledge base of Tabletop Simulator, "Save file format"; DeckIDs count 100 a sheet and places from zero.
Sizes on the table (:data:`CARD_UNITS`, heights) are our own estimate: nothing here runs the program.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from generator.exports.piles import Pile
from generator.layout.batches import Piece

Json: TypeAlias = dict[str, Any]

SHEET_PX = 4096
"""Side of a sheet at most. Source: the program's advice on textures."""
SLOT_PX = 1024
MOST_COLUMNS, MOST_ROWS = 10, 7
"""Places of a sheet at most. Source: the save file format."""
CARD_UNITS = 2.2
"""Width of a card of scale 1, in units of the table; of a tile it is 2."""
TILE_UNITS = 2.0
APART = 3.0
LIFTED = 1.5
GRID_MM = 50.0
BOX, CIRCLE = 0, 2
RECTANGLE = 1
WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}
WOOD = {"r": 0.55, "g": 0.42, "b": 0.26}


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


def sheets_of(pile: Pile) -> tuple[FaceSheet, ...]:
    """The sheets that show the faces of a deck, each design once."""
    most = MOST_COLUMNS * MOST_ROWS
    groups = [pile.pieces[first : first + most] for first in range(0, len(pile.pieces), most)]
    name = pile.id.removeprefix("back-")
    stems = [f"faces-{name}{f'-{index + 1}' if len(groups) > 1 else ''}" for index in range(len(groups))]
    return tuple(_sheet(f"{stem}.png", group, pile) for stem, group in zip(stems, groups, strict=True))


def _sheet(file: str, pieces: tuple[Piece, ...], pile: Pile) -> FaceSheet:
    columns = max(2, math.ceil(math.sqrt(len(pieces))), math.ceil(len(pieces) / MOST_ROWS))
    rows = max(2, math.ceil(len(pieces) / columns))
    widest = max(pile.lot.width, pile.lot.height)
    room = min(SLOT_PX, SHEET_PX // columns, SHEET_PX // rows)
    place = round(room * pile.lot.width / widest), round(room * pile.lot.height / widest)
    return FaceSheet(file, pieces, columns, rows, place)


class Table:
    """A saved object in the making."""

    def __init__(self, game: str, title: str, address: str, round_ones: frozenset[str]) -> None:
        """Nothing lies on it yet.

        Args:
            game: id of the game, of which GUIDs are made.
            title: for people.
            address: what stands before the names of pictures.
            round_ones: components that are cut as circles.
        """
        self._game, self._title, self._address, self._round = game, title, address, round_ones
        self._guids: set[str] = set()
        self._sheets = 0

    def saved(self, piles: Sequence[Pile]) -> Json:
        """The whole file."""
        wide = math.ceil(math.sqrt(len(piles)))
        objects = []
        for index, pile in enumerate(piles):
            row, column = divmod(index, wide)
            place = (column - (wide - 1) / 2) * APART, (row - (math.ceil(len(piles) / wide) - 1) / 2) * -APART
            objects.append(self._pile(pile, place))
        return _head(self._title) | {"ObjectStates": objects}

    def _pile(self, pile: Pile, place: tuple[float, float]) -> Json:
        scale = max(pile.lot.width, pile.lot.height) / GRID_MM
        if pile.manner == "deck":
            return self._deck(pile, place, scale)
        piece = pile.pieces[0]
        if pile.manner == "single":
            return self._single(piece, place, scale)
        tiles = [
            self._tile(one, f"{one.id}#{number}", place, scale)
            for one in pile.pieces
            for number in range(1, one.copies + 1)
        ]
        bag = self._object(f"bag {pile.id}", "Bag", pile.name, place, 1.0) | {"ColorDiffuse": WOOD}
        return bag | {"ContainedObjects": tiles}

    def _deck(self, pile: Pile, place: tuple[float, float], scale: float) -> Json:
        custom: Json = {}
        cards = []
        for sheet in sheets_of(pile):
            self._sheets += 1
            one = {str(self._sheets): self._custom(sheet.file, pile.pieces[0].back, sheet.columns, sheet.rows)}
            custom |= one
            for slot, piece in enumerate(sheet.pieces):
                for number in range(1, piece.copies + 1):
                    card = self._object(f"card {piece.id}#{number}", "Card", piece.name, place, scale, face_down=True)
                    cards.append(card | {"CardID": self._sheets * 100 + slot, "CustomDeck": one, **_CARD})
        deck = self._object(f"deck {pile.id}", "DeckCustom", pile.name, place, scale, face_down=True)
        ids = [card["CardID"] for card in cards]
        return deck | {"DeckIDs": ids, "CustomDeck": custom, "ContainedObjects": cards, **_CARD}

    def _single(self, piece: Piece, place: tuple[float, float], scale: float) -> Json:
        if piece.id in self._round or not piece.back:
            return self._tile(piece, piece.id, place, scale)
        self._sheets += 1
        custom = {str(self._sheets): self._custom(f"{piece.id}.png", piece.back, 1, 1)}
        card = self._object(f"card {piece.id}#1", "CardCustom", piece.name, place, scale)
        return card | {"CardID": self._sheets * 100, "CustomDeck": custom, **_CARD}

    def _custom(self, face: str, back: str, columns: int, rows: int) -> Json:
        return {
            "FaceURL": self._address + face,
            "BackURL": f"{self._address}{back}.png",
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": RECTANGLE,
        }

    def _tile(self, piece: Piece, name: str, place: tuple[float, float], scale: float) -> Json:
        tile = self._object(f"tile {name}", "Custom_Tile", piece.name, place, scale * CARD_UNITS / TILE_UNITS)
        image = {
            "ImageURL": f"{self._address}{piece.id}.png",
            "ImageSecondaryURL": f"{self._address}{piece.back}.png" if piece.back else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": CIRCLE if piece.id in self._round else BOX,
                "Thickness": 0.2,
                "Stackable": False,
                "Stretch": True,
            },
        }
        return tile | {"CustomImage": image}

    def _object(
        self, what: str, name: str, nickname: str, place: tuple[float, float], scale: float, *, face_down: bool = False
    ) -> Json:
        """What all objects have in common."""
        x, z = place
        turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if face_down else 0.0}
        sized = {f"scale{axis}": round(scale, 4) for axis in "XYZ"} | ({"scaleY": 1.0} if scale != 1 else {})
        return {
            "GUID": self._guid(what),
            "Name": name,
            "Transform": {"posX": round(x, 4), "posY": LIFTED, "posZ": round(z, 4), **turned, **sized},
            "Nickname": nickname,
            "Description": "",
            "ColorDiffuse": WHITE,
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "HideWhenFaceDown": face_down,
            "Hands": name in {"Card", "DeckCustom", "CardCustom"},
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }

    def _guid(self, what: str) -> str:
        """Six hexadecimal digits of what an object is, and of another try if another object has them already."""
        for guid in _guids(f"{self._game}/{what}"):
            if guid not in self._guids:
                self._guids.add(guid)
                return guid
        raise AssertionError("more objects than GUIDs")


_CARD: Mapping[str, Any] = {"SidewaysCard": False}


def _guids(text: str) -> Iterator[str]:
    for attempt in range(1 << 24):
        yield hashlib.sha256(f"{text}/{attempt}".encode()).hexdigest()[:6]


def _head(title: str) -> Json:
    return {
        "SaveName": title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": title,
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }
