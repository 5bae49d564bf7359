"""Mistakes that are sown into sheets of every layout: each is found, by its own code."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.layouts import Layout, Mark, load_layout
from asterion_press.catalogue.strict_yaml import parse_document
from asterion_press.games.game import Game
from asterion_press.games.kinds import read_game
from asterion_press.games.tokens.game import TokensGame
from asterion_press.layout.sheet_setup import PLAIN, Correction, Flip, SheetSetup
from asterion_press.layout.sheets import Lot, Piece
from asterion_press.verify.files import Report
from tests.support.workshop import SHEETS, Folder, laid_folder, paper
from tests.verify.test_spoilt_sheets import exchanged, placed, replaced, with_matrix

Spoil = Callable[[Folder], None]
PT = 72 / 25.4
PIECES = (
    Piece("a", "tile a", 3, "back-1", "", "the back of 1"),
    Piece("b", "tile b", 2, "back-1", "", "the back of 1"),
    Piece("c", "tile c", 1, "back-2", "", "the back of 2"),
)
LOTS = (
    Lot("tiles", 50, 50, 3, PIECES),
    Lot("counters", 12, 12, 1.5, (Piece("round", "the counter", 5, "round", "", "the counter"),)),
)


def layout(name: str) -> Layout:
    file = library.layouts()[name]
    return load_layout(file)


ALL_MARKS = replace(
    layout("wide"),
    marks=replace(
        layout("wide").marks, registration=Mark("both", 0.3), cut=Mark("both", 0.2, colour="#ff0000"), crop=Mark("both")
    ),
)
LAYINGS = {
    **{name: SheetSetup(layout=layout(name)) for name in library.layouts()},
    "marks": SheetSetup(layout=ALL_MARKS),
    "short edge": SheetSetup(Flip.SHORT_EDGE),
    "one-sided": SheetSetup(Flip.NONE),
    "printer": SheetSetup(correction=Correction("hall", 0.9975, 1.002, 1.3, -0.7)),
    "upright fold": SheetSetup(layout=replace(layout("gutter-fold"), fold="upright", columns=2)),
    "skip": SheetSetup(skip=((1, 2), (1, 5))),
}


@pytest.mark.parametrize("name", LAYINGS)
def test_without_a_mistake_every_laying_is_proved(name: str, tmp_path: Path) -> None:
    folder = laid_folder(tmp_path / "out", LOTS, paper(), LAYINGS[name])
    assert [str(fault) for fault in folder.prove().faults] == []


# -- hands that spoil --


def matrix(index: int, change: Callable[[list[float]], list[float]], page: int = 1) -> Spoil:
    """Another matrix at one placement of a page."""
    return lambda folder: folder.spoil_page(page, lambda text: with_matrix(text, index, change))


def shifted(index: int, x_mm: float, y_mm: float, page: int = 1) -> Spoil:
    """One placement moved; of those whose bleed is not cut."""
    return matrix(index, lambda m: [*m[:4], m[4] + x_mm * PT, m[5] - y_mm * PT], page)


def content(change: Callable[[str], str], page: int = 1) -> Spoil:
    return lambda folder: folder.spoil_page(page, change)


def on_layer(key: str, change: Callable[[str], str]) -> Callable[[str], str]:
    """Change what lies on a layer of marks."""
    return lambda text: re.sub(
        rf"/OC /L{key} BDC.*?EMC", lambda found: change(found[0]), text, count=1, flags=re.DOTALL
    )


def moved(x_mm: float, y_mm: float) -> Callable[[str], str]:
    return lambda text: text.replace("BDC\n", f"BDC\nq 1 0 0 1 {x_mm * PT} {-y_mm * PT} cm\n").replace("EMC", "Q\nEMC")


def first_again(text: str) -> str:
    """The second level line of a layer lies where the first one does."""
    first, second = [line[0] for line in re.finditer(r"\S+ (\S+) m \S+ \1 l", text)][:2]
    return text.replace(second, first)


def printed_as(other: SheetSetup) -> Spoil:
    """Print the sheets otherwise than the manifest says."""

    def spoil(folder: Folder) -> None:
        folder.write(SHEETS, laid_folder(folder.path.with_name("otherwise"), LOTS, paper(), other).files[SHEETS])
        folder.sign()

    return spoil


def on_other_paper(folder: Folder) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            page.obj["/MediaBox"] = pikepdf.Array([0, 0, 612, 792])

    folder.spoil(SHEETS, change)


def without_page(number: int) -> Spoil:
    return lambda folder: folder.spoil(SHEETS, lambda pdf: pdf.pages.__delitem__(number - 1))


def clipped(less_mm: float) -> Callable[[str], str]:
    """The first clip of a page, narrower from the left."""

    def narrower(found: re.Match[str]) -> str:
        x, y, width, height = map(float, found.groups())
        return f"{x + less_mm * PT:.6f} {y} {width - less_mm * PT:.6f} {height} re W n"

    return lambda text: re.sub(r"([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re W n", narrower, text, count=1)


def without(index: int) -> Callable[[str], str]:
    return lambda text: replaced(text, placed(text)[index], "")


def other_skip(folder: Folder) -> None:
    laying = json.loads(folder.settings["laying"])
    laying["skip"] = [[1, 1]]
    folder.settings = {"laying": json.dumps(laying)}
    folder.sign()


def doubled(text: str) -> str:
    """The same lines again, a little aside."""
    inner = text.removeprefix("/OC /Lcut BDC\n").removesuffix("EMC")
    return f"/OC /Lcut BDC\n{inner}q 1 0 0 1 30 0 cm\n{inner}Q\nEMC"


def turned_quarter(m: list[float]) -> list[float]:
    a, _, _, d, e, f = m
    return [0, d, d, 0, e + 50 * a, f]


class Mistake(NamedTuple):
    """What is done to sheets of which laying, and the code by which it must be found."""

    laying: str
    code: str
    spoil: Spoil


MISTAKES = {
    **{
        f"a page at 97 %, {name}": Mistake(
            name, "component-size", content(lambda text: f"q 0.97 0 0 0.97 8 12 cm\n{text}\nQ")
        )
        for name in library.layouts()
    },
    "backs that are not mirrored": Mistake("n-up", "back-wrong", printed_as(SheetSetup(Flip.NONE))),
    "backs mirrored for the other edge": Mistake("short edge", "back-missing", printed_as(PLAIN)),
    "a missing tile": Mistake("gutter-fold", "component-missing", content(without(1))),
    "a duplicate": Mistake("scissors", "component-too-often", content(lambda text: exchanged(text, 3, 2))),
    "a lost sheet": Mistake("one-up", "page-count", without_page(3)),
    "a lost sheet of a fold": Mistake("gutter-fold", "component-missing", without_page(1)),
    "a back shifted by half a millimetre": Mistake("wide", "back-misplaced", shifted(0, 0.5, 0, 2)),
    "a front shifted with its back": Mistake("die-cut", "off-place", shifted(1, 1.0, 0)),
    "a tile that stands on its side": Mistake("wide", "component-turned", matrix(0, turned_quarter)),
    "a tile in a mirror": Mistake(
        "one-up", "component-mirrored", matrix(0, lambda m: [-m[0], *m[1:4], m[4] + 50 * PT, m[5]])
    ),
    "another tile's back": Mistake("wide", "back-wrong", content(lambda text: exchanged(text, 0, 5), 2)),
    "the printer forgotten": Mistake("printer", "component-size", printed_as(PLAIN)),
    "the printer's offset the wrong way": Mistake(
        "printer", "back-misplaced", printed_as(SheetSetup(correction=Correction("hall", 0.9975, 1.002, -1.3, 0.7)))
    ),
    "another printer's name": Mistake(
        "printer", "title-missing", printed_as(SheetSetup(correction=Correction("desk", 0.9975, 1.002, 1.3, -0.7)))
    ),
    "a bleed that covers the neighbour": Mistake(
        "tight", "bleed-overlap", content(lambda text: re.sub(r"[-\d. ]+ re W n ", " ", text, count=2))
    ),
    "a tile without its edge": Mistake("tight", "art-cut", content(clipped(3.5))),
    "no bleed at the edge of the block": Mistake("tight", "bleed-cut", content(clipped(3.0))),
    "backs of a fold that stand upright": Mistake(
        "gutter-fold",
        "component-turned",
        matrix(6, lambda m: [-m[0], m[1], m[2], -m[3], m[4] - 50 * PT, m[5] + 50 * PT]),
    ),
    "a fold that is off the middle": Mistake("gutter-fold", "fold-line", content(on_layer("fold", moved(0, 0.4)))),
    "a fold without its line": Mistake("upright fold", "fold-line", content(on_layer("fold", lambda _: ""))),
    "a fold the other way": Mistake("gutter-fold", "back-missing", printed_as(LAYINGS["upright fold"])),
    "something on a place to be left free": Mistake("skip", "place-skipped", other_skip),
    "crop marks that are missing": Mistake("n-up", "crop-marks", content(on_layer("crop", lambda _: ""))),
    "crop marks beside the cut": Mistake("wide", "crop-marks", content(on_layer("crop", moved(0.3, 0)))),
    "crop marks on the art": Mistake("wide", "mark-on-art", content(on_layer("crop", moved(9, 0)))),
    "marks where none are wanted": Mistake("scissors", "mark-unwanted", printed_as(LAYINGS["marks"])),
    "marks too wide": Mistake(
        "marks", "mark-width", content(on_layer("registration", lambda text: text.replace("0.3 w", "0.5 w")))
    ),
    "marks of another colour": Mistake(
        "marks", "mark-colour", content(on_layer("cut", lambda text: text.replace("1 0 0 RG", "0 0 1 RG")))
    ),
    "a line to cut along that lies beside the cut": Mistake(
        "marks", "cut-lines", content(on_layer("cut", moved(0, 0.3)))
    ),
    "a line to cut along that ends too soon": Mistake(
        "marks", "cut-lines", content(on_layer("cut", lambda text: text.replace("20 33.5 m 70 ", "20 33.5 m 45 ", 1)))
    ),
    "lines to cut through the tiles": Mistake("marks", "cut-lines", content(on_layer("cut", doubled))),
    "registration marks that miss each other": Mistake(
        "marks", "registration", content(on_layer("registration", moved(0.2, 0)), 2)
    ),
    "a registration mark upon another one": Mistake(
        "marks", "registration", content(on_layer("registration", first_again), 2)
    ),
    "registration marks that are missing": Mistake(
        "marks", "registration", content(on_layer("registration", lambda _: ""))
    ),
    "the paper of another continent": Mistake("tight", "page-size", on_other_paper),
    **{
        f"a tile where printers do not reach, {side}": Mistake("one-up", "outside-printable", shifted(0, x, y))
        for side, x, y in (("left", -80, 0), ("right", 80, 0), ("above", 0, -122), ("below", 0, 122))
    },
    "a ruler of 99 mm": Mistake(
        "wide", "ruler", content(lambda text: re.sub(r"(55 [\d.]+ m )155( [\d.]+ l)", r"\g<1>154\2", text))
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_layout_is_found(name: str, tmp_path: Path) -> None:
    mistake = MISTAKES[name]
    folder = laid_folder(tmp_path / "out", LOTS, paper(), LAYINGS[mistake.laying])
    good = folder.files[SHEETS], folder.settings
    mistake.spoil(folder)
    assert (folder.files[SHEETS], folder.settings) != good
    report: Report = folder.prove()
    assert mistake.code in {fault.code for fault in report.faults}, [str(fault) for fault in report.faults]


def test_lines_to_cut_along_follow_the_outline_of_each_piece(tmp_path: Path) -> None:
    """Circles for round pieces, squares for others; the one for the other is found, and a ring that is too small."""
    lots = {
        "round": (replace(LOTS[0], round=True),),
        "square": (LOTS[0],),
        "both": (LOTS[0], replace(LOTS[1], round=True)),
    }
    laying = LAYINGS["scissors"]
    folders = {name: laid_folder(tmp_path / name, lots[name], paper(), laying) for name in lots}
    assert {name: folder.prove().faults for name, folder in folders.items()} == dict.fromkeys(lots, ())
    for name, other in (("round", "square"), ("square", "round")):
        folders[name].write(SHEETS, laid_folder(tmp_path / f"as {other}", lots[other], paper(), laying).files[SHEETS])
        folders[name].sign()
        assert "cut-lines" in {fault.code for fault in folders[name].prove().faults}, f"{other} lines for {name} pieces"


def test_pieces_of_a_lot_are_as_round_as_their_game_says() -> None:
    tokens = (library.root() / "templates/projects/tokens/game.yaml").read_text(encoding="utf-8")
    for shape in ("round", "square"):
        text = re.sub(r"^shape: \w+", f"shape: {shape}", tokens, flags=re.MULTILINE)
        game: Game = TokensGame.read(parse_document(text.encode(), "game.yaml"))
        assert [lot.round for lot in game.lots(paper())] == [shape == "round"]
    for name in library.games():
        game = read_game(library.game_file(name))
        for lot in game.lots(paper()):
            if lot.marked:
                assert {game.is_round(piece.id) for piece in lot.pieces} == {lot.round}, (name, lot.kind)


def resized(x: float = 1.0, y: float = 1.0) -> Callable[[list[float]], list[float]]:
    """Make a piece wider by a factor, or higher."""
    return lambda m: [m[0] * x, m[1] * x, m[2] * y, m[3] * y, *m[4:]]


def turned_by(degrees: float) -> Callable[[list[float]], list[float]]:
    """Turn a piece about its corner."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return lambda m: [cos * m[0], sin * m[0], -sin * m[3], cos * m[3], *m[4:]]


