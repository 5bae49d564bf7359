"""The adapter of Dask distributed: an executor of the workers of a cluster, for games of studies and searches.

The scheduler and its workers are somebody else's to start; see docs/study.md. A worker plays portions of games as a
thread of this process would, so the games are the same, bit for bit. When a worker dies, the scheduler gives its
portions to another one; nothing is kept on a worker that could not be played again.

A worker that has another program than this one is found out before it plays: it would play other games.
"""

from __future__ import annotations

import hashlib
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from ipaddress import ip_address
from ssl import SSLContext
from typing import Any

from asterion_press import __version__
from asterion_press.errors import AsterionError, from_extra
from asterion_press.games.labyrinth.kernel.api import prepare
from asterion_press.games.labyrinth.kernel.numba_adapter import cache_folder
from asterion_press.games.labyrinth.simulation.executors import AHEAD, prefetch
from asterion_press.games.labyrinth.simulation.games import (
    Arrays,
    GamesExecutor,
    Portion,
    pack_arrays,
    pack_party,
    unpack_arrays,
    unpack_party,
    watch_games,
)

with from_extra("cluster"):
    from distributed import Client, KilledWorker, Security

PATIENCE_S = 20
"""Seconds to wait for the first worker."""
CONNECT_S = 5
"""Seconds to wait for a scheduler."""
MOST_BYTES = 1 << 20
"""Of the first words of a scheduler; they have some hundred. Own choice."""
PLAIN = ("dask", "msgpack")
"""Formats of results: pickles are not among them. Source: distributed, "Serialization"."""


@cache
def program() -> str:
    """Return the version, the kernel's sources, Python and numba, which have to be the same everywhere."""
    return f"{__version__} {cache_folder().name}"


def work_there(expected: str, party: bytes, seed: int, first: int, stop: int) -> bytes | str:
    """Play the games of a packed party on a worker; return their packed arrays, or why it did not play.

    So no pickle comes back. Workers know this function by its module and name.
    """
    if program() != expected:
        return f"a worker has another program: {program()}, not {expected}; install the same on all of them"
    try:
        prepare()
        return pack_arrays(watch_games(Portion(unpack_party(party), seed, range(first, stop))))
    except AsterionError as mistake:
        return str(mistake)


def _read(future: Any) -> Arrays:
    """Wait for what a worker gives, and return it."""
    try:
        answer = future.result()
    except KilledWorker as dead:
        raise AsterionError(f"workers died again and again over the same games: {dead}") from None
    except OSError as lost:
        raise AsterionError(f"the cluster was lost: {lost}") from None
    if not isinstance(answer, bytes):
        raise AsterionError(str(answer))
    return unpack_arrays(answer)


def checked_address(address: str) -> str:
    """Return an address that may be used: any on this machine, elsewhere only an encrypted one.

    Raises:
        AsterionError: it is no such address.
    """
    parts = re.fullmatch(r"(tcp|tls)://(\[[0-9A-Fa-f:]+\]|[\w.-]+):([0-9]{1,5})", address)
    if not parts or not 0 < int(parts[3]) < 1 << 16:
        raise AsterionError(f"{address!r} is no scheduler; write tcp://127.0.0.1:8786, or tls://HOST:PORT")
    try:
        is_here = ip_address(parts[2].strip("[]")).is_loopback
    except ValueError:
        is_here = parts[2] == "localhost"
    if parts[1] == "tcp" and not is_here:
        raise AsterionError(f"{address!r} is another machine and not encrypted; use tls:// (docs/study.md)")
    return address


def _listen_to(address: str, encrypts: SSLContext | None) -> None:
    """Wait until a scheduler begins to speak: Dask itself may wait for ever for one that says nothing.

    Raises:
        OSError: nothing speaks in time, or not as a scheduler does, which begins with the length of its message.
    """
    host, _, port = address.partition("://")[2].rpartition(":")
    plain = socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_S)
    with plain, encrypts.wrap_socket(plain) if encrypts else plain as speaker:
        begun = speaker.recv(8)
    if len(begun) < 8 or int.from_bytes(begun, "little") > MOST_BYTES:
        raise OSError("what listens there does not speak as a scheduler does")


@contextmanager
def cluster(address: str) -> Iterator[GamesExecutor]:
    """Make an executor of portions of games, on the workers of the scheduler at an address.

    Raises:
        AsterionError: nobody answers there, or there are no workers.
    """
    checked_address(address)
    try:
        security = Security()
        encrypts = security.get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as wrong:
        raise AsterionError(
            f"the certificates of distributed.comm.tls cannot be used: {wrong} (docs/study.md)"
        ) from None
    if address.startswith("tls:") and not encrypts:
        raise AsterionError(f"{address!r} needs certificates; set up distributed.comm.tls (docs/study.md)")
    try:
        _listen_to(address, encrypts if address.startswith("tls:") else None)
        client = Client(address, timeout=CONNECT_S, set_as_default=False, security=security, deserializers=PLAIN)
    except (OSError, RuntimeError, TypeError, ValueError) as silent:
        raise AsterionError(f"no scheduler answers at {address}: {silent}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE_S)
        except TimeoutError:
            raise AsterionError(f"the scheduler at {address} has no workers; start some with `dask worker`") from None

        def submit(portion: Portion) -> Any:
            party, games = pack_party(portion.party), (portion.seed, portion.games.start, portion.games.stop)
            name = "-".join(map(str, ("games", hashlib.sha256(party).hexdigest()[:16], *games)))  # of no other portion
            return client.submit(work_there, program(), party, *games, key=name)

        ahead = AHEAD * max(1, sum(client.nthreads().values()))
        yield lambda portions: prefetch(map(submit, portions), ahead, _read)
