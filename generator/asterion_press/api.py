"""What other programs do with games: load, check, draw, build, verify, score and simulate them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Literal

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile, unreadable
from asterion_press.drawing.art import load_look
from asterion_press.drawing.svg import svg_text
from asterion_press.errors import InputError, Place, suggestion
from asterion_press.exports.verification import verify_export
from asterion_press.games.game import Game as _Game
from asterion_press.games.game import Score
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.engine.bot_names import BotName
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import rules_of
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.games.labyrinth.simulation.tally import Averages, Simulation
from asterion_press.games.report import Finding, sort_findings
from asterion_press.making.artefacts import Outcome
from asterion_press.making.build import build as _build
from asterion_press.making.checking import check_project
from asterion_press.making.request import DEFAULT_PARTS, BuildRequest, Part
from asterion_press.making.verify import game_of, verified
from asterion_press.publish import read_manifest
from asterion_press.rulebook.translation.language import is_incomplete
from asterion_press.verify import Report
from asterion_press.verify.files import EXPECTED, MANIFEST


@contextmanager
def _files_of(folder: Path | None, catalogue: Path | None = None) -> Iterator[None]:
    """Look for files in a project first, until the block ends."""
    before = library.entered()
    library.enter_project(folder, None if folder is None else catalogue)
    try:
        yield
    finally:
        library.enter(before)


def _check_type(kind: type, what: str, **values: object) -> None:
    """Check the types of values by their names.

    Raises:
        TypeError: one is of another type.
    """
    for name, value in values.items():
        if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
            raise TypeError(f"{name} is {value!r}, and must be {what}")


def _whole_number(name: str, value: int, least: int) -> None:
    """Check a number.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is too small.
    """
    _check_type(int, "a whole number", **{name: value})
    if value < least:
        raise ValueError(f"{name} is {value}, and must be {least} or more")


def _words(name: str, values: object) -> tuple[str, ...]:
    """Return the words of the parameter called `name`, of which one word alone is not taken for its letters.

    Raises:
        TypeError: the value is one text, or holds something else than texts.
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"{name} is {values!r}, and must be a list of words")
    found = tuple(values)
    if wrong := [one for one in found if not isinstance(one, str)]:
        raise TypeError(f"{name} holds {wrong[0]!r}, and must be a list of words")
    return found


def _one_of(name: str, value: object, there: Iterable[str]) -> None:
    """Check a word.

    Raises:
        ValueError: it is none of those that there are.
    """
    if value not in (choices := tuple(there)):
        raise ValueError(f"{name} is {value!r}, and must be one of {', '.join(choices)}")


def _file(kind: str, folder: str, word: str, there: Mapping[str, ShelfFile]) -> ShelfFile:
    """Return the file that has an id or a path.

    Raises:
        InputError: there is none.
    """
    try:
        return library.file_called(kind, folder, word, there)
    except LookupError as error:
        raise InputError.at(Place(word), str(error.args[0])) from None


