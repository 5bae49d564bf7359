"""Whether the rules of a game hold for the deck that is made, and what is said if they do not.

A game's rules are written for its catalogue: for its edition, its colours, and with figures of its tiles. A catalogue
whose figures are false is a mistake of who makes it. A variant whose figures would be false is none; it is made without
booklets and says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.errors import InputError
from generator.production.order import TEXTS, Part

if TYPE_CHECKING:
    from generator.games.game import Game
    from generator.production.order import Order

NO_RULES = "no rules text for {0!r}: there is no templates/locales/<language>/{0}.md"
REMEDY = "the rules do not hold for this variant; the booklets of the catalogue itself are made without --variant"


def misfit_of(order: Order, game: Game) -> InputError | None:
    """What of a game's rules does not hold for a variant; None if all holds, or no rules are wanted."""
    if order.variant is None or not order.languages_wanted():
        return None
    mistakes = game.misfits()
    if not mistakes:
        from generator.production.rules import proved_figures

        try:
            proved_figures(order, game)
        except InputError as error:
            mistakes += error.mistakes
    return InputError(mistakes, REMEDY) if mistakes else None


def see_rules(order: Order, misfit: InputError | None) -> None:
    """See that rules which alone are asked for hold.

    Raises:
        InputError: they do not hold for this variant.
    """
    if order.parts <= TEXTS and misfit is not None:
        raise misfit


def without_rules(order: Order, misfit: InputError | None) -> list[str]:
    """A remark, if rules were asked for and the game has none, or none that hold for this variant."""
    if misfit is not None:
        first, *others = misfit.mistakes
        more = f" (and {len(others)} more)" if others else ""
        return [f"made without booklets, since the rules do not hold for this variant: {first}{more}"]
    missing = bool({Part.RULES, Part.WEB} & order.parts) and not order.languages
    return [f"{NO_RULES.format(order.game)}; made without booklets"] if missing else []
