"""The search: it finds better sets, by the same seed the same ones, whoever plays and however often it was killed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from asterion_press.errors import PublishError
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.deck.tiles import Deck, deck_of
from asterion_press.publish import Manifest, OutputFolder
from tests.support.processes import PATIENCE_S, ending, wait_until
from tests.support.project_commands import good, run

pytest.importorskip("numba")
pytest.importorskip("optuna")

import msgspec
import numpy as np

from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.kernel.api import Kernel
from asterion_press.games.labyrinth.simulation.games import Games, PackedArray, Party, pack_arrays
from asterion_press.games.labyrinth.simulation.ledger import APPLICATION, NAME, open_ledger
from asterion_press.games.labyrinth.simulation.measures import aimed_at
from asterion_press.games.labyrinth.simulation.search import FRESH, Optimiser
from tests.support.played import played_by

TARGETS = """\
play: {players: 2, bot: greedy, actions: false}
totals: {prisoners: 16, coins: 2, wings: [4, 8]}
targets:
  - {metric: impaled, wanted: [12, 14], slack: 1, weight: 2}
  - {metric: coins_in_play, wanted: 1.5, slack: 1}
search: {sets: 40, generation: 10, games: [40, 120], proof: 200, keep: 3}
"""
"""The shipped deck impales 8 of 32 with two players, so there is something to find."""


def searched(folder: Path, *words: str, targets: str = TARGETS, jobs: int = 1) -> Result:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "targets.yaml"
    file.write_text(targets, encoding="utf-8")
    return run("play search", file, "--out", folder / "run", "--jobs", jobs, *words)


def found(folder: Path, *words: str, **more: Any) -> Any:
    """The data that a search which has to succeed writes."""
    result = searched(folder, *words, **more)
    assert result.exit_code == 0, result.output
    return data_of(folder)


def refused(folder: Path, *words: str, **more: Any) -> str:
    """What a search which has to fail says."""
    result = searched(folder, *words, **more)
    assert result.exit_code == 1
    return result.output


def files_of(folder: Path) -> dict[str, bytes]:
    """Everything that a search has written, but for its ledger."""
    return {path.name: path.read_bytes() for path in (folder / "run").iterdir() if path.name != NAME}


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A search that was not disturbed, played by one process."""
    folder = tmp_path_factory.mktemp("undisturbed")
    found(folder)
    return folder


def data_of(folder: Path) -> Any:
    return json.loads((folder / "run" / "report.json").read_text(encoding="utf-8"))


def test_it_finds_sets_that_are_nearer_to_the_targets_than_the_deck(tmp_path: Path) -> None:
    targets = TARGETS.replace("sets: 40, generation: 10", "sets: 120, generation: 12").replace("[40, 120]", "[40, 80]")
    data = found(tmp_path, targets=targets)
    assert 100 < data["tried"] <= 120
    assert data["sets"][0]["loss"] < data["deck"]["loss"] * 0.1
    losses = [one["loss"] for one in data["sets"]]
    assert losses == sorted(losses)
    assert data["sets"][0]["on_front"]


def test_every_set_is_told_and_is_a_sound_catalogue(done: Path) -> None:
    data, report = data_of(done), (done / "run" / "report.txt").read_text(encoding="utf-8")
    for number, one in enumerate(data["sets"], 1):
        [reported] = re.findall(rf"Set {number}: loss ([0-9.]+); this deck ([0-9.]+)", report)
        assert tuple(map(float, reported)) == pytest.approx((one["loss"], data["deck"]["loss"]), abs=0.006)
        path = done / "run" / f"set-{number}.yaml"
        text = path.read_text(encoding="utf-8")
        colours = json.loads(good("check", path, "--format", "json"))["colours"]
        assert all(c["prisoners"] == 16 and c["coins"] == 2 and 4 <= c["wings"] <= 8 for c in colours.values())
        for target in one["targets"]:
            value = f"{target['value']:.2f} [{target['low']:.2f}, {target['high']:.2f}]"
            assert value in text
            assert value in report
        replaced = [design for design in one["designs"] if design["instead"]]
        assert replaced
        for design in replaced:
            reported = f"{design['number']:02d} {design['paths']}   instead of {design['instead']}"
            assert reported in text
            assert reported in report


