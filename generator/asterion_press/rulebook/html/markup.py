"""Markup from files: templates of HTML whose places are filled from a fixed table, every value escaped.

A place is ``{{name}}``. What is filled in is text and is escaped, unless it is :class:`Html`, which came out of here.
There is nothing else: no conditions, no loops, no evaluation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape
from typing import Any

_PLACE = re.compile(r"\{\{([a-z_]+)\}\}")


class Html(str):
    """Markup that is complete and escaped already."""

    __slots__ = ()


def fill_template(text: str, /, **values: object) -> Html:
    """Return the text of a template with every place filled.

    Raises:
        KeyError: the template has a place for which there is no value.
    """
    return Html(_PLACE.sub(lambda place: markup(values[place[1]]), text))


def markup(value: object) -> Html:
    """Return a value as markup: escaped, unless it is markup already."""
    return value if isinstance(value, Html) else Html(escape(str(value)))


def element(tag: str, /, *content: object, **attributes: object) -> Html:
    """Return an element; underscores of attribute names become hyphens, a last one is dropped, None leaves one out."""
    written = "".join(
        f' {name.removesuffix("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return Html(f"<{tag}{written}>{''.join(map(markup, content))}</{tag}>")


def join_markup(parts: Iterable[object], between: str = "") -> Html:
    """Return several pieces of markup in a row."""
    return Html(escape(between).join(map(markup, parts)))


def json_data(value: Any) -> Html:
    """Return plain data as JSON for a block of data, in which no ``<`` may end the block. Source: HTML, 4.12.1.3."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Html(text.replace("<", "\\u003c"))
