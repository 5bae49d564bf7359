"""Minotaurus: pieces that each show half of a bull's head, a bull's head of card, a ring to toss.

::

    records, game              its files; the game as the rest of the program sees it, and its kind
    rules                      pieces, pairs, challenges, exchanges, points
    piece_art                  fronts and backs, layout cards, the ring, the score pad
    net_sheets                 the head laid flat: nets, folds, tabs; nets on sheets
    model_art                  what is painted on the faces; the head as it looks (its solid is in `drawing`)
    figures                    the figures of the rules, proved and drawn

Source of the rules: Minotaurus by Michael Sohre, rulebook of THETA-promotion, 2010; words and drawings are our own.
"""
