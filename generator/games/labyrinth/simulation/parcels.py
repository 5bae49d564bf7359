"""What workers on other machines are told and tell: bytes that hold data and can hold nothing else.

They are MessagePack, read as records of this program and checked as a catalogue is. Pickles, which can call anything
when they are read, are neither written nor read here. Arrays travel as a :class:`Grid`.

Source: MessagePack, by msgspec.
"""

from __future__ import annotations

from math import prod
from typing import Any, TypeVar

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from generator.errors import AsterionError
from generator.games.labyrinth.catalogue.records import Exits
from generator.geometry import Side

T = TypeVar("T")


class Grid(Struct, frozen=True, array_like=True):
    """An array of integers.

    Attributes:
        shape: its rows and columns.
        data: its numbers, row by row, the least significant byte first.
    """

    shape: tuple[int, int]
    data: bytes

    @classmethod
    def of(cls, array: NDArray[Any]) -> Grid:
        """Return the grid of an array of two dimensions."""
        rows, columns = array.shape
        return cls((rows, columns), array.astype(array.dtype.newbyteorder("<")).tobytes())

    def array(self, kind: type[np.signedinteger[Any]]) -> NDArray[Any]:
        """Return the array.

        Raises:
            AsterionError: it is none of such numbers.
        """
        dtype = np.dtype(kind).newbyteorder("<")
        if min(self.shape) < 0 or len(self.data) != prod(self.shape) * dtype.itemsize:
            raise AsterionError("a worker told numbers of another shape than it says")
        return np.frombuffer(self.data, dtype).reshape(self.shape).astype(kind)


def packed(value: object) -> bytes:
    """Return a record as bytes."""
    return msgspec.msgpack.encode(value)


def unpacked(data: bytes, kind: type[T]) -> T:
    """Return the record of a kind that bytes hold.

    Raises:
        AsterionError: they hold none.
    """
    try:
        return msgspec.msgpack.decode(data, type=kind, dec_hook=_read)
    except (msgspec.MsgspecError, TypeError, ValueError) as strange:
        raise AsterionError(f"what came from the cluster is nothing of this program: {strange}") from None


def _read(kind: type, value: Any) -> object:
    if kind is not Exits:
        raise TypeError(f"nothing reads a {kind.__name__}")
    return Exits(map(Side, value))
