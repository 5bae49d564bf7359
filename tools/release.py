"""Fill `dist/` with what a release is made of: ``make release``. The same tree gives the same bytes.

::

    asterion_press-VERSION…   the wheel and the source
    GAME-LANGUAGE.zip         all that one prints of a game, for A4 and Letter: pieces, rules, cards, box, how to cut
    site/                     the documents, with the page that prints in site/page
    SHA256SUMS                of every file
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from asterion_press.catalogue import library
from tools.page.__main__ import PROJECT
from tools.page.__main__ import main as make_page

DIST = PROJECT / "dist"
SETS = PROJECT / "build" / "release"


def main() -> None:
    """Make all of it anew, but for the documents, which `make docs` has made."""
    shutil.rmtree(DIST, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(DIST)], cwd=PROJECT, check=True)
    for game in library.games():
        folder = SETS / game
        command = [sys.executable, "-m", "asterion_press", "build", game, "--box", "--quiet", "--out", str(folder)]
        subprocess.run(command, check=True)
        languages = tuple(library.languages(game))
        for language in languages:
            pack(DIST / f"{game}-{language}.zip", folder, [f"-{one}" for one in languages if one != language])
    shutil.copytree(PROJECT / "output" / "site", DIST / "site")
    make_page(DIST / "site" / "page")
    files = sorted(path for path in DIST.rglob("*") if path.is_file())
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(DIST).as_posix()}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    print(f"{DIST}: {len(files)} files")


def pack(archive: Path, folder: Path, others: Sequence[str]) -> None:
    """Write what one prints of a set: its PDFs and pages but those whose names end with another language."""
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted([*folder.glob("*.pdf"), *folder.glob("*.html")]):
            if not path.stem.endswith(tuple(others)):
                packed.writestr(zipfile.ZipInfo(path.name), path.read_bytes(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    main()
