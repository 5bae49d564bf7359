"""The command that is for asterismo alone; it belongs to the command line, which finds it here."""

COMMANDS = {
    "play setup": (
        "generator.games.asterismo.commands.setup:setup",
        "Pour the tokens of a game from a seed, and print the position in which it starts.",
    ),
}
"""Place of the command, and the beginning of its help."""
