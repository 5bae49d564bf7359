"""Backs: each lies exactly behind its front when the sheet is turned over, and is of the right kind."""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum

from generator.layout.sheet_setup import Flip, Laying
from generator.verify.documents import PageSeen, PdfProof
from generator.verify.expected import Part
from generator.verify.placement import LIMIT, TOLERANCE, Placed


class Over(StrEnum):
    """What changes places when a sheet is turned over, or folded: left and right, above and below, or nothing."""

    ACROSS = "across"
    DOWN = "down"
    NOT = "not"


def turned(page: PageSeen, laying: Laying) -> Over:
    """What changes places on the back of a page."""
    if laying.folded:
        return Over.DOWN if laying.layout.fold == "level" else Over.ACROSS
    if laying.flip is Flip.NONE:
        return Over.NOT
    width, height = page.size
    return Over.ACROSS if (laying.flip is Flip.LONG_EDGE) == (height >= width) else Over.DOWN


def behind(front: Placed, page: PageSeen, over: Over) -> tuple[float, float]:
    """Where, on the back's page, the trim corner of the back must be."""
    width, height = page.size
    return (
        width - front.right if over is Over.ACROSS else front.x,
        height - front.bottom if over is Over.DOWN else front.y,
    )


def judge_backs(
    proof: PdfProof, page: PageSeen, fronts: list[Placed], backs: list[Placed], parts: dict[str, Part], over: Over
) -> float:
    """Compare the two sides of a sheet, of which `page` is the back; returns the largest shift in mm."""
    near: dict[tuple[int, int], list[Placed]] = defaultdict(list)
    for back in backs:
        near[round(back.x), round(back.y)].append(back)
    left = list(backs)
    worst = 0.0
    for front in fronts:
        if not front.part.behind:
            continue
        x, y = behind(front, page, over)
        found = _nearest(near, left, x, y, front.width / 2)
        if found is None:
            message = f"nothing lies behind {front.part.name}, at {x:.2f}, {y:.2f} mm"
            proof.fault("back-missing", message, page.number)
            if proof.notes.full(proof.name):
                return worst
            continue
        left.remove(found)
        near[round(found.x), round(found.y)].remove(found)
        worst = max(worst, _judge_pair(proof, page, front, found, (x, y), parts))
    for back in left:
        proof.fault("back-extra", f"{back.part.name} lies behind nothing", page.number)
    return worst


def _nearest(
    near: dict[tuple[int, int], list[Placed]], left: list[Placed], x: float, y: float, reach: float
) -> Placed | None:
    """The back that is nearest to a corner, if it is within reach; usually it is in the same millimetre."""

    def distance(back: Placed) -> float:
        return max(abs(back.x - x), abs(back.y - y))

    close = next((back for back in near.get((round(x), round(y)), ()) if distance(back) <= LIMIT), None)
    return close or next((back for back in sorted(left, key=distance)[:1] if distance(back) < reach), None)


def _judge_pair(
    proof: PdfProof, page: PageSeen, front: Placed, back: Placed, at: tuple[float, float], parts: dict[str, Part]
) -> float:
    dx, dy = back.x - at[0], back.y - at[1]
    off = max(abs(dx), abs(dy))
    if off > LIMIT:
        message = (
            f"the back of {front.part.name} is off by {dx:+.3f}, {dy:+.3f} mm; it must be exactly behind, ± {TOLERANCE}"
        )
        proof.fault("back-misplaced", message, page.number)
    if back.part.id != front.part.behind:
        wanted = parts[front.part.behind].name if front.part.behind in parts else "nothing"
        proof.fault("back-wrong", f"behind {front.part.name} lies {back.part.name}, not {wanted}", page.number)
    return off
