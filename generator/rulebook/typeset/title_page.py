"""The title page and the contents.

Lengths are points, y down from the page's top.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from generator.catalogue.words import Typography
from generator.drawing.display_list import Pen, Shown, Transform, transform_path
from generator.pdf.borders import Border, border_frame
from generator.pdf.tags import ORNAMENT, Element
from generator.rulebook.text.document import Heading, NoteMark
from generator.rulebook.text.figures import ScenePanel, Subject
from generator.rulebook.text.strings import RulesStrings
from generator.rulebook.typeset.line_breaks import Line
from generator.rulebook.typeset.page_breaks import Slab
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.shaper import Typesetter, heading_target
from generator.rulebook.typeset.styles import ACCENT, INK, MEASURE, PAGE_HEIGHT, PAGE_WIDTH, RULE, Styles

BAND = 11.5
"""Width of the band of the frame that holds the ornaments."""
OUTER_RULE, INNER_RULE = 1.1, 0.6
GAP = 3.5
"""Between the band and the rules on either side of it."""
FRAME_WIDTH = BAND + 2 * GAP
FRAME_MARGIN = 27.0
LEADER_GAP = 4.2
LEAST_SHARE = 0.6
"""Least size of a line of the title page that is set smaller to fit, as a part of its usual size."""
TITLE_Y, PICTURE_Y, FOOT_Y = 120.0, 186.0, 462.0
PICTURE = PAGE_WIDTH * 0.54
COVER_Y, COVER_END_Y = 170.0, 444.0
COVER_WIDTH = PAGE_WIDTH - 2 * (FRAME_MARGIN + FRAME_WIDTH + 7)
"""A cover is as wide as the frame lets it, and ends above the name of the designer."""


@dataclass(frozen=True, slots=True)
class TitlePage:
    """The words of the title page, and its picture; empty words are left out.

    Attributes:
        standing: what of a translation is not up to date.
        picture: the name of a drawing.
        cover: a scene that stands there instead.
        frame: the ornament around the page.
    """

    title: str
    subtitle: str
    kind: str
    edition: str
    designer: str
    facts: str
    notice: str
    standing: str
    foot: str
    picture: str
    cover: ScenePanel | None = None
    frame: Border = "meander"


def paint_title_page(painter: Painter, page: TitlePage, typesetter: Typesetter, styles: Styles, home: Element) -> None:
    """Paint the title page, whose words become kids of `home`. The picture is an ornament without alternative text."""
    painter.mark(ORNAMENT)
    painter.enter(FRAME_MARGIN, FRAME_MARGIN, 1)
    paint_frame(painter, page.frame, PAGE_WIDTH - 2 * FRAME_MARGIN, PAGE_HEIGHT - 2 * FRAME_MARGIN)
    painter.leave()
    middle = PAGE_WIDTH / 2
    painter.mark(home.add("H1"))
    where = "its line of the title page"
    room = PAGE_WIDTH - 2 * (FRAME_MARGIN + 34)
    _centred(painter, typesetter.fitted(page.title, styles.title, room, where, 1, LEAST_SHARE), TITLE_Y)
    painter.mark(ORNAMENT)
    painter.rule(middle - 26, TITLE_Y + 15, middle + 26, TITLE_Y + 15, 0.8, ACCENT)
    italic, upright = styles.edition, replace(styles.edition, italic=False, ink=INK)
    small = replace(styles.small, size=styles.small.size * 0.78)
    rows = (
        (page.subtitle, italic, TITLE_Y + 37),
        (page.designer, upright, FOOT_Y),
        (
            join_facts(typesetter.typography, page.kind, page.edition),
            replace(italic, size=italic.size * 0.88),
            FOOT_Y + 18,
        ),
        (page.facts, replace(italic, size=italic.size * 0.88), FOOT_Y + 33),
        (page.standing, small, PAGE_HEIGHT - FRAME_MARGIN - (53 if page.notice else 42)),
        (page.notice, small, PAGE_HEIGHT - FRAME_MARGIN - 42),
        (page.foot, small, PAGE_HEIGHT - FRAME_MARGIN - 31),
    )
    for text, style, baseline in rows:
        if text:
            room = PAGE_WIDTH - 2 * (FRAME_MARGIN + 26)
            painter.mark(home.add("P"))
            _centred(painter, typesetter.fitted(text, style, room, where, 1, LEAST_SHARE), baseline)
    painter.mark(ORNAMENT)
    if (cover := page.cover) is not None:
        unit = min(COVER_WIDTH / cover.width, (COVER_END_Y - COVER_Y) / cover.height)
        top = (COVER_Y + COVER_END_Y - cover.height * unit) / 2
        painter.parts(cover.parts, middle - cover.width * unit / 2, top, unit)
        return
    painter.enter(middle - PICTURE / 2, PICTURE_Y, 1)
    painter.clip(Pen().rectangle(0, 0, PICTURE, PICTURE).data)
    painter.show(Shown(painter.drawing(page.picture), 0, 0, PICTURE))
    painter.leave()
    painter.enter(middle - PICTURE / 2 - 5, PICTURE_Y - 5, 1)
    painter.stroke(Pen().rectangle(0, 0, PICTURE + 10, PICTURE + 10).data, ACCENT, 0.7)
    painter.leave()


def paint_frame(painter: Painter, frame: Border, width: float, height: float) -> None:
    """Paint a frame of that size: a border between two rules, from the top left corner of the space at hand."""
    painter.stroke(Pen().rectangle(0, 0, width, height).data, ACCENT, OUTER_RULE)
    inner = Pen().rectangle(FRAME_WIDTH, FRAME_WIDTH, width - 2 * FRAME_WIDTH, height - 2 * FRAME_WIDTH)
    painter.stroke(inner.data, ACCENT, INNER_RULE)
    border = border_frame(frame, width - 2 * GAP, height - 2 * GAP, BAND, ACCENT)
    data = transform_path(border.data, Transform(e=GAP, f=GAP))
    if border.fill:
        painter.fill(data, border.fill)
    else:
        painter.stroke(data, ACCENT, border.width, cap=2)


def read_title_page(strings: RulesStrings, subject: Subject) -> TitlePage:
    """Return the words of the title page of a game."""
    named, typography = subject.head.credits, strings.words.words.typography
    word, front = strings.word, strings.front
    notice = front("notice")
    publisher = word("published_by") if named.publisher and not notice else ""
    return TitlePage(
        title=strings.text.title.text,
        subtitle=front("subtitle"),
        kind=word("rules"),
        edition=front("edition") or word(f"edition_{subject.head.edition}"),
        designer=word("designed_by") or named.design,
        facts=join_facts(typography, front("players"), front("duration"), front("age")),
        notice=notice,
        standing=_standing(strings),
        foot=join_facts(typography, publisher, word("version")),
        picture=subject.title_picture,
        cover=subject.cover,
        frame=subject.frame,
    )


def _standing(strings: RulesStrings) -> str:
    """Return what of a translation is not up to date, in its own language; empty if all is."""
    standing = strings.text.standing
    outdated = strings.word("imprint_outdated", count=standing.outdated) if standing.outdated else ""
    count = standing.missing + standing.words
    missing = strings.word("imprint_missing", count=count, tag=standing.model) if count else ""
    return join_facts(strings.words.words.typography, outdated, missing)


def join_facts(typography: Typography, *words: str) -> str:
    """Return facts on one line, with the language's own mark between them."""
    return typography.separator.join(word for word in words if word)


