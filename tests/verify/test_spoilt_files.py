"""Mistakes in any PDF, in drawings, in the manifest, and files that are torn or meant to harm: each is found."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from asterion_press.verify.documents import MOST_PLAYED
from asterion_press.verify.pdf import Interpreter, instructions
from tests.support.workshop import SHEETS, Change, Folder, catalogue_in, good_folder, only, paper

# what holds for every PDF


def booklet(text: str = "Plain text") -> bytes:
    """A page whose font is not embedded."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(420, 595), invariant=1, lang="en")
    canvas.setTitle("Rules")
    canvas.setFont("Helvetica", 12)
    canvas.drawString(72, 500, text)
    canvas.save()
    return buffer.getvalue()


def test_a_font_that_is_not_embedded_is_found(folder: Folder) -> None:
    folder.write("other.pdf", booklet())
    folder.sign()
    fault = only(folder)
    assert (fault.code, fault.message) == ("font-not-embedded", "font 'Helvetica' is not embedded")


def opening(**action: Any) -> Change:
    return lambda pdf: pdf.Root.__setitem__("/OpenAction", pikepdf.Dictionary(**action))


ACTIONS: dict[str, Change] = {
    "JavaScript": opening(S=pikepdf.Name.JavaScript, JS="app.alert(1)"),
    "Launch": opening(S=pikepdf.Name.Launch, F="calc.exe"),
    "URI": opening(S=pikepdf.Name.URI, URI="https://example.org/"),
    "an embedded file": lambda pdf: pdf.attachments.__setitem__("a.txt", b"hello"),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_what_runs_or_leads_out_of_a_file_is_found(folder: Folder, action: str) -> None:
    folder.spoil(SHEETS, ACTIONS[action])
    assert folder.codes() == {"forbidden-content"}


def test_words_that_only_look_like_actions_are_no_fault(folder: Folder) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.docinfo["/Note"] = "how to spell /JavaScript (and /Launch)"

    folder.spoil(SHEETS, change)
    assert folder.codes() == set()


def test_characters_that_are_no_text_are_found(folder: Folder) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary) and "/ToUnicode" in thing:
                mapping = thing["/ToUnicode"]
                mapping.write(re.sub(rb"(<..>) <002F>", rb"\1 <E001>", mapping.read_bytes()))

    folder.spoil(SHEETS, change)
    faults = folder.prove().faults
    assert {fault.code for fault in faults} == {"bad-text"}
    assert "U+E001" in faults[0].message


# files and the manifest


def test_an_edited_drawing_is_found(folder: Folder) -> None:
    path = folder.path / "svg/Y02.svg"
    path.write_bytes(path.read_bytes().replace(b"#e8d8b0", b"#e8d8b1"))
    fault = only(folder)
    assert (fault.file, fault.code) == ("svg/Y02.svg", "file-changed")


def test_a_file_that_the_manifest_does_not_name_is_found(folder: Folder) -> None:
    (folder.path / "svg/Y77.svg").write_text("<svg/>")
    (folder.path / "rules-xx.pdf").write_text("")
    assert [(fault.file, fault.code) for fault in folder.prove().faults] == [
        ("rules-xx.pdf", "file-unlisted"),
        ("svg/Y77.svg", "file-unlisted"),
    ]


def test_a_drawing_that_is_missing_from_folder_and_manifest_is_found(folder: Folder) -> None:
    del folder.files["svg/Y02.svg"]
    (folder.path / "svg/Y02.svg").unlink()
    folder.sign()
    assert only(folder).code == "svg-missing"


def test_another_catalogue_is_one_fault(folder: Folder) -> None:
    folder.catalogue_sha256 = "0" * 64
    folder.sign()
    fault = only(folder)
    assert fault.code == "other-catalogue"
    assert fault.message.startswith("built from another catalogue: 00000000")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 2}', '{"format": 1, "files": {"a": 1}}', "[" * 100_000])
def test_a_broken_manifest_is_one_fault(folder: Folder, text: str) -> None:
    (folder.path / "manifest.json").write_text(text)
    assert only(folder).code == "manifest-broken"


