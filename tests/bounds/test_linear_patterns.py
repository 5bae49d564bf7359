"""Regular expressions take time in proportion to their text, whatever the text is.

Every pattern that the program compiles or gives to a function of ``re`` is tried by the functions that it is called
with, on texts that repeat a sign of the pattern, of 500 and of 8000 letters. Times are CPU times of this process.
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import asterion_press
from asterion_press.rulebook.text.markdown import derive_ids

ROOT = Path(asterion_press.__file__).parent
ENTIRE = {"match", "fullmatch"}
PARTIAL = {"search", "findall", "finditer", "split", "sub", "subn"}
HEADS = ("", "a", "x: {{", "{{if", "{{", "](", "![a](figure:", "![", "{#", "# ", "|", "'", '"', "[^", "<b ", "<b", "0")
PUMPS = ("{{", "{{ ", "{{a", "](", "![", "[^", "{#", "{#a}", "{#a} ", "&a", "<b", "<b ", 'x="', '](figure:a "', "- ")
SIGNS = " \ta0-'\"{}#:,|."
LENGTHS, TOO_LONG_S = (500, 8000), 0.02
FACTOR, SLACK_S = 40, 0.01
"""Sixteen times the text may take this many times as long, and this much more: a quadratic pattern takes 256 times."""
OWN = (
    "asterion_press/verify/",
    "asterion_press/publish/",
    "asterion_press/games/labyrinth/kernel/",
    "asterion_press/games/labyrinth/diagrams/charts",
    "asterion_press/rulebook/html/style",
)
"""Modules that read what the program wrote, or have bounds of their own for each stream. The kernel needs numba."""


def _used() -> Iterator[tuple[str, re.Pattern[str], str]]:
    """Yield each pattern for text with the place and the name of a function that the program calls with it."""
    for path in sorted(ROOT.rglob("*.py")):
        where = path.relative_to(ROOT.parent).as_posix()
        if where.startswith(OWN) or "re." not in (source := path.read_text("utf-8")):
            continue
        for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
            match call:
                case ast.Call(ast.Attribute(ast.Name("re"), method), [ast.Constant(str(written)), *_]):
                    if method in ENTIRE | PARTIAL:
                        named = (
                            one.attr for one in ast.walk(call) if isinstance(one, ast.Attribute) and one.attr.isupper()
                        )
                        flags = sum((getattr(re, flag) for flag in named), re.NOFLAG)
                        yield f"{where}:{call.lineno}", re.compile(written, flags), method
                case ast.Call(ast.Attribute(ast.Name(name), method)) if method in ENTIRE | PARTIAL and name.isupper():
                    module = importlib.import_module(where.removesuffix(".py").replace("/", "."))
                    if isinstance(found := getattr(module, name, None), re.Pattern) and isinstance(found.pattern, str):
                        yield f"{where}:{call.lineno} {name}", found, method


def _cpu_s(work: Callable[[str], object], text: str) -> float:
    begin = time.process_time()
    work(text)
    return time.process_time() - begin


def _grows(work: Callable[[str], object], head: str, pump: str, tail: str) -> str:
    """Return how much longer sixteen times as much takes, or nothing if that is in proportion."""
    small, large = (f"{head}{(pump * size)[:size]}{tail}" for size in LENGTHS)
    if (first := _cpu_s(work, small)) > TOO_LONG_S:
        return f"{head!r} {pump!r} {tail!r}: {first:.3f} s"
    for _ in range(3):  # a busy machine counts other work now and then
        if (second := _cpu_s(work, large)) <= FACTOR * _cpu_s(work, small) + SLACK_S:
            return ""
    return f"{head!r} {pump!r} {tail!r}: {first:.3f} s, then {second:.3f} s"


def test_patterns_take_time_in_proportion_to_the_text() -> None:
    tried, faults = 0, []
    for (pattern, method), place in {(pattern, method): place for place, pattern, method in _used()}.items():

        def work(text: str, pattern: re.Pattern[str] = pattern, method: str = method) -> None:
            call = getattr(pattern, method)
            found = call("", text) if method in {"sub", "subn"} else call(text)
            if method == "finditer":
                deque(found, 0)

        for head in HEADS:
            for pump in (*PUMPS, *SIGNS):
                tried += 1
                if growth := _grows(work, head, pump, "\n!" if method in PARTIAL else "!"):
                    faults.append(f"{place} {method} {pattern.pattern!r}: {growth}")
                    break
            else:
                continue
            break
    assert not faults, "\n".join(faults)
    assert tried > 10_000


def test_headings_alike_get_their_ids_in_time_in_proportion_to_their_number() -> None:
    few, many = ([("x", "")] * number for number in (1000, 16_000))
    assert derive_ids(many[:4]) == ["x", "x-2", "x-3", "x-4"]
    seconds = [_cpu_s(lambda _, headings=headings: derive_ids(headings), "") for headings in (few, many)]  # type: ignore[misc]
    assert seconds[1] <= FACTOR * seconds[0] + SLACK_S, seconds
