"""The page of labyrinths: tiles, composition, comparison and trial table, beside sheets and rules.

A deck that the check finds unsound is shown, with what the check says; one that cannot be drawn is not.

The data, from which the programs filter, compare and play::

    {name, title, edition, rules: {tie_break, outside, score_impaled}, hash, minotaur: [0, 1, 2, 3], minotaurArt: "t64",
     crest: "t70", colours: ["yellow", …], icons: {…},
     designs: {crossroads: {number, paths: [{exits: [0, 1], prisoners, coins, wings, at: [[25, 25, 10], …]}]}},
     tiles: [{id, colour, design, copies, art: "t0", place: "tiles.yaml:31"}], composition: {tiles, prisoners, …}}

A deck without the minotaur lacks what is said of him. Sides are numbered clockwise from the north. `at` tells where a
path's prisoners stand on the tile, in hundredths of its side: x, y and size. The place of a tile is that of its design
in the catalogue.

The composition is drawn as charts: inline SVG, so that they print and work without a program. Every chart is 340 units
wide, so that its letters keep their size on a telephone. What a chart shows is also said in words, for those who cannot
see it. Inks of players are the catalogue's; everything else takes the page's by class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing
from asterion_press.errors import plural
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.art.components import HEAD, draw_symbol, picture_names, symbol_names
from asterion_press.games.labyrinth.art.tile_plan import SymbolPlace, symbol_places
from asterion_press.games.labyrinth.catalogue.records import Path, spell_exits, spell_paths
from asterion_press.games.labyrinth.catalogue.symbol_table import PLURALS, SYMBOLS
from asterion_press.games.labyrinth.deck.report import COLUMNS
from asterion_press.games.labyrinth.deck.space import content
from asterion_press.games.labyrinth.deck.tiles import Composition, Deck, Tile, composition_of, compositions
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.games.labyrinth.preview.table import answer
from asterion_press.games.preview import component_drawing, line_of
from asterion_press.games.report import verdict
from asterion_press.geometry import SIDES
from asterion_press.preview import page as shared_page
from asterion_press.preview.page import (
    LETTERS,
    PageContent,
    PageDrawings,
    PreviewPage,
    Printed,
    View,
    chip,
    choice_of,
    credits_of,
    page_of,
    printed_views,
)
from asterion_press.rulebook.html.inline_svg import SvgSymbols
from asterion_press.rulebook.html.markup import Html, element, join_markup

if TYPE_CHECKING:
    from asterion_press.games.game import ShownGame


STYLE, COMPARE, BOARD, BEGIN = "style.css", "compare.js", "board.js", "begin.js"
"""Of these the board needs the minotaur, and a program that serves the page: its engine judges what is tried there."""
TAKE = Html('<button type="button" class="strong" id="closer-take">Take into hand</button>')
OUR_OWN = (
    "The tiles of the published game look different: this set of designs and these drawings are made by the program."
)


Icons = Mapping[str, str]
"""The symbol of each small picture, such as ``coin`` or ``prisoner-yellow``."""


class ShownDeck(Struct, frozen=True):
    """A deck that the page shows.

    Attributes:
        name: what the page calls it: the file's name without its folders, or a word.
        game: itself.
        art: the symbol of each of its components, by id.
        icons: of its small pictures.
    """

    name: str
    game: LabyrinthGame
    art: Mapping[str, str]
    icons: Icons

    @property
    def deck(self) -> Deck:
        """Return the tiles."""
        return self.game.deck


def deck_data(shown: ShownDeck) -> dict[str, Any]:
    """Return all that the page's programs know of a deck."""
    loaded, deck, art = shown.game.loaded, shown.deck, shown.art
    catalogue, counted = loaded.catalogue, composition_of(deck.tiles)
    designs = {tile.design: tile for tile in deck.tiles}

    def path_data(path: Path, number: int, places: tuple[SymbolPlace, ...]) -> dict[str, Any]:
        prisoners = [place for place in places if place.path == number and place.kind == "prisoner"]
        share = 100 / TILE
        return {
            "exits": [int(side) for side in path.exits],
            **dict(zip(PLURALS, path.counts, strict=True)),
            "at": [[round(value * share, 1) for value in (place.x, place.y, place.size)] for place in prisoners],
        }

    def design_data(tile: Tile) -> dict[str, Any]:
        places = symbol_places(tile)
        return {
            "number": catalogue.designs[tile.design].number,
            "spelled": spell_paths(tile.paths),
            "paths": [path_data(path, number, places) for number, path in enumerate(tile.paths)],
        }

    return {
        "name": shown.name,
        "title": catalogue.title,
        "edition": catalogue.edition,
        "game": catalogue.game,
        "rules": asdict(catalogue.rules),
        "hash": loaded.short_hash,
        **({"minotaur": gates(deck), "minotaurArt": art[deck.minotaur.id]} if deck.has_minotaur else {}),
        "colours": list(catalogue.colour_ids),
        "looks": {name: [colour.letter, colour.symbol, colour.ink] for name, colour in catalogue.colours.items()},
        "designs": {name: design_data(tile) for name, tile in designs.items()},
        "tiles": [
            {
                "id": tile.id,
                "colour": tile.colour,
                "design": tile.design,
                "copies": tile.copies,
                "art": art[tile.id],
                "place": line_of(loaded.document.key_place(("designs", tile.design))),
            }
            for tile in deck.tiles
        ],
        # the branching as `asterion diff` prints it, since a browser rounds halves another way
        "composition": asdict(counted) | {"branching": float(f"{counted.branching:.2f}")},
        "icons": shown.icons,
        "crest": shown.icons[_crest(deck)],
    }


