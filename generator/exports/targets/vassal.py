"""VASSAL: a module to play over a network, and the lock file that keeps the numbers of its pieces.

The lock is that of the last export in the same folder, or the one that ``--lock`` names.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator import __version__
from generator.exports.naming import LANGUAGE, names_for
from generator.exports.target import Bench, Option, Target, Wishes

if TYPE_CHECKING:
    from generator.build.targets import Artefact
    from generator.exports.gpids import Lock
    from generator.exports.piles import Pile
    from generator.exports.vassal_module import Module

LOCK = Option("lock", "File of piece numbers of an earlier module. Default: the one in the folder.", "file")
LOCK_NAME = "gpids.json"


class Vassal(Target):
    """A VASSAL module."""

    name = "vassal"
    about = "VASSAL: a module with a grid, face-down decks and pieces that turn by quarter turns"
    options = (LOCK, LANGUAGE)

    def files(self, bench: Bench, wishes: Wishes) -> Iterator[Artefact]:
        from generator.build.targets import Artefact
        from generator.exports.piles import piles_of
        from generator.exports.vassal_module import build_file, copies_of, module_data

        piles = piles_of(bench.game, names_for(bench, wishes))
        lock = _lock(bench, wishes["lock"]).with_pieces(name for pile in piles for _, name in copies_of(pile))
        module = _module(bench, piles, lock)
        texts = {"buildFile.xml": build_file(module), "moduledata": module_data(module)}
        key = bench.key(texts, components=tuple(_components(piles)))
        make = partial(_archive, bench, piles, texts)
        yield Artefact(f"{bench.game.head.game}.vmod", key, make, effort=len(_components(piles)))
        yield Artefact(LOCK_NAME, bench.key(lock.text, components=()), lock.text.encode)


def _lock(bench: Bench, chosen: Path | None) -> Lock:
    """The lock that was chosen, or that of the last export.

    Raises:
        InputError: it cannot be read.
    """
    from generator.catalogue.files import read_bytes
    from generator.exports.gpids import EMPTY, read_lock

    if chosen is not None:
        return read_lock(read_bytes(chosen, str(chosen)), str(chosen))
    previous = bench.folder.previous
    last = bench.folder.path / LOCK_NAME
    if previous is None or LOCK_NAME not in previous.files or not last.is_file():
        return EMPTY
    name = str(Path(bench.folder.name) / LOCK_NAME)
    return read_lock(read_bytes(last, name), name)


def _module(bench: Bench, piles: tuple[Pile, ...], lock: Lock) -> Module:
    from generator.exports.outlines import outline_of
    from generator.exports.vassal_module import Module

    game = bench.game
    pieces = dict.fromkeys(piece.id for pile in piles for piece in pile.pieces)
    turns = {one: outline_of(game, bench.drawing(one)).turns for one in pieces}
    about = f"{game.head.edition} edition, catalogue {game.short_hash}; design: {game.head.credits.design}"
    return Module(game.head.game, game.head.full_title, about, __version__, piles, lock.pieces, lock.next, turns)


def _components(piles: tuple[Pile, ...]) -> dict[str, None]:
    """What pictures there are, in order."""
    pieces = [piece for pile in piles for piece in pile.pieces]
    return dict.fromkeys([*(piece.id for piece in pieces), *(piece.back for piece in pieces if piece.back)])


def _archive(bench: Bench, piles: tuple[Pile, ...], texts: dict[str, bytes]) -> bytes:
    from generator.exports.vassal_module import archive

    pictures = {f"images/{component}.png": _picture(bench, component) for component in _components(piles)}
    return archive(texts | pictures)


def _picture(bench: Bench, component: str) -> bytes:
    from generator.exports.ground import art
    from generator.exports.outlines import cut_out
    from generator.exports.pixels import picture
    from generator.exports.vassal_module import PX_PER_MM
    from generator.pdf.drawing_pages import Laid
    from generator.units import MM_PER_INCH

    whole = bench.drawing(component)
    drawing, mask = art(whole, 0.0), cut_out(bench.game, whole)
    width, height = round(drawing.width * PX_PER_MM), round(drawing.height * PX_PER_MM)
    laid = [Laid(drawing, 0, 0, PX_PER_MM)]
    outside = [Laid(mask, 0, 0, PX_PER_MM)] if mask else None
    return picture(width, height, laid, PX_PER_MM * MM_PER_INCH, cut_out=outside)


TARGET = Vassal()
