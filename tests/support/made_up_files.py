"""XLSX, SVG, PNG and JPEG files from a seed: hostile ones, and harmless ones as makers write them."""

from __future__ import annotations

import io
import random
import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import openpyxl
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.datavalidation import DataValidation
from PIL import Image, ImageDraw

WILD = ("0", "-1", "NaN", "1e308", "9" * 400, "1e-9", "4294967296", "0.5", "", "99999", "100%", "#", "&amp;")
"""Numbers that nobody writes."""
NUMBER = re.compile(rb"-?\d+(\.\d+)?")
WORDS = ("alpha", "beta", "gamma", "Δ", "é", "one two", "x" * 30)
MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")
Make = Callable[[random.Random], bytes]


def harmless_xlsx(draw: random.Random) -> bytes:
    """A table of tokens with what makers add to it: colours, notes, further sheets, charts, widths."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    keys = ["id", *draw.sample(["count", "value", "text"], draw.randint(1, 3))]
    sheet.append(keys)
    for number in range(draw.randint(1, 60)):
        sheet.append(
            [f"piece-{number}", *(draw.choice((None, draw.randint(1, 9), float(draw.randint(1, 9)))) for _ in keys[1:])]
        )
    for cell in draw.sample([cell for row in sheet.rows for cell in row], 2):
        cell.fill, cell.font = PatternFill("solid", "ffee88"), Font(bold=True, italic=draw.random() < 0.5)
        cell.border, cell.alignment = Border(top=Side("thin")), Alignment(wrap_text=True)
        cell.comment = Comment("a note", "maker")
        cell.number_format = draw.choice(("General", "0", "0.00", "#,##0", "@"))
    sheet.freeze_panes, sheet.auto_filter.ref = "A2", sheet.dimensions
    sheet.column_dimensions["A"].width = 30
    sheet.conditional_formatting.add("B2:B99", CellIsRule("greaterThan", ["5"], fill=PatternFill("solid", "ff0000")))
    sheet.add_data_validation(DataValidation("whole", sqref="B2:B99", formula1="0", formula2="99", operator="between"))
    for cell in (sheet.cell(1, 300), sheet.cell(500, 2)):
        cell.fill = PatternFill("solid", "cccccc")
    if draw.random() < 0.5:
        book.create_sheet("Notes").append(["anything", "=1+1", None, 0.5])
    if draw.random() < 0.3:
        book.create_chartsheet("Chart", draw.randint(0, 1)).add_chart(openpyxl.chart.BarChart())
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def harmless_svg(draw: random.Random) -> bytes:
    """Shapes, words, gradients, clips, patterns, blurs and units as drawing programs write them."""
    unit = draw.choice(("", "px", "mm", "cm", "in", "pt", "pc"))
    side = draw.randint(1, 9) * {"cm": 1, "in": 1, "mm": 10, "pc": 4}.get(unit, 40)
    size = draw.choice((f'width="{side}{unit}" height="{side}{unit}" ', 'width="100%" height="100%" ', ""))
    defs = (
        '<linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient>'
        '<clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath>'
        '<filter id="b"><feGaussianBlur stdDeviation="2"/></filter>'
        '<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><circle r="4"/></pattern>'
        '<marker id="m" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0L4 2L0 4z"/></marker>'
        '<symbol id="s" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol><style>.k{fill:#339;stroke:red}</style>'
    )
    parts = (
        '<rect x="{0}" y="{1}" width="30" height="20" fill="url(#g)"/>',
        '<g clip-path="url(#c)"><path class="k" d="M{0} {1}h40v30z"/></g>',
        '<circle cx="{0}" cy="{1}" r="9" filter="url(#b)"/>',
        '<ellipse cx="{0}" cy="{1}" rx="20" ry="9" fill="url(#p)"/>',
        '<path d="M{0} {1}C9 9 50 9 90 90" fill="none" stroke="#000" stroke-dasharray="4 2" marker-end="url(#m)"/>',
        '<use href="#s" x="{0}" y="{1}" width="20" height="20" transform="rotate({0})"/>',
        '<text x="{0}" y="{1}" font-family="Arial" font-size="12pt">Wörds <tspan style="fill:red">ΩЖ</tspan></text>',
        '<polygon points="{0},{1} 90,9 50,80" style="opacity:.5;stroke-width:1mm;stroke:blue"/>',
    )  # fmt: skip
    inner = "".join(part.format(draw.randint(0, 60), draw.randint(9, 60)) for part in draw.choices(parts, k=20))
    head = draw.choice(
        ('<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Made by hand -->\n', "\ufeff", "")
    )
    root = f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" {size}viewBox="0 0 100 100">'
    return f"{head}{root}<title>A map</title><defs>{defs}</defs>{inner}</svg>\n".encode()


def harmless_pixels(draw: random.Random) -> bytes:
    """A picture of any mode and size, with or without a resolution, as PNG or JPEG."""
    mode, side = draw.choice(MODES), draw.randint(1, 900)
    image = Image.new(mode, (side, max(side // draw.randint(1, 9), 1)))
    if mode not in {"I;16", "LA"}:
        ImageDraw.Draw(image).line((0, 0, side, side), width=9, fill=1)
    options: dict[str, Any] = {"dpi": (draw.randint(72, 600),) * 2} if draw.random() < 0.5 else {}
    form = "JPEG" if mode in {"L", "RGB"} and draw.random() < 0.5 else "PNG"
    buffer = io.BytesIO()
    image.save(buffer, form, **options, **({"progressive": True} if form == "JPEG" else {"optimize": True}))
    return buffer.getvalue()


HARMLESS: dict[str, Make] = {"xlsx": harmless_xlsx, "svg": harmless_svg, "png": harmless_pixels}


def spoilt(draw: random.Random, raw: bytes) -> bytes:
    """Bytes that are cut, turned, repeated, or have other numbers."""
    match draw.randint(0, 4):
        case 0:
            return raw[: draw.randint(0, len(raw))]
        case 1:
            changed = bytearray(raw)
            for _ in range(draw.randint(1, 20)):
                changed[draw.randrange(len(changed))] = draw.randrange(256)
            return bytes(changed)
        case 2:
            start = draw.randrange(len(raw))
            part = raw[start : start + draw.randint(1, 300)]
            return raw[:start] + part * draw.choice((2, 30, 3000)) + raw[start:]
        case 3:
            return NUMBER.sub(lambda found: draw.choice(WILD).encode() if draw.random() < 0.1 else found[0], raw)
    start = draw.randrange(len(raw))
    return raw[:start] + raw[start + draw.randint(1, 300) :]


def hostile_xlsx(draw: random.Random) -> bytes:
    """A spoilt file, or one of whose parts some are spoilt, or whose sheet is odd."""
    raw = harmless_xlsx(draw)
    if draw.random() < 0.2:
        return spoilt(draw, raw)
    odd = draw.choice((
        "", "<row/>" * 900_000, f"<row>{'<c/>' * 900_000}</row>", '<row r="99999999"><c><v>1</v></c></row>',
        "<q>" * 400_000,
        '<row><c t="s"><v>999999</v></c></row>', f"<row><c><v>{'9' * 90_000}</v></c></row>",
        '<row r="-5"><c r="A-5"><v>1</v></c></row>',
        '<row><c r="ZZZZZZ1"><v>1</v></c></row>', "<row><c><v>1e999</v></c></row>",
        '<row><c t="d"><v>never</v></c></row>',
    ))  # fmt: skip
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            if name.endswith("sheet1.xml") and odd:
                part = part.replace(b"<sheetData>", b"<sheetData>" + odd.encode(), 1)
            elif draw.random() < 0.3:
                part = spoilt(draw, part)
            new.writestr(name, part)
    return buffer.getvalue()


def hostile_svg(draw: random.Random) -> bytes:
    """A spoilt file, or shapes that cost much."""
    if draw.random() < 0.5:
        return spoilt(draw, harmless_svg(draw))
    many, deep, wild = draw.choice((9, 900, 9000)), draw.randint(2, 30), draw.choice(WILD)
    effect = draw.choice((
        f'<feMorphology operator="dilate" radius="{many}"/>', f'<feTurbulence baseFrequency=".1" numOctaves="{many}"/>',
        f'<feGaussianBlur stdDeviation="{wild}"/>', f'<feOffset dx="{wild}"/>',
        '<feTile/>', f'<feFlood width="{wild}"/>',
        f'<feConvolveMatrix order="{many}" kernelMatrix="{"1 " * many}"/>', '<feDropShadow dx="9" stdDeviation="40"/>',
    )) * draw.choice((1, 30))  # fmt: skip
    nested = draw.choice(("pattern", "mask", "clipPath", "marker", "symbol"))
    how = {"pattern": "fill", "mask": "mask", "clipPath": "clip-path", "marker": "marker-mid", "symbol": "fill"}[nested]
    shape = '<path d="M0 0L9 9L0 9z" {}="url(#k{})"/>'
    chain = "".join(
        f'<{nested} id="k{n}" width="{deep}" height="9">{shape.format(how, n - 1) * 3}</{nested}>' for n in range(deep)
    )
    layer = '<g opacity=".5"><rect width="9" height="9"/></g>'
    inner = draw.choice((
        f'<filter id="f">{effect}</filter><rect width="80" height="40" filter="url(#f)"/>',
        f'{chain}<path d="M0 0L9 9L0 9z" {how}="url(#k{deep - 1})"/>',
        f'<path d="M0 0H{many}9999" stroke="red" stroke-dasharray="{draw.choice(("1e-6", "0.001", wild))}"/>',
        f'<path d="{"A9 9 0 1 1 9 9 " * many}" stroke="red" stroke-width="{wild}"/>',
        f'<linearGradient id="g">{"<stop/>" * many}</linearGradient><rect width="9" height="9" fill="url(#g)"/>',
        f'<text y="9" font-size="{wild}" letter-spacing="{wild}">{"word " * many}</text>',
        f'<path id="p" d="M0 0h9"/><text><textPath href="#p">{"word " * many}</textPath></text>',
        f'<g transform="scale({wild})">{layer * many}</g>',
        f'<style>{"a b > c {{fill:red}} " * many}</style>{"<a><b/></a>" * min(many, 900)}',
        '<mask id="m" mask="url(#m)"><rect width="9" height="9"/></mask><rect width="80" height="40" mask="url(#m)"/>',
    ))  # fmt: skip
    box = draw.choice(("0 0 80 40", f"0 0 {wild} {wild}", f"0 0 {many}99999 {many}9999", "0 0 1e-9 1e-9"))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inner}</svg>'.encode()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def hostile_pixels(draw: random.Random) -> bytes:
    """A spoilt file, or a PNG file whose head, sizes and packed words lie."""
    if draw.random() < 0.4:
        return spoilt(draw, harmless_pixels(draw))
    sides = [draw.choice((0, 1, 3, 900, 3999, 16_000_000, 2**31 - 1)) for _ in range(2)]
    kind = draw.choice((0, 2, 3, 4, 6, 7))
    head = struct.pack(">IIBBBBB", *sides, draw.choice((1, 2, 4, 8, 16, 99)), kind, 0, 0, draw.randint(0, 2))
    packed = zlib.compress(bytes(draw.choice((0, 99, 40_000_000))), 9)
    words = draw.choice((b"zTXt", b"iCCP", b"tEXt", b"tRNS", b"PLTE", b"pHYs", b"acTL", b"gAMA", b"eXIf"))
    more = chunk(words, b"a\0\0" + packed) * draw.choice((1, 9))
    body = chunk(b"IDAT", packed) * draw.choice((1, 3))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + more + body + chunk(b"IEND", b"")


HOSTILE: dict[str, Make] = {"xlsx": hostile_xlsx, "svg": hostile_svg, "png": hostile_pixels}
