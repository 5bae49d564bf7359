"""Options that take an id or a file: a file outside of the project works like one of the project's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.cli.options import NO_PROJECT_HERE
from tests.support.project_commands import bad, begin_translated, change, good, run, settings_in, written
from tests.support.reported import reported_in


@pytest.fixture(autouse=True)
def a_project_and_a_folder_beside_it(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    begin_translated("mine", "fr", "de", like="tokens")
    Path("beside").mkdir()
    monkeypatch.chdir("mine")
    yield
    assert library.entered() == library.NO_PROJECT


def beside(kind: str, like: str, name: str, *changes: tuple[str, str]) -> str:
    """Write a copy of a shipped file beside the project, and return its path."""
    path = written(Path("..", "beside", f"{name}.yaml"), good("list", kind, like))
    change(path, *changes)
    return path


def test_a_theme_and_a_paper_are_files_outside_of_the_project() -> None:
    theme = beside("themes", "knossos", "dusk")
    paper = beside("papers", "a4", "card", ("height_mm: 297", "height_mm: 280"))
    order = ("build", "--theme", theme, "--paper", paper, "--only", "sheets", "--only", "svg")
    assert "proved" in good(*order)
    assert "nothing to do" in good(*order)
    manifest = Path("output/mine/manifest.json").read_text()
    assert settings_in("output/mine")["theme"] == "dusk"
    assert "sheets-card.pdf" in manifest
    assert "beside" not in manifest
    change(theme, ("#191514", "#292524"))
    assert "made: " in good(*order), "a change of the file makes the game anew"

    assert good("verify", "--paper", paper, "--theme", theme, "--rebuild").endswith("\nproved\n")
    assert "no paper 'card' is known; name its file with --paper" in bad("verify")
    result = bad("build", "--only", "check", status=2)
    assert "the theme 'dusk', which is not at hand; name its file, or another theme, with --theme" in result


def test_worker_processes_know_the_project_and_the_files_that_were_named() -> None:
    theme = beside("themes", "knossos", "dusk")
    assert "proved" in good("build", "--theme", theme, "--paper", "a4", "--jobs", "2")


def test_an_export_takes_the_files_of_a_theme_a_paper_and_a_cutter() -> None:
    theme, paper = beside("themes", "knossos", "dusk"), beside("papers", "a4", "card")
    cutter = beside("cutters", "plain", "knife")
    good("export", "svg", "--theme", theme, "--set", f"paper={paper}", "--set", f"cutter={cutter}")
    assert {"cutter=knife", "paper=card"} <= set(settings_in("output/mine-svg")["wishes"])
    given: list[str] = []
    for kind, name, path in (("theme", "dusk", theme), ("paper", "card", paper), ("cutter", "knife", cutter)):
        reported = run("verify", "output/mine-svg", *given).output
        assert f"names the {kind} {name!r}, which is not at hand; name its file with --{kind}" in reported
        given += [f"--{kind}", path]
    assert good("verify", "output/mine-svg", *given).endswith("\nproved\n")
    change(theme, ("outline: '#2b1b14'", "outline: '#2b1b30'"))
    reported = run("verify", "output/mine-svg", *given).output
    assert "sheets-card.pdf: its inputs have changed since it was built" in reported
    assert "damaged" not in reported


@pytest.mark.parametrize(
    ("kind", "like", "words"),
    [
        ("themes", "knossos", ("build", "--theme")),
        ("themes", "knossos", ("preview", "asterion", "--theme")),
        ("themes", "knossos", ("play", "designs", "asterion", "--draw", "x.svg", "--theme")),
        ("papers", "a4", ("build", "--paper")),
        ("papers", "a4", ("diff", "asterion", "asterion-original", "--paper")),
        ("papers", "a4", ("printer", "calibrate", "--paper")),
        ("layouts", "tight", ("build", "--layout")),
        ("inks", "home-inkjet", ("printer", "ink", "--ink")),
        ("cutters", "plain", ("export", "svg", "--set")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_a_mistake_in_a_file_has_its_place(kind: str, like: str, words: tuple[str, ...]) -> None:
    path = beside(kind, like, "wrong", ("title: ", "titel: "))
    line = 1 + next(n for n, text in enumerate(Path(path).read_text().splitlines()) if text.startswith("titel"))
    result = bad(*words, f"cutter={path}" if kind == "cutters" else path)
    assert f"{path}:{line}:1: unknown key 'titel'; did you mean 'title'?" in result


def test_a_printer_is_a_file_too() -> None:
    file = Path(written("../beside/hall.yaml", "width: 0.998\nheight: 1.001\nback_mm: {across: 1.3, down: -0.4}\n"))
    good("build", "--only", "sheets", "--paper", "a4", "--printer", str(file))
    assert '"printer":"hall"' in str(settings_in("output/mine")["laying"])
    assert "calibration-a4-hall.pdf" in good("printer", "calibrate", "--printer", str(file))
    file = file.rename(file.with_stem("the-printer-in-the-hall"))
    assert "give the file a name of at most 16 letters" in run("build", "--printer", str(file)).stderr


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("build", "--theme", "knosos"), "unknown theme 'knosos'; did you mean 'knossos'? "),
        (("build", "--theme", "knosos"), ", or a .yaml file"),
        (
            ("list", "tiles", "--variant", "My Deck.yaml"),
            "'My Deck' is no id; name the file with lower-case letters",
        ),
        (("build", "--paper", "My paper.yaml"), "'My paper' is no id; name the file with lower-case letters"),
        (("build", "--paper", "a/x.yaml", "--paper", "b/x.yaml"), "'a/x.yaml' and 'b/x.yaml' are both called 'x'"),
        (("build", "--paper", "a4", "--paper", "b/a4.yaml"), "are both called 'a4'"),
    ],
)
def test_what_is_neither_id_nor_file_is_told_with_what_would_be_right(words: tuple[str, ...], reported: str) -> None:
    assert reported in bad(*words, status=2)


def test_the_print_run_names_files_relative_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    beside("themes", "knossos", "dusk")
    beside("papers", "a4", "card")
    beside("layouts", "tight", "close")
    names = "papers: [../beside/card.yaml, a4]\ntheme: ../beside/dusk.yaml\nlayout: ../beside/close.yaml\n"
    written("print.yaml", f"{names}booklet: {{paper: ../beside/card.yaml}}\n")
    monkeypatch.chdir("..")
    good("build", "mine", "--only", "sheets", "--only", "booklet", "--language", "en", "--out", "out")
    assert {"sheets-card.pdf", "sheets-a4.pdf"} <= {path.name for path in Path("out").iterdir()}
    assert settings_in("out")["booklet"] == ["card", "short-edge", "0.1"]
    assert settings_in("out")["theme"] == "dusk"


def test_all_mistakes_of_a_print_run_are_told_at_once() -> None:
    Path("print.yaml").write_text("papers: [a9]\ntheme: knosos\nbooklet: {paper: a8}\n")
    reported = reported_in(run("build", "-n").stderr)
    assert [line.split(": ")[0] for line in reported] == ["print.yaml:1:10", "print.yaml:2:8", "print.yaml:3:18"]
    Path("print.yaml").write_text("theme: night.yaml\n")
    assert reported_in(run("build", "-n").stderr) == ["print.yaml:1:8: there is no file 'night.yaml'"]


# Which project a command works on


def test_a_folder_of_a_project_belongs_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("rules/deep").mkdir()
    monkeypatch.chdir("rules/deep")
    catalogue = Path("..", "..", "game.yaml")
    result = run("build", "--only", "check")
    assert reported_in(result.stderr) == [f"working on {catalogue}"]
    assert str(Path("..", "..", "output", "mine")) in result.stdout
    assert Path("../../output/mine/check.txt").is_file()
    assert good("verify").endswith("\nproved\n")
    assert run("verify").stderr == f"working on {catalogue}\n"
    assert run("preview").stderr == f"working on {catalogue}\n"
    assert Path("../../output/mine-gallery.html").is_file()


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("check",), True),
        (("check", "--format", "json"), False),
        (("list", "tiles"), True),
        (("list", "tiles", "--format", "csv"), False),
        (("list", "papers"), False),
        (("build", "--only", "check", "--quiet"), False),
        (("check", "asterion"), False),
    ],
    ids=str,
)
def test_a_command_says_which_game_it_takes_where_no_project_is(
    words: tuple[str, ...], reported: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("../beside")
    assert run(*words).stderr == (f"{NO_PROJECT_HERE}\n" if reported else "")


def test_a_deck_to_compare_with_is_the_folder_of_a_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("..")
    good("init", "labyrinth", "--from", "asterion")
    assert good("diff", "asterion", "labyrinth").endswith("\nthe same deck\n")
    good("preview asterion --against labyrinth --out two.html")
    assert Path("two.html").read_text(encoding="utf-8").count('name="deck"') == 2
    assert "unknown game 'labyrint'" in run("preview", "--against", "labyrint").stderr


def test_nothing_is_said_in_a_project_or_of_one_that_is_named() -> None:
    for words in (("check",), ("check", "../mine"), ("check", "game.yaml"), ("check", "minotaurus")):
        assert run(*words).stderr == ""
