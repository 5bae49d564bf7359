"""Player cards as a game describes them: rows of small pictures, a card in the colour of each player.

The words on a card are those of the rules: headings of sections, by their ids. A picture is told to those who do not
see it by the game, or by an item of the list that tells the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.rulebook.text.figures import ScenePanel
from generator.rulebook.text.strings import AltTextWords


@dataclass(frozen=True, slots=True)
class CardPanel:
    """A picture of a card.

    Attributes:
        picture: what it shows.
        share: its width, as a part of its row.
        heading: id of the section whose heading stands above it; empty for none.
        step: number of the step of a turn that begins here; 0 for none.
        describe: returns its alternative text; None if an item of the list of the turn tells it.
        item: number of that item, from 0.
        joined: whether it is another choice beside the pictures before it.
    """

    picture: ScenePanel
    share: float
    heading: str = ""
    step: int = 0
    describe: Callable[[AltTextWords], str] | None = None
    item: int = 0
    joined: bool = False


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A card of one player.

    Attributes:
        colour: the player's.
        ink: of the card's head.
        edge: ink of the line around the card.
        ground: ink of what is between the pictures.
        letters: ink of what is written there.
        rows: of pictures, from above.
    """

    colour: str
    ink: str
    edge: str
    ground: str
    letters: str
    rows: tuple[tuple[CardPanel, ...], ...]
