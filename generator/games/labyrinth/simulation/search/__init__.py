"""The search for sets of designs that play as a file of targets asks.

::

    sets                the pool of designs, sets of them, and how a set is repaired, arranged and made a deck
    optimiser           the adapter of Optuna: proposes sets, learns how far off they are
    ledger              games that were played, on disk, so that a killed search goes on
    successive_halving  generation after generation; promising sets play more games
    outcome_report      the outcome: each set explained, as text, as data and as a catalogue

When a search is resumed, the optimiser starts again from the seed and gets the results in the ledger without playing
those games again. So an interrupted search ends exactly as an uninterrupted one.
"""
