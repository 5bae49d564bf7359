"""VASSAL: a module to play over a network, and the lock file that keeps the numbers of its pieces.

VASSAL numbers pieces uniquely for ever, so a lock file keeps every number that was given::

    {
     "next": 131,               the first number that no piece ever had
     "pieces": {"Y01#1": 0}     by component and copy, also those that are gone
    }

The lock is that of the last export in the same folder, or the one that ``--lock`` names. A new piece gets the next
number, in the order of printing; so the same catalogue without a lock gives the same numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator import __version__
from generator.catalogue.files import read_bytes
from generator.characters import forbidden_in_line, refusal_of
from generator.errors import MISTAKES_SHOWN, InputError, Mistake, Place
from generator.exports.outlines import outline_of, silhouette, without_cuts
from generator.exports.pieces import piles_of
from generator.exports.pixels import render_png
from generator.exports.target import LANGUAGE, ExportContext, Option, OptionValues, Target
from generator.exports.vassal_module import PX_PER_MM, Module, build_file, copies_of, module_data, zipped
from generator.making.artefacts import Artefact
from generator.units import MM_PER_INCH

LOCK_NAME = "gpids.json"
LOCK = Option(
    "lock", "File of piece numbers of an earlier module. Default: the one in the folder.", "file", kept=LOCK_NAME
)
LAST_NUMBER = 2**31 - 1
"""VASSAL is written in Java and keeps these numbers as `int`. Source: The Java Language Specification, 4.2.1."""
SHOWN = 40
"""Characters of a wrong number that are shown."""


class Vassal(Target):
    """A VASSAL module."""

    name = "vassal"
    about = "VASSAL: a module with a grid, face-down decks and pieces that turn by quarter turns"
    options = (LOCK, LANGUAGE)

    def files(self, context: ExportContext, values: OptionValues) -> Iterator[Artefact]:
        game = context.game
        piles = piles_of(game, context.names(values))
        lock = _chosen_lock(context, values["lock"]).with_pieces(name for pile in piles for _, name in copies_of(pile))
        pieces = [piece for pile in piles for piece in pile.pieces]
        turns = {one: outline_of(game, context.drawing(one)).turns for one in dict.fromkeys(one.id for one in pieces)}
        about = f"{game.head.edition} edition, catalogue {game.short_hash}; design: {game.head.credits.design}"
        version = game.head.version or __version__
        module = Module(game.head.game, game.head.full_title, about, version, piles, lock.pieces, lock.next, turns)
        texts = {"buildFile.xml": build_file(module), "moduledata": module_data(module)}
        pictures = tuple(
            dict.fromkeys([*(piece.id for piece in pieces), *(piece.back for piece in pieces if piece.back)])
        )
        key = context.key(texts, components=pictures)
        make = partial(_make_archive, context, pictures, texts)
        yield Artefact(f"{game.head.game}.vmod", key, make, effort=len(pictures))
        yield Artefact(LOCK_NAME, context.key(lock.text, components=()), lock.text.encode)


def _make_archive(context: ExportContext, components: tuple[str, ...], texts: dict[str, bytes]) -> bytes:
    files = dict(texts)
    for component in components:
        whole = context.drawing(component)
        drawing, mask = without_cuts(whole, 0.0), silhouette(context.game, whole)
        files[f"images/{component}.png"] = render_png(
            round(drawing.width * PX_PER_MM),
            round(drawing.height * PX_PER_MM),
            [(drawing, 0, 0)],
            PX_PER_MM,
            PX_PER_MM * MM_PER_INCH,
            mask=[(mask, 0, 0)] if mask else None,
        )
    return zipped(files)


# -- the lock ----------------------------------------------------------------------------------------------------------


class Lock(Struct, frozen=True):
    """The number of each piece, and the first number that is free."""

    pieces: dict[str, int]
    next: int

    def with_pieces(self, names: Iterable[str]) -> Lock:
        """Return the lock in which each of these has a number."""
        pieces, following = dict(self.pieces), self.next
        for name in names:
            if name not in pieces:
                pieces[name] = following
                following += 1
        return Lock(pieces, following)

    @property
    def text(self) -> str:
        """Return the text of the lock file."""
        return json.dumps({"next": self.next, "pieces": self.pieces}, indent=1, ensure_ascii=False) + "\n"


EMPTY = Lock({}, 0)


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
        return EMPTY
    name = str(Path(context.folder.name) / LOCK_NAME)
    return read_lock(read_bytes(last, name), name)


class _TwiceError(Exception):
    """A duplicate key of a JSON object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object after checking that its keys are unique."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise _TwiceError(twice)
    return found


def _mistakes(numbers: dict[str, Any], text: str, name: str) -> Iterator[Mistake]:
    """Yield a mistake for each invalid name, and for each number that VASSAL cannot keep."""
    for piece, number in numbers.items():
        if wrong := forbidden_in_line(piece):
            yield Mistake(_place(text, piece, name), f"{piece!a} is no piece: {refusal_of(wrong)}")
        elif type(number) is not int or not 0 <= number <= LAST_NUMBER:
            message = f"{repr(number)[:SHOWN]} is no number of a piece; write a whole one from 0 to {LAST_NUMBER}"
            yield Mistake(_place(text, piece, name), message)


def _place(text: str, key: str, name: str) -> Place:
    """Return the last place of a key in a lock file."""
    written = (json.dumps(key, ensure_ascii=False), json.dumps(key))
    at = max(text.rfind(one) for one in written)
    before = text[: max(at, 0)]
    return Place(name, before.count("\n") + 1, len(before) - before.rfind("\n"))


def read_lock(data: bytes, name: str) -> Lock:
    """Read a lock from a file, called `name` in messages.

    Raises:
        InputError: it is none, or gives a number twice.
    """
    try:
        text = data.decode("utf-8")
        plain: Any = json.loads(text, object_pairs_hook=_once)
        pieces, following = plain["pieces"], plain["next"]
        numbers = list(pieces.values())
    except _TwiceError as error:
        (key,) = error.args
        raise InputError.at(_place(text, key, name), f"key {key!r} stands twice; keep one of the two") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError.at(Place(name), "is no lock of piece numbers; give the gpids.json of an export") from None
    if mistakes := list(islice(_mistakes({**pieces, "next": following}, text, name), MISTAKES_SHOWN)):
        raise InputError(mistakes)
    if len(set(numbers)) != len(numbers):
        times = Counter(numbers)
        twice = next(number for number in numbers if times[number] > 1)
        raise InputError.at(Place(name), f"gives the number {twice} to two pieces; give one of them {following}")
    if numbers and following <= max(numbers):
        raise InputError.at(Place(name), f"next is {following}, but {max(numbers)} is given; write {max(numbers) + 1}")
    return Lock(pieces, following)


TARGET = Vassal()
