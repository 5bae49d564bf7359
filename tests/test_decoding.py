"""What strangers made is read in a process of its own: within 2 s and 300 MB, or told by the name of its file."""

from __future__ import annotations

import io
import os
import random
import re
import resource
import signal
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from PIL import Image

from asterion_press.catalogue import bounds, decoding
from asterion_press.catalogue.decoding import Made, decode
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.openpyxl_adapter import xlsx_sheet
from asterion_press.errors import InputError
from asterion_press.pdf.pictures import load_picture
from asterion_press.rulebook.typeset.styles import MEASURE
from tests.support.made_up_files import HARMLESS as HARMLESS_FORMS
from tests.support.made_up_files import HOSTILE as HOSTILE_FORMS
from tests.support.processes import wait_until
from tests.support.small_games import TOKENS
from tests.test_stopping import Started, ended, started

__all__ = ["started"]
SLOW = f"took more than {bounds.DECODING_S:g} s to be read"
LARGE = f"needs more than {bounds.DECODING_MB} MB to be read"
HEROES = TOKENS.rpartition("tokens: ")[0] + "tokens: pieces.xlsx\n"


def sheet_of(inside: str, styles: str = "") -> bytes:
    """A book whose only sheet has that XML."""
    plain, changed = io.BytesIO(), io.BytesIO()
    openpyxl.Workbook().save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name).decode()
            if name == "xl/worksheets/sheet1.xml":
                head, tail = text.split("<sheetData")[0], text.partition("<sheetData")[2].partition("/>")[2]
                text = f"{head}<sheetData>{inside}</sheetData>{tail}"
            if name == "xl/styles.xml" and styles:
                text = text.replace("<fonts", f"{styles}<fonts", 1)
            new.writestr(name, text)
    return changed.getvalue()


def svg(inside: str, view: str = "0 0 80 40") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{inside}</svg>'.encode()


def png(width: int, height: int) -> bytes:
    """An empty picture of that size, as small as a file can be."""
    buffer = io.BytesIO()
    Image.new("1", (width, height)).save(buffer, "PNG", compress_level=9)
    return buffer.getvalue()


def chain(kind: str, attribute: str, depth: int, uses: int) -> bytes:
    """Elements that are painted with others of their kind, and these with others again."""
    shape = '<path d="M0 0L9 9L0 9L9 0" {}/>'
    sizes = 'width="9" height="9" markerWidth="9" markerHeight="9" overflow="visible" patternUnits="userSpaceOnUse"'
    paint = [shape.format(f'{attribute}="url(#k{number})"') for number in range(depth)]
    inner = [shape.format(""), *paint]
    made = "".join(f'<{kind} id="k{n}" {sizes}>{inner[n] * uses}</{kind}>' for n in range(depth))
    return svg(f"<defs>{made}</defs>{paint[-1]}")


def filtered(effect: str, count: int = 1) -> bytes:
    return svg(f'<filter id="f">{effect * count}</filter><rect width="80" height="40" filter="url(#f)"/>')


EITHER = f"({SLOW}|{LARGE}); make it simpler"
INFINITE = "9" * 400
ATTRIBUTES = " ".join(f'a{number}="1"' for number in range(100_000))
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "row-number.xlsx": (lambda: sheet_of('<row r="999999999"><c r="A999999999"><v>1</v></c></row>'), "more than 10000"),
    "cells-in-a-row.xlsx": (lambda: sheet_of(f"<row>{'<c/>' * 3_000_000}</row>"), EITHER),
    "nested.xlsx": (lambda: sheet_of("<a>" * 1_700_000 + "</a>" * 1_700_000), EITHER),
    "attribute.xlsx": (lambda: sheet_of(f'<row a="{"x" * 12_000_000}"/>'), f"{EITHER}|^$"),
    "empty-rows.xlsx": (lambda: sheet_of("<row/>" * 2_000_000), EITHER),
    "styles.xlsx": (lambda: sheet_of("", f"<numFmts>{'<numFmt/>' * 2_000_000}</numFmts>"), f"{EITHER}|cannot be"),
    "marker.svg": (lambda: chain("marker", "marker-mid", 8, 9), EITHER),
    "pattern.svg": (lambda: chain("pattern", "fill", 24, 3), EITHER),
    "morphology.svg": (lambda: filtered('<feMorphology operator="dilate" radius="500"/>'), EITHER),
    "turbulence.svg": (lambda: filtered('<feTurbulence baseFrequency=".1" numOctaves="100000"/>'), EITHER),
    "words.svg": (lambda: svg(f'<text y="9">{"word " * 200_000}</text>'), EITHER),
    "groups.svg": (lambda: svg('<g opacity=".5"><rect width="80" height="40"/></g>' * 9000), EITHER),
    "attributes.svg": (lambda: svg(f"<rect {ATTRIBUTES}/>"), EITHER),
    "infinite-box.svg": (lambda: svg("", f"0 0 {INFINITE} {INFINITE}"), "has an infinite size"),
    "infinite.svg": (lambda: svg("", '0 0 1 1" height="1e999" width="1e999mm'), "has an infinite size"),
    "utf-7.svg": (lambda: b'<?xml version="1.0" encoding="utf-7"?>' + svg(""), "its encoding is not read"),
    "no-encoding.svg": (lambda: b'<?xml version="1.0" encoding="rot13"?>' + svg(""), "its encoding is not read"),
    "wide.png": (lambda: png(16_000_000, 1), "has one side more than 20 times as long as the other"),
    "high.png": (lambda: png(1, 16_000_000), "has one side more than 20 times as long as the other"),
    "no-picture.png": (lambda: b"GIF89a", "is no PNG or JPEG file that can be read; save it anew as PNG$"),
}
"""Files by their names, and a pattern of what is told of each."""


