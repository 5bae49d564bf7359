"""The wheel carries everything: installed into an empty environment, the command works from an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent.parent


def run(*command: str | Path, cwd: Path = PROJECT) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True, cwd=cwd, env=clean)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    done = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_carries_catalogue_templates_and_licences(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "generator/shipped/tiles.yaml" in names
    assert "generator/shipped/templates/papers/a4.yaml" in names
    assert "generator/shipped/templates/locales/ja/asterion.po" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith("OFL-Alegreya.txt") for name in names)
    for folder in ("generator/preview/page", "generator/games/labyrinth/preview/page"):
        page = {path.name for path in (PROJECT / folder).iterdir()}
        assert {Path(name).name for name in names if name.startswith(f"{folder}/")} == page
    assert {"asterion_press/__init__.py", "asterion_press/py.typed"} <= set(names)
    assert not [name for name in names if name.startswith(("tests", "bench", "output", "generator/public"))]


def test_the_wheel_works_in_an_empty_environment_and_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", symlinks=True, with_pip=True)
    pip = (sys.executable, "-m", "pip", "--python", tmp_path / "venv" / "bin" / "python")
    lock = ["--require-hashes", "--only-binary", ":all:", "-r", "constraints.txt"]
    installed = run(*pip, "install", "--quiet", *lock)
    if installed.returncode:
        pytest.skip("no package index in reach")
    installed = run(*pip, "install", "--quiet", "--no-index", wheel)
    assert installed.returncode == 0, "constraints.txt has all that the wheel needs\n" + installed.stderr
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
    python = "import asterion_press as press; print(press.load('doors').verify('doors/output/doors').proved)"
    told = run(tmp_path / "venv" / "bin" / "python", "-c", python, cwd=empty)
    assert told.stdout == "True\n", told.stderr
    after = [path for path in everything_below(tmp_path / "venv") if path.suffix != ".pyc"]
    assert after == [path for path in before if path.suffix != ".pyc"], "nothing is written into the program's folder"
    python = "from generator.errors import install_words; print(install_words('picture'))"
    remedy, _, _ = run(tmp_path / "venv" / "bin" / "python", "-c", python, cwd=empty).stdout.partition(", or ")
    installed = run("sh", "-c", remedy, cwd=wheel.parent)
    assert installed.returncode == 0, f"{remedy}: {installed.stderr}"
    brought = run(tmp_path / "venv" / "bin" / "python", "-c", "import resvg_py", cwd=empty)
    assert brought.returncode == 0, "the command that a message tells brings the extra"


def everything_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
