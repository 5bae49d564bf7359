"""The interface of an export target: its name, its options and the files that it makes.

Targets are imported for the help and the completion of the command, so what draws and prints is imported where files
are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from asterion_press.making.fingerprints import key_of

if TYPE_CHECKING:
    from asterion_press.catalogue.themes import Theme
    from asterion_press.drawing.display_list import Drawing
    from asterion_press.games.game import Game
    from asterion_press.making.artefacts import Artefact
    from asterion_press.making.naming import Names
    from asterion_press.publish import OutputFolder

OptionValues: TypeAlias = Mapping[str, Any]
"""The values of a target's options, by their names."""

OptionKind: TypeAlias = Literal["text", "number", "whole", "choice", "paper", "cutter", "language", "file"]


class Option(NamedTuple):
    """An option of a target, as plain data, from which the command makes its own.

    Attributes:
        name: as it is written after the two hyphens.
        about: what it does, for the help.
        kind: what may be given; the value of a ``file`` is its path.
        default: the value if nothing is given.
        choices: what may be given, if that is a choice.
        least, most: bounds of a number.
        kept: name of the file of the export that holds all of a ``file`` that matters.
    """

    name: str
    about: str
    kind: OptionKind
    default: str | float | None = None
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    kept: str = ""


LANGUAGE = Option("language", "Language of the pieces' names. Default: English.", "language")


class ExportContext(Struct, frozen=True):
    """A game to be exported, drawn in one theme.

    Attributes:
        game: with its variant applied.
        theme: its inks.
        theme_hash: key of the theme and of the project's own drawings.
        program: key of the program that draws.
        folder: the output folder, which may hold the last export.
    """

    game: Game
    theme: Theme
    theme_hash: str
    program: str
    folder: OutputFolder

    def drawing(self, component: str) -> Drawing:
        """Return the drawing of a component, with its cut lines."""
        return self.game.draw(component, self.theme)

    def names(self, values: OptionValues) -> Names:
        """Return the names of the pieces in the language of the options; without one, none.

        Raises:
            InputError: mistakes in the words of the language.
        """
        from asterion_press.making.naming import names_in

        return names_in(self.game, str(values["language"] or ""))

    def key(self, *values: object, components: tuple[str, ...] | None = None) -> str:
        """Return the key of a file that is made of some components and values; of the whole game if none are named."""
        head = self.game.document.sha256, self.game.variant
        subjects = head if components is None else tuple((one, self.game.subject(one)) for one in components)
        return key_of(self.program, self.theme_hash, subjects, values)


class Target(NamedTuple):
    """One export.

    Attributes:
        name: as the command knows it.
        about: what comes out, in a line.
        options: what can be set.
        files: yields every file of the export, in the order of making, or raises an AsterionError that says what would
            help if the game cannot be exported so.
        notes: yields remarks on the export that do not stop it.
    """

    name: str
    about: str
    options: tuple[Option, ...]
    files: Callable[[ExportContext, OptionValues], Iterator[Artefact]]
    notes: Callable[[ExportContext, OptionValues], Iterator[str]] = lambda _, __: iter(())
