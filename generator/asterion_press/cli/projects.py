"""The commands that begin a project, and that help to translate it: a language is begun, listed, updated, accepted."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import click

from asterion_press.catalogue import library
from asterion_press.catalogue.bounds import ID_CHARACTERS
from asterion_press.catalogue.files import ShelfFile, entries_of, read_bytes
from asterion_press.catalogue.library import PRINT_RUN, WORDS, catalogue_file, closest_language, glossary_file
from asterion_press.catalogue.po import Catalogue, Message
from asterion_press.catalogue.validation import ID_PATTERN
from asterion_press.cli.options import CommandGroup, command, game_option
from asterion_press.cli.terminal import say
from asterion_press.cli.values import FromShelf
from asterion_press.errors import (
    InputError,
    Mistake,
    Place,
    PublishError,
    enumerated,
    forbidden_in_line,
    refuse,
    shows_something,
)
from asterion_press.publish.atomic_file import ELSEWHERE, clear_leftovers, is_there, publish_file, read_files
from asterion_press.publish.location import make_folder
from asterion_press.rulebook.translation.composed import compose_text
from asterion_press.rulebook.translation.language import (
    TRANSLATED,
    Passage,
    SourceTexts,
    Text,
    is_right_to_left,
    list_remarks,
    load_language,
    load_source,
    load_text,
    new_glossary,
    new_words,
    pair_passages,
    source_language,
    split_passages,
    states_of,
    text_names,
)
from asterion_press.rulebook.translation.update import (
    accepted_catalogue,
    catalogue_of,
    differs_in_punctuation,
    load_glossary,
    updated_catalogue,
)

SHOWN = 10
"""Number of passages of a text that are listed as the next ones to translate."""


def _others() -> list[str]:
    """Return every language but that from which the others are made."""
    own = library.own_game()
    there = library.all_languages() if own is None else library.languages(own)
    return [tag for tag in there if tag != source_language()]


@click.group(cls=CommandGroup)
def language() -> None:
    """Help to translate: begin a language, see what it lacks, take over a changed source.

    A translation is a PO file for each text, which Poedit, Weblate or an editor writes. In a project these are
    rules/<language>.po and words/<language>.po; elsewhere the shipped ones, a folder under templates/locales for each
    language. `asterion list languages` shows how far each is translated.

    Examples:
        asterion list languages                        how far each is translated
        asterion language new sv --name Svenska
        asterion language status de
        asterion language update                       after the source has changed
        asterion language accept de
    """


@language.command()
@click.argument("language", required=False, type=FromShelf("language", lambda: [*_others(), source_language()]))
@game_option
def status(language: str | None, game: tuple[str, ...]) -> None:
    """Tell how far each section is that is not whole, and list the next ten passages to be looked at or translated.

    Exit status 1 if there are any. Of the source language, list what the glossaries of the others remark on it.

    Examples:
        asterion language status
        asterion language status de --game asterion
        asterion language status en          what translators remark on English
    """
    if language == source_language():
        _tell_remarks(game)
        return
    begun = compose_text(source_language(), own).gaps if not language and (own := library.own_game()) else ()
    say("".join(f"{gap.place}: untranslated: English still: {gap.shown}\n" for gap in begun))
    found = bool(begun)
    for tag in (language,) if language else tuple(_others()):
        source, chosen = _chosen_catalogues(tag, game)
        for name, catalogue in chosen.items():
            remark = _remarks_text(source.texts[name], catalogue, source.name)
            found = found or bool(remark)
            say(remark)
    if found:
        click.get_current_context().exit(1)
    say("every passage is translated from the source as it stands\n")


def _chosen_catalogues(tag: str, game: tuple[str, ...]) -> tuple[SourceTexts, dict[str, Catalogue]]:
    """Return the source of a language, and its catalogues by the names of their texts: of some games, or of all."""
    loaded, source = load_language(tag), load_source(tag)
    return source, {
        name: loaded.catalogues[name]
        for name in source.texts
        if name in loaded.catalogues and (not game or name in game)
    }


def _remarks_text(text: Text, catalogue: Catalogue, source: str) -> str:
    """Return how far a text is, by section, and what is to be done next; nothing if it is whole."""
    remarks = sorted(list_remarks(text, catalogue, source), key=lambda one: one[0] in {"untranslated", "missing"})
    if not remarks:
        return ""
    pairs = pair_passages(text, catalogue)
    lines = [f"{catalogue.name}: {_share(list(states_of(pairs)))} passages translated"]
    for section in dict.fromkeys(passage.section for passage in text.passages):
        states = list(states_of(pair for pair in pairs if pair.english and pair.english.section == section))
        if len(states) > states.count("translated"):
            lines.append(f"  {section}: {_share(states)}")
    lines += (remark for _, remark in remarks[:SHOWN])
    if len(remarks) > SHOWN:
        lines.append(f"... and {len(remarks) - SHOWN} more")
    return "".join(f"{line}\n" for line in lines)


def _share(states: Sequence[str]) -> str:
    return f"{states.count('translated')} of {len(states)}"


def _tell_remarks(games: tuple[str, ...]) -> None:
    """Print what the glossaries remark on the source text, each at the heading that it is about."""
    texts = load_source(source_language()).texts
    for tag in _others():
        for one in load_glossary(tag).remarks:
            name, _, heading = one.where.removesuffix(".md").partition(" ")
            if name not in texts or (games and name not in games):
                continue
            text = texts[name]
            line = next((passage.first for passage in text.passages if passage.section == heading.lstrip("#")), 1)
            say(f"{Place(text.file, line, 1)}: {tag}: {one.remark}\n")


@language.command()
@click.argument("tag")
@click.option("--name", help="What the language calls itself. Default: its tag.")
@click.option(
    "--from", "begun_from", type=FromShelf("language", _others), help="Begin with the texts of this language."
)
@game_option
def new(tag: str, name: str | None, begun_from: str | None, game: tuple[str, ...]) -> None:
    """Begin a language, or texts of one, from English: a PO file for each text, in which nothing is translated.

    A project without English rules begins it from the language that it has. With --from it has the texts, words and
    terms of another language, all fuzzy: each passage is to be looked at, and accepted. So it is with a text of the
    language in the rules of a project, as translations once were: it is taken over if it has the same passages.

    Examples:
        asterion language new sv --name Svenska
        asterion language new de-AT --from de
        asterion language new da --game minotaurus
    """
    _check_own_texts()
    if tag == source_language():
        raise click.UsageError(f"{tag!r} cannot be begun; the others are made from it")
    check_tag(tag)
    if name is not None and (forbidden_in_line(name) or not shows_something(name)):
        raise click.UsageError(f"{name!r} is no name of a language; write it in letters, on one line")
    if not begin_language(tag, name, begun_from, game):
        raise click.UsageError(f"{tag!r} is there already; `asterion language status {tag}` lists what it lacks")


def check_tag(tag: str) -> None:
    """Check that a language of this tag can be begun.

    Raises:
        click.UsageError: it is no tag, or that of a language that cannot be typeset.
    """
    if not library.TAG.fullmatch(tag):
        raise click.UsageError(f"{tag!r} cannot be begun; give a language tag such as pt-BR")
    if is_right_to_left(tag):
        raise click.UsageError(
            f"{tag!r} is written from right to left, which cannot be typeset yet; "
            "templates/locales/README.md says what is missing"
        )


def begin_language(
    tag: str, name: str | None = None, begun_from: str | None = None, game: tuple[str, ...] = ()
) -> bool:
    """Begin a language as :func:`new` does; return whether there was anything to begin."""
    source, own = load_source(tag), library.own_game()
    begun = load_language(begun_from).catalogues if begun_from else {}
    named = library.own_words_file(tag)
    names = [
        one
        for one in dict.fromkeys((WORDS, *(game or text_names())))
        if one in source.texts and not catalogue_file(tag, one).path.is_file() and (one in begun or not begun_from)
    ]
    if own and named and TRANSLATED.search(named.read().decode("utf-8", "replace")):
        names = [one for one in names if one != WORDS]  # of a project that has them there
    given = {name: {key: one.msgstr for key, one in found.messages.items()} for name, found in begun.items()}
    if own and (file := library.texts_beside(own).get(tag)):
        given[own] = _taken_over(source.texts[own], load_text(file))
    files: dict[Path, str] = {}
    if not (words := library.words_file(tag).path).is_file():  # first, as a language is there when it has words
        model = library.words_file(begun_from or library.ENGLISH)
        text = model.read().decode()
        path = catalogue_file(tag, WORDS).path.with_suffix(".yaml") if own else words
        files[path] = new_words(tag, name or tag, text, own=begun_from is None)
    if not own and not (glossary := glossary_file(tag).path).is_file():
        known = glossary_file(begun_from).path if begun_from else None
        files[glossary] = read_bytes(known, known.name).decode() if known else new_glossary()
    for begun_already in (words, glossary_file(tag).path, *(catalogue_file(tag, one).path for one in source.texts)):
        clear_leftovers(begun_already)
    _write(files, {})
    _write(
        {
            catalogue_file(tag, one).path: catalogue_of(tag, one, source.texts[one], given.get(one, {}), fuzzy=True)
            for one in names
        },
        {},
    )
    return bool(files or names)


def _taken_over(source: Text, text: Text) -> dict[str, str]:
    """Return the passages of a text that once was a translation, by key.

    Raises:
        InputError: it has not the passages of its source.
    """
    found = split_passages(text.text, source.ids)
    for passage, other in zip(source.passages, found, strict=False):
        if (passage.key, passage.kind) != (other.key, other.kind):
            there = f"{passage.name} should stand, as in {source.place(passage)}"
            message = f"{other.name} stands where {there}; mend that, or move this text away to begin anew"
            raise InputError.at(text.place(other), message)
    if len(found) != len(source.passages):
        message = f"{len(found)} passages; {source.file} has {len(source.passages)}; mend that, or move this text away"
        raise InputError.at(Place(text.file, text.passages[-1].first, 1), message)
    return {one.key: one.text for one, other in zip(found, source.passages, strict=True) if one.text != other.text}


@language.command()
@click.argument("languages", nargs=-1, type=FromShelf("language", _others))
@game_option
def update(languages: tuple[str, ...], game: tuple[str, ...]) -> None:
    """Take over what has changed in the source: into the PO files of some languages, or of all.

    A passage that was rewritten keeps its translation, fuzzy, with the source of before; one that is new is empty; what
    the source has no more becomes obsolete. Passages are known by their keys, the msgctxt of their entries.

    Examples:
        asterion language update
        asterion language update de --game asterion
    """
    _check_own_texts()
    for tag in languages or tuple(_others()):
        known = read_files(catalogue_file(tag, name).path for name in text_names())
        source, chosen = _chosen_catalogues(tag, game)
        _write(
            {
                catalogue_file(tag, name).path: updated_catalogue(tag, name, source.texts[name], catalogue)
                for name, catalogue in chosen.items()
            },
            known,
        )


@language.command()
@click.argument("languages", nargs=-1, type=FromShelf("language", _others))
@game_option
@click.option(
    "--line", "lines", type=int, multiple=True, help="Only the passage in this line of the source of the one text."
)
@click.option("--same", is_flag=True, help="Also empty ones, which then read as in the source, such as names.")
@click.option("--punctuation", is_flag=True, help="Only passages of which the source has changed punctuation alone.")
def accept(
    languages: tuple[str, ...], game: tuple[str, ...], lines: tuple[int, ...], *, same: bool, punctuation: bool
) -> None:
    """Say that translations are right which are fuzzy or outdated, in some languages or, with a choice, in all.

    The PO files are brought up to date with that, as by `update`.

    Examples:
        asterion language accept de
        asterion language accept de --game asterion --line 58 --line 60
        asterion language accept --game asterion --line 45     a line of English, in all languages
        asterion language accept --punctuation                 where English changed no word, in all languages
    """
    _check_own_texts()
    if own := library.own_game():
        game = game or (own,) if lines else game
    if lines and len(game) != 1:
        raise click.UsageError("--line asks for one --game whose text is meant")
    if not (languages or lines or punctuation):
        raise click.UsageError("name the languages that you have looked at, or what of all: --line or --punctuation")

    def chosen(passage: Passage, message: Message) -> bool:
        is_here = not lines or any(passage.first <= line <= passage.last for line in lines)
        return is_here and (not punctuation or differs_in_punctuation(passage, message))

    for tag in languages or tuple(_others()):
        known = read_files(catalogue_file(tag, name).path for name in text_names())
        count, files, refused = 0, dict[Path, str](), list[Mistake]()
        source, catalogues = _chosen_catalogues(tag, game)
        if lines and (text := source.texts.get(game[0])):
            empty = (line for line in lines if not any(one.first <= line <= one.last for one in text.passages))
            refuse(Mistake(Place(text.file, line, 1), "no passage in this line") for line in empty)
        for name, catalogue in catalogues.items():
            accepted, more, wrong = accepted_catalogue(source.texts[name], catalogue, chosen, same=same)
            count, refused = count + more, refused + wrong
            files[catalogue_file(tag, name).path] = updated_catalogue(tag, name, source.texts[name], accepted)
        _write(files, known)
        say(f"passages accepted: {tag} ({count})\n")
        refuse(refused)


def _write(files: Mapping[Path, str], known: Mapping[Path, bytes]) -> None:
    """Write files that are whole by themselves, one after the other, and print each that is written.

    Raises:
        PublishError: one was changed since it was read, or the system refuses; those that are printed are written.
    """
    there = read_files(files)
    if changed := [str(path) for path in files if there.get(path) != known.get(path)]:
        why = "would be replaced; move that away first" if not known else "changed meanwhile; give the command again"
        raise PublishError(f"{enumerated(changed)} {why}")
    for path, text in files.items():
        if there.get(path) != (data := text.encode()):
            make_folder(path.parent, str(path.parent), ELSEWHERE)
            publish_file(path, data, force=path in there)
            say(f"{path if library.own_game() else path.relative_to(library.root()).as_posix()}\n")


def _check_own_texts() -> None:
    """Check that the texts belong to a project or to a clone: an update of an installed program would replace them.

    Raises:
        ClickException: they are part of an installed program.
    """
    if library.own_game() is None and library.root().is_relative_to(library.PACKAGE):
        raise click.ClickException(
            "the texts of an installed program are not changed, as its next update would lose that; "
            "run this in a project, or in a clone"
        )


# -- projects ----------------------------------------------------------------------------------------------------------

CATALOGUE, README = "game.yaml", "README.md"
IGNORED = "output/\n"
KEYS = ("game", "title")
"""Keys of a skeleton's catalogue that name the game, and are made from the folder's name."""
TITLE_ROOM = 14
"""Letters that a line of the title page holds, whichever they are; of blanks twice as many. Measured: w is widest."""


def _skeletons() -> dict[str, Path]:
    """Return the folders of the starting points, by name."""
    below = entries_of(library.templates("projects"))
    return {path.name: path for path in below if path.is_dir()}


def _beginnings() -> list[str]:
    return [*_skeletons(), *library.games()]


class Tag(FromShelf):
    """A language that is there, or one that can be begun."""

    def read(self, word: str) -> Any:
        there = list(self.there())
        if word in there or closest_language(word, there):
            return super().read(word)
        check_tag(word)
        return word


@command()
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

    Examples:
        asterion init mygame
        asterion init mygame --from tokens --language en --language fr
        asterion init longer --from asterion           Asterion itself, to change a tile of
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
    run, readme = (_text(_shelved(library.templates("projects", name))) for name in (PRINT_RUN, README))
    files |= {PRINT_RUN: run, README: readme.format(title=title, game=game)}
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
            return library.top_id(library.file_at(file), "game")
    return None
