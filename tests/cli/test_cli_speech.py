"""The command speaks the language of the system where there are words for it."""

from __future__ import annotations

import re

import pytest

from generator.catalogue import shelf
from generator.catalogue.words import load_words
from generator.cli_speech import language_of, said

THERE = ("en", "de", "pt", "pt-BR", "zh-Hans")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LANG": "pt_PT@euro"}, "pt"),
        ({"LANG": "zh_CN.UTF-8"}, "zh-Hans"),
        ({"LANG": "zh_TW.UTF-8"}, "en"),
        ({"LANG": "sv_SE"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_ALL": "de_DE", "LC_MESSAGES": ""}, "de"),
    ],
)
def test_the_system_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment, THERE) == language


@pytest.mark.parametrize("language", [tag for tag in shelf.all_languages() if tag != "en"])
def test_every_message_is_said_with_its_values(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", {"zh-Hans": "zh_CN.UTF-8"}.get(language, f"{language}.UTF-8"))
    words = load_words(shelf.words_file(language).path, language).words.words
    keys = [key.removeprefix("say_") for key in words if key.startswith("say_")]
    assert len(keys) == 3
    for key in keys:
        values = {name: f"<{name}>" for name in re.findall(r"\{\{(\w+)\}\}", words[f"say_{key}"])}
        assert values
        text = said(key, "English", **values)
        assert text != "English"
        assert "{{" not in text
        assert all(value in text for value in values.values())


def test_what_there_are_no_words_for_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert said("nonsense", "English") == "English"
    monkeypatch.setenv("LC_ALL", "C")
    assert said("made", "English", made=1) == "English"
