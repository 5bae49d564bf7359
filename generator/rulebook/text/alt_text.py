"""What a figure shows, told in words: for those who hear a booklet instead of seeing it.

Words come from the language's own ``words.yaml``; a figure fills them with what it shows, so that what is told is as
true as what is drawn. Nothing of it is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.catalogue.words import LoadedWords
from generator.errors import Mistake
from generator.rulebook.text.document import FigureBlock, plain_text
from generator.rulebook.text.placeholders import filled

if TYPE_CHECKING:
    from generator.rulebook.text.figures import Illustration


@dataclass(frozen=True, slots=True)
class Telling:
    """The words of a language for what figures show.

    Attributes:
        words: of the language.
        report: told of each word that asks for what is not there.
    """

    words: LoadedWords
    report: Callable[[Mistake], None]

    @property
    def cjk(self) -> bool:
        """Whether the language is written without spaces."""
        return self.words.words.cjk

    def word(self, key: str, **values: object) -> str:
        """The word with that key, its placeholders filled with `values`."""
        place = self.words.document.value_place(("words", key))
        table = {name: str(value) for name, value in values.items()}
        return filled(self.words.word(key), table, lambda message, _: self.report(Mistake(place, message)))

    def colour(self, colour: str) -> str:
        """The name of one of the deck's colours."""
        return self.words.words.colours.get(colour, colour)

    def listed(self, parts: Iterable[str]) -> str:
        """Parts of a sentence, one after the other."""
        return self.words.words.listed(parts)

    def sentences(self, parts: Iterable[str]) -> str:
        """Sentences, each with its full stop; what is empty is left out."""
        ended = [f"{part}{'。' if self.cjk else '.'}" for part in parts if part]
        return ("" if self.cjk else " ").join(ended)


def alternative(figure: Illustration, block: FigureBlock, telling: Telling) -> str:
    """What is read to those who do not see a figure: the author's words, or the figure's own, or its caption."""
    return plain_text(block.told) or figure.told(telling) or plain_text(block.caption)
