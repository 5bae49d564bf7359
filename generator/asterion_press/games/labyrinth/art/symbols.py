"""The symbols that lie in the labyrinth: prisoner, coin and wing, each 10 x 10 units about the origin, y down.

Three silhouettes: a person in a ring of the player's ink, an octagon of gold with the double axe of Crete, a wing that
stands free. They are drawn in ``templates/art``.

The cast are sixteen prisoners, people of the Aegean, each with a name, a face and a thing to carry. The same sixteen
are in every colour: the number of a tile's design tells who is on it. Their names and looks are invented.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from asterion_press.catalogue.headers import Symbol
from asterion_press.drawing.art import art_called, named_inks, paint
from asterion_press.drawing.display_list import Group, Pen, Shape, Transform
from asterion_press.drawing.emblems import painted
from asterion_press.drawing.inks import Palette, contrast, keyed_by_inks, mix_inks
from asterion_press.games.labyrinth.catalogue.symbol_table import SYMBOLS
from asterion_press.games.labyrinth.deck.tiles import Tile

BLACK, BROWN, RED, FAIR, GREY = range(5)
"""Inks of hair, in the order of the theme."""


class Person(NamedTuple):
    """A prisoner.

    Attributes:
        name: in English.
        skin: number of the theme's ink, from pale to dark.
        hair: number of the theme's ink.
    """

    name: str
    skin: int
    hair: int

    @property
    def key(self) -> str:
        """Return the key of the name in ``words.yaml``."""
        return f"prisoner_{self.name.lower()}"


CAST = (
    Person("Phaidra", 1, BLACK),
    Person("Kallias", 2, BLACK),
    Person("Myrto", 0, RED),
    Person("Nestor", 2, GREY),
    Person("Korinna", 3, BLACK),
    Person("Damon", 1, BROWN),
    Person("Melissa", 1, BROWN),
    Person("Glaukos", 4, GREY),
    Person("Eirene", 4, BLACK),
    Person("Mikon", 2, BLACK),
    Person("Xanthe", 0, FAIR),
    Person("Pyrrhos", 0, RED),
    Person("Doris", 3, GREY),
    Person("Bion", 4, BLACK),
    Person("Theano", 0, BLACK),
    Person("Zosimos", 3, BLACK),
)
STEP = 5
"""From one prisoner of a design to the next; it has no divisor in common with the number of the cast."""


def member(number: int, index: int) -> int:
    """Return the place in the cast of the prisoner of a design.

    Args:
        number: of the design.
        index: of the prisoner among those of the design.
    """
    return (number - 1 + STEP * index) % len(CAST)


def prisoners_of(tile: Tile) -> tuple[Person, ...]:
    """Return the prisoners of a tile, path by path."""
    count = sum(path.holds["prisoner"] for path in tile.paths)
    return tuple(CAST[member(tile.number, index)] for index in range(count))


@keyed_by_inks
def prisoner(symbol: Symbol, palette: Palette, who: int) -> Group:
    """Draw a prisoner on a medallion whose ring has the player's ink; the group `sign` gets the player's sign.

    Args:
        symbol: of the player.
        palette: of the player's colour.
        who: place in the cast.
    """
    person, inks = CAST[who], palette.inks
    named = _named_inks(person, palette)
    ring = Pen().circle(0, 0, 4.44).data
    ground = inks.paper if palette.line_art else palette.own
    sign_ink = max((inks.cloth, inks.outline), key=lambda ink: contrast(ink, ground))
    sign = painted(symbol, palette, sign_ink, ground, palette.trim if palette.line_art else None)
    drawn = paint(art_called(f"prisoner-{person.name.lower()}", palette.art), named, line_art=palette.line_art)
    figure = (replace(part, items=sign) if isinstance(part, Group) and part.name == "sign" else part for part in drawn)
    return Group(
        "prisoner",
        (
            Shape(Pen().circle(0, 0, 4.4).data, fill=named["pale"]),
            *figure,
            Shape(ring, stroke=inks.outline, width=1.12),
            Shape(ring, stroke=palette.own, width=0.66),
        ),
    )


def _named_inks(person: Person, palette: Palette) -> dict[str, str]:
    """Return the inks of a figure by the names that its drawing has for them."""
    inks, own = palette.inks, palette.own
    skin, hair = inks.skins[person.skin], inks.hairs[person.hair]
    player = {"own": own, "deep": mix_inks(own, inks.outline, 0.35), "pale": mix_inks(own, inks.feather, 0.66)}
    return {
        **named_inks(inks),
        **(dict.fromkeys(player, inks.paper) if palette.line_art else player),
        "skin": skin,
        "shade": mix_inks(skin, inks.outline, 0.2),
        "blush": mix_inks(skin, inks.clay, 0.4),
        "shine": mix_inks(skin, inks.paper, 0.5),
        "hair": hair,
        "strand": mix_inks(hair, inks.paper if person.hair in {BLACK, BROWN} else inks.outline, 0.35),
        "straw": mix_inks(inks.gold_light, inks.plank, 0.5),
        "crust": mix_inks(inks.gold, inks.clay, 0.45),
        "grey": mix_inks(inks.feather_shade, inks.outline, 0.15),
    }


# -- all symbols -------------------------------------------------------------------------------------------------------


def symbol_figure(kind: str, sign: Symbol | None, palette: Palette, who: int = 0) -> Group:
    """Return the drawing of a kind of symbol by the function that the table names.

    Args:
        kind: its name in the table.
        sign: of the player's colour; None for those that look the same in every colour.
        palette: of the colour.
        who: place in the cast, for those that are people.
    """
    drawn: Group = globals()[SYMBOLS[kind].drawing](sign, palette, who)
    return drawn


@keyed_by_inks
def coin(_sign: Symbol | None, palette: Palette, _who: int) -> Group:
    """Draw a gold coin."""
    face = paint(art_called("coin", palette.art), named_inks(palette.inks), line_art=palette.line_art)
    gold = palette.inks.gold_deep
    axe = Group("axe", painted("labrys", palette, gold, gold), Transform.placing(0, -0.15, scale=1.04))
    return Group("coin", (*face, axe))


@keyed_by_inks
def wing(_sign: Symbol | None, palette: Palette, _who: int) -> Group:
    """Draw one great white wing, spread."""
    return Group("wing", paint(art_called("wing", palette.art), named_inks(palette.inks), line_art=palette.line_art))
