"""The adapter of openpyxl, the reader of XLSX files, which is in the optional extra `spreadsheet`.

A file is an archive of XML, which may unpack to much more than it is; that is measured before it is read. What
openpyxl raises depends on where the XML goes wrong, so everything it raises means that the file cannot be read. A cell
with a formula has the value that the spreadsheet program has stored for it.

Seen with openpyxl 3.1.5.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from typing import Any

from generator import bounds
from generator.errors import InputError, Mistake, Place, from_extra


def xlsx_rows(raw: bytes, name: str) -> tuple[list[list[str]], list[Mistake]]:
    """Return the cells of the first sheet as text, and the mistake of each cell that holds a date or an error.

    Raises:
        InputError: the file cannot be read, or is too large.
        MissingExtraError: openpyxl is not installed.
    """
    with from_extra("spreadsheet", "save the table as CSV"):
        import openpyxl
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            size = sum(member.file_size for member in archive.infolist())
        if size <= bounds.UNPACKED_BYTES:
            with warnings.catch_warnings(action="ignore"):
                book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
                return _rows(book.worksheets[0], name)
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001 - see above
        message = f"cannot be read as XLSX ({type(error).__name__}); save it anew, or as CSV"
        raise InputError.at(Place(name), message) from None
    raise InputError.at(Place(name), f"{size} bytes when it is unpacked; at most {bounds.UNPACKED_BYTES} are read")


def _rows(sheet: Any, name: str) -> tuple[list[list[str]], list[Mistake]]:
    rows: list[list[str]] = []
    mistakes: list[Mistake] = []
    sheet.reset_dimensions()  # the file may say that a sheet is larger than it is
    for number, row in enumerate(sheet.iter_rows(), 1):
        if number > bounds.TABLE_ROWS or len(row) > bounds.TABLE_COLUMNS:
            if all(cell.value is None for cell in row):
                continue
            message = f"more than {bounds.TABLE_ROWS} rows or {bounds.TABLE_COLUMNS} columns; no more are read"
            raise InputError.at(Place(name, number, 1, is_cell=True), message)
        texts = [_text(cell) for cell in row]
        mistakes += [
            Mistake(Place(name, number, column, is_cell=True), "a date or an error of the spreadsheet; write text")
            for column, text in enumerate(texts, 1)
            if text is None
        ]
        rows.append([text or "" for text in texts])
    return rows, mistakes


def _text(cell: Any) -> str | None:
    """Return what stands in a cell; None for a date or an error."""
    match cell.value:
        case None:
            return ""
        case bool() as truth:
            return str(truth).lower()
        case float() as number if number == int(number):  # a spreadsheet keeps whole numbers so, too
            return str(int(number))
        case int() | float() as number:
            return f"{number:.9g}"
        case str() as text if cell.data_type != "e":
            return text
    return None
