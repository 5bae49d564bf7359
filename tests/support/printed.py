"""Sets that several tests read: each is printed once in a run, for all its processes, and kept on disk to the end."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from click.testing import CliRunner
from filelock import FileLock

from asterion_press.cli.main import main

PROJECT = Path(__file__).resolve().parents[2]
ASTERION = ("build asterion --box --paper a4 --language en", "build --only booklet asterion --language en")
"""English Asterion with all its parts."""
ASTERISMO = ("build asterismo --box --paper a4 --language en", "build --only booklet asterismo --language en")
"""English asterismo with all its parts."""


class Printed:
    """Folders by the commands that fill them. Who spoils one takes a copy of it; that nobody does not is looked at."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._filled: dict[Path, frozenset[tuple[str, int, int]]] = {}

    def __call__(self, *orders: str) -> Path:
        """Return the folder that some commands fill, one after the other; it is not to be changed."""
        folder = self.root / hashlib.sha256("\n".join(orders).encode()).hexdigest()[:16] / orders[0].split()[1]
        done = folder.with_name("done")
        with FileLock(f"{folder.parent}.lock"), pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_CONFIG_HOME", str(self.root / "nobody"))
            patch.chdir(PROJECT)
            for order in () if done.exists() else orders:
                result = CliRunner().invoke(main, [*order.split(), "--out", str(folder)])
                assert result.exit_code == 0, result.output
            done.touch()
        self._filled.setdefault(folder, stamps(folder))
        return folder

    def look_for_changes(self) -> None:
        """See that no folder has been changed since it was first handed out."""
        assert [folder for folder, before in self._filled.items() if stamps(folder) != before] == []


def stamps(folder: Path) -> frozenset[tuple[str, int, int]]:
    """Return each file below a folder, with its size and the time of its last change."""
    files = [(path, path.stat()) for path in folder.rglob("*") if path.is_file()]
    return frozenset((str(path), stat.st_size, stat.st_mtime_ns) for path, stat in files)
