"""The rules of a game, the ways in which each could be otherwise, and the printed examples that show it.

An example of a rules text is a figure that the text shows, with the numbers that it takes from it, or a question whose
answer is a position. Such a position stands among the figures, with the id of the question's heading: `ruling-a7`.

To find which examples show a rule, the engine is changed as another rule would have it, and proves the figures again.
An example that then comes out otherwise shows the rule. A number counts where the text prints it; what is claimed in
words counts where the figure is shown, as its caption says it.

Source of the technique: mutation testing, with the rules in place of the program and the examples in place of tests.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from string import ascii_lowercase
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import fields

from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import Document, Location
from generator.errors import InputError, Place
from generator.games.game import Claimed, Game
from generator.games.report import Finding, Level, finding_data, table
from generator.rulebook.text.document import RULING_PREFIX, FigureBlock, Heading, RulesText, walk

STRUCTURE = frozenset({"panels", "claims", "contest", "duel", "then"})
"""Keys of a file of figures that are no words of placeholders."""
Change = Any
"""The value that stands in place of a number, or of a function what makes another one of it."""


class Otherwise(Struct, frozen=True):
    """A way in which a rule could be otherwise.

    Attributes:
        sentence: the other rule, in words.
        changes: what stands in the engine in place of what, by name: ``WINGS_TO_FLY``, ``Labyrinth.touches``.
    """

    sentence: str
    changes: Mapping[str, Change]


class Rule(Struct, frozen=True):
    """A rule of a game.

    Attributes:
        id: a word for its part of the game and one for itself.
        sentence: the rule in words.
        others: how it could be otherwise.
        reason: why no example need show it; empty where one must.
    """

    id: str
    sentence: str
    others: tuple[Otherwise, ...] = ()
    reason: str = ""


class RulesOfPlay(Struct, frozen=True):
    """The rules of a game, and small figures among which there may be one that shows a rule.

    Attributes:
        rules: in the order in which a text tells them.
        proposed: yields records of figures with what the engine finds as their claims, the smallest first.
        first_untrue: returns the first of such figures that the engine, as it plays now, does not confirm, or None.
    """

    rules: tuple[Rule, ...]
    proposed: Callable[[], Iterator[Struct]]
    first_untrue: Callable[[Sequence[Struct]], Struct | None]


class Taught(NamedTuple):
    """A way in which a rule could be otherwise, and the examples that show that it is not.

    Attributes:
        id: that of the rule and a number.
        rule: the rule.
        other: the other rule.
        shown_by: ids of figures and questions, in the order of their file.
    """

    id: str
    rule: Rule
    other: Otherwise
    shown_by: tuple[str, ...]


@contextmanager
def changed(package: str, changes: Mapping[str, Change]) -> Iterator[None]:
    """Have the modules of a package know other things by their names, until the block ends.

    Args:
        package: its name, such as ``generator.games.labyrinth``.
        changes: by the name of a function or number, or of a class and its method, what stands in its place.

    Raises:
        LookupError: no module of the package knows a name.
    """
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith(f"{package}.")]
    before: list[tuple[Any, str, Any]] = []
    try:
        for name, change in changes.items():
            first, _, method = name.partition(".")
            owners: list[Any] = [module for module in modules if first in vars(module)]
            if not owners:
                raise LookupError(f"no module of {package} knows {first!r}")
            if method:
                owners, first = [vars(owners[0])[first]], method
            original = vars(owners[0])[first]
            value = change(original) if callable(change) else change
            for owner in owners:
                before.append((owner, first, vars(owner)[first]))
                setattr(owner, first, value)
        yield
    finally:
        for owner, first, value in reversed(before):
            setattr(owner, first, value)


def package_of(game: Game) -> str:
    """Return the name of the package of a game's kind."""
    return type(game).__module__.rpartition(".")[0]


