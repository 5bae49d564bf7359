"""Small things that lie in the beds of a labyrinth's tiles, each 10 x 10 units about the origin, y down.

They are painted in two tones of the bed, so that nobody takes them for a symbol or a player's sign: none of them is
a person, a coin, a wing, or one of the eight signs. A tile has its own, and no two tiles of a colour share one. Each is
drawn in a file ``templates/art/motif-*.svg``; one more file, also of a project's own, is one more motif.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from generator.catalogue import library
from generator.catalogue.themes import ArtFile
from generator.drawing.art import ArtShape, art_called
from generator.drawing.display_list import Group, Shape
from generator.drawing.freehand import SeededRandom
from generator.drawing.inks import Palette, keyed_by_inks

MOTIF = "motif-"
DEALT = (
    "jug", "tripod", "fig-tree", "lizard", "fallen-column", "ball-of-thread", "snake", "octopus", "crab", "snail",
    "fish", "starfish", "ship", "lyre", "helmet", "key", "oil-lamp", "grapes", "mushrooms", "anchor", "tortoise",
    "mouse", "frog", "scorpion", "poppy", "column", "bull-horns", "ladder", "well", "throne", "basket", "spider",
)  # fmt: skip
"""The shipped ones, in the order that decides which tile gets which."""


@keyed_by_inks
def motif(name: str, palette: Palette) -> Group:
    """Draw a motif in the tones of the bed; in line art, as outlines."""
    inks = {"motif": palette.motif, "field": palette.field, "": None}

    def painted(part: ArtShape) -> Shape:
        if palette.line_art:
            fill = palette.field if part.fill else None
            return Shape(part.shape.data, fill=fill, stroke=palette.motif, width=0.3)
        return replace(part.shape, fill=inks[part.fill], stroke=inks[part.line])

    parts = art_called(MOTIF + name, palette.art)
    return Group("motif", tuple(painted(part) for part in parts if isinstance(part, ArtShape)))


@cache
def motifs(own: tuple[ArtFile, ...]) -> tuple[str, ...]:
    """Return the names of all motifs, with those of a project's own."""
    names = (*library.shipped_art(), *(file.id for file in own))
    there = {name.removeprefix(MOTIF) for name in names if name.startswith(MOTIF)}
    return (*DEALT, *sorted(there.difference(DEALT)))


@cache
def deal_motifs(colour: str, own: tuple[ArtFile, ...]) -> tuple[str, ...]:
    """Return all motifs in the order in which the tiles of a colour get them."""
    chance = SeededRandom(f"motifs-{colour}")
    return tuple(sorted(motifs(own), key=lambda name: (chance.unit(), name)))
