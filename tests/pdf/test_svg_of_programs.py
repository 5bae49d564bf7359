"""SVG files as drawing programs write them look in a booklet as in a browser."""

from __future__ import annotations

import io
from base64 import b64encode
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
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
