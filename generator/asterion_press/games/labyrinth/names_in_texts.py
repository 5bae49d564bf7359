"""The names in a rules text, held against the figures beside them.

A section, from one heading to the next, stands beside the figures that it shows or takes numbers from. Each tile
that it names must lie in one of them, have been played in a turn that led there, or have been discarded for one; each
prisoner that it names must be on such a tile. A heading that takes the number of a turn tells that turn: where it
names colours, the one to play is among them, and where it or its id has a verb of the notation (place, rotate, swap,
move), that is what was done.

A prisoner whose name stands beside the id of a tile lives there.

Only this is held. Prisoners count as named in any case, by the beginning of their names; colours where the text has the
very word of the language's ``words.yaml``, and verbs where it has the English one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from string import ascii_lowercase

from asterion_press.catalogue.words import LoadedWords
from asterion_press.errors import Mistake
from asterion_press.games.labyrinth.art.symbols import CAST, prisoners_of
from asterion_press.games.labyrinth.catalogue.position_records import Figure
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.figures import action_of, marked
from asterion_press.games.labyrinth.engine.plies import Lay, Ply, hand_of
from asterion_press.games.labyrinth.engine.record import DO
from asterion_press.games.labyrinth.engine.rules import PlayError
from asterion_press.rulebook.text.document import Heading, RulesText, plain_text, walk

FIGURE = re.compile(r"(?:\]\(figure:|\{\{\s*figure\.)([\w-]+)")
TURN = re.compile(r"\{\{\s*figure\.([\w-]+?)(?:\.([a-h]))?\.turn\s*\}\}")
PLACEHOLDER = re.compile(r"\{\{[^{}\n]*\}\}")
WORD = re.compile(r"[^\W\d_]+")
LEAST_STEM = 4
"""So many letters at the beginning of a name stay the same in every case. Seen in the nineteen languages."""
BESIDE = 14
"""So near, in characters, the id of a tile stands beside the name of its prisoner; half of it without spaces."""


TILE = re.compile(r"(?<![A-Za-z0-9])[A-Z][0-9]{2,4}(?![A-Za-z0-9])")


def names_pieces(text: str, words: LoadedWords) -> bool:
    """Return whether a text names a tile or a prisoner."""
    return bool(TILE.search(text)) or any(person in text for person in _people(words))


def names_others(text: str, deck: Deck, words: LoadedWords) -> bool:
    """Return whether a text names a tile, a prisoner or a colour that a deck does not have."""
    colours = [name for colour, name in words.words.colours.items() if colour not in deck.catalogue.colours]
    living = {person.key for tile in deck.tiles for person in prisoners_of(tile)}
    return (
        any(deck.tile(name) is None for name in TILE.findall(text))
        or any(person in text for person, key in _people(words).items() if key not in living)
        or any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in colours)
    )


def _people(words: LoadedWords) -> dict[str, str]:
    """Return the keys of the prisoners by their names in a language."""
    return {words.words.words[key]: key for person in CAST if (key := person.key) in words.words.words}


class TextNames:
    """The names in rules texts that show these figures.

    Attributes:
        figures: by id.
        deck: whose tiles they show.
        claims: what texts may take from them.
    """

    def __init__(self, figures: Mapping[str, Figure], deck: Deck, claims: Mapping[str, str]) -> None:
        self.figures, self.deck, self.claims = figures, deck, claims
        letters = "".join(sorted({tile.id[0] for tile in deck.tiles}))
        self._tile = re.compile(rf"(?<![A-Za-z0-9])[{letters}][0-9]{{2,4}}(?![A-Za-z0-9])")

    def mistakes(self, text: RulesText, words: LoadedWords) -> Iterator[Mistake]:
        """Yield every name that disagrees with the figures beside it."""
        headings = [block for block in walk(text.blocks) if isinstance(block, Heading)]
        ends = [heading.line for heading in headings[1:]] + [len(text.source.lines) + 1]
        for heading, end in zip(headings, ends, strict=True):
            yield from self._turn_mistakes(text, heading, words)
            lines = range(heading.line, end)
            written = "\n".join(map(text.source.written, lines))
            if beside := [name for name in dict.fromkeys(FIGURE.findall(written)) if name in self.figures]:
                known = set[str]().union(*map(self._tiles_of, beside))
                yield from self._tile_mistakes(text, lines, beside, known)
                yield from self._prisoner_mistakes(text, lines, known, words)

    def _prisoner_mistakes(
        self, text: RulesText, lines: range, known: set[str], words: LoadedWords
    ) -> Iterator[Mistake]:
        """Yield the prisoners that are named and on none of the known tiles, or beside the id of another's tile."""
        cast = _people(words)
        on = {tile.id: {person.key for person in prisoners_of(tile)} for tile in self.deck.tiles if tile.id in known}
        seen = set[str]().union(*on.values())
        near = BESIDE if words.words.line_breaking == "words" else BESIDE // 2
        written = PLACEHOLDER.sub(self._ids, "\n".join(map(text.source.written, lines)))
        for found, name in _names_in(written, cast, words):
            begin, end = found.span()
            place = text.source.place(lines[written.count("\n", 0, begin)], found[0])
            before, behind = written[max(0, begin - near) : begin], written[end : end + near]
            beside = {*self._tile.findall(before)[-1:], *self._tile.findall(behind)[:1]} & on.keys()
            if cast[name] not in seen:
                remedy = f"; those who are: {', '.join(one for one in cast if cast[one] in seen)}"
                yield Mistake(place, f"{found[0]} is on no tile of the figure beside this text{remedy}")
            elif beside and not any(cast[name] in on[tile] for tile in beside):
                lives = " or ".join(tile for tile in sorted(on) if cast[name] in on[tile])
                yield Mistake(place, f"{found[0]} does not live on {min(beside)}, but on {lives}")

    def _ids(self, found: re.Match[str]) -> str:
        """Return the tiles that a placeholder names, and blanks for another one."""
        value = self.claims.get(found[0].strip("{} ").partition(":")[0], "")
        return value if self._tile.search(value) else " " * len(found[0])

    def _tile_mistakes(self, text: RulesText, lines: range, beside: list[str], known: set[str]) -> Iterator[Mistake]:
        """Yield tiles in a text that the figures beside it do not show."""
        for line in lines:
            for found in self._tile.finditer(text.source.written(line)):
                if found[0] not in known:
                    message = f"{found[0]} does not lie in the figure beside this text, {' or '.join(beside)}"
                    remedy = f"; tiles that do: {', '.join(sorted(known))}" if len(known) < 16 else ""
                    yield Mistake(text.source.place(line, column=found.start() + 1), message + remedy)

    def _tiles_of(self, figure_id: str) -> set[str]:
        """Return the tiles that a figure shows, and those that were played in the turns that led to it."""
        found: set[str] = set()
        following: str | None = figure_id
        while following is not None:
            figure = self.figures[following]
            for panel in figure.panels:
                found |= {placed.tile for placed in panel.tiles} | ({panel.discards} if panel.discards else set())
            following = figure.follows
        return found

    def _turn_mistakes(self, text: RulesText, heading: Heading, words: LoadedWords) -> Iterator[Mistake]:
        """Yield what a heading that takes the number of a turn says of it and is not so."""
        written = text.source.written(heading.line)
        named = TURN.search(written)
        ply = self._ply_of(named[1], named[2]) if named else None
        if ply is None:
            return
        tile = self.deck.tile(hand_of(ply))
        whose, where = tile.colour if tile else "", f"turn of figure {named[1]!r}" if named else ""
        colours = _colours_named(plain_text(heading.content), words)
        if colours and whose not in colours:
            word = next(iter(colours.values()))
            message = f"{word} is named, but it is {whose}'s turn in the {where}"
            yield Mistake(text.source.place(heading.line, word), message)
        did = next(verb for verb, kind in DO.items() if isinstance(ply, kind))
        for part in (PLACEHOLDER.sub("", written.partition("{#")[0]), heading.id):
            found = WORD.findall(part.lower())
            verbs = {word: verb for word in found for verb in DO if word.startswith(verb)}
            if verbs and did not in verbs.values():
                word = next(iter(verbs))
                message = f"{word!r} is told, but the {where} is a {did!r}"
                yield Mistake(text.source.place(heading.line, word), message)

    def _ply_of(self, figure_id: str, letter: str | None) -> Ply | None:
        """Return the last ply that led to a panel, or None where the figure does not tell one."""
        figure = self.figures.get(figure_id)
        mistakes = [
            number for number, panel in enumerate(figure.panels if figure else ()) if panel.claims and panel.claims.turn
        ]
        number = (
            ascii_lowercase.index(letter) if letter else max(mistakes, default=0)
        )  # as the number is that of the last
        if figure is None or number not in mistakes:
            return None
        panel = figure.panels[number]
        if marked(panel, "acted"):
            with suppress(PlayError):
                return action_of(panel, figure.panels[number - 1], panel.discards or "") if number else None
            return None
        new = marked(panel, "new")
        return Lay(new[-1].tile, *new[-1].at, new[-1].turns) if new else None


def _colours_named(heading: str, words: LoadedWords) -> dict[str, str]:
    """Return the colours that a heading names, by id, each with its word there."""
    ids = {name.casefold(): colour for colour, name in words.words.colours.items()}
    found = _words_in(heading, ids, words)
    return {ids[word.casefold()]: word for word in found if word.casefold() in ids}


def _names_in(written: str, names: Collection[str], words: LoadedWords) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the names in a text, in whatever case they stand, each with itself as it is in the words."""
    for name in names:
        stem = name if words.words.line_breaking != "words" else rf"(?<!\w){name[: max(LEAST_STEM, len(name) - 2)]}\w*"
        yield from ((found, name) for found in re.finditer(stem, written))


def _words_in(written: str, names: Collection[str], words: LoadedWords) -> list[str]:
    """Return the words of a text, each once; in a language without spaces those of the names that it contains."""
    if words.words.line_breaking != "words":
        return [name for name in names if name in written]
    return list(dict.fromkeys(WORD.findall(written)))
