"""The layout of pieces on paper: pieces x paper -> pages of placements. It is independent of ink and PDF."""
