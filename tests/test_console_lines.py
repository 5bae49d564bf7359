"""Every console line of the documents, and every example of `--help`, is run and ends well.

Files that are the reader's own have a sample here; what takes long is asked for less of it. What stands in several
places is run in the first of them.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from asterion_press.catalogue import library
from asterion_press.cli.main import main
from asterion_press.pdf.document import srgb_profile
from asterion_press.rulebook.translation.language import is_incomplete
from tests.support.printed import ASTERION, Printed
from tests.support.project_commands import good
from tests.torture.commands import all_commands

PROJECT = Path(__file__).resolve().parent.parent
DOCUMENTS = (PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md")))
TEXTS = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
LESS = {
    "play simulate": ("--games", "8"),
    "play study": ("--games", "6"),
    "play match": ("--games", "2", "--players", "2"),
    "play setup asterismo --odds": ("--odds", "2"),
    "printer ink": ("--file", "sheets-a4.pdf"),
    "export png": ("--set", "dpi=150"),
}
"""What is added to a command so that it takes no minutes; of an option that is given twice the later value counts."""
ON_ONE_PAPER = ("build",)
"""Commands that print on A4 here where no paper is asked for."""
ELSEWHERE = re.compile(r" --jobs tcp://\S+")
"""Workers of a cluster; tests/simulation has some. Without them the same games are played here."""
SMALL_SEARCH = "search: {sets: 12, generation: 12, games: [10, 20], proof: 100, keep: 1}\n"


def yaml_text(first: str) -> str:
    """Return the one YAML text of the documents that has these words in it."""
    texts = [text for document in TEXTS for text in re.findall(r"```yaml\n(.*?)```", document, re.DOTALL)]
    (text,) = [text for text in texts if first in text]
    return str(text)


def samples() -> dict[str, bytes]:
    """Return a small file of each kind that the lines take for the reader's own."""
    deck = (library.root() / "tiles.yaml").read_text(encoding="utf-8")
    crossroads = "    number: 1\n"
    assert deck.count(crossroads) == 1
    target = re.sub(r"(?m)^search:.*\n(?:[ ].*\n)*", "", yaml_text("targets:")) + SMALL_SEARCH
    return {
        **dict.fromkeys(("mine.yaml", "other.yaml", "tiles.yaml"), deck.encode()),
        "old.yaml": re.sub(r"(?m)^expect:.*\n(?:[ ].*\n)*", "", deck)
        .replace(crossroads, f"{crossroads}    copies: 2\n")
        .encode(),
        "longer.yaml": yaml_text("# longer.yaml").encode(),
        "position.yaml": yaml_text("seats:").encode(),
        "press.icc": srgb_profile(),
        "targets.yaml": target.encode(),
        **{f"templates/targets/{name}-example.yaml": target.encode() for name in ("closing", "published")},
    }


def blocks() -> dict[str, list[str]]:
    """Return the lines of each console block and of each command's examples, by where they stand."""
    found = {
        f"{document.relative_to(PROJECT)} {number}": lines.splitlines()
        for document, text in zip(DOCUMENTS, TEXTS, strict=True)
        for number, lines in enumerate(re.findall(r"```console\n(.*?)```", text, re.DOTALL), 1)
    }
    for name, command in (("", main), *all_commands(main, groups=True)):
        found[f"{name} --help"] = [line.strip() for line in (command.epilog or "").splitlines()[2:]]
    return found


def steps(line: str) -> list[list[str]]:
    """Return what a line runs of ours, each as words, a file that it is written to behind ``>``."""
    line = re.sub(r"  +[^ ].*$" if "  " in line else r" # .*$", "", line)
    if (inner := re.search(r"\$\((.*)\)", line)) is not None:
        line = inner[1]
    parts = re.split(r" && | \| ", line.removeprefix("time "))
    return [shlex.split(part)[1:] for part in parts if part.startswith("asterion")]


def played_here(words: list[str]) -> str:
    """Return a line as it is run here, without a cluster."""
    return ELSEWHERE.sub("", shlex.join(words))


def with_less(words: list[str]) -> list[str]:
    """Return the words of a command that takes no minutes."""
    line = played_here(words)
    on_a4 = words[0] in ON_ONE_PAPER and not {"--paper", "--only-changed"} & set(words)
    return [
        *shlex.split(line),
        *(word for start, more in LESS.items() if f"{line} ".startswith(f"{start} ") for word in more),
        *(("--paper", "a4") if on_a4 else ()),
    ]