@dataclass(frozen=True)
class Game:
    """A game as its catalogue defines it; :func:`load` returns one.

    Attributes:
        id: of the game.
        title: of the game, and of its variant if there is one.
        kind: of the game, such as ``labyrinth`` or ``tokens``.
        pieces: ids of all that is drawn, in the order of the catalogue.
    """

    id: str
    title: str
    kind: str
    pieces: tuple[str, ...]
    _game: _Game = field(repr=False)
    _catalogue: ShelfFile = field(repr=False)
    _variant: ShelfFile | None = field(repr=False)
    _folder: Path | None = field(repr=False)

    def check(self) -> tuple[Finding, ...]:
        """Return what is wrong with the game and with all that a build of it reads, errors first.

        It is sound if no finding is an error. The files of the first language are made, and thrown away; texts of a
        project are read in all languages.
        """
        with self._at_hand():
            return sort_findings(check_project(self._game, self._request(unsound=True)))

    def draw(self, piece: str, *, theme: str = "knossos") -> str:
        """Return a piece as SVG of true size, in millimetres, bleed included.

        Args:
            piece: one of ``pieces``.
            theme: id of a theme, the project's own or a shipped one, or the path of a ``.yaml`` file.

        Raises:
            KeyError: there is no such piece.
            InputError: there is no such theme, or it has mistakes.
        """
        _check_type(str, "text", theme=theme)
        if piece not in self.pieces:
            raise KeyError(f"there is no piece {piece!r}; {suggestion(str(piece), self.pieces)}")
        with self._at_hand():
            file = _file("theme", "themes", theme, library.themes())
            return svg_text(self._game.draw(piece, load_look(file)))

    def build(
        self,
        folder: str | PathLike[str],
        *,
        parts: Iterable[str] = ("svg", "sheets", "rules", "web", "check"),
        languages: Sequence[str] | None = None,
        papers: Sequence[str] = ("a4", "letter"),
        theme: str = "knossos",
        unsound: bool = False,
        force: bool = False,
        jobs: int = 1,
    ) -> Outcome:
        """Print the game into a folder, read every file back, and publish them as one set.

        Files that are there already and would be the same are kept. ``print.yaml`` is for the command and is not read.

        Args:
            folder: of this game alone; made if it is not there.
            parts: kinds of files: the default ones, ``booklet`` and ``box``.
            languages: of the rules. Default: all that are fully translated.
            papers: of the sheets: ids, or paths of ``.yaml`` files.
            theme: id of the theme, or the path of its ``.yaml`` file.
            unsound: print even a deck in which :func:`check` finds errors.
            force: replace files that were changed by hand.
            jobs: processes that work at it; 0: one a core.

        Raises:
            InputError: mistakes in files, a deck that is not sound, or one that does not fit its paper.
            VerifyError: what was printed is not what it should be; nothing is published.
            AsterionError: the folder cannot be written, or holds something else.
        """
        _whole_number("jobs", jobs, 0)
        _check_type(str, "text", theme=theme)
        _check_type(bool, "True or False", unsound=unsound, force=force)
        wanted = frozenset(_words("parts", parts))
        for part in wanted:
            _one_of("a part", part, Part)
        with self._at_hand():
            for language in _words("languages", () if languages is None else languages):
                library.rules_file(language, self.id)
            request = self._request(frozenset(map(Part, wanted)), languages, papers, theme, unsound=unsound)
            return _build(request, Path(folder), force=force, jobs=jobs)

    def _request(
        self,
        parts: frozenset[Part] = DEFAULT_PARTS | {Part.BOX},
        languages: Sequence[str] | None = None,
        papers: Sequence[str] = ("a4", "letter"),
        theme: str = "knossos",
        *,
        unsound: bool,
    ) -> BuildRequest:
        """Return a request to build the game, within :meth:`_at_hand`; its defaults are what :meth:`check` reads."""
        if languages is None:
            languages = [one for one in library.languages(self.id) if not is_incomplete(one, self.id)]
        return BuildRequest(
            catalogue=self._catalogue,
            theme=_file("theme", "themes", theme, library.themes()),
            papers=tuple(_file("paper", "papers", paper, library.papers()) for paper in _words("papers", papers)),
            languages=tuple(languages),
            parts=parts,
            unsound=unsound,
            variant=self._variant,
        )

    def verify(self, folder: str | PathLike[str], *, rebuild: bool = False) -> Report:
        """Read the files of a folder back, and return what differs from what they promise.

        Args:
            folder: that was built or exported.
            rebuild: make every file again, too, and compare the bytes; of an export they always are.

        Raises:
            InputError: the folder holds another game, or has no manifest.
            AsterionError: its manifest is broken.
        """
        _check_type(bool, "True or False", rebuild=rebuild)
        path = Path(folder)
        with self._at_hand():
            place = Place(str(path / MANIFEST))
            try:
                manifest = read_manifest(path)
            except OSError as error:
                raise InputError.at(place, unreadable(error)) from None
            if manifest is None:
                raise InputError.at(place, f"is missing; {EXPECTED}")
            game, catalogue, variant = game_of(manifest, place, self._catalogue, None, self._variant)
            if "export" in manifest.settings:
                return verify_export(path, manifest, game)
            return verified(path, game, catalogue, variant, rebuild=rebuild)

    def score(self, position: str | PathLike[str]) -> Score:
        """Return the score of a position, for games whose kind has an engine.

        Args:
            position: a file that says what there is at the end; of a labyrinth, where each tile lies. ``asterion list
                schemas position`` prints its schema, and of other kinds ``<kind>-position``.

        Raises:
            InputError: games of this kind are not scored, or the file has mistakes; what no game can bring about is
                one.
        """
        return self._game.score(ShelfFile(self.id, Path(position), str(position)))

    def simulate(
        self,
        games: int = 100,
        *,
        players: int = 4,
        seed: int = 1,
        bot: BotName = "random",
        engine: Literal["readable", "compiled"] = "readable",
    ) -> Averages:
        """Let bots play Asterion. The same seed gives the same games, whatever the engine.

        Args:
            games: how many.
            players: two to four.
            seed: of the games, 0 or more.
            bot: that plays in every seat.
            engine: the compiled one is many times faster, needs the extra ``study``, and takes a minute to begin with.

        Raises:
            InputError: the game is no labyrinth.
            AsterionError: the game is not for so many players or does not fit the engine, or the extra is missing.
            ValueError: no games are asked for, or there is no such engine.
        """
        for name, value, least in (("games", games, 1), ("players", players, 1), ("seed", seed, 0)):
            _whole_number(name, value, least)
        _check_type(str, "text", bot=bot)
        _one_of("engine", engine, ("readable", "compiled"))
        labyrinth = self._labyrinth()
        rules = rules_of(labyrinth.loaded.catalogue)
        simulation = Simulation(GameSet.of(labyrinth.deck), rules, players, seed, bot, engine=engine)
        return Averages.of(simulation.play(range(games)).counts, games)

    def _at_hand(self) -> AbstractContextManager[None]:
        return _files_of(self._folder, self._catalogue.path)

    def _labyrinth(self) -> LabyrinthGame:
        if isinstance(self._game, LabyrinthGame):
            return self._game
        what = "only labyrinths can be simulated"
        raise InputError.at(self._game.place("kind"), f"the game is of the kind {self.kind!r}; {what}")


