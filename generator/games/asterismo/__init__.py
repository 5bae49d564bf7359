"""Trees of tokens on hexagons, as asterismo has them, a game by Giuliano Polverari.

::

    board     121 hexagons in a rhombus, sets of them as the bits of one number
    tree      three such sets, one a colour: who is alive, what may be taken, what can never be taken
    rules     positions, harvests, goals, the end
    clearing  the setup's rulings: the dead go, one connected tree remains
    pouring   tokens poured on the board and spread, from a seed
    reaching  which trees can be reached by takes, as sets
    solving   whether a position can be won, and the line that wins it
    odds      how often random setups can be
    records   the catalogue
    layout, clipping, signs, tokens, sky, panels, table    the drawings
    game      what the press asks
    figures   positions of the rules text, and what they claim

Source of the rules: rules/asterismo.md, a digest in our own words, with its three rulings.
"""
