"""The proof of a VASSAL module: its archive, its build file, its pieces with their numbers, and their pictures.

Source: VASSAL 3.7, the attributes of GameModule, Map, DrawPile, SetupStack, CardSlot and PieceSlot; SequenceEncoder.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from xml.parsers import expat

from msgspec import Struct, field

from generator.catalogue.plain_json import object_with, read_json
from generator.verify.exports.export_folder import Exported, ExportFiles
from generator.verify.exports.pictures import PngError, read_png

LOCK = "gpids.json"
BUILD, DATA, IMAGES = "buildFile.xml", "moduledata", "images/"
ROOT = "VASSAL.build.GameModule"
MAP = "VASSAL.build.module.Map"
NEEDED = frozenset(
    {
        "VASSAL.build.module.BasicCommandEncoder",
        "VASSAL.build.module.GlobalOptions",
        "VASSAL.build.module.PlayerRoster",
        MAP,
        "VASSAL.build.module.map.BoardPicker",
        "VASSAL.build.module.map.boardPicker.Board",
        "VASSAL.build.module.map.PieceMover",
        "VASSAL.build.module.map.StackMetrics",
    }
)
"""Without these a module has no table, or nothing on it moves."""
SLOTS = {
    "VASSAL.build.widget.CardSlot": "VASSAL.build.module.map.DrawPile",
    "VASSAL.build.widget.PieceSlot": "VASSAL.build.module.map.SetupStack",
}
"""Elements that hold pieces, and their parents."""
PX_PER_MM = 4.0
MOST_BYTES = 256 << 20
MOST_FILES = 20_000
MOST_DEPTH = 32


class ModuleError(Exception):
    """A file that is not a valid module; the message says why."""


class Slot(Struct):
    """A piece as the build file holds it."""

    gpid: str
    width: str
    height: str
    text: str = ""


class _XmlFile(Struct):
    """The content of an XML file, as its events are read."""

    root: tuple[str, dict[str, str]] | None = None
    open: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    slots: list[Slot] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self.root is None:
            self.root = name, attributes
        if len(self.open) >= MOST_DEPTH:
            raise ModuleError("is nested too deep")
        if name in SLOTS:
            if not self.open or self.open[-1] != SLOTS[name]:
                raise ModuleError(f"has a piece outside of a {SLOTS[name].rpartition('.')[2]}")
            self.slots.append(Slot(*(attributes.get(key, "") for key in ("gpid", "width", "height"))))
        self.open.append(name)
        self.seen.add(name)

    def end(self, _name: str) -> None:
        self.open.pop()

    def text(self, text: str) -> None:
        if self.open and self.open[-1] in SLOTS:
            self.slots[-1].text += text
        elif self.open:
            self.texts[self.open[-1]] = self.texts.get(self.open[-1], "") + text


def prove_vassal(exported: Exported, found: ExportFiles) -> None:
    """Prove the module, and the file that keeps the numbers of its pieces."""
    name = f"{exported.game}.vmod"
    found.expect({name, LOCK})
    raw = found.raw(name)
    numbers = _read_numbers(found)
    if raw is None:
        return
    try:
        files = _unpack(raw)
        build = _read_xml(files.get(BUILD), BUILD)
        data = _read_xml(files.get(DATA), DATA)
        _check_frame(build, data)
        pieces = [_VassalPiece(slot) for slot in build.slots]
    except ModuleError as error:
        found.notes.fault(name, "module-broken", str(error))
        return
    faults = _check_numbers(build, pieces, numbers), _check_counts(exported, pieces), _check_pictures(exported, files)
    for code, message in chain.from_iterable(faults):
        found.notes.fault(name, code, message)
    found.notes.fact(name, f"{len(pieces)} pieces, {len(files) - 2} pictures")


def _read_numbers(found: ExportFiles) -> Mapping[str, int] | None:
    """Return the numbers of all pieces that there ever were; None if they cannot be read, which is noted."""
    raw = found.raw(LOCK)
    if raw is None:
        return None
    try:
        plain = object_with(read_json(raw), "the lock", {"next": int, "pieces": dict})
        numbers: dict[str, int] = plain["pieces"]
        if any(type(number) is not int or not 0 <= number < plain["next"] for number in numbers.values()):
            raise ValueError("a number is not below the next one")  # noqa: TRY301
        if len(set(numbers.values())) != len(numbers):
            raise ValueError("a number is given twice")  # noqa: TRY301
    except ValueError as error:
        found.notes.fault(LOCK, "lock-broken", f"is no lock of piece numbers: {error}")
        return None
    return {**numbers, "": plain["next"]}


def _unpack(raw: bytes) -> dict[str, bytes]:
    """Return the files of an archive, as many and as large as a module has.

    Raises:
        ModuleError: it is torn, or beyond all measure.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            about = archive.infolist()
            if len(about) > MOST_FILES or sum(one.file_size for one in about) > MOST_BYTES:
                raise ModuleError(f"holds more than {MOST_FILES} files or {MOST_BYTES} bytes")
            if len({one.filename for one in about}) != len(about):
                raise ModuleError("holds two files of one name")
            return {one.filename: archive.read(one) for one in about}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise ModuleError(f"is no archive that can be read: {error}") from None


