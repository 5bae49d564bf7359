"""A game of tokens as the press sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.catalogue.headers import piece_mistakes
from generator.catalogue.papers import Paper
from generator.catalogue.strict_yaml import Document
from generator.catalogue.themes import Theme
from generator.catalogue.validation import validated
from generator.drawing.display_list import Drawing, placed
from generator.drawing.emblems import emblem_badge
from generator.drawing.inks import LEAST_DISTANCE, distance, palette
from generator.errors import Mistake, refuse
from generator.games.game import Game
from generator.games.report import Finding, Level, sort_findings
from generator.games.tokens.drawing import BLEED_MM, back_drawing, token_drawing
from generator.games.tokens.records import TokensCatalogue
from generator.layout.batches import Lot, Piece
from generator.wording import plural, suggestion

BACK = "back"
EMBLEM = "emblem-"


def read_tokens(document: Document) -> TokensGame:
    """Return the game that a catalogue of tokens defines.

    Raises:
        InputError: every mistake of its form, or if that is sound, every mistake of its sense.
    """
    catalogue = validated(document, TokensCatalogue)
    refuse(_mistakes(catalogue, document))
    return TokensGame(catalogue, document)


def _mistakes(catalogue: TokensCatalogue, document: Document) -> Iterator[Mistake]:
    if BACK in catalogue.colours:
        place = document.key_place(("colours", BACK))
        yield Mistake(place, f"{BACK!r} is the name of the backs; give this colour another")
    for key in ("symbol", "ink"):
        seen: dict[str, str] = {}
        for name in catalogue.colours:
            value = getattr(catalogue.colours[name], key)
            if (owner := seen.setdefault(value, name)) != name:
                place = document.value_place(("colours", name, key))
                yield Mistake(place, f"{key} {value!r} belongs to {owner!r} already; each colour needs its own")
    for token_id, token in catalogue.tokens.items():
        before: set[str] = set()
        for index, colour in enumerate(token.colours or ()):
            place = document.value_place(("tokens", token_id, "colours", index))
            if colour not in catalogue.colours:
                yield Mistake(place, f"unknown colour {colour!r}; {suggestion(colour, catalogue.colours)}")
            elif colour in before:
                yield Mistake(place, f"colour {colour!r} appears twice")
            before.add(colour)
    counted = (
        token.count * (len(catalogue.colours) if token.colours is None else len(set(token.colours)))
        for token in catalogue.tokens.values()
    )
    yield from piece_mistakes(sum(counted), "tokens", document.key_place(("tokens",)))


class TokensGame(Game):
    """A game of square or round tokens."""

    kind = "tokens"

    def __init__(self, catalogue: TokensCatalogue, document: Document) -> None:
        self.catalogue, self.document = catalogue, document
        self.head = catalogue.head
        self.faces = {
            f"{colour}-{token_id}": (colour, token)
            for colour in catalogue.colours
            for token_id, token in catalogue.tokens.items()
            if token.count and (token.colours is None or colour in token.colours)
        }

    # -- what is printed --

    def component_ids(self) -> tuple[str, ...]:
        backs = dict.fromkeys(filter(None, (self._back_of(colour) for colour, _ in self.faces.values())))
        return (*self.faces, *backs)

    def _back_of(self, colour: str) -> str:
        return {"alike": BACK, "colours": f"{BACK}-{colour}", "blank": ""}[self.catalogue.backs]

    def subject(self, component: str) -> object:
        catalogue = self.catalogue
        colour, token = self.faces.get(component, (component.removeprefix(f"{BACK}-"), None))
        return catalogue.size_mm, catalogue.shape, catalogue.colours.get(colour), token

    def draw(self, component: str, theme: Theme) -> Drawing:
        if component in self.faces:
            return self._face(component, theme)
        if component not in self.component_ids():
            raise KeyError(component)
        size, outline = self.catalogue.size_mm, self.catalogue.shape
        colour = self.catalogue.colours.get(component.removeprefix(f"{BACK}-"))
        if colour is None:
            return back_drawing(component, "Back", None, palette(theme, theme.inks.night), size, outline)
        title = f"Back of the {component.removeprefix(f'{BACK}-')} tokens"
        return back_drawing(component, title, colour.symbol, palette(theme, colour.ink), size, outline)

    def _face(self, component: str, theme: Theme, **bleed: float) -> Drawing:
        name, token = self.faces[component]
        colour = self.catalogue.colours[name]
        inks, size, outline = palette(theme, colour.ink), self.catalogue.size_mm, self.catalogue.shape
        title = f"Token {component}"
        return token_drawing(component, title, token, token.symbol or colour.symbol, inks, size, outline, **bleed)

    def is_round(self, component: str) -> bool:  # noqa: ARG002 - all or none of them
        return self.catalogue.shape == "round"

    def lots(self, paper: Paper) -> tuple[Lot, ...]:  # noqa: ARG002 - the same on every paper
        size = self.catalogue.size_mm
        pieces = tuple(
            Piece(component, f"token {component}", token.count, back := self._back_of(colour), colour, f"the {back}")
            for component, (colour, token) in self.faces.items()
        )
        return (Lot("tokens", size, size, BLEED_MM, pieces),)

    # -- what is said of it --

    def findings(self) -> tuple[Finding, ...]:
        return sort_findings((*self._promises(), *self._inks()))

    def count(self, colour: str | None = None) -> int:
        """Return how many tokens there are, of a colour or in all."""
        return sum(token.count for name, token in self.faces.values() if colour in {None, name})

    def _promises(self) -> Iterator[Finding]:
        expect = self.catalogue.expect
        promised: list[tuple[str, str | None, str, int | None]] = [("the game", None, "pieces", expect.pieces)]
        promised += [(colour, colour, "per_colour", expect.per_colour) for colour in self.catalogue.colours]
        for whose, colour, key, wanted in promised:
            there = self.count(colour)
            if wanted is not None and wanted != there:
                message = (
                    f"{whose} has {plural(there, 'token')}, the file promises {wanted}; change counts or the promise"
                )
                yield Finding("broken-promise", Level.ERROR, message, self.place("expect", key))

    def _inks(self) -> Iterator[Finding]:
        seen: dict[str, str] = {}
        for name, colour in self.catalogue.colours.items():
            for other, ink in seen.items():
                if distance(colour.ink, ink) < LEAST_DISTANCE:
                    message = f"the ink {colour.ink} of {name} can hardly be told from {other}, {ink}; choose another"
                    yield Finding("similar-inks", Level.WARNING, message, self.place("colours", name, "ink"))
            seen[name] = colour.ink

    def headers(self) -> list[str]:
        return ["id", "colour", "symbol", "value", "text", "count"]

    def rows(self) -> list[list[object]]:
        rows: list[list[object]] = []
        for component, (colour, token) in self.faces.items():
            symbol = token.symbol or self.catalogue.colours[colour].symbol
            value = "-" if token.value is None else token.value
            rows.append([component, colour, symbol, value, token.text or "-", token.count])
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
    def title_picture(self) -> str:
        return next(iter(self.faces), BACK)

    def symbol_names(self) -> tuple[str, ...]:
        return (*(EMBLEM + colour for colour in self.catalogue.colours), *self.faces)

    def draw_symbol(self, name: str, theme: Theme) -> Drawing:
        if name in self.faces:
            return self._face(name, theme, bleed=0.0)
        colour = self.catalogue.colours[name.removeprefix(EMBLEM)]
        badge = placed(emblem_badge(colour.symbol, palette(theme, colour.ink)), 6, 6, 1.12)
        return Drawing(f"symbol-{name}", name.replace("-", " "), 12, 12, 0.0, (badge,))
