"""The rules as one page of HTML for each language, for reading on a telephone at the table and with a screen reader.

::

    RulesText ---------------------------------.
    figures --inline_svg--> SVG and symbols ---+--page--> rules-<language>.html
    theme, fonts --style--> CSS ---------------'

Text, numbers, spaces and alternative texts come out of the same code as the booklet's; this package only writes them as
HTML. The page holds all that it shows, runs no program and loads nothing.
"""
