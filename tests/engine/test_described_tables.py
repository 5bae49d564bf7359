"""Tables that players write down: every table of a game is counted, and no other one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asterion_press.catalogue.strict_yaml import parse_document
from asterion_press.catalogue.validation import validated
from asterion_press.errors import InputError
from asterion_press.games.labyrinth.catalogue.position_records import LoadedTable, Table
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.bots import random_game
from asterion_press.games.labyrinth.engine.box import GameSet, cell_at, xy_of
from asterion_press.games.labyrinth.engine.described_tables import arranged_table
from asterion_press.games.labyrinth.engine.labyrinth import MINOTAUR
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.record import replay
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.engine.scoring import final
from tests.support.decks_for_play import FIGURES, box_with
from tests.support.decks_for_play import laid as laid_so

BOX = box_with(FIGURES, copies=2)
RULES = {
    "revised": Rules(),
    "original": Rules("original"),
    "revised without actions": Rules(actions=False),
    "original with actions and points": Rules("original", actions=True, score_impaled=True),
    "revised, unbounded, no points": Rules(outside="unbounded", score_impaled=False),
}
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "pictures.md"


@dataclass(frozen=True)
class Written:
    """A table as players write it down, an entry a line."""

    seats: tuple[str, ...]
    laid: dict[tuple[int, int], tuple[str, int]]
    impaled: tuple[tuple[str, int], ...] = ()
    kills: dict[str, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        tiles = [f"  - {{tile: {tile}, at: [{x}, {y}], turns: {turns}}}" for (x, y), (tile, turns) in self.laid.items()]
        dead = [f"  - {{tile: {tile}, path: {path + 1}}}" for tile, path in self.impaled]
        points = [f"  {seat}: {count}" for seat, count in self.kills.items()]
        lines = ["game: asterion", f"seats: [{', '.join(self.seats)}]", "tiles:"]
        lines += ["  - {tile: minotaur, at: [0, 0]}", *tiles, *(["impaled:", *dead] if dead else [])]
        return "\n".join([*lines, *(["kills:", *points] if points else [])]) + "\n"

    def line_of(self, entry: str) -> int:
        """The number of the last line that holds an entry."""
        return max(number for number, line in enumerate(self.text.splitlines(), 1) if entry in line)


def read(text: str) -> LoadedTable:
    document = parse_document(text.encode(), "position.yaml")
    return LoadedTable(validated(document, Table), document)


def refusals(written: Written, rules: Rules | None = None, box: GameSet = BOX) -> list[str]:
    with pytest.raises(InputError) as error:
        arranged_table(read(written.text), box, rules or Rules())
    return [str(mistake) for mistake in error.value.mistakes]


def written_down(position: Position) -> Written:
    """What players would write of a position."""
    table = position.labyrinth
    laid = {xy_of(cell): (one.piece.id, one.turns) for cell, one in table.laid.items()}
    dead = tuple(
        (tile, path)
        for tile, paths in table.impaled().items()
        for path in range(paths.bit_length())
        if paths >> path & 1 and table.root(table.where[tile], path) != MINOTAUR
    )
    points = dict(zip(position.seats, position.kills, strict=True))
    return Written(position.seats, laid, dead, {seat: count for seat, count in points.items() if count})


def positions(box: GameSet, rules: Rules, players: int, seed: int) -> list[Position]:
    """Every position of a game of bots, the last one at the end."""
    seen: list[Position] = []
    game = random_game(box, rules, players, seed, actions=rules.acts)
    replay(game, box, each=lambda position, _: seen.append(position.copy()))
    return seen


@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 4))
def test_every_table_of_a_game_is_accepted_and_counted_as_in_the_game(rules: Rules, seed: int, players: int) -> None:
    for position in positions(BOX, rules, players, seed)[:: 7 if seed % 2 else -7]:
        described = arranged_table(read(written_down(position).text), BOX, rules)
        assert final(described) == final(position)


def test_tables_of_the_shipped_deck_are_accepted(deck: Deck) -> None:
    box = GameSet.of(deck)
    for players in (2, 3, 4):
        for position in positions(box, Rules(), players, players)[::-9]:
            assert final(arranged_table(read(written_down(position).text), box, Rules())) == final(position)


class Picked(NamedTuple):
    """What is picked of a table to be damaged: a tile where it lies, two other ones, and a seat."""

    cell: tuple[int, int]
    tile: str
    turns: int
    other: str
    holding: str
    seat: str

    @classmethod
    def of(cls, table: Written, rng: Random) -> Picked:
        (cell, (tile, turns)), (_, (other, _)) = rng.sample(list(table.laid.items()), 2)
        holding = rng.choice([tile for tile, _ in table.laid.values() if BOX.pieces[tile].prisoners & 1])
        return cls(cell, tile, turns, other, holding, rng.choice(table.seats))

    def relaid(self, table: Written, tile: str, cell: tuple[int, int] | None = None) -> Written:
        """The table with another tile in the place of the picked one, or elsewhere, written last."""
        rest = {there: what for there, what in table.laid.items() if there != self.cell}
        return replace(table, laid={**rest, cell or self.cell: (tile, self.turns)})


Damage: TypeAlias = Callable[[Written, Picked], tuple[Written, str]]
"""Returns the table with a damage, and what its line holds."""
DAMAGES: dict[str, Damage] = {
    "apart": lambda table, one: (one.relaid(table, one.tile, (99, 99)), "99, 99"),
    "twice": lambda table, one: (one.relaid(table, one.other), f"{one.other}, at: {[*one.cell]}"),
    "more than the deck has": lambda table, one: (one.relaid(table, f"{one.tile[:3]}-3"), f"{one.tile[:3]}-3"),
    "a colour without a seat": lambda table, one: (one.relaid(table, f"G{one.tile[1:]}"), f"G{one.tile[1:]}"),
    "points without a seat": lambda table, _: (replace(table, kills={**table.kills, "green": 1}), "green: 1"),
    "a point too many": lambda table, one: (
        replace(table, kills={**table.kills, one.seat: table.kills.get(one.seat, 0) + 1}),
        "kills:",
    ),
    "more points than impaled": lambda table, one: (replace(table, kills={one.seat: 500}), f"{one.seat}: 500"),
    "less than own impaled": lambda table, one: (replace(table, kills={one.seat: -500}), f"{one.seat}: -500"),
    "impaled twice": lambda table, one: (replace(table, impaled=((one.holding, 0),) * 2), f"{one.holding}, path: 1"),
    "impaled, but nobody is": lambda table, one: (replace(table, impaled=((one.tile, 3),)), f"{one.tile}, path: 4"),
    "impaled off the table": lambda table, _: (replace(table, impaled=(("G01", 0),)), "G01, path: 1"),
}


@pytest.mark.parametrize("damage", DAMAGES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_single_damage_to_a_table_is_refused_at_its_line(damage: str, seed: int) -> None:
    rng = Random(seed)
    table = written_down(rng.choice(positions(BOX, Rules(), 3, seed)[9:-20]))
    damaged, entry = DAMAGES[damage](table, Picked.of(table, rng))
    lines = [damaged.line_of(entry)]
    if damage == "a point too many":  # told at the seat, if it alone shows
        lines = list(range(lines[0], lines[0] + 5))
    reported = refusals(damaged)
    assert any(
        re.match(rf"position\.yaml:{line}:\d+: ", line_reported) for line in lines for line_reported in reported
    ), reported


def test_a_colour_that_nobody_plays_is_told_at_each_of_its_tiles() -> None:
    position = positions(BOX, Rules(), 3, 4)[-1]
    table = written_down(position)
    red = [tile for tile, _ in table.laid.values() if tile.startswith("R")]
    reported = refusals(replace(table, seats=("yellow", "blue"), kills={}))
    assert sum("red has no seat; the seats are yellow, blue" in line for line in reported) == len(red)


TRAP = "Y04@0,-1^0 B04@1,0^0 Y04-2@0,1^2 B04-2@-1,0^0"
HOLE = "Y13@1,0^0 Y13-2@1,-1^1 B13@1,-2^1 B13-2@0,-2^1 Y12@-1,-2^1 B12@-1,-1^1 Y12-2@-1,0^0 B12-2@0,1^3"
"""An enclosed uncovered cell north of the minotaur, and walls about him elsewhere."""


def table_of(places: str, **others: object) -> Written:
    return replace(Written(("yellow", "blue"), laid_so(places)), **others)  # type: ignore[arg-type]


def test_a_trapped_minotaur_is_told_at_his_tile() -> None:
    [reported] = refusals(table_of(TRAP))
    assert reported.startswith("position.yaml:4:5: the minotaur is trapped")


def test_whether_an_enclosed_cell_traps_him_is_as_was_agreed() -> None:
    assert not arranged_table(read(table_of(HOLE).text), BOX, Rules()).labyrinth.is_trapped()
    [reported] = refusals(table_of(HOLE), Rules(outside="unbounded"))
    assert "the minotaur is trapped" in reported


def test_what_is_wrong_here_and_there_is_told_at_once() -> None:
    table = table_of(f"{TRAP} R13@9,9^0 Y13@9,10^0 B13@20,20^0", kills={"green": 1})
    reported = [line.split(": ", 1)[1] for line in refusals(table)]
    assert [re.sub(r"[;,].*", "", line) for line in reported] == [
        "the minotaur is trapped",
        "tile 'R13' is red",
        "tile 'R13' and 1 more beside it do not hang together with the minotaur's tile",
        "tile 'B13' does not hang together with the minotaur's tile",
        "points for 'green'",
    ]


@pytest.mark.parametrize(
    ("places", "rules", "reported"),
    [
        ("Y03@1,0^0 Y13@2,0^0", Rules(), "yellow has laid 2 tiles, and blue none"),
        ("Y03@1,0^0 Y13@2,0^0 B13@3,0^0 Y05@4,0^0", Rules(), ""),
        ("Y03@1,0^0 Y13@2,0^0 B13@3,0^0 Y05@4,0^0", Rules("original"), "yellow has laid 3 tiles, and blue 1"),
        ("Y03@1,0^0 Y13@2,0^0 B13@3,0^0", Rules("original"), ""),
        ("B03@1,0^0 B13@2,0^0 Y13@3,0^0", Rules("original"), "blue has laid 2 tiles, and yellow 1"),
        ("B03@1,0^0", Rules(), "blue has laid 1 tile, and yellow none"),
    ],
)
def test_nobody_has_laid_more_than_the_turns_allow(places: str, rules: Rules, reported: str) -> None:
    if reported:
        assert reported in refusals(table_of(places), rules)[0]
    else:
        arranged_table(read(table_of(places).text), BOX, rules)


def test_without_actions_nobody_impaled_lies_away_from_the_minotaur() -> None:
    table = table_of("Y13@0,-1^1 B03@0,-2^0", impaled=(("B03", 0),))
    arranged_table(read(table.text), BOX, Rules())
    [reported] = refusals(table, Rules("original"))
    assert reported.startswith("position.yaml:8:5: path 1 of tile 'B03' is not connected to the minotaur")


def test_points_are_left_out_where_impaling_brings_none() -> None:
    table = table_of("Y13@0,-1^1 B03@0,-2^0", kills={"yellow": 3})
    assert arranged_table(read(table.text), BOX, Rules("original")).kills == [0, 0]


@pytest.mark.parametrize("cell", [(4001, 0), (0, -4001), (10**6, 0)])
def test_a_cell_beyond_the_engines_room_is_told(cell: tuple[int, int]) -> None:
    assert refusals(Written(("yellow", "blue"), {cell: ("Y13", 0)}))


def test_the_position_in_the_documentation_is_legal_and_scores_what_it_says(deck: Deck) -> None:
    [text] = re.findall(r"```yaml\n(game: asterion\n.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    loaded = read(text)
    position = arranged_table(loaded, GameSet.of(deck), Rules())
    assert position.captured == sum(loaded.table.kills.values()) > 0
    assert position.labyrinth.covered(cell_at(0, -1))