class Examples:
    """The examples of one rules text.

    Attributes:
        shown: figures that it shows, and panels of them.
        taken: the placeholders of figures that it uses, as the words between their points.
        questions: ids of the headings that are questions.
    """

    def __init__(self, text: RulesText, claimed: Claimed, document: Document) -> None:
        blocks = list(walk(text.blocks))
        self.shown = {block.figure for block in blocks if isinstance(block, FigureBlock)}
        self.questions = {block.id for block in blocks if isinstance(block, Heading) and block.is_ruling}
        uses = (name.split(".") for name in text.placeholders if name.startswith("figure."))
        self.taken = [words for words in uses if words[-1] != "number"]
        self.claimed, self.document = claimed, document
        self._location = dict(_places(document))

    @property
    def unasked(self) -> list[str]:
        """Return the ids of positions of questions that the text does not ask."""
        figures: Any = self.document.data["figures"]
        return [name for name in figures if name.startswith(RULING_PREFIX) and name not in self.questions]

    def at(self, place: Place) -> str | None:
        """Return the example that prints what stands at a place of the file of figures, or None."""
        location = self._location[place]
        name, inner = str(location[1]), location[2:]
        if name in self.questions:
            return name
        letter = ascii_lowercase[int(inner[1])] if inner[:1] == ("panels",) and len(inner) > 1 else ""
        shown = next((one for one in (name, f"{name}.{letter}") if one in self.shown), None)
        other = {*ascii_lowercase} - {letter} if letter else set()
        taken = [words for words in self.taken if words[1] == name and words[2] not in other]
        value: Any = self.document.data
        for key in location:
            value = value[key]
        keys = [str(key).lower() for key in inner if isinstance(key, str)]
        claim = set(keys) - STRUCTURE
        if not _is_number(value) or claim & self.claimed.drawn:
            return shown or (name if "claims" in keys and taken else None)
        return shown or name if any(claim <= set(words) for words in taken) else None

    def differing(self, claims: Mapping[str, str]) -> Iterator[str]:
        """Yield the figures from which the text takes a number that is another one now."""
        for words in self.taken:
            name = ".".join(words)
            if claims.get(name) != self.claimed.claims.get(name):
                yield words[1]

    def noticing(self, game: Game, file: ShelfFile, other: Otherwise) -> tuple[str, ...]:
        """Return the examples that come out otherwise by another rule, in the order of the file."""
        with changed(package_of(game), other.changes):
            try:
                found = set(self.differing(game.figures(file).claims))
            except InputError as error:
                found = {example for mistake in error.mistakes if (example := self.at(mistake.place))}
        figures: Any = self.document.data["figures"]
        order = {name: number for number, name in enumerate(figures)}
        return tuple(sorted(found, key=lambda example: (order[example.split(".")[0]], example)))


def _places(document: Document) -> Iterator[tuple[Place, Location]]:
    """Yield the place of each value of a document with its location; of two at one place the outer one is last."""

    def locations(value: Any, at: Location) -> Iterator[Location]:
        keys: Iterable[Any] = range(len(value)) if isinstance(value, list) else value if isinstance(value, dict) else ()
        for key in keys:
            yield from locations(value[key], (*at, key))
        yield at

    figures: Any = document.data["figures"]
    for name, figure in figures.items():
        for location in locations(figure, ("figures", name)):
            yield document.value_place(location), location


def _is_number(value: Any) -> bool:
    """Check whether a claim, as it is written, is a number, several, or several by colour."""
    if isinstance(value, dict | list):
        return all(map(_is_number, value.values() if isinstance(value, dict) else value))
    return str(value).removeprefix("-").isdigit()


class Teaching(Struct, frozen=True):
    """The rules of a game, each with the examples of a rules text that show it.

    Attributes:
        rules: all rules of the game.
        taught: each way in which one could be otherwise.
        found: figures that would show what no example shows, by the id of the other rule.
        unasked: positions of questions that the text does not ask.
    """

    rules: tuple[Rule, ...]
    taught: tuple[Taught, ...]
    found: Mapping[str, str]
    unasked: tuple[Finding, ...]

    @property
    def is_sound(self) -> bool:
        """Return whether every other rule is shown to be wrong, and every position answers a question."""
        return all(one.shown_by for one in self.taught) and not self.unasked


def teach(game: Game, play: RulesOfPlay, file: ShelfFile, text: RulesText) -> Teaching:
    """Try every other rule on the examples of a text, and search for those that are missing.

    Args:
        game: that is played.
        play: its rules.
        file: ``templates/figures/<game>.yaml``.
        text: the rules text.

    Raises:
        InputError: the figures are not true of the game.
    """
    claimed = game.figures(file)
    examples = Examples(text, claimed, claimed.document)
    taught = tuple(
        Taught(f"{rule.id}.{number}", rule, other, examples.noticing(game, file, other))
        for rule in play.rules
        for number, other in enumerate(rule.others, 1)
    )
    told = "{!r} is the position of a question, but no heading of {} has this id"
    unasked = tuple(
        Finding("unasked", Level.ERROR, told.format(name, text.file), claimed.document.key_place(("figures", name)))
        for name in examples.unasked
    )
    missing = [one for one in taught if not one.shown_by]
    return Teaching(play.rules, taught, find_examples(game, play, missing), unasked)


