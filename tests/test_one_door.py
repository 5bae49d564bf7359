"""All that is written is written by `generator/publish`: the code is searched for calls that write to the disk."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GENERATOR = Path(__file__).resolve().parent.parent / "generator"
DOOR = "publish/"
WRITING = frozenset(
    {
        *("write_text", "write_bytes", "unlink", "rmdir", "mkdir", "makedirs", "mknod", "mkfifo", "rename", "renames"),
        *("touch", "symlink_to", "hardlink_to", "symlink", "rmtree", "removedirs", "truncate", "ftruncate", "chmod"),
        *("fchmod", "chown", "utime", "copyfile", "copy2", "copytree", "copystat", "TemporaryDirectory", "mkstemp"),
        *("TemporaryFile", "NamedTemporaryFile", "SpooledTemporaryFile", "mkdtemp", "FileLock", "SoftFileLock"),
    }
)
"""Names of functions and methods that make, change, rename or remove a file or a folder, whosever they are."""
QUALIFIED = {
    *(("os", "remove"), ("os", "replace"), ("os", "link"), ("shutil", "copy"), ("shutil", "move")),
    *(("sqlite3", "connect"), ("click", "open_file")),
}
"""Others that are known by what stands before their name."""
READING_FLAGS = {"O_RDONLY", "O_NONBLOCK", "O_BINARY", "O_NOFOLLOW", "O_CLOEXEC", "O_DIRECTORY"}

EXCEPTIONS = {
    "streams.py": {"open": "what swallows all, in the place of a standard stream that is closed"},
    "games/labyrinth/simulation/ledger.py": {
        "connect": "SQLite writes its file itself, game by game; who it belongs to is seen before"
    },
    "games/labyrinth/kernel/numba_adapter.py": {
        "mkdir": "numba keeps machine code in the user's cache, which it writes itself; the play knows no publishing",
        "touch": "the same: says that all of it is there",
        "FileLock": "the same: one process compiles",
    },
}
"""Calls elsewhere, each with its reason."""


def is_writing(call: ast.Call) -> bool:
    """Tell whether a call writes to the disk, as far as its name and its arguments tell."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    owner = function.value if isinstance(function, ast.Attribute) else None
    module = owner.id if isinstance(owner, ast.Name) else ""
    if (module, name) == ("os", "open"):
        flags = {node.attr for node in ast.walk(call.args[1]) if isinstance(node, ast.Attribute)}
        named = {str(node.value) for node in ast.walk(call.args[1]) if isinstance(node, ast.Constant)}
        return bool({one for one in flags | named if one.startswith("O_")} - READING_FLAGS)
    if (module, name) in QUALIFIED:
        return True
    if name == "open":
        return any(_is_mode_to_write(given) for given in (*call.args[:2], *_mode_by_name(call)))
    if name == "replace":  # a path's has one argument, a text's two, a record's and a date's keywords
        return owner is not None and len(call.args) == 1 and not call.keywords
    return name in WRITING


def _mode_by_name(call: ast.Call) -> list[ast.expr]:
    return [word.value for word in call.keywords if word.arg == "mode"]


def _is_mode_to_write(given: ast.expr) -> bool:
    """Tell whether an argument is a mode such as ``"xb"``; a file called ``w`` would be taken for one, too."""
    mode = given.value if isinstance(given, ast.Constant) else None
    return isinstance(mode, str) and set(mode) <= set("wxart+bU") and bool(set(mode) & set("wxa+"))


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def writing_calls(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of every call of a module that writes to the disk."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and is_writing(node):
            yield node.lineno, name_of(node)


@pytest.fixture(scope="module")
def found() -> dict[str, list[tuple[int, str]]]:
    """The calls that write, by module."""
    return {
        path.relative_to(GENERATOR).as_posix(): list(writing_calls(path.read_text(encoding="utf-8")))
        for path in sorted(GENERATOR.rglob("*.py"))
    }


def test_all_that_is_written_goes_through_publishing(found: dict[str, list[tuple[int, str]]]) -> None:
    elsewhere = [
        f"generator/{path}:{line}: {name}"
        for path, calls in found.items()
        for line, name in calls
        if not path.startswith(DOOR) and name not in EXCEPTIONS.get(path, {})
    ]
    assert not elsewhere, "write by generator/publish, or say here why not"


def test_what_is_told_of_publishing_and_of_exceptions_is_true(found: dict[str, list[tuple[int, str]]]) -> None:
    assert any(calls for path, calls in found.items() if path.startswith(DOOR)), "so the search finds calls"
    for path, reasons in EXCEPTIONS.items():
        assert set(reasons) == {name for _, name in found[path]}, path
        assert all(reasons.values())


WRITES = """
open(name, 'w')
open(name, mode='ab')
path.open('wb')
path.open(mode='x')
path.write_text(text)
path.write_bytes(data)
os.open(name, os.O_WRONLY | os.O_CREAT)
path.unlink()
os.replace(one, other)
one.replace(other)
path.mkdir(parents=True)
shutil.rmtree(path)
os.remove(name)
sqlite3.connect(name)
tempfile.mkstemp()
NamedTemporaryFile()
path.touch()
io.open(name, 'w')
gzip.open(name, 'wb')
click.open_file(name, 'w')
os.rename(one, other)
"""
ONLY_READS = """
open(name)
open(name, 'rb')
path.open('rb')
path.open()
os.open(name, os.O_RDONLY)
opened(a, b)
text.replace('a', 'b')
replace(record, a=1)
date.replace(tzinfo=UTC)
pikepdf.open(io.BytesIO(pdf))
"""


def test_a_call_that_writes_is_found() -> None:
    assert [code for code in WRITES.split("\n")[1:-1] if not list(writing_calls(code))] == []


def test_a_call_that_only_reads_is_not() -> None:
    assert list(writing_calls(ONLY_READS)) == []
