"""Labyrinths that are not Asterion: without the minotaur, without counters, with another piece in the middle."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from asterion_press import __version__
from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import Theme, load_theme
from asterion_press.drawing.svg import svg_text
from asterion_press.errors import AsterionError
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.catalogue.loader import catalogue_text, load_catalogue
from asterion_press.games.labyrinth.deck.differences import difference, is_empty, update_of
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.game import LabyrinthGame
from tests.support.project_commands import bad, change, good, run, written
from tests.support.refusals import refusal
from tests.support.small_games import kept_again

HIM = "minotaur:\n  paths:\n    - {exits: NESW}\n"
VAULT = "centre: {name: vault, symbol: lily, count: 2, paths: [{exits: NES}]}\n"
COUNTERS = "counters: {count: 4, diameter_mm: 12, shape: round}\n"
RULES = """\
---
subtitle: A game of burglars
---
# Burglars {#title}

## What is in the box {#material}

{{deck.pieces}} pieces: {{deck.tiles}} tiles and {{deck.counters}} counters ![counter](symbol:counter).

![Two tiles](figure:two)
"""
FIGURES = """\
game: asterion
figures:
  two:
    panels:
      - tiles: [{tile: Y01, at: [0, 0]}, {tile: B03, at: [1, 0]}]
        thread: [{tile: Y01, path: 1}, {tile: B03, path: 2}]
"""
Small = Callable[..., Path]


@pytest.fixture
def project(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Asterion as a project of one's own, with the minotaur taken out of the catalogue."""
    good("init mine --from asterion")
    monkeypatch.chdir("mine")
    change("game.yaml", (HIM, ""))
    yield
    assert library.project() is None


IN_A_PROJECT = pytest.mark.usefixtures("project")


def write_rules() -> None:
    written("rules/en.md", RULES)
    written("figures.yaml", FIGURES)


