"""Folders are made again and compared: what is damaged is named, whatever the manifest promises."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.support.forging import forged, sign
from tests.support.printed import ASTERISMO, Printed
from tests.support.project_commands import bad, good, run, written
from tests.support.reported import reported_in

Small = Callable[..., Path]
KINDS = {
    *("sheets-a4.pdf", "rules-en.pdf", "rules-en.html", "rules-en-booklet.pdf"),
    *("box.pdf", "card-en.pdf", "check.txt", "check.json"),
}
"""A file of each kind that a whole build of asterismo makes, beside its drawings."""


def codes(result: Result) -> set[tuple[str, str]]:
    return {(fault["file"], fault["code"]) for fault in json.loads(result.stdout)["faults"]}


RULES = "build asterismo --only web --only rules --only check --language en"
PLAIN = "build asterismo --only svg --only sheets --only box --only check --language en --paper a4"
"""A folder without the rules, which take the longest to make again."""


@pytest.fixture
def rules(printed: Printed, tmp_path: Path) -> Path:
    """A folder with the booklet, the page and the check alone."""
    return shutil.copytree(printed(RULES), tmp_path / "asterismo")


@pytest.fixture
def folder(printed: Printed, tmp_path: Path) -> Path:
    return shutil.copytree(printed(*ASTERISMO), tmp_path / "asterismo")


def test_a_file_of_each_kind_that_is_not_what_its_inputs_make_is_named_and_no_other(folder: Path) -> None:
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    kinds = {min(name for name in there if name.startswith("svg/")), *KINDS}
    assert kinds <= there
    assert f"{len(there) - 1} files made again, and the same to the byte" in good("verify", folder, "--rebuild")
    for name in kinds:
        raw = (folder / name).read_bytes()
        (folder / name).write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))
    sign(folder)
    found = run("verify", folder, "asterismo", "--rebuild", "--format", "json")
    assert found.exit_code == 1
    assert {file for file, code in codes(found) if code == "not-as-made"} == kinds


def test_damage_that_plain_verify_and_the_manifest_call_sound_is_found(rules: Path) -> None:
    raw = (rules / "rules-en.pdf").read_bytes()
    spoilt = raw.replace(b"%PDF-1.7", b"%PDF-1.6", 1)
    assert spoilt != raw
    (rules / "rules-en.pdf").write_bytes(spoilt)
    sign(rules)
    good("verify", rules, "asterismo")
    found = run("verify", rules, "asterismo", "--rebuild", "--format", "json")
    assert codes(found) == {("rules-en.pdf", "not-as-made")}


FINE_FORGERIES: dict[str, tuple[str, str]] = {
    "a figure of other lines": (r'(<div class="picture".*?<path d="m)(\d)', r"\g<1>9\g<2>"),
    "a figure that shows another piece": (r'(<div class="picture".*?<use href="#_t)0', r"\g<1>1"),
    "a figure that is no wider than nothing": (r'(<div class="picture".*?width=")[\d.]+em', r"\g<1>0em"),
    "a figure in the ink of the paper": (r'(<div class="picture".*?fill="#)[0-9a-f]{6}', r"\g<1>ffffff"),
    "an ink that is the ground": (r"--ink:#[0-9a-f]{6}", "--ink:#fcf6e7"),
    "letters of another face": (r"(base64,)(.{40})..", r"\g<1>\g<2>AA"),
    "a list that counts from seven": (r"<ol><li>(?!<a)", '<ol start="7"><li>'),
    "a link to another place": (r'(<main.*?<a href="#)[a-z-]+', r"\g<1>credits"),
    "passages that changed places": (r"(<main.*?)<li>([^<]+)</li><li>([^<]+)</li>", r"\1<li>\3</li><li>\2</li>"),
}
"""What the page by itself, and its booklet, do not give away."""


@pytest.mark.parametrize(("pattern", "new"), FINE_FORGERIES.values(), ids=FINE_FORGERIES)
def test_a_page_that_is_forged_with_care_is_not_called_sound(rules: Path, pattern: str, new: str) -> None:
    page = rules / "rules-en.html"
    text = page.read_text(encoding="utf-8")
    forged = re.sub(pattern, new, text, count=1, flags=re.DOTALL)
    assert forged != text, "this page has nothing of the kind"
    page.write_text(forged, encoding="utf-8")
    sign(rules)
    assert codes(run("verify", rules, "asterismo", "--format", "json")) == {("rules-en.html", "not-as-made")}


def test_files_that_are_missing_or_that_no_input_makes_are_named(rules: Path) -> None:
    with forged(rules) as manifest:
        del manifest["files"]["check.txt"]
        manifest["files"]["rules-xx.html"] = manifest["files"]["rules-en.html"]
    (rules / "check.txt").unlink()
    shutil.copy(rules / "rules-en.html", rules / "rules-xx.html")
    found = codes(run("verify", rules, "asterismo", "--rebuild", "--format", "json"))
    assert {("check.txt", "not-built"), ("rules-xx.html", "not-made")} <= found


OPTIONS = {
    "plain": (),
    "theme": ("--theme", "ink-saver"),
    "grey": ("--grey",),
    "layout": ("--layout", "tight", "--flip", "short-edge", "--skip", "2,3"),
    "paper": ("--paper", "letter", "--paper", "a3"),
    "offset": ("--back-offset", "1.3,-0.4"),
    "tiles": ("--tiles", "Y01,B02"),
}
"""What a folder's manifest records of the wishes of who built it."""


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_a_folder_is_made_again_with_the_wishes_that_it_was_built_with(
    small: Small, tmp_path: Path, options: tuple[str, ...]
) -> None:
    out = tmp_path / "out"
    good("build", small(), "--out", out, *options)
    good("verify", out, small(), "--rebuild")


