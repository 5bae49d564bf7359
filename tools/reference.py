"""Describe the commands and the files of the program in Markdown, for the pages of docs/reference.

A page says by a line where a description stands: ``<!-- command: build -->`` for a command and all below it,
``<!-- target: png -->`` for a target of exports, ``<!-- file: paper -->`` for a kind of file. docs/conf.py has them
filled in when the site is built. What is written there is what the command's own help, the targets' settings and the
JSON Schemas in templates/schema say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from asterion_press.cli.main import main
from asterion_press.exports.run import EXPORTS

PROJECT = Path(__file__).resolve().parent.parent
PLACE = re.compile(r"^<!-- (command|target|file): ([\w-]+) -->$", re.MULTILINE)
ID = "[a-z0-9]+(-[a-z0-9]+)*$"
"""End of the pattern of every id."""
COLOUR = "^#[0-9a-f]{6}$"
KINDS_OF_SETTINGS = {"whole": "number", "choice": "word"}
"""Other words for kinds of settings of targets."""
Schema = dict[str, Any]


def fill(text: str) -> str:
    """Return a page with a description at each place that asks for one."""
    write = {"command": describe_command, "target": describe_target, "file": describe_file}
    return PLACE.sub(lambda place: write[place[1]](place[2]), text)


def plain(text: str) -> str:
    """Escape what Markdown would take for marks, except between backticks."""
    parts = text.replace("``", "`").split("`")
    parts[::2] = [re.sub(r"([\\*_\[\]<>{}$#|~])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


def sentence(text: str) -> str:
    """Return words as a sentence, with a capital and a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if not text or text[-1] in ".!?)" else ".")


# Commands


def visible_commands() -> dict[str, click.Command]:
    """Return the commands that help lists, by name."""
    context = click.Context(main, **main.context_settings)
    found = ((name, main.get_command(context, name)) for name in main.list_commands(context))
    return {name: command for name, command in found if command is not None and not command.hidden}


def describe_command(name: str) -> str:
    """Describe a command and all below it."""
    command = visible_commands()[name]
    context = click.Context(
        command, info_name=name, parent=click.Context(main, info_name="asterion", **main.context_settings)
    )
    return "\n\n".join(command_parts(command, context, 2))


def command_parts(command: click.Command, context: click.Context, level: int) -> Iterator[str]:
    """Yield paragraphs about a command, under a heading of this level."""
    path = context.command_path
    yield f"({path.replace('asterion', 'command', 1).replace(' ', '-')})=\n{'#' * level} {path}"
    for paragraph in re.split(r"\n\s*\n", (command.help or "").strip()):
        yield plain(" ".join(paragraph.replace("\b", "").split()))
    pieces = " ".join(command.collect_usage_pieces(context))
    yield f"```text\n{path} {pieces}\n```"
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1] and "--help" not in parameter.opts:
            yield f"`{record[0]}`\n: {option_words(record[1])}"
    examples = [re.sub(r"(  +)(?=\S)", r"\1# ", line.strip()) for line in (command.epilog or "").splitlines()[2:]]
    if examples:
        yield "```console\n" + "\n".join(examples) + "\n```"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from command_parts(below, click.Context(below, info_name=name, parent=context), level + 1)


def option_words(text: str) -> str:
    """Return what help says of an option, its default and bounds as sentences."""
    words, _, more = text.partition("  [")
    descriptions = [sentence(words)] if words and not words.startswith("[") else []
    for note in (more or words if not descriptions else more).strip("[]").split("; "):
        if bounds := re.fullmatch(r"(\S+)<=x<=(\S+)", note):
            descriptions.append(f"From {bounds[1]} to {bounds[2]}.")
        elif bounds := re.fullmatch(r"x>=(\S+)", note):
            descriptions.append(f"At least {bounds[1]}.")
        elif note:
            descriptions.append(sentence(note))
    return plain(" ".join(descriptions))


def describe_target(name: str) -> str:
    """Describe a target of exports and its settings."""
    target = EXPORTS[name]
    parts = [f"(target-{name})=\n### {name}", plain(sentence(target.about))]
    for option in target.options:
        bounds = [f"{one:g}" for one in (option.least, option.most) if one is not None]
        values = ", ".join(f"`{one}`" for one in option.choices) or (f"From {' to '.join(bounds)}" if bounds else "")
        default = f"Default: {option.default}." if option.default else ""
        words = " ".join(filter(None, (plain(option.about), sentence(values), default)))
        parts.append(f"`--set {option.name}={KINDS_OF_SETTINGS.get(option.kind, option.kind).upper()}`\n: {words}")
    return "\n\n".join(parts)


# Files


def kinds_of_files() -> list[str]:
    """Return the kinds of files that have a schema."""
    folder = PROJECT / "templates" / "schema"
    return sorted(path.name.removesuffix(".schema.json") for path in folder.glob("*.schema.json"))


