"""What the command says in the language of the system, as far as there are words for it; all else is English.

``LC_ALL``, ``LC_MESSAGES`` or ``LANG`` name the language. Its words stand in its own ``words.yaml``, under
keys that begin with ``say_``. They are seen at a glance, without reading the file as YAML: the command must be quick.
Nothing that is written to a file depends on it.

Source: POSIX.1-2017, 8.2 "Internationalization Variables".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from generator.catalogue import shelf
from generator.catalogue.files import read_bytes

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
ENGLISH = "en"
SCRIPTS = {"zh-CN": "zh-Hans", "zh-SG": "zh-Hans", "zh": "zh-Hans"}
"""Languages whose script the system's names leave open."""


def language_of(environment: Mapping[str, str], there: Iterable[str]) -> str:
    """The language that the system is set to, one of those that are there; English if it is none of them."""
    named = next((value for variable in VARIABLES if (value := environment.get(variable))), "")
    tag = re.split(r"[.@]", named)[0].replace("_", "-")
    wanted = (tag, SCRIPTS.get(tag, tag), tag.partition("-")[0])
    return next((one for one in wanted if one in set(there)), ENGLISH)


def said(key: str, english: str, **values: object) -> str:
    """A message in the language of the system, with its values; `english` if there are no words for it, or it is."""
    language = language_of(os.environ, shelf.all_languages())
    if language == ENGLISH:
        return english
    file = shelf.words_file(language)
    text = read_bytes(file.path, file.name).decode("utf-8", "replace")
    found = re.search(rf"^  say_{key}: '((?:[^']|'')+)'$", text, re.MULTILINE)
    if found is None:
        return english
    return re.sub(r"\{\{(\w+)\}\}", lambda name: str(values.get(name[1], "")), found[1].replace("''", "'"))
