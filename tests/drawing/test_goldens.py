"""What is drawn, held against display lists and contact sheets that a person has approved.

After a change of the art: look at the contact sheets, run `pytest tests/drawing/test_goldens.py --update-goldens`, and
read the difference of the lists. A theme or a game without a golden is not compared, so that adding one turns nothing
red; to approve its first golden, make an empty file of its name.
"""

from __future__ import annotations

import io
from functools import cache
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest
import resvg_py
from PIL import Image

from generator.catalogue import library
from generator.catalogue.headers import Symbol
from generator.catalogue.themes import load_theme
from generator.drawing.display_list import Drawing, placed
from generator.drawing.emblems import emblem, emblem_badge
from generator.drawing.inks import Palette, palette
from generator.drawing.svg import svg_text
from generator.games.kinds import read_game
from generator.games.labyrinth.art.motifs import DEALT, motif
from tests.support.listing import first_of_each_look, listing
from tests.support.pictures import ROOT

ART = ROOT / "tests" / "golden" / "art"
APPROVED = sorted(path.stem for path in ART.glob("*.txt"))
SIGNS = "signs"
CELL, COLUMNS, COLOURS = 100, 12, 256
BLOCK, SEEN = 4, 32.0
"""Pictures are alike if no block of so many pixels differs by more, of 255; keeping 256 inks alone accounts for 21."""


@cache
def drawings(name: str) -> tuple[Drawing, ...]:
    """Every component and small picture of a game in a theme, named as its golden, `<game>.<theme>`; or all signs."""
    game_id, _, theme_id = name.partition(".")
    if game_id == SIGNS:
        return signs(palette(load_theme(library.theme_file(theme_id).path), "#ad3f1f"))
    game, theme = read_game(library.game_file(game_id)), load_theme(library.theme_file(theme_id).path)
    symbols = [game.draw_symbol(symbol, theme) for symbol in game.symbol_names()]
    return (*(game.draw(component, theme) for component in game.component_ids()), *symbols)


def signs(inks: Palette) -> tuple[Drawing, ...]:
    """Every sign that a colour may have, alone and on its disc, and every motif; no game has all of them."""
    found = []
    for symbol in get_args(Symbol):
        found += [Drawing(f"{symbol}-badge", symbol, 12, 12, 0, (placed(emblem_badge(symbol, inks), 6, 6),))]
        found += [Drawing(f"{symbol}-sign", symbol, 12, 12, 0, (placed(emblem(symbol, inks), 6, 6),))]
    for name in DEALT:
        found += [Drawing(f"{name}-motif", name, 12, 12, 0, (placed(motif(name, inks), 6, 6),))]
    return tuple(found)


def contact_sheet(shown: tuple[Drawing, ...]) -> Image.Image:
    """The drawings in rows; of those that differ by their ids and inks alone, the first."""
    kept = first_of_each_look(shown)
    sheet = Image.new("RGB", (COLUMNS * CELL, -(-len(kept) // COLUMNS) * CELL), "#ffffff")
    for number, drawing in enumerate(kept):
        dpi = max(1, round((CELL - 8) / max(drawing.width, drawing.height) * 25.4))
        png = resvg_py.svg_to_bytes(svg_string=svg_text(drawing), dpi=dpi, background="#ffffff")
        row, column = divmod(number, COLUMNS)
        sheet.paste(Image.open(io.BytesIO(bytes(png))).convert("RGB"), (column * CELL + 4, row * CELL + 4))
    return sheet


def test_the_deck_has_goldens_in_colour_and_in_line_art() -> None:
    assert {f"{what}.{theme}" for what in ("asterion", SIGNS) for theme in ("knossos", "ink-saver")} <= set(APPROVED)
    assert {path.stem for path in ART.glob("*.png")} == set(APPROVED), "a list and a contact sheet each"


@pytest.mark.parametrize("name", APPROVED)
def test_what_is_drawn_is_what_was_approved(name: str, request: pytest.FixtureRequest) -> None:
    path, found = ART / f"{name}.txt", listing(drawings(name))
    if request.config.getoption("--update-goldens"):
        path.write_text(found, encoding="utf-8", newline="\n")
    assert found.splitlines() == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", APPROVED)
def test_the_approved_contact_sheet_shows_what_is_drawn(name: str, request: pytest.FixtureRequest) -> None:
    path, sheet = ART / f"{name}.png", contact_sheet(drawings(name))
    if request.config.getoption("--update-goldens"):
        sheet.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    approved = Image.open(path).convert("RGB")
    assert approved.size == sheet.size
    unlike = np.abs(_blurred(approved) - _blurred(sheet)).max(axis=2)
    row, column = np.unravel_index(int(unlike.argmax()), unlike.shape)
    assert unlike.max() <= SEEN, f"differs by {unlike.max():.0f} about the pixel {column * BLOCK}, {row * BLOCK}"


def _blurred(picture: Image.Image) -> npt.NDArray[np.float64]:
    values: npt.NDArray[np.float64] = np.asarray(picture, dtype=np.float64)
    high, wide, _ = values.shape
    blocks: npt.NDArray[np.float64] = values.reshape(high // BLOCK, BLOCK, wide // BLOCK, BLOCK, 3).mean(axis=(1, 3))
    return blocks
