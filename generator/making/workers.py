"""The texts of a build, made and proved by several processes at once: a booklet takes longer than all sheets together.

Each process reads the inputs itself. It makes a file only if the file's key is the requested one, so that an input
which changes meanwhile cannot lead to a set that is half old and half new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, partial

from msgspec.structs import replace

from generator.catalogue import library
from generator.errors import InputError, Place
from generator.making.artefacts import Artefact
from generator.making.project import load_project
from generator.making.request import BuildRequest
from generator.making.targets import greyed, rules_files
from generator.processes import Shared, cores, spawned
from generator.verify.files import LanguageFiles, Notes
from generator.verify.folder import prove_language

MOST = 8
"""Processes that make texts; each takes some 120 MB of memory."""

_TOLD: list[BuildRequest] = []
"""The request that a worker process was given."""


@contextmanager
def workers(request: BuildRequest, jobs: int) -> Iterator[Workers | None]:
    """Give a pool of processes that make and prove texts; None if all work stays in this process.

    Args:
        request: what is made.
        jobs: how many processes work at it, this one included; 0: one a core.
    """
    beside = min(jobs or cores(), MOST) - 1
    pool = spawned(beside, _begin, (request, library.entered())) if beside > 0 else None
    try:
        yield Workers(pool) if pool else None
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)


class Workers:
    """A pool of processes that share the work with this one."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def made_by_all(self, wanted: Sequence[Artefact], texts: Sequence[Artefact]) -> list[Artefact]:
        """Return the wanted artefacts; the first free process makes each text, the longest one first."""
        makers = {(one.name, one.key): one.make for one in sorted(texts, key=lambda one: -one.effort)}
        shared = Shared(self._pool, _make, lambda task: makers[task](), list(makers))
        numbers = {name: number for number, (name, _) in enumerate(makers)}
        return [
            replace(one, make=partial(shared.result, numbers[one.name])) if one.name in numbers else one
            for one in wanted
        ]

    def proved_by_all(self, texts: list[LanguageFiles]) -> Callable[[int], Notes]:
        """Prove each text in the first free process."""
        return Shared(self._pool, prove_language, prove_language, texts).result


def _begin(request: BuildRequest, project: library.OwnFiles) -> None:
    library.enter(project)
    _TOLD[:] = [request]


@cache
def _artefacts() -> dict[str, Artefact]:
    context, _ = load_project(_TOLD[0], all_read=False)
    found = rules_files(context)
    return {one.name: greyed(one) if context.request.settings.grey else one for one in found}


def _make(task: tuple[str, str]) -> bytes:
    name, key = task
    found = _artefacts().get(name)
    if found is None or found.key != key:
        raise InputError.at(Place(name), "its inputs have changed")
    return found.make()
