"""Limits of size for everything that is read, which keep each reading within about 2 s and 300 MB.

Real games do not reach them: the largest catalogue that numbers of four digits allow, of 9999 designs, has 1.2 MB
and 150,000 values. docs/limits.md lists them for users, and tests/bounds/test_bounds.py holds them to it with files
that are made to hurt.

Source: own choice, measured; reading YAML takes about 3 µs and 400 bytes a value.
"""

from __future__ import annotations

FILE_BYTES = 4 << 20
"""Of a file that is read whole, unless another limit is given."""
RULES_BYTES = 128 << 10
"""Of a rules text; Asterion's in Greek has 50,000."""
BLOCKS = 1000
"""Paragraphs, headings, items and rows of a rules text, all together; Asterion's has 220, and each may take 3 ms."""
PDF_PAGES = 400
"""Of a PDF file that is proved, unless the pieces of the game fill more."""
PO_BYTES = 512 << 10
"""Of a file of translations, which holds each passage twice."""
PROFILE_BYTES = 16 << 20
"""Of an ICC profile, which is copied as it is."""
PICTURE_BYTES = 16 << 20
"""Of a PNG file of a project."""
PICTURE_PIXELS = 16_000_000
"""Of a PNG file; each takes some 16 bytes while it is read."""
DECODING_S = 2.0
"""Seconds of a processor that the reading of an XLSX, SVG, PNG or JPEG file may take."""
DECODING_MB = 300
"""Megabytes that it may take, the program that reads included."""
SVG_BYTES = 2 << 20
"""Of an SVG file of a project."""
SVG_ELEMENTS = 20_000
"""Of an SVG file, those that it uses again counted each time."""
SVG_DEPTH = 100
"""Of elements of an SVG file within one another."""
ART_POINTS = 5000
"""Of a drawing of a project's own, handles included; the largest shipped one has 1,600, and a deck shows it often."""
MANIFEST_BYTES = 16 << 20
"""Of an output folder's manifest, which takes 230 for each file."""
MANIFEST_PARTS = 500_000
"""Keys, lists and objects of a manifest, which has 4 for each file."""
LINE_BYTES = 1 << 20
"""Of one line of a file that is read line by line, as records of games are; such a file may have any size."""
VALUES = 250_000
"""Keys and values of a YAML file, all together."""
VALUE_CHARACTERS = 100_000
"""Of one key or value of a YAML file."""
DEPTH = 32
"""Of lists and mappings within one another."""
UNPACKED_BYTES = 32 << 20
"""Of an XLSX file when it is unpacked."""
TABLE_ROWS = 10_000
"""Of a table of records, the one with the names of its columns among them."""
TABLE_COLUMNS = 100
"""Of a row of a table."""
PIECES = 100_000
"""Of a game, copies included."""
ID_CHARACTERS = 40
"""Of an id."""
