"""Booklets to fold: the rules of a language once more, two pages on each side of a sheet."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from generator import __version__
from generator.build.fingerprints import file_hash, key_of
from generator.build.targets import Artefact
from generator.catalogue import library
from generator.errors import InputError, LayoutError

if TYPE_CHECKING:
    from generator.build.order import Order
    from generator.build.rules import RulesDesk

EFFORT = 20
"""Measured: 40 ms."""


def folded_file(order: Order, desk: RulesDesk, language: str) -> Artefact:
    """The booklet to fold in one language."""
    paper = library.paper_file(order.fold[0])
    key = key_of(desk.key(language), file_hash(paper.path, paper.name), order.fold)
    return Artefact(f"rules-{language}-booklet.pdf", key, partial(_folded, order, desk, language), effort=EFFORT)


def _folded(order: Order, desk: RulesDesk, language: str) -> bytes:
    from generator.catalogue.papers import load_paper
    from generator.catalogue.strict_yaml import read_document
    from generator.layout.saddle_stitch import fold_from
    from generator.pdf.saddle_stitch import print_folded

    fold = fold_from(order.fold)
    file = library.paper_file(fold.paper)
    try:
        return print_folded(desk.booklet(language), load_paper(file.path, file.name), fold, __version__)
    except LayoutError as error:
        place = read_document(file.path, file.name).value_place(error.location)
        raise InputError.at(place, str(error)) from None
