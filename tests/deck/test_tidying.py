"""`asterion tidy` turns the designs of others as they are spelled here, and changes nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from asterion_press.catalogue import library
from asterion_press.cli.main import main
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.catalogue.records import spell_exits, turn_paths

SHIPPED = library.game_file("asterion").path.read_text(encoding="utf-8")
FORK = "      - {exits: NES, prisoners: 1}\n      - {exits: W}\n"
HELD = ("prisoners", "coins", "wings")


def tidied(path: Path) -> tuple[int, str]:
    found = CliRunner().invoke(main, ["tidy", str(path)], catch_exceptions=False)
    return found.exit_code, found.output


@pytest.mark.parametrize("seed", range(4))
def test_a_deck_in_other_turns_becomes_the_shipped_one_to_the_letter(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    turned = (
        path
        for design in load_catalogue(library.game_file("asterion")).catalogue.designs.values()
        for path in turn_paths(design.paths, chance.randrange(4))
    )

    def other(found: re.Match[str]) -> str:
        path = next(turned)
        held = (f", {what}: {count}" for what, count in zip(HELD, path.counts, strict=True) if count)
        return f"{found[1]}{{exits: {spell_exits(path.exits)}{''.join(held)}}}"

    head, designs = SHIPPED.split("designs:\n")
    path = tmp_path / "mine.yaml"
    path.write_text(head + "designs:\n" + re.sub(r"(      - )\{[^}]*\}", other, designs), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != SHIPPED
    assert tidied(path)[0] == 0
    assert path.read_text(encoding="utf-8") == SHIPPED
    assert tidied(path) == (0, "every design is in its canonical turn\n")


def test_comments_and_lines_of_their_own_stay(small: Callable[..., Path]) -> None:
    own = "      # a fork\n      - exits: NES  # here\n        prisoners: 1\n      - exits: W\n"
    path = small((FORK, own.replace("NES", "ESW").replace("W\n", "'N'\n")))
    code, told = tidied(path)
    assert code == 0
    assert own in path.read_text(encoding="utf-8")
    assert ": ESW becomes NES\n" in told


def test_what_cannot_be_written_is_told_at_its_place_and_nothing_is(small: Callable[..., Path]) -> None:
    path = small((FORK, "      - exits: NS\n      - exits: EW\n        prisoners: 1\n"))
    before = path.read_bytes()
    code, told = tidied(path)
    assert code == 1
    assert "write each path of this design on one line, as in `{exits: NS, coins: 1}`" in told
    assert path.read_bytes() == before
