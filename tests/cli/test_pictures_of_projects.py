"""Pictures of a project's own in its rules: printed, tagged, in the page, and refused where they are unsafe."""

from __future__ import annotations

import io
import re
import struct
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from asterion_press.catalogue import bounds
from asterion_press.catalogue.files import ShelfFile
from asterion_press.errors import InputError
from asterion_press.pdf.pictures import Picture, load_picture
from asterion_press.rulebook.typeset.styles import MEASURE
from tests.support.made_up_files import chunk
from tests.support.project_commands import bad, change, good, run, written
from tests.support.refusals import refusal
from tests.support.reported import reported_in

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 80 40">{}</svg>'
UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "%": 1.2}
"""Pixels of CSS in one of each unit; a hundredth of a view box that is 120 wide. Source: CSS Values 4, 6.2."""
RULES = '# Game\n\nBefore.\n\n![A red square.](pictures/red.png)\n\n![A "map".](pictures/map.svg)\n\nAfter.\n'


@pytest.fixture(autouse=True)
def in_a_project(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins in a game whose rules show a PNG and an SVG file."""
    good("init", "game", "--from", "tokens")
    monkeypatch.chdir("game")
    Path("pictures").mkdir()
    Image.new("RGBA", (300, 150), (255, 0, 0, 128)).save("pictures/red.png")
    shapes = '<defs><circle id="c" r="9" fill="#00ff00"/></defs><rect width="80" height="40"/><use xlink:href="#c"/>'
    written("pictures/map.svg", SVG.format(shapes))
    written("rules/en.md", RULES)


def read(name: str) -> Picture:
    """Return a picture as it is printed."""
    return load_picture(ShelfFile("x", Path(name), name), MEASURE, 300.0)


def load(raw: bytes, name: str) -> str:
    """What is told of a picture; empty if it is loaded."""
    Path(name).write_bytes(raw)
    try:
        read(name)
    except InputError as error:
        return error.lines()[0]
    return ""


def loaded(svg: str) -> Picture:
    return read(written("x.svg", svg))


def images_of(pdf: pikepdf.Pdf) -> list[Any]:
    streams = (one for one in pdf.objects if isinstance(one, pikepdf.Stream))
    return [one for one in streams if one.get("/Subtype") == "/Image"]


def build(*words: str) -> str:
    return good("build", "--only", "rules", "--only", "web", "--out", "out", *words)


def test_pictures_are_printed_tagged_and_stand_in_the_page() -> None:
    pytest.importorskip("resvg_py")
    build()
    assert good("verify", "out", "game.yaml").endswith("\nproved\n")
    with pikepdf.open("out/rules-en.pdf") as pdf:
        figures = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/Figure"]
        assert {str(one.Alt) for one in figures} == {"A red square.", "A “map”."}
        sizes = {(int(image.Width), int(image.Height)) for image in images_of(pdf)}
        boxes = [[float(side) for side in one.A.BBox] for one in figures]
    widths = {round(box[2] - box[0]) for box in boxes}
    assert widths == {72, 60}, "300 pixels are an inch; 80 pixels of an SVG file are 60 points"
    assert sizes == {(300, 150), (333, 167)}
    page = Path("out/rules-en.html").read_text(encoding="utf-8")
    image_element = '<img src="data:image/png;base64,([^"]+)" alt="([^"]+)" width="[0-9]+" height="[0-9]+">'
    shown = re.findall(f"<figure>{image_element}</figure>", page)
    assert [reported for _, reported in shown] == ["A red square.", "A “map”."]
    with Image.open(io.BytesIO(b64decode(shown[0][0]))) as image:
        assert image.mode == "RGB"
        assert image.getpixel((9, 9)) == (255, 127, 127), "on white where it is transparent"


def test_lengths_in_every_unit_are_as_long_as_in_pixels() -> None:
    """Of the picture itself, and within: of a shape, a line, a dash and letters, as attributes and as style."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" {root} viewBox="0 0 120 120">{inner}</svg>'
    insides = (
        '<rect width="{0}" height="{0}"/>',
        '<path d="M0 60H120" stroke="red" stroke-width="{0}"/>',
        '<path d="M0 60H120" stroke="red" stroke-width="9" style="stroke-dasharray:{0}"/>',
        '<text x="9" y="90" font-size="{0}">Hello</text>',
        '<text x="9" y="90" style="font-size:{0}">Hello</text>',
    )
    wrong = []
    for unit, pixels in UNITS.items():
        for inner in insides if unit != "%" else insides[:3]:  # letters are a share of the letters around them
            one, other = (
                loaded(svg.format(root="", inner=inner.format(printed))) for printed in (f"{48 / pixels:.9g}{unit}", 48)
            )
            with Image.open(io.BytesIO(other.png)) as image:
                assert image.convert("L").getextrema() != (255, 255), inner
            if one.png != other.png:
                wrong.append((unit, inner))
        root = f'width="{48 / pixels:.9g}{unit}" height="{48 / pixels:.9g}{unit}"'
        whole = loaded(svg.format(root=root, inner=insides[0].format("9mm")))
        if abs(whole.width - (90 if unit == "%" else 36)) > 0.001 or abs(whole.height - whole.width) > 0.001:
            wrong.append((unit, "root"))
    assert wrong == []


def test_a_tile_that_the_program_drew_is_a_picture() -> None:
    good("build", "asterion", "--only", "svg", "--out", "tiles")
    tile = loaded(Path("tiles/svg/Y01.svg").read_text(encoding="utf-8"))
    assert [tile.width, tile.height] == pytest.approx([50 * 72 / 25.4] * 2, rel=0.01)


def test_a_changed_picture_is_printed_anew_and_nothing_else_is() -> None:
    change("rules/en.md", ('![A "map".](pictures/map.svg)', "-"))
    build()
    assert "nothing to do" in build()
    Image.new("RGB", (300, 150), (0, 0, 255)).save("pictures/red.png")
    assert "made: 2" in build()
    assert "made: 2" in build("--grey")
    with pikepdf.open("out/rules-en.pdf") as pdf:
        (image,) = images_of(pdf)
        assert image.ColorSpace == "/DeviceGray"
        assert set(image.read_bytes()) == {29}
    page = Path("out/rules-en.html").read_text(encoding="utf-8")
    (pixels,) = re.findall('<img src="data:image/png;base64,([^"]+)"', page)
    with Image.open(io.BytesIO(b64decode(pixels))) as grey:
        assert grey.mode == "L"


def test_a_large_picture_is_no_larger_than_the_measure() -> None:
    Image.new("RGB", (4000, 1000)).save("pictures/red.png")
    picture = read("pictures/red.png")
    assert [picture.width, picture.height] == pytest.approx([MEASURE, MEASURE / 4])
    with Image.open(io.BytesIO(picture.png)) as image:
        assert image.width == round(MEASURE * 300 / 72)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png_is_read(mode: str) -> None:
    buffer = io.BytesIO()
    Image.new(mode, (30, 20)).save(buffer, "PNG")
    assert load(buffer.getvalue(), "x.png") == ""


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ("red.png", "read.png", "rules/en.md:5:18: unknown picture 'read.png'; did you mean 'red.png'? one of"),
        ("A red square.", "", "rules/en.md:5:1: picture 'red.png' has no words for those who do not see it; write "),
        (
            "pictures/red",
            "../red",
            "rules/en.md:5:18: a picture '../red.png'; write figure:<id>, symbol:<name>, or pict",
        ),
        ("red.png", "../game.yaml", "rules/en.md:5:18: unknown picture '../game.yaml'; "),
        ("![A red", "See ![A red", "rules/en.md:5:5: a picture must stand alone in its paragraph"),
        ("![A red", "- ![A red", "rules/en.md:5:3: picture 'red.png' stands in a list; it must stand between paragr"),
        (".png)", '.png "More")', "rules/en.md:5:18: words behind 'pictures/red.png'; write what is told of it betwe"),
    ],
)
def test_a_mistake_about_a_picture_is_told_where_it_stands(old: str, new: str, reported: str) -> None:
    change("rules/en.md", (old, new), ("map.svg", "red.png"))
    for words in (("check",), ("build", "--only", "rules")):
        assert reported in bad(*words).replace(": error:", ":")


