"""From plain data to records: msgspec judges, this module says what is wrong in the user's words.

A file's scalars are text. Each is read as its field wants it (a whole number, a number, a truth), then msgspec turns
the whole into records at once. If it refuses, the data are walked along the records' types, so that every mistake is
told, with its place and what would be right.

Records are frozen :class:`msgspec.Struct`. Source of the types' descriptions: the msgspec documentation, "Inspecting
Types". Own choice among schema libraries, measured: pydantic takes 90 ms to import and to build these records, msgspec
8 ms, which is as much as drawing forty tiles.
A file of another kind than the one that was asked for is recognized by the keys at its top.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from inspect import cleandoc
from itertools import chain, islice
from operator import attrgetter
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct, inspect
from msgspec.structs import fields

from asterion_press.catalogue import bounds
from asterion_press.catalogue.library import schema_file
from asterion_press.catalogue.strict_yaml import Document, Location
from asterion_press.errors import MISTAKES, InputError, Mistake, look_alike, plural, shows_something, suggestion

REMEDIES: dict[str, str] = {}
"""The message for a text that does not match its pattern."""
_MATCHING: dict[str, str] = {}
"""A text that matches a pattern, as it is written in a file."""

VISIBLE, VISIBLE_OR_NONE = r"\S", r"^$|\S"
"""Texts that show something."""

DEEPEST = 2
"""So many records within records are written out."""
MOST_KEYS = 3


def matching(pattern: str, remedy: str, written: str, **further: Any) -> Meta:
    """Return the description of a text that matches a pattern.

    Args:
        pattern: a regular expression that Python and ECMAScript read alike. A value holds no line break, so that `$`
            is its end in both.
        remedy: the message for a value that does not match, printed after the value itself.
        written: one that matches, as it is written in a file.
        further: what else msgspec shall know.
    """
    REMEDIES[pattern], _MATCHING[pattern] = remedy, written
    return Meta(pattern=pattern, **further)


def visible(most: int, *, or_none: bool = False) -> Meta:
    """Return the description of a text of one line that shows something, or is empty where `or_none` says so.

    What can be seen is asked of each character by the reader; a schema knows no more of it than that blanks cannot.
    """
    return Meta(pattern=VISIBLE_OR_NONE if or_none else VISIBLE, min_length=0 if or_none else 1, max_length=most)


def example(kind: inspect.Type, depth: int = 0) -> str:
    """Return a value of a type as it is written in a file, such as ``{exits: NS}``."""
    match kind:
        case inspect.Metadata(type=inner):
            return example(inner, depth)
        case inspect.UnionType(types=types):
            return example(next(one for one in types if not isinstance(one, inspect.NoneType)), depth)
        case inspect.StructType():
            return _record(kind, depth)
        case inspect.DictType(key_type=key, value_type=inner):
            return f"{{{example(key)}: {example(inner, depth + 1)}}}" if depth < DEEPEST else "{…}"
        case inspect.VarTupleType(item_type=inner):
            return f"[{example(inner, depth + 1)}]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(example(one, depth + 1) for one in items)}]"
    return _scalar(kind)


def _record(kind: inspect.StructType, depth: int) -> str:
    if depth >= DEEPEST:
        return "{…}"
    keys = [field for field in kind.fields if field.required] or list(kind.fields[:1])
    shown = [f"{field.encode_name}: {example(field.type, depth + 1)}" for field in keys[:MOST_KEYS]]
    return f"{{{', '.join([*shown, *('…' for _ in keys[MOST_KEYS : MOST_KEYS + 1])])}}}"


def _scalar(kind: inspect.Type) -> str:
    """Return a value without parts as it is written in a file."""
    match kind:
        case inspect.CustomType():
            spelled: Any = kind.cls
            return str(spelled.json_schema["examples"][0])
        case inspect.LiteralType(values=values):
            return str(values[0])
        case inspect.BoolType():
            return "true"
        case inspect.IntType() | inspect.FloatType():
            least = 1 if kind.ge is None else max(1, kind.ge)
            return f"{least if kind.le is None else min(least, kind.le):g}"
        case inspect.StrType(pattern=str(pattern)):
            return _MATCHING.get(pattern, "some text")
    return "some text"


_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,9})")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,9})(\.[0-9]{1,9})?")
_TRUTHS = {"true": True, "false": False}
_RESERVED = r"con|prn|aux|nul|(com|lpt)[1-9]"
"""Names that Windows keeps for devices. Source: Microsoft, "Naming Files, Paths, and Namespaces"."""
ID_PATTERN = rf"^(?!({_RESERVED})$)[a-z0-9]+(-[a-z0-9]+)*$"
RGB_PATTERN = r"^#[0-9a-f]{6}$"
RGB_WRITTEN = r"^(#([0-9A-Fa-f]{3}){1,2}|[A-Za-z]+)$"
"""How an ink may be written, for schemas: with three or six digits, or by its name."""

Identifier = Annotated[
    str,
    matching(
        ID_PATTERN,
        "is no id; write lower-case letters, digits and hyphens, as in two-bends",
        "some-id",
        max_length=bounds.ID_CHARACTERS,
    ),
]
Rgb = Annotated[
    str,
    matching(
        RGB_PATTERN,
        "is no colour; write '#' and six hexadecimal digits in quotes, as in '#1f5fa8', or a name of CSS, as in navy",
        "'#1f5fa8'",
    ),
]
CAPITAL = matching(r"^[A-Z]$", "is no capital letter; write one of A to Z", "A")


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen record that knows all of its keys."""


