"""The adapter of ezdxf, the writer of DXF files, which is in the optional extra `export`.

Its files bear no time and no random numbers.
"""

from __future__ import annotations

import sys
from typing import Any

from generator.errors import from_extra


def ezdxf() -> Any:
    """Return the library.

    Raises:
        MissingExtraError: it is not installed.
    """
    if "ezdxf" not in sys.modules:
        with from_extra("export", "export svg"):
            import ezdxf as _  # noqa: F401 - for its first import
    library: Any = sys.modules["ezdxf"]
    library.options.write_fixed_meta_data_for_testing = True
    return library