def test_a_picture_that_cannot_be_read_is_told_with_all_other_mistakes() -> None:
    Path("pictures/red.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    written("pictures/map.svg", "<svg>\n<rect")
    change("rules/en.md", ("After.", "{{deck.peces}}"))
    lines = reported_in(run("build", "--only", "rules").stderr)
    assert [line.split(";")[0].split(": ", 1)[0] for line in lines] == [
        *("pictures/map.svg:1:1", "pictures/red.png", "rules/en.md:9:1"),
    ]


def test_a_link_that_leads_out_of_the_project_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "secret.png"
    Path("pictures/red.png").rename(outside)
    Path("pictures/red.png").symlink_to(outside)
    change("rules/en.md", ("map.svg", "red.png"))
    reported = "pictures/red.png: leads out of the project's folder; put a copy of it there"
    assert run("build", "--only", "rules").stderr.strip() == reported


def test_a_picture_or_a_folder_that_is_a_link_to_itself_is_a_mistake() -> None:
    change("rules/en.md", ("map.svg", "red.png"))
    Path("pictures/red.png").unlink()
    wrong = {}
    built = ("pictures/red.png", "pictures", "rules", "words", "themes", "papers", "layouts")
    for name in (*built, "cutters", "services", "variants", "targets"):
        path = Path(name)
        kept = path.rename("kept") if path.exists() else None
        path.symlink_to(path.name)
        for words in (("check",), ("build", "--only", "rules")) if name in built else (("check",),):
            result = run(*words)
            output = result.output.replace(": error:", ":")
            if result.exit_code != 1 or f"{name}: cannot be read: too many levels of symbolic links" not in output:
                wrong[name, *words] = result.output, result.exception
        path.unlink()
        if kept:
            kept.rename(path)
    assert wrong == {}


def test_endings_of_pictures_may_have_capitals() -> None:
    Path("pictures/red.png").rename("pictures/RED.PNG")
    Path("pictures/map.svg").rename("pictures/Map.Svg")
    Image.new("RGB", (60, 40)).save("pictures/photo.JPG")
    Image.new("RGB", (60, 30)).save("pictures/photo.jpeg")
    more = "".join(f"![A hill.](pictures/photo.{ending})\n\n" for ending in ("JPG", "jpeg"))
    change("rules/en.md", ("red.png", "RED.PNG"), ("map.svg", "Map.Svg"), ("After.", f"{more}After."))
    assert "nothing to report" in good("check")
    build()
    with pikepdf.open("out/rules-en.pdf") as pdf:
        assert len(images_of(pdf)) == 4


def test_a_picture_has_the_size_that_its_resolution_says() -> None:
    """Else 300 pixels are an inch; what nobody can mean is not believed."""
    wrong = {}
    for form in ("png", "jpg"):
        for dpi, size in ((None, (2, 1)), (600, (1, 0.5)), ((300, 600), (2, 0.5)), (1, (2, 1)), (20_000, (2, 1))):
            printed: dict[str, Any] = {"dpi": dpi if isinstance(dpi, tuple) else (dpi, dpi)} if dpi else {}
            Image.new("L", (600, 300)).save(f"x.{form}", **printed)
            picture = read(f"x.{form}")
            if [picture.width, picture.height] != pytest.approx([72 * side for side in size], rel=0.001):
                wrong[form, dpi] = picture.width, picture.height
            with Image.open(io.BytesIO(picture.png)) as image:
                if image.width > size[0] * 300 + 1:
                    wrong[form, dpi] = image.size
    assert wrong == {}


def test_letters_that_no_font_has_are_told_where_they_stand() -> None:
    """As those of the rules; what is not drawn, such as a title, may hold any."""
    words = ("Café Ωμέγα 漢字 Ж", "a \U0001f3c6", "<title>\U0001f3c6</title>", "<tspan>a</tspan>\t&#x2680;", "\nم")
    inner = "\n".join(f'<text y="9">{text}</text>' for text in words)
    assert refusal(loaded, SVG.format(f"\n{inner}")) == [
        "x.svg:3:15: no font has '\U0001f3c6' (U+1F3C6 TROPHY); write it otherwise",
        "x.svg:5:30: no font has '⚀' (U+2680 DIE FACE-1); write it otherwise",
        "x.svg:7:1: no font has 'م' (U+0645 ARABIC LETTER MEEM); write it otherwise",
    ]
    flowed = "<flowRoot><flowRegion><rect/></flowRegion>{}</flowRoot>"
    reported = "x.svg:1:156: words in 'flowPara' are not drawn; make plain text of them, or paths"
    assert load(SVG.format(flowed.format("<flowPara>Words</flowPara>")).encode(), "x.svg") == reported
    assert load(SVG.format(flowed.format("<flowPara/>")).encode(), "x.svg") == ""


OF_PROGRAMS = {
    "colours by day": SVG.format('<rect width="9" height="9" style="fill:light-dark(rgb(9, 9, 9), var(--a, #fff))"/>'),
    "entities of namespaces": '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd" [\n'
    '<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">\n]>'
    '<svg xmlns="&ns_svg;" xmlns:i="&ns_ai;" viewBox="0 0 9 9"><rect width="9" height="9" i:knockout="Off"/></svg>',
    "an instruction within metadata": SVG.format(
        '<metadata><?xpacket begin="x"?></metadata><rect width="9" height="9"/>'
    ),
    "HTML with a replacement": SVG.format(
        '<switch><foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml">'
        '<img src="x"/>\U0001f3c6</div></foreignObject><text y="9">A</text></switch>'
    ),
    "a link": SVG.format('<a xlink:href="https://example.org/"><rect width="9" height="9"/></a>'),
    "a declared encoding": '<?xml version="1.0" encoding="ISO-8859-1"?>' + SVG.format('<text y="9">caf\xe9</text>'),
    "a size in scientific notation": SVG.format('<rect width="9" height="9"/>').replace("0 0 80 40", "0 0 8e1 +4E1"),
}


def test_what_drawing_programs_write_is_drawn() -> None:
    wrong = {}
    for name, text in OF_PROGRAMS.items():
        Path("x.svg").write_bytes(text.encode("latin-1" if "ISO" in text else "utf-8"))
        try:
            picture = read("x.svg")
        except InputError as error:
            wrong[name] = error.lines()
            continue
        with Image.open(io.BytesIO(picture.png)) as image:
            if image.convert("L").getextrema() == (255, 255):
                wrong[name] = ["nothing is drawn"]
    assert wrong == {}


USES = '<rect id="g0"/>' + "".join(f'<g id="g{n}">{f"<use href=~#g{n - 1}~/>" * 10}</g>' for n in range(1, 9))


@pytest.mark.parametrize(
    ("inner", "reported"),
    [
        ("<script>1</script>", "x.svg:1:104: a picture may not hold an element 'script'; "),
        ('<image href="file:///etc/passwd"/>', "an element 'image'; draw it, or save the whole picture as PNG"),
        ("<foreignObject/>", "an element 'foreignObject'"),
        ('<use href="other.svg#a"/>', "a reference to something outside of it, 'other.svg#a'"),
        ('<use xlink:href="http://x.org/a"/>', "a reference to something outside of it, 'http://x.org/a'"),
        ('<rect fill="url(http://x.org)"/>', "a reference to something outside of it, 'url(http"),
        ("<style>@import 'x.css';</style>", 'a reference to something outside of it, "@import'),
        ('<rect onclick="x()"/>', "an attribute 'onclick', which would run a program"),
        ('<rect style="fill:var(--a)"/>', "x.svg:1:104: a picture may not hold 'var(' in a style; write it otherwise"),
        ('<rect width="2rem" height="9"/>', "a picture may not hold '2rem' in a style"),
        ('<rect fill="rebeccapurple"/>', "a picture may not hold 'rebeccapurple' in a style"),
        ("<style>g:not(.a) {fill: red}</style>", "a picture may not hold 'not(' in a style"),
        (USES.replace("~", '"'), "draws more than 20000 elements, those that it uses again counted each time"),
        ('<g id="a"><use href="#a"/></g>', "draws more than 20000 elements"),
        ("<g>" * bounds.SVG_DEPTH + "</g>" * bounds.SVG_DEPTH, "more than 20000 elements, or 100 within one another"),
    ],
)
def test_an_svg_file_that_runs_or_loads_something_or_explodes_is_refused(inner: str, reported: str) -> None:
    assert reported in load(SVG.format(inner).encode(), "x.svg")


def test_an_svg_file_may_have_as_many_elements_within_one_another_as_the_limit_says() -> None:
    within = bounds.SVG_DEPTH - 1
    assert load(SVG.format("<g>" * within + "</g>" * within).encode(), "x.svg") == ""


@pytest.mark.parametrize(
    ("raw", "reported"),
    [
        (b"<svg", "x.svg:1:1: is no SVG file: "),
        (b"<html/>", "x.svg:1:1: begins with 'html'; "),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "x.svg:1:1: has no size; "),
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 99"/>', "one side more than 20 times as long"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg/>', "a declaration of its own in the document type, 'a'"),
        (b'<!DOCTYPE svg [<!ENTITY a "http://x.org/&b;">]>\n<svg/>', "a declaration of its own"),
        (b'<!DOCTYPE svg [<!ENTITY a SYSTEM "http://x.org">]>\n<svg/>', "a declaration of its own"),
        (b'<!DOCTYPE svg [<!ENTITY % a "http://x.org">]>\n<svg/>', "a declaration of its own"),
        (b'<!DOCTYPE svg [<!ATTLIST svg a CDATA "b">]>\n<svg/>', "a declaration of its own"),
        (SVG.format("<style>@im<!-- -->port 'x'</style>").encode(), "to something outside of it"),
        (SVG.format("<g><foreignObject/></g>").encode(), "an element 'foreignObject'"),
        (b'<?xml-stylesheet href="x.css"?><svg/>', "a processing instruction"),
        (SVG.format("\xe9").encode("latin-1"), "x.svg:1:"),
    ],
)
def test_a_file_that_is_no_drawing_is_refused(raw: bytes, reported: str) -> None:
    assert reported in load(raw, "x.svg")


def test_a_png_file_with_too_many_pixels_is_refused_before_it_is_decoded() -> None:
    def png(side: int) -> bytes:
        head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
        return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")

    assert load(png(60_000), "x.png").startswith("x.png: ")
    assert load(png(5_000), "x.png") == "x.png: 5000 x 5000 pixels are more than 16 million; make it smaller"
    assert f"at most {bounds.PICTURE_BYTES} are read" in load(b"\0" * (bounds.PICTURE_BYTES + 1), "x.png")
