"""The same fault is judged alike in games of all kinds: refused, an error that `--unsound` overrules, or a warning."""

from __future__ import annotations

import re
from pathlib import Path

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.errors import InputError
from generator.games.kinds import kinds, read_game
from generator.games.report import Level

FLOW = re.compile(r"^  (\w+): \{([^}]*)\}")
"""A colour in one line of a catalogue."""


def catalogues() -> dict[str, str]:
    """Return a catalogue of each kind."""
    files = [library.games()[name].path for name in ("asterion", "minotaurus", "asterismo")]
    texts = [path.read_text(encoding="utf-8") for path in (*files, Path("templates/projects/tokens/game.yaml"))]
    found = {(re.search(r"^kind: (\w+)", text, re.MULTILINE) or ["", "labyrinth"])[1]: text for text in texts}
    assert set(found) == set(kinds())
    return found


def colours(text: str) -> list[dict[str, str]]:
    """Return the first two colours of a catalogue."""
    lines = text[text.index("\ncolours:") :].splitlines()[2:4]
    entries = [FLOW.match(line) for line in lines]
    return [dict(pair.split(": ") for pair in entry[2].split(", ")) for entry in entries if entry]


def judged(text: str, folder: Path) -> tuple[list[str], bool]:
    """Return what is said of a catalogue, without places and names, and whether `--unsound` prints it."""
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        game = read_game(ShelfFile("", path, "game.yaml"))
    except InputError as error:
        return [re.sub(r"'[^']*'", "'x'", mistake.message) for mistake in error.mistakes], False
    game.require_sound(unsound=True)
    try:
        game.require_sound(unsound=False)
        stops = False
    except InputError:
        stops = True
    found = [one for one in game.findings() if one.level != Level.NOTE]
    return [f"{one.level}{', stops' if stops else ''}: [{one.code}]" for one in found], True


def test_a_fault_is_judged_alike_in_games_of_all_kinds(tmp_path: Path) -> None:
    told: dict[str, dict[str, object]] = {}
    for kind, text in catalogues().items():
        sound, _ = judged(text, tmp_path)
        assert not sound, (kind, sound)
        one, other = colours(text)
        for key, value in other.items():
            fault = "sign" if key == "symbol" else key
            changed = judged(text.replace(f"{key}: {value}", f"{key}: {one[key]}", 1), tmp_path)
            told.setdefault(f"the same {fault}", {})[kind] = changed
        ink = one["ink"].strip("'")
        near = f"#{int(ink[1:], 16) ^ 1:06x}"
        told.setdefault("near inks", {})[kind] = judged(text.replace(other["ink"], f"'{near}'"), tmp_path)
        if "\nexpect:" in text:
            broken = re.sub(r"(\nexpect: *\{?\s*\w+: )(\d+)", lambda m: f"{m[1]}{int(m[2]) + 1}", text)
            told.setdefault("a broken promise", {})[kind] = judged(broken, tmp_path)
    mistake = "{} 'x' belongs to 'x' already; each colour needs its own"
    expected = {f"the same {key}": ([mistake.format(key)], False) for key in ("letter", "sign", "ink")}
    expected["near inks"] = (["warning: [similar-inks]"], True)
    expected["a broken promise"] = (["error, stops: [broken-promise]"], True)
    said = {fault: {str(one).replace("symbol", "sign") for one in by_kind.values()} for fault, by_kind in told.items()}
    assert said == {fault: {str(one)} for fault, one in expected.items()}
    assert {fault: len(by_kind) for fault, by_kind in told.items()} == {
        "the same letter": 3,  # tokens have none
        "the same sign": 4,
        "the same ink": 4,
        "near inks": 4,
        "a broken promise": 3,  # the rules say how many tokens asterismo has
    }
