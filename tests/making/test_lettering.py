"""What `check` calls sound, builds; letters that no font has are findings of `check`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from asterion_press.errors import shows_something
from tests.support.project_commands import bad, good, run, shipped, written

ODD = {
    "quotes": 'Jo "The Cat" O\'Brien, 5\'6"',
    "marks of others": "«Le» “X” 「は」 „Y“",
    "markup": "<b>&amp; {{deck.tiles}} *y* [z](#q) ![f](figure:x)",
    "an accent of its own": "e\u0301 a\u00a0b",
    "what cannot be seen, in words": "A\u200bB C\u00adD",
    "a dash": "-",
    "YAML": "yes: no # x, [y]",
    "many words": "Mm " * 16 + "end",
    "Greek and Russian": "Ἀστερίων Игра",
    "a way": "../../etc/passwd\\x",
}
FIELDS = ("title", "design", "publisher", "artwork")


def catalogue(folder: Path, **values: str) -> str:
    """The shipped catalogue with other values of fields of text."""
    text = shipped()
    for field, value in values.items():
        head, reported, rest = re.split(rf"(?m)^( *{field}: ).*$", text)
        text = f"{head}{reported}{json.dumps(value, ensure_ascii=False)}{rest}"
    return written(folder / "mine.yaml", text)


@pytest.mark.parametrize("first", range(len(ODD)))
def test_odd_texts_that_are_sound_are_printed(first: int, tmp_path: Path) -> None:
    """Each of the ten in each of the four fields, four of them at a time."""
    path = catalogue(tmp_path, **dict(zip(FIELDS, (list(ODD.values()) * 2)[first:], strict=False)))
    good("check", path)
    good("build --only sheets --only rules --only web --paper a4 --language en --out", tmp_path / "out", path)


@pytest.mark.parametrize(
    ("field", "letter", "reported"),
    [
        ("title", "🐂", "no font has '🐂' (U+1F402, ox); write it otherwise"),
        ("design", "ไ", "no font has 'ไ' (U+0E44, thai character sara ai maimalai); write it otherwise"),
        ("publisher", "א", "'א' (U+05D0, hebrew letter alef)"),
    ],
)
def test_a_letter_that_no_font_has_is_told_at_its_value(field: str, letter: str, reported: str, tmp_path: Path) -> None:
    path = catalogue(tmp_path, **{field: letter})
    (line,) = [line for line in bad("check", path).splitlines() if "[unprintable-letter]" in line]
    number = next(n for n, text in enumerate(Path(path).read_text("utf-8").splitlines(), 1) if letter in text)
    assert line.startswith(f"{path}:{number}:")
    assert reported in line


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(field=st.sampled_from(FIELDS), value=st.text(st.characters(codec="utf-8"), max_size=12))
def test_a_text_is_sound_or_told_in_its_line(field: str, value: str, tmp_path: Path) -> None:
    path = catalogue(tmp_path, **{field: value})
    judged = run("check", path)
    line = next(n for n, text in enumerate(Path(path).read_text("utf-8").split("\n"), 1) if f'{field}: "' in text)
    reported = [one for one in (judged.output + judged.stderr).splitlines() if one.startswith(path)]
    assert judged.exit_code == bool(reported)
    assert all(one.startswith(f"{path}:{line}:") for one in reported)
    if value and not shows_something(value):
        assert reported
