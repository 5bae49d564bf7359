"""`asterion export` keeps the promises of a build: its own folder, complete or as it was, the same bytes again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from asterion_press.exports.run import EXPORTS
from asterion_press.publish import read_manifest
from tests.exports.conftest import Export
from tests.support.project_commands import bytes_in, good, run

Small = Callable[..., Path]


@pytest.fixture
def table(export: Export) -> Export:
    """Export small pictures."""
    return partial(export, "table", "pixels=32")


def test_every_module_among_the_targets_is_a_target_that_tells_of_itself() -> None:
    listed = good("list exports").splitlines()[2:]
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


def test_a_second_export_has_nothing_to_do_and_a_changed_one_makes_what_changed(
    table: Export, small: Small, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    assert "unchanged: 0" in table().stdout
    before = bytes_in(folder)
    assert "nothing to do" in table().stdout
    changed = small(("{exits: NES, prisoners: 1}", "{exits: NES, prisoners: 1, coins: 1}"))
    assert table(game=changed).stdout.startswith("made: 2,")  # the fork of both colours; manifests are not counted
    after = bytes_in(folder)
    assert after.keys() == before.keys()
    differing = {"manifest.json", "tiles/fronts/B01.png", "tiles/fronts/Y01.png"}
    assert {path for path in after if after[path] != before[path]} == {folder / name for name in differing}


def test_a_dry_run_tells_every_file_and_writes_none(table: Export, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    reported = table(words=("--dry-run",)).stdout.splitlines()
    assert not folder.exists()
    table()
    manifest = read_manifest(folder)
    assert manifest is not None
    assert {line.split()[1] for line in reported[:-1]} == {str(folder / name) for name in manifest.files}
    assert reported[-1] == f"to make: {len(manifest.files)}, to keep: 0, to remove: 0"


def test_a_folder_of_something_else_is_not_replaced(table: Export, small: Small, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    table()
    before = bytes_in(folder)
    words = "--out", folder
    other = run("export png", small(), *words)
    assert "holds the export 'table' of 'small'; choose another --out FOLDER, or delete that one" in other.stderr
    built = run("build --only svg", small(), *words)
    assert "holds the export 'table' of 'small'" in built.stderr
    varied = run("export table asterion", *words)
    assert [one.exit_code for one in (other, built, varied)] == [1, 1, 1]
    assert bytes_in(folder) == before


def test_what_was_changed_by_hand_is_kept_unless_forced(table: Export, tmp_path: Path) -> None:
    table()
    mine = tmp_path / "out" / "pieces.csv"
    mine.write_text("mine\n", encoding="utf-8")
    assert "changed by hand" in table(status=1).stderr
    assert mine.read_text(encoding="utf-8") == "mine\n"
    table(words=("--force",))
    assert mine.read_text(encoding="utf-8") != "mine\n"


def test_a_deck_that_is_not_sound_is_not_exported_unasked(table: Export, small: Small, tmp_path: Path) -> None:
    unsound = small(("counters:", "expect: {tiles: 99}\ncounters:"))
    assert "--unsound" in table(game=unsound, status=1).stderr
    assert not (tmp_path / "out").exists()
    table(game=unsound, words=("--unsound",))


MISTAKES = {
    "": "Missing argument 'EXPORT'",
    "tabel": "unknown export 'tabel'; did you mean 'table'?",
    "tgc --set pixels=99": "unknown setting 'pixels'; ",
    "table --set pixels=1": "1 is not in the range",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_mistakes_of_the_command_line_say_what_would_be_right(words: str) -> None:
    result = run(f"export {words}")
    assert result.exit_code == 2
    assert MISTAKES[words] in result.stderr


def test_a_variant_and_its_settings_stand_in_the_manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reported = good("export table --variant pocket --theme ink-saver --dry-run --set pixels=50")
    assert "output/asterion-pocket-table/tiles/fronts/Y01.png" in reported
    assert not (tmp_path / "output").exists()
