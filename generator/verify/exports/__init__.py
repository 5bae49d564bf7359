"""Exports read back: pictures, virtual tables, pages for print services, cut files.

::

    export_folder.py  one folder from beginning to end: the manifest, every file, the promise of the target
    pictures.py       folders of pictures and their table: png, table, tgc
    piece_pages.py    a page for each side, with its boxes and cut lines: pdf
    saved_objects.py  a saved object and the pictures that it names: tts
    vassal_module.py  a module, its pieces and their numbers: vassal
    cut_files.py      cuts against the trims on the sheets beside them: dxf, svg
    cut_lines.py      the lines of a cut file, as chains of points

The readers know the formats and the game, and nothing of the writers in ``generator/exports``.
"""
