"""`asterion preview --watch` as a program of its own, seen in a real browser: it renews, shows mistakes, recovers."""

from __future__ import annotations

import ast
import errno
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import watchfiles
from click.testing import CliRunner, Result

import asterion_press
from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.cli.main import main
from asterion_press.drawing import inks as drawing_inks
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.making.preview import PreviewSource
from asterion_press.preview import serving
from asterion_press.preview.serving import LivePage
from tests.support.chromium import REBOUND, Window
from tests.support.processes import PATIENCE_S, ending, wait_until

Show = Callable[..., Window]
ALL_SHOWN = "(n) => [...document.querySelectorAll('.programmed .card')].filter((c) => c.checkVisibility()).length === n"
NOTICE = "() => { const n = document.getElementById('notice'); return !n.hidden && n.innerText; }"
BRIDGE = "      - {exits: EW, coins: 1}"

NOBODY = 65534


def replaced(path: Path, text: str) -> None:
    """Write as editors do: a new file in the place of the old one."""
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    path = tmp_path / "deck.yaml"
    path.write_bytes(library.game_file().path.read_bytes())
    return path


class Program:
    """`asterion preview --watch`, and what it has said so far: its address, and lines."""

    def __init__(self, process: subprocess.Popen[bytes], printed: Path) -> None:
        self._process, self._output = process, printed
        wait_until(lambda: self.printed or process.poll() is not None)
        self.url = self.printed[0].rstrip()

    @property
    def printed(self) -> list[str]:
        return [line for line in self._output.read_text(encoding="utf-8").splitlines(keepends=True) if line[-1] == "\n"]

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        self._process.send_signal(how)
        return self._process.wait(PATIENCE_S)


@pytest.fixture
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Program]]:
    printed = tmp_path_factory.mktemp("terminal") / "said"
    line = [sys.executable, "-u", "-m", "asterion_press", "preview", "--watch"]
    with ExitStack() as stack, printed.open("wb") as terminal:

        def start(*arguments: object) -> Program:
            words = [*line, *map(str, arguments)]
            process = stack.enter_context(ending(subprocess.Popen(words, stdout=terminal, stderr=subprocess.STDOUT)))
            return Program(process, printed)

        yield start


def shown(window: Window, script: str, **given: int) -> Any:
    return window.page.wait_for_function(script, **given).json_value()


def test_a_changed_path_is_seen_compared_and_nothing_chosen_is_lost(
    show: Show, catalogue: Path, started: Callable[..., Program], deck: Deck
) -> None:
    program = started(catalogue)
    window = show(program.url + "#tiles?q=coin-bridge&colour=blue")
    before = shown(window, "() => document.querySelector('.programmed')?.dataset.version")
    replaced(catalogue, catalogue.read_text().replace(BRIDGE, "      - {exits: EW, coins: 2}"))
    shown(window, f"() => ![undefined, '{before}'].includes(document.querySelector('.programmed')?.dataset.version)")
    cards = "() => [...document.querySelectorAll('.card')].filter((c) => c.checkVisibility()).map((c) => c.className)"
    assert window.page.evaluate(cards) == ["card fresh"]
    card = window.page.locator('.card[data-tile="B04"]:visible')
    assert "ns:p | ew:cc" in str(card.get_attribute("data-words"))
    window.page.get_by_role("link", name="Compare").click()
    assert "coins +4" in window.page.locator(".change").inner_text()
    assert window.page.locator("#compare .tally li").all_inner_texts() == ["coins 8 → 12+4"]
    assert window.page.locator(".reprint").inner_text() == "To print: Y04, B04, R04, G04"
    window.page.get_by_role("link", name="Composition").click()
    assert "deck.yaml against as the watch began" in window.page.locator(".against").inner_text()
    assert window.page.locator(".against li").all_inner_texts() == ["coins 8 → 12+4"]
    assert window.page.locator("[data-deck='0'] tbody tr:last-child td").nth(2).inner_text() == "12"
    window.leave()
    assert program.stop() == 0
    first, second = program.printed[1:3]
    assert re.fullmatch(r"\d+ pictures drawn\n", first)
    assert second == f"{len(deck.catalogue.colours)} pictures drawn\n", "only what changed is redrawn"
    assert program.printed[-1] == "the watch has ended\n"


def test_a_mistake_is_shown_with_its_place_and_gone_when_it_is_mended(
    show: Show, catalogue: Path, started: Callable[..., Program], deck: Deck
) -> None:
    good = catalogue.read_text()
    program = started(catalogue)
    window = show(program.url)
    shown(window, ALL_SHOWN, arg=len(deck.tiles))
    lines = good.splitlines()
    line = 1 + lines.index(BRIDGE)
    column = 1 + lines[line - 1].index("EW")
    replaced(catalogue, good.replace(BRIDGE, "      - {exits: EX, coins: 1}"))
    notice = shown(window, NOTICE)
    assert f"{catalogue}:{line}:{column}" in notice
    assert "unknown exit 'X'; one of N, E, S, W" in notice
    assert window.page.locator(".card:visible").count() == len(deck.tiles), "the last good deck stays"
    window.page.reload()
    shown(window, NOTICE)
    replaced(catalogue, good)
    shown(window, "() => document.getElementById('notice').hidden")
    assert window.page.locator(".card:visible").count() == len(deck.tiles)
    window.leave()
    assert program.stop(signal.SIGTERM) == 0


