"""What a player may not do.

::

    AsterionError
    `-- IllegalTurnError   a rule forbids this turn in this position; knows the rule
"""

from __future__ import annotations

from generator.errors import AsterionError


class IllegalTurnError(AsterionError):
    """A turn that a rule forbids.

    Attributes:
        rule: a word for it: ``over``, ``place``, ``pair``, ``colour``, ``rival``, ``shared``, ``value``,
            ``simplified``, ``reply`` or ``pass``.
    """

    def __init__(self, rule: str, reason: str) -> None:
        self.rule = rule
        super().__init__(f"{reason} [{rule}]")
