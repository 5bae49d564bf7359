"""The page as a whole: one HTML file that holds the decks, their drawings, its letters and its programs.

Nothing is fetched from anywhere: the page's own policy forbids it, and allows no program but those whose hash it names.
Drawings are made once: what did not change since the last page is not drawn again.

Every page is made from files that are read anew. Every mistake of every file is found before anything is drawn. A deck
that the check finds unsound is shown, with what the check says; one that cannot be drawn is not.

Source of the policy: Content Security Policy Level 3, hashes of inline styles and scripts.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from msgspec import Struct

from generator.catalogue.library import ShelfFile
from generator.catalogue.sources import sources_of
from generator.catalogue.themes import Theme, load_theme
from generator.drawing.display_list import Drawing
from generator.drawing.svg import svg_text
from generator.errors import InputError, Mistake
from generator.games.labyrinth.art.components import HEAD, draw, draw_symbol, symbol_names
from generator.games.labyrinth.catalogue.loader import load_catalogue
from generator.games.labyrinth.deck.tiles import Deck, composition_of, deck_of
from generator.games.labyrinth.game import findings
from generator.games.labyrinth.preview.content import (
    ShownDeck,
    cards,
    composition,
    deck_data,
    file_name,
    fill,
    filters,
    page_file,
)
from generator.games.report import UNDRAWABLE
from generator.rulebook.html.inline_svg import SvgSymbols
from generator.rulebook.html.markup import Html, element, join_markup, json_data
from generator.rulebook.html.style import faces_css, inks_css
from generator.wording import plural


class PageDrawings:
    """The drawings of one page after another.

    Attributes:
        fresh: ids of what had to be drawn for the present page.
    """

    def __init__(self) -> None:
        self.fresh: list[str] = []
        self._last: dict[object, Drawing] = {}
        self._now: dict[object, Drawing] = {}
        self._theme: Theme | None = None

    def begin(self, theme: Theme) -> None:
        """Begin a page; only what the last one showed is kept, and nothing if the inks are others."""
        self._last = self._now if theme == self._theme else {}
        self._now, self._theme, self.fresh = {}, theme, []

    def components(self, deck: Deck) -> dict[str, Drawing]:
        """Return the tiles of a deck and what lies in the middle, by their ids.

        Raises:
            LayoutError: a tile's symbols do not fit on it.
        """
        size, colours = deck.catalogue.tile_mm, deck.catalogue.colours
        keys: dict[str, object] = {tile.id: (tile.id, tile.paths, colours[tile.colour], size) for tile in deck.tiles}
        if (centre := deck.centre) is not None:
            keys[centre.id] = (centre.id, centre.paths, deck.catalogue.centre, size)
        return {name: self._drawn(name, key, draw, deck) for name, key in keys.items()}

    def pictures(self, deck: Deck) -> dict[str, Drawing]:
        """Return the small pictures of a deck's booklet, by their names."""
        look = deck.catalogue.colours.items()
        key = (tuple(look), deck.catalogue.counters, deck.has_minotaur)
        return {name: self._drawn(name, (name, key), draw_symbol, deck) for name in symbol_names(deck)}

    def _drawn(self, name: str, key: object, draw: Callable[[str, Deck, Theme], Drawing], deck: Deck) -> Drawing:
        found = self._now.get(key) or self._last.get(key)
        if found is None:
            assert self._theme is not None, "a page is begun first"
            found = draw(name, deck, self._theme)
            self.fresh.append(name)
        self._now[key] = found
        return found


MARK = '<meta name="generator" content="asterion gallery">'
"""By this the program knows a page of its own again."""
STYLE = "style.css"
PROGRAMS = ("engine.js", "gallery.js", "compare.js", "board.js", "begin.js")
OF_THE_TABLE = {"engine.js", "board.js"}
"""What tries positions by the rules of Asterion, which need the minotaur."""
LIVE = "live.js"
"""Script that renews the page while `asterion preview --watch` serves it."""
NONE, SELF = "'none'", "'self'"


class PreviewPage(Struct, frozen=True):
    """A page.

    Attributes:
        html: the file.
        version: a hash of all that it shows.
        policy: what it may load and run: nothing but what it holds.
    """

    html: str
    version: str
    policy: str


class DeckArt(Struct):
    """A deck with the symbols of its components and small pictures, by their ids and names."""

    shown: ShownDeck
    art: dict[str, str]
    icons: dict[str, str]


