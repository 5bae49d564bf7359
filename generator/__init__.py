"""Asterion's press: from a YAML catalogue of tiles to printed sheets and rules booklets.

The rooms, in the order of the flow; imports point towards the top of this list only::

    errors, units, geometry   what everything else speaks in
    catalogue                 YAML -> frozen records, each knowing file:line:column
    deck                      records -> a deck, and every finding about it
    drawing                   component x theme -> display list -> SVG
    imposition                deck x paper -> sheets of placements
    press                     sheets, drawings, rules -> PDF; read back; published as one set
    cli                       the commands

Everywhere from YAML to imposition: millimetres, x to the right, y down, clockwise quarter turns.
"""

__version__ = "0.1.0"
