"""Profiles of printing conditions."""

from __future__ import annotations

import struct


def press_profile(text: bytes = b"Made-up press", target: bytes = b"") -> bytes:
    """A profile of a printer, as far as a file that names one needs it, and what it says of its data."""
    name = text + b"\0"
    own, data = b"desc" + bytes(4) + struct.pack(">I", len(name)) + name, b"text" + bytes(4) + target
    table = struct.pack(">I4sII4sII", 2, b"desc", 128 + 28, len(own), b"targ", 128 + 28 + len(own), len(data))
    tag = own + data
    size = 128 + len(table) + len(tag)
    head = struct.pack(">I4sI4s4s4s", size, b"none", 0x02400000, b"prtr", b"CMYK", b"Lab ") + bytes(12) + b"acsp"
    return head.ljust(128, b"\0") + table + tag
