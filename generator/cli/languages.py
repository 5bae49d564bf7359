"""The commands for translators: begin a language, compare it with English, export and import PO files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import click

from generator.bounds import PO_BYTES
from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import parse_document
from generator.catalogue.translation_sources import sources_file
from generator.catalogue.words import words_in, words_of
from generator.characters import forbidden_in_line, shows_something
from generator.cli.making import announce_waiting
from generator.cli.options import CommandGroup, confirm, examples, game_option, hidden_game_option, say
from generator.cli.values import FromShelf
from generator.errors import InputError, Mistake, Place, PublishError
from generator.games.kinds import read_game
from generator.publish.atomic_file import publish_files, read_files
from generator.rulebook.translation.completion import complete_text
from generator.rulebook.translation.earlier import differs_in_punctuation, earlier_file, load_earlier, write_earlier
from generator.rulebook.translation.glossary import glossary_file, load_glossary
from generator.rulebook.translation.language import (
    Language,
    PassagePair,
    Text,
    accept_passages,
    list_remarks,
    load_language,
    load_model,
    outdated_texts,
    pair_texts,
    source_language,
    text_names,
)
from generator.rulebook.translation.new_language import is_right_to_left, new_glossary, new_sources, new_words
from generator.rulebook.translation.po import (
    PoImport,
    TranslatorNotes,
    import_po_files,
    passages_after,
    places_of_words,
    po_text,
    shared_translations,
    sources_after,
)
from generator.rulebook.translation.sources import WORDS, Sources, load_sources, write_sources
from generator.rulebook.translation.splice import move_to_translations
from generator.wording import enumerated, suggestion


def _others() -> list[str]:
    """Return every language but that from which the others are made."""
    own = library.own_game()
    there = library.all_languages() if own is None else library.languages(own)
    return [tag for tag in there if tag != source_language()]


language_argument = click.argument("language", type=FromShelf("language", _others))


@click.group(
    cls=CommandGroup,
    epilog=examples(
        "asterion list languages                        how far each is translated",
        "asterion language new sv --name Svenska",
        "asterion language status de",
        "asterion language accept de",
        "asterion language export de --out po",
        "asterion language import de po/asterion.po",
    ),
)
def language() -> None:
    """Help to translate: begin a language, see what it lacks, exchange PO files.

    In a project these are its own texts, rules/<language>.md and words/<language>.yaml; elsewhere the shipped ones, a
    folder under templates/locales for each language. `asterion list languages` shows how far each is translated.
    """


@language.command(
    epilog=examples(
        "asterion language status",
        "asterion language status de --game asterion",
        "asterion language status en          what translators remark on English",
    )
)
@click.argument("language", required=False, type=FromShelf("language", lambda: [*_others(), source_language()]))
@game_option
def status(language: str | None, game: tuple[str, ...]) -> None:
    """List the passages that are untranslated, missing, outdated or left over, each with its line.

    Exit status 1 if there are any. Of the source language, list what the glossaries of the others remark on it.
    """
    if language == source_language():
        _tell_remarks(game)
        return
    begun = complete_text(source_language(), own).gaps if not language and (own := library.own_game()) else ()
    say("".join(f"{gap.place}: untranslated: English still: {gap.shown}\n" for gap in begun))
    found = bool(begun)
    shipped = load_model(source_language()) if library.own_game() is None else None
    for tag in (language,) if language else tuple(_others()):
        loaded, english = load_language(tag), shipped or load_model(tag)
        found = _tell_outdated(loaded, english, game) or found
        for name, pairs in pair_texts(loaded, english).items():
            if game and name not in game:
                continue
            lines = [
                str(remark) for remark in list_remarks(pairs, loaded.texts[name], english.texts[name], english.name)
            ]
            found = found or bool(lines)
            say("".join(f"{line}\n" for line in lines))
    if found:
        click.get_current_context().exit(1)
    say("every passage is translated from the source as it stands\n")


def _tell_remarks(games: tuple[str, ...]) -> None:
    """Print what the glossaries remark on the source text, each at the heading that it is about."""
    english = load_language(source_language())
    for tag in _others():
        for one in load_glossary(tag).remarks:
            name, _, heading = one.where.removesuffix(".md").partition(" ")
            if name not in english.texts or (games and name not in games):
                continue
            text = english.texts[name]
            line = next((passage.first for passage in text.passages if passage.section == heading.lstrip("#")), 1)
            say(f"{Place(text.file, line, 1)}: {tag}: {one.remark}\n")


def _tell_outdated(loaded: Language, english: Language, game: tuple[str, ...], *, err: bool = False) -> bool:
    """Print a remark for each of the texts that are meant and outdated as a whole; return True if there are any."""
    outdated = outdated_texts(loaded, english)
    lines = [str(remark) for name, remark in outdated.items() if not game or name in game]
    click.echo("".join(f"{line}\n" for line in lines), nl=False, err=err)
    return bool(lines)


@language.command(
    epilog=examples(
        "asterion language new sv --name Svenska",
        "asterion language new de-AT --from de",
        "asterion language new da --game minotaurus",
    )
)
@click.argument("tag")
@click.option("--name", help="What the language calls itself. Default: its tag.")
@click.option(
    "--from", "begun_from", type=FromShelf("language", _others), help="Begin with the texts of this language."
)
@game_option
def new(tag: str, name: str | None, begun_from: str | None, game: tuple[str, ...]) -> None:
    """Begin a language, or texts of one, from English: every passage is marked untranslated.

    A project without English rules begins it from the language that it has. With --from it has the texts, words and
    terms of another language; each passage is to be looked at, and accepted.
    """
    _check_own_texts()
    if tag == source_language():
        raise click.UsageError(f"{tag!r} cannot be begun; the others are made from it")
    check_tag(tag)
    if name is not None and (forbidden_in_line(name) or not shows_something(name)):
        raise click.UsageError(f"{name!r} is no name of a language; write it in letters, on one line")
    if not (written := begin_language(tag, name, begun_from, game)):
        raise click.UsageError(f"{tag!r} is there already; `asterion language status {tag}` lists what it lacks")
    say(
        "".join(f"{path}\n" for path in written)
        if library.own_game()
        else f"files written: templates/locales/{tag} ({len(written)})\n"
    )


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
) -> list[Path]:
    """Begin a language as :func:`new` does; return the files written, none if all of it is there."""
    english, own = load_model(tag), library.own_game()
    model = load_language(begun_from) if begun_from else english
    spoken = library.words_file(tag).path.is_file()
    games = [one for one in game or text_names() if one in model.texts.keys() - {WORDS} and not _is_there(tag, one)]
    is_whole = library.words_file(model.tag) == library.own_words_file(model.tag)  # not only what differs
    differs = own is not None and WORDS in model.texts and not is_whole and library.own_words_file(tag) is None
    words = not spoken or differs
    if not (games or words):
        return []
    files = {_path_of(tag, one): model.texts[one].text for one in games}
    if words:
        begun = model.texts[WORDS].text
        files[_path_of(tag, WORDS)] = begun if spoken else new_words(tag, name or tag, begun, own=begun_from is None)
    if own is None and words:
        glossary = glossary_file(begun_from or tag).path
        known_terms = read_bytes(glossary, glossary.name).decode() if begun_from else new_glossary()
        files[glossary_file(tag).path] = known_terms
    if there := _read_all(files):
        raise PublishError(f"{enumerated(map(str, there))} would be replaced; move that away first")
    known = _read_all([sources_file(tag).path, earlier_file().path])
    sources = new_sources(load_sources(tag), english, model, [*games, *([WORDS] if words else ())])
    made = {path: text.encode() for path, text in files.items()} | _sources_files({tag: sources}, english)
    _publish(made, known, sources_last=False)
    return [*files, sources_file(tag).path]


def _sources_files(made: Mapping[str, Sources], english: Language) -> dict[Path, bytes]:
    """Return the files of new sources, by language, and that of the English passages that all languages name."""
    others = [load_sources(one) for one in _others() if one not in made]
    files = {sources_file(tag).path: write_sources(sources).encode() for tag, sources in made.items()}
    return files | {earlier_file().path: write_earlier(english, (*made.values(), *others)).encode()}


def _is_there(tag: str, game: str) -> bool:
    return tag in library.languages(game)


def _path_of(tag: str, name: str) -> Path:
    """Return where a text of a language stands, or shall stand."""
    own = library.project()
    if own is not None and library.own_game() is not None:
        return own / "words" / f"{tag}.yaml" if name == WORDS else own / "rules" / f"{tag}.md"
    words = library.words_file(tag).path
    return words if name == WORDS else words.with_name(f"{name}.md")


def _read_all(paths: Iterable[Path]) -> dict[Path, bytes]:
    """Return the bytes of those files that are there."""
    return {path: data for path in paths for data in read_files(path.parent, [path.name]).values()}


def _publish(files: Mapping[Path, bytes], known: Mapping[Path, bytes], *, sources_last: bool = True) -> None:
    """Write files, those of one folder in one step; a command that was stopped then goes on when it is given again.

    The sources and the English passages that they name tell what was done, so they come last; but what is begun is
    there only when its last file is.
    """
    for folder in sorted({path.parent for path in files}, reverse=sources_last):
        here, before = ({path.name: one[path] for path in one if path.parent == folder} for one in (files, known))
        publish_files(folder, here, before, announce_waiting(str(folder)))


@language.command(
    epilog=examples(
        "asterion language accept de",
        "asterion language accept de --game asterion --line 57 --line 60",
        "asterion language accept --game asterion --line 44     a line of English, in all languages",
        "asterion language accept --punctuation                 where English changed no word, in all languages",
    )
)
@click.argument("languages", nargs=-1, type=FromShelf("language", _others))
@game_option
@click.option(
    "--line", "lines", type=int, multiple=True, help="Only the passage in this line of the one text; see above."
)
@click.option("--same", is_flag=True, help="Also passages that read as in English, such as names.")
@click.option("--punctuation", is_flag=True, help="Only passages of which English has changed punctuation alone.")
def accept(
    languages: tuple[str, ...], game: tuple[str, ...], lines: tuple[int, ...], *, same: bool, punctuation: bool
) -> None:
    """Take outdated passages as translated from English as it stands now, and write that down in the sources.

    With one language, --line counts lines of its text; with several, or none for all, those of the English text.
    """
    _check_own_texts()
    if lines and len(game) != 1:
        raise click.UsageError("--line asks for one --game whose text is meant")
    if not (languages or lines or punctuation):
        raise click.UsageError("name the languages that you have looked at, or what of all: --line or --punctuation")
    before = load_earlier()

    def chosen(name: str, pair: PassagePair) -> bool:
        one = pair.other if len(languages) == 1 else pair.english
        here = one is not None and any(one.first <= line <= one.last for line in lines)
        is_meant = not punctuation or differs_in_punctuation(pair, before)
        return (not game or name in game) and (not lines or here) and is_meant

    shipped = load_model(source_language()) if library.own_game() is None else None
    tags = languages or tuple(_others())
    known = _read_all([*(sources_file(tag).path for tag in tags), earlier_file().path])
    made: dict[str, Sources] = {}
    counts: list[str] = []
    for tag in tags:
        loaded, english = load_language(tag), shipped or load_model(tag)
        _tell_outdated(loaded, english, game, err=True)
        made[tag], count = accept_passages(loaded, english, chosen, same=same or (bool(lines) and len(languages) == 1))
        counts.append(f"passages accepted: {sources_file(tag).name} ({count})\n")
    if made:
        _publish(_sources_files(made, english), known)
    say("".join(counts))


@language.command(name="export", epilog=examples("asterion language export de --out po"))
@language_argument
@game_option
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("po"), show_default=True)
@click.option("--force", is_flag=True, help="Replace PO files that say something else, without asking.")
def export_po(language: str, game: tuple[str, ...], out: Path, *, force: bool) -> None:
    """Write a PO file for each text, for Poedit, Weblate and their kin (extra: translate)."""
    loaded, english = load_language(language), load_model(language)
    pairs, glossary = pair_texts(loaded, english), load_glossary(language)
    notes = TranslatorNotes(load_earlier(), {}, shared_translations(loaded, english), places_of_words())
    files = {
        f"{name}.po": po_text(loaded, pairs.get(name, ()), text, replace(notes, terms=glossary.of_game(name))).encode()
        for name, text in english.texts.items()
        if (not game or name in game) and (name != WORDS or name in loaded.texts)
    }
    there = read_files(out, files)
    changed = [str(out / name) for name, data in there.items() if data != files[name]]
    if changed and not (force or _may_replace(changed)):
        what = f"{enumerated(changed)} would be replaced, and what was translated there since would be lost"
        raise PublishError(f"{what}; import that first, give --force to replace it, or name another --out FOLDER")
    publish_files(out, files, there, announce_waiting(str(out)))
    say("".join(f"{out / name}\n" for name in files))


def _may_replace(files: list[str]) -> bool:
    """Ask whether files with other content may be replaced; return False if there is no terminal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    return confirm(f"replace {', '.join(files)}?")


