"""The interface of a game of any kind, of the figures of its rules, and of kinds themselves.

A game is a validated catalogue. It lists its pieces and how they lie on paper, draws them, finds what is wrong with
itself, and proves the figures of its rules. Everything else is the same for all games.

A figure that is shown, or that stands for the answer of a question of the text, claims what happens in it; each kind of
game says what a claim is and what its engine finds. A figure with `ask:` is a question of the quiz at the end of the
page of the rules. It shows what a player would see, neither a verdict nor a claim. What the engine does not find is
told alike in all kinds: `figure 'impaling' B: points: claimed 3; the engine finds 2`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from pkgutil import resolve_name
from string import ascii_lowercase
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeAlias, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.headers import GameHeader, Head
from asterion_press.catalogue.strict_yaml import Document, Location, kept_lines, read_document
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.validation import Identifier, Record, validated
from asterion_press.catalogue.words import BOUND, LoadedWords
from asterion_press.errors import AsterionError, InputError, LayoutError, Mistake, Place, refuse
from asterion_press.games.report import UNDRAWABLE, Finding, Level, finding_data, table, verdict
from asterion_press.layout.sheets import Lot, lot_grid
from asterion_press.rulebook.text.document import RULING_PREFIX, RulesText

if TYPE_CHECKING:
    from asterion_press.drawing.display_list import Drawing, Scene
    from asterion_press.pdf.borders import Border
    from asterion_press.rulebook.text.figures import Illustration, PlayerCard, ScenePanel


AnyRecord = TypeVar("AnyRecord", bound=Record)
COVER_ASPECT, LID_ASPECT = 1.22, 1.8
"""Width of the room for a picture on the title page, and on the lid of most boxes, for a height of 1."""


class Score(Struct, frozen=True):
    """The score of a finished game.

    Attributes:
        points: of each player, in the order of play.
        winners: of the players; several share the victory.
        explanation: the count in words.
    """

    points: Mapping[str, int]
    winners: tuple[str, ...]
    explanation: str


class Component(Struct, frozen=True):
    """Something that is drawn.

    Attributes:
        location: of what the catalogue says it looks like.
        subject: all of the catalogue that its drawing is made from; equal subjects, equal drawings.
        draw: draws it in a theme.
        printed: whether it lies on a sheet; else it is for the title page alone.
    """

    location: Location
    subject: object
    draw: Callable[[Theme], Drawing]
    printed: bool = True


def inked(ink: str, draw: Callable[..., Drawing], *given: Any) -> Callable[[Theme], Drawing]:
    """Return a function of a theme that draws what is given, and with its palette for an ink; empty for the night."""
    from asterion_press.drawing.inks import palette

    return lambda theme: draw(*given, palette(theme, ink or theme.inks.night))


class Game(ABC):
    """One game, as its catalogue defines it.

    Attributes:
        kind: the name of its kind.
        model: the record of its catalogue, for kinds that are read by :meth:`read`.
        claims: place of the class of its figures, which is imported with the booklet's typesetting; empty for none.
        frame: the ornament around the title page of its booklet, and on its box.
        unprinted: keys of the words for what belongs to the game and is not printed; drawn as ``goods-<key>``.
        catalogue: the record of its catalogue.
        document: the catalogue, for the places of what is said about it, and for its hash.
        head: title, edition, credits.
        variant: id of the variant that is applied to the catalogue; empty if there is none.
    """

    kind: ClassVar[str]
    model: ClassVar[type[GameHeader]]
    claims: ClassVar[str] = ""
    frame: ClassVar[Border] = "meander"
    unprinted: ClassVar[tuple[str, ...]] = ()
    head: Head
    variant: str = ""

    def __init__(self, catalogue: Any, document: Document) -> None:
        self.catalogue, self.document, self.head = catalogue, document, catalogue.head

    @classmethod
    def read(cls, document: Document) -> Self:
        """Return the game that a catalogue defines.

        Raises:
            InputError: every mistake of its form, or if that is sound, every mistake of its sense.
        """
        catalogue = validated(document, cls.model)
        refuse(cls.mistakes(catalogue, document))
        return cls(catalogue, document)

    @staticmethod
    def mistakes(catalogue: Any, document: Document) -> Iterable[Mistake]:  # noqa: ARG004 - for kinds that have more
        """Return what is wrong with the sense of a catalogue whose form is sound."""
        return ()

    def place(self, *location: str | int) -> Place:
        """Return where the value at `location` stands in the catalogue."""
        return self.document.value_place(location)

    @property
    def short_hash(self) -> str:
        """Return the first eight hexadecimal digits of the catalogue's sha256, as printed on the sheets."""
        return self.document.sha256[:8]

    # -- what is printed --

    @property
    def components(self) -> Mapping[str, Component]:
        """Return all that is drawn, in the order of drawing, by id; a kind has this, or the next four methods."""
        raise NotImplementedError

    def component_ids(self) -> tuple[str, ...]:
        """Return the ids of all that is printed, in the order of drawing; each becomes ``svg/<id>.svg``."""
        return tuple(name for name, component in self.components.items() if component.printed)

    def subject(self, component: str) -> object:
        """Return all of the catalogue that a component's drawing is made from; equal subjects, equal drawings."""
        return self.components[component].subject

    def component_place(self, component: str) -> Place:
        """Return where the catalogue says what a component looks like."""
        return self.document.key_place(self.components[component].location)

    def draw(self, component: str, theme: Theme) -> Drawing:
        """Draw a component.

        Raises:
            KeyError: there is no such component.
        """
        return self.components[component].draw(theme)

    def is_round(self, component: str) -> bool:  # noqa: ARG002 - for those who have some
        """Return whether a component is cut out as the circle within its trim, if its drawing has no layer `cut`."""
        return False

    @abstractmethod
    def lots(self, paper: Paper) -> tuple[Lot, ...]:
        """Return what is laid on sheets of that paper, in the order of printing."""

    def shows(self, component: str) -> Mapping[str, int]:  # noqa: ARG002 - for those who have some
        """Return what is on a piece, by its key in ``words.yaml``, and how often; what has no word is not named."""
        return {}

    def lines(self, component: str) -> Mapping[str, Sequence[float]]:  # noqa: ARG002 - for those that are folded
        """Return the lengths in mm of the straight lines that a component's drawing must hold, by layer.

        The proof reads the drawing back and compares; a layer that is not named may hold any lines. The
        layers that are measured are called ``fold`` and ``edges``.
        """
        return {}

    def fitting_mistakes(self, papers: Mapping[ShelfFile, Paper]) -> Iterator[Mistake]:
        """Yield what does not fit its paper, before anything is drawn."""
        for file, paper in papers.items():
            for lot in self.lots(paper):
                try:
                    lot_grid(lot, paper, f"piece ({lot.kind})")
                except LayoutError as error:
                    yield Mistake(Place(file.name), str(error))

    # -- findings and lists --

    def findings(self) -> tuple[Finding, ...]:
        """Return every finding about the game, errors first, then in the order of the file."""
        return ()

    def require_sound(self, *, unsound: bool) -> tuple[Finding, ...]:
        """Return the findings of a game that may be printed.

        Raises:
            InputError: it is not sound and `unsound` is not given, or it cannot be drawn at all.
        """
        found = self.findings()
        errors = [finding for finding in found if finding.level is Level.ERROR]
        undrawable = [finding for finding in errors if finding.code == UNDRAWABLE]
        if undrawable or (errors and not unsound):
            remedy = "" if undrawable else "the deck is not sound; --unsound prints it all the same"
            raise InputError([Mistake(f.place, f"{f.message} [{f.code}]") for f in errors], remedy)
        return found

    @abstractmethod
    def headers(self) -> list[str]:
        """Return what each column of :meth:`rows` holds; the first is ``id``."""

    @abstractmethod
    def rows(self) -> list[list[object]]:
        """Return a row for each component that is dealt, laid or assembled, as `asterion list tiles` lists them."""

    def data(self) -> dict[str, Any]:
        """Return the pieces as plain data."""
        return {"game": self.head.game, "pieces": [dict(zip(self.headers(), row, strict=True)) for row in self.rows()]}

    def composition(self) -> tuple[list[str], list[list[object]]]:
        """Return what the game is made of, as the headers and rows of a table for `asterion check`."""
        return self.headers(), self.rows()

    @abstractmethod
    def summary(self) -> str:
        """Return what there is to print, in a few words, such as ``50 pieces, a bull's head``."""

    def check_text(self, found: Sequence[Finding]) -> str:
        """Return what `asterion check` prints for people."""
        headers, rows = self.composition()
        heading = f"{self.head.full_title}, {self.head.edition} edition: {self.summary()} ({self.short_hash})"
        return "\n".join([heading, "", table(rows, headers), "", *map(str, found), verdict(found), ""])

    def check_data(self, found: Sequence[Finding]) -> dict[str, Any]:
        """Return what `asterion check` prints for programs."""
        headers, rows = self.composition()
        return {
            "game": self.head.game,
            "kind": self.kind,
            "edition": self.head.edition,
            "catalogue_sha256": self.document.sha256,
            "sound": not any(finding.level is Level.ERROR for finding in found),
            "composition": [dict(zip(headers, row, strict=True)) for row in rows],
            "findings": [finding_data(finding) for finding in found],
        }

    # -- the booklet --

    @abstractmethod
    def numbers(self) -> Mapping[str, int | float | str]:
        """Return what a rules text may take from the catalogue, by placeholder (``deck.tiles``), credits aside."""

    def facts(self) -> tuple[object, ...]:
        """Return all of the catalogue that a booklet depends on, its head and the pieces in its figures aside."""
        return (self.document.sha256,)

    @property
    @abstractmethod
    def usual_frontispiece(self) -> str:
        """Return the id of the component on the title page if the catalogue names none; square, or nearly so."""

    @property
    def frontispiece(self) -> str:
        """Return the id of the component on the title page and on the box."""
        return self.head.frontispiece or self.usual_frontispiece

    def score_sheets(self) -> Mapping[str, Callable[[Theme], Drawing]]:
        """Return what points are kept on: functions that draw a page without words, by the names of the files."""
        return {}

    def cover_scene(self, theme: Theme, aspect: float) -> Scene | None:  # noqa: ARG002 - for those who have one
        """Draw the scene of the title page, `aspect` times as wide as high; None for the frontispiece."""
        return None

    def lid_scene(self, theme: Theme) -> Scene | None:
        """Draw the scene on the lid of the box; None for the frontispiece."""
        return self.cover_scene(theme, LID_ASPECT)

    def symbol_names(self) -> tuple[str, ...]:
        """Return the names of the small pictures that a rules text may show: ``![coin](symbol:coin)``."""
        return ()

    def draw_symbol(self, name: str, theme: Theme) -> Drawing:  # noqa: ARG002 - for those who have some
        """Draw a small picture that stands alone, without bleed.

        Raises:
            KeyError: there is no such symbol.
        """
        raise KeyError(name)

    def figures(self, file: ShelfFile, *, fitted: bool = False) -> Claimed:
        """Return the figures of the rules, each proved by the game's own engine.

        Args:
            file: ``templates/figures/<game>.yaml``, or a project's own.
            fitted: whether figures that do not hold for this deck are left out, and numbers taken from the engine.

        Raises:
            InputError: mistakes in the file, or claims that the engine does not confirm.
        """
        kind = self._claimed(file)
        return kind.fitted(self, file) if fitted else kind.proved(self, file)

    def claimed(self, file: ShelfFile) -> Claimed:
        """Return the figures of the rules, unproved; see :meth:`figures`."""
        return self._claimed(file).read(self, file)

    def _claimed(self, file: ShelfFile) -> type[Claimed]:
        if not self.claims:
            raise InputError.at(Place(file.name), f"games of the kind {self.kind!r} have no figures; delete this file")
        kind: type[Claimed] = resolve_name(self.claims)
        return kind

    def score(self, file: ShelfFile) -> Score:  # noqa: ARG002 - for those whose engine counts
        """Return the score of a position.

        Args:
            file: says what there is at the end of a game; its schema is `position`, or ``<kind>-position``.

        Raises:
            InputError: no game of this kind is scored, or the file has mistakes.
        """
        raise InputError.at(self.place("kind"), f"games of the kind {self.kind!r} are not scored by a program")

    def position(self, file: ShelfFile, model: type[AnyRecord]) -> tuple[AnyRecord, Document]:
        """Read a position of this game, and its document.

        Raises:
            InputError: every mistake of its form, or it is one of another game.
        """
        document = read_document(file)
        position = validated(document, model)
        if (named := document.data["game"]) != self.head.game:
            message = f"a position of the game {named!r}, counted as one of {self.head.game!r}"
            raise InputError.at(document.value_place(("game",)), message)
        return position, document

    def has_card_figures(self, file: ShelfFile) -> bool:  # noqa: ARG002 - for those who have some
        """Return whether the figures in a file are enough for :meth:`Claimed.player_cards`; nothing is proved.

        Raises:
            InputError: mistakes in the file.
        """
        return False

    # -- variants and updates, for kinds that know them --

    def misfits(self) -> list[Mistake]:
        """Return the false statements of the catalogue's rules text about the variant that is applied to it."""
        return []

    def kept_lines(self) -> list[str]:
        """Return the catalogue as lines of text for a manifest."""
        return kept_lines(self.document)

    def update(self, since: Sequence[str]) -> Game:  # noqa: ARG002 - for those who can
        """Return the game of the pieces that turn a deck, given by the lines of its manifest, into this one.

        Raises:
            InputError: games of this kind cannot be updated.
        """
        message = f"a game of the kind {self.kind!r} is printed as a whole; leave out --only-changed"
        raise InputError.at(Place(self.document.file), message)

    def update_text(self, since: Sequence[str]) -> str:
        """Return in words what is to be done with the pieces of an update."""
        raise NotImplementedError


