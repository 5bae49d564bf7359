"""Millimetres and points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.geometry import mm_from_pt, pt


def test_an_inch_is_25_4_mm_and_72_points() -> None:
    assert pt(25.4) == pytest.approx(72, abs=1e-12)
    assert mm_from_pt(72) == pytest.approx(25.4, abs=1e-12)


def test_a_tile_of_50_mm_is_141_73_points() -> None:
    assert pt(50) == pytest.approx(141.7322834645669, abs=1e-9)


def test_the_width_of_a4_is_595_28_points() -> None:
    assert round(pt(210), 2) == 595.28


@given(st.floats(min_value=-1e5, max_value=1e5))
def test_there_and_back_is_the_identity(mm: float) -> None:
    assert mm_from_pt(pt(mm)) == pytest.approx(mm, rel=1e-12, abs=1e-12)
