"""SVG files as drawing programs write them look in a booklet as in a browser."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.errors import InputError
from generator.pdf.pictures import load_picture
from tests.support.chromium import Windows
from tests.support.svg_of_programs import files_of_programs

WIDE, HIGH = 400, 300
SHOWN = """font => {
    const root = document.documentElement, ns = "http://www.w3.org/2000/svg";
    root.setAttribute("width", 400); root.setAttribute("height", 300);
    const style = document.createElementNS(ns, "style");
    style.textContent = `@font-face {font-family: Shipped; src: url(data:font/ttf;base64,${font})}
        * {font-family: Shipped !important}`;
    root.append(style);
    return document.fonts.load("20px Shipped", "aΩ");
}"""
"""Shows a picture as wide as the window, with the font of the booklet."""

FILLS = (
    *("light-dark(#ffffff, var(--ge-dark-color, #121212))", "light-dark(rgb(218, 232, 252), rgb(29, 41, 59))", "#36c8"),
    *(
        "var(--a, #36c)",
        "rgb(10 90 200)",
        "rgb(10 90 200 / 50%)",
        "rgb(10%, 90%, 20%)",
        "rgba(9,90,200,.5)",
        "#3366cc80",
    ),
    *("hsl(200, 80%, 40%)", "hsl(200 80% 40%)", "hsl(200deg 80% 40% / .5)", "hwb(200 10% 10%)", "oklch(0.6 0.2 250)"),
    *(
        "color-mix(in srgb, red, blue)",
        "color(display-p3 0.1 0.5 0.9)",
        "REBECCAPURPLE",
        "Tomato",
        "transparent",
        "none",
    ),
    *("url(#none) #36c", "initial", "unset"),
)
STYLES = (
    *("transform: translate(50px, 30px)", "transform: rotate(20deg)", "transform: matrix(1, 0, 0, 1, 40, 20)"),
    *("filter: blur(4px)", "filter: drop-shadow(6px 6px 4px #000)", "clip-path: circle(30px at 60px 60px)"),
    *("mix-blend-mode: multiply", "stroke: #36c; stroke-width: 2rem", "stroke: #36c; stroke-width: calc(9px + 1mm)"),
    *(
        "fill:#999; fill:color(display-p3 0.6 0.6 0.6)",
        "stroke:#666;stroke:color(display-p3 .4 .4 .4)",
    ),
    *("fill-opacity: 50%", "opacity: .5", "display: none"),
)
SHEETS = (
    *("rect {fill: #36c !important}", "g > rect {fill: #36c}", "[id='ab'] {fill: #36c}", "[id^='a'] {fill: #36c}"),
    *("rect:nth-child(1) {fill: #36c}", "rect:not(.z) {fill: #36c}", "rect:first-child {fill: #36c}"),
    *("@media screen {rect {fill: #36c}}", "@media (prefers-color-scheme: dark) {rect {fill: #36c}}"),
    *("@supports (fill: red) {rect {fill: #36c}}", ":root {--a: #36c} rect {fill: var(--a)}", "RECT {FILL: #36C}"),
    *("@font-face {font-family: A; src: local(A)} rect {fill: #36c}", ".b, .c {fill: #36c}", "rect:hover {fill: red}"),
)
LENGTHS = ("5rem", "9ch", "30vw", "40vmin", "80Q", "calc(9px + 9mm)", "5em", "30%", "20mm", "max(9px, 9mm)")


def seen(png: bytes) -> npt.NDArray[np.int64]:
    """Small greys, so that edges and the letters of another engine count little."""
    with Image.open(io.BytesIO(png)) as image:
        small = image.convert("RGB").resize((WIDE // 5, HIGH // 5), Image.Resampling.BOX)
    return np.asarray(small).astype(np.int64)


def test_files_of_drawing_programs_look_as_in_a_browser(tmp_path: Path, windows: Windows) -> None:
    font = b64encode((library.fonts_folder() / "Alegreya-Regular.ttf").read_bytes()).decode()
    wrong = {}
    page = windows.new_page(width=WIDE, height=HIGH)
    for name, text in files_of_programs().items():
        path = tmp_path / "x.svg"
        path.write_text(text, encoding="utf-8")
        picture = load_picture(ShelfFile("x", path, name), 300.0, 300.0)
        page.goto(path.as_uri())
        page.evaluate(SHOWN, font)
        ours, its = seen(picture.png), seen(page.screenshot())
        off = np.abs(ours - its)
        worst = off.reshape(6, 10, 8, 10, 3).mean(axis=(1, 3, 4)).max()
        if off.mean() > 3.5 or worst > 13 or its.std() < 5:
            wrong[name] = round(float(off.mean()), 2), round(float(worst), 1), round(float(its.std()), 1)
        assert abs(picture.width / picture.height - 4 / 3) < 0.01, name
    page.close()
    assert wrong == {}


def test_a_style_is_drawn_as_in_a_browser_or_told(tmp_path: Path, windows: Windows) -> None:
    def drawn(style: str = "", *, sheet: str = "", more: str = "", root: str = "") -> str:
        rect = f'<rect id="ab" class="b" x="20" y="20" height="80" style="{style}" {more}/>'
        sized = rect if "width=" in more else rect.replace("x=", 'width="100" x=', 1)
        inside = f"<style>{sheet}</style><g>{sized}</g>"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 150" style="{root}">{inside}</svg>'

    files = {f"{style}": drawn(f"fill: #d33; {style}") for style in STYLES}
    files |= {f"{fill} as a style": drawn(f"fill: {fill}") for fill in FILLS}
    files |= {f"{fill} as an attribute": drawn(more=f'fill="{fill}"') for fill in FILLS if "light" not in fill}
    files |= {sheet: drawn(sheet=sheet) for sheet in SHEETS} | {one: drawn(more=f'width="{one}"') for one in LENGTHS}
    files |= {f"{name} {colour}": drawn(root=f"{name}: {colour}; color-scheme: light dark")
              for name in ("background", "background-color")
              for colour in ("#fc0", "rgb(255, 200, 0)", "transparent", "light-dark(#fc0, #121212)")}  # fmt: skip
    page, told, wrong = windows.new_page(width=WIDE, height=HIGH), [], {}
    path = tmp_path / "x.svg"
    for name, text in files.items():
        path.write_text(text, encoding="utf-8")
        try:
            picture = load_picture(ShelfFile("x", path, "x.svg"), 300.0, 300.0)
        except InputError as error:
            told += [name] if "a picture may not hold" in str(error) else []
            continue
        page.goto(path.as_uri())
        off = np.abs(seen(picture.png) - seen(page.screenshot())).mean()
        if off > 1:
            wrong[name] = round(float(off), 2)
    page.close()
    assert wrong == {}
    assert [name for name in told if re.search("light-dark|%$|rgb.10%|:color", name)] == []
    assert 15 < len(told) < 0.5 * len(files)
