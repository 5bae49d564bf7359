"""The commands that are for labyrinths alone; they belong to the command line, which finds them here."""

COMMANDS = {
    "diff": "asterion_press.games.labyrinth.commands.decks:diff",
    "play designs": "asterion_press.games.labyrinth.commands.decks:designs",
    "play match": "asterion_press.games.labyrinth.commands.bots:match",
    "play replay": "asterion_press.games.labyrinth.commands.play:replay_games",
    "play score": "asterion_press.games.labyrinth.commands.play:score",
    "play search": "asterion_press.games.labyrinth.commands.bots:search",
    "play simulate": "asterion_press.games.labyrinth.commands.bots:simulate",
    "play study": "asterion_press.games.labyrinth.commands.bots:study",
    "tidy": "asterion_press.games.labyrinth.commands.decks:tidy",
}
"""The places of the commands."""
