"""The ledger: games that were played, on disk, so that a search that was stopped goes on where it was.

One SQLite file. What is written in it is there for good as soon as a portion of games is played; a process that is
killed loses the portions that it was just playing and nothing else. Games are told apart by the set that they were
played with and by their numbers, so a ledger serves any targets of the same catalogue, rules and seed.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from generator.errors import PublishError
from generator.study.evaluation import Plays

NAME = "games.sqlite"
FORMAT = 1
_LITTLE = "<i4"
"""Numbers as they lie in the file, whatever the machine."""


class Ledger:
    """An open ledger."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def read(self, key: str, first: int, count: int) -> Plays | None:
        """Games of a set, if they were played."""
        found = self._connection.execute(
            "SELECT columns, rows FROM games WHERE name = ? AND first = ? AND count = ?", (key, first, count)
        ).fetchone()
        if found is None:
            return None
        columns, packed = found
        rows = np.frombuffer(zlib.decompress(packed), _LITTLE).reshape(-1, columns)
        return Plays(rows.astype(np.int32))

    def write(self, key: str, first: int, plays: Plays) -> None:
        """Note games, for good."""
        packed = zlib.compress(plays.rows.astype(_LITTLE).tobytes())
        with self._connection:
            self._connection.execute(
                "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?)",
                (key, first, plays.games, plays.rows.shape[1], packed),
            )


@contextmanager
def opened(folder: Path, about: Mapping[str, object]) -> Iterator[Ledger]:
    """The ledger of a folder, which is made if there is none; nobody else may open it meanwhile.

    Args:
        folder: where it lies.
        about: what its games depend on beside set and number: catalogue, rules, seed, program.

    Raises:
        PublishError: it cannot be opened, another search is at work, or its games depend on something else.
    """
    file = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(file, timeout=0.2)
    except (OSError, sqlite3.Error) as error:
        raise PublishError(f"{file} cannot be opened: {str(error).lower()}") from None
    try:
        _prepare(connection, file, json.dumps({"format": FORMAT, **about}, sort_keys=True))
        yield Ledger(connection)
    except sqlite3.Error as error:
        raise PublishError(f"{file}: {str(error).lower()}; name another folder, or remove that file") from None
    finally:
        connection.close()


def _prepare(connection: sqlite3.Connection, file: Path, about: str) -> None:
    """Lock the file for this process, make its tables, and see that it is about the same."""
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        with connection:
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("CREATE TABLE IF NOT EXISTS about (told TEXT NOT NULL)")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS games (name TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, "
                "columns INTEGER NOT NULL, rows BLOB NOT NULL, PRIMARY KEY (name, first, count))"
            )
            told = connection.execute("SELECT told FROM about").fetchone()
            if told is None:
                connection.execute("INSERT INTO about VALUES (?)", (about,))
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            message = f"another search is at work in {file.parent}; wait for it, or name another folder"
            raise PublishError(message) from None
        raise
    if told is not None and told[0] != about:
        raise PublishError(
            f"{file} holds games of another catalogue, other rules, another seed or another version of the program; "
            "name another folder, or remove that file"
        )
