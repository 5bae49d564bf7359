"""The catalogue of a labyrinth: records, variants, and how they are written."""
