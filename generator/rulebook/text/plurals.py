"""Plural forms: the words beside a number of the deck, as the language counts.

A placeholder may have forms behind its name, by the categories of Unicode's CLDR, with ``#`` for the number::

    {{deck.wings: one # wing; other # wings}}
    {{deck.wings: one # крыло; few # крыла; many # крыльев}}

So another deck's numbers read right. Which category a number has, Babel knows, from CLDR's plural rules for cardinals.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from generator.wording import enumerated, suggestion

if TYPE_CHECKING:
    from babel.plural import PluralRule

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
TRIED = range(1001)
"""Whole numbers whose categories a language needs; decks have none beyond."""


class Counts(NamedTuple):
    """The numbers of a deck, and the language that counts them.

    Attributes:
        language: its tag.
        numbers: as digits, by the names of placeholders; of others no form is known.
    """

    language: str = ""
    numbers: Mapping[str, str] = {}

    def form(self, name: str, forms: str, value: str) -> tuple[str, str]:
        """Return the form for the number of a placeholder, and what is wrong with the forms, or nothing.

        Args:
            name: of the placeholder.
            forms: as they are written behind it.
            value: the number as the language writes it.
        """
        told = dict(map(_split, forms.split(";")))
        if wrong := [one for one in told if one not in CATEGORIES]:
            return "", f"unknown plural form {wrong[0]!r} of {name!r}; {suggestion(wrong[0], CATEGORIES)}"
        if not self.language:  # of a text that is read for its structure alone
            return list(told.values())[-1].replace("#", value), ""
        needed = needed_categories(self.language)
        if lacking := [one for one in needed if one not in told]:
            there = f"{self.language} counts by {enumerated(needed)}"
            return "", f"plural form {lacking[0]!r} of {name!r} is missing; {there}"
        if (number := self.numbers.get(name)) is None:
            return "", f"{name!r} is no number, so it has no plural forms; write {{{{{name}}}}}"
        category = _rule(self.language)(abs(Decimal(number.replace("−", "-"))))
        return told.get(category, told[needed[-1]]).replace("#", value), ""  # of a fraction it may be missing


NO_COUNTS = Counts()


def _split(form: str) -> tuple[str, str]:
    """Return the category of a form and its words."""
    category, _, words = form.strip().partition(" ")
    return category, words.strip()


@cache
def needed_categories(language: str) -> tuple[str, ...]:
    """Return the categories of whole numbers in a language, in CLDR's order."""
    rule = _rule(language)
    found = {rule(number) for number in TRIED}
    return tuple(category for category in CATEGORIES if category in found)


@cache
def _rule(language: str) -> PluralRule:
    """Return the plural rule of a language; of one that CLDR does not know, that of English."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language or "en", sep="-").plural_form
    except (UnknownLocaleError, ValueError):
        return Locale("en").plural_form
