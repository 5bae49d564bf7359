"""The kinds of values that options take: names that are looked up, files, numbers, places."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.library import YAML, closest_language
from asterion_press.catalogue.printer_shelf import MOST_MM, NAME_LENGTH, NOBODY, is_name, printers
from asterion_press.errors import InputError, suggestion


def completions(there: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Return what completes a word in a shell."""
    return [CompletionItem(one) for one in there if one.startswith(incomplete)]


class OneOf(click.Choice[str]):
    """One of some words; another one is told with the closest of them."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:  # noqa: ARG002 - click's
        return f"unknown word {value!r}; {suggestion(str(value), self.choices)}"


class Worded(click.ParamType[Any]):
    """A kind of values that are written as a word; what is a value already stays as it is."""

    def read(self, word: str) -> Any:
        """Return the value of a word.

        Raises:
            ValueError: what is wrong with it, in the words that the user reads.
        """
        raise NotImplementedError

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self.read(value) if isinstance(value, str) else value
        except (ValueError, click.BadParameter) as error:
            self.fail(str(error), param, ctx)


class FromShelf(Worded):
    """A choice among names that are looked up when the option is read: languages, targets, texts."""

    def __init__(self, kind: str, there: Callable[[], Iterable[str]]) -> None:
        self.name = kind
        self.there = there

    def read(self, word: str) -> Any:
        choices = list(self.there())
        if word not in choices and self.name == "language" and (found := closest_language(word, choices)):
            return found
        if word not in choices:
            raise ValueError(f"unknown {self.name} {word!r}; {suggestion(word, choices)}")
        return word

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        return completions(self.there(), incomplete)


class Number(click.FloatRange):
    """A finite number in a range; the range check alone would let NaN pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is no number that can be measured; write digits, as in 2.5", param, ctx)
        return number


class FileEnding(click.Path):
    """A file whose ending says what kind of file it is."""

    def __init__(self, what: str, *endings: str) -> None:
        """Say what such a file is in messages, and which endings it may have; the first ones are shown."""
        super().__init__(path_type=Path)
        self.what, self.endings = what, endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(value)
        if path.suffix.lower() not in self.endings:
            *others, last = self.endings
            listed = f"{', '.join(others)} or {last}" if others else last
            self.fail(f"{str(value)!r} is no {self.what}; end its name in {listed}", param, ctx)
        return path


class IdOrFile(Worded):
    """The id of a file of a kind, such as a theme, or the path of a .yaml file; see :func:`library.file_called`."""

    def __init__(self, kind: str, folder: str, there: Callable[[], dict[str, ShelfFile]]) -> None:
        self.name, self.folder, self.there = kind, folder, there

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:  # noqa: ARG002 - click's signature
        return "ID|FILE"

    def read(self, word: str) -> ShelfFile:
        try:
            return library.file_called(self.name, self.folder, word, self.there())
        except LookupError as error:
            raise ValueError(str(error)) from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        with suppress(OSError, InputError):  # a shell that completes has no room for an error
            if ids := completions(self.there(), incomplete):
                return ids
        return [CompletionItem(incomplete, type="file")]


PAPER = IdOrFile("paper", "papers", library.papers)
THEME = IdOrFile("theme", "themes", library.themes)
LAYOUT = IdOrFile("layout", "layouts", library.layouts)
CUTTER = IdOrFile("cutter", "cutters", library.cutters)
NO_PRINTER = ShelfFile(NOBODY, Path(), NOBODY)
"""The file that stands for none."""


class PrinterFile(IdOrFile):
    """One of this user's printers, none, or a file such as `asterion printer show` prints."""

    def __init__(self) -> None:
        super().__init__("printer", "printers", lambda: {**printers(), NOBODY: NO_PRINTER})

    def read(self, word: str) -> ShelfFile:
        file = super().read(word)
        if file is not NO_PRINTER and not is_name(file.id):
            what = f"{file.id!r} would stand on every sheet; give the file a name of at most {NAME_LENGTH} letters"
            raise ValueError(what)
        return file


