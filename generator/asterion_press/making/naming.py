"""Names of pieces in a language, for people who do not see them: in pictures, on virtual tables.

A name is a list of words, separated by points as in the titles of sheets, that identifies a piece. It needs no
grammar: ``Gelb · Y07 · Gefangener · Münze``, ``Teile des Spielplans · A``, ``Rückseite · Gelb``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import sound_papers
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.words import LoadedWords, around_number, words_of
from asterion_press.drawing.display_list import Drawing
from asterion_press.games.game import Game
from asterion_press.layout.sheets import Face, Lot, Page, Piece
from asterion_press.pdf.fonts import font_file

BETWEEN = " · "
DETAIL = ": "
"""Parts a drawing's title from what is on the piece, which is written in signs of no language."""


class Names(Struct, frozen=True):
    """Names in a language; a piece without one keeps the name that it has.

    Attributes:
        pieces: by component, fronts and backs.
        groups: by label or kind: colours, and what lies on a sheet.
    """

    pieces: Mapping[str, str] = {}
    groups: Mapping[str, str] = {}

    def titled(self, drawing: Drawing) -> Drawing:
        """Return a drawing that is titled with its name."""
        name = self.pieces.get(drawing.id)
        if name is None:
            return drawing
        _, parted, detail = drawing.title.partition(DETAIL)
        return replace(drawing, title=name + parted + detail if parted else name)


NO_NAMES = Names()


def names_in(game: Game, language: str) -> Names:
    """Return the names of all pieces of a game, as they lie on any paper.

    Args:
        game: whose pieces.
        language: a tag; empty for none.

    Raises:
        InputError: mistakes in the words of the language.
    """
    if not language:
        return NO_NAMES
    words = words_of(language)
    lots = [lot for paper in sound_papers().values() for lot in game.lots(paper)]
    pieces: dict[str, str] = {}
    groups: dict[str, str] = {}
    for lot in lots:
        for name in (lot.kind, *(piece.label for piece in lot.pieces)):
            groups |= {name: _large(word)} if (word := _word(name, words)) else {}
        pieces |= dict(_fronts(lot, groups, words, game))
        pieces |= {back: name for back, name in _backs(lot, groups, words) if back not in pieces}
    return Names(pieces, groups)


def _word(name: str, words: LoadedWords) -> str:
    """Return the name of a colour, of a piece, or of a kind of pieces."""
    return words.words.colours.get(name) or words.word(name) or words.word(key_of_kind(name))


def _large(word: str) -> str:
    return word[:1].upper() + word[1:]


def _fronts(lot: Lot, groups: Mapping[str, str], words: LoadedWords, game: Game) -> Iterator[tuple[str, str]]:
    """Yield the ids of fronts with their names in a language."""
    named = [(piece, _group(piece, lot, groups), _own(piece, words)) for piece in lot.pieces]
    alike, named_so = Counter(group for _, group, _ in named), Counter((group, own) for _, group, own in named)
    for piece, group, own in named:
        if alike[group] == 1:
            parts = [_large(words.word(piece.id)) or groups.get(group, "")]
        else:
            parts = [groups.get(group, ""), own if named_so[group, own] == 1 else piece.id]
        shown = ((words.word(key), count) for key, count in game.shows(piece.id).items())
        parts += [_counted(word, count) for word, count in shown if word]
        yield piece.id, BETWEEN.join(filter(None, parts)) or piece.id


def _counted(word: str, count: int) -> str:
    return word if count == 1 else f"{word} × {count}"


def _backs(lot: Lot, groups: Mapping[str, str], words: LoadedWords) -> Iterator[tuple[str, str]]:
    for back in dict.fromkeys(piece.back for piece in lot.pieces if piece.back):
        shared = {_group(piece, lot, groups) for piece in lot.pieces if piece.back == back}
        group = shared.pop() if len(shared) == 1 else lot.kind
        yield back, BETWEEN.join(filter(None, (_large(words.word("back")), groups.get(group, ""))))


def _group(piece: Piece, lot: Lot, groups: Mapping[str, str]) -> str:
    """Return the name of the group of a piece: its colour, or else its kind."""
    return piece.label if piece.label in groups else lot.kind


def _own(piece: Piece, words: LoadedWords) -> str:
    """Return the name of a piece within its group: its word, or else ``Y07``, or of ``board-a`` the A."""
    word = words.word(piece.id.removeprefix(f"{piece.label}-"))
    return _large(word) or piece.id.rpartition("-")[2].upper()


SIDES = {Face.FRONT: ("front",), Face.BACK: ("back",), Face.FOLDED: ("front", "back")}
"""Keys of the words for what is seen on a page."""


MOST_NAMES = 8
"""Names in a title at most; the kind of the pieces stands for more of them. Own choice."""


def titled(pages: Iterable[Page], language: str) -> tuple[Page, ...]:
    """Return the pages with titles in a language: which sheet, which side, what is on it.

    Raises:
        InputError: mistakes in the words of the language.
    """
    words = words_of(language)
    face = title_face(words).id
    return tuple(replace(page, title=_title(page, words), title_face=face) for page in pages)


def title_face(words: LoadedWords) -> ShelfFile:
    """Return the font of a language's titles."""
    path = font_file(library.fonts_folder(), words.words.fonts.text)
    return ShelfFile(path.stem, path, path.name)


def _title(page: Page, words: LoadedWords) -> str:
    """Return the name of a page in a language."""
    sheet = str(page.sheet).join(around_number(words.word("sheet")))
    side = ", ".join(filter(None, (sheet, *map(words.word, SIDES[page.face]))))
    names = [_word(label, words) for label in page.colours]
    listed = ", ".join(filter(None, names)) if len(names) <= MOST_NAMES else ""
    what = listed or words.word(key_of_kind(page.kind))
    return "  ·  ".join(filter(None, (side, what, page.also and words.word(key_of_kind(page.also)))))


def key_of_kind(kind: str) -> str:
    """Return the key of the word for what lies on a sheet: ``layout_cards`` for layout cards."""
    return re.sub(r"[^a-z0-9]+", "_", kind.lower().replace("'", ""))
