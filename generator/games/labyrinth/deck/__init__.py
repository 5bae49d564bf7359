"""How many, and what is wrong with it: a catalogue's deck, its composition and every finding about it."""
