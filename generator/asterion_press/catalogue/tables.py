"""Records that stand in a table beside a catalogue: a CSV, TSV or XLSX file with a row for each record.

The first row names the columns, which are ``id`` and the keys of a record, in small or capital letters; before it may
stand ``sep=;``, as Excel writes it. A column whose name begins with ``#`` or ``_`` is the maker's own, and other names
that are not like a key's are remarked. An empty cell is a key that is left out; the
entries of a list are parted by spaces or commas. What comes out is one document, which knows of each value whether it
stands in the catalogue or in which cell of the table: ``pieces.csv:12:D``.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import io
import re
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import inspect
from msgspec.structs import fields

from asterion_press.catalogue import bounds
from asterion_press.catalogue.files import ShelfFile, lies_within
from asterion_press.catalogue.library import TABLE_ENDINGS, tables_of
from asterion_press.catalogue.openpyxl_adapter import Sheet, xlsx_sheet
from asterion_press.catalogue.strict_yaml import Document, Location, decoded, joint_digest
from asterion_press.catalogue.validation import Record, validated
from asterion_press.errors import CHOICES, InputError, Mistake, Place, forbidden_in_line, refusal_of, suggestion

Rows: TypeAlias = list[list[str]]
ID, SHEET = "id", "sheet"
MEANT = dict.fromkeys(("qty", "quantity", "copies", "amount"), "count")
"""What other programs call a column, and its name here."""
NEAR = 0.8
"""How like a key the name of a column is that may be a slip of the pen."""
SEPARATOR = re.compile(r"sep=([,;|\t])\r?", re.IGNORECASE)
"""A first line that Excel writes and heeds."""


class TabledDocument(Document, frozen=True):
    """A catalogue's document with records that stand in a table. Its `sha256` covers both files.

    Attributes:
        cells: where each record and each of its values stands in the table.
        remarks: on columns that are not read.
    """

    cells: dict[Location, Place]
    remarks: tuple[Mistake, ...]

    def value_place(self, location: Location) -> Place:
        for length in range(len(location), 1, -1):
            if (place := self.cells.get(location[:length])) is not None:
                return place
        return Document.value_place(self, location)

    def key_place(self, location: Location) -> Place:
        if location[:2] in self.cells:
            return self.value_place(location)
        return Document.key_place(self, location)


def include_table(document: Document, path: Path, key: str, record: type[Record], model: type[Record]) -> Document:
    """Return a document together with the records of a table, if the name of one stands under a key.

    Args:
        document: the catalogue.
        path: where it lies; the table lies beside it or below.
        key: under which the records stand, by id.
        record: what each is, whose fields are the columns.
        model: the record of the whole document.

    Raises:
        InputError: there is no such table, or every mistake of the table's form and of the document's.
    """
    name: Any = document.data.get(key)
    title = found if isinstance(found := document.data.get(SHEET), str) else None
    is_book = isinstance(name, str) and _ending(name) == ".xlsx"
    if title is not None and not is_book:
        raise InputError.at(document.key_place((SHEET,)), f"{SHEET!r} is of an XLSX table; leave the key out")
    if not isinstance(name, str):
        return document
    file = _table_called(name, document, path, key)
    raw = file.read()
    try:
        sheet = xlsx_sheet(raw, file.name, title) if is_book else _csv_sheet(raw, file.name)
    except LookupError as error:
        raise InputError.at(document.value_place((SHEET,)), str(error)) from None
    reading = _TableReading(file.name, sheet, record)
    mistakes = reading.mistakes
    both = joint_digest(document.sha256, hashlib.sha256(raw).hexdigest())
    cells = {(key, *location): place for location, place in reading.cells.items()}
    data = {**document.data, key: reading.records}
    if title is not None:
        del data[SHEET]  # which is of the table
    whole = TabledDocument(document.file, data, both, document._values, document._keys, cells, reading.remarks)  # noqa: SLF001 - a copy
    if mistakes:
        try:
            validated(whole, model)
        except InputError as error:
            at = document.value_place((key,))  # that it has no records follows from the mistakes of the table
            mistakes += (mistake for mistake in error.mistakes if mistake.place != at)
        raise InputError(mistakes)
    return whole


def _ending(name: str) -> str:
    return Path(name).suffix.lower()


def _table_called(name: str, document: Document, path: Path, key: str) -> ShelfFile:
    """Return the table of that name.

    Raises:
        InputError: it is no table, is not there, or does not lie in the folder of the catalogue.
    """
    place = document.value_place((key,))
    if _ending(name) not in TABLE_ENDINGS:
        endings = ", ".join(TABLE_ENDINGS)
        raise InputError.at(place, f"{name!r} is neither keys with values nor a table: {endings}, as in pieces.csv")
    named = [file for file in tables_of(ShelfFile("", path, document.file)) if file.id == name]
    if not named:
        raise InputError.at(place, f"write the name of a table on the line of its key, as in `{key}: {name}`")
    if not lies_within(named[0].path, path.parent):
        raise InputError.at(place, f"{name!r} does not lie in the folder of this file; put the table beside it")
    if not named[0].path.is_file():
        raise InputError.at(place, f"there is no table {name!r} beside this file")
    return named[0]


def _csv_sheet(raw: bytes, name: str) -> Sheet:
    """Return the rows of a text of cells: parted by tabs in a TSV file, else by commas, or semicolons if more of them.

    Raises:
        InputError: the text cannot be read.
    """
    text = decoded(raw, name)
    first = text.partition("\n")[0]
    separator = SEPARATOR.fullmatch(first)
    delimiter = "\t" if _ending(name) == ".tsv" else ";" if first.count(";") > first.count(",") else ","
    delimiter = separator[1] if separator else delimiter
    rows: Rows = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            rows.append(row)
            if len(rows) > bounds.TABLE_ROWS or len(row) > bounds.TABLE_COLUMNS:
                message = f"more than {bounds.TABLE_ROWS} rows or {bounds.TABLE_COLUMNS} columns; no more are read"
                raise InputError.at(Place(name, len(rows), 1, is_cell=True), message)
    except csv.Error as error:
        place = Place(name, len(rows) + 1, 1, is_cell=True)
        raise InputError.at(place, f"no row of cells: {error}; a cell with quotes in it doubles them") from None
    return Sheet([], rows, [])


class _TableReading:
    """The reading of rows as records.

    Attributes:
        records: the keys and values of each, by id.
        cells: where each record and each value stands.
        remarks: on columns that are not read.
    """

    def __init__(self, name: str, sheet: Sheet, record: type[Record]) -> None:
        self.name, rows = name, sheet.rows
        self._titles = sheet.titles
        self.records: dict[str, Any] = {}
        self.cells: dict[Location, Place] = {}
        self.remarks: tuple[Mistake, ...] = ()
        self._keys = (ID, *record.__struct_fields__)
        self._head = 2 if rows and [cell.lower() for cell in rows[0]] == ["sep=", ""] else 1
        names = rows[self._head - 1] if len(rows) >= self._head else []
        self._named = {column for column, cell in enumerate(names) if cell.strip()}
        self._lists = {field.encode_name for field in fields(record) if _is_list(inspect.type_info(field.type))}
        self.mistakes: list[Mistake] = []
        self._columns = self._header(names)
        for mistake, last in sheet.mistakes:
            if any(map(self._is_read, range(mistake.place.column - 1, last))):
                self.mistakes.append(mistake)
        if ID in self._columns.values():
            for number, row in enumerate(rows[self._head :], self._head + 1):
                self._row(number, row)

    def _report(self, row: int, column: int, message: str) -> None:
        self.mistakes.append(Mistake(self._place(row, column), message))

    def _place(self, row: int, column: int) -> Place:
        """Return the place of a cell; rows count from 1, columns from 0."""
        return Place(self.name, row, column + 1, is_cell=True)

    def _header(self, row: list[str]) -> dict[int, str]:
        """Return the keys of the columns by their numbers."""
        found: dict[int, str] = {}
        for column, name in enumerate(cell.strip() for cell in row):
            key = name.lower()
            if key in found.values():
                self._report(self._head, column, f"column {key!r} is there already")
            elif key in self._keys:
                found[column] = key
            elif MEANT.get(key) in self._keys or difflib.get_close_matches(key, self._keys, cutoff=NEAR):
                remedy = suggestion(MEANT.get(key, key), self._keys)
                self._report(self._head, column, f"unknown column {name!r}; {remedy}")
            elif name and not name.startswith(("#", "_")):
                message = f"column {name!r} is not read; begin its name with '#' or '_' if it is your own"
                self.remarks += (Mistake(self._place(self._head, column), message),)
        if ID not in found.values():
            title, *others = map(repr, self._titles or [""])
            of = f" of the sheet {title}" if self._titles else ""
            more = f"; the key {SHEET!r} chooses another sheet: {', '.join(others[:CHOICES])}" if others else ""
            named = f"the first row{of} names the columns: {', '.join(self._keys)}"
            self._report(self._head, 0, f"no column is named {ID!r}; {named}{more}")
        return found

    def _is_read(self, column: int) -> bool:
        return column in self._columns or column not in self._named

    def _row(self, number: int, row: list[str]) -> None:
        """Read a row into a record, and note what is wrong with it."""
        cells = {column: cell.strip() for column, cell in enumerate(row) if cell.strip() and self._is_read(column)}
        record: dict[str, Any] = {}
        places: dict[str, Place] = {}
        for column, cell in cells.items():
            if forbidden := forbidden_in_line(cell):
                self._report(number, column, refusal_of(forbidden))
            elif column in self._columns:
                key = self._columns[column]
                record[key] = re.split(r"[,;\s]+", cell) if key in self._lists else cell
                places[key] = self._place(number, column)
            else:
                self._report(number, column, "a value in a column without a name; name it in the first row")
        if not cells:
            return
        at = next(column for column, key in self._columns.items() if key == ID)
        name = record.pop(ID, None)
        if name is None:
            self._report(number, at, "this row has no id; write one, as in some-id")
        elif name in self.records:
            there = self.cells[name,]
            self._report(number, at, f"id {name!r} stands in row {there.line} already; ids are unique")
        else:
            self.records[name] = record
            self.cells[name,] = self._place(number, at)
            self.cells |= {(name, key): place for key, place in places.items() if key != ID}


def _is_list(kind: inspect.Type) -> bool:
    """Return whether a value of a type, or a value that is not None, is a list."""
    match kind:
        case inspect.Metadata(type=inner):
            return _is_list(inner)
        case inspect.UnionType(types=types):
            return any(map(_is_list, types))
    return isinstance(kind, inspect.VarTupleType | inspect.TupleType | inspect.ListType)
