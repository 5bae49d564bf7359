"""Catalogues as files: read with the eyes of a build, written byte for byte the same, and kept by other programs."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import polib
import pytest

from asterion_press.catalogue import bounds
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.po import Catalogue, read_catalogue, translation, updated, write_catalogue
from asterion_press.errors import InputError
from tests.support.refusals import refusal

LOCALES = Path(__file__).parents[2] / "templates" / "locales"
SHIPPED = sorted(LOCALES.glob("*/*.po"))
SCRIPTS = ("el", "fr", "ja", "ko", "pt-BR", "ru", "zh-Hant")
"""A language for each script; French has narrow spaces, too, and the tag of Brazil has two parts."""
SMALL = write_catalogue(
    "pt-BR",
    [
        updated(None, "a/heading", 'Two\nlines, "quoted" \\ so', "heading\nsection: A"),
        translation("a/item-1", "Take two.", "Toma um.", "Take one.", fuzzy=True),
        translation("a/item-2", "Knossos", "Knossos"),
    ],
    [translation("b/item-1", "Gone.", "Fora.", "Going.", fuzzy=True)],
    "by A. Translator",
)


def read(text: str | bytes, tmp_path: Path, tag: str = "pt-BR") -> Catalogue:
    path = tmp_path / "text.po"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_catalogue(ShelfFile(tag, path, "text.po"))


def refused(text: str | bytes, tmp_path: Path, tag: str = "pt-BR") -> list[str]:
    return refusal(read, text, tmp_path, tag)


def written(tag: str, found: Catalogue) -> str:
    messages = [updated(one, key, one.msgid, one.comment) for key, one in found.messages.items()]
    return write_catalogue(tag, messages, found.obsolete, found.header)


def output(found: Catalogue) -> list[tuple[object, ...]]:
    return sorted(
        (key, one.msgid, one.msgstr, one.fuzzy, one.previous_msgid if one.fuzzy else None)
        for key, one in found.messages.items()
    )


def test_every_shipped_catalogue_is_written_as_it_was_read_ten_times_over() -> None:
    assert SHIPPED
    for path in SHIPPED:
        text = path.read_text(encoding="utf-8")
        for _ in range(10):
            again = written(path.parent.name, read_catalogue(ShelfFile(path.parent.name, path, path.name)))
        assert again == text, path


def test_a_catalogue_is_written_as_it_was_read(tmp_path: Path) -> None:
    text = SMALL
    for _ in range(10):
        text = written("pt-BR", read(text, tmp_path))
    assert text == SMALL
    found = read(text, tmp_path)
    assert [(one.msgid, one.msgstr) for one in found.obsolete] == [("Going.", "Fora.")], "with what it was made from"
    assert found.header == "by A. Translator"
    assert not any(word in text for word in ("Date", "Version: a", "Generator"))


def test_a_character_of_a_translation_has_its_line_and_column(tmp_path: Path) -> None:
    wrapped = SMALL.replace('msgstr "Toma um."', 'msgstr ""\n"To\\"ma "\n"um."')
    found = read(wrapped, tmp_path)
    line = wrapped[: wrapped.index('"To\\"ma')].count("\n") + 1
    places = [(0, 0, 2), (2, 0, 4), (3, 0, 6), (6, 1, 2), (8, 1, 4), (99, 1, 4)]
    for offset, below, column in places:
        place = found.place("a/item-1", offset)
        assert (place.line, place.column) == (line + below, column), offset
    assert found.messages["a/item-1"].msgstr == 'To"ma um.'
    assert found.place("a/heading").column == len('msgstr "') + 1


def test_a_byte_order_mark_and_the_line_ends_of_windows_are_read(tmp_path: Path) -> None:
    plain = output(read(SMALL, tmp_path))
    assert output(read(b"\xef\xbb\xbf" + SMALL.encode(), tmp_path)) == plain
    assert output(read(SMALL.replace("\n", "\r\n"), tmp_path)) == plain
    assert "UTF-16" in refused(SMALL.encode("utf-16"), tmp_path)[0]
    assert "not UTF-8" in refused(SMALL.replace("Toma", "é").encode("latin-1"), tmp_path)[0]


def test_a_file_of_another_language_or_charset_is_refused_at_its_head(tmp_path: Path) -> None:
    (wrong,) = refused(SMALL, tmp_path, "ja")
    assert wrong == "text.po:4:1: a catalogue of the language 'pt_BR'; for this file write \"Language: ja\\n\""
    (none,) = refused(SMALL.replace('"Language: pt_BR\\n"\n', ""), tmp_path)
    assert "the head names no language" in none
    (charset,) = refused(SMALL.replace("charset=UTF-8", "charset=KOI8-R"), tmp_path)
    assert "'text/plain; charset=KOI8-R' in the head, not UTF-8" in charset


def test_what_a_passage_cannot_be_found_by_is_refused(tmp_path: Path) -> None:
    twice = refused(SMALL.replace("a/item-2", "a/item-1"), tmp_path)
    assert [line.partition(": ")[2] for line in twice] == ["'a/item-1' is there twice; delete one of them"]
    assert "without msgctxt" in refused(SMALL.replace('msgctxt "a/item-1"\n', ""), tmp_path)[0]
    plural = SMALL.replace('msgstr "Toma um."', 'msgid_plural "x"\nmsgstr[0] "a"\nmsgstr[1] "b"')
    assert "plural forms; write them into the translation" in refused(plural, tmp_path)[0]


def test_a_line_that_no_catalogue_has_is_told_with_its_remedy(tmp_path: Path) -> None:
    line = SMALL[: SMALL.index('msgstr "Toma')].count("\n") + 1
    for wrong, column, reported in (
        ('msgstr "Toma "um"."', 14, 'a quotation mark within a text; write \\" for it'),
        ('msgstr "Toma um.', 8, 'a text without its end; write " behind it'),
        ('msgstr Toma um."', 8, "no text in straight quotation marks"),
        ("msgstr ”Toma um.”", 8, "no text in straight quotation marks"),
        ('msgstrr "Toma um."', 1, "no PO file has this; did you mean 'msgstr'?"),
    ):
        (found,) = refused(SMALL.replace('msgstr "Toma um."', wrong), tmp_path)
        assert found.startswith(f"text.po:{line}:{column}: {reported}"), found


def test_forbidden_characters_are_told_with_their_places(tmp_path: Path) -> None:
    line = SMALL[: SMALL.index("Toma")].count("\n") + 1
    for character in "\u202e\u0007\u2028\ufeff":
        (wrong,) = refused(SMALL.replace("Toma", f"T{character}oma"), tmp_path)
        assert wrong.startswith(f"text.po:{line}:10: "), wrong


def test_a_file_that_was_cut_off_is_refused_wherever_that_was(tmp_path: Path) -> None:
    raw = SMALL.encode()
    whole = raw.index(b"\n\n", raw.index(b'"a/item-2"'))
    for end in range(len(raw)):
        if end < whole:
            assert refused(raw[:end], tmp_path), end
        elif end < len(raw) - 1:  # what is obsolete may end anywhere, where it is a message still
            with suppress(InputError):
                assert output(read(raw[:end], tmp_path)) == output(read(SMALL, tmp_path)), end


CUT_OFF = b'msgid ""\nmsgstr "Language: pt_BR\\n"\n\nmsgctxt "a"\nmsgid "' + b"x" * 9000
ONE_LINE = (b"", b"\n" * 9, b"\0", b"msgid", b'msgstr "a"\n', b'msgid "a" msgstr "b"\n', b"#~ " * 900, b"[" * 9000)


def test_what_is_no_catalogue_is_refused_at_a_place(tmp_path: Path) -> None:
    for hostile in (*ONE_LINE, CUT_OFF, b"%YAML\n---\n"):
        assert all(line.startswith("text.po:") for line in refused(hostile, tmp_path)), hostile


def test_a_catalogue_of_20_megabytes_is_not_read(tmp_path: Path) -> None:
    (wrong,) = refused(b"#\n" * 10_000_000, tmp_path)
    assert f"at most {bounds.PO_BYTES} are read" in wrong


@pytest.mark.parametrize("language", SCRIPTS)
def test_the_programs_of_gettext_keep_every_message(
    language: str, tmp_path: Path, needs_program: Callable[[str], str]
) -> None:
    for path in (LOCALES / language).glob("*.po"):
        file, template = tmp_path / path.name, tmp_path / "template.pot"
        file.write_bytes(path.read_bytes())
        before = read_catalogue(ShelfFile(language, file, file.name))
        for words in (
            ("msgfmt", "--check-format", "-o", "/dev/null", str(file)),
            ("msgattrib", "--empty", "--clear-fuzzy", str(file), "-o", str(template)),
            ("msgmerge", "--quiet", "--previous", "--update", "--backup=none", str(file), str(template)),
            ("msgcat", "--width=60", "--sort-output", str(file), "-o", str(file)),
        ):
            subprocess.run([needs_program(words[0]), *words[1:]], check=True, capture_output=True)
        after = read_catalogue(ShelfFile(language, file, file.name))
        assert output(after) == output(before), path
        in_order = [updated(after.messages[key], key, one.msgid, one.comment) for key, one in before.messages.items()]
        assert write_catalogue(language, in_order, (), after.header) == path.read_text("utf-8"), path


def test_a_program_for_translators_may_add_to_the_head_and_wrap_lines(tmp_path: Path) -> None:
    path = tmp_path / "text.po"
    path.write_text(SMALL, encoding="utf-8")
    po = polib.pofile(str(path), wrapwidth=20)
    po.metadata |= {"X-Generator": "Poedit 3.4", "PO-Revision-Date": "2026-01-01", "Plural-Forms": "nplurals=2;"}
    po.save()
    found = read_catalogue(ShelfFile("pt-BR", path, path.name))
    assert output(found) == output(read(SMALL, tmp_path))
    assert written("pt-BR", found) == SMALL
