"""asterismo, a game by Giuliano Polverari: trees of tokens on hexagons.

::

    records, game                its files; the game as the rest of the program sees it, and its kind
    board                        121 hexagons in a rhombus, sets of them as bits of one number, measures on paper
    rules                        the tree, what is alive, what may be taken; harvests, goals, the end
    setup                        tokens poured from a seed, cleared and shared out; a setup in words, data and a
                                 picture; how often random setups can be won
    solver                       which trees can be reached by takes; whether a position can be won, and how
    piece_art                    tokens and their signs; the printed board, whole and in panels; pictures of positions
    figures                      positions of the rules text, and what they claim

Source of the rules: rules/asterismo.md, a digest in our own words, with its three rulings.
"""