def test_nothing_behind_a_folder_that_is_a_link_is_read_or_listed(folder: Folder, tmp_path: Path) -> None:
    shutil.copy(folder.path / "svg/Y02.svg", folder.path / "svg/Y77.svg")
    (folder.path / "svg").rename(tmp_path / "elsewhere")
    (folder.path / "svg").symlink_to(tmp_path / "elsewhere")
    behind = {name for name in folder.files if name.startswith("svg/")}
    assert {(fault.file, fault.code) for fault in folder.prove().faults} == {(name, "file-unfit") for name in behind}


@pytest.mark.parametrize("name", ["../small.yaml", "/etc/passwd", "a/b/c", "svg\\x", ".."])
def test_a_manifest_cannot_lead_out_of_the_folder(folder: Folder, name: str) -> None:
    manifest = json.loads((folder.path / "manifest.json").read_text())
    manifest["files"][name] = {"sha256": "0" * 64, "size": 1, "key": "0" * 64}
    (folder.path / "manifest.json").write_text(json.dumps(manifest))
    assert only(folder).code == "manifest-name"


def test_links_and_pipes_are_not_followed(folder: Folder, tmp_path: Path) -> None:
    path = folder.path / "svg/Y02.svg"
    path.rename(tmp_path / "elsewhere.svg")
    path.symlink_to(tmp_path / "elsewhere.svg")
    pipe = folder.path / "svg/Y03.svg"
    pipe.unlink()
    os.mkfifo(pipe)
    assert [(fault.file, fault.code) for fault in folder.prove().faults] == [
        ("svg/Y02.svg", "file-unfit"),
        ("svg/Y03.svg", "file-unfit"),
    ]


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        (b"</svg>", b"", "svg-broken"),
        (b"<svg ", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg ', "svg-doctype"),
        (b"<svg ", b"<!DOCTYPE svg><svg ", "svg-doctype"),
        (b"</svg>", b"<script/></svg>", "svg-element"),
        (b"</svg>", b"<g>" * 65 + b"</g>" * 65 + b"</svg>", "svg-element"),
        (b"</svg>", b"<text>Y02</text></svg>", "svg-element"),
        (b"</svg>", b'<image href="a.png"/></svg>', "svg-element"),
        (b"<g ", b'<g xlink:href="https://example.org/a" ', "svg-reference"),
        (b"<g ", b'<g fill="url(https://example.org/a)" ', "svg-reference"),
        (b"<g ", b'<g onclick="alert(1)" ', "svg-element"),
        (b'width="50mm"', b'width="49mm"', "svg-size"),
        (b'width="50mm"', b'width="50"', "svg-size"),
        (b'viewBox="0 0 50 50"', b'viewBox="0 0 500 500"', "svg-size"),
    ],
)
def test_a_drawing_that_is_no_drawing_of_ours_is_found(folder: Folder, before: bytes, after: bytes, code: str) -> None:
    good = folder.files["svg/Y02.svg"]
    assert before in good
    folder.write("svg/Y02.svg", good.replace(before, after, 1))
    folder.sign()
    assert only(folder).code == code


# torn and hostile PDFs


@pytest.mark.parametrize("kept", [0, 1, 100, 5000, -300, -20])
def test_a_torn_file_is_a_fault_and_no_traceback(folder: Folder, kept: int) -> None:
    folder.write(SHEETS, folder.files[SHEETS][:kept])
    folder.sign()
    assert only(folder).code == "pdf-torn"


@pytest.mark.parametrize("start", range(1, 40))
def test_damage_anywhere_is_a_fault_or_harmless_but_never_a_traceback(folder: Folder, start: int) -> None:
    good = folder.files[SHEETS]
    at = len(good) * start // 40
    folder.write(SHEETS, good[:at] + bytes(60) + good[at + 60 :])
    folder.sign()
    folder.prove()


ENCRYPTIONS = {
    "for its owner": pikepdf.Encryption(owner="secret", user=""),
    "for its readers": pikepdf.Encryption(owner="secret", user="secret"),
    "with an old cipher": pikepdf.Encryption(owner="secret", user="secret", R=3, aes=False, metadata=False),
}


@pytest.mark.parametrize("encryption", ENCRYPTIONS.values(), ids=ENCRYPTIONS)
@pytest.mark.parametrize("name", [SHEETS, "rules-en.pdf", "rules-en-booklet.pdf", "box.pdf", "card-en.pdf"])
def test_an_encrypted_file_is_a_fault_that_says_so(folder: Folder, encryption: pikepdf.Encryption, name: str) -> None:
    with pikepdf.open(io.BytesIO(folder.files[SHEETS])) as pdf:
        buffer = io.BytesIO()
        pdf.save(buffer, encryption=encryption)
    folder.write(name, buffer.getvalue())
    folder.sign()
    reported = {fault.code: fault.message for fault in folder.prove().faults if fault.file == name}
    assert "encrypted" in reported["pdf-torn"]


