"""Horns: pieces that each show half of a bull's head, a bull's head of card, a ring to toss, as Minotaurus has them.

::

    pieces, position, turns, outcome   the rules: pairs, challenges, exchanges, points
    records, loading, game             a catalogue, judged, and as the press sees it
    piece_art, cards                   fronts and backs, layout cards, the ring
    solid, bull_head                   the head as a closed solid of flat faces
    flat, unfolding                    laid flat: nets, folds, tabs
    ornaments, model_art               what is painted on the faces
    model_pages, model_view            nets on sheets; the solid seen from some side
    figures, figure_art                the figures of the rules, proved and drawn

Source of the rules: Minotaurus by Michael Sohre, rulebook of THETA-promotion, 2010; words and drawings are our own.
"""