def _read_xml(raw: bytes | None, name: str) -> _XmlFile:
    """Return the content of an XML file.

    Raises:
        ModuleError: it is missing, not well-formed, or has a document type, which could hold entities.
    """
    if raw is None:
        raise ModuleError(f"lacks {name}")
    build = _XmlFile()
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = build.start, build.end
    parser.CharacterDataHandler = build.text
    parser.StartDoctypeDeclHandler = _refuse
    try:
        parser.Parse(raw, True)
    except expat.ExpatError as error:
        raise ModuleError(f"{name} is not well-formed: {error}") from None
    return build


def _refuse(*_: object) -> None:
    raise ModuleError("has a document type; none of ours does")


def _check_frame(build: _XmlFile, data: _XmlFile) -> None:
    """Check that both files give what VASSAL needs.

    Raises:
        ModuleError: something is missing.
    """
    name, about = build.root or ("", {})
    if name != ROOT:
        raise ModuleError(f"its build file begins with {name[:60]!r}, not with {ROOT!r}")
    if missing := sorted(NEEDED - build.seen):
        raise ModuleError(f"its build file lacks {missing[0]!r}")
    for key in ("name", "version", "VassalVersion", "nextPieceSlotId"):
        if not about.get(key):
            raise ModuleError(f"its build file does not say its {key!r}")
    if not data.root or data.root[0] != "data":
        raise ModuleError(f"{DATA} does not begin with 'data'")
    for key in ("name", "version", "VassalVersion"):
        if data.texts.get(key) != about[key]:
            raise ModuleError(f"{DATA} says {data.texts.get(key, '')[:40]!r} for {key!r}, and the build file another")


class _VassalPiece:
    """A piece read from a slot: its traits, outermost first.

    Attributes:
        image, back: names of pictures; the back is empty if it shows none.
        gpid: that the piece itself says.
    """

    def __init__(self, slot: Slot) -> None:
        """Read the text of a slot.

        Raises:
            ModuleError: it is no piece.
        """
        self.slot = slot
        parts = decoded(slot.text.removeprefix("+/"), "/")
        if not slot.text.startswith("+/") or len(parts) != 3:
            raise ModuleError(f"piece {slot.gpid!r} is no command that adds a piece")
        kinds, states = _outermost_first(parts[1]), _outermost_first(parts[2])
        body, state = decoded(kinds[-1], ";"), decoded(states[-1], ";")
        if len(kinds) != len(states) or body[0] != "piece" or len(body) != 5 or len(state) < 4:
            raise ModuleError(f"piece {slot.gpid!r} has {len(kinds)} traits and {len(states)} states, or no picture")
        self.image, self.gpid, self.back = body[3], state[3], ""
        for kind in kinds[:-1]:
            trait = decoded(kind, ";")
            if trait[0] == "obs" and len(trait) > 2:
                self.back = trait[2]


