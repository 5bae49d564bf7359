"""The records of an exam about a labyrinth: ``templates/exams/<game>.yaml``.

Source of the figures: :mod:`.position_records`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from generator.catalogue.validation import Identifier, Record
from generator.games.exam import Question
from generator.games.labyrinth.catalogue.position_records import ByColour, Figure, NamedPath

Wish: TypeAlias = Literal[
    "acts", "coins", "coinless", "connected", "escaped", "escapes", "escaping", "impaled", "legal", "outside", "points",
    "score", "treasure", "winner",
]  # fmt: skip


class LabyrinthQuestion(Question, frozen=True, kw_only=True):
    """A question about a table.

    Attributes:
        find: what the engine is asked: `legal`: whether the last turn is; `impaled`: the tiles on which it impales
            prisoners; `points`: what it brings the player; `acts`: the tiles that the player may act on; `connected`:
            whether two paths are; `outside`: whether a path is connected to the outside; `coins`: how many the path is
            connected to; `escapes`: whether the prisoner of a path does; `escaping`: the tiles of the player's
            prisoners who do; `escaped` and `coinless`: how many of them do, and without a coin; `treasure`: the
            player's points for coins; `score`: all points of the player; `winner`: who wins, or `tie`.
        number: or a number of the rules instead, as in `deck.tiles_for_two`.
        player: the colour of the player.
        path: the path that the question is about.
        to: the other path, if it is about two.
        seats: the colours in order of play; left out, those of the tiles on the table.
        kills: points from impaling, by colour.
        gentler: whether the gentler game is played.
        earlier: whether the earlier seat wins ties.
    """

    find: Wish | None = None
    number: str | None = None
    player: Identifier | None = None
    path: NamedPath | None = None
    to: NamedPath | None = None
    seats: tuple[Identifier, ...] = ()
    kills: ByColour = field(default_factory=dict)
    gentler: bool = False
    earlier: bool = False


class LabyrinthExam(Record, frozen=True):
    """The exam of a game.

    Attributes:
        game: id of the game.
        figures: the tables, by id; they claim nothing.
        questions: the questions, by id.
    """

    game: Identifier
    figures: dict[Identifier, Figure]
    questions: Annotated[dict[Identifier, LabyrinthQuestion], Meta(min_length=1)]
