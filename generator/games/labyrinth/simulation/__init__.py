"""Simulations find out how a deck plays: many games of bots, counted, each figure with its interval.

::

    tally       `simulate`: games of either engine, and sums
    executors   sharing work out: in this process, among threads, among processes
    cluster     the same among the workers of a Dask cluster          (the extra `cluster`)
    games       parties of bots, and the results of their games as arrays
    portions    portions of games: played, sent to processes and machines, put together
    intervals   estimates: Wilson, Student's t, normal, paired differences
    measures    what is counted: the metrics of studies and targets; seats, actions, designs; two decks compared
    seats       rules that level the seats, and the smallest of them that does
    report_tables  measures as tables and as plain data
    plots       the adapter of matplotlib
    charts      measures as plots
    pages       tables and plots as one HTML or PDF file
    search      sets of designs that play as a file of targets asks  (the extra `search`)

All but `tally` and `executors` needs the extra `study`. Nothing here knows how a tile is drawn or printed.
"""
