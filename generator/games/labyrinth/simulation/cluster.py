"""The door to Dask distributed: games of studies and searches, shared out among the workers of a cluster.

The scheduler and its workers are somebody else's to start; see docs/study.md. A worker plays portions of games as a
thread of this process would, so the games are the same, bit for bit. When a worker dies, the scheduler gives what it
held to another one; nothing is kept on a worker that could not be played again.

A worker that has another program than this one is found out before it plays: it would play other games.
"""

from __future__ import annotations

import hashlib
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from ipaddress import ip_address
from ssl import SSLContext
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from msgspec import Struct

from generator import __version__
from generator.errors import AsterionError, from_extra
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.box import Box
from generator.games.labyrinth.engine.rules import BotName, Rules
from generator.games.labyrinth.kernel.api import Kernel, prepare
from generator.games.labyrinth.kernel.numba_adapter import cache_folder
from generator.games.labyrinth.simulation.ahead import kept_ahead
from generator.games.labyrinth.simulation.parcels import Grid, packed, unpacked
from generator.games.labyrinth.simulation.party import Order, Party
from generator.games.labyrinth.simulation.playing import PORTIONS_AHEAD, Played, play_portion

with from_extra("cluster"):
    from distributed import Client, KilledWorker, Security

PATIENCE_S = 20
"""Seconds to wait for the first worker."""
CONNECT_S = 5
"""Seconds to wait for a scheduler."""
MOST_BYTES = 1 << 20
"""Of the first words of a scheduler; they have some hundred. Own choice."""
PLAIN = ("dask", "msgpack")
"""How results may be written: not as pickles. Source: distributed, "Serialization"."""
TOGETHER = 8
"""Portions that a worker is given at a time: half a second of work or so, so that handing it over costs little."""


@cache
def program() -> str:
    """What has to be the same everywhere: the version, the kernel's sources, Python and numba."""
    return f"{__version__} {cache_folder().name}"


class Answer(Struct, frozen=True):
    """What a worker tells.

    Attributes:
        mistake: why it did not do the work; empty if it did.
        told: what came of it.
    """

    mistake: str = ""
    told: bytes = b""


class PackedParty(Struct, frozen=True):
    """A party without what can be made of its deck; see :class:`~generator.games.labyrinth.simulation.party.Party`."""

    deck: Deck
    rules: Rules
    seats: tuple[str, ...]
    bots: tuple[BotName, ...]
    acts: tuple[bool, ...]
    order: Order


class Games(Struct, frozen=True):
    """Games that a worker is to play.

    Attributes:
        party: who plays, a packed :class:`PackedParty`.
        seed: the study's.
        portions: the first number of each portion, and the number behind its last.
    """

    party: bytes
    seed: int
    portions: tuple[tuple[int, int], ...]


# On a worker


@lru_cache(maxsize=4)
def _party(data: bytes) -> Party:
    """Return the party, made once on each worker and not once for each portion."""
    told = unpacked(data, PackedParty)
    return Party(Box.of(told.deck), told.rules, told.seats, told.bots, told.acts, told.order)


def work_there(expected: str, work: Callable[[bytes], bytes], told: bytes) -> bytes:
    """Do some work on a worker; return a packed :class:`Answer`, so that no mistake travels as a pickle."""
    if program() != expected:
        other = f"a worker has another program: {program()}, not {expected}; install the same on all of them"
        return packed(Answer(other))
    try:
        prepare()
        return packed(Answer(told=work(told)))
    except AsterionError as mistake:
        return packed(Answer(str(mistake)))


def play_there(told: bytes) -> bytes:
    """Play packed :class:`Games` on a worker; return two grids for each portion."""
    games = unpacked(told, Games)
    party = _party(games.party)
    plays = [play_portion(party, games.seed, range(*portion)) for portion in games.portions]
    return packed([[Grid.of(part) for part in played] for played in plays])


# Here


