"""The commands that are for labyrinths alone; they belong to the command line, which finds them here."""

COMMANDS = {
    "diff": (
        "generator.games.labyrinth.commands.decks:diff",
        "Say what differs between two decks: designs, composition, and what is to be printed and taken",
    ),
    "play designs": (
        "generator.games.labyrinth.commands.decks:designs",
        "Count and list every design within limits: which the deck uses, nearly repeats, or lacks.",
    ),
    "play match": (
        "generator.games.labyrinth.commands.bots:match",
        "Let bots play against each other, and tell how often each one wins.",
    ),
    "play replay": (
        "generator.games.labyrinth.commands.play:replay_games",
        "Replay recorded games, one JSON object a line, and judge every ply, capture, point and winner.",
    ),
    "play score": (
        "generator.games.labyrinth.commands.play:score",
        "Count the end of a game from a position file, and explain each chamber, prisoner by prisoner.",
    ),
    "play search": (
        "generator.games.labyrinth.commands.bots:search",
        "Search for sets of designs that play as a file of targets asks, and write a catalogue for each",
    ),
    "play simulate": (
        "generator.games.labyrinth.commands.bots:simulate",
        "Let bots play whole games.",
    ),
    "play study": (
        "generator.games.labyrinth.commands.bots:study",
        "Find out how a deck plays: bots play thousands of games, and every figure has its interval.",
    ),
}
"""Places of the commands, and the beginnings of their help."""
