"""The texts of a build, made and proved by several processes at once: a booklet takes longer than all sheets together.

A process reads the inputs for itself. It makes a file only if that has the same key as the one that was asked for, so
that an input which changes meanwhile leaves no set half old and half new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

from msgspec.structs import replace

from generator.build.artefacts import Artefact
from generator.build.context import read_inputs
from generator.build.request import BuildRequest
from generator.build.targets import greyed, rules_files
from generator.catalogue import library
from generator.errors import InputError, Place
from generator.processes import Shared, cores, spawned
from generator.verify.folder import LanguageFiles, LanguageOutcome, prove_language

MOST = 8
"""Processes that make texts; each takes some 120 MB of memory."""

_TOLD: list[BuildRequest] = []
"""The request that a worker process was given."""
_PLAIN: set[bytes] = set()
"""Digests of streams that a worker process has seen to name no resource."""


@contextmanager
def workers(request: BuildRequest, jobs: int) -> Iterator[Workers | None]:
    """Give processes that make and prove texts beside this one; None if there can be none.

    Args:
        request: what is made.
        jobs: how many processes work at it, this one included; 0: one a core.
    """
    beside = min(jobs or cores(), MOST) - 1
    pool = spawned(beside, _begin, (request, library.project())) if beside > 0 else None
    try:
        yield Workers(pool) if pool else None
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)


class Workers:
    """This process and others."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def made_by_all(self, wanted: Sequence[Artefact], texts: Sequence[Artefact]) -> list[Artefact]:
        """Return what is wanted, of which the texts are made by whoever has time; the longest work is begun first."""
        makers = {(one.name, one.key): one.make for one in sorted(texts, key=lambda one: -one.effort)}
        shared = Shared(self._pool, _make, lambda task: makers[task](), list(makers))
        numbers = {name: number for number, (name, _) in enumerate(makers)}
        return [
            replace(one, make=partial(shared.result, numbers[one.name])) if one.name in numbers else one
            for one in wanted
        ]

    def proved_by_all(self, texts: list[LanguageFiles]) -> Callable[[int], LanguageOutcome]:
        """Prove texts by whoever has time."""
        return Shared(self._pool, _prove, _prove, texts).result


def _begin(request: BuildRequest, project: Path | None) -> None:
    library.enter_project(project)
    _TOLD[:] = [request]


@cache
def _artefacts() -> dict[str, Artefact]:
    context, _ = read_inputs(_TOLD[0])
    found = rules_files(context, all_read=False)
    return {one.name: greyed(one) if context.request.settings.grey else one for one in found}


def _make(task: tuple[str, str]) -> bytes:
    name, key = task
    found = _artefacts().get(name)
    if found is None or found.key != key:
        raise InputError.at(Place(name), "its inputs have changed")
    return found.make()


def _prove(texts: LanguageFiles) -> LanguageOutcome:
    return prove_language(texts, _PLAIN)
