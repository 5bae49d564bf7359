"""Diagrams of positions and tiles."""
