"""The page that prints without anything installed: made by ``python -m tools.page``, its files beside."""
