"""Templates of the page: its own files of HTML, CSS and JavaScript."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generator.rulebook.html.markup import Html, filled

PAGE = Path(__file__).parent / "page"
"""The folder of the page's own files: HTML, CSS and JavaScript."""


@cache
def page_file(name: str) -> str:
    """The text of one of the page's own files."""
    return (PAGE / name).read_text(encoding="utf-8")


def fill(template: str, /, **values: object) -> Html:
    """A template of the page's own files with every place filled, see :func:`filled`."""
    return filled(page_file(template), **values)
