"""Inline content as items that can be broken into lines, in the manner of the language.

Every character is looked up in the fonts before anything is drawn; one that no font has is a mistake. Words are shaped
whole and cut afterwards, so that hyphenation does not disturb kerning.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from math import fsum

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.words import AS_IN_ENGLISH, Typography
from asterion_press.errors import Mistake, Place, TypesettingError
from asterion_press.geometry import mm_from_pt
from asterion_press.pdf.cjk_breaks import DASHES, LATIN_GAP, Kinsoku, is_wide
from asterion_press.pdf.fonts import Font, Style, Typeface
from asterion_press.rulebook.text.document import Content, LineBreak, NoteMark, Source, StyledText, Symbol, TextSpot
from asterion_press.rulebook.text.typography import NARROW, NARROW_EM, NO_BREAK, apply_spacing
from asterion_press.rulebook.typeset.hyphens import Dictionary
from asterion_press.rulebook.typeset.line_breaks import (
    ENDING,
    MARK_TARGET,
    NEVER,
    NOTE_TARGET,
    Box,
    Glue,
    Glyphs,
    Item,
    Line,
    Penalty,
    Picture,
    Unbroken,
)
from asterion_press.rulebook.typeset.styles import ACCENT, TextStyle, scaled

HYPHEN_COST, RAGGED_HYPHEN_COST = 60.0, 300.0
"""Costs of a broken word where lines are justified, and where they are ragged and may as well be short."""
BREAK_AFTER = re.compile(r"(?<=[\w)][-–—/])(?=[^\W\d])|(?<=[^\W\d][-–—/])(?=\d)|(?<=\)[-–—/])(?=\d)")
BREAK_AFTER_DASH = re.compile(r"(?<=[\w)][–—/])(?=[^\W\d])|(?<=[^\W\d][–—/])(?=\d)|(?<=\)[–—/])(?=\d)")
"""Breaks after a dash or a stroke: within a word, but not between two figures, as in 1/3 or 2–4."""
SPACES = frozenset({" ", NO_BREAK, NARROW})
SPACE = re.compile(f"([{''.join(sorted(SPACES))}])")
LETTERS = re.compile(r"[^\W\d_]{5,}")
HYPHENS = frozenset("-\u2010\u2011")
LATIN = "[A-Za-z\u00c0-\u024f\u0300-\u036f\u0370-\u052f\u1e00-\u1fff]+"
NAME = re.compile(f"({LATIN}(?:[ \u00a0.,&'’-]+{LATIN})*)")
"""Words of Latin, Greek or Cyrillic letters, one after the other, as names in Japanese text have them."""
NOTE_SIZE, NOTE_RISE = 0.62, 0.34
"""Size and rise of a footnote's mark, in em."""
RAISED, MARK_RISE = re.compile("([†‡]+)"), 0.22
"""Marks of rulings, which stand low among characters that fill their square, and how far they are raised, in em."""
SYMBOL_HEIGHT, SYMBOL_DROP = 1.34, 0.3
"""Height of a symbol in the line, and its depth below the baseline, in em."""
HANGING: dict[str, float] = {"-": 0.6, ",": 0.6, ".": 0.6}
"""The part of a mark at the end of a line that hangs into the margin, so that the margin looks straight."""
CJK_STRETCH = 0.08
GAP_SHRINK = 0.25
SECTION_MARK = re.compile(r"^#{1,6} (?:.*\{#([^{}]+)\}|(.*[^\s#])?)[\s#]*$")
"""The line of a heading, with its id, or with its words if it gives none."""
ROUNDED_MM = 0.05
"""Length by which words may be too long: widths are sums of rounded ones."""
SHORT_END = 3.2
"""A last line shorter than this, in em, is avoided."""


