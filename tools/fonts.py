"""Make the subset fonts in ``templates/fonts/`` from ``tools/fonts.lock.json``.

A maintainer's tool: the program itself needs neither npm nor fontTools. Every
package named in the lock is fetched with the ordinary npm client, its sha512 is
compared with the lock, and the listed member files are subset. The same lock and
the same fontTools give the same bytes on every run.

Usage::

    python tools/fonts.py          # write templates/fonts/
    python tools/fonts.py --check  # rebuild in memory and compare
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
from pathlib import Path
from typing import Any, NamedTuple, NotRequired, TypedDict, cast

import fontTools
from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "tools" / "fonts.lock.json"
TARGET = ROOT / "templates" / "fonts"

LAYOUT_FEATURES = ("kern", "mark", "mkmk", "ccmp")
DROPPED_TABLES = ("DSIG", "STAT", "BASE", "VORG", "vhea", "vmtx")
FORBIDDEN_TABLES = ("CFF ", "CFF2", "fvar", "gvar")
KEPT_NAMES = (0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17)
COPYRIGHT, VERSION, POSTSCRIPT = 0, 5, 6
OFL_MARK = "SIL OPEN FONT LICENSE Version 1.1"


class FontsError(Exception):
    """A package, a font or a licence is not what the lock says or the rules allow."""


class FontEntry(TypedDict):
    """One font file of the lock: where it comes from and how it is subset."""

    member: str
    output: str
    coverage: str
    freeze: list[str]
    unaccented: NotRequired[bool]


class PackageEntry(TypedDict):
    """One npm package of the lock; `licence_of` names an earlier family whose licence it is under, if it holds none."""

    name: str
    version: str
    integrity: str
    family: str
    licence: NotRequired[str]
    licence_of: NotRequired[str]
    fonts: list[FontEntry]


class Coverage(TypedDict):
    """A named set of characters: a few words for people, and its parts."""

    about: str
    parts: list[str]


class Lock(TypedDict):
    """The whole lock file."""

    fonttools: str
    coverages: dict[str, Coverage]
    packages: list[PackageEntry]


class MadeFont(NamedTuple):
    """A finished subset and what the README says about it."""

    data: bytes
    copyright: str
    version: str
    postscript: str
    characters: int


class Row(NamedTuple):
    """One line of the README's table of families."""

    package: PackageEntry
    made: list[MadeFont]
    reserved: list[str]


CHARACTER_SETS = {"jisx0208": "euc_jp", "gb2312": "gb2312", "ksx1001": "euc_kr", "big5": "big5"}
"""National sets of rows, and the codec of each that adds 0xA0 to the row.

Source: JIS X 0208 (kanji of level 1: rows 16 to 47), GB/T 2312 (hanzi of level 1: 16 to 55), KS X 1001 (hangul: 16 to
40), Big5 (hanzi of level 1, 5401 of them: 4 to 38).
"""
CELLS = tuple(range(0xA1, 0xFF))
"""Second bytes of a row's characters."""
BIG5_CELLS = (*range(0x40, 0x7F), *CELLS)
"""Those of Big5, whose rows are longer."""
NOT_BIG5 = range(0xC6A1, 0xC900)
"""Codes between the two levels of Big5, where the codec has kana and signs of a later extension."""
TONOS = "\N{COMBINING ACUTE ACCENT}"


def set_rows(codec: str, first: int, last: int) -> set[int]:
    """Return the code points of rows of a national character set.

    Args:
        codec: Its codec, of :data:`CHARACTER_SETS`.
        first: The first row, 1 to 94.
        last: The last row, included.

    Returns:
        The code points that the rows define; empty cells are left out.
    """
    found: set[int] = set()
    for lead in range(first + 0xA0, last + 0xA0 + 1):
        for cell in BIG5_CELLS if codec == "big5" else CELLS:
            if codec == "big5" and lead << 8 | cell in NOT_BIG5:
                continue
            try:
                found.add(ord(bytes((lead, cell)).decode(codec)))
            except UnicodeDecodeError:
                continue
    return found


