"""Papers: one file each in ``templates/papers``, the file's stem is the paper's id."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from generator.catalogue import library
from generator.catalogue.examples import visible
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.validation import Record, validated
from generator.errors import InputError

Length = Annotated[float, Meta(gt=0, le=2000)]
Margin = Annotated[float, Meta(ge=0, le=200)]


class Margins(Record, frozen=True):
    """The strips along the edges that printers may not reach, in mm.

    Attributes:
        left, right, top, bottom: in mm.
    """

    left: Margin
    right: Margin
    top: Margin
    bottom: Margin


class Paper(Record, frozen=True):
    """A sheet of paper, upright.

    Attributes:
        width_mm: short side as it is fed, left to right.
        height_mm: top to bottom.
        margin_mm: what no printer is asked to reach.
        source: where the numbers come from.
        title: as lists show it.
    """

    title: Annotated[str, visible(40)]
    width_mm: Length
    height_mm: Length
    margin_mm: Margins
    source: Annotated[str, visible(400)]


def load_paper(path: Path, name: str | None = None) -> Paper:
    """Read one paper.

    Raises:
        InputError: every mistake in the file.
    """
    document = read_document(path, name)
    paper = validated(document, Paper)
    margins = paper.margin_mm
    if margins.left + margins.right >= paper.width_mm or margins.top + margins.bottom >= paper.height_mm:
        place = document.value_place(("margin_mm",))
        raise InputError.at(place, f"the margins leave nothing of {paper.width_mm:g} x {paper.height_mm:g} mm")
    return paper


def sound_papers() -> dict[str, Paper]:
    """Return all papers by id, without those that have mistakes: who asks for one of them is told."""
    found = dict[str, Paper]()
    for file in library.papers().values():
        with suppress(InputError):
            found[file.id] = load_paper(file.path, file.name)
    return found
