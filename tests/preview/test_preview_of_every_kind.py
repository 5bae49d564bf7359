"""The preview of games of every kind in a real browser: pieces, sheets and rules, and the line of a piece."""

from __future__ import annotations

import io
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.errors import AsterionError
from asterion_press.games.kinds import read_game
from asterion_press.making.preview import PreviewSource
from asterion_press.preview import serving
from tests.support.chromium import Window, axe_finds_nothing
from tests.support.project_commands import begin_translated, change, good

Show = Callable[..., Window]
GAMES = ("asterion", "asterismo", "minotaurus", "mygame")
FILE = "page.html"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page of a game of each kind; one of them is a project with rules in two languages."""
    folder = tmp_path_factory.mktemp("every")
    begin_translated(str(folder / "mygame"), "fr", like="tokens")
    for game in GAMES:
        good("preview", game if game in library.games() else str(folder / game), "--out", str(folder / f"{game}.html"))
    return folder


def catalogue_of(game: str, folder: Path) -> ShelfFile:
    return library.games().get(game) or ShelfFile(game, folder / game / "game.yaml", "game.yaml")


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_shows_pieces_sheets_and_rules(show: Show, folder: Path, game: str) -> None:
    window = show((folder / f"{game}.html").as_uri())
    page = window.page
    links = page.locator("nav a").all_inner_texts()
    assert [links[0].lower(), *(link.lower() for link in links[-2:])] == [
        "tiles" if game == "asterion" else "pieces", "sheets", "rules",
    ]  # fmt: skip
    found = read_game(catalogue_of(game, folder))
    paper = library.paper_file("a4")
    lots = found.lots(load_paper(paper.path))
    if game != "asterion":
        assert page.locator(".card:visible").count() == sum(len(lot.pieces) for lot in lots)
    page.get_by_role("link", name="Sheets").click()
    assert page.locator(".sheet:visible use").count() >= sum(lot.count for lot in lots)
    page.get_by_role("link", name="Rules").click()
    assert page.locator("iframe").first.get_attribute("sandbox") == "", "no program runs in it"
    frame = page.frame_locator("iframe >> nth=0")
    assert frame.locator("h1").inner_text().lower() == found.head.title.lower()
    family = "(heading) => getComputedStyle(heading).fontFamily"
    assert "rules" in frame.locator("h1").evaluate(family), "the page's own style reaches it"
    window.leave()


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_names_its_line_by_keyboard(show: Show, folder: Path, game: str) -> None:
    window = show((folder / f"{game}.html").as_uri())
    page = window.page
    page.locator(".card:visible .look").first.focus()
    page.keyboard.press("Enter")
    file, line = page.locator("#closer-source").inner_text().split(":")
    catalogue = catalogue_of(game, folder)
    assert file == catalogue.path.name
    named = {"asterion": "  crossroads:", "asterismo": "board:", "minotaurus": "  yellow:", "mygame": "  crowd:"}
    assert catalogue.path.read_text(encoding="utf-8").splitlines()[int(line) - 1].startswith(named[game])
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className") == "look"


@pytest.mark.parametrize("game", GAMES)
def test_every_component_has_a_line_in_its_catalogue(folder: Path, game: str) -> None:
    found = read_game(catalogue_of(game, folder))
    lines = {component: found.component_place(component).line for component in found.component_ids()}
    assert min(lines.values()) >= 1
    assert len(set(lines.values())) > 2


def test_pieces_are_filtered_by_their_colour(show: Show, folder: Path) -> None:
    window = show((folder / "mygame.html").as_uri())
    window.page.get_by_label("slate", exact=True).check()
    shown = window.page.locator(".card:visible").evaluate_all("(cards) => cards.map((card) => card.dataset.tile)")
    assert shown == ["slate-crowd", "slate-guard", "slate-hero"]
    assert window.page.locator("#count").inner_text() == "3 of 6 pieces"
    window.page.get_by_role("searchbox").fill("hero 7")
    assert window.page.locator(".card:visible").count() == 1


@pytest.mark.parametrize("layout", ["n-up", "tight", "gutter-fold"])
def test_a_sheet_looks_as_it_is_printed(show: Show, folder: Path, layout: str, tmp_path: Path) -> None:
    project, html = str(tmp_path / "mygame"), tmp_path / "page.html"
    shutil.copytree(folder / "mygame", project)
    Path(project, "print.yaml").write_text(f"layout: {layout}\npapers: [a4]\n", encoding="utf-8")
    good("preview", project, "--out", str(html))
    good("build", project, "--only", "sheets", "--out", str(tmp_path / "out"))
    printed = pypdfium2.PdfDocument(tmp_path / "out" / "sheets-a4.pdf")
    window = show(html.as_uri() + "#sheets", device_scale_factor=2)
    sheets = window.page.locator(".sheet > svg")
    assert sheets.count() == len(printed)
    for number in range(sheets.count()):
        shot = Image.open(io.BytesIO(sheets.nth(number).screenshot())).convert("RGB")
        page = printed[number].render(scale=shot.width / printed[number].get_width()).to_pil().convert("RGB")
        block = (0, shot.height // 10, shot.width, shot.height * 9 // 10)  # without the title and the ruler
        blurred = [
            image.resize(shot.size).crop(block).filter(ImageFilter.GaussianBlur(4))  # thin lines differ by half a pixel
            for image in (shot, page)
        ]
        astray = sum(ImageChops.difference(*blurred).convert("L").histogram()[48:])
        assert astray < shot.width * shot.height * 0.0015, f"page {number + 1}: {astray} pixels"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
@pytest.mark.parametrize("game", ["asterion", "mygame"])
def test_axe_finds_nothing_in_sheets_and_rules(show: Show, folder: Path, game: str, scheme: str, width: int) -> None:
    window = show((folder / f"{game}.html").as_uri(), width=width, color_scheme=scheme)
    for part in ("pieces", "sheets", "rules") if game == "mygame" else ("sheets", "rules"):
        window.page.locator(f"nav a[href^='#{part}']").click()
        assert window.page.locator(f"#{part}").is_visible()
        axe_finds_nothing(window)
        wide = window.page.evaluate("document.documentElement.scrollWidth")
        assert wide == width


def test_a_change_of_rules_words_and_theme_makes_a_new_page(tmp_path: Path) -> None:
    good("init", str(tmp_path), "--from", "tokens", "--language", "en")
    library.enter_project(tmp_path, tmp_path / "game.yaml")
    theme = tmp_path / "dusk.yaml"
    theme.write_bytes(library.theme_file("knossos").path.read_bytes())
    (tmp_path / "words").mkdir()
    words = tmp_path / "words" / "en.yaml"
    catalogue = ShelfFile("", tmp_path / "game.yaml", "game.yaml")
    source = PreviewSource(catalogue, ShelfFile("dusk", theme, "dusk.yaml"), live=True)
    rules = tmp_path / "rules" / "en.md"
    text = rules.read_text(encoding="utf-8")
    steps: list[Callable[[], object]] = [
        lambda: change(rules, (text, f"{text}\nA new last line.\n")),
        lambda: change(rules, ("A new last line.", "A new last line.{{deck.nothing}}")),
        lambda: change(rules, ("{{deck.nothing}}", "")),
        lambda: words.write_text("colours: {amber: ambra, slate: ardesia}\n", encoding="utf-8"),
        lambda: change(theme, ("line_art: false", "line_art: true")),
    ]
    reported, stop = list[str](), threading.Event()

    def renew() -> None:
        try:
            reported.append(source.page().html)
        except AsterionError as error:
            reported.append(error.lines()[0])
        if steps:
            steps.pop(0)()
        else:
            stop.set()

    try:
        serving.watch(source.files, renew, stop)
    finally:
        library.enter(library.NO_PROJECT)
    first, line, mistake, mended, _, last = reported
    assert "A new last line." not in first
    assert "A new last line." in line
    assert mistake.startswith(f"{rules}:")
    assert "unknown placeholder" in mistake
    assert "A new last line." in mended
    assert last.partition("<style>")[2] != mended.partition("<style>")[2], "line art has other paints"


def test_pieces_of_a_table_name_their_rows_and_the_table_is_watched(tmp_path: Path) -> None:
    good("init", str(tmp_path), "--from", "tokens")
    catalogue = tmp_path / "game.yaml"
    text = catalogue.read_text(encoding="utf-8")
    change(catalogue, (text[text.index("tokens:") : text.index("expect:")], "tokens: pieces.csv\n"))
    (tmp_path / "pieces.csv").write_text("id,count,value,text\ncrowd,12,1,\nguard,5,3,\nhero,,7,HERO\n", "utf-8")
    source = PreviewSource(ShelfFile("", catalogue, "game.yaml"), library.theme_file("knossos"))
    assert tmp_path / "pieces.csv" in source.files()
    assert '"id":"amber-guard","copies":5,"art":' in (html := source.page().html)
    assert html.partition('"id":"amber-guard"')[2].partition('"place":"')[2].startswith('pieces.csv:3"')
