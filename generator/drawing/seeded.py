"""Variation without chance: numbers that look drawn from a hat and are the same everywhere and for ever.

Source: SHA-256 of the component's id, byte by byte; no generator, no clock, no hash order.
"""

from __future__ import annotations

import hashlib


class Chance:
    """An endless row of numbers that belongs to a name."""

    __slots__ = ("_at", "_bytes", "_name")

    def __init__(self, name: str) -> None:
        self._name = name.encode()
        self._bytes = hashlib.sha256(self._name).digest()
        self._at = 0

    def unit(self) -> float:
        """The next number, at least 0 and less than 1, in steps of 1/256."""
        if self._at == len(self._bytes):
            self._bytes += hashlib.sha256(self._bytes[-32:] + self._name).digest()
        self._at += 1
        return self._bytes[self._at - 1] / 256

    def between(self, low: float, high: float) -> float:
        """The next number from `low` to `high`."""
        return low + (high - low) * self.unit()
