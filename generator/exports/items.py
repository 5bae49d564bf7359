"""The pieces of a game, each with the lot it belongs to, as exports that know no sheets want them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from generator.catalogue import library
from generator.catalogue.papers import Paper, load_paper
from generator.games.game import Game
from generator.layout.batches import Lot, Piece


class Item(Struct, frozen=True):
    """A piece and its lot."""

    lot: Lot
    piece: Piece


@cache
def largest_paper() -> Paper:
    """The paper on which a game is divided least: a board that small papers show in pages lies on it in one piece."""
    papers = [load_paper(file.path, file.name) for file in library.papers().values()]
    return max(papers, key=lambda paper: (paper.width_mm * paper.height_mm, paper.title))


def items_of(game: Game) -> Iterator[Item]:
    """Every piece that a game prints, in the order of printing."""
    for lot in game.lots(largest_paper()):
        for piece in lot.pieces:
            if piece.copies:
                yield Item(lot, piece)


def folder_name(kind: str) -> str:
    """A lot's kind as the name of a folder."""
    return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-") or "pieces"


def pieces_table(game: Game, folder_of: dict[str, str] | None = None) -> str:
    """What there is, as a table with commas: how often each piece is needed, and which back it has."""
    lines = ["kind,piece,copies,back"]
    for item in items_of(game):
        kind = (folder_of or {}).get(item.lot.kind, folder_name(item.lot.kind))
        lines.append(f"{kind},{item.piece.id},{item.piece.copies},{item.piece.back}")
    return "\n".join(lines) + "\n"
