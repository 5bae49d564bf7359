"""Pictures for any print service: every front and back with its bleed, at 300 or 600 dpi."""

from __future__ import annotations

from collections.abc import Iterator

from generator.exports.piece_images import PictureSize, bleed_notes, bleeds_of, check_pixels, picture_files
from generator.exports.pieces import folder_name, lots_of
from generator.exports.target import ExportContext, Option, OptionValues, Target
from generator.making.artefacts import Artefact
from generator.units import MM_PER_INCH

BLEED = Option("bleed", "Art beyond the cut, in mm. Default: as on the sheets.", "number", None, (), 0, 20)
DPI = Option("dpi", "Pixels an inch.", "whole", 300, (), 50, 1200)


class BleedPictures(Target):
    """PNG with bleed."""

    name = "png"
    about = "every front and back as PNG with bleed, for any print service"
    options = (DPI, BLEED)

    def files(self, context: ExportContext, values: OptionValues) -> Iterator[Artefact]:
        formats: dict[str, PictureSize] = {}
        dpi = int(values["dpi"])
        bleeds = bleeds_of(context, values["bleed"])
        for lot in lots_of(context.game):
            bleed = bleeds[lot.kind]
            width, height = (round((side + 2 * bleed) / MM_PER_INCH * dpi) for side in (lot.width, lot.height))
            scale = dpi / MM_PER_INCH
            form = PictureSize(folder_name(lot.kind), width, height, scale, bleed * scale, dpi)
            formats[lot.kind] = check_pixels(lot, form, "give a smaller --dpi")
        return picture_files(context, formats)

    def notes(self, context: ExportContext, values: OptionValues) -> Iterator[str]:
        return bleed_notes(context, values["bleed"])


TARGET = BleedPictures()
