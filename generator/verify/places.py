"""Places that are given in mm or left free: fronts lie where the layout says, and nothing lies where it must not."""

from __future__ import annotations

from generator.layout.fixed_positions import Places
from generator.layout.grid import Grid
from generator.layout.sheet_setup import Laying
from generator.verify.documents import PageSeen, PdfProof
from generator.verify.placement import LIMIT, TOLERANCE, Placed


def judge_places(
    proof: PdfProof, page: PageSeen, placed: list[Placed], laying: Laying, pattern: Grid | Places | None
) -> None:
    """Judge the fronts of a page, whose lot has these places."""
    if pattern is None:
        return
    sheet = page.number if laying.folded else (page.number + 1) // 2
    for number, place in laying.skip:
        if number == sheet and place <= pattern.places:
            x, y = pattern.trim_corner(place - 1)
            for one in placed:
                if abs(one.x - x) < one.width - LIMIT and abs(one.y - y) < one.height - LIMIT:
                    proof.fault("place-skipped", f"{one.part.name} lies on place {place}, to be left free", page.number)
    if isinstance(pattern, Places):
        _judge_dies(proof, page, placed, pattern)


def _judge_dies(proof: PdfProof, page: PageSeen, placed: list[Placed], pattern: Places) -> None:
    free = list(pattern.corners)
    for one in placed:
        near = min(free, key=lambda at: max(abs(one.x - at[0]), abs(one.y - at[1])), default=None)
        if near is None or max(abs(one.x - near[0]), abs(one.y - near[1])) > LIMIT:
            where = "" if near is None else f"; the next place that is free is at {near[0]:.2f}, {near[1]:.2f}"
            message = (
                f"{one.part.name} lies at {one.x:.2f}, {one.y:.2f} mm, where there is no place{where} ± {TOLERANCE}"
            )
            proof.fault("off-place", message, page.number)
        else:
            free.remove(near)
