"""`asterion build --only rules --only web --format`: booklets, pages, or both."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import main

PDF, HTML = "rules-en.pdf", "rules-en.html"


def planned(*words: str, out: Path) -> dict[str, str]:
    """What the command would do with each file."""
    result = CliRunner().invoke(main, [*words, "--out", str(out), "--dry-run"])
    assert result.exit_code == 0, result.output
    steps = [line.split(None, 1) for line in result.output.splitlines()[:-1]]
    return {Path(path).name: verb for verb, path in steps}


@pytest.mark.parametrize(("parts", "files"), [(("rules", "web"), {PDF, HTML}), (("rules",), {PDF}), (("web",), {HTML})])
def test_rules_are_made_in_the_format_that_is_asked_for(
    tmp_path: Path, parts: tuple[str, ...], files: set[str]
) -> None:
    words = [word for part in parts for word in ("--only", part)]
    found = planned("build", "minotaurus", "--language", "en", *words, out=tmp_path / "out")
    assert set(found) == files


def test_a_build_writes_pages_unless_others_alone_are_asked_for(tmp_path: Path) -> None:
    assert HTML in planned("build", "minotaurus", "--language", "en", out=tmp_path / "out")
    assert HTML not in planned("build", "minotaurus", "--only", "rules", "--language", "en", out=tmp_path / "out")
    assert set(planned("build", "minotaurus", "--only", "web", "--language", "en", out=tmp_path / "out")) == {HTML}


def test_a_page_that_lies_there_is_renewed_with_the_rest(tmp_path: Path) -> None:
    out = tmp_path / "out"
    made = CliRunner().invoke(main, ["build", "--only", "web", "minotaurus", "--language", "en", "--out", str(out)])
    assert made.exit_code == 0, made.output
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", HTML]
    assert planned("build", "--only", "rules", "minotaurus", "--language", "en", out=out) == {PDF: "make", HTML: "keep"}
    (out / HTML).write_text("changed by hand", encoding="utf-8")
    refused = CliRunner().invoke(
        main, ["build", "--only", "rules", "--only", "web", "minotaurus", "--language", "en", "--out", str(out)]
    )
    assert refused.exit_code == 1
    assert HTML in refused.output


def test_verify_reads_pages(tmp_path: Path) -> None:
    out = tmp_path / "out"
    CliRunner().invoke(main, ["build", "--only", "web", "minotaurus", "--language", "en", "--out", str(out)])
    seen = CliRunner().invoke(main, ["verify", str(out), "minotaurus"])
    assert seen.exit_code == 0, seen.output
    assert "153 passages" in seen.output
    (out / HTML).write_bytes((out / HTML).read_bytes().replace(b"<p>", b"<p>!", 1))
    assert "file-changed" in CliRunner().invoke(main, ["verify", str(out), "minotaurus"]).output
