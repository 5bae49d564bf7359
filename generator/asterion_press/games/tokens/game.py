"""A game of tokens: its catalogue, what the rest of the program sees of it, and its drawings.

Everything is drawn on a token of 30 mm with its origin in the middle, and scaled as a whole. A round token is drawn
like a square one, within the circle that is cut; its layer `cut` holds that circle. Proportions are our own choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import ModuleType
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.headers import GameHeader, OnlyColours, Symbol, piece_mistakes
from asterion_press.catalogue.strict_yaml import Document
from asterion_press.catalogue.tables import TabledDocument, include_table
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.validation import ALSO, Identifier, Record, Rgb, visible
from asterion_press.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, placed
from asterion_press.drawing.emblems import emblem_badge, key_ring, painted
from asterion_press.drawing.inks import Palette, keyed_by_inks, palette
from asterion_press.drawing.lettering import letter_path
from asterion_press.errors import Mistake, named, plural, suggestion
from asterion_press.games.game import Component, Game, Kind, inked
from asterion_press.games.report import Finding, Level, broken_promise, colour_mistakes, similar_inks, sort_findings
from asterion_press.layout.sheets import Lot, Piece

BACK = "back"
EMBLEM = "emblem-"
NAME = re.compile(r"\{[^{}\s]+\}")
"""What is meant as a sign or a number, as in rules texts."""


Outline: TypeAlias = Literal["square", "round"]
Backs: TypeAlias = Literal["alike", "colours", "blank"]
Size = Annotated[float, Meta(ge=15, le=100)]
Count = Annotated[int, Meta(ge=0, le=999)]
Value = Annotated[int, Meta(ge=0, le=99)]
Text = Annotated[str, visible(12)]


class TokenColour(Record, frozen=True):
    """A colour, and the sign that says the same without colour.

    Attributes:
        symbol: the sign that identifies the colour without ink.
        ink: its ink, as `#rrggbb`.
    """

    symbol: Symbol
    ink: Rgb


class Token(Record, frozen=True):
    """One face, printed in some or all colours.

    Attributes:
        count: how often in each of its colours.
        symbol: instead of the colour's own.
        value: a number below the sign.
        text: a word at the foot, in any letters that the fonts of the program have.
    """

    count: Count = 1
    colours: OnlyColours = None
    symbol: Symbol | None = None
    value: Value | None = None
    text: Text | None = None


class TokensExpected(Record, frozen=True):
    """The promises of a catalogue; a key that is left out promises nothing.

    Attributes:
        pieces: how many there are in all.
        per_colour: how many there are in each colour.
    """

    pieces: Count | None = None
    per_colour: Count | None = None


OR_TABLE = {ALSO: {"type": "string", "minLength": 1}}
Tokens = Annotated[
    dict[Identifier, Token],
    Meta(min_length=1, max_length=1000, extra_json_schema=OR_TABLE),
]


class TokensCatalogue(GameHeader, frozen=True, kw_only=True):
    """A game of tokens.

    Attributes:
        shape: of every token.
        size_mm: side of a square token's trim, or a round one's diameter.
        backs: all alike, one for each colour, or none.
        colours: the colours of the tokens, by id.
        tokens: the tokens, by id, or the name of a table with a row for each, such as `pieces.csv`; each is printed in
            every colour, unless it says otherwise.
        sheet: of an XLSX table, as its tab says; else the first that is not hidden.
        expect: what the file promises; `asterion check` holds it against what there is.
    """

    kind: Literal["tokens"]
    shape: Outline = "square"
    size_mm: Size
    backs: Backs = "alike"
    colours: Annotated[dict[Identifier, TokenColour], Meta(min_length=1, max_length=8)]
    tokens: Tokens
    sheet: Annotated[str, visible(31)] | None = None
    expect: TokensExpected = TokensExpected()


def catalogue_mistakes(catalogue: TokensCatalogue, document: Document) -> Iterator[Mistake]:
    """Yield what is wrong with the sense of a catalogue whose form is sound."""
    if BACK in catalogue.colours:
        place = document.key_place(("colours", BACK))
        yield Mistake(place, f"{BACK!r} is the name of the backs; give this colour another")
    yield from colour_mistakes(document, catalogue.colours, "symbol", "ink")
    for token_id, token in catalogue.tokens.items():
        before: set[str] = set()
        for index, colour in enumerate(token.colours or ()):
            place = document.value_place(("tokens", token_id, "colours", index))
            if colour not in catalogue.colours:
                yield Mistake(place, f"unknown colour {colour!r}; {suggestion(colour, catalogue.colours)}")
            elif colour in before:
                yield Mistake(place, f"colour {colour!r} appears twice")
            before.add(colour)
        for letter in _missing_letters(token.text or ""):
            place = document.value_place(("tokens", token_id, "text"))
            yield Mistake(place, f"no font has {letter!r} ({named(letter)}); write it otherwise")
    counted = (
        token.count * (len(catalogue.colours) if token.colours is None else len(set(token.colours)))
        for token in catalogue.tokens.values()
    )
    yield from piece_mistakes(sum(counted), "tokens", document.key_place(("tokens",)))


def _fonts() -> ModuleType:
    """Return the module of fonts, which brings ReportLab; a check of most games does without."""
    from asterion_press.pdf import fonts

    return fonts


def _missing_letters(text: str) -> list[str]:
    """Return the letters of a text that no font has, each once."""
    if text.isascii():
        return []
    face = _fonts().load_typeface(library.fonts_folder(), FAMILY)
    return [letter for letter in dict.fromkeys(text) if face.font_for(letter, "bold") is None]


class TokensGame(Game):
    """A game of square or round tokens."""

    kind = "tokens"
    model = TokensCatalogue
    mistakes = staticmethod(catalogue_mistakes)
    catalogue: TokensCatalogue

    def __init__(self, catalogue: TokensCatalogue, document: Document) -> None:
        super().__init__(catalogue, document)
        self.faces = {
            f"{colour}-{token_id}": (colour, token)
            for colour in catalogue.colours
            for token_id, token in catalogue.tokens.items()
            if token.count and (token.colours is None or colour in token.colours)
        }

    # -- what is printed --

    @cached_property
    def components(self) -> Mapping[str, Component]:
        catalogue, found = self.catalogue, dict[str, Component]()
        outline = catalogue.size_mm, catalogue.shape
        for name, (colour_id, token) in self.faces.items():
            colour, place = catalogue.colours[colour_id], ("tokens", name.removeprefix(f"{colour_id}-"))
            draw = inked(colour.ink, self._draw_face, name, BLEED_MM)
            found[name] = Component(place, (*outline, colour, token), draw)
        for colour_id in dict.fromkeys(colour_id for colour_id, _ in self.faces.values()):
            back, colour = self._back_of(colour_id), catalogue.colours[colour_id]
            if back == BACK:
                draw = inked("", self._draw_back, back, "Back", None)
                found[back] = Component(("tokens",), (*outline, None, None), draw)
            elif back:
                draw = inked(colour.ink, self._draw_back, back, f"Back of the {colour_id} tokens", colour.symbol)
                found[back] = Component(("colours", colour_id), (*outline, colour, None), draw)
        return found

    def _back_of(self, colour: str) -> str:
        return {"alike": BACK, "colours": f"{BACK}-{colour}", "blank": ""}[self.catalogue.backs]

    def _symbol_of(self, component: str) -> Symbol:
        colour, token = self.faces[component]
        return token.symbol or self.catalogue.colours[colour].symbol

    def _draw_face(self, component: str, bleed: float, palette: Palette) -> Drawing:
        _, token = self.faces[component]
        groups = _face(token, self._symbol_of(component), palette)
        return self._drawing(component, f"Token {component}", (_field(palette), *groups), bleed)

    def _draw_back(self, component: str, title: str, symbol: Symbol | None, palette: Palette) -> Drawing:
        """Draw a back: rings of keys, and a colour's sign if it may be known."""
        ink, inner = _ink(palette), Pen()
        for radius in (4.2, 6.4, 8.6) if symbol is None else (8.9,):
            inner.circle(0, 0, radius)
        heart = Group("heart", (Shape(Pen().circle(0, 0, 2).data, fill=ink),))
        sign = heart if symbol is None else _sign(symbol, palette, 0, 1.15)
        rings = Group("rings", (Shape(inner.data, stroke=ink, width=0.4),))
        return self._drawing(component, title, (_field(palette), rings, sign), BLEED_MM)

    def _drawing(self, component: str, title: str, groups: tuple[Group, ...], bleed: float) -> Drawing:
        """Return a face or a back as a drawing, cut out as the token is."""
        size, half = self.catalogue.size_mm, self.catalogue.size_mm / 2
        parts = [Group("art", groups, Transform.placing(half, half, scale=size / FULL))]
        if self.is_round(component) and bleed:
            cut = Shape(Pen().circle(half, half, half).data, stroke=CUT_INK, width=CUT_MM)
            parts.append(Group("cut", (cut,)))
        return Drawing(component, title, size, size, bleed, tuple(parts))

    def is_round(self, component: str) -> bool:  # noqa: ARG002 - all or none of them
        return self.catalogue.shape == "round"

    def lots(self, paper: Paper) -> tuple[Lot, ...]:  # noqa: ARG002 - the same on every paper
        size = self.catalogue.size_mm
        pieces = tuple(
            Piece(component, f"token {component}", token.count, back := self._back_of(colour), colour, f"the {back}")
            for component, (colour, token) in self.faces.items()
        )
        return (Lot("tokens", size, size, BLEED_MM, pieces, round=self.catalogue.shape == "round"),)

    def shows(self, component: str) -> Mapping[str, int]:
        return {self._symbol_of(component): 1}

    # -- findings and lists --

    def findings(self) -> tuple[Finding, ...]:
        return sort_findings(self._findings())

    def count(self, colour: str | None = None) -> int:
        """Return how many tokens there are, of a colour or in all."""
        return sum(token.count for name, token in self.faces.values() if colour in {None, name})

    def _findings(self) -> Iterator[Finding]:
        """Yield findings about colours, promises and texts."""
        expect = self.catalogue.expect
        promised: list[tuple[str, str | None, str, int | None]] = [("the game", None, "pieces", expect.pieces)]
        promised += [(colour, colour, "per_colour", expect.per_colour) for colour in self.catalogue.colours]
        for whose, colour, key, wanted in promised:
            place = self.place("expect", key)
            yield from broken_promise(self.count(colour), wanted, place, whose, "token", "counts")
        yield from similar_inks(self.document, self.catalogue.colours)
        for remark in self.document.remarks if isinstance(self.document, TabledDocument) else ():
            yield Finding("unknown-column", Level.WARNING, remark.message, remark.place)
        for token_id, token in self.catalogue.tokens.items():
            for name in NAME.findall(token.text or ""):
                message = f"{name!r} is printed letter by letter, as texts show no signs; name a sign as symbol"
                yield Finding("name-in-text", Level.WARNING, message, self.place("tokens", token_id, "text"))

    def headers(self) -> list[str]:
        return ["id", "colour", "symbol", "value", "text", "count"]

    def rows(self) -> list[list[object]]:
        rows: list[list[object]] = []
        for component, (colour, token) in self.faces.items():
            value = "-" if token.value is None else token.value
            rows.append([component, colour, self._symbol_of(component), value, token.text or "-", token.count])
        return rows

    def composition(self) -> tuple[list[str], list[list[object]]]:
        rows: list[list[object]] = [[colour, self.count(colour)] for colour in self.catalogue.colours]
        return ["", "tokens"], [*rows, ["game", self.count()]]

    def summary(self) -> str:
        catalogue = self.catalogue
        what = f"{self.count()} {catalogue.shape} tokens of {catalogue.size_mm:g} mm"
        return f"{what} in {plural(len(catalogue.colours), 'colour')}"

    # -- the booklet --

    def numbers(self) -> Mapping[str, int | float | str]:
        catalogue = self.catalogue
        kinds = {
            f"deck.count.{token_id}": sum(token.count for _, token in self.faces.values() if token is kind)
            for token_id, kind in catalogue.tokens.items()
        }
        colours = {f"deck.colour.{colour}": self.count(colour) for colour in catalogue.colours}
        size = catalogue.size_mm
        return {"deck.pieces": self.count(), "deck.colours": len(colours), "deck.size_mm": size, **kinds, **colours}

    @property
    def usual_frontispiece(self) -> str:
        return next(iter(self.faces), BACK)

    def symbol_names(self) -> tuple[str, ...]:
        return (*(EMBLEM + colour for colour in self.catalogue.colours), *self.faces)

    def draw_symbol(self, name: str, theme: Theme) -> Drawing:
        if name in self.faces:
            colour_id, _ = self.faces[name]
            return self._draw_face(name, 0.0, palette(theme, self.catalogue.colours[colour_id].ink))
        colour = self.catalogue.colours[name.removeprefix(EMBLEM)]
        badge = placed(emblem_badge(colour.symbol, palette(theme, colour.ink)), 6, 6, 1.12)
        return Drawing(f"symbol-{name}", name.replace("-", " "), 12, 12, 0.0, (badge,))


