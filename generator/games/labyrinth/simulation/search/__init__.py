"""The search for sets of designs that play as a file of targets asks.

::

    pool        the designs that a set may be made of, drawable ones only
    sets        a set of designs: how it is repaired, arranged like the deck, and made a deck
    optimiser   the door to Optuna: proposes sets, learns what they are worth
    ledger      games that were played, on disk, so that a killed search goes on
    players     games shared out among processes
    aims        values against targets: faults, loss, the front
    racing      generation after generation; promising sets play more games
    found       what came out: each set explained, as text, as data and as a catalogue

The optimiser begins anew from the seed whenever a search goes on, and is told what the ledger knows instead of playing
it again: so an interrupted search ends exactly as one that was not.
"""
