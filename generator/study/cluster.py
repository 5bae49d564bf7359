"""The door to Dask distributed: games of studies and searches, shared out among the workers of a cluster.

The scheduler and its workers are somebody else's to start; see docs/study.md. A worker plays portions of games as a
thread of this process would, so the games are the same, bit for bit. When a worker dies, the scheduler gives what it
held to another one; nothing is kept on a worker that could not be played again.

A worker that has another program than this one is found out before it plays: it would play other games.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from generator import __version__
from generator.errors import AsterionError
from generator.play.ahead import kept_ahead
from generator.play.kernel import Kernel, prepare
from generator.play.kernel_numba import cache_folder
from generator.study.party import Party
from generator.study.playing import PORTIONS_AHEAD, Played, play_portion

try:
    from distributed import Client, KilledWorker
except ImportError as missing:
    raise AsterionError("Dask distributed is not installed; pip install 'asterion-press[cluster]'") from missing

PATIENCE_S = 20
"""Seconds to wait for a scheduler, and for its first worker."""
TOGETHER = 8
"""Portions that a worker is given at a time: half a second of work or so, so that handing it over costs little."""


@cache
def program() -> str:
    """What has to be the same everywhere: the version, the kernel's sources, Python and numba."""
    return f"{__version__} {cache_folder().name}"


# On a worker


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Party:
    """The party, made once on each worker and not once for each portion."""
    party: Party = pickle.loads(packed)  # noqa: S301 - made by this program; a cluster trusts whoever it works for
    return party


def work_there(expected: str, work: Callable[..., Any], told: tuple[Any, ...]) -> Any:
    """Do some work on a worker.

    Raises:
        AsterionError: the worker has another program.
    """
    if program() != expected:
        raise AsterionError(
            f"a worker has another program: {program()}, not {expected}; install the same on all of them"
        )
    prepare()
    return work(*told)


def play_there(packed: bytes, seed: int, portions: Sequence[range]) -> list[Played]:
    """Play portions on a worker."""
    party = _unpacked(packed)
    return [play_portion(party, seed, portion) for portion in portions]


# Here


class Cluster:
    """Plays on the workers of a cluster."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def play(self, party: Party, seed: int, portions: Sequence[range]) -> Iterator[Played]:
        Kernel(party.box, party.rules, party.seats)  # what cannot be played is told before anybody plays
        packed = pickle.dumps(party)
        bundles = [portions[first : first + TOGETHER] for first in range(0, len(portions), TOGETHER)]
        name = hashlib.sha256(packed).hexdigest()[:8]
        keys = [f"play-{name}-{seed}-{bundle[0].start}" for bundle in bundles]
        for bundle in self.each(play_there, [(packed, seed, bundle) for bundle in bundles], keys):
            yield from bundle

    def each(self, work: Callable[..., Any], told: Sequence[tuple[Any, ...]], keys: Sequence[str]) -> Iterator[Any]:
        """What comes of the work for each that it is told, in their order.

        Args:
            work: a function of this program.
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


def _result(future: Any) -> Any:
    try:
        return future.result()
    except KilledWorker as dead:
        raise AsterionError(f"workers died again and again over the same games: {dead}") from None
    except OSError as lost:
        raise AsterionError(f"the cluster was lost: {lost}") from None


def checked_address(address: str) -> str:
    """An address that may be worked with: anything on this machine, elsewhere only what is encrypted.

    Raises:
        AsterionError: it is none.
    """
    parts = urlsplit(address)
    if parts.scheme not in {"tcp", "tls"} or not parts.hostname:
        raise AsterionError(f"{address!r} is no scheduler; write tcp://127.0.0.1:8786, or tls://HOST:PORT")
    if parts.scheme == "tcp" and not _is_here(parts.hostname):
        raise AsterionError(f"{address!r} is another machine and not encrypted; use tls:// (docs/study.md)")
    return address


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """A crew of the workers of a scheduler.

    Raises:
        AsterionError: nobody answers there, or there are no workers.
    """
    checked_address(address)
    try:
        client = Client(address, timeout=PATIENCE_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except OSError as silent:
        raise AsterionError(f"no scheduler answers at {address}: {silent}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE_S)
        except TimeoutError:
            raise AsterionError(f"the scheduler at {address} has no workers; start some with `dask worker`") from None
        yield Cluster(client)
