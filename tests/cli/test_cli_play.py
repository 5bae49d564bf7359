"""The commands that know the rules: simulate, play, score."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import nullcontext, suppress
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from asterion_press.cli import terminal as drawn
from asterion_press.cli.main import main
from asterion_press.cli.options import NO_PROJECT_HERE
from asterion_press.errors import AsterionError
from asterion_press.games.labyrinth.commands import bots as cli_simulate
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import OPTIONS as RULES
from asterion_press.games.labyrinth.engine.rules import Rules, rules_of
from asterion_press.games.labyrinth.simulation.executors import in_turn
from asterion_press.games.labyrinth.simulation.tally import Simulation, Tally
from tests.support.project_commands import bad, good, run, shipped, written
from tests.support.reported import reported_in


def games(*arguments: str) -> list[str]:
    result = good("play", "simulate", *arguments, "--record", "-")
    return result.splitlines()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", ["revised", "original"])
def test_simulated_games_are_judged_true(players: int, edition: str) -> None:
    lines = games("--players", str(players), "--games", "4", "--rule", f"edition={edition}")
    assert [len(json.loads(line)["plies"]) for line in lines] == [16 * players] * 4
    assert good("play", "replay", "-", text="\n".join(lines)).count("every claim is true") == 4


def test_the_same_seed_gives_the_same_games_for_any_number_of_jobs() -> None:
    alone = games("--games", "60", "--players", "2", "--seed", "5")
    assert games("--games", "60", "--players", "2", "--seed", "5", "--jobs", "2") == alone
    assert games("--games", "60", "--players", "2", "--seed", "5", "--jobs", "0") == alone
    assert games("--games", "10", "--players", "2", "--seed", "5") == alone[:10]
    assert games("--games", "10", "--players", "2", "--seed", "6") != alone[:10]


LOADED_S, MADE_S = 0.7, 48.5
"""Seconds to look for the kernel and load it, and to compile it, where the seconds of play were measured."""


@pytest.mark.parametrize("is_made", [False, True])
def test_the_first_simulation_is_never_slower_with_the_compiled_engine_at_hand_than_without(
    is_made: bool, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    from asterion_press.games.labyrinth.kernel import api

    monkeypatch.setattr(api, "prepare", lambda _: None)
    monkeypatch.setattr(api, "can_be_kept", lambda: True)
    monkeypatch.setattr(api, "is_compiled", lambda: is_made)
    monkeypatch.setattr(cli_simulate, "cores", lambda: 4)
    chosen: list[str] = []

    def played(self: Simulation, _: range) -> Tally:
        chosen.append(self.engine)
        return Tally(Counter(impaled=1, seats=1), ())

    monkeypatch.setattr(Simulation, "play", played)
    monkeypatch.setattr(cli_simulate, "processes", lambda work, *_: nullcontext(in_turn(work)))
    wrong, seen = [], set()
    for bot, players, number, jobs in product(("random", "greedy"), (2, 4), (1, 10, 100, 1000, 9999), (1, 9)):
        option = ("--bot", bot, "--players", str(players), "--games", str(number), "--jobs", str(jobs))
        del chosen[:]
        assert run("play", "simulate", *option).exit_code == 0
        readable = Simulation(GameSet.of(deck), Rules(), players=players, seed=1, bot=bot).readable_s(number)
        without = readable / min(jobs, number, 4)
        with_it = (LOADED_S if is_made else MADE_S) if chosen[0] == "compiled" else without
        seen.add(chosen[0])
        if with_it > without or with_it > 2 * MADE_S:
            wrong.append((option, chosen[0], f"{with_it:.1f} s with, {without:.1f} s without"))
    assert not wrong
    assert seen == {"readable", "compiled"}


def test_few_games_are_played_without_looking_for_the_compiled_engine(deck: Deck) -> None:
    changed = Simulation(GameSet.of(deck), Rules(), players=4, seed=1)
    assert changed.readable_s(100) < cli_simulate.LOADING_S < replace(changed, bot="greedy").readable_s(100)
    program = "import sys\nfrom asterion_press.cli.main import main\nmain(sys.argv[1:], standalone_mode=False)\n"
    program += "assert not {'numba', 'numpy'} & sys.modules.keys()"
    for words in (("--games", "100"), ("--games", "2", "--bot", "greedy"), ("--games", "3", "--engine", "readable")):
        subprocess.run([sys.executable, "-c", program, "play", "simulate", *words], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("given", "waits"),
    [(["--engine", "compiled"], True), (["--bot", "tree:nodes=1"], True), (["--engine", "readable"], False)],
)
def test_who_asks_for_an_engine_gets_it_however_few_games_are_played(
    given: list[str], waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    from asterion_press.games.labyrinth.kernel import api

    def prepare(_: object) -> None:
        raise AsterionError("that is enough for a test")

    monkeypatch.setattr(api, "prepare", prepare)
    done = run("play", "simulate", "--players", "2", "--games", "1", *given)
    assert ("that is enough for a test" in done.stderr) == waits


OPTIONS = [
    ("--rule", "tie-break=all"),
    ("--rule", "tie-break=coin_only", "--rule", "edition=original"),
    ("--rule", "outside=unbounded", "--rule", "score-impaled=no"),
    ("--rule", "edition=original", "--rule", "actions=yes"),
    ("--rule", "edition=original", "--rule", "score-impaled=yes"),
]


@pytest.mark.parametrize("engine", ["readable", "compiled"])
@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_games_by_agreed_rules_say_so_and_are_judged_by_them(options: tuple[str, ...], engine: str) -> None:
    if engine == "compiled":
        pytest.importorskip("numba")
    lines = games("--players", "3", "--games", "6", "--seed", "2", "--engine", engine, *options)
    output = [str(json.loads(line)["rules"]) for line in lines]
    asked = [word.partition("=")[0].replace("-", "_") for word in options if "=" in word]
    assert all(name in f"edition {output[0]}" for name in asked)
    assert len(set(output)) == 1
    result = run("play", "replay", "-", text="\n".join(lines))
    assert (result.exit_code, result.stdout.count("every claim is true")) == (0, 6), result.stderr


def test_every_rule_that_is_asked_for_stands_in_the_record() -> None:
    asked: dict[str, tuple[str, object]] = {
        "edition": ("original", "original"),
        "score-impaled": ("no", False),
        "tie-break": ("all", "all"),
        "outside": ("unbounded", "unbounded"),
        "actions": ("no", False),
    }
    assert {name.replace("-", "_") for name in asked} == {"edition", *RULES}
    for name, (word, value) in asked.items():
        (line,) = games("--games", "1", "--engine", "readable", "--rule", f"{name}={word}")
        record = json.loads(line)
        assert (record | record["rules"])[name.replace("-", "_")] == value, name
        result = run("play", "replay", "-", text=line)
        assert (result.exit_code, result.stdout.count("every claim is true")) == (0, 1), (name, result.stderr)


def test_the_rules_of_the_shipped_catalogue_are_those_of_the_revised_edition_alone(deck: Deck) -> None:
    assert rules_of(deck.catalogue) == Rules()
    assert rules_of(deck.catalogue, edition="original", tie_break="coinless") == Rules("original", tie_break="coinless")
    assert rules_of(deck.catalogue, edition=None, outside=None) == Rules()


def test_options_change_what_is_played() -> None:
    def reported(*options: str) -> dict[str, str]:
        lines = run("play", "simulate", "--games", "40", "--seed", "3", *options).stdout.splitlines()[1:]
        return {line[:27].strip(): line[27:].strip() for line in lines}

    plain = reported()
    assert reported("--rule", "score-impaled=no")["points from impaling"] == "0.00" != plain["points from impaling"]
    assert reported("--rule", "edition=original", "--rule", "score-impaled=yes")["points from impaling"] != "0.00"
    acts, without = "actions in a game", (("--rule", "edition=original"), ("--rule", "actions=no"))
    assert reported("--rule", "edition=original", "--rule", "actions=yes")[acts] == plain[acts] != "0.00"
    assert {reported(*words)[acts] for words in without} == {"0.00"}
    assert reported("--rule", "tie-break=coin_only") != plain
    assert reported("--rule", "outside=unbounded") != plain


def test_the_edition_is_the_catalogues_unless_told() -> None:
    written("tiles.yaml", shipped(("edition: revised", "edition: original")))
    assert json.loads(games("--games", "1")[0])["edition"] == "original"
    assert json.loads(games("--games", "1", "--rule", "edition=revised")[0])["edition"] == "revised"
    written("tiles.yaml", shipped(("edition: revised", "edition: my-own")))
    assert json.loads(games("--games", "1")[0])["edition"] == "revised"


@pytest.mark.parametrize("engine", ["readable", "compiled"])
def test_the_summary_is_the_same_with_a_record_and_without(engine: str) -> None:
    if engine == "compiled":
        pytest.importorskip("numba")
    given = ("play", "simulate", "--games", "30", "--players", "3", "--seed", "9", "--engine", engine)
    alone, recorded = run(*given), run(*given, "--record", "games.jsonl")
    assert alone.exit_code == 0, alone.stderr
    assert alone.stdout == recorded.stdout == run(*given, "--jobs", "2").stdout
    assert alone.stdout.startswith("30 games\nimpaled in a game ")
    assert len(Path("games.jsonl").read_text(encoding="utf-8").splitlines()) == 30


def test_a_record_that_is_there_is_replaced_only_by_force_and_nothing_lies_beside_it() -> None:
    file = Path("games.jsonl")
    file.write_text("mine", encoding="utf-8")
    given = ("play", "simulate", "--games", "2", "--players", "2", "--record", "games.jsonl")
    refused = bad(*given)
    reported = "games.jsonl is there already; give --force to replace it, or name another file"
    assert refused == f"{NO_PROJECT_HERE}\n{reported}\n"
    assert file.read_text(encoding="utf-8") == "mine"
    assert run(*given, "--force").exit_code == 0
    assert file.read_text(encoding="utf-8").splitlines() == games("--games", "2", "--players", "2")
    assert [path.name for path in Path().iterdir()] == ["games.jsonl"]
    assert "there is no folder" in run(*given[:-1], "nowhere/games.jsonl").stderr


def test_a_person_at_a_terminal_sees_a_bar_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    monkeypatch.setattr(drawn, "PATIENCE_S", -1.0)
    with os.fdopen(theirs, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        main(["play", "simulate", "--games", "4", "--players", "2"], standalone_mode=False)
    shown = b""
    with suppress(OSError):  # how the end of a terminal that nobody writes to any more is told
        while part := os.read(ours, 1 << 16):
            shown += part
    os.close(ours)
    assert [percent in shown for percent in (b"0%", b"25%", b"50%", b"75%")] == [True] * 4
    assert shown.endswith(b"\x1b[?25h\r\n")  # the cursor is there again


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_the_compiled_engine_has_no_room_for_is_told(jobs: str) -> None:
    pytest.importorskip("numba")
    text = shipped()
    many = text[: text.index("expect:")].replace("    number: 1\n", "    number: 1\n    copies: 90\n")
    written("many.yaml", many + text[text.index("credits:") :])
    result = bad("play", "simulate", "many.yaml", "--engine", "compiled", "--games", "2", "--jobs", jobs)
    assert result.splitlines()[-1].endswith("420 tiles in play; the kernel has room for 120")


def test_a_game_has_every_kind_of_action_and_can_do_without() -> None:
    def kinds(*words: str) -> set[str]:
        return {ply["do"] for line in games("--games", *words) for ply in json.loads(line)["plies"]}

    assert kinds("9") == {"place", "rotate", "swap", "move"}
    assert kinds("2", "--rule", "actions=no") == {"place"}


def test_a_false_claim_is_told_with_its_line_and_ply() -> None:
    true, false = games("--games", "2", "--seed", "3")
    game = json.loads(false)
    game["plies"][9]["points"] += 1
    result = run("play", "replay", written("games.jsonl", f"{true}\n\n{json.dumps(game)}\n"))
    assert result.exit_code == 1
    _, line = result.stderr.splitlines()
    assert line.startswith("games.jsonl:3:1: ply 10: points: claimed ")
    assert result.stdout.startswith("games.jsonl:1: 64 plies")


def test_the_first_false_claim_of_each_game_is_told() -> None:
    false = [json.loads(line) for line in games("--games", "2", "--seed", "3")]
    for game in false:
        for ply in game["plies"]:
            ply["points"] += 1
        game["final"]["captured"] += 1
    result = run(
        "play", "replay", written("games.jsonl", "".join(f"{json.dumps(game)}\n" for game in false)), "asterion"
    )
    assert (result.exit_code, result.stdout) == (1, "")
    reported = [line.split(": ")[:2] for line in result.stderr.splitlines()]
    assert reported == [[f"games.jsonl:{number}:1", "ply 1"] for number in (1, 2)]


def test_a_false_winner_is_found() -> None:
    game = json.loads(games("--games", "1")[0])
    game["final"]["winners"] = [next(seat for seat in game["seats"] if seat not in game["final"]["winners"])]
    assert "-:1:1: the record: final.winners: claimed" in run("play", "replay", "-", text=json.dumps(game)).stderr


def test_what_is_no_record_is_told_in_a_line() -> None:
    result = bad("play", "replay", "-", text="{}\nnonsense\n")
    assert [line.split(": ")[0] for line in result.splitlines()[1:]] == ["-:1:1", "-:2:1"]


def test_a_game_with_another_deck_is_not_judged() -> None:
    line = games("--games", "1")[0]
    written("other.yaml", shipped() + "# another\n")
    assert "the record: deck: claimed" in run("play", "replay", "-", "other.yaml", text=line).stderr


POSITION = """
game: asterion
seats: [blue, green, yellow, red]
tiles:
  - {tile: minotaur, at: [0, 0]}
  - {tile: R16, at: [1, 0]}
  - {tile: G03, at: [1, -1], turns: 1}
  - {tile: R08, at: [1, -2]}
  - {tile: B05, at: [0, -2]}
  - {tile: Y13, at: [0, -1]}
