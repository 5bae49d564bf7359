"""What `check` calls sound is printed, and what a build refuses `check` has told: both read the same, the same way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from tests.support.project_commands import bad, begin_translated, good, run, translate, written
from tests.support.reported import reported_in

SHIPPED = library.root() / "templates"
PLACED = re.compile(r"\S+?(:\d+:\d+)?: ")
KEY = re.compile(r"(:\s*)([^\s,}\]#][^,}\]]*)")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def begin(file: str = "", text: str = "", print_run: str = "") -> None:
    """Begin a game of tokens with a file and a print run of its own."""
    good("init mine --from tokens")
    for name, reported in ((file, text), ("print.yaml", print_run)):
        if reported:
            written(f"mine/{name}", reported)


def disagreement() -> str:
    """Return in what `check` and a build differ; empty if the first tells what the second refuses."""
    checked, built = run("check mine"), run("build mine --no-verify --force --out out")
    if checked.exit_code != built.exit_code:
        return f"check ends with {checked.exit_code}, build with {built.exit_code}: {built.stderr}{checked.stdout}"
    lines = built.stderr.splitlines() if built.exit_code else []
    refused = [PLACED.sub("", line, count=1) for line in lines if PLACED.match(line)]
    return "\n".join(line for line in refused if line not in checked.stdout + checked.stderr)


def spoilt(raw: str) -> Iterator[tuple[str, bytes]]:
    """Yield broken forms of a file of YAML, and the file with one value after another spoilt."""
    yield "empty", b""
    yield "no text", bytes(range(256))
    yield "UTF-16", raw.encode("utf-16")
    yield "too large", f"{raw}#{'x' * 5_000_000}".encode()
    yield "marks of a merge", f"<<<<<<< ours\n{raw}=======\n{raw}>>>>>>> theirs\n".encode()
    yield "a list", b"- 1\n"
    lines = raw.splitlines()
    valued = [number for number, line in enumerate(lines) if KEY.search(line) and not line.lstrip().startswith("#")]
    for number in Random(raw).sample(valued, min(len(valued), 8)):
        for value in ("nobody-knows", "-1"):
            changed = [*lines[:number], KEY.sub(rf"\g<1>{value}", lines[number], count=1), *lines[number + 1 :]]
            yield f"{value} in line {number + 1}", "\n".join((*changed, "")).encode()


def shipped(kind: str, name: str) -> str:
    return (SHIPPED / kind / f"{name}.yaml").read_text(encoding="utf-8")


PRINT_RUN = "papers: [a4]\ntheme: knossos\nlayout: tight\nflip: long-edge\ngrey: true\n"
FILES: dict[str, tuple[str, str, str, str]] = {
    "composed pages": ("asterismo", "spreads.yaml", "", ""),
    "figures": ("asterismo", "figures.yaml", "", ""),
    "rules": ("tokens", "rules/en.md", "", ""),
    "catalogue": ("tokens", "game.yaml", "", ""),
    "print run": ("tokens", "print.yaml", "", PRINT_RUN),
    "words": ("tokens", "words/en.yaml", "", "words: {sheet: Page}\n"),
    "a paper that is printed": ("tokens", "papers/mine.yaml", "papers: [mine]", shipped("papers", "a4")),
    "a paper that nothing names": ("tokens", "papers/mine.yaml", "papers: [a4]", shipped("papers", "a4")),
    "the theme": ("tokens", "themes/mine.yaml", "theme: mine", shipped("themes", "knossos")),
    "the layout": ("tokens", "layouts/mine.yaml", "layout: mine", shipped("layouts", "tight")),
}
"""By what it is, a file of a project: the kind of game, the file, the print run, and a text where there is none."""


@pytest.mark.parametrize("what", FILES)
def test_check_and_build_say_the_same_of_a_file_however_it_is_spoilt(what: str) -> None:
    kind, name, print_run, text = FILES[what]
    good("init", "mine", "--from", kind)
    file = Path("mine", name)
    if print_run:
        written("mine/print.yaml", f"{print_run}\n")
    raw = text or file.read_text(encoding="utf-8")
    written(file, raw)
    assert disagreement() == ""
    found = {}
    for form, data in spoilt(raw):
        file.write_bytes(data)
        found[form] = disagreement()
    assert {form: reported for form, reported in found.items() if reported} == {}


def test_a_paper_that_nothing_names_stops_no_build() -> None:
    begin("papers/other.yaml", "[")
    assert "sound, nothing to report" in good("check", "mine")
    assert "proved" in good("build", "mine")


RUNS = [
    *("theme: nobody", "theme: themes/none.yaml", "layout: nobody", "papers: [a4, a0]", "printer: nobody"),
    *("skip: '0'", "skip: '99:99'", "languages: [de]", "box: {paper: a0}", "booklet: {paper: a0}", "flip: sideways"),
]


def test_what_a_print_run_names_is_there_or_told_at_its_line() -> None:
    begin()
    wrong = {}
    for line in RUNS:
        written("mine/print.yaml", f"{line}\n")
        wrong[line] = disagreement() or ("" if run("check mine").exit_code else "sound")
    assert {line: reported for line, reported in wrong.items() if reported} == {}


SMALL = shipped("papers", "a4").replace("210", "60").replace("297", "60")


@pytest.mark.parametrize("paper", ["a: [\n", SMALL], ids=["broken", "small"])
@pytest.mark.parametrize("part", ["booklet", "box"])
def test_the_paper_of_a_part_that_the_print_run_names_is_read(part: str, paper: str) -> None:
    begin("papers/own.yaml", paper, f"{part}: {{paper: own}}\n")
    checked = bad("check mine")
    reported = [PLACED.sub("", line, count=1) for line in reported_in(bad("build mine --only", part))]
    assert [line for line in reported if line not in checked] == []


TEXTS: dict[str, Callable[[str], str]] = {
    "a word that is wider than a page": lambda text: f"{text}\n{'x' * 300}\n",
    "a table that is too wide": lambda text: f"{text}\n|{'a|' * 40}\n|{'-|' * 40}\n|{'bbbbbbbbbbbb|' * 40}\n",
    "a note that is higher than a page": lambda text: f"{text}\nA[^1]\n\n[^1]: {'word ' * 3000}\n",
    "an unknown number": lambda text: f"{text}\n{{{{nobody}}}}\n",
    "an unknown picture": lambda text: f"{text}\n![a map](pictures/map.png)\n",
    "letters without a font": lambda text: f"{text}\n🏆\n",
}


def test_what_is_found_only_when_a_text_is_set_is_told_by_check() -> None:
    begin()
    text = Path("mine/rules/en.md").read_text(encoding="utf-8")
    wrong = {}
    for what, change in TEXTS.items():
        written("mine/rules/en.md", change(text))
        wrong[what] = disagreement() or ("" if run("check mine").exit_code else "sound")
    assert {what: reported for what, reported in wrong.items() if reported} == {}


def test_texts_are_set_in_the_first_language_and_in_all_that_are_asked_for() -> None:
    begin_translated("mine", "fr", like="tokens")
    translate("mine/rules/fr.po", {"mine/heading": "Mine" + "e" * 200})
    good("check mine")
    assert "mine/rules/fr.po" in bad("check mine --all-languages")


def test_a_shipped_game_with_a_false_figure_is_not_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = (SHIPPED / "figures" / "minotaurus.yaml").read_text(encoding="utf-8")
    claim = re.search(r"points: \d+", figures)
    assert claim
    file = library.figures()["minotaurus"]
    wrong = Path(written("minotaurus.yaml", figures.replace(claim[0], "points: 99", 1)))
    there = {**library.figures(), "minotaurus": ShelfFile(file.id, wrong, file.name)}
    monkeypatch.setattr(library, "figures", lambda: there)
    assert f"{file.name}:" in bad("check minotaurus --strict")


def test_a_picture_is_read_with_one_limit_and_one_that_no_text_shows_is_nobodys_business() -> None:
    begin()
    Path("mine/pictures/source.svg").mkdir(parents=True)
    Path("mine/pictures/old.png").symlink_to("gone.png")
    Path("mine/pictures/unread.png").write_bytes(b"no picture" * 2_000_000)
    assert disagreement() == ""
    good("check mine")
    text = Path("mine/rules/en.md").read_text(encoding="utf-8")
    written("mine/rules/en.md", f"{text}\n![a map](pictures/large.png)\n")
    Image.effect_noise((2200, 2200), 90).convert("RGB").save("mine/pictures/large.png")
    assert Path("mine/pictures/large.png").stat().st_size > 4 << 20
    assert disagreement() == ""
    good("check mine")
