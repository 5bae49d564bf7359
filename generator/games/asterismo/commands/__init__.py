"""The command that is for asterismo alone; it belongs to the command line, which finds it here."""

COMMANDS = {
    "generator.games.asterismo.commands.setup": {
        "setup": "Pour the tokens of a game from a seed, and print the position in which it starts.",
    },
}
"""By module and name, the beginning of the help of each command."""