def test_sheets_of_a_printer_are_made_again_although_it_was_forgotten_since(small: Small, tmp_path: Path) -> None:
    good("printer", "calibrate", "--printer", "hall", "--offset", "1.3,-0.4", "--size", "159.6,219.8")
    out = tmp_path / "out"
    good("build --only sheets --language de", small(), "--out", out)
    good("printer delete hall")
    good("verify", out, small(), "--rebuild")


def test_variants_and_updates_are_made_again(tmp_path: Path) -> None:
    old, out = tmp_path / "old", tmp_path / "out"
    good("build --only svg --variant pocket --out", old)
    good("verify", old, "--variant", "pocket", "--rebuild")
    good("verify", old)  # the manifest says which variant it holds
    good("build --only-changed", old, "--paper", "a4", "--out", out)
    good("verify", out, "--rebuild")


def test_inputs_that_changed_are_told_as_that_and_not_as_damage(small: Small, tmp_path: Path) -> None:
    out = tmp_path / "out"
    good("build", small(), "--out", out)
    changed = small(("{exits: EW, coins: 1}", "{exits: EW, coins: 2}"))
    reported = {code for _, code in codes(run("verify", out, changed, "--rebuild", "--format", "json"))}
    assert {"other-catalogue", "inputs-changed"} <= reported
    assert "not-as-made" not in reported


def test_another_program_is_named_and_only_what_it_made_otherwise_is_a_fault(rules: Path) -> None:
    (rules / "check.txt").write_bytes(b"sound\n")
    with forged(rules) as manifest:
        for entry in manifest["files"].values():
            entry["key"] = "0" * 64
    sign(rules, program="0" * 64)
    assert "its pages were not compared" in good("verify", rules, "asterismo")
    assert codes(run("verify", rules, "asterismo", "--rebuild", "--format", "json")) == {("check.txt", "other-program")}


SETTINGS: dict[str, list[object]] = {
    "theme": ["nowhere", []],
    "titles": ["xx", ["en"]],
    "box": [["a4"], ["nowhere", "0.5"], ["a4", "nan"], "a4"],
    "booklet": [["a4", "upwards", "0.1"], []],
    "tiles": [["nothing"]],
    "since": [[], ["x"]],
    "laying": ["{}", "[", '{"layout": 3}'],
}
"""Values of settings that a manifest never has, but for an empty laying."""


@pytest.mark.parametrize(
    ("setting", "value"), [(setting, value) for setting, values in SETTINGS.items() for value in values], ids=repr
)
def test_a_manifest_that_asks_for_what_cannot_be_made_is_told(
    printed: Printed, tmp_path: Path, setting: str, value: object
) -> None:
    orders = ASTERISMO if setting == "booklet" else (PLAIN,)
    folder = shutil.copytree(printed(*orders), tmp_path / "asterismo")
    sign(folder, **{setting: value})
    result = run("verify", folder, "asterismo", "--rebuild")
    is_plain = (setting, value) == ("laying", "{}")  # which says what a plain laying is
    assert (result.exit_code, bool(re.search(r" faults?\n", result.output))) == ((0, False) if is_plain else (1, True))


def test_of_catalogues_at_hand_the_one_with_the_bytes_that_the_folder_was_made_of_is_taken(
    small: Small,
) -> None:
    own = small(("game: small", "game: asterion"))
    good("build --only svg --out mine", own)
    good("build --only svg --out theirs asterion")
    own.rename("tiles.yaml")
    for name in ("mine", "theirs"):
        good("verify", name)


def refused(*words: object) -> str:
    """What a command says of a mistake, in the one line that it may have."""
    (line,) = reported_in(bad(*words))
    return line


def test_a_folder_whose_game_is_not_at_hand_says_so_in_one_line(small: Small, tmp_path: Path) -> None:
    catalogue, out = small(), tmp_path / "out"
    good("build --only svg", catalogue, "--out", out)
    assert "a build of 'small', whose catalogue is not at hand; name it behind the folder" in refused("verify", out)
    good("verify", out, catalogue)
    assert "a build of 'small', and the catalogue is of 'minotaurus'" in refused("verify", out, "minotaurus")


def test_a_folder_whose_variant_is_not_at_hand_says_so_in_one_line() -> None:
    written("mine.yaml", "of: asterion\ntitle: mine\ntile_mm: 45\n")
    good("build --only svg --variant mine.yaml --out out")
    good("verify out")
    Path("mine.yaml").rename("other.yaml")
    assert "'mine', which is not at hand; name it with --variant" in refused("verify out")


def test_what_is_no_folder_of_ours_is_told_with_what_is_expected(tmp_path: Path) -> None:
    (tmp_path / "pdfs").mkdir()
    (tmp_path / "pdfs" / "sheets-a4.pdf").write_bytes(b"%PDF-1.7\n")
    for folder in (tmp_path / "pdfs", tmp_path / "nowhere"):
        assert "give a folder that" in bad("verify", folder)
    file = bad("verify", tmp_path / "pdfs" / "sheets-a4.pdf", status=2)
    assert "is a file; give a folder that a build or an export made" in file
