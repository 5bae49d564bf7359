"""The work of commands that only labyrinth games have."""
