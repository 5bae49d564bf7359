"""The committed JSON Schemas are those that the command prints, and the shipped files keep to them."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from asterion_press.catalogue import library
from asterion_press.games.kinds import kinds, models
from tests.support.project_commands import good

ROOT = library.root()
FOLDER = ROOT / "templates" / "schema"
KINDS = sorted(models())


def top_of(path: Path) -> dict[str, str]:
    """The keys at the top of a catalogue with what stands in their lines."""
    return dict(re.findall(r"^(\w+): *(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE))


def schema_named(path: Path) -> str:
    """The schema that a catalogue of the shelf keeps to, by its kind."""
    top = top_of(path)
    return "reference" if "of" in top else top.get("kind", "catalogue")


def files_for(schema: str) -> list[Path]:
    """Catalogues and figures of the shelf that keep to a schema; only their first words are read to find them."""
    games = [ROOT / "tiles.yaml", *sorted(ROOT.glob("templates/games/*.yaml"))]
    found = [path for path in games if schema_named(path) == schema]
    for path in sorted(ROOT.glob("templates/figures/*.yaml")):
        kind = top_of(library.game_file(path.stem).path).get("kind", "labyrinth")
        found += [path] if schema == ("figures" if kind == "labyrinth" else f"{kind}-figures") else []
    return found


FOLDERS = {"ink": "ink", "targets": "targets"} | {
    kind: f"{kind}s" for kind in ("cutter", "paper", "service", "theme", "variant")
}
FILES = {
    **{schema: files_for(schema) for schema in ("catalogue", "figures", "reference")},
    **{schema: files_for(schema) for kind in kinds() for schema in (kind, f"{kind}-figures")},
    **{kind: sorted(ROOT.glob(f"templates/{folder}/*.yaml")) for kind, folder in FOLDERS.items()},
    "print": [ROOT / "templates/projects/print.yaml"],
    "words": sorted(ROOT.glob("templates/locales/*/words.yaml")),
}
TEXTS = [(kind, path, path.read_text(encoding="utf-8")) for kind, paths in FILES.items() for path in paths]


@cache
def schema_of(kind: str) -> Any:
    return json.loads((FOLDER / f"{kind}.schema.json").read_text(encoding="utf-8"))


def faults_of(schema: Any, data: object) -> list[str]:
    found = jsonschema.Draft202012Validator(schema).iter_errors(data)
    return [f"{error.json_path}: {error.message}" for error in found]


def test_the_committed_schema_is_the_one_that_the_command_prints() -> None:
    committed = {kind: (FOLDER / f"{kind}.schema.json").read_text(encoding="utf-8") for kind in KINDS}
    printed = {kind: good("list schemas", kind) for kind in KINDS}
    assert [kind for kind in KINDS if committed[kind] != printed[kind]] == [], "run: make schemas"


def test_there_is_no_schema_that_nothing_prints() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{kind}.schema.json" for kind in KINDS)


def test_a_schema_is_a_schema_itself() -> None:
    of_schemas = jsonschema.Draft202012Validator.META_SCHEMA
    assert {kind: faults for kind in KINDS if (faults := faults_of(of_schemas, schema_of(kind)))} == {}
    assert [kind for kind in KINDS if schema_of(kind)["$schema"] != of_schemas["$id"]] == []


def test_a_shipped_file_keeps_to_its_schema() -> None:
    wrong = [
        f"{path}: {fault}" for kind, path, text in TEXTS for fault in faults_of(schema_of(kind), yaml.safe_load(text))
    ]
    assert not wrong, "\n".join(wrong)


def test_a_shipped_file_names_its_schema_for_editors() -> None:
    wrong = {}
    for kind, path, text in TEXTS:
        lines = [line for line in text.splitlines() if "yaml-language-server" in line]
        relative = Path(os.path.relpath(FOLDER / f"{kind}.schema.json", path.parent)).as_posix()
        if lines[:1] != [f"# yaml-language-server: $schema={relative}"]:
            wrong[path] = lines
    assert wrong == {}


def test_the_schema_refuses_what_the_reader_refuses() -> None:
    data = yaml.safe_load((ROOT / "tiles.yaml").read_text(encoding="utf-8"))
    data["designs"]["bend"]["paths"][0] = {"exits": "WE", "prisonners": 1}
    data["designs"]["fork"]["copies"] = -1
    del data["credits"]
    faults = "\n".join(faults_of(schema_of("catalogue"), data))
    assert "'credits' is a required property" in faults
    assert "'WE' does not match" in faults
    assert "'prisonners' was unexpected" in faults
    assert "$.designs.fork.copies" in faults


@pytest.mark.parametrize("copies", [0, 3, {"yellow": 2, "blue": 0}])
def test_copies_may_be_a_number_or_one_for_each_colour(copies: object) -> None:
    data = yaml.safe_load((ROOT / "tiles.yaml").read_text(encoding="utf-8"))
    data["designs"]["fork"]["copies"] = copies
    assert faults_of(schema_of("catalogue"), data) == []


def test_every_key_says_what_it_is() -> None:
    """Editors show it where one types."""
    records = [(kind, name, record) for kind in KINDS for name, record in schema_of(kind)["$defs"].items()]
    assert [
        f"{kind}: {name}.{key}"
        for kind, name, record in records
        for key, value in record.get("properties", {}).items()
        if not value.get("description", "").strip()
    ] == []
    assert [(kind, name) for kind, name, record in records if "Attributes:" in record.get("description", "")] == []


def test_each_kind_of_file_that_a_project_may_have_is_listed_by_the_name_of_its_folder() -> None:
    """A word that names a folder of files here names nothing else elsewhere."""
    wrong = []
    for kind in ("cutters", "ink", "layouts", "papers", "services", "targets", "themes", "variants"):
        there = sorted(path.stem for path in (ROOT / "templates" / kind).glob("*.yaml"))
        words = f"list {kind.removesuffix('s')}s"
        if good(words, "--format", "ids").split() != there:
            wrong.append(kind)
        if good(words, there[0]) != (ROOT / "templates" / kind / f"{there[0]}.yaml").read_text(encoding="utf-8"):
            wrong.append(kind)
    assert not wrong
