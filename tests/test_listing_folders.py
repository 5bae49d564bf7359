"""A folder that cannot be read is never taken for an empty one."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from asterion_press.catalogue.library import fonts_folder
from asterion_press.catalogue.printer_shelf import printer_file, printers, used_printer
from asterion_press.errors import InputError
from asterion_press.pdf.fonts import load_typeface


@pytest.fixture
def deny(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function after whose call no folder can be listed."""

    def denied(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def begin() -> None:
        monkeypatch.setattr(os, "listdir", denied)
        monkeypatch.setattr(os, "scandir", denied)

    return begin


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of settings is found by another variable there")
def test_printers_that_cannot_be_listed_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deny: Callable[[], None]
) -> None:
    folder = tmp_path / "asterion-press"
    (folder / "printers").mkdir(parents=True)
    (folder / "printers.yaml").write_text("used: hall\n", encoding="utf-8")
    (folder / "printers" / "hall.yaml").touch()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert list(printers()) == ["hall"]
    with monkeypatch.context() as patch:
        patch.setattr(os, "lstat", lambda path: (_ for _ in ()).throw(PermissionError(errno.EACCES, "no", path)))
        assert used_printer() is not None  # nobody may say then that there are no settings
    deny()
    for read in (printers, partial(printer_file, "hall"), used_printer):  # else sheets would lack their corrections
        with pytest.raises(InputError, match="cannot be read: permission denied"):
            read()


def test_fonts_that_cannot_be_listed_are_an_error(tmp_path: Path, deny: Callable[[], None]) -> None:
    shutil.copy(next(fonts_folder().rglob("*-Regular.ttf")), tmp_path / "Mine-Regular.ttf")
    deny()
    with pytest.raises(InputError, match="cannot be read: permission denied"):
        load_typeface(tmp_path, "Mine")
