"""What users write and draw breaks no clause of PDF/A and PDF/UA and no rule of axe: a build need not prove them.

Asked about are booklets and pages of made-up projects, all in one process of veraPDF's engine, which starts slowly.
THOROUGH=1 makes 200 texts with 40 pictures. A text that does not fit is told in its line, and has no files.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import lxml.html
import pytest
import yaml
from click.testing import CliRunner
from PIL import Image, ImageCms

from asterion_press.cli.main import main
from tests.support.chromium import Window, axe_finds_nothing
from tests.support.made_up_files import harmless_pixels, harmless_svg
from tests.support.verapdf import asked, missing

SCRIPTS = {
    "en": "the table of ways, naïve façade, Zoë's well",
    "de": "Straße, Übergröße, Fluß und Öl",
    "fr": "l'œuvre, où, ça et là",
    "ru": "Ход игрока и лабиринт",
    "el": "Ἀστερίων και ο λαβύρινθος",
    "ja": "迷宮 の道、 人身 牛頭。 カード を引く",
    "ko": "미궁의 길과 황소",
    "zh-Hans": "迷宫 的道路 和公牛",
    "pl": "Źdźbło, łódź i żółw",
}
"""Languages of a first text, and words of each."""
LONG = ("Donaudampfschifffahrt", "incomprehensibilities", "a" * 20)
ODD = (
    "5 < 6 & 7 > 3",
    "&amp;",
    "\\*",
    "\\~\\[x\\]",
    "/JavaScript",
    "(D:2000)",
    "1,000.5 %",
    "±½€™",
    "\\\\",
    "'90s",
    "\\_told1",
)
AUTHORS = ("Zoë O'Brien", "(a) & <b> \\ /Launch", "Ἀστερίων & Сын")
BEGINNINGS = {
    "tokens": (["emblem-amber", "emblem-slate", "amber-hero"], ["deck.pieces", "deck.count.guard"]),
    "asterismo": (["blue", "yellow", "red"], ["tokens.all", "board.hexagons", "goal.two"]),
    "asterion": (["coin", "wing", "minotaur-head"], ["deck.tiles", "deck.coins: one # coin; other # coins"]),
}
"""What projects begin from: symbols and placeholders of each."""
MOST_FIGURES = 3


class RulesWriter:
    """A writer of one text; what it writes is sound, and fits nearly always."""

    def __init__(self, draw: random.Random, language: str, beginning: str, shown: list[str]) -> None:
        self.draw, self.language, self.shown = draw, language, shown
        self.symbols, self.placeholders = BEGINNINGS[beginning]
        self.ids: list[str] = []
        self.notes: list[str] = []

    def words(self, most: int = 24) -> str:
        stock = SCRIPTS[self.draw.choice((*(self.language,) * 5, *SCRIPTS))].split()
        reported = self.draw.choices(stock, k=self.draw.randint(1, most))
        long = [self.draw.choice(LONG)] * (most > 9 and self.draw.random() < 0.2)
        return " ".join((*long, *reported, *[self.draw.choice(ODD)] * (self.draw.random() < 0.3)))

    def symbol(self) -> str:
        return f"![{self.words(2)}](symbol:{self.draw.choice(self.symbols)})"

    def inline(self, most: int = 24, *, notes: bool = True) -> str:
        ways: list[Callable[[], str]] = [
            self.symbol,
            lambda: f"{'*' * self.draw.randint(1, 3)}{self.words(3)}{{}}",
            lambda: f"{{{{{self.draw.choice(self.placeholders)}}}}}",
            lambda: f'"{self.words(3)}"',
            lambda: "x  \ny",
            *[lambda: f"[{self.words(self.draw.choice((2, 12)))}](#{self.draw.choice(self.ids)})"] * bool(self.ids),
            *[self.note] * notes,
        ]
        parts = [
            self.draw.choice(ways)() if self.draw.random() < 0.5 else self.words(most)
            for _ in range(self.draw.randint(1, 4) if most > 1 else 1)
        ]
        stars = [part.replace("{}", "*" * (len(part) - len(part.lstrip("*")))) for part in parts]
        return f"{self.words(2)} {' '.join(stars)}"

    def note(self) -> str:
        name = f"n{len(self.notes)}"
        self.notes.append(f"[^{name}]: {self.words(self.draw.choice((5, 60)))}")
        return f"{self.words(1)}[^{name}]"

    def heading(self, level: int) -> str:
        if self.draw.random() < 0.4:
            return f"{'#' * level} {self.words(2)}"
        self.ids.append(f"h{len(self.ids)}")
        return " ".join(f"{'#' * level} {self.inline(1, notes=False)} {{#{self.ids[-1]}}}".split())

    def listing(self, depth: int = 0) -> str:
        first, lines = self.draw.choice((0, 0, 1, 7, 99)), list[str]()
        for number in range(self.draw.randint(1, 5)):
            sign = f"{first + number}. " if first else "- "
            reported = self.inline(12).split("\n")
            if self.draw.random() < 0.25 and depth < 3:
                reported += self.listing(depth + 1).split("\n")
            lines += [sign + reported[0], *(" " * len(sign) + line for line in reported[1:])]
        return "\n".join(lines)

    def table(self) -> str:
        columns = self.draw.randint(1, 4)
        number = f"{{{{{self.placeholders[0]}}}}}"
        cells = (lambda: "", lambda: self.words(2), lambda: self.words(9 // columns), lambda: number, self.symbol)
        head = [self.draw.choice(("", self.words(1))) for _ in range(columns - 1)]
        marks = [self.draw.choice(("---", ":--", "--:", ":-:")) for _ in range(columns)]
        rows = [[self.draw.choice(cells)() for _ in range(columns)] for _ in range(self.draw.choice((1, 3, 30)))]
        return "\n".join(f"| {' | '.join(row)} |" for row in [[*head, "x"], marks, *rows])

    def quote(self) -> str:
        parts = [self.draw.choice((self.inline, self.listing))() for _ in range(self.draw.randint(1, 3))]
        return "\n".join(f"> {line}".rstrip() for line in "\n\n".join(parts).split("\n"))

    def picture(self) -> str:
        if not self.shown:
            return self.inline(30)
        reported = self.words(6) if self.shown[-1].startswith("pictures") else self.inline(6, notes=False)
        return f"![{' '.join(reported.split())}]({self.shown.pop()})"

    def text(self) -> str:
        blocks = list[str]()
        ways = (self.inline, self.listing, self.table, self.quote, self.picture)
        for _ in range(self.draw.choice((1, 2, 4, 12))):
            for level, count in ((2, 1), (3, self.draw.choice((0, 0, 1, 3)))):
                for _ in range(count):
                    blocks.append(self.heading(level))
                    blocks += [self.draw.choice(ways)() for _ in range(self.draw.choice((0, 1, 3)))]
        blocks += [self.picture() for _ in tuple(self.shown)]
        reported = {key: self.words(1)[:20].replace("\\", "") for key in ("subtitle", "players", "duration", "age")}
        kept = [f"{key}: {_quoted(value)}" for key, value in reported.items() if self.draw.random() < 0.7]
        front = ["---", *kept, "---", ""] if kept else []
        apart = ["\n".join(group) for _, group in groupby(blocks)]
        return "\n".join(front) + "\n\n".join([f"# {self.words(2)}", *apart, *self.notes]) + "\n"


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _picture(draw: random.Random, folder: Path, number: int) -> str:
    """Write a picture; return what a text calls it."""
    make, raw, ending = draw.choice((harmless_svg, harmless_pixels)), b"", "svg"
    raw = make(draw)
    if make is harmless_pixels:
        with Image.open(io.BytesIO(raw)) as image:
            ending, form = ("jpg", "JPEG") if image.format == "JPEG" else ("png", "PNG")
            profile = ImageCms.ImageCmsProfile(ImageCms.createProfile(draw.choice(("sRGB", "LAB", "XYZ")))).tobytes()
            changed = io.BytesIO()
            image.save(changed, form, **({"icc_profile": profile} if draw.random() < 0.5 else {}))
        raw = changed.getvalue()
    name = f"pictures/p{number}.{ending}"
    (folder / name).write_bytes(raw)
    return name


def made_up_project(folder: Path, seed: int, pictures: int) -> Path:
    """Write the project of a seed, with so many pictures of its own; return its folder."""
    draw, place = random.Random(seed), folder / f"made-up-{seed}"
    beginning = draw.choice(("tokens", "tokens", *BEGINNINGS))
    language = "en" if beginning == "asterion" else draw.choice(tuple(SCRIPTS))
    made = CliRunner().invoke(main, ["init", str(place), "--from", beginning, "--language", "en"])
    assert made.exit_code == 0, made.output
    (place / "rules" / "en.md").unlink()
    (place / "spreads.yaml").unlink(missing_ok=True)
    (place / "pictures").mkdir()
    shown = [_picture(draw, place, number) for number in range(pictures)]
    if (file := place / "figures.yaml").exists():
        figures = yaml.safe_load(file.read_text(encoding="utf-8"))["figures"]
        found = [f"figure:{name}" for name, one in figures.items() if not (name.startswith("ruling-") or "ask" in one)]
        shown += draw.sample(found, min(len(found), MOST_FIGURES))
    text = RulesWriter(draw, language, beginning, shown).text()
    (place / "rules" / f"{language}.md").write_text(text, encoding="utf-8")
    game = place / "game.yaml"
    reported = game.read_text(encoding="utf-8")
    for credit in ("design", "publisher", "artwork"):
        value = _quoted(draw.choice(AUTHORS)).replace("\\", r"\\")
        reported = re.sub(rf"({credit}: *)\w[^,}}\n]*", rf"\g<1>{value}", reported, count=1)
    game.write_text(reported, encoding="utf-8")
    return place


THOROUGH = "THOROUGH" in os.environ
TEXTS, PICTURES = (200, 40) if THOROUGH else (12, 8)
OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.name = ''; one.open = true; })"
MISTAKE = re.compile(r"rules/\S+\.md:\d+:\d+: .* (?:too long for|too wide for|stands at the foot)|\[heading-at-foot\]")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders of what was built of made-up projects."""
    place, found = tmp_path_factory.mktemp("made-up"), list[Path]()
    for seed in range(TEXTS):
        project = made_up_project(place, seed, (seed + 1) * PICTURES // TEXTS - seed * PICTURES // TEXTS)
        out = place / f"out-{seed}"
        built = CliRunner().invoke(main, ["build", str(project), "--only", "rules", "--only", "web", "--out", str(out)])
        assert built.exit_code == 0 or MISTAKE.search(built.output), f"{seed}: {built.output}"
        found += [out] * (built.exit_code == 0)
    assert len(found) > 0.9 * TEXTS
    return found


def test_verapdf_finds_nothing_in_booklets_of_made_up_rules(made: list[Path]) -> None:
    if lacking := missing():
        pytest.skip(lacking)
    found = asked({booklet: ["2u", "ua1"] for out in made for booklet in out.glob("rules-*.pdf")})
    assert len(found) == len(made)
    broken = {
        path: verdict.broken for path, reported in found.items() for verdict in reported.values() if verdict.broken
    }
    assert broken == {}


def test_axe_finds_nothing_on_pages_of_made_up_rules(made: list[Path], show: Callable[..., Window]) -> None:
    for out in made:
        window = show(next(out.glob("rules-*.html")).as_uri(), width=360)
        window.page.evaluate(OPEN_ALL)
        axe_finds_nothing(window)


def test_ids_on_pages_of_made_up_rules_are_unique_and_every_link_arrives(made: list[Path]) -> None:
    wrong = {}
    for out in made:
        parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
        page = lxml.html.document_fromstring(next(out.glob("rules-*.html")).read_bytes(), parser)
        ids = Counter(page.xpath("//@id"))
        links = page.xpath("//*[local-name()='a' or local-name()='use']/@href | //@popovertarget | //@aria-labelledby")
        lost = [link for link in links if link.removeprefix("#") not in ids]
        if lost or max(ids.values()) > 1:
            wrong[out.name] = (lost, [name for name, count in ids.items() if count > 1])
    assert wrong == {}