@language.command(name="import", epilog=examples("asterion language import de po/asterion.po"))
@language_argument
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@hidden_game_option
def import_po(language: str, files: tuple[Path, ...], game: tuple[str, ...]) -> None:
    """Bring translations back from PO files, each named after its text; what is not changed stays byte for byte.

    Passages that a text lacks are added, and texts that a language lacks are begun. A passage that two texts share is
    changed in both.
    """
    _check_own_texts()
    if game and (others := [str(file) for file in files if file.stem not in game]):
        raise click.UsageError(f"{enumerated(others)} is of another text than --game {' '.join(game)}")
    loaded, english = load_language(language), load_model(language)
    begun = {
        name: Text(_shown(language, name), "", ()) for name in english.texts.keys() - loaded.texts.keys() - {WORDS}
    }
    loaded = replace(loaded, texts={**loaded.texts, **begun})
    paths = {name: _path_of(language, name) for name in loaded.texts}
    known = _read_all((*paths.values(), sources_file(language).path, earlier_file().path))
    found = import_po_files(_po_texts(language, files, loaded), loaded, english)
    _try_out(found, loaded)
    new = {paths[name]: one.text.encode() for name, one in found.items()}
    new |= _sources_files({language: sources_after(found, loaded)}, english)
    _publish(new, known)
    for name, one in found.items():
        added = f", {one.added_translated} of them added" if one.added else ""
        say(f"passages changed: {loaded.texts[name].file} ({len(one.changes)}{added})\n")


