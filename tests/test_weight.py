"""The program weighs no more than the row in force allows. Less is better; nobody raises a row.

Counted are lines that hold a token of code: no blank line, no comment, no docstring. So nobody saves on explanations,
and joined lines are no saving, since a program with many tokens a line weighs what its tokens do.
"""

from __future__ import annotations

import ast
import io
import math
import re
import tokenize
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import click

from asterion_press.cli.main import main
from tests.torture.commands import all_commands

PROJECT = Path(__file__).resolve().parent.parent


class Row(NamedTuple):
    """What may not be exceeded.

    Attributes:
        lines: of code in `generator`, Python and JavaScript together, or as many as its tokens would fill.
        modules: of Python in `generator`.
        options: of all commands, those that are hidden, too.
        tests: lines of code in `tests`; infinite while they are only told.
    """

    lines: int
    modules: int
    options: int
    tests: float = math.inf


ROWS = {
    "net": Row(50_652, 406, 209),
    "sound": Row(52_200, 412, 212),
    "once": Row(46_000, 365, 212),
    "light": Row(41_000, 285, 160, 34_500),
    "words": Row(41_600, 285, 160, 35_000),
    "look": Row(41_600, 285, 160, 35_000),
    "page": Row(41_600, 285, 160, 35_500),
    "own": Row(42_400, 285, 168, 36_300),
}
IN_FORCE = "own"
TOOLS = 2_700
"""Lines of code in `tools` and `bench`."""
TOKENS_A_LINE = 11.3
"""Most of them that count as one line: joined lines are no saving."""
LAYOUT = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)


def code_tokens(text: str) -> list[tuple[int, int]]:
    """Return the first and the last line of each token of a Python module, without comments and docstrings."""
    described: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            described.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))  # those of attributes, too
    found = tokenize.generate_tokens(io.StringIO(text).readline)
    return [(one.start[0], one.end[0]) for one in found if one.type not in LAYOUT and one.start[0] not in described]


def lines_of(tokens: Iterable[tuple[int, int]]) -> int:
    """Count the lines that hold a token."""
    return len({line for first, last in tokens for line in range(first, last + 1)})


def script_lines(text: str) -> int:
    """Count the lines of a script that are neither blank nor a comment."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return sum(bool(line.strip()) and not line.strip().startswith("//") for line in text.splitlines())


def texts(folder: str, suffix: str = ".py") -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((PROJECT / folder).rglob(f"*{suffix}"))]


def test_what_is_counted_is_code() -> None:
    text = '"""About."""\n\nimport os  # why\n\n# a remark\nX = (\n    1,\n)\n"""About X."""\n'
    assert lines_of(code_tokens(text)) == 4
    assert len(code_tokens(text)) == 2 + 6
    assert script_lines("// why\n/* a\n   b */\n\nlet a = 1; // so\n") == 1


def test_the_program_weighs_no_more_than_the_row_in_force() -> None:
    modules = [code_tokens(text) for text in texts("generator")]
    lines, commands = sum(map(lines_of, modules)), all_commands(main, groups=True)
    weighs = Row(
        max(lines, math.ceil(sum(map(len, modules)) / TOKENS_A_LINE))
        + sum(map(script_lines, texts("generator", ".js"))),
        len(modules),
        sum(isinstance(one, click.Option) for _, command in [("", main), *commands] for one in command.params),
        sum(lines_of(code_tokens(text)) for text in texts("tests")),
    )
    print(weighs)  # pytest -rP shows it
    for name, weight, most in zip(Row._fields, weighs, ROWS[IN_FORCE], strict=True):
        assert weight <= most, f"{name}: {weighs} is over the row {IN_FORCE!r}, {ROWS[IN_FORCE]}"


def test_tools_and_benchmarks_weigh_no_more_than_they_may() -> None:
    assert sum(lines_of(code_tokens(text)) for place in ("tools", "bench") for text in texts(place)) <= TOOLS


def test_the_formatter_is_the_one_whose_lines_are_counted() -> None:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]
    assert settings["line-length"] == 120
    assert "format" not in settings, "trailing commas keep their lines"
