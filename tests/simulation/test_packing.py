"""What is told to workers and by them: it comes as it went, and holds nothing but data."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

pytest.importorskip("numba")
pytest.importorskip("distributed")

from asterion_press.errors import AsterionError
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.simulation.games import Party, pack_arrays, pack_party, unpack_arrays, unpack_party

PROJECT = Path(__file__).resolve().parents[2]


def test_what_is_packed_comes_out_as_it_went_in(deck: Deck) -> None:
    party = replace(Party.of(GameSet.of(deck), Rules(tie_break="seat"), 3, "greedy"), order="snake")
    found = unpack_party(pack_party(party))
    assert found.box.deck == deck
    assert (found.rules, found.seats, found.bots, found.acts, found.order) == (
        party.rules, party.seats, party.bots, party.acts, party.order,
    )  # fmt: skip
    assert unpack_party(pack_party(party)) is found, "a party is made once and not once for each portion"
    exits = found.box.deck.tiles[0].paths[0].exits
    assert (type(exits), type(exits[0])) == (type(deck.tiles[0].paths[0].exits), type(deck.tiles[0].paths[0].exits[0]))


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (1, 1), (5, 7)])
def test_arrays_come_out_as_they_went_in(shape: tuple[int, int]) -> None:
    arrays = tuple(np.arange(shape[0] * shape[1], dtype=kind).reshape(shape) - 3 for kind in (np.int32, np.int8))
    for found, array in zip(unpack_arrays(pack_arrays(arrays)), arrays, strict=True):
        assert (found.dtype, found.shape, found.tobytes()) == (array.dtype, array.shape, array.tobytes())


@pytest.mark.parametrize("unpack", [unpack_party, unpack_arrays])
@given(data=st.binary(max_size=80) | st.builds(pickle.dumps, st.integers() | st.text(max_size=9)))
def test_bytes_that_are_no_record_are_told(unpack: Callable[[bytes], object], data: bytes) -> None:
    with pytest.raises(AsterionError, match="nothing of this program"):
        unpack(data)


@pytest.mark.parametrize(
    "grid", [((2, 2), bytes(15)), ((2, 2), bytes(17)), ((-1, -4), bytes(16)), ((2**40, 2**40), b"")]
)
def test_numbers_of_another_shape_than_is_said_are_told(grid: tuple[tuple[int, int], bytes]) -> None:
    with pytest.raises(AsterionError, match="another shape"):
        unpack_arrays(msgspec.msgpack.encode([grid, grid]))


def test_no_pickle_is_written_or_read_by_the_program() -> None:
    reading = re.compile(r"^\s*(?:import|from) (?:pickle|marshal|shelve|dill|cloudpickle)\b|allow_pickle", re.MULTILINE)
    modules = (PROJECT / "generator/asterion_press").rglob("*.py")
    assert not [path.name for path in modules if reading.search(path.read_text(encoding="utf-8"))]