def _shown(language: str, name: str) -> str:
    """Return the name of a text's file in messages."""
    path = _path_of(language, name)
    return path.relative_to(library.root()).as_posix() if library.own_game() is None else str(path)


def _po_texts(language: str, files: tuple[Path, ...], loaded: Language) -> dict[str, tuple[str, str]]:
    """Return the name and the content of each PO file, by text.

    Raises:
        InputError: each file that belongs to no text, or to that of another file, or is not UTF-8.
    """
    found: dict[str, tuple[str, str]] = {}
    mistakes: list[Mistake] = []
    for file in files:
        place = Place(str(file))
        if file.stem not in loaded.texts:
            message = f"no text {file.stem!r} in {language!r}; {suggestion(file.stem, loaded.texts)}"
            mistakes.append(Mistake(place, message))
        elif file.stem in found:
            mistakes.append(Mistake(place, f"{found[file.stem][0]} is of the same text; give one of them"))
        else:
            try:
                found[file.stem] = str(file), read_bytes(file, str(file), PO_BYTES).decode("utf-8")
            except UnicodeDecodeError:
                mistakes.append(Mistake(place, "not UTF-8; save the file as UTF-8"))
    if mistakes:
        raise InputError(mistakes)
    return found


def _try_out(found: dict[str, PoImport], loaded: Language) -> None:
    """Read changed rules texts as a build does.

    Raises:
        InputError: every mistake that was not there before, at the translation that brings it.
    """
    from generator.making.rules import reader_of  # with all that prints booklets, which the other commands do without

    own = library.own_game()
    spoken = words_of(loaded.tag)
    if WORDS in found and own is None:
        spoken = words_in(parse_document(found[WORDS].text.encode(), loaded.texts[WORDS].file), loaded.tag)
    mistakes: list[Mistake] = []
    for name, one in found.items():
        if name == WORDS or not one.changes:
            continue
        reader, text = reader_of(read_game(_catalogue_of(name))), loaded.texts[name]
        wrong = reader.read_text(one.text, text.file, spoken).mistakes
        known = reader.read_text(one.before.text, text.file, spoken).mistakes if wrong else ()
        mistakes += move_to_translations(wrong, passages_after(name, one), one.places, known)
    if mistakes:
        raise InputError(mistakes)


def _catalogue_of(game: str) -> ShelfFile:
    """Return the catalogue of a shipped game, or of the project at hand."""
    own = library.entered().catalogue
    return library.game_file(game) if own is None or library.own_game() is None else ShelfFile(game, own, str(own))


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