def test_only_who_has_the_address_on_this_machine_is_answered(
    show: Show, catalogue: Path, started: Callable[..., Program]
) -> None:
    program = started(catalogue)
    found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([\w-]{32,})/", program.url)
    assert found
    port, token = found.groups()
    window = show("about:blank")
    page = window.page
    with socket.socket() as elsewhere:  # another address of this machine, on which nothing listens
        assert elsewhere.connect_ex(("127.0.0.2", int(port))) != 0
    rebound = page.goto(f"http://{REBOUND}:{port}/{token}/")
    assert rebound
    assert rebound.status == 421
    other = catalogue.with_name("stranger.html")
    other.write_text("<!doctype html><title>another site</title>")
    page.goto(other.as_uri())
    with page.expect_response(program.url) as across:
        page.evaluate("(url) => { location.href = url; }", program.url)
    assert across.value.status == 403
    page.wait_for_url(program.url)
    page.goto("about:blank")
    window.complaints.clear()  # the console tells of each refusal


def test_a_watch_may_begin_with_a_broken_file(
    show: Show, tmp_path: Path, started: Callable[..., Program], deck: Deck
) -> None:
    path = tmp_path / "deck.yaml"
    program = started(path)
    window = show(program.url)
    notice = shown(window, NOTICE)
    assert "cannot be read: no such file" in notice
    replaced(path, library.game_file().path.read_text(encoding="utf-8"))
    shown(window, ALL_SHOWN, arg=len(deck.tiles))
    assert window.page.locator(".card.fresh").count() == 0, "where all is new nothing stands out"
    window.leave()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is looked at again and again."""
    monkeypatch.setattr(serving, "LOOK_AGAIN_MS", 50)
    path = tmp_path / "a.yaml"
    path.write_text("1")
    return path


def pages_of(file: Path, *others: Path, meanwhile: Callable[[], object] = lambda: None) -> list[str]:
    """What is read of a file when a watch begins, and when it has changed half a second later."""
    stop, pages = threading.Event(), list[str]()

    def renew() -> None:
        pages.append(file.read_text())
        if len(pages) == 1:
            meanwhile()
            threading.Timer(0.5, replaced, [file, "3"]).start()
        else:
            stop.set()

    serving.watch(lambda: [*others, file], renew, stop)
    return pages


def test_what_is_not_watched_makes_no_page(file: Path) -> None:
    assert pages_of(file, meanwhile=lambda: file.with_name("b.yaml").write_text("2")) == ["1", "3"]


def test_a_folder_that_may_not_be_watched_does_not_end_the_watch(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dark, loop = tmp_path / "dark", tmp_path / "loop"
    dark.mkdir()
    loop.symlink_to(loop)
    watch = watchfiles.watch
    refused: list[object] = []

    def refusing(*folders: Path, **rest: Any) -> Any:
        if len(refused) < 3:  # as the system does where folders may be listed and not watched, or went a moment ago
            refused.append(folders)
            raise PermissionError(13, "Permission denied")
        return watch(*folders, **rest)

    monkeypatch.setattr(watchfiles, "watch", refusing)
    assert pages_of(file, dark / "b.yaml", loop / "c.yaml") == ["1", "3"]
    assert refused


class Turns:
    """A watch of a project that is seen turn by turn, without waiting."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.seen: list[tuple[str, ...]] = []
        self._patch, self._folder = monkeypatch, folder
        monkeypatch.setattr(LivePage, "show", lambda *_: self.seen.append(()))
        monkeypatch.setattr(LivePage, "complain", lambda _, lines: self.seen.append(tuple(lines)))

    def run(self, steps: Callable[[], Iterator[None]], *options: str) -> Result:
        self._patch.setattr(serving, "_changes", lambda *_: steps())
        return CliRunner().invoke(main, ["preview", str(self._folder), "--watch", *options])


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Iterator[Turns]:
    with TemporaryDirectory() as folder:  # which lies where anybody may read
        Path(folder).chmod(0o755)
        monkeypatch.chdir(folder)
        assert CliRunner().invoke(main, ["init", "mine", "--from", "tokens"]).exit_code == 0
        yield Turns(monkeypatch, Path("mine"))
        monkeypatch.undo()


def _anybody_reads(folder: Path) -> bool:
    """Return whether a plain user may read a folder, which a root may ask."""
    os.seteuid(NOBODY)
    try:
        return os.access(folder / "__init__.py", os.R_OK, effective_ids=True)
    finally:
        os.seteuid(0)


