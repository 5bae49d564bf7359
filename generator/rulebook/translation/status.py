"""How a language stands against English: which passages are translated, outdated, untranslated, missing, left over.

A language's passages are told apart by the hashes of the English ones that they were made from, in order, so that a
passage which English inserts, drops or changes moves nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from operator import attrgetter
from typing import Literal, TypeAlias

from generator.catalogue.library import UNTRANSLATED
from generator.errors import Place
from generator.rulebook.translation.passages import Passage

State: TypeAlias = Literal["translated", "unaccepted", "outdated", "untranslated", "missing", "leftover"]
STATES: tuple[State, ...] = ("translated", "unaccepted", "outdated", "untranslated", "missing", "leftover")

SHOWN = 40
"""So many characters of a passage are shown."""


@dataclass(frozen=True, slots=True)
class Text:
    """A rules text with its passages.

    Attributes:
        file: its name in messages.
        text: the whole file.
        passages: in order.
    """

    file: str
    text: str
    passages: tuple[Passage, ...]

    def sections(self) -> dict[str, list[Passage]]:
        """The passages by section."""
        return {section: list(found) for section, found in groupby(self.passages, attrgetter("section"))}


@dataclass(frozen=True, slots=True)
class Pair:
    """An English passage and its translation, or one without the other.

    Attributes:
        english: None if English has it no more.
        other: None if it is missing.
        source: the hash that was recorded for the translation; empty if none was.
    """

    english: Passage | None
    other: Passage | None
    source: str = ""

    @property
    def state(self) -> State:
        """How the translation stands."""
        if self.other is None:
            return "missing"
        if self.english is None:
            return "leftover"
        if not self.english.has_words or self.source == self.english.hash:
            return "translated"
        if self.other.text == self.english.text:
            return "untranslated"
        return "unaccepted" if self.source in {"", UNTRANSLATED} else "outdated"


def paired(text: Text, english: Text, recorded: dict[str, Sequence[str]]) -> list[Pair]:
    """Every passage of either text, in the order of the language's, what is missing after what stands before it."""
    own, model = text.sections(), english.sections()
    pairs: list[Pair] = []
    for section in model:
        pairs += _section_pairs(own.get(section, []), model[section], recorded.get(section, ()))
    for section, passages in own.items():
        if section not in model:
            hashes = recorded.get(section, ())
            sources = hashes if len(hashes) == len(passages) else [""] * len(passages)
            pairs += [Pair(None, passage, source) for passage, source in zip(passages, sources, strict=True)]
    return pairs


def _section_pairs(own: list[Passage], model: list[Passage], recorded: Sequence[str]) -> list[Pair]:
    if len(recorded) == len(own):
        return _by_hash(own, model, recorded)
    known = {passage.hash for passage in model} & set(recorded)
    return [
        Pair(english, other, english.hash if other and english and english.hash in known else "")
        for english, other in _by_kind(own, model)
    ]


def _by_hash(own: list[Passage], model: list[Passage], recorded: Sequence[str]) -> list[Pair]:
    """Pairs of a section whose passages are those that were recorded."""
    sources = {id(passage): source for passage, source in zip(own, recorded, strict=True)}
    matcher = SequenceMatcher(None, list(recorded), [passage.hash for passage in model], autojunk=False)
    pairs: list[Pair] = []
    for _, start, end, model_start, model_end in matcher.get_opcodes():
        for english, other in _by_kind(own[start:end], model[model_start:model_end]):
            pairs.append(Pair(english, other, sources[id(other)] if other else ""))
    return pairs


def _by_kind(own: list[Passage], model: list[Passage]) -> Iterator[tuple[Passage | None, Passage | None]]:
    """Passages paired in order, as far as their kinds are the same; English first."""
    matcher = SequenceMatcher(None, list(map(_kind, own)), list(map(_kind, model)), autojunk=False)
    for _, start, end, model_start, model_end in matcher.get_opcodes():
        if [*map(_kind, own[start:end])] == [*map(_kind, model[model_start:model_end])]:
            yield from zip(model[model_start:model_end], own[start:end], strict=True)
        else:
            yield from ((None, other) for other in own[start:end])
            yield from ((english, None) for english in model[model_start:model_end])


def _kind(passage: Passage) -> str:
    """What a passage must have in common with its translation: figures, notes and keys are the same ones."""
    return passage.name if passage.kind in {"figure", "note", "head"} else passage.kind


@dataclass(frozen=True, slots=True, order=True)
class Remark:
    """What is to be done about a passage, and where."""

    place: Place
    state: State
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.state}: {self.message}"


def remarks(pairs: Iterable[Pair], text: Text, english: Text) -> Iterator[Remark]:
    """What is not as it should be, in the order of the language's text."""
    last = Place(text.file, 1, 1)
    for pair in pairs:
        there = Place(english.file, pair.english.first, pair.english.column) if pair.english else None
        if pair.other is not None:
            last = Place(text.file, pair.other.first, pair.other.column)
        match pair.state:
            case "missing":
                yield Remark(last, "missing", f"after this, {_shown(pair.english)}, which stands at {there}")
            case "leftover":
                yield Remark(last, "leftover", f"{_shown(pair.other)} has nothing in {english.file}; take it out")
            case "outdated":
                yield Remark(last, "outdated", f"English has changed, at {there}: {_shown(pair.english)}")
            case "untranslated":
                yield Remark(last, "untranslated", f"English still, at {there}: {_shown(pair.english)}")
            case "unaccepted":
                yield Remark(last, "unaccepted", f"translated from {there}? say so with `asterion languages accept`")


def _shown(passage: Passage | None) -> str:
    if passage is None:
        return ""
    text = passage.text if len(passage.text) <= SHOWN else f"{passage.text[: SHOWN - 2]} …"
    return f"the {passage.kind} {text!r}"
