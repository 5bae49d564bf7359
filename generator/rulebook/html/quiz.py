"""The quiz of a page: questions with their figures, answers folded, no script."""

from __future__ import annotations

from collections.abc import Sequence

from generator.catalogue.words import LoadedWords, Quiz
from generator.rulebook.html.content import InlineWriter
from generator.rulebook.html.inline_svg import PREFIX
from generator.rulebook.html.markup import Html, element
from generator.rulebook.text.document import FigureBlock, Heading, RulesText, strip_links
from generator.rulebook.text.quiz import QuizQuestion
from generator.rulebook.text.strings import AltTextWords, localise_number

QUIZ = f"{PREFIX}quiz"
"""Id of its heading."""


def quiz_entry(words: LoadedWords) -> Html:
    """Return the entry of the quiz in the contents."""
    heading = words.words.quiz.heading if words.words.quiz else ""
    return element("li", element("a", heading, href=f"#{QUIZ}"))


def quiz_html(
    asked: Sequence[QuizQuestion],
    pictures: Sequence[Html],
    text: RulesText,
    writer: InlineWriter,
    telling: AltTextWords,
) -> Html:
    """Return the quiz, a part of the page that says of itself that it is not printed; empty without questions.

    Args:
        asked: the questions, in the language of the page.
        pictures: the markup of the figure of each question; empty if it has none.
        text: the rules, to whose headings the answers lead.
        writer: of their content.
        telling: words of the language.
    """
    quiz, headings = telling.words.words.quiz, {one.id: one for one in text.blocks if isinstance(one, Heading)}
    if quiz is None or not asked:
        return Html("")
    first = 1 + sum(isinstance(block, FigureBlock) for block in text.blocks)
    parts = []
    for number, (question, picture) in enumerate(zip(asked, pictures, strict=True)):
        label = element("b", f"{number + 1}"), " ", question.text.ask
        if question.figure is None:
            parts.append(element("p", *label))
        else:
            told = f"{PREFIX}told{first + number}"
            shown = element("div", picture, class_="picture", role="img", aria_labelledby=told)
            alt = element("p", question.text.told or question.figure.alt_text(telling), id=told, hidden="")
            parts.append(element("figure", shown, alt, element("figcaption", *label)))
        answer: list[Html | str] = [_answer(question.answer, quiz, telling)]
        if heading := headings.get(question.rule):
            answer.append(telling.words.words.typography.separator)
            answer.append(element("a", writer.html(strip_links(heading.content)), href=f"#{heading.id}"))
        parts.append(element("details", element("summary", quiz.answer), element("p", *answer)))
    title = element("summary", element("h2", quiz.heading, id=QUIZ))
    return element("details", title, *parts, class_="web")


def _answer(answer: str, quiz: Quiz, telling: AltTextWords) -> str:
    """Return an answer in the words of the language."""
    own = {"yes": quiz.yes, "no": quiz.no, "none": quiz.none} | telling.words.words.colours
    typography = telling.words.words.typography
    return telling.listed(own.get(one, localise_number(one, typography)) for one in answer.split(", "))
