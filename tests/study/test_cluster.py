"""Games on a cluster of several processes, a worker of which is killed in mid-run."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.errors import AsterionError
from generator.play.box import Box
from generator.play.rules import Rules
from generator.study.party import Party
from generator.study.playing import played, threads

try:
    from generator.study import cluster as clusters
except AsterionError as missing:
    if os.environ.get("CI"):
        raise
    pytest.skip(str(missing), allow_module_level=True)

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own, about ports and event loops


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """Three worker processes on loopback, one thread each."""
    from distributed import LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=3, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        ) as running:
            yield running


def test_a_worker_that_is_killed_changes_nothing(local: Any, box: Box) -> None:
    party = Party.of(box, Rules(), 4, "greedy")
    with threads(1) as crew:
        expected = played(party, 7, 12_000, crew)
    victims: list[int] = []

    def tell(_: int) -> None:
        if not victims:
            victims.append(next(iter(local.workers.values())).pid)
            os.kill(victims[0], signal.SIGKILL)

    with clusters.cluster(local.scheduler_address) as workers:
        games = played(party, 7, 12_000, workers, tell)
    assert len(games) == 12_000
    assert games.rows.tobytes() == expected.rows.tobytes()
    assert games.orders.tobytes() == expected.orders.tobytes()
    assert victims
    assert victims[0] not in {worker.pid for worker in local.workers.values()}


def test_the_command_tells_the_same_with_a_cluster(local: Any) -> None:
    words = ["study", "--games", "60", "--bot", "random", "--format", "json"]
    with_cluster = CliRunner().invoke(main, [*words, "--scheduler", local.scheduler_address])
    assert with_cluster.exit_code == 0, with_cluster.stderr
    assert with_cluster.stdout == CliRunner().invoke(main, words).stdout


def test_a_worker_with_another_program_does_not_play(local: Any, box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "program", lambda: "another")
    with (
        pytest.raises(AsterionError, match="a worker has another program"),
        clusters.cluster(local.scheduler_address) as crew,
    ):
        played(Party.of(box, Rules(), 2, "random"), 1, 10, crew)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("127.0.0.1:8786", "is no scheduler"),
        ("http://127.0.0.1:8786", "is no scheduler"),
        ("tcp://", "is no scheduler"),
        ("tcp://192.0.2.7:8786", "not encrypted"),
        ("tcp://example.org:8786", "not encrypted"),
        ("tcp://127.0.0.1:1", "no scheduler answers"),
    ],
)
def test_what_is_no_scheduler_is_told_in_a_line(address: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "PATIENCE_S", 1)
    with pytest.raises(AsterionError, match=message), clusters.cluster(address):
        pass


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:8786", "tcp://localhost:1", "tcp://[::1]:9", "tls://192.0.2.7:8786"]
)
def test_this_machine_and_what_is_encrypted_are_fine(address: str) -> None:
    assert clusters.checked_address(address) == address
