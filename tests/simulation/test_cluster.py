"""Games on a cluster of several processes, a worker of which is killed in mid-run."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")
pytest.importorskip("distributed")

from asterion_press.errors import AsterionError
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.simulation import cluster as clusters
from asterion_press.games.labyrinth.simulation.executors import threads
from asterion_press.games.labyrinth.simulation.games import Party, study_games, watch_games
from asterion_press.games.labyrinth.simulation.ledger import NAME
from tests.support.processes import PATIENCE_S
from tests.support.project_commands import good

TARGETS = """\
play: {players: 2, bot: greedy, actions: false}
totals: {prisoners: 16, coins: 2, wings: [4, 8]}
targets:
  - {metric: impaled, wanted: [12, 14], slack: 1, weight: 2}
search: {sets: 12, generation: 6, games: [20, 40], proof: 100, keep: 2}
"""


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """Two worker processes on loopback, one thread each."""
    import dask
    from distributed import LocalCluster

    quiet = {
        "distributed.admin.large-graph-warning-threshold": "1GiB",
        "distributed.comm.timeouts.connect": f"{PATIENCE_S}s",
    }
    where: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
    with dask.config.set(quiet), LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **where) as running:
        yield running


def test_a_worker_that_is_killed_changes_nothing(local: Any, box: GameSet) -> None:
    party, games = Party.of(box, Rules(), 4, "greedy"), 1_200
    with threads(watch_games, 1) as executor:
        expected = study_games(party, 7, games, executor)
    victims: list[int] = []

    def tell(_: int) -> None:
        if not victims:
            victims.append(next(iter(local.workers.values())).pid)
            os.kill(victims[0], signal.SIGKILL)

    with clusters.cluster(local.scheduler_address) as executor:
        got = study_games(party, 7, games, executor, tell)
    assert len(got) == games
    assert got.rows.tobytes() == expected.rows.tobytes()
    assert got.orders.tobytes() == expected.orders.tobytes()
    assert victims
    assert victims[0] not in {worker.pid for worker in local.workers.values()}


def test_the_command_tells_the_same_with_a_cluster(local: Any) -> None:
    words = "play study --games 60 --bot random --format json"
    assert good(words, "--jobs", local.scheduler_address) == good(words)


def test_a_search_finds_the_same_sets_with_a_cluster(local: Any, tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    (tmp_path / "targets.yaml").write_text(TARGETS, encoding="utf-8")
    found = []
    for name, jobs in (("cluster", local.scheduler_address), ("here", 1)):
        good("play search", tmp_path / "targets.yaml", "--out", tmp_path / name, "--jobs", jobs)
        written = sorted(path for path in (tmp_path / name).iterdir() if path.name != NAME)
        found.append({path.name: path.read_bytes() for path in written})
    assert found[0] == found[1]
    assert json.loads(found[0]["report.json"])["tried"] > 5


def test_a_worker_with_another_program_does_not_play(local: Any, box: GameSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "program", lambda: "another")
    with (
        pytest.raises(AsterionError, match="a worker has another program"),
        clusters.cluster(local.scheduler_address) as executor,
    ):
        study_games(Party.of(box, Rules(), 2, "random"), 1, 10, executor)


WRONG = {
    "is no scheduler": "127.0.0.1:8786 http://127.0.0.1:8786 tcp:// tcp://127.0.0.1 tcp://127.0.0.1: tcp://127.0.0.1:0 "
    "tcp://127.0.0.1:-1 tcp://127.0.0.1:abc tcp://127.0.0.1:99999 tcp://127.0.0.1:8786/x "
    "tcp://me@127.0.0.1:8786 tcp://[::1",
    "not encrypted": "tcp://192.0.2.7:8786 tcp://example.org:8786",
    "no scheduler answers": "tcp://127.0.0.1:1 tcp://[::1]:1",
    "needs certificates": "tls://127.0.0.1:8786 tls://192.0.2.7:8786",
}


@pytest.mark.parametrize(
    ("address", "message"), [(one, reported) for reported, addresses in WRONG.items() for one in addresses.split()]
)
def test_what_is_no_scheduler_is_told_in_a_line(address: str, message: str) -> None:
    with pytest.raises(AsterionError, match=message) as reported, clusters.cluster(address):
        pass
    assert "\n" not in str(reported.value)


@pytest.mark.parametrize("words", [None, b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-x\r\n", b"\0\0\0"])
def test_who_listens_but_is_no_scheduler_is_told_in_a_line(
    words: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "CONNECT_S", 1)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        taken = []

        def answer() -> None:
            taken.append(listener.accept()[0])
            if words is not None:
                taken[0].sendall(words)
                taken[0].close()

        answering = threading.Thread(target=answer)
        answering.start()
        with (
            pytest.raises(AsterionError, match=r"^no scheduler answers at tcp://[^\n]*$"),
            clusters.cluster(f"tcp://127.0.0.1:{listener.getsockname()[1]}"),
        ):
            pass
        answering.join()
        taken[0].close()


def test_certificates_that_are_not_there_are_told_in_a_line() -> None:
    import dask

    nowhere = {"distributed.comm.tls.ca-file": "/nowhere.pem", "distributed.comm.tls.client.cert": "/nowhere.pem"}
    with (
        dask.config.set(nowhere),
        pytest.raises(AsterionError, match=r"certificates of distributed\.comm\.tls cannot be used: "),
        clusters.cluster("tls://127.0.0.1:8786"),
    ):
        pass


def trap_of(folder: str) -> object:
    """Return what makes a folder when its pickle is read."""

    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            import os

            return os.mkdir, (folder,)

    return Trap()


def test_what_a_worker_tells_as_a_pickle_is_not_read(
    local: Any, box: GameSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = tmp_path / "sprung"
    monkeypatch.setattr(clusters, "work_there", lambda *_: trap_of(str(trap)))
    with (
        clusters.cluster(local.scheduler_address) as executor,
        pytest.raises(TypeError, match="only able to deserialize"),
    ):
        study_games(Party.of(box, Rules(), 2, "random"), 1, 10, executor)
    assert not trap.exists()


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:8786", "tcp://localhost:1", "tcp://[::1]:9", "tls://192.0.2.7:8786"]
)
def test_this_machine_and_what_is_encrypted_are_fine(address: str) -> None:
    assert clusters.checked_address(address) == address
