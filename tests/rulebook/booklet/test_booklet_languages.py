"""Languages: each is set as its own custom wants it, in fonts that have all of its letters."""

from __future__ import annotations

import re
from itertools import pairwise, product
from pathlib import Path

import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.words import LoadedWords, Typography, words_of
from asterion_press.pdf.cjk_breaks import CHINESE, NO_END, NO_START, TRADITIONAL
from asterion_press.pdf.fonts import load_font
from asterion_press.rulebook.text.document import Inline, Known, NoteMark, Source, StyledText
from asterion_press.rulebook.text.strings import localise_known, localise_number, localise_numbers
from asterion_press.rulebook.text.typography import NARROW, NO_BREAK, apply_spacing, quote_mistakes
from asterion_press.rulebook.typeset.booklet import new_typesetter
from asterion_press.rulebook.typeset.line_breaks import Glyphs
from asterion_press.rulebook.typeset.shaper import Typesetter
from asterion_press.rulebook.typeset.styles import TextStyle, korean_styles
from tests.support.refusals import refusal
from tests.support.texts import Printed, Reader, SetterOf, text_in, text_of_line, texts_in

LOCALES = Path(__file__).parents[3] / "templates" / "locales"
FONTS = library.fonts_folder()
PLAIN = TextStyle(10, 13)
TEXTS = {
    "ca": "La col·lecció de lloses d’en Jordi és il·limitada: «què?», guanyaràs, açò, pingüí, naïf i mà.",
    "de": "Zwölf große Plättchen überqueren die Brücke; „Straße“, ‚Öl‘, Ägäis, Übermut – ẞ.",
    "el": "Ο Μινώταυρος, ο «αστέριος», ζούσε σε λαβύρινθο· ποιος θα τον βρει; Ύψος, ΐ, ΰ, Ϊδια, ώρα, έξοδος.",
    "en": "The labyrinth’s “starry one” waits – at 50 × 50 mm, ‘patiently’, for −1 point.",
    "es": "¿Quién colocó la loseta? ¡Él! El pingüino de la cigüeña «soñó» con “años”.",
    "fr": "Où êtes-vous ? « Là ! » répondit l’œil ; ça : façade, où, naïf, Ç, À, É, Œuvre, île, ambiguë, haÿ.",
    "hu": "Árvíztűrő tükörfúrógép – „ő is »fűre« lép”, Ő, Ű, öt húzás, +1 pont; 4-es lapka.",
    "it": "Perché è così? Giocò, più, città: «l’uscita» – “là”, È, Ù, né.",
    "ja": "「迷宮」の王ミノスは、角のある者を『アステリオン』と呼んだ。２〜４人用、50枚！",
    "ko": "미노타우로스는 “별빛”을 뜻하는 이름입니다. 타일을 뽑아 빈칸에 놓고, 왜 굶주렸을까? 쫓겨난 뒷면, 값싼 훑기.",
    "nl": "Eén voor één, vóór zijn zee: “’s avonds”, ‘geïnd’, coëfficiënt, naïef, IJsland – òf Óf.",
    "pl": "Zażółć gęślą jaźń; „Ścieżka” — «Łoś», Żubr, Ćma, Ńandu, Ó, ź.",
    "pt": "Não há saída: «o Minotauro» avança à frente, põe “três” peças, çã, ê, ô, à, ü, Á, Õ.",
    "pt-BR": "Não há saída: “o Minotauro” avança à frente, compre ‘três’ peças, çã, ê, ô, à, Á, Õ – já!",
    "ru": "Съешь ещё этих мягких французских булок, да выпей же чаю — «Минотавр», „ход“, Ёж, Й, Ъ, № 5.",
    "uk": "Жебракують філософи при ґанку церкви в Гадячі, ще й шатро їхнє п’яне знаємо: «хід», „плитка“ — № 5.",
    "zh-Hans": "弥诺陶洛斯在迷宫里等着忒修斯，“没有人能走出来！”《阿斯特里翁》——2–4人……是吗？第50枚：囚徒；（金币）。",
    "zh-Hant": "米諾陶洛斯在迷宮裡等著，「沒有人能走出去！」《阿斯特里昂》——2～4人……是嗎？第50枚：囚犯；（金幣）。",
}
"""Texts with the odd letters and marks of a language."""
HEADINGS = re.compile(r"^#+ ([^\n{]*[^\n {])", re.MULTILINE)


def loaded(tag: str) -> LoadedWords:
    return words_of(tag)


def own_text(tag: str) -> str:
    return text_in(tag, "asterion")


def sample_of(tag: str) -> str:
    """Return a text in a language: the odd one of above, or else its own words."""
    return TEXTS.get(tag) or " ".join(loaded(tag).words.words.values())


