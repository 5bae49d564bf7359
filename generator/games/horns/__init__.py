"""Minotaurus, a game of memory and of tossing a ring over a bull's horns, designed by Michael Sohre.

::

    pieces    what there is: five colours, values from 1 to 5, a left and a right horn
    position  who holds which pairs, what lies on the table, whose turn it is
    turns     what may be done in a turn, and what comes of it
    outcome   when the game ends, what the pairs are worth, who wins

Source of the rules: the rulebook of THETA-promotion, 2010; the words and drawings are our own.
"""
