"""The figures of a rules text: what they claim and what they ask, held against the engine of their game.

A figure that is shown, or that stands for the answer of a question of the text, claims what happens in it; each kind of
game says what a claim is and what its engine finds. A figure with `ask:` is a question of the quiz at the end of the
page of the rules. It shows what a player would see, neither a verdict nor a claim.

What the engine does not find is told alike in all kinds: `figure 'impaling' B: points: claimed 3; the engine finds 2`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from string import ascii_lowercase
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Meta

from generator.catalogue.strict_yaml import Document, Location
from generator.catalogue.themes import Theme
from generator.catalogue.validation import Identifier, Record
from generator.catalogue.words import LoadedWords
from generator.errors import AsterionError, InputError, Mistake, refuse
from generator.rulebook.text.document import RULING_PREFIX, RulesText

if TYPE_CHECKING:
    from generator.rulebook.text.figures import Illustration, PlayerCard, ScenePanel

Answer: TypeAlias = bool | int | str | Iterable[object]
"""What an engine finds."""
Fault: TypeAlias = tuple[Location, str]
"""The place in a figure of what the engine does not confirm, and a sentence about it."""
Words = Annotated[str, Meta(min_length=1)]


class Ask(Record, frozen=True, kw_only=True):
    """A question about what a figure shows.

    Attributes:
        rule: id of the heading of the rules text under which the answer is found.
        text: the question, in English.
        told: the figure in words, for a kind of game whose figures cannot tell themselves.
        answer: `yes` or `no`, a number, or words in the order of the alphabet with commas between them.
    """

    rule: Identifier
    text: Words
    answer: Words
    told: str = ""


class Claimed(ABC):
    """The figures of a rules text, all of which but those that ask are proved by the game's own engine.

    Attributes:
        document: the file of the figures.
        figures: records of the kind of game, by id.
        claims: what the engine has confirmed, as placeholders: ``figure.<id>.<what>``.
    """

    claims: Mapping[str, str]

    def __init__(self, document: Document, figures: Mapping[str, Any], claims: Mapping[str, str]) -> None:
        self.document, self.figures, self.claims = document, figures, claims

    @property
    def shown(self) -> dict[str, Any]:
        """Return the figures that a text can show: no positions of its questions, and nothing that asks."""
        return {name: one for name, one in telling(self.figures).items() if not name.startswith(RULING_PREFIX)}

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the figures that can be shown, in the order of their file."""
        return tuple(self.shown)

    @abstractmethod
    def painter(self, theme: Theme) -> Callable[[Any], Illustration]:
        """Return what makes a picture of a figure."""

    @abstractmethod
    def find_answer(self, name: str) -> Answer:
        """Return what the engine finds for the question of the figure with this id.

        Raises:
            AsterionError: the question makes no sense.
        """

    def illustrations(self, theme: Theme) -> Mapping[str, Illustration]:
        """Return the figures as pictures, by id."""
        paint = self.painter(theme)
        return {name: paint(figure) for name, figure in self.shown.items()}

    def questions(self, theme: Theme) -> Mapping[str, tuple[Ask, Illustration]]:
        """Return what figures ask in the quiz of the page, by id, with their pictures.

        Raises:
            InputError: every answer that the engine does not find, and every question that makes no sense.
        """
        asking = {name: figure for name, figure in self.figures.items() if figure.ask}
        check_figures(self.document, asking, self._answer_faults)
        paint = self.painter(theme)
        return {name: (figure.ask, paint(figure)) for name, figure in asking.items()}

    def _answer_faults(self, name: str, figure: Any) -> Iterator[Fault]:
        try:
            found = _answer_text(self.find_answer(name))
        except InputError:
            raise
        except AsterionError as error:
            yield ("ask",), str(error)
        else:
            yield from compare(("ask", "answer"), figure.ask.answer, found)

    def cover(self, theme: Theme) -> ScenePanel | None:  # noqa: ARG002 - for those who have one
        """Return the picture of the title page, or None if a piece stands there."""
        return None

    def text_mistakes(self, text: RulesText, words: LoadedWords) -> Iterator[Mistake]:  # noqa: ARG002 - as above
        """Yield the names in a rules text that disagree with the figures beside them."""
        return iter(())

    def player_cards(self, theme: Theme) -> tuple[PlayerCard, ...]:  # noqa: ARG002 - for those who have some
        """Return the card of each player, in the order of the catalogue."""
        return ()


