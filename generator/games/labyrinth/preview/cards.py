"""What the page shows of a deck without any program: its tiles as cards, the filters, the composition and the check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from generator.games.findings import Finding
from generator.games.labyrinth.catalogue.records import Path, spelled_exits
from generator.games.labyrinth.deck.composition import Composition, composition_of, compositions
from generator.games.labyrinth.deck.report import COLUMNS
from generator.games.labyrinth.deck.tiles import Tile
from generator.games.labyrinth.preview.charts import GLYPHS, charts, shape_of
from generator.games.labyrinth.preview.facts import KINDS, Shown, file_name, path_in_words, searched_words
from generator.games.labyrinth.preview.templates import fill
from generator.games.report import verdict
from generator.rulebook.html.markup import Html, element, joined

Icons = Mapping[str, str]
"""The symbol of each small picture, such as ``coin`` or ``prisoner-yellow``."""


def cards(number: int, shown: Shown, art: Mapping[str, str], icons: Icons) -> Html:
    """The list of a deck's tiles."""
    tiles = joined(_card(tile, art[tile.id], icons) for tile in shown.deck.tiles)
    return element("ul", tiles, class_="cards", data_deck=number, hidden="" if number else None)


def _card(tile: Tile, art: str, icons: Icons) -> Html:
    exits = sorted({len(path.exits) for path in tile.paths})
    copies = element("span", f" × {tile.copies}", class_="copies") if tile.copies > 1 else Html()
    return fill(
        "card.html",
        id=tile.id,
        colour=tile.colour,
        holds=" ".join(_held(tile)),
        exits=" ".join(map(str, exits)),
        open=open_sides(tile),
        words=searched_words(tile),
        label=f"{tile.id}, {tile.design}: {'; '.join(map(path_in_words, tile.paths))}. Look closer",
        art=art,
        design=_spaced(tile.design),
        copies=copies,
        paths=joined(path_item(path, tile.colour, icons) for path in tile.paths),
    )


def _spaced(identifier: str) -> str:
    return identifier.replace("-", " ")


def _held(tile: Tile) -> list[str]:
    return [kind for kind in KINDS if any(getattr(path, f"{kind}s") for path in tile.paths)]


def open_sides(tile: Tile) -> int:
    """How many sides of a tile a path leaves."""
    return len({side for path in tile.paths for side in path.exits})


def path_item(path: Path, colour: str, icons: Icons) -> Html:
    """A path as an entry of a card: its shape, its exits, what it holds."""
    names = (f"prisoner-{colour}", "coin", "wing")
    held = [icons[name] for count, name in zip(path.holds, names, strict=True) for _ in range(count)]
    return fill(
        "path.html",
        glyph=glyph_of(path),
        exits=spelled_exits(path.exits) or "–",
        icons=joined(icon(symbol) for symbol in held),
        words=path_in_words(path),
    )


def glyph_of(path: Path) -> str:
    """The path as lines in a square of 24 units, as it lies on the tile."""
    if shape_of(path) == "bend":
        start, end = (_MOUTHS[side] for side in path.exits)
        return f"M{start}Q12 12 {end}"
    if len(path.exits) == 1:
        return f"M{_MOUTHS[path.exits[0]]}L{_CELLS[path.exits[0]]}"
    return "".join(f"M12 12L{_MOUTHS[side]}" for side in path.exits) or GLYPHS["closed"]


_MOUTHS = ("12 0", "24 12", "12 24", "0 12")
_CELLS = ("12 9", "15 12", "12 15", "9 12")


def icon(symbol: str) -> Html:
    """A small picture beside words that say the same."""
    picture = element("use", href=f"#{symbol}", width=100, height=100)
    return element("svg", picture, class_="icon", viewBox="0 0 100 100", aria_hidden="true")


def filters(decks: Sequence[Shown], icons: Icons) -> Html:
    """The form that filters the cards of all decks."""
    tiles = [tile for shown in decks for tile in shown.deck.tiles]
    colours = dict.fromkeys(tile.colour for tile in tiles)
    exits = sorted({len(path.exits) for tile in tiles for path in tile.paths})
    sides = sorted({open_sides(tile) for tile in tiles})
    return fill(
        "filters.html",
        colours=joined(_chip("colour", colour, icon(icons[f"emblem-{colour}"])) for colour in colours),
        symbols=joined(_chip("holds", kind, icon(icons[_pictured(kind, decks)])) for kind in KINDS),
        exits=joined(_chip("exits", str(count)) for count in exits),
        open_sides=joined(_chip("open", str(count)) for count in sides),
        open_hidden=Html(" hidden") if len(sides) < 2 else "",
    )


def _pictured(kind: str, decks: Sequence[Shown]) -> str:
    """The picture that stands for a kind of symbol: of prisoners the first colour's."""
    return f"prisoner-{decks[0].deck.catalogue.colour_ids[0]}" if kind == "prisoner" else kind


def _chip(name: str, value: str, picture: Html = Html()) -> Html:  # noqa: B008 - markup does not change
    return fill("chip.html", name=name, value=value, icon=picture, word=value)


def composition(number: int, shown: Shown, icons: Icons) -> Html:
    """A deck in charts and numbers, and what the check says of it."""
    by_colour: dict[str, Composition] = {**compositions(shown.deck), "deck": composition_of(shown.deck.tiles)}
    columns = (element("th", column.replace("_", " "), scope="col") for column in COLUMNS)
    return fill(
        "composition.html",
        deck=number,
        hidden=Html(" hidden") if number else "",
        charts=charts(shown.deck, {**icons, "prisoner": icons[f"prisoner-{shown.deck.catalogue.colour_ids[0]}"]}),
        name=shown.name,
        columns=joined(columns),
        rows=joined(_row(name, counted) for name, counted in by_colour.items()),
        findings=_findings(shown.findings),
    )


def _row(name: str, counted: Composition) -> Html:
    values = (getattr(counted, column) for column in COLUMNS)
    cells = (element("td", f"{value:.2f}" if isinstance(value, float) else value) for value in values)
    return element("tr", element("th", name, scope="row"), *cells)


def _findings(found: Iterable[Finding]) -> Html:
    listed = list(found)
    return joined((element("p", verdict(listed), class_="verdict"), _listed(listed) if listed else ""))


def _listed(found: Sequence[Finding]) -> Html:
    return element("ul", *(_finding(finding) for finding in found), class_="findings")


def _finding(finding: Finding) -> Html:
    place = finding.place
    where = f"{file_name(place.file)}:{place.line}:{place.column}"
    words = (element("code", where), " ", element("strong", finding.level.value), f" {finding.message}")
    return element("li", *words, class_=finding.level.value)
