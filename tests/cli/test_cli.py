"""The command: what it prints where, and with which exit status it ends."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from asterion_press import __version__
from asterion_press.catalogue import library
from asterion_press.cli.main import Asterion, main
from asterion_press.cli.options import NO_PROJECT_HERE
from asterion_press.games.labyrinth.art.components import component_ids
from asterion_press.games.labyrinth.deck.report import TILE_COLUMNS
from asterion_press.games.labyrinth.deck.tiles import Deck
from tests.support.processes import ENVIRONMENT, apart, at_a_terminal, python
from tests.support.project_commands import bad, good, run, shipped, written
from tests.support.reported import reported_in
from tests.torture.commands import all_commands

COMMANDS = main.list_commands(click.Context(main))
listed = ", ".join


def everything_below(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


def test_every_help_shows_an_example_of_its_command() -> None:
    for name in ("", *(name for name, _ in all_commands(main, groups=True))):
        reported = good(name, "--help")
        before, _, examples = reported.partition("Examples:\n")
        assert "Usage:" in before
        assert f"asterion {name}" in examples
        assert reported == good(name, "-h")
    assert good("--version") == f"asterion, version {__version__}\n"


def test_check_finds_the_shipped_deck_sound(deck: Deck) -> None:
    data = json.loads(run("check --format json").stdout)
    assert (data["sound"], data["deck"]["tiles"]) == (True, len(deck.tiles))
    result = run("check")
    assert result.exit_code == 0
    first, *remarks = result.stderr.splitlines()
    assert first == NO_PROJECT_HERE
    assert all("[outdated-text]" in remark for remark in remarks), "languages of an earlier revision are named"
    assert result.stdout.startswith("Asterion, revised edition: 16 designs, ")
    assert result.stdout.endswith("\nsound, nothing to report\n")


def test_check_of_a_deck_with_an_error_prints_it_and_ends_with_1() -> None:
    text = shipped(("  tiles: 64", "  tiles: 65"))
    result = run("check", written("mine.yaml", text))
    line = text.splitlines().index("  tiles: 65") + 1
    assert result.exit_code == 1
    assert f"mine.yaml:{line}:10: error: the deck has 64 tiles, the file promises 65" in result.stdout
    assert f"  {line} |   tiles: 65\n      |          ^\n" in result.stdout
    assert result.stdout.endswith("\nnot sound: 1 error\n")
    as_json = run("check mine.yaml --format json")
    (finding,) = json.loads(as_json.stdout)["findings"]
    reported = (as_json.exit_code, finding["code"], finding["level"], finding["file"], finding["line"])
    assert reported == (1, "broken-promise", "error", "mine.yaml", line)


def test_a_warning_does_not_fail_the_check() -> None:
    expect = shipped().partition("\nexpect:")[2].partition("\n\n")[0]
    text = shipped(("number: 1\n", "number: 1\n    copies: 0\n"), (f"\nexpect:{expect}\n", "\n"))
    assert "[unprinted-design]" in good("check", written("mine.yaml", text))


def test_tiles_are_listed_as_a_table_as_json_and_as_csv(deck: Deck) -> None:
    lines, ids = run("list tiles").stdout.splitlines(), ["minotaur", *(tile.id for tile in deck.tiles)]
    assert lines[0].split() == [*TILE_COLUMNS]
    assert [line.split()[0] for line in lines[2:]] == ids
    assert [tile["id"] for tile in json.loads(run("list tiles --format json").stdout)["tiles"]] == ids[1:]
    rows = list(csv.DictReader(io.StringIO(run("list tiles --format csv").stdout)))
    assert [row["id"] for row in rows] == ids
    last = {"id": "G16", "colour": "green", "design": "bend", "copies": "1", "paths": "NE:p | S | W"}
    assert rows[-1].items() >= last.items()


def test_a_catalogue_that_lies_here_is_taken_by_itself() -> None:
    written("tiles.yaml", shipped(("title: Asterion", "title: Mine")))
    assert run("check").stdout.startswith("Mine, revised edition")


def test_a_catalogue_in_another_folder_is_named_as_the_user_named_it() -> None:
    named = written("some where/else/my deck.yaml", shipped(("tile_mm: 50", "tile_mm: wide")))
    result = run("list", "tiles", named)
    assert (result.exit_code, result.stdout) == (1, "")
    (line,) = reported_in(result.stderr)
    assert line.startswith(f"{named}:")
    assert line.endswith(": 'wide' is not a number; write digits with a point, as in 12.5")


@pytest.mark.parametrize("command", ["check", "build", "preview", "verify"])
def test_a_catalogue_that_is_not_there_or_no_text_is_one_line_on_stderr(command: str, tmp_path: Path) -> None:
    result = run(command, "none.yaml")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("none.yaml: cannot be read: ")
    assert everything_below(tmp_path) == []
    Path("mine.yaml").write_bytes(b"\xff\xfe\x00")
    assert bad(command, "mine.yaml") == "mine.yaml:1:1: UTF-16, not UTF-8; save the file as UTF-8\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
@pytest.mark.parametrize("command", ["check", "build"])
def test_a_fifo_as_a_catalogue_is_refused_and_not_waited_for(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mine.yaml")
    done = apart(command, "mine.yaml")
    assert (done.returncode, done.stderr) == (1, "mine.yaml: not a regular file\n")


def test_every_mistake_of_a_catalogue_is_a_line() -> None:
    text = shipped(("tile_mm: 50", "tile_mm: x"), ("prisoners: 1}", "prisonners: 1}"), ("letter: Y", "letter: y"))
    written("tiles.yaml", text)
    lines = reported_in(bad("build"))
    assert len(lines) == 3
    assert all(line.startswith("tiles.yaml:") for line in lines)
    assert "did you mean 'prisoners'?" in lines[2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("build --paper leter", f"unknown paper 'leter'; did you mean 'letter'? one of {listed(library.papers())}"),
        ("build --theme knosos", f"unknown theme 'knosos'; did you mean 'knossos'? one of {listed(library.themes())}"),
        ("build asterionn", "unknown game 'asterionn'; did you mean 'asterion'? one of asterion"),
        ("list schemas catalog", "unknown schema 'catalog'; did you mean 'catalogue'? one of"),
        ("build --language xx", f"unknown language 'xx'; one of {listed(library.languages('asterion'))}"),
        ("chekc", "no command 'chekc'; did you mean 'check'?"),
        ("check --formt json", "No such option"),
        ("check --format xml", "unknown word 'xml'; one of text, json"),
        ("list gmaes", "unknown word 'gmaes'; did you mean 'games'?"),
        ("build --only sheet", "unknown word 'sheet'; did you mean 'sheets'? one of svg, sheets, rules"),
        ("build --paper A4", "did you mean 'a4'?"),
        ("check .", f"one of {listed(library.games())}, a folder with game.yaml or"),
    ],
)
def test_a_mistake_in_the_words_ends_with_2_and_a_hint(words: str, message: str, tmp_path: Path) -> None:
    result = run(words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())
    assert everything_below(tmp_path) == []


@pytest.mark.parametrize(
    ("shell", "sign"), [("bash", "complete -o nosort"), ("zsh", "#compdef asterion"), ("fish", "complete --no-files")]
)
def test_a_completion_script_is_printed_for_each_shell(shell: str, sign: str) -> None:
    script = run("completion", shell).stdout
    assert sign in script
    assert "_ASTERION_COMPLETE" in script


def completions(words: str, index: int) -> list[str]:
    script = "from asterion_press.cli.main import main; main(prog_name='asterion')"
    done = python("-c", script, _ASTERION_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(index))
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_papers_and_commands_are_completed() -> None:
    assert completions("asterion build --paper l", 3) == ["legal", "letter"]
    assert completions("asterion che", 1) == ["check"]


@pytest.mark.parametrize("part", ["svg", "sheets"])
def test_a_dry_run_names_every_file_and_writes_nothing(part: str, tmp_path: Path, deck: Deck) -> None:
    result = run("build", "asterion", "--only", part, "--dry-run")
    assert (result.exit_code, result.stderr) == (0, "")
    *lines, total = result.stdout.splitlines()
    names = [line.split()[1] for line in lines]
    assert {line.split()[0] for line in lines} == {"make"}
    assert total == f"to make: {len(names)}, to keep: 0, to remove: 0"
    assert everything_below(tmp_path) == []
    if part == "sheets":
        assert names == [str(Path("output", "asterion", f"sheets-{paper}.pdf")) for paper in ("a4", "letter")]
    else:
        assert names == [str(Path("output", "asterion", "svg", f"{one}.svg")) for one in component_ids(deck)]


def test_a_dry_run_names_its_folder_and_refuses_what_the_build_would_refuse(tmp_path: Path) -> None:
    result = run("build --only sheets -n --paper a3 --paper a3 --out here")
    assert result.stdout.splitlines()[0].split() == ["make", str(Path("here", "sheets-a3.pdf"))]
    assert run("build --only sheets -n -q").stdout == ""
    assert everything_below(tmp_path) == []
    written("full/letter.txt", "dear")
    assert "letter.txt" in bad("build --only svg -n --out full")
    written("tiles.yaml", shipped(("  tiles: 64", "  tiles: 65")))
    result = run("build --only sheets -n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "[broken-promise]" in result.stderr
    assert result.stderr.splitlines()[-1] == "the deck is not sound; --unsound prints it all the same"
    good("build --only sheets -n --unsound")


def test_a_build_tells_how_long_it_took_and_programs_what_it_made(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("click.launch", opened.append)
    planned = json.loads(run("build asterismo --only sheets --paper a4 --out out -n --format json").stdout)
    assert planned == {"folder": "out", "to make": ["sheets-a4.pdf"], "to keep": [], "to remove": []}
    done = run("build asterismo --only sheets --paper a4 --out out --open --format json")
    reported = {"folder": "out", "made": ["sheets-a4.pdf"], "unchanged": [], "removed": [], "notes": []}
    assert (json.loads(done.stdout), done.stderr, opened) == (reported, "", [str(Path("out/sheets-a4.pdf"))])
    done = run("build asterismo --only web --language en --out out --open")
    assert re.fullmatch(r"done in \d+\.\d s\n", done.stderr)
    assert opened[1:] == [str(Path("out/rules-en.html"))]
    assert run("build asterismo --only web --language en --out out -q").stderr == ""


def test_as_a_process_mistakes_go_to_stderr_without_traceback_or_colour() -> None:
    done = apart("check", written("bad.yaml", "game: [x\n"))
    assert (done.returncode, done.stdout) == (1, "")
    mistake = "bad.yaml:1:7: a list that is not closed; write ',' between its entries and ']' at its end"
    assert done.stderr == f"{mistake}\n    1 | game: [x\n      |       ^\n"


def test_as_a_process_in_a_poor_locale_the_designer_keeps_the_accent() -> None:
    written("tiles.yaml", shipped(("title: Asterion", "title: Astérion")))
    done = apart("check", LC_ALL="C", PYTHONUTF8="1")
    assert done.stdout.startswith("Astérion, revised edition")
    assert apart("check", LC_ALL="C").returncode == 0


def test_as_a_process_a_reader_that_stops_early_is_no_mistake_of_ours(tmp_path: Path) -> None:
    command, env = f"'{sys.executable}' -m asterion_press list tiles --format json | head -n 1", ENVIRONMENT
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.stdout == "{\n"
    assert "Traceback" not in done.stderr


def test_the_command_imports_no_heavy_library_to_show_its_help() -> None:
    script = (
        "import sys\nfrom asterion_press.cli.main import main\nmain(['--help'], standalone_mode=False)\n"
        "libraries = {'reportlab', 'msgspec', 'yaml', 'svgwrite', 'pikepdf', 'uharfbuzz', 'markdown_it'}\n"
        "heavy = libraries & set(sys.modules)\n"
        "print('HEAVY', sorted(heavy))\n"
    )
    done = python("-c", script)
    assert done.stdout.endswith("HEAVY []\n"), done.stdout + done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_standard_output_is_told_in_a_line(tmp_path: Path) -> None:
    line, error = [sys.executable, "-m", "asterion_press", "list", "tiles", "asterion"], subprocess.PIPE
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(line, cwd=tmp_path, env=ENVIRONMENT, stdout=full, stderr=error, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr.splitlines()[0] == "standard output cannot be written: no space left on device"
    assert "Traceback" not in done.stderr


def test_a_terminal_has_colours_unless_they_are_refused_and_tables_keep_to_its_width() -> None:
    narrow = ("check", "none.yaml")
    assert "\x1b[31mnone.yaml: \x1b[0mcannot be read" in at_a_terminal(*narrow)[1]
    assert "\x1b" not in at_a_terminal(*narrow, NO_COLOR="1")[1] + at_a_terminal(*narrow, TERM="dumb")[1]
    lines = at_a_terminal("list", "games", COLUMNS="70")[1].splitlines()
    assert max(map(len, lines)) <= 70
    assert lines[2].split()[:2] == ["asterion", "Asterion"]


def test_who_sits_at_a_terminal_is_asked_before_work_by_hand_is_replaced() -> None:
    words = ("build", "--only", "check", "--out", "out")
    run(*words)
    drawn = Path("out/check.txt")
    made = drawn.read_bytes()
    drawn.write_text("my own")
    status, screen = at_a_terminal(*words, answer="n\n")
    assert "changed by hand since they were made: check.txt" in screen
    assert "replace them? [y/N]" in screen
    assert (status, drawn.read_text()) == (1, "my own")
    assert (at_a_terminal(*words, answer="y\n")[0], drawn.read_bytes()) == (0, made)


def test_an_unchanged_build_reads_each_file_of_the_folder_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal too, where it looks for work by hand before it begins."""
    from asterion_press.cli import build
    from asterion_press.publish import file_operations, folder

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    run("build", "--only", "check", "--only", "svg", "--out", "out")
    read: list[str] = []
    sha256_of = file_operations.sha256_of

    def noting(path: str) -> str:
        read.append(Path(path).name)
        return sha256_of(path)

    monkeypatch.setattr(folder, "sha256_of", noting)
    monkeypatch.setattr(build, "sys", SimpleNamespace(stdin=Terminal(), stderr=Terminal()))
    assert "nothing to do" in run("build", "--only", "check", "--only", "svg", "--out", "out").stdout
    assert sorted([*read, "manifest.json"]) == sorted(path.name for path in Path("out").rglob("*.*"))


def test_a_list_of_commands_shows_what_each_command_says_of_itself() -> None:
    """The list reads them in the source, as importing every command would take a second."""
    assert isinstance(main, Asterion)

    def shown(commands: Iterable[click.Command | None]) -> dict[str | None, list[str]]:
        return {each.name: [each.get_short_help_str(width) for width in (40, 60, 84)] for each in commands if each}

    context, names = click.Context(main), [name for name in COMMANDS if name != "completion"]
    stubs = [stub for stub in main._stubs(context) if stub.name in names]
    assert shown(stubs) == shown(main.get_command(context, name) for name in names)


def test_without_words_the_command_says_in_eight_lines_what_one_can_do() -> None:
    result = run()
    lines = result.stdout.splitlines()
    assert (result.exit_code, len(lines)) == (0, 8)
    for line in lines:
        command = line.split()[1]
        assert command in (*COMMANDS, "--help"), line
