"""Scenes on pages of their own, each in the middle of what the printer reaches, as lines and areas."""

from __future__ import annotations

import io
from collections.abc import Sequence

from generator.drawing.scene import Scene
from generator.pdf.reportlab import Canvas
from generator.pdf.scene_painter import Brush
from generator.units import PT_PER_MM, pt


def print_picture(
    scene: Scene, page: tuple[float, float], title: str, subject: str, author: str, version: str
) -> bytes:
    """One page as the bytes of a PDF; arguments as of :func:`print_pictures`."""
    return print_pictures([scene], page, title, subject, author, version)


def print_pictures(
    scenes: Sequence[Scene], page: tuple[float, float], title: str, subject: str, author: str, version: str
) -> bytes:
    """A page for each scene as the bytes of a PDF.

    Args:
        scenes: what is printed; the first one's title is the file's.
        page: width and height, in mm.
        title: of the game.
        subject: the game and its edition.
        author: of the game.
        version: of this program.
    """
    buffer = io.BytesIO()
    width, height = page
    canvas = Canvas(buffer, pagesize=(pt(width), pt(height)), invariant=1, lang="en")
    canvas.setTitle(f"{title}: {scenes[0].title}")
    canvas.setSubject(subject)
    canvas.setAuthor(author)
    canvas.setCreator(f"asterion-press {version}")
    brush = Brush(canvas, pt(height))
    for scene in scenes:
        left, top = (width - scene.width) / 2, (height - scene.height) / 2
        brush.parts(scene.parts, pt(left), pt(top), PT_PER_MM)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
