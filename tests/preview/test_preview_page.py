"""What the page is made of: everything in one file, the same bytes each time, nothing from anywhere else."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
from base64 import b64encode
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

import pytest
import resvg_py
from msgspec.structs import replace
from PIL import Image, ImageChops

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import Theme, load_theme
from asterion_press.drawing.inks import contrast
from asterion_press.drawing.svg import svg_text
from asterion_press.games.game import ShownGame
from asterion_press.games.labyrinth.art.components import draw
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue
from asterion_press.games.labyrinth.deck.tiles import Deck, composition_of
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.games.labyrinth.preview.page import ShownDeck, deck_data, fill, labyrinths_page, picture_drawings
from asterion_press.preview.page import PageDrawings, PreviewPage, Printed
from asterion_press.rulebook.html.inline_svg import SvgSymbols
from asterion_press.rulebook.html.style import READABLE, SEEN, page_inks

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def knossos() -> Theme:
    return load_theme(library.theme_file("knossos").path)


@pytest.fixture(scope="module")
def game(loaded: LoadedCatalogue, deck: Deck) -> LabyrinthGame:
    return LabyrinthGame(loaded, deck)


def page(
    game: LabyrinthGame, theme: Theme, drawings: PageDrawings | None = None, name: str = "tiles.yaml"
) -> PreviewPage:
    """The page of a labyrinth without sheets and rules."""
    drawings = drawings or PageDrawings()
    drawings.begin(theme)
    return labyrinths_page([ShownGame(name, game)], theme, drawings, Printed())


@pytest.fixture(scope="module")
def html(game: LabyrinthGame, knossos: Theme) -> str:
    return page(game, knossos).html


def test_the_same_files_give_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    digests = set()
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.html"
        command = [sys.executable, "-m", "asterion_press", "preview", "--out", str(out), "--quiet"]
        subprocess.run(command, check=True, cwd=PROJECT, env={**os.environ, "PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo"})
        digests.add(hashlib.sha256(out.read_bytes()).hexdigest())
    assert len(digests) == 1


def test_the_page_asks_for_nothing_and_runs_nothing_but_its_own(html: str) -> None:
    icon = re.findall(r'rel="icon" href="([^"]*)"', html)[0]
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", html.replace(icon, ""))) - {"http://www.w3.org/2000/svg"}
    assert not addresses
    markup = re.sub(r"<(script|style).*?</\1>", "", html, flags=re.DOTALL)
    assert not re.findall(r"<[^>]*\s(?:on[a-z]+|style|src|srcset)=", markup)
    links = re.findall(r'\shref="([^"]*)"', markup)
    assert [link for link in links if not link.startswith("#")] == [icon]
    for tag, directive in (("style", "style-src"), ("script", "script-src")):
        [held] = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        digest = b64encode(hashlib.sha256(held.encode()).digest()).decode()
        assert f"{directive} &#x27;sha256-{digest}&#x27;;" in html


def test_every_reference_leads_to_one_element(html: str) -> None:
    ids = Counter(re.findall(r'\sid="([^"]*)"', html))
    assert {name: count for name, count in ids.items() if count > 1} == {}
    assert set(re.findall(r'<use href="#([^"]*)"', html)) <= set(ids)


def test_every_tile_has_a_card_and_the_page_stays_small(html: str, deck: Deck) -> None:
    assert re.findall(r'data-tile="([^"]+)"', html) == [tile.id for tile in deck.tiles]
    assert len(html.encode()) < 760 * 1024, "what tiles share is written once"


def test_what_a_catalogue_says_is_text(game: LabyrinthGame, knossos: Theme) -> None:
    nasty = "</script><b onclick=x>&\"'{{data}}"
    catalogue = replace(game.deck.catalogue, title=nasty)
    odd = LabyrinthGame(replace(game.loaded, catalogue=catalogue), replace(game.deck, catalogue=catalogue))
    html = page(odd, knossos, name=nasty).html
    assert "<b onclick" not in html
    assert html.count("</script>") == 2, "the data and the programs"
    assert "&lt;/script&gt;&lt;b onclick=x&gt;" in html


def test_a_template_says_which_place_is_not_filled() -> None:
    with pytest.raises(KeyError, match="words"):
        fill("chart.html", title="t", width=1, height=1, content="")


def test_copies_are_counted_in_cards_charts_and_data(game: LabyrinthGame, knossos: Theme) -> None:
    tiles = (replace(game.deck.tiles[0], copies=3), *game.deck.tiles[1:])
    html = page(LabyrinthGame(game.loaded, replace(game.deck, tiles=tiles)), knossos).html
    assert '<span class="copies"> × 3</span>' in html
    counts = Counter(tile.colour for tile in tiles for _ in range(tile.copies))
    reported = ", ".join(f"{colour} {count}" for colour, count in counts.items())
    assert f"{composition_of(tiles).tiles} tiles ({reported})" in html


def bars_of(title: str, html: str) -> dict[float, tuple[list[tuple[float, float]], float, float]]:
    """For each row of a chart where its bars begin and end, and its number with its place."""
    chart = html.partition(f"<figcaption>{title}</figcaption>")[2].partition("</figure>")[0]
    bar = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="20"[^>]*class="(?:piece|bar)"')
    number = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" class="value">(\d+)<')
    rows: dict[float, list[tuple[float, float]]] = defaultdict(list)
    for x, y, width in bar.findall(chart):
        rows[float(y)].append((float(x), float(x) + float(width)))
    numbers = {float(y) - 14: (float(number), float(x)) for x, y, number in number.findall(chart)}
    return {y: (bars, *numbers[y]) for y, bars in rows.items()}


CHARTS = ("What each colour has", "Paths by their shape")


@pytest.mark.parametrize("title", CHARTS)
def test_bars_are_as_long_as_their_numbers_and_end_before_them(title: str, html: str) -> None:
    rows = bars_of(title, html)
    begin = {bars[0][0] for bars, _, _ in rows.values()}
    assert rows
    assert len(begin) == 1
    ends = {max(bars[-1][1] for bars, _, _ in bars_of(one, html).values()) for one in CHARTS}
    assert len(ends) == 1, "the longest bar of each chart is as long as those of the others"
    (left,) = begin
    most = max(number for _, number, _ in rows.values())
    longest = max(bars[-1][1] for bars, _, _ in rows.values()) - left
    for bars, number, at in rows.values():
        assert bars[-1][1] - left == pytest.approx(longest * number / most, abs=0.3)
        assert 0 < at - bars[-1][1] < 10
        assert all(end == pytest.approx(begin, abs=0.11) for (_, end), (begin, _) in pairwise(bars))


def test_areas_of_discs_are_as_large_as_their_numbers(html: str) -> None:
    discs = re.findall(
        r'<circle cx="[\d.]+" cy="[\d.]+" r="([\d.]+)" class="bar"[^>]*></circle><text[^>]*>(\d+)<', html
    )
    shares = [float(radius) ** 2 / int(number) for radius, number in discs]
    assert max(shares) == pytest.approx(min(shares), rel=0.06), "radii are written with one digit"


def test_the_branching_has_the_digits_of_diff_although_browsers_round_halves_another_way(
    loaded: LoadedCatalogue, deck: Deck
) -> None:
    tiles = deck.tiles[1:9]
    assert composition_of(tiles).branching == 1.125
    few = ShownDeck("half.yaml", LabyrinthGame(loaded, replace(deck, tiles=tiles)), defaultdict(str), defaultdict(str))
    assert deck_data(few)["composition"]["branching"] == 1.12


# Drawings


def raster(svg: str, pixels: int = 200) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=svg, width=pixels, dpi=96)
    image = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")


@pytest.mark.parametrize("theme", ["knossos", "ink-saver"])
@pytest.mark.parametrize("tile_mm", [50, 45])
def test_a_symbol_looks_like_the_drawing(deck: Deck, theme: str, tile_mm: float) -> None:
    inks = load_theme(library.theme_file(theme).path)
    sized = replace(deck, catalogue=replace(deck.catalogue, tile_mm=tile_mm))
    names = ("Y02", "B04", "B12", "R15", "G10", "minotaur")
    drawings = [draw(name, sized, inks) for name in names]
    artwork = SvgSymbols(drawings)
    for drawing in drawings:
        ends = "symbol{stroke-linecap:round;stroke-linejoin:round}"
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>{ends}{artwork.styles}</style>'
            f'<defs>{artwork.symbols}</defs><use href="#{artwork.id_of(drawing)}" width="100" height="100"/></svg>'
        )
        difference = ImageChops.difference(raster(svg), raster(svg_text(drawing).partition("\n")[2]))
        astray = sum(difference.convert("L").histogram()[96:])
        assert astray < 12, f"{drawing.id}: {astray} of 40,000 pixels; a lost round end is more than 30"


def test_equal_drawings_are_one_symbol(deck: Deck, knossos: Theme) -> None:
    one, same = draw("Y01", deck, knossos), draw("Y01", deck, knossos)
    artwork = SvgSymbols([one, draw("Y02", deck, knossos), same])
    assert artwork.id_of(one) == artwork.id_of(same)
    assert artwork.symbols.count("<symbol") == 2


def test_only_what_changed_is_drawn_anew(game: LabyrinthGame, knossos: Theme) -> None:
    page_drawings, deck = PageDrawings(), game.deck
    first = page(game, knossos, page_drawings)
    assert len(page_drawings.fresh) == len(deck.all_tiles) + len(picture_drawings(deck, page_drawings))
    assert page(game, knossos, page_drawings) == first
    assert page_drawings.fresh == []
    ink = replace(deck.catalogue.colours["red"], ink="#884422")
    catalogue = replace(deck.catalogue, colours={**deck.catalogue.colours, "red": ink})
    page(LabyrinthGame(game.loaded, replace(deck, catalogue=catalogue)), knossos, page_drawings)
    assert [name for name in page_drawings.fresh if name[0] == "R"] == [f"R{number:02d}" for number in range(1, 17)]
    assert not [name for name in page_drawings.fresh if name[0] in "YBG"]
    page(game, replace(knossos, outline_mm=0.3), page_drawings)
    assert "Y01" in page_drawings.fresh, "other inks or lines: everything is drawn anew"


@pytest.mark.parametrize("theme", list(library.themes()))
def test_letters_can_be_read_by_day_and_by_night(theme: str) -> None:
    inks = page_inks(load_theme(library.theme_file(theme).path))
    for time in (0, 1):
        for ground in ("ground", "raised", "sunk"):
            assert contrast(inks["ink"][time], inks[ground][time]) >= READABLE
            for ink in ("quiet", "accent", "danger", "good"):
                assert contrast(inks[ink][time], inks[ground][time]) >= SEEN, (ink, ground, time)
        assert contrast(inks["on-accent"][time], inks["accent"][time]) >= SEEN
        assert contrast(inks["on-band"][time], inks["band"][time]) >= READABLE
        assert contrast(inks["band-gold"][time], inks["band"][time]) >= SEEN