KIND = Kind(
    "tokens",
    "square or round tokens",
    TokensGame.read,
    {"tokens": TokensCatalogue},
    whole=lambda document, path: include_table(document, path, "tokens", Token, TokensCatalogue),
)


# -- drawings ----------------------------------------------------------------------------------------------------------

FULL = 30.0
BLEED_MM = 2.0
"""Own choice: tokens are smaller than tiles, and cut one by one."""
BEYOND = 12.0
"""Width of the ground beyond the token, at its own scale: more than any bleed."""
DISC, KEYS, RIM = 10.2, 12.3, 13.1
WORD_MM, NUMBER_MM = 3.3, 4.2
"""The em of a word, and the height of a number."""
FAMILY = "Alegreya"
"""Fonts of words; letters that they lack are taken from others."""
WORD_ROOM = 13.0
"""Greatest width of a word at the foot of the disc."""
CUT_INK, CUT_MM = "#9a9a9a", 0.1


def _ink(palette: Palette) -> str:
    return palette.inks.outline if palette.line_art else palette.emblem


@keyed_by_inks
def _field(palette: Palette) -> Group:
    """Draw the ground of a token."""
    far = FULL / 2 + BEYOND
    ground = Shape(Pen().rectangle(-far, -far, 2 * far, 2 * far).data, fill=palette.field)
    disc = Shape(Pen().circle(0, 0, DISC).data, fill=palette.deep, stroke=palette.own, width=max(0.3, palette.line))
    ink, width = (palette.own, 0.3) if palette.line_art else (palette.emblem, 0.36)
    keys = Shape(key_ring(0, 0, DISC + 0.7, KEYS, 28), stroke=ink, width=width, cap="butt", join="miter")
    rim = Shape(Pen().circle(0, 0, RIM).data, stroke=ink, width=width)
    return Group("field", (ground, disc, keys, rim))


