"""Write down which release of each package is installed, and the sha256 of every file of it: `constraints*.txt`.

Each file is complete by itself, for every platform and every Python that the project takes, and names no address.
Releases that are written down stay as they are while they fit pyproject.toml; further arguments are handed to uv::

    python tools/lock.py                            # after a change of pyproject.toml
    python tools/lock.py --upgrade                  # the newest release of everything
    python tools/lock.py --upgrade-package NAME     # of one package

It needs the dependency group `tools`. The package index is the one that pip is configured to ask.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
QUICK = ("export", "picture", "spreadsheet", "translate", "watch")
LOCKS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "constraints-bench.txt": (("test", "slow", "build", "lint", "docs", "bench", "tools"), ("all",)),
    "constraints-all.txt": (("test", "slow", "build"), ("all",)),
    "constraints-test.txt": (("test",), QUICK),
    "constraints-lint.txt": (("test", "lint"), ()),
    "constraints-docs.txt": (("docs",), ()),
    "constraints.txt": ((), ()),
}
"""The dependency groups and the extras that each file is for. The first has all; the others take its releases."""


def index_of_pip() -> dict[str, str]:
    """Return the environment that has uv ask the index that pip asks: nothing if pip asks the one that all do."""
    names = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}
    told = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(told, check=True, capture_output=True, text=True).stdout
    pairs = (line.partition("=") for line in listed.splitlines())
    settings = {key.rpartition(".")[2]: value.strip("'") for key, _, value in pairs}
    return {name: settings[key] for key, name in names.items() if key in settings}


def lock(name: str, builders: list[str], above: str | None, more: list[str]) -> None:
    """Write one file.

    Args:
        name: of the file, one of :data:`LOCKS`.
        builders: what builds the project itself.
        above: a file whose releases this one has to take; None for none.
        more: arguments for uv.
    """
    groups, extras = LOCKS[name]
    words = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
    words += ["--no-annotate", "--no-header", "pyproject.toml", "-", "--output-file", name, *more]
    words += [word for extra in extras for word in ("--extra", extra)]
    words += [word for group in groups for word in ("--group", group)]
    words += ["--constraint", above] if above else []
    environment = {**os.environ, **index_of_pip()}
    subprocess.run(words, cwd=PROJECT, check=True, text=True, input="\n".join(builders), env=environment)
    path = PROJECT / name
    what = ", ".join(["what the program needs", *(f"the extra {name}" for name in extras), *groups])
    head = f"# Made by tools/lock.py: {what}.\n# pip install --require-hashes --only-binary :all: -r {name}\n"
    path.write_text(head + path.read_text(encoding="utf-8"), encoding="utf-8")


def main() -> None:
    """Write all files."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    above: str | None = None
    for name in LOCKS:
        lock(name, project["build-system"]["requires"], above, sys.argv[1:])
        above = above or name


if __name__ == "__main__":
    main()
