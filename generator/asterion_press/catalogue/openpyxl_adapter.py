"""The adapter of openpyxl, the reader of XLSX files, which is in the optional extra `spreadsheet`.

A file is an archive of XML, which may unpack to much more than it is; that is measured before it is read, and it is
read in a process with limits. What openpyxl raises depends on where the XML goes wrong, so everything it raises means
that the file cannot be read. A cell with a formula has the value that the spreadsheet program has stored for it. What
looks otherwise in the spreadsheet than it is read, a mistake: nobody would notice.

Seen with openpyxl 3.1.5. Source of formats of numbers: ISO/IEC 29500-1, 18.8.31.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from typing import Any, NamedTuple

from asterion_press.catalogue import bounds
from asterion_press.catalogue.decoding import Made, decode
from asterion_press.errors import InputError, Mistake, Place, from_extra, suggestion

PLAIN_FORMAT = re.compile(r"(?:General|@|(?:#,##|#)?[0#](?:\.([0#?]+))?)")
"""A format in which a number looks as it is, if that has no more decimals."""
UNSEEN = re.compile(r"\[[A-Za-z]+\]|_.|\\ ")
"""Colours and spaces within a format."""


class Sheet(NamedTuple):
    """A sheet of a file.

    Attributes:
        titles: of the sheets of the file; this one's first. There are none in a text.
        rows: the texts of its cells.
        mistakes: of each cell that is no text, or looks otherwise than it is, with the last column that it is in.
    """

    titles: list[str]
    rows: list[list[str]]
    mistakes: list[tuple[Mistake, int]]


def xlsx_sheet(raw: bytes, name: str, title: str | None = None) -> Sheet:
    """Return a sheet of an XLSX file: that of a title, or without one the first that is not hidden.

    Raises:
        InputError: the file cannot be read, is too large, or takes too much time or memory.
        LookupError: it has no sheet of that title; the sentence is the argument.
        MissingExtraError: openpyxl is not installed.
    """
    (titles, rows, mistakes), _ = decode(read_sheet, raw, name, title)
    if title is not None and titles[0] != title:
        raise LookupError(f"there is no sheet {title!r} in {name!r}; {suggestion(title, titles)}")
    placed = [(Mistake(Place(name, row, first, is_cell=True), why), last) for row, first, last, why in mistakes]
    return Sheet(titles, rows, placed)


def read_sheet(raw: bytes, name: str, title: str | None) -> Made:
    """Return the titles, rows and mistakes of a sheet: of each mistake the row, first and last column, and sentence.

    Raises:
        InputError: the file cannot be read, or is too large.
        MissingExtraError: openpyxl is not installed.
    """
    with from_extra("spreadsheet", "save the table as CSV"):
        from openpyxl.reader.excel import ExcelReader
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            size = sum(member.file_size for member in archive.infolist())
        if size <= bounds.UNPACKED_BYTES:
            with warnings.catch_warnings(action="ignore"):
                reader = ExcelReader(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
                reader.read_chartsheet = lambda *_: None  # which has no cells
                reader.read()
                sheets = sorted(
                    reader.wb.worksheets, key=lambda one: (one.title != title, one.sheet_state != "visible")
                )
                if sheets:
                    return [[one.title for one in sheets], *_rows(sheets[0], name)], b""
    except (InputError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - see above
        message = f"cannot be read as XLSX ({type(error).__name__}); save it anew, or as CSV"
        raise InputError.at(Place(name), message) from None
    if size <= bounds.UNPACKED_BYTES:
        raise InputError.at(Place(name), "has no sheet with cells; write the table into one")
    raise InputError.at(Place(name), f"{size} bytes when it is unpacked; at most {bounds.UNPACKED_BYTES} are read")


def _rows(sheet: Any, name: str) -> tuple[list[list[str]], list[tuple[int, int, int, str]]]:
    """Return the cells of a sheet as text, and the mistakes in them, each with its row and column."""
    from openpyxl.cell.read_only import ReadOnlyCell
    from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser

    class Parser(WorkSheetParser):  # type: ignore[misc]  # openpyxl has no types
        """A parser that tells formulas without a value from empty cells."""

        def parse_cell(self, element: Any) -> dict[str, Any]:
            cell: dict[str, Any] = super().parse_cell(element)
            is_formula = element.find(FORMULA_TAG) is not None
            if is_formula and cell["value"] is None and element.get("t") != "str":  # which may be no letters
                cell["data_type"] = "f"
            return cell

    found: dict[int, dict[int, str]] = {}
    mistakes: list[tuple[int, int, int, str]] = []
    book = sheet.parent
    dates = {"date_formats": book._date_formats, "timedelta_formats": book._timedelta_formats}  # noqa: SLF001
    with sheet._get_source() as source:  # noqa: SLF001
        parser = Parser(source, sheet._shared_strings, data_only=True, epoch=book.epoch, **dates)  # noqa: SLF001
        for number, row in parser.parse():
            cells = {cell["column"]: cell for cell in row if cell["value"] is not None or cell["data_type"] == "f"}
            if cells and (number > bounds.TABLE_ROWS or max(cells) > bounds.TABLE_COLUMNS):
                message = f"more than {bounds.TABLE_ROWS} rows or {bounds.TABLE_COLUMNS} columns; no more are read"
                raise InputError.at(Place(name, number, 1, is_cell=True), message)
            for column, cell in cells.items():
                text, fault = _read_cell(ReadOnlyCell(sheet, **cell))
                found.setdefault(number, {})[column] = text
                if fault:
                    mistakes.append((number, column, column, fault))
    last, wide = max(found, default=0), max((max(row) for row in found.values()), default=0)
    for merged in parser.merged_cells.mergeCell if parser.merged_cells else ():
        left, top, right, bottom = merged.bounds
        if top <= last and left <= wide and (left, top) != (right, bottom):
            mistakes.append(
                (top, left, right, f"cells {merged.ref} are merged; part them, and write a value into each")
            )
    return [
        [found[number].get(column, "") for column in range(1, max(found[number]) + 1)] if number in found else []
        for number in range(1, last + 1)
    ], mistakes


def _read_cell(cell: Any) -> tuple[str, str]:
    """Return what stands in a cell, and what is wrong with it; empty if nothing is."""
    match cell.value:
        case bool() as truth:
            return str(truth).lower(), ""
        case int() | float() as number if abs(number) < float("inf"):
            plain = PLAIN_FORMAT.fullmatch(UNSEEN.sub("", cell.number_format.partition(";")[0]))
            text = str(int(number)) if number == int(number) else f"{number:.9g}"
            decimals = len(plain[1] or "") if plain else 0
            if plain and (plain[0] in {"General", "@"} or round(number, decimals) == number):
                return text, ""
            shown = f"{text}, which its format {cell.number_format!r} shows otherwise"
            return text, f"the number {shown}; write as text what is meant"
        case str() as text if cell.data_type != "e":
            return text, ""
    if cell.data_type == "f":
        return "", "a formula without a saved value; save the table in its spreadsheet program, or write the value"
    return "", "a date or an error of the spreadsheet; write text"
