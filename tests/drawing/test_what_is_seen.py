"""Laws of what can be seen on tiles, read back from their pixels, for the shipped designs and for made-up ones.

Nothing here asks the code that plans and draws: groups are known by their names, paths by the catalogue.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import Drawing, Group
from asterion_press.drawing.inks import palette, reink
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art.tile import tile_drawing
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.catalogue.records import Exits, Path, sort_paths
from asterion_press.games.labyrinth.catalogue.symbol_table import SYMBOLS
from asterion_press.games.labyrinth.deck.tiles import Tile, deck_of
from asterion_press.geometry import SIDES, Side
from tests.support.pictures import BLINDNESS, Mask, in_grey, near, parts_of, pixels, shapes_in, without_cones

DECK = deck_of(load_catalogue(ShelfFile("", library.game_file().path, "tiles.yaml")).catalogue)
THEMES = {name: load_theme(library.theme_file(name).path) for name in library.themes()}
KINDS = tuple(SYMBOLS)
FINE, COARSE = 6, 3
"""Pixels a millimetre: 300 and 150 for a tile."""
LEVELS = (0.88, 0.83, 0.78, 0.72, 0.66, 0.6)
"""How like the floor's ink at a side a pixel is, 1 for the same. Paths are seen if at one of these levels floor hangs
together and walls part it."""
FOOT_MM, EDGE_MM = 0.5, 1.25
"""So much of a block may lie under its floor, which follows curves that blocks cut short; and so much of a floor, its
foot of the wall included, under the wall that two chambers share."""


def as_drawn(tile: Tile, theme: str, colour_id: str = "red") -> Drawing:
    colour = DECK.catalogue.colours[tile.colour or colour_id]
    return tile_drawing(tile, colour, palette(THEMES[theme], colour.ink), DECK.catalogue.tile_mm)


def only(drawing: Drawing, groups: Iterable[Group]) -> Drawing:
    return replace(drawing, groups=tuple(groups))


def mask_of(drawing: Drawing, groups: Iterable[Group], per_mm: int = FINE) -> Mask:
    """Where groups leave ink, whatever their inks are."""
    found: Mask = pixels(reink(only(drawing, groups), "black", lambda _: "#000000"), per_mm).max(axis=2) < 128
    return found


def edge_pixels(picture: npt.NDArray[np.generic]) -> dict[Side, tuple[int, int]]:
    """Row and column of the middle of each side."""
    last, middle = picture.shape[0] - 1, picture.shape[0] // 2
    return {Side.N: (0, middle), Side.E: (middle, last), Side.S: (last, middle), Side.W: (middle, 0)}


def ways_seen(like: npt.NDArray[np.float64], level: float, exits: Iterable[Side]) -> set[frozenset[Side]]:
    """The sides that a finger can walk between on what is at least so like the floor."""
    parts = parts_of(like >= level)
    found: dict[int, set[Side]] = {}
    for side in exits:
        found.setdefault(int(parts[edge_pixels(like)[side]]), set()).add(side)
    return set(map(frozenset, found.values()))


def misread(tile: Tile, picture: npt.NDArray[np.int64]) -> set[frozenset[Side]] | None:
    """What is seen at the first level, if at no level the catalogue's paths are seen, and nothing if they are."""
    exits = [side for path in tile.paths for side in path.exits]
    if not exits:
        return None
    floor = picture[edge_pixels(picture[:, :, 0])[exits[0]]]
    like = 1 - np.abs(picture - floor).max(axis=2) / 255
    seen = [ways_seen(like, level, exits) for level in LEVELS]
    return None if any(one in promised(tile) for one in seen) else seen[0]


def promised(tile: Tile) -> list[set[frozenset[Side]]]:
    """The sides that a picture may show as joined: of corridors that cross, the lower one is seen at both ends."""
    paths = [frozenset(path.exits) for path in tile.paths if path.exits]
    straight = [path for path in paths if len(path) == 2 and {side.opposite for side in path} == path]
    if len(straight) < 2:
        return [set(paths)]
    return [{upper, *(frozenset({side}) for side in lower)} for upper, lower in itertools.permutations(straight)]


def sides_of(floor: Mask) -> frozenset[Side]:
    return frozenset(side for side, place in edge_pixels(floor).items() if floor[place])


