"""Read files as the program does, each in a process of its own, and tell what that took.

``python -m tests.support.readers`` takes orders from its input, a line of JSON each: KIND FILE or ``command
ARGUMENTS``, and the file that the command finds in its own input. To each it answers one line of JSON: exit status,
lines for the user, seconds of CPU time, and the most megabytes that were in use. What takes far too long is ended by
the system.
A process begins as a copy of this one, which has the program's code and has read nothing; so it need not start anew.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import resource
import sys
from collections.abc import Callable
from pathlib import Path

from generator import bounds
from generator.catalogue import library
from generator.catalogue.equipment import load_cutter, load_ink_use, load_paper, load_service
from generator.catalogue.files import read_bytes
from generator.catalogue.layouts import load_layout
from generator.catalogue.library import ShelfFile
from generator.catalogue.po import read_catalogue
from generator.catalogue.print_run import load_print_run
from generator.catalogue.printers import load_printer
from generator.catalogue.themes import load_theme
from generator.catalogue.words import load_words
from generator.cli.main import main
from generator.errors import AsterionError, InputError
from generator.exports.targets.pdf import read_profile
from generator.exports.targets.vassal import read_lock
from generator.games.kinds import read_game
from generator.games.labyrinth.catalogue.table_records import load_table
from generator.games.labyrinth.catalogue.target_records import load_targets
from generator.publish.manifest import read_manifest
from generator.rulebook.text.document import Known
from generator.rulebook.text.markdown import load_markdown
from generator.rulebook.text.typography import ENGLISH_QUOTES
from generator.rulebook.translation.composed import _composed
from generator.rulebook.translation.language import load_text
from tests.support.texts import parse_rules

MOST_SECONDS = 20


def _file(path: Path) -> ShelfFile:
    return ShelfFile("hostile", path, path.name)


def _check(path: Path) -> None:
    """Read a catalogue and judge it, as `asterion check` does."""
    library.top_id(_file(path), "game")
    game = read_game(_file(path))
    game.check_text(game.findings())


def _vary(path: Path) -> None:
    """Lay a variant upon the shipped catalogue, and judge what comes of it."""
    library.top_id(_file(path), "of")
    game = read_game(library.game_file(), _file(path))
    game.check_text(game.findings())


def _figures(game: str) -> Callable[[Path], object]:
    return lambda path: read_game(library.game_file(game)).figures(_file(path))


def _lock(path: Path) -> None:
    read_lock(read_bytes(path), path.name)


def _profile(path: Path) -> None:
    read_profile(read_bytes(path, limit=bounds.PROFILE_BYTES), path.name)


def _manifest(path: Path) -> None:
    read_manifest(path.rename(path.with_name("manifest.json")).parent)


def _rules(path: Path) -> None:
    parse_rules(load_markdown(path, path.name), Known({}, (), (), ENGLISH_QUOTES), path.name)


def _translations(path: Path) -> None:
    """Read a catalogue of translations for the German rules, as a build does."""
    catalogue = read_catalogue(ShelfFile("de", path, path.name))
    found = _composed(load_text(library.rules_file("en", "asterismo")), catalogue, "en")
    if found.mistakes:
        raise InputError(found.mistakes)


READERS: dict[str, Callable[[Path], object]] = {
    "catalogue": _check,
    "variant": _vary,
    "figures of a labyrinth": _figures("asterion"),
    "figures of horns": _figures("minotaurus"),
    "figures of hexes": _figures("asterismo"),
    "cutter": load_cutter,
    "ink": load_ink_use,
    "layout": load_layout,
    "paper": load_paper,
    "print": lambda path: load_print_run(_file(path)),
    "printer": lambda path: load_printer(_file(path)),
    "service": load_service,
    "position": load_table,
    "targets": load_targets,
    "theme": load_theme,
    "words": load_words,
    "lock": _lock,
    "profile": _profile,
    "manifest": _manifest,
    "rules": _rules,
    "translations": _translations,
}


def _read(kind: str, path: Path) -> tuple[int, list[str]]:
    try:
        READERS[kind](path)
    except AsterionError as error:
        return error.exit_status, error.lines()
    return 0, []


def _run(arguments: list[str]) -> tuple[int, list[str]]:
    told = io.StringIO()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(told):
            main(arguments)
    except SystemExit as end:
        return int(end.code or 0), told.getvalue().splitlines()
    return 0, []


def _megabytes() -> float:
    """Return the most memory that was in use; what the system tells of a process may count the one that began it."""
    status = Path("/proc/self/status")
    if status.exists() and (found := re.search(r"VmHWM:\s+(\d+) kB", status.read_text())):
        return int(found[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _answer(arguments: list[str], given: str) -> None:
    """Read what is asked for, with the input that is given, and write what that took."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    os.dup2(os.open(given or os.devnull, os.O_RDONLY), 0)
    exit_status, lines = _run(arguments[1:]) if arguments[0] == "command" else _read(arguments[0], Path(arguments[1]))
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = used.ru_utime + used.ru_stime
    print(json.dumps({"status": exit_status, "lines": lines, "seconds": seconds, "megabytes": _megabytes()}))


def _serve() -> None:
    """Answer orders until there are no more; of a process that ends badly the status is told."""
    while order := sys.stdin.readline():
        sys.stdout.flush()
        if (child := os.fork()) == 0:
            _answer(*json.loads(order))
            break
        _, ended = os.waitpid(child, 0)
        if ended:
            print(json.dumps({"ended": os.waitstatus_to_exitcode(ended)}), flush=True)


if __name__ == "__main__":
    _serve()
