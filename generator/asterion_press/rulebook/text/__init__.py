"""The text of the rules: Markdown read into a document, its words, numbers and marks as its language has them.

::

    <game>.md --markdown--> RulesText      placeholders: {{deck.tiles}} filled in; figures, inlines, tables read
                   |
       strings, typography, document
"""