def page(
    decks: Sequence[ShownDeck], theme: Theme, easel: PageDrawings | None = None, *, live: bool = False
) -> PreviewPage:
    """Return the page of one deck, or of several to be compared; the first is the one to be shown.

    Args:
        decks: one or more.
        theme: how the tiles are inked.
        easel: keeps drawings for the next page.
        live: whether the page renews itself, as one that is served does.

    Raises:
        LayoutError: a tile's symbols do not fit on it.
    """
    easel = easel or PageDrawings()
    easel.begin(theme)
    drawings = [(shown, easel.components(shown.deck), easel.pictures(shown.deck)) for shown in decks]
    artwork = SvgSymbols(
        drawing for _, tiles, pictures in drawings for drawing in (*tiles.values(), *pictures.values())
    )
    hung = [DeckArt(shown, _ids(artwork, tiles), _ids(artwork, pictures)) for shown, tiles, pictures in drawings]
    has_table = all(shown.deck.has_minotaur for shown in decks)
    values = _values(hung, artwork, drawings[0][2][_crest(decks[0])], has_table=has_table)
    names = [name for name in PROGRAMS if has_table or name not in OF_THE_TABLE]
    programs = "\n".join(map(page_file, (*names, LIVE) if live else names))
    text = "".join((page_file("page.html"), *map(str, values.values()), programs))
    style = inks_css(theme) + faces_css(text, str(values["title"])) + page_file(STYLE) + artwork.styles
    version = hashlib.sha256(f"{text}\x00{style}".encode()).hexdigest()[:16]
    policy = policy_of(style, programs, live=live)
    html = fill("page.html", **values, style=Html(style), script=Html(programs), policy=policy, version=version)
    return PreviewPage(html, version, policy)


def waiting_page() -> PreviewPage:
    """Return the page that is served as long as there has been no good one; it shows the mistakes."""
    style, programs = page_file("waiting.css"), page_file(LIVE)
    policy = policy_of(style, programs, live=True)
    return PreviewPage(fill("waiting.html", style=Html(style), script=Html(programs), policy=policy), "", policy)


def policy_of(style: str, programs: str, *, live: bool) -> str:
    """Return the policy of a page with that style and these programs; a live one may ask its own server."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(programs)}'; "
        f"font-src data:; img-src data:; connect-src {SELF if live else NONE}; base-uri {NONE}; form-action {NONE}"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _ids(artwork: SvgSymbols, drawings: Mapping[str, Drawing]) -> dict[str, str]:
    return {name: artwork.id_of(drawing) for name, drawing in drawings.items()}


def _crest(shown: ShownDeck) -> str:
    """Return the small picture that stands for a deck: the minotaur's head, or the sign of the first colour."""
    return HEAD if shown.deck.has_minotaur else f"emblem-{shown.deck.catalogue.colour_ids[0]}"


def _values(hung: Sequence[DeckArt], artwork: SvgSymbols, crest: Drawing, *, has_table: bool) -> dict[str, object]:
    """Return what the places of the page are filled with, all but its programs and styles."""
    decks, first = [one.shown for one in hung], hung[0]
    icons = {name: symbol for one in reversed(hung) for name, symbol in one.icons.items()}
    thanks = first.shown.loaded.catalogue.credits
    if len(decks) > 1:
        chips = (fill("deck.html", number=number, name=shown.name) for number, shown in enumerate(decks))
        choice = element("fieldset", element("legend", "Deck"), *chips, class_="choice", id="choice")
        hint = Html("Choose two decks.")
    else:
        command = element("code", "asterion preview --against old.yaml")
        words = ("This page holds one deck. ", command, " puts another one beside it, to show what changed.")
        choice, hint = Html(), join_markup(words)
    return {
        "title": first.shown.loaded.catalogue.title,
        "subtitles": join_markup(_subtitle(number, shown) for number, shown in enumerate(decks)),
        "icon": Html("data:image/svg+xml," + quote(svg_text(crest).partition("\n")[2].strip(), safe="/:=,' ()")),
        "artwork": artwork.symbols,
        "crest": first.icons[_crest(first.shown)],
        "choice": choice,
        "filters": filters(decks, icons),
        "cards": join_markup(cards(number, one.shown, one.art, one.icons) for number, one in enumerate(hung)),
        "compositions": join_markup(composition(number, one.shown, one.icons) for number, one in enumerate(hung)),
        "compare_hint": hint,
        "table": fill("table.html") if has_table else "",
        "try_it": element("a", "Try it", href="#table") if has_table else "",
        "credits": element("p", f"Design: {thanks.design}. Publisher: {thanks.publisher}. Artwork: {thanks.artwork}."),
        "data": json_data(
            {
                "decks": [
                    {**deck_data(one.shown, one.art), "icons": one.icons, "crest": one.icons[_crest(one.shown)]}
                    for one in hung
                ]
            }
        ),
    }


