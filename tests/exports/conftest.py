"""What the tests of exports share: the command, by default for the small game, and into a folder of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.support.project_commands import run

Export = Callable[..., Result]


@pytest.fixture
def export(small: Callable[..., Path], tmp_path: Path) -> Export:
    """Export a game with some settings; the command must end with that status."""

    def exported(
        target: str, *settings: str, game: object = None, to: str = "out", words: tuple[str, ...] = (), status: int = 0
    ) -> Result:
        chosen = [word for one in settings for word in ("--set", one)]
        result = run("export", target, game or small(), "--out", tmp_path / to, *chosen, *words)
        assert result.exit_code == status, result.output
        return result

    return exported