def gates(deck: Deck) -> list[int]:
    """Return the sides that the minotaur's tile opens."""
    return [int(side) for side in SIDES if any(side in path.exits for path in deck.minotaur.paths)]


def path_in_words(path: Path) -> str:
    """Return a path as people say it, such as ``N and S with a prisoner``."""
    sides = [side.name for side in path.exits]
    where = f"{', '.join(sides[:-1])} and {sides[-1]}" if len(sides) > 1 else "".join(sides) or "closed"
    contents = [f"a {kind}" if count == 1 else plural(count, kind) for kind, count in path.holds.items() if count]
    return f"{where} with {' and '.join(contents)}" if contents else where


def searched_words(tile: Tile) -> str:
    """Return everything by which free text finds a tile, in lower case."""
    contents = [kind for path in tile.paths for kind, count in path.holds.items() if count]
    exits = [spell_exits(path.exits) for path in tile.paths]
    words = [tile.id, tile.colour, tile.design, spell_paths(tile.paths), *exits, *dict.fromkeys(contents)]
    return " ".join(words).lower()


PAGE = FilePath(__file__).parent / "page"
"""The folder of the page's own files: HTML, CSS and JavaScript."""


page_file = partial(shared_page.page_file, folder=PAGE)


def fill(template: str, /, **values: object) -> Html:
    """Return a template of the page's own files with every place filled."""
    return shared_page.fill(template, PAGE, **values)


WIDTH = 340
LEFT, RIGHT = 124, 300
"""Left ends of bars, and right end of the longest."""
ROW, BAR = 34, 20
HUNGRY = (1.2, 1.3)
"""The branching of decks that impale about 22 of 64 prisoners. Source: ``games/labyrinth/deck/tiles.py``."""
SCALE = (0.6, 2.0)
"""The ends of the scale of branching; decks beyond are shown at its end. Own choice."""
SHAPES = ("closed", "dead end", "corridor", "bend", "fork", "crossroads")
FEATURES = ("tiles", *PLURALS)


def charts(deck: Deck, icons: Mapping[str, str]) -> Html:
    """Return all charts of a deck.

    Args:
        deck: whose paths are counted, copies included.
        icons: the symbol of each small picture, such as ``coin``.
    """
    paths = [path for tile in deck.copies() for path in tile.paths]
    shapes = {shape: there for shape in SHAPES if (there := [path for path in paths if shape_of(path) == shape])}
    return join_markup((_features(deck, icons), _branching(deck), _kinds(shapes), _where(shapes, icons)))


def shape_of(path: Path) -> str:
    """Return the shape of a path: closed, dead end, corridor, bend, fork or crossroads."""
    count = len(path.exits)
    if count == 2:
        return "corridor" if path.exits[0].opposite == path.exits[1] else "bend"
    return {0: "closed", 1: "dead end", 3: "fork", 4: "crossroads"}[count]


