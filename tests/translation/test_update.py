"""A changed English is taken over: no translation leaves its key, none is lost, and nothing is outdated in silence."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from asterion_press.catalogue.po import Catalogue, translation
from asterion_press.catalogue.po import _parse as parse
from asterion_press.rulebook.translation.language import Passage, Text, pair_passages
from asterion_press.rulebook.translation.update import accepted_catalogue, differs_in_punctuation, updated_catalogue

NAME = "words"
"""A text whose catalogue has few comments; what is kept hangs on none of them."""
KEYS = [f"{section}/item-{number}" for section in "ab" for number in (1, 2, 3)]
ENGLISH = st.sampled_from(["Take one.", "Take two.", "Take two, now.", "Pass.", "A “quoted” word.", "Two\nlines."])
GERMAN = st.sampled_from(["Nimm eins.", "Nimm zwei.", "Passe.", "Ein „Wort“.", "Pass.", "Zwei\nZeilen.", ""])


def text_of(passages: dict[str, str]) -> Text:
    found = [
        Passage(key.partition("/")[0], "item", key.partition("/")[2], text, 1, 1) for key, text in passages.items()
    ]
    return Text("en.md", "", tuple(found))


def after(catalogue: Catalogue | None, passages: dict[str, str]) -> tuple[Catalogue, str]:
    text = updated_catalogue("de", NAME, text_of(passages), catalogue)
    return parse(text.encode(), "de.po", "de"), text


TEXTS = st.lists(st.dictionaries(st.sampled_from(KEYS), ENGLISH, min_size=1), min_size=1, max_size=6)
"""English as it once was, and as it was rewritten, moved, added to and cut since."""


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.dictionaries(st.sampled_from(KEYS), GERMAN), st.data())
def test_whatever_english_does_no_translation_leaves_its_key_and_none_is_lost(
    texts: Sequence[dict[str, str]], translated: dict[str, str], data: st.DataObject
) -> None:
    first, *others = texts
    messages = {key: translation(key, first[key], translated.get(key, "")) for key in first}
    found, text = after(Catalogue("de.po", (), messages), first)
    known = {key: (translated[key], first[key]) for key in first if translated.get(key)}
    for english in others:
        found, text = after(found, english)
        live = {key: one for key, one in found.messages.items() if one.msgstr}
        gone = {one.msgctxt: one for one in found.obsolete}
        assert list(found.messages) == list(english), "in the order of English, with each of its passages"
        assert {key: one.msgstr for key, one in (gone | live).items()} == {key: was for key, (was, _) in known.items()}
        for key, one in live.items():
            made_from = known[key][1]
            assert one.msgid == english[key]
            assert one.fuzzy == (made_from != english[key])
            assert one.previous_msgid == (made_from if one.fuzzy else None)
        assert {key: one.msgid for key, one in gone.items()} == {key: known[key][1] for key in gone}
        if data.draw(st.booleans()):  # a translator looks at one of them
            new, *_ = accepted_catalogue(text_of(english), found, lambda one, _: one.key == KEYS[0], same=False)
            found, text = after(new, english)
            if KEYS[0] in live:
                known[KEYS[0]] = known[KEYS[0]][0], english[KEYS[0]]
    for _ in range(10):
        found, again = after(found, texts[-1])
        assert again == text


def test_the_status_is_that_which_an_update_would_write() -> None:
    old = {"a/item-1": "Take one.", "a/item-2": "Pass.", "a/item-3": "12 × {{deck.tiles}}"}
    messages = {key: translation(key, text, f"{text} (de)") for key, text in old.items()}
    messages["a/item-3"] = translation("a/item-3", old["a/item-3"])
    new = {"a/item-1": "Take two.", "a/item-2": "Pass.", "a/item-3": old["a/item-3"], "b/item-1": "New."}
    stale = Catalogue("de.po", (), messages)
    fresh, _ = after(stale, new)
    states = [[pair.state for pair in pair_passages(text_of(new), one)] for one in (stale, fresh)]
    assert states[0] == ["outdated", "translated", "translated", "missing"]
    assert states[1] == ["outdated", "translated", "translated", "untranslated"]
    fewer = text_of({"a/item-2": "Pass."})
    assert [pair.state for pair in pair_passages(fewer, fresh)].count("leftover") == len(new) - 1


def test_a_comment_of_a_translator_and_a_flag_of_a_program_stay() -> None:
    one = translation("a/item-1", "Take one.", "Nimm eins.")
    one.tcomment, one.flags = "ask Ada", ["no-wrap"]
    found, text = after(Catalogue("de.po", (), {"a/item-1": one}), {"a/item-1": "Take two."})
    assert "# ask Ada\n#. item of a list\n" in text
    assert set(found.messages["a/item-1"].flags) == {"fuzzy", "no-wrap"}


def test_punctuation_is_what_is_no_word_number_or_sign() -> None:
    def differs(before: str, now: str) -> bool:
        passage = Passage("a", "item", "item-1", now, 1, 1)
        return differs_in_punctuation(passage, translation("a/item-1", now, "x", before, fuzzy=True))

    assert differs("All at once.†", "All, at once!†")
    assert not differs("All at once.", "All of them at once.")
    assert not differs("+1", "−1")
    assert not differs("Same.", "Same.")
