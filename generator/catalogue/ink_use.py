"""The ink use of a kind of printer: one file each in ``templates/ink``, the file's stem is its id."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from generator.catalogue.examples import visible
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.validation import Record, validated

Volume = Annotated[float, Meta(gt=0, le=1000)]
Share = Annotated[float, Meta(ge=0, le=1)]


class Volumes(Record, frozen=True):
    """Millilitres of each ink for a square metre of solid ink.

    Attributes:
        cyan, magenta, yellow, black: millilitres of this ink.
    """

    cyan: Volume
    magenta: Volume
    yellow: Volume
    black: Volume


class InkUse(Record, frozen=True):
    """The ink use of a kind of printer.

    Attributes:
        black_share: how much of what cyan, magenta and yellow have in common is printed with black instead.
        source: where the numbers come from.
        title: as lists show it.
        ml_per_m2: millilitres that a square metre of solid ink takes.
    """

    title: Annotated[str, visible(60)]
    ml_per_m2: Volumes
    black_share: Share
    source: Annotated[str, visible(600)]


def load_ink_use(path: Path, name: str | None = None) -> InkUse:
    """Read one kind of printer, called `name` in messages.

    Raises:
        InputError: every mistake in the file.
    """
    return validated(read_document(path, name), InkUse)
