"""What users write and draw breaks no clause of PDF/A and PDF/UA and no rule of axe: a build need not prove them.

Asked about are booklets and pages of made-up projects, all in one process of veraPDF's engine, which starts slowly.
THOROUGH=1 makes 200 texts with 40 pictures. A text that does not fit is told in its line, and has no files.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import lxml.html
import pytest
from click.testing import CliRunner

from generator.cli.main import main
from tests.support.chromium import Window, axe_finds_nothing
from tests.support.made_up_rules import made_up_project
from tests.support.verapdf import asked, missing

THOROUGH = "THOROUGH" in os.environ
TEXTS, PICTURES = (200, 40) if THOROUGH else (12, 8)
OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.name = ''; one.open = true; })"
MISTAKE = re.compile(r"rules/\S+\.md:\d+:\d+: .* (?:too long for|too wide for|stands at the foot)|\[heading-at-foot\]")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders of what was built of made-up projects."""
    place, found = tmp_path_factory.mktemp("made-up"), list[Path]()
    for seed in range(TEXTS):
        project = made_up_project(place, seed, (seed + 1) * PICTURES // TEXTS - seed * PICTURES // TEXTS)
        out = place / f"out-{seed}"
        built = CliRunner().invoke(main, ["build", str(project), "--only", "rules", "--only", "web", "--out", str(out)])
        assert built.exit_code == 0 or MISTAKE.search(built.output), f"{seed}: {built.output}"
        found += [out] * (built.exit_code == 0)
    assert len(found) > 0.9 * TEXTS
    return found


def test_verapdf_finds_nothing_in_booklets_of_made_up_rules(made: list[Path]) -> None:
    if lacking := missing():
        pytest.skip(lacking)
    found = asked({booklet: ["2u", "ua1"] for out in made for booklet in out.glob("rules-*.pdf")})
    assert len(found) == len(made)
    broken = {path: verdict.broken for path, told in found.items() for verdict in told.values() if verdict.broken}
    assert broken == {}


def test_axe_finds_nothing_on_pages_of_made_up_rules(made: list[Path], show: Callable[..., Window]) -> None:
    for out in made:
        window = show(next(out.glob("rules-*.html")).as_uri(), width=360)
        window.page.evaluate(OPEN_ALL)
        axe_finds_nothing(window)


def test_ids_on_pages_of_made_up_rules_are_unique_and_every_link_arrives(made: list[Path]) -> None:
    wrong = {}
    for out in made:
        parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
        page = lxml.html.document_fromstring(next(out.glob("rules-*.html")).read_bytes(), parser)
        ids = Counter(page.xpath("//@id"))
        links = page.xpath("//*[local-name()='a' or local-name()='use']/@href | //@popovertarget | //@aria-labelledby")
        lost = [link for link in links if link.removeprefix("#") not in ids]
        if lost or max(ids.values()) > 1:
            wrong[out.name] = (lost, [name for name, count in ids.items() if count > 1])
    assert wrong == {}
