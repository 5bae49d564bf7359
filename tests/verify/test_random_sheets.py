"""Random layouts printed as PDF: the proof finds nothing wrong with any of them."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import given, reject, settings

from generator.errors import LayoutError
from tests.support.random_layouts import Job, jobs
from tests.support.workshop import laid_folder


@settings(max_examples=40 * int(os.environ.get("THOROUGH", "1")))
@given(jobs())
def test_random_layouts_are_proved(job: Job) -> None:
    with tempfile.TemporaryDirectory() as place:
        try:
            folder = laid_folder(Path(place) / "out", job.lots, job.paper, job.laying)
        except LayoutError:
            reject()
        assert [str(fault) for fault in folder.prove().faults] == []
