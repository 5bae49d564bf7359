"""The adapter of ezdxf, the writer of DXF files, which is in the optional extra `export`.

At its import ezdxf reads ``ezdxf.ini`` from the current folder, so also from beside a stranger's catalogue, and the
user's own, obeys ``EZDXF_*`` variables, looks for every font of the machine and writes what it found into the user's
cache. Here it reads no settings, looks for no fonts, as cuts have no text, and writes into a folder that is gone again.
Its files bear no time and no random numbers.

Seen with ezdxf 1.4.5.
"""

from __future__ import annotations

import configparser
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from generator.errors import from_extra

NO_FONTS = json.dumps({"version": 2, "font-faces": []})
"""A cache that says that the machine has no fonts. Source: ezdxf/fonts/font_manager.py."""


@contextmanager
def _alone() -> Iterator[None]:
    """Keep the library from reading or writing anything outside of itself while it is imported."""
    environment = dict(os.environ)
    read = configparser.ConfigParser.read
    with TemporaryDirectory() as folder:
        cache = Path(folder) / "ezdxf"
        cache.mkdir()
        (cache / "font_manager_cache.json").write_text(NO_FONTS, encoding="utf-8")
        for name in [name for name in os.environ if name.startswith("EZDXF_")]:
            del os.environ[name]
        os.environ.update(XDG_CACHE_HOME=folder, XDG_CONFIG_HOME=folder)
        configparser.ConfigParser.read = lambda *_, **__: []  # type: ignore[method-assign]
        try:
            yield
        finally:
            configparser.ConfigParser.read = read  # type: ignore[method-assign]
            os.environ.clear()
            os.environ.update(environment)


def ezdxf() -> Any:
    """Return the library.

    Raises:
        MissingExtraError: it is not installed.
    """
    if "ezdxf" not in sys.modules:
        with from_extra("export", "export svg"), _alone():
            import ezdxf as _  # noqa: F401 - for its first import
    library: Any = sys.modules["ezdxf"]
    library.options.write_fixed_meta_data_for_testing = True
    return library
