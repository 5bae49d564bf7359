"""Who writes that a test holds something names the test, in backticks, and the test is there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.collector import Collector

PROJECT = Path(__file__).resolve().parent.parent
WRITTEN = sorted(
    path
    for place in ("generator", "docs", "bench", "tools")
    for path in (PROJECT / place).rglob("*")
    if path.suffix in {".py", ".js", ".md"}
)
DOCUMENTS = [*(PROJECT / name for name in ("README.md", "CONTRIBUTING.md")), *WRITTEN]
CLAIM = re.compile(
    r"\b(?:(?:a|another|the)\s+test|tests)[\s*]+(?:holds?|keeps?|compares?|checks?|proves?|may\s+tell)\b", re.IGNORECASE
)
NAMED = re.compile(r"`(test_\w+)`")
SOON = 240
"""The name stands at most so many characters after the claim, and in the same paragraph."""


def nameless(text: str) -> list[str]:
    """The claims of a text that name no test."""
    after = ((found, text[found.end() :].partition("\n\n")[0][:SOON]) for found in CLAIM.finditer(text))
    return [text[found.start() : found.end() + 60] for found, rest in after if not NAMED.search(rest)]


def test_a_claim_without_a_name_and_one_with_a_name_far_away_are_found() -> None:
    assert nameless("so that a test holds it, and\n") == ["a test holds it, and\n"]
    assert nameless("Tests compare the two.\n\n(`test_it`)")
    assert nameless("tests\n * hold it (`test_it`)") == []


def test_who_says_that_a_test_holds_something_names_it() -> None:
    texts = {str(path.relative_to(PROJECT)): path.read_text(encoding="utf-8") for path in DOCUMENTS}
    assert {name: found for name, text in texts.items() if (found := nameless(text))} == {}


def test_every_test_that_is_named_is_collected(collected: Collector) -> None:
    named = {name: path for path in DOCUMENTS for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    there = collected.names()
    assert named
    assert {name: path for name, path in named.items() if name not in there} == {}
