"""Old spellings of commands, which still work and print the new one."""

from __future__ import annotations

from collections.abc import Container

import click

RENAMED = {
    "booklet": ("build", "--only", "booklet"),
    "box": ("build", "--only", "box"),
    "calibrate": ("printer", "calibrate"),
    "design": ("play", "search"),
    "designs": ("play", "designs"),
    "draw": ("build", "--only", "svg"),
    "gallery": ("preview",),
    "games": ("list", "games"),
    "ink": ("printer", "ink"),
    "languages": ("language",),
    "layouts": ("list", "layouts"),
    "schema": ("list", "schemas"),
    "score": ("play", "score"),
    "setup": ("play", "setup"),
    "sheets": ("build", "--only", "sheets"),
    "simulate": ("play", "simulate"),
    "study": ("play", "study"),
    "tiles": ("list", "tiles"),
    "watch": ("preview", "--watch"),
}
"""The new name of each old command."""
RULES_FORMATS = {"pdf": ("rules",), "html": ("web",), "all": ("rules", "web")}
"""The parts of a build that the old `rules` command made, by its `--format`."""
PRINTERS = ("--list", "--show", "--use", "--delete")
"""The old options about saved printers, which are commands now."""
MOVED = {"rules": "--format", "ink": "--printer", "layouts": "--show", "games": "--show", "design": "--target"}
"""Old options that are now arguments, or have another name."""


def respelt(words: list[str], known: Container[str]) -> list[str]:
    """Return the words of a command in their new spelling; print the new name of an old command on standard error.

    Args:
        words: as they were given.
        known: the names of all commands.
    """
    command, rest = _respelt(words[0], words[1:], known) if words else ([], [])
    if command != words[:1]:
        click.echo(f"`asterion {words[0]}` is `asterion {' '.join(command)}` now", err=True)
    return [*command, *rest]


def _respelt(first: str, rest: list[str], known: Container[str]) -> tuple[list[str], list[str]]:
    """Return the new name of an old command, or the same, and the words that go on behind it."""
    named = list(RENAMED.get(first, (first,)))
    value, others = _taken(rest, MOVED[first]) if first in MOVED else (None, rest)
    if first == "rules":
        parts = RULES_FORMATS.get(value or "all", ("rules", "web"))
        return ["build", *(word for part in parts for word in ("--only", part))], others
    if first == "calibrate" and (command := next((one for one in PRINTERS if one in rest), None)):
        return ["printer", command.removeprefix("--")], [word for word in rest if word != command]
    if first == "ink":
        return named, [*(["--ink", value] if value else []), *others]
    if first == "schema":
        return named, [word for word in rest or ["catalogue"] if word != "--list"]
    if first == "languages" and (not rest or rest[0].startswith("-")):
        return ["list", "languages"], rest
    if first == "export" and "--list" in rest:
        return ["list", "exports"], []
    if first == "play" and rest and f"play {rest[0]}" not in known and rest[0] not in {"-h", "--help"}:
        return ["play", "replay"], rest
    return named, [value, *others] if value else others


def _taken(words: list[str], option: str) -> tuple[str | None, list[str]]:
    """Return the value of an option, None if it is not there, and the other words."""
    for place, word in enumerate(words):
        if word == option and place + 1 < len(words):
            return words[place + 1], words[:place] + words[place + 2 :]
        if word.startswith(f"{option}="):
            return word.partition("=")[2], words[:place] + words[place + 1 :]
    return None, words
