"""Projects: a folder with a game of one's own, whose files come before the shipped ones."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from tests.support.project_commands import bad, change, good, names_in, run, settings_in, written

IN_A_PROJECT = pytest.mark.usefixtures("mine")


@pytest.fixture(autouse=True)
def leaves_no_project() -> Iterator[None]:
    yield
    assert library.project() is None


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> None:
    good("init", "mine")
    monkeypatch.chdir("mine")


def test_a_project_is_begun_built_and_verified() -> None:
    reported = good("init", "keys-and-doors", "--language", "en", "--language", "fr").splitlines()
    rules = {"rules/en.md", "rules/fr.po"}
    files = {"game.yaml", "print.yaml", "README.md", ".gitignore", *rules}
    assert {str(Path(line).relative_to("keys-and-doors")) for line in reported} == files
    assert names_in("keys-and-doors") == files
    assert "game: keys-and-doors\ntitle: Keys and doors\n" in Path("keys-and-doors/game.yaml").read_text()
    assert good("check", "keys-and-doors").endswith("sound, nothing to report\n")
    good("build", "keys-and-doors", "--only", "check")
    assert good("verify", "keys-and-doors").endswith("\nproved\n"), "a project's own folder of files"
    good("build", "keys-and-doors", "--out", "out", "--language", "en", "--language", "fr")
    made = names_in("out")
    assert {"sheets-a4.pdf", "sheets-letter.pdf", "rules-en.pdf", "rules-fr.html", "svg/north-key.svg"} <= made
    assert not {name for name in made if "rules-de" in name}
    assert good("verify", "out", "keys-and-doors/game.yaml").endswith("\nproved\n")
    everything = b"".join(Path("out", name).read_bytes() for name in made if not name.endswith(".pdf"))
    assert b"inotaur" not in everything
    assert b"Asterion" not in everything


def test_a_command_works_on_the_project_that_it_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    good("init", "mine", "--from", "tokens")
    monkeypatch.chdir("mine")
    assert good("list", "tiles").count("hero") == 2
    assert "made: " in good("build", "--only", "rules")
    assert names_in("output/mine") >= {"rules-en.pdf"}
    assert "nothing to do" in good("build", "--only", "rules")
    assert "\nY01,yellow," in good("list", "tiles", "asterion", "--format", "csv"), "a shipped game is named by its id"


@pytest.mark.parametrize("game", library.games())
def test_every_game_can_be_begun_from(game: str) -> None:
    good("init", "mine", "--from", game)
    own, shipped = (good("check", name).partition("\n") for name in ("mine", game))
    assert own[0].rpartition(" (")[0] == shipped[0].rpartition(" (")[0], "but for the hash of the file"
    assert own[2] == shipped[2]
    assert "rules-en.pdf" in good("build", "mine", "-n", "--paper", "a4", "--out", "out")


def test_copies_of_shipped_games_have_ids_of_their_own_and_replace_no_files_of_another() -> None:
    ids = set(library.games())
    for game in library.games():
        for folder in (f"a-{game}", game):
            good("init", folder, "--from", game)
            reported = good("build", f"./{folder}", "-n", "--paper", "a4")  # not the shipped one
            (own,) = {line.split("output/")[1].split("/")[0] for line in reported.splitlines() if "output/" in line}
            assert own not in ids, f"{folder}: {own}"
            assert f"output/{own}/" in Path(folder, "README.md").read_text(encoding="utf-8")
            ids.add(own)
    assert "a-asterion" in ids


def test_a_changed_tile_prints_and_leaves_out_what_would_be_false(monkeypatch: pytest.MonkeyPatch) -> None:
    good("init", "mine", "--from", "asterion")
    monkeypatch.chdir("mine")
    change("game.yaml", ("NESW", "NES"))
    result = run("build --paper a4 --only sheets --only rules --only check")
    assert (result.exit_code, "[figure-left-out]" in result.stderr) == (0, True)
    assert "figures.yaml:" in result.stderr
    assert names_in("output/mine") == {"sheets-a4.pdf", "rules-en.pdf", "check.txt", "check.json", "manifest.json"}


def test_no_file_is_replaced() -> None:
    good("init", "mine")
    Path("mine/README.md").write_text("my own")
    assert "would be replaced; name another folder, or move that away first" in bad("init", "mine")
    assert Path("mine/README.md").read_text() == "my own"


@IN_A_PROJECT
def test_what_a_project_has_comes_before_what_is_shipped() -> None:
    for kind, like, own in (("themes", "knossos", "dusk"), ("papers", "a4", "a4"), ("layouts", "tight", "close")):
        written(Path(kind, f"{own}.yaml"), good("list", kind, like).replace("title: ", "title: My "))
    assert "My Knossos" in good("list", "themes")
    titles = {row["id"]: row["title"] for row in json.loads(good("list", "papers", "--format", "json"))["papers"]}
    assert titles["a4"] == "My A4"
    assert "close" in good("list", "layouts")
    result = run("check")
    assert "papers/a4.yaml: note: comes before the shipped file of that name" in result.stderr
    assert "dusk" not in result.stderr
    good("build", "--only", "sheets", "--theme", "dusk", "--layout", "close", "--paper", "a4")
    assert "proved" in good("verify")


@IN_A_PROJECT
def test_the_print_run_says_what_the_command_does_not() -> None:
    Path("print.yaml").write_text("papers: [a3]\nlayout: tight\nflip: short-edge\ngrey: true\n")
    reported = good("build", "--only", "sheets")
    assert "sheets-a3.pdf: print both sides at actual size (100 %), turned over along the short edge" in reported
    settings = settings_in("output/mine")
    assert (settings["grey"], '"title":"Shared edges' in settings["laying"]) == ("yes", True)
    assert "sheets-letter.pdf" in good("build", "--only", "sheets", "--paper", "letter", "--out", "other", "-n")


@IN_A_PROJECT
def test_the_print_run_says_how_a_booklet_is_folded_that_is_made_alone() -> None:
    Path("print.yaml").write_text("flip: long-edge\nbooklet: {paper: letter, flip: short-edge, thickness_mm: 0.2}\n")
    for words, folded in (((), ["letter", "short-edge", "0.2"]), (("--paper", "a4"), ["a4", "short-edge", "0.2"])):
        good("build", "--only", "booklet", *words)
        assert settings_in("output/mine")["booklet"] == folded


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("papers: [a9]\n", "print.yaml:1:10: unknown paper 'a9'; "),
        ("theme: knosos\n", "print.yaml:1:8: unknown theme 'knosos'; did you mean 'knossos'? "),
        ("flop: 1\n", "print.yaml:1:1: unknown key 'flop'; did you mean 'flip'? "),
        ("back_offset_mm: [1]\n", "print.yaml:1:17: "),
        ("booklet: {thickness_mm: 7}\n", "print.yaml:1:25: "),
    ],
)
@IN_A_PROJECT
def test_mistakes_in_the_print_run_are_told_with_their_places(text: str, reported: str) -> None:
    Path("print.yaml").write_text(text)
    result = run("build", "-n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(reported)


@IN_A_PROJECT
def test_a_project_names_its_colours_in_each_language() -> None:
    written("words/fr.yaml", "colours: {north: nord, east: est}\n")
    good("build", "--only", "svg", "--language", "fr")
    assert title_of("north-key") == "Nord · KEY"
    words = "words: {key: clé, sun: œil, leaf: épée, Y01: porte}\n"
    written("words/fr.yaml", f"colours: {{north: nord, east: est}}\n{words}")
    good("build", "--only", "svg", "--language", "fr")
    assert [title_of(f"{colour}-key") for colour in ("north", "east", "west")] == [
        "Nord · Clé · œil", "Est · Clé · épée", "Jetons · Clé"
    ]  # fmt: skip
    written("words/fr.yaml", "colors: {north: nord}\n")
    result = bad("build", "--only", "svg", "--language", "fr")
    assert "words/fr.yaml:1:1: unknown key 'colors'; did you mean 'colours'?" in result


def title_of(piece: str, game: str = "mine") -> str:
    text = Path(f"output/{game}/svg/{piece}.svg").read_text(encoding="utf-8")
    return text.partition("<title>")[2].partition("</title>")[0]


def test_symbols_of_a_labyrinth_have_the_names_that_its_words_give(monkeypatch: pytest.MonkeyPatch) -> None:
    good("init", "maze", "--from", "asterion")
    monkeypatch.chdir("maze")
    words = "sun: eye, prisoner: burglar, coin: loot, minotaur: guard, prisoner_myrto: Beryl, Y03: the gate"
    written("words/en.yaml", f"colours: {{yellow: gold}}\nwords: {{{words}}}\n")
    good("build", "--only", "svg", "--language", "en")
    assert [title_of(piece, "maze").partition(": ")[0] for piece in ("Y01", "Y03", "B04", "minotaur")] == [
        "Gold · Y01 · eye · burglar · Phaidra",
        "Gold · The gate · eye · burglar · Beryl",
        "Blue · B04 · burglar · Nestor · loot",
        "Guard",
    ]


def test_rules_in_any_one_language_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    good("init", "mine", "--language", "fr")
    monkeypatch.chdir("mine")
    good("build", "--only", "rules")
    assert {name for name in names_in("output/mine") if name.endswith(".pdf")} == {"rules-fr.pdf"}


@pytest.mark.parametrize("line", ['game: "doors"', "game:\n  doors", "'game': doors", "game: doors  # mine"])
def test_the_id_of_a_game_may_be_written_in_any_way_that_yaml_has(line: str) -> None:
    good("init", "doors", "--language", "en")
    change("doors/game.yaml", ("game: doors", line))
    good("build", "doors", "--paper", "a4")
    assert "rules-en.pdf" in names_in("output/doors")


def test_the_papers_of_a_layout_may_stand_on_lines_of_their_own() -> None:
    good("init", "doors")
    written("doors/layouts/mine.yaml", good("list layouts tight") + "papers:\n  - a3\n")
    good("build", "doors", "--only", "sheets", "--layout", "mine")
    assert {name for name in names_in("output/doors") if name.startswith("sheets")} == {"sheets-a3.pdf"}


def test_check_reads_the_print_run_and_tells_all_of_its_mistakes() -> None:
    good("init", "doors", "--language", "en")
    Path("doors/print.yaml").write_text(
        "papers: [a4, a0]\ntheme: elsewhere/dusk.yaml\nlayout: tigth\nlanguages: [en, de]\nbooklet: {paper: a7}\n"
    )
    reported = bad("check", "doors").splitlines()
    lines = [line.removeprefix("doors/print.yaml:") for line in reported if "print.yaml" in line]
    assert [line.partition(";")[0] for line in lines] == [
        "1:14: error: unknown paper 'a0'",
        "2:8: error: there is no file 'doors/elsewhere/dusk.yaml' [print-run]",
        "3:9: error: unknown layout 'tigth'",
        "4:17: error: there are no rules in 'de'",
        "5:18: error: unknown paper 'a7'",
    ]
    Path("doors/print.yaml").write_text("papr: [a4]\n")
    assert "doors/print.yaml:1:1: error: unknown key 'papr'" in run("check", "doors").stdout


def test_exports_and_verify_take_the_theme_of_the_print_run() -> None:
    good("init", "doors", "--language", "en")
    written("look/dusk.yaml", good("list themes knossos").replace("'#2e2226'", "'#102030'"))
    Path("doors/print.yaml").write_text("papers: [a4]\ntheme: ../look/dusk.yaml\n")
    good("build", "doors", "--only", "sheets", "--only", "svg")
    good("export", "svg", "doors")
    assert [settings_in(folder)["theme"] for folder in ("output/doors", "output/doors-svg")] == ["dusk"] * 2
    assert good("verify", "output/doors", "doors").endswith("\nproved\n")
    Path("doors/print.yaml").write_text("papers: [a0]\ntheme: ../look/dusk.yaml\n")
    assert good("verify", "output/doors", "doors").endswith("\nproved\n"), "a mistake there says nothing of the files"


def test_sheets_of_an_earlier_build_are_not_told_to_be_printed() -> None:
    good("init doors")
    good("build doors --only sheets")
    reported = good("build", "doors", "--only", "sheets", "--paper", "a3")
    assert "output/doors/sheets-a3.pdf: print both sides" in reported
    assert "output/doors/sheets-a4.pdf: for a paper of an earlier build" in reported


def test_a_thickness_beside_a_box_is_that_of_its_pieces() -> None:
    good("init", "doors", "--language", "en")
    good("build", "doors", "--box", "--thickness", "1.5", "--paper", "a3")
    assert settings_in("output/doors")["box"] == ["a3", "1.5"]
    assert "--thickness is that of a piece with a box" in run("build", "doors", "--thickness", "1").stderr


NAMES = (
    "Игра", "ゲーム", "παιχνίδι", "게임", "遊戲", "لعبة", "🎲", "___", "Café", "CAFE", "caf\N{COMBINING ACUTE ACCENT}e",
    "My Game #1 – été & co", "con", "AUX", "lpt1", "com9.x", "no", "null", "2024", "1e3", "a" * 41, "a" * 60, "w" * 30,
    f"{'b' * 39}-c", "we-want-women-who-swim-with-mammoths", "asterion", "minotaurus", "game", "game-2", "Ｇａｍｅ",
)  # fmt: skip
"""Names of folders: of many scripts, devices of Windows, words of YAML, too long, and alike but for what ids lack."""


def test_a_project_of_any_name_is_sound_and_has_an_id_of_its_own() -> None:
    faults, ids = [], dict[str, str]()
    for name in NAMES:
        good("init", name)
        reported = run("check", name)
        if reported.exit_code or not reported.stdout.endswith("sound, nothing to report\n"):
            faults.append(f"{name}: {reported.output}")
        game = library.top_id(ShelfFile("", Path(name, "game.yaml"), name), "game") or "none"
        if (other := ids.setdefault(game, name)) != name or game in library.games():
            faults.append(f"{name}: has the id {game!r} of {other}")
    assert not faults, "\n".join(faults)
    for name in ("Игра", "game-2"):
        good("init", name)  # again, with nothing to change


PASSED_OVER = (
    "../game.yaml: passed over, as it belongs to another user; name it to work on it, as in `asterion check ..`\n"
    "../../game.yaml: passed over, as it belongs to another user; name it to work on it, as in `asterion check ../..`\n"
)


def test_a_project_above_that_is_another_users_is_passed_over_and_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    good("init", "outer/inner")
    good("init", "outer")
    here = tmp_path / "outer/inner/rules"
    for user, reported in ((os.geteuid(), "working on ../game.yaml\n"), (os.geteuid() + 1, PASSED_OVER)):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        monkeypatch.chdir(here)
        result = run("list", "tiles")
        assert reported in result.stderr
    assert "NORTH" not in result.stdout.upper(), "Asterion is listed"
    assert "north" in good("list", "tiles", ".."), "named, it is worked on"
    monkeypatch.chdir("..")
    assert "north" in good("list", "tiles"), "in which the user stands"
    monkeypatch.chdir(here)
    monkeypatch.delattr(os, "geteuid")
    assert "north" in good("list", "tiles"), "where nobody can say whose a file is"
