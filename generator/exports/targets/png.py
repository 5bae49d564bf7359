"""Pictures for any print service: every front and back with its bleed, at 300 or 600 dpi."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.exports.target import Bench, Option, Target, Wishes
from generator.units import MM_PER_INCH

if TYPE_CHECKING:
    from generator.build.targets import Artefact
    from generator.exports.prints import Format

BLEED = Option("bleed", "Art beyond the cut, in mm. Default: as on the sheets.", "number", None, (), 0, 20)
DPI = Option("dpi", "Pixels an inch.", "whole", 300, (), 50, 1200)


class Pictures(Target):
    """PNG with bleed."""

    name = "png"
    about = "every front and back as PNG with bleed, for any print service"
    options = (DPI, BLEED)

    def files(self, bench: Bench, wishes: Wishes) -> Iterator[Artefact]:
        from generator.exports.prints import pictures

        return pictures(bench, self._formats(bench, wishes))

    def notes(self, bench: Bench, wishes: Wishes) -> Iterator[str]:
        from generator.exports.prints import bleed_notes

        return bleed_notes(bench, wishes["bleed"])

    def _formats(self, bench: Bench, wishes: Wishes) -> dict[str, Format]:
        from generator.exports.items import folder_name, items_of
        from generator.exports.prints import Format, bleeds_of, check_pixels

        found: dict[str, Format] = {}
        dpi = int(wishes["dpi"])
        bleeds = bleeds_of(bench, wishes["bleed"])
        for lot in dict.fromkeys(item.lot for item in items_of(bench.game)):
            bleed = bleeds[lot.kind]
            width, height = (round((side + 2 * bleed) / MM_PER_INCH * dpi) for side in (lot.width, lot.height))
            scale = dpi / MM_PER_INCH
            form = Format(folder_name(lot.kind), width, height, scale, bleed * scale, dpi)
            found[lot.kind] = check_pixels(lot, form, "give a smaller --dpi")
        return found


TARGET = Pictures()
