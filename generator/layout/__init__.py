"""Where it lies on paper: deck x paper -> sheets of placements. Knows neither ink nor PDF."""
