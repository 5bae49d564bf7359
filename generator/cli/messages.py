"""Messages of the command, in the language of the system if it has them; all else is English.

``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES`` or ``LANG`` name the language, as for any program. Its messages stand in its
own ``messages.yaml``; one that it lacks is said in English. They are seen at a glance, without reading the file as
YAML: the command must be quick. Mistakes are told in English, and nothing that is written to a file depends on the
system.

Source: POSIX.1-2017, 8.2 "Internationalization Variables"; GNU gettext manual, 2.3 "Setting the Locale through
Environment Variables".
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.library import ENGLISH

if TYPE_CHECKING:
    from generator.games.report import Finding

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
LANGUAGES = "LANGUAGE"
"""Names several languages, parted by colons, the dearest first; does not count where the system speaks none at all."""
NO_LANGUAGE = ("", "C", "POSIX")
COLUMN = 8
"""Width of a column of words, if that is enough for them."""
SCRIPTS = {"zh-CN": "zh-Hans", "zh-SG": "zh-Hans", "zh": "zh-Hans"}
"""Languages whose script the system's names leave open."""


def language_of(environment: Mapping[str, str], there: Iterable[str]) -> str:
    """Return the language that the system is set to, of those that are there; English if it is none of them."""
    named = next((value for variable in VARIABLES if (value := environment.get(variable))), "")
    if _tag(named) in NO_LANGUAGE:
        return ENGLISH
    known = set(there)
    wanted = [*environment.get(LANGUAGES, "").split(":"), named]
    return next((tag for one in wanted for tag in _tags(_tag(one)) if tag in known), ENGLISH)


def _tag(named: str) -> str:
    """Return a name of the system's as a language tag: ``pt_BR.UTF-8`` as ``pt-BR``."""
    return re.split(r"[.@]", named)[0].replace("_", "-")


def _tags(tag: str) -> Iterator[str]:
    """Yield the languages that will do for one, the nearest first."""
    yield from (tag, SCRIPTS.get(tag, tag), tag.partition("-")[0])


def spoken_language() -> str:
    """Return the tag of the language in which the command speaks; English if the others cannot be looked at.

    What is to be said is done already, and that it cannot be said in another language is no failure of it.
    """
    try:
        return language_of(os.environ, library.all_languages())
    except OSError:
        return ENGLISH


def said(key: str, **values: object) -> str:
    """Return a message in the language of the system, with its values."""
    try:
        text = _messages(library.messages_file(spoken_language()).path).get(key)
    except OSError:  # what is to be said is done already, and no failure of it
        text = None
    if text is None or not _can_be_shown(text):
        text = _messages(library.messages_file(ENGLISH).path)[key]
    return re.sub(r"\{\{(\w+)\}\}", lambda name: str(values[name[1]]) if name[1] in values else name[0], text)


def learn_english() -> None:
    """Read what the command says before it does anything, so that what it has done can be said in any case."""
    _messages(library.messages_file(ENGLISH).path)


def closed(text: str, key: str, **values: object) -> str:
    """Return a text whose last line, the verdict, is a message; in English it is as it was written."""
    if spoken_language() == ENGLISH:
        return text
    before, _, _ = text.rstrip("\n").rpartition("\n")
    return f"{before}\n{said(key, **values)}\n"


def judged(text: str, found: Sequence[Finding]) -> str:
    """Return the text of a check, with its verdict in the language of the system."""
    counts = {f"{level}s": sum(finding.level == level for finding in found) for level in ("error", "warning", "note")}
    key = "not_sound" if counts["errors"] else "sound_but" if found else "sound"
    return closed(text, key, **counts)


def columns(words: Mapping[str, str]) -> dict[str, str]:
    """Words filled up with spaces to the same width, and at least one more; letters of East Asia are two wide."""
    widths = {key: sum(1 + (east_asian_width(letter) in "WF") for letter in word) for key, word in words.items()}
    width = max(COLUMN, max(widths.values()) + 1)
    return {key: word + " " * (width - widths[key]) for key, word in words.items()}


@cache
def _messages(file: Path) -> dict[str, str]:
    """Return the messages of a file by key; none if there is no file."""
    return library.peek_messages(read_bytes(file, file.name).decode("utf-8", "replace")) if file.is_file() else {}


def _can_be_shown(text: str) -> bool:
    """Return whether the terminal has the letters."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
