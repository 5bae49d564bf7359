"""Pictures for virtual tables that take a folder of them: cut at the trim, all of a kind exactly equally large."""

from __future__ import annotations

from collections.abc import Iterator

from generator.exports.piece_images import PictureSize, picture_files
from generator.exports.pieces import folder_name, lots_of
from generator.exports.target import ExportContext, Option, OptionValues, Target
from generator.making.artefacts import Artefact
from generator.units import MM_PER_INCH

PIXELS = Option("pixels", "Longer side of a picture, in pixels.", "whole", 1024, (), 16, 8192)


class TrimmedPictures(Target):
    """A folder of equal PNGs."""

    name = "table"
    about = "every front and back as PNG without bleed, all equally large, for virtual tables such as Tabletopia"
    options = (PIXELS,)

    def files(self, context: ExportContext, values: OptionValues) -> Iterator[Artefact]:
        formats = {}
        for lot in lots_of(context.game):
            scale = int(values["pixels"]) / max(lot.width, lot.height)
            width, height = max(1, round(lot.width * scale)), max(1, round(lot.height * scale))
            formats[lot.kind] = PictureSize(
                folder_name(lot.kind), width, height, scale, 0.0, scale * MM_PER_INCH, cut_out=True
            )
        return picture_files(context, formats)


TARGET = TrimmedPictures()
