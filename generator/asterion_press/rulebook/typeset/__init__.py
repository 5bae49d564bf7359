"""The rules typeset as a booklet.

::

    RulesText --shaper, blocks--> slabs --composed_pages, booklet, cards--> pages --painting--> PDF
                   |
              line_breaks

ReportLab writes the file and embeds the fonts; lines and pages are broken here. Lengths are PDF points, y down from the
page's top, unless a name says otherwise.
"""
