"""Cache keys forget nothing: whatever the making of a file reads, and whatever is wished for it, changes its key.

No test lists what a file depends on. What is opened while it is made is recorded, and each of these files is changed.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from asterion_press.catalogue import library
from asterion_press.errors import InputError
from asterion_press.making import fingerprints
from asterion_press.making.fingerprints import request_key
from asterion_press.making.request import TITLED, BuildRequest, BuildSettings, Part, SheetOptions
from asterion_press.making.sheet_laying import laying_text, laying_with
from tests.support.orders import CASES, artefacts_of, request_of
from tests.support.project_commands import copied_project, good

PROJECT = Path(__file__).resolve().parents[2]
BY_VALUE = ("tiles.yaml", "templates/games/", "templates/layouts/", "templates/variants/")
"""Files of which a key has the values that are shown, so that a comment redraws nothing; see the test of values."""
OTHER_PAPERS = tuple(f"templates/papers/{paper}.yaml" for paper in library.papers() if paper != "a4")
"""Who names pieces or fits a box looks at all papers; what is made is for A4."""
WORDS = tuple(f"templates/locales/{file}" for file in ("de/words.yaml", "de/words.po", "en/words.yaml"))
FOR_CARDS = (
    "templates/figures/{0}.yaml templates/spreads/{0}.yaml templates/locales/de/{0}.po templates/locales/en/{0}.md "
    "templates/locales/en/glossary.yaml"
)
NOT_SHOWN = {
    "check": ("templates/themes/knossos.yaml",),  # every order has a theme, and this file no inks
    # the build reads figures and texts for the cards beside it; track and pad have no words
    "score track": (*FOR_CARDS.format("asterion").split(), *WORDS),
    "score pad": (*FOR_CARDS.format("minotaurus").split(), *WORDS),
    # its key has the title itself, and who names pieces looks at all papers
    "titled drawing": (*WORDS, "templates/papers/a4.yaml"),
}


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, in which each test leaves the files as it found them."""
    return copied_project(tmp_path_factory.mktemp("project"))


@pytest.fixture
def copy(copied: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The copy of the project, whose keys are looked at."""
    monkeypatch.setattr(library, "root", lambda: copied)
    monkeypatch.setattr(library, "PACKAGE", copied / "generator/asterion_press")
    return copied


def forget() -> None:
    """Forget what was hashed."""
    fingerprints.program_key.cache_clear()
    fingerprints.fonts_key.cache_clear()


@pytest.fixture(autouse=True)
def _fresh() -> Any:
    forget()
    yield
    forget()


def keys_of(name: str) -> tuple[str, str]:
    """Return the key of a case's file and that of its order."""
    forget()
    request = request_of(CASES[name])
    return artefacts_of(request)[CASES[name].file].key, request_key(request)


def read_by(name: str) -> list[str]:
    """Return the files of the project that are opened, in a process of its own, while the file of a case is made."""
    command = [sys.executable, "-m", "tests.support.orders", name]
    run = subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=PROJECT, env={"PYTHONPATH": str(PROJECT / "generator")}
    )
    return run.stdout.split("\n")[:-1]


@pytest.mark.parametrize("name", CASES)
def test_each_file_that_is_read_changes_the_key_of_what_is_made_and_of_its_order(name: str, copy: Path) -> None:
    before = keys_of(name)
    read = read_by(name)
    assert "tiles.yaml" in read or CASES[name].game == "minotaurus"
    forgotten = []
    for file in [one for one in read if one not in (*OTHER_PAPERS, *NOT_SHOWN.get(name, ()))]:
        raw = (copy / file).read_bytes()
        (copy / file).write_bytes(raw + b"\n")
        try:
            after = keys_of(name)
        finally:
            (copy / file).write_bytes(raw)
        if after[0] == before[0] and not file.startswith(BY_VALUE):
            forgotten.append(f"{file}: {CASES[name].file}")
        if after[1] == before[1] and not file.startswith("templates/layouts/"):
            forgotten.append(f"{file}: the order")
    assert not forgotten
    assert keys_of(name) == before


VALUES = {
    "title": ("tiles.yaml", "title: Asterion", "title: Asterios"),
    "designer": ("tiles.yaml", "Néstor Romeral Andrés", "Nestor Romeral Andres"),
    "ink": ("tiles.yaml", "#e9b32e", "#e9b33e"),
    "symbol": ("tiles.yaml", "symbol: sun", "symbol: amphora"),
    "size": ("tiles.yaml", "tile_mm: 50", "tile_mm: 48"),
    "counters": ("tiles.yaml", "counters: {count: 64", "counters: {count: 60"),
    "tie-break": ("tiles.yaml", "\ndesigns:", "\nrules: {tie_break: seat}\ndesigns:"),
    "word-of-a-drawing": (
        "templates/locales/de/words.po",
        'msgid "yellow"\nmsgstr "Gelb"',
        'msgid "yellow"\nmsgstr "Gold"',
    ),
}


def made(name: str) -> tuple[str, bytes] | None:
    """Return the key and the bytes of a case's file; None if it cannot be made of what is there."""
    forget()
    try:
        found = artefacts_of(request_of(CASES[name]))[CASES[name].file]
        return found.key, found.make()
    except (InputError, KeyError):
        return None


