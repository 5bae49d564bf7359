"""The proof of a saved object of Tabletop Simulator: its form, its pieces, and the pictures that it names.

Source: the knowledge base of Tabletop Simulator, "Save file format"; DeckIDs count 100 a sheet and places from zero.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from generator.catalogue.plain_json import read_json
from generator.layout.sheets import Lot, Piece
from generator.verify.exports.export_folder import Exported, ExportFiles
from generator.verify.exports.pictures import read_picture

SHEET_PX, PLACE_PX, SINGLE_PX = 4096, 1024, 512
"""A sheet is at most so large, a place of it, and the longer side of a picture that stands alone."""
MOST_COLUMNS, MOST_ROWS = 10, 7
"""Places of a sheet. Source: the save file format."""
GRID_MM, TILE = 50.0, 1.1
"""A card of scale 1 is so large; a tile of scale 1 is smaller, by the ratio of 2.2 to 2 units of the table."""
ROUNDED = 0.001
BAG = "Bag"
MOST_DEPTH = 8
CARDS = frozenset({"Card", "CardCustom"})
Guid = Annotated[str, Meta(pattern="^[0-9a-f]{6}$")]
Finite = Annotated[float, Meta(ge=-1e6, le=1e6)]


class TableTransform(Struct, frozen=True, forbid_unknown_fields=True):
    """The position, the turn and the scale of an object."""

    posX: Finite  # noqa: N815 - the format's names
    posY: Finite  # noqa: N815
    posZ: Finite  # noqa: N815
    rotX: Finite  # noqa: N815
    rotY: Finite  # noqa: N815
    rotZ: Finite  # noqa: N815
    scaleX: Annotated[float, Meta(gt=0, le=1e6)]  # noqa: N815
    scaleY: Annotated[float, Meta(gt=0, le=1e6)]  # noqa: N815
    scaleZ: Annotated[float, Meta(gt=0, le=1e6)]  # noqa: N815


class Faces(Struct, frozen=True, forbid_unknown_fields=True, rename="pascal"):
    """A sheet of faces, and the back of all of them."""

    face_url: str = msgspec.field(name="FaceURL")
    back_url: str = msgspec.field(name="BackURL")
    num_width: Annotated[int, Meta(ge=1, le=MOST_COLUMNS)]
    num_height: Annotated[int, Meta(ge=1, le=MOST_ROWS)]
    back_is_hidden: bool
    unique_back: bool
    type: int


class TileForm(Struct, frozen=True, forbid_unknown_fields=True, rename="pascal"):
    """The form of a tile: 0 is a box, 2 is round."""

    type: Annotated[int, Meta(ge=0, le=3)]
    thickness: Finite
    stackable: bool
    stretch: bool


class TileImage(Struct, frozen=True, forbid_unknown_fields=True, rename="pascal"):
    """The two faces of a tile."""

    image_url: str = msgspec.field(name="ImageURL")
    image_secondary_url: str = msgspec.field(name="ImageSecondaryURL")
    image_scalar: Finite
    width_scale: Finite
    custom_tile: TileForm


class TableObject(Struct, frozen=True, rename="pascal"):
    """One object on the table, or in another one."""

    name: str
    nickname: str
    transform: TableTransform
    guid: Guid = msgspec.field(name="GUID")
    lua_script: Annotated[str, Meta(max_length=0)]
    lua_script_state: Annotated[str, Meta(max_length=0)]
    xml_ui: Annotated[str, Meta(max_length=0)] = msgspec.field(name="XmlUI")
    contained_objects: list[TableObject] = []
    deck_ids: list[int] = msgspec.field(name="DeckIDs", default_factory=list)
    card_id: int | None = msgspec.field(name="CardID", default=None)
    custom_deck: dict[Annotated[str, Meta(pattern="^[1-9][0-9]{0,4}$")], Faces] = {}
    custom_image: TileImage | None = None


class SavedObject(Struct, frozen=True, rename="pascal"):
    """The whole file; it holds no script."""

    save_name: str
    object_states: list[TableObject]
    lua_script: Annotated[str, Meta(max_length=0)]
    lua_script_state: Annotated[str, Meta(max_length=0)]
    xml_ui: Annotated[str, Meta(max_length=0)] = msgspec.field(name="XmlUI")


class SavedError(Exception):
    """A file that is not a valid saved object; the message says why."""


def prove_tts(exported: Exported, found: ExportFiles) -> None:
    """Prove the saved object and its pictures."""
    name = f"{exported.game}.json"
    raw = found.raw(name)
    if raw is None:
        found.expect({name})
        return
    try:
        plain: Any = read_json(raw)
        saved = msgspec.convert(plain, SavedObject)
    except (ValueError, RecursionError) as error:
        found.notes.fault(name, "table-broken", f"is no saved object: {error}")
        return
    try:
        _SavedTable(exported, found, name, saved).check()
    except SavedError as error:
        found.notes.fault(name, "table-broken", str(error))


class _SavedTable:
    """The proof of one saved object."""

    def __init__(self, exported: Exported, found: ExportFiles, name: str, saved: SavedObject) -> None:
        self._exported, self._found, self._name, self._saved = exported, found, name, saved
        self._address = exported.options.get("base-url", "")
        if self._address and not self._address.endswith("/"):
            self._address += "/"
        self._sheets: dict[str, tuple[Faces, Lot | None]] = {}

    def check(self) -> None:
        every = list(_walk(self._saved.object_states))
        for guid, times in Counter(thing.guid for thing in every).items():
            if times > 1:
                self._fault("guid-twice", f"gives the GUID {guid!r} to {times} objects")
        tops = list(self._saved.object_states)
        groups: dict[tuple[str, str], list[tuple[Lot, Piece]]] = {}  # of pieces behind one back, or equal ones
        for lot, piece in self._exported.pieces():
            groups.setdefault((lot.kind, piece.back or piece.id), []).append((lot, piece))
        for group in groups.values():
            self._check_group(group, tops)
        for thing in tops:
            self._fault("table-foreign", f"holds {thing.nickname[:60]!r}, which is no pile of the game")
        self._check_pictures(every)
        count = sum(thing.name in CARDS or thing.name == "Custom_Tile" for thing in every)
        self._found.notes.fact(self._name, f"{count} pieces in {len(self._saved.object_states)} piles")

    def _fault(self, code: str, message: str) -> None:
        self._found.notes.fault(self._name, code, message)

    def _check_group(self, group: list[tuple[Lot, Piece]], tops: list[TableObject]) -> None:
        """Find the object that is a pile, take it away, and count its pieces."""
        lot, first = group[0]
        what = first.name if len(group) == 1 else f"{lot.kind} before {first.back}"
        back = self._url(first.back)
        thing = next((one for one in tops if self._shows(one, group, back)), None)
        if thing is None:
            self._fault("table-missing", f"has no pile of {what}")
            return
        tops.remove(thing)
        copies = sorted(piece.copies for _, piece in group)
        if thing.deck_ids:
            held = [card.card_id for card in thing.contained_objects]
            if held != thing.deck_ids:
                self._fault("table-deck", f"the deck of {what} names other cards than it holds")
            counts = sorted(Counter(thing.deck_ids).values())
        else:
            counts = [max(1, len(thing.contained_objects))]
        if counts != copies:
            self._fault("table-count", f"{what}: there are {sum(counts)} pieces, {counts}; it must be {copies}")
        for one in _walk([thing]):
            self._check_cards(one, lot)

    def _shows(self, thing: TableObject, group: list[tuple[Lot, Piece]], back: str) -> bool:
        """Return whether an object shows the pieces of a pile: by their back, or their face if there is one alone."""
        faces = {self._url(piece.id) for _, piece in group}
        for one in _walk([thing]):
            if one.custom_image:
                return one.custom_image.image_url in faces and one.custom_image.image_secondary_url == back
            for sheet in one.custom_deck.values():
                alone = len(group) == 1 and group[0][1].copies == 1
                return sheet.back_url == back and (sheet.face_url in faces or not alone)
        return False

    def _url(self, component: str) -> str:
        return f"{self._address}{component}.png" if component else ""

    def _check_cards(self, thing: TableObject, lot: Lot) -> None:
        """Check that each card lies on a sheet that it knows, on a place of it, and is as large as its like."""
        scale = max(lot.width, lot.height) / GRID_MM * (TILE if thing.custom_image else 1.0)
        sides = thing.transform.scaleX, thing.transform.scaleZ
        if thing.name != BAG and max(abs(one - scale) for one in sides) > ROUNDED:
            message = f"{thing.nickname[:60]!r} is scaled by {sides[0]:g} and {sides[1]:g}; it must be {scale:.4g}"
            self._fault("table-size", message)
        for number, sheet in thing.custom_deck.items():
            other, _ = self._sheets.setdefault(number, (sheet, lot))
            if other != sheet:
                self._fault("table-deck", f"says two things of sheet {number}")
        for card in [*thing.deck_ids, *([] if thing.card_id is None else [thing.card_id])]:
            known = thing.custom_deck.get(str(card // 100))
            if known is None or card % 100 >= known.num_width * known.num_height:
                self._fault("table-deck", f"card {card} of {thing.nickname[:60]!r} lies on no place of its sheets")

    def _check_pictures(self, every: list[TableObject]) -> None:
        """Check that the pictures that are named are those that are there, and that each has its size."""
        lots = {one: lot for lot, piece in self._exported.pieces() for one in (piece.id, piece.back)}
        sheets = {sheet.face_url: (sheet, lot) for sheet, lot in self._sheets.values()}
        named = {url for sheet, _ in self._sheets.values() for url in (sheet.face_url, sheet.back_url)}
        for image in filter(None, (thing.custom_image for thing in every)):
            named |= {image.image_url, image.image_secondary_url}
        names: dict[str, tuple[int, int] | None] = {}
        for url in sorted(named - {""}):
            file = url.removeprefix(self._address)
            if not url.startswith(self._address) or not re.fullmatch(r"[A-Za-z0-9._-]+\.png", file):
                self._fault("table-picture", f"names the picture {url[:80]!r}, which is none of {self._address!r}")
                continue
            component = file.removesuffix(".png")
            size = _sheet_size(*sheets[url]) if url in sheets else None
            if component in lots:
                lot = lots[component]
                scale = SINGLE_PX / max(lot.width, lot.height)
                size = max(1, round(lot.width * scale)), max(1, round(lot.height * scale))
            names[f"images/{file}"] = size
        self._found.expect({self._name, *names})
        for name, size in names.items():
            png = read_picture(self._found, name)
            if size is None:
                self._fault("table-picture", f"names the picture {name!r}, which shows nothing of the game")
            elif png and (message := png.size_fault(*size)):
                self._found.notes.fault(name, "picture-size", message)


def _sheet_size(sheet: Faces, lot: Lot | None) -> tuple[int, int] | None:
    """Return how large a sheet of faces must be: as many pixels a place as it has room for."""
    if lot is None:
        return None
    room = min(PLACE_PX, SHEET_PX // sheet.num_width, SHEET_PX // sheet.num_height)
    widest = max(lot.width, lot.height)
    wide, high = round(room * lot.width / widest), round(room * lot.height / widest)
    return sheet.num_width * wide, sheet.num_height * high


def _walk(things: list[TableObject], depth: int = 1) -> Iterator[TableObject]:
    """Yield objects and all that they hold.

    Raises:
        SavedError: they lie too deep in one another.
    """
    if depth > MOST_DEPTH:
        raise SavedError(f"holds objects that lie more than {MOST_DEPTH} deep in one another")
    for thing in things:
        yield thing
        yield from _walk(thing.contained_objects, depth + 1)
