"""A catalogue's deck: its tiles, reports on it, differences of two decks, and the space of designs."""
