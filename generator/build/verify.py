"""Reading an output folder back, with the papers that its sheets name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalogue import library
from generator.games.game import Game
from generator.verify.expected import Promise
from generator.verify.folder import Share, prove_in_turn

if TYPE_CHECKING:
    from generator.verify import Report


def proof_of(
    folder: Path,
    game: Game,
    known: frozenset[str] = frozenset(),
    known_ink: Mapping[str, bytes] | None = None,
    tell: Callable[[str], object] = lambda _: None,
    share: Share = prove_in_turn,
) -> Report:
    """What reading the folder back finds.

    Args:
        folder: what was built.
        game: that it was built from.
        known: names of files that were proved before, and are only compared.
        known_ink: streams of forms that were proved before, by component.
        tell: is given the name of each file before it is proved.
        share: proves the rules, in several processes perhaps.
    """
    from generator.catalogue.papers import load_paper
    from generator.verify import prove
    from generator.verify.pdf import stream_digest

    papers = {paper.id: load_paper(paper.path, paper.name) for paper in library.papers().values()}
    forms = frozenset((component, stream_digest(stream)) for component, stream in (known_ink or {}).items())
    return prove(folder, promise_of(game), papers=papers, known=known, known_forms=forms, tell=tell, share=share)


def promise_of(game: Game) -> Promise:
    """What a game promises of its files."""
    titles = (game.head.full_title, game.short_hash)
    return Promise(
        game.document.sha256,
        game.short_hash,
        titles,
        game.lots,
        lambda since: promise_of(game.update(since)),
        game.lines,
    )
