"""Make whatever the program makes, and hash it, so that two versions of the program can be compared file by file.

``python tools/outputs.py make FOLDER`` builds four games in all layouts, themes and languages, with their exports,
reports and pages, and writes FOLDER/hashes.json; ``python tools/outputs.py compare OLD.json NEW.json`` tells what
differs. The keys of files and the hashes of inputs that a manifest holds are left out.
"""

from __future__ import annotations

import hashlib
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from asterion_press.catalogue import library
from asterion_press.cli.main import main
from asterion_press.exports.run import EXPORTS

GAMES = ("asterion", "asterion-original", "asterismo", "minotaurus")
ASIDE = {"key", "inputs", "program"}
"""Keys of a manifest that tell how a file was made."""
OF_A_GAME = (
    "build {game} --box --out {out}",
    "build --only booklet {game} --out {out}",
    *(f"build --only sheets --layout {one} {{game}} --out {{out}}" for one in library.layouts()),
    *(f"build --language en --paper a4 --theme {one} {{game}} --out {{out}}" for one in library.themes()),
    *(f"export {one} {{game}} --out {{out}}" for one in EXPORTS),
    "preview {game} --out {out}/page.html",
    "check {game}",
    "check {game} --format json",
    "list tiles {game} --format json",
    "diff asterion {game}",
)
OTHERS = (
    "play simulate --games 20 --engine readable",
    "play setup asterismo",
    "play setup minotaurus",
    "list games",
    "list languages",
    "list layouts",
    "list papers",
    "language status de",
)


def hashes_of(folder: Path, order: str) -> dict[str, str]:
    """Give a command, with a folder of its own, and return the hash of each file that it makes and of what it says."""
    out = folder / hashlib.sha256(order.encode()).hexdigest()[:12]
    out.mkdir(parents=True, exist_ok=True)
    result = CliRunner().invoke(main, order.format(out=out).split())
    files = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    for name in [name for name in files if name == "manifest.json"]:
        files[name] = json.dumps(plain(json.loads(files[name])), sort_keys=True).encode()
    files["what it says"] = f"{result.exit_code}\n{result.output.replace(str(folder), '')}".encode()
    return {f"{order}: {name}": hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}


def plain(data: Any) -> Any:
    """Return what a manifest says of its files, without how they were made."""
    return {key: plain(value) for key, value in data.items() if key not in ASIDE} if isinstance(data, dict) else data


def make(folder: Path) -> None:
    """Write the hashes of everything into a folder."""
    orders = [order.replace("{game}", game) for game in GAMES for order in OF_A_GAME] + list(OTHERS)
    with ProcessPoolExecutor(max_tasks_per_child=1) as pool:
        found = {name: value for one in pool.map(partial(hashes_of, folder), orders) for name, value in one.items()}
    (folder / "hashes.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(f"{len(orders)} commands, {len(found)} files")


def compare(old: Path, new: Path) -> None:
    """Print each file that differs, or is there in one version alone."""
    before, after = (json.loads(path.read_text(encoding="utf-8")) for path in (old, new))
    differ = [name for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
    print("\n".join([*differ, f"{len(differ)} of {len(before)} files differ"]))


if __name__ == "__main__":
    what, *paths = sys.argv[1:]
    make(Path(paths[0])) if what == "make" else compare(Path(paths[0]), Path(paths[1]))