def decoded(text: str, delimiter: str) -> list[str]:
    """Return tokens as VASSAL reads them: a delimiter after a backslash is none, and quotes around a token go."""
    tokens, token, index = [], [], 0
    while index < len(text):
        if text[index] == "\\" and text[index + 1 : index + 2] == delimiter:
            token.append(delimiter)
            index += 1
        elif text[index] == delimiter:
            tokens.append("".join(token))
            token = []
        else:
            token.append(text[index])
        index += 1
    tokens.append("".join(token))
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in tokens]


def _outermost_first(text: str) -> list[str]:
    """Return types or states, outermost first."""
    found = []
    while True:
        outer, *rest = decoded(text, "\t")
        found.append(outer)
        if not rest:
            return found
        if len(rest) > 1 or len(found) > MOST_DEPTH:
            raise ModuleError("has a piece whose traits are no chain")
        text = rest[0]


def _check_numbers(
    build: _XmlFile, pieces: list[_VassalPiece], numbers: Mapping[str, int] | None
) -> Iterator[tuple[str, str]]:
    """Yield a fault for each piece that has not the one number that the lock keeps for it."""
    for gpid, times in Counter(piece.slot.gpid for piece in pieces).items():
        if times > 1:
            yield "gpid-twice", f"gives the number {gpid[:20]!r} to {times} pieces"
    copies: Counter[str] = Counter()
    following = (build.root or ("", {}))[1].get("nextPieceSlotId")
    if numbers is not None and following != str(numbers[""]):
        yield "gpid-wrong", f"its next number is {following!r}; {LOCK} says {numbers['']}"
    for piece in pieces:
        component = piece.image.removesuffix(".png")
        copies[component] += 1
        name = f"{component}#{copies[component]}"
        if piece.gpid != piece.slot.gpid:
            yield "gpid-wrong", f"piece {name} says {piece.gpid[:20]!r}, and its slot {piece.slot.gpid[:20]!r}"
        if numbers is not None and piece.gpid != str(numbers.get(name, "")):
            yield "gpid-wrong", f"piece {name} has the number {piece.gpid[:20]!r}; {LOCK} keeps {numbers.get(name)}"


def _check_counts(exported: Exported, pieces: list[_VassalPiece]) -> Iterator[tuple[str, str]]:
    """Yield a fault for each piece that is not there as often as in the game, before its back, in its size."""
    there = Counter((piece.image, piece.back) for piece in pieces)
    sizes = {piece.image: (piece.slot.width, piece.slot.height) for piece in pieces}
    for lot, piece in exported.pieces():
        image, back = f"{piece.id}.png", f"{piece.back}.png" if piece.back not in {"", piece.id} else ""
        if (count := there.pop((image, back), 0)) != piece.copies:
            yield "module-count", f"{piece.name} is there {count} times; the game has it {piece.copies} times"
        size = str(round(lot.width * PX_PER_MM)), str(round(lot.height * PX_PER_MM))
        if image in sizes and sizes[image] != size:
            yield "module-size", f"{piece.name} is {' x '.join(sizes[image])} pixels; it must be {' x '.join(size)}"
    for image, back in there:
        yield "module-foreign", f"has a piece {image[:60]!r} before {back[:60]!r}, which the game does not have"


def _check_pictures(exported: Exported, files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yield a fault for each component that has not one picture of its size."""
    lots = {one: lot for lot, piece in exported.pieces() for one in (piece.id, piece.back) if one}
    wanted = {f"{IMAGES}{component}.png": lot for component, lot in lots.items()}
    for name in sorted({BUILD, DATA, *wanted} ^ files.keys()):
        told = "lacks" if name in wanted else "holds the foreign file"
        yield "module-files", f"{told} {name[:80]!r}"
    for name, lot in wanted.items():
        if name in files:
            try:
                message = read_png(files[name]).size_fault(round(lot.width * PX_PER_MM), round(lot.height * PX_PER_MM))
            except PngError as error:
                message = str(error)
            if message:
                yield "picture-size", f"{name} {message}"
