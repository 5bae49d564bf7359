"""Fixtures that all rooms share: the shipped deck, goldens, outside programs, and a browser."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from asterion_press import stopping
from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, load_catalogue
from asterion_press.games.labyrinth.deck.tiles import Deck, deck_of
from asterion_press.games.labyrinth.engine.box import GameSet
from tests.support.chromium import Window, Windows, launched
from tests.support.collector import Collector, collect_apart
from tests.support.lanes import IN_CI, Lanes
from tests.support.printed import Printed
from tests.support.small_games import SMALL

os.environ["LC_ALL"] = "C.UTF-8"
"""The command speaks the language of the system; the tests read English."""

GOLDEN = Path(__file__).parent / "golden"

settings.register_profile(
    "project",
    max_examples=50,
    deadline=None,  # a busy machine is no mistake
    derandomize=IN_CI,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("project")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="approve what the program writes now")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Collector(), "collector")
    config.pluginmanager.register(Lanes())
    if config.getoption("--update-goldens") and IN_CI:
        raise pytest.UsageError("--update-goldens approves output that a person has looked at; it refuses to run in CI")


def pytest_collection_finish() -> None:
    """Look for rings of rubbish as seldom as the command does, and never among the tests and modules themselves.

    They stay to the end, and looking at all of them again and again took a quarter of the time of tests that build.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture(scope="session")
def settings_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders for settings, one for each test, which need not exist."""
    root = tmp_path_factory.mktemp("settings")
    return (root / str(number) for number in count())


@pytest.fixture(scope="session", autouse=True)
def heeded_signals() -> None:
    """Let processes that tests start heed the signals which this one ignores, as in the background or under nohup.

    It goes on to ignore them, by a handler; a process inherits what is ignored, but no handler.
    """
    for number in stopping.SIGNALS:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.fixture(autouse=True)
def nobodys_settings(settings_of_tests: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where settings are looked for: nowhere, so that the printers of whoever runs the tests do not count."""
    folder = next(settings_of_tests)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def collected(pytestconfig: pytest.Config) -> Collector:
    """What a run over all tests collects: this run if it is one, or one in a process of its own."""
    asked = [pytestconfig.invocation_params.dir / word for word in pytestconfig.args]
    if asked != [Path(__file__).parent]:
        return collect_apart()
    found = pytestconfig.pluginmanager.get_plugin("collector")
    assert isinstance(found, Collector)
    return found


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Printed]:
    """Sets that are printed once for all tests of all processes."""
    root = tmp_path_factory.getbasetemp()
    root = (root.parent if "PYTEST_XDIST_WORKER" in os.environ else root) / "printed"
    root.mkdir(exist_ok=True)
    sets = Printed(root)
    yield sets
    sets.look_for_changes()


@pytest.fixture(scope="session")
def windows() -> Iterator[Windows]:
    """Chromium's windows, of one browser for all tests."""
    with launched() as browser:
        yield Windows(browser)


@pytest.fixture
def show(windows: Windows) -> Iterator[Callable[..., Window]]:
    """Show a page in a window; when the test is over, nothing may have been complained of."""
    yield windows.show
    windows.leave()


@pytest.fixture(scope="session")
def loaded() -> LoadedCatalogue:
    """The shipped catalogue."""
    return load_catalogue(ShelfFile("", library.game_file().path, "tiles.yaml"))


@pytest.fixture(scope="session")
def deck(loaded: LoadedCatalogue) -> Deck:
    """The deck of the shipped catalogue."""
    return deck_of(loaded.catalogue)


@pytest.fixture(scope="session")
def box(deck: Deck) -> GameSet:
    """Its tiles, to play with."""
    return GameSet.of(deck)


@pytest.fixture
def small(tmp_path: Path) -> Callable[..., Path]:
    """Writes the small catalogue to a file, with changes: texts that stand in it once, and what replaces each."""

    def written(*changes: tuple[str, str]) -> Path:
        text = SMALL
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} must stand once in the catalogue"
            text = text.replace(old, new)
        path = tmp_path / "small.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the approved file of that name, or approve it with --update-goldens."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-goldens"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.is_file(), f"no golden {name}; look at the output, then run pytest --update-goldens"
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture(scope="session")
def needs_program() -> Callable[[str], str]:
    """The path of an outside program; without it the test is skipped."""

    def find(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            pytest.skip(f"the program {name} is not installed")
        return path

    return find
