"""Display lists as text that a person can read, one line a shape; what is shown several times is listed once.

Of drawings that differ by their ids and inks alone, such as one design in four colours, the first is listed whole, and
a digest of the others.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence

from generator.drawing.display_list import Drawing, Group, PathData, Shape, number, numbers, steps_of

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