class Spelled(Protocol):
    """A type that is written as one word and reads that itself."""

    json_schema: ClassVar[dict[str, Any]]

    @classmethod
    def read(cls, value: object) -> Any:
        """Return the value of the word.

        Raises:
            ValueError: what is wrong with it, in the very words that the user shall read.
        """


R = TypeVar("R", bound=Record)
Reader: TypeAlias = Callable[[Any], Any]


class DataFault(NamedTuple):
    """A mistake in plain data: where, what is told, and whether it is about the key rather than its value."""

    location: Location
    message: str
    of_key: bool = False


def validated(document: Document, model: type[R]) -> R:
    """Return the record that the document describes.

    Raises:
        InputError: every mistake, each with its place in the file and a remedy.
    """
    try:
        return record_of(document.data, model)
    except msgspec.ValidationError as error:
        if message := mistaken_for(document.data, model):
            raise InputError.at(document.value_place(()), message) from None
        kind, read = _plan(model)
        found = [_mistake(document, fault) for fault in islice(_faults(read(document.data), kind), MISTAKES + 1)]
        raise InputError(found or [_mistake(document, DataFault((), str(error)))]) from None


def record_of(data: object, model: type[R]) -> R:
    """Return the record that plain data describe; numbers may be numbers or text.

    Raises:
        msgspec.ValidationError: they describe none.
    """
    _, read = _plan(model)
    return msgspec.convert(read(data), model, dec_hook=_spelled)


ALSO = "also"
"""Key of a field's `extra_json_schema`: the schema of what may stand in the file beside what its type says."""


def json_schema(model: type[Record]) -> dict[str, Any]:
    """Return the JSON Schema of a record, draft 2020-12; what its fields mean is taken from the records' docstrings."""
    read = json.dumps(msgspec.json.schema(model, schema_hook=attrgetter("json_schema")))
    schema: dict[str, Any] = json.loads(read.replace(json.dumps(RGB_PATTERN), json.dumps(RGB_WRITTEN)))
    records = {record.__name__: record for record in _records_in(inspect.type_info(model), set())}
    for name, described in schema["$defs"].items():
        described["description"] = _plain(cleandoc(described["description"]).partition("\n\nAttributes:\n")[0])
        about = _field_descriptions(records[name])
        for key, value in described.get("properties", {}).items():
            if (also := value.pop(ALSO, None)) is not None:
                described["properties"][key] = value = {"anyOf": [value, also]}  # noqa: PLW2901 - described next
            if key in about:
                value.setdefault("description", about[key])
    return schema


def _records_in(kind: Any, seen: set[type]) -> Iterator[type]:
    """Yield the records that a type holds, at whatever depth."""
    if isinstance(kind, inspect.StructType):
        if kind.cls in seen:
            return
        seen.add(kind.cls)
        yield kind.cls
        kinds: Iterable[Any] = [one.type for one in kind.fields]
    else:
        inner = (getattr(kind, name, None) for name in ("type", "item_type", "key_type", "value_type"))
        several = (getattr(kind, name, ()) for name in ("types", "item_types"))
        kinds = [*filter(None, inner), *chain(*several)]
    for one in kinds:
        yield from _records_in(one, seen)