def _centred(painter: Painter, line: Line, baseline: float) -> None:
    painter.line(line, (PAGE_WIDTH - line.width) / 2, baseline)


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A heading and the number of its page."""

    heading: Heading
    page: int


def contents_slab(entry: ContentsEntry, typesetter: Typesetter, styles: Styles, home: Element) -> Slab:
    """Return an entry of the contents, a line or more, which becomes a kid of `home` when it is painted."""
    heading = entry.heading
    part = heading.level > 2
    style = styles.contents_part if part else styles.contents
    left = 14.0 if part else 0.0
    words = tuple(part for part in heading.content if not isinstance(part, NoteMark))
    lines = typesetter.lines(words, style, MEASURE - left - 40)
    number = typesetter.plain(f"\u00a0{entry.page}", style)  # with a space, for text that is copied
    height = len(lines) * style.leading

    def paint(painter: Painter, x: float, y: float) -> None:
        link = home.add("TOCI").add("Reference").add("Link")
        painter.mark(link)
        for index, line in enumerate(lines):
            painter.line(line, x + left, y + (index + 0.72) * style.leading)
        baseline = y + (len(lines) - 0.28) * style.leading
        painter.line(number, x + MEASURE - number.width, baseline)
        painter.mark(ORNAMENT)
        start, end = x + left + lines[-1].width + 7, x + MEASURE - number.width - 6
        if end - start > 3 * LEADER_GAP:  # dots, aligned from the right over all lines
            painter.enter(end, baseline - 1.4, 1)
            count = int((end - start) / LEADER_GAP)
            painter.stroke(Pen().move(0, 0).line(-count * LEADER_GAP, 0).data, RULE, 0.9, (0, LEADER_GAP))
            painter.leave()
        painter.link(link, heading.text, heading_target(heading.id), x, y, x + MEASURE, y + height)

    return Slab(height, paint, 0.0 if part else 1.5, line=heading.line)
