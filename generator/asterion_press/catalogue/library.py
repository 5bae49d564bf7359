"""The files of each kind: those of the project first, then the shipped ones. A new file needs no registration.

A project is a folder with a catalogue, ``game.yaml`` or ``tiles.yaml``, and beside it what else is its own: rules,
words, ``figures.yaml``, ``spreads.yaml``, and folders such as ``themes``. Shipped files lie in the checkout, or inside
of an installed package. Names shown to the user are relative to either, never a path of the machine. Which files a
catalogue refers to is found here, too, without parsing it, as a build with nothing to do reads no YAML.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from asterion_press.catalogue import bounds
from asterion_press.catalogue.files import PICTURES, ShelfFile, entries_of, lies_within, read_bytes
from asterion_press.errors import InputError, Mistake, Place, has_words, reason_of, refuse, suggestion

IDENTIFIER = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")
"""Language, script and region. Source: BCP 47, RFC 5646 section 2.1, as far as booklets need it."""

YAML = (".yaml", ".yml")
"""Endings of files, by which a path is told from an id."""
PACKAGE = Path(__file__).resolve().parent.parent


def file_at(path: Path) -> ShelfFile:
    """Return a file that is called by its path."""
    return ShelfFile(path.stem, path, str(path))


@cache
def root() -> Path:
    """Return the folder that holds ``tiles.yaml`` and ``templates``."""
    shipped = PACKAGE / "shipped"
    return shipped if shipped.is_dir() else PACKAGE.parent.parent


def templates(*names: str) -> Path:
    """Return what lies below ``templates``."""
    return root().joinpath("templates", *names)


CATALOGUES = ("game.yaml", "tiles.yaml")
"""Names of a project's catalogue."""
PRINT_RUN = "print.yaml"
"""Name of the file that says how a project's game is printed."""


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """The files that come before the shipped ones.

    Attributes:
        folder: of the project; None for none.
        catalogue: of the project's own game; None where a command is about a shipped game.
        named: files that the user has named by their paths, by the folder of their kind and their id; they come first.
    """

    folder: Path | None = None
    catalogue: Path | None = None
    named: Mapping[tuple[str, str], ShelfFile] = field(default_factory=dict)


NO_PROJECT = OwnFiles()
_ENTERED: ContextVar[OwnFiles] = ContextVar("project", default=NO_PROJECT)


def entered() -> OwnFiles:
    """Return the project at hand."""
    return _ENTERED.get()


def enter(found: OwnFiles) -> None:
    """Look for files in a project before the shipped ones from now on, in this thread alone."""
    _ENTERED.set(found)


def project() -> Path | None:
    """Return the folder of the project at hand; None if there is none."""
    return entered().folder


def enter_project(folder: Path | None, catalogue: Path | None = None) -> None:
    """Enter a project; what the user has named by a path stays.

    Args:
        folder: of the project; None for the shipped files alone.
        catalogue: of the project's own game; None where a command is about a shipped game.
    """
    enter(replace(entered(), folder=folder, catalogue=catalogue))


def find_project(passed_over: list[Path] | None = None) -> Path | None:
    """Return the catalogue of the project around the current folder: here, else in the nearest folder above.

    One in a folder above, which the user did not choose, has to belong to the user. Source: git, safe.directory.

    Args:
        passed_over: gets the catalogues that were passed over, as they belong to others.

    Raises:
        InputError: the current folder cannot be searched.
    """
    folder, found = Path(), project_catalogue(Path())
    skipped = [] if passed_over is None else passed_over
    with suppress(OSError, InputError):  # of a folder above, in which nothing can be looked for
        while found is None and not folder.samefile(folder / ".."):
            folder = folder / ".."
            found = project_catalogue(folder)
            if found is not None and not _is_the_users(found):
                skipped.append(found)
                found = None
    return found


def _is_the_users(catalogue: Path) -> bool:
    """Return whether a catalogue and its folder belong to the user, or to whom root acts for; True if none can say."""
    if not hasattr(os, "geteuid"):
        return True
    users = {str(os.geteuid())} | ({os.environ.get("SUDO_UID", "0")} if os.geteuid() == 0 else set())
    return users >= {str(catalogue.lstat().st_uid), str(catalogue.parent.stat().st_uid)}


