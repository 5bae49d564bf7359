"""Tokens: square or round pieces with a colour, a sign, a number and a word, and nothing that a program must know.

The kind for games that need no module of their own: a catalogue and a rules text make one.
"""
