"""The play knows the rules, and so whether a figure in the booklet tells the truth.

::

    rules       which edition, which options
    plies       what a player can do in a turn: place, rotate, swap, move
    box         the deck made ready for play: pieces, each with its four faces
    labyrinth   what lies on the table, and which paths hang together
    chambers    the same as people see it
    position    whose turn it is, what a ply does
    legality    what is legal: all plies generated, one ply judged      (actions: rotate, swap and move)
    scoring     the end: treasure, tie-break, winners
    explain     the same count, told chamber by chamber
    notation    a ply as a line of text
    record      a game as a line of JSON, written, read and judged
    moments     the table after any ply of a record
    bots        players: at random, greedily, looking a round ahead     (greed, search: how)
    perft       counts of lines of play, to check the engine by
    simulation  many games, and what is counted of them
    figures     what a booklet's figures claim, confirmed or refused
    kernel      the same games in compiled code, for studies (an extra)

It knows no paper, no ink and no files. Source of every rule: ``rules/asterion.md``, cited by the ids A1 to A30.
"""
