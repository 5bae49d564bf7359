"""The records of a game's catalogue, `tiles.yaml`.

::

    Catalogue -- colours   id -> Colour      letter, symbol, ink
              |- designs   id -> Design      number, paths, copies, colours
              |- minotaur  Minotaur          paths
              |- centre    Centre            name, symbol, paths, count: instead of the minotaur
              |- counters  Counters          count, diameter, symbol
              |- credits   Credits
              |- rules     RuleOptions       what is agreed on beside the edition
              `- expect    Expectation       what the file promises about the whole deck

The *canonical orientation* of a design is, of its four turns, the one whose spelling comes first, where a spelling
is compared side by side, N, E, S, W: first by which path the side belongs to (paths numbered in order of their first
side, a closed side last), then by what the paths hold, most of the first kind of symbol first, then of the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

from msgspec import NODEFAULT, Meta, Struct, defstruct
from msgspec.structs import replace

from asterion_press.catalogue.headers import Credits, Frontispiece, Head, OnlyColours, Symbol, Title, Version
from asterion_press.catalogue.validation import CAPITAL, Identifier, Record, Rgb
from asterion_press.errors import look_alike
from asterion_press.games.labyrinth.catalogue.symbol_table import MOST_ON_PATH, PLURALS, SYMBOLS
from asterion_press.geometry import QUARTER_TURNS, SIDES, Side

S = TypeVar("S", bound=Struct)
EXITS_PATTERN = r"^N?E?S?W?$"
CLOSED = 9
"""Rank of a side without an exit: after every path (a tile has at most four)."""


def with_symbols(field: Any, default: object = NODEFAULT, prefix: str = "") -> Callable[[type[S]], type[S]]:
    """Return a decorator that adds a field for each kind of symbol to a record, behind its own fields.

    Args:
        field: the type of each.
        default: of each; none if they have to be given.
        prefix: of their names, which are plurals: ``path_`` makes ``path_prisoners``.
    """

    def extended(record: type[S]) -> type[S]:
        fields = [
            (prefix + plural, field) if default is NODEFAULT else (prefix + plural, field, default)
            for plural in PLURALS
        ]
        namespace = {"__doc__": record.__doc__}
        made: Any = defstruct(record.__name__, fields, bases=(record,), module=record.__module__, namespace=namespace)
        return made  # type: ignore[no-any-return]

    return extended


class Exits(tuple[Side, ...]):
    """The sides where a path leaves its tile, in the order N, E, S, W; written in one word, such as ``NS``."""

    __slots__ = ()
    json_schema: ClassVar[dict[str, Any]] = {"type": "string", "pattern": EXITS_PATTERN, "examples": ["NS", "NESW"]}

    @classmethod
    def read(cls, value: object) -> Exits:
        """Return the sides that a word names.

        Raises:
            ValueError: it names none, or not in order.
        """
        if not isinstance(value, str):
            raise ValueError("expected exits in one word, as in NS")  # noqa: TRY004 - expected by the word reader
        if unknown := [letter for letter in value if letter not in Side.__members__]:
            if len(unknown) == len(value) > 1:
                raise ValueError(f"{value!r} names no exits; write N, E, S, W, as in NS{look_alike(value)}")
            raise ValueError(f"unknown exit {unknown[0]!r}; one of N, E, S, W{look_alike(unknown[0])}")
        sides = [Side[letter] for letter in value]
        if sides != sorted(set(sides)):
            raise ValueError(f"exits {value!r} are not in order N, E, S, W, each once; write {spell_exits(set(sides))}")
        return cls(sides)


def spell_exits(exits: Iterable[Side]) -> str:
    """Return exits as they are written, such as ``NS``."""
    return "".join(side.name for side in sorted(exits))


Count = Annotated[int, Meta(ge=0, le=999)]
Number = Annotated[int, Meta(ge=1, le=9999, description="the digits of the tiles' ids")]
Copies = Annotated[Count | dict[str, Count], Meta(description="copies per colour, or a number for each colour")]
TileSide = Annotated[float, Meta(ge=20, le=150)]
Diameter = Annotated[float, Meta(ge=6, le=40)]


@with_symbols(Annotated[int, Meta(ge=0, le=MOST_ON_PATH)], 0)
class Path(Record, frozen=True):
    """One connected piece of labyrinth on a tile, and what it holds.

    Attributes:
        prisoners, coins, wings: how many lie on the path.
    """

    exits: Annotated[Exits, Meta(description="the sides where the path leaves the tile, in the order N, E, S, W")]
    if TYPE_CHECKING:

        def __init__(self, exits: Exits, *counts: int, **named: int) -> None: ...

    @property
    def counts(self) -> tuple[int, ...]:
        """Return how many symbols of each kind the path holds, in the order of the table."""
        return _COUNTS(self)

    @property
    def holds(self) -> dict[str, int]:
        """Return how many symbols of each kind the path holds, by the kind's name."""
        return dict(zip(SYMBOLS, _COUNTS(self), strict=True))

    def turned(self, turns: int) -> Path:
        """Return the path after clockwise quarter turns."""
        return replace(self, exits=Exits(sorted(side.turned(turns) for side in self.exits)))

    def __str__(self) -> str:
        letters = "".join(kind.letter * count for kind, count in zip(SYMBOLS.values(), self.counts, strict=True))
        return spell_exits(self.exits) + (f":{letters}" if letters else "")