def _field_descriptions(record: type) -> dict[str, str]:
    """Return what the docstring of a record, and of those that it builds on, says of its fields, by name."""
    found: dict[str, str] = {}
    for cls in reversed(record.__mro__):
        listed = cleandoc(cls.__doc__ or "").partition("\nAttributes:\n")[2].partition("\n\n")[0]
        for entry in re.findall(r"^    (\w[\w, ]*): (.+(?:\n {5,}.+)*)", listed, re.MULTILINE):
            names, text = entry
            about = _plain(" ".join(text.split()))
            found |= {name.strip(): about[:1].upper() + about[1:] for name in names.split(",")}
    return found


def _plain(text: str) -> str:
    """Return a docstring without its markup."""
    return re.sub(r":\w+:`~?([^`]*)`", r"\1", text).replace("``", "`")


def _spelled(kind: type[Spelled], value: object) -> object:
    return kind.read(value)


def _mistake(document: Document, fault: DataFault) -> Mistake:
    place = document.key_place(fault.location) if fault.of_key else document.value_place(fault.location)
    return Mistake(place, fault.message)


# -- scalars, read as their fields want them ---------------------------------------------------------------------------


@cache
def _plan(model: type[Record]) -> tuple[inspect.Type, Reader]:
    """Return a record's type, and what reads its scalars."""
    kind = inspect.type_info(model)
    return kind, _reader(kind) or (lambda value: value)


def _reader(kind: inspect.Type) -> Reader | None:
    """Return what makes text the values of a type; None where text is right as it stands."""
    bare = _bare(kind)
    match bare:
        case inspect.StructType(fields=fields):
            readers = {field.encode_name: reader for field in fields if (reader := _reader(field.type))}
            return partial(_read_fields, readers) if readers else None
        case inspect.UnionType(types=types):
            return partial(_read_one, {_shape(one): _reader(one) for one in types})
        case inspect.DictType(value_type=inner):
            read: Any = _read_values
        case inspect.VarTupleType(item_type=inner) | inspect.TupleType(item_types=[inner, *_]):
            read = _read_items
        case inspect.StrType(pattern=str(pattern)) if pattern in (VISIBLE, VISIBLE_OR_NONE):
            return _seen
        case inspect.StrType(pattern=str(pattern)) if pattern == RGB_PATTERN:
            return _ink
        case _:
            return _SCALARS.get(type(bare))
    reader = _reader(inner)
    return partial(read, reader) if reader else None


def _whole(value: object) -> object:
    return int(value) if isinstance(value, str) and _WHOLE.fullmatch(value) else value


def _decimal(value: object) -> object:
    return float(value) if isinstance(value, str) and _DECIMAL.fullmatch(value) else value


def _truth(value: object) -> object:
    return _TRUTHS.get(value, value) if isinstance(value, str) else value


def _seen(value: object) -> object:
    """Return a text as it is if it is empty or shows something, else a blank, which its field does not want."""
    return value if not isinstance(value, str) or not value or shows_something(value) else " "


def _ink(value: object) -> object:
    """Return an ink as ``#rrggbb``, if it is one."""
    if not isinstance(value, str) or re.fullmatch(RGB_PATTERN, value) or not re.fullmatch(RGB_WRITTEN, value):
        return value
    from PIL import ImageColor  # names of colours need no picture

    try:
        return "#{:02x}{:02x}{:02x}".format(*ImageColor.getrgb(value))
    except ValueError:
        return value


_SCALARS: dict[type[inspect.Type], Reader] = {
    inspect.IntType: _whole,
    inspect.FloatType: _decimal,
    inspect.BoolType: _truth,
}


def _read_fields(readers: dict[str, Reader], value: object) -> object:
    if not isinstance(value, dict):
        return value
    return {key: readers[key](entry) if key in readers else entry for key, entry in value.items()}


def _read_values(reader: Reader, value: object) -> object:
    return {key: reader(entry) for key, entry in value.items()} if isinstance(value, dict) else value


def _read_items(reader: Reader, value: object) -> object:
    return [reader(entry) for entry in value] if isinstance(value, list) else value


def _read_one(readers: dict[type, Reader | None], value: object) -> object:
    """Return a value of a union, whose members have different shapes."""
    reader = readers.get(type(value))
    return reader(value) if reader else value


def _bare(kind: inspect.Type) -> inspect.Type:
    """Return a type without its description."""
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _shape(kind: inspect.Type) -> type:
    """Return the shape of a value of that type in a file."""
    match _bare(kind):
        case inspect.StructType() | inspect.DictType():
            return dict
        case inspect.VarTupleType() | inspect.TupleType():
            return list
        case inspect.NoneType():
            return type(None)
    return str