@pytest.fixture(scope="module")
def setter_of() -> SetterOf:
    return lambda tag: new_typesetter(Source("rules.md"), loaded(tag), lambda _: 1.0, FONTS)


def lines_in(setter: Typesetter, text: str, measure: float) -> list[str]:
    return list(map(text_of_line, setter.lines((StyledText(text, 1),), PLAIN, measure)))


def spaced_text(text: str, typography: Typography) -> str:
    parts = apply_spacing((StyledText(text, 1),), typography, cjk=False)
    return "".join(part.text for part in parts if isinstance(part, StyledText))


def test_fonts_have_every_letter_of_their_language(setter_of: SetterOf) -> None:
    wrong = []
    for tag in library.all_languages():
        setter, words = setter_of(tag), loaded(tag).words
        for face, bold, italic in product(("text", "heading"), (False, True), (False, True)):
            style = TextStyle(10, 13, face=face, bold=bold, italic=italic)  # type: ignore[arg-type]
            setter.lines((StyledText(sample_of(tag), 1),), style, 200)
        names = " ".join([words.language, *words.colours.values(), *words.words.values()])
        setter.lines((StyledText(names, 1),), PLAIN, 300)
        wrong += [f"{tag}: {mistake}" for mistake in setter.mistakes]
    assert not wrong, "\n".join(wrong)


def test_what_is_set_is_what_was_written_but_for_spaces_and_hyphens(setter_of: SetterOf) -> None:
    bare = str.maketrans("", "", f" {NO_BREAK}{NARROW}")
    wrong = []
    for tag, text in TEXTS.items():
        lines = setter_of(tag).lines((StyledText(text, 1),), PLAIN, 90)
        shown = "".join(
            text_of_line(line).removesuffix("-") if line.hyphenated else text_of_line(line) for line in lines
        )
        if len(lines) <= 2 or shown.translate(bare) != text.translate(bare):
            wrong.append(f"{tag}: {shown}")
    assert not wrong, "\n".join(wrong)


def test_words_are_hyphenated_in_every_language_that_has_hyphens(setter_of: SetterOf) -> None:
    hyphenated = [tag for tag in library.all_languages() if loaded(tag).words.hyphenation]
    texts = {tag: " ".join(loaded(tag).words.words.values()) for tag in hyphenated}
    lines = {tag: setter_of(tag).lines((StyledText(text, 1),), PLAIN, 60) for tag, text in texts.items()}
    broken = {tag: [text_of_line(line) for line in found if line.hyphenated] for tag, found in lines.items()}
    assert len(hyphenated) > 10
    assert {tag: ends for tag, ends in broken.items() if not ends or not all(one[-1] == "-" for one in ends)} == {}


def test_french_marks_have_narrow_spaces_whatever_was_written() -> None:
    french = loaded("fr").words.typography
    right = "Quoi_? «_Là_!_» dit-il_; oui_: non_?! À~12:30 (ici).".replace("_", NARROW).replace("~", NO_BREAK)
    written = "Quoi ? « Là ! » dit-il ; oui : non ?! À 12:30 (ici).", "Quoi? «Là!» dit-il; oui: non?! À 12:30 (ici)."
    assert {spaced_text(text, french) for text in (*written, right)} == {right}


def test_spaces_are_right_across_emphasis_and_notes() -> None:
    french = loaded("fr").words.typography
    parts: tuple[Inline, ...] = (
        StyledText("« ", 1),
        StyledText("Mot", 1, italic=True),
        StyledText(" »", 1),
        NoteMark("n", 1, 1),
        StyledText(" ; fin", 1),
    )
    made = [part.text if isinstance(part, StyledText) else "*" for part in apply_spacing(parts, french, cjk=False)]
    assert made == [f"«{NARROW}", "Mot", f"{NARROW}»", "*", f"{NARROW}; fin"]


def test_short_words_and_dashes_are_tied() -> None:
    tied = {"pl": "Idź w~lewo i~z~góry", "ru": "Ход~— в~руке", "en": "I am a w"}
    found = {tag: spaced_text(text.replace("~", " "), loaded(tag).words.typography) for tag, text in tied.items()}
    assert {tag: text.replace(NO_BREAK, "~") for tag, text in found.items()} == tied


def test_no_line_of_french_begins_with_a_mark_and_no_polish_one_ends_with_a_short_word(setter_of: SetterOf) -> None:
    for measure in range(60, 200, 9):
        french = lines_in(setter_of("fr"), TEXTS["fr"] * 2, measure)
        assert not any(line.lstrip()[0] in ";:!?»" for line in french)
        polish = lines_in(setter_of("pl"), "Idź w lewo i z góry u stóp o zmroku a w nocy" * 2, measure)
        assert not any(line.split()[-1] in {"w", "z", "i", "u", "o", "a"} for line in polish[:-1])


