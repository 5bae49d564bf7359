"""What every export is: a name, what it can be told, and the files that it makes of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias

from generator.build.fingerprints import key_of

if TYPE_CHECKING:
    from generator.build.targets import Artefact
    from generator.catalogue.themes import Theme
    from generator.drawing.display_list import Drawing
    from generator.games.game import Game
    from generator.publish import OutputFolder

Wishes: TypeAlias = Mapping[str, Any]
"""What a target was told, by the names of its options."""

OptionKind: TypeAlias = Literal["text", "number", "whole", "choice", "paper", "cutter", "language", "file"]


class Option(NamedTuple):
    """Something that a target can be told.

    Attributes:
        name: as it is written after the two hyphens.
        about: what it does, for the help.
        kind: what may be given; of ``file`` a target gets the path.
        default: what holds if nothing is given.
        choices: what may be given, if that is a choice.
        least, most: bounds of a number.
    """

    name: str
    about: str
    kind: OptionKind
    default: str | float | None = None
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Bench:
    """A game to be exported, drawn in one theme.

    Attributes:
        game: with its variant laid upon it.
        theme: its inks.
        theme_hash: sha256 of the theme's file.
        program: key of the program that draws.
        folder: where the export will lie, and the last one lies.
    """

    game: Game
    theme: Theme
    theme_hash: str
    program: str
    folder: OutputFolder

    def drawing(self, component: str) -> Drawing:
        """A component, with its cut lines."""
        return self.game.draw(component, self.theme)

    def key(self, *values: object, components: tuple[str, ...] | None = None) -> str:
        """The key of a file that is made of some components and values; of the whole game if none are named."""
        head = self.game.document.sha256, self.game.variant
        subjects = head if components is None else tuple((one, self.game.subject(one)) for one in components)
        return key_of(self.program, self.theme_hash, subjects, values)


class Target(ABC):
    """One export, as its module presents it under the name ``TARGET``.

    Attributes:
        name: as the command knows it; the module's name.
        about: what comes out, in a line.
        options: what it can be told.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()

    @abstractmethod
    def files(self, bench: Bench, wishes: Wishes) -> Iterator[Artefact]:
        """Every file of the export, in the order of making.

        Raises:
            AsterionError: the game cannot be exported so; the message says what would help.
        """

    def notes(self, bench: Bench, wishes: Wishes) -> Iterator[str]:  # noqa: ARG002 - for those who have some
        """What is to be said about the export that does not stop it."""
        return iter(())
