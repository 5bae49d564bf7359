"""`asterion verify` makes every export again: a file that differs is named, although the manifest calls it sound."""

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
from generator.making.fingerprints import export_key
from tests.support.profiles import press_profile

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
        made = kept(target, catalogue, *words, key=repr(words))
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
PNG_SPOILS: dict[str, Spoil] = {
    "a picture of another size": picture("*/fronts/Y01.png", larger),
    "a picture of another piece's size": copied("counters/fronts/*.png", "*tile*/fronts/Y01.png"),
    "a picture of another resolution": picture("*/backs/back-blue.png", same, dpi=(72, 72)),
    "a picture that is gone": dropped("*/fronts/B01.png"),
    "a picture that is torn": torn("*/fronts/B01.png"),
    "another count": edit("pieces.csv", (r"Y01,1", "Y01,2")),
    "a row too few": edit("pieces.csv", (r"[^\n]*B01[^\n]*\n", "")),
}
SPOILS: dict[str, dict[str, Spoil]] = {
    "png": PNG_SPOILS,
    "table": PNG_SPOILS,
    "tgc": {
        **PNG_SPOILS,
        "a picture of another piece's size": picture("*/fronts/Y01.png", lambda one: one.crop((0, 0, 90, 90))),
        "a picture with transparent parts": picture("*/fronts/Y01.png", lambda one: one.convert("RGBA")),
    },
    "pdf": {
        "a trim box that is moved": pages(trim_moved),
        "a page that is larger": pages(media_grown),
        "a page of another piece": pages(page_twice),
        "a page that is gone": pages(page_gone),
        "a cut that is moved by 0.5 mm": pages(cut_moved),
        "a cut in another ink": pages(cut_renamed),
        "another count": edit("pieces.csv", (r"Y01,1", "Y01,2")),
        "a file that is torn": torn("*.pdf"),
        "a table that is gone": dropped("pieces.csv"),
    },
    "tts": {
        "no JSON": torn("small.json"),
        "a number where a text must be": edit("small.json", (r'"Nickname": "[^"]*"', '"Nickname": 3')),
        "a script": edit("small.json", (r'"LuaScript": ""', '"LuaScript": "x()"')),
        "a GUID twice": edit("small.json", (r'("GUID": ")(\w+)(".*?"GUID": ")\w+', r"\g<1>\g<2>\g<3>\g<2>")),
        "a card that no deck names": edit("small.json", (r'("CardID": )\d+', r"\g<1>105")),
        "a piece of another size": edit("small.json", (r'("scaleZ": )[\d.]+', r"\g<1>1.5")),
        "another picture": edit("small.json", (r'("BackURL": ")[^"]+', r"\g<1>nothing.png")),
        "a picture of another size": picture("images/faces-*.png", larger),
        "a picture of another piece's size": copied("images/counter.png", "images/faces-yellow.png"),
        "a picture that is gone": dropped("images/back-blue.png"),
    },
    "vassal": {
        "no XML": built("</VASSAL.build.GameModule>", ""),
        "no archive": torn("*.vmod"),
        "a table that is gone": built(r"<VASSAL.build.module.map.PieceMover />", ""),
        "a number twice": built(r'gpid="0"(.*?)gpid="1"', r'gpid="0"\1gpid="0"'),
        "a number that the lock gives to another": edit("gpids.json", ('"Y01#1": 0', '"Y01#1": 77')),
        "a piece that is gone": built(SLOT, ""),
        "a picture that is not there": built(r"Y01\.png", "Y99.png"),
        "a picture of another size": unzipped(picture_resized),
        "a picture that is gone": unzipped(lambda files: files.pop("images/B01.png")),
    },
    "svg": {
        "a cut that is moved by 0.5 mm": edit(
            "cut-01.svg", (FIRST_CUT, lambda found: f"{found[1]}{float(found[2]) + 0.5:g}")
        ),
        "a cut that is gone": edit("cut-01.svg", (r'(<g id="cut">)<path.*?/>', r"\1")),
        "a file that is no SVG": edit("cut-01.svg", ('xmlns="[^"]*"', 'xmlns="x"')),
        "a cut without ink": edit("cut-01.svg", (r'(<g id="cut"><path [^>]*)stroke="#ff0000"', r"\1")),
        "a cut in the ink of the sheet": edit("cut-01.svg", ("#ff0000", "#0000ff")),
        "a mark that is moved": edit("cut-01.svg", (r'(<g id="marks"><path d="M)10 ', r"\g<1>10.5 ")),
        "another unit": edit("cut-01.svg", ('width="210mm"', 'width="210in"')),
        "no XML": torn("cut-01.svg"),
        "a sheet too few": dropped("cut-02.svg"),
    },
    "dxf": {
        "a cut that is moved by 0.5 mm": edit(
            "cut-01.dxf",
            (r"(\n  8\nCUT\n.*?\n 10\n)([\d.]+)", lambda found: f"{found[1]}{float(found[2]) + 0.5:g}"),
        ),
        "a counter that is moved by 0.5 mm": circle_moved,
        "a header that holds no number": edit("cut-01.dxf", (r"(\$LTSCALE\n *40\n)", r"\g<1>x")),
        "a corner too many": edit("cut-01.dxf", (r"(\n  8\nCUT\n.*?\n 90\n)4", r"\g<1>5")),
        "a cut on another layer": edit("cut-01.dxf", (r"\n  8\nCUT\n", "\n  8\nSHEETS\n")),
        "inches": edit("cut-01.dxf", (r"(\$INSUNITS\n *70\n *)4", r"\g<1>1")),
        "a file that is torn": torn("cut-01.dxf"),
        "sheets of another paper": pages(
            lambda pdf: pdf.pages[0].__setattr__("MediaBox", pikepdf.Array([0, 0, 612, 792])), "sheets-a4.pdf"
        ),
        "the sheets gone": dropped("sheets-a4.pdf"),
    },
}
"""For targets whose files hold more than a look, what is spoilt in them."""