class NamedValue(Worded):
    """A name and its value, as in ``prisoners=0-2``; hyphens of the name become underscores."""

    def __init__(self, kind: str, values: Mapping[str, click.ParamType[Any]]) -> None:
        """Say which names there are.

        Args:
            kind: what messages call a name.
            values: the type of the value of each name.
        """
        self.name, self.values = kind, values

    def read(self, word: str) -> tuple[str, Any]:
        name, _, given = word.partition("=")
        if name not in self.values:
            raise ValueError(f"unknown {self.name} {name!r}; {suggestion(name, self.values)}")
        return name.replace("-", "_"), self.values[name].convert(given, None, None)


class GameName(Worded):
    """A game: its id, its catalogue, which is a .yaml file, or the folder of its project."""

    name = "game"
    others = f"a folder with {' or '.join(library.CATALOGUES)}, or a .yaml file"
    any_folder = False

    def there(self) -> list[str]:
        """Return the ids that may be given."""
        return list(library.games())

    def read(self, word: str) -> str:
        path = Path(word)
        if word in (there := self.there()) or path.suffix in YAML:
            return word
        catalogue = library.project_catalogue(path) if path.is_dir() else None
        if catalogue is None and not (self.any_folder and path.is_dir()):
            raise ValueError(f"unknown {self.name} {word!r}; {suggestion(word, there)}, {self.others}")
        return word if catalogue is None else str(catalogue)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        return completions(self.there(), incomplete) or [CompletionItem(incomplete, type="file")]


class DeckName(GameName):
    """A game or a variant, or a folder that was built."""

    name = "deck"
    others = "a .yaml file or a folder"
    any_folder = True

    def there(self) -> list[str]:
        return [*library.games(), *library.variants()]


class Lengths(Worded):
    """Two lengths in mm with a comma between them."""

    name = "lengths"

    def __init__(self, example: str, least: float, most: float) -> None:
        self.example, self.least, self.most = example, least, most

    def read(self, word: str) -> tuple[float, float]:
        found = [re.fullmatch(_LENGTH, part) for part in word.split(",")]
        if len(found) != 2 or not all(found):
            raise ValueError(f"{word!r} is not two lengths in mm; write them with a comma, as in {self.example}")
        across, down = (float(one[1]) for one in found if one)
        for length in (across, down):
            if not self.least <= length <= self.most:
                raise ValueError(f"{length:g} mm is not between {self.least:g} and {self.most:g} mm")
        return across, down


_PLACE = r"\s*(?:([1-9]\d{0,4}):)?([1-9]\d{0,4})\s*"
_LENGTH = r"\s*([+-]?\d{1,4}(?:\.\d{1,4})?)\s*"
BACK_OFFSET = Lengths("1.3,-0.4", -MOST_MM, MOST_MM)
MOST_PIECES = 1000


class Skipped(Worded):
    """Places that are left free: ``3,7`` of the first sheet, ``2:5`` of another one."""

    name = "places"

    def read(self, word: str) -> tuple[tuple[int, int], ...]:
        if word == NOBODY:
            return ()
        found = [re.fullmatch(_PLACE, part) for part in word.split(",")]
        if not all(found):
            raise ValueError(f"{word!r} names no places; write 3,7 for the first sheet, 2:5 for another one")
        return tuple(sorted({(int(one[1] or 1), int(one[2])) for one in found if one}))


class Pieces(Worded):
    """Ids of pieces with commas between them."""

    name = "pieces"

    def read(self, word: str) -> tuple[str, ...]:
        found = tuple(part.strip() for part in word.split(","))
        if not all(found) or len(found) > MOST_PIECES:
            raise ValueError(f"{word[:60]!r} names no pieces; write their ids, as in Y03,R11")
        return found
