"""The command that is for asterismo alone; it belongs to the command line, which finds it here."""

COMMANDS = {
    "play setup": "asterion_press.games.asterismo.commands.setup:setup",
}
"""The place of the command."""
