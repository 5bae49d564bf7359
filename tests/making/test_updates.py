"""Updates: just the sheets that a deck in the drawer needs, counted by another reader than ours, and proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pikepdf
import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.strict_yaml import kept_lines
from asterion_press.cli.values import DeckName
from asterion_press.drawing.art import load_look
from asterion_press.errors import InputError, PublishError, VerifyError
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, load_catalogue
from asterion_press.games.labyrinth.commands.deck_names import deck_named
from asterion_press.layout.sheets import Page, impose
from asterion_press.making.build import build, plan
from asterion_press.making.request import BuildRequest, BuildSettings, Part
from asterion_press.making.verify import proof_of
from tests.support.forging import forged
from tests.support.project_commands import settings_in
from tests.support.refusals import refusal

Small = Callable[..., Path]
MORE = ("{yellow: 1, blue: 1}", "{yellow: 3, blue: 1}")
CELL = ("credits:", "  cell: {number: 3, colours: [blue], paths: [{exits: NS, wings: 1}, {exits: EW}]}\ncredits:")
RICH = ("{exits: EW, coins: 1}", "{exits: EW, coins: 2}")


def request_of(path: Path, since: LoadedCatalogue | None = None, **more: object) -> BuildRequest:
    settings: dict[str, object] = {
        "catalogue": ShelfFile("small", path, path.name),
        "theme": library.theme_file("knossos"),
        "papers": (library.paper_file("a4"),),
        "languages": (),
        "parts": frozenset({Part.SVG, Part.SHEETS}),
        "settings": BuildSettings(since=None if since is None else tuple(kept_lines(since.document))),
    }
    return BuildRequest(**(settings | more))  # type: ignore[arg-type]


@pytest.fixture
def base(small: Small) -> LoadedCatalogue:
    """The deck in the drawer."""
    return load_catalogue(ShelfFile("", small(), "small.yaml"))


def shown_on(path: Path) -> tuple[Counter[str], Counter[str]]:
    """How often each component is shown on fronts and on backs, by another reader than the proof's."""
    sides = Counter[str](), Counter[str]()
    with pikepdf.open(path) as pdf:
        for number, page in enumerate(pdf.pages):
            forms = {str(name): str(form["/AsterionComponent"]) for name, form in page.resources["/XObject"].items()}
            for instruction in pikepdf.parse_content_stream(page):
                if str(instruction.operator) == "Do":
                    sides[number % 2][forms[str(instruction.operands[0])]] += 1
    return sides


