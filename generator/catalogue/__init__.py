"""YAML files, read strictly into frozen records.

Every reader here goes the same way: :mod:`~generator.catalogue.strict_yaml` turns a file into plain text, lists and
mappings and remembers where each value stood; :mod:`~generator.catalogue.validation` gives that to a msgspec model
and turns each complaint into ``file:line:column: what; what would be right``.

PyYAML is used only in this package.
"""
