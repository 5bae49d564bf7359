"""The page's own inks, taken from the theme of the tiles so that page and game belong together.

By day the ground is the theme's paper and letters have its outline; by night it is the other way round. Where a theme's
inks are too close to one another to be read, the lighter one is made lighter and the darker one darker.

Source of contrast and its least value: WCAG 2.2, 1.4.3 and the definition of relative luminance.
"""

from __future__ import annotations

from generator.catalogue.themes import Theme
from generator.drawing.inks import mixed

READABLE = 7.0
"""Least contrast of letters. WCAG asks for 4.5 (AA) and 7 (AAA)."""
SEEN = 4.5
"""Least contrast of words in a second ink."""
WHITE, BLACK = "#ffffff", "#000000"


def luminance(ink: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 black to 1 white."""
    red, green, blue = (_linear(int(ink[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def contrast(ink: str, other: str) -> float:
    """The contrast of two inks, 1 to 21."""
    darker, lighter = sorted((luminance(ink), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def readable(ink: str, ground: str, least: float) -> str:
    """The ink, or as little of black or white in it as makes it readable on the ground."""
    target = BLACK if luminance(ground) > 0.18 else WHITE
    tries = (mixed(ink, target, step / 20) for step in range(21))
    return next((tried for tried in tries if contrast(tried, ground) >= least), target)


def page_inks(theme: Theme) -> dict[str, tuple[str, str]]:
    """The page's inks by name, each for day and for night."""
    inks = theme.inks
    day, night = mixed(inks.paper, WHITE, 0.25), mixed(mixed(inks.outline, inks.night, 0.5), BLACK, 0.35)
    raised = mixed(inks.paper, WHITE, 0.7), mixed(inks.outline, inks.night, 0.4)
    sunk = mixed(inks.paper, inks.stones[1], 0.2), mixed(night, BLACK, 0.3)
    ink = readable(inks.outline, sunk[0], READABLE), readable(inks.horn, raised[1], READABLE)
    return {
        "ground": (day, night),
        "raised": raised,
        "sunk": sunk,
        "ink": ink,
        "quiet": (readable(inks.mortar, sunk[0], SEEN), readable(inks.stones[0], raised[1], SEEN)),
        "line": (mixed(inks.paper, inks.mortar, 0.35), mixed(night, inks.stones[2], 0.45)),
        "accent": (readable(inks.clay_dark, sunk[0], SEEN), readable(inks.clay_light, raised[1], SEEN)),
        "on-accent": (WHITE, night),
        "gold": (inks.gold, inks.gold),
        "band": (mixed(inks.night, BLACK, 0.25), mixed(night, BLACK, 0.35)),
        "on-band": _both(readable(inks.horn, mixed(inks.night, BLACK, 0.25), READABLE)),
        "band-gold": _both(readable(inks.gold_light, mixed(inks.night, BLACK, 0.25), SEEN)),
        "danger": (readable("#a02418", sunk[0], SEEN), readable("#ff9a86", raised[1], SEEN)),
        "good": (readable("#2f6b3c", sunk[0], SEEN), readable("#9ccf9f", raised[1], SEEN)),
    }


def _both(ink: str) -> tuple[str, str]:
    return ink, ink


def inks_css(theme: Theme) -> str:
    """The inks as custom properties of the page."""
    declared = "".join(f"--{name}:light-dark({day},{night});" for name, (day, night) in page_inks(theme).items())
    return f":root{{{declared}}}"
