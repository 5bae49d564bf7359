"""The command that begins a project."""

from __future__ import annotations

import os
import re
import unicodedata
from contextlib import suppress
from itertools import count
from pathlib import Path

import click

from generator.bounds import ID_CHARACTERS
from generator.catalogue import library
from generator.catalogue.files import entries_of
from generator.catalogue.library import PRINT_RUN, ShelfFile, closest_language
from generator.catalogue.validation import ID_PATTERN
from generator.cli.languages import begin_language, check_tag
from generator.cli.options import command, examples, say
from generator.cli.values import FromShelf
from generator.errors import InputError, PublishError
from generator.publish.atomic_file import ELSEWHERE, is_there, publish_file
from generator.publish.location import make_folder
from generator.rulebook.translation.composed import compose_text
from generator.rulebook.translation.language import Text, new_words, split_passages
from generator.rulebook.translation.update import catalogue_of
from generator.wording import enumerated

CATALOGUE = "game.yaml"
README = """\
# {title}

A game to print and play.

- `game.yaml`: the pieces. `rules/`: the rules and their translations. `print.yaml`: how it is printed.
- `asterion check` reports what is wrong with it, with file, line and column.
- `asterion preview` shows its pieces, sheets and rules on a page for the browser.
- `asterion build` makes sheets, pictures and booklets. Print `output/{game}/sheets-a4.pdf` at 100 %, on both sides.
- Files of your own in `themes/`, `layouts/`, `papers/`, `cutters/` and `variants/` come before the shipped ones;
  `words/en.yaml` names your colours and pieces in English.
"""
IGNORED = "output/\n"
KEYS = ("game", "title")
"""Keys of a skeleton's catalogue that name the game, and are made from the folder's name."""
TITLE_ROOM = 14
"""Letters that a line of the title page holds, whichever they are; of blanks twice as many. Measured: w is widest."""


def _skeletons() -> dict[str, Path]:
    """Return the folders of the starting points, by name."""
    below = entries_of(library.root() / "templates" / "projects")
    return {path.name: path for path in below if path.is_dir()}


def _beginnings() -> list[str]:
    return [*_skeletons(), *library.games()]


