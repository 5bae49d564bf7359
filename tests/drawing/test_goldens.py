"""What is drawn, held against display lists and contact sheets that a person has approved.

After a change of the art: look at the contact sheets, run `pytest tests/drawing/test_goldens.py --update-goldens`, and
read the difference of the lists. A theme or a game without a golden is not compared, so that adding one turns nothing
red; to approve its first golden, make an empty file of its name.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from asterion_press.catalogue import library
from asterion_press.catalogue.headers import Symbol
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import Drawing, Group, PathData, Shape, number, numbers, placed, steps_of
from asterion_press.drawing.emblems import emblem, emblem_badge, motif
from asterion_press.drawing.inks import Palette, palette
from asterion_press.drawing.svg import svg_text
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.art.ground import motifs
from tests.support.pictures import ROOT, rendered

SHORT = 48
"""Paths with longer texts are listed by their number of segments, their box and a digest."""


def listing(drawings: Sequence[Drawing]) -> str:
    """Return display lists as text; contents of groups that came before are named only."""
    lister, whole = _Lister(), {drawing.id for drawing in first_of_each_look(drawings)}
    listed = (lister.drawing(drawing) if drawing.id in whole else _digest_line(drawing) for drawing in drawings)
    return "".join(f"{line}\n" for lines in listed for line in lines)


def first_of_each_look(drawings: Sequence[Drawing]) -> tuple[Drawing, ...]:
    """Return the drawings without those that have the title of an earlier one, but for the id before its colon."""
    looks = {drawing.title.partition(": ")[2] or drawing.title: drawing for drawing in reversed(drawings)}
    return tuple(reversed(looks.values()))


def _digest_line(drawing: Drawing) -> Iterator[str]:
    lines = "\n".join(_Lister().drawing(drawing))
    yield f"{drawing.id}: {drawing.title} #{hashlib.sha256(lines.encode()).hexdigest()[:8]}"


class _Lister:
    """Lists drawings one after another, and remembers what it has listed."""

    def __init__(self) -> None:
        self._known: dict[tuple[Shape | Group, ...], str] = {}
        self._names: Counter[str] = Counter()

    def drawing(self, drawing: Drawing) -> Iterator[str]:
        """Yield the lines of a drawing."""
        size = f"{number(drawing.width)} x {number(drawing.height)} mm, bleed {number(drawing.bleed)}"
        yield f"{drawing.id}: {drawing.title} ({size})"
        for group in drawing.groups:
            yield from self._group(group, "  ")

    def _group(self, group: Group, indent: str) -> Iterator[str]:
        place = f" at {group.transform.text}" if group.transform is not None else ""
        if group.items in self._known:
            yield f"{indent}{group.name}{place} = {self._known[group.items]}"
            return
        self._names[group.name] += 1
        name = self._known[group.items] = f"{group.name} {self._names[group.name]}"
        yield f"{indent}{name}{place}:"
        for item in group.items:
            if isinstance(item, Group):
                yield from self._group(item, f"{indent}  ")
            else:
                yield f"{indent}  {_paint(item)}: {_path(item.data)}"


def _paint(shape: Shape) -> str:
    words = []
    if shape.fill:
        words.append(f"fill {shape.fill}{' even-odd' * shape.even_odd}")
    if shape.stroke:
        words.append(f"stroke {shape.stroke} {number(shape.width)}")
        words += [word for word, usual in ((shape.cap, "round"), (shape.join, "round")) if word != usual]
        words += ["dash " + "/".join(map(number, shape.dash))] * bool(shape.dash)
    return " ".join(words)


def _path(data: PathData) -> str:
    text = "".join([command + numbers(hundredths) for command, hundredths in data])
    if len(text) <= SHORT:
        return text
    xs, ys = zip(*[point for _, points in steps_of(data) for point in points], strict=True)
    box = " ".join(map(number, (min(xs), min(ys), max(xs), max(ys))))
    return f"{len(data)} in {box} #{hashlib.sha256(text.encode()).hexdigest()[:8]}"


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
    for name in motifs(()):
        found += [Drawing(f"{name}-motif", name, 12, 12, 0, (placed(motif(name, inks), 6, 6),))]
    return tuple(found)


def contact_sheet(shown: tuple[Drawing, ...]) -> Image.Image:
    """The drawings in rows; of those that differ by their ids and inks alone, the first."""
    kept = first_of_each_look(shown)
    sheet = Image.new("RGB", (COLUMNS * CELL, -(-len(kept) // COLUMNS) * CELL), "#ffffff")
    for index, drawing in enumerate(kept):
        dpi = max(1, round((CELL - 8) / max(drawing.width, drawing.height) * 25.4))
        row, column = divmod(index, COLUMNS)
        picture = Image.fromarray(rendered(svg_text(drawing), dpi).astype(np.uint8))
        sheet.paste(picture, (column * CELL + 4, row * CELL + 4))
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
