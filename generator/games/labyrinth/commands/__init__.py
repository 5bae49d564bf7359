"""The commands that are for labyrinths alone; they belong to the command line, which finds them here."""

COMMANDS = {
    "diff": "generator.games.labyrinth.commands.diff:diff",
    "play designs": "generator.games.labyrinth.commands.designs:designs",
    "play match": "generator.games.labyrinth.commands.match:match",
    "play replay": "generator.games.labyrinth.commands.play:replay_games",
    "play score": "generator.games.labyrinth.commands.play:score",
    "play search": "generator.games.labyrinth.commands.search:search",
    "play simulate": "generator.games.labyrinth.commands.simulate:simulate",
    "play study": "generator.games.labyrinth.commands.study:study",
}
"""The places of the commands."""
