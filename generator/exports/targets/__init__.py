"""The targets: a module each, with a `TARGET`."""