# -- what is wrong -----------------------------------------------------------------------------------------------------


def _faults(value: Any, kind: inspect.Type, at: Location = ()) -> Iterator[DataFault]:
    """Yield every mistake in a value whose scalars have been read."""
    kind = _bare(kind)
    match kind:
        case inspect.StructType() | inspect.DictType() if not isinstance(value, dict):
            yield DataFault(at, f"expected keys with values, as in `{example(kind)}`")
        case inspect.StructType():
            yield from _struct_faults(value, kind, at)
        case inspect.DictType():
            yield from _dict_faults(value, kind, at)
        case inspect.VarTupleType() | inspect.TupleType():
            yield from _list_faults(value, kind, at)
        case inspect.UnionType(types=types):
            fitting = [one for one in types if isinstance(value, _shape(one))]
            plain = [one for one in types if not isinstance(_bare(one), inspect.NoneType)]
            yield from _faults(value, (fitting or plain)[0], at)
        case _:
            yield from (DataFault(at, message) for message in _scalar_faults(value, kind))


def _struct_faults(value: dict[str, Any], kind: inspect.StructType, at: Location) -> Iterator[DataFault]:
    """Yield the faults of a record: of its fields, and of keys that it does not have."""
    fields = {field.encode_name: field for field in kind.fields}
    for name, field in fields.items():
        if name in value:
            yield from _faults(value[name], field.type, (*at, name))
        elif field.required:
            yield DataFault((*at, name), f"key {name!r} is missing; write it, as in `{name}: {example(field.type, 1)}`")
    for key in value:
        if key not in fields:
            yield DataFault((*at, key), f"unknown key {key!r}; {suggestion(key, list(fields))}", of_key=True)


def _dict_faults(value: dict[str, Any], kind: inspect.DictType, at: Location) -> Iterator[DataFault]:
    """Yield the faults of a mapping: of keys and values, and of their number if these are sound."""
    is_sound = True
    for key, entry in value.items():
        messages = _scalar_faults(key, _bare(kind.key_type))
        of_key = (DataFault((*at, key), message, of_key=True) for message in messages)
        for fault in chain(of_key, _faults(entry, kind.value_type, (*at, key))):
            is_sound = False
            yield fault
    if is_sound:
        yield from _length_faults(value, kind, at)


def _list_faults(value: Any, kind: inspect.VarTupleType | inspect.TupleType, at: Location) -> Iterator[DataFault]:
    """Yield the faults of a list: of its entries, and of their number."""
    if not isinstance(value, list):
        yield DataFault(at, f"expected a list, as in `{example(kind)}`")
        return
    if isinstance(kind, inspect.TupleType):
        kinds, count = kind.item_types, len(kind.item_types)
        if len(value) != count:
            yield DataFault(at, f"expected {plural(count, 'entry', 'entries')}, found {len(value)}")
    else:
        kinds = (kind.item_type,) * min(len(value), kind.max_length or len(value))
        yield from _length_faults(value, kind, at)
    for number, (entry, one) in enumerate(zip(value, kinds, strict=False)):
        yield from _faults(entry, one, (*at, number))


def _length_faults(value: Any, kind: inspect.DictType | inspect.VarTupleType, at: Location) -> Iterator[DataFault]:
    least, most = kind.min_length, kind.max_length
    if least is not None and len(value) < least:
        yield DataFault(at, f"expected at least {plural(least, 'entry', 'entries')}, as in `{example(kind)}`")
    elif most is not None and len(value) > most:
        yield DataFault(at, f"expected at most {plural(most, 'entry', 'entries')}, found {len(value)}")


def _scalar_faults(value: Any, kind: inspect.Type) -> Iterator[str]:
    """Yield what is wrong with a value that has no parts."""
    match kind:
        case inspect.CustomType():
            spelled: Any = kind.cls
            try:
                spelled.read(value)
            except ValueError as error:
                yield str(error)
        case inspect.IntType():
            yield from _number_faults(value, kind, int, "a whole number", "write digits only, as in 12")
        case inspect.FloatType():
            yield from _number_faults(value, kind, float, "a number", "write digits with a point, as in 12.5")
        case inspect.BoolType():
            if not isinstance(value, bool):
                yield "expected 'true' or 'false'" if _holds(value) else f"{value!r} is neither 'true' nor 'false'"
        case inspect.LiteralType(values=values):
            if value not in values:
                yield (
                    "expected a word"
                    if _holds(value)
                    else f"unknown value {value!r}; {suggestion(str(value), map(str, values))}"
                )
        case inspect.StrType():
            yield from _text_faults(value, kind)