_COUNTS: Callable[[Path], tuple[int, ...]] = attrgetter(*PLURALS)
Paths: TypeAlias = tuple[Path, ...]
DesignPaths = Annotated[Paths, Meta(min_length=1, max_length=8)]
MinotaurPaths = Annotated[Paths, Meta(min_length=1, max_length=4)]


def sort_paths(paths: Iterable[Path]) -> Paths:
    """Return paths in the order in which they are written: by their first side; those without an exit last."""
    return tuple(sorted(paths, key=lambda path: path.exits or (CLOSED,)))


def turn_paths(paths: Paths, turns: int) -> Paths:
    """Return all paths of a tile after clockwise quarter turns, in written order."""
    return sort_paths(path.turned(turns) for path in paths)


def spelling_rank(paths: Paths) -> tuple[object, ...]:
    """Return what two turns of one design are compared by; the module's docstring says it in words."""
    ordered = sort_paths(paths)
    owner = {side: number for number, path in enumerate(ordered) for side in path.exits}
    pattern = tuple(owner.get(side, CLOSED) for side in SIDES)
    return pattern, tuple(tuple(-count for count in path.counts) for path in ordered)


def canonical_paths(paths: Paths) -> Paths:
    """Return the canonical turn of a design's paths."""
    return min((turn_paths(paths, turns) for turns in range(QUARTER_TURNS)), key=spelling_rank)


def spell_paths(paths: Iterable[Path]) -> str:
    """Return paths on one line, such as ``NS:p | EW:c``."""
    return " | ".join(map(str, paths))


Letter = Annotated[str, CAPITAL, Meta(description="first letter of the tiles' ids")]


class Colour(Record, frozen=True):
    """A player's colour, and the symbol that says the same without colour.

    Attributes:
        symbol: the sign that identifies the colour without ink.
        ink: its ink, as `#rrggbb`.
    """

    letter: Letter
    symbol: Symbol
    ink: Rgb


class Design(Record, frozen=True):
    """One drawing of paths, printed once or more in some or all colours.

    Attributes:
        paths: the paths of the tile, none of which share an exit.
    """

    number: Number
    paths: DesignPaths
    copies: Copies = 1
    colours: OnlyColours = None

    def copies_in(self, colour: str) -> int:
        """Return how many tiles of this design the colour has."""
        if self.colours is not None and colour not in self.colours:
            return 0
        return self.copies if isinstance(self.copies, int) else self.copies.get(colour, 0)


class Minotaur(Record, frozen=True):
    """The tile in the middle of the table.

    Attributes:
        paths: the paths of its tile.
    """

    paths: MinotaurPaths


class Centre(Record, frozen=True):
    """A piece in the middle of the table that is not the minotaur.

    Attributes:
        name: its id; `words` of a project say what it is called in a language.
        symbol: the sign in its middle and on its back.
        paths: the paths of its tile.
        count: how many are printed.
    """

    name: Identifier
    symbol: Symbol
    paths: MinotaurPaths
    count: Annotated[int, Meta(ge=1, le=99)] = 1


CounterShape: TypeAlias = Literal["square", "octagon", "round"]


class Counters(Record, frozen=True):
    """Counters, such as those for the impaled.

    Attributes:
        count: how many there are in all.
        diameter_mm: of each, across, in mm.
        shape: squares and octagons share their edges, so that straight cuts part them; round ones are for a punch.
        symbol: the sign on them; if left out, a bull's head beside the minotaur, else none.
    """

    count: Count
    diameter_mm: Diameter
    shape: CounterShape = "square"
    symbol: Symbol | None = None


