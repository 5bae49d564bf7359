"""A changed deck keeps its rules: numbers are printed as the engine finds them, what no longer holds is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.cli.main import main
from asterion_press.errors import Mistake, Place
from asterion_press.games.game import Wrong
from asterion_press.games.kinds import read_game
from asterion_press.making.rules import RulesReader, reader_of
from asterion_press.rulebook.text.document import contents_of, plain_text
from asterion_press.rulebook.translation.language import split_passages
from asterion_press.rulebook.translation.omissions import find_omissions, without_passages

SHIPPED = library.game_file("asterion").path.read_text(encoding="utf-8")
FREE = re.sub(r"\nexpect:\n.*?\n\n", "\n\n", SHIPPED, flags=re.DOTALL)
"""The catalogue without its promises."""
LANGUAGES = ("en", "ru", "ja")


FORK = "[{exits: NES, prisoners: 1}, {exits: W}]"


def changed(pattern: str, to: str) -> str:
    text, count = re.subn(pattern, to, FREE, count=1, flags=re.DOTALL)
    assert count, pattern
    return text


def with_coin(design: int) -> str:
    return changed(rf"(number: {design}\n.*?prisoners: 1)", r"\1, coins: 1")


CHANGES = {
    **{f"a coin more on {one}": with_coin(one) for one in (1, 6, 7, 9, 11, 14, 16)},
    "a coin less": changed(r"(number: 4\n.*?), coins: 1", r"\1"),
    "a coin twice": changed(r"(number: 4\n.*?), coins: 1", r"\1, coins: 2"),
    "a wing less": changed(r"(number: 2\n.*?), wings: 1", r"\1"),
    "a wing more": changed(r"(number: 16\n.*?prisoners: 1)", r"\1, wings: 1"),
    "a tile more": changed(
        r"designs:\n", "designs:\n  extra: {number: 17, paths: [{exits: NES, prisoners: 1}, {exits: W}]}\n"
    ),
    "a tile turned into another": changed(r"(number: 16\n    paths:).*?\n\n", rf"\1 {FORK}\n\n"),
    "a prisoner less": changed(r"(number: 1\n.*?), prisoners: 1", r"\1"),
    "fewer counters": changed("count: 64", "count: 40"),
    "another size": changed(r"tile_mm: \d+", "tile_mm: 50"),
    "no wings": re.sub(r", wings: \d", "", FREE),
    "no coins": re.sub(r", coins: \d", "", FREE),
    "no green": re.sub(r"\n  green: \{[^\n]*", "", FREE),
    "no minotaur": re.sub(r"\nminotaur:\n.*?\n\n", "\n\n", FREE, flags=re.DOTALL),
}
LACKING = {
    "no wings": r"\bwings?\b(?!,? and|, the)",
    "no coins": r"\bcoins?\b(?!, wings)",
    "no green": "green",
    "no minotaur": "impale",
}
"""What is not told of such a deck, but in a list of all that can be."""


def reader_for(text: str, folder: Path) -> RulesReader:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return reader_of(read_game(ShelfFile("", path, path.name), None))


@pytest.mark.parametrize("change", CHANGES)
def test_rules_are_made_of_a_changed_deck_without_what_does_not_hold(change: str, tmp_path: Path) -> None:
    reader = reader_for(CHANGES[change], tmp_path)
    assert reader.mistakes(LANGUAGES, letters=True) == []
    told = "\n".join(map(str, reader.omissions()))
    assert all(f"'{name}'" in told for name in reader.claimed.left_out)
    assert told.count("[passage-left-out]") == len(reader.omitted)
    claimed = reader.claimed
    assert {*claimed.find_wrong()} <= {*claimed.left_out}
    follows = {name: figure.follows for name, figure in claimed.figures.items() if name not in claimed.left_out}
    assert not {*follows.values()} & {*claimed.left_out}
    for language in LANGUAGES:
        text = reader.read(language).text
        shown = [f"figure {one.figure}" for one in text.blocks if hasattr(one, "figure")]
        assert not {f"figure {name}" for name in reader.claimed.left_out} & set(shown)
        assert {heading.id for heading in text.headings.values()} >= {"object", "setup", "play", "actions", "scoring"}
    words = "\n".join(plain_text(one) for block in reader.read("en").text.blocks for one in contents_of(block))
    assert not re.findall(LACKING.get(change, r"\bno such word\b"), words, re.IGNORECASE)


@pytest.mark.parametrize("game", library.games())
def test_nothing_is_left_out_of_the_rules_of_shipped_decks(game: str) -> None:
    assert reader_of(read_game(library.game_file(game), None)).omissions() == []


@pytest.mark.parametrize(
    ("claimed", "found", "alone"),
    [
        (1, 3, True),
        (1, 0, False),
        (0, 2, False),
        ({"yellow": 2, "blue": 1}, {"yellow": 5, "blue": 3}, True),
        ({"yellow": 2, "blue": 1}, {"yellow": 3, "blue": 3}, False),
        ({"yellow": 2, "blue": 1}, {"yellow": 2}, False),
        ((1, 1), (1, 1, 1), True),
        ((1, 1), (), False),
        (("yellow",), ("blue",), False),
        (True, False, False),
    ],
)
def test_only_a_number_is_what_no_word_beside_it_contradicts(claimed: object, found: object, alone: bool) -> None:
    figure = {"claims": {"what": claimed}}
    assert Wrong(Mistake(Place("f.yaml"), "wrong"), ("claims", "what"), found).is_number(figure) is alone


TEXT = """# T

