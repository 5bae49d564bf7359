"""What a booklet is about: a game's head, its numbers, its figures, its drawings. The rest is in the rules text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from generator.catalogue.headers import Head
from generator.drawing.display_list import Drawing
from generator.errors import Place
from generator.pdf.forms import Inkwell
from generator.rulebook.text.figures import Illustration


@dataclass(frozen=True, slots=True)
class Subject:
    """A game as its booklet sees it.

    Attributes:
        head: title, edition, credits.
        table: placeholders of the words, with their values.
        figures: by id.
        drawing: draws a component by its id, and a symbol by ``symbol:`` and its name.
        title_picture: the component on the title page.
        places: where the catalogue says what some placeholders stand for.
        inkwell: the forms of what other booklets of the game have shown already.
    """

    head: Head
    table: Mapping[str, str]
    figures: Mapping[str, Illustration]
    drawing: Callable[[str], Drawing]
    title_picture: str
    places: Mapping[str, Place] = field(default_factory=dict)
    inkwell: Inkwell = field(default_factory=Inkwell)

    def aspect(self, symbol: str) -> float:
        """The width of a symbol as a part of its height."""
        drawing = self.drawing(f"symbol:{symbol}")
        return drawing.width / drawing.height
