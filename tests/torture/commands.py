"""Every command that writes, as it is run by the torture; the list is held against the commands that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import click

SET = "in/small.yaml --out out/set"
READING = "printer calibrate --printer hall --offset 1.3,-0.4 --size 159.6,219.8"


@dataclass(frozen=True, slots=True)
class Writing:
    """A command that writes.

    Attributes:
        name: what the table of counts calls it.
        line: its words; ``{v}`` is the version of the inputs, 1 or 2, and ``{a|b}`` what stands for each.
        before: a command that has to be run once before the first version can be written.
        updates: whether a second version can be written over the first one.
        piecewise: whether what it writes are files of their own, each of which is old or new by itself.
        heavy: whether it needs the libraries of the study, which take seconds to import.
        edits: whether the English text of the project is changed before.
    """

    name: str
    line: str
    before: str = ""
    updates: bool = True
    piecewise: bool = False
    heavy: bool = False
    edits: bool = False

    def words(self, version: int) -> list[str]:
        """Return the words for a version of the inputs."""
        chosen = re.sub(r"\{([^|{}]*)\|([^|{}]*)\}", rf"\{version}", self.line)
        return chosen.replace("{v}", str(version)).split()

    @property
    def command(self) -> str:
        """The command's name as click knows it."""
        words = self.words(1)
        return " ".join(words[: 2 if words[0] in {"language", "play", "printer"} else 1])


WRITING = (
    Writing("build", f"build {SET} --paper a4 --language en"),
    Writing("build svg", f"build --only svg {SET}"),
    Writing("build sheets", f"build --only sheets {SET} --paper a4"),
    Writing("build rules", f"build --only rules --only web {SET} --language en"),
    Writing("build booklet", f"build --only booklet {SET} --language en"),
    Writing("build box", f"build --only box {SET} --language en"),
    Writing("build update", f"build {SET} --paper a4 --only-changed in/v1.yaml"),
    Writing("build reprint", f"build {SET} --paper a4 --tiles Y01"),
    Writing("export dxf", f"export dxf {SET}"),
    Writing("export pdf", f"export pdf {SET}"),
    Writing("export png", f"export png {SET} --set dpi=50"),
    Writing("export svg", f"export svg {SET}"),
    Writing("export table", f"export table {SET} --set pixels=64"),
    Writing("export tgc", f"export tgc {SET}"),
    Writing("export tts", f"export tts {SET} --set base-url=https://example.org/"),
    Writing("export vassal", f"export vassal {SET}"),
    Writing("preview", "preview in/small.yaml --out out/page.html"),
    Writing("calibrate", "printer calibrate --flip {long-edge|short-edge} --out out/sheet.pdf --force"),
    Writing("calibrate save", READING.replace("1.3", "{v}.3"), piecewise=True),
    Writing("printer use", "printer use none", READING, updates=False, piecewise=True),
    Writing("calibrate delete", "printer delete hall", READING, updates=False, piecewise=True),
    Writing(
        "play",
        "play replay out/games.jsonl in/v1.yaml --draw out/end.svg --game {v} --force",
        "play simulate in/v1.yaml --engine readable --players 2 --games 2 --record out/games.jsonl",
    ),
    Writing("score", "play score in/position{v}.yaml in/v1.yaml --draw out/end.png --force"),
    Writing(
        "simulate",
        "play simulate in/small.yaml --engine readable --players 2 --games 200 --seed {v} "
        "--record out/games.jsonl --force",
    ),
    Writing(
        "designs",
        "play designs in/v1.yaml --limit open-sides=1-{v} --draw out/space.pdf --force --limit path-prisoners=1",
    ),
    Writing("diff", "diff in/v1.yaml asterion --theme {knossos|ink-saver} --draw out/diff.svg --force"),
    Writing("setup", "play setup asterismo --seed {v} --draw out/setup.svg --force", piecewise=True),
    Writing(
        "study",
        "play study in/v1.yaml --players 2 --bot random --games 20 --jobs 1 --seed {v} --report out/study.html --force",
        heavy=True,
    ),
    Writing("search", "play search in/targets.yaml in/v1.yaml --jobs 1 --out out/run", updates=False, heavy=True),
    Writing("tidy", "tidy in/turned.yaml"),
    Writing("init", "init out/game --from tokens", updates=False, piecewise=True),
    Writing("language new", "language new sv --name Svenska", updates=False, piecewise=True),
    Writing("language update", "language update", updates=False, piecewise=True, edits=True),
    Writing("language accept", "language accept de --same", updates=False, piecewise=True, edits=True),
)
ONLY_READING = {
    *("check", "completion", "list", "verify", "language status", "play match", "printer ink", "printer list"),
    "printer show",
}
"""Commands that write no file."""
FILES_WRITTEN = {"out", "draw", "record", "report"}
"""Options that name what is written."""


def all_commands(group: click.Group, *, groups: bool = False) -> Iterator[tuple[str, click.Command]]:
    """Yield every command that there is, below groups too, with its name; the groups themselves if asked for."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if groups or not isinstance(command, click.Group):
            yield name, command
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", one) for inner, one in all_commands(command, groups=groups))


def uncovered(group: click.Group) -> list[str]:
    """Return the commands, and the options that name a file to write, that no case of the torture runs."""
    missing = []
    for name, command in all_commands(group):
        lines = [writing.line for writing in WRITING if writing.command == name]
        options = [param for param in command.params if isinstance(param, click.Option)]
        writes = [f"--{option.name}" for option in options if option.name in FILES_WRITTEN]
        missing += [name] if not lines and name not in ONLY_READING else []
        missing += [f"{name} {option}" for option in writes if not any(f"{option} " in line for line in lines)]
    return missing
