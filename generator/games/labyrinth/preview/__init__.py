"""The gallery shows a deck: one self-contained page, written as a file or served while the deck is edited.

::

    content     what the page knows of a deck as plain data; tiles, filters, charts, numbers, findings as HTML
    page        drawings, each made once, and all of it in one file
    serving     the page on the loopback, and who may ask for it
    watching    a new page after every change of a file
    page/       HTML, CSS and JavaScript: engine (the rules), gallery, compare, board, live

The page's engine is written anew in JavaScript, so that the page needs no server; tests hold it against `play`
(`test_positions_are_judged_alike`, `test_games_of_placements_are_played_alike`).
"""