NO_COUNTERS = Counters(count=0, diameter_mm=12)


@with_symbols(Count | None, None)
class Totals(Record, frozen=True):
    """Promised numbers; what is left out is not promised.

    Attributes:
        tiles, prisoners, coins, wings: how many there are.
        exits: sides where a path leaves its tile.
        chambers: paths, each a piece of labyrinth of its own until tiles are joined.
        dead_ends: paths with a single exit.
        branching: from how much to how much, as in `[1.2, 1.3]`.
    """

    tiles: Count | None = None
    exits: Count | None = None
    chambers: Count | None = None
    dead_ends: Count | None = None
    branching: tuple[float, float] | None = None


TieBreak: TypeAlias = Literal["all", "coinless", "coin_only", "seat"]
Outside: TypeAlias = Literal["any", "unbounded"]


class RuleOptions(Record, frozen=True):
    """Options of the rules beside the edition. Source: rules/asterion.md, the rulings A1, A5 and A7."""

    tie_break: Annotated[
        TieBreak | None,
        Meta(description="which escaped prisoners break a tie, `seat` for none; else as in the edition"),
    ] = None
    outside: Annotated[Outside, Meta(description="which uncovered cells are outside: any, or none enclosed")] = "any"
    score_impaled: Annotated[bool | None, Meta(description="whether impaling scores; else as in the edition")] = None


class Expectation(Totals, frozen=True):
    """The promises of a catalogue about its deck, which `check` compares with it.

    Attributes:
        tiles, prisoners, coins, wings, exits, chambers, dead_ends, branching: of the whole deck.
        designs: how many are printed.
        distinct_up_to_mirror: how many of them are no turn and no mirror image of another.
        near_repeats: pairs of them that are a mirror image of one another, or differ by the path of one symbol.
        per_colour: of each colour.
        equal_colours: whether all colours have the same tiles.
    """

    designs: Count | None = None
    distinct_up_to_mirror: Count | None = None
    near_repeats: Count | None = None
    per_colour: Totals | None = None
    equal_colours: bool = False


class Catalogue(Record, frozen=True):
    """A whole game as a catalogue defines it.

    Attributes:
        tile_mm: side of a tile's trim, in mm.
        variant: what this deck is called beside the game's title, if it is not the usual one.
        kind: the kind of game; left out, a labyrinth.
        game: id of the game; names the output folder and the rules texts.
        title: as it stands on sheets and booklets.
        edition: id of the edition, whose rules hold.
        credits: the people behind the game.
        colours: the players' colours, by id, in the order of the deck.
        minotaur: the minotaur's tile; left out, the game has none.
        centre: another piece in the middle of the table, instead of the minotaur.
        counters: counters; left out, the game has none.
        designs: the designs, by id; each is printed in every colour, unless it says otherwise.
        rules: what the players agree on where an edition leaves it open.
        expect: what the deck promises; `asterion check` holds it against what there is.
        version: of the game, as printed; if left out, that of the program.
        frontispiece: id of the piece on the title page and on the box; if left out, the one in the middle of the
            table, or the first tile.
    """

    game: Identifier
    title: Title
    edition: Identifier
    tile_mm: TileSide
    colours: Annotated[dict[Identifier, Colour], Meta(min_length=1, max_length=8)]
    designs: Annotated[dict[Identifier, Design], Meta(min_length=1, max_length=10000)]
    credits: Credits
    minotaur: Minotaur | None = None
    centre: Centre | None = None
    counters: Counters = NO_COUNTERS
    rules: RuleOptions = RuleOptions()
    expect: Expectation = Expectation()
    variant: Title | None = None
    version: Version | None = None
    frontispiece: Frontispiece | None = None
    kind: Literal["labyrinth"] = "labyrinth"

    @property
    def head(self) -> Head:
        """Return the fields that are printed."""
        version, piece = self.version or "", self.frontispiece or ""
        return Head(self.game, self.title, self.full_title, self.edition, self.credits, version, piece)

    @property
    def full_title(self) -> str:
        """Return the game's title, with the name of the variant if there is one: ``Asterion, pocket deck``."""
        return f"{self.title}, {self.variant}" if self.variant else self.title

    @property
    def colour_ids(self) -> tuple[str, ...]:
        """Return the colours in the order of the file, which is the order of seats."""
        return tuple(self.colours)
