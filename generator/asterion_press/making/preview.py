"""The files that a preview is made from, and one page after another of them.

Every page is made from files that are read anew. Every mistake of every file is found before anything is drawn. The
sheets and the rules are made by the same code as those of a build.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from pkgutil import resolve_name

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.layouts import load_layout
from asterion_press.catalogue.library import PRINT_RUN, sources_of
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.words import words_of
from asterion_press.drawing.art import load_look
from asterion_press.errors import InputError, Mistake, gathered
from asterion_press.games.game import Game, ShownGame
from asterion_press.games.kinds import kind_called, read_game
from asterion_press.games.preview import component_drawing, pieces_page
from asterion_press.games.report import UNDRAWABLE
from asterion_press.layout.sheet_setup import SheetSetup
from asterion_press.layout.sheets import impose
from asterion_press.making.project import load_project
from asterion_press.making.request import NO_RULES, BuildRequest, BuildSettings, Part
from asterion_press.making.sheet_laying import laying_text
from asterion_press.making.targets import rules_files
from asterion_press.preview.page import PageDrawings, PreviewPage, Printed, RulesPage

AT_FIRST = "as the watch began"
"""The name that a live preview gives the first good deck, against which all later ones are compared."""
DEFAULT_PAPER = "a4"


class PreviewSource:
    """The files that a preview makes one page after another of.

    Attributes:
        drawings: what has been drawn.
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
        """Name the files.

        Args:
            catalogue: of the game.
            theme: how it is drawn.
            against: catalogues of games that it is compared with.
            variant: that is applied to the first catalogue.
            live: whether pages renew themselves, and a game is compared with what it was at first.
        """
        self.drawings = PageDrawings()
        self._catalogues, self._variant, self._live = (catalogue, *against), variant, live
        self._first: ShownGame | None = None
        self.choose(theme)

    def choose(
        self,
        theme: ShelfFile,
        paper: ShelfFile | None = None,
        layout: ShelfFile | None = None,
        languages: Sequence[str] = (),
    ) -> None:
        """Take another look of the pages from now on.

        Args:
            theme: how the game is drawn.
            paper: of the sheets. Default: A4.
            layout: of the sheets. Default: as many as fit.
            languages: of the rules. Default: those that a project has rules in, else the model.
        """
        self._theme, self._layout, self._languages = theme, layout, tuple(languages)
        self._paper = paper or library.paper_file(DEFAULT_PAPER)

    def files(self) -> tuple[Path, ...]:
        """Return every file that the page depends on now; they need not exist, and what cannot be read names none."""
        named = (*self._catalogues, self._theme, self._paper, self._variant, self._layout)
        found = [file.path for file in named if file is not None]
        found += [own / PRINT_RUN] if (own := library.project()) else []
        with suppress(Exception):
            found += [source.path for file in self._catalogues for source in sources_of(file)]
        with suppress(Exception):
            game = library.top_id(self._catalogues[0], "game")
            found += [file.path for file in self._request(game, "").inputs()] if game else []
        return tuple(dict.fromkeys(found))

    def page(self) -> PreviewPage:
        """Return the page of the files as they are now.

        Raises:
            AsterionError: every mistake in the files, or what cannot be drawn or printed of a game.
        """
        shown, theme, laying = self._read()
        game = shown[0].game
        kind = kind_called(game.kind)
        for file, other in zip(self._catalogues[1:], shown[1:], strict=True):
            if not kind.page or other.game.kind != game.kind:
                message = f"a game of the kind {other.game.kind!r} is not compared with one of {kind.about}"
                raise InputError.at(other.game.document.key_place(("game",)), f"{message}; leave out {file.name!r}")
        if self._live and kind.page and len(shown) == 1:
            self._first = self._first or ShownGame(AT_FIRST, game)
            shown = [*shown, self._first]
        self.drawings.begin(theme)
        make_page = resolve_name(kind.page) if kind.page else pieces_page
        page: PreviewPage = make_page(shown, theme, self.drawings, self._printed(game, laying), live=self._live)
        return page

    def _read(self) -> tuple[list[ShownGame], Theme, SheetSetup]:
        """Read all files of games, the theme and the layout.

        Raises:
            InputError: every mistake in them.
        """
        shown, mistakes = list[ShownGame](), list[Mistake]()
        called = (self._variant or self._catalogues[0], *self._catalogues[1:])
        names = [PurePath(file.name).name for file in called]  # without folders, numbered if others have the same
        for number, file in enumerate(self._catalogues):
            game = gathered(mistakes, partial(read_game, file, self._variant if number == 0 else None))
            if game is None:
                continue
            name, before = names[number], names[: number + 1].count(names[number])
            shown.append(ShownGame(f"{name} ({before})" if names.count(name) > 1 else name, game))
            undrawable = (finding for finding in game.findings() if finding.code == UNDRAWABLE)
            mistakes += [Mistake(finding.place, f"{finding.message} [{finding.code}]") for finding in undrawable]
        theme, laying = gathered(mistakes, partial(load_look, self._theme)), SheetSetup()
        if self._layout is not None:
            layout = gathered(mistakes, partial(load_layout, self._layout))
            laying = laying if layout is None else SheetSetup(layout=layout)
        if theme is None or mistakes:
            raise InputError(mistakes)
        return shown, theme, laying

    def _request(self, game: str, laying: str) -> BuildRequest:
        """Return the build of the sheets and the pages of rules that are shown."""
        rules, project = library.languages(game), library.templates()
        own = (tag for tag, file in rules.items() if not file.path.is_relative_to(project))
        model = library.model_language(game)
        languages = tuple(tag for tag in self._languages if tag in rules) or tuple(own)
        return BuildRequest(
            catalogue=replace(self._catalogues[0], id=game),
            theme=self._theme,
            papers=(self._paper,),
            languages=languages or ((model,) if model in rules else ()),
            parts=frozenset({Part.SHEETS, Part.WEB}),
            unsound=True,
            variant=self._variant,
            layout=self._layout,
            settings=BuildSettings(laying=laying),
        )

    def _printed(self, game: Game, laying: SheetSetup) -> Printed:
        """Return the sheets and rules of a game.

        Raises:
            AsterionError: mistakes in them, or pieces that do not fit the paper.
        """
        project = load_project(self._request(game.head.game, laying_text(laying)))
        paper = project.papers[self._paper.id]
        lots = game.lots(paper)
        pages = impose(lots, paper, laying)
        shown = dict.fromkeys(placement.component for page in pages for placement in page.placements)
        shown |= dict.fromkeys(piece.id for lot in lots for piece in lot.pieces)
        mismatch = project.mismatch.lines() if project.mismatch else []
        pages_of_rules = (one for one in rules_files(project) if one.name.endswith(".html"))
        rules = [
            RulesPage(language, words_of(language).words.language, artefact.make().decode())
            for language, artefact in zip(project.request.languages, pages_of_rules, strict=not mismatch)
        ]
        return Printed(
            lots=lots,
            drawings={name: component_drawing(game, name, self.drawings) for name in shown},
            pages=tuple(pages),
            marks=laying.layout.marks,
            paper=paper.title,
            rules=tuple(rules),
            note="" if rules else "; ".join(mismatch) or NO_RULES.format(game.head.game),
        )