def _chart(title: str, words: str, height: float, *content: object) -> Html:
    return fill("chart.html", title=title, words=words, height=f"{height:g}", width=WIDTH, content=join_markup(content))


def _label(y: float, text: str) -> Html:
    return element("text", text, x=34, y=f"{y + BAR * 0.7:g}", class_="label")


def _value(x: float, y: float, number: object) -> Html:
    return element("text", number, x=f"{x + 7:g}", y=f"{y + BAR * 0.7:g}", class_="value")


def _bar(x: float, y: float, width: float, **attributes: object) -> Html:
    return element("rect", x=f"{x:.1f}", y=f"{y:g}", width=f"{width:.1f}", height=BAR, **attributes)


def _icon(symbol: str, x: float, y: float, size: float) -> Html:
    return element("use", href=f"#{symbol}", x=f"{x:g}", y=f"{y:g}", width=f"{size:g}", height=f"{size:g}")


def _features(deck: Deck, icons: Mapping[str, str]) -> Html:
    """Chart tiles and symbols, every player's share in the player's ink."""
    by_colour, inks = compositions(deck), {name: colour.ink for name, colour in deck.catalogue.colours.items()}
    most = max(sum(getattr(c, feature) for c in by_colour.values()) for feature in FEATURES) or 1
    rows: list[Html] = []
    words = []
    for row, feature in enumerate(FEATURES):
        counts = {name: getattr(composition, feature) for name, composition in by_colour.items()}
        total, y = sum(counts.values()), row * ROW + 6
        x = float(LEFT)
        for name, count in counts.items():
            width = (RIGHT - LEFT) * count / most
            rows.append(_bar(x, y, width, fill=inks[name], class_="piece"))
            x += width
        rows.append(_value(LEFT + (RIGHT - LEFT) * total / most, y, total))
        rows.append(_label(y, feature))
        rows += [_icon(icons[name], 2, y - 2, 24) for name in [feature.removesuffix("s")] if name in icons]
        words.append(f"{total} {feature} ({', '.join(f'{name} {n}' for name, n in counts.items())})")
    return _chart("What each colour has", "; ".join(words), len(FEATURES) * ROW + 4, *rows)


def _kinds(shapes: Mapping[str, Sequence[Path]]) -> Html:
    """Chart how many paths there are of each shape."""
    most = max(map(len, shapes.values()), default=1)
    rows: list[Html] = []
    for row, (shape, paths) in enumerate(shapes.items()):
        y, width = row * ROW + 6, (RIGHT - LEFT) * len(paths) / most
        rows += [_glyph(shape, 2, y - 2), _label(y, shape), _bar(LEFT, y, width, class_="bar")]
        rows.append(_value(LEFT + width, y, len(paths)))
    words = ", ".join(f"{len(paths)} × {shape}" for shape, paths in shapes.items())
    return _chart("Paths by their shape", words, len(shapes) * ROW + 4, *rows)


GLYPHS = {
    "closed": "M9 12h6",
    "dead end": "M12 0v11",
    "corridor": "M12 0v24",
    "bend": "M12 0v6q0 6 6 6h6",
    "fork": "M12 0v24M12 12h12",
    "crossroads": "M12 0v24M0 12h24",
}


def _glyph(shape: str, x: float, y: float) -> Html:
    """Return a shape as a small sign of 24 units."""
    path = element("path", d=GLYPHS[shape], class_="glyph")
    return element("g", element("rect", width=24, height=24, class_="plate"), path, transform=f"translate({x:g} {y:g})")


