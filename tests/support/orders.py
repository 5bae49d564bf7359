"""Orders of one file each, for the tests of keys; and, as a program, what is read while such a file is made.

python -m tests.support.orders sheets     the files of the project that were opened, a line each
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

from asterion_press.catalogue import library
from asterion_press.making.artefacts import Artefact
from asterion_press.making.project import load_project
from asterion_press.making.request import TITLED, BuildRequest, BuildSettings, Part, SheetOptions
from asterion_press.making.sheet_laying import laying_text, laying_with
from asterion_press.making.targets import artefacts


class Case(NamedTuple):
    """A file, and the order that makes it."""

    file: str
    parts: set[Part]
    game: str = "asterion"
    languages: tuple[str, ...] = ()
    titles: str = ""
    layout: str = ""


CASES = {
    "drawing": Case("svg/Y01.svg", {Part.SVG}),
    "titled drawing": Case("svg/Y01.svg", {Part.SVG}, titles="de"),
    "sheets": Case("sheets-a4.pdf", {Part.SHEETS}),
    "titled sheets": Case("sheets-a4.pdf", {Part.SHEETS}, titles="ja", layout="tight"),
    "check": Case("check.txt", {Part.CHECK}),
    "booklet": Case("rules-de.pdf", {Part.RULES}, languages=("de",)),
    "booklet in Japanese": Case("rules-ja.pdf", {Part.RULES}, languages=("ja",)),
    "booklet with another's figures": Case("rules-en.pdf", {Part.RULES}, "asterion-original", ("en",)),
    "booklet of another kind": Case("rules-en.pdf", {Part.RULES}, "minotaurus", ("en",)),
    "booklet to fold": Case("rules-en-booklet.pdf", {Part.RULES, Part.BOOKLET}, languages=("en",)),
    "page": Case("rules-ja.html", {Part.WEB}, languages=("ja",)),
    "box": Case("box.pdf", {Part.BOX}, titles="de"),
    "card": Case("card-de.pdf", {Part.BOX}, "minotaurus", ("de",)),
    "score track": Case("track.pdf", {Part.CARDS}, languages=("de",)),
    "score pad": Case("pad.pdf", {Part.CARDS}, "minotaurus", ("de",)),
    "player cards": Case("cards-de.pdf", {Part.CARDS}, languages=("de",)),
}


def request_of(case: Case, **more: Any) -> BuildRequest:
    """Return the order of a case, of what lies on the shelf now."""
    layout = library.layouts()[case.layout] if case.layout else None
    settings = {"titles": (case.titles,) * len(TITLED), "laying": laying_text(laying_with(SheetOptions(layout=layout)))}
    how = {name: more.pop(name) for name in tuple(more) if name in set(BuildSettings.__slots__) - {"theme", "variant"}}
    fields: dict[str, Any] = {
        "catalogue": library.game_file(case.game),
        "theme": library.theme_file("knossos"),
        "papers": (library.paper_file("a4"),),
        "languages": case.languages,
        "parts": frozenset(case.parts),
        "layout": layout,
        "settings": BuildSettings(**(settings | how)),
    }
    return BuildRequest(**(fields | more))


def artefacts_of(request: BuildRequest) -> dict[str, Artefact]:
    """Return the files of an order by their names."""
    return {one.name: one for one in artefacts(load_project(request))}


def main(name: str) -> None:
    """Make the file of a case, and print which files of the project were opened, but for its code."""
    opened: set[str] = set()

    def record(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
            opened.add(os.path.realpath(os.fsdecode(arguments[0])))

    sys.addaudithook(record)
    case = CASES[name]
    artefacts_of(request_of(case))[case.file].make()
    for path in sorted(Path(one) for one in opened):
        of_python = path.suffix == ".py" or not {".venv", "__pycache__"}.isdisjoint(path.parts)
        if path.is_relative_to(library.root()) and not of_python:
            print(path.relative_to(library.root()).as_posix())


if __name__ == "__main__":
    main(sys.argv[1])