SHOWING = ("drawing", "titled drawing", "sheets", "check", "booklet", "page", "box")
"""Cases that show some of these values."""


@pytest.fixture(scope="module")
def unchanged() -> dict[str, tuple[str, bytes] | None]:
    """Keys and bytes of these cases before a value is changed, as the first test has made them."""
    return {}


@pytest.mark.parametrize("value", VALUES)
def test_a_changed_value_changes_the_key_of_each_file_that_shows_it(
    value: str, copy: Path, unchanged: dict[str, tuple[str, bytes] | None]
) -> None:
    file, old, new = VALUES[value]
    unchanged |= {} if unchanged else {name: made(name) for name in SHOWING}
    text = (copy / file).read_text(encoding="utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        changed_ones = {name: made(name) for name in SHOWING}
    finally:
        (copy / file).write_text(text, encoding="utf-8")
    changed = 0
    for name, other in changed_ones.items():
        one = unchanged[name]
        if one is not None and other is not None and one[1] != other[1]:
            changed += 1
            assert one[0] != other[0], name
    assert changed


OPTIONS: dict[str, Any] = {
    "catalogue": library.game_file("minotaurus"),
    "theme": library.theme_file("ink-saver"),
    "papers": (library.paper_file("letter"),),
    "languages": ("en", "de"),
    "parts": frozenset({Part.SVG}),
    "unsound": True,
    "verify": False,
    "variant": library.variants()["pocket"],
    "since": ("x",),
    "titles": ("de",) * len(TITLED),
    "booklet": ("a4", "long-edge", "0.1"),
    "box": ("a4", "0.7"),
    "grey": True,
    "laying": laying_text(laying_with(SheetOptions(flip="short-edge"))),
    "tiles": ("Y01",),
    "texts": frozenset({(Part.RULES, "en")}),
}
"""Another value of each thing that can be wished."""
ALL_PARTS = frozenset(Part)
IDENTITY = {"catalogue", "parts", "unsound", "verify", "since", "texts", "variant"}
"""Wishes that make another set, or that no file shows; the order's key has them."""


def test_every_wish_is_tried_here() -> None:
    of_settings = {field.name for field in fields(BuildSettings)}
    assert set(OPTIONS) == ({field.name for field in fields(BuildRequest)} | of_settings) - {"settings", "layout"}


def test_each_wish_changes_the_key_of_an_order() -> None:
    options = {"parts": ALL_PARTS, "languages": ("en",)}
    plain = request_key(request_of(CASES["booklet"], **options))
    asked = {option: request_of(CASES["booklet"], **{**options, option: value}) for option, value in OPTIONS.items()}
    assert [option for option, order in asked.items() if request_key(order) == plain] == []


@pytest.fixture(scope="module")
def plain() -> dict[str, tuple[str, bytes]]:
    """All files of Asterion in English."""
    found = artefacts_of(request_of(CASES["booklet"], parts=ALL_PARTS, languages=("en",)))
    return {name: (one.key, one.make()) for name, one in found.items()}


@pytest.mark.parametrize("option", sorted(OPTIONS.keys() - IDENTITY))
def test_a_file_that_a_wish_changes_has_another_key(option: str, plain: dict[str, tuple[str, bytes]]) -> None:
    options = {"parts": ALL_PARTS, "languages": ("en",), option: OPTIONS[option]}
    found = artefacts_of(request_of(CASES["booklet"], **options))
    alike = [name for name, one in found.items() if name in plain and one.key == plain[name][0]]
    assert [name for name in alike if not name.startswith("svg/") and found[name].make() != plain[name][1]] == []
    some = [name for name in alike if name.startswith("svg/")][::20]
    assert [name for name in some if found[name].make() != plain[name][1]] == []
    assert len(alike) < len(found) or set(found) != set(plain)


def test_another_release_of_what_reads_files_of_ones_own_makes_anew_what_shows_them_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("resvg_py")
    monkeypatch.chdir(tmp_path)
    good("init", "mine", "--from", "tokens")
    text = Path("mine/rules/en.md")
    before = text.read_text(encoding="utf-8")

    def made(release: str) -> set[str]:
        monkeypatch.setattr(fingerprints, "READERS", fingerprints.READERS | {".svg": release})
        output = good("build", "mine", "--paper", "a4", "--language", "en", "--verbose").splitlines()
        return {Path(line.split()[1]).name for line in output if line.startswith("made ")}

    assert {"rules-en.pdf", "sheets-a4.pdf"} <= made("resvg_py")
    assert not made("tabulate"), "nothing shows a picture"
    Path("mine/pictures").mkdir()
    square = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1 1h7v7z"/></svg>'
    Path("mine/pictures/Map.SVG").write_text(square, encoding="utf-8")
    text.write_text(f"{before}\n![a map](pictures/Map.SVG)\n", encoding="utf-8")
    assert "rules-en.pdf" in made("resvg_py")
    assert not made("resvg_py")
    assert made("tabulate") == {"rules-en.pdf", "rules-en.html"}
