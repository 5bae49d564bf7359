"""The command speaks the language of the system where there are messages in it."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.catalogue import library
from generator.catalogue.messages import VALUE, load_messages, message_mistakes
from generator.cli.main import main
from generator.cli.messages import closed, columns, language_of, said, spoken_language
from generator.errors import InputError

THERE = ("en", "de", "pt", "pt-BR", "zh-Hans")
OTHERS = [tag for tag in library.all_languages() if tag != "en"]
MODEL = load_messages(library.messages_file("en").path, "en.yaml")


def spoken(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv("LC_ALL", f"{ {'zh-Hans': 'zh_CN'}.get(language, language) }.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)


def asterion(*words: str) -> Result:
    return CliRunner().invoke(main, words)


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
        ({"LANG": "en_GB", "LANGUAGE": "de"}, "de"),
        ({"LANG": "en_GB", "LANGUAGE": "sv:pt_BR:de"}, "pt-BR"),
        ({"LANG": "de_DE", "LANGUAGE": "sv:nb"}, "de"),
        ({"LANG": "de_DE", "LANGUAGE": "en:de"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANGUAGE": "de"}, "en"),
        ({"LANG": "POSIX", "LANGUAGE": "de"}, "en"),
    ],
)
def test_the_system_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment, THERE) == language


@pytest.mark.parametrize("language", library.all_languages())
def test_every_language_has_the_messages_of_english_with_their_values(language: str) -> None:
    file = library.messages_file(language)
    loaded = load_messages(file.path, file.name)
    assert list(map(str, message_mistakes(loaded, MODEL, file.path.read_text(encoding="utf-8")))) == []
    assert list(loaded.messages) == list(MODEL.messages)


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_said_with_its_values(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken(monkeypatch, language)
    file = library.messages_file(language)
    for key, text in load_messages(file.path, file.name).messages.items():
        values = {name: f"<{name}>" for name in VALUE.findall(text)}
        told = said(key, **values)
        assert told == VALUE.sub(r"<\1>", text)
        assert len(re.findall("<", told)) == len(VALUE.findall(MODEL.messages[key]))


def test_mistakes_in_messages_are_told_with_their_places(tmp_path: Path) -> None:
    text = (
        "messages:\n"
        "  made: 'gemacht: {{made}}, {{keep}}'\n"
        "  prooved: geprüft\n"
        '  proved: "geprüft"\n'
        "  replace_file: |\n    ersetzen\n"
    )
    path = tmp_path / "messages.yaml"
    path.write_text(text, encoding="utf-8")
    told = list(map(str, message_mistakes(load_messages(path, "xx.yaml"), MODEL, text)))
    assert [line.partition(" ")[0] for line in told] == [
        *["xx.yaml:2:9:"] * 4,
        "xx.yaml:3:3:",
        "xx.yaml:4:11:",
        "xx.yaml:5:17:",
        "xx.yaml:5:17:",
    ]
    assert "{{folder}} is missing in message 'made'; English has it" in told[0]
    assert "unknown value {{keep}} in message 'made'" in told[3]
    assert "unknown message 'prooved'; did you mean 'proved'?" in told[4]
    assert "write it on one line in single quotes" in told[5]
    path.write_text("messages: {made: []}\n", encoding="utf-8")
    with pytest.raises(InputError):
        load_messages(path, "xx.yaml")


def test_what_a_language_lacks_is_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for language, text in {
        "en": "proved: good\n  faults: 'bad: {{faults}}'",
        "de": "faults: 'schlecht: {{faults}}'",
    }.items():
        folder = tmp_path / "templates" / "locales" / language
        folder.mkdir(parents=True)
        (folder / "words.yaml").write_text("", encoding="utf-8")
        (folder / "messages.yaml").write_text(f"messages:\n  {text}\n", encoding="utf-8")
    (tmp_path / "templates" / "locales" / "fr").mkdir()
    (tmp_path / "templates" / "locales" / "fr" / "words.yaml").write_text("", encoding="utf-8")
    monkeypatch.setattr(library, "root", lambda: tmp_path)
    for language, told in {"de": ("good", "schlecht: 2"), "fr": ("good", "bad: 2"), "sv": ("good", "bad: 2")}.items():
        spoken(monkeypatch, language)
        assert (said("proved"), said("faults", faults=2)) == told
    with pytest.raises(KeyError):
        said("nonsense")


def test_a_terminal_without_the_letters_is_spoken_to_in_english() -> None:
    command = [sys.executable, "-c", "from generator.cli.messages import said; print(said('proved'))"]
    for encoding, told in {"latin-1": "proved", "utf-8": "проверено"}.items():
        environment = {"LANG": "ru_RU.UTF-8", "PYTHONIOENCODING": encoding}
        done = subprocess.run(command, env=environment, cwd=library.root(), capture_output=True, check=True)
        assert done.stdout.decode(encoding).strip() == told


def test_a_verdict_is_the_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a fact\n\n3 faults\n"
    assert closed(text, "faults", faults=3) == text
    spoken(monkeypatch, "de")
    assert closed(text, "faults", faults=3) == "a fact\n\nMängel: 3\n"


def test_words_in_a_column_are_equally_wide() -> None:
    assert columns({"a": "make", "b": "remove"}) == {"a": "make    ", "b": "remove  "}
    assert columns({"a": "作成", "b": "そのまま"}) == {"a": "作成     ", "b": "そのまま "}


def test_a_maker_is_spoken_to_in_his_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.yaml").write_text(
        Path(library.game_file().path).read_text(encoding="utf-8") + "colour: x\n", encoding="utf-8"
    )
    spoken(monkeypatch, "de")
    order = ("build", "--only", "check", "--out", "aus")
    foretold = asterion(*order, "-n").output.splitlines()
    assert foretold[0] == f"erstellen {Path('aus', 'check.txt')}"
    assert foretold[-1] == "zu erstellen: 2, zu behalten: 0, zu entfernen: 0"
    made = asterion(*order).output.splitlines()
    assert made[-2:] == ["geprüft und richtig", "erstellt: 2, unverändert: 0, entfernt: 0: aus"]
    assert asterion(*order).output == "nichts zu tun, alles ist auf dem neuesten Stand: aus\n"
    assert asterion("check").output.endswith("\nin Ordnung, nichts zu beanstanden\n")
    assert asterion("games").output.split()[:2] == ["Spiel", "Titel"]
    assert (tmp_path / "aus" / "check.txt").read_text(encoding="utf-8").endswith("\nsound, nothing to report\n")
    assert asterion("check", "--catalogue", "bad.yaml").output.startswith("bad.yaml:"), "mistakes are told in English"
    assert "unknown key 'colour'" in asterion("check", "--catalogue", "bad.yaml").output


def test_what_is_done_is_told_in_english_where_other_languages_cannot_be_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unreadable() -> tuple[str, ...]:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(library, "all_languages", unreadable)
    assert spoken_language() == "en"
    assert said("proved") == "proved"