class NoFigures(Claimed):
    """A rules text without figures."""

    def __init__(self) -> None:
        super().__init__(Document("", {}, "", {}, {}), {}, {})

    def painter(self, theme: Theme) -> Callable[[Any], Illustration]:  # noqa: ARG002 - there is nothing to ink
        nothing: dict[Any, Illustration] = {}
        return nothing.__getitem__

    def find_answer(self, name: str) -> Answer:
        raise KeyError(name)


def _answer_text(found: Answer) -> str:
    """Return what an engine has found as an answer is written; a list without members is ``none``."""
    return in_words(found if isinstance(found, bool | int | str) else tuple(sorted(set(map(str, found)))))


def in_words(value: object) -> str:
    """Return what is claimed or found: yes or no, numbers by colour, or a list; ``none`` if nothing is in it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        value = [f"{key} {number}" for key, number in value.items()]
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple | list) else str(value)


UNNAMED = frozenset({"panels", "claims", "pairs", "moves", "contest", "duel", "ask"})
"""Keys of a file of figures that no sentence about a claim repeats."""


def compare(at: Location, claimed: object, found: object) -> Iterator[Fault]:
    """Yield a fault if the engine finds something else than is claimed; a claim that is left out says nothing."""
    if claimed is not None and claimed != found:
        what = ".".join(key for key in at if isinstance(key, str) and key not in UNNAMED)
        yield at, f"{what}: claimed {in_words(claimed)}; the engine finds {in_words(found)}"


def telling(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures that ask nothing."""
    return {name: figure for name, figure in figures.items() if figure.ask is None}


def check_figures(
    document: Document, figures: Mapping[str, Any], faults_of: Callable[[str, Any], Iterable[Fault]]
) -> None:
    """Check figures.

    Args:
        document: their file.
        figures: by id.
        faults_of: yields what is wrong with a figure, given its id and itself; may raise an InputError, too.

    Raises:
        InputError: all that is wrong, each with its figure and the letter of its panel.
    """
    mistakes: list[Mistake] = []
    for name, figure in figures.items():
        try:
            for at, message in faults_of(name, figure):
                told = f"figure {name!r}{_letter(figure, at)}: {message}"
                mistakes.append(Mistake(document.value_place(("figures", name, *at)), told))
        except InputError as error:
            mistakes += error.mistakes
    refuse(mistakes)


def _letter(figure: Any, at: Location) -> str:
    """Return the letter of the panel, if several stand side by side."""
    is_one_of_several = len(at) > 1 and isinstance(at[1], int) and len(getattr(figure, str(at[0]))) > 1
    return f" {ascii_lowercase[int(at[1])].upper()}" if is_one_of_several else ""


def claim_table(
    figures: Mapping[str, Any], told: Callable[[Any], Iterable[tuple[int | None, str, str]]]
) -> dict[str, str]:
    """Return what texts may take from figures: ``{{figure.impaling.points}}``.

    Where two panels claim the same, the later one counts; what one of several panels claims has its letter, too:
    ``{{figure.impaling.b.points}}``.

    Args:
        figures: by id.
        told: yields the number of a panel, None if it stands alone, and the name and text of what it claims.
    """
    table: dict[str, str] = {}
    for figure_id, figure in figures.items():
        for number, name, text in told(figure):
            table[f"figure.{figure_id}.{name}"] = text
            if number is not None:
                table[f"figure.{figure_id}.{ascii_lowercase[number]}.{name}"] = text
    return table