## A {#a}

![Y04 lies here.](figure:gone)

Y04 is told.

No tile.

{{if figure.gone.points}}

Asked.

{{end}}

### Turn {{figure.gone.turn}} {#b}

Anything.

### C {#c}

| x | y |
|---|---|
| 1 | {{figure.gone.points}} |
| 2 | 3 |

### D {#d}

| x | y |
|---|---|
| 1 | {{figure.gone.points}} |

> **Never.** {{figure.gone.points}}
>
> Always.
"""


def test_what_goes_with_a_figure_goes_with_its_heading_and_its_table_and_no_line_moves_but_rows() -> None:
    passages = split_passages(TEXT)
    gone = find_omissions(passages, lambda name: name == "gone", lambda _: False, lambda text: "Y04" in text)
    left = without_passages(TEXT, gone)
    assert left.count("\n") == TEXT.count("\n")
    assert [line for line in left.split("\n") if line] == [
        "# T", "## A {#a}", "No tile.", "### C {#c}", "| x | y |", "|---|---|", "| 2 | 3 |", "### D {#d}", "> Always.",
    ]  # fmt: skip


def run(*argv: object) -> str:
    found = CliRunner().invoke(main, list(map(str, argv)), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


def test_one_coin_more_is_printed_with_booklet_page_and_cards(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(with_coin(1), encoding="utf-8")
    out = tmp_path / "out"
    told = run("build", tmp_path / "mine.yaml", "--language", "en", "--paper", "a4", "--out", out)
    assert "left out of the rules: 'four-players' [figure-left-out]" in told
    assert {"rules-en.pdf", "rules-en.html", "cards-en.pdf", "sheets-a4.pdf"} <= {path.name for path in out.iterdir()}
    page = (out / "rules-en.html").read_text(encoding="utf-8")
    assert "A full game" not in page
    assert "Scoring a game" in page
    with pikepdf.open(out / "cards-en.pdf") as cards:
        assert len(cards.pages) == 2


def test_the_numbers_of_the_engine_are_accepted_into_the_figures_of_a_project(tmp_path: Path) -> None:
    project = tmp_path / "longer"
    run("init", project, "--from", "asterion")
    figures = project / "figures.yaml"
    before = figures.read_text(encoding="utf-8")
    wrong = before.replace("points: 2", "points: 3", 1).replace("winners: [blue]", "winners: [yellow]")
    figures.write_text(wrong, encoding="utf-8")
    assert "left out of the rules" in run("check", project)
    told = run("check", project, "--accept")
    assert re.search(r"figures\.yaml:\d+:\d+: 3 becomes 2\n", told)
    assert re.search(r"figures\.yaml:\d+:\d+: \[yellow\] becomes \[blue\]\n", told)
    assert figures.read_text(encoding="utf-8") == before
    assert "becomes" not in run("check", project, "--accept")


def test_shipped_figures_are_not_written(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(with_coin(1), encoding="utf-8")
    found = CliRunner().invoke(main, ["check", str(tmp_path / "mine.yaml"), "--accept"])
    assert found.exit_code == 1
    assert "--accept writes into its figures.yaml alone" in found.output
