"""Make a folder that runs the program in a browser: any static server shows it, and it works offline after one visit.

::

    python -m tools.page output/page
    python -m http.server --directory output/page

Python itself comes from npm (Pyodide, by `npm pack`), packages are those of `constraints.txt`; all are compared with
the hashes that are written down. What runs there is the wheel of this project. Three packages have no wheel for
browsers: of Pillow and PyYAML their Python files are taken, without what is compiled, so that Pillow reads no pictures,
and the page offers none; pikepdf is left out but for its version, and files are not read back.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path

from asterion_press import load
from asterion_press.catalogue import library
from asterion_press.making.preview import PreviewSource

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
OUR_OWN = ("__init__.py", "__main__.py")
PYODIDE = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The sha512 of the package on npm, in base64."""
TARGET = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")
ABIS = ("--abi", "cp314", "--abi", "abi3", "--abi", "none")
COMPILED = {
    "babel", "click", "filelock", "markdown-it-py", "mdit-py-plugins", "mdurl", "msgspec", "platformdirs", "polib",
    "pyphen", "reportlab", "svgwrite", "tabulate", "typing-extensions", "uharfbuzz", "wcwidth",
}  # fmt: skip
"""Packages whose wheels run in a browser as they are."""
SOURCES = {"pillow", "pyyaml", "pikepdf"}
"""Packages of which Python files alone are taken."""
IMAGING = 'PILLOW_VERSION = "{}"\nclear_cache = set_alignment = set_block_size = set_blocks_max = id\n'
"""What stands for the compiled part of Pillow, so that it can be imported."""
UNUSED = (
    "*.so.*", "*.pyi", "*/py.typed", "*.dist-info/*", "PIL/*Plugin.py", "PIL/*Tk*", "PIL/ImageFont.py",
    "reportlab/fonts/*", "reportlab/graphics/*", "uharfbuzz/_harfbuzz_test*", "pikepdf/*", "*.libs/*",
    "babel/global.dat.*",
)  # fmt: skip
"""What the page needs of no package, as patterns of paths."""
NEEDED = ("*.dist-info/METADATA", "*.dist-info/licenses/*", "*.dist-info/LICENSE*", "PIL/PngImagePlugin.py")
"""What is taken all the same."""
STANDARD = {
    "_pyrepl", "unittest", "pydoc_data", "pydoc.py", "pdb.py", "doctest.py", "xmlrpc", "wsgiref", "pickletools.py",
    "imaplib.py", "optparse.py", "mailbox.py", "smtplib.py", "configparser.py", "ctypes", "_pyio.py", "curses", "dbm",
    "sqlite3", "ensurepip", "venv", "profiling", "turtle.py", "ftplib.py", "poplib.py", "cProfile.py", "profile.py",
    "pstats.py", "trace.py", "zipapp.py", "timeit.py", "cmd.py", "bdb.py", "plistlib.py", "compileall.py", "tomllib",
    "nntplib.py", "sched.py", "modulefinder.py", "tabnanny.py", "pyclbr.py", "rlcompleter.py", "code.py", "wave.py",
}  # fmt: skip
"""Parts of the standard library that nothing here imports."""
FONTS = "asterion_press/shipped/templates/fonts"
LATER = re.compile(
    rf"{FONTS}/(ShipporiMincho|NotoSerif[A-Z]{{2}})-"
    r"|pyphen/dictionaries/hyph_(?!en)([a-z]+)"
    r"|babel/locale-data/(?!en|root)([a-z]+)"
)
"""What the page fetches when a language asks for it: large fonts by family, hyphens and plurals by language."""


def main(folder: Path) -> None:
    """Make the folder anew."""
    with tempfile.TemporaryDirectory() as scratch:
        python, files = fetch_python(Path(scratch)), fetch_packages(Path(scratch))
    languages = {tag for name in files if (tag := language_of(name))}
    files = {name: data for name, data in files.items() if is_needed(name, languages)}
    later: dict[str, dict[str, bytes]] = {}
    for name, data in list(files.items()):
        if found := LATER.match(name):
            later.setdefault(found[found.lastindex or 0], {})[name] = data
            del files[name]
    made = {f"pyodide/{name}": data for name, data in python.items()}
    made |= {f"{part}.tar.xz": pack(found) for part, found in later.items()}
    made["program.tar.xz"] = pack(files)
    made |= {path.name: path.read_bytes() for path in HERE.iterdir() if path.is_file() and path.name not in OUR_OWN}
    made |= {one: files[f"{FONTS}/{one}"] for one in ("Alegreya-Regular.ttf", "Cinzel-Bold.ttf")}
    made["minotaur.svg"] = load("asterion").draw("minotaur").encode()
    made["choices.json"] = json.dumps(choices(parts_of(files, later)), ensure_ascii=False, indent=1).encode()
    made["index.html"] = made["index.html"].replace(b"PROGRAMS", allowed_programs().encode())
    version = hashlib.sha256(b"".join(hashlib.sha256(made[name]).digest() for name in sorted(made))).hexdigest()[:16]
    listed = json.dumps(["./", *sorted(set(made) - {"offline.js"})])
    made["offline.js"] = made["offline.js"].replace(b"VERSION", version.encode()).replace(b'"FILES"', listed.encode())
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    first = sum(len(data) for name, data in made.items() if name.removesuffix(".tar.xz") not in later)
    print(f"{folder}: {first / 1e6:.1f} MB before the first PDF, {sum(map(len, made.values())) / 1e6:.1f} MB in all")