kills: {yellow: 2}
"""


def test_an_end_of_game_is_counted_and_explained() -> None:
    """The figure `impaling` of the booklet: a blue and a green prisoner have been impaled."""
    result = good("play", "score", written("position.yaml", POSITION))
    assert "prisoner blue on B05 at 0,-2: " in result
    assert "impaled in all: 2" in result
    assert "yellow: treasure 0, impaling 2, total 2" in result
    assert result.splitlines()[-1] == "yellow wins"


def test_a_wrong_position_is_told_with_its_place() -> None:
    wrong = written("position.yaml", POSITION.replace("Y13", "Y99").replace("seats:", "seat:"))
    assert "position.yaml:3:1: unknown key 'seat'; did you mean 'seats'?" in bad("play", "score", wrong)


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ("Y13", "Y99", "10:12: unknown tile 'Y99'; `asterion list tiles` lists the deck"),
        ("Y13", "R16", "10:12: tile 'R16' lies on the table already"),
        ("[1, -2]", "[1, 0]", "8:21: cell [1, 0] is taken by tile 'R16' already"),
        ("minotaur", "Y01", "5:3: no tile 'minotaur'; write where he lies, as in {tile: minotaur, at: [0, 0]}"),
        ("{tile: Y13", "{tile: minotaur", "10:12: tile 'minotaur' lies on the table already"),
        (
            "[blue, green",
            "[blu, blue",
            "3:9: unknown colour 'blu'; did you mean 'blue'? one of yellow, blue, red, green",
        ),
        ("[blue, green", "[blue, blue", "3:15: blue sits at the table already"),
        ("yellow: 2", "purple: 5", "11:9: points for 'purple', who has no seat; one of blue, green, yellow, red"),
        ("yellow: 2", "red: 5", "11:14: 5 points for red, but only 2 impaled prisoners of others can bring one each"),
        (
            "asterion",
            "minotaurus",
            (
                "2:7: a position of the game 'minotaurus', counted as one of 'asterion'; write 'asterion' here, "
                "or name its catalogue behind the position"
            ),
        ),
        (
            "kills:",
            "impaled: [{tile: B05, path: 1}, {tile: B05, path: 1}]\nkills:",
            "11:33: the prisoner on path 1 of tile 'B05' is impaled already",
        ),
        (
            "kills:",
            "impaled: [{tile: Y01, path: 1}, {tile: R08, path: 2}, {tile: R08, path: 8}]\nkills:",
            (
                "11:18: tile 'Y01' does not lie on the table\n11:51: path 2 of tile 'R08' holds no prisoner who "
                "could be impaled\n11:73: path 8 of tile 'R08' holds no prisoner who could be impaled"
            ),
        ),
    ],
)
def test_what_can_lie_on_no_table_is_told_where_it_is_written(old: str, new: str, reported: str) -> None:
    _, *lines = reported_in(bad("play", "score", written("position.yaml", POSITION.replace(old, new))))
    assert lines == [f"position.yaml:{line}" for line in reported.splitlines()]


def test_without_shared_semaphores_one_process_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container without a writable /dev/shm."""
    words = ("play", "simulate", "--games", "60", "--players", "2", "--seed", "5")
    alone = run(*words)
    import_module("multiprocessing.synchronize")  # it reads the class that is taken away below, once

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("_multiprocessing.SemLock", refused)
    result = run(*words, "--jobs", "2")
    assert (result.exit_code, result.stdout) == (0, alone.stdout)
    assert result.stderr == (
        f"{NO_PROJECT_HERE}\n"
        "this system shares no semaphores between processes (is /dev/shm writable?); one process plays\n"
    )
