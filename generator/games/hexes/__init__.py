"""asterismo, a game by Giuliano Polverari: the board, the tree, its setup, the goals and a solver.

::

    board    121 hexagons in a rhombus, sets of them as the bits of one number
    tree     three such sets, one a colour: who is alive, what may be taken, what can never be taken
    clearing the setup's rulings: the dead go, one connected tree remains
    pouring  tokens poured on the board and spread, from a seed
    rules    positions, harvests, goals, the end
    solving  whether a position can be won, and the line that wins it
    odds     how often random setups can be

Source of the rules: rules/asterismo.md, a digest in our own words, with its three rulings.
"""
