"""What only the commands of labyrinths do."""
