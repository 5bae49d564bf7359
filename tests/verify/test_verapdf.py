"""Every kind of PDF that the program builds is PDF/A-2u, and what is read PDF/UA-1: veraPDF's engine says so.

It makes half a million checks of a booklet for PDF/A, most of them of what is drawn, so all files are asked about in
one process, and of the booklets the English ones stand for all. PDF/UA-1 looks at fonts and text, so a language of each
way of writing is held to it. THOROUGH=1 asks about all booklets, and Spanish ones, too.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from lxml import etree
from PIL import Image, ImageChops, ImageCms

from asterion_press.catalogue import library
from asterion_press.cli.main import main
from asterion_press.making.request import FILE_NAMES
from tests.support.printed import ASTERION, ASTERISMO, Printed
from tests.support.verapdf import asked, missing

THOROUGH = "THOROUGH" in os.environ
MINOTAURUS = ("build minotaurus --box --paper a4 --language en", "build --only booklet minotaurus --language en")
TAGS = ("es", "ja") if THOROUGH else ("ja",)
OTHERWISE = (
    *[(f"build asterion --only rules --only cards --language {tag}",) for tag in TAGS],
    ("build asterismo --grey --only sheets --only rules --only cards --paper a4 --language en",),
)
TAGGED = re.compile(r"(?:rules|cards?)-[^/]+(?<!-booklet)\.pdf")
NAMES = [name for _, name in FILE_NAMES if name.endswith(".pdf")]
METADATA = {
    "title": ("{http://purl.org/dc/elements/1.1/}title", "/Title"),
    "author": ("{http://purl.org/dc/elements/1.1/}creator", "/Author"),
    "subject": ("{http://purl.org/dc/elements/1.1/}description", "/Subject"),
    "day": ("{http://ns.adobe.com/xap/1.0/}CreateDate", "/CreationDate"),
    "last day": ("{http://ns.adobe.com/xap/1.0/}ModifyDate", "/ModDate"),
}
"""What stands in a file's metadata and in its information dictionary alike."""


@pytest.fixture
def files(printed: Printed, small: Callable[..., Path], tmp_path: Path) -> list[Path]:
    """Every kind of file of every kind of game, in English; rules in another script; grey; sheets of every layout."""
    folders = [printed(*orders) for orders in (ASTERION, MINOTAURUS, ASTERISMO, *OTHERWISE)]
    catalogue = str(small())
    ways = [("build", "--only", "sheets", "--layout", layout) for layout in sorted(library.layouts())]
    for number, way in enumerate([*ways, ("build", "--only-changed", str(folders[0]))]):
        folders.append(tmp_path / f"laid-{number}")
        words = [*way, catalogue, "--paper", "a4", "--out", str(folders[-1])]
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, f"{words}: {done.output}"
    return sorted(file for folder in folders for file in folder.glob("*.pdf"))


def kinds(found: list[Path]) -> set[str]:
    """The kinds of files that are there, by their names."""
    return {name for file in found for name in NAMES if fnmatchcase(file.name, name.replace("{}", "*"))}


def test_every_kind_of_file_is_pdf_a_2u_and_what_is_read_pdf_ua_1(files: list[Path]) -> None:
    if lacking := missing():
        pytest.skip(lacking)
    assert kinds(files) == set(NAMES)
    drawn_alike = ("rules-es.pdf", "rules-ja.pdf")
    wanted = {
        file: ["2u"] * (THOROUGH or file.name not in drawn_alike) + ["ua1"] * bool(TAGGED.fullmatch(file.name))
        for file in files
    }
    found = {(file, flavour): verdict for file, of in asked(wanted).items() for flavour, verdict in of.items()}
    assert {one: verdict.broken for one, verdict in found.items() if verdict.broken} == {}
    assert all(verdict.checks > 1000 for verdict in found.values())


def output(root: etree._Element, name: str) -> str:
    """The text of a property, of a list that of its items."""
    return "".join("".join(one.itertext()).strip() for one in root.iter(name))


def test_every_kind_of_file_says_its_language_its_title_and_what_its_inks_mean(files: list[Path]) -> None:
    """What veraPDF does not ask for."""
    for file in files:
        with pikepdf.open(file, attempt_recovery=False) as pdf:
            assert str(pdf.Root.Lang)
            about = pdf.trailer.Info
            assert str(about.Title)
            parser = etree.XMLParser(resolve_entities=False, no_network=True)
            metadata = etree.fromstring(pdf.Root.Metadata.read_bytes(), parser)
            assert metadata.getroottree().docinfo.doctype == ""
            for what, (name, key) in METADATA.items():
                texts = [output(metadata, name), str(about.get(key, ""))]
                if "day" in what:
                    texts = [re.sub(r"\D", "", text)[:14] for text in texts]
                assert texts[0] == texts[1], (file.name, what)
            (intent,) = pdf.Root.OutputIntents
            raw = intent.DestOutputProfile.read_bytes()
            assert int.from_bytes(raw[:4], "big") == len(raw)
            profile = ImageCms.ImageCmsProfile(io.BytesIO(raw))
            assert profile.profile.xcolor_space.strip() == "RGB"
            ground = Image.new("RGB", (1, 1), "#d9a520")
            same = ImageCms.profileToProfile(ground, profile, ImageCms.createProfile("sRGB"))
            assert same is not None
            assert max(ImageChops.difference(ground, same).tobytes()) <= 1
            first, second = pdf.trailer.ID
            assert bytes(first)
            assert bytes(second)
