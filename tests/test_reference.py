"""The pages of docs/reference that are made from the commands and from the schemas."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from asterion_press.cli.main import main
from asterion_press.exports.run import EXPORTS
from tests.torture.commands import all_commands
from tools import reference

PROJECT = Path(__file__).resolve().parent.parent
PAGES = sorted((PROJECT / "docs" / "reference").rglob("*.md"))
COMMANDS = reference.visible_commands()
KINDS = reference.kinds_of_files()


def test_every_command_target_and_kind_of_file_has_one_place() -> None:
    places = [place for page in PAGES for place in reference.PLACE.findall(page.read_text(encoding="utf-8"))]
    there = {"command": COMMANDS, "target": tuple(EXPORTS), "file": KINDS}
    assert sorted(places) == sorted((kind, name) for kind, names in there.items() for name in names)


def test_a_description_of_a_command_has_every_option() -> None:
    lacking = []
    for name, command in all_commands(main, groups=True):
        if command.hidden or (top := name.partition(" ")[0]) not in COMMANDS:
            continue
        text = reference.fill(f"# Title\n\n<!-- command: {top} -->\n")
        part = text.partition(f" asterion {name}\n")[2].partition("\n#")[0]
        shown = "\n".join(re.findall(r"(?m)^`([^`]+)`\n: \S", part))
        options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
        names = [option.opts[-1] for option in options if "--help" not in option.opts]
        lacking += [f"{name} {one}" for one in names if not re.search(rf"(?m)(?:^|[ ,]){one}\b", shown)]
    assert not lacking, "\n".join(lacking)


def test_a_description_of_a_target_has_every_setting() -> None:
    texts = {name: reference.describe_target(name) for name in EXPORTS}
    shown = {name: re.findall(r"(?m)^`--set ([\w-]+)=[A-Z]+`\n: \S", text) for name, text in texts.items()}
    assert shown == {name: [option.name for option in EXPORTS[name].options] for name in texts}


def test_a_description_of_a_file_has_every_key_with_its_meaning() -> None:
    lacking = []
    for kind in KINDS:
        text = reference.describe_file(kind)
        path = PROJECT / "templates" / "schema" / f"{kind}.schema.json"
        for record in json.loads(path.read_text(encoding="utf-8"))["$defs"].values():
            needed = record.get("required", ())
            keys = (f"`{key}`" + " (required)" * (key in needed) for key in record.get("properties", {}))
            lacking += [f"{kind}: {key}" for key in keys if f"{key}\n: " not in text]
        links = set(re.findall(r"\]\(#([\w-]+)\)", text))
        lacking += [f"{kind}: the place {place}" for place in links - set(re.findall(r"(?m)^\(([\w-]+)\)=$", text))]
    assert not lacking, "\n".join(lacking)


def test_bounds_and_marks_are_told_in_words() -> None:
    number = {"type": "integer", "minimum": 1, "maximum": 9, "default": 2}
    words = reference.property_words(number, "paper", "so *many*")
    assert words == r"A whole number from 1 to 9 – so \*many\*. Default: `2`."
    assert reference.option_words("Pixels.  [default: 150; 20<=x<=2400]") == "Pixels. Default: 150. From 20 to 2400."
    assert reference.plain("a_b `a_b` <x>") == r"a\_b `a_b` \<x\>"
