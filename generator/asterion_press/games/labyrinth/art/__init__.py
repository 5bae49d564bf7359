"""The drawings of tiles, counters and the minotaur."""
