"""The search for the nets of a solid: it finds those of ``nets.json`` again.

::

        solid --parts--> hinges (a spanning tree of each part) --> flat faces --> tabs --> net
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from itertools import combinations

from asterion_press.drawing.solid import (
    Edge,
    Point,
    Solid,
    SolidFace,
    distance_left,
    edge,
    flattened,
    overlap,
    sides,
    turned,
)
from asterion_press.games.minotaurus.net_sheets import ModelNet, Tab

TRIES = 200
"""Hinges that are tried for a part before it is given up. Own choice; most need one."""
TOUCHING_MM = 0.05
"""Faces that meet along a fold share nothing but rounding."""
TAB_DEPTHS_MM = (7.0, 6.0, 5.0, 4.0, 3.2)
"""Depths of a tab, the best first: 7 mm hold white glue well, below 3 mm nothing can be pressed on."""
TAB_SHAPES = tuple((depth, math.radians(slant)) for depth in TAB_DEPTHS_MM for slant in (55.0, 42.0, 30.0))
MIRRORED = "*"
"""Ends the names of corners on the left, so that twins are laid flat alike."""

Flat = Mapping[str, tuple[Point, ...]]


def contains(polygon: Sequence[Point], point: Point, slack: float) -> bool:
    """Check whether a point lies in a counterclockwise convex polygon, or outside by at most `slack`."""
    return all(distance_left(side, point) >= -slack for side in sides(polygon))


def unfold(solid: Solid) -> tuple[ModelNet, ...]:
    """Return the nets of all parts, in the order in which the parts first come."""
    parts = dict.fromkeys(face.part for face in solid.faces)
    laid: dict[str, Flat] = {}
    folds: dict[str, set[Edge]] = {}
    for part in parts:
        laid[part], folds[part] = _lay_flat(solid, part)
    tabs = _place_tabs(solid, laid, folds)
    numbers = {side: tab.number for of_face in tabs.values() for tab in of_face for side in [tab.side]}
    holders = {(tab.face, tab.side) for of_face in tabs.values() for tab in of_face}
    meeting = solid.meeting()
    nets = []
    for part in parts:
        bare = [
            (face.name, side, numbers[side])
            for side, faces in meeting.items()
            if side in numbers
            for face in faces
            if face.part == part and (face.name, side) not in holders
        ]
        angles = tuple((side, solid.fold_deg(side)) for side in sorted(folds[part]))
        nets.append(ModelNet(part, laid[part], angles, tuple(tabs[part]), tuple(bare)))
    return tuple(nets)


# -- hinges ------------------------------------------------------------------------------------------------------------


def _lay_flat(solid: Solid, part: str) -> tuple[Flat, set[Edge]]:
    """Return a part's faces without overlaps and with room for its tabs, and its folds.

    The first try hinges long edges; the others are shuffled, the same in every run.
    """
    chance = random.Random(part.partition("-")[0])
    mine = {face.name: face for face in solid.faces if face.part == part}
    inner = [side for side, faces in solid.meeting().items() if all(face.part == part for face in faces)]
    inner.sort(key=lambda side: sorted(corner.rstrip(MIRRORED) for corner in side))
    for attempt in range(TRIES):
        weight = {side: solid.length(*side) * (1 if not attempt else chance.uniform(0.3, 1)) for side in inner}
        largest = max(mine.values(), key=lambda face: len(face.corners))
        flat, folds = _unfold_along(solid, weight, chance.choice([*mine.values()]) if attempt else largest)
        assert len(flat) == len(mine), f"part {part!r} does not hang together"
        apart = not any(overlap(one, other, TOUCHING_MM) for one, other in combinations(flat.values(), 2))
        if apart and _has_room(solid, part, flat, [side for side in inner if side not in folds]):
            return flat, folds
    raise AssertionError(f"part {part!r} overlaps itself, or has no room for its tabs")


def _has_room(solid: Solid, part: str, flat: Flat, glued: Sequence[Edge]) -> bool:
    """Return whether each of the tabs between faces of one part finds room."""
    tabs: dict[str, list[Tab]] = {part: []}
    for number, side in enumerate(glued):
        found = _roomiest(solid, side, {part: flat}, tabs)
        if found is None:
            return False
        tabs[part].append(Tab(number, found[1].name, side, found[2]))
    return True


def _unfold_along(
    solid: Solid, weight: Mapping[Edge, float], root: SolidFace
) -> tuple[dict[str, tuple[Point, ...]], set[Edge]]:
    """Lay faces flat along the heaviest hinges. Source: R. C. Prim, "Shortest connection networks", 1957."""
    meeting = solid.meeting()
    flat = {root.name: flattened(solid, root)}
    folds: set[Edge] = set()
    while True:
        open_sides = [
            (weight[side], side, there, here)
            for side in weight
            for here, there in (meeting[side], meeting[side][::-1])
            if here.name in flat and there.name not in flat
        ]
        if not open_sides:
            return flat, folds
        _, side, face, beside = max(open_sides, key=lambda found: (found[0], found[1]))
        a, b = (flat[beside.name][beside.corners.index(corner)] for corner in side)
        own = flattened(solid, face)
        c, d = (own[face.corners.index(corner)] for corner in side)
        angle = math.atan2(b[1] - a[1], b[0] - a[0]) - math.atan2(d[1] - c[1], d[0] - c[0])
        x, y = turned(c, angle)
        flat[face.name] = tuple((u + a[0] - x, v + a[1] - y) for u, v in (turned(point, angle) for point in own))
        folds.add(side)


# -- tabs --------------------------------------------------------------------------------------------------------------


def _place_tabs(solid: Solid, laid: Mapping[str, Flat], folds: Mapping[str, set[Edge]]) -> dict[str, list[Tab]]:
    """Return a tab for every glued pair, where there is room for the deeper one; numbered in the order of parts."""
    tabs: dict[str, list[Tab]] = {part: [] for part in laid}
    folded = set().union(*folds.values())
    glued = {side: faces for side, faces in solid.meeting().items() if side not in folded}
    order = list(laid)
    ranked = sorted(glued, key=lambda side: min(order.index(face.part) for face in glued[side]))
    numbers = {side: number for number, side in enumerate(ranked, start=1)}
    for side in sorted(ranked, key=lambda side: glued[side][0].part != glued[side][1].part):
        found = _roomiest(solid, side, laid, tabs)
        assert found is not None, f"no room for a tab at {'-'.join(side)}"
        _, face, corners = found
        tabs[face.part].append(Tab(numbers[side], face.name, side, corners))
    return tabs


def _roomiest(
    solid: Solid, side: Edge, laid: Mapping[str, Flat], tabs: Mapping[str, Sequence[Tab]]
) -> tuple[float, SolidFace, tuple[Point, ...]] | None:
    """Return the deepest tab that an edge has room for: its depth, its face and its corners; None without room."""
    faces = solid.meeting()[side]
    best = None
    for face, other in (faces, faces[::-1]):
        taken = [polygon for name, polygon in laid[face.part].items() if name != face.name]
        taken += [tab.corners for tab in tabs[face.part]]
        for depth, slant in TAB_SHAPES:
            corners = _tab(solid, side, face, other, laid[face.part][face.name], depth, slant)
            if corners is not None and not any(overlap(corners, polygon, TOUCHING_MM) for polygon in taken):
                if best is None or depth > best[0]:
                    best = depth, face, corners
                break
    return best


def _tab(
    solid: Solid, side: Edge, face: SolidFace, other: SolidFace, laid: Sequence[Point], depth: float, slant: float
) -> tuple[Point, ...] | None:
    """Return a tab of that depth, no wider anywhere than the face that hides it; None if it does not fit under that."""
    here, there = next(one for one in face.sides if edge(*one) == side)
    hidden = flattened(solid, other)
    corner = dict(zip(other.corners, hidden, strict=True))
    slants = []
    for name in (here, there):  # less than the angle of the hidden face
        at, (x, y) = other.corners.index(name), corner[name]
        before, after = corner[other.corners[at - 1]], corner[other.corners[(at + 1) % len(other.corners)]]
        one, two = (math.atan2(point[1] - y, point[0] - x) for point in (after, before))
        slants.append(min(slant, 0.85 * ((two - one) % math.tau)))
    long = solid.length(here, there)
    width = long - math.fsum(depth / math.tan(slant) for slant in slants)
    if width < 1.0:
        return None
    own = [(0.0, 0.0), (depth / math.tan(slants[0]), -depth), (long - depth / math.tan(slants[1]), -depth), (long, 0.0)]
    (x, y), (u, v) = corner[here], corner[there]
    turned_over = (turned(point, math.atan2(v - y, u - x)) for point in own)
    if not all(contains(hidden, (a + x, b + y), 0.01) for a, b in turned_over):
        return None
    start, end = laid[face.corners.index(here)], laid[face.corners.index(there)]
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    return tuple((x + start[0], y + start[1]) for x, y in (turned(point, angle) for point in own))