def list_games() -> tuple[str, ...]:
    """Return the ids of the shipped games."""
    with _files_of(None):
        return tuple(library.games())


def load(game: str | PathLike[str] = "asterion", *, variant: str | PathLike[str] | None = None) -> Game:
    """Read a game.

    Args:
        game: the id of a shipped game, a catalogue (a ``.yaml`` file), or the folder of a project.
        variant: what differs from the catalogue: the id of a variant, or a ``.yaml`` file.

    Raises:
        InputError: there is no such game, or its files have mistakes.
    """
    path = Path(game)
    try:
        if path.is_dir() and (found := library.project_catalogue(path)) is not None:
            path = found
        is_file = game not in list_games() and (path.exists() or path.suffix in {".yaml", ".yml"})
    except OSError:  # no name of a file
        is_file = False
    catalogue = ShelfFile("", path.absolute(), str(path)) if is_file else library.game_file(str(game))
    folder = catalogue.path.parent if is_file else None
    with _files_of(folder, catalogue.path):
        other = None if variant is None else library.variants().get(str(variant))
        if variant is not None and other is None:
            other = ShelfFile(Path(variant).stem, Path(variant).absolute(), str(variant))
        read = read_game(catalogue, other)
    head, named = read.head, ShelfFile(read.head.game, catalogue.path, catalogue.name)
    return Game(head.game, head.full_title, read.kind, read.component_ids(), read, named, other, folder)
