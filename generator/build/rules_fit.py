"""Whether the rules of a game hold for the deck that is made, and what is said if they do not.

A game's rules are written for its catalogue on the shelf: for its edition, its colours, and with figures of its tiles.
If their figures are false of that one, it is a mistake of who makes it. A variant, or another catalogue of the game,
such as one that `asterion design` has found, whose figures would be false is none; it is made without booklets and says
so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.build.order import TEXTS, Part
from generator.errors import InputError

if TYPE_CHECKING:
    from generator.build.order import Order
    from generator.games.game import Game

NO_RULES = "no rules text for {0!r}: there is no templates/locales/<language>/{0}.md"
NOT_OF = "the rules do not hold for this {}"
REMEDIES = {
    "variant": "the booklets of the catalogue itself are made without --variant",
    "catalogue": "`asterion rules {game}` makes the booklets of the game on the shelf",
}


def misfit_of(order: Order, game: Game) -> InputError | None:
    """What of a game's rules does not hold for a deck of one's own; None if all holds, or no rules are wanted."""
    what = order.own_deck
    if not what or not order.languages_wanted():
        return None
    mistakes = game.misfits()
    if not mistakes:
        from generator.build.rules import proved_figures

        try:
            proved_figures(order, game)
        except InputError as error:
            mistakes += error.mistakes
    remedy = f"{NOT_OF}; {REMEDIES[what]}".format(what, game=order.game)
    return InputError(mistakes, remedy) if mistakes else None


def see_rules(order: Order, misfit: InputError | None) -> None:
    """See that rules which alone are asked for hold.

    Raises:
        InputError: they do not hold for this deck.
    """
    if order.parts <= TEXTS and misfit is not None:
        raise misfit


def without_rules(order: Order, misfit: InputError | None) -> list[str]:
    """A remark, if rules were asked for and the game has none, or none that hold for this deck."""
    if misfit is not None:
        first, *others = misfit.mistakes
        more = f" (and {len(others)} more)" if others else ""
        return [f"made without booklets, since {NOT_OF.format(order.own_deck)}: {first}{more}"]
    missing = bool({Part.RULES, Part.WEB} & order.parts) and not order.languages
    return [f"{NO_RULES.format(order.game)}; made without booklets"] if missing else []