class Cluster:
    """Plays on the workers of a cluster."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def play(self, party: Party, seed: int, portions: Sequence[range]) -> Iterator[Played]:
        Kernel(party.box, party.rules, party.seats)  # what cannot be played is told before anybody plays
        told = packed(PackedParty(party.box.deck, party.rules, party.seats, party.bots, party.acts, party.order))
        bundles = [portions[first : first + TOGETHER] for first in range(0, len(portions), TOGETHER)]
        games = [Games(told, seed, tuple((one.start, one.stop) for one in bundle)) for bundle in bundles]
        name = hashlib.sha256(told).hexdigest()[:8]
        keys = [f"play-{name}-{seed}-{bundle[0].start}" for bundle in bundles]
        for answer in self.each(play_there, [packed(each) for each in games], keys):
            for rows, orders in unpacked(answer, list[tuple[Grid, Grid]]):
                yield rows.array(np.int32), orders.array(np.int8)

    def each(self, work: Callable[[bytes], bytes], told: Sequence[bytes], keys: Sequence[str]) -> Iterator[bytes]:
        """Return what comes of the work for each that it is told, in their order.

        Args:
            work: a function of this program, which workers know by its module and name.
            told: what it is called with, each time.
            keys: by which the scheduler knows each; equal ones are the same work.

        Raises:
            AsterionError: the cluster is lost, or has another program.
        """
        ahead = PORTIONS_AHEAD * max(1, sum(self._client.nthreads().values()))
        pairs = zip(told, keys, strict=True)
        asked = (self._client.submit(work_there, program(), work, each, key=key) for each, key in pairs)
        with kept_ahead(asked, ahead) as futures:
            yield from map(_result, futures)


def _result(future: Any) -> bytes:
    try:
        answer = unpacked(future.result(), Answer)
    except KilledWorker as dead:
        raise AsterionError(f"workers died again and again over the same games: {dead}") from None
    except OSError as lost:
        raise AsterionError(f"the cluster was lost: {lost}") from None
    if answer.mistake:
        raise AsterionError(answer.mistake)
    return answer.told


def checked_address(address: str) -> str:
    """An address that may be worked with: anything on this machine, elsewhere only what is encrypted.

    Raises:
        AsterionError: it is none.
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
    """Wait until a scheduler begins to speak: Dask itself may wait for ever for somebody who says nothing.

    Raises:
        OSError: nobody speaks in time, or not as a scheduler does, which is by the length of what it is going to say.
    """
    parts = urlsplit(address)
    plain = socket.create_connection((str(parts.hostname), parts.port or 0), timeout=CONNECT_S)
    with plain, encrypts.wrap_socket(plain) if encrypts else plain as speaker:
        begun = speaker.recv(8)
    if len(begun) < 8 or int.from_bytes(begun, "little") > MOST_BYTES:
        raise OSError("what listens there does not speak as a scheduler does")


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """A crew of the workers of a scheduler.

    Raises:
        AsterionError: nobody answers there, or there are no workers.
    """
    checked_address(address)
    try:
        security = Security()  # type: ignore[no-untyped-call]
        encrypts = security.get_connection_args("client").get("ssl_context")  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as wrong:
        raise AsterionError(
            f"the certificates of distributed.comm.tls cannot be used: {wrong} (docs/study.md)"
        ) from None
    if address.startswith("tls:") and not encrypts:
        raise AsterionError(f"{address!r} needs certificates; set up distributed.comm.tls (docs/study.md)")
    try:
        _listen_to(address, encrypts if address.startswith("tls:") else None)
        client = Client(  # type: ignore[no-untyped-call]
            address, timeout=CONNECT_S, set_as_default=False, security=security, deserializers=PLAIN
        )
    except (OSError, RuntimeError, TypeError, ValueError) as silent:
        raise AsterionError(f"no scheduler answers at {address}: {silent}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE_S)
        except TimeoutError:
            raise AsterionError(f"the scheduler at {address} has no workers; start some with `dask worker`") from None
        yield Cluster(client)
