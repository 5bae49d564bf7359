"""The cast: sixteen prisoners, people of the Aegean, each with a name, a face and a thing to carry.

A prisoner is a bust on a medallion of 10 x 10 units about the origin, whose ring has the player's ink. The same sixteen
are in every colour: the number of a tile's design tells who is on it. Their names and looks are invented.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from generator.catalogue.headers import Symbol
from generator.drawing.display_list import Group, Pen, Shape, Transform
from generator.drawing.emblems import painted
from generator.drawing.inks import Palette, contrast, keyed_by_inks, mix_inks
from generator.games.labyrinth.art.carried import CARRIED, OF_THEMSELVES
from generator.games.labyrinth.art.faces import Eyes, Mouth, cheeks, eye_parts, head_parts, mouth, nose
from generator.games.labyrinth.art.figure_parts import Part, discs, edged, filled
from generator.games.labyrinth.art.hairdress import BEARDS, HAIR
from generator.games.labyrinth.deck.tiles import Tile

BLACK, BROWN, RED, FAIR, GREY = range(5)
"""Inks of hair, in the order of the theme."""


class Person(NamedTuple):
    """A prisoner.

    Attributes:
        name: in English.
        skin: number of the theme's ink, from pale to dark.
        hair: number of the theme's ink.
        head: name of hair and headdress.
        carries: name of the thing.
        beard: its name.
        neck: name of the dress's neckline.
        eyes, mouth: their kinds.
        look: how far eyes, nose and mouth are turned aside.
        tilt: of the head, in degrees.
        size: of the head.
        wide, long: of the face, as a multiple of what is usual.
        old: whether the face has wrinkles.
        mirrored: whether the thing is on the left of the picture.
    """

    name: str
    skin: int
    hair: int
    head: str
    carries: str
    beard: str = ""
    neck: str = "round"
    eyes: Eyes = "open"
    mouth: Mouth = "smile"
    look: float = 0.15
    tilt: float = 0.0
    size: float = 1.1
    wide: float = 1.0
    long: float = 1.0
    old: bool = False
    mirrored: bool = False

    @property
    def key(self) -> str:
        """Return the key of the name in ``words.yaml``."""
        return f"prisoner_{self.name.lower()}"


CAST = (
    Person("Phaidra", 1, BLACK, "waves", "thread", neck="v", tilt=-4),
    Person("Kallias", 2, BLACK, "curls", "lamp", "full", "strap", mouth="grin", tilt=3, mirrored=True),
    Person("Myrto", 0, RED, "buns", "dove", eyes="wide", mouth="grin", tilt=6, size=1.02, wide=1.04, long=0.92),
    Person("Nestor", 2, GREY, "bald", "staff", "long", "drape", eyes="calm", tilt=-3, old=True, mirrored=True),
    Person("Korinna", 3, BLACK, "knot", "lyre", eyes="calm", look=0.2, tilt=8, size=1.02, mirrored=True),
    Person("Damon", 1, BROWN, "cloth", "loaf", "moustache", eyes="closed", wide=1.17, long=0.97, mirrored=True),
    Person("Melissa", 1, BROWN, "straw-hat", "hive", neck="v", look=-0.15, tilt=-3, size=1.04),
    Person("Glaukos", 4, GREY, "felt-cap", "fish", "short", "strap", "calm", "calm", tilt=2, size=1.04),
    Person("Eirene", 4, BLACK, "veil", "child", eyes="calm", look=0.3, tilt=9),
    Person("Mikon", 2, BLACK, "shaven", "ship", "", "strap", "wide", "grin", 0.15, -6, 1.06, 1.03, 0.93),
    Person("Xanthe", 0, FAIR, "wreath", "basket", neck="v", tilt=4),
    Person("Pyrrhos", 0, RED, "bush", "lamb", "great", look=0.25, size=1.0, wide=1.03, mirrored=True),
    Person("Doris", 3, GREY, "hood", "jug", eyes="closed", tilt=-4, wide=1.03, long=0.95, old=True, mirrored=True),
    Person("Bion", 4, BLACK, "crop", "pipes", neck="v", mouth="grin", tilt=-5, long=1.03),
    Person("Theano", 0, BLACK, "tall-hat", "snake", "", "v", "lined", "lips", look=0, size=0.98),
    Person("Zosimos", 3, BLACK, "turban", "cat", "goatee", "drape", "calm", "smile", -0.15, 3, 1.04, mirrored=True),
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
    """Draw a prisoner on a medallion whose ring has the player's ink.

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
    sign = painted(symbol, sign_ink, ground, palette.trim if palette.line_art else None)
    return Group(
        "prisoner",
        (
            Shape(Pen().circle(0, 0, 4.4).data, fill=named["pale"]),
            *_figure(person, named),
            Group("sign", sign, Transform.placing(-_X if person.mirrored else _X, 3.05, scale=0.165)),
            Shape(ring, stroke=inks.outline, width=1.12),
            Shape(ring, stroke=palette.own, width=0.66),
        ),
    )


