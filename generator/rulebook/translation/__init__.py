"""Translations: the passages of a text, the English passages that they were made from, and PO files.

::

    en/asterion.md  --passages-->  English passages ---.
    de/asterion.md  --passages-->  German passages  ----+--language-> translated, outdated, missing, leftover
    de/sources.yaml --language-->  hashes of English --'         |
                                                                 '--po--> de/asterion.po and back

A passage is what is translated in one piece: a heading, a paragraph, an item of a list, a row of a table, a caption, a
footnote, a value of the text's head. Texts stay plain Markdown without any marks of translation.
"""