def part_points(part: str) -> set[int]:
    """Return the code points of one part of a coverage.

    Args:
        part: ``U+0020-007E``, ``U+2212``, ``jisx0208:16-47``, also of gb2312, ksx1001 and big5, or ``text:...``.

    Returns:
        The code points that the part names.

    Raises:
        FontsError: The part is in none of these forms.
    """
    if part.startswith("text:"):
        return {ord(character) for character in part.removeprefix("text:")}
    if match := re.fullmatch(rf"({'|'.join(CHARACTER_SETS)}):(\d+)-(\d+)", part):
        return set_rows(CHARACTER_SETS[match[1]], int(match[2]), int(match[3]))
    if match := re.fullmatch(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", part):
        return set(range(int(match[1], 16), int(match[2] or match[1], 16) + 1))
    raise FontsError(f"coverage part not understood: {part!r}")


def coverage_points(coverage: Coverage) -> set[int]:
    """Return every code point that a coverage asks for."""
    return set().union(*(part_points(part) for part in coverage["parts"]))


def fetch_package(package: PackageEntry, folder: Path) -> bytes:
    """Download a package's tarball and check its sha512.

    Args:
        package: The package as locked.
        folder: An empty folder for npm to write to.

    Returns:
        The bytes of the tarball.

    Raises:
        FontsError: npm is missing or failed, or the tarball is another one.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise FontsError("npm is not installed")
    spec = f"{package['name']}@{package['version']}"
    command = [npm, "pack", "--silent", spec]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    tarballs = sorted(folder.glob("*.tgz"))
    if done.returncode != 0 or len(tarballs) != 1:
        raise FontsError(f"npm pack {spec} failed: {done.stderr.strip()[-300:]}")
    data = tarballs[0].read_bytes()
    digest = base64.b64encode(hashlib.sha512(data).digest()).decode("ascii")
    if f"sha512-{digest}" != package["integrity"]:
        raise FontsError(f"{spec}: sha512 differs from the lock: sha512-{digest}")
    return data


def read_member(tarball: tarfile.TarFile, member: str) -> bytes:
    """Return the bytes of one regular file of an npm tarball."""
    try:
        stream = tarball.extractfile(f"package/{member}")
    except KeyError:
        stream = None
    if stream is None:
        raise FontsError(f"no file {member} in the package")
    return stream.read()


def feature_substitutions(font: TTFont, feature: str) -> dict[str, str]:
    """Collect the one-to-one glyph substitutions of a GSUB feature.

    Args:
        font: The font to read.
        feature: The feature's tag, such as ``lnum``.

    Returns:
        Glyph name to substitute's glyph name.

    Raises:
        FontsError: The font has no single substitution under that tag.
    """
    table: Any = font["GSUB"].table
    records = table.FeatureList.FeatureRecord
    indices = {index for record in records if record.FeatureTag == feature for index in record.Feature.LookupListIndex}
    found: dict[str, str] = {}
    for index in sorted(indices):
        for subtable in table.LookupList.Lookup[index].SubTable:
            single = getattr(subtable, "ExtSubTable", subtable)
            if single.LookupType == 1:
                found.update(single.mapping)
    if not found:
        raise FontsError(f"no single substitution in feature {feature}")
    return found


def freeze_feature(font: TTFont, feature: str) -> None:
    """Make a feature's glyphs the default ones by rewriting the cmap."""
    substitutes = feature_substitutions(font, feature)
    cmap: Any = font["cmap"]
    for table in cmap.tables:
        if table.isUnicode():
            table.cmap = {point: substitutes.get(glyph, glyph) for point, glyph in table.cmap.items()}


def unaccent_greek(font: TTFont) -> None:
    """Show Greek letters without their tonos, by rewriting the cmap: capitals, also small ones, bear none.

    The dialytika stays. The characters stay what they are, so that what is copied out of a page keeps its accents.
    Source: the orthography of Greek, as in the Unicode standard 7.2, "Greek: uppercase".
    """
    cmap: Any = font["cmap"]
    for table in cmap.tables:
        if table.isUnicode():
            bare = {point: table.cmap.get(_without_tonos(point)) for point in table.cmap if 0x386 <= point <= 0x3CE}
            table.cmap = {point: bare.get(point) or glyph for point, glyph in table.cmap.items()}


def _without_tonos(point: int) -> int:
    """Return a Greek letter's code point without its tonos."""
    parts = unicodedata.normalize("NFD", chr(point)).replace(TONOS, "")
    return ord(unicodedata.normalize("NFC", parts)[0])


def subset_options() -> subset.Options:
    """Return the options that every font is subset with."""
    options = subset.Options()
    options.layout_features = list(LAYOUT_FEATURES)
    options.drop_tables += list(DROPPED_TABLES)
    options.name_IDs = list(KEPT_NAMES)
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.harfbuzz_repacker = False  # or the bytes depend on what is installed
    return options


def font_name(font: TTFont, number: int) -> str:
    """Return an entry of the font's name table, or an empty text."""
    table: Any = font["name"]
    return str(table.getDebugName(number) or "")


def make_font(source: bytes, entry: FontEntry, points: set[int]) -> MadeFont:
    """Subset one font.

    Args:
        source: The bytes of the whole font.
        entry: Its entry in the lock.
        points: The code points to keep, as far as the font has them.

    Returns:
        The finished subset.

    Raises:
        FontsError: The font is variable, or its outlines are not TrueType.
    """
    options = subset_options()
    font = subset.load_font(io.BytesIO(source), options)
    forbidden = [tag for tag in FORBIDDEN_TABLES if tag in font]
    if forbidden or "glyf" not in font:
        raise FontsError(f"{entry['member']}: not a static TrueType font {forbidden}")
    for feature in entry["freeze"]:
        freeze_feature(font, feature)
    if entry.get("unaccented"):
        unaccent_greek(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    out = io.BytesIO()
    font.save(out, reorderTables=True)
    return MadeFont(
        data=out.getvalue(),
        copyright=font_name(font, COPYRIGHT),
        version=font_name(font, VERSION).split(";")[0].removeprefix("Version "),
        postscript=font_name(font, POSTSCRIPT),
        characters=len(font.getBestCmap() or {}),
    )


def reserved_names(notice: str) -> list[str]:
    """Return the Reserved Font Names that a copyright notice declares."""
    clauses = re.findall(r"Reserved Font Names?:?([^\n]*)", notice)
    quoted = re.findall(r"[\"'“\u2018]([^\"'”\u2019]+)[\"'”\u2019]", " ".join(clauses))
    if clauses and not quoted:
        raise FontsError(f"reserved name not understood: {notice!r}")
    return sorted(set(quoted))


def licence_text(text: str, made: list[MadeFont]) -> str:
    """Return a family's OFL text, the fonts' own copyright lines in front.

    Args:
        text: The licence file of the package.
        made: The family's fonts.

    Returns:
        The text; a copyright line that the package left out is added.

    Raises:
        FontsError: The text is not the Open Font License 1.1.
    """
    if OFL_MARK not in text:
        raise FontsError("the licence file is not the OFL 1.1")
    lines = [line.rstrip() for line in text.splitlines()]
    missing = sorted({font.copyright for font in made} - set(lines))
    return "\n".join(missing + lines).rstrip() + "\n"


def check_reserved(package: PackageEntry, licence: str, made: list[MadeFont]) -> Row:
    """Refuse a family that may not be subset under its name.

    Args:
        package: The family's package.
        licence: Its licence text with the copyright lines.
        made: Its fonts.

    Returns:
        The family's line for the README.

    Raises:
        FontsError: A font's name holds a name that its licence reserves.
    """
    reserved = reserved_names(licence.partition(OFL_MARK)[0])
    plain = [package["family"], *(font.postscript for font in made)]
    for name in reserved:
        key = name.replace(" ", "").lower()
        if any(key in taken.replace(" ", "").lower() for taken in plain):
            raise FontsError(f"{package['family']}: {name} is a Reserved Font Name")
    return Row(package, made, reserved)


def build_package(
    package: PackageEntry, coverages: dict[str, Coverage], licences: dict[str, str], folder: Path
) -> tuple[Row, dict[str, bytes]]:
    """Make all files of one family.

    Args:
        package: The family's package.
        coverages: The lock's named sets of characters.
        licences: Licence texts by family; this family's is added.
        folder: An empty folder for the download.

    Returns:
        The family's README line, and its files by name.
    """
    data = fetch_package(package, folder)
    made: list[MadeFont] = []
    with tarfile.open(fileobj=io.BytesIO(data)) as tarball:
        own = package.get("licence")
        text = read_member(tarball, own).decode("utf-8") if own else licences[package.get("licence_of", "")]
        licences[package["family"]] = text
        for entry in package["fonts"]:
            points = coverage_points(coverages[entry["coverage"]])
            made.append(make_font(read_member(tarball, entry["member"]), entry, points))
    licence = licence_text(text, made)
    outputs = [entry["output"] for entry in package["fonts"]]
    files = {name: font.data for name, font in zip(outputs, made, strict=True)}
    files[licence_name(package)] = licence.encode("utf-8")
    return check_reserved(package, licence, made), files


def licence_name(package: PackageEntry) -> str:
    """Return the file name of a family's licence."""
    return f"OFL-{package['family'].replace(' ', '')}.txt"


def readme_row(row: Row, coverages: dict[str, Coverage]) -> str:
    """Return a family's line of the README's table."""
    package = row.package
    styles = [Path(entry["output"]).stem.split("-")[1] for entry in package["fonts"]]
    kinds = dict.fromkeys(entry["coverage"] for entry in package["fonts"])
    about = "; ".join(coverages[kind]["about"] for kind in kinds)
    count = " / ".join(dict.fromkeys(str(font.characters) for font in row.made))
    reserved = ", ".join(f"'{name}'" for name in row.reserved)
    cells = [
        package["family"],
        ", ".join(styles),
        ", ".join(dict.fromkeys(font.version for font in row.made)),
        f"`{package['name']}` {package['version']}",
        f"[OFL 1.1]({licence_name(package)})",
        f"yes: {reserved}, not part of this name" if reserved else "no",
        f"{about} ({count} characters)",
    ]
    return "| " + " | ".join(cells) + " |"


def readme_text(rows: list[Row], coverages: dict[str, Coverage]) -> str:
    """Return the README of the fonts folder."""
    lines = [
        "# Fonts",
        "",
        "Every file here, this one too, is made by `python tools/fonts.py` from",
        "`tools/fonts.lock.json`; do not edit by hand. `--check` tells whether they",
        "are still what the lock says. All are subsets of static TrueType fonts",
        "without hinting, with the layout features kern, mark, mkmk and ccmp and no",
        "ligatures. Alegreya's lining digits (`lnum`) are made the default ones, and",
        "Alegreya SC, which sets headings, shows Greek without the tonos, as Greek",
        "capitals are written. The fonts are under the SIL Open Font License 1.1, not",
        "under the program's.",
        "",
        "| family | styles | version | package | licence | reserved name | coverage |",
        "|---|---|---|---|---|---|---|",
        *(readme_row(row, coverages) for row in rows),
    ]
    return "\n".join(lines) + "\n"


def check_postscript_names(rows: list[Row]) -> None:
    """Refuse two fonts of one PostScript name: ReportLab would take one for both."""
    names = [font.postscript for row in rows for font in row.made]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise FontsError(f"PostScript names used twice: {', '.join(twice)}")


def build(lock: Lock) -> dict[str, bytes]:
    """Make every file of the fonts folder in memory.

    Args:
        lock: The lock file's content.

    Returns:
        The files' bytes by name.

    Raises:
        FontsError: The installed fontTools is not the locked one, or a package,
            a font or a licence is refused.
    """
    if fontTools.version != lock["fonttools"]:
        raise FontsError(f"needs fonttools {lock['fonttools']}, not {fontTools.version}")
    rows: list[Row] = []
    files: dict[str, bytes] = {}
    licences: dict[str, str] = {}
    for package in lock["packages"]:
        with tempfile.TemporaryDirectory() as folder:
            row, made = build_package(package, lock["coverages"], licences, Path(folder))
        rows.append(row)
        files.update(made)
    check_postscript_names(rows)
    files["README.md"] = readme_text(rows, lock["coverages"]).encode("utf-8")
    return files


def differences(files: dict[str, bytes], folder: Path) -> list[str]:
    """Compare built files with a folder.

    Args:
        files: The files' bytes by name.
        folder: The folder that should hold exactly these.

    Returns:
        One line for each file that is missing, different or unexpected.
    """
    present = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    lines = [f"unexpected: {name}" for name in sorted(present - files.keys())]
    for name, data in sorted(files.items()):
        if name not in present:
            lines.append(f"missing: {name}")
        elif (folder / name).read_bytes() != data:
            lines.append(f"different: {name}")
    return lines


def write(files: dict[str, bytes], folder: Path) -> None:
    """Write the files to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in sorted(files.items()):
        (folder / name).write_bytes(data)


def main(arguments: list[str] | None = None) -> int:
    """Run the tool.

    Args:
        arguments: The command line without the program's name.

    Returns:
        0 when all is well, 1 when a check fails or a font is refused.
    """
    parser = argparse.ArgumentParser(description="Make templates/fonts/ from the lock.")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(arguments)
    try:
        files = build(cast("Lock", json.loads(LOCK.read_text(encoding="utf-8"))))
    except FontsError as error:
        sys.stderr.write(f"fonts: {error}\n")
        return 1
    if not options.check:
        write(files, TARGET)
    lines = differences(files, TARGET)
    for line in lines:
        sys.stderr.write(f"fonts: {line}\n")
    total = sum(len(data) for data in files.values())
    sys.stdout.write(f"{len(files)} files, {total} bytes\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