class ShownGame(Struct, frozen=True):
    """A game that a page shows: what the page calls it, and itself."""

    name: str
    game: Game


class Kind(Struct, frozen=True):
    """A kind of game, the `KIND` of a module; :mod:`asterion_press.games.kinds` finds it.

    Attributes:
        name: what a catalogue writes under ``kind:``.
        about: what games of this kind are made of, in a few words.
        read: returns the game that a catalogue defines; raises every mistake of its form, or if that is sound, every
            mistake of its sense.
        models: the records of its files, by the names of their JSON Schemas: ``<kind>`` and ``<kind>-figures``.
        vary: reads a catalogue with a variant applied to it; None for kinds without variants.
        whole: fills in what a catalogue, which lies there, refers to.
        page: place of the function that makes previews, of several games, too; empty for
            :func:`~asterion_press.games.preview.pieces_page`, which takes the same.
    """

    name: str
    about: str
    read: Callable[[Document], Game]
    models: Mapping[str, type[Record]]
    vary: Callable[[Document, ShelfFile], Game] | None = None
    whole: Callable[[Document, Path], Document] = lambda document, _: document
    page: str = ""


# -- figures -----------------------------------------------------------------------------------------------------------

Answer: TypeAlias = bool | int | str | Iterable[object]
"""What an engine finds."""
Fault: TypeAlias = tuple[Location, str] | tuple[Location, str, object]
"""The place in a figure of what the engine does not confirm, a sentence about it, and of a claim what it finds."""
Words = Annotated[str, Meta(min_length=1)]


