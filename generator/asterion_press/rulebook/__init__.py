"""The rules: read from Markdown, typeset as booklets, written as HTML, translated."""