def _where(shapes: Mapping[str, Sequence[Path]], icons: Mapping[str, str]) -> Html:
    """Chart what lies on paths of each shape: a table of discs whose areas are the numbers."""
    kinds = list(SYMBOLS)
    counts = {shape: dict(zip(kinds, content(paths), strict=True)) for shape, paths in shapes.items()}
    most = max((n for row in counts.values() for n in row.values()), default=1) or 1
    xs = [LEFT + 24 + 72 * column for column in range(len(kinds))]
    head = [_icon(icons[kind], x - 12, 0, 24) for kind, x in zip(kinds, xs, strict=True)]
    rows: list[Html] = []
    for row, (shape, found) in enumerate(counts.items()):
        y = 30 + row * ROW
        rows += [_glyph(shape, 2, y - 2), _label(y, shape)]
        middle = y + BAR / 2
        for count, x in zip(found.values(), xs, strict=True):
            if count:
                radius = 16 * (count / most) ** 0.5
                rows.append(element("circle", cx=x, cy=f"{middle:g}", r=f"{radius:.1f}", class_="bar"))
                rows.append(element("text", count, x=f"{x + radius + 5:.1f}", y=f"{middle + 5:g}", class_="value"))
            else:
                rows.append(element("text", "–", x=x, y=f"{middle + 5:g}", class_="none"))
    words = "; ".join(f"{shape}: {', '.join(f'{found[k]} {k}s' for k in found)}" for shape, found in counts.items())
    return _chart("What lies on them", words, 30 + len(counts) * ROW, *head, *rows)


def _branching(deck: Deck) -> Html:
    """Chart the branching of the deck on a scale, with the range of decks that impale a third."""
    value, y = composition_of(deck.tiles).branching, 34
    ticks = (tenth / 10 for tenth in range(6, 21, 2))
    marks = (element("text", f"{tick:.1f}", x=_at(tick), y=f"{y + BAR + 17:g}", class_="tick") for tick in ticks)
    band = _bar(_at(HUNGRY[0]), y, _at(HUNGRY[1]) - _at(HUNGRY[0]), class_="band")
    scale = element("path", d=f"M{_at(SCALE[0])} {y + BAR}H{_at(SCALE[1])}", class_="axis")
    x = _at(min(max(value, SCALE[0]), SCALE[1]))
    pointer = element("path", d=f"M{x:.1f} {y + BAR - 2}l-7 -16h14z", class_="pointer")
    number = element("text", f"{value:.2f}", x=f"{x:.1f}", y=y - 6, class_="number")
    if not deck.has_minotaur:
        words = "how readily a chamber grows from tile to tile"
        return _chart("Branching", f"{value:.2f}; {words}", 84, scale, *marks, pointer, number)
    words = f"{value:.2f}; decks from {HUNGRY[0]} to {HUNGRY[1]} impale about a third of their prisoners"
    return _chart("Branching: how hungry the minotaur is", words, 84, band, scale, *marks, pointer, number)


def _at(value: float) -> float:
    share = (value - SCALE[0]) / (SCALE[1] - SCALE[0])
    return round(20 + share * (WIDTH - 40), 1)


def cards(number: int, shown: ShownDeck, icons: Icons) -> Html:
    """Return the list of a deck's tiles."""
    tiles = join_markup(_card(tile, shown.art[tile.id], icons) for tile in shown.deck.tiles)
    return element("ul", tiles, class_="cards", data_deck=number, hidden="" if number else None)


def _card(tile: Tile, art: str, icons: Icons) -> Html:
    exits = sorted({len(path.exits) for path in tile.paths})
    copies = element("span", f" × {tile.copies}", class_="copies") if tile.copies > 1 else Html()
    return fill(
        "card.html",
        id=tile.id,
        colour=tile.colour,
        holds=" ".join(kind for kind, count in zip(SYMBOLS, content(tile.paths), strict=True) if count),
        exits=" ".join(map(str, exits)),
        open=open_sides(tile),
        words=searched_words(tile),
        label=f"{tile.id}, {tile.design}: {'; '.join(map(path_in_words, tile.paths))}. Look closer",
        art=art,
        design=tile.design.replace("-", " "),
        copies=copies,
        paths=join_markup(path_item(path, tile.colour, icons) for path in tile.paths),
    )


def open_sides(tile: Tile) -> int:
    """Return how many sides of a tile a path leaves."""
    return len({side for path in tile.paths for side in path.exits})


def path_item(path: Path, colour: str, icons: Icons) -> Html:
    """Return a path as an entry of a card: its shape, its exits, what it holds."""
    contents = [icons[_pictured(name, colour)] for name, count in path.holds.items() for _ in range(count)]
    return fill(
        "path.html",
        glyph=glyph_of(path),
        exits=spell_exits(path.exits) or "–",
        icons=join_markup(icon(symbol) for symbol in contents),
        words=path_in_words(path),
    )


