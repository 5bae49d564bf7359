"""Themes: the inks and switches that turn a component into a picture, one YAML file each.

A theme names inks for stone, floor and figures and says how a player's ink is thinned on field, pattern and emblem.
Lengths are millimetres; a share of paper is a number from 0 (the player's ink as it is) to 1 (paper).
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from msgspec import Meta
from msgspec.structs import asdict

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.strict_yaml import Source, read_document
from asterion_press.catalogue.validation import Record, Rgb, validated, visible

Share = Annotated[float, Meta(ge=0, le=1)]
LineWidth = Annotated[float, Meta(ge=0.05, le=1)]


class Inks(Record, frozen=True):
    """Inks that all colours share, so that floors and walls join wherever two tiles meet.

    Attributes:
        paper: what lies under everything.
        outline: the dark lines around walls and figures.
        stones: three tones of wall blocks, the middle one also for the jambs at the exits.
        rock: the ground between the players' beds, across every seam.
        night: the bed of the minotaur's tile and of its back.
        depth: the dark under a bridge.
        mortar: joints between wall blocks, and quiet lines.
        floor: the floor of paths.
        floor_worn: where the floor is worn.
        floor_shade: the floor in the shade of walls.
        floor_joint: joints between the slabs of the floor.
        plank: bridges.
        gold, gold_light, gold_deep: three tones of coins and of the thread.
        knurl: the edge of coins.
        feather, feather_shade: two tones of wings.
        skins, hairs, cloth: prisoners.
        clay, clay_dark, clay_light: three tones of terracotta: ornaments of pieces, accents of pages of rules.
        bull, horn: the minotaur's head.
        counter, counter_mark: counters, and the mark on them.
    """

    paper: Rgb
    outline: Rgb
    mortar: Rgb
    stones: Annotated[tuple[Rgb, Rgb, Rgb], Meta(description="light, middle, dark")]
    floor: Rgb
    floor_worn: Rgb
    floor_shade: Rgb
    floor_joint: Rgb
    plank: Rgb
    depth: Rgb
    gold: Rgb
    gold_light: Rgb
    gold_deep: Rgb
    knurl: Rgb
    feather: Rgb
    feather_shade: Rgb
    skins: Annotated[tuple[Rgb, Rgb, Rgb, Rgb, Rgb], Meta(description="from pale to dark")]
    hairs: Annotated[tuple[Rgb, Rgb, Rgb, Rgb, Rgb], Meta(description="black, brown, red, fair, grey")]
    cloth: Rgb
    rock: Rgb
    night: Rgb
    clay: Rgb
    clay_dark: Rgb
    clay_light: Rgb
    bull: Rgb
    horn: Rgb
    counter: Rgb
    counter_mark: Rgb


class Shares(Record, frozen=True):
    """Shares of paper that thin a player's ink on field, pattern and emblem.

    `deep` and `dark` are of outline ink; `stones` is of the player's ink, so that walls show whose they are.
    """

    field: Annotated[Share, Meta(description="paper in the field's ink")]
    pattern: Annotated[
        Share, Meta(description="paper in the lines of the field's pattern, on top of the field's share")
    ]
    deep: Annotated[Share, Meta(description="outline ink in the darker parts of the field")]
    emblem: Annotated[Share, Meta(description="paper in the emblem")]
    dark: Annotated[Share, Meta(description="outline ink in the field, on top of the paper")] = 0.0
    stones: Annotated[Share, Meta(description="the player's ink in the stones of the walls")] = 0.0


class Theme(Record, frozen=True):
    """The inks of components.

    Attributes:
        line_art: figures and emblems are drawn as outlines instead of being filled.
        outline_mm: width of the dark lines.
        title: as lists show it.
        source: where the choice of inks comes from.
        inks: its inks, each as `#rrggbb`.
        shares: how a player's ink is thinned on field, pattern and emblem.
    """

    title: Annotated[str, visible(60)]
    source: Annotated[str, visible(400)]
    outline_mm: LineWidth
    inks: Inks
    shares: Shares
    line_art: bool = False


class ArtFile(NamedTuple):
    """An SVG file of a drawing, with its id and its name in messages."""

    id: str
    name: str
    raw: bytes


class Look(Theme, frozen=True):
    """A theme with the drawings beside it.

    Attributes:
        art: the project's own drawings, which stand instead of shipped ones of the same ids.
    """

    art: tuple[ArtFile, ...] = ()


def load_theme(file: Source) -> Look:
    """Read one theme, and the project's own drawings.

    Raises:
        InputError: every mistake in the theme, each with its place, or a drawing that cannot be read or lies outside of
            the project.
    """
    found = validated(read_document(file), Theme)
    return Look(**asdict(found), art=tuple(art_file(library.inside(one)) for one in library.own_art().values()))


def art_file(file: ShelfFile) -> ArtFile:
    """Return a drawing that is not read yet.

    Raises:
        InputError: its file cannot be opened.
    """
    return ArtFile(file.id, file.name, file.read())
