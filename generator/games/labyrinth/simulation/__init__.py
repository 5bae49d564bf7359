"""The study finds out whether a deck is any good: thousands of games of bots, counted, each figure with its interval.

::

    party       what is played by whom: box, rules, seats, bots
    games       what came of many games, as arrays
    playing     games shared out among threads, or among the workers of a cluster
    intervals   how sure a figure is: Wilson, Student's t, paired differences
    measures    what is counted in a game: impaled, escapes, scores, leads, seats, actions
    worth       what a design is worth to who draws it early
    account     all of that for one party, and for two decks on the same random numbers
    seats       rules that level the seats, and the smallest of them that does
    telling     an account as tables and as plain data
    plots       an account as pictures                               (the door to matplotlib)
    pages       tables and pictures as one HTML or PDF file
    evaluation  what games tell of a deck in few numbers, quickly, for a search
    search      sets of designs that play as a file of targets asks  (the extra `search`)

It needs the extra `study`. Nothing here knows how a tile is drawn or printed.
"""
