"""Builds of a small set in numbered generations, as functions and as a program that tests kill, starve and trip.

Every file of a generation carries its number, so that a mixed set shows. Exit status: 0 published, 1 refused with a
sentence on stdout (by writev, because tests let write fail).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "generator"))

from asterion_press.errors import PublishError
from asterion_press.publish import Manifest, OutputFolder, location

CATALOGUE = hashlib.sha256(b"catalogue").hexdigest()
LASTING = "always/here/the-same.txt"


def key_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def files_of(generation: int, size: int = 20_000) -> dict[str, bytes]:
    """Twelve files that carry the number, and as many of their own as the number says, so that the names differ."""
    names = [f"svg/Y{n:02d}.svg" for n in range(10)] + ["sheets-a4.pdf", "check.txt"]
    names += [f"only/here/{generation}-{n}.txt" for n in range(generation % 3)]
    return {name: f"{generation}|{name}|".encode() + b"x" * size for name in names}


def build(folder: Path, generation: int, size: int = 20_000, pause_s: float = 0, **options: Any) -> OutputFolder:
    """Publish one generation; the file that never changes is kept where that is possible."""
    output = OutputFolder(folder)
    with output.stage(**options) as stage:
        lasting = key_of(LASTING)
        if output.holds(LASTING, lasting):
            stage.keep(LASTING, lasting)
        else:
            stage.write(LASTING, b"for ever\n", lasting)
        for name, data in files_of(generation, size).items():
            stage.write(name, data, key_of(f"{generation}/{name}"))
        time.sleep(pause_s)
        stage.publish(manifest_of(stage.entries, generation))
    return output


def manifest_of(entries: dict[str, Any], generation: int = 1) -> Manifest:
    settings: dict[str, str | list[str]] = {"generation": str(generation)}
    return Manifest(version="0.1.0", game="asterion", catalogue_sha256=CATALOGUE, settings=settings, files=entries)


def generation_in(folder: Path) -> int:
    """The number of the one complete generation that lies in the folder; AssertionError if anything is off."""
    output = OutputFolder(folder)
    assert output.previous is not None, "no manifest"
    generation = int(str(output.previous.settings["generation"]))
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there - set(output.foreign_files()) == {*output.previous.files, "manifest.json"}
    assert set(output.previous.files) == {*files_of(generation), LASTING}
    assert all(output.is_intact(name) for name in output.previous.files)
    tags = {(folder / name).read_bytes().partition(b"|")[0] for name in files_of(generation)}
    assert tags == {str(generation).encode()}, f"a mixed set: {tags}"
    return generation


def beside(path: Path) -> list[str]:
    """What lies in the folder above, sorted."""
    return sorted(one.name for one in path.parent.iterdir())


def alone_in(folder: Path) -> int:
    """The number of the one complete generation, beside whose folder nothing lies."""
    assert beside(folder) == [folder.name]
    return generation_in(folder)


def _die_at_rename(count: int) -> None:
    """Let the process be killed instead of doing its n-th rename."""
    rename, calls = Path.rename, iter(range(1, 1000))

    def deadly(path: Path, target: Path) -> Path:
        if next(calls) == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return rename(path, target)

    Path.rename = deadly  # type: ignore[method-assign,assignment]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("generations", type=int, nargs="+")
    parser.add_argument("--no-exchange", action="store_true")
    parser.add_argument("--die-at-rename", type=int)
    parser.add_argument("--largest-file", type=int)
    parser.add_argument("--uid", type=int)
    parser.add_argument("--pause", type=float, default=0)
    return parser.parse_args()


def _prepare(options: argparse.Namespace) -> None:
    import concurrent.futures.thread
    import ctypes
    import hashlib
    import json
    import shutil
    import unicodedata

    import filelock

    assert all((concurrent, ctypes, filelock, hashlib, json, shutil, unicodedata)), "imported before rights are dropped"
    if options.no_exchange:
        location.exchange = lambda first, second: False  # noqa: ARG005 - the names belong to its type
    if options.die_at_rename:
        _die_at_rename(options.die_at_rename)
    if options.largest_file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (options.largest_file, options.largest_file))
    if options.uid:
        os.setgroups([])
        os.setgid(options.uid)
        os.setuid(options.uid)


def main() -> int:
    options = _options()
    _prepare(options)
    os.writev(1, [b"ready\n"])
    try:
        for generation in options.generations:
            build(options.folder, generation, pause_s=options.pause)
    except PublishError as error:
        os.writev(1, [f"{error}\n".encode()])
        return 1
    return 0


if __name__ == "__main__":
    os._exit(main())
