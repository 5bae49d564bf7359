"""Write down which release of each package is installed, and the sha256 of every file of it: `constraints*.txt`.

Each file is complete by itself, for every platform and every Python that the project takes, and names no address;
those of single extras have what these add to `constraints.txt`.
Releases that are written down stay as they are while they fit pyproject.toml; further arguments are handed to uv::

    python tools/lock.py                            # after a change of pyproject.toml
    python tools/lock.py --upgrade                  # the newest release of everything
    python tools/lock.py --upgrade-package NAME     # of one package

It needs the dependency group `tools`. The package index is the one that pip is configured to ask.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
QUICK = ("export", "picture", "spreadsheet")
LOCKS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "constraints-bench.txt": (("test", "slow", "build", "lint", "docs", "bench", "tools"), ("all",)),
    "constraints-all.txt": (("test", "slow", "build"), ("all",)),
    "constraints-test.txt": (("test",), QUICK),
    "constraints-lint.txt": (("test", "lint"), ()),
    "constraints-docs.txt": (("docs",), ()),
    "constraints.txt": ((), ()),
}
"""The dependency groups and the extras that each file is for. The first has all; the others take its releases."""
SINGLE = {f"constraints-{one}.txt": ((), (one,)) for one in (*QUICK, "cluster", "search", "study")}
"""The files of what a single extra needs beside `constraints.txt`."""


def index_of_pip() -> dict[str, str]:
    """Return the environment that has uv ask the index that pip asks: nothing if pip asks the one that all do."""
    names = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}
    listed = subprocess.check_output([sys.executable, "-m", "pip", "config", "list"], text=True)
    pairs = (line.partition("=") for line in listed.splitlines())
    settings = {key.rpartition(".")[2]: value.strip("'") for key, _, value in pairs}
    return {name: settings[key] for key, name in names.items() if key in settings}


def main() -> None:
    """Write all files, the largest first, whose releases the others take; arguments of this program are for uv."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    builders, env = "\n".join(project["build-system"]["requires"]), os.environ | index_of_pip()
    largest = next(iter(LOCKS))
    for name, (groups, extras) in (LOCKS | SINGLE).items():
        words = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
        words += ["--no-annotate", "--no-header", "pyproject.toml", "-", "--output-file", name, *sys.argv[1:]]
        words += [word for flag, of in (("--extra", extras), ("--group", groups)) for one in of for word in (flag, one)]
        words += ["--constraint", largest] if name != largest else []
        subprocess.run(words, cwd=PROJECT, check=True, text=True, input=builders, env=env)
        what = " ".join(["what the program needs", *extras, *groups])
        entries = re.split(r"(?m)^(?=\w)", (PROJECT / name).read_text(encoding="utf-8"))
        base = (PROJECT / "constraints.txt").read_text(encoding="utf-8") if name in SINGLE else ""
        head = f"# Made by tools/lock.py: {what}.\n# pip install --require-hashes --only-binary :all: -r {name}\n"
        (PROJECT / name).write_text(head + "".join(one for one in entries if one not in base), encoding="utf-8")


if __name__ == "__main__":
    main()
