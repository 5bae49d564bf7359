"""Names of pieces in a language, in pictures and on virtual tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.strict_yaml import read_document
from asterion_press.catalogue.themes import load_theme
from asterion_press.exports.pieces import piles_of
from asterion_press.games.game import Game
from asterion_press.games.kinds import read_game
from asterion_press.games.tokens.game import TokensGame
from asterion_press.making.naming import NO_NAMES, names_in
from asterion_press.rulebook.translation.language import is_incomplete
from tests.support.project_commands import bad, good

TOKENS = """\
kind: tokens
game: worthies
title: Worthies
edition: first
credits: {design: A, publisher: B, artwork: C}
shape: round
size_mm: 25
backs: colours
colours:
  amber: {symbol: sun, ink: '#d9a520'}
  blue: {symbol: shell, ink: '#3a4a63'}
  slate: {symbol: wave, ink: '#803030'}
tokens:
  crowd: {count: 2}
  hero: {count: 1}
"""


def game_called(name: str) -> Game:
    return read_game(library.game_file(name))


def test_pieces_are_named_by_their_colour_or_kind_and_what_is_their_own() -> None:
    names = names_in(game_called("asterion"), "de").pieces
    assert names["Y02"] == "Gelb · Y02 · Gefangener · Kallias · Flügel"
    assert (names["minotaur"], names["counter"]) == ("Minotaurus", "Marker")
    assert (names["back-red"], names["back-minotaur"]) == ("Rückseite · Rot", "Rückseite · Minotaurus")
    stars = names_in(game_called("asterismo"), "es").pieces
    assert [stars[one] for one in ("board", "board-b", "token-red")] == ["Tablero", "Paneles del tablero · B", "Rojo"]
    minotaurus = names_in(game_called("minotaurus"), "ja").pieces
    assert (minotaurus["P5R"], minotaurus["card-4"]) == ("紫 · P5R", "配置カード · 4")
    assert (minotaurus["ring"], minotaurus["back"]) == ("投げ輪", "裏 · ピース")


def test_a_colour_that_no_language_knows_is_told_by_the_ids_of_its_pieces(tmp_path: Path) -> None:
    path = tmp_path / "worthies.yaml"
    path.write_text(TOKENS, encoding="utf-8")
    names = names_in(TokensGame.read(read_document(path)), "en").pieces
    assert [names[one] for one in ("amber-hero", "slate-hero", "blue-hero")] == [
        "Tokens · amber-hero",
        "Tokens · slate-hero",
        "Blue · HERO",
    ]
    assert (names["back-amber"], names["back-blue"]) == ("Back · Tokens", "Back · Blue")


def test_no_two_pieces_bear_one_name_and_every_component_has_one() -> None:
    wrong = []
    for game in ("asterion", "asterismo", "minotaurus"):
        found = game_called(game)
        english = names_in(found, "en").pieces
        for language in library.all_languages():
            if not is_incomplete(language, game):
                names = names_in(found, language).pieces
                lacking = set(found.component_ids()) - set(names)
                twice = [name for name, count in Counter(names.values()).items() if count > 1]
                same = {one for one in names if names[one] == english[one]} if language != "en" else set()
                others = same - {"minotaur", "ring"}  # as some languages have it
                wrong += [f"{game} in {language}: {one}" for one in (*lacking, *twice, *others)]
    assert not wrong, "\n".join(wrong)


def test_a_drawing_keeps_what_its_title_says_in_signs() -> None:
    game, theme = game_called("asterion"), load_theme(library.theme_file("knossos").path)
    tile = game.draw("Y02", theme)
    assert names_in(game, "fr").titled(tile).title == tile.title.replace(
        "Tile Y02, Kallias", "Jaune · Y02 · prisonnier · Callias · aile"
    )
    assert NO_NAMES.titled(tile) == tile
    minotaurus = game_called("minotaurus")
    assert names_in(minotaurus, "de").titled(minotaurus.draw("card-3", theme)).title == "Aufbaukarten · 3"


def test_piles_on_a_table_are_named_so() -> None:
    game = game_called("asterion")
    piles = piles_of(game, names_in(game, "it"))
    assert [pile.name for pile in piles] == ["Giallo", "Blu", "Rosso", "Verde", "Minotauro", "Segnalini"]
    assert [pile.id for pile in piles] == [pile.id for pile in piles_of(game)]
    assert piles[0].pieces[0].name == "Giallo · Y01 · prigioniero · Fedra"


def test_pictures_are_titled_in_the_language_that_is_asked_for(tmp_path: Path, small: Callable[..., Path]) -> None:
    def title(*words: str) -> str:
        good("build --only svg", small(), "--out", tmp_path / "out", *words)
        text = (tmp_path / "out" / "svg" / "Y01.svg").read_text(encoding="utf-8")
        return str(re.findall("<title>(.*?)</title>", text)[0])

    english = title()
    assert english.startswith("Tile Y01, Phaidra: ")
    assert title("--language", "ru") == english.replace("Tile Y01, Phaidra", "Жёлтый · Y01 · пленник · Федра")
    assert title() == english.replace("Tile Y01, Phaidra", "Жёлтый · Y01 · пленник · Федра"), "as in the folder"


@pytest.mark.parametrize(("target", "file"), [("tts", "small.json"), ("vassal", "small.vmod")])
def test_exports_name_their_pieces_in_a_language(
    target: str, file: str, tmp_path: Path, small: Callable[..., Path]
) -> None:
    folder = tmp_path / target
    good("export", target, small(), "--set", "language=pl", "--out", folder)
    raw = ZipFile(folder / file).read("buildFile.xml") if target == "vassal" else (folder / file).read_bytes()
    assert "Żółty · Y01" in raw.decode()
    assert "tile Y01" not in raw.decode()


def test_an_export_that_shows_no_names_has_no_language() -> None:
    assert "unknown setting 'language'" in bad("export png --set language=de", status=2)
