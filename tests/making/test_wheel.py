"""The wheel carries everything: installed into an empty environment, the command works from an empty folder.

A command that lacks an extra names what brings it, and each way that it names is gone here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from asterion_press.errors import install_words
from tools.lock import index_of_pip

PROJECT = Path(__file__).resolve().parent.parent.parent


LOCK = ("--require-hashes", "--only-binary", ":all:", "-r", str(PROJECT / "constraints.txt"))
POSITION = "game: asterion\nseats: [yellow, blue]\ntiles: [{tile: minotaur, at: [0, 0]}, {tile: Y03, at: [1, 0]}]\n"
ASKING = ("play", "score", "position.yaml", "--draw", "position.png")
"""What needs the extra `picture`."""


def run(*command: str | Path, cwd: Path = PROJECT, **more: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | more
    return subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True, cwd=cwd, env=clean)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    done = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_carries_catalogue_templates_and_licences(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "asterion_press/shipped/tiles.yaml" in names
    assert "asterion_press/shipped/templates/papers/a4.yaml" in names
    assert "asterion_press/shipped/templates/locales/ja/asterion.po" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith("OFL-Alegreya.txt") for name in names)
    for folder in ("preview/page", "games/labyrinth/preview/page", "exports/frames"):
        page = {path.name for path in (PROJECT / "generator/asterion_press" / folder).iterdir()}
        assert {Path(name).name for name in names if name.startswith(f"asterion_press/{folder}/")} == page
    assert {"asterion_press/__init__.py", "asterion_press/py.typed"} <= set(names)
    assert not [name for name in names if name.startswith(("tests", "bench", "output", "generator"))]


def test_the_wheel_works_in_an_empty_environment_and_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    python = python_in(tmp_path / "venv")
    install(python, "--no-index", wheel)  # constraints.txt has all that it needs
    empty = tmp_path / "empty"
    empty.mkdir()
    command = tmp_path / "venv" / "bin" / "asterion"

    def asterion(*words: str, cwd: Path = empty) -> str:
        done = run(command, *words, cwd=cwd)
        assert done.returncode == 0, done.stderr
        return done.stdout

    before = everything_below(tmp_path / "venv")
    assert "proved" in asterion("build", "--paper", "a4", "--language", "en", "--language", "ja")
    assert (empty / "output" / "asterion" / "rules-ja.pdf").is_file()
    asterion("preview")
    assert (empty / "output" / "asterion-gallery.html").is_file()

    asterion("init", "doors", "--language", "en", "--language", "fr")
    own = empty / "doors"
    (own / "words").mkdir()
    (own / "words" / "fr.yaml").write_text("colours: {north: nord, east: est, west: ouest}\n", encoding="utf-8")
    assert "48 square tokens of 45 mm in 3 colours" in asterion("check", cwd=own)
    asterion("build", "--language", "en", "--language", "fr", cwd=own)
    assert asterion("verify", cwd=own).endswith("\nproved\n")
    made = {path.relative_to(own / "output" / "doors").as_posix(): path for path in everything_below(own / "output")}
    assert {"sheets-a4.pdf", "rules-en.pdf", "rules-fr.html", "svg/west-key.svg"} <= made.keys()
    asterion("preview", cwd=own)
    asterion("export", "png", cwd=own)
    made |= {path.relative_to(own / "output").as_posix(): path for path in everything_below(own / "output")}
    assert {"doors-gallery.html", "doors-png/tokens/fronts/north-key.png"} <= made.keys()
    read = b"".join(path.read_bytes() for name, path in made.items() if not name.endswith((".pdf", ".png")))
    for foreign in (b"inotaur", b"bull", b"Asterion"):
        assert foreign not in read
    assert {path.name for path in empty.iterdir()} == {"output", "doors"}, "no file outside of the folder is touched"
    asterion("init", "mine", "--from", "asterion")
    catalogue = empty / "mine" / "game.yaml"
    catalogue.write_text(catalogue.read_text(encoding="utf-8").replace("NESW", "NES", 1), encoding="utf-8")
    asterion("build", "--paper", "a4", cwd=empty / "mine")
    assert "proved" in asterion("verify", cwd=empty / "mine")
    program = "import asterion_press as press; print(press.load('doors').verify('doors/output/doors').proved)"
    reported = run(tmp_path / "venv" / "bin" / "python", "-c", program, cwd=empty)
    assert reported.stdout == "True\n", reported.stderr
    after = [path for path in everything_below(tmp_path / "venv") if path.suffix != ".pyc"]
    assert after == [path for path in before if path.suffix != ".pyc"], "nothing is written into the program's folder"


def everything_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def remedies(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the commands that a refusal names."""
    assert done.returncode == 1, done.stderr
    output = re.search(r"the extra 'picture' brings it: (.*)", done.stderr)
    assert output, done.stderr
    ways = output[1].removesuffix("; or draw .svg or .pdf").removesuffix(", where the wheel's file lies")
    return ways.split(", or ")


