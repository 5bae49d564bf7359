"""The preview of labyrinths: what the page of `asterion preview` shows of them beside sheets and rules.

::

    page        what the page knows of a deck as plain data; tiles, filters, charts, numbers, findings as HTML
    page/       HTML, CSS and JavaScript: engine (the rules), compare, board

The page's engine is written anew in JavaScript, so that the page needs no server; tests hold it against `play`
(`test_positions_are_judged_alike`, `test_games_of_placements_are_played_alike`).
"""