class Typesetter(Struct):
    """A typesetter of content in one language.

    Attributes:
        source: the rules text, for places in messages.
        faces: the typefaces for text and headings, and for foreign names where letters are not those of Latin.
        aspect: returns the width of a symbol as a part of its height.
        hyphens: finds the breaks of words; or None.
        kinsoku: the rules of lines that break between any two characters, or None if they break between words.
        typography: of the language.
        language: its name, for messages; empty if it has none.
        mistakes: in what cannot be printed.
        values: of the placeholders that the text uses, to find the origin of a character.
        places: of the values of some placeholders in the catalogue; a mistake in such a value is reported there.
    """

    source: Source
    faces: Mapping[str, Typeface]
    aspect: Callable[[str], float]
    hyphens: Dictionary | None = None
    kinsoku: Kinsoku | None = None
    typography: Typography = AS_IN_ENGLISH
    language: str = ""
    mistakes: list[Mistake] = []
    values: Mapping[str, str] = {}
    places: Mapping[str, Place] = {}
    _reported: set[tuple[str, str]] = set()
    _set: dict[tuple[TextStyle, str], dict[str, tuple[Item, ...]]] = {}

    @property
    def cjk(self) -> bool:
        """Return whether lines break between any two characters."""
        return self.kinsoku is not None

    def report(self, line: int, message: str, what: str = "", column: int = 1) -> None:
        """Note a mistake in a line of the text, at `what` if that stands there from a column on."""
        self.mistakes.append(Mistake(self.source.place(line, what, column), message))

    def refuse(self) -> None:
        """Raise the mistakes so far, if there are any."""
        if self.mistakes:
            raise TypesettingError(self.mistakes)

    def font(self, style: TextStyle) -> Font:
        """Return the main font of a style."""
        return self.faces[style.face].font(_style_name(style))

    def lines(self, content: Content, style: TextStyle, measure: float) -> list[Line]:
        """Return content as lines; one that is longer than the measure is reported."""
        return self.broken(Unbroken(self.items(content, style)), content, style, measure)

    def broken(self, paragraph: Unbroken, content: Content, style: TextStyle, measure: float) -> list[Line]:
        """Return a paragraph of that content as lines; one that is longer than the measure is reported."""
        lines = paragraph.lines(measure, style.align, SHORT_END * style.size)
        for line in lines:
            if line.overfull > 0.5:
                text = "".join(piece.text for _, piece in line.pieces if isinstance(piece, Glyphs)).rstrip()
                what = max(text.split(), key=len, default="")
                words = [part for part in content if isinstance(part, StyledText)]
                found = next((part for part in words if what in part.text), words[0] if words else None)
                spot, what = (found.spot, what) if found else (TextSpot(0, 1), "")
                message = f"{text!r} is {mm_from_pt(line.overfull):.1f} mm too long for its line"
                longest = {name: max(value.split(), key=len, default="") for name, value in self.values.items()}
                named = (name for name, word in longest.items() if name in self.places and word and word in text)
                if place := next((self.places[name] for name in named), None):
                    self.mistakes.append(Mistake(place, f"{message} of the rules{self.passage(spot.line)}"))
                    continue
                self.report(spot.line, message + self.passage(spot.line), what, spot.column)
        return lines

    def passage(self, line: int) -> str:
        """Return the language, and the section of a line of the text, as messages end with them."""
        marks = (SECTION_MARK.match(written) for written in reversed(self.source.lines[:line]))
        section = next((f", section {(found[1] or found[2] or '').strip()!r}" for found in marks if found), "")
        return f" ({self.language}{section})" if self.language else ""

    def plain(self, text: str, style: TextStyle, line: int = 0) -> Line:
        """Return text on one line of any length."""
        return self.lines((StyledText(text, line),), replace(style, align="left", indent=0), 1e5)[0]

    def fitted(self, text: str, style: TextStyle, room: float, place: str, line: int, least: float = 1.0) -> Line:
        """Return text on one line, smaller if it is long; one that is too long even so is reported.

        Args:
            text: to set.
            style: of the largest size.
            room: width, in pt.
            place: what the text is too long for, as messages say.
            line: of the text.
            least: the smallest size, as a part of the largest.
        """
        found = self.plain(text, style, line)
        if found.width > room and least < 1:  # widths grow with the size
            found = self.plain(text, scaled(style, max(least, room / found.width)), line)
        if (beyond := mm_from_pt(found.width - room)) > ROUNDED_MM:
            self.report(line, f"{text!r} is {beyond:.1f} mm too long for {place}; shorten it{self.passage(line)}")
        return found

    def items(self, content: Content, style: TextStyle) -> list[Item]:
        """Return content as items of a paragraph."""
        items: list[Item] = [Box(style.indent, None)] if style.indent else []
        whole = apply_spacing(content, self.typography, cjk=self.cjk)
        for broken, parts in groupby(whole, lambda part: isinstance(part, LineBreak)):
            if broken:
                items.extend(ENDING)
            else:
                items.extend(self._line_items(tuple(parts), style))
        return [*items, *ENDING]

    def glyphs(
        self, text: str, style: TextStyle, spot: TextSpot, link: str = "", rise: float = 0.0
    ) -> Iterator[Glyphs]:
        """Yield text as pieces of one font each; `spot` is its place in the file."""
        typeface, name = self.faces[style.face], _style_name(style)
        for font, part in typeface.runs(text, name):
            if font is None:
                self._missing(part, typeface.font(name), spot)
                continue
            scale, tracking = style.size / 1000, style.tracking * style.size
            for piece in RAISED.split(part) if self.cjk else (part,):
                if piece:
                    advances = tuple(advance * scale + tracking for advance in font.advances(piece))
                    above = MARK_RISE * style.size if self.cjk and RAISED.fullmatch(piece) else 0.0
                    yield Glyphs(piece, font, style.size, style.ink, advances, rise + above, link)

    def check(self, text: str, report: Callable[[str], None], values: Mapping[str, str]) -> None:
        """Report each character that upright or italic text cannot show; `values` are its placeholders'."""
        typeface = self.faces["text"]
        styles: tuple[Style, ...] = ("regular", "italic")
        for character in dict.fromkeys(text):
            lacking = [style for style in styles if typeface.font_for(character, style) is None]
            if lacking:
                self._report_missing_glyph(
                    typeface.font(lacking[0]), character, values, lambda message, _: report(message)
                )

    def _missing(self, text: str, font: Font, spot: TextSpot) -> None:
        def report(message: str, what: str) -> None:
            self.report(spot.line, message, what, spot.column)

        for character in text:
            if (font.name, character) not in self._reported:
                self._reported.add((font.name, character))
                self._report_missing_glyph(font, character, self.values, report)

    def _report_missing_glyph(
        self, font: Font, character: str, values: Mapping[str, str], report: Callable[[str, str], None]
    ) -> None:
        """Report that a font lacks a character: in the catalogue, if the value of a placeholder brought it.

        Elsewhere by `report`, with the message and what stands there: the placeholder, or the character itself.
        """
        origin = next((name for name, value in values.items() if character in value), "")
        name = unicodedata.name(character, "a character without a name").lower()
        shown = f"'{character}'" if character.isprintable() else "a character that cannot be seen"
        message = f"font {font.name} has no glyph for {shown} (U+{ord(character):04X}, {name})"
        placeholder = f"{{{{{origin}}}}}" if origin else ""
        message += f" (from {placeholder})" if origin else ""
        if place := self.places.get(origin):
            self.mistakes.append(Mistake(place, message))
        else:
            report(message, placeholder or character)

    def _mark(self, mark: NoteMark, style: TextStyle) -> Iterator[Item]:
        small = replace(style, size=style.size * NOTE_SIZE, ink=ACCENT, face="text", italic=False, tracking=0)
        for glyphs in self.glyphs(str(mark.number), small, mark.spot, note_target(mark.number), style.size * NOTE_RISE):
            yield Box(0.06 * style.size, None)
            yield Box(fsum(glyphs.advances), glyphs, note=mark.name)

    def picture(self, symbol: Symbol, size: float) -> Picture:
        """Return a symbol in the height for text of that size."""
        height = SYMBOL_HEIGHT * size
        return Picture(symbol.name, symbol.spoken, height * self.aspect(symbol.name), height, SYMBOL_DROP * size)

    def _looks(self, style: TextStyle, part: StyledText) -> Iterator[tuple[TextStyle, str]]:
        """Yield the tokens of words, each with its look; a foreign name has one look from its first letter to its last.

        Where text is written in other letters than those of Latin, a name with a letter that the text's own font lacks
        is set in the face of names as a whole.
        """
        look = style
        if part.bold or part.italic:  # emphasis within italics is upright
            look = replace(style, bold=style.bold or part.bold, italic=style.italic != part.italic)
        font = self.font(look)
        if "names" not in self.faces or font.covers_all(part.text):
            stretches = [(look, part.text)]
        else:
            named = replace(look, face="names")
            cut = enumerate(NAME.split(part.text))
            stretches = [(named if odd % 2 and not font.covers_all(text) else look, text) for odd, text in cut]
        split = _cjk_tokens if self.cjk else SPACE.split
        for found, stretch in stretches:
            yield from ((found, token) for token in split(stretch) if token)

    def _line_items(self, content: Content, style: TextStyle) -> Iterator[Item]:
        """Yield the items of content without breaks of lines."""
        rules, before = self.kinsoku, ""
        for part in content:
            if isinstance(part, NoteMark):
                yield from self._mark(part, style)
                before = before if rules else ""
            elif isinstance(part, Symbol):
                picture = self.picture(part, style.size)
                yield from self._joint(before, "図", style)
                yield Box(picture.width, picture)
                before = "図"
            elif isinstance(part, StyledText):
                for look, text in self._looks(style, part):
                    yield from self._joint(before, text[0], look)
                    yield from self._set_word(text, look, part)
                    if rules or text not in SPACES:
                        before = "" if text == " " else text[-1]

    def _set_word(self, text: str, look: TextStyle, part: StyledText) -> tuple[Item, ...]:
        known = self._set.setdefault((look, part.link), {})  # most words come again
        if text not in known:
            known[text] = tuple(self._cjk_box(text, look, part) if self.cjk else self._word_or_space(text, look, part))
        return known[text]

    def _word_or_space(self, text: str, style: TextStyle, part: StyledText) -> Iterator[Item]:
        if text == NARROW:
            width = (NARROW_EM + style.tracking) * style.size
            yield Box(width, Glyphs(NARROW, self.font(style), style.size, style.ink, (width,), link=_target(part)))
        elif text not in SPACES:
            yield from self._word(text, style, part)
        else:
            if text == NO_BREAK:
                yield Penalty(0, NEVER)
            yield self._space(style, _target(part))

    def _space(self, style: TextStyle, link: str) -> Glue:
        width = self.font(style).width(" ") * style.size / 1000
        piece = Glyphs(" ", self.font(style), style.size, style.ink, (width,), link=link)
        return Glue(width + style.tracking * style.size, width * 0.55, width * 0.28, piece)

    def _word(self, word: str, style: TextStyle, part: StyledText) -> Iterator[Item]:
        marks = BREAK_AFTER if self.typography.hyphen_breaks else BREAK_AFTER_DASH
        breaks = {found.start(): False for found in marks.finditer(word)}  # and whether a hyphen is printed there
        least, cost = (2, HYPHEN_COST) if style.align == "justify" else (3, RAGGED_HYPHEN_COST)
        if style.hyphens and self.hyphens is not None:
            for letters in LETTERS.finditer(word):
                if HYPHENS & {word[letters.start() - 1 : letters.start()], word[letters.end() : letters.end() + 1]}:
                    continue  # a compound breaks at the hyphen that is written, or not at all
                found, allowed = self.hyphens.positions(letters[0]), range(least, len(letters[0]) - 2)
                breaks |= {letters.start() + place: True for place in found if place in allowed}
            breaks = dict(sorted(breaks.items()))
        for glyphs in self.glyphs(word, style, part.spot, _target(part)):
            start = 0
            for place, hyphenated in [*breaks.items(), (len(glyphs.text), False)]:
                if len(glyphs.text) != len(word) and place != len(glyphs.text):
                    continue
                advances = glyphs.advances[start:place]
                yield Box(fsum(advances), replace(glyphs, text=glyphs.text[start:place], advances=advances))
                if place < len(glyphs.text) and hyphenated:
                    width = glyphs.font.width("-") * glyphs.size / 1000
                    hang = HANGING["-"] if style.align == "justify" else 0
                    hyphen = replace(glyphs, text="-", advances=(width,))
                    yield Penalty(width * (1 - hang), cost, True, hyphen)
                elif place < len(glyphs.text):
                    yield Penalty(0, cost, flagged=True)
                start = place

    def _joint(self, before: str, after: str, style: TextStyle) -> Iterator[Item]:
        """Yield the items between two characters."""
        rules, size = self.kinsoku, style.size
        if rules is None:
            if after == " " and (hang := HANGING.get(before, 0)) and style.hanging and style.align == "justify":
                # after the break behind a mark that hangs into the margin, the space is no break itself
                yield Penalty(-hang * self.font(style).width(before) * size / 1000, 0)
            return
        if not before or after == " ":
            return
        between = rules.space_between(before, after)
        space = max(0.0, between - style.tracking) * size
        # beside a word of Latin it stays as it is: a wider one would be copied as a space
        stretch = CJK_STRETCH * size if style.align == "justify" and between != LATIN_GAP else 0
        if not rules.may_part(before, after) or not (is_wide(before) or is_wide(after)):
            yield Penalty(0, NEVER)
        else:
            yield Penalty(0, 0)
        yield Glue(space, stretch, GAP_SHRINK * space)

    def _cjk_box(self, text: str, style: TextStyle, part: StyledText) -> Iterator[Item]:
        rules, size = self.kinsoku, style.size
        if text == " ":
            yield Glue(0.25 * size, 0.12 * size, 0.1 * size, self._space(style, "").piece)
            return
        for glyphs in self.glyphs(text, style, part.spot, _target(part)):
            if rules and len(text) == 1 and is_wide(text) and text not in DASHES:
                width = rules.ink_width(text) * size + style.tracking * size
                yield Box(width, glyphs, rules.ink_shift(text) * size)
            else:
                yield Box(fsum(glyphs.advances), glyphs)


def note_target(number: int) -> str:
    """Return the name of a footnote's destination."""
    return f"{NOTE_TARGET}{number}"


def mark_target(number: int) -> str:
    """Return the name of the destination of a footnote's mark."""
    return f"{MARK_TARGET}{number}"


def heading_target(heading_id: str) -> str:
    """Return the name of a heading's destination."""
    return f"section-{heading_id}"


def _target(words: StyledText) -> str:
    """Return the destination that words lead to, or nothing."""
    return heading_target(words.link) if words.link else ""


def _style_name(style: TextStyle) -> Style:
    if style.bold:
        return "bold-italic" if style.italic else "bold"
    return "italic" if style.italic else "regular"


def _cjk_tokens(text: str) -> Iterator[str]:
    """Yield wide characters one by one, everything else in words."""
    for wide, characters in groupby(text, is_wide):
        if wide:
            yield from characters
        else:
            yield from (token for token in re.split("( )", "".join(characters)) if token)
