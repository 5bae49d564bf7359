"""Packages of other people: their releases and files are written down, and so are their licences."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from email import message_from_string
from importlib.metadata import PackageNotFoundError, distribution, metadata, version
from pathlib import Path

import pyphen
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from asterion_press.catalogue import library
from asterion_press.making import fingerprints
from asterion_press.rulebook.translation.language import is_incomplete
from tools import lock

PROJECT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = tuple(reversed(lock.LOCKS))
OF_EXTRAS = {name: extra for name, (_, (extra,)) in lock.SINGLE.items()}
CHOSEN = {
    "pyphen": "MPL 1.1, chosen of",
    "docutils": "public domain and BSD in what is installed, its one GPL file is not; declared as",
}
"""What we take a package under, where it declares several licences of which some would not do."""
BY_FILE = {"axe-playwright-python", "resvg-py"}
"""Packages that declare no licence; the file that comes with them is the MIT licence."""
EXTRAS: dict[str, list[str]] = PYPROJECT["project"]["optional-dependencies"]
GROUPS: dict[str, list[str]] = PYPROJECT["dependency-groups"]
BUILDERS: list[str] = PYPROJECT["build-system"]["requires"]


def locked(name: str) -> dict[str, Requirement]:
    """Return the packages of a file."""
    lines = re.findall(r"^(\w[^\\\n]*?) *\\?$", (PROJECT / name).read_text(encoding="utf-8"), re.MULTILINE)
    requirements = map(Requirement, lines)
    return {canonicalize_name(each.name): each for each in requirements}


def release(requirement: Requirement) -> str:
    (pin,) = requirement.specifier
    assert pin.operator == "=="
    return pin.version


@pytest.mark.parametrize("name", [*LOCKS, *OF_EXTRAS])
def test_each_package_is_one_release_and_has_a_sum_for_each_file(name: str) -> None:
    text = (PROJECT / name).read_text(encoding="utf-8")
    body = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    entry = r"[\w.-]+==[\w.]+(?: ; [^\\\n]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n"
    assert re.fullmatch(f"(?:{entry})+", body), "something is without a release or without a sum"
    assert len(locked(name)) == len(re.findall(r"^\w", body, re.MULTILINE))


def test_no_file_that_says_what_is_installed_names_an_address() -> None:
    names = [*LOCKS, *OF_EXTRAS, "pyproject.toml", "Makefile", "tools/lock.py", ".ci/run"]
    texts = {name: (PROJECT / name).read_text(encoding="utf-8") for name in names}
    assert [name for name, text in texts.items() if re.search(r"://|--(?:extra-)?index|find-links|@ ", text)] == []


def test_a_larger_file_has_the_very_entries_of_a_smaller_one() -> None:
    texts = {name: (PROJECT / name).read_text(encoding="utf-8") for name in LOCKS}
    lines = {
        name: {line.partition(" ; ")[0].rstrip(" \\") for line in text.splitlines() if not line.startswith("#")}
        for name, text in texts.items()
    }
    assert all(lines["constraints.txt"] < lines[name] for name in LOCKS[1:])
    assert all(lines[name] < lines["constraints-bench.txt"] for name in LOCKS[:-1])
    assert lines["constraints-test.txt"] < lines["constraints-all.txt"]


def test_each_file_has_what_the_project_asks_for() -> None:
    wrong = []
    for name, (groups, extras) in (lock.LOCKS | lock.SINGLE).items():
        lists = [] if name in OF_EXTRAS else [PYPROJECT["project"]["dependencies"], BUILDERS]
        lists += [GROUPS[group] for group in groups]
        lists += EXTRAS.values() if extras == ("all",) else [EXTRAS[extra] for extra in extras]
        asked, have = [Requirement(each) for one in lists for each in one], locked(name)
        wrong += [
            f"{name}: {one}: python tools/lock.py"
            for one in asked
            if one.name != PYPROJECT["project"]["name"]
            and not ((found := have.get(canonicalize_name(one.name))) and one.specifier.contains(release(found)))
        ]
    assert not wrong


def test_the_file_of_an_extra_has_the_very_releases_of_all_and_nothing_that_the_program_needs() -> None:
    everything, base = ((PROJECT / name).read_text(encoding="utf-8") for name in ("constraints-all.txt", LOCKS[0]))
    (listed,) = map(Requirement, EXTRAS["all"])
    assert set(OF_EXTRAS.values()) == listed.extras == set(EXTRAS) - {"all"}
    wrong = []
    for name in OF_EXTRAS:
        lines = (PROJECT / name).read_text(encoding="utf-8").splitlines()
        wrong += [(name, one) for one in lines if not one.startswith("#") and one.partition(" ; ")[0] not in everything]
        wrong += [(name, one) for one in locked(name) if f"\n{one}==" in base and "typing" not in one]
    assert not wrong


NO_BYTE = {
    "click": "reads options",
    "filelock": "waits",
    "platformdirs": "finds the folder of printers",
    "watchfiles": "looks when a file changes",
    **dict.fromkeys(("numba", "numpy", "optuna", "distributed"), "plays games"),
}
"""Libraries of the program of which no byte of a build or an export depends, and what they are for."""


def test_each_library_is_in_the_key_of_a_build_or_an_export_or_makes_no_byte() -> None:
    def named(requirements: Iterable[str]) -> set[str]:
        return {canonicalize_name(Requirement(each).name) for each in requirements}

    everywhere = named(PYPROJECT["project"]["dependencies"])
    extras = named(each for one in EXTRAS.values() for each in one) - {PYPROJECT["project"]["name"]}
    building, exporting, reading = (
        {canonicalize_name(name) for name in names}
        for names in (fingerprints.LIBRARIES, fingerprints.EXPORTING, fingerprints.READERS.values())
    )
    assert building <= everywhere, "a build is the same with and without extras"
    assert exporting <= {*everywhere, *named(EXTRAS["export"])}
    assert reading <= extras
    assert building | exporting | reading | NO_BYTE.keys() == everywhere | extras
    assert not (building | exporting | reading) & NO_BYTE.keys()


def test_the_documents_tell_once_how_an_extra_is_installed_and_name_each() -> None:
    documents = [PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md")]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in documents}
    assert len(re.findall(r"pip install --require-hashes -r constraints-", "".join(texts.values()))) == 1
    listed = set(re.findall(r"(?m)^\| `([a-z]+)` \|", texts["installing"].partition("## Extras")[2]))
    assert listed | {"all"} == set(EXTRAS)
    named = {name for text in texts.values() for name in re.findall(r"\(extra: ([a-z]+)\)", text)}
    assert named
    assert named <= listed


def test_all_that_builds_the_project_is_one_release() -> None:
    have, builders = locked("constraints.txt"), {canonicalize_name(each.name) for each in map(Requirement, BUILDERS)}
    assert {str(have[name]) for name in builders} == {str(Requirement(each)) for each in BUILDERS}
    needed = map(Requirement, metadata("hatchling").get_all("Requires-Dist") or [])
    assert {canonicalize_name(each.name) for each in needed if not each.marker or each.marker.evaluate()} <= builders


def test_what_is_installed_is_what_is_written_down() -> None:
    needed = locked("constraints-test.txt")
    for name, requirement in locked("constraints-bench.txt").items():
        if not requirement.marker or requirement.marker.evaluate():
            try:
                assert version(name) == release(requirement), "make installs it"
            except PackageNotFoundError:
                assert name not in needed, "make test installs it"


# Licences


def table() -> dict[str, tuple[str, str]]:
    """Return what a package is for and its licence, by package, as docs/licences.md has it."""
    text = (PROJECT / "docs" / "licences.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (.*?) \| (.*?) \|$", text, re.MULTILINE)
    return {name: (use, licence) for name, use, licence in rows if name != "package"}


def use_of(name: str) -> str:
    """Return what a package is for: the program, building it, an extra or a group, or another package."""
    uses = {"building": BUILDERS, "the program": PYPROJECT["project"]["dependencies"], **EXTRAS, **GROUPS}
    asking = [use for use, asked in uses.items() if name in {canonicalize_name(Requirement(e).name) for e in asked}]
    return ", ".join(asking) or "of another"


def licence_of(package: str) -> str:
    """Return the licence that a package declares: as an expression, by classifiers, or in words."""
    about = message_from_string(distribution(package).read_text("METADATA") or "")
    if expression := about["License-Expression"]:
        return str(expression)
    classified = [each for each in about.get_all("Classifier", []) if each.startswith("License ::")]
    short = [re.sub(r".*\((.*)\)$", r"\1", each.rpartition(" :: ")[2]) for each in classified]
    return " or ".join(short) or str(about["License"] or "").partition("\n")[0]


def test_the_table_of_licences_has_every_package_and_what_it_is_for() -> None:
    assert {name: use for name, (use, _) in table().items()} == {name: use_of(name) for name in locked(LOCKS[-1])}


def test_the_table_of_licences_says_what_the_packages_declare() -> None:
    wrong, seen = {}, 0
    for name, (_, licence) in table().items():
        try:
            declared = licence_of(name)
        except PackageNotFoundError:
            assert name not in locked("constraints.txt") or locked("constraints.txt")[name].marker
            continue
        seen += 1
        expected = "MIT (by its licence file)" if name in BY_FILE else declared
        if licence != f"{CHOSEN.get(name, '')} {expected}".strip():
            wrong[name] = declared
    assert not wrong
    assert seen > len(locked("constraints.txt")) - 1


def test_no_package_is_under_a_licence_that_would_bind_the_program() -> None:
    bound = {name for name, (_, licence) in table().items() if re.search(r"\bA?GPL|Affero", licence)}
    assert bound <= set(CHOSEN)


def test_the_dictionaries_of_hyphens_have_a_licence_each() -> None:
    finished = [tag for tag in library.all_languages() if not is_incomplete(tag, "asterion")]
    texts = [library.words_file(tag).path.read_text(encoding="utf-8") for tag in finished]
    asked = {name for text in texts for name in re.findall(r"^hyphenation: (\S+)", text, re.MULTILINE)}
    text = (PROJECT / "docs" / "licences.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == asked
    assert asked <= set(pyphen.LANGUAGES)