class Tag(FromShelf):
    """A language that is there, or one that can be begun."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        there = list(self.there())
        if value in there or closest_language(value, there):
            return super().convert(value, param, ctx)
        check_tag(value)
        return value


@command(
    epilog=examples(
        "asterion init mygame",
        "asterion init mygame --from tokens --language en --language fr",
        "asterion init longer --from asterion           Asterion itself, to change a tile of",
    )
)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
@click.option(
    "--from",
    "beginning",
    type=FromShelf("beginning", _beginnings),
    default="blank",
    show_default=True,
    help="Starting point: blank, tokens, or a game, see `asterion list games`.",
)
@click.option(
    "--language",
    "languages",
    type=Tag("language", library.all_languages),
    multiple=True,
    default=("en",),
    show_default=True,
    help="Language of the rules, by its tag; may be given several times. Those without rules are begun from another.",
)
def init(folder: Path, beginning: str, languages: tuple[str, ...]) -> None:
    """Begin a project: a folder with a game of your own, which `asterion build` prints.

    FOLDER is created if it does not exist; the default is the current folder. No existing file is replaced.
    """
    library.enter_project(None)
    shipped = library.languages(beginning) if beginning in library.games() else ()
    source = library.ENGLISH if library.ENGLISH in languages else languages[0]
    written = [one for one in dict.fromkeys(languages) if one in shipped] or [library.ENGLISH if shipped else source]
    source = source if source in written else written[0]
    files = _files(folder, beginning, source, written)
    there = [
        str(folder / name) for name, text in files.items()
        if os.path.lexists(folder / name) and not is_there(folder / name, text.encode())
    ]  # fmt: skip
    if there:
        raise PublishError(f"{enumerated(there)} would be replaced; name another folder, or move that away first")
    for name, text in files.items():  # the catalogue last: a folder without it is no project
        path = folder / name
        if not is_there(path, text.encode()):
            make_folder(path.parent, str(path.parent), ELSEWHERE)
            publish_file(path, text.encode())
    library.enter_project(folder, folder / CATALOGUE)
    say("".join(f"{folder / name}\n" for name in files))
    for one in dict.fromkeys(languages):
        if one not in written:
            begin_language(one)


def _files(folder: Path, beginning: str, source: str, languages: list[str]) -> dict[str, str]:
    """Return the texts of a project's files by name, the catalogue last.

    Args:
        folder: of the project.
        beginning: its starting point.
        source: the language of its rules.
        languages: those that there are rules in.
    """
    skeleton, files, game = _skeletons().get(beginning), dict[str, str](), _id_of(folder)
    if skeleton is None:
        catalogue, title = _named(_text(library.game_file(beginning)), game), beginning.capitalize()
        composed = compose_text(source, beginning)
        files[f"rules/{source}.md"] = composed.text
        text = Text("", composed.text, tuple(split_passages(composed.text)))
        for language in languages:
            if language != source and (other := compose_text(language, beginning).catalogue):
                given = {key: message.msgstr for key, message in other.messages.items()}
                files[f"rules/{language}.po"] = catalogue_of(language, beginning, text, given, fuzzy=False)
        for name, shelf in (("figures.yaml", library.figures()), ("spreads.yaml", library.spreads())):
            if (file := shelf.get(beginning)) is not None:
                files[name] = _named(_text(file), game)
    else:
        title = _title_of(game)
        catalogue = _named(_text(_shelved(skeleton / CATALOGUE)), game, title)
        rules = _text(_shelved(skeleton / "rules.md"))
        rules = re.sub(r"^# \w+$", f"# {title}", rules, count=1, flags=re.MULTILINE)
        files[f"rules/{source}.md"] = rules
    if source not in library.all_languages():
        english = _text(library.words_file(library.ENGLISH))
        files[f"words/{source}.yaml"] = new_words(source, source, english, translated=False)
    run = library.root() / "templates" / "projects" / PRINT_RUN
    files |= {PRINT_RUN: _text(_shelved(run)), "README.md": README.format(title=title, game=game)}
    return files | {".gitignore": IGNORED, CATALOGUE: catalogue}


def _shelved(path: Path) -> ShelfFile:
    return ShelfFile(path.stem, path, path.relative_to(library.root()).as_posix())


def _text(file: ShelfFile) -> str:
    """Return the text of a shipped file without the line that names its schema for editors."""
    text = file.read().decode("utf-8")
    return re.sub(r"\A# yaml-language-server: .*\n(#\n)?", "", text)


def _named(text: str, *names: str) -> str:
    """Return the text of a file with another id of its game, and another title if one is given."""
    for key, value in zip(KEYS, names, strict=False):
        text = re.sub(rf"^{key}: .*$", f"{key}: {value}", text, count=1, flags=re.MULTILINE)
    return text


def _title_of(game: str) -> str:
    """Return a title made from a game's id, with as many words, or letters of one, as fit on the title page."""
    title = game.replace("-", " ").capitalize()
    while len(title) - title.count(" ") // 2 > TITLE_ROOM:
        title = title.rpartition(" ")[0] or title[:-1]
    return title


def _id_of(folder: Path) -> str:
    """Return an id for a game in a folder: the folder's name in Latin letters, with a number where that is taken.

    Taken are the ids of shipped games, and of the projects in the folder above and beside.
    """
    here = folder.resolve()
    letters = unicodedata.normalize("NFKD", here.name.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "game"
    around = [here.parent]
    with suppress(OSError):
        around += entries_of(here.parent)
    taken = {*library.games(), *(_game_in(one) for one in around if one != here)}
    for number in count(1):
        end = "" if number == 1 else f"-{number}"
        game = stem[: ID_CHARACTERS - len(end)].strip("-") + end
        if game not in taken and re.match(ID_PATTERN, game):
            break
    return game


def _game_in(folder: Path) -> str | None:
    """Return the id of the game of which a folder is the project; None if it is none, or one that cannot be read."""
    with suppress(InputError, OSError):
        if (file := library.project_catalogue(folder)) is not None:
            return library.top_id(ShelfFile("", file, str(file)), "game")
    return None
