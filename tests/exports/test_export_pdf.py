"""The PDF for print services: lines, inks and output intent, read back with pikepdf and Ghostscript."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import ImageCms

from asterion_press.errors import InputError
from asterion_press.exports.pieces_pdf import read_profile
from tests.exports.conftest import Export
from tests.exports.test_read_back import shown_on
from tests.support.profiles import press_profile


@pytest.mark.parametrize(("ink", "operator"), [("spot", "SCN"), ("cmyk", "K")])
def test_cut_lines_are_round_corners_or_circles_in_one_ink(
    export: Export, tmp_path: Path, ink: str, operator: str
) -> None:
    export("pdf", f"cut-line={ink}", "spot-name=Thru-cut", "corner-radius=2")
    with pikepdf.open(tmp_path / "out" / "small-pieces.pdf") as pdf:
        for page in list(pdf.pages)[::2]:
            form: Any = page.resources.XObject[shown_on(page)[1]]
            drawn = [(str(one.operator), one.operands) for one in pikepdf.parse_content_stream(form)]
            operators = [name for name, _ in drawn]
            assert (operators[-1], operators.count("c")) == ("S", 4)
            (inks,) = [operands for name, operands in drawn if name == operator]
            if ink == "spot":
                kind, name, alternate, _ = form.Resources.ColorSpace.Line
                assert (str(kind), str(name), str(alternate)) == ("/Separation", "/Thru-cut", "/DeviceCMYK")
            else:
                assert [float(number) for number in inks] == [0, 1, 0, 0]


def test_the_output_intent_is_the_profile_that_was_given(export: Export, tmp_path: Path) -> None:
    profile = tmp_path / "press.icc"
    profile.write_bytes(press_profile())
    export("pdf", f"intent={profile}")
    with pikepdf.open(tmp_path / "out" / "small-pieces.pdf") as pdf:
        root: Any = pdf.Root
        (intent,) = root.OutputIntents
        assert (str(intent.S), str(intent.Info)) == ("/GTS_PDFX", "Made-up press")
        assert intent.DestOutputProfile.N == 4
    text = (tmp_path / "out" / "manifest.json").read_text(encoding="utf-8")
    assert "intent=press.icc" in text
    assert str(tmp_path) not in text


@pytest.mark.parametrize(
    ("profile", "condition", "registry"),
    [
        (press_profile(), "Made-up press", None),
        (press_profile(b"PSO Uncoated v3 (FOGRA52)"), "FOGRA52", "http://www.color.org"),
        (
            press_profile(b"PSO Coated v3", b'ORIGINATOR "Fogra"\nDESCRIPTOR "FOGRA51"'),
            "FOGRA51",
            "http://www.color.org",
        ),
    ],
)
def test_the_printing_condition_bears_the_name_that_its_profile_gives_it(
    export: Export, tmp_path: Path, profile: bytes, condition: str, registry: str | None
) -> None:
    (tmp_path / "press.icc").write_bytes(profile)
    export("pdf", f"intent={tmp_path / 'press.icc'}")
    with pikepdf.open(tmp_path / "out" / "small-pieces.pdf") as pdf:
        root: Any = pdf.Root
        (intent,) = root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == condition
        assert intent.get("/RegistryName") == registry


def test_the_metadata_say_what_the_file_is_and_claim_no_standard(export: Export, tmp_path: Path) -> None:
    export("pdf")
    with pikepdf.open(tmp_path / "out" / "small-pieces.pdf") as pdf:
        told, info = pdf.open_metadata(), pdf.docinfo
        assert told["dc:title"] == str(info["/Title"])
        assert told["xmp:CreatorTool"] == told["pdf:Producer"] == str(info["/Creator"])
        assert told["pdf:Trapped"] == "False"
        assert str(info["/Trapped"]) == "/False"
        assert (told.pdfa_status, told.pdfx_status) == ("", "")


def test_profiles_are_told_from_other_files() -> None:
    srgb = read_profile(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(), "a.icc")
    assert srgb.channels == 3
    assert "sRGB" in srgb.description
    for data in (b"", b"x" * 200, press_profile()[:-1], press_profile() + b"x"):
        with pytest.raises(InputError, match=r"a\.icc: is no whole ICC profile"):
            read_profile(data, "a.icc")
    link = press_profile().replace(b"prtr", b"link")
    with pytest.raises(InputError, match="is a profile for 'link CMYK'; give one of a printer"):
        read_profile(link, "a.icc")


@pytest.mark.parametrize("name", ["", "a b", "(x", "All", "None", "é", "x" * 41])
def test_names_of_inks_that_would_be_read_otherwise_are_refused(export: Export, name: str) -> None:
    assert "is no name for a spot ink" in export("pdf", f"spot-name={name}", status=1).stderr


def test_ghostscript_and_qpdf_find_nothing_wrong(
    export: Export, tmp_path: Path, needs_program: Callable[[str], str]
) -> None:
    export("pdf")
    for program, *words in (
        ("gs", "-q", "-dPDFSTOPONERROR", "-dNOPAUSE", "-dBATCH", "-sDEVICE=nullpage"),
        ("qpdf", "--check"),
    ):
        command = [needs_program(program), *words, str(tmp_path / "out" / "small-pieces.pdf")]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
