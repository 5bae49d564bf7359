"""The rules as one page of HTML for each language: for the telephone at the table, and for those who hear it.

::

    RulesText --inlines, blocks, tables--> HTML --.
    figures --svg--> SVG --pictures--> symbols ---+--page--> rules-<language>.html
    theme, fonts --style--> CSS ------------------'

Text, numbers, spaces and what figures tell come out of the same code as the booklet's; this room only writes them as
HTML. The page holds all that it shows, runs no program and asks nobody for anything.
"""

from __future__ import annotations

from generator.rulebook.html.page import rules_page
from generator.rulebook.html.pictures import Pictures

__all__ = ["Pictures", "rules_page"]