def test_a_narrow_space_is_narrower_than_a_space(setter_of: SetterOf) -> None:
    (line,) = setter_of("fr").lines((StyledText("a!", 1),), PLAIN, 100)
    (other,) = setter_of("en").lines((StyledText("a !", 1),), PLAIN, 100)
    assert line.width < other.width
    assert text_of_line(line) == f"a{NARROW}!"


def test_where_hyphens_would_be_repeated_no_line_ends_with_a_written_one(setter_of: SetterOf) -> None:
    ends = {tag: {line[-1] for line in lines_in(setter_of(tag), "mmmm-mmmm mmmm-mmmm", 45)} for tag in ("es", "pl")}
    assert ("-" in ends["es"], "-" in ends["pl"]) == (True, False)


@pytest.mark.parametrize("tag", ["zh-Hans", "zh-Hant"])
def test_chinese_lines_keep_their_rules(tag: str, setter_of: SetterOf) -> None:
    for measure in (70, 83, 101, 117, 205):
        lines = [text_of_line(line) for line in setter_of(tag).lines((StyledText(TEXTS[tag] * 2, 1),), PLAIN, measure)]
        assert len(lines) > 3
        for before, after in pairwise(lines):
            assert before[-1] not in NO_END, measure
            assert after[0] not in NO_START, measure
            assert (before[-1], after[0]) not in {("—", "—"), ("…", "…")}, measure


def test_chinese_marks_stand_in_the_left_half_of_their_em_and_do_not_hang(setter_of: SetterOf) -> None:
    assert [CHINESE.ink_width(mark) for mark in "：；！？，。、字"] == [0.5] * 7 + [1.0]
    assert CHINESE.ink_shift("：") == 0
    lines = setter_of("zh-Hans").lines((StyledText(TEXTS["zh-Hans"] * 3, 1),), PLAIN, 101)
    assert all(line.width <= 101.01 for line in lines)


def test_marks_of_taiwan_stand_in_the_middle_of_their_em_and_keep_it_at_the_end_of_a_line(setter_of: SetterOf) -> None:
    assert [TRADITIONAL.ink_width(mark) for mark in "，。、：；！？「」『』字"] == [1.0] * 7 + [0.5] * 4 + [1.0]
    assert [TRADITIONAL.ink_shift(mark) for mark in "，。：「」"] == [0.0, 0.0, 0.0, -0.5, 0.0]
    pairs = {"字，": 0, "，字": 0, "：「": 0.25, "。」": 0, "」，": 0, "」字": 0.5, "字「": 0.5, "』」": 0, "「『": 0}
    assert {pair: TRADITIONAL.space_between(*pair) for pair in pairs} == pairs
    setter = setter_of("zh-Hant")
    (line,) = setter.lines((StyledText("是，不。", 1),), PLAIN, 100)
    assert [x for x, _ in line.pieces] == pytest.approx([0, 10, 20, 30], abs=0.01)
    assert line.width == pytest.approx(40, abs=0.01)
    for line in setter.lines((StyledText(TEXTS["zh-Hant"] * 3, 1),), PLAIN, 101):
        assert line.width <= 101.01


def test_the_font_of_taiwan_has_its_marks_in_the_middle() -> None:
    font = load_font(FONTS, "NotoSerifTC", "regular")
    middles = {}
    for mark in "，。、：；！？":
        places = [(x / font.units, y / font.units) for _, points in font.outline(mark) for x, y in points]
        across, upward = zip(*places, strict=True)
        middles[mark] = ((min(across) + max(across)) / 2, (min(upward) + max(upward)) / 2)
    astray = {mark: (x, y) for mark, (x, y) in middles.items() if abs(x - 0.5) > 0.06 or abs(y - 0.38) > 0.1}
    assert astray == {}


@pytest.mark.parametrize("tag", ["zh-Hans", "zh-Hant"])
def test_a_chinese_dash_is_one_line(tag: str, setter_of: SetterOf) -> None:
    (line,) = setter_of(tag).lines((StyledText("是——不", 1),), PLAIN, 100)
    (x1, first), (x2, _) = (piece for piece in line.pieces if isinstance(piece[1], Glyphs) and piece[1].text == "—")
    assert isinstance(first, Glyphs)
    assert x2 - x1 == pytest.approx(first.advances[0], abs=0.01)


def test_korean_lines_break_between_words_and_are_ragged(setter_of: SetterOf) -> None:
    style = korean_styles().body
    assert style.align == "left"
    lines = setter_of("ko").lines((StyledText(TEXTS["ko"], 1),), style, 120)
    words = TEXTS["ko"].split()
    assert [word for line in lines for word in text_of_line(line).split()] == words
    assert len({round(line.width) for line in lines[:-1]}) > 1