def test_a_set_plays_as_the_report_says(done: Path) -> None:
    """The proof's games are played again, from the written catalogue alone, by the command that simulates."""
    deck = deck_of(load_catalogue(done / "run" / "set-1.yaml").catalogue)
    party = Party.of(GameSet.of(deck), Rules(), 2, "greedy", acts=False)
    games = played_by(party, range(FRESH, FRESH + 200))
    first, second = data_of(done)["sets"][0]["targets"]
    assert aimed_at("impaled", games).value == pytest.approx(first["value"])
    assert aimed_at("coins_in_play", games).value == pytest.approx(second["value"])


def test_any_number_of_processes_finds_the_same(done: Path, tmp_path: Path) -> None:
    found(tmp_path, jobs=3)
    assert files_of(tmp_path) == files_of(done)


def test_another_seed_finds_other_sets(done: Path, tmp_path: Path) -> None:
    assert found(tmp_path, "--seed", "2")["sets"] != data_of(done)["sets"]


def rows_in(ledger: Path) -> int:
    with sqlite3.connect(ledger) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM games").fetchone()[0])


@contextmanager
def searching(folder: Path, jobs: str) -> Iterator[subprocess.Popen[str]]:
    """Let a search run in a process of its own, as soon as some games are noted; an empty ledger has 20 KiB."""
    file, ledger = folder / "targets.yaml", folder / "run" / NAME
    file.write_text(TARGETS, encoding="utf-8")
    words = ["play", "search", str(file), "--out", str(ledger.parent), "--jobs", jobs]
    line = [sys.executable, "-m", "asterion_press", *words]
    with ending(
        subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
    ) as process:
        wait_until(lambda: process.poll() is not None or (ledger.exists() and ledger.stat().st_size > 30_000))
        yield process


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_search_goes_on_and_ends_as_if_it_had_not_been(done: Path, tmp_path: Path, jobs: str) -> None:
    run = tmp_path / "run"
    with searching(tmp_path, jobs) as process:
        os.killpg(process.pid, signal.SIGKILL)
    assert not (run / "report.json").exists(), "it was killed too late to see anything"
    before = rows_in(run / NAME)
    assert before > 0
    found(tmp_path)
    assert rows_in(run / NAME) > before
    assert files_of(tmp_path) == files_of(done)


