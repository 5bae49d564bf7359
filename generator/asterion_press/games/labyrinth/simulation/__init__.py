"""Simulations find out how a deck plays: many games of bots, counted, each figure with its interval.

::

    tally           `simulate`: games of either engine, and sums
    executors       sharing work out: in this process, among threads, among processes
    cluster         the same among the workers of a Dask cluster          (the extra `cluster`)
    games           parties of bots, portions of their games, and the results as arrays
    measures        what is counted: figures with intervals, the metrics of studies and targets, two decks compared
    victories       who wins: matches of bots, and rules that level the seats
    study_report    a study as text, data, a page of HTML, a PDF
    search          sets of designs that play as a file of targets asks, and their report  (the extra `search`)
    sets            the pool of designs, sets of them, and how a set is repaired, arranged and made a deck
    ledger          games that were played, on disk, so that a killed search goes on

All but `tally` and `executors` needs the extra `study`. Nothing here knows how a tile is drawn or printed.
"""
