"""`asterion verify` proves every export for what it is: a wrong file is named, although the manifest calls it sound."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from generator.cli.main import main
from generator.exports.target import target_names
from generator.verify.exports.cut_lines import CutError, chains_of, read_dxf
from generator.verify.exports.export_folder import PROOFS
from generator.verify.exports.pictures import PngError, read_png

Small = Callable[..., Path]
Spoil = Callable[[Path], object]


def asterion(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)


def codes(folder: Path, *words: object) -> set[tuple[str, str]]:
    result = asterion("verify", folder, "--format", "json", *words)
    faults = {(fault["file"], fault["code"]) for fault in json.loads(result.stdout)["faults"]}
    assert result.exit_code == bool(faults)
    return faults


def sign(folder: Path) -> None:
    """Let the manifest promise the files as they are now; what is gone, it no longer names."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    files = manifest["files"]
    for name in [name for name in files if not (folder / name).is_file()]:
        del files[name]
    for name, entry in files.items():
        raw = (folder / name).read_bytes()
        entry |= {"sha256": hashlib.sha256(raw).hexdigest(), "size": len(raw)}
    path.write_text(json.dumps(manifest), encoding="utf-8")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Make an export once for all tests."""
    made: dict[tuple[object, ...], Path] = {}

    def export(target: str, *words: object, key: str) -> Path:
        if (target, key) not in made:
            folder = tmp_path_factory.mktemp("export") / target
            result = asterion("export", target, "--out", folder, *words)
            assert result.exit_code == 0, result.output
            made[target, key] = folder
        return made[target, key]

    return export


@pytest.fixture
def exported(kept: Callable[..., Path], small: Small, tmp_path: Path) -> Callable[..., tuple[Path, Path]]:
    """Give a fresh copy of an export of the small deck, and its catalogue."""

    def copy(target: str, *words: object) -> tuple[Path, Path]:
        catalogue = small()
        made = kept(target, "--catalogue", catalogue, *words, key=repr(words))
        return shutil.copytree(made, tmp_path / "copy" / target), catalogue

    return copy


def edit(name: str, *changes: tuple[str, Any]) -> Spoil:
    """Return what replaces the first match of each pattern in a text file."""

    def spoil(folder: Path) -> None:
        path = next(folder.glob(name))
        text = path.read_bytes().decode()
        for old, new in changes:
            text, count = re.subn(old, new, text, count=1, flags=re.DOTALL)
            assert count == 1, f"{old!r} is not in {name}"
        path.write_bytes(text.encode())

    return spoil


def picture(name: str, change: Callable[[Image.Image], Image.Image], **saved: Any) -> Spoil:
    """Return what changes a picture, and keeps what it says of its resolution."""

    def spoil(folder: Path) -> None:
        path = next(folder.glob(name))
        with Image.open(path) as image:
            changed = change(image)
            changed.save(path, **{"dpi": image.info["dpi"]} | saved)

    return spoil


def larger(image: Image.Image) -> Image.Image:
    return image.resize((image.width + 1, image.height + 1))


def same(image: Image.Image) -> Image.Image:
    return image.copy()


def copied(source: str, name: str) -> Spoil:
    return lambda folder: shutil.copy(next(folder.glob(source)), next(folder.glob(name)))


def dropped(name: str) -> Spoil:
    return lambda folder: next(folder.glob(name)).unlink()


def torn(name: str) -> Spoil:
    def spoil(folder: Path) -> None:
        path = next(folder.glob(name))
        raw = path.read_bytes()
        path.write_bytes(raw[: len(raw) // 2])

    return spoil


def pages(change: Callable[[pikepdf.Pdf], None], name: str = "*.pdf") -> Spoil:
    def spoil(folder: Path) -> None:
        path = next(folder.glob(name))
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            change(pdf)
            pdf.save(path, object_stream_mode=pikepdf.ObjectStreamMode.disable)

    return spoil


def trim_moved(pdf: pikepdf.Pdf) -> None:
    box = [float(value) for value in pdf.pages[2].TrimBox]
    pdf.pages[2].TrimBox = pikepdf.Array([box[0] + 1, *box[1:]])


def media_grown(pdf: pikepdf.Pdf) -> None:
    for key in ("/MediaBox", "/BleedBox"):
        box = [float(value) for value in pdf.pages[0][key]]
        pdf.pages[0][key] = pikepdf.Array([*box[:2], box[2] + 3, box[3]])


def page_twice(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[2]
    pdf.pages.insert(2, pdf.pages[0])


def page_gone(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[-1]


def line_forms(pdf: pikepdf.Pdf) -> list[Any]:
    found: list[Any] = [form for page in pdf.pages for form in page.resources.XObject.values()]
    return [form for form in found if "/OC" in form]


def cut_moved(pdf: pikepdf.Pdf) -> None:
    form = line_forms(pdf)[0]
    form.write(re.sub(rb" w 1 j ", b" w 1 j 1 0 0 1 .5 0 cm ", form.read_bytes()), filter=None)


def cut_renamed(pdf: pikepdf.Pdf) -> None:
    form = line_forms(pdf)[0]
    form.Resources.ColorSpace.Line[1] = pikepdf.Name("/Black")


def unzipped(change: Callable[[dict[str, bytes]], object]) -> Spoil:
    def spoil(folder: Path) -> None:
        path = next(folder.glob("*.vmod"))
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        change(files)
        with zipfile.ZipFile(path, "w") as archive:
            for name, raw in files.items():
                archive.writestr(name, raw)

    return spoil


def built(old: str, new: str) -> Spoil:
    def change(files: dict[str, bytes]) -> None:
        text, count = re.subn(old, new, files["buildFile.xml"].decode(), count=1, flags=re.DOTALL)
        assert count == 1
        files["buildFile.xml"] = text.encode()

    return unzipped(change)


def picture_resized(files: dict[str, bytes]) -> None:
    image = larger(Image.open(io.BytesIO(files["images/Y01.png"])))
    out = io.BytesIO()
    image.save(out, "png")
    files["images/Y01.png"] = out.getvalue()


def circle_moved(folder: Path) -> None:
    for path in sorted(folder.glob("cut-*.dxf")):
        if "\nCIRCLE\n" in path.read_text(encoding="utf-8"):
            edit(path.name, (r"(\nCIRCLE\n.*?\n 10\n)([\d.]+)", lambda one: f"{one[1]}{float(one[2]) + 0.5:g}"))(folder)
            return
    pytest.fail("no sheet has a circle")


SLOT = r"<VASSAL\.build\.widget\.CardSlot.*?</VASSAL\.build\.widget\.CardSlot>\s*"
FIRST_CUT = r'(<g id="cut">.*?<path d="M)([\d.]+)'
PNG_SPOILS: dict[str, tuple[Spoil, str]] = {
    "a picture of another size": (picture("*/fronts/Y01.png", larger), "picture-size"),
    "a picture of another piece's size": (copied("counters/fronts/*.png", "*tile*/fronts/Y01.png"), "picture-size"),
    "a picture of another resolution": (picture("*/backs/back-blue.png", same, dpi=(72, 72)), "picture-size"),
    "a picture that is gone": (dropped("*/fronts/B01.png"), "export-missing"),
    "a picture that is torn": (torn("*/fronts/B01.png"), "picture-broken"),
    "another count": (edit("pieces.csv", (r"Y01,1", "Y01,2")), "pieces-table"),
    "a row too few": (edit("pieces.csv", (r"[^\n]*B01[^\n]*\n", "")), "pieces-table"),
}
SPOILS: dict[str, dict[str, tuple[Spoil, str]]] = {
    "png": PNG_SPOILS,
    "table": PNG_SPOILS,
    "tgc": {
        **PNG_SPOILS,
        "a picture of another piece's size": (
            picture("*/fronts/Y01.png", lambda one: one.crop((0, 0, 90, 90))),
            "picture-size",
        ),
        "a picture with transparent parts": (
            picture("*/fronts/Y01.png", lambda one: one.convert("RGBA")),
            "picture-alpha",
        ),
    },
    "pdf": {
        "a trim box that is moved": (pages(trim_moved), "page-boxes"),
        "a page that is larger": (pages(media_grown), "page-boxes"),
        "a page of another piece": (pages(page_twice), "wrong-piece"),
        "a page that is gone": (pages(page_gone), "page-count"),
        "a cut that is moved by 0.5 mm": (pages(cut_moved), "cut-lines"),
        "a cut in another ink": (pages(cut_renamed), "cut-ink"),
        "another count": (edit("pieces.csv", (r"Y01,1", "Y01,2")), "pieces-table"),
        "a file that is torn": (torn("*.pdf"), "pdf-torn"),
        "a table that is gone": (dropped("pieces.csv"), "export-missing"),
    },
    "tts": {
        "no JSON": (torn("small.json"), "table-broken"),
        "a number where a text must be": (
            edit("small.json", (r'"Nickname": "[^"]*"', '"Nickname": 3')),
            "table-broken",
        ),
        "a script": (edit("small.json", (r'"LuaScript": ""', '"LuaScript": "x()"')), "table-broken"),
        "a GUID twice": (
            edit("small.json", (r'("GUID": ")(\w+)(".*?"GUID": ")\w+', r"\g<1>\g<2>\g<3>\g<2>")),
            "guid-twice",
        ),
        "a card that no deck names": (edit("small.json", (r'("CardID": )\d+', r"\g<1>105")), "table-deck"),
        "a piece of another size": (edit("small.json", (r'("scaleZ": )[\d.]+', r"\g<1>1.5")), "table-size"),
        "another picture": (edit("small.json", (r'("BackURL": ")[^"]+', r"\g<1>nothing.png")), "table-missing"),
        "a picture of another size": (picture("images/faces-*.png", larger), "picture-size"),
        "a picture of another piece's size": (copied("images/counter.png", "images/faces-yellow.png"), "picture-size"),
        "a picture that is gone": (dropped("images/back-blue.png"), "export-missing"),
    },
    "vassal": {
        "no XML": (built("</VASSAL.build.GameModule>", ""), "module-broken"),
        "no archive": (torn("*.vmod"), "module-broken"),
        "a table that is gone": (built(r"<VASSAL.build.module.map.PieceMover />", ""), "module-broken"),
        "a number twice": (built(r'gpid="0"(.*?)gpid="1"', r'gpid="0"\1gpid="0"'), "gpid-twice"),
        "a number that the lock gives to another": (edit("gpids.json", ('"Y01#1": 0', '"Y01#1": 77')), "lock-broken"),
        "a piece that is gone": (built(SLOT, ""), "module-count"),
        "a picture that is not there": (built(r"Y01\.png", "Y99.png"), "module-count"),
        "a picture of another size": (unzipped(picture_resized), "picture-size"),
        "a picture that is gone": (unzipped(lambda files: files.pop("images/B01.png")), "module-files"),
    },
    "svg": {
        "a cut that is moved by 0.5 mm": (
            edit("cut-01.svg", (FIRST_CUT, lambda found: f"{found[1]}{float(found[2]) + 0.5:g}")),
            "cut-misplaced",
        ),
        "a cut that is gone": (edit("cut-01.svg", (r'(<g id="cut">)<path.*?/>', r"\1")), "cut-missing"),
        "a file that is no SVG": (
            edit("cut-01.svg", ('xmlns="[^"]*"', 'xmlns="x"')),
            "cut-broken",
        ),
        "a cut without ink": (edit("cut-01.svg", (r'(<g id="cut"><path [^>]*)stroke="#ff0000"', r"\1")), "cut-broken"),
        "a cut in the ink of the sheet": (edit("cut-01.svg", ("#ff0000", "#0000ff")), "cut-broken"),
        "a mark that is moved": (edit("cut-01.svg", (r'(<g id="marks"><path d="M)10 ', r"\g<1>10.5 ")), "cut-marks"),
        "another unit": (edit("cut-01.svg", ('width="210mm"', 'width="210in"')), "cut-broken"),
        "no XML": (torn("cut-01.svg"), "cut-broken"),
        "a sheet too few": (dropped("cut-02.svg"), "export-missing"),
    },
    "dxf": {
        "a cut that is moved by 0.5 mm": (
            edit(
                "cut-01.dxf",
                (r"(\n  8\nCUT\n.*?\n 10\n)([\d.]+)", lambda found: f"{found[1]}{float(found[2]) + 0.5:g}"),
            ),
            "cut-misplaced",
        ),
        "a counter that is moved by 0.5 mm": (
            circle_moved,
            "cut-misplaced",
        ),
        "a header that holds no number": (edit("cut-01.dxf", (r"(\$LTSCALE\n *40\n)", r"\g<1>x")), "cut-broken"),
        "a corner too many": (edit("cut-01.dxf", (r"(\n  8\nCUT\n.*?\n 90\n)4", r"\g<1>5")), "cut-broken"),
        "a cut on another layer": (edit("cut-01.dxf", (r"\n  8\nCUT\n", "\n  8\nSHEETS\n")), "cut-foreign"),
        "inches": (edit("cut-01.dxf", (r"(\$INSUNITS\n *70\n *)4", r"\g<1>1")), "cut-broken"),
        "a file that is torn": (torn("cut-01.dxf"), "cut-broken"),
        "sheets of another paper": (
            pages(lambda pdf: pdf.pages[0].__setattr__("MediaBox", pikepdf.Array([0, 0, 612, 792])), "sheets-a4.pdf"),
            "page-size",
        ),
        "the sheets gone": (dropped("sheets-a4.pdf"), "export-missing"),
    },
}
"""For each target, what is spoilt, and the code of what is found."""


@pytest.mark.parametrize("target", target_names())
def test_every_target_is_proved_by_plain_verify_and_made_again_to_the_byte(
    exported: Callable[..., tuple[Path, Path]], target: str
) -> None:
    assert target in PROOFS, "a new target needs a proof in generator/verify/exports"
    assert SPOILS[target], "and a test that a wrong file of it is found"
    folder, catalogue = exported(target)
    assert codes(folder, "--catalogue", catalogue) == set()
    assert codes(folder, "--catalogue", catalogue, "--rebuild") == set()


@pytest.mark.parametrize(("target", "what"), [(target, what) for target, spoils in SPOILS.items() for what in spoils])
def test_a_wrong_file_that_the_manifest_calls_sound_is_found(
    exported: Callable[..., tuple[Path, Path]], target: str, what: str
) -> None:
    folder, catalogue = exported(target)
    spoil, code = SPOILS[target][what]
    spoil(folder)
    sign(folder)
    assert code in {found for _, found in codes(folder, "--catalogue", catalogue)}


OWN_LINES: dict[str, tuple[str, tuple[object, ...], str, str]] = {
    "a ring's curve": ("svg", (), "cut-06.svg", r'(<g id="cut"[^>]*><path d="M)([\d.]+)'),
    "a line of the head": ("svg", ("--cutter", "plain"), "cut-05.svg", r'(<g id="cut"[^>]*><path d="M)([\d.]+)'),
    "a fold of the head": ("svg", ("--cutter", "plain"), "cut-05.svg", r'(<g id="fold"[^>]*><path d="M)([\d.]+)'),
    "a line of the head in DXF": ("dxf", ("--cutter", "plain"), "cut-05.dxf", r"(\n  8\nCUT\n.*?\n 10\n)([\d.]+)"),
}


@pytest.mark.parametrize("what", OWN_LINES)
def test_a_cut_that_a_piece_brings_along_is_held_against_the_lines_that_are_printed(
    kept: Callable[..., Path], tmp_path: Path, what: str
) -> None:
    target, words, name, pattern = OWN_LINES[what]
    made = kept(target, "minotaurus", *words, key=f"minotaurus {words}")
    assert codes(made) == set()
    folder = shutil.copytree(made, tmp_path / "copy")
    edit(name, (pattern, lambda found: f"{found[1]}{float(found[2]) + 0.5:g}"))(folder)
    sign(folder)
    assert codes(folder) == {(name, "cut-misplaced")}


def test_edges_that_pieces_share_must_be_cut_each_and_nothing_else(kept: Callable[..., Path], tmp_path: Path) -> None:
    made = kept("svg", "asterismo", "--cutter", "plain", key="asterismo plain")
    assert codes(made) == set()
    first, name = r'(<g id="cut"[^>]*>)<path d="M([\d.]+) (.*?)/>', "cut-04.svg"
    spoils: dict[str, tuple[Callable[[re.Match[str]], str], set[str]]] = {
        "gone": (lambda found: found[1], {"cut-missing"}),
        "moved": (
            lambda found: f'{found[1]}<path d="M{float(found[2]) + 0.5:g} {found[3]}/>',
            {"cut-missing", "cut-misplaced"},
        ),
        "one more": (
            lambda found: f"{found[0]}{found[0].removeprefix(found[1]).replace(found[2], '100', 1)}",
            {"cut-misplaced"},
        ),
    }
    for what, (spoil, wanted) in spoils.items():
        folder = shutil.copytree(made, tmp_path / what)
        edit(name, (first, spoil))(folder)
        sign(folder)
        assert codes(folder) == {(name, code) for code in wanted}, what


def moved_right(path: str) -> str:
    """Path data of straight lines, 3 mm to the right."""
    return re.sub(r"[\d.]+(?= )", lambda x: f"{float(x[0]) + 3:g}", path)


def test_cut_files_beside_pictures_are_proved_as_far_as_pictures_tell(
    exported: Callable[..., tuple[Path, Path]],
) -> None:
    folder, catalogue = exported("svg", "--cutter", "cricut")
    assert codes(folder, "--catalogue", catalogue) == set()
    first_cut = r'(<g id="cut">.*?<path d=")([^Z]+)'
    edit("cut-01.svg", (first_cut, lambda one: one[1] + moved_right(one[2])))(folder)
    picture("front-01.png", larger)(folder)
    dropped("back-01.png")(folder)
    edit("cut-02.svg", (r'(<g id="cut">)<path.*?/>', r"\1"))(folder)
    sign(folder)
    found = {code for _, code in codes(folder, "--catalogue", catalogue)}
    assert {"cut-misplaced", "picture-size", "component-count"} <= found


def test_a_corner_of_a_cut_that_is_moved_is_found_beside_pictures_too(
    exported: Callable[..., tuple[Path, Path]],
) -> None:
    folder, catalogue = exported("svg", "--cutter", "cricut", "--corner-radius", "3")
    assert codes(folder, "--catalogue", catalogue) == set()
    edit("cut-01.svg", (FIRST_CUT, lambda found: f"{found[1]}{float(found[2]) - 0.5:g}"))(folder)
    sign(folder)
    assert codes(folder, "--catalogue", catalogue) == {("cut-01.svg", "cut-misplaced")}


@pytest.mark.parametrize(
    "settings",
    [
        {"wishes": []},
        {"wishes": "dpi=3"},
        {"wishes": ["dpi=x"]},
        {"wishes": ["dpi"]},
        {"export": "x"},
        {"export": ["x"]},
        {"theme": ["x"]},
    ],
    ids=repr,
)
def test_a_manifest_that_tells_nonsense_of_an_export_is_a_fault(
    exported: Callable[..., tuple[Path, Path]], settings: dict[str, Any]
) -> None:
    folder, catalogue = exported("png")
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["settings"] |= settings
    path.write_text(json.dumps(manifest), encoding="utf-8")
    assert codes(folder, "--catalogue", catalogue, "--rebuild")


@pytest.mark.parametrize("name", ["../small.yaml", "counters/fronts/more/Y01.png"])
def test_a_manifest_of_an_export_names_files_in_two_folders_at_most_and_none_outside(
    exported: Callable[..., tuple[Path, Path]], name: str
) -> None:
    folder, catalogue = exported("png")
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["files"][name] = {"sha256": "0" * 64, "size": 1, "key": "0" * 64}
    path.write_text(json.dumps(manifest), encoding="utf-8")
    assert codes(folder, "--catalogue", catalogue) == {("manifest.json", "manifest-name")}


@pytest.mark.parametrize("name", ["counters", "counters/fronts"])
def test_no_file_of_an_export_behind_a_link_is_read(
    exported: Callable[..., tuple[Path, Path]], name: str, tmp_path: Path
) -> None:
    folder, catalogue = exported("png")
    (folder / name).rename(tmp_path / "elsewhere")
    (folder / name).symlink_to(tmp_path / "elsewhere")
    behind = {path.relative_to(folder).as_posix() for path in folder.glob(f"{name}/**/*.png")}
    assert behind
    assert {file for file, code in codes(folder, "--catalogue", catalogue) if code == "file-unfit"} == behind


def test_what_lies_beside_an_export_and_looks_like_it_is_told(exported: Callable[..., tuple[Path, Path]]) -> None:
    folder, catalogue = exported("png")
    shutil.copy(next(folder.glob("*/fronts/Y01.png")), folder / "counters" / "fronts" / "Y77.png")
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    assert codes(folder, "--catalogue", catalogue) == {("counters/fronts/Y77.png", "file-unlisted")}


def test_a_picture_whose_pixels_are_not_all_there_is_refused_wherever_it_is_torn(
    exported: Callable[..., tuple[Path, Path]],
) -> None:
    folder, _ = exported("png")
    raw = next(folder.glob("counters/fronts/*.png")).read_bytes()
    assert read_png(raw).channels == 3
    for at in range(0, len(raw), 97):
        with pytest.raises(PngError):
            read_png(raw[:at])
        with pytest.raises(PngError):
            read_png(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
    with pytest.raises(PngError):
        read_png(raw + b"x")


@pytest.mark.parametrize("text", ["L1 1", "M", "M1", "M1 2C1 2 3 4", "M1 2Q1 2 3 4", "M1 2L1 2e", "M--1 2"])
def test_a_path_that_is_torn_is_refused(text: str) -> None:
    with pytest.raises(CutError):
        chains_of(text)


def test_a_dxf_that_is_cut_off_anywhere_is_refused(exported: Callable[..., tuple[Path, Path]]) -> None:
    raw = (exported("dxf")[0] / "cut-01.dxf").read_bytes()
    assert read_dxf(raw).chains("cut")
    for at in range(0, len(raw) - 8, 499):
        with pytest.raises(CutError):
            read_dxf(raw[:at])