def project_catalogue(folder: Path) -> Path | None:
    """Return the catalogue of a project; None if there is none.

    Raises:
        InputError: the folder cannot be searched; without this error a shipped deck might be taken for the user's own.
    """
    for name in CATALOGUES:
        file = folder / name
        try:
            file.lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            why = f"cannot be looked for here: {reason_of(error)}"
            message = f"{why}; go to another folder, or name a game or a catalogue"
            raise InputError.at(Place(str(file)), message) from None
        return file
    return None


def _own_id() -> str | None:
    """Return the id of the project's game, as its catalogue says it; None if there is none."""
    catalogue = entered().catalogue
    return None if catalogue is None else top_id(file_at(catalogue), "game")


def game_file(game: str = "asterion") -> ShelfFile:
    """Return the catalogue of a game.

    Raises:
        InputError: there is no such game.
    """
    return _chosen("game", game, games())


def games() -> dict[str, ShelfFile]:
    """Return the catalogues by the id of their game."""
    return {"asterion": _file("asterion", root() / "tiles.yaml"), **_stems("games")}


def _stems(kind: str) -> dict[str, ShelfFile]:
    named = {file.id: file for (folder, _), file in entered().named.items() if folder == kind}
    return _well_named(_shipped(kind, ".yaml") | _in_project(kind) | named, IDENTIFIER)


def _shipped(kind: str, ending: str) -> dict[str, ShelfFile]:
    return {path.stem: _file(path.stem, path) for path in entries_of(templates(kind), ending)}


papers = partial(_stems, "papers")
themes = partial(_stems, "themes")
cutters = partial(_stems, "cutters")
services = partial(_stems, "services")
inks = partial(_stems, "ink")
layouts = partial(_stems, "layouts")
variants = partial(_stems, "variants")
targets = partial(_stems, "targets")
"""Each returns the files of a kind by id; those of `inks` say of kinds of printers how much ink they take."""


def paper_file(paper: str) -> ShelfFile:
    """Return one paper.

    Raises:
        InputError: there is no such paper.
    """
    return _chosen("paper", paper, papers())


def theme_file(theme: str) -> ShelfFile:
    """Return one theme.

    Raises:
        InputError: there is no such theme.
    """
    return _chosen("theme", theme, themes())


def shipped_art() -> dict[str, ShelfFile]:
    """Return the drawings that a designer may change, as they are shipped, by their ids."""
    return _shipped("art", ".svg")


def art() -> dict[str, ShelfFile]:
    """Return the drawings that a designer may change by their ids: the project's own, else the shipped ones."""
    return shipped_art() | own_art()


def own_art() -> dict[str, ShelfFile]:
    """Return the project's own drawings by their ids."""
    return _well_named(_in_project("art", ".svg"), IDENTIFIER)


def of_games(kind: str) -> dict[str, ShelfFile]:
    """Return the files of a kind by the id of their game; a project has one, called by the kind."""
    found, own = _stems(kind), project()
    if own and entered().catalogue and (path := own / f"{kind}.yaml").is_file():
        game = _own_id() or ""
        found[game] = ShelfFile(game, path, str(path))
    return found


figures, spreads = partial(of_games, "figures"), partial(of_games, "spreads")
"""Return the figures, and the composed pages, of rules by the id of their game."""


def pictures() -> dict[str, ShelfFile]:
    """Return the pictures that the rules texts of the project may show, by the names of their files."""
    if (own := project()) is None:
        return {}
    return {path.name: file_at(path) for path in entries_of(own / "pictures") if path.suffix.lower() in PICTURES}


def inside(file: ShelfFile) -> ShelfFile:
    """Return a file of the project, after its links are followed.

    Raises:
        InputError: it lies outside of the project's folder.
    """
    own = project()
    if own is None or not lies_within(file.path, own):
        raise InputError.at(Place(file.name), "leads out of the project's folder; put a copy of it there")
    return file


ENGLISH = "en"
"""The language that all others are made from, and held against."""


def languages(game: str) -> dict[str, ShelfFile]:
    """Return the files of a game's rules by language tag, in alphabetical order: the project's own, else the shipped.

    One is a text, which the game is written in; the others are catalogues of its translations.

    Raises:
        InputError: a text that is a translation and no catalogue.
    """
    if found := own_rules(game):
        if others := texts_beside(game):
            hint = "a translation is a PO file; `asterion language new {}` makes it of this text, which then moves away"
            there = "a translation is a PO file, and {}.po is there; move this text away"
            raise InputError(
                Mistake(Place(file.name), (there if file.path.with_suffix(".po").is_file() else hint).format(tag))
                for tag, file in others.items()
            )
    else:
        texts = [entry / f"{game}.{'md' if entry.name == ENGLISH else 'po'}" for entry in _locales()]
        found = {path.parent.name: _file(path.parent.name, path) for path in texts if path.is_file()}
    return dict(sorted(_well_named(found, TAG).items()))