def describe_file(kind: str) -> str:
    """Describe a kind of file, with all records that it is made of."""
    schema = json.loads((PROJECT / "templates" / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8"))
    root = schema["$ref"].rpartition("/")[2]
    records = {root: schema["$defs"][root], **schema["$defs"]}
    parts = [f"(file-{kind})=\n## {kind}"]
    for name, record in records.items():
        if name != root:
            parts.append(f"(file-{kind}-{name.lower()})=\n### {name}")
        about, descriptions = described(record.get("description", ""))
        parts += [plain(paragraph) for paragraph in about]
        for key, value in record.get("properties", {}).items():
            need = " (required)" if key in record.get("required", ()) else ""
            parts.append(f"`{key}`{need}\n: {property_words(value, kind, descriptions.get(key, ''))}")
    return "\n\n".join(parts)


def described(text: str) -> tuple[list[str], dict[str, str]]:
    """Return the paragraphs of a record's description, and what its list of attributes says of each."""
    head, _, listed = text.partition("Attributes:\n")
    descriptions: dict[str, str] = {}
    names: list[str] = []
    for line in listed.splitlines():
        if found := re.match(r" {4}([\w, ]+): (.*)", line):
            names = found[1].split(", ")
            descriptions |= dict.fromkeys(names, found[2])
        else:
            descriptions |= {name: f"{descriptions[name]} {line.strip()}" for name in names}
    return [" ".join(paragraph.split()) for paragraph in head.split("\n\n") if paragraph.strip()], descriptions


def property_words(value: Schema, kind: str, about: str) -> str:
    """Say what a property may be, what it means, and what it is where it is left out."""
    inner = (each["description"] for each in value.get("anyOf", ()) if "description" in each)
    meaning = plain(value.get("description") or about or next(inner, ""))
    words = sentence(" – ".join(filter(None, (sentence(type_words(value, kind)).rstrip("."), meaning))))
    default = value.get("default")
    if isinstance(default, str) and default:
        words += f" Default: `{default}`."
    elif isinstance(default, bool | int | float):
        words += f" Default: `{json.dumps(default)}`."
    return words


def type_words(value: Schema, kind: str) -> str:
    """Say in words what a schema lets through."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#file-{kind}-{name.lower()})"
    if "anyOf" in value:
        return ", or ".join(type_words(each, kind) for each in value["anyOf"] if each.get("type") != "null")
    if "enum" in value or "const" in value:
        words = [f"`{each}`" for each in value.get("enum", [value.get("const")])]
        return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
    if "prefixItems" in value:
        return "a list: " + ", then ".join(type_words(each, kind) for each in value["prefixItems"])
    if value["type"] in {"array", "object"}:
        return nested_words(value, kind)
    if value["type"] == "boolean":
        return "`true` or `false`"
    return text_words(value) if value["type"] == "string" else number_words(value)


def nested_words(value: Schema, kind: str) -> str:
    """Say in words what a list or mapping holds."""
    if value["type"] == "array":
        return f"a list{count_words(value, 'Items')}: {type_words(value['items'], kind)}"
    inner = type_words(value["additionalProperties"], kind)
    return f"a mapping{count_words(value, 'Properties')}; each value: {inner}"


def count_words(value: Schema, what: str) -> str:
    """Say how many there may be in a list or mapping; nothing if any number may."""
    least, most = value.get(f"min{what}", 0), value.get(f"max{what}")
    many = "items" if what == "Items" else "names"
    if most is None:
        return f" of at least {least} {many}" if least else ""
    return f" of {least} to {most} {many}" if least != most else f" of {least} {many}"


def number_words(value: Schema) -> str:
    """Say which numbers may stand there."""
    kind = "a whole number" if value["type"] == "integer" else "a number"
    least, most = value.get("minimum"), value.get("maximum")
    if "exclusiveMinimum" in value:
        return f"{kind} above {value['exclusiveMinimum']}" + ("" if most is None else f", at most {most}")
    if most is None:
        return kind if least is None else f"{kind}, at least {least}"
    return f"{kind} from {least} to {most}" if least is not None else f"{kind}, at most {most}"


def text_words(value: Schema) -> str:
    """Say which text may stand there."""
    pattern, most = value.get("pattern", ""), value.get("maxLength")
    if pattern == COLOUR:
        return "a colour such as `#e9b32e`"
    if pattern.endswith(ID):
        words = "an id of lower-case letters, digits and single hyphens"
    elif pattern in {"", r"\S", r"^$|\S"}:
        words = "text" if value.get("minLength") or pattern == r"\S" else "text, which may be empty"
    else:
        words = f"text that matches `{pattern}`"
    words += f", such as `{value['examples'][0]}`" if value.get("examples") else ""
    return words + (f", at most {most} characters" if most else "")
