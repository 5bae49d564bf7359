"""The layout of pieces on paper: pieces x paper -> pages of placements. Nothing here knows ink or PDF."""