def own_rules(game: str) -> dict[str, ShelfFile]:
    """Return the files of the project's rules by language tag, if it is the project's game that they are of.

    The text is English, if there is an English one, else the first that was not begun from another one.
    """
    if not (texts := _own_texts(game)):
        return {}
    begun = {tag: file.path.with_suffix(".sources.yaml").exists() for tag, file in texts.items()}
    source = min(texts, key=lambda tag: (tag != ENGLISH, begun[tag], tag))
    found = _in_project("rules", ".po")
    return {**{tag: file for tag, file in found.items() if tag != source}, source: texts[source]}


def texts_beside(game: str) -> dict[str, ShelfFile]:
    """Return the rules texts of the project beside that which it is written in, as translations once were."""
    source = own_rules(game)
    return {tag: file for tag, file in _own_texts(game).items() if source.get(tag) != file}


def _own_texts(game: str) -> dict[str, ShelfFile]:
    found, catalogue = _in_project("rules", ".md"), entered().catalogue
    if found and catalogue and catalogue.is_file() and _own_id() == game:  # not read where there is no text
        return found
    return {}


def _in_project(folder: str, ending: str = ".yaml") -> dict[str, ShelfFile]:
    """Return the files of one folder of the project by their ids."""
    paths = [] if (own := project()) is None else entries_of(own / folder, ending)
    return {path.stem: file_at(path) for path in paths}


def own_game() -> str | None:
    """Return the id of the project's game; None if there is none at hand, or it has no rules texts of its own."""
    own = project()
    game = _own_id() if own is not None and (own / "rules").is_dir() else None
    return game if game is not None and own_rules(game) else None


def model_language(game: str) -> str:
    """Return the language that the rules of a game are written in, and the others are made from."""
    own = own_rules(game)
    return next((tag for tag, file in own.items() if file.path.suffix == ".md"), ENGLISH)


def all_languages() -> tuple[str, ...]:
    """Return every language that has words, whatever games it has rules for."""
    shipped = {entry.name for entry in _locales() if (entry / "words.yaml").is_file()}
    return tuple(sorted(shipped | _in_project("words").keys()))


def _locales() -> list[Path]:
    """Return the folders of the shipped languages, without those that are being written."""
    return [entry for entry in entries_of(templates("locales")) if not entry.name.startswith(".")]


def rules_file(language: str, game: str) -> ShelfFile:
    """Return the rules text of a game in one language.

    Raises:
        InputError: the game has no rules in that language.
    """
    if own := own_rules(game):
        return _chosen("language", language, own)
    path = templates("locales", language, f"{game}.{'md' if language == ENGLISH else 'po'}")
    if TAG.fullmatch(language) and path.is_file():  # the others need not be looked at
        return _file(language, path)
    return _chosen("language", language, languages(game))


def beginnings() -> list[ShelfFile]:
    """Return the rules texts that projects are begun with, all of them English."""
    return [_file(path.name, path / "rules.md") for path in entries_of(templates("projects")) if path.is_dir()]


def words_file(language: str) -> ShelfFile:
    """Return the shipped words of one language; if there are none, those of the project."""
    shipped = templates("locales", language, "words.yaml")
    own = own_words_file(language)
    return own if own is not None and not shipped.is_file() else _file(language, shipped)


def own_words_file(language: str) -> ShelfFile | None:
    """Return the words of one language in which the project differs; None if it has none."""
    file = _in_project("words").get(language)
    return file if file is not None and file.path.is_file() else None


WORDS = "words"
"""Name of the words that the program prints, beside the games, where texts are translated."""
BEGUN = re.compile(rb'^msgid ((?:".*"\r?\n)+)msgstr ""\r?\n(?!")|^#.*\bfuzzy\b', re.MULTILINE)
"""Stands in a catalogue that has empty or fuzzy messages; its group is the text of an empty one."""


def catalogue_file(language: str, name: str) -> ShelfFile:
    """Return the catalogue of a text in a language, that of the project at hand or the shipped one; it need not exist.

    Args:
        language: its tag.
        name: of a game, or ``words``.
    """
    return _of_language(language, f"{'words' if name == WORDS else 'rules'}/{language}.po", f"{name}.po")


