"""Kills and interrupts at random moments of every command that writes."""

from __future__ import annotations

import os
import random
import signal
import time
from contextlib import suppress
from dataclasses import replace

from tests.torture.commands import Writing
from tests.torture.judge import (
    Bench,
    Counts,
    faults_after_another_run,
    faults_of_state,
    faults_of_verdict,
    snapshot,
    told,
)
from tests.torture.running import Ended, by_script, forked

STATUSES = {
    signal.SIGKILL: frozenset({0, -signal.SIGKILL}),
    signal.SIGINT: frozenset({0, 130, -signal.SIGINT}),
    signal.SIGTERM: frozenset({0, 143, -signal.SIGTERM}),
}
"""How a command may end: done already, or as shells tell of the signal."""
SCRIPT_SHARE = 0.08
SCRIPT_START_S = 0.6


def disturb(bench: Bench, writings: tuple[Writing, ...], number: int, seed: int, counts: Counts) -> None:
    """Run one command and send it a signal; note what comes of it."""
    chance = random.Random(f"kill {seed} {number}")
    writing = writings[number % len(writings)]
    case = bench.case(writing, chance.choice((1, 2, 2)) if writing.updates else 1)
    sent = chance.choice(tuple(STATUSES))
    scripted = chance.random() < SCRIPT_SHARE
    moment_s = chance.random() * (1.05 * case.seconds + SCRIPT_START_S * scripted)
    if scripted and chance.random() < 0.3:
        moment_s = chance.random() * 0.15
    place = bench.ready(case)

    def act(child: int) -> None:
        time.sleep(moment_s)
        with suppress(ProcessLookupError):
            (os.kill if sent == signal.SIGKILL else os.killpg)(child, sent)

    ended = (by_script if scripted else forked)(case.words, place, act=act)
    if scripted and is_of_the_interpreter(ended):
        ended = replace(ended, status=-signal.SIGINT, err="")
    now = snapshot(place.folder)
    faults = [
        *faults_of_state(case, now, litter=sent != signal.SIGKILL),
        *faults_of_verdict(case, ended, now, STATUSES[sent]),
        *faults_after_another_run(case, place),
    ]
    how = (
        f"{sent.name} after {moment_s:.3f} s{' of the script' * scripted}, version {case.version}, exit {ended.status}"
    )
    counts.note(writing.name, faults, f"seed {seed} case {number}: {' '.join(case.words)}: {how}: {told(ended)}")


def is_of_the_interpreter(ended: Ended) -> bool:
    """Tell whether an interrupt came while Python itself was starting, or was loading what signals are heeded with."""
    frames = [line for line in ended.err.splitlines() if "generator/" in line]
    if frames and not ("import signal" in ended.err and all("__main__.py" in line for line in frames)):
        return False
    return ended.err.rstrip().endswith("KeyboardInterrupt")
