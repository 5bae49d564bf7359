"""`asterion export` keeps the promises of a build: its own folder, complete or as it was, the same bytes again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asterion_press.cli.main import main
from asterion_press.exports.run import EXPORTS
from asterion_press.publish import read_manifest

Small = Callable[..., Path]


def asterion(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)


def exported(small: Path, folder: Path, target: str = "table", *words: str) -> Result:
    return asterion("export", target, small, "--out", folder, "--set", "pixels=32", *words)


def bytes_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_every_module_among_the_targets_is_a_target_that_tells_of_itself() -> None:
    listed = asterion("list", "exports").stdout.splitlines()[2:]
    assert [line.split()[0] for line in listed] == list(EXPORTS)
    for name, target in EXPORTS.items():
        assert target.name == name
        assert any(line.endswith(target.about) for line in listed)


def test_options_are_known_and_exports_planned_without_what_draws_and_prints() -> None:
    """Help, completion and an unchanged export need no ReportLab, which takes longer than all of them."""
    probe = (
        "import sys, asterion_press.cli.export\n"
        "from asterion_press.exports.run import EXPORTS\n"
        "print([target.options for target in EXPORTS.values()])\n"
        "print(*sys.modules)\n"
    )
    loaded = subprocess.run([sys.executable, "-c", probe], check=True, capture_output=True, text=True).stdout.split()
    assert "asterion_press.exports.vassal" in loaded
    assert not {"reportlab", "pikepdf", "markdown_it", "uharfbuzz", "svgwrite", "pypdfium2", "ezdxf"} & set(loaded)


def test_a_second_export_has_nothing_to_do_and_a_changed_one_makes_what_changed(small: Small, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert "unchanged: 0" in exported(small(), folder).stdout
    before = bytes_in(folder)
    assert "nothing to do" in exported(small(), folder).stdout
    changed = small(("{exits: NES, prisoners: 1}", "{exits: NES, prisoners: 1, coins: 1}"))
    said = exported(changed, folder).stdout
    assert said.startswith("made: 2,")  # the fork of both colours; manifests are not counted
    after = bytes_in(folder)
    assert after.keys() == before.keys()
    assert {name for name in after if after[name] != before[name]} == {
        "manifest.json",
        "tiles/fronts/B01.png",
        "tiles/fronts/Y01.png",
    }


def test_two_exports_have_the_same_bytes(small: Small, tmp_path: Path) -> None:
    for name in ("one", "two"):
        exported(small(), tmp_path / name)
    assert bytes_in(tmp_path / "one") == bytes_in(tmp_path / "two")


def test_a_dry_run_tells_every_file_and_writes_none(small: Small, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    told = exported(small(), folder, "table", "--dry-run").stdout.splitlines()
    assert not folder.exists()
    exported(small(), folder)
    manifest = read_manifest(folder)
    assert manifest is not None
    assert {line.split()[1] for line in told[:-1]} == {str(folder / name) for name in manifest.files}
    assert told[-1] == f"to make: {len(manifest.files)}, to keep: 0, to remove: 0"


def test_a_folder_of_something_else_is_not_replaced(small: Small, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    exported(small(), folder)
    before = bytes_in(folder)
    other = asterion("export", "png", small(), "--out", folder)
    assert other.exit_code == 1
    assert "holds the export 'table' of 'small'; choose another --out FOLDER, or delete that one" in other.stderr
    built = asterion("build", "--only", "svg", small(), "--out", folder)
    assert built.exit_code == 1
    assert "holds the export 'table' of 'small'" in built.stderr
    varied = asterion("export", "table", "asterion", "--out", folder)
    assert varied.exit_code == 1
    assert bytes_in(folder) == before


def test_what_was_changed_by_hand_is_kept_unless_forced(small: Small, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    exported(small(), folder)
    mine = folder / "pieces.csv"
    mine.write_text("mine\n", encoding="utf-8")
    refused = exported(small(), folder)
    assert refused.exit_code == 1
    assert "changed by hand" in refused.stderr
    assert mine.read_text(encoding="utf-8") == "mine\n"
    assert exported(small(), folder, "table", "--force").exit_code == 0
    assert mine.read_text(encoding="utf-8") != "mine\n"


def test_a_deck_that_is_not_sound_is_not_exported_unasked(small: Small, tmp_path: Path) -> None:
    unsound = small(("counters:", "expect: {tiles: 99}\ncounters:"))
    refused = exported(unsound, tmp_path / "out")
    assert refused.exit_code == 1
    assert "--unsound" in refused.stderr
    assert not (tmp_path / "out").exists()
    assert exported(unsound, tmp_path / "out", "table", "--unsound").exit_code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "Missing argument 'EXPORT'"),
        (("tabel",), "unknown export 'tabel'; did you mean 'table'?"),
        (("tgc", "--set", "pixels=99"), "unknown setting 'pixels'; "),
        (("table", "--set", "pixels=1"), "1 is not in the range"),
    ],
)
def test_mistakes_of_the_command_line_say_what_would_be_right(words: tuple[str, ...], told: str) -> None:
    result = asterion("export", *words)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_variant_and_its_settings_stand_in_the_manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = asterion(
        "export", "table", "--variant", "pocket", "--theme", "ink-saver", "--dry-run", "--set", "pixels=50"
    )
    assert "output/asterion-pocket-table/tiles/fronts/Y01.png" in result.stdout
    assert not (tmp_path / "output").exists()


def test_the_manifest_holds_no_path_of_this_machine(small: Small, tmp_path: Path) -> None:
    exported(small(), tmp_path / "out")
    text = (tmp_path / "out" / "manifest.json").read_text(encoding="utf-8")
    assert json.loads(text)["settings"]["export"] == "table"
    assert str(tmp_path) not in text