def glyph_of(path: Path) -> str:
    """Return the path as lines in a square of 24 units, as it lies on the tile."""
    if shape_of(path) == "bend":
        start, end = (_MOUTHS[side] for side in path.exits)
        return f"M{start}Q12 12 {end}"
    if len(path.exits) == 1:
        return f"M{_MOUTHS[path.exits[0]]}L{_CELLS[path.exits[0]]}"
    return "".join(f"M12 12L{_MOUTHS[side]}" for side in path.exits) or GLYPHS["closed"]


_MOUTHS = ("12 0", "24 12", "12 24", "0 12")
_CELLS = ("12 9", "15 12", "12 15", "9 12")


def icon(symbol: str) -> Html:
    """Return a small picture beside words that say the same."""
    picture = element("use", href=f"#{symbol}", width=100, height=100)
    return element("svg", picture, class_="icon", viewBox="0 0 100 100", aria_hidden="true")


def filters(decks: Sequence[ShownDeck], icons: Icons) -> Html:
    """Return the form that filters the cards of all decks."""
    tiles = [tile for shown in decks for tile in shown.deck.tiles]
    colours = dict.fromkeys(tile.colour for tile in tiles)
    exits = sorted({len(path.exits) for tile in tiles for path in tile.paths})
    sides = sorted({open_sides(tile) for tile in tiles})
    first = decks[0].deck.catalogue.colour_ids[0]
    return fill(
        "filters.html",
        colours=join_markup(chip("colour", colour, icon(icons[f"emblem-{colour}"])) for colour in colours),
        symbols=join_markup(chip("holds", kind, icon(icons[_pictured(kind, first)])) for kind in SYMBOLS),
        exits=join_markup(chip("exits", str(count)) for count in exits),
        open_sides=join_markup(chip("open", str(count)) for count in sides),
        open_hidden=Html(" hidden") if len(sides) < 2 else "",
    )


def _pictured(kind: str, colour: str) -> str:
    """Return the name of the small picture of a kind of symbol, in a colour if it has one for each."""
    return picture_names(SYMBOLS[kind], [colour])[0]


def composition(number: int, shown: ShownDeck) -> Html:
    """Return a deck in charts and numbers, and what the check says of it."""
    icons = shown.icons
    by_colour: dict[str, Composition] = {**compositions(shown.deck), "deck": composition_of(shown.deck.tiles)}
    first = shown.deck.catalogue.colour_ids[0]
    columns = (element("th", column.replace("_", " "), scope="col") for column in COLUMNS)
    rows = []
    for name, counted in by_colour.items():
        values = (getattr(counted, column) for column in COLUMNS)
        cells = (element("td", f"{value:.2f}" if isinstance(value, float) else value) for value in values)
        rows.append(element("tr", element("th", name, scope="row"), *cells))
    entries = []
    findings = shown.game.findings()
    for finding in findings:
        place, level = finding.place, finding.level.value
        where = element("code", f"{line_of(place)}:{place.column}")
        entries.append(element("li", where, " ", element("strong", level), f" {finding.message}", class_=level))
    listed = element("ul", *entries, class_="findings") if entries else ""
    return fill(
        "composition.html",
        deck=number,
        hidden=Html(" hidden") if number else "",
        charts=charts(shown.deck, {**icons, **{kind: icons[_pictured(kind, first)] for kind in SYMBOLS}}),
        name=shown.name,
        columns=join_markup(columns),
        rows=join_markup(rows),
        findings=join_markup((element("p", verdict(findings), class_="verdict"), listed)),
    )


# -- the page ----------------------------------------------------------------------------------------------------------


