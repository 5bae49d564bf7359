"""The quiz at the end of pages: figures that ask, and answers folded."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any, cast

import lxml.html
import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.words import Quiz, QuizText, words_of
from asterion_press.errors import Mistake
from asterion_press.making.rules import RulebookBuilder, figures_of, quiz_of
from asterion_press.rulebook.html.page import Pictures, write_rules_page
from asterion_press.rulebook.text.figures import Illustration, Subject, quiz_questions
from asterion_press.rulebook.text.strings import AltTextWords
from asterion_press.verify.files import Notes
from asterion_press.verify.html_page import prove_page
from tests.support.readings import GAMES, Pages, finished, rulebook_of

MOST_BYTES = 1_850_000
NAMES = re.compile(r"[A-K]?\d+")
"""Of hexagons, and values of horns."""
SHORT = 12
"""Letters of the name of a picture; what it shows is told below it."""
QUIZ = "//main/details[@class='web']"


@pytest.fixture(scope="module")
def rulebook() -> RulebookBuilder:
    return rulebook_of("minotaurus", "en")


def asking(rulebook: RulebookBuilder) -> Subject:
    """What a page of the game is about, its quiz included."""
    return replace(rulebook.read("en")[2], quiz=quiz_of(rulebook.figures, rulebook.drawings.theme))


def output(element: Any) -> str:
    return " ".join(element.text_content().split())


def asked_of(game: str) -> dict[str, Any]:
    found = rulebook_of(game, "en")
    return {name: ask for name, (ask, _) in found.figures.questions(found.drawings.theme).items()}


@pytest.mark.parametrize("game", GAMES)
def test_a_page_ends_with_eight_to_ten_questions_and_folded_answers_that_no_figure_tells(
    game: str, pages: Pages
) -> None:
    page: Any = pages.read(game, "en")
    [quiz] = page.xpath(QUIZ)
    asked = asked_of(game)
    assert 8 <= len(asked) <= 10
    assert quiz.getnext() is None
    questions = [output(one) for one in quiz.xpath("./figure/figcaption")]
    assert questions == [f"{number} {one.text}" for number, one in enumerate(asked.values(), 1)]
    answers = quiz.xpath("./details")
    assert all(answer.get("open") is None for answer in [quiz, *answers])
    for answer, question in zip(answers, asked.values(), strict=True):
        [words] = answer.xpath("./p")
        assert output(words).startswith(f"{question.answer[0].upper()}{question.answer[1:]} ·".replace("-", "−"))
        assert words.xpath("./a/@href") == [f"#{question.rule}"]
    told = [output(one) for one in quiz.xpath("./figure/p[not(@hidden)]")]
    assert len(list(filter(None, told))) == len(asked)
    assert [output(one) for one in quiz.xpath("./details/summary")] == [f"Answer {n}" for n in range(1, len(asked) + 1)]
    assert all(len(name) < SHORT for name in quiz.xpath(".//*[@role='img']/@aria-label"))
    assert not [one for one in told if "(right):" in one or "(wrong):" in one]
    assert pages.file(game, "en").stat().st_size < MOST_BYTES


def told_paths(tile: str, told: str, sides: list[str]) -> list[list[list[int]]]:
    """The sides of the paths of a tile in each panel, read from what is told in the words of a language."""
    lying = [re.findall("[(（]([^)）]*)", found) for found in re.findall(rf"{tile}((?: ?[(（][^)）]*[)）])+)", told)]
    paths = [[re.split("[:：]", one)[0].split("–") for one in brackets] for brackets in lying]
    return [[[*map(sides.index, path)] for path in tiles if set(path) <= {*sides}] for tiles in paths]


@pytest.mark.parametrize("game", GAMES)
def test_each_question_is_told_in_each_language_piece_by_piece_for_those_who_do_not_see_it(game: str) -> None:
    book = rulebook_of(game)
    claimed: Any = book.figures
    refuse: Any = pytest.fail
    subject = replace(book.read("en")[2], quiz=quiz_of(book.figures, book.drawings.theme))
    for language in finished(game):
        words = words_of(language)
        asked, sides = quiz_questions(subject, words, refuse), words.word("told_sides").split(" | ")
        for one, english in zip(asked, subject.quiz, strict=True):
            if one.text.told:  # the English one says what is shown, see tests/games/test_questions.py
                names, wanted = ({*NAMES.findall(told)} for told in (one.text.told, english.text.told))
                assert names == wanted, (language, one.name)
                continue
            lying = defaultdict[str, list[list[list[int]]]](list)
            for placed in (placed for panel in claimed.figures[one.name].panels for placed in panel.tiles):
                exits = [path.turned(placed.turns).exits for path in claimed.deck.tile(placed.tile).paths]
                lying[words.word(placed.tile, placed.tile)].append([sorted(map(int, path)) for path in exits])
            told = cast("Illustration", one.figure).alt_text(AltTextWords(words, refuse))
            assert {tile: told_paths(tile, told, sides) for tile in lying} == lying, (language, one.name)


def in_german(rulebook: RulebookBuilder, without: str = "", beyond: str = "") -> Quiz:
    questions = asking(rulebook).quiz
    texts = {one.name: QuizText(f"Frage {one.name}?", "Ein Bild.") for one in questions if one.name != without}
    if beyond:
        texts[beyond] = QuizText("?")
    return Quiz("Kennen Sie die Regeln?", "Antwort", "Ja", "Nein", "keine", {"minotaurus": texts})


def test_a_language_has_the_quiz_once_it_has_all_questions(rulebook: RulebookBuilder) -> None:
    text, words, _ = rulebook.read("en")
    subject = asking(rulebook)
    german = replace(words, tag="de")

    def page(quiz: Quiz | None) -> str:
        own = replace(german, words=replace(words.words, quiz=quiz))
        fonts = library.fonts_folder()
        return write_rules_page(text, own, Pictures(subject, fonts), rulebook.drawings.theme, fonts)

    reported = lxml.html.fromstring(page(in_german(rulebook)))
    assert output(reported.xpath(f"{QUIZ}//h2")[0]) == "Kennen Sie die Regeln?"
    assert output(reported.xpath(f"{QUIZ}/details/p")[0]).startswith("Ja · ")
    assert "Frage take-second?" in output(reported.xpath(f"{QUIZ}/figure[2]")[0])
    assert not lxml.html.fromstring(page(in_german(rulebook, without="take-second"))).xpath(QUIZ)
    assert not lxml.html.fromstring(page(None)).xpath(QUIZ)


def test_a_question_that_the_game_does_not_ask_is_a_mistake_of_the_language(rulebook: RulebookBuilder) -> None:
    _, words, _ = rulebook.read("en")
    subject = asking(rulebook)
    own = replace(words, tag="de", words=replace(words.words, quiz=in_german(rulebook, beyond="take-secand")))
    mistakes: list[Mistake] = []
    assert quiz_questions(subject, own, mistakes.append)
    [mistake] = mistakes
    assert "no question 'take-secand' in the quiz of minotaurus; did you mean 'take-second'?" in mistake.message


def test_what_runs_or_loads_something_is_found_in_the_quiz_too(pages: Pages) -> None:
    raw = pages.file("minotaurus", "en").read_bytes()
    for spoil in ("<script>1</script>", '<p onclick="1">over it</p>', '<a href="https://example.org/">away</a>'):
        notes, spoilt = Notes(), raw.replace(b"</details></main>", f"{spoil}</details></main>".encode())
        prove_page("rules-en.html", spoilt, None, notes)
        assert notes.faults, spoil


def test_a_question_that_the_engine_answers_otherwise_is_not_asked(rulebook: RulebookBuilder) -> None:
    claimed, theme = figures_of(rulebook.game), rulebook.drawings.theme
    name = next(one for one, figure in claimed.figures.items() if figure.ask)
    claimed.figures[name] = replace(claimed.figures[name], ask=replace(claimed.figures[name].ask, answer="perhaps"))
    asked = {one.name for one in quiz_of(claimed, theme)}
    assert {one.name for one in quiz_of(rulebook.figures, theme)} - asked == {name}
    assert "claimed perhaps" in claimed.wrong_answers[name][0].mistake.message
