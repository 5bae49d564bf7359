"""Print-and-play tile games: from a YAML catalogue to printed sheets, pictures and rules booklets.

Packages, each of which imports only from those below it::

    cli          the commands
    exports      a game for virtual tables, print services, cutting machines
    build        what is made, what is up to date, in which order
    games        the kinds of games; only cli knows a kind by name
    rulebook     the rules: read, typeset, written as HTML, translated
    pdf, verify  PDF files written by ReportLab, and read back by another library
    drawing      display lists in millimetres, printed as SVG and PNG
    layout       where pieces lie on paper
    publish      a complete folder, swapped in as one
    catalogue    YAML files as records that know file:line:column

The folder ``public`` is no package: it holds ``asterion_press``, which other programs import. All else is private.

Millimetres, x to the right, y down, clockwise quarter turns everywhere; points only in pdf and verify.
"""

__version__ = "0.1.0"
