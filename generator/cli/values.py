"""The kinds of values that options take: names that are looked up, files, numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from generator.catalogue import library
from generator.catalogue.library import YAML, ShelfFile, closest_language
from generator.errors import InputError
from generator.wording import suggestion


class FromShelf(click.ParamType[str]):
    """A choice among names that are looked up when the option is read: languages, targets, texts."""

    def __init__(self, kind: str, there: Callable[[], Iterable[str]]) -> None:
        self.name = kind
        self.there = there

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        choices = list(self.there())
        if value not in choices and self.name == "language" and (found := closest_language(value, choices)):
            return found
        if value not in choices:
            self.fail(f"unknown {self.name} {value!r}; {suggestion(value, choices)}", param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        return [CompletionItem(choice) for choice in self.there() if choice.startswith(incomplete)]


class Number(click.FloatRange):
    """A finite number in a range; the range check alone would let NaN pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is no number that can be measured; write digits, as in 2.5", param, ctx)
        return number


class IdOrFile(click.ParamType[ShelfFile]):
    """The id of a file of a kind, such as a theme, or the path of a .yaml file; see :func:`library.file_called`."""

    def __init__(self, kind: str, folder: str, there: Callable[[], dict[str, ShelfFile]]) -> None:
        self.name, self.folder, self.there = kind, folder, there

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:  # noqa: ARG002 - click's signature
        return "ID|FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> ShelfFile:
        if isinstance(value, ShelfFile):
            return value
        try:
            return library.file_called(self.name, self.folder, str(value), self.there())
        except LookupError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        with suppress(OSError, InputError):  # a shell that completes has no room for an error
            if ids := [CompletionItem(one) for one in self.there() if one.startswith(incomplete)]:
                return ids
        return [CompletionItem(incomplete, type="file")]


PAPER = IdOrFile("paper", "papers", library.papers)
THEME = IdOrFile("theme", "themes", library.themes)
LAYOUT = IdOrFile("layout", "layouts", library.layouts)
CUTTER = IdOrFile("cutter", "cutters", library.cutters)


class NamedValue(click.ParamType[tuple[str, Any]]):
    """A name and its value, as in ``prisoners=0-2``; hyphens of the name become underscores."""

    def __init__(self, kind: str, values: Mapping[str, click.ParamType[Any]]) -> None:
        """Say which names there are.

        Args:
            kind: what messages call a name.
            values: the type of the value of each name.
        """
        self.name, self.values = kind, values

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        if isinstance(value, tuple):
            return value
        name, _, told = str(value).partition("=")
        if name not in self.values:
            self.fail(f"unknown {self.name} {name!r}; {suggestion(name, self.values)}", param, ctx)
        return name.replace("-", "_"), self.values[name].convert(told, param, ctx)


class DeckName(click.ParamType[str]):
    """A deck: a catalogue or a variant that is a .yaml file, the id of a game or of a variant, or a folder.

    A folder is that of a project, or one that was built.
    """

    name = "deck"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        choices, path = [*library.games(), *library.variants()], Path(value)
        if path.suffix not in YAML and value not in choices and not path.is_dir():
            self.fail(f"unknown deck {value!r}; {suggestion(value, choices)}, a .yaml file or a folder", param, ctx)
        catalogue = library.project_catalogue(path) if value not in choices and path.is_dir() else None
        return value if catalogue is None else str(catalogue)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        ids = [CompletionItem(deck) for deck in (*library.games(), *library.variants()) if deck.startswith(incomplete)]
        return ids or [CompletionItem(incomplete, type="file")]


class GameName(click.ParamType[str]):
    """A game: its id, its catalogue, which is a .yaml file, or the folder of its project."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        path = Path(value)
        if value in (there := library.games()) or path.suffix in YAML:
            return value
        if path.is_dir() and (catalogue := library.project_catalogue(path)) is not None:
            return str(catalogue)
        what = f"a folder with {' or '.join(library.CATALOGUES)}, or a .yaml file"
        return self.fail(f"unknown game {value!r}; {suggestion(value, there)}, {what}", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        ids = [CompletionItem(game) for game in library.games() if game.startswith(incomplete)]
        return ids or [CompletionItem(incomplete, type="file")]