def words_in(data: bytes) -> str:
    """All that a file says: the text of pages and everything else of a PDF, the members of an archive."""
    if data.startswith(b"%PDF"):
        pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(data)]
        plain = BytesIO()
        with pikepdf.open(BytesIO(data)) as pdf:
            pdf.save(plain, qdf=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
        return "\n".join([*pages, plain.getvalue().decode("latin-1")])
    if data.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return "\n".join(f"{name}\n{words_in(archive.read(name))}" for name in archive.namelist())
    return data.decode("utf-8", "replace")


@IN_A_PROJECT
def test_no_output_of_a_labyrinth_without_the_minotaur_names_him() -> None:
    reported = run("build --paper a4 --language en").stderr
    assert "[figure-left-out]" in reported
    assert good("verify", "output/mine").endswith("proved\n")
    write_rules()
    good("build", "--paper", "a4", "--language", "en", "--out", "again", "--box")
    assert {"rules-en.pdf", "rules-en.html", "box.pdf"} <= {path.name for path in Path("again").iterdir()}
    assert good("verify", "again").endswith("proved\n")
    for target in ("png", "vassal"):
        good("export", target, "--out", f"as-{target}")
    good("preview", "--out", "preview.html")
    made = [path for name in ("output", "again", "as-png", "as-vassal") for path in Path(name).rglob("*")]
    files = [path for path in (*made, Path("preview.html")) if path.is_file()]
    assert files
    assert [str(path) for path in files if "inotaur" in path.name or "inotaur" in words_in(path.read_bytes())] == []
    assert "inotaur" not in good("check") + good("list", "tiles")


@IN_A_PROJECT
def test_words_of_every_kind_of_file_are_seen() -> None:
    """What the test above looks for, it would find."""
    change("game.yaml", ("\ncounters:", "\n" + HIM + "\ncounters:"))
    good("build", "--paper", "a4", "--language", "en", "--only", "rules", "--only", "svg")
    good("export", "vassal", "--out", "as-vassal")
    for name in ("output/mine/rules-en.pdf", "output/mine/svg/minotaur.svg", "as-vassal/mine.vmod"):
        assert "inotaur" in words_in(Path(name).read_bytes()), name


@IN_A_PROJECT
def test_what_plays_by_the_rules_of_asterion_says_why_it_cannot() -> None:
    written("position.yaml", "game: mine\nseats: [yellow, blue]\ntiles: [{tile: Y01, at: [0, 1]}]\n")
    targets = str(library.root() / "templates" / "targets" / "closing-example.yaml")
    for words in (("simulate", "--games", "1"), ("score", "position.yaml"), ("study",), ("search", targets)):
        reported = bad("play", *words)
        assert "this labyrinth has no minotaur; turns are played and counted by the rules of Asterion" in reported
    assert "crossroads" in good("play", "designs")
    write_rules()
    written("figures.yaml", FIGURES.replace("thread:", "claims: {captured: 1}\n        thread:"))
    reported = run("build --only svg --only rules --paper a4").stderr
    assert "figures.yaml:6:17: warning: figure 'two': 'claims', of which the rules of Asterion say nothing" in reported


@IN_A_PROJECT
def test_the_title_page_names_the_version_of_the_game_and_shows_the_piece_it_asks_for() -> None:
    write_rules()

    def title_page() -> str:
        good("build", "--only", "rules", "--only", "web")
        pdf = pypdfium2.PdfDocument(Path("output/mine/rules-en.pdf").read_bytes())
        return str(pdf[0].get_textpage().get_text_bounded())

    assert f"Version {__version__}" in title_page()
    change("game.yaml", ("title: Asterion\n", "title: Asterion\nversion: '2.1'\nfrontispiece: G07\n"))
    assert "Version 2.1" in title_page()
    assert "Version 2.1" in Path("output/mine/rules-en.html").read_text(encoding="utf-8")
    assert {path.name for path in Path("output/mine").glob("rules-*")} == {"rules-en.pdf", "rules-en.html"}, (
        "not in the languages of the shipped text, which is another one"
    )
    change("game.yaml", ("frontispiece: G07", "frontispiece: G77"))
    reported = r"game\.yaml:\d+:15: there is no piece 'G77' to show on the title page; did you mean 'G07'\?"
    assert re.search(reported, bad("build", "-n"))


def read(path: Path) -> LabyrinthGame:
    game = read_game(ShelfFile("small", path, "small.yaml"))
    assert isinstance(game, LabyrinthGame)
    return game


@pytest.fixture(scope="module")
def knossos() -> Theme:
    return load_theme(library.theme_file("knossos").path)


def test_a_piece_of_ones_own_lies_in_the_middle(small: Small, knossos: Theme) -> None:
    game = read(small((HIM, VAULT), ("round}", "round, symbol: shell}")))
    assert game.findings() == ()
    assert game.component_ids()[4:] == ("vault", "back-yellow", "back-blue", "back-vault", "counter")
    assert game.frontispiece == "vault"
    assert game.summary() == "4 labyrinth tiles, 2 vault, 4 counters"
    assert game.numbers()["deck.pieces"] == 4 + 2 + 4
    assert game.rows()[0] == ["vault", "-", "vault", 2, "NES"]
    assert json.loads(json.dumps(game.data()))["centre"] == {"id": "vault", "copies": 2, "paths": [{"exits": "NES"}]}
    tiles, _ = game.lots(None)  # type: ignore[arg-type] # the same on every paper
    assert [piece.copies for piece in tiles.pieces if piece.id == "vault"] == [2]
    looks = {name: svg_text(game.draw(name, knossos)) for name in game.component_ids()}
    with_him = read(small())
    for name in ("vault", "back-vault", "counter"):
        his = name.replace("vault", "minotaur")
        assert looks[name] != svg_text(with_him.draw(his, knossos))
        assert "inotaur" not in looks[name]
    other = read(small((HIM, VAULT.replace("lily", "leaf"))))
    assert looks["vault"] != svg_text(other.draw("vault", knossos))
    assert game.subject("vault") != other.subject("vault")
    assert game.subject("counter") != other.subject("counter")


def test_counters_without_the_minotaur_have_no_horns(small: Small, knossos: Theme) -> None:
    assert 'id="horns"' in svg_text(read(small()).draw("counter", knossos))
    assert "horns" not in svg_text(read(small((HIM, ""))).draw("counter", knossos))
    without = read(small((HIM, ""), (COUNTERS, "")))
    assert without.component_ids() == ("Y01", "Y02", "B01", "B02", "back-yellow", "back-blue")
    assert without.frontispiece == "Y01"
    assert not {"counter", "minotaur-head"} & set(without.symbol_names())
    assert "counters" not in without.check_text(())
    for name in without.symbol_names():
        without.draw_symbol(name, knossos)


@pytest.mark.parametrize(
    ("new", "reported"),
    [
        (HIM + VAULT, "11:1: the minotaur lies in the middle already; keep one of the two"),
        (VAULT.replace("vault", "blue"), "8:16: 'blue' is the name of something else; choose another"),
        (VAULT.replace("vault", "counter"), "8:16: 'counter' is the name of something else; choose another"),
        (VAULT.replace("NES}", "NES}, {exits: S}"), "8:77: exit 'S' of the centre 'vault' is taken by path 1 already"),
        (VAULT.replace("lily", "key"), "8:31: unknown value 'key'"),
    ],
)
def test_a_mistake_in_the_middle_is_told_with_its_place(small: Small, new: str, reported: str) -> None:
    lines = refusal(read, small((HIM, new)))
    assert any(line.startswith(f"small.yaml:{reported}") for line in lines), lines


def test_a_catalogue_without_him_is_kept_written_and_compared(small: Small, tmp_path: Path) -> None:
    path = small((HIM, VAULT), (COUNTERS, "version: '2'\nfrontispiece: Y01\n"))
    game = read(path)
    kept = kept_again(game)
    assert (kept.head, kept.component_ids()) == (game.head, game.component_ids())
    written = tmp_path / "written.yaml"
    written.write_text(catalogue_text(game.deck.catalogue), encoding="utf-8")
    assert load_catalogue(written).catalogue == game.deck.catalogue
    shutil.copy(path, tmp_path / "own.yaml")
    old, new = deck_of(load_catalogue(small()).catalogue), deck_of(load_catalogue(tmp_path / "own.yaml").catalogue)
    found = difference(old, new)
    assert {pair.what: (pair.old, pair.new) for pair in found.values} == {
        "minotaur": ("NESW", ""),
        "centre": ("", "2 vault, lily, NES"),
        "counters": ("4 of 12 mm, round", ""),
    }
    assert found.reprint.printed.tiles == {"vault": 2}
    assert found.reprint.taken_out.tiles == {"minotaur": 1}
    assert found.reprint.taken_out.counters == 4
    assert update_of(old, new).all_tiles == ((new.centre,) if new.centre else ())
    assert is_empty(update_of(new, new))


def test_a_variant_adds_what_its_catalogue_leaves_out(small: Small, tmp_path: Path) -> None:
    base = small((HIM, ""), (COUNTERS, ""))
    over = tmp_path / "more.yaml"

    def varied(text: str) -> LabyrinthGame:
        over.write_text(f"of: small\ntitle: more\n{text}", encoding="utf-8")
        game = read_game(ShelfFile("small", base, "small.yaml"), ShelfFile("more", over, "more.yaml"))
        assert isinstance(game, LabyrinthGame)
        return game

    assert varied(VAULT + COUNTERS).summary() == "4 labyrinth tiles, 2 vault, 4 counters"
    assert refusal(varied, "counters: {count: 3}\n") == [
        "more.yaml:3:19: key 'diameter_mm' is missing; write it, as in `diameter_mm: 6`"
    ]


def test_the_engine_takes_no_deck_without_him(small: Small) -> None:
    for new in ("", VAULT):
        with pytest.raises(AsterionError, match="has no minotaur"):
            GameSet.of(read(small((HIM, new))).deck)


@pytest.mark.parametrize("game", library.games())
def test_every_game_tells_how_many_pieces_and_colours_it_has(game: str) -> None:
    numbers = read_game(library.game_file(game)).numbers()
    assert {"deck.pieces", "deck.colours"} <= numbers.keys()
