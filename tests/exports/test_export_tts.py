"""The saved object of Tabletop Simulator, against a schema in our own words, and against the deck."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from asterion_press.catalogue import library
from asterion_press.exports.pieces import piles_of
from asterion_press.exports.tts import SavedObjectWriter, face_sheets, guid_attempts
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.deck.tiles import Deck
from tests.exports.conftest import Export

SCHEMA = json.loads((Path(__file__).parent / "tts_saved_object.schema.json").read_text(encoding="utf-8"))
ADDRESS = "https://example.org/asterion/"


@pytest.fixture(scope="module")
def saved() -> Any:
    """Asterion, as it is read."""
    piles = piles_of(read_game(library.game_file("asterion")))
    writer = SavedObjectWriter("asterion", "Asterion", ADDRESS, frozenset({"counter"}))
    return json.loads(json.dumps(writer.to_json(piles)))


def test_the_file_keeps_to_the_schema(saved: Any) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.Draft202012Validator(SCHEMA).validate(saved)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda saved: saved.update(LuaScript="print(1)"),
        lambda saved: saved.update(Date="1/1/2030"),
        lambda saved: saved["ObjectStates"][0].update(GUID="12345"),
        lambda saved: saved["ObjectStates"][0].pop("DeckIDs"),
        lambda saved: saved["ObjectStates"][0]["CustomDeck"]["1"].update(NumWidth=11),
        lambda saved: saved["ObjectStates"][0]["ContainedObjects"][0].update(Name="Card2"),
        lambda saved: saved["ObjectStates"][0]["Transform"].update(rotZ=90),
    ],
)
def test_the_schema_sees_what_is_wrong(saved: Any, spoil: Callable[[Any], object]) -> None:
    copy = json.loads(json.dumps(saved))
    spoil(copy)
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(copy)


def test_a_deck_for_each_colour_lies_face_down_beside_the_minotaur_and_a_bag(saved: Any, deck: Deck) -> None:
    states, colours = saved["ObjectStates"], deck.catalogue.colour_ids
    assert [(one["Name"], one["Nickname"], one["Transform"]["rotZ"]) for one in states] == [
        *[("DeckCustom", colour, 180) for colour in colours],
        ("CardCustom", "the minotaur", 0),
        ("Bag", "counters", 0),
    ]
    for stack in states[: len(colours)]:
        (sheet,) = stack["CustomDeck"]
        assert stack["DeckIDs"] == [int(sheet) * 100 + slot for slot in range(len(stack["ContainedObjects"]))]
    assert {one["CustomImage"]["CustomTile"]["Type"] for one in states[-1]["ContainedObjects"]} == {2}


def test_a_sheet_shows_each_design_once_within_ten_by_seven_places_and_4096_pixels() -> None:
    for pile in piles_of(read_game(library.game_file("asterion"))):
        for count in (1, 2, 5, 16, 17, 49, 70, 71, 150):
            pieces = tuple(pile.pieces[0] for _ in range(count))
            sheets = face_sheets(type(pile)(pile.id, pile.name, pile.placement, pile.lot, pieces))
            assert sum(len(sheet.pieces) for sheet in sheets) == count
            for sheet in sheets:
                assert len(sheet.pieces) <= sheet.columns * sheet.rows
                assert (sheet.columns <= 10, sheet.rows <= 7) == (True, True)
                assert max(sheet.columns * sheet.place[0], sheet.rows * sheet.place[1]) <= 4096
            assert len({sheet.file for sheet in sheets}) == len(sheets)
    (yellow,) = face_sheets(piles_of(read_game(library.game_file("asterion")))[0])
    assert (yellow.columns, yellow.rows, yellow.place) == (4, 4, (1024, 1024))


def test_an_address_ends_in_a_slash_and_that_there_is_none_is_said(export: Export, tmp_path: Path) -> None:
    assert "address" not in export("tts", f"base-url={ADDRESS[:-1]}").stderr
    text = (tmp_path / "out" / "small.json").read_text(encoding="utf-8")
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))
    assert f'"{ADDRESS}back-blue.png"' in text
    assert "give --set base-url" in export("tts").stderr


@pytest.mark.parametrize("address", ["example.org/x", "https://", "https://a b/", "javascript:x", "https://x.org/?a=b"])
def test_what_is_no_address_of_a_folder_is_refused(export: Export, tmp_path: Path, address: str) -> None:
    reported = export("tts", f"base-url={address}", status=1).stderr
    assert "is no address of a folder; write one such as https://" in reported
    assert not (tmp_path / "out").exists()


def test_two_objects_that_would_have_one_guid_get_two() -> None:
    table = SavedObjectWriter("asterion", "Asterion", ADDRESS, frozenset())
    first = {next(guid_attempts(f"asterion/{number}")) for number in range(20_000)}
    assert len(first) < 20_000, "some of so many are equal at first"
    assert len({table._guid(str(number)) for number in range(20_000)}) == 20_000
