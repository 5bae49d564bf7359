"""Decks by what a user calls them: a catalogue, a game, a variant, or a folder that was built."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.library import YAML
from asterion_press.catalogue.strict_yaml import kept_lines, read_document
from asterion_press.cli.options import catalogue_file, chosen_variant, game_at_hand, wrong_kind
from asterion_press.errors import InputError, LayoutError, Place
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, load_catalogue, load_kept_catalogue
from asterion_press.games.labyrinth.deck.tiles import Deck, deck_of
from asterion_press.games.labyrinth.game import KIND, LabyrinthGame, lots_of
from asterion_press.layout.sheets import impose
from asterion_press.publish import MANIFEST_NAME, OutputFolder

Base = Callable[[ShelfFile], ShelfFile]
"""A function that returns the catalogue to which a variant is applied."""


class NamedDeck(Struct, frozen=True):
    """A deck, and what it is called.

    Attributes:
        name: as the user called it, for people; of a variant, also the catalogue to which it is applied.
        short_hash: as on its sheets.
        loaded: its catalogue; of a folder, as it was kept when the folder was built.
        theme: in which its tiles were drawn; empty if they were not drawn.
    """

    name: str
    short_hash: str
    loaded: LoadedCatalogue
    theme: str = ""

    @property
    def deck(self) -> Deck:
        """Return the deck of the catalogue."""
        return deck_of(self.loaded.catalogue)

    @property
    def lines(self) -> tuple[str, ...]:
        """Return its catalogue as lines of a manifest."""
        return tuple(kept_lines(self.loaded.document))


def deck_named(word: str, base: Base) -> NamedDeck:
    """Return the deck that a word names: a .yaml file, the id of a game or of a variant, or an output folder.

    Args:
        word: as the user gave it.
        base: returns the catalogue to which a variant is applied.

    Raises:
        InputError: mistakes in the file, or a folder that holds no build.
        PublishError: the folder's manifest is damaged.
    """
    path = Path(word)
    if path.suffix in YAML:
        file = ShelfFile(path.stem, path, word)
        variant = file if "of" in read_document(file).data else None
    elif (file_of_game := library.games().get(word)) is not None:
        file, variant = file_of_game, None
    elif (variant := library.variants().get(word)) is None:
        return _built(path)
    if variant is not None:
        file = base(variant)
    loaded = load_catalogue(file, variant, any_turn=True)
    return NamedDeck(f"{word} upon {file.name}" if variant else word, loaded.short_hash, loaded)


def _built(folder: Path) -> NamedDeck:
    """Return the deck of an output folder; after an update, the deck that it has become."""
    output = OutputFolder(folder)
    manifest = output.previous
    place = Place(f"{output.name}/{MANIFEST_NAME}")
    if manifest is None:
        raise InputError.at(place, "is not there, so no deck was built in this folder; name a catalogue instead")
    lines, theme = manifest.settings.get("deck"), manifest.settings.get("theme", "")
    if not isinstance(lines, list):
        what = "does not say which deck was built, as those of older versions do not"
        raise InputError.at(place, f"{what}; name the catalogue that it was built from")
    loaded = load_kept_catalogue(lines, str(place))
    return NamedDeck(output.name, manifest.catalogue_sha256[:8], loaded, str(theme))


def sheets_for(deck: Deck, papers: Iterable[Paper]) -> dict[str, int | None]:
    """Return how many sheets a deck takes of each paper, by the paper's title; None if it does not fit it."""
    counts: dict[str, int | None] = {}
    for paper in papers:
        try:
            counts[paper.title] = len(impose(lots_of(deck), paper)) // 2
        except LayoutError:
            counts[paper.title] = None
    return counts


def loaded_deck() -> tuple[LoadedCatalogue, Deck]:
    """Return the labyrinth of a command, with its variant if there is one: its catalogue and its deck.

    Raises:
        InputError: mistakes in its files.
        UsageError: the game is no labyrinth.
    """
    game = game_at_hand()
    if not isinstance(game, LabyrinthGame):
        raise wrong_kind(game, KIND.name)
    return game.loaded, game.deck


def deck_at_hand() -> NamedDeck:
    """Return the deck of the options, by its name.

    Raises:
        InputError: mistakes in its files.
    """
    loaded, _ = loaded_deck()
    variant, file = chosen_variant(), loaded.document.file
    return NamedDeck(f"{variant.name} upon {file}" if variant else file, loaded.short_hash, loaded)


def deck_called(word: str) -> NamedDeck:
    """Return the deck that a word names; a variant is applied to the catalogue of the options.

    Raises:
        InputError: mistakes in its file, or a folder in which nothing was built.
    """
    return deck_named(word, lambda variant: catalogue_file(variant=variant))
