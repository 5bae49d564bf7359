"""SVG as pixels: as large as it should be, and told plainly where it cannot be."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image

from asterion_press.drawing.display_list import Patch, Pen, Scene, Shape, Transform
from asterion_press.drawing.svg import png_bytes, scene_text
from asterion_press.errors import AsterionError, LayoutError

WIDTH, HEIGHT = 50.8, 25.4


@pytest.fixture(scope="module")
def svg() -> str:
    left = Shape(Pen().rectangle(0, 0, WIDTH / 2, HEIGHT).data, fill="#ff0000")
    return scene_text(Scene("made-up", "", "", WIDTH, HEIGHT, (Patch("left", (left,), Transform()),)))


@pytest.mark.parametrize("dpi", [72, 150, 300])
def test_a_png_has_the_pixels_and_the_size_on_paper_of_its_resolution(svg: str, dpi: int) -> None:
    image = Image.open(io.BytesIO(png_bytes(svg, WIDTH, HEIGHT, dpi)))
    image.load()
    assert image.width == 2 * dpi
    assert abs(image.height - dpi) <= 1
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)
    rgb = image.convert("RGB")
    assert rgb.getpixel((dpi // 2, dpi // 2)) == (255, 0, 0)
    assert rgb.getpixel((dpi + dpi // 2, dpi // 2)) == (255, 255, 255), "what is bare is white"


def test_the_same_svg_gives_the_same_bytes(svg: str) -> None:
    assert png_bytes(svg, WIDTH, HEIGHT, 100) == png_bytes(svg, WIDTH, HEIGHT, 100)


def test_too_many_pixels_are_refused(svg: str) -> None:
    with pytest.raises(LayoutError, match=r"at 2400 dpi are too many; draw \.svg or \.pdf"):
        png_bytes(svg, 400, 300, 2400)


def test_a_missing_renderer_is_told_with_what_to_install(svg: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(AsterionError, match=r"pip install .*constraints-picture\.txt; or draw \.svg or \.pdf"):
        png_bytes(svg, WIDTH, HEIGHT, 100)