def test_greek_headings_lose_their_tonos_on_paper_but_not_in_the_text() -> None:
    face = load_font(FONTS, "AlegreyaSC", "bold")

    for bare, accented in zip("αεηιουωϊ", "άέήίόύώΐ", strict=True):
        assert face.outline(bare) == face.outline(accented) != ()
    assert face.outline("й") != face.outline("и")
    assert face.outline("ϊ") != face.outline("ι")


def test_the_greek_word_that_keeps_its_tonos_stands_in_no_heading_in_small_capitals() -> None:
    lines = [line for text in texts_in("el") for line in text.split("\n")]
    headings = [line for line in lines if re.match("#{1,3} (?!.*ruling-)", line)]
    assert headings
    assert [line for line in headings if re.search(r"\b[ήΉ]\b", line)] == []


def test_headings_are_in_capitals_or_small_capitals_and_have_a_bold_face_of_their_own() -> None:
    wrong = []
    for tag in (tag for tag in TEXTS if loaded(tag).words.line_breaking == "words"):
        family, headings = loaded(tag).words.fonts.heading, HEADINGS.findall(own_text(tag))
        regular, bold = load_font(FONTS, family), load_font(FONTS, family, "bold")
        wrong += [f"{tag}: {family} has no bold face"] if regular is bold else []
        for name, font in (("regular", regular), ("bold", bold)):
            small, capital = (max(y for _, points in font.outline(one) for _, y in points) for one in "xX")
            if small <= 0.75 * capital:  # letters that are spaced in titles are capitals
                wrong.append(f"{tag}: small letters in {name} {family}")
            wrong += [f"{tag}: {one} in {name} {family}" for one in headings if not font.covers_all(one)]
    assert not wrong, "\n".join(wrong)


def test_numbers_are_written_as_the_language_does() -> None:
    english, german = loaded("en").words.typography, loaded("de").words.typography
    assert [localise_number(n, english) for n in ("52.5", "1200", "12345", "−1")] == ["52.5", "1200", "12,345", "−1"]
    in_german = ["52,5", "1200", f"12{NARROW}345,5", "−1"]
    assert [localise_number(n, german) for n in ("52.5", "1200", "12345.5", "−1")] == in_german
    table = {"deck.tile_mm": "52.5", "version": "1.0", "catalogue.hash": "12345678", "figure.x.payments": "1 + 1"}
    assert localise_numbers(table, german) == table | {"deck.tile_mm": "52,5"}


def test_a_text_may_name_the_fonts_that_its_language_is_printed_in() -> None:
    known = {tag: localise_known(Known({}, (), ()), loaded(tag)) for tag in ("el", "ja", "ko")}
    names = {tag: one.placeholders["fonts.families"] for tag, one in known.items()}
    assert names == {"el": "Alegreya, Alegreya SC", "ja": "Shippori Mincho、Noto Serif JP", "ko": "Noto Serif KR"}


def test_quotation_marks_of_another_language_are_told(read: Reader) -> None:
    text = read('## A {#a}\n\nEr sagt „ja“,\naber “no” ist’s nicht.\n\n- it is "so\n')
    wrong = list(map(str, quote_mistakes(text, loaded("de"))))
    assert wrong == [
        "rules.md:6:9: ” is no quotation mark of Deutsch; write „…“ or ‚…‘",
        'rules.md:8:9: " has no partner; write „…“ or ‚…‘, or ″ for inches',
    ]


@pytest.mark.parametrize(
    ("markdown", "place", "what"),
    [
        (f"## Anfang {{#start}}\n\n{'X' * 120}\n", "5:1", "its line (Deutsch, section 'start')"),
        (f"## {'Viel ' * 30} {{#much}}\n\nText\n", "3:1", "the head of a page; shorten it (Deutsch, section 'much')"),
    ],
)
def test_an_overflow_names_the_language_and_the_section(markdown: str, place: str, what: str, printed: Printed) -> None:
    line = refusal(printed, markdown, "de")[0]
    assert line.startswith(f"rules.md:{place}: ")
    assert line.endswith(f" mm too long for {what}")


def test_a_title_page_that_cannot_hold_its_words_is_told(printed: Printed, read: Reader) -> None:
    text = read("## A {#a}\n\nText.\n")
    long = replace(text, title=replace(text.title, content=(StyledText("Labyrinth " * 12, 1),)))
    reported = " mm too long for its line of the title page; shorten it (Français, section 'title')"
    assert refusal(printed, long, "fr")[0].endswith(reported)
