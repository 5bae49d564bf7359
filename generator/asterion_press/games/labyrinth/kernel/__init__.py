"""The rules engine, compiled."""
