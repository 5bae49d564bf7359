"""The preview shows a game: one self-contained page, written as a file or served while the game is edited.

::

    page        the frame of the page, its policy, drawings that are made once; sheets and rules as parts of it
    serving     the page on the loopback, and who may ask for it; a new one after every change of a file
    page/       HTML, CSS and JavaScript: page (parts, filters, the closer look), live

What the page shows of the pieces is the business of a kind of game (``games/preview.py`` for most).
"""
