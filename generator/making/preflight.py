"""Checks before anything is drawn: pieces and titles that do not fit their papers, rules that do not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from generator.catalogue import library
from generator.catalogue.equipment import Paper
from generator.catalogue.layouts import COMPACT
from generator.catalogue.library import ShelfFile
from generator.errors import InputError, LayoutError, Mistake, Place, TypesettingError, limited
from generator.games.game import Game
from generator.layout.grid import PatternError
from generator.layout.sheet_setup import PLAIN, SheetSetup
from generator.layout.sheets import Lot, SkipError, choose_pieces, impose
from generator.making.request import NO_RULES, TEXTS, BuildRequest, Part
from generator.making.sheet_laying import layout_place
from generator.making.translations import translation_findings
from generator.wording import enumerated, suggestion


def layout_mistakes(
    game: Game, papers: Mapping[ShelfFile, Paper], laying: SheetSetup, request: BuildRequest
) -> Iterator[Mistake]:
    """Yield what of a game cannot be laid so on its papers."""
    layout, tiles = laying.layout, request.settings.tiles
    lots = wanted_lots(game, tiles)
    if layout == COMPACT and not tiles:
        plain = list(game.fitting_mistakes(papers))
        yield from plain
        if plain or laying == PLAIN:
            return
    for file, paper in papers.items():
        if layout.papers and file.id not in layout.papers:
            told = f"it is for {enumerated(layout.papers)}, not for {file.id}; name the paper, and another --out FOLDER"
            yield Mistake(layout_place(request.layout, ("papers",)), told)
            continue
        try:
            impose(lots(paper), paper, laying.on(paper))
        except PatternError as error:
            yield Mistake(layout_place(request.layout, error.at), str(error))
        except SkipError as error:
            yield Mistake(Place("--skip"), str(error))
        except LayoutError as error:
            correction = laying.on(paper).correction
            told = f"{error}; the printer's correction needs room, too: --printer none prints without it"
            place = Place(file.name) if layout == COMPACT else layout_place(request.layout, ())
            yield Mistake(place, told if correction.has_shift or correction.has_scale else str(error))


@contextmanager
def placed_titles(game: Game) -> Iterator[None]:
    """Raise what cannot be printed of the sheets' titles at the catalogue's title, from which they are made.

    Raises:
        InputError: a title is too long, or its face lacks a letter of it.
    """
    place = game.place("title")
    try:
        yield
    except LayoutError as error:
        raise InputError.at(place, str(error)) from None
    except TypesettingError as error:
        raise TypesettingError(Mistake(place, mistake.message) for mistake in error.mistakes) from None


NOT_OF = "the rules do not hold for this {}"
REMEDIES = {
    "variant": "the booklets of the catalogue itself are made without --variant",
    "catalogue": "`asterion build --only rules --only web {game}` makes the booklets of the shipped game",
}


def rules_mismatch(request: BuildRequest, game: Game, figures: Callable[[], object]) -> InputError | None:
    """Return the false statements of the rules about a user's deck; None if there are none, or no rules are made.

    Args:
        request: what is wanted.
        game: the deck.
        figures: proves the figures of the rules.
    """
    what = request.own_deck
    if not what or not request.languages_wanted():
        return None
    mistakes = game.misfits()
    if not mistakes:
        try:
            figures()
        except InputError as error:
            mistakes += error.mistakes
    remedy = f"{NOT_OF}; {REMEDIES[what]}" if request.game in library.games() else NOT_OF
    remedy = remedy.format(what, game=request.game)
    return InputError(mistakes, remedy) if mistakes else None


def require_rules(request: BuildRequest, mismatch: InputError | None) -> None:
    """Check that the rules fit the deck if nothing but rules is made.

    Raises:
        InputError: they do not fit this deck.
    """
    if request.parts <= TEXTS and mismatch is not None:
        raise mismatch


def rules_notes(request: BuildRequest, mismatch: InputError | None) -> list[str]:
    """Return a remark if rules were requested and the game has none that fit this deck, or outdated ones."""
    if mismatch is not None:
        first, *others = mismatch.mistakes
        more = f" (and {len(others)} more)" if others else ""
        return [f"made without booklets, since {NOT_OF.format(request.own_deck)}: {first}{more}"]
    if {Part.RULES, Part.WEB} & request.parts and not request.languages:
        return [f"{NO_RULES.format(request.game)}; made without booklets"]
    return limited(list(map(str, translation_findings(request.game, request.languages_wanted()))), "passage")


def wanted_lots(game: Game, tiles: Sequence[str]) -> Callable[[Paper], tuple[Lot, ...]]:
    """Return a function that gives the lots for a paper: of these pieces alone, or of all if none is named."""
    if not tiles:
        return game.lots

    def lots(paper: Paper) -> tuple[Lot, ...]:
        try:
            return choose_pieces(game.lots(paper), tiles)
        except LookupError as error:
            name, there = error.args
            message = f"{game.head.game!r} has no piece {name!r}; {suggestion(name, there)}"
            raise InputError.at(Place("--tiles"), message) from None

    return lots