OFF = {
    "wider": ("component-size", resized(x=1.001)),
    "narrower": ("component-size", resized(x=0.999)),
    "higher": ("component-size", resized(y=1.001)),
    "lower": ("component-size", resized(y=0.999)),
    "width and height exchanged": ("component-size", lambda m: [m[0] * 1.25, *m[1:3], m[3] * 0.8, *m[4:]]),
    **{f"turned by {angle} degrees": ("component-turned", turned_by(angle)) for angle in (0.05, -0.1, 0.5, 2, -5, 8)},
}


@pytest.mark.parametrize("how", OFF)
@pytest.mark.parametrize(("wide", "tall"), [(50.0, 50.0), (48.0, 60.0), (60.0, 40.0)])
def test_a_piece_of_any_shape_that_is_a_little_off_is_found(wide: float, tall: float, how: str, tmp_path: Path) -> None:
    code, change = OFF[how]
    cards = Lot("cards", wide, tall, 1.5, (Piece("card", "the card", 5, "card", "", "the card"),))
    folder = laid_folder(tmp_path / "out", (cards,), paper(), PLAIN)
    assert folder.prove().faults == ()
    folder.spoil_page(1, lambda text: with_matrix(text, 2, change))
    assert code in {fault.code for fault in folder.prove().faults}
