"""Chance in compiled code: the very numbers of Python's ``random.Random(seed).random()``.

So a game of the kernel and one of the readable engine that begin with the same seed are the same game. The state is one
array of `STATE` numbers: the words of 32 bits, each in an int64, and the place of the next word.

Source: M. Matsumoto, T. Nishimura, "Mersenne Twister", ACM Transactions on Modeling and Computer Simulation 8 (1998),
and its program mt19937ar.c, whose init_by_array and genrand_res53 Python's random uses.
"""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.numba_adapter import compiled
from generator.games.labyrinth.kernel.tables import Ints

WORDS, SHIFTED = 624, 397
PLACE, STATE = WORDS, WORDS + 1
WORD = (1 << 32) - 1
UPPER, LOWER = 1 << 31, (1 << 31) - 1
TWIST = 0x9908B0DF


def _seeded(seed: int) -> Ints:
    """Return the state before a key is stirred in: init_genrand of mt19937ar.c."""
    words = [seed]
    for place in range(1, WORDS):
        words.append((1812433253 * (words[-1] ^ words[-1] >> 30) + place) & WORD)
    return np.array([*words, WORDS], np.int64)


BEFORE = _seeded(19650218)


@compiled
def seed_chance(state: Ints, seed: int) -> None:
    """Begin like ``Random(seed)``, for seeds below 2 ** 63: init_by_array with the seed's words of 32 bits."""
    state[:] = BEFORE
    keys = 1 if seed <= WORD else 2
    place, key, last = 1, 0, state[0]
    for _ in range(WORDS):
        stirred = (state[place] ^ (last ^ last >> 30) * 1664525 & WORD) + (seed >> 32 * key & WORD) + key
        last = state[place] = stirred & WORD
        place, key = place + 1, (key + 1) % keys
        if place == WORDS:
            state[0] = last
            place = 1
    for _ in range(WORDS - 1):
        last = state[place] = (state[place] ^ (last ^ last >> 30) * 1566083941 & WORD) - place & WORD
        place += 1
        if place == WORDS:
            state[0] = last
            place = 1
    state[0] = UPPER
    state[PLACE] = WORDS


@compiled
def _renew(state: Ints) -> None:
    """Make the next words, all at once; in parts, so that several words are made in one step of the machine."""
    for place in range(WORDS - SHIFTED):
        word = state[place] & UPPER | state[place + 1] & LOWER
        state[place] = state[place + SHIFTED] ^ word >> 1 ^ (word & 1) * TWIST
    for place in range(WORDS - SHIFTED, WORDS - 1):
        word = state[place] & UPPER | state[place + 1] & LOWER
        state[place] = state[place + SHIFTED - WORDS] ^ word >> 1 ^ (word & 1) * TWIST
    word = state[WORDS - 1] & UPPER | state[0] & LOWER
    state[WORDS - 1] = state[SHIFTED - 1] ^ word >> 1 ^ (word & 1) * TWIST
    state[PLACE] = 0


@compiled
def _next_word(state: Ints) -> int:
    if state[PLACE] == WORDS:
        _renew(state)
    word = state[state[PLACE]]
    state[PLACE] += 1
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return int(word ^ word >> 18)


@compiled
def draw(state: Ints) -> float:
    """Return a number from 0 up to but not 1: genrand_res53."""
    upper = _next_word(state) >> 5
    return (upper * 67108864.0 + (_next_word(state) >> 6)) / 9007199254740992.0


@compiled
def choose(state: Ints, count: int) -> int:
    """Return one of `count` numbers from 0, as ``int(draw() * count)``."""
    return int(draw(state) * count)
