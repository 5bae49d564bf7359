"""What a file of true size must ask of print dialogues. Source: ISO 32000-1, 12.2, table 150."""

from __future__ import annotations

from generator.layout.sheet_setup import Flip
from generator.verify.documents import PdfProof
from generator.verify.pdf import as_dictionary

DUPLEX = {Flip.LONG_EDGE: "/DuplexFlipLongEdge", Flip.SHORT_EDGE: "/DuplexFlipShortEdge", Flip.NONE: "/Simplex"}


def judge_print_settings(proof: PdfProof, flip: Flip) -> None:
    """Note a fault for each setting that would let a dialogue shrink the pages, or turn the sheets otherwise.

    Args:
        proof: of the file.
        flip: how its sheets are turned over; `NONE` if one side is printed.

    Raises:
        PdfFaultError: the settings cannot be read.
    """
    found = as_dictionary(proof.pdf.Root.get("/ViewerPreferences"))
    wanted = {"/PrintScaling": "/None", "/Duplex": DUPLEX[flip], "/PickTrayByPDFSize": "True"}
    for name, value in wanted.items():
        there = str(found.get(name, "nothing"))
        if there != value:
            proof.fault("print-settings", f"asks print dialogues for {name} {there}; it must ask for {value}")