def _named_inks(person: Person, palette: Palette) -> dict[str, str]:
    """Return the inks of a figure by the names that its parts have for them."""
    inks, own = palette.inks, palette.own
    skin, hair = inks.skins[person.skin], inks.hairs[person.hair]
    player = {"own": own, "deep": mix_inks(own, inks.outline, 0.35), "pale": mix_inks(own, inks.feather, 0.66)}
    return {
        **(dict.fromkeys(player, inks.paper) if palette.line_art else player),
        "edge": inks.outline,
        "skin": skin,
        "shade": mix_inks(skin, inks.outline, 0.2),
        "blush": mix_inks(skin, inks.clay, 0.4),
        "shine": mix_inks(skin, inks.paper, 0.5),
        "hair": hair,
        "strand": mix_inks(hair, inks.paper if person.hair in {BLACK, BROWN} else inks.outline, 0.35),
        "cloth": inks.cloth,
        "gold": inks.gold,
        "glow": inks.gold_light,
        "straw": mix_inks(inks.gold_light, inks.plank, 0.5),
        "crust": mix_inks(inks.gold, inks.clay, 0.45),
        "clay": inks.clay,
        "light": inks.clay_light,
        "wood": inks.plank,
        "white": inks.feather,
        "grey": mix_inks(inks.feather_shade, inks.outline, 0.15),
        "night": inks.night,
    }


_X = -0.5
"""The middle of head and body: aside, so that there is room for what is carried."""
_HAND = (*edged("skin", 0.58, "1.75,3.9 2.05,2.9"), discs("skin", 0.45, (2.1, 2.55), line="edge"))


def _figure(person: Person, inks: dict[str, str]) -> Iterator[Group]:
    """Yield a person with hand and thing, from the back to the front; what several people share lies in groups."""
    flip = Transform(a=-1 if person.mirrored else 1)
    head = flip @ Transform.placing(_X, -0.6, scale=person.size, angle_deg=person.tilt)
    behind, before = HAIR[person.head]
    layers = (
        ("hair", behind, head),
        ("bust", _bust(person.neck), flip),
        ("face", _face(person), head),
        ("hair", before, head),
        ("carried", CARRIED[person.carries], flip @ Transform.placing(2.2, 1.35)),
        ("hand", () if person.carries in OF_THEMSELVES else _HAND, flip),
    )
    for name, parts, at in layers:
        if parts:
            yield Group(name, tuple(part.inked(inks) for part in parts), at)


@cache
def _face(person: Person) -> tuple[Part, ...]:
    return (
        *head_parts(person.wide, person.long),
        cheeks(person.look, old=person.old),
        nose(person.look),
        *eye_parts(person.eyes, person.look, grey=person.hair == GREY),
        *BEARDS[person.beard],
        mouth(person.mouth, person.look, person.long),
    )


_SIDES = "2.2,2 3,3! 1.9,4 0,4.4 -1.9,4 -3.4,2.8! -2.7,1.9"
_NECKLINES = {
    "round": "-1.55,1.6! -1.1,2 -0.5,2.12 0.1,2 0.55,1.6!",
    "drape": "-1.55,1.6! -1.1,1.95 -0.5,2.05 0.1,1.95 0.55,1.6!",
    "v": "-1.55,1.6! -0.5,2.6! 0.55,1.6!",
    "strap": "-1.8,1.65! -0.1,2.35 1.4,2.5!",
}


@cache
def _bust(neck: str) -> tuple[Part, ...]:
    """Return shoulders, neck and a dress, which is white under a mantle in the player's ink, or has that ink itself."""
    line, draped = _NECKLINES[neck], neck == "drape"
    cloak = filled("own", "0.2,1.55! 1.2,1.75 2.2,2.3 2.9,3.2! 1.9,4 0,4.4 -1.9,4 -2.9,3.2! -1.7,2.5 -0.5,2.3")
    shoulders = (filled("skin", f"-1.7,1.6 0.7,1.6 {_SIDES}"),) if neck == "strap" else ()
    return (
        *shoulders,
        filled("skin", "-1.16,0.5! 0.16,0.5! 0.25,1.45 1.1,1.8 -0.5,3.2 -2.1,1.8 -1.25,1.45"),
        filled("shade", "-1.08,0.6! 0.08,0.6! 0.12,1.35 -0.5,1.75 -1.12,1.35", line="", width=0),
        filled("cloth" if draped else "own", f"{line} {_SIDES}"),
        *edged("own" if draped else "cloth", 0.26, line),
        *((cloak,) if draped else ()),
    )
