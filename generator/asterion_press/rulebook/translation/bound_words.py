"""Words and numbers that a figure or a rule decides: a text takes them as placeholders, and types none of them.

Which way a tile moves, how far it turns, what shape a path has, who wins and what a question's answer is come from the
engine, by ``{{figure.walk.b.moved}}``; a language has the forms that its grammar needs in ``words.yaml``, parted by
bars, and ``{{figure.walk.b.moved:2}}`` is the second. In English a number beside a noun of the rules is such a
placeholder, too, or stands in the glossary under `typed`, with the reason. A translation has the placeholders of
English, and types no more of such words than English does in the same passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from asterion_press.catalogue.words import BOUND, LoadedWords
from asterion_press.errors import Mistake
from asterion_press.rulebook.text.document import RulesText
from asterion_press.rulebook.translation.composed import ComposedText
from asterion_press.rulebook.translation.language import PassagePair, has_wide
from asterion_press.rulebook.translation.update import NO_WORDS

KINDS = {
    "way": ("left", "right", "above", "below"),
    "turning": ("quarter", "half"),
    "round": ("clockwise", "anticlockwise"),
    "shape": ("dead_end", "bend", "corridor", "fork", "crossroads"),
}
"""Keys of the bound words that a text does not type, by their kind."""
NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
NOUNS = "wing|coin|point|side|tile|turn|player|prisoner|piece|token|neighbour"
COUNTED = re.compile(rf"\b(?:{NUMBERS}|\d+)(?:\s+[\w’-]+){{0,2}}?\s+({NOUNS})s?\b", re.IGNORECASE)
"""A number, in digits or letters, and the noun of the rules that it counts."""
FIGURE = re.compile(r"(?:\]\(figure:|\{\{\s*figure\.)([\w-]+)")
MOST_NAMED = 8


class Typed(NamedTuple):
    """A word or a number that is typed: its kind, what is written, and where it begins and ends."""

    kind: str
    text: str
    begin: int
    end: int


def _patterns(words: LoadedWords) -> dict[str, re.Pattern[str]]:
    """Return what finds the words of each kind in a language's texts."""
    found = {}
    for kind, keys in KINDS.items():
        forms = [form for key in keys for form in words.forms(key) if len(form) > 1]
        spaced = (r"\s+".join(map(re.escape, form.split())) for form in sorted(forms, key=len, reverse=True))
        found[kind] = re.compile(
            "|".join(form if has_wide(form) else rf"(?<!\w){form}s?(?!\w)" for form in spaced), re.IGNORECASE
        )
    return found


def _typed_words(text: str, patterns: Mapping[str, re.Pattern[str]]) -> list[Typed]:
    """Return the bound words that a text types, placeholders and targets of links aside."""
    blank = NO_WORDS.sub(lambda found: " " * len(found[0]), text)
    return [Typed(kind, one[0], *one.span()) for kind, pattern in patterns.items() for one in pattern.finditer(blank)]


def _typed_in_english(text: str, words: LoadedWords, patterns: Mapping[str, re.Pattern[str]]) -> Iterator[Typed]:
    """Yield also the numbers that a text types, and who wins."""
    yield from _typed_words(text, patterns)
    blank = NO_WORDS.sub(lambda found: " " * len(found[0]), text)
    yield from (Typed(found[1].lower(), found[0], *found.span()) for found in COUNTED.finditer(blank))
    colours = "|".join(re.escape(words.forms(colour)[0]) for colour in words.words.colours)
    winners = re.finditer(rf"\b(?:{colours})(?:\s+\w+)?\s+(?:wins?|won)\b", blank) if colours else ()
    yield from (Typed("winner", found[0], *found.span()) for found in winners)


def english_mistakes(
    text: RulesText, words: LoadedWords, table: Mapping[str, str], allowed: Iterable[str]
) -> Iterator[Mistake]:
    """Yield what an English text types though a figure or a rule decides it, and answers that it does not take.

    Args:
        text: as it was read.
        words: of English.
        table: of placeholders, as the game has them.
        allowed: phrases that may be typed.
    """
    patterns = [re.compile(r"\s+".join(map(re.escape, phrase.split())), re.IGNORECASE) for phrase in allowed]
    bound = _patterns(words)
    headings, lines = [text.title, *text.headings.values()], len(text.source.lines)
    ends = [heading.line for heading in headings[1:]] + [lines + 1]
    for heading, end in zip(headings, ends, strict=True):
        section = "\n".join(map(text.source.written, range(heading.line, end)))
        answer = f"figure.{heading.id}.answer"
        if answer in table and f"{{{{{answer}" not in section:
            message = f"its answer is typed; begin with {{{{{answer}}}}}, which is {_shown(table[answer])}"
            yield Mistake(text.source.place(heading.line), message)
        beside = {*FIGURE.findall(section), heading.id}
        free = [found.span() for pattern in patterns for found in pattern.finditer(section)]
        for one in _typed_in_english(section, words, bound):
            if not any(begin <= one.begin and one.end <= end for begin, end in free):
                before = section[: one.begin]
                place = text.source.place(heading.line + before.count("\n"), column=one.begin - before.rfind("\n"))
                yield Mistake(place, _message(one, table, beside))


def _message(typed: Typed, table: Mapping[str, str], beside: Iterable[str]) -> str:
    """Return what is wrong with a typed word, and which figure or rule decides it."""
    near = [name for name, value in table.items() if _is_near(name, beside) and _is_of_kind(typed.kind, name, value)]
    by_figure = {
        re.sub(r"^(figure\.[\w-]+)\.[a-h]\.", r"\1.", name): name for name in near
    }  # by the panel, if it is known
    decides = [
        f"{{{{{name}}}}} is {_shown(table[name])}"
        for name in sorted(by_figure.values(), key=lambda name: not name.startswith("figure."))
    ]
    whence = "; ".join(decides[:MOST_NAMED]) or "a figure or a rule decides it"
    return f"{' '.join(typed.text.split())!r} is typed, not taken from what decides it: {whence}"


def _is_near(name: str, beside: Iterable[str]) -> bool:
    top, _, rest = name.partition(".")
    return top != "figure" or any(rest.startswith(f"{one}.") for one in beside)


def _is_of_kind(kind: str, name: str, value: str) -> bool:
    """Return whether a placeholder has a value of a kind: a word that is bound, a winner, or a number."""
    *_, before, last = ("", *name.split("."))
    if kind in KINDS:
        return value.removeprefix(BOUND) in KINDS[kind] and value.startswith(BOUND)
    if kind == "winner":
        return last == "winner"
    return value.isdecimal() and (kind in last or kind in before)


def _shown(value: str) -> str:
    return value.removeprefix(BOUND).removeprefix("and:").replace("_", " ")


def translated_mistakes(text: ComposedText, english: LoadedWords, words: LoadedWords) -> Iterator[Mistake]:
    """Yield each bound word that a translation types more often than the English passage does."""
    own, theirs = _patterns(words), _patterns(english)
    for passage in text.english.passages if text.catalogue else ():
        message = text.catalogue.messages.get(passage.key) if text.catalogue else None
        if message is None or PassagePair(passage, message).state != "translated":
            continue
        here = _typed_words(message.msgstr, own)
        there = [one.kind for one in _typed_words(passage.text, theirs)] if here else []
        for kind in KINDS:
            typed = [one for one in here if one.kind == kind]
            if text.catalogue and len(typed) > there.count(kind):
                what = "English takes it from a figure or a rule, by a placeholder"
                place = text.catalogue.place(passage.key, typed[-1].begin)
                yield Mistake(place, f"{typed[-1].text!r} is typed; {what}")
