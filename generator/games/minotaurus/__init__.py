"""Minotaurus: pieces that each show half of a bull's head, a bull's head of card, a ring to toss.

::

    kind, records, game        the kind; its files; the game as the rest of the program sees it
    rules                      pieces, pairs, challenges, exchanges, points
    piece_art                  fronts and backs, layout cards, the ring
    nets, net_sheets           laid flat: nets, folds, tabs; nets on sheets
    ornaments, model_art       what is painted on the faces; the head as it looks (its solid is in `drawing`)
    figures, figure_art        the figures of the rules, proved and drawn

Source of the rules: Minotaurus by Michael Sohre, rulebook of THETA-promotion, 2010; words and drawings are our own.
"""

NAME = "horns"
"""The name of the kind of game that this package is for, known without importing the kind."""
