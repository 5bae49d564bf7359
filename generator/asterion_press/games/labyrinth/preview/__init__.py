"""The preview of labyrinths: what the page of `asterion preview` shows of them beside sheets and rules.

::

    page        what the page knows of a deck as plain data; tiles, filters, charts, numbers, findings as HTML
    page/       HTML, CSS and JavaScript: compare, board
    table       what the engine answers to the trial table, which is there while a program serves the page
"""
