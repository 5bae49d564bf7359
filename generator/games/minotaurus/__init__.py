"""Minotaurus: pieces that each show half of a bull's head, a bull's head of card, a ring to toss.

::

    kind, records, game        the kind; its files; the game as the rest of the program sees it
    rules                      pieces, pairs, challenges, exchanges, points
    piece_art                  fronts and backs, layout cards, the ring
    solid, bull_head           the head as a closed solid of flat faces
    polygons, nets             laid flat: nets, folds, tabs
    ornaments, model_art       what is painted on the faces
    net_sheets, model_view     nets on sheets; the solid seen from some side
    figures, figure_art        the figures of the rules, proved and drawn

Source of the rules: Minotaurus by Michael Sohre, rulebook of THETA-promotion, 2010; words and drawings are our own.
"""