def new_steps() -> dict[str, list[list[str]]]:
    """Return what each block runs that no block before it has run."""
    seen: set[str] = set()
    found: dict[str, list[list[str]]] = {}
    for where, lines in BLOCKS.items():
        here = [words for line in lines for words in steps(line)]
        found[where] = [words for words in here if played_here(words) not in seen]
        seen |= set(map(played_here, here))
    return {where: new for where, new in found.items() if new}


BLOCKS = blocks()
STEPS = new_steps()


def copy_shelf(root: Path) -> Path:
    """Copy what is shipped into a folder, without languages in the making."""
    shutil.copy(PROJECT / "tiles.yaml", root)
    shutil.copytree(PROJECT / "templates", root / "templates", ignore=shutil.ignore_patterns("fonts"))
    (root / "templates" / "fonts").symlink_to(PROJECT / "templates" / "fonts")
    for language in library.all_languages():
        if is_incomplete(language, "asterion"):
            shutil.rmtree(root / "templates" / "locales" / language)
    return root


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is shipped, which no line may change."""
    return copy_shelf(tmp_path_factory.mktemp("shelf"))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Recorded games."""
    folder = tmp_path_factory.mktemp("recorded")
    good("play simulate --games 3 --record", folder / "games.jsonl")
    return folder


def state_of(*folders: Path) -> dict[Path, tuple[int, int]]:
    """Return what changes of each file below folders if it is written."""
    stats = {path: path.stat() for folder in folders for path in folder.rglob("*")}
    return {path: (stat.st_mtime_ns, stat.st_size) for path, stat in stats.items() if path.is_file()}


@pytest.fixture
def run(
    printed: Printed, recorded: Path, shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[list[str]], str]]:
    """Run the words of a command in a folder with samples; return what is wrong.

    Folders that were built are linked there file by file: who writes in the place of a file changes those of all.
    """
    asterion = printed(*ASTERION)
    before = state_of(asterion, recorded, shelf)
    monkeypatch.chdir(tmp_path)
    for name, data in samples().items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)
    shutil.copy(recorded / "games.jsonl", "games.jsonl")
    with Path("games.jsonl").open("rb") as games:
        Path("game.jsonl").write_bytes(games.readline())
    for folder in ("output/asterion", "home/prints/mine"):
        shutil.copytree(asterion, folder, copy_function=os.link)
    monkeypatch.setattr(library, "root", lambda: shelf)
    monkeypatch.setattr("asterion_press.cli.preview.watch", lambda _, renew, __: renew())
    monkeypatch.setattr(click, "launch", lambda *_: 0)
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    good("printer calibrate --printer hall --offset 0,0 --size 160,220")
    good("printer use none")
    texts = library.languages
    heard = ""

    def run(words: list[str]) -> str:
        nonlocal heard
        words, into = (words[: words.index(">")], words[-1]) if ">" in words else (words, "")
        words = [word.replace("~", str(tmp_path / "home")) for word in words]
        if "--record" in words:
            Path(words[words.index("--record") + 1]).unlink(missing_ok=True)  # it is the sample, and refused as yours
        if words[0] == "language":  # it writes where it reads
            own = tmp_path / "shelf"
            if not own.exists():
                own.mkdir()
                copy_shelf(own)
            monkeypatch.setattr(library, "root", lambda: own)
        wanted = {"en", *words}
        monkeypatch.setattr(
            library, "languages", lambda game: {tag: file for tag, file in texts(game).items() if tag in wanted}
        )
        result = CliRunner().invoke(main, with_less(words), input=heard)
        heard = result.stdout
        if into:
            Path(into).parent.mkdir(exist_ok=True)
            Path(into).write_text(heard, encoding="utf-8")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            return f"{words}: {result.exception!r}"
        return "" if result.exit_code == 0 else f"{words}: {result.exit_code}: {result.output[-400:]}"

    yield run
    assert state_of(asterion, recorded, shelf) == before


@pytest.mark.parametrize("where", STEPS)
def test_every_line_runs(where: str, run: Callable[[list[str]], str]) -> None:
    wrong = [fault for words in STEPS[where] if (fault := run(words))]
    assert not wrong, "\n".join(wrong)


def test_there_are_lines_everywhere_and_what_makes_them_short_is_needed() -> None:
    lines = {shlex.join(words) for block in BLOCKS.values() for line in block for words in steps(line)}
    run = {played_here(words) for new in STEPS.values() for words in new}
    assert run == {ELSEWHERE.sub("", line) for line in lines}
    for start in LESS:
        assert [line for line in lines if f"{line} ".startswith(f"{start} ")]
    assert [line for line in lines if ELSEWHERE.search(f" {line}")]