def test_what_was_played_is_not_played_again(done: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a game was played again")

    monkeypatch.setattr(Kernel, "watch", refuse)
    before = files_of(done)
    found(done)
    assert files_of(done) == before


def test_a_ledger_of_another_seed_is_refused(done: Path) -> None:
    before = files_of(done)
    assert "holds games of another catalogue, other rules, another seed" in refused(done, "--seed", "9")
    assert files_of(done) == before


def test_two_searches_do_not_share_a_folder(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    with sqlite3.connect(tmp_path / "run" / NAME) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "another search is at work in" in refused(tmp_path)


def test_mistakes_in_the_targets_are_told_before_anything_is_made(tmp_path: Path) -> None:
    reported = refused(tmp_path, targets=TARGETS.replace("impaled", "impald"))
    assert "targets.yaml:4:14: unknown value 'impald'" in reported
    assert not (tmp_path / "run").exists()


def test_the_optimiser_proposes_the_same_again_and_learns() -> None:
    """Slots that shall hold high numbers in the first objective, and an even number in the second."""

    def best(seed: int) -> tuple[list[tuple[int, ...]], float]:
        optimiser, seen = Optimiser(4, 20, 2, 10, seed, (0, 0, 0, 0)), []
        for _ in range(30):
            asked = optimiser.ask(10)
            seen += asked
            optimiser.tell([None if sum(slots) % 7 == 6 else (80 - sum(slots), sum(slots) % 2) for slots in asked])
        return seen, max(sum(slots) for slots in seen[-50:]) / max(sum(slots) for slots in seen[:10])

    seen, better = best(3)
    assert seen[0] == (0, 0, 0, 0)
    assert best(3)[0] == seen
    assert best(4)[0] != seen
    assert better > 1.1


def test_a_search_that_is_stopped_by_hand_says_that_it_can_go_on(tmp_path: Path) -> None:
    with searching(tmp_path, "2") as process:
        process.send_signal(signal.SIGINT)
        _, reported = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert reported == "stopped; the same command goes on where it was\n"


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def copied(done: Path, folder: Path) -> Path:
    """A folder of a search of its own, with the games played already."""
    shutil.copytree(done / "run", folder / "run")
    return folder / "run"


def test_what_is_found_is_published_with_a_manifest_and_the_games_stay(done: Path) -> None:
    output = OutputFolder(done / "run")
    assert output.previous is not None
    sets = {f"set-{number}.yaml" for number, _ in enumerate(data_of(done)["sets"], 1)}
    assert set(output.previous.files) == {*sets, "report.txt", "report.json"}
    assert all(map(output.is_intact, output.previous.files))
    assert output.foreign_files() == (NAME,)
    assert {path.name for path in done.iterdir()} == {"run", "targets.yaml"}


def test_a_folder_with_files_of_somebody_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    run, victim = tmp_path / "run", tmp_path / "victim.txt"
    run.mkdir()
    victim.write_text("precious")
    (run / "report.txt").symlink_to(victim)
    for name in ("set-mine.yaml", "set-9.yaml", "report.json"):
        (run / name).write_text("mine")
    before = files_in(run)
    for more in ([], ["--force"]):
        reported = "holds files that are not ours (report.json, report.txt and 2 more); choose another --out"
        assert reported in refused(tmp_path, *more)
    assert (files_in(run), victim.read_text()) == (before, "precious")


def test_a_set_that_was_edited_by_hand_and_files_of_ones_own_stay_unless_forced(done: Path, tmp_path: Path) -> None:
    run = copied(done, tmp_path)
    (run / "set-mine.yaml").write_text("mine")
    (run / "set-1.yaml").write_text("an evening's work")
    before = files_in(run)
    assert "changed by hand since (set-1.yaml); give --force to overwrite them" in refused(tmp_path)
    assert files_in(run) == before
    found(tmp_path, "--force")
    assert (run / "set-mine.yaml").read_text() == "mine"
    (run / "set-mine.yaml").unlink()
    assert files_of(tmp_path) == files_of(done)


def test_sets_of_an_earlier_search_go_and_the_games_that_were_played_stay(done: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    shutil.copy(done / "run" / NAME, run)
    with OutputFolder(run, spared=(NAME,)).stage() as stage:
        stage.write("set-7.yaml", b"found before", "ab" * 8)
        about: Any = {"version": "0", "game": "asterion", "catalogue_sha256": "0f" * 32, "settings": {"search": "sets"}}
        stage.publish(Manifest(**about, files=stage.entries))
    (run / "set-77.yaml").write_text("mine")
    found(tmp_path)
    (run / "set-77.yaml").unlink()
    assert files_of(tmp_path) == files_of(done)
    assert rows_in(run / NAME) == rows_in(done / "run" / NAME)


def test_a_build_and_a_search_keep_apart(done: Path, tmp_path: Path) -> None:
    built = run("build", "--out", done / "run")
    assert built.exit_code == 1
    assert "holds what a search found for 'asterion'; choose another --out FOLDER, or delete that one" in built.output
    assert "holds what a search found" in run("export svg", "--out", done / "run").output
    good("build --only svg -q", "--out", tmp_path / "run")
    assert "holds a build of 'asterion'; choose another --out FOLDER" in refused(tmp_path)


def database(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


ABOUT, DIARY = "CREATE TABLE about (told TEXT NOT NULL)", "CREATE TABLE diary (day TEXT)"
ELSEWHERE = "name another folder, or remove that file"
FOREIGN = {
    "another database": ([DIARY, "INSERT INTO diary VALUES ('mine')"], ELSEWHERE),
    "tables of those names": ([ABOUT, "CREATE TABLE games (title TEXT)", DIARY], ELSEWHERE),
    "another program": (["PRAGMA application_id = 252006674", DIARY], ELSEWHERE),
    "another format": (
        [f"PRAGMA application_id = {APPLICATION}", ABOUT, "CREATE TABLE games (rows BLOB NOT NULL)"],
        "another version of the program",
    ),
    "notes": ([], ELSEWHERE),
    "a link": ([DIARY], ELSEWHERE),
}


@pytest.mark.parametrize("whose", FOREIGN)
def test_what_somebody_else_has_there_is_refused_and_not_a_byte_of_it_changes(tmp_path: Path, whose: str) -> None:
    statements, reported = FOREIGN[whose]
    if whose == "a link":
        (tmp_path / NAME).symlink_to("other.db")
    if whose == "notes":
        (tmp_path / NAME).write_text("my own notes, which are longer than a few words\n" * 40)
    database((tmp_path / NAME).resolve(), *statements)
    before = files_in(tmp_path)
    with pytest.raises(PublishError, match=reported), open_ledger(tmp_path, {}, print):
        pass
    assert files_in(tmp_path) == before


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def overwritten(file: Path) -> None:
    raw = bytearray(file.read_bytes())
    raw[100:] = bytes(255 - byte for byte in raw[100:])
    file.write_bytes(raw)


FIVE = range(5)


def rows(change: str) -> Any:
    return lambda file: database(file, f"UPDATE games SET {change}")


def packed(data: bytes) -> Any:
    return rows(f"arrays = x'{zlib.compress(data).hex()}'")


DAMAGE = {
    "cut": cut,
    "overwritten": overwritten,
    "no zlib": rows("arrays = x'00112233'"),
    "short": rows("arrays = substr(arrays, 1, 20)"),
    "a text": rows("arrays = 'text'"),
    "no arrays": packed(b"nothing of ours"),
    "one array": packed(msgspec.msgpack.encode([PackedArray.of(np.zeros((5, 67), np.int32))])),
    "other columns": packed(pack_arrays(tuple(np.zeros((5, 3), kind) for kind in (np.int32, np.int8)))),
}


@pytest.fixture(scope="module")
def plays(deck: Deck) -> Games:
    """Five games of two players."""
    return played_by(Party.of(GameSet.of(deck), Rules(), 2, "random"), FIVE)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_ledger_is_made_anew_with_a_word(plays: Games, tmp_path: Path, damage: str) -> None:
    reported: list[str] = []
    with open_ledger(tmp_path, {}, reported.append) as ledger:
        for number in range(20):
            ledger.write(f"set {number}", FIVE, plays)
    DAMAGE[damage](tmp_path / NAME)
    with open_ledger(tmp_path, {}, reported.append) as ledger:
        assert [ledger.read(f"set {number}", plays.party, FIVE) for number in (1, 19)] == [None, None]
        ledger.write("set 1", FIVE, plays)
        found = ledger.read("set 1", plays.party, FIVE)
        assert found is not None
        assert np.array_equal(found.rows, plays.rows)
        assert np.array_equal(found.orders, plays.orders)
    assert reported == [f"{tmp_path / NAME} was damaged; what cannot be read is played again"]
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_a_search_with_a_damaged_ledger_finds_the_same(done: Path, tmp_path: Path) -> None:
    run = copied(done, tmp_path)
    overwritten(run / NAME)
    result = searched(tmp_path)
    assert result.exit_code == 0, result.output
    assert result.stderr.count("games.sqlite was damaged; ") == 1
    assert files_of(tmp_path) == files_of(done)
    assert rows_in(run / NAME) == rows_in(done / "run" / NAME)


def test_a_ledger_without_a_mark_goes_on_and_an_empty_file_is_begun(plays: Games, tmp_path: Path) -> None:
    reported: list[str] = []
    (tmp_path / NAME).write_bytes(b"")
    with open_ledger(tmp_path, {}, reported.append) as ledger:
        ledger.write("set", FIVE, plays)
    database(tmp_path / NAME, "PRAGMA application_id = 0")
    for _ in range(2):
        with open_ledger(tmp_path, {}, reported.append) as ledger:
            assert ledger.read("set", plays.party, FIVE) is not None
    assert reported == []


def test_the_worth_of_designs_is_aimed_at_in_the_fresh_games_only(done: Path, tmp_path: Path) -> None:
    """A target that no set can meet changes nothing in the race, however much it counts, and all in the end."""
    worth = "  - {metric: design_worth, wanted: 1000, slack: 0.1, weight: 1000}\nsearch:"
    sets = found(tmp_path, targets=TARGETS.replace("search:", worth))["sets"]
    chosen, expected = (sorted(json.dumps(one["designs"]) for one in some) for some in (sets, data_of(done)["sets"]))
    assert chosen == expected
    for one in sets:
        assert one["targets"][2]["fault"] > 1000
        assert one["loss"] > 1_000_000


def test_a_bot_with_its_budget_plays(tmp_path: Path) -> None:
    lines = TARGETS.replace("bot: greedy", "bot: 'search:rounds=1,deals=1'").splitlines()
    effort = "search: {sets: 4, generation: 4, games: [10], proof: 100, keep: 1}"
    result = searched(tmp_path, targets="\n".join([*lines[:-1], effort]))
    assert "2 search:rounds=1,deals=1 players, placing only" in result.output


def test_actions_that_the_edition_does_not_have_are_refused_at_their_place(tmp_path: Path) -> None:
    targets = TARGETS.replace("actions: false", "actions: true").replace("prisoners: 16", "prisoners: 17")
    reported = "targets.yaml:1:42: there are no actions in this game (original edition); write false"
    assert reported in refused(tmp_path, "--variant", "original", targets=targets)
