"""What a command tells on standard error, without what only a person looks at."""

from __future__ import annotations

import re


def reported_in(stderr: str) -> list[str]:
    """Return the lines, without those of the source below mistakes and how long it took."""
    return [line for line in stderr.splitlines() if not re.match(r" *\d* \| |done in [\d.]+ s$", line)]
