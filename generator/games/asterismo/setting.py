"""A setup from a seed, with the takes that followed: what the command `asterion setup` shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.games.asterismo.board import hexagons, written
from generator.games.asterismo.clearing import Cleared, cleared, starting_position
from generator.games.asterismo.rules import Position, replayed
from generator.games.asterismo.setup_deal import poured
from generator.games.asterismo.telling import board_text, harvests_text, position_data, tokens_text
from generator.games.asterismo.tree import Tree
from generator.wording import plural

if TYPE_CHECKING:
    from generator.catalogue.themes import Theme
    from generator.drawing.display_list import Scene
    from generator.games.asterismo.records import Catalogue
    from generator.games.asterismo.solving import Solution


class Setup(NamedTuple):
    """Tokens that were poured, what remained of them, and how the game went on.

    Attributes:
        seed: of the pour.
        poured: all tokens.
        cleared: what remained of them, and what was shared out.
        takes: what has been taken since.
        position: the position after that.
        colours: names of the colours.
        letters: one for each.
    """

    seed: int
    poured: Tree
    cleared: Cleared
    takes: tuple[str, ...]
    position: Position
    colours: tuple[str, ...]
    letters: tuple[str, ...]

    @classmethod
    def of(
        cls, seed: int, players: int, takes: Sequence[str], colours: tuple[str, ...], letters: tuple[str, ...]
    ) -> Setup:
        """The setup of a seed, and the game played on.

        Raises:
            ValueError: a take that is not legal, or no hexagon.
        """
        tokens = poured(seed)
        position = replayed(starting_position(tokens, players), takes)
        return cls(seed, tokens, cleared(tokens), tuple(takes), position, colours, letters)

    @property
    def gone(self) -> Tree:
        """The tokens that are no longer on the board."""
        blue, yellow, red = (all_ & ~left for all_, left in zip(self.poured, self.position.tree, strict=True))
        return blue, yellow, red

    @property
    def title(self) -> str:
        """What is seen, in a few words."""
        after = f", after {plural(len(self.takes), 'take')}" if self.takes else ""
        return f"the setup of seed {self.seed} for {self.position.players} players{after}"

    def text(self) -> str:
        """All of it in words."""
        dead = sum(self.cleared.rounds).bit_count()
        rounds = plural(len(self.cleared.rounds), "round")
        shared = (
            f"{plural(self.cleared.removed.bit_count(), 'token')} shared out: {dead} not alive, in {rounds}, and "
            f"{self.cleared.apart.bit_count()} apart from the tree; small letters show what is gone"
        )
        return "\n".join(
            [
                self.title, "",
                board_text(self.position.tree, self.gone, self.letters), "",
                tokens_text(self.position.tree, self.colours), "",
                shared,
                harvests_text(self.position, self.colours), "",
            ]
        )  # fmt: skip

    def data(self, solution: Solution | None) -> dict[str, Any]:
        """All of it as plain data."""
        cleared_away = {
            "rounds": [list(map(written, hexagons(dead))) for dead in self.cleared.rounds],
            "apart": list(map(written, hexagons(self.cleared.apart))),
        }
        found = {} if solution is None else {"solution": {**solution._asdict(), "line": list(solution.line)}}
        position = position_data(self.position, self.colours)
        players = self.position.players
        return {"seed": self.seed, "players": players, "removed": cleared_away, "played": list(self.takes)} | (
            position | found
        )

    def scene(self, catalogue: Catalogue, theme: Theme) -> Scene:
        """The picture: the whole board with its letters and numbers, and the harvests."""
        from generator.drawing.display_list import Scene
        from generator.games.asterismo.table import Table, View

        view = View(
            self.position.tree, gone=self.gone, harvests=self.position.harvests, turn=self.position.turn, whole=True
        )
        parts, width, height = Table(catalogue, theme).parts(view)
        return Scene("setup", self.title, self.text(), width, height, parts)
