"""From plain data to records: pydantic judges, this module says it in the user's words.

Records are frozen pydantic models. Source of the error types: the pydantic documentation, "Validation errors".
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from generator.catalogue.strict_yaml import MAX_MISTAKES, Document, Location
from generator.errors import InputError, Mistake
from generator.wording import plural, suggestion

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,9})")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,9})(\.[0-9]{1,9})?")
ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
RESERVED_IDS = frozenset({"con", "prn", "aux", "nul", *(f"{p}{n}" for p in ("com", "lpt") for n in range(1, 10))})
"""Names that Windows keeps for devices. Source: Microsoft, "Naming Files, Paths, and Namespaces"."""


def wrong(message: str) -> PydanticCustomError:
    """The error a validator raises, with the very words the user shall read."""
    return PydanticCustomError("asterion", "{message}", {"message": message})


def _whole(value: object) -> object:
    if isinstance(value, str):
        if not _WHOLE.fullmatch(value):
            raise wrong(f"{value!r} is not a whole number; write digits only, as in 12")
        return int(value)
    return value


def _decimal(value: object) -> object:
    if isinstance(value, str):
        if not _DECIMAL.fullmatch(value):
            raise wrong(f"{value!r} is not a number; write digits with a point, as in 12.5")
        return float(value)
    return value


def _truth(value: object) -> object:
    if isinstance(value, str):
        if value not in {"true", "false"}:
            raise wrong(f"{value!r} is neither 'true' nor 'false'")
        return value == "true"
    return value


def _identifier(value: str) -> str:
    if value in RESERVED_IDS:
        raise wrong(f"{value!r} is a name that Windows keeps for a device; choose another")
    return value


RGB_PATTERN = r"^#[0-9a-f]{6}$"
_EXPECTED = {
    "model_type": "expected keys with values, as in `{exits: NS, prisoners: 1}`",
    "dict_type": "expected keys with values, as in `{yellow: 1, blue: 2}`",
    "list_type": "expected a list, as in `[a, b]`",
    "tuple_type": "expected a list, as in `[a, b]`",
    "string_type": "expected plain text",
    "int_type": "expected a whole number, as in `12`",
    "float_type": "expected a number, as in `12.5`",
}
LETTER_PATTERN = r"^[A-Z]$"
_PATTERNS = {
    LETTER_PATTERN: "is no capital letter; write one of A to Z",
    ID_PATTERN: "is no id; write lower-case letters, digits and hyphens, as in two-bends",
    RGB_PATTERN: "is no colour; write '#' and six lower-case hexadecimal digits in quotes, as in '#1f5fa8'",
}
WHOLE = BeforeValidator(_whole)
DECIMAL = BeforeValidator(_decimal)
"""These stand after the limits, as in ``Annotated[int, Field(ge=0), WHOLE]``, so that the JSON Schema has them."""

Truth = Annotated[bool, BeforeValidator(_truth)]
Identifier = Annotated[str, Field(pattern=ID_PATTERN, max_length=40), BeforeValidator(_identifier)]
Rgb = Annotated[str, Field(pattern=RGB_PATTERN)]


class Record(BaseModel):
    """A frozen record that knows all of its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


R = TypeVar("R", bound=Record)


def validated(document: Document, model: type[R]) -> R:
    """The record that the document describes.

    Raises:
        InputError: every mistake pydantic found, each with its place in the file and a remedy.
    """
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        inner = {fault["loc"][:length] for fault in faults for length in range(len(fault["loc"]))}
        grave = (fault for fault in faults if fault["type"] != "too_short" or fault["loc"] not in inner)
        raise InputError(_mistake(document, model, fault) for fault in islice(grave, MAX_MISTAKES)) from None


def _mistake(document: Document, model: type[BaseModel], fault: ErrorDetails) -> Mistake:
    location = _written(document, fault["loc"])
    kind = fault["type"]
    place = document.key_place(location) if kind == "extra_forbidden" else document.value_place(location)
    return Mistake(place, _message(model, fault, kind, location))


def _written(document: Document, location: Location) -> Location:
    """The location without the labels that pydantic adds for members of unions and for keys of mappings."""
    data: Any = document.data
    kept: list[str | int] = []
    for step in location:
        if isinstance(data, dict) and step in data:
            data = data[str(step)]
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        elif step == location[-1] and isinstance(data, dict) and step != "[key]":
            kept.append(step)
            continue
        else:
            continue
        kept.append(step)
    return tuple(kept)


def _message(model: type[BaseModel], fault: ErrorDetails, kind: str, location: Location) -> str:
    context, value = fault.get("ctx", {}), fault["input"]
    last = str(location[-1]) if location else ""
    if kind in _EXPECTED:
        return _EXPECTED[kind]
    if kind == "extra_forbidden":
        return f"unknown key {last!r}; {suggestion(last, known_keys(model, location[:-1]))}"
    if kind in {"missing", "asterion"}:
        return str(context["message"]) if kind == "asterion" else f"key {last!r} is missing"
    if kind in {"too_short", "too_long"}:
        return _length_message(context)
    if kind in {"literal_error", "enum"}:
        choices = re.findall(r"'([^']+)'", str(context["expected"]))
        return f"unknown value {value!r}; {suggestion(str(value), choices)}"
    if kind == "string_pattern_mismatch":
        pattern = str(context["pattern"])
        return f"{value!r} {_PATTERNS.get(pattern, f'does not match {pattern}')}"
    return f"{_value(value)}{fault['msg'][:1].lower()}{fault['msg'][1:]}"


def _length_message(context: dict[str, Any]) -> str:
    if "min_length" in context:
        return f"expected at least {plural(context['min_length'], 'entry', 'entries')}"
    return f"expected at most {plural(context['max_length'], 'entry', 'entries')}"


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}: "
    return f"{value!r}: " if isinstance(value, str | int) else ""


def known_keys(model: type[BaseModel], location: Location) -> list[str]:
    """The keys that the record at `location` below `model` may have."""
    current: Any = model
    for step in location:
        current = _below(current, step)
    record = _record_in(current)
    return list(record.model_fields) if record else []


def _below(annotation: Any, step: str | int) -> Any:
    """The annotation one step down: a field of a record, or what a list, mapping or union holds."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        found = annotation.model_fields.get(str(step))
        return found.annotation if found else None
    holding = [argument for argument in getattr(annotation, "__args__", ()) if _record_in(argument)]
    if not holding:
        return None
    return holding[0] if getattr(annotation, "__origin__", None) in {tuple, list, dict} else _below(holding[0], step)


def _record_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_record_in, getattr(annotation, "__args__", ()))), None)
