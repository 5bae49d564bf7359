"""Rules bent on purpose: the engine plays by another rule, and proves the printed examples again.

A bend is a sentence, the other rule, with what stands in the engine in place of what, by name: ``WINGS_TO_FLY``,
``Labyrinth.touches``. An example is a figure that a rules text shows, with the numbers that the text takes from it, or
a question whose answer is a position; such a position stands among the figures, with the id of the question's heading:
`ruling-a7`. A number counts where the text prints it; what is claimed in words counts where the figure is shown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from string import ascii_lowercase
from typing import Any, TypeAlias

from asterion_press.catalogue import library
from asterion_press.catalogue.strict_yaml import Document, Location
from asterion_press.errors import InputError, Place
from asterion_press.games.game import Claimed, Game
from asterion_press.games.kinds import read_game
from asterion_press.making.rules import reader_of
from asterion_press.rulebook.text.document import RULING_PREFIX, FigureBlock, Heading, RulesText, walk

Part: TypeAlias = Callable[..., Any]
"""A function or a method of an engine."""
Bend: TypeAlias = Iterable[tuple[str, Any]]
"""Names, each with the value in place of a number or property, or with what makes of a part the one in its place."""

STRUCTURE = frozenset({"panels", "claims", "contest", "duel", "then"})
"""Keys of a file of figures that are no words of placeholders."""
DRAWN = frozenset({"impales", "payments"})
"""Words of claims that are drawn where their figure is shown, numbers though they are: the gold bubbles."""


def other(does: Part) -> Part:
    """Return the change by which a part does this; it is given the part as it was, and then what the part is given."""
    return lambda part: lambda *args, **named: does(part, *args, **named)


def always(answer: object) -> Callable[[Part], Part]:
    """Return the change by which a part gives this answer, whatever it is asked."""
    return lambda _: lambda *_args, **_named: answer


@contextmanager
def bent(package: str, bend: Bend) -> Iterator[None]:
    """Have the modules of a package know other things by their names, until the block ends."""
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith(f"{package}.")]
    before: list[tuple[Any, str, Any]] = []
    try:
        for name, change in bend:
            first, _, method = name.partition(".")
            owners: list[Any] = [module for module in modules if first in vars(module)]
            assert owners, f"no module of {package} knows {first!r}"
            if method:
                owners, first = [vars(owners[0])[first]], method
            original = vars(owners[0])[first]
            value = change(original) if callable(change) else change
            for owner in owners:
                before.append((owner, first, vars(owner)[first]))
                setattr(owner, first, value)
        yield
    finally:
        for owner, first, value in reversed(before):
            setattr(owner, first, value)


class Examples:
    """The examples of the English text of a game.

    Attributes:
        shown: figures that it shows, and panels of them.
        taken: the placeholders of figures that it uses, as the words between their points.
        questions: ids of the headings that are questions.
        unasked: positions of questions that it does not ask.
    """

    def __init__(self, name: str) -> None:
        self.game: Game = read_game(library.game_file(name))
        self.file = library.figures()[name]
        self.claimed: Claimed = self.game.figures(self.file)
        document: Any = self.claimed.document
        text: RulesText = reader_of(self.game).read("en").text
        blocks = list(walk(text.blocks))
        self.shown = {block.figure for block in blocks if isinstance(block, FigureBlock)}
        self.questions = {block.id for block in blocks if isinstance(block, Heading) and block.is_ruling}
        uses = (name.split(".") for name in text.placeholders if name.startswith("figure."))
        self.taken = [words for words in uses if words[-1] != "number"]
        self.data = document.data
        self.unasked = {one for one in self.data["figures"] if one.startswith(RULING_PREFIX)} - self.questions
        self._location = dict(_places(document))

    def noticing(self, bend: Bend) -> set[str]:
        """Return the examples that come out otherwise by another rule."""
        with bent(type(self.game).__module__.rpartition(".")[0], bend):
            try:
                claims = self.game.figures(self.file).claims
            except InputError as error:
                return {example for mistake in error.mistakes if (example := self._at(mistake.place))}
        names = (".".join(words) for words in self.taken)
        return {name.split(".")[1] for name in names if claims.get(name) != self.claimed.claims.get(name)}

    def _at(self, place: Place) -> str | None:
        """Return the example that prints what stands at a place of the file of figures, or None."""
        location = self._location[place]
        name, inner = str(location[1]), location[2:]
        if name in self.questions:
            return name
        letter = ascii_lowercase[int(inner[1])] if inner[:1] == ("panels",) and len(inner) > 1 else ""
        shown = next((one for one in (name, f"{name}.{letter}") if one in self.shown), None)
        other = {*ascii_lowercase} - {letter} if letter else set()
        taken = [words for words in self.taken if words[1] == name and words[2] not in other]
        value: Any = self.data
        for key in location:
            value = value[key]
        keys = [str(key).lower() for key in inner if isinstance(key, str)]
        claim = set(keys) - STRUCTURE
        if not _is_number(value) or claim & DRAWN:
            return shown or (name if "claims" in keys and taken else None)
        return shown or name if any(claim <= set(words) for words in taken) else None


def _places(document: Document) -> Iterator[tuple[Place, Location]]:
    """Yield the place of each value of a document with its location; of two at one place the outer one is last."""

    def locations(value: Any, at: Location) -> Iterator[Location]:
        keys: Iterable[Any] = range(len(value)) if isinstance(value, list) else value if isinstance(value, dict) else ()
        for key in keys:
            yield from locations(value[key], (*at, key))
        yield at

    figures: Any = document.data["figures"]
    for name, figure in figures.items():
        for location in locations(figure, ("figures", name)):
            yield document.value_place(location), location


def _is_number(value: Any) -> bool:
    """Check whether a claim, as it is written, is a number, several, or several by colour."""
    if isinstance(value, dict | list):
        return all(map(_is_number, value.values() if isinstance(value, Mapping) else value))
    return str(value).removeprefix("-").isdigit()
