"""What reads the files of each kind, and what reading one takes, measured in a process of its own."""

from __future__ import annotations

import contextlib
import io
import os
import re
import resource
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from asterion_press.catalogue import bounds, library, strict_yaml
from asterion_press.catalogue.equipment import load_cutter, load_ink_use, load_paper, load_service
from asterion_press.catalogue.files import ShelfFile, read_bytes
from asterion_press.catalogue.layouts import load_layout
from asterion_press.catalogue.po import read_catalogue
from asterion_press.catalogue.printers import load_print_run, load_printer
from asterion_press.catalogue.themes import load_theme
from asterion_press.catalogue.words import load_words
from asterion_press.cli.main import main
from asterion_press.errors import AsterionError, InputError
from asterion_press.exports.pieces_pdf import read_profile
from asterion_press.exports.vassal import read_lock
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.catalogue.position_records import load_figures, load_table
from asterion_press.games.labyrinth.catalogue.target_records import load_targets
from asterion_press.games.labyrinth.engine.record import read_record
from asterion_press.publish.manifest import read_manifest
from asterion_press.rulebook.text.document import Known
from asterion_press.rulebook.text.markdown import load_markdown
from asterion_press.rulebook.text.typography import ENGLISH_QUOTES
from asterion_press.rulebook.translation.composed import _composed
from asterion_press.rulebook.translation.language import load_text, split_passages
from tests.support.texts import parse_rules

MOST_SECONDS = 20


def _shelf_file(path: Path) -> ShelfFile:
    return ShelfFile("hostile", path, path.name)


def _check(path: Path) -> object:
    """Read a catalogue and judge it, as `asterion check` does."""
    library.top_id(_shelf_file(path), "game")
    game = read_game(_shelf_file(path))
    return game.check_text(game.findings())


def _vary(path: Path) -> object:
    """Lay a variant upon the catalogue that it names, and judge what comes of it."""
    file = _shelf_file(path)
    game = read_game(library.game_file(library.top_id(file, "of") or "asterion"), file)
    return game.check_text(game.findings())


def _figures(game: str) -> Callable[[Path], object]:
    return lambda path: read_game(library.game_file(game)).figures(_shelf_file(path))


def _translations(path: Path) -> None:
    """Read a catalogue of translations for the German rules, as a build does."""
    catalogue = read_catalogue(ShelfFile("de", path, path.name))
    found = _composed(load_text(library.rules_file("en", "asterismo")), catalogue, "en")
    if found.mistakes:
        raise InputError(found.mistakes)


READERS: dict[str, Callable[[Path], object]] = {
    "catalogue": _check,
    "cutter": load_cutter,
    "document": lambda path: strict_yaml.parse_document(read_bytes(path), path.name),
    "figures": load_figures,
    "figures of a labyrinth": _figures("asterion"),
    "figures of minotaurus": _figures("minotaurus"),
    "figures of asterismo": _figures("asterismo"),
    "ink": load_ink_use,
    "layout": load_layout,
    "lock": lambda path: read_lock(read_bytes(path), path.name),
    "manifest": lambda path: read_manifest(path.rename(path.with_name("manifest.json")).parent),
    "paper": load_paper,
    "passages": lambda path: split_passages(path.read_text(encoding="utf-8", errors="replace")),
    "PO": lambda path: read_catalogue(ShelfFile("de", path, path.name)),
    "position": load_table,
    "print": lambda path: load_print_run(_shelf_file(path)),
    "printer": lambda path: load_printer(_shelf_file(path)),
    "profile": lambda path: read_profile(read_bytes(path, limit=bounds.PROFILE_BYTES), path.name),
    "record": lambda path: read_record(path.read_text(encoding="utf-8", errors="replace")),
    "rules": lambda path: parse_rules(load_markdown(path, path.name), Known({}, (), (), ENGLISH_QUOTES), path.name),
    "service": load_service,
    "targets": load_targets,
    "theme": load_theme,
    "translations": _translations,
    "variant": _vary,
    "words": lambda path: load_words(ShelfFile("de", path, path.name)),
}
"""What reads a file of each kind."""


class Reading(NamedTuple):
    """What reading a file took, and what was told of it: exit status, lines for the user, CPU time, most memory."""

    status: int
    lines: list[str]
    seconds: float
    megabytes: float


def _answer(words: list[str]) -> tuple[int, list[str]]:
    errors = io.StringIO()
    try:
        if words[0] != "command":
            READERS[words[0]](Path(words[1]))
        else:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(errors):
                main(words[1:])
    except AsterionError as error:
        return error.exit_status, error.lines()
    except SystemExit as end:
        return int(end.code or 0), errors.getvalue().splitlines()
    return 0, []


def read_measured(answer: Connection, words: list[str], given: str) -> None:
    """Read a file of a kind, or run a ``command`` with an input, in this process; send a :class:`Reading`.

    What takes far too long is ended by the system.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    os.dup2(os.open(given, os.O_RDONLY), 0)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as Python itself does
    status, lines = _answer(words)
    used = resource.getrusage(resource.RUSAGE_SELF)
    # What the system tells by getrusage may count the process that began this one.
    memory = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="utf-8"))
    assert memory
    answer.send(Reading(status, lines, used.ru_utime + used.ru_stime, int(memory[1]) / 1024))