def test_an_update_shows_what_is_missing_and_nothing_else(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    outcome = build(request_of(small(MORE, CELL, ("number: 1", "number: 9"), ("count: 4", "count: 6")), base), folder)
    fronts, backs = shown_on(folder / "update-a4.pdf")
    assert fronts == {"Y09": 1, "B09": 1, "Y02": 2, "B03": 1, "counter": 2}
    assert backs == {"back-yellow": 3, "back-blue": 2, "counter": 2}
    assert outcome.proof.splitlines()[0].startswith("update-a4.pdf  2 pages, 5 tiles and 2 counters; ")
    assert sorted(path.name for path in (folder / "svg").iterdir()) == sorted(
        f"{one}.svg" for one in (*fronts, "back-yellow", "back-blue")
    )
    assert (folder / "update.txt").read_text(encoding="utf-8") == (
        "Small: update of the deck that is there\n\n"
        "take out  2 tiles\n          Y01 B01\n"
        "print     5 tiles and 2 counters\n          Y02 x 2 Y09 B03 B09\n"
        "keep      3 tiles\n"
    )


def test_the_manifest_knows_both_decks(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    path = small(RICH)
    build(request_of(path, base), tmp_path / "out")
    settings = settings_in(tmp_path / "out")
    assert settings["since"] == kept_lines(base.document)
    assert settings["deck"] == kept_lines(load_catalogue(path).document)


def test_a_deck_with_another_title_needs_no_sheet(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    path = small(("title: Small", "title: Tiny"))
    outcome = build(request_of(path, base), tmp_path / "out")
    assert outcome.made == ("update.txt",)
    text = (tmp_path / "out/update.txt").read_text(encoding="utf-8")
    assert text.endswith("take out  nothing\nprint     nothing\nkeep      5 tiles\n")


def test_what_is_only_taken_out_needs_no_sheet(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    outcome = build(request_of(small(("{yellow: 1, blue: 1}", "{blue: 1}")), base), tmp_path / "out")
    assert outcome.made == ("update.txt",)
    assert "take out  1 tile\n          Y02\n" in (tmp_path / "out/update.txt").read_text(encoding="utf-8")


def test_the_pieces_of_an_update_look_as_those_of_the_whole_deck(base: LoadedCatalogue, small: Small) -> None:
    path, theme = small(RICH), load_look(library.theme_file("knossos"))
    game = read_game(ShelfFile("", path, path.name), None)
    update = game.update(kept_lines(base.document))
    pieces = [piece.id for lot in update.lots(load_paper(library.paper_file("a4"))) for piece in lot.pieces]
    assert 0 < len(pieces) < len(game.component_ids())
    assert [piece for piece in pieces if update.draw(piece, theme) != game.draw(piece, theme)] == []


def test_the_minotaur_is_printed_if_he_changes(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    build(request_of(small(("- {exits: NESW}", "- {exits: NES}")), base), tmp_path / "out")
    assert shown_on(tmp_path / "out/update-a4.pdf") == ({"minotaur": 1}, {"back-minotaur": 1})


def test_a_second_update_makes_nothing(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    request = request_of(small(RICH), base)
    first = build(request, tmp_path / "out")
    second = build(request, tmp_path / "out")
    assert (second.made, set(second.kept)) == ((), set(first.made))


def test_an_update_of_another_deck_is_made_anew(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    """The new deck is the same, and so are the tiles that are missing; only how many of them are is not."""
    two = load_catalogue(small(("{yellow: 1, blue: 1}", "{yellow: 2, blue: 1}")))
    build(request_of(small(MORE), base), tmp_path / "out")
    outcome = build(request_of(small(MORE), two), tmp_path / "out")
    assert set(outcome.made) == {"update-a4.pdf", "update.txt"}
    assert shown_on(tmp_path / "out/update-a4.pdf")[0] == {"Y02": 1}


def test_a_changed_variant_is_noticed(small: Small, tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    request = request_of(small(), variant=ShelfFile("other", path, "other.yaml"))
    path.write_text("of: small\ntitle: other\n", encoding="utf-8")
    build(request, tmp_path / "out")
    path.write_text("of: small\ntitle: other\ncopies: 2\n", encoding="utf-8")
    assert build(request, tmp_path / "out").made == ("sheets-a4.pdf",)
    assert shown_on(tmp_path / "out/sheets-a4.pdf")[0]["Y01"] == 2


def test_sheets_of_another_paper_are_renewed_with_an_update(
    base: LoadedCatalogue, small: Small, tmp_path: Path
) -> None:
    build(request_of(small(RICH), base), tmp_path / "out")
    letter = (library.paper_file("letter"),)
    outcome = build(request_of(small(RICH, MORE), base, papers=letter), tmp_path / "out")
    assert {"update-a4.pdf", "update-letter.pdf"} <= set(outcome.made)
    assert shown_on(tmp_path / "out/update-a4.pdf")[0]["Y02"] == 3


def test_a_plan_names_the_files_of_an_update(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    steps = dict(plan(request_of(small(RICH), base), tmp_path / "out"))
    names = {"svg/Y02.svg", "svg/B02.svg", "svg/back-yellow.svg", "svg/back-blue.svg", "update-a4.pdf", "update.txt"}
    assert steps == dict.fromkeys(names, "make")
    assert not (tmp_path / "out").exists()


def test_an_unsound_deck_is_not_printed_as_an_update(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    path = small(RICH, ("credits:", "expect: {tiles: 5}\ncredits:"))
    with pytest.raises(InputError, match="broken-promise"):
        build(request_of(path, base), tmp_path / "out")


# -- the proof


def since_set_to(folder: Path, lines: object) -> None:
    with forged(folder) as manifest:
        manifest["settings"]["since"] = lines


def faults(folder: Path, path: Path) -> list[str]:
    game = read_game(ShelfFile("", path, str(path)))
    return [f"{fault.file}: {fault.message}" for fault in proof_of(folder, game).faults]


def test_the_proof_counts_what_an_update_has_to_print(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    """The same sheets are false as an update of another deck: too few copies, then too many."""
    new = small(MORE, RICH)
    folder = tmp_path / "out"
    build(request_of(new, base), folder)
    assert faults(folder, new) == []
    two = load_catalogue(small(("{yellow: 1, blue: 1}", "{yellow: 1, blue: 0}"), RICH))
    since_set_to(folder, kept_lines(two.document))
    assert faults(folder, small(MORE, RICH)) == [
        "update-a4.pdf: tile Y02 is printed 3 times; the deck has it twice",
    ]
    other = load_catalogue(small(("number: 1", "number: 9")))
    since_set_to(folder, kept_lines(other.document))
    assert {fault for fault in faults(folder, small(MORE, RICH)) if "printed" in fault} == {
        "update-a4.pdf: tile Y01 is printed never; the deck has it once",
        "update-a4.pdf: tile B01 is printed never; the deck has it once",
    }


def test_a_tile_too_many_is_foreign_to_an_update(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    build(request_of(small(RICH, CELL), base), folder)
    since_set_to(folder, kept_lines(load_catalogue(small(RICH)).document))
    reported = faults(folder, small(RICH, CELL))
    assert "svg/Y02.svg: is no component of the deck" in reported
    assert "update-a4.pdf: shows 'Y02', which is no component of the deck" in reported


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ["game: x"],
            (
                "the deck that is updated cannot be understood: the deck that is kept:1:1: key 'colours' is missing; "
                "write it, as in `colours: {some-id: {…}}`"
            ),
        ),
        (7, "the manifest cannot be understood: 7 stands where lines should"),
        ([["a"]], "the manifest cannot be understood: [['a']] stands where lines should"),
    ],
)
def test_a_manifest_whose_old_deck_is_broken_is_a_fault(
    base: LoadedCatalogue, small: Small, tmp_path: Path, lines: object, message: str
) -> None:
    path = small(RICH)
    build(request_of(path, base), tmp_path / "out")
    since_set_to(tmp_path / "out", lines)
    assert faults(tmp_path / "out", path) == [f"manifest.json: {message}"]


def test_an_update_that_is_not_as_promised_is_not_published(
    base: LoadedCatalogue, small: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press that forgets the counters is found out, and the folder stays as it was."""

    def without_counters(*arguments: Any) -> tuple[Page, ...]:
        return tuple(
            replace(page, placements=tuple(one for one in page.placements if one.component != "counter"))
            for page in impose(*arguments)
        )

    monkeypatch.setattr("asterion_press.making.targets.impose", without_counters)
    with pytest.raises(VerifyError, match="the counter is printed never; the deck has it twice"):
        build(request_of(small(RICH, ("count: 4", "count: 6")), base), tmp_path / "out")
    assert not (tmp_path / "out").exists()


# -- folders


def test_a_folder_holds_a_whole_deck_or_an_update(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    path = small(RICH)
    whole, update = tmp_path / "whole", tmp_path / "update"
    build(request_of(path), whole)
    build(request_of(path, base), update)
    remedy = "; choose another --out FOLDER, or delete that one"
    reported = refusal(build, request_of(path, base), whole), refusal(build, request_of(path), update)
    assert reported[0] == [f"{whole} holds a whole deck, not an update{remedy}"]
    assert reported[1] == [f"{update} holds an update, not a whole deck{remedy}"]


def test_a_folder_keeps_to_its_variant(small: Small, tmp_path: Path) -> None:
    variant = tmp_path / "other.yaml"
    variant.write_text("of: small\ntitle: other\ntile_mm: 45\n", encoding="utf-8")
    folder, path = tmp_path / "out", small()
    varied = request_of(path, variant=ShelfFile("other", variant, "other.yaml"))
    build(varied, folder)
    with pytest.raises(PublishError, match="holds the variant 'other', not the deck of the catalogue itself;"):
        build(request_of(path), folder)
    with pytest.raises(PublishError, match="holds the variant 'other', not the variant 'third';"):
        build(request_of(path, variant=ShelfFile("third", variant, "third.yaml")), folder)
    assert build(varied, folder).made == ()
    assert settings_in(folder)["variant"] == "other"


# -- decks by name


def nothing(_: ShelfFile) -> ShelfFile:
    raise AssertionError("no variant was named")


def test_a_folder_names_the_deck_that_was_built(base: LoadedCatalogue, small: Small, tmp_path: Path) -> None:
    folder, update = tmp_path / "out", tmp_path / "update"
    build(request_of(small()), folder)
    found = deck_named(str(folder), nothing)
    assert (found.name, found.short_hash, found.theme) == (str(folder), base.short_hash, "knossos")
    assert found.loaded.catalogue == base.catalogue
    new = small(RICH)
    build(request_of(new, base), update)
    assert deck_named(str(update), nothing).loaded.catalogue == load_catalogue(new).catalogue, "after the update"


def test_a_folder_without_a_deck_is_told(small: Small, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="is not there, so no deck was built"):
        deck_named(str(tmp_path / "empty"), nothing)
    folder = tmp_path / "out"
    build(request_of(small()), folder)
    with forged(folder) as manifest:
        del manifest["settings"]["deck"]
    what = "does not say which deck was built, as those of older versions do not"
    remedy = "name the catalogue that it was built from"
    assert refusal(deck_named, str(folder), nothing) == [f"{folder}/manifest.json: {what}; {remedy}"]


def test_files_games_and_variants_name_decks(small: Small, tmp_path: Path) -> None:
    variant = tmp_path / "mine.yaml"
    variant.write_text("of: small\ntitle: mine\n", encoding="utf-8")
    file = small()
    assert deck_named(str(file), nothing).loaded.catalogue.full_title == "Small"
    found = deck_named(str(variant), lambda _: ShelfFile("small", file, "small.yaml"))
    assert (found.loaded.catalogue.full_title, found.name) == ("Small, mine", f"{variant} upon small.yaml")
    assert deck_named("asterion", nothing).name == "asterion"
    game = library.game_file()
    assert deck_named("pocket", lambda _: game).loaded.catalogue.tile_mm == 45
    words = ("asterion", "duel", "x.yaml", str(tmp_path), "nothing-of-the-kind")
    for word in words[:-1]:
        assert DeckName().convert(word, None, None) == word
    with pytest.raises(click.BadParameter, match="unknown deck"):
        DeckName().convert(words[-1], None, None)