MOST_NAMED = 4
"""Examples that the table names of each rule. Own choice: as many fit on a line."""


def teaching_text(teaching: Teaching) -> str:
    """Return what `asterion check --teach` prints for people."""
    by_rule = {rule.id: [one for one in teaching.taught if one.rule is rule] for rule in teaching.rules}
    rows: list[list[object]] = []
    for rule in teaching.rules:
        rows.append([rule.id, rule.sentence, f"not shown: {rule.reason}" if rule.reason else ""])
        rows += [[one.id, f"  not: {one.other.sentence}", _named(one.shown_by)] for one in by_rule[rule.id]]
    lines = [table(rows, ["rule", "what it says, and what not", "shown by"]), ""]
    for one in teaching.taught:
        if not one.shown_by:
            found = teaching.found.get(one.id)
            lines.append(f"{one.id}: no example shows that it is not: {one.other.sentence}")
            lines += ["this figure would:", found] if found else ["no small position was found that would", ""]
    lines += map(str, teaching.unasked)
    shown = sum(bool(one.shown_by) for one in teaching.taught)
    silent = sum(bool(rule.reason) for rule in teaching.rules)
    lines.append(f"{shown} of {len(teaching.taught)} other rules are shown to be wrong; {silent} rules need no example")
    return "\n".join(lines) + "\n"


def _named(examples: Sequence[str]) -> str:
    more = len(examples) - MOST_NAMED
    return ", ".join(examples[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "") or "-"


def teaching_data(teaching: Teaching) -> dict[str, Any]:
    """Return what `asterion check --teach` prints for programs."""
    return {
        "sound": teaching.is_sound,
        "rules": [
            {
                "id": rule.id,
                "sentence": rule.sentence,
                "reason": rule.reason or None,
                "others": [
                    {
                        "id": one.id,
                        "sentence": one.other.sentence,
                        "shown_by": list(one.shown_by),
                        "figure": teaching.found.get(one.id),
                    }
                    for one in teaching.taught
                    if one.rule is rule
                ],
            }
            for rule in teaching.rules
        ],
        "findings": [finding_data(finding) for finding in teaching.unasked],
    }


# -- searching for an example ------------------------------------------------------------------------------------------


def find_examples(game: Game, play: RulesOfPlay, missing: Sequence[Taught]) -> dict[str, str]:
    """Return for each other rule that no example shows a figure that would, by its id, as lines of a file of figures.

    The figure is the first that shows it among those that are proposed, the smallest of which come first.
    """
    proposed = tuple(play.proposed()) if missing else ()
    found = {}
    for one in missing:
        with changed(package_of(game), one.other.changes):
            figure = play.first_untrue(proposed)
        if figure is not None:
            lines = _block({one.rule.id.replace(".", "-"): _plain(figure)})
            found[one.id] = "".join(f"  {line}\n" for line in lines)
    return found


def _plain(value: Any) -> Any:
    """Return a record without what its file leaves out."""
    if isinstance(value, Struct):
        kept = ((field, getattr(value, field.name)) for field in fields(value))
        return {
            field.encode_name: _plain(inner)
            for field, inner in kept
            if field.required or inner not in (field.default, (), {})
        }
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple) else value


def _block(value: Any) -> list[str]:
    """Return plain data as lines of YAML; what holds nothing but numbers and words stands in one line."""
    lines: list[str] = []
    for key, inner in value.items() if isinstance(value, dict) else ((None, inner) for inner in value):
        if _is_flat(inner):
            lines.append(f"{key}: {_flow(inner)}" if key else f"- {_flow(inner)}")
        else:
            first, *further = _block(inner)
            lines += [f"{key}:", f"  {first}"] if key else [f"- {first}"]
            lines += [f"  {line}" for line in further]
    return lines


def _is_flat(value: Any, depth: int = 2) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return inner is None or (depth > 0 and all(_is_flat(one, depth - 1) for one in inner) and len(_flow(value)) < 90)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)
