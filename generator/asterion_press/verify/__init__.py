"""Reading back: an output folder is compared with its promise.

::

    folder ---- manifest.json      every file there, with its own bytes        files.py
      |-------- svg/<id>.svg       true size, nothing but paths                svg.py
      |-------- *.pdf              fonts, no scripts, clean text, 100 %        documents.py
      |-------- rules-<l>.pdf      where its pages break                       documents.py
      |-------- rules-<l>.html     says what the booklet says, loads nothing   html_page.py
      `-------- sheets-<p>.pdf     where everything lies on the paper          sheets.py
                                   the same numbers as in the SVG              forms.py

It trusts neither `pdf` nor `drawing` and imports neither: it knows the game, the papers and the formats, and reads PDF
with another library than the one that wrote it. All faults are collected; none is raised. Lengths are in mm, from the
top left corner of the page, y down, to which the reader turns the points of the PDF.

A build proves what data can break, and the head of each module names the data. What only the program can break, the
clauses of PDF/A and PDF/UA and the frames of pages, the suite proves over every kind of file.
"""

from asterion_press.verify.files import Fact, Fault, Report, report_data, report_text
from asterion_press.verify.folder import prove

__all__ = ["Fact", "Fault", "Report", "prove", "report_data", "report_text"]
