"""How much a build costs, as ratios taken in one run: ``python -m bench``."""