def faults_of_symbols(tile: Tile, drawing: Drawing) -> Iterator[str]:
    """Yield which symbol lies on no floor, or on one of a path that holds no such symbol, and which two touch."""
    floors = [mask_of(drawing, [group]) for group in drawing.groups if group.name == "floor"]
    symbols = [(group.name, mask_of(drawing, [group])) for group in drawing.groups if group.name in KINDS]
    on_floor = Counter[tuple[int, str]]()
    for kind, ink in symbols:
        upon = [number for number, floor in enumerate(floors) if not (ink & ~floor).any()]
        if not upon:
            yield f"{tile.id}: a {kind} lies on a wall"
        on_floor.update((number, kind) for number in upon[-1:])  # the uppermost
    for (kind, ink), (other, there) in itertools.combinations(symbols, 2):
        if (ink & there).any():
            yield f"{tile.id}: a {kind} and a {other} touch"
    found = [(sides_of(floor), *(on_floor[number, k] for k in KINDS)) for number, floor in enumerate(floors)]
    wanted = [(frozenset(path.exits), *path.counts) for path in tile.paths]
    if Counter(found) != Counter(wanted):
        yield f"{tile.id}: other paths are drawn than the catalogue names"


def faults_of_walls(tile: Tile, drawing: Drawing) -> Iterator[str]:
    """Yield what floors change where blocks of walls are, and walls where floors are. A bridge lies upon both."""
    if any(group.name == "bridge" for group in drawing.groups):
        return
    floors = [group for group in drawing.groups if group.name == "floor"]
    blocks = [
        replace(group, items=tuple(shape for shape in shapes_in(group.items) if shape.fill))
        for group in drawing.groups
        if group.name == "walls"
    ]
    whole = pixels(drawing, FINE)
    for name, under, least in (("floor", blocks, FOOT_MM), ("walls", floors, EDGE_MM)):
        inside = ~near(~mask_of(drawing, under), least * FINE)
        bare = pixels(only(drawing, (group for group in drawing.groups if group.name != name)), FINE)
        covered = (np.abs(whole - bare).max(axis=2) > 8) & inside
        assert inside.any()
        if covered.any():
            yield f"{tile.id}: {name} covers {covered.sum() / FINE**2:.2f} mm² that it must not"


def faults_of_ways(tile: Tile, picture: npt.NDArray[np.int64]) -> Iterator[str]:
    """Yield what else than the paths of the catalogue the picture joins, in colour and in grey."""
    for look, shown in (("colour", picture), ("grey", in_grey(picture).astype(np.int64))):
        if (seen := misread(tile, shown)) is not None:
            yield f"{tile.id} in {look}, {len(picture)} px: joins {seen}"


def faults_of(tile: Tile, theme: str) -> list[str]:
    drawing = as_drawn(tile, theme)
    ways = faults_of_ways(tile, pixels(drawing, FINE))
    return [*faults_of_symbols(tile, drawing), *faults_of_walls(tile, drawing), *ways]


@pytest.mark.parametrize("theme", THEMES)
def test_what_the_shipped_designs_show_is_what_the_catalogue_names(theme: str) -> None:
    designs = DECK.of_colour(DECK.catalogue.colour_ids[0])
    faults = [fault for tile in designs for fault in faults_of(tile, theme)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("theme", THEMES)
def test_every_path_of_every_tile_is_seen_at_150_pixels_in_colour_and_in_grey(theme: str) -> None:
    pictures = ((tile, pixels(as_drawn(tile, theme), COARSE)) for tile in DECK.tiles)
    faults = [fault for tile, picture in pictures for fault in faults_of_ways(tile, picture)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_every_path_of_every_tile_is_seen_without_a_kind_of_cones(blindness: str) -> None:
    joined = {}
    for tile in DECK.tiles:
        picture = pixels(as_drawn(tile, "knossos"), COARSE)
        joined[tile.id] = misread(tile, (without_cones(picture / 255, blindness) * 255).astype(np.int64))
    assert {tile: seen for tile, seen in joined.items() if seen is not None} == {}


CONTENTS = st.tuples(*[st.integers(0, 2)] * 3).filter(lambda on_floor: sum(on_floor) <= 3)


@st.composite
def made_up(draw: st.DrawFn) -> Tile:
    """A tile of any topology, one exit a side at most, with symbols that may not fit."""
    owners = draw(st.lists(st.integers(0, 3), min_size=4, max_size=4))
    groups = [tuple(side for side, owner in zip(SIDES, owners, strict=True) if owner == number) for number in range(4)]
    closed = [()] * draw(st.integers(0, 1))
    paths = [
        Path(exits=Exits(sides), prisoners=on_floor[0], coins=on_floor[1], wings=on_floor[2])
        for sides in [*filter(None, groups), *closed]
        for on_floor in [draw(CONTENTS)]
    ]
    return Tile("Q07", "red", "any", sort_paths(paths))


@pytest.mark.parametrize("theme", THEMES)
@settings(max_examples=12)
@given(tile=made_up())
def test_what_made_up_designs_show_is_what_they_say(tile: Tile, theme: str) -> None:
    try:
        faults = faults_of(tile, theme)
    except LayoutError:
        assume(False)
    assert not faults, "\n".join(faults)
