"""The adapter of ezdxf, the writer of DXF files, which is in the optional extra `export`.

Its files bear no time and no random numbers.
"""

from __future__ import annotations

from typing import Any

from generator.errors import from_extra


def ezdxf() -> Any:
    """Return the library.

    Raises:
        MissingExtraError: it is not installed.
    """
    with from_extra("export", "export svg"):
        import ezdxf as imported
    library: Any = imported  # it does not export its options by name
    library.options.write_fixed_meta_data_for_testing = True
    return library
