"""Copied text: headings and titles of the shipped booklets come out of other programs in whole words."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from asterion_press.rulebook.text.document import Heading
from asterion_press.rulebook.typeset.composed_pages import printed_part
from tests.support.readings import finished, rulebook_of

READERS = {"pdftotext": ("{program}", "{file}", "-"), "mutool": ("{program}", "draw", "-F", "txt", "{file}")}
"""Programs that copy text, and how they are called."""
GAMES = ("asterion", "minotaurus", "asterismo")
SCRIPTS = ("en", "el", "ru", "ja", "ko", "zh-Hant")
"""Languages of the games after the first: one for each script."""


@pytest.fixture(scope="module")
def booklets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[Path, list[str]]]]:
    """By game, the booklet in each language with the headings that are printed in it."""
    folder = tmp_path_factory.mktemp("copied")
    found: dict[str, list[tuple[Path, list[str]]]] = {}
    for game in GAMES:
        rulebook = rulebook_of(game)
        for language in finished(game) if game == GAMES[0] else SCRIPTS:
            file = folder / f"{game}-{language}.pdf"
            file.write_bytes(rulebook.booklet(language))
            text, _, subject = rulebook.read(language)
            spreads = subject.spreads_for(text)
            blocks = printed_part(text, spreads).blocks if spreads else text.blocks
            headings = [text.title.text, *(block.text for block in blocks if isinstance(block, Heading))]
            found.setdefault(game, []).append((file, [tidy(heading) for heading in headings]))
    return found


def tidy(text: str) -> str:
    """Text with plain spaces, one between words."""
    return " ".join(re.sub("[\u00a0\u202f]", " ", text).split())


def is_there(heading: str, lines: Iterable[str]) -> bool:
    """Whether a heading stands in a line, or in several from their first letter to their last."""
    return any(
        heading in line
        or (len(line) > 1 and heading.startswith(line) and is_there(heading[len(line) :].lstrip(), lines))
        for line in lines
    )


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_heading_is_copied_in_whole_words(
    game: str, reader: str, booklets: dict[str, list[tuple[Path, list[str]]]], needs_program: Callable[[str], str]
) -> None:
    program = needs_program(reader)
    for file, headings in booklets[game]:
        call = [part.format(program=program, file=file) for part in READERS[reader]]
        copied = subprocess.run(call, capture_output=True, check=True).stdout.decode()
        lines = {tidy(line) for line in re.split(r"[\n\f]", copied)} - {""}
        assert headings
        assert [heading for heading in headings if not is_there(heading, lines)] == [], file.name
