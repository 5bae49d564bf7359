"""Drawings as SVG files: a project redraws them without Python, and a mistake in one is told at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from asterion_press.catalogue import bounds, library
from asterion_press.catalogue.themes import ArtFile
from asterion_press.drawing.art import art_called, load_look, paint
from asterion_press.drawing.display_list import Drawing, Group, Transform
from asterion_press.drawing.inks import palette
from asterion_press.errors import InputError
from asterion_press.games.kinds import read_game
from asterion_press.games.minotaurus.model_art import marks_by_face
from asterion_press.making.fingerprints import look_hash
from tests.support.pictures import pixels, rendered
from tests.support.project_commands import good, run

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 10 10">'
FROM_INKSCAPE = f"""\
<?xml version="1.0" encoding="UTF-8"?>
{HEAD.replace(">", ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">')}
  <inkscape:page-grid id="grid"/>
  <g inkscape:label="Layer 1" transform="translate(1,-1)" style="fill:none;stroke:#000000">
    <circle class="motif" style="fill:#a0a0a0;stroke:none" cx="0" cy="0" r="3"/>
    <path class="field" style="stroke-width:0.5px" d="m -1,0 h 2 v 1"/>
  </g>
</svg>
"""


@pytest.fixture
def art(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for drawings of a project that is Asterion in every other way."""
    monkeypatch.chdir(tmp_path)
    good("init", "mine", "--from", "asterion")
    monkeypatch.chdir("mine")
    Path("art").mkdir()
    library.enter_project(Path(), Path("game.yaml"))
    yield Path("art")
    library.enter_project(None)


def pieces() -> dict[str, Drawing]:
    """Every piece of the project's game, drawn as a build draws it."""
    game, theme = read_game(library.game_file()), load_look(library.theme_file("knossos"))
    return {one: game.draw(one, theme) for one in game.component_ids()}


@pytest.mark.parametrize(
    ("name", "change", "changed"),
    [
        ("motif-jug", None, 4),
        ("prisoner-phaidra", (' class="skin"', ' class="night"'), 4),
        ("sign-sun", ('r="1.3"', 'r="0.3"'), 17),
        ("coin", (' class="knurl"', ' class="paper"'), 8),
    ],
)
def test_a_drawing_of_a_project_stands_instead_of_the_shipped_one(
    art: Path, name: str, change: tuple[str, str] | None, changed: int
) -> None:
    before, key = pieces(), look_hash(library.theme_file("knossos"))
    shipped = library.shipped_art()[name].path.read_text(encoding="utf-8")
    text = shipped.replace(*change) if change else FROM_INKSCAPE
    assert text != shipped
    (art / f"{name}.svg").write_text(text, encoding="utf-8")
    after = pieces()
    assert len([one for one in before if before[one] != after[one]]) == changed
    assert look_hash(library.theme_file("knossos")) != key
    assert str(art / f"{name}.svg") in run("check").output
    (art / f"{name}.svg").unlink()
    assert pieces() == before


ON_THE_HEAD = ("bull-face", "bull-eye", "bull-cheek", "bull-chest", "bull-mane")


@pytest.mark.parametrize("name", [*ON_THE_HEAD, "half-head", "rosette"])
def test_what_minotaurus_shows_of_the_bull_is_drawn_anew_by_a_project(art: Path, name: str) -> None:
    game = read_game(library.game_file("minotaurus"))

    def shown() -> list[object]:
        look = load_look(library.theme_file("knossos"))
        return [game.draw("Y3L", look), game.draw("back", look), marks_by_face(palette(look, look.inks.night))]

    before, text = shown(), library.shipped_art()[name].path.read_text(encoding="utf-8")
    (art / f"{name}.svg").write_text(re.sub("<(path|circle)[^>]*>", "", text, count=1), encoding="utf-8")
    differ = [one != other for one, other in zip(before, shown(), strict=True)]
    assert differ == [name == "half-head", name == "rosette", name in ON_THE_HEAD]


@pytest.mark.parametrize(("kind", "name", "ending"), [("art", "sign-sun", "svg"), ("layouts", "scissors", "yaml")])
def test_a_copy_is_printed_into_a_file_that_the_shell_has_just_made(
    art: Path, kind: str, name: str, ending: str
) -> None:
    file = art.parent / kind / f"{name}.{ending}"
    file.parent.mkdir(exist_ok=True)
    file.touch()
    shipped = (library.root() / "templates" / kind / file.name).read_text(encoding="utf-8")
    assert good("list", kind, name) == shipped
    file.write_text(f"{shipped} ", encoding="utf-8")
    assert good("list", kind, name) == f"{shipped} "


def test_what_inkscape_wrote_is_read_as_it_looks(art: Path) -> None:
    (art / "motif-jug.svg").write_text(FROM_INKSCAPE, encoding="utf-8")
    theme = load_look(library.theme_file("knossos"))
    disc, line = paint(art_called("motif-jug", theme.art), {"motif": "#111111", "field": "#222222"}, line_art=False)
    assert not isinstance(disc, Group)
    assert not isinstance(line, Group)
    assert (disc.fill, disc.stroke, disc.data[0]) == ("#111111", None, ("M", (400, -100)))
    assert (line.fill, line.stroke, line.width) == (None, "#222222", 0.5)
    assert line.data == (("M", (0, -100)), ("L", (200, -100)), ("L", (200, 0)))


def test_one_more_motif_is_one_more_file(art: Path) -> None:
    before = pieces()
    (art / "motif-egg.svg").write_text(FROM_INKSCAPE, encoding="utf-8")
    assert pieces() != before


def test_every_mistake_is_told_at_its_place_by_check_and_build(art: Path) -> None:
    text = FROM_INKSCAPE.replace('class="motif"', 'class="motive"').replace('d="m -1,0 h 2', 'd="m -1,0 h two')
    (art / "motif-jug.svg").write_text(text, encoding="utf-8")
    (art / "sign-snu.svg").write_text(f"{HEAD}</svg>", encoding="utf-8")
    for command in ("check", "build"):
        result = run(command)
        assert result.exit_code == 1
        assert f"{art / 'motif-jug.svg'}:5:5: " in result.output
        assert "'motif'" in result.output
        assert f"{art / 'motif-jug.svg'}:6:5: " in result.output
        assert "'sign-sun'" in result.output
    assert not Path("output").exists()


SHAPE = '<path class="motif" d="M0 0L1 1"/>'


@pytest.mark.parametrize(
    ("inside", "reported"),
    [
        ('<path d="M0 0L1 1"/>', "1:63: has no class"),
        ('<path class="hair" d="M0 0L1 1"/>', "1:63: unknown class 'hair'"),
        ('<path class="motif" fill="none" d="M0 0L1 1"/>', "1:63: has neither"),
        ('<path class="motif" stroke="#000" d="M0 0L1 1"/>', "1:63: unknown class 'outline'"),
        ('<path class="motif" d="L1 1"/>', "1:63: .*'M'"),
        ('<path class="motif" d="M0 0C1 1"/>', "1:63: .*'C'"),
        ('<path class="motif" d="M0 0X1 1"/>', "1:63: .*'X1 1'"),
        ('<path class="motif" d="M0 0L1e999 1"/>', "1:63: reaches inf"),
        ('<path class="motif" d="M0 0L99 1"/>', "1:63: reaches 99 1"),
        ('<path class="motif" stroke-width="-1" fill="none" stroke="#000" d="M0 0L1 1"/>', "1:63: '-1'"),
        (f'<g transform="scale(9)">{SHAPE.replace("1 1", "1 2")}</g>', "1:87: reaches 9 18"),
        (f'<g transform="skewX(9)">{SHAPE}</g>', "1:63: .*'skewX'"),
        (f'<g transform="scale(1) x">{SHAPE}</g>', "1:63: .*'x'"),
        (f'<g transform="scale(one)">{SHAPE}</g>', "1:63: 'one'"),
        (f'<g class="hair">{SHAPE}</g>', "1:63: unknown class 'hair'"),
        ('<rect class="motif" width="1" height="1" rx="1"/>', "1:63: 'rect'"),
        ("<text>A</text>", "1:63: 'text'"),
        ("<script/>", "1:63: .*'script'"),
        ('<image href="/etc/passwd"/>', "1:63: .*'image'"),
        (f'<path class="motif" d="M0 0{"L1 1" * bounds.ART_POINTS}"/>', f"1:63: has more than {bounds.ART_POINTS}"),
        ("<path", "1:68: is no SVG file"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_its_place(art: Path, inside: str, reported: str) -> None:
    (art / "motif-jug.svg").write_text(f"{HEAD}{inside}</svg>", encoding="utf-8")
    with pytest.raises(InputError, match=rf"motif-jug\.svg:{reported}"):
        load_look(library.theme_file("knossos"))


@pytest.mark.parametrize("text", ["", "M0 0L1 1", HEAD.replace("-5 -5", "0 0") + "</svg>"])
def test_a_file_that_is_no_drawing_of_its_kind_is_refused(art: Path, text: str) -> None:
    (art / "motif-jug.svg").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"motif-jug\.svg:1:1: "):
        load_look(library.theme_file("knossos"))


def test_a_link_out_of_the_project_is_refused(art: Path, tmp_path: Path) -> None:
    (tmp_path / "jug.svg").write_text(FROM_INKSCAPE, encoding="utf-8")
    (art / "motif-jug.svg").symlink_to(tmp_path / "jug.svg")
    with pytest.raises(InputError, match=r"motif-jug\.svg: leads out of the project's folder"):
        load_look(library.theme_file("knossos"))


@pytest.mark.parametrize(
    "data",
    [
        "M-3-3H3V3h-3.5l-2.5.5Z",
        "M-4 0c1-4 3-4 4 0s3 4 4 0v1S1 4-4 1z",
        "M-4 0Q-2-5 0 0T4 0q-1 4-4 3t-4 1z",
        "M-3 0A3 2 30 0 1 2 1A3 2.5 10 1 1 -3 0z",
        "m-3,-1 a3 3 0 1 1 2 2 m3 0 a1 2 45 0 0 1 -2l.5.5z m-3 1 a.1 .1 0 0 1 2 2z",
        "M-4 0s1-3 2 0q1-2 2 0t2 0c0 0 1-1 2-3l-4 6 4 1z",
    ],
)
def test_a_path_is_read_as_resvg_draws_it(data: str) -> None:
    svg = f'{HEAD.replace(">", " width=%s height=%s>")}<path class="sign" d="{data}"/></svg>' % ('"10mm"', '"10mm"')
    shapes = paint(art_called("sign-sun", [ArtFile("sign-sun", "", svg.encode())]), {"sign": "#000000"}, line_art=False)
    drawing = Drawing("path", "", 10, 10, 0, (Group("path", shapes, Transform(e=5, f=5)),))
    other = rendered(svg, 20 * 25.4)
    assert (other < 128).mean() > 0.02
    assert (np.abs(pixels(drawing, 20) - other) > 64).mean() < 0.001
