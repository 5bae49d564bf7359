"""The report of `asterion setup`: a setup in words, as plain data and as a picture, and how often setups win.

A setup that the solver leaves undecided may be either, so there are two shares of setups: of those that can be won for
certain, and of those that cannot be lost for certain. The interval is Wilson's, from the lower end of the first to the
upper end of the second, at `CONFIDENCE`.

Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
Statistical Association 22 (1927).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.drawing.display_list import Scene
from generator.games.asterismo.board import COLUMNS, SIZE, bit, hexagons, written
from generator.games.asterismo.position_art import PositionPainter, ShownPosition
from generator.games.asterismo.rules import HexPosition, Tree, legal_takes, outcome, replay
from generator.games.asterismo.setup import Cleared, clear, pour, starting_position
from generator.games.asterismo.solver import STEPS, Solution, Verdict, solve
from generator.wording import plural

if TYPE_CHECKING:
    from generator.catalogue.themes import Theme
    from generator.games.asterismo.records import Catalogue

CONFIDENCE = 0.95


class Setup(NamedTuple):
    """A setup from a seed, with the takes that followed.

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
    position: HexPosition
    colours: tuple[str, ...]
    letters: tuple[str, ...]

    @classmethod
    def of(
        cls, seed: int, players: int, takes: Sequence[str], colours: tuple[str, ...], letters: tuple[str, ...]
    ) -> Setup:
        """Return the setup of a seed, and the game played on.

        Raises:
            ValueError: a take that is not legal, or no hexagon.
        """
        tokens = pour(seed)
        position = replay(starting_position(tokens, players), takes)
        return cls(seed, tokens, clear(tokens), tuple(takes), position, colours, letters)

    @property
    def gone(self) -> Tree:
        """The tokens that are no longer on the board."""
        blue, yellow, red = (all_ & ~left for all_, left in zip(self.poured, self.position.tree, strict=True))
        return blue, yellow, red

    @property
    def title(self) -> str:
        """A description in a few words."""
        after = f", after {plural(len(self.takes), 'take')}" if self.takes else ""
        return f"the setup of seed {self.seed} for {self.position.players} players{after}"

    def text(self) -> str:
        """Return all of it in words."""
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
        """Return all of it as plain data."""
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
        """Return the picture: the whole board with its letters and numbers, and the harvests."""
        shown = ShownPosition(
            self.position.tree, gone=self.gone, harvests=self.position.harvests, turn=self.position.turn, whole=True
        )
        parts, width, height = PositionPainter(catalogue, theme).parts(shown)
        return Scene("setup", self.title, self.text(), width, height, parts)


# -- words and plain data ----------------------------------------------------------------------------------------------


def board_text(tree: Tree, gone: Tree, letters: Sequence[str]) -> str:
    """Return the board, each row half a hexagon further right than the one above; gone tokens in small letters."""
    head = " " * 4 + " ".join(COLUMNS[column] for column in range(SIZE))
    lines = [head]
    for row in range(SIZE):
        cells = [_cell(bit((column, row)), tree, gone, letters) for column in range(SIZE)]
        lines.append(f"{' ' * row}{row + 1:>3} {' '.join(cells)}")
    return "\n".join(lines)


def _cell(cell: int, tree: Tree, gone: Tree, letters: Sequence[str]) -> str:
    for letter, here, away in zip(letters, tree, gone, strict=True):
        if cell & here:
            return letter
        if cell & away:
            return letter.lower()
    return "."


def tokens_text(tree: Tree, colours: Sequence[str]) -> str:
    """Return every token by its hexagon, a line for each colour."""
    width = max(map(len, colours))
    return "\n".join(
        f"{colour:<{width}}  {cells.bit_count():>2}  {' '.join(map(written, hexagons(cells)))}"
        for colour, cells in zip(colours, tree, strict=True)
    )


def harvests_text(position: HexPosition, colours: Sequence[str]) -> str:
    """Return what each player has, and whose turn it is."""
    lines = []
    for number, harvest in enumerate(position.harvests, 1):
        counted = ", ".join(f"{count} {colour}" for count, colour in zip(harvest, colours, strict=True))
        lines.append(f"player {number}: {plural(sum(harvest), 'token')} ({counted})")
    end = outcome(position)
    if end:
        return "\n".join([*lines, f"the game is {end}"])
    takes = legal_takes(position.tree).bit_count()
    return "\n".join([*lines, f"player {position.turn + 1} is to take one of {plural(takes, 'token')}"])


def position_data(position: HexPosition, colours: Sequence[str]) -> dict[str, Any]:
    """Return a position as plain data."""
    return {
        "tokens": {
            colour: list(map(written, hexagons(cells))) for colour, cells in zip(colours, position.tree, strict=True)
        },
        "harvests": [dict(zip(colours, harvest, strict=True)) for harvest in position.harvests],
        "turn": position.turn + 1,
        "takes": list(map(written, hexagons(legal_takes(position.tree)))),
        "outcome": outcome(position),
    }


# -- odds --------------------------------------------------------------------------------------------------------------


class Odds(NamedTuple):
    """The numbers of setups that can be won, that cannot, and that are undecided."""

    won: int
    lost: int
    undecided: int

    @property
    def setups(self) -> int:
        """The number of all setups."""
        return sum(self)

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the share that can be won: undecided setups count against the lower end, for the upper."""
        return wilson(self.won, self.setups)[0], wilson(self.won + self.undecided, self.setups)[1]


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Return Wilson's interval of a share; all of 0 to 1 if nothing has been tried."""
    if not trials:
        return 0.0, 1.0
    z2 = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) ** 2
    share = hits / trials
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = (z2 * (share * (1 - share) / trials + z2 / (4 * trials * trials))) ** 0.5 / (1 + z2 / trials)
    return max(0.0, middle - half), min(1.0, middle + half)


def solve_setups(players: int, seeds: Sequence[int], steps: int = STEPS) -> Iterator[Solution]:
    """Solve the setup of each seed, in order."""
    for seed in seeds:
        yield solve(starting_position(pour(seed), players), steps)


def count_verdicts(verdicts: Sequence[Verdict]) -> Odds:
    """Count verdicts."""
    counts = Counter(verdicts)
    return Odds(counts["won"], counts["lost"], counts["undecided"])