def glossary_file(language: str) -> ShelfFile:
    """Return the file of a language's glossary, that of the project at hand or the shipped one; it need not exist."""
    return _of_language(language, f"rules/{language}.glossary.yaml", "glossary.yaml")


def _of_language(language: str, own_name: str, shipped_name: str) -> ShelfFile:
    if (own := project()) is not None and own_game() is not None:
        return ShelfFile(language, own / own_name, str(own / own_name))
    return _file(language, templates("locales", language, shipped_name))


def may_be_begun(language: str, game: str) -> bool:
    """Return whether the catalogue of a game, or of words, has an empty or a fuzzy message, without parsing it.

    A message that has no words may be empty in any language.
    """
    files = [catalogue_file(language, name) for name in (game, WORDS)]
    found = (message for file in files if file.path.is_file() for message in BEGUN.finditer(file.read()))
    return any(one[1] is None or has_words(_text_of(one[1])) for one in found)


def _text_of(quoted: bytes) -> str:
    return b"".join(re.findall(rb'"(.*)"', quoted)).decode("utf-8", "replace")


def words_catalogues(language: str) -> tuple[ShelfFile, ...]:
    """Return the catalogues of the words of a language that there are: the shipped one, then that of the project."""
    shipped = _file(language, templates("locales", language, "words.po"))
    own = _in_project("words", ".po").get(language)
    return tuple(file for file in (shipped, own) if file is not None and file.path.is_file())


def schema_file(kind: str) -> Path:
    """Return the JSON Schema of a kind of file, as it is shipped."""
    return templates("schema", f"{kind}.schema.json")


def fonts_folder() -> Path:
    """Return the folder of fonts."""
    return templates("fonts")


def top_value(file: ShelfFile, key: str) -> object:
    """Return the value under a top-level key of a YAML file; None if there is no such key.

    An id on the key's own line is seen without parsing, so that a build with nothing to do reads no YAML.

    Raises:
        InputError: the file cannot be read, or has to be parsed and is no YAML.
    """
    text = file.read().decode("utf-8-sig", "replace")
    found = re.findall(rf"^{key}:[ \t]+([a-z0-9-]+)[ \t]*\r?$", text, re.MULTILINE)
    if len(found) == 1 and _is_id(found[0]):
        return found[0]
    is_plain = re.search(r"^(?!#|---|[ \t]*\r?$).", text, re.MULTILINE)  # keys of the file begin their lines
    if is_plain and is_plain[0].isalpha() and not re.search(rf"^(?:[\"']|\?[ \t]+)?{key}\b", text, re.MULTILINE):
        return None
    del text  # which may be as large as a file can be
    from asterion_press.catalogue.strict_yaml import read_document  # PyYAML

    return read_document(file).data.get(key)


def top_id(file: ShelfFile, key: str) -> str | None:
    """Return the id under a top-level key of a YAML file; None if there is none.

    Raises:
        InputError: as :func:`top_value`.
    """
    found = top_value(file, key)
    return found if isinstance(found, str) and _is_id(found) else None


def _is_id(text: str) -> bool:
    return len(text) <= bounds.ID_CHARACTERS and IDENTIFIER.fullmatch(text) is not None


TITLE_FACE = "Alegreya-Regular"
"""Face of the sheets' titles, one of ``templates/fonts``."""


def file_called(kind: str, folder: str, word: str, there: Mapping[str, ShelfFile]) -> ShelfFile:
    """Return the file that a user's word means: the id of one that is there, or the path of a .yaml file.

    A file that was named by its path is found by its id, too, from now on.

    Args:
        kind: what messages call it, such as ``paper``.
        folder: of the files of its kind, such as ``papers``.
        word: as the user wrote it.
        there: the files that can be named by their ids.

    Raises:
        LookupError: it is neither, or the file's name is no id, or that of another file that was named.
    """
    if word in there:
        return there[word]
    path = Path(word)
    if path.suffix not in YAML:
        raise LookupError(f"unknown {kind} {word!r}; {suggestion(word, there)}, or a .yaml file")
    if not IDENTIFIER.fullmatch(path.stem):
        raise LookupError(f"{path.stem!r} is no id; name the file with lower-case letters, digits and hyphens")
    file = file_at(path)
    if (other := entered().named.get((folder, file.id), file)).path != path:
        raise LookupError(f"{str(other.path)!r} and {word!r} are both called {file.id!r}; rename one of them")
    enter(replace(entered(), named={**entered().named, (folder, file.id): file}))
    return file