@pytest.mark.parametrize("target", target_names())
def test_every_target_is_made_again_to_the_byte(exported: Callable[..., tuple[Path, Path]], target: str) -> None:
    folder, catalogue = exported(target)
    assert codes(folder, catalogue) == set()
    assert codes(folder, catalogue, "--rebuild") == set()
    name = max(name for name in files_in(folder) if name != "gpids.json")
    check_found(folder, torn(name), catalogue)


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "manifest.json"
    }


def check_found(folder: Path, spoil: Spoil, *words: object) -> None:
    """Spoil an export, let its manifest promise what is there now, and expect each file that differs to be named."""
    before = files_in(folder)
    spoil(folder)
    sign(folder)
    after = files_in(folder)
    changed = {name for name, raw in before.items() if after.get(name) != raw}
    assert changed
    found = codes(folder, *words)
    if "gpids.json" in changed:  # it says what the others are made of
        assert ("manifest.json", "not-rebuilt") in found
    else:
        assert found == {(name, "not-as-made" if name in after else "not-built") for name in changed}


@pytest.mark.parametrize(("target", "what"), [(target, what) for target, spoils in SPOILS.items() for what in spoils])
def test_a_wrong_file_that_the_manifest_calls_sound_is_found(
    exported: Callable[..., tuple[Path, Path]], target: str, what: str
) -> None:
    folder, catalogue = exported(target)
    check_found(folder, SPOILS[target][what], catalogue)


OWN_LINES: dict[str, tuple[str, tuple[object, ...], str, str]] = {
    "a ring's curve": ("svg", (), "cut-06.svg", r'(<g id="cut"[^>]*><path d="M)([\d.]+)'),
    "a line of the head": ("svg", ("--set", "cutter=plain"), "cut-05.svg", r'(<g id="cut"[^>]*><path d="M)([\d.]+)'),
    "a fold of the head": ("svg", ("--set", "cutter=plain"), "cut-05.svg", r'(<g id="fold"[^>]*><path d="M)([\d.]+)'),
    "a line of the head in DXF": ("dxf", ("--set", "cutter=plain"), "cut-05.dxf", r"(\n  8\nCUT\n.*?\n 10\n)([\d.]+)"),
}


@pytest.mark.parametrize("what", OWN_LINES)
def test_a_cut_that_a_piece_brings_along_and_that_is_moved_is_found(
    kept: Callable[..., Path], tmp_path: Path, what: str
) -> None:
    target, words, name, pattern = OWN_LINES[what]
    made = kept(target, "minotaurus", *words, key=f"minotaurus {words}")
    assert codes(made) == set()
    folder = shutil.copytree(made, tmp_path / "copy")
    check_found(folder, edit(name, (pattern, lambda found: f"{found[1]}{float(found[2]) + 0.5:g}")))


def test_an_edge_that_pieces_share_and_that_is_gone_moved_or_one_too_many_is_found(
    kept: Callable[..., Path], tmp_path: Path
) -> None:
    made = kept("svg", "asterismo", "--set", "cutter=plain", key="asterismo plain")
    assert codes(made) == set()
    first = r'(<g id="cut"[^>]*>)<path d="M([\d.]+) (.*?)/>'
    spoils: dict[str, Callable[[re.Match[str]], str]] = {
        "gone": lambda found: found[1],
        "moved": lambda found: f'{found[1]}<path d="M{float(found[2]) + 0.5:g} {found[3]}/>',
        "one more": lambda found: f"{found[0]}{found[0].removeprefix(found[1]).replace(found[2], '100', 1)}",
    }
    for what, spoil in spoils.items():
        check_found(shutil.copytree(made, tmp_path / what), edit("cut-04.svg", (first, spoil)))


def moved_right(path: str) -> str:
    """Path data of straight lines, 3 mm to the right."""
    return re.sub(r"[\d.]+(?= )", lambda x: f"{float(x[0]) + 3:g}", path)