@pytest.mark.parametrize("torn", [b"", b"%PDF-1.7", b"%PDF-1.7\ntrailer<<>>", b"\x00" * 99, b"%PDF-" + b"[" * 9999])
@pytest.mark.parametrize("name", [SHEETS, "rules-en.pdf", "rules-en-booklet.pdf", "box.pdf", "other.pdf"])
def test_what_is_no_pdf_is_a_fault_and_no_traceback(folder: Folder, torn: bytes, name: str) -> None:
    folder.write(name, torn)
    folder.sign()
    assert "pdf-torn" in {fault.code for fault in folder.prove().faults if fault.file == name}


def paged(content: bytes, pages: int) -> bytes:
    """A file whose pages all show the same stream."""
    pdf = pikepdf.new()
    shared = pdf.make_indirect(pdf.make_stream(content))
    for _ in range(pages):
        pdf.add_blank_page()
        pdf.pages[-1].obj["/Contents"] = shared
    buffer = io.BytesIO()
    pdf.save(buffer, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "pages", "reported"),
    [
        (b"n\n" * 3_000_000, 1, "inflates to more than 1000000 bytes"),
        (b"n\n" * 50_000, 200, "show more than"),
    ],
    ids=["one page", "many pages that share a stream"],
)
def test_content_beyond_all_measure_is_refused_before_it_is_played(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, content: bytes, pages: int, reported: str
) -> None:
    played = 0
    walk = Interpreter.run

    def counted(interpreter: Interpreter, holder: Any) -> Any:
        nonlocal played
        seen = walk(interpreter, holder)
        played += len(instructions(holder))
        return seen

    raw = paged(content, pages)
    assert len(raw) < 1_000_000
    folder.write("other.pdf", raw)
    folder.sign()
    monkeypatch.setattr(Interpreter, "run", counted)
    assert any(reported in fault.message for fault in folder.prove().faults)
    assert played <= (5_000_000 + MOST_PLAYED * len(raw)) / 2 + 100_000


@pytest.mark.parametrize(
    "content", ["Q", "q", "1 0 0 cm", "/X w", "(a) Tj", "BT /F1+0 x Tf", "q " * 300, "] ] >>", "1e999 0 m S"]
)
def test_content_that_makes_no_sense_is_a_fault_and_no_traceback(folder: Folder, content: str) -> None:
    folder.spoil_page(1, lambda _: content)
    assert folder.codes()


def test_files_that_were_exchanged_are_one_fault_each_that_names_the_cause(tmp_path: Path) -> None:
    """Sheets of two papers, drawings, and sheets against drawings."""
    for number, (one, other) in enumerate(
        ((SHEETS, "sheets-letter.pdf"), ("svg/Y01.svg", "svg/B01.svg"), (SHEETS, "svg/Y01.svg"))
    ):
        papers = {name: paper(name) for name in ("a4", "letter")}
        place = tmp_path / str(number)
        place.mkdir()
        folder = good_folder(place / "out", catalogue_in(place), papers)
        paths = [folder.path / one, folder.path / other]
        first, second = (path.read_bytes() for path in paths)
        paths[0].write_bytes(second)
        paths[1].write_bytes(first)
        reported = {fault.file: (fault.code, fault.message) for fault in folder.prove().faults}
        assert len(folder.prove().faults) == len(reported) == 2, reported
        for name, whose in ((one, other), (other, one)):
            assert reported[name][0] == "file-exchanged"
            assert f"made as {whose};" in reported[name][1]


def test_sheets_of_another_paper_are_one_fault(tmp_path: Path) -> None:
    papers = {name: paper(name) for name in ("a4", "letter")}
    folder = good_folder(tmp_path / "out", catalogue_in(tmp_path), papers)
    folder.write(SHEETS, (folder.path / "sheets-letter.pdf").read_bytes())
    folder.sign()
    (fault,) = folder.prove().faults
    assert (fault.code, fault.file, fault.page) == ("page-size", SHEETS, 1)