def shadowed() -> list[str]:
    """Return the names of the project's own files that stand in the place of shipped ones of the same id."""
    kinds = ("cutters", "ink", "layouts", "papers", "services", "targets", "themes", "variants")
    own = [("art", file) for file in own_art().values()]
    own += [(kind, file) for kind in kinds for file in _in_project(kind).values()]
    return [file.name for kind, file in own if templates(kind, file.path.name).is_file()]


def _well_named(files: dict[str, ShelfFile], pattern: re.Pattern[str]) -> dict[str, ShelfFile]:
    """Return the files after checking their ids, which become names of output files.

    Raises:
        InputError: every file whose name is no id or no language tag.
    """
    wanted = "a language tag such as pt-BR" if pattern is TAG else "lower-case letters, digits and hyphens"
    wrong = (file for file in files.values() if not pattern.fullmatch(file.id))
    refuse(Mistake(Place(file.name), f"{file.id!r} is no id; name it with {wanted}") for file in wrong)
    return files


def _file(identifier: str, path: Path) -> ShelfFile:
    return ShelfFile(identifier, path, path.relative_to(root()).as_posix())


def _chosen(kind: str, wanted: str, there: dict[str, ShelfFile]) -> ShelfFile:
    if wanted in there:
        return there[wanted]
    raise InputError.at(Place("templates"), f"unknown {kind} {wanted!r}; {suggestion(wanted, list(there))}")


def sources_of(catalogue: ShelfFile) -> tuple[ShelfFile, ...]:
    """Return the existing files that a catalogue refers to, found without parsing its YAML.

    Raises:
        InputError: it cannot be read.
    """
    folder, game, variant = catalogue.path.parent, top_id(catalogue, "of"), top_id(catalogue, "variant")
    named = (games().get(game), variants().get(variant)) if game and variant else ()
    tables = (file for file in tables_of(catalogue) if lies_within(file.path, folder) and file.path.is_file())
    return (*(file for file in named if file is not None), *tables)


TABLE_ENDINGS = (".csv", ".tsv", ".xlsx")
_TABLE = re.compile(
    r"""^[a-z_]+:[ \t]+(["']?)([^\s"'#{\[][^"'#\r\n]*\.(?:csv|tsv|xlsx))\1[ \t]*(?:#.*)?\r?$""",
    re.MULTILINE | re.IGNORECASE,
)


def tables_of(catalogue: ShelfFile) -> tuple[ShelfFile, ...]:
    """Return the tables that a catalogue names on lines of its top-level keys, by the names that it gives them.

    Raises:
        InputError: it cannot be read.
    """
    text = read_bytes(catalogue.path, catalogue.name).decode("utf-8-sig", "replace")
    beside = Path(catalogue.name).parent
    names = dict.fromkeys(found[2] for found in _TABLE.finditer(text))
    return tuple(ShelfFile(name, catalogue.path.parent / name, (beside / name).as_posix()) for name in names)


def closest_language(tag: str, there: Iterable[str]) -> str | None:
    """Return the language that a tag such as ``pt_BR``, ``zh-TW`` or ``es_MX.UTF-8`` means; None if there is none.

    Languages of the same script fit: first that of the region, then one without a region. Source of the scripts:
    Unicode CLDR, likely subtags, as Babel has them.

    Args:
        tag: as BCP 47 or POSIX writes it.
        there: tags of the languages at hand.
    """
    wanted = tag.partition(".")[0].partition("@")[0].replace("_", "-")
    languages = list(there)
    if same := [one for one in languages if one.lower() == wanted.lower()]:
        return same[0]
    if (parts := _parts(wanted)) is None:
        return None
    language, script, region = parts
    known = [(one, found) for one in languages if (found := _parts(one)) is not None]
    alike = {found[2]: one for one, found in known if found[:2] == (language, script)}
    return alike.get(region) or alike.get("")


def _parts(tag: str) -> tuple[str, str, str] | None:
    """Return language, script and region of a tag, the script as is likely; None if it is no tag."""
    from babel.core import get_global, parse_locale

    try:
        language, region, script, *_ = parse_locale(tag, sep="-")
    except ValueError:
        return None
    if not script:
        likely = get_global("likely_subtags")
        found = likely.get(f"{language}_{region}") or likely.get(language) or ""
        script = next((part for part in found.split("_")[1:] if part.isalpha() and part.istitle()), "")
    return language, script or "", region or ""
