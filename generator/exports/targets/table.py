"""Pictures for virtual tables that take a folder of them: cut at the trim, all of a kind exactly equally large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.exports.target import Bench, Option, Target, Wishes
from generator.units import MM_PER_INCH

if TYPE_CHECKING:
    from generator.build.targets import Artefact

PIXELS = Option("pixels", "Longer side of a picture, in pixels.", "whole", 1024, (), 16, 8192)


class Folder(Target):
    """A folder of equal PNGs."""

    name = "table"
    about = "every front and back as PNG without bleed, all equally large, for virtual tables such as Tabletopia"
    options = (PIXELS,)

    def files(self, bench: Bench, wishes: Wishes) -> Iterator[Artefact]:
        from generator.exports.items import folder_name, items_of
        from generator.exports.prints import Format, pictures

        formats = {}
        for lot in dict.fromkeys(item.lot for item in items_of(bench.game)):
            scale = int(wishes["pixels"]) / max(lot.width, lot.height)
            width, height = max(1, round(lot.width * scale)), max(1, round(lot.height * scale))
            formats[lot.kind] = Format(
                folder_name(lot.kind), width, height, scale, 0.0, scale * MM_PER_INCH, cut_out=True
            )
        return pictures(bench, formats)


TARGET = Folder()