def install(python: Path, *words: str | Path) -> None:
    installed = run(python, "-m", "pip", "install", "--quiet", *words)
    assert installed.returncode == 0, installed.stderr


def bring(remedy: str, folder: Path) -> None:
    """Do what a refusal names, in a folder."""
    brought = run("sh", "-c", remedy, cwd=folder)
    assert brought.returncode == 0, f"{remedy}\n{brought.stderr}"


def works(done: subprocess.CompletedProcess[str], folder: Path) -> None:
    assert done.returncode == 0, done.stderr
    assert (folder / "position.png").read_bytes().startswith(b"\x89PNG")


def python_in(folder: Path) -> Path:
    """Make an environment with what the program needs."""
    venv.create(folder, symlinks=True, with_pip=True)
    python = folder / "bin" / "python"
    installed = run(python, "-m", "pip", "install", "--quiet", *LOCK)
    if installed.returncode:
        pytest.skip("no package index in reach")
    return python


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "position.yaml").write_text(POSITION, encoding="utf-8")
    return folder


# The way to an extra that a command names


def test_in_a_clone_the_lock_file_of_the_extra_brings_it(folder: Path, tmp_path: Path) -> None:
    clone = tmp_path / "a clone"
    shutil.copytree(PROJECT, clone, ignore=shutil.ignore_patterns(".*", "output", "build", "tests", "__pycache__"))
    python = python_in(clone / ".venv")
    install(python, "--no-deps", "--no-build-isolation", "--editable", clone)  # as `make` installs it
    command = python.with_name("asterion")
    (remedy,) = remedies(run(command, *ASKING, cwd=folder))
    bring(remedy, folder)
    works(run(command, *ASKING, cwd=folder), folder)
    wanted = re.search(r"^resvg-py==(\S+)", (PROJECT / "constraints-all.txt").read_text(encoding="utf-8"), re.MULTILINE)
    version = run(python, "-c", "from importlib.metadata import version; print(version('resvg-py'))", cwd=folder)
    assert wanted
    assert version.stdout.strip() == wanted[1], "the extra is pinned where the rest is"


def test_in_an_environment_pip_brings_it_from_the_file_of_the_wheel(wheel: Path, folder: Path, tmp_path: Path) -> None:
    python = python_in(tmp_path / "an environment")
    install(python, "--no-index", wheel)
    command = python.with_name("asterion")
    remedy = remedies(run(command, *ASKING, cwd=folder))[0]
    bring(remedy, wheel.parent)
    works(run(command, *ASKING, cwd=folder), folder)


def test_uvx_runs_the_file_of_the_wheel_with_it(wheel: Path, folder: Path, tmp_path: Path) -> None:
    beside = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    if (uvx := shutil.which("uvx", path=beside)) is None:
        pytest.skip("uv is not installed")
    own = {"UV_CACHE_DIR": str(tmp_path / "cache"), "UV_PYTHON": sys.executable, "UV_PYTHON_DOWNLOADS": "never"}
    own |= index_of_pip() | {"PATH": beside}
    shutil.copy(wheel, folder)
    refused = run(uvx, "--from", f"./{wheel.name}", "asterion", *ASKING, cwd=folder, **own)
    if "the extra" not in refused.stderr:
        pytest.skip(f"no package index in reach: {refused.stderr[-200:]}")
    remedy = remedies(refused)[-1]
    works(run("sh", "-c", f"{remedy} {' '.join(ASKING)}", cwd=folder, **own), folder)


def test_each_extra_has_a_lock_file_that_its_message_names() -> None:
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    output = {extra: install_words(extra) for extra in extras if extra != "all"}
    assert not {extra: words for extra, words in output.items() if f"{PROJECT}/constraints-{extra}.txt" not in words}
