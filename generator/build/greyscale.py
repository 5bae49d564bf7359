"""Every file of a build in grey."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from generator.build.fingerprints import key_of
from generator.build.targets import Artefact


def greyed(artefact: Artefact) -> Artefact:
    """The same file with grey inks; a file without inks as it is."""
    ending = artefact.name.rpartition(".")[2]
    if ending not in {"pdf", "svg", "html"}:
        return artefact

    def make(coloured: Callable[[], bytes] = artefact.make) -> bytes:
        from generator.pdf.greyscale import grey_page, grey_pdf, grey_svg

        return {"pdf": grey_pdf, "svg": grey_svg, "html": grey_page}[ending](coloured())

    return replace(artefact, key=key_of("grey", artefact.key), make=make)
