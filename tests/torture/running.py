"""Commands run in a child: forked from a process that has imported everything, or by the true console script.

A forked command takes a tenth of a second where the script takes a whole one, so that thousands of cases take minutes.
"""

from __future__ import annotations

import os
import pkgutil
import select
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tests.support.processes import ending

HEAVY = ("numba", "optuna", "ezdxf", "pypdfium2")
OF_STUDIES = tuple(
    f"asterion_press.games.labyrinth.{name}"
    for name in ("simulation", "commands.search_run", "commands.studies", "kernel.api")
)
"""What needs those."""
SCRIPT = "from asterion_press.__main__ import run; run()"
"""What the console script runs."""
_WRITE = os.write  # what is made to fail is the command, not this
Act = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit status (minus a signal's number, None if it had to be killed) and what it said."""

    status: int | None
    out: str
    err: str

    @property
    def has_traceback(self) -> bool:
        output = self.out + self.err
        return any(sign in output for sign in ("Traceback (most recent", "Exception ignored", "Fatal Python error"))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command runs.

    Attributes:
        folder: its working folder, with ``in``, ``out`` and ``config``.
        project: the project whose program and templates it uses.
        log: a folder for what it says, on another disk than the full one.
    """

    folder: Path
    project: Path
    log: Path


def import_everything(*, heavy: bool) -> None:
    """Import the program and what it uses, so that forked commands need not."""
    import asterion_press

    skipped = () if heavy else OF_STUDIES
    for found in pkgutil.walk_packages(asterion_press.__path__, "asterion_press."):
        if not found.name.startswith(skipped):
            with suppress(ImportError):
                import_module(found.name)
    for name in ("pikepdf", "polib", "resvg_py", "platformdirs.unix", "sqlite3", "ctypes", *(HEAVY if heavy else ())):
        with suppress(ImportError):
            import_module(name)


def environment(place: Place) -> dict[str, str]:
    """Return the environment of a command: nobody's settings, English, and the project's program."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "NUMBA_CACHE_DIR") if name in os.environ}
    return kept | {
        "LC_ALL": "C.UTF-8",
        "XDG_CONFIG_HOME": str(place.folder / "config"),
        "PYTHONPATH": str(place.project / "generator"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def forked(
    words: Iterable[str], place: Place, *, prepare: Callable[[], None] | None = None, act: Act | None = None,
    limit_s: float = 120.0,
) -> Ended:  # fmt: skip
    """Run a command in a forked child.

    Args:
        words: of the command.
        place: where it runs.
        prepare: called in the child before the command begins.
        act: called with the child's id when the command begins.
        limit_s: after how many seconds it is killed as hung.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _become(list(words), place, prepare, writing)
    os.close(writing)
    os.read(reading, 1)
    os.close(reading)
    return _watched(child, place, act, limit_s)


def _watched(child: int, place: Place, act: Act | None, limit_s: float) -> Ended:
    handle = os.pidfd_open(child)
    try:
        if act is not None:
            act(child)
        is_over = bool(select.select([handle], [], [], limit_s)[0])
        if not is_over:
            os.kill(child, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        os.close(handle)
        with suppress(ProcessLookupError, PermissionError):  # whoever plays beside a command that was killed
            os.killpg(child, signal.SIGKILL)
    out, err = ((place.log / name).read_text(encoding="utf-8", errors="replace") for name in ("out", "err"))
    return Ended(status if is_over else None, out, err)


def _become(words: list[str], place: Place, prepare: Callable[[], None] | None, ready: int) -> None:
    """Turn this forked process into the command; never returns."""
    status = 1
    try:
        os.setpgid(0, 0)
        os.chdir(place.folder)
        for number, path in enumerate((Path(os.devnull), place.log / "out", place.log / "err")):
            os.dup2(os.open(path, _FRESH if number else os.O_RDONLY, 0o600), number)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as Python itself does
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False, buffering=1)  # noqa: SIM115
        os.environ.clear()
        os.environ.update(environment(place))
        look_at(place.project)
        sys.argv = ["asterion", *words]
        from asterion_press.__main__ import run

        if prepare is not None:
            prepare()
        _WRITE(ready, b"!")
        run()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:  # noqa: BLE001 - as Python itself ends
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


_FRESH = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def look_at(project: Path) -> None:
    """Let the shelf be that of a copy of the project."""
    from asterion_press.catalogue import library

    if project / "generator/asterion_press" != library.PACKAGE:
        library.PACKAGE = project / "generator/asterion_press"
        library.root.cache_clear()


def by_script(
    words: Iterable[str], place: Place, *, before: tuple[str, ...] = (), act: Act | None = None, limit_s: float = 240.0
) -> Ended:
    """Run a command by the console script, with its imports; ``before`` stands in front of the line."""
    line = [*before, sys.executable, "-c", SCRIPT, *words]
    with (place.log / "out").open("wb") as out, (place.log / "err").open("wb") as err, ending(subprocess.Popen(
        line, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=place.folder, env=environment(place),
        start_new_session=True,
    )) as child:  # fmt: skip
        ended = _watched(child.pid, place, act, limit_s)
        child.returncode = 0  # it has been waited for
    return ended
