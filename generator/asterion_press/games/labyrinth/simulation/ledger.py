"""The ledger: games that were played, on disk, so that a search that was stopped goes on where it was.

It is one SQLite file. A portion of games is committed as soon as it is played; a process that is killed loses the
portions that it was just playing and nothing else. Games are keyed by the set that they were played with and by their
numbers, so a ledger serves any targets of the same catalogue, rules and seed.

A ledger says in its header that it is one. So a database of another program is refused, while a damaged ledger, whose
games can all be played again, is made anew. Source: SQLite, "Database File Format", 1.3.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from functools import cache, partial
from pathlib import Path

from asterion_press.errors import AsterionError, PublishError
from asterion_press.games.labyrinth.kernel.rules import WATCHED
from asterion_press.games.labyrinth.simulation.games import Games, Party, pack_arrays, unpack_arrays
from asterion_press.publish.atomic_file import remove_file
from asterion_press.publish.file_operations import as_publish_error, read_regular
from asterion_press.publish.location import make_folder

NAME = "games.sqlite"
JOURNAL = f"{NAME}-journal"
"""File that SQLite writes beside the ledger while it changes it."""
FORMAT = 2
"""In 1 there was less of a game."""
MAGIC = b"SQLite format 3\0"
APPLICATION = 0x41535452
"""The application id of a ledger, which distinguishes it from other databases: ``ASTR``, our own choice."""
APPLICATION_BYTES = slice(68, 72)
MOST_BYTES = 1 << 40
ELSEWHERE = "name another folder"
OF_OTHERS = "holds games of another catalogue, other rules, another seed or another version of the program"
TABLES = {
    "about": "CREATE TABLE about (told TEXT NOT NULL)",
    "games": "CREATE TABLE games (name TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, "
    "arrays BLOB NOT NULL, PRIMARY KEY (name, first, count))",
}


class Ledger:
    """An open ledger."""

    def __init__(self, connection: sqlite3.Connection, damaged: Callable[[], object]) -> None:
        """Take over an open database.

        Args:
            connection: to the database, which has the tables.
            damaged: called when games are found that cannot be read, and so are played again.
        """
        self._connection = connection
        self._damaged = damaged

    def read(self, key: str, party: Party, games: range) -> Games | None:
        """Return the games of a set that a party has played, if they were played and can be read."""
        found = self._connection.execute(
            "SELECT arrays FROM games WHERE name = ? AND first = ? AND count = ?", (key, games.start, len(games))
        ).fetchone()
        if found is None:
            return None
        shapes = ((len(games), WATCHED), (len(games), sum(party.pile_sizes())))
        try:
            arrays = unpack_arrays(zlib.decompress(found[0]))
            if tuple(array.shape for array in arrays) == shapes:
                return Games(party, *arrays)
        except (AsterionError, TypeError, zlib.error):
            pass
        self._damaged()
        return None

    def write(self, key: str, numbers: range, games: Games) -> None:
        """Note games, for good."""
        packed = zlib.compress(pack_arrays((games.rows, games.orders)))
        with self._connection:
            self._connection.execute(
                "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?)", (key, numbers.start, len(numbers), packed)
            )


@contextmanager
def open_ledger(folder: Path, about: Mapping[str, object], tell: Callable[[str], object]) -> Iterator[Ledger]:
    """Open the ledger of a folder, which is made if there is none; nobody else may open it meanwhile.

    Args:
        folder: where it lies.
        about: what its games depend on beside set and number: catalogue, rules, seed, program.
        tell: called once with a message if it was damaged.

    Raises:
        PublishError: it cannot be opened, is somebody else's, another search is at work, or its games depend on
            something else.
    """
    file = folder / NAME
    make_folder(folder, str(file), ELSEWHERE)
    conditions = json.dumps({"format": FORMAT, **about}, sort_keys=True)
    damaged = cache(partial(tell, f"{file} was damaged; what cannot be read is played again"))  # told once
    try:
        with closing(_connected(file, conditions, damaged)) as connection:
            yield Ledger(connection, damaged)
    except sqlite3.Error as error:
        raise PublishError(f"{file}: {str(error).lower()}; {ELSEWHERE}, or remove that file") from None


def _connected(file: Path, about: str, damaged: Callable[[], object]) -> sqlite3.Connection:
    """Open the database, made anew if it is a ledger and damaged."""
    is_ours = _may_be_remade(file)
    try:
        return _prepared(file, about)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            message = f"another search is at work in {file.parent}; wait for it, or {ELSEWHERE}"
            raise PublishError(message) from None
        raise
    except sqlite3.DatabaseError:
        if not is_ours:
            raise
    damaged()
    for name in (NAME, JOURNAL):
        remove_file(file.with_name(name), str(file), ELSEWHERE)
    return _prepared(file, about)


def _may_be_remade(file: Path) -> bool:
    """Return whether nothing lies there, or what its header marks as a ledger; False if only its tables can tell.

    Raises:
        PublishError: what lies there is no database, or one of another program.
    """
    foreign = PublishError(f"{file} is no ledger of games that were searched; {ELSEWHERE}, or remove that file")
    with as_publish_error(str(file), ELSEWHERE, reading=True):
        if not os.path.lexists(file):
            return True
        raw = read_regular(file, MOST_BYTES, first=APPLICATION_BYTES.stop)
    if raw is None or (raw and not raw.startswith(MAGIC)):
        raise foreign
    number = int.from_bytes(raw[APPLICATION_BYTES], "big")
    if number not in {0, APPLICATION}:
        raise foreign
    return number == APPLICATION


def _make_tables(connection: sqlite3.Connection, file: Path, about: str) -> None:
    """Make the tables of a new ledger, and mark one that has no mark yet.

    Raises:
        PublishError: the database has other tables, of another program or another format.
    """
    found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    is_ours = connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    if not found:
        for statement in TABLES.values():
            connection.execute(statement)
        connection.execute("INSERT INTO about VALUES (?)", (about,))
    elif found != TABLES:
        what = OF_OTHERS if is_ours else "is a database, but no ledger of games that were searched"
        raise PublishError(f"{file} {what}; {ELSEWHERE}, or remove that file")
    if not is_ours:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")


def _prepared(file: Path, about: str) -> sqlite3.Connection:
    """Lock the file for this process, make its tables, and see that it is whole and about the same.

    Raises:
        PublishError: it is somebody else's, or about something else.
        DatabaseError: it is damaged, or the system refused.
    """
    with ExitStack() as closes:
        connection = closes.enter_context(closing(sqlite3.connect(file, timeout=0.2)))
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        with connection:
            connection.execute("BEGIN EXCLUSIVE")
            _make_tables(connection, file, about)
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("it is damaged")
        if connection.execute("SELECT told FROM about").fetchone() != (about,):
            raise PublishError(f"{file} {OF_OTHERS}; {ELSEWHERE}, or remove that file")
        closes.pop_all()
    return connection