class Ask(Record, frozen=True, kw_only=True):
    """A question about what a figure shows.

    Attributes:
        rule: id of the heading of the rules text under which the answer is found.
        text: the question, in English.
        told: the figure in words, for a kind of game whose figures cannot tell themselves.
        answer: `yes` or `no`, a number, or words in the order of the alphabet with commas between them.
    """

    rule: Identifier
    text: Words
    answer: Words
    told: str = ""


class RuleFigure(Record, frozen=True, kw_only=True):
    """What figures of all kinds of games can have.

    Attributes:
        answer: to the question of the rules with the figure's id.
    """

    answer: Literal["yes", "no"] | None = None


class Rulings(Record, frozen=True):
    """Ids of rules of ours, by how they stand to the published ones.

    Attributes:
        silent: the published rules say nothing.
        instead: they say otherwise.
        differ: their texts differ.
    """

    silent: tuple[Identifier, ...] = ()
    instead: tuple[Identifier, ...] = ()
    differ: tuple[Identifier, ...] = ()

    def marked(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the marks, each with the ids that bear it."""
        return ("†", self.silent), ("§", self.instead), ("‡", self.differ)


NO_RULINGS = Rulings()


class Claimed:
    """The figures of a rules text, all of which but those that ask are proved by the game's own engine.

    This class is for texts without figures; the figures of a kind of game go on from here.

    Attributes:
        model: the record of the file.
        remedy: what can be done where figures are not true.
        game: of the kind.
        document: the file of the figures.
        figures: records of the kind of game, by id.
        left_out: the first reason why a figure does not hold for this deck, by id; it is not shown.
        renumbered: what was claimed, by figure, where the engine finds nothing but another number, which is taken.
        needs: beginnings of words by the number of the game without which they are not told.
        lists: phrases in which such words may stand nevertheless.
        rulings: that are no published rules; a text takes the mark of one, ``{{ruling.a7}}``.
    """

    model: ClassVar[type[Record]]
    remedy: ClassVar[str] = ""

    def __init__(self, game: Game, document: Document, figures: Mapping[str, Any]) -> None:
        self.game, self.document, self.figures, self.rulings = game, document, dict(figures), NO_RULINGS
        self.needs: Mapping[str, Sequence[str]] = {}
        self.lists: Sequence[str] = ()
        self.left_out: dict[str, Mistake] = {}
        self.renumbered: dict[str, list[Mistake]] = {}

    @classmethod
    def read(cls, game: Any, file: ShelfFile) -> Self:
        """Return the figures of a file, unproved.

        Raises:
            InputError: every mistake of its form.
        """
        document = read_document(file)
        loaded: Any = validated(document, cls.model)
        claimed = cls(game, document, loaded.figures)
        claimed.rulings = getattr(loaded, "rulings", NO_RULINGS)  # a kind of game from outside may have none
        return claimed

    @classmethod
    def proved(cls, game: Any, file: ShelfFile) -> Self:
        """Return the figures of a file.

        Raises:
            InputError: every mistake of its form, or if that is sound, everything that the engine does not confirm.
        """
        claimed = cls.read(game, file)
        if mistakes := [one.mistake for some in claimed.find_wrong().values() for one in some]:
            raise InputError(mistakes, cls.remedy)
        claimed.complete()
        return claimed

    @classmethod
    def fitted(cls, game: Any, file: ShelfFile) -> Self:
        """Return the figures of a file as they are for this deck, which may be another than they were made for.

        What is only a number is as the engine finds it; a figure that does not hold is left out.

        Raises:
            InputError: every mistake of its form.
        """
        claimed = cls.read(game, file)
        for are_numbers_new in (False, True):  # they bring others
            for name, wrong in claimed.find_wrong().items():
                if not are_numbers_new and all(one.is_number(claimed.figures[name]) for one in wrong):
                    claimed.renumbered[name] = [one.mistake for one in wrong]
                    for one in wrong:
                        claimed.figures[name] = _exchanged(claimed.figures[name], one.at, one.found)
                else:
                    claimed.left_out.setdefault(name, wrong[0].mistake)
        claimed.complete()
        return claimed

    def numbers_found(self) -> Iterator[Mistake]:
        """Yield what is claimed by figures that hold but for a number."""
        for name in (one for one in self.renumbered if one not in self.left_out):
            yield from self.renumbered[name]

    def find_wrong(self) -> dict[str, list[Wrong]]:
        """Return by figure what the engine does not confirm; figures that ask are no part of it."""
        return find_wrong(self.document, telling(self.figures), self.faults)

    def complete(self) -> None:
        """Add what comes of figures that are proved, and leave out what goes with those that are left out."""

    def faults(self, name: str, figure: Any) -> Iterable[Fault]:
        """Yield what the engine does not confirm of a figure, given its id and itself; may raise an InputError, too."""
        raise NotImplementedError

    def claims_of(self, figure: Any) -> Iterable[tuple[int | None, str, str]]:
        """Yield what texts may take from a figure: the number of a panel, None if it stands alone, a name, a text."""
        raise NotImplementedError

    def painter(self, theme: Theme) -> Callable[[Any], Illustration]:
        """Return what makes a picture of a figure."""
        raise NotImplementedError

    def find_answer(self, name: str) -> Answer:
        """Return what the engine finds for the question of the figure with this id.

        Raises:
            AsterionError: the question makes no sense.
        """
        raise NotImplementedError

    @cached_property
    def claims(self) -> dict[str, str]:
        """Return what texts may take from figures: ``{{figure.impaling.points}}``.

        Where two panels claim the same, the later one counts; what one of several panels claims has its letter, too:
        ``{{figure.impaling.b.points}}``.
        """
        table = {f"ruling.{one}": mark for mark, ids in self.rulings.marked() for one in ids}
        for figure_id, figure in self.figures.items():
            if figure_id in self.left_out:
                continue
            if answer := getattr(figure, "answer", None):
                table[f"figure.{figure_id}.answer"] = f"{BOUND}{answer}"
            for number, name, text in self.claims_of(figure):
                table[f"figure.{figure_id}.{name}"] = text
                if number is not None:
                    table[f"figure.{figure_id}.{ascii_lowercase[number]}.{name}"] = text
        return table

    @property
    def shown(self) -> dict[str, Any]:
        """Return the figures that a text can show: no positions of its questions, and nothing that asks."""
        told = telling(self.figures).items()
        return {name: one for name, one in told if not name.startswith(RULING_PREFIX) and name not in self.left_out}

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the figures that can be shown, in the order of their file."""
        return tuple(self.shown)

    def illustrations(self, theme: Theme) -> Mapping[str, Illustration]:
        """Return the figures as pictures, by id."""
        paint = self.painter(theme) if self.figures else None
        return {name: paint(figure) for name, figure in self.shown.items()} if paint else {}

    def questions(self, theme: Theme) -> Mapping[str, tuple[Ask, Illustration]]:
        """Return what figures ask in the quiz of the page, by id, with their pictures; those that are right alone."""
        asking, wrong = self._asking, self.wrong_answers
        paint = self.painter(theme) if asking else None
        return {name: (one.ask, paint(one)) for name, one in asking.items() if name not in wrong} if paint else {}

    @property
    def _asking(self) -> dict[str, Any]:
        return {name: figure for name, figure in self.figures.items() if figure.ask}

    @cached_property
    def wrong_answers(self) -> dict[str, list[Wrong]]:
        """By figure that asks the answer that the engine does not find, or why the question makes no sense."""
        return find_wrong(self.document, self._asking, self._answer_faults)

    def _answer_faults(self, name: str, figure: Any) -> Iterator[Fault]:
        """Yield a fault if the engine finds another answer than the figure has."""
        try:
            found = self.find_answer(name)
        except InputError:
            raise
        except AsterionError as error:
            yield ("ask",), str(error)
        else:
            if not isinstance(found, bool | int | str):
                found = tuple(sorted(set(map(str, found))))
            yield from compare(("ask", "answer"), figure.ask.answer, in_words(found))

    def cover(self, theme: Theme) -> ScenePanel | None:
        """Return the picture of the title page, or None if a piece stands there."""
        from asterion_press.rulebook.text.figures import ScenePanel  # the booklet's typesetting

        scene = self.game.cover_scene(theme, COVER_ASPECT) if self.figures else None
        return ScenePanel(scene.parts, scene.width, scene.height) if scene else None

    def text_mistakes(self, text: RulesText, words: LoadedWords) -> Iterator[Mistake]:  # noqa: ARG002 - for those who look
        """Yield the names in a rules text that disagree with the figures beside them."""
        return iter(())

    def is_foreign(self, text: str, words: LoadedWords) -> bool:  # noqa: ARG002 - for those who look
        """Return whether a passage names what the deck does not have."""
        return False

    def tells(self, text: str, words: LoadedWords) -> bool:  # noqa: ARG002 - for those who look
        """Return whether a passage tells what a figure shows, as it names its pieces."""
        return False

    def player_cards(self, theme: Theme) -> tuple[PlayerCard, ...]:  # noqa: ARG002 - for those who have some
        """Return the card of each player, in the order of the catalogue."""
        return ()


def in_words(value: object) -> str:
    """Return what is claimed or found: yes or no, numbers by colour, or a list; ``none`` if nothing is in it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        value = [f"{key} {number}" for key, number in value.items()]
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple | list) else str(value)


UNNAMED = frozenset({"panels", "claims", "pairs", "moves", "contest", "duel", "ask"})
"""Keys of a file of figures that no sentence about a claim repeats."""


def compare(at: Location, claimed: object, found: object) -> Iterator[Fault]:
    """Yield a fault if the engine finds something else than is claimed; a claim that is left out says nothing."""
    if claimed is not None and claimed != found:
        what = ".".join(key for key in at if isinstance(key, str) and key not in UNNAMED)
        yield at, f"{what}: claimed {in_words(claimed)}; the engine finds {in_words(found)}", found


def telling(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures that ask nothing."""
    return {name: figure for name, figure in figures.items() if figure.ask is None}


class Wrong(NamedTuple):
    """Something about a figure that the engine does not confirm.

    Attributes:
        mistake: with its place in the file.
        at: its place in the figure.
        found: what the engine finds in the place of what is claimed there; None if it is no claim.
    """

    mistake: Mistake
    at: Location = ()
    found: object = None

    def is_number(self, figure: object) -> bool:
        """Return whether nothing but a number is another one, so that the words beside it stay true.

        A number that was 0 is not, and the other way round; numbers by player are in the order in which they were.
        """
        value: Any = figure
        for key in self.at:
            value = getattr(value, str(key)) if isinstance(value, Struct) else value[key]
        one, other = _numbers(value), _numbers(self.found)
        return bool(one) and one.keys() == other.keys() and _order(one.values()) == _order([other[key] for key in one])


def _numbers(value: Any) -> dict[str, int]:
    """Return numbers by their keys, the sum of addends as one; none if there is something else."""
    if isinstance(value, tuple) and {*map(type, value)} == {int}:
        value = sum(value)
    numbers: dict[str, int] = dict(value) if isinstance(value, Mapping) else {"": value}
    return numbers if {*map(type, numbers.values())} == {int} else {}


def _order(numbers: Iterable[int]) -> list[bool]:
    """Return which of some numbers, and 0, are less than which."""
    return [one < other for one, other in product((0, *numbers), repeat=2)]


def _exchanged(value: Any, at: Location, found: object) -> Any:
    """Return a record with another value at a place in it."""
    if not at:
        return found
    key, *rest = at
    if isinstance(value, tuple):
        inner = _exchanged(value[int(key)], tuple(rest), found)
        return (*value[: int(key)], inner, *value[int(key) + 1 :])
    if isinstance(value, Mapping):
        return {**value, key: _exchanged(value[key], tuple(rest), found)}
    return replace(value, **{str(key): _exchanged(getattr(value, str(key)), tuple(rest), found)})


def find_wrong(
    document: Document, figures: Mapping[str, Any], faults_of: Callable[[str, Any], Iterable[Fault]]
) -> dict[str, list[Wrong]]:
    """Return by figure what is wrong with it.

    Args:
        document: their file.
        figures: by id.
        faults_of: yields what is wrong with a figure, given its id and itself; may raise an InputError, too.
    """
    found: dict[str, list[Wrong]] = {}
    for name, figure in figures.items():
        some: list[Wrong] = []
        try:
            for at, message, *value in faults_of(name, figure):
                sentence = f"figure {name!r}{_letter(figure, at)}: {message}"
                some.append(Wrong(Mistake(document.value_place(("figures", name, *at)), sentence), at, *value))
        except InputError as error:
            some += map(Wrong, error.mistakes)
        if some:
            found[name] = some
    return found


def _letter(figure: Any, at: Location) -> str:
    """Return the letter of the panel, if several stand side by side."""
    is_one_of_several = len(at) > 1 and isinstance(at[1], int) and len(getattr(figure, str(at[0]))) > 1
    return f" {ascii_lowercase[int(at[1])].upper()}" if is_one_of_several else ""