def _subtitle(number: int, shown: ShownDeck) -> Html:
    """Return what a deck is, in a line."""
    catalogue, counted = shown.loaded.catalogue, composition_of(shown.deck.tiles)
    made_of = f"{plural(counted.tiles, 'tile')}, {plural(len(catalogue.designs), 'design')}"
    words = f"{catalogue.edition} edition: {made_of}, {plural(len(catalogue.colours), 'colour')}"
    source = element("code", f"{shown.name} {shown.loaded.short_hash}")
    return element("p", words, " ", source, data_deck=number, hidden="" if number else None)


# -- the files that pages are made from --------------------------------------------------------------------------------

AT_FIRST = "as the watch began"
"""The name that a live gallery gives the first good deck, against which all later ones are compared."""


class PreviewSource:
    """The files that a gallery makes one page after another of.

    Attributes:
        easel: keeps what has been drawn.
    """

    def __init__(
        self,
        catalogue: ShelfFile,
        theme: ShelfFile,
        against: Sequence[ShelfFile] = (),
        *,
        variant: ShelfFile | None = None,
        live: bool = False,
    ) -> None:
        self.easel = PageDrawings()
        self._catalogues, self._theme, self._live = (catalogue, *against), theme, live
        self._variant = variant
        self._first: ShownDeck | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        """Return every file that the page depends on."""
        variant = (self._variant,) if self._variant else ()
        sources = (source for file in self._catalogues for source in _sources(file))
        return tuple(file.path for file in (*self._catalogues, *variant, *sources, self._theme))

    def page(self) -> PreviewPage:
        """Return the page of the files as they are now.

        Raises:
            InputError: every mistake in the files, or what cannot be drawn of a deck.
            LayoutError: a tile's symbols do not fit on it.
        """
        decks, theme = self._read()
        if self._live and len(decks) == 1:
            if self._first is None:
                self._first = ShownDeck(AT_FIRST, decks[0].loaded, decks[0].deck, decks[0].findings)
            decks = [*decks, self._first]
        return page(decks, theme, self.easel, live=self._live)

    def _read(self) -> tuple[list[ShownDeck], Theme]:
        decks: list[ShownDeck] = []
        mistakes: list[Mistake] = []
        theme: Theme | None = None
        called = (self._variant or self._catalogues[0], *self._catalogues[1:])
        for number, file in enumerate(self._catalogues):
            try:
                variant = self._variant if number == 0 else None
                decks.append(shown_of(file, named_apart(number, called), variant))
            except InputError as error:
                mistakes += error.mistakes
        try:
            theme = load_theme(self._theme.path, self._theme.name)
        except InputError as error:
            mistakes += error.mistakes
        if theme is None or mistakes:
            raise InputError(mistakes)
        return decks, theme


def _sources(file: ShelfFile) -> tuple[ShelfFile, ...]:
    """Return the catalogues that a catalogue refers to, if it can be read."""
    try:
        return sources_of(file)
    except InputError:
        return ()


def shown_of(file: ShelfFile, name: str, variant: ShelfFile | None = None) -> ShownDeck:
    """Return the deck of a catalogue, with a variant applied to it if there is one, and the findings of the check.

    Raises:
        InputError: mistakes in the file, or what cannot be drawn.
    """
    loaded = load_catalogue(file.path, file.name, variant)
    deck = deck_of(loaded.catalogue)
    found = findings(deck, loaded)
    if undrawable := [finding for finding in found if finding.code == UNDRAWABLE]:
        raise InputError(Mistake(finding.place, f"{finding.message} [{finding.code}]") for finding in undrawable)
    return ShownDeck(name, loaded, deck, found)


def named_apart(number: int, files: Sequence[ShelfFile]) -> str:
    """Return a page's name of one of several files: without folders, numbered if others have the same."""
    names = [file_name(file.name) for file in files]
    name = names[number]
    return f"{name} ({names[: number + 1].count(name)})" if names.count(name) > 1 else name
