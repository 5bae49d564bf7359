"""Reading what strangers made, in a process of its own with little time and memory.

Readers of XLSX, SVG, PNG and JPEG files that others wrote have no bounds: a few KB may keep them busy for ever, or take
all memory, and no signal reaches Python within them. So they work in a process that ends when its time or memory does.
It is started once and used again. Orders and answers are JSON and bytes, each behind its length, never pickles, as a
file may have taken the process over.

Where the system cannot limit the time of a processor and memory, the time of a clock is limited alone.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import astuple
from importlib import import_module
from threading import Lock
from typing import IO, Any, TypeAlias

from asterion_press import stopping
from asterion_press.catalogue.bounds import DECODING_MB, DECODING_S
from asterion_press.errors import InputError, MissingExtraError, Mistake, Place

Made: TypeAlias = tuple[Any, bytes]
"""What JSON can hold, and bytes."""
LENGTHS = struct.Struct(">II")
LIMITED = hasattr(signal, "setitimer")
WAIT_S = 30.0 if LIMITED else 2.5 * DECODING_S
"""Seconds that an answer may take on a busy machine, the start of the process included. Own choice."""
_LOCK = Lock()


class _Child:
    """The process that decodes for this one.

    Attributes:
        of: the process that started it; one that was forked from that has none yet.
    """

    def __init__(self) -> None:
        self.of = os.getpid()
        found = os.pathsep.join(filter(None, sys.path))
        self.process = subprocess.Popen(  # noqa: S603 - this program
            [sys.executable, "-P", "-m", __name__],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": found}, process_group=0,
        )  # fmt: skip  # in a group of its own, Ctrl-C does not reach it
        atexit.register(self.end)

    def answer(self, order: Any, raw: bytes) -> Made | None:
        """Return the answer to an order; None if the process ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            _write(self.process.stdin, order, raw)
            return _read(self.process.stdout)
        except (EOFError, OSError, ValueError):
            return None

    def end(self) -> None:
        """End the process."""
        if self.of == os.getpid():
            self.process.kill()
            with suppress(OSError):
                self.process.communicate()
            atexit.unregister(self.end)


_CHILDREN: list[_Child] = []
"""The process at hand, if there is one."""


def decode(make: Callable[..., Made], raw: bytes, name: str, *arguments: Any) -> Made:
    """Return what a function of a module makes of a file, in a process with limits of time and memory.

    Args:
        make: called with `raw`, `name` and `arguments`; it raises mistakes as :class:`InputError`.
        raw: the bytes of the file.
        name: of the file in messages.
        arguments: further arguments, which JSON can hold.

    Raises:
        InputError: mistakes in the file, or it takes too much time or memory.
        MissingExtraError: a package is not installed.
        Stopped: a signal has come.
    """
    with _LOCK:
        if not _CHILDREN or _CHILDREN[0].of != os.getpid():
            _CHILDREN[:] = [_Child()]
        (child,) = _CHILDREN
        made: Made | None = None
        try:
            made = _awaited(child, [make.__module__, make.__name__, name, arguments], raw)
        finally:
            if made is None:
                _CHILDREN.clear()
                child.end()
    if made is None:
        code, late = -(child.process.returncode or 0), [getattr(signal, "SIGPROF", 0), getattr(signal, "SIGKILL", 0)]
        why = f"took more than {DECODING_S:g} s" if code in late or not LIMITED else f"needs more than {DECODING_MB} MB"
        raise InputError.at(Place(name), f"{why} to be read; make it simpler")
    (kind, data), out = made
    if kind == "mistakes":
        raise InputError(Mistake(Place(*place), message) for place, message in data)
    if kind == "missing":
        error = MissingExtraError("", data[1])
        error.args = (data[0],)
        raise error
    if kind == "broken":
        raise InputError.at(Place(name), f"cannot be read ({data}); save it anew, or otherwise")
    return data, out


def _awaited(child: _Child, order: Any, raw: bytes) -> Made | None:
    """Return the answer to an order; None if there is none in time, as the process was ended or has to be.

    Raises:
        Stopped: a signal has come.
    """
    until = time.monotonic() + WAIT_S
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(child.answer, order, raw)
        try:
            while not waiting.done() and time.monotonic() < until:
                stopping.look()
                wait([waiting], timeout=stopping.POLL_S)
        finally:
            if not waiting.done():
                child.process.kill()  # which ends the wait of the thread
    return waiting.result()


def _write(file: IO[bytes], data: Any, raw: bytes) -> None:
    written = json.dumps(data).encode()
    file.write(LENGTHS.pack(len(written), len(raw)) + written + raw)
    file.flush()


def _read(file: IO[bytes]) -> Made:
    """Return what was written.

    Raises:
        EOFError: the other process has ended.
    """
    head = file.read(LENGTHS.size)
    if len(head) < LENGTHS.size:
        raise EOFError
    order, raw = (file.read(length) for length in LENGTHS.unpack(head))
    return json.loads(order), raw


def _serve() -> None:
    """Do what the parent process orders, until it ends."""
    orders, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    sys.modules["numpy"] = None  # type: ignore[assignment]  # openpyxl needs it not, and it takes memory for each core
    with suppress(ImportError, ValueError, OSError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        wanted = DECODING_MB << 20
        soft = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_AS, (soft, most))
    with suppress(EOFError):
        while True:
            (module, function, name, arguments), raw = _read(orders)
            make = getattr(import_module(module), function)
            _write(answers, *_answer(make, raw, name, arguments))


def _answer(make: Callable[..., Made], raw: bytes, name: str, arguments: list[Any]) -> Made:
    """Return what a function makes, or what was raised, with the kind of answer that it is."""
    try:
        if LIMITED:
            signal.setitimer(signal.ITIMER_PROF, DECODING_S)
        data, out = make(raw, name, *arguments)
    except InputError as error:
        return ["mistakes", [(astuple(mistake.place), mistake.message) for mistake in error.mistakes]], b""
    except MissingExtraError as error:
        return ["missing", [str(error), error.extra]], b""
    except MemoryError:
        os._exit(1)
    except BaseException as error:  # noqa: BLE001 - whatever a reader raises, the file cannot be read
        return ["broken", type(error).__name__], b""
    finally:
        if LIMITED:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return ["made", data], out


if __name__ == "__main__":
    _serve()
