"""YAML files, read strictly into frozen records.

Every reader here goes the same way: :mod:`~asterion_press.catalogue.strict_yaml` turns a file into plain text, lists
and mappings and remembers where each value stood; :mod:`~asterion_press.catalogue.validation` gives that to a
msgspec model and turns each complaint into ``file:line:column: what; what would be right``.

PyYAML is used only in this package.
"""
