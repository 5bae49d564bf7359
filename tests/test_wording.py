"""A sentence of wording is asserted whole in one test only; others hold the words that matter, such as a path:line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent
LETTERS, WORDS = 30, 4
"""What has as many of both is a sentence."""
MOST = 21
"""How many sentences may be asserted again; less is better."""


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences that a module asserts, or says that an error must hold, each with its line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assert) or (isinstance(node, ast.keyword) and node.arg == "match"):
            for part in ast.walk(node.test if isinstance(node, ast.Assert) else node.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    sentence = part.value.replace("\\", "").strip()
                    if sum(map(str.isalpha, sentence)) >= LETTERS and len(sentence.split()) >= WORDS:
                        yield node.lineno, sentence


def repeated(texts: dict[str, str]) -> dict[str, list[str]]:
    """Return each sentence that stands whole in another assertion, too, with the places of all."""
    found = [(f"{name}:{line}", sentence) for name, text in texts.items() for line, sentence in sentences(text)]
    places = {one: sorted({place for place, other in found if one in other}) for _, one in found}
    return {sentence: there for sentence, there in places.items() if len(there) > 1}


def test_a_sentence_of_wording_is_asserted_whole_in_one_test_only() -> None:
    texts = {path.relative_to(TESTS).as_posix(): path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py")}
    found = repeated(texts)
    print(*(f"{sentence!r}: {', '.join(places)}" for sentence, places in found.items()), sep="\n")  # pytest -rP
    assert len(found) <= MOST, found


def test_a_sentence_that_is_asserted_again_is_found() -> None:
    one = 'assert told == "tiles.yaml:3:1: the deck has one tile more than it promises"\n'
    again = 'raises(E, match="the deck has one tile more than it promises")\nassert "one tile more" in told\n'
    assert repeated({"a": one, "b": again}) == {"the deck has one tile more than it promises": ["a:1", "b:1"]}
