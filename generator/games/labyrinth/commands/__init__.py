"""The commands that are for labyrinths alone; they belong to the command line, which finds them here."""

COMMANDS = {
    "generator.games.labyrinth.commands.designs": {
        "designs": "Count and list every design within limits: which the deck uses, nearly repeats, or lacks.",
    },
    "generator.games.labyrinth.commands.diff": {
        "diff": "Say what differs between two decks: designs, composition, and what is to be printed and taken",
    },
    "generator.games.labyrinth.commands.play": {
        "play": "Replay recorded games, one JSON object a line, and judge every ply, capture, point and winner.",
        "score": "Count the end of a game from a position file, and explain each chamber, prisoner by prisoner.",
    },
    "generator.games.labyrinth.commands.search": {
        "design": "Search for sets of designs that play as a file of targets asks, and write a catalogue for each",
    },
    "generator.games.labyrinth.commands.simulate": {
        "simulate": "Let bots play whole games.",
    },
    "generator.games.labyrinth.commands.study": {
        "study": "Find out how a deck plays: bots play thousands of games, every figure is told with its interval.",
    },
}
"""By module and name, the beginning of the help of each command."""
