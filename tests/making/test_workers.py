"""Texts that several processes make and prove: the same files and the same words as by one process."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from asterion_press import processes
from asterion_press.catalogue import library
from asterion_press.making.build import build
from asterion_press.making.project import load_project
from asterion_press.making.request import Part
from asterion_press.making.stage import texts_of
from asterion_press.making.targets import artefacts, rules_files
from asterion_press.processes import Shared, spawned
from tests.support.orders import CASES, request_of
from tests.support.processes import PATIENCE_S, ending, wait_until
from tests.support.project_commands import contents
from tests.support.refusals import refusal

LANGUAGES = ("de", "en", "ja")
ORDER = request_of(CASES["booklet"], parts=frozenset({Part.RULES, Part.WEB}), languages=LANGUAGES)


def test_any_number_of_processes_makes_the_same_bytes_and_proves_the_same(tmp_path: Path) -> None:
    one, more = (build(ORDER, tmp_path / str(jobs), jobs=jobs) for jobs in (1, 3))
    assert len(one.made) == len(LANGUAGES) * 2
    assert contents(tmp_path / "1") == contents(tmp_path / "3")
    assert one.proof == more.proof
    assert "rules-ja.html" in one.proof


def test_other_processes_are_given_only_what_they_can_make() -> None:
    request = replace(ORDER, parts=frozenset({Part.RULES, Part.CARDS}))
    context = load_project(request)
    made = list(artefacts(context))
    given = {one.name for one in texts_of(made)}
    assert given == {one.name for one in rules_files(context)}
    assert "track.pdf" in {one.name for one in made} - given


def test_a_few_texts_begin_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "spawned", lambda *_: pytest.fail("a process began"))
    few = request_of(CASES["booklet"], parts=frozenset({Part.RULES}), languages=("en",))
    assert build(few, tmp_path / "out", jobs=0).made == ("rules-en.pdf",)


def test_where_there_can_be_no_processes_one_makes_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "spawned", lambda *_: None)
    assert len(build(ORDER, tmp_path / "out", jobs=3).made) == len(LANGUAGES) * 2


def test_mistakes_in_texts_are_told_as_by_one_process(tmp_path: Path, copied_shelf: Path) -> None:
    for language in ("de", "ja"):
        text = ORDER.text_files(language)[0].path
        assert text.is_relative_to(copied_shelf)
        text.write_text(text.read_text(encoding="utf-8").replace('msgstr "', 'msgstr "{{x}} '), encoding="utf-8")
    one, more = (refusal(partial(build, ORDER, tmp_path / "out", jobs=jobs)) for jobs in (1, 2))
    assert one == more
    assert {"de", "ja"} <= {line.split("/")[2] for line in one if line.startswith("templates/locales/")}


@pytest.fixture
def copied_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the templates that may be changed; processes that begin later read the project's own."""
    root = tmp_path / "shelf"
    shutil.copytree(library.root() / "templates", root / "templates")
    shutil.copy(library.root() / "tiles.yaml", root)
    monkeypatch.setattr(library, "root", lambda: root)
    return root


def doubled(number: int) -> int:
    return number * 2


def killed_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * 2


def slow(number: int) -> int:
    time.sleep(0.2)
    return number * 2


def refused(number: int) -> int:
    raise ValueError(number)


def nothing() -> None:
    """Begin a process that needs no preparation."""


@pytest.fixture
def pool() -> Iterator[ProcessPoolExecutor]:
    begun = spawned(1, nothing, ())
    assert begun is not None
    yield begun
    begun.shutdown(cancel_futures=True)


@pytest.mark.parametrize("there", [doubled, slow, killed_at_three, refused])
def test_each_task_is_done_whatever_becomes_of_the_process(there: object, pool: ProcessPoolExecutor) -> None:
    here = []

    def do(number: int) -> int:
        here.append(number)
        return number * 2

    shared = Shared(pool, there, do, range(9))  # type: ignore[arg-type]
    assert [shared.result(number) for number in range(9)] == [number * 2 for number in range(9)]
    assert len(here) == len(set(here))
    assert here or there is doubled


def test_an_error_is_raised_here(pool: ProcessPoolExecutor) -> None:
    shared = Shared(pool, refused, refused, [7])
    with pytest.raises(ValueError, match="7"):
        shared.result(0)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals of POSIX")
@pytest.mark.parametrize("sign", [".out.stage-*", ".out.stage-*/*.html"], ids=["at its begin", "in its midst"])
def test_a_build_that_is_stopped_leaves_no_process_and_says_one_word(tmp_path: Path, sign: str) -> None:
    line = [sys.executable, "-m", "asterion_press", "build", "--jobs", "2", "--quiet", "--out", str(tmp_path / "out")]
    with ending(
        subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    ) as begun:
        wait_until(lambda: list(tmp_path.glob(sign)))
        os.killpg(begun.pid, signal.SIGINT)
        reported = begun.communicate(timeout=PATIENCE_S)
        assert (begun.returncode, *reported) == (130, "", "stopped\n")
        assert list(tmp_path.iterdir()) == []
        wait_until(lambda: not alive(begun.pid))


def alive(group: int) -> bool:
    """Tell whether a process of a group is there."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
