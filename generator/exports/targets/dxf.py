"""Cut files as DXF."""

from __future__ import annotations

from generator.exports.cut_files import CutFiles, CutSheet


class CutDxf(CutFiles):
    """DXF for a cutting machine."""

    name = "dxf"
    about = "cut files as DXF for cutting machines, and the sheets with registration marks that they belong to"

    def cut_file(self, sheet: CutSheet, title: str) -> bytes:  # noqa: ARG002 - the format has no room for titles
        from generator.exports.dxf import dxf_text

        return dxf_text(sheet).encode()


TARGET = CutDxf()