def fetch_python(scratch: Path) -> dict[str, bytes]:
    """Return the files of Pyodide, by name: what a browser need not have as it is, packed by gzip."""
    if not (npm := shutil.which("npm")):
        raise SystemExit("npm is needed: Python for browsers is one of its packages; Debian's package npm has it")
    package = f"pyodide@{PYODIDE}"
    subprocess.run([npm, "pack", "--silent", package], cwd=scratch, check=True, stdout=subprocess.DEVNULL)
    archive = (scratch / f"pyodide-{PYODIDE}.tgz").read_bytes()
    if base64.b64encode(hashlib.sha512(archive).digest()).decode() != INTEGRITY:
        raise SystemExit(f"{package} is another one than was written down")
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        files = {one.name.rpartition("/")[2]: opened.extractfile(one).read() for one in opened if one.isfile()}  # type: ignore[union-attr]
    lock = json.dumps(json.loads(files["pyodide-lock.json"]) | {"packages": {}})
    packed = {f"{name}.gz": gzip.compress(files[name], mtime=0) for name in ("pyodide.asm.wasm", "pyodide.asm.mjs")}
    names = ("pyodide.mjs", "package.json")
    made = {"pyodide-lock.json": lock.encode(), "python_stdlib.zip": prune(files["python_stdlib.zip"])}
    return {name: files[name] for name in names} | packed | made


def prune(library: bytes) -> bytes:
    """Return Python's standard library without what nothing here imports."""
    found = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as old, zipfile.ZipFile(found, "w") as new:
        for name in sorted(old.namelist()):
            if name.partition("/")[0] not in STANDARD and not name.endswith("/"):
                new.writestr(zipfile.ZipInfo(name), old.read(name), zipfile.ZIP_DEFLATED, 9)
    return found.getvalue()


def fetch_packages(scratch: Path) -> dict[str, bytes]:
    """Return the files of this project's wheel and of all packages that it needs, by their paths."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", scratch, PROJECT], check=True)
    locked = re.split(r"(?m)^(?=\w)", (PROJECT / "constraints.txt").read_text(encoding="utf-8"))
    for names, target in ((COMPILED, (*TARGET, *ABIS)), (SOURCES, ())):
        listed = scratch / "listed.txt"
        listed.write_text("".join(one for one in locked if one.partition("==")[0] in names), encoding="utf-8")
        asked = ("--require-hashes", "--no-deps", "--only-binary", ":all:", "--dest", scratch, "-r", listed)
        subprocess.run([*pip, "download", *target, *asked], check=True)
    files = dict[str, bytes]()
    for wheel in sorted(scratch.glob("*.whl")):
        package, version = wheel.name.split("-")[:2]
        with zipfile.ZipFile(wheel) as opened:
            there = [one for one in opened.namelist() if not one.endswith("/")]
            without = (".so", ".pyd") if package in SOURCES else ()
            files |= {one: opened.read(one) for one in there if not one.endswith(without)}
        if package == "pillow":
            files["PIL/_imaging.py"] = IMAGING.format(version).encode()
    return files


def language_of(name: str) -> str:
    """Return the language of a file of this project's words; empty for any other file."""
    found = re.fullmatch(r"asterion_press/shipped/templates/locales/([\w-]+)/words\.yaml", name)
    return found[1].replace("-", "_") if found else ""


def is_needed(name: str, languages: Iterable[str]) -> bool:
    """Return whether the page needs a file: of tables by language, those of its own languages alone."""
    if fnmatch(name, "babel/locale-data/*.dat"):
        return Path(name).stem in {"root", *languages, *(tag.partition("_")[0] for tag in languages)}
    if fnmatch(name, "pyphen/dictionaries/*.dic"):
        return Path(name).stem.removeprefix("hyph_").partition("_")[0] in {tag.partition("_")[0] for tag in languages}
    return any(fnmatch(name, one) for one in NEEDED) or not any(fnmatch(name, one) for one in UNUSED)


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return files as one archive, the same for the same files; a file beside one of its kind takes less."""
    found = io.BytesIO()
    with tarfile.open(fileobj=found, mode="w:xz", preset=9) as archive:
        for name in sorted(files, key=lambda name: (Path(name).suffix, name)):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    return found.getvalue()


def parts_of(files: Mapping[str, bytes], later: Iterable[str]) -> dict[str, list[str]]:
    """Return the parts that are fetched for each language: its fonts, and what bears its name."""
    found: dict[str, list[str]] = {}
    for name in filter(language_of, files):
        tag, fonts = Path(name).parent.name, re.search(r"(?m)^fonts: (.*)$", files[name].decode())
        named = {tag.partition("-")[0], *re.findall(r"\w+", fonts[1] if fonts else "")}
        found[tag] = [part for part in later if part in named]
    return found


def choices(parts: Mapping[str, list[str]]) -> dict[str, object]:
    """Return what the page lets choose, by kind; a language has the parts that the page fetches for it."""
    found: dict[str, object] = {kind: listed(kind) for kind in ("games", "papers", "themes")}
    tongues = [(one["language"], one["name"]) for one in listed("languages")]
    return found | {"languages": [{"language": tag, "name": name, "parts": parts[tag]} for tag, name in tongues]}


def listed(kind: str) -> list[dict[str, str]]:
    """Return what `asterion list` lists of a kind."""
    found: list[dict[str, str]] = json.loads(asterion("list", kind, "--format", "json"))[kind]
    return found


def asterion(*arguments: str) -> bytes:
    """Return what a command prints."""
    return subprocess.check_output([sys.executable, "-m", "asterion_press", *arguments])


def allowed_programs() -> str:
    """Return the hashes of the programs in a preview, which the page shows within itself and to its own policy."""
    found: set[str] = set()
    for game in ("asterion", "minotaurus"):
        source = PreviewSource(library.game_file(game), library.theme_file("knossos"), live=True)
        sources = re.search(r"script-src ([^;]*)", source.page().policy)
        found.update(sources[1].split() if sources else ())
    return " ".join(sorted(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
