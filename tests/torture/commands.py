"""Every command that writes, as it is run by the torture; the list is held against the commands that there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import click

CATALOGUE = ("in/small.yaml",)
SET = (*CATALOGUE, "--out", "out/set")


@dataclass(frozen=True, slots=True)
class Writing:
    """A command that writes.

    Attributes:
        name: what the table of counts calls it.
        words: its words; ``{v}`` is the version of the inputs, 1 or 2.
        before: commands that have to be run once before the first version can be written.
        updates: whether a second version can be written over the first one.
        piecewise: whether what it writes are files of their own, each of which is old or new by itself.
        heavy: whether it needs the libraries of the study, which take seconds to import.
        edits: a text of the project that is changed before: its file, what stands there, what replaces it.
    """

    name: str
    words: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()
    updates: bool = True
    piecewise: bool = False
    heavy: bool = False
    edits: tuple[str, str, str] | None = None


def _made(name: str, *words: str) -> Writing:
    return Writing(name, (*name.split()[:1], *words))


RECORD = ("play", "simulate", "in/v1.yaml", "--engine", "readable", "--players", "2", "--games", "2",
          "--record", "out/games.jsonl")  # fmt: skip
_EDITED = ("project/templates/locales/en/small.md", "One tile with two paths.", "One tile that has two paths.")

WRITING = (
    _made("build", *SET, "--paper", "a4", "--language", "en"),
    _made("build svg", "--only", "svg", *SET),
    _made("build sheets", "--only", "sheets", *SET, "--paper", "a4"),
    _made("build rules", "--only", "rules", "--only", "web", *SET, "--language", "en"),
    _made("build booklet", "--only", "booklet", *SET, "--language", "en"),
    _made("build box", "--only", "box", *SET, "--language", "en"),
    _made("build update", *SET, "--paper", "a4", "--only-changed", "in/v1.yaml"),
    _made("build reprint", *SET, "--paper", "a4", "--tiles", "Y01"),
    Writing("export dxf", ("export", "dxf", *SET)),
    Writing("export pdf", ("export", "pdf", *SET)),
    Writing("export png", ("export", "png", *SET, "--set", "dpi=50")),
    Writing("export svg", ("export", "svg", *SET)),
    Writing("export table", ("export", "table", *SET, "--set", "pixels=64")),
    Writing("export tgc", ("export", "tgc", *SET)),
    Writing("export tts", ("export", "tts", *SET, "--set", "base-url=https://example.org/")),
    Writing("export vassal", ("export", "vassal", *SET)),
    Writing("preview", ("preview", *CATALOGUE, "--out", "out/page.html")),
    Writing("calibrate", (
        "printer", "calibrate", "--flip", "{long-edge|short-edge}", "--out", "out/sheet.pdf", "--force",
    )),
    Writing(
        "calibrate save",
        ("printer", "calibrate", "--printer", "hall", "--offset", "{v}.3,-0.4", "--size", "159.6,219.8"),
        piecewise=True,
    ),
    Writing("printer use", ("printer", "use", "none"), (
        ("printer", "calibrate", "--printer", "hall", "--offset", "1.3,-0.4", "--size", "159.6,219.8"),
    ), updates=False, piecewise=True),
    Writing("calibrate delete", ("printer", "delete", "hall"), (
        ("printer", "calibrate", "--printer", "hall", "--offset", "1.3,-0.4", "--size", "159.6,219.8"),
    ), updates=False, piecewise=True),
    Writing("play", (
        "play", "replay", "out/games.jsonl", "in/v1.yaml", "--draw", "out/end.svg", "--game", "{v}", "--force",
    ), (RECORD,)),
    Writing("score", ("play", "score", "in/position{v}.yaml", "in/v1.yaml", "--draw", "out/end.png", "--force")),
    Writing("simulate", (
        "play", "simulate", *CATALOGUE, "--engine", "readable", "--players", "2", "--games", "200", "--seed", "{v}",
        "--record", "out/games.jsonl",
        "--force",
    )),
    Writing("designs", (
        "play", "designs", "in/v1.yaml", "--limit", "open-sides=1-{v}", "--draw", "out/space.pdf",
        "--force", "--limit", "path-prisoners=1",
    )),
    Writing("diff", (
        "diff", "in/v1.yaml", "asterion", "--theme", "{knossos|ink-saver}", "--draw", "out/diff.svg", "--force",
    )),
    Writing("setup", (
        "play", "setup", "asterismo", "--seed", "{v}", "--draw", "out/setup.svg", "--force",
    ), piecewise=True),
    Writing("study", (
        "play", "study", "in/v1.yaml", "--players", "2", "--bot", "random", "--games", "20", "--jobs", "1",
        "--seed", "{v}", "--report", "out/study.html", "--force",
    ), heavy=True),
    Writing("search", (
        "play", "search", "in/targets.yaml", "in/v1.yaml", "--jobs", "1", "--out", "out/run",
    ), updates=False, heavy=True),
    Writing("init", ("init", "out/game", "--from", "tokens"), updates=False, piecewise=True),
    Writing("language new", ("language", "new", "sv", "--name", "Svenska"), updates=False, piecewise=True),
    Writing("language update", ("language", "update"), updates=False, piecewise=True, edits=_EDITED),
    Writing("language accept", ("language", "accept", "de", "--same"), updates=False, piecewise=True, edits=_EDITED),
)  # fmt: skip

READING = frozenset(
    (
        "check",
        "completion",
        "list",
        "verify",
        "language status",
        "play match",
        "printer ink",
        "printer list",
        "printer show",
    )
)
"""Commands that write no file."""

FILES_WRITTEN = frozenset(("out", "draw", "record", "report"))
"""Options that name what is written."""


def called(writing: Writing) -> str:
    """Return the command's name as click knows it."""
    return " ".join(writing.words[:2] if writing.words[0] in {"language", "play", "printer"} else writing.words[:1])


def words_of(writing: Writing, version: int) -> list[str]:
    """Return the command's words for a version of the inputs."""
    return [_filled(word, version) for word in writing.words]


def _filled(word: str, version: int) -> str:
    if word.startswith("{") and "|" in word:
        return word[1:-1].split("|")[version - 1]
    return word.replace("{v}", str(version))


def all_commands(group: click.Group) -> Iterator[tuple[str, click.Command]]:
    """Yield every command that there is, below groups too, with its name."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", one) for inner, one in all_commands(command))
        else:
            yield name, command


def uncovered(group: click.Group) -> list[str]:
    """Return the commands, and the options that name a file to write, that no case of the torture runs."""
    missing = []
    for name, command in all_commands(group):
        ways = [writing.words for writing in WRITING if called(writing) == name]
        writes = {
            f"--{param.name}"
            for param in command.params
            if param.name in FILES_WRITTEN and isinstance(param, click.Option)
        }
        if name in READING:
            missing += [f"{name} {option}" for option in sorted(writes)]
        elif not ways:
            missing.append(name)
        missing += [f"{name} {option}" for option in sorted(writes) if not any(option in words for words in ways)]
    return missing
