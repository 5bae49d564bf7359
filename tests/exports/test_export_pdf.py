"""The PDF for print services: boxes, layers, inks and output intent, read back with pikepdf and Ghostscript."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from PIL import ImageCms

from asterion_press.cli.main import main
from asterion_press.errors import InputError
from asterion_press.exports.pieces_pdf import read_profile
from tests.support.profiles import press_profile

Small = Callable[..., Path]
MM = 72 / 25.4


def export(folder: Path, *words: str | Path) -> Result:
    return CliRunner().invoke(main, ["export", "pdf", "--out", str(folder), *map(str, words)], catch_exceptions=False)


def made(folder: Path, *words: str | Path) -> Path:
    result = export(folder, *words)
    assert result.exit_code == 0, result.stderr
    (path,) = folder.glob("*.pdf")
    return path


def srgb() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def forms_on(page: Any) -> dict[str, Any]:
    """The forms that a page shows, in order."""
    shown = [str(one.operands[0]) for one in pikepdf.parse_content_stream(page) if str(one.operator) == "Do"]
    return {name: page.resources.XObject[name] for name in shown}


@pytest.mark.parametrize(("ink", "operator"), [("spot", "SCN"), ("cmyk", "K")])
def test_cut_lines_overprint_on_a_layer_of_their_own_on_fronts(
    small: Small, tmp_path: Path, ink: str, operator: str
) -> None:
    settings = (f"cut-line={ink}", "spot-name=Thru-cut", "corner-radius=2")
    words = [word for setting in settings for word in ("--set", setting)]
    with pikepdf.open(made(tmp_path / "out", small(), *words)) as pdf:
        root: Any = pdf.Root
        (layer,) = root.OCProperties.OCGs
        assert str(layer.Name) == "Cut lines"
        for index, page in enumerate(pdf.pages):
            lines = list(forms_on(page).values())[1:]
            assert len(lines) == (1 if index % 2 == 0 else 0)
            for form in lines:
                assert form.OC.objgen == layer.objgen
                assert form.Resources.ExtGState.Over.OP is True
                drawn = [(str(one.operator), one.operands) for one in pikepdf.parse_content_stream(form)]
                operators = [name for name, _ in drawn]
                assert operators[-1] == "S"
                assert operators.count("c") == 4, "round corners, or a circle"
                inks = [operands for name, operands in drawn if name == operator]
                assert len(inks) == 1
                if ink == "spot":
                    kind, name, alternate, _ = form.Resources.ColorSpace.Line
                    assert (str(kind), str(name), str(alternate)) == ("/Separation", "/Thru-cut", "/DeviceCMYK")
                else:
                    assert [float(number) for number in inks[0]] == [0, 1, 0, 0]


def test_the_cut_lies_on_the_trim_and_can_be_switched_off(small: Small, tmp_path: Path) -> None:
    with_line = pypdfium2.PdfDocument(made(tmp_path / "with", small()))[0]
    without = pypdfium2.PdfDocument(made(tmp_path / "without", small(), "--set", "cut-line=none"))[0]
    scale = 20 / MM  # pixels a millimetre
    one, two = (page.render(scale=scale).to_pil().convert("RGB") for page in (with_line, without))
    row = 28 * 20
    differ = [x / 20 for x in range(one.width) if one.getpixel((x, row)) != two.getpixel((x, row))]
    assert {round(at) for at in differ} == {3, 53}
    assert max(min(abs(at - 3), abs(at - 53)) for at in differ) <= 0.15
    with pikepdf.open(tmp_path / "without" / "small-pieces.pdf") as pdf:
        assert "/OCProperties" not in pdf.Root


def test_the_output_intent_is_the_profile_that_was_given(small: Small, tmp_path: Path) -> None:
    profile = tmp_path / "press.icc"
    profile.write_bytes(press_profile())
    with pikepdf.open(made(tmp_path / "out", small(), "--set", f"intent={profile}")) as pdf:
        root: Any = pdf.Root
        (intent,) = root.OutputIntents
        assert (str(intent.S), str(intent.Info)) == ("/GTS_PDFX", "Made-up press")
        assert intent.DestOutputProfile.read_bytes() == press_profile()
        assert intent.DestOutputProfile.N == 4
    text = (tmp_path / "out" / "manifest.json").read_text(encoding="utf-8")
    assert "intent=press.icc" in text
    assert str(tmp_path) not in text
    with pikepdf.open(made(tmp_path / "bare", small())) as pdf:
        assert "/OutputIntents" not in pdf.Root


def test_profiles_are_told_from_other_files() -> None:
    assert read_profile(srgb(), "a.icc").channels == 3
    assert "sRGB" in read_profile(srgb(), "a.icc").description
    for data in (b"", b"x" * 200, press_profile()[:-1], press_profile() + b"x"):
        with pytest.raises(InputError, match=r"a\.icc: is no whole ICC profile"):
            read_profile(data, "a.icc")
    link = press_profile().replace(b"prtr", b"link")
    with pytest.raises(InputError, match="is a profile for 'link CMYK'; give one of a printer"):
        read_profile(link, "a.icc")


@pytest.mark.parametrize("name", ["", "a b", "(x", "All", "None", "é", "x" * 41])
def test_names_of_inks_that_would_be_read_otherwise_are_refused(small: Small, tmp_path: Path, name: str) -> None:
    result = export(tmp_path / "out", small(), "--set", f"spot-name={name}")
    assert result.exit_code == 1
    assert "is no name for a spot ink" in result.stderr


def test_ghostscript_and_qpdf_find_nothing_wrong(
    small: Small, tmp_path: Path, needs_program: Callable[[str], str]
) -> None:
    path = made(tmp_path / "out", small())
    for command in (
        [needs_program("gs"), "-q", "-dPDFSTOPONERROR", "-dNOPAUSE", "-dBATCH", "-sDEVICE=nullpage", str(path)],
        [needs_program("qpdf"), "--check", str(path)],
    ):
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
