"""What would make a booklet no file for the archive, or one that cannot be heard, is found, and by whom.

Such a fault is the program's, no text's: veraPDF's engine tells it of what the suite prints. Of a file that somebody
forged the bytes tell, which are not those that its inputs make. What a text can break the build finds.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from asterion_press.verify.documents import PdfProof
from asterion_press.verify.files import Notes
from asterion_press.verify.pdf import PdfFaultError, reading
from asterion_press.verify.pdf_files import check_booklet
from tests.support.forging import codes_made_again
from tests.support.reading_back import opened
from tests.support.texts import Printed
from tests.support.verapdf import asked, missing

TEXT = """\
## Setup {#setup}

A ![coin](symbol:coin), [the end](#end).[^one] And more.[^two]

[^one]: First note.

[^two]: Second note.

| | Yellow |
|---|---|
| Coins | 1 |

- An item.

### End {#end}

The end.
"""

Change = Callable[[pikepdf.Pdf], None]


@pytest.fixture(scope="module")
def good(printed: Printed) -> bytes:
    return bytes(printed(TEXT))


def codes(raw: bytes, change: Change | None = None) -> set[str]:
    """What the proof finds in a file, after a change."""
    with opened(raw) as pdf:
        if change:
            change(pdf)
        notes = Notes()
        proof = PdfProof("rules-en.pdf", pdf, notes)
        with reading():
            check_booklet(proof)
        return {fault.code for fault in notes.faults}


def elements(pdf: pikepdf.Pdf, kind: str) -> list[Any]:
    return [one for one in pdf.objects if isinstance(one, Dictionary) and one.get("/S") == f"/{kind}"]


def link(pdf: pikepdf.Pdf) -> Any:
    return next(one for page in pdf.pages for one in page.obj.get("/Annots", []))


def output(pdf: pikepdf.Pdf, before: bytes, after: bytes) -> None:
    metadata = pdf.Root.Metadata
    raw = metadata.read_bytes()
    assert before in raw
    metadata.write(raw.replace(before, after))


def painted(pdf: pikepdf.Pdf, operators: bytes) -> None:
    pdf.pages[-1].contents_add(operators)


def profile(pdf: pikepdf.Pdf) -> Any:
    return pdf.Root.OutputIntents[0].DestOutputProfile


def layered(pdf: pikepdf.Pdf, **setting: Any) -> None:
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="Cut"))
    order = Array([Array([layer])])
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary({"/Name": "All", "/Order": order} | setting))


def test_a_booklet_is_right(good: bytes) -> None:
    assert codes(good) == set()
    assert codes(good, layered) == set()


SPOILT: dict[str, tuple[str, Change]] = {
    "no metadata": ("2u 6.6.2.1-1", lambda pdf: pdf.Root.__delitem__("/Metadata")),
    "another part": ("2u 6.6.4-2", lambda pdf: output(pdf, b"<pdfaid:part>2", b"<pdfaid:part>1")),
    "no conformance": ("2u 6.6.4-3", lambda pdf: output(pdf, b"<pdfaid:conformance>U</pdfaid:conformance>", b"")),
    "not for hearing": ("ua1 5-1", lambda pdf: output(pdf, b"<pdfuaid:part>1</pdfuaid:part>", b"")),
    "another title": ("", lambda pdf: output(pdf, b'x-default">Asterion', b'x-default">Minotaur')),
    "no intent": ("2u 6.2.4.3-2", lambda pdf: pdf.Root.__delitem__("/OutputIntents")),
    "no profile": ("2u 6.2.4.3-2", lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/DestOutputProfile")),
    "a profile of CMYK": (
        "2u 6.2.4.3-2",
        lambda pdf: profile(pdf).write(profile(pdf).read_bytes().replace(b"RGB ", b"CMYK", 1)),
    ),
    "layers without a list": ("2u 6.9-3", lambda pdf: layered(pdf, **{"/Order": Array()})),
    "layers without a name": ("2u 6.9-1", lambda pdf: layered(pdf, **{"/Name": ""})),
    "layers that switch": ("2u 6.9-4", lambda pdf: layered(pdf, **{"/AS": Array()})),
    "a link that is not printed": ("2u 6.3.2-1", lambda pdf: link(pdf).__delitem__("/F")),
    "a hidden link": ("2u 6.3.2-2", lambda pdf: link(pdf).__setitem__("/F", 6)),
    "a note to stick on": ("2u 6.3.3-1", lambda pdf: link(pdf).__setitem__("/Subtype", Name.Text)),
    "no mark": ("ua1 6.2-1", lambda pdf: pdf.Root.MarkInfo.__setitem__("/Marked", False)),
    "no tree": ("ua1 7.1-11", lambda pdf: pdf.Root.__delitem__("/StructTreeRoot")),
    "its name instead of its title": ("ua1 7.1-10", lambda pdf: pdf.Root.__delitem__("/ViewerPreferences")),
    "something painted besides": ("ua1 7.1-3", lambda pdf: painted(pdf, b"0 0 9 9 re f")),
    "a page that knows nobody": ("ua1 7.1-3", lambda pdf: pdf.pages[-1].obj.__delitem__("/StructParents")),
    "an element of nothing": ("", lambda pdf: elements(pdf, "P")[-1].__setitem__("/K", 99)),
    "no visiting in order": ("ua1 7.18.3-1", lambda pdf: pdf.pages[-1].obj.__delitem__("/Tabs")),
    "a link of nobody": ("ua1 7.18.5-1", lambda pdf: link(pdf).__delitem__("/StructParent")),
    "a link without words": ("ua1 7.18.5-2", lambda pdf: link(pdf).__setitem__("/Contents", "")),
    "a level left out": ("ua1 7.4.2-1", lambda pdf: elements(pdf, "H2")[-1].__setitem__("/S", Name.H4)),
    "no title": ("ua1 7.4.2-1", lambda pdf: elements(pdf, "H1")[0].__setitem__("/S", Name.P)),
    "two notes of one name": ("ua1 7.9-2", lambda pdf: elements(pdf, "Note")[0].__setitem__("/ID", b"note-2")),
    "a note without a name": ("ua1 7.9-1", lambda pdf: elements(pdf, "Note")[0].__delitem__("/ID")),
    "a symbol without words": ("ua1 7.3-1", lambda pdf: elements(pdf, "Figure")[0].__delitem__("/Alt")),
    "a head that heads nothing": ("ua1 7.5-1", lambda pdf: elements(pdf, "TH")[0].__delitem__("/A")),
    "a row too short": ("ua1 7.2-43", lambda pdf: elements(pdf, "TR")[1].K.__delitem__(1)),
    "a cell in no row": ("ua1 7.2-3", lambda pdf: elements(pdf, "TR")[0].__setitem__("/S", Name.Div)),
    "an item in no list": ("ua1 7.2-17", lambda pdf: elements(pdf, "L")[0].__setitem__("/S", Name.Div)),
}
"""What is done to a booklet, and the flavour and the rule by which veraPDF's engine tells it, if it does."""


def test_the_proof_counts_the_lines_of_paragraphs_that_go_over_a_page(
    printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    filler = "The corridors fork and cross on bridges. " * 4
    raw = printed("## A {#a}\n\n" + "\n\n".join(filler * (1 + number % 3) for number in range(60)))
    assert codes(raw) == set()
    monkeypatch.setattr("asterion_press.verify.documents.MIN_LINES", 12)
    assert codes(raw) == {"orphan", "widow"}


def test_items_within_an_item_may_stand_on_another_page_one_by_one(printed: Printed) -> None:
    inner = ["- An item:", *(f"  - part {number}" for number in range(3)), "", "> - A quoted one:", ">   1. part"]
    wrong = {}
    for above in range(24, 36):
        raw = printed("\n\n".join(["Just a line."] * above) + "\n\n" + "\n".join(inner))
        wrong[above] = codes(raw)
    assert {above: found for above, found in wrong.items() if found} == {}


def test_a_heading_at_the_foot_of_a_page_is_found(printed: Printed) -> None:
    raw = printed("## A {#a}\n\n" + "\n\n".join(f"{number} {'words ' * 30}" for number in range(60)))

    def change(pdf: pikepdf.Pdf) -> None:
        paragraphs = [one for one in elements(pdf, "P") if "/K" in one and "/Pg" in one]
        last = next(a for a, b in pairwise(paragraphs) if a.Pg.objgen != b.Pg.objgen and a.Pg == pdf.pages[3].obj)
        last.S = Name.H3

    assert "heading-at-foot" in codes(raw, change)


def changed(good: bytes, change: Change) -> bytes:
    buffer = io.BytesIO()
    with opened(good) as pdf:
        change(pdf)
        pdf.save(buffer, static_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return buffer.getvalue()


def test_verapdf_finds_what_is_spoilt(good: bytes, tmp_path: Path) -> None:
    if lacking := missing():
        pytest.skip(lacking)
    wanted = {what: rule.split() for what, (rule, _) in SPOILT.items() if rule}
    for what in wanted:
        (tmp_path / f"{what}.pdf").write_bytes(changed(good, SPOILT[what][1]))
    found = asked({tmp_path / f"{what}.pdf": [flavour] for what, (flavour, _) in wanted.items()})
    broken = {path.stem: [one for verdict in of.values() for one in verdict.broken] for path, of in found.items()}
    reported = {what: [one.partition(" ")[0] for one in rules] for what, rules in broken.items()}
    assert {what: reported[what] for what, (_, rule) in wanted.items() if rule not in reported[what]} == {}


def test_what_is_spoilt_is_found_by_making_it_again(good: bytes, tmp_path: Path) -> None:
    assert codes_made_again(tmp_path, "rules-en.pdf", good, good) == []
    found = {
        what: codes_made_again(tmp_path, "rules-en.pdf", good, changed(good, change))
        for what, (_, change) in SPOILT.items()
    }
    assert {what: codes for what, codes in found.items() if codes != ["not-as-made"]} == {}


@pytest.mark.parametrize(
    ("change", "output"),
    [
        (SPOILT["an element of nothing"][1], "on no page"),
        (SPOILT["no tree"][1], "has 0 trees"),
        (lambda pdf: elements(pdf, "Sect")[-1].K.append(elements(pdf, "Sect")[-1]), "beyond all bounds"),
        (lambda pdf: painted(pdf, b"/P <</MCID 99>> BDC"), "begins (BDC) and never ends"),
        (lambda pdf: painted(pdf, b"EMC"), "ends (EMC) that never began"),
        (lambda pdf: painted(pdf, b"/P <</MCID 0>> BDC EMC"), "have the number 0"),
        (lambda pdf: painted(pdf, b"/Artifact BMC " * 201 + b"EMC " * 201), "nested more than 200 deep"),
        (lambda pdf: painted(pdf, b"q " * 201 + b"Q " * 201), "saved more than 200 deep"),
    ],
)
def test_a_tree_or_marks_that_cannot_be_read_are_told(good: bytes, change: Change, output: str) -> None:
    with pytest.raises(PdfFaultError) as caught:
        codes(good, change)
    assert output in str(caught.value)


def test_a_font_that_does_not_say_its_characters_is_found(good: bytes) -> None:
    with opened(good) as pdf:
        for one in pdf.objects:
            if isinstance(one, Dictionary) and one.get("/Type") == "/Font":
                del one["/ToUnicode"]
        notes = Notes()
        list(PdfProof("rules-en.pdf", pdf, notes).pages())
    assert "font-no-characters" in {fault.code for fault in notes.faults}
