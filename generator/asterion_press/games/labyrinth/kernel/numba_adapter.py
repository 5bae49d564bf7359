"""The adapter of numba: how functions of the kernel become machine code, and where that is kept.

Compiling the kernel takes a minute. The machine code is kept in the user's cache folder, in a folder named after
the sources of all kernel modules, since numba by itself notices a change only in the file that a function stands in.
Within it each place where the program is installed has a folder of its own. Numba writes each of its files whole.

Nothing else imports numba, and nothing imports a kernel module unless it needs speed: the engine works without.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Event
from typing import Any, TypeVar, cast

from filelock import FileLock

from asterion_press import stopping
from asterion_press.catalogue.files import entries_of
from asterion_press.errors import from_extra

with from_extra("study"):
    import numba
    from numba.core import types

Function = TypeVar("Function", bound=Callable[..., Any])


def _sources() -> list[Path]:
    return entries_of(Path(__file__).parent, ".py")  # a glob takes a folder that cannot be read for an empty one


def source_digest() -> str:
    """Return the sha256 of all kernel modules: as long as it is the same, so are the games of a seed."""
    digest = hashlib.sha256()
    for source in _sources():
        digest.update(source.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Return the folder in which machine code made from these very sources is kept."""
    digest = hashlib.sha256(f"{platform.python_version()}|{numba.__version__}|{source_digest()}".encode())
    home = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "asterion-press" / f"kernel-{digest.hexdigest()[:16]}"


def _can_keep(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return False
    return os.access(folder, os.W_OK)


CACHE = cache_folder() / hashlib.sha256(os.fsencode(Path(__file__).parent)).hexdigest()[:8]
KEEPS = _can_keep(CACHE)
"""True if machine code can be kept; if not, every process compiles for itself."""
if KEEPS:
    vars(numba.config)["CACHE_DIR"] = str(CACHE)


_READY = Event()
_COMPLETE = CACHE / "complete"
"""Made when all machine code is kept."""


def can_be_kept() -> bool:
    """Return whether machine code lasts longer than a process."""
    return KEEPS


def is_compiled() -> bool:
    """Return whether machine code is kept for these sources, so that nothing has to be compiled."""
    return KEEPS and _COMPLETE.exists()


def is_ready() -> bool:
    """Return whether this process has all machine code in its memory."""
    return _READY.is_set()


def compile_all(calls: Callable[[], None]) -> None:
    """Compile by calling; of several processes at once only one compiles, the others wait and take what it has made."""
    with stopping.leaving(), _locked() if KEEPS else nullcontext():
        if not is_ready():
            calls()
            if KEEPS:
                _COMPLETE.touch()
    _READY.set()


@contextmanager
def _locked() -> Iterator[None]:
    """Hold the lock of the cache; where the file system knows none, several processes may compile at once."""
    lock = FileLock(CACHE / "lock", fallback_to_soft=False)  # a soft lock would wait for the file that is there
    with suppress(OSError):
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def entry(function: Function) -> Function:
    """Compile a function that is called from Python at its first call, or take it from the cache."""
    return cast("Function", numba.njit(cache=KEEPS, nogil=True)(function))


def compiled(function: Function) -> Function:
    """Compile a function that compiled code calls, when a caller is compiled.

    It is a part of the machine code of its entries, so that it is not kept by itself and has no wrapper for Python.
    """
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    made: Any = numba.njit(nogil=True, **options)(function)
    resolve: Callable[..., Any] = made.get_call_template
    plain: Callable[[Any], Any] = types.unliteral

    def resolve_plainly(args: Iterable[Any], named: Mapping[str, Any]) -> Any:
        # Else a function would be compiled once for each constant that it is given, a third of all compiling.
        return resolve(tuple(map(plain, args)), {name: plain(kind) for name, kind in named.items()})

    made.get_call_template = resolve_plainly
    return cast("Function", made)
