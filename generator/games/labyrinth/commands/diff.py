"""The command that compares two decks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from generator.catalogue import library
from generator.catalogue.papers import Paper, load_paper
from generator.cli.options import DeckName, catalogue_option, chosen_variant, examples, paper_option, say
from generator.cli.picture import look_of, picture_options_for, wish_of, write_picture
from generator.games.labyrinth.commands.deck_names import NamedDeck, deck_at_hand, deck_called, sheets_for
from generator.games.labyrinth.commands.pictures import diff_picture
from generator.games.labyrinth.deck.differences import difference, missing
from generator.games.labyrinth.deck.report import ComparedDeck, difference_data, difference_text
from generator.games.report import json_text

CHANGE_INKS = {"added": "green", "removed": "red", "changed": "yellow"}


@click.command(
    epilog=examples(
        "asterion diff output/asterion                 what the next build will change",
        "asterion diff old.yaml tiles.yaml",
        "asterion diff asterion original --draw original.pdf",
        "asterion diff asterion original --format json",
    )
)
@click.argument("old", type=DeckName())
@click.argument("new", required=False, type=DeckName())
@catalogue_option
@paper_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@picture_options_for("old beside new")
def diff(old: str, new: str | None, catalogue: Path | None, papers: tuple[str, ...], form: str, **look: Any) -> None:
    """Say what differs between two decks: designs, composition, and what is to be printed and taken out.

    OLD and NEW are catalogues, games, variants or folders that were built. NEW is the deck of --catalogue and --variant
    if it is left out; a variant is laid upon the catalogue of --catalogue.
    """
    if new is not None and chosen_variant() is not None:
        raise click.UsageError("give NEW or --variant, not both: a variant may be NEW itself")
    wish = wish_of(**look, paper=None)

    before = deck_called(old, catalogue)
    after = deck_at_hand(catalogue) if new is None else deck_called(new, catalogue)
    found = difference(before.deck, after.deck)
    sheets = sheets_for(missing(found.new, found.reprint), _papers(papers))
    sides = _side(before), _side(after)
    if form == "json":
        say(json_text(difference_data(found, *sides, sheets)))
    else:
        say(_coloured(difference_text(found, *sides, sheets)))
    if wish is not None:
        wish = wish._replace(paper=papers[0])
        data = diff_picture(found, (before.short_hash, after.short_hash), *look_of(wish), wish.kind, wish.dpi)
        write_picture(wish, data, "old beside new", quiet=form == "json")


def _side(named: NamedDeck) -> ComparedDeck:

    return ComparedDeck(named.name, named.short_hash)


def _papers(papers: tuple[str, ...]) -> dict[str, Paper]:

    files = [library.paper_file(paper) for paper in dict.fromkeys(papers)]
    return {file.id: load_paper(file.path, file.name) for file in files}


def _coloured(text: str) -> str:
    """Return the text of a difference, each design in the colour of what happened to it."""

    def styled(line: str) -> str:
        change = re.match(rf"({'|'.join(CHANGE_INKS)})\b.*  ", line)
        return click.style(line, fg=CHANGE_INKS[change[1]]) if change else line

    return "".join(map(styled, text.splitlines(keepends=True)))
