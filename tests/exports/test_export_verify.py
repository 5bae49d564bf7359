"""`asterion verify` makes every export again: a file that differs is named, although the manifest calls it sound."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from asterion_press.exports.run import EXPORTS
from asterion_press.making.fingerprints import export_key
from tests.support.forging import forged, sign
from tests.support.profiles import press_profile
from tests.support.project_commands import good, names_in, run

Small = Callable[..., Path]
Exported = Callable[..., tuple[Path, Path]]


def codes(folder: Path, *words: object) -> set[tuple[str, str]]:
    result = run("verify", folder, "--format", "json", *words)
    faults = {(fault["file"], fault["code"]) for fault in json.loads(result.stdout)["faults"]}
    assert result.exit_code == bool(faults)
    return faults


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Make an export once for all tests."""
    made: dict[tuple[object, ...], Path] = {}

    def export(target: str, *words: object, key: str) -> Path:
        if (target, key) not in made:
            folder = tmp_path_factory.mktemp("export") / target
            good("export", target, "--out", folder, *words)
            made[target, key] = folder
        return made[target, key]

    return export


@pytest.fixture
def exported(kept: Callable[..., Path], small: Small, tmp_path: Path) -> Exported:
    """Give a fresh copy of an export of the small deck, and its catalogue."""

    def copy(target: str, *words: object) -> tuple[Path, Path]:
        catalogue = small()
        made = kept(target, catalogue, *words, key=repr(words))
        return shutil.copytree(made, tmp_path / "copy" / target), catalogue

    return copy