def labyrinths_page(
    shown: Sequence[ShownGame], theme: Theme, drawings: PageDrawings, printed: Printed, *, live: bool = False
) -> PreviewPage:
    """Return the page of one labyrinth, or of several to be compared; the first is the one to be shown.

    See :func:`~asterion_press.games.preview.pieces_page`.
    """
    games = [(one.name, one.game) for one in shown if isinstance(one.game, LabyrinthGame)]
    drawn = [(tile_drawings(game, drawings), picture_drawings(game.deck, drawings)) for _, game in games]
    artwork = SvgSymbols(
        [
            *(drawing for parts in drawn for part in parts for drawing in part.values()),
            *printed.drawings.values(),
        ]
    )
    decks = []
    for (name, game), parts in zip(games, drawn, strict=True):
        art, icons = ({key: artwork.id_of(drawing) for key, drawing in part.items()} for part in parts)
        decks.append(ShownDeck(name, game, art, icons))
    first, ours = games[0][1].loaded.catalogue, all(one.deck.has_minotaur for one in decks)
    has_table = ours and live
    content = PageContent(
        title=first.title,
        subtitles=join_markup(_subtitle(number, one) for number, one in enumerate(decks)),
        crest=drawn[0][1][_crest(decks[0].deck)],
        artwork=artwork,
        pieces="tiles",
        views=(*_views(decks, has_table=has_table), *printed_views(printed, artwork)),
        closing=join_markup((credits_of(first.credits), element("p", OUR_OWN) if ours else "", LETTERS)),
        data={"decks": list(map(deck_data, decks))},
        choice=choice_of([one.name for one in decks]),
        buttons=TAKE if has_table else Html(),
        programs=tuple(map(page_file, (COMPARE, BOARD, BEGIN) if has_table else (COMPARE, BEGIN))),
        style=page_file(STYLE),
    )
    page = page_of(content, theme, live=live)
    return replace(page, answer=partial(answer, [game for _, game in games])) if has_table else page


def tile_drawings(game: LabyrinthGame, drawings: PageDrawings) -> dict[str, Drawing]:
    """Return the tiles of a deck and what lies in the middle, by their ids.

    Raises:
        LayoutError: a tile's symbols do not fit on it.
    """
    tiles = filter(None, (*game.deck.tiles, game.deck.centre))
    return {tile.id: component_drawing(game, tile.id, drawings) for tile in tiles}


def picture_drawings(deck: Deck, drawings: PageDrawings) -> dict[str, Drawing]:
    """Return the small pictures of a deck's booklet, by their names."""
    key = (tuple(deck.catalogue.colours.items()), deck.catalogue.counters, deck.has_minotaur)
    return {
        name: drawings.drawn(name, (name, key), lambda theme, name=name: draw_symbol(name, deck, theme))  # type: ignore[misc]
        for name in symbol_names(deck)
    }


def _crest(deck: Deck) -> str:
    """Return the small picture that stands for a deck: the minotaur's head, or the sign of the first colour."""
    return HEAD if deck.has_minotaur else f"emblem-{deck.catalogue.colour_ids[0]}"


def _views(decks: Sequence[ShownDeck], *, has_table: bool) -> tuple[View, ...]:
    """Return the parts that only labyrinths have."""
    icons = {name: symbol for one in reversed(decks) for name, symbol in one.icons.items()}
    listed = join_markup(cards(number, one, icons) for number, one in enumerate(decks))
    nothing = shared_page.fill("nothing.html", pieces="tile")
    compositions = join_markup(composition(number, one) for number, one in enumerate(decks))
    command = element("code", "asterion preview --against old.yaml")
    words = ("This page holds one deck. ", command, " puts another one beside it, to show what changed.")
    hint = join_markup(words) if len(decks) == 1 else Html("Choose two decks.")
    table = [View("table", "Try it", "Try a position", fill("table.html"))] if has_table else []
    return (
        View("tiles", "Tiles", "Tiles", join_markup((filters(decks, icons), listed, nothing))),
        View("composition", "Composition", "Composition", compositions),
        View("compare", "Compare", "Compare", fill("compare.html", hint=hint), Html('<span id="differing"></span>')),
        *table,
    )


def _subtitle(number: int, shown: ShownDeck) -> Html:
    """Return what a deck is, in a line."""
    loaded, counted = shown.game.loaded, composition_of(shown.deck.tiles)
    catalogue = loaded.catalogue
    made_of = f"{plural(counted.tiles, 'tile')}, {plural(len(catalogue.designs), 'design')}"
    words = f"{catalogue.edition} edition: {made_of}, {plural(len(catalogue.colours), 'colour')}"
    source = element("code", f"{shown.name} {loaded.short_hash}")
    return element("p", words, " ", source, data_deck=number, hidden="" if number else None)
