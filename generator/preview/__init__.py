"""The preview shows a game: one self-contained page, written as a file or served while the game is edited.

::

    page        the frame of the page, its policy, and drawings that are made once
    printed     the sheets and the rules of a game as parts of the page
    serving     the page on the loopback, and who may ask for it
    watching    a new page after every change of a file
    page/       HTML, CSS and JavaScript: page (parts, filters, the closer look), live

What the page shows of the pieces is the business of a kind of game (``generator/games/preview.py`` for most).
"""
