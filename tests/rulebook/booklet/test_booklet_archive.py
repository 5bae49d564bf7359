"""The proof finds what would make a booklet no file for the archive, or one that cannot be heard."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from generator.verify.documents import PdfProof, check_archive
from generator.verify.pdf import PdfFaultError, reading
from generator.verify.report import Notes
from generator.verify.tags import TagsProof
from tests.support.reading_back import opened

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
def good(printed: Callable[..., bytes]) -> bytes:
    return bytes(printed(TEXT))


def codes(raw: bytes, change: Change | None = None) -> set[str]:
    """What the proof finds in a file, after a change."""
    with opened(raw) as pdf:
        if change:
            change(pdf)
        notes = Notes()
        proof = PdfProof("rules-en.pdf", pdf, notes)
        with reading():
            check_archive(proof, tagged=True)
            TagsProof(proof, list(proof.pages())).check()
        return {fault.code for fault in notes.faults}


def elements(pdf: pikepdf.Pdf, kind: str) -> list[Any]:
    return [one for one in pdf.objects if isinstance(one, Dictionary) and one.get("/S") == f"/{kind}"]


def link(pdf: pikepdf.Pdf) -> Any:
    return next(one for page in pdf.pages for one in page.obj.get("/Annots", []))


def said(pdf: pikepdf.Pdf, before: bytes, after: bytes) -> None:
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
    "no metadata": ("archive-claim", lambda pdf: pdf.Root.__delitem__("/Metadata")),
    "another part": ("archive-claim", lambda pdf: said(pdf, b"<pdfaid:part>2", b"<pdfaid:part>1")),
    "no conformance": ("archive-claim", lambda pdf: said(pdf, b"<pdfaid:conformance>U</pdfaid:conformance>", b"")),
    "not for hearing": ("archive-claim", lambda pdf: said(pdf, b"<pdfuaid:part>1</pdfuaid:part>", b"")),
    "torn metadata": ("archive-claim", lambda pdf: said(pdf, b"</rdf:RDF>", b"")),
    "a document type": ("archive-claim", lambda pdf: said(pdf, b"<x:xmpmeta", b"<!DOCTYPE x><x:xmpmeta")),
    "another title": ("metadata-differ", lambda pdf: said(pdf, b'x-default">Asterion', b'x-default">Minotaur')),
    "another day": ("metadata-differ", lambda pdf: said(pdf, b"<xmp:CreateDate>2000", b"<xmp:CreateDate>2001")),
    "no intent": ("output-intent", lambda pdf: pdf.Root.__delitem__("/OutputIntents")),
    "no profile": ("output-intent", lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/DestOutputProfile")),
    "a profile of CMYK": (
        "output-intent",
        lambda pdf: profile(pdf).write(profile(pdf).read_bytes().replace(b"RGB ", b"CMYK", 1)),
    ),
    "a torn profile": ("output-intent", lambda pdf: profile(pdf).write(profile(pdf).read_bytes()[:-4])),
    "no ID": ("file-id", lambda pdf: pdf.trailer.__delitem__("/ID")),
    "layers without a list": ("layers", lambda pdf: layered(pdf, **{"/Order": Array()})),
    "layers without a name": ("layers", lambda pdf: layered(pdf, **{"/Name": ""})),
    "layers that switch": ("layers", lambda pdf: layered(pdf, **{"/AS": Array()})),
    "a link that is not printed": ("annotation", lambda pdf: link(pdf).__delitem__("/F")),
    "a hidden link": ("annotation", lambda pdf: link(pdf).__setitem__("/F", 6)),
    "a note to stick on": ("annotation", lambda pdf: link(pdf).__setitem__("/Subtype", Name.Text)),
    "no mark": ("untagged", lambda pdf: pdf.Root.MarkInfo.__setitem__("/Marked", False)),
    "no tree": ("untagged", lambda pdf: pdf.Root.__delitem__("/StructTreeRoot")),
    "its name instead of its title": ("untagged", lambda pdf: pdf.Root.__delitem__("/ViewerPreferences")),
    "something painted besides": ("content-untagged", lambda pdf: painted(pdf, b"0 0 9 9 re f")),
    "a sequence of nobody": ("tag-astray", lambda pdf: painted(pdf, b"/P <</MCID 99>> BDC EMC")),
    "a page that knows nobody": ("tag-astray", lambda pdf: pdf.pages[-1].obj.__delitem__("/StructParents")),
    "an element of nothing": ("tag-nowhere", lambda pdf: elements(pdf, "P")[-1].__setitem__("/K", 99)),
    "a sequence of two": (
        "tag-twice",
        lambda pdf: elements(pdf, "P")[-1].__setitem__("/K", Array([0, elements(pdf, "P")[-1].K])),
    ),
    "no visiting in order": ("link-untagged", lambda pdf: pdf.pages[-1].obj.__delitem__("/Tabs")),
    "a link of nobody": ("link-untagged", lambda pdf: link(pdf).__delitem__("/StructParent")),
    "a link without words": ("link-untagged", lambda pdf: link(pdf).__setitem__("/Contents", "")),
    "a level left out": ("heading-level", lambda pdf: elements(pdf, "H2")[-1].__setitem__("/S", Name.H4)),
    "no title": ("heading-level", lambda pdf: elements(pdf, "H1")[0].__setitem__("/S", Name.P)),
    "two notes of one name": ("note-id", lambda pdf: elements(pdf, "Note")[0].__setitem__("/ID", b"note-2")),
    "a note without a name": ("note-id", lambda pdf: elements(pdf, "Note")[0].__delitem__("/ID")),
    "a symbol without words": ("figure-untold", lambda pdf: elements(pdf, "Figure")[0].__delitem__("/Alt")),
    "a head that heads nothing": ("table-header", lambda pdf: elements(pdf, "TH")[0].__delitem__("/A")),
    "a row too short": ("table-rows", lambda pdf: elements(pdf, "TR")[1].K.__delitem__(1)),
    "a cell in no row": ("tag-misplaced", lambda pdf: elements(pdf, "TR")[0].__setitem__("/S", Name.Div)),
    "an item in no list": ("tag-misplaced", lambda pdf: elements(pdf, "L")[0].__setitem__("/S", Name.Div)),
}


def test_the_proof_counts_the_lines_of_paragraphs_that_go_over_a_page(
    printed: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    filler = "The corridors fork and cross on bridges. " * 24
    raw = printed("## A {#a}\n\n" + "\n\n".join([filler] * 12))
    assert codes(raw) == set()
    monkeypatch.setattr("generator.verify.tags.MIN_LINES", 12)
    assert codes(raw) == {"orphan", "widow"}


def test_items_within_an_item_may_stand_on_another_page_one_by_one(printed: Callable[..., bytes]) -> None:
    inner = ["- An item:", *(f"  - part {number}" for number in range(3)), "", "> - A quoted one:", ">   1. part"]
    wrong = {}
    for above in range(24, 36):
        raw = printed("\n\n".join(["Just a line."] * above) + "\n\n" + "\n".join(inner))
        wrong[above] = codes(raw)
    assert {above: found for above, found in wrong.items() if found} == {}


def test_a_heading_at_the_foot_of_a_page_is_found(printed: Callable[..., bytes]) -> None:
    raw = printed("## A {#a}\n\n" + "\n\n".join(f"{number} {'words ' * 30}" for number in range(60)))

    def change(pdf: pikepdf.Pdf) -> None:
        paragraphs = [one for one in elements(pdf, "P") if "/K" in one and "/Pg" in one]
        last = next(a for a, b in pairwise(paragraphs) if a.Pg.objgen != b.Pg.objgen and a.Pg == pdf.pages[3].obj)
        last.S = Name.H3

    assert "heading-at-foot" in codes(raw, change)


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_spoilt_is_found(good: bytes, what: str) -> None:
    code, change = SPOILT[what]
    assert code in codes(good, change)


@pytest.mark.parametrize(
    ("operators", "said"),
    [
        (b"/P <</MCID 99>> BDC", "begins (BDC) and never ends"),
        (b"EMC", "ends (EMC) that never began"),
        (b"/P <</MCID 0>> BDC EMC", "have the number 0"),
        (b"/Artifact BMC " * 201 + b"EMC " * 201, "nested more than 200 deep"),
        (b"q " * 201 + b"Q " * 201, "saved more than 200 deep"),
    ],
)
def test_marks_that_do_not_fit_together_are_told(good: bytes, operators: bytes, said: str) -> None:
    with pytest.raises(PdfFaultError) as caught:
        codes(good, lambda pdf: painted(pdf, operators))
    assert said in str(caught.value)


def test_a_tree_that_turns_back_on_itself_ends(good: bytes) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        section = elements(pdf, "Sect")[-1]
        section.K.append(section)

    with pytest.raises(PdfFaultError, match="beyond all bounds"):
        codes(good, change)


def test_a_font_that_does_not_say_its_characters_is_found(good: bytes) -> None:
    with opened(good) as pdf:
        for one in pdf.objects:
            if isinstance(one, Dictionary) and one.get("/Type") == "/Font":
                del one["/ToUnicode"]
        notes = Notes()
        list(PdfProof("rules-en.pdf", pdf, notes).pages())
    assert "font-no-characters" in {fault.code for fault in notes.faults}
