"""The text of the rules: Markdown read into a document, checked, and compared with English.

::

    <game>.md --markdown--> RulesText      placeholders: {{deck.tiles}} filled in; figures, inlines, tables read
    RulesText --compare-->  mistakes       what a translation has less, more or in another order than English
"""
