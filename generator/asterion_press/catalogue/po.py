"""Translations as gettext catalogues: a message is a passage, found by its context alone, its key in the text.

::

    #. item of a list
    #. section: Setup
    #, fuzzy                                 translated from an earlier text, which #| keeps, or doubtful
    #| msgid "Take a piece."
    msgctxt "setup/item-2"
    msgid "Take two pieces."
    msgstr "Nimm einen Stein."

A build prints and names what is fuzzy. A message that is empty is not translated; one that says the same as its source,
and is not fuzzy, is so on purpose. What the text has no more is kept as obsolete.

Source of the format: GNU gettext manual, 3.1 "The Format of PO Files"; read and written by polib.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.library import WORDS
from asterion_press.catalogue.strict_yaml import Data, Document, decoded
from asterion_press.errors import InputError, Mistake, Place, suggestion

if TYPE_CHECKING:
    import polib

Message: TypeAlias = "polib.POEntry"
FUZZY = "fuzzy"
LINE = re.compile(
    r'\s*(#(?!~).*|#~\|.*|(#~\s*)?((msgctxt|msgid|msgid_plural|msgstr(\[\d+\])?)\s+)?"([^"\\]|\\.)*"\s*)?'
)
"""A whole line of a catalogue."""
CHARACTER = re.compile(r"\\.|[^\\]")
LINE_OF_ERROR = re.compile(r"line (\d+)")
COUNT = "X-Passages"
"""The entry in the head that counts the messages, so that a catalogue which was cut off is recognised."""
CUT = "it was cut off or is damaged; get the whole of it"
KEYWORDS = ("msgctxt", "msgid", "msgid_plural", "msgstr")
KEYWORD, END = re.compile(r"(?:#~ )?msg"), re.compile(r"(?:#~ )?msgstr")


class Catalogue(Struct, frozen=True, eq=False):
    """The catalogue of one text in one language.

    Attributes:
        name: of its file, in messages.
        lines: of the file.
        messages: by their contexts, in order; those of a catalogue are never changed.
        obsolete: messages whose passages the text has no more.
        header: the comment at its beginning.
    """

    name: str
    lines: tuple[str, ...]
    messages: dict[str, Message]
    obsolete: tuple[Message, ...] = ()
    header: str = ""

    def place(self, key: str, offset: int = 0) -> Place:
        """Return where a character of a translation stands, counted from 0; a message without one begins there."""
        begin = self.messages[key].linenum - 1
        while not self.lines[begin].startswith("msgstr"):
            begin += 1
        last = Place(self.name, begin + 1, self.lines[begin].find('"') + 2)
        for number, line in enumerate(self.lines[begin:], begin):
            if number > begin and not line.startswith('"'):
                break
            start = line.find('"') + 1
            for found in CHARACTER.finditer(line, start, line.rfind('"')):
                last = Place(self.name, number + 1, found.start() + 1)
                if not offset:
                    return last
                offset -= 1
        return last

    def words(self) -> Document:
        """Return the translated words as a document that knows their places."""
        data: dict[str, dict[str, Data]] = {WORDS: {}, "colours": {}}
        spots: dict[tuple[str | int, ...], tuple[int, int]] = {}
        for key, message in self.messages.items():
            part, _, word = key.partition("/")
            if message.msgstr and part in data:
                data[part][word] = message.msgstr
                place = self.place(key)
                spots[part, word] = place.line, place.column
        return Document(self.name, dict(data), "", spots, spots)


def read_catalogue(file: ShelfFile) -> Catalogue:
    """Return the catalogue in a file, whose id is the tag of its language.

    Raises:
        InputError: every mistake in its form.
    """
    return _parse(file.read(), file.name, file.id)


@lru_cache(maxsize=128)
def _parse(raw: bytes, name: str, tag: str) -> Catalogue:
    """Return the messages of a file of translations, by their contexts."""
    import polib  # which a game in its own language does without

    text = decoded(raw, name).replace("\r\n", "\n").replace("\r", "\n")
    lines = tuple(text.split("\n"))
    if cut := [number for number, line in enumerate(lines, 1) if not LINE.fullmatch(line)]:
        raise InputError(_damage(lines[number - 1], Place(name, number, 1)) for number in cut)
    try:
        po = polib.pofile(f"{text}\n", wrapwidth=0)  # with a line break it cannot be taken for a file's name
    except (OSError, ValueError, IndexError) as error:
        found = LINE_OF_ERROR.search(str(error))
        raise InputError.at(Place(name, int(found[1]) if found else 1, 1), f"not a PO file; {CUT}") from None
    live: dict[str, Message] = {}
    mistakes = [*_mistakes(po, name, tag, lines)]
    for one in po:
        place = Place(name, one.linenum, 1)
        if one.obsolete:
            continue
        if not one.msgctxt:
            message = "a message without msgctxt, by which its passage is known; get it back from the file as it was"
            mistakes.append(Mistake(place, message))
        elif live.setdefault(one.msgctxt, one) is not one:
            mistakes.append(Mistake(place, f"{one.msgctxt!r} is there twice; delete one of them"))
        elif one.msgid_plural or one.msgstr_plural:
            message = "plural forms; write them into the translation, as in {{deck.tiles: one tile; other tiles}}"
            mistakes.append(Mistake(place, message))
    if mistakes:
        raise InputError(mistakes)
    return Catalogue(name, lines, live, tuple(one for one in po if one.msgctxt and one.obsolete), po.header)


def _damage(line: str, place: Place) -> Mistake:
    """Return what is wrong with a line that no catalogue has."""
    word = re.match(r"\s*(?:#~ )?([^\s\"\[]*)(?:\[\d+\])?\s*", line)
    begin, found = (word.end(), word[1]) if word else (0, "")
    if found and found not in KEYWORDS:
        return Mistake(place, f"no PO file has this; {suggestion(found, KEYWORDS)}, or a comment that begins with #")
    if not line.startswith('"', begin):
        message = 'no text in straight quotation marks; write it as "…"'
    elif (end := re.compile(r'"(?:[^"\\]|\\.)*"').match(line, begin)) is not None:
        begin, message = end.end() - 1, 'a quotation mark within a text; write \\" for it, or the marks of the language'
    else:
        message = 'a text without its end; write " behind it; if the file was cut off, get the whole of it'
    return Mistake(Place(place.file, place.line, begin + 1), message)


def _mistakes(po: polib.POFile, name: str, tag: str, lines: tuple[str, ...]) -> Iterator[Mistake]:
    """Yield what is wrong with the head of a catalogue, and with its end."""
    head, end = po.metadata, Place(name, len(lines), 1)
    place = Place(name, next((number for number, line in enumerate(lines, 1) if line.startswith('"Language:')), 1), 1)
    if (spoken := head.get("Language", "")).replace("_", "-").lower() != tag.lower():
        there = f"a catalogue of the language {spoken!r}" if spoken else "the head names no language"
        yield Mistake(place, f'{there}; for this file write "Language: {tag.replace("-", "_")}\\n"')
    if "utf-8" not in head.get("Content-Type", "charset=utf-8").lower():
        yield Mistake(place, f"{head['Content-Type']!r} in the head, not UTF-8; save the file as UTF-8")
    wanted = head.get(COUNT, "1")
    if wanted.isdecimal() and len(po) < int(wanted[:9]):  # no catalogue has more, and Python reads no endless number
        yield Mistake(end, f"the file ends with {len(po)} of its {wanted} passages; {CUT}")
    elif not END.match(next((line for line in reversed(lines) if KEYWORD.match(line)), "msgstr")):
        yield Mistake(end, f"the file ends in a message without msgstr; {CUT}")


def translation(key: str, source: str, text: str = "", earlier: str | None = None, *, fuzzy: bool = False) -> Message:
    """Return a message: the key and the text of a passage, its translation, and the text which that was made from."""
    import polib

    flags = [FUZZY] if fuzzy and text else []
    return polib.POEntry(msgctxt=key, msgid=source, msgstr=text, previous_msgid=earlier if flags else None, flags=flags)


def updated(message: Message | None, key: str, source: str, comment: str) -> Message:
    """Return the message of a passage as its text stands now: fuzzy, with the text of before, if that has changed."""
    if message is None:
        new = translation(key, source)
    else:
        earlier = message.previous_msgid if message.fuzzy else None
        earlier = earlier or (message.msgid if message.msgid != source else None)
        is_as_it_was = earlier == source
        is_fuzzy = not is_as_it_was and (message.fuzzy or earlier is not None)
        new = translation(key, source, message.msgstr, None if is_as_it_was else earlier, fuzzy=is_fuzzy)
        new.flags += [flag for flag in message.flags if flag != FUZZY]
        new.tcomment = message.tcomment
    new.comment = comment
    return new


def write_catalogue(tag: str, messages: Iterable[Message], obsolete: Iterable[Message] = (), header: str = "") -> str:
    """Return the text of a catalogue; its head has neither a date nor a version.

    Obsolete messages are written with the text that they were made from, as programs do not keep `#|` there.
    """
    import polib

    file = polib.POFile(wrapwidth=0)
    file.extend(messages)
    file.header = header
    file.metadata = {
        "Language": tag.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        COUNT: str(len(file)),
    }
    for one in obsolete:
        flags = [] if one.previous_msgid else one.flags
        source = one.previous_msgid or one.msgid
        kept = polib.POEntry(msgctxt=one.msgctxt, msgid=source, msgstr=one.msgstr, flags=flags, tcomment=one.tcomment)
        kept.obsolete = True
        file.append(kept)
    return f"{file}".removeprefix("#\n").rstrip("\n") + "\n"