def _face(token: Token, symbol: Symbol, palette: Palette) -> tuple[Group, ...]:
    """Draw the sign, and below it the value and the word; the sign stands higher and smaller if there are any."""
    below = [part for part in (token.value is not None, token.text is not None) if part]
    y, scale = ((0.0, 1.45), (-2.9, 0.95), (-4.3, 0.74))[len(below)]
    ink, line = _ink(palette), 0.42 if palette.line_art else 0.6
    groups = [_sign(symbol, palette, y, scale)]
    if token.value is not None:
        number = letter_path(str(token.value), NUMBER_MM, middle=5.3 if token.text is None else 2.5)
        groups.append(Group("value", (Shape(number, stroke=ink, width=line),)))
    if token.text is not None:
        groups.append(Group("word", (Shape(_word(token.text, 5.0 if token.value is None else 6.7), fill=ink),)))
    return tuple(groups)


def _word(text: str, middle: float) -> PathData:
    """Draw the letters of a word, the middle of its capitals at y = `middle`; a long word is smaller."""
    fonts = _fonts()
    runs = fonts.load_typeface(library.fonts_folder(), FAMILY).printable_runs(text, "bold")
    size = min(WORD_MM, WORD_ROOM * 1000 / fonts.runs_advance(runs))
    font, _ = runs[0]
    left, foot = -fonts.runs_advance(runs) * size / 2000, middle + font.cap_height * size / 2000
    path: PathData = fonts.trace_runs(runs, left, foot, size)
    return path


def _sign(symbol: Symbol, palette: Palette, y: float, scale: float) -> Group:
    parts = painted(symbol, palette, palette.emblem, palette.deep, palette.trim if palette.line_art else None)
    return Group("sign", parts, Transform.placing(0, y, scale=scale))
