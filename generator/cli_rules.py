"""The options of the rules that games of bots are played by, and the rules that they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, get_args

import click

from generator.cli_options import together
from generator.play.rules import Edition, Outside, Rules, TieBreak

if TYPE_CHECKING:
    from generator.catalogue.loading import LoadedCatalogue

rules_options = together(
    click.option(
        "--edition",
        type=click.Choice(get_args(Edition)),
        help="Whose rules; the deck stays as it is. Default: as the catalogue says.",
    ),
    click.option(
        "--score-impaled/--no-score-impaled", default=None, help="Whether impaling scores. Default: as in the edition."
    ),
    click.option(
        "--tie-break",
        type=click.Choice(get_args(TieBreak)),
        default=Rules().tie_break,
        show_default=True,
        help="Which escaped prisoners break a tie.",
    ),
    click.option(
        "--outside",
        type=click.Choice(get_args(Outside)),
        default=Rules().outside,
        show_default=True,
        help="Which uncovered cells are outside: any, or only those that are not enclosed.",
    ),
    click.option(
        "--actions/--no-actions",
        default=None,
        help="Let the bots act, or only place. Default: as in the edition.",
    ),
)


def asked_rules(loaded: LoadedCatalogue, **wishes: Any) -> Rules:
    """The rules that the options ask for."""
    own = loaded.catalogue.edition
    edition = wishes["edition"] or (cast("Edition", own) if own in get_args(Edition) else Rules().edition)
    # Bots that only place need no other rules: their games are games of the edition.
    acts = True if wishes["actions"] else None
    return Rules(edition, wishes["score_impaled"], wishes["tie_break"], wishes["outside"], acts)
