"""What one place of the program does for all, no other does: the code is searched for it.

Libraries have doors, too, which import-linter holds, and ruff that only commands print.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

GENERATOR = Path(__file__).resolve().parent.parent / "generator/asterion_press"
MODULES = {
    path.relative_to(GENERATOR).as_posix(): path.read_text(encoding="utf-8") for path in sorted(GENERATOR.rglob("*.py"))
}
DOORS: dict[str, tuple[str, set[str]]] = {
    "a PDF of ReportLab is opened": (
        r"\bCanvas\(|\.set(?:Title|Author|Subject|Creator|TrimBox|BleedBox)\(|(?<!class )\bStructure\(",
        {"pdf/document.py"},
    ),
    # HarfBuzz' binding and ctypes lose what a function of Python raises; that one place minds it.
    "a function is handed to a library in C": (
        r"\b(?:draw_glyph|draw_glyph_with_pen|paint_glyph|DrawFuncs|PaintFuncs|FontFuncs|CFUNCTYPE)\b",
        {"pdf/fonts.py"},
    ),
    "signals are meddled with": (r"\bsignal\.signal\(", {"__main__.py", "processes.py", "stopping.py"}),
    "an interrupt is caught": (r"except KeyboardInterrupt", set()),
    "somebody is asked": (r"\bclick\.(?:confirm|prompt)\(", {"cli/terminal.py"}),
    # These keep errors of the system to themselves; there a folder is removed, as far as that can be done.
    "a folder is listed by what takes one that cannot be read for an empty one": (
        r"\b(?:glob|rglob|iglob|glob1|iter_modules|walk_packages|fwalk)\(|\bos\.walk\(",
        {"publish/file_operations.py"},
    ),
    "it is asked which game is at hand": (r"\bgame\s*==", set()),
}


@pytest.mark.parametrize("what", DOORS)
def test_what_one_place_does_no_other_does(what: str) -> None:
    pattern, doors = DOORS[what]
    assert {name for name, text in MODULES.items() if re.search(pattern, text)} == doors


def test_drawings_become_svg_through_svgwrite_alone() -> None:
    """Pages are HTML, in which pictures stand as part of the page."""
    by_hand = re.compile(r"</|<(?:svg|g|path|use|defs|clipPath|title|desc)\b")
    assert not [name for name, text in MODULES.items() if name.startswith("drawing/") and by_hand.search(text)]


WRITING = re.compile(
    r"(?:.*\.)?(?:write_(?:text|bytes)|unlink|rm(?:dir|tree)|removedirs|mk(?:dir|nod|fifo|stemp|dtemp)|makedirs|touch"
    r"|renames?|symlink(?:_to)?|hardlink_to|f?truncate|f?chmod|chown|utime|copy(?:file|2|tree|stat)|TemporaryDirectory"
    r"|(?:Named|Spooled)?TemporaryFile|(?:Soft)?FileLock)"
    r"|os\.(?:remove|replace|link)|shutil\.(?:copy|move)|sqlite3\.connect|click\.open_file"
)
"""What makes, changes, renames or removes a file or a folder, whosever it is, or by what stands before its name."""
READING_FLAGS = {"O_RDONLY", "O_NONBLOCK", "O_BINARY", "O_NOFOLLOW", "O_CLOEXEC", "O_DIRECTORY"}
EXCEPTIONS = {
    "cli/streams.py": {"open"},  # what swallows all, in the place of a standard stream that is closed
    # SQLite writes its file itself, game by game; who it belongs to is seen before.
    "games/labyrinth/simulation/ledger.py": {"connect"},
    # numba keeps machine code in the user's cache, which it writes itself, one process at a time.
    "games/labyrinth/kernel/numba_adapter.py": {"mkdir", "touch", "FileLock"},
}
"""Calls outside of `publish`."""


def is_writing(call: ast.Call) -> bool:
    """Tell whether a call writes to the disk, as far as its name and its arguments tell."""
    called = ast.unparse(call.func)
    owner, _, name = called.rpartition(".")
    if called == "os.open":
        return bool(set(re.findall(r"\bO_\w+", ast.unparse(call.args[1]))) - READING_FLAGS)
    if name == "open":
        modes = [*call.args[:2], *(word.value for word in call.keywords if word.arg == "mode")]
        return any(re.fullmatch(r"'(?=.*[wxa+])[wxart+bU]+'", ast.unparse(mode)) for mode in modes)
    if called != "os.replace" and name == "replace":  # a path's has one argument, a text's two, a record's keywords
        return bool(owner) and len(call.args) == 1 and not call.keywords
    return bool(WRITING.fullmatch(called))


def writing_calls(text: str) -> Iterator[str]:
    """Yield the name of every call of a module that writes to the disk."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and is_writing(node):
            yield ast.unparse(node.func).rpartition(".")[2]


def test_all_that_is_written_goes_through_publishing_or_is_listed_here() -> None:
    found = {name: set(writing_calls(text)) for name, text in MODULES.items()}
    assert any(calls for name, calls in found.items() if name.startswith("publish/")), "so the search finds calls"
    assert {name: calls for name, calls in found.items() if calls and not name.startswith("publish/")} == EXCEPTIONS


WRITES = (
    *("open(name, 'w')", "open(name, mode='ab')", "path.open('wb')", "path.open(mode='x')", "path.write_text(text)"),
    *(
        "os.open(name, os.O_WRONLY | os.O_CREAT)",
        "os.replace(one, other)",
        "one.replace(other)",
        "NamedTemporaryFile()",
    ),
    *("path.mkdir(parents=True)", "sqlite3.connect(name)", "io.open(name, 'w')", "click.open_file(name, 'w')"),
)
ONLY_READS = (
    *("open(name)", "open(name, 'rb')", "path.open('rb')", "path.open()", "os.open(name, os.O_RDONLY)", "opened(a, b)"),
    *("text.replace('a', 'b')", "replace(record, a=1)", "date.replace(tzinfo=UTC)", "pikepdf.open(io.BytesIO(pdf))"),
)


def test_a_call_that_writes_is_found_and_one_that_reads_is_not() -> None:
    assert [code for code in WRITES if not list(writing_calls(code))] == []
    assert list(writing_calls("\n".join(ONLY_READS))) == []
