"""Drawings on demand: each component is drawn once in a build, at the first request."""

from __future__ import annotations

from msgspec import Struct

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing
from asterion_press.games.game import Game
from asterion_press.making.fingerprints import key_of
from asterion_press.making.naming import NO_NAMES, Names
from asterion_press.making.request import Part, classify
from asterion_press.pdf.forms import PrintedForm, make_form, read_forms
from asterion_press.publish import OutputFolder


class DrawingCache(Struct):
    """Draws the components of one game in one theme.

    A drawing is dropped as soon as it is printed; only the ink of what the sheets will show is kept, deflated, so that
    memory grows by a few KiB a tile.

    Attributes:
        game: what is drawn.
        theme: in which inks.
        theme_hash: key of the theme and of the project's own drawings.
        program: key of the program that draws.
        keep_ink: whether :meth:`ink` will be asked for what :meth:`svg` draws.
        names: titles of the drawings in a language.
        earlier: ink of components that are unchanged, so that they need not be drawn for it.
    """

    game: Game
    theme: Theme
    theme_hash: str
    program: str
    keep_ink: bool
    names: Names = NO_NAMES
    earlier: dict[str, PrintedForm] = {}
    _ink: dict[str, PrintedForm] = {}
    _keys: dict[str, str] = {}

    def key(self, component: str) -> str:
        """Return the key of what a component looks like, whatever it is called."""
        if component not in self._keys:  # each paper and each language asks for all of them
            self._keys[component] = key_of(self.program, self.theme_hash, component, self.game.subject(component))
        return self._keys[component]

    def svg_key(self, component: str) -> str:
        """Return the key of a component's SVG file, which bears its name."""
        return key_of(self.key(component), self.names.pieces.get(component))

    def svg(self, component: str) -> bytes:
        """Return the component's SVG file."""
        from asterion_press.drawing.svg import svg_text  # svgwrite, which sheets alone do without

        drawing = self.drawing(component)
        if self.keep_ink and component not in self.earlier:
            self._ink[component] = make_form(drawing)
        return svg_text(self.names.titled(drawing)).encode()

    def ink(self, component: str) -> PrintedForm:
        """Return the component's ink for PDF."""
        if component in self.earlier:
            return self.earlier[component]
        if component not in self._ink:
            self._ink[component] = make_form(self.drawing(component))
        return self._ink[component]

    def drawing(self, component: str) -> Drawing:
        """Return the component as it is drawn."""
        return self.game.draw(component, self.theme)


def reusable_ink(output: OutputFolder, cache: DrawingCache) -> dict[str, PrintedForm]:
    """Return the ink of every component that was printed before and is unchanged, by component.

    A folder never shows two decks at once, so the forms in its sheets are those of its drawings.

    Args:
        output: the folder of the last build.
        cache: for the keys of the components.
    """
    if output.previous is None:
        return {}
    sheets = [name for name in output.previous.files if classify(name)[0] is Part.SHEETS and output.is_intact(name)]
    same = [one for one in cache.game.component_ids() if output.holds(f"svg/{one}.svg", cache.svg_key(one))]
    if not sheets or not same:
        return {}

    ink = read_forms((output.path / sheets[0]).read_bytes())
    return {component: ink[component] for component in same if component in ink}
