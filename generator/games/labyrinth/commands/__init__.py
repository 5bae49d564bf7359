"""The commands that are for labyrinths alone; they belong to the command line, which finds them here."""

COMMANDS = {
    "diff": "generator.games.labyrinth.commands.decks:diff",
    "play designs": "generator.games.labyrinth.commands.decks:designs",
    "play match": "generator.games.labyrinth.commands.bots:match",
    "play replay": "generator.games.labyrinth.commands.play:replay_games",
    "play score": "generator.games.labyrinth.commands.play:score",
    "play search": "generator.games.labyrinth.commands.bots:search",
    "play simulate": "generator.games.labyrinth.commands.bots:simulate",
    "play study": "generator.games.labyrinth.commands.bots:study",
}
"""The places of the commands."""