def test_nothing_that_befalls_a_turn_ends_the_watch(turns: Turns, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders and files that cannot be read, files that are broken, and bugs of the program."""
    mine, away, me = Path("mine").resolve(), Path("away").resolve(), os.geteuid()
    faults: dict[str, Callable[[Path], None]] = {
        "a link to itself": lambda place: place.symlink_to(place),
        "a file": lambda place: replaced(place, "\0"),
        "closed": lambda place: place.mkdir(0),
    }
    if me == 0 and not _anybody_reads(Path(asterion_press.__path__[0])):
        del faults["closed"]
    reported = dict[str, tuple[str, ...]]()
    places = ("game.yaml", "rules", "papers", "themes", "layouts", "pictures", "words", "print.yaml", "figures.yaml")

    def steps() -> Iterator[None]:
        yield
        for place in places:
            for name, spoil in faults.items():
                if there := os.path.lexists(mine / place):
                    (mine / place).rename(away)
                spoil(mine / place)
                if name == "closed" and me == 0:
                    os.seteuid(NOBODY)  # root may read everything
                before = len(turns.seen)
                try:
                    yield
                finally:
                    os.seteuid(me)
                reported[f"{place}: {name}"] = turns.seen[-1] if len(turns.seen) > before else ()
                (mine / place).rmdir() if name == "closed" else (mine / place).unlink()
                if there:
                    away.rename(mine / place)
                yield
                assert turns.seen[-1] == (), f"{place}: {name} is mended and still told"
        with monkeypatch.context() as patch:
            patch.setattr(PreviewSource, "page", lambda _: dict[str, int]()["nothing"])
            (mine / "game.yaml").touch()
            yield
            reported["a bug"] = turns.seen[-1]
        (mine / "game.yaml").touch()
        yield

    result = turns.run(steps)
    assert (result.exit_code, turns.seen[0], turns.seen[-1]) == (0, (), ()), result.output
    assert result.stdout.endswith("the watch has ended\n")
    assert reported.pop("a bug") == ("KeyError: 'nothing'",)
    assert "Traceback" not in result.stderr
    loop, closed = (f"cannot be read: {os.strerror(number).lower()}" for number in (errno.ELOOP, errno.EACCES))
    expected = {
        "game.yaml: a link to itself": (f"mine/game.yaml: {loop}",),
        "game.yaml: a file": ("mine/game.yaml:1:1: UTF-16, not UTF-8; save the file as UTF-8",),
        "game.yaml: closed": (f"mine/game.yaml: {closed}",),
        "rules: a link to itself": (f"mine/rules: {loop}",),
        "rules: a file": (),
        "rules: closed": (f"mine/rules: {closed}",),
    }
    assert {what: reported[what] for what in expected if what in reported} == {
        what: lines for what, lines in expected.items() if what.split(": ")[1] in faults
    }


def test_the_print_run_is_read_anew_each_time(turns: Turns, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[str] = []
    choose = PreviewSource.choose

    def noted(source: PreviewSource, theme: ShelfFile, *rest: Any) -> None:
        chosen.append(theme.id)
        choose(source, theme, *rest)

    monkeypatch.setattr(PreviewSource, "choose", noted)
    run = Path("mine/print.yaml")

    def steps() -> Iterator[None]:
        yield
        for text in ("theme: ink-saver\n", "theme: none-such\n", "theme: knossos\n"):
            run.write_text(text)
            yield
            yield  # nothing has changed

    result = turns.run(steps)
    assert result.exit_code == 0
    assert list(dict.fromkeys(pairwise(chosen))) == [
        ("knossos", "knossos"),
        ("knossos", "ink-saver"),
        ("ink-saver", "ink-saver"),
        ("ink-saver", "knossos"),
    ]
    assert [lines for lines in turns.seen if lines] == [
        ("mine/print.yaml:1:8: unknown theme 'none-such'; one of ink-saver, knossos, night, or a .yaml file",)
    ]


def test_nothing_that_is_kept_by_its_inks_is_kept_for_ever() -> None:
    wrong = []
    for path in sorted(Path(asterion_press.__path__[0]).rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                kept = any(isinstance(one, ast.Name) and one.id == "cache" for one in function.decorator_list)
                keys = {(one.arg, ast.unparse(one.annotation or ast.Constant(0))) for one in function.args.args}
                if kept and any(arg == "ink" or kind in {"Palette", "Theme", "Inks"} for arg, kind in keys):
                    wrong.append(f"{path.name}:{function.lineno}: {function.name}")
    assert not wrong, f"a preview sees new inks with each save; write @keyed_by_inks: {wrong}"
    assert drawing_inks.palette.cache_info().maxsize


def test_the_address_is_opened_when_that_is_wished(
    catalogue: Path, started: Callable[..., Program], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    monkeypatch.setenv("BROWSER", f"{sys.executable} -c \"import sys; open('{seen}', 'w').write(sys.argv[1])\" %s")
    program = started(catalogue, "--open")
    wait_until(lambda: seen.exists() and seen.read_text())
    assert seen.read_text() == program.url
    assert os.environ["BROWSER"]
