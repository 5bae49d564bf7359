"""The cost of a build, as ratios taken in one run: ``python -m bench``."""
