"""The language of pieces' names in exports that show names to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.exports.target import Bench, Option, Wishes

if TYPE_CHECKING:
    from generator.build.naming import Names

LANGUAGE = Option("language", "Language of the pieces' names. Default: English.", "language")


def names_for(bench: Bench, wishes: Wishes) -> Names:
    """The names that were wished for; none if English ones will do as they are.

    Raises:
        InputError: mistakes in the words of the language.
    """
    from generator.build.naming import names_in

    return names_in(bench.game, str(wishes["language"] or ""))