def _holds(value: object) -> bool:
    """Return whether a value holds others."""
    return isinstance(value, dict | list)


def _number_faults(
    value: Any, kind: inspect.IntType | inspect.FloatType, number: type[int | float], what: str, remedy: str
) -> Iterator[str]:
    """Yield what is wrong with a number: its kind, and its bounds."""
    if not isinstance(value, number):
        yield f"expected {what}; {remedy}" if _holds(value) else f"{value!r} is not {what}; {remedy}"
        return
    given: float = value
    if kind.ge is not None and given < kind.ge:
        yield f"{given:g} is too small; write {kind.ge:g} or more"
    elif kind.gt is not None and given <= kind.gt:
        yield f"{given:g} is too small; write more than {kind.gt:g}"
    elif kind.le is not None and given > kind.le:
        yield f"{given:g} is too large; write {kind.le:g} or less"


def _text_faults(value: Any, kind: inspect.StrType) -> Iterator[str]:
    """Yield what is wrong with a text: its pattern, and its length."""
    if not isinstance(value, str):
        yield "expected plain text"
    elif kind.min_length is not None and len(value) < kind.min_length:
        yield "expected some text"
    elif kind.max_length is not None and len(value) > kind.max_length:
        yield f"{len(value)} characters are too many; write {kind.max_length} or fewer"
    elif kind.pattern == ID_PATTERN and re.fullmatch(_RESERVED, value):
        yield f"{value!r} is a name that Windows keeps for a device; choose another"
    elif kind.pattern in (VISIBLE, VISIBLE_OR_NONE):
        if value.isspace():
            yield "nothing of this text can be seen; write letters or digits"
    elif kind.pattern is not None and not re.search(kind.pattern, value):
        yield f"{value!r} {REMEDIES[kind.pattern]}{look_alike(value)}"


KINDS = {
    "catalogue": "a catalogue; name it as GAME",
    "reference": "a catalogue that refers to another; name it as GAME",
    "variant": "a variant; give it with --variant",
    "layout": "a layout; give it with --layout",
    "paper": "a paper; give it with --paper",
    "theme": "a theme; give it with --theme",
    "ink": "what a kind of printer takes of its inks; give it with --printer of `asterion printer ink`",
    "targets": "targets; give them with --target of `asterion play search`",
    "position": "a position; give it to `asterion play score`",
    "figures": "the figures of a game's rules; they belong into templates/figures",
    "spreads": "the composed pages of a game's rules; they belong into templates/spreads",
    "words": "the words of a language; they belong into its folder of templates/locales",
    "service": "a print service; it belongs into templates/services",
    "cutter": "a cutting machine; it belongs into templates/cutters",
    "printer": "what was saved of a printer; `asterion printer calibrate` writes and reads it",
}
"""Names of the kinds of files, and the folders where they belong."""

HEADING = {"game", "title", "edition", "credits"}
"""The keys that the catalogues of all kinds of games have."""


def mistaken_for(data: Mapping[str, object], model: type[Struct]) -> str:
    """Return the message for a file of another kind than the model's; empty if no other kind fits.

    The other kinds are known by their schemas, so that no kind of file has to be imported here.
    """
    keys = data.keys()
    required = {field.encode_name for field in fields(model) if field.required}
    if required <= keys <= {field.encode_name for field in fields(model)}:
        return ""
    known = {kind: _keys_of(kind) for kind in KINDS}
    found = [kind for kind, (needed, others) in known.items() if needed <= keys <= needed | others]
    if not found and 2 * len(keys & required) <= len(required):
        found = [kind for kind, (needed, _) in known.items() if keys >= needed]
        found = ["catalogue"] if keys >= HEADING else found
    if not found:
        return ""
    return f"this is {KINDS[max(found, key=lambda kind: len(keys & set().union(*known[kind])))]}"


def _keys_of(kind: str) -> tuple[set[str], set[str]]:
    """Return the keys that a kind of file needs, and the others that it may have."""
    schema = json.loads(schema_file(kind).read_bytes())
    record = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    needed = set(record.get("required", ()))
    return needed, set(record["properties"]) - needed
