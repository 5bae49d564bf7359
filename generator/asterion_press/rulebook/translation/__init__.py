"""Translations: the passages of a text, and a catalogue with a message for each.

::

    en/asterion.md --passages-->  English passages --.
                                                      +--language-->  translated, outdated, untranslated, leftover
    de/asterion.po ---- po ---->  messages ----------'+--composed-->  the German text
                                                       --update---->  de/asterion.po, for the English of today

A passage is what is translated in one piece: a heading, a paragraph, an item of a list, a row of a table, a caption, a
footnote, a value of the text's head.
"""