def test_cut_files_beside_pictures_are_made_again_with_their_pictures(
    exported: Callable[..., tuple[Path, Path]],
) -> None:
    folder, catalogue = exported("svg", "--set", "cutter=cricut", "--set", "corner-radius=3")
    assert codes(folder, catalogue) == set()

    def spoil(folder: Path) -> None:
        edit("cut-01.svg", (FIRST_CUT, lambda found: f"{found[1]}{float(found[2]) - 0.5:g}"))(folder)
        picture("front-01.png", larger)(folder)
        dropped("back-01.png")(folder)
        edit("cut-02.svg", (r'(<g id="cut">)<path.*?/>', r"\1"))(folder)

    check_found(folder, spoil, catalogue)


def test_an_export_with_a_profile_is_made_again_from_its_folder_alone(small: Small, tmp_path: Path) -> None:
    folder, profile = tmp_path / "out", tmp_path / "press.icc"
    profile.write_bytes(press_profile())
    words = (small(),)
    assert asterion("export", "pdf", "--set", f"intent={profile}", "--out", folder, *words).exit_code == 0
    profile.unlink()
    assert codes(folder, *words) == set()
    (folder / "intent.icc").write_bytes(press_profile(b"Another press"))
    sign(folder)
    assert codes(folder, *words) == {("small-pieces.pdf", "inputs-changed")}
    (folder / "intent.icc").unlink()
    assert codes(folder, *words) == {("intent.icc", "file-missing"), ("manifest.json", "not-rebuilt")}


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    change(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")


def by_another_program(folder: Path) -> None:
    """Let the manifest say what another version, or another zlib, would have written; keys differ as they do then."""

    def change(manifest: dict[str, Any]) -> None:
        manifest["settings"]["program"] = "0" * 64
        for entry in manifest["files"].values():
            entry["key"] = "0" * 64

    change_manifest(folder, change)


@pytest.mark.parametrize("target", target_names())
def test_an_export_of_another_program_is_told_as_such_and_never_as_damaged(
    exported: Callable[..., tuple[Path, Path]], target: str
) -> None:
    folder, catalogue = exported(target)
    name = next(iter(json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]))
    by_another_program(folder)
    result = asterion("verify", folder, catalogue)
    assert (result.exit_code, "made by another version of the program, its libraries" in result.output) == (0, True)
    path = folder / name
    path.write_bytes(path.read_bytes() + b" ")
    sign(folder)
    assert codes(folder, catalogue) == {(name, "other-program")}


def test_another_zlib_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    here = export_key()
    export_key.cache_clear()
    monkeypatch.setattr("zlib.ZLIB_RUNTIME_VERSION", "9.9.9")
    assert export_key() != here
    export_key.cache_clear()


@pytest.mark.parametrize("target", target_names())
def test_an_export_of_a_changed_catalogue_is_told_as_such_and_never_as_damaged(
    exported: Callable[..., tuple[Path, Path]], small: Small, target: str
) -> None:
    folder, _ = exported(target)
    other = small(("copies: {yellow: 1", "copies: {yellow: 3"))
    found = {code for _, code in codes(folder, other)}
    assert (
        {"other-catalogue", "inputs-changed"} <= found <= {"other-catalogue", "inputs-changed", "not-built", "not-made"}
    )


@pytest.mark.parametrize(
    "settings",
    [
        {"wishes": []},
        {"wishes": "dpi=3"},
        {"wishes": ["dpi=x"]},
        {"wishes": ["dpi"]},
        {"wishes": ["dpi=30000"]},
        {"wishes": ["dpi=nan"]},
        {"wishes": ["dpi=300", "bleed=1e999"]},
        {"wishes": ["dpi=300", "paper=a4"]},
        {"wishes": ["dpi=3_00"]},
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
    assert codes(folder, catalogue, "--rebuild")


@pytest.mark.parametrize("name", ["../small.yaml", "counters/fronts/more/Y01.png"])
def test_a_manifest_of_an_export_names_files_in_two_folders_at_most_and_none_outside(
    exported: Callable[..., tuple[Path, Path]], name: str
) -> None:
    folder, catalogue = exported("png")
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["files"][name] = {"sha256": "0" * 64, "size": 1, "key": "0" * 64}
    path.write_text(json.dumps(manifest), encoding="utf-8")
    assert codes(folder, catalogue) == {("manifest.json", "manifest-name")}


@pytest.mark.parametrize("name", ["counters", "counters/fronts"])
def test_no_file_of_an_export_behind_a_link_is_read(
    exported: Callable[..., tuple[Path, Path]], name: str, tmp_path: Path
) -> None:
    folder, catalogue = exported("png")
    (folder / name).rename(tmp_path / "elsewhere")
    (folder / name).symlink_to(tmp_path / "elsewhere")
    behind = {path.relative_to(folder).as_posix() for path in folder.glob(f"{name}/**/*.png")}
    assert behind
    assert {file for file, code in codes(folder, catalogue) if code == "file-unfit"} == behind


def test_what_lies_beside_an_export_and_looks_like_it_is_told(exported: Callable[..., tuple[Path, Path]]) -> None:
    folder, catalogue = exported("png")
    shutil.copy(next(folder.glob("*/fronts/Y01.png")), folder / "counters" / "fronts" / "Y77.png")
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    assert codes(folder, catalogue) == {("counters/fronts/Y77.png", "file-unlisted")}
