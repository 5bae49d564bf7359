"""A labyrinth as the rest of the program sees it: its sheets, its numbers, and every finding about its deck.

The tiles and what lies in the middle have backs behind them; the counters are the same on both faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.strict_yaml import Document, read_document
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Scene
from asterion_press.errors import MINUS, LayoutError, Mistake, Place
from asterion_press.games.game import Game, Kind, Score
from asterion_press.games.labyrinth.art import components
from asterion_press.games.labyrinth.art.chambers import BLEED_MM
from asterion_press.games.labyrinth.art.score_sheets import score_pad, track_drawing
from asterion_press.games.labyrinth.art.symbols import prisoners_of
from asterion_press.games.labyrinth.catalogue import loader
from asterion_press.games.labyrinth.catalogue.position_records import (
    CARD_FIGURES,
    Figures,
    LoadedTable,
    Table,
    load_figures,
)
from asterion_press.games.labyrinth.catalogue.records import Catalogue
from asterion_press.games.labyrinth.catalogue.symbol_table import PLURALS, SYMBOLS
from asterion_press.games.labyrinth.catalogue.target_records import Targets
from asterion_press.games.labyrinth.catalogue.variants import Variant
from asterion_press.games.labyrinth.deck import report
from asterion_press.games.labyrinth.deck.differences import reprint, update_of
from asterion_press.games.labyrinth.deck.space import content
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile, composition_of, deck_of
from asterion_press.games.labyrinth.engine import rules as engine
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.described_tables import arranged_table
from asterion_press.games.labyrinth.engine.scoring import explain_final, explanation_text
from asterion_press.games.labyrinth.findings import findings
from asterion_press.games.report import Finding
from asterion_press.geometry import SIDES
from asterion_press.layout.sheets import Lot, Piece, lot_grid

KEPT = "the deck that is kept"
"""Name of the lines of a manifest in messages."""


class LabyrinthGame(Game):
    """A deck of tiles with paths.

    Attributes:
        loaded: the catalogue, with its variant applied.
        deck: what is printed: the catalogue's deck, or the update of one that is there already.
    """

    kind = "labyrinth"
    claims = "asterion_press.games.labyrinth.figures:Positions"

    def __init__(self, loaded: loader.LoadedCatalogue, deck: Deck) -> None:
        super().__init__(deck.catalogue, loaded.document)
        self.loaded, self.deck, self.variant = loaded, deck, loaded.variant

    # -- what is printed --

    def component_ids(self) -> tuple[str, ...]:
        return components.component_ids(self.deck)

    def subject(self, component: str) -> object:
        tile = self.deck.tile(component)
        catalogue = self.deck.catalogue
        colour = catalogue.colours.get(tile.colour if tile else component.removeprefix(components.BACK))
        centre = catalogue.centre, self.deck.has_minotaur
        return catalogue.tile_mm, centre, (tile.paths, colour) if tile else (colour, catalogue.counters)

    def draw(self, component: str, theme: Theme) -> Drawing:
        return components.draw(component, self.deck, theme)

    def component_place(self, component: str) -> Place:
        tile, colour = self.deck.tile(component), component.removeprefix(components.BACK)
        if tile is not None and tile.design in self.deck.catalogue.designs:
            return self.document.key_place(("designs", tile.design))
        if colour in self.deck.catalogue.colours:
            return self.document.key_place(("colours", colour))
        if component == components.COUNTER_ID and "counters" in self.document.data:
            return self.document.key_place(("counters",))
        return self.document.key_place(("minotaur" if self.deck.has_minotaur else "centre",))

    def is_round(self, component: str) -> bool:
        return component == components.COUNTER_ID and self.deck.catalogue.counters.shape == "round"

    def shows(self, component: str) -> Mapping[str, int]:
        if (tile := self.deck.tile(component)) is None:
            return {}
        contents: dict[str, int] = {}
        for name, count in zip(SYMBOLS, content(tile.paths), strict=True):
            contents |= {name: count} if count else {}
            contents |= Counter(person.key for person in prisoners_of(tile)) if name == "prisoner" else {}
        colour = self.deck.catalogue.colours.get(tile.colour)
        return contents if colour is None else {colour.symbol: 1, **contents}

    def lots(self, paper: Paper) -> tuple[Lot, ...]:  # noqa: ARG002 - the same on every paper
        return lots_of(self.deck)

    def fitting_mistakes(self, papers: Mapping[ShelfFile, Paper]) -> Iterator[Mistake]:
        tile, counter = self.loaded.place("tile_mm"), self.loaded.place("counters", "diameter_mm")
        sizes = ((tiles_lot(self.deck), f"tile, see {tile}"), (counters_lot(self.deck), f"counter, see {counter}"))
        for file, paper in papers.items():
            for lot, what in sizes:
                try:
                    lot_grid(lot, paper, what)
                except LayoutError as error:  # at the line of the paper's file, with the place of the piece's size
                    yield Mistake(read_document(file).value_place(error.location), str(error))

    # -- findings and lists --

    def findings(self) -> tuple[Finding, ...]:
        return findings(self.deck, self.loaded)

    def headers(self) -> list[str]:
        return report.tiles_headers(self.loaded)

    def rows(self) -> list[list[object]]:
        return report.tiles_rows(self.deck, self.loaded)

    def data(self) -> dict[str, Any]:
        return report.tiles_data(self.deck, self.loaded)

    def summary(self) -> str:
        deck = self.deck
        parts = [f"{sum(tile.copies for tile in deck.tiles)} labyrinth tiles"]
        if deck.centre is not None:
            parts.append(f"{1 if deck.has_minotaur else deck.centre.copies} {deck.centre.id}")
        if counters := deck.catalogue.counters.count:
            parts.append(f"{counters} counters")
        return ", ".join(parts)

    def check_text(self, found: Sequence[Finding]) -> str:
        return report.check_text(self.deck, self.loaded, found)

    def check_data(self, found: Sequence[Finding]) -> dict[str, Any]:
        return report.check_data(self.deck, self.loaded, found)

    # -- the booklet --

    def numbers(self) -> Mapping[str, int | float | str]:
        catalogue, tiles = self.deck.catalogue, list(self.deck.copies())
        colours, whole = len(catalogue.colours), composition_of(self.deck.all_tiles)
        middle = self.deck.minotaur.paths if self.deck.has_minotaur else ()
        table: dict[str, int | float | str] = {
            "deck.pieces": sum(piece.copies for lot in lots_of(self.deck) for piece in lot.pieces),
            "deck.tiles": len(tiles),
            "deck.designs": len(catalogue.designs),
            "deck.colours": colours,
            "deck.counters": catalogue.counters.count,
            "deck.tile_mm": catalogue.tile_mm,
            "deck.walls": len(SIDES) * whole.tiles - whole.exits,
            "deck.minotaur": int(self.deck.has_minotaur),
            "deck.crossroads": int(any(len(path.exits) == len(SIDES) for path in middle)),
            "deck.prisoner_each": int(all(sum(path.holds["prisoner"] for path in tile.paths) == 1 for tile in tiles)),
            "deck.single_coins": int(all(path.holds["coin"] < 2 for tile in tiles for path in tile.paths)),
            "deck.equal_colours": int(
                len({composition_of(self.deck.of_colour(one)) for one in catalogue.colours}) == 1
            ),
        }
        for what in PLURALS:
            table[f"deck.{what}"] = sum(getattr(path, what) for tile in tiles for path in tile.paths)
        for what in ("tiles", *PLURALS):
            table[f"deck.{what}_per_colour"] = int(table[f"deck.{what}"]) // colours
        table["deck.tiles_for_two"] = int(table["deck.tiles_per_colour"]) * 2
        table["deck.tiles_for_three"] = int(table["deck.tiles_per_colour"]) * 3
        return table | _rule_numbers(engine.rules_of(catalogue), colours)

    def facts(self) -> tuple[object, ...]:
        catalogue = self.deck.catalogue
        middle = catalogue.minotaur, catalogue.centre
        told = engine.rules_of(catalogue), tuple(self.numbers().items())
        return catalogue.tile_mm, catalogue.colours, middle, catalogue.counters, told

    @property
    def usual_frontispiece(self) -> str:
        return self.deck.centre.id if self.deck.centre else self.deck.tiles[0].id

    def score_sheets(self) -> Mapping[str, Callable[[Theme], Drawing]]:
        if not self.deck.has_minotaur:  # nothing is scored
            return {}
        return {"track": partial(track_drawing, self.deck), "pad": partial(score_pad, self.deck)}

    def lid_scene(self, theme: Theme) -> Scene | None:
        from asterion_press.games.labyrinth.diagrams.model_pictures import lid_scene  # with the art of models

        return lid_scene(self.deck, theme)

    def symbol_names(self) -> tuple[str, ...]:
        return components.symbol_names(self.deck)

    def draw_symbol(self, name: str, theme: Theme) -> Drawing:
        return components.draw_symbol(name, self.deck, theme)

    def score(self, file: ShelfFile) -> Score:
        table, document = self.position(file, Table)
        rules = engine.rules_of(self.loaded.catalogue, **table.agreed)
        explained = explain_final(arranged_table(LoadedTable(table, document), GameSet.of(self.deck), rules))
        return Score(explained.final.scores, explained.final.winners, explanation_text(explained))

    def has_card_figures(self, file: ShelfFile) -> bool:
        return load_figures(file).figures.figures.keys() >= set(CARD_FIGURES)

    # -- variants and updates --

    def misfits(self) -> list[Mistake]:
        loaded, mistakes = self.loaded, list[Mistake]()
        base, here = loaded.base.catalogue if loaded.base else loaded.catalogue, loaded.catalogue
        whose = f"the rules of {here.game!r}"
        if here.edition != base.edition:
            message = f"{whose} are those of the {base.edition} edition, not of the {here.edition} edition"
            mistakes.append(Mistake(loaded.place("edition"), message))
        agreed, usual = engine.rules_of(here), engine.rules_of(base)
        for name in here.rules.__struct_fields__:
            if getattr(agreed, name) != getattr(usual, name):
                mistakes.append(Mistake(loaded.place("rules", name), f"{whose} do not tell this option, {name}"))
        return mistakes

    def update(self, since: Sequence[str]) -> LabyrinthGame:
        return LabyrinthGame(self.loaded, update_of(_kept_deck(since), deck_of(self.loaded.catalogue)))

    def update_text(self, since: Sequence[str]) -> str:
        new = deck_of(self.loaded.catalogue)
        return report.update_text(reprint(_kept_deck(since), new), new)


def read_labyrinth(document: Document, variant: ShelfFile | None = None) -> LabyrinthGame:
    """Return the game that a catalogue defines, with a variant applied to it.

    Raises:
        InputError: every mistake of its form, or if that is sound, every mistake of its sense.
    """
    loaded = loader.apply_variant(loader.validate_catalogue(document), variant)
    return LabyrinthGame(loaded, deck_of(loaded.catalogue))


KIND = Kind(
    "labyrinth",
    "square tiles with paths, a minotaur and counters",
    read_labyrinth,
    {
        "catalogue": Catalogue,
        "figures": Figures,
        "position": Table,
        "reference": loader.Reference,
        "targets": Targets,
        "variant": Variant,
    },
    vary=read_labyrinth,
    whole=lambda document, _: loader.resolve_reference(document),
    page="asterion_press.games.labyrinth.preview.page:labyrinths_page",
)


def _rule_numbers(rules: engine.Rules, colours: int) -> dict[str, int | float | str]:
    """Return the numbers that the engine plays by, by placeholder: ``rules.wings_to_fly``."""
    scores = rules.scores_impaled
    return {
        "rules.players_least": engine.FEWEST_PLAYERS,
        "rules.players_most": min(engine.MOST_PLAYERS, colours),
        "rules.direction": engine.DIRECTION,
        "rules.wings_to_fly": engine.WINGS_TO_FLY,
        "rules.sides_free": engine.FREE_SIDES_TO_ACT,
        "rules.sides_with_tiles": len(SIDES) - engine.FREE_SIDES_TO_ACT,
        "rules.points_impaled": engine.POINTS_IMPALED if scores else 0,
        "rules.points_own": str(engine.POINTS_OWN).replace("-", MINUS) if scores else 0,
        "rules.points_own_lost": -engine.POINTS_OWN if scores else 0,
        "rules.points_coin": engine.POINTS_COIN,
    }


def _kept_deck(lines: Sequence[str]) -> Deck:
    """Return the deck that a manifest has kept.

    Raises:
        InputError: it has kept none that this program can read.
    """
    return deck_of(loader.load_kept_catalogue(lines, KEPT).catalogue)


def lots_of(deck: Deck) -> tuple[Lot, ...]:
    """Return what of a deck is laid on sheets, if there is any of it."""
    return tuple(lot for lot in (tiles_lot(deck), counters_lot(deck)) if lot.count)


def tiles_lot(deck: Deck) -> Lot:
    """Return every tile and the piece in the middle of the table."""
    size = deck.catalogue.tile_mm
    pieces = []
    for tile in (tile for tile in deck.all_tiles if tile.copies):
        name = f"tile {tile.id}" if tile.colour else f"the {tile.id}"
        owner = tile.colour or tile.id
        pieces.append(Piece(tile.id, name, tile.copies, back_of(tile), owner, f"back {owner!r}"))
    return Lot("tiles", size, size, BLEED_MM, tuple(pieces))


def counters_lot(deck: Deck) -> Lot:
    """Return the counters, which hold their own cut lines."""
    counters = deck.catalogue.counters
    size, name = counters.diameter_mm, components.COUNTER_ID
    pieces = (Piece(name, "the counter", counters.count, name, "", "the counter"),) if counters.count else ()
    is_shared = counters.shape != "round"
    return Lot("counters", size, size, BLEED_MM, pieces, gathered=True, marked=False, shared=is_shared)


def back_of(tile: Tile) -> str:
    """Return the component on a tile's back: one for all tiles of a colour."""
    return components.BACK + (tile.colour or tile.id)
