"""What of the last build can be printed again: the ink of components that have not changed.

A component's form stands in the sheets of the last build as it will stand in those of the next, if its key is the same.
So one changed design costs the drawing of its tiles, and not of the deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.build.order import Part, part_of

if TYPE_CHECKING:
    from generator.build.drawing_cache import Studio
    from generator.pdf.forms import Form
    from generator.publish import OutputFolder


def earlier_ink(output: OutputFolder, studio: Studio) -> dict[str, Form]:
    """The ink of every component that was printed before and is unchanged, by component.

    A folder never shows two decks at once, so the forms in its sheets are those of its drawings.

    Args:
        output: the folder of the last build.
        studio: for the keys of the components.
    """
    if output.previous is None:
        return {}
    sheets = [name for name in output.previous.files if part_of(name)[0] is Part.SHEETS and output.is_intact(name)]
    same = [one for one in studio.component_ids() if output.holds(f"svg/{one}.svg", studio.svg_key(one))]
    if not sheets or not same:
        return {}
    from generator.pdf.forms import read_forms

    ink = read_forms((output.path / sheets[0]).read_bytes())
    return {component: ink[component] for component in same if component in ink}