def message_about(path: Path, measure: float = MEASURE) -> str:
    """What is told of a file; empty if it is read."""
    try:
        if path.suffix == ".xlsx":
            xlsx_sheet(path.read_bytes(), path.name)
        else:
            load_picture(ShelfFile("x", path, path.name), measure, 400.0)
    except InputError as error:
        return error.lines()[0]
    return ""


def seconds_of_processes() -> float:
    """Of the processor, taken by this process, those that it ended, and the one that reads for it."""
    whose = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    used = sum(one.ru_utime + one.ru_stime for one in whose)
    stat = Path(f"/proc/{decoding._CHILDREN[0].process.pid}/stat") if decoding._CHILDREN else None
    if stat is None or not stat.exists():
        return used
    ticks = stat.read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    return used + sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def test_what_takes_too_much_is_told_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "_CHILDREN", [])  # the process at hand has worked for other tests
    wrong = {}
    earlier = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # of what other tests started
    for name, (make, sentence) in HOSTILE.items():
        path = tmp_path / name
        path.write_bytes(make())
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        message, after = message_about(path), resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if not re.search(sentence, message) or not message.startswith(name if message else "") or seconds > 4:
            wrong[name] = message, seconds
    assert wrong == {}
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # as large begins a child that is forked from it
    most = max(earlier, own, (bounds.DECODING_MB + 50) * 1024)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= most


def test_hostile_files_are_told_and_harmless_ones_are_read(tmp_path: Path) -> None:
    """Of each form 100 and 20 by a seed; the harmless ones have what programs and makers add to such files."""
    wrong, slow = [], {}
    for form, make in HARMLESS_FORMS.items():
        path = tmp_path / f"a.{form}"
        for seed in range(20):
            path.write_bytes(make(random.Random(f"{form} {seed}")))
            message = message_about(path, MEASURE / 2)  # a quarter of the pixels: a slow machine has the same 2 s
            wrong += [("harmless", form, seed, message)] if message else []
        for seed in range(100):
            path.write_bytes(HOSTILE_FORMS[form](random.Random(f"{form} {seed}")))
            before = seconds_of_processes()
            message = message_about(path)
            if (seconds := seconds_of_processes() - before) > bounds.DECODING_S + 0.5:
                slow[form, seed] = seconds
            wrong += [("hostile", form, seed, message)] if message and not message.startswith(path.name) else []
    assert wrong == []
    assert slow == {}, "more than the limit and what a process takes to begin"


def test_the_largest_pictures_that_may_be_are_read(tmp_path: Path) -> None:
    """Of every mode, as large as the limit says, with all that decoding and white paper below them take."""
    side = int(bounds.PICTURE_PIXELS**0.5)
    wrong = {}
    for name in ("RGBA.png", "LA.png", "P.png", "I;16.png", "RGB.png", "RGB.jpg"):
        path, mode = tmp_path / name, name.partition(".")[0]
        options: dict[str, Any] = {"transparency": 0} if mode == "P" else {}
        Image.new(mode, (side, side)).save(path, compress_level=1, **options)
        if message := message_about(path):
            wrong[name] = message
    assert wrong == {}


def echoed(raw: bytes, name: str, *message: Any) -> Made:
    return [name, message], raw


def broken(_: bytes, name: str) -> Made:
    raise RecursionError(name)


def test_answers_come_back_in_threads_and_in_a_process_that_was_forked() -> None:
    orders = [(f"é{n}", os.urandom(9999)) for n in range(20)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda order: decode(echoed, order[1], order[0], 1.5, None), orders))
    assert answers == [([name, [1.5, None]], raw) for name, raw in orders]
    child = os.fork()
    if not child:
        os._exit(decode(echoed, b"x", "forked")[1] != b"x")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert decode(echoed, b"y", "first") == (["first", []], b"y")
    with pytest.raises(InputError, match=r"^a: cannot be read \(RecursionError\); save it anew"):
        decode(broken, b"", "a")


TELLING = """
from asterion_press.catalogue import decoding
def answer(child, order, raw, before=decoding._Child.answer):
    open("decoding", "w").write(str(child.process.pid))
    return before(child, order, raw)
decoding._Child.answer = answer
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_one_signal_ends_the_reading_and_its_process(number: int, tmp_path: Path, started: Started) -> None:
    (tmp_path / "heroes.yaml").write_text(HEROES, encoding="utf-8")
    (tmp_path / "pieces.xlsx").write_bytes(sheet_of("<row/>" * 2_000_000))
    process = started(TELLING, "check", "heroes.yaml")
    wait_until(lambda: (tmp_path / "decoding").exists() and bool((tmp_path / "decoding").read_text()))
    begun = time.monotonic()
    process.send_signal(number)
    assert ended(process) == (128 + number, "stopped\n")
    assert time.monotonic() - begun < 2
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "decoding").read_text()), 0)
