"""Records of a catalogue that stand in a table beside it: CSV, TSV and XLSX."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import openpyxl
import pytest

from asterion_press.catalogue import bounds, library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.library import sources_of
from asterion_press.errors import column_letters
from asterion_press.games.game import Game
from asterion_press.games.kinds import read_game
from tests.support.project_commands import good, run
from tests.support.refusals import refusal
from tests.support.small_games import kept_again

HEAD = """\
kind: tokens
game: heroes
title: Four heroes
edition: first
credits: {design: Nobody, publisher: nobody, artwork: our own}
size_mm: 30
colours:
  yellow: {symbol: sun, ink: '#d9a520'}
  blue: {symbol: wave, ink: '#1f5fa8'}
"""
RECORDS = """\
tokens:
  one: {count: 3, value: 1}
  hero: {text: ΘΗΣΕΥΣ}
  thread: {symbol: shell, value: 5, text: 'A, B', colours: [blue, yellow]}
"""
CELLS: list[list[Any]] = [
    ["id", "value", "text", "symbol", "colours", "count"],
    ["one", 1, None, None, None, 3],
    [],
    ["hero", None, " ΘΗΣΕΥΣ ", None, None],
    ["thread", 5.0, "A, B", "shell", "blue, yellow"],
]
ENDINGS = ("comma.csv", "semicolon.csv", "tabs.tsv", "book.xlsx", "UPPER.CSV")
Read = Callable[[str, list[list[Any]]], Game]


def table(name: str, rows: list[list[Any]]) -> bytes:
    """The bytes of a table, as spreadsheets write it."""
    if name.endswith(".xlsx"):
        book = openpyxl.Workbook()
        for row in rows:
            book.worksheets[0].append(row)
        buffer = io.BytesIO()
        book.save(buffer)
        return buffer.getvalue()
    text = io.StringIO()
    delimiter = ";" if name.startswith("semicolon") else "\t" if name.endswith(".tsv") else ","
    csv.writer(text, delimiter=delimiter).writerows([["" if c is None else c for c in row] for row in rows])
    return b"\xef\xbb\xbf" + text.getvalue().replace("5.0", "5").encode()


def catalogue(folder: Path, name: str, raw: bytes | None = None, more: str = "") -> Callable[[], Game]:
    """A catalogue that names a table, which is written beside it if its bytes are given."""
    path = folder / "heroes.yaml"
    path.write_text(f"{HEAD}{more}tokens: {name}\n", encoding="utf-8")
    if raw is not None:
        (folder / name).write_bytes(raw)
    return lambda: read_game(ShelfFile("heroes", path, "heroes.yaml"))


@pytest.fixture
def read(tmp_path: Path) -> Read:
    return lambda name, rows: catalogue(tmp_path, name, table(name, rows))()


@pytest.mark.parametrize("name", ENDINGS)
def test_a_table_says_the_same_as_the_records_that_it_stands_for(name: str, read: Read, tmp_path: Path) -> None:
    game = read(name, CELLS)
    path = tmp_path / "whole.yaml"
    path.write_text(HEAD + RECORDS, encoding="utf-8")
    whole = read_game(ShelfFile("heroes", path, "whole.yaml"))
    assert game.rows() == whole.rows()
    assert game.numbers() == whole.numbers()
    assert kept_again(game).rows() == whole.rows()
    assert game.document.sha256 != read(name, [*CELLS[:-1], ["thread", 6, "A, B", "shell", "blue"]]).document.sha256


@pytest.mark.parametrize("name", ENDINGS)
def test_all_mistakes_of_a_table_are_told_with_row_and_column(name: str, read: Read) -> None:
    wrong: list[list[Any]] = [
        ["id", "value", "text", "symbl", "colours", "count", None, "count"],
        ["one", "1st", None, None, None, 3],
        ["Two Words", None, None, "sun", None, -1],
        ["one", 100, "ก", None, "bleu"],
        [None, 4],
        ["last", 4, None, None, None, None, "x"],
    ]
    assert refusal(lambda: read(name, wrong)) == [
        f"{name}:1:D: unknown column 'symbl'; did you mean 'symbol'? one of id, count, colours, symbol, value, text",
        f"{name}:1:H: column 'count' is there already",
        f"{name}:2:B: '1st' is not a whole number; write digits only, as in 12",
        f"{name}:3:A: 'Two Words' is no id; write lower-case letters, digits and hyphens, as in two-bends",
        f"{name}:3:F: -1 is too small; write 0 or more",
        f"{name}:4:A: id 'one' stands in row 2 already; ids are unique",
        f"{name}:5:A: this row has no id; write one, as in some-id",
        f"{name}:6:G: a value in a column without a name; name it in the first row",
    ]


@pytest.mark.parametrize("name", ENDINGS)
def test_mistakes_of_sense_stand_in_cells_too(name: str, read: Read) -> None:
    wrong: list[list[Any]] = [["id", "text", "colours"], ["one", "ก", "bleu"], ["two", None, "blue blue"]]
    assert refusal(lambda: read(name, wrong)) == [
        f"{name}:2:B: no font has 'ก' (U+0E01 THAI CHARACTER KO KAI); write it otherwise",
        f"{name}:2:C: unknown colour 'bleu'; did you mean 'blue'? one of yellow, blue",
        f"{name}:3:C: colour 'blue' appears twice",
    ]


@pytest.mark.parametrize("name", ENDINGS)
@pytest.mark.parametrize("rows", [[], [["name", "count"], ["one", 3]]])
def test_a_table_without_ids_is_told_what_to_write(name: str, rows: list[list[Any]], read: Read) -> None:
    row = "the first row of the sheet 'Sheet'" if name.endswith("xlsx") else "the first row"
    reported = f"no column is named 'id'; {row} names the columns: id, count, colours, symbol, value, text"
    assert f"{name}:1:A: {reported}" in refusal(lambda: read(name, rows))


@pytest.mark.parametrize("name", ENDINGS)
def test_columns_of_ones_own_are_passed_over_and_other_names_are_remarked(name: str, read: Read) -> None:
    names = ["ID", "Value", "#me", "TEXT", "Symbol", "colours", "COUNT", "_x", "notes"]
    rows = [[*row, *[None] * 6][:6] for row in CELLS[1:]]
    own: list[list[Any]] = [[*row[:2], "mine", *row[2:], "of no row", "of the game"] for row in rows if any(row)]
    game = read(name, [names, *own, [None, None, "mine"]])
    assert game.rows() == read(name, CELLS).rows()
    assert [str(finding.place) for finding in game.findings()] == [f"{name}:1:I"]
    assert "column 'notes' is not read; begin its name with '#'" in game.findings()[0].message


@pytest.mark.parametrize("column", ["qty", "Quantity", "cuont", "colour", "symbl"])
def test_a_column_that_is_meant_for_a_key_is_the_only_mistake(column: str, read: Read) -> None:
    key = {"colour": "colours", "symbl": "symbol"}.get(column, "count")
    reported = (
        f"a.csv:1:B: unknown column '{column}'; did you mean '{key}'? one of id, count, colours, symbol, value, text"
    )
    assert refusal(lambda: read("a.csv", [["id", column]])) == [reported]


@pytest.mark.parametrize("sign", [",", ";", "|", "\t"])
def test_a_first_line_may_say_what_parts_the_cells(sign: str, tmp_path: Path) -> None:
    cell, word, end = ("a,;b", "sep", "\r\n") if sign in "|\t" else ("a", "SEP", "\n")
    text = f"{word}={sign}{end}id{sign}text{end}one{sign}{cell}{end}"
    assert [row[4] for row in catalogue(tmp_path, "a.csv", text.encode())().rows()] == [cell] * 2
    wrong = f"sep={sign}\nid{sign}count\none{sign}x\n".encode()
    assert refusal(catalogue(tmp_path, "a.csv", wrong))[0].startswith("a.csv:3:B:")


def test_columns_have_the_letters_of_spreadsheets() -> None:
    assert [column_letters(number) for number in (1, 4, 26, 27, 52, 53, 702, 703)] == [
        "A", "D", "Z", "AA", "AZ", "BA", "ZZ", "AAA"
    ]  # fmt: skip


def test_a_date_and_an_error_of_a_spreadsheet_are_mistakes(read: Read) -> None:
    dated: list[list[Any]] = [["id", "text"], ["one", dt.date(2020, 1, 2)], ["two", "#REF!"], ["three", True]]
    reported = "a date or an error of the spreadsheet; write text"
    assert refusal(lambda: read("book.xlsx", dated)) == [f"book.xlsx:{row}:B: {reported}" for row in (2, 3)]


MERGED = "are merged; part them, and write a value into each"
FORMULA = "a formula without a saved value; save the table in its spreadsheet program, or write the value"


def book_of(change: Callable[[Any], None]) -> bytes:
    """A book with a table of two tokens in its only sheet, changed."""
    book = openpyxl.Workbook()
    for row in (["id", "count", "text"], ["one", 3, "A"], ["two", 4, "B"]):
        book.active.append(row)
    change(book)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def changed(cell: str, value: Any, number_format: str = "General") -> Callable[[Any], None]:
    def change(book: Any) -> None:
        book.active[cell].value, book.active[cell].number_format = value, number_format

    return change


def with_chart_first(book: Any) -> None:
    book.create_chartsheet("Chart", 0).add_chart(openpyxl.chart.BarChart())


def with_hidden_first(book: Any) -> None:
    book.create_sheet("Old", 0)["A1"] = "name"
    book["Old"].sheet_state = "hidden"


def with_words_first(book: Any) -> None:
    book.create_sheet("Read me", 0)["A1"] = "About"


def with_a_merge_of_a_column_of_ones_own(book: Any) -> None:
    book.active.insert_cols(2)
    book.active["B1"] = "#mine"
    book.active.merge_cells("B2:C2")


def shaded(book: Any) -> None:
    for row, column in ((1, 149), (1, 16384), (2, 4), (20_000, 1)):
        book.active.cell(row, column).fill = openpyxl.styles.PatternFill("solid", "ffff00")


def test_what_looks_otherwise_in_a_spreadsheet_than_it_is_read_is_a_mistake_at_its_cell(tmp_path: Path) -> None:
    """Never a silent 1, or another number than the maker sees."""
    reported = [
        (changed("B2", "=6*2"), f"2:B: {FORMULA}"),
        (lambda book: book.active.merge_cells("B2:B3"), f"2:B: cells B2:B3 {MERGED}"),
        (with_a_merge_of_a_column_of_ones_own, f"2:B: cells B2:C2 {MERGED}"),
        (with_words_first, "1:A: no column is named 'id'; the first row of the sheet 'Read me' names the columns: "),
    ]
    formats = [("C2", 7, "000"), ("B2", 0.5, "0%"), ("B2", 2.5, "0"), ("C2", 7, '0" mm"'), ("C2", 1234567, "0.00E+00")]
    for cell, value, form in formats:
        sentence = f"the number {value}, which its format {form!r} shows otherwise; write as text what is meant"
        reported.append((changed(cell, value, form), f"2:{cell[0]}: {sentence}"))
    for change, sentence in reported:
        lines = refusal(catalogue(tmp_path, "book.xlsx", book_of(change)))
        assert any(line.startswith(f"book.xlsx:{sentence}") for line in lines), (sentence, lines)


def with_notes_that_are_not_read(book: Any) -> None:
    book.active["D1"], book.active["E1"] = "notes", "#cost"
    book.active["D2"].value, book.active["D2"].number_format = 7, "000"
    book.active["E2"] = "=6*2"
    book.active["D3"] = "two\nlines"
    book.active.merge_cells("D3:E3")


@pytest.mark.parametrize(
    ("name", "sheet", "reported"),
    [
        ("book.xlsx", "Read me", "book.xlsx:1:A: no column is named 'id'; the first row of the sheet 'Read me' names "),
        ("book.xlsx", "Sheeet", "heroes.yaml:10:8: there is no sheet 'Sheeet' in 'book.xlsx'; did you mean 'Sheet'? "),
        ("book.xlsx", "[Sheet]", "heroes.yaml:10:8: expected plain text"),
        ("book.xlsx", "''", "heroes.yaml:10:8: there is no sheet '' in 'book.xlsx'; one of Read me, Sheet, Old"),
        ("book.csv", "Sheet", "heroes.yaml:10:1: 'sheet' is of an XLSX table; leave the key out"),
        ("{one: {}}", "Sheet", "heroes.yaml:10:1: 'sheet' is of an XLSX table; leave the key out"),
    ],
)
def test_the_key_sheet_chooses_a_sheet_of_an_xlsx_table(name: str, sheet: str, reported: str, tmp_path: Path) -> None:
    def change(book: Any) -> None:
        with_hidden_first(book)
        with_words_first(book)

    (tmp_path / "book.xlsx").write_bytes(book_of(change))
    (tmp_path / "book.csv").write_text("id\none\n")

    def game(sheet: str, name: str = "book.xlsx") -> Game:
        return catalogue(tmp_path, name, more=f"sheet: {sheet}\n")()

    chosen = game("Sheet")
    assert [row[0] for row in chosen.rows()] == ["yellow-one", "yellow-two", "blue-one", "blue-two"]
    assert kept_again(chosen).rows() == chosen.rows()
    lines = refusal(lambda: game(sheet, name))
    assert any(line.startswith(reported) for line in lines), lines
    assert "; the key 'sheet' chooses another sheet: 'Sheet', 'Old'" in refusal(lambda: game("Read me"))[0]


def test_what_looks_in_a_spreadsheet_as_it_is_read_is_read(tmp_path: Path) -> None:
    changes = [
        lambda _: None, with_chart_first, with_hidden_first, with_notes_that_are_not_read, shaded,
        *(changed("B2", 3, one) for one in ("0", "0.00", "#,##0", "#,##0.00_);[Red](#,##0.00)", "@", "0_ ", "#")),
    ]  # fmt: skip
    games = [catalogue(tmp_path, "book.xlsx", book_of(change))() for change in changes]
    assert [game.rows() for game in games] == [games[0].rows()] * len(games)


@pytest.mark.parametrize(
    ("name", "reported"),
    [
        ("pieces.csv", "10:9: there is no table 'pieces.csv' beside this file"),
        ("../pieces.csv", "10:9: '../pieces.csv' does not lie in the folder of this file; put the table beside it"),
        ("/pieces.csv", "10:9: '/pieces.csv' does not lie in the folder of this file; put the table beside it"),
        ("link.csv", "10:9: 'link.csv' does not lie in the folder of this file; put the table beside it"),
        ("a.ods", "10:9: 'a.ods' is neither keys with values nor a table: .csv, .tsv, .xlsx, as in pieces.csv"),
        ("\n  pieces.csv", "11:3: write the name of a table on the line of its key, as in `tokens: pieces.csv`"),
    ],
)
def test_a_table_lies_beside_its_catalogue(name: str, reported: str, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "pieces.csv").write_text("id\none\n")
    (folder / "link.csv").symlink_to(tmp_path / "pieces.csv")
    assert refusal(catalogue(folder, name)) == [f"heroes.yaml:{reported}"]
    assert sources_of(ShelfFile("", folder / "heroes.yaml", "heroes.yaml")) == ()


@pytest.mark.parametrize("line", ["tables/pieces.csv", "'tables/pieces.csv'", '"tables/pieces.csv"   # mine'])
def test_a_table_may_lie_in_a_folder_of_the_project(line: str, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "pieces.csv").write_text("id\none\nTwo\n")
    assert refusal(catalogue(tmp_path, line))[0].startswith("tables/pieces.csv:3:A: 'Two' is no id")
    (source,) = sources_of(ShelfFile("", tmp_path / "heroes.yaml", "heroes.yaml"))
    assert source.name == "tables/pieces.csv"


def bomb() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (bounds.UNPACKED_BYTES + 1))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "raw", "reported"),
    [
        ("a.csv", b'id,text\none,"a', "a.csv:2:A: no row of cells: unexpected end of data; "),
        ("a.csv", b"id,text\none,\xe9", "a.csv:2:5: not UTF-8; save the file as UTF-8"),
        ("a.csv", "id\none".encode("utf-16"), "a.csv:1:1: UTF-16, not UTF-8; save the file as UTF-8"),
        ("a.csv", b'id,text\none,"a\nb"', "a.csv:2:B: a line break (U+000A LINE FEED) within the text; "),
        ("a.csv", b"id\n" * bounds.TABLE_ROWS + b"x", f"a.csv:{bounds.TABLE_ROWS + 1}:A: more than 10000 rows or 100 "),
        ("a.tsv", b"id" + b"\t" * bounds.TABLE_COLUMNS, "a.tsv:1:A: more than 10000 rows or 100 columns; "),
        ("a.xlsx", b"id,text\n", "a.xlsx: cannot be read as XLSX (BadZipFile); save it anew, or as CSV"),
        ("a.xlsx", bomb(), f"a.xlsx: {bounds.UNPACKED_BYTES + 1} bytes when it is unpacked; at most "),
        ("a.xlsx", table("a.xlsx", [["id"]] * (bounds.TABLE_ROWS + 1)), "a.xlsx:10001:A: more than 10000 rows"),
    ],
)
def test_a_table_that_cannot_be_read_is_one_mistake(name: str, raw: bytes, reported: str, tmp_path: Path) -> None:
    (line,) = refusal(catalogue(tmp_path, name, raw))
    assert line.startswith(reported)


def test_a_changed_cell_is_built_anew_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue(tmp_path, "pieces.csv", b"id,value\none,1\ntwo,2\n")
    monkeypatch.chdir(tmp_path)

    build = "build heroes.yaml --only svg --out out"
    assert "made: 5" in good(build)
    assert "nothing to do" in good(build)
    before = {path.name: path.read_bytes() for path in Path("out/svg").iterdir()}
    Path("pieces.csv").write_bytes(b"id,value\none,1\ntwo,3\n")
    assert "made: 2, unchanged: 3" in good(build)
    changed = {name for name, raw in before.items() if raw != Path("out/svg", name).read_bytes()}
    assert changed == {"yellow-two.svg", "blue-two.svg"}
    good("verify out heroes.yaml")
    Path("pieces.csv").write_bytes(b"id,value\none,1\ntwo,4\n")
    assert run("verify out heroes.yaml").exit_code == 1, "the folder is not of this table"


def test_the_schema_takes_records_or_the_name_of_a_table() -> None:
    schema = json.loads(library.schema_file("tokens").read_bytes())
    tokens = {**schema, "$ref": "#/$defs/TokensCatalogue/properties/tokens"}
    jsonschema.validate("pieces.xlsx", tokens)
    jsonschema.validate({"one": {"count": 3}}, tokens)
    for wrong in (3, {}, {"one": {"cont": 3}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, tokens)