@pytest.mark.parametrize("words", [*((target,) for target in EXPORTS), ("svg", "--set", "cutter=cricut")], ids=" ".join)
def test_every_target_is_made_again_and_each_file_that_differs_is_named(
    exported: Exported, words: tuple[str, ...]
) -> None:
    """One byte of each file is another, the largest file is torn, or one is gone, and the manifest calls all sound."""
    folder, catalogue = exported(*words)
    assert codes(folder, catalogue) == codes(folder, catalogue, "--rebuild") == set()
    before = {name: (folder / name).read_bytes() for name in names_in(folder) - {"manifest.json", "gpids.json"}}
    largest = max(before, key=lambda name: len(before[name]))
    for name, raw in before.items():
        middle = len(raw) // 2
        (folder / name).write_bytes(raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :])
    sign(folder)
    assert codes(folder, catalogue) == {(name, "not-as-made") for name in before}
    for name, raw in before.items():
        (folder / name).write_bytes(raw[: len(raw) // 2] if name == largest else raw)
    sign(folder)
    assert codes(folder, catalogue) == {(largest, "not-as-made")}
    (folder / largest).unlink()
    sign(folder)
    assert codes(folder, catalogue) == {(largest, "not-built")}


def test_a_lock_that_gives_a_number_to_another_piece_is_found(exported: Exported) -> None:
    folder, catalogue = exported("vassal")
    lock = folder / "gpids.json"
    lock.write_text(lock.read_text(encoding="utf-8").replace('"Y01#1": 0', '"Y01#1": 77'), encoding="utf-8")
    sign(folder)
    assert ("manifest.json", "not-rebuilt") in codes(folder, catalogue)


def test_an_export_with_a_profile_is_made_again_from_its_folder_alone(small: Small, tmp_path: Path) -> None:
    folder, profile = tmp_path / "out", tmp_path / "press.icc"
    profile.write_bytes(press_profile())
    catalogue = small()
    good("export pdf", catalogue, "--set", f"intent={profile}", "--out", folder)
    profile.unlink()
    assert codes(folder, catalogue) == set()
    (folder / "intent.icc").write_bytes(press_profile(b"Another press"))
    sign(folder)
    assert codes(folder, catalogue) == {("small-pieces.pdf", "inputs-changed")}
    (folder / "intent.icc").unlink()
    assert codes(folder, catalogue) == {("intent.icc", "file-missing"), ("manifest.json", "not-rebuilt")}


@pytest.mark.parametrize("target", EXPORTS)
def test_an_export_of_another_program_is_told_as_such_and_never_as_damaged(exported: Exported, target: str) -> None:
    """Another version, or another zlib, would have written other keys."""
    folder, catalogue = exported(target)
    with forged(folder) as manifest:
        manifest["settings"]["program"] = "0" * 64
        manifest["files"] = {name: entry | {"key": "0" * 64} for name, entry in manifest["files"].items()}
    assert "made by another version of the program, its libraries" in good("verify", folder, catalogue)
    name = min(names_in(folder) - {"manifest.json"})
    with (folder / name).open("ab") as file:
        file.write(b" ")
    sign(folder)
    assert codes(folder, catalogue) == {(name, "other-program")}


def test_another_zlib_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    here = export_key()
    export_key.cache_clear()
    monkeypatch.setattr("zlib.ZLIB_RUNTIME_VERSION", "9.9.9")
    assert export_key() != here
    export_key.cache_clear()


@pytest.mark.parametrize("target", EXPORTS)
def test_an_export_of_a_changed_catalogue_is_told_as_such_and_never_as_damaged(
    exported: Exported, small: Small, target: str
) -> None:
    folder, _ = exported(target)
    other = small(("copies: {yellow: 1", "copies: {yellow: 3"))
    found = {code for _, code in codes(folder, other)}
    assert {"other-catalogue", "inputs-changed"} <= found
    assert found <= {"other-catalogue", "inputs-changed", "not-built", "not-made"}


@pytest.mark.parametrize(
    "settings",
    [
        {"wishes": []},
        {"wishes": "dpi=3"},
        {"wishes": ["dpi=x"]},
        {"wishes": ["dpi"]},
        {"wishes": ["dpi=30000"]},
        {"wishes": ["dpi=nan"]},
        {"wishes": ["dpi=300", "bleed=1e999"]},
        {"wishes": ["dpi=300", "paper=a4"]},
        {"wishes": ["dpi=3_00"]},
        {"export": "x"},
        {"export": ["x"]},
        {"theme": ["x"]},
    ],
    ids=repr,
)
def test_a_manifest_that_tells_nonsense_of_an_export_is_a_fault(exported: Exported, settings: dict[str, Any]) -> None:
    folder, catalogue = exported("png")
    with forged(folder) as manifest:
        manifest["settings"] |= settings
    assert codes(folder, catalogue, "--rebuild")


@pytest.mark.parametrize("name", ["../small.yaml", "counters/fronts/more/Y01.png"])
def test_a_manifest_of_an_export_names_files_in_two_folders_at_most_and_none_outside(
    exported: Exported, name: str
) -> None:
    folder, catalogue = exported("png")
    entry = {"sha256": "0" * 64, "size": 1, "key": "0" * 64}
    with forged(folder) as manifest:
        manifest["files"][name] = entry
    assert codes(folder, catalogue) == {("manifest.json", "manifest-name")}


@pytest.mark.parametrize("name", ["counters", "counters/fronts"])
def test_no_file_of_an_export_behind_a_link_is_read(exported: Exported, name: str, tmp_path: Path) -> None:
    folder, catalogue = exported("png")
    (folder / name).rename(tmp_path / "elsewhere")
    (folder / name).symlink_to(tmp_path / "elsewhere")
    behind = {path.relative_to(folder).as_posix() for path in folder.glob(f"{name}/**/*.png")}
    assert behind
    assert {file for file, code in codes(folder, catalogue) if code == "file-unfit"} == behind


def test_what_lies_beside_an_export_and_looks_like_it_is_told(exported: Exported) -> None:
    folder, catalogue = exported("png")
    shutil.copy(next(folder.glob("*/fronts/Y01.png")), folder / "counters" / "fronts" / "Y77.png")
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    assert codes(folder, catalogue) == {("counters/fronts/Y77.png", "file-unlisted")}
