"""The door to numba: how functions of the kernel become machine code, and where that is kept.

Compiling the kernel takes a minute. The machine code is kept in the user's cache folder, in a folder named after
the sources of all kernel modules, since numba by itself notices a change only in the file that a function stands in.

Nothing else imports numba, and nothing imports a kernel module unless it needs speed: the engine works without.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from filelock import FileLock

from generator.errors import AsterionError

try:
    import numba
except ImportError as missing:
    raise AsterionError("numba is not installed; pip install 'asterion-press[study]'") from missing

Function = TypeVar("Function", bound=Callable[..., Any])


def _sources() -> list[Path]:
    return sorted(Path(__file__).parent.glob("kernel*.py"))


def source_digest() -> str:
    """The sha256 of all kernel modules: as long as it is the same, so are the games of a seed."""
    digest = hashlib.sha256()
    for source in _sources():
        digest.update(source.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where machine code made from these very sources is kept."""
    digest = hashlib.sha256(f"{platform.python_version()}|{numba.__version__}|{source_digest()}".encode())
    home = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "asterion-press" / f"kernel-{digest.hexdigest()[:16]}"


def _can_keep(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return False
    return os.access(folder, os.W_OK)


CACHE = cache_folder()
KEEPS = _can_keep(CACHE)
"""Whether machine code can be kept; if not, every process compiles for itself."""
if KEEPS:
    vars(numba.config)["CACHE_DIR"] = str(CACHE)


_COMPLETE = CACHE / "complete"


def is_compiled() -> bool:
    """Whether machine code is kept for these sources already, so that nobody has to be asked for patience."""
    return KEEPS and _COMPLETE.exists()


def compile_all(calls: Callable[[], None]) -> None:
    """Compile by calling; of several processes at once only one compiles, the others wait and take what it has made."""
    if not KEEPS:
        calls()
        return
    with FileLock(CACHE / "lock"):
        calls()
        _COMPLETE.touch()


def compiled(function: Function) -> Function:
    """Compile a function at its first call, or take it from the cache."""
    return cast("Function", numba.njit(cache=KEEPS, nogil=True)(function))
