"""The adapter of Dask distributed: an executor of the workers of a cluster, for games of studies and searches.

The scheduler and its workers are somebody else's to start; see docs/study.md. A worker plays portions of games as a
thread of this process would, so the games are the same, bit for bit. When a worker dies, the scheduler gives its
portions to another one; nothing is kept on a worker that could not be played again.

A worker that has another program than this one is found out before it plays: it would play other games.
"""

from __future__ import annotations

import hashlib
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from ipaddress import ip_address
from itertools import groupby
from ssl import SSLContext
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from generator import __version__
from generator.errors import AsterionError, from_extra
from generator.games.labyrinth.kernel.api import prepare
from generator.games.labyrinth.kernel.numba_adapter import cache_folder
from generator.games.labyrinth.simulation.executors import AHEAD, prefetch
from generator.games.labyrinth.simulation.portions import (
    ARRAYS,
    Arrays,
    PackedArray,
    Portion,
    pack,
    pack_party,
    unpack,
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
TOGETHER = 8
"""Portions that a worker is given at a time: half a second of work or so, so that sending costs little."""


@cache
def program() -> str:
    """Return the version, the kernel's sources, Python and numba, which have to be the same everywhere."""
    return f"{__version__} {cache_folder().name}"


class Answer(Struct, frozen=True):
    """The answer of a worker.

    Attributes:
        mistake: why it did not play; empty if it did.
        told: by portion its packed arrays.
    """

    mistake: str = ""
    told: bytes = b""


class Bundle(Struct, frozen=True):
    """Portions of games that a worker is given at a time.

    Attributes:
        party: the packed party.
        seed: the study's or the search's.
        games: the first number of each portion, and the number behind its last.
    """

    party: bytes
    seed: int
    games: tuple[tuple[int, int], ...]


def work_there(expected: str, told: bytes) -> bytes:
    """Play a packed :class:`Bundle` on a worker; return a packed :class:`Answer`.

    So no mistake travels as a pickle. Workers know this function by its module and name.
    """
    if program() != expected:
        other = f"a worker has another program: {program()}, not {expected}; install the same on all of them"
        return pack(Answer(other))
    try:
        prepare()
        bundle = unpack(told, Bundle)
        party = unpack_party(bundle.party)
        played = [watch_games(Portion(party, bundle.seed, range(*games))) for games in bundle.games]
        return pack(Answer(told=pack([[PackedArray.of(array) for array in arrays] for arrays in played])))
    except AsterionError as mistake:
        return pack(Answer(str(mistake)))


class DaskExecutor:
    """The executor that plays portions of games on the workers of a cluster."""

    def __init__(self, client: Any, together: int) -> None:
        self._client, self._together = client, together

    def map(self, tasks: Sequence[Portion]) -> Iterator[Arrays]:
        """Yield the arrays of each portion, in their order.

        Raises:
            AsterionError: the cluster is lost, or has another program.
        """
        ahead = AHEAD * max(1, sum(self._client.nthreads().values()))
        with prefetch(map(self._submit, self._bundles(tasks)), ahead) as futures:
            for future in futures:
                for grids in unpack(_result(future), list[list[PackedArray]]):
                    yield tuple(grid.array(kind) for grid, kind in zip(grids, ARRAYS, strict=True))

    def _bundles(self, portions: Sequence[Portion]) -> Iterator[Bundle]:
        for (party, seed), some in groupby(portions, lambda portion: (portion.party, portion.seed)):
            games = [(portion.games.start, portion.games.stop) for portion in some]
            for first in range(0, len(games), self._together):
                yield Bundle(pack_party(party), seed, tuple(games[first : first + self._together]))

    def _submit(self, bundle: Bundle) -> Any:
        """Submit a bundle to the scheduler, under a key that is its games' own among all studies and searches."""
        party = hashlib.sha256(bundle.party).hexdigest()[:16]
        key = f"games-{party}-{bundle.seed}-{bundle.games[0][0]}-{bundle.games[-1][1]}"
        return self._client.submit(work_there, program(), pack(bundle), key=key)


def _result(future: Any) -> bytes:
    try:
        answer = unpack(future.result(), Answer)
    except KilledWorker as dead:
        raise AsterionError(f"workers died again and again over the same games: {dead}") from None
    except OSError as lost:
        raise AsterionError(f"the cluster was lost: {lost}") from None
    if answer.mistake:
        raise AsterionError(answer.mistake)
    return answer.told


def checked_address(address: str) -> str:
    """Return an address that may be used: any on this machine, elsewhere only an encrypted one.

    Raises:
        AsterionError: it is no such address.
    """
    host = _host_of(address)
    if not host:
        raise AsterionError(f"{address!r} is no scheduler; write tcp://127.0.0.1:8786, or tls://HOST:PORT")
    if address.startswith("tcp:") and not _is_here(host):
        raise AsterionError(f"{address!r} is another machine and not encrypted; use tls:// (docs/study.md)")
    return address


def _host_of(address: str) -> str | None:
    """Return the host of an address that has a scheme, a host, a port and nothing else."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    known = parts.scheme in {"tcp", "tls"} and port and not parts.username
    return host if known and address == f"{parts.scheme}://{parts.netloc}" else None


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listen_to(address: str, encrypts: SSLContext | None) -> None:
    """Wait until a scheduler begins to speak: Dask itself may wait for ever for one that says nothing.

    Raises:
        OSError: nothing speaks in time, or not as a scheduler does, which begins with the length of its message.
    """
    parts = urlsplit(address)
    plain = socket.create_connection((str(parts.hostname), parts.port or 0), timeout=CONNECT_S)
    with plain, encrypts.wrap_socket(plain) if encrypts else plain as speaker:
        begun = speaker.recv(8)
    if len(begun) < 8 or int.from_bytes(begun, "little") > MOST_BYTES:
        raise OSError("what listens there does not speak as a scheduler does")


@contextmanager
def cluster(address: str, together: int = TOGETHER) -> Iterator[DaskExecutor]:
    """Make an executor of the workers of a scheduler.

    Args:
        address: the scheduler's.
        together: portions that a worker is given at a time.

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
        yield DaskExecutor(client, together)
