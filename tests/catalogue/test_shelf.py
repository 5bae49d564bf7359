"""The shelf finds what lies on it by itself, and calls it by names that hold no path of the machine."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.errors import InputError
from tests.support.refusals import refusal


@pytest.fixture
def other_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shelf, without the fonts, to which a test may add."""
    source = library.root()
    shutil.copy(source / "tiles.yaml", tmp_path)
    shutil.copytree(source / "templates", tmp_path / "templates", ignore=shutil.ignore_patterns("fonts"))
    monkeypatch.setattr(library, "root", lambda: tmp_path)
    return tmp_path


def test_the_shelf_of_a_checkout_is_the_project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    project = Path(__file__).resolve().parents[2]
    monkeypatch.chdir(tmp_path)
    assert library.root() == project
    assert library.game_file().path == project / "tiles.yaml"


def test_the_shelf_of_an_installed_wheel_lies_in_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "shipped").mkdir()
    monkeypatch.setattr(library, "PACKAGE", tmp_path)
    assert library.root.__wrapped__() == tmp_path / "shipped"


def test_names_are_relative_to_the_shelf() -> None:
    files = [*library.games().values(), *library.papers().values(), *library.themes().values()]
    files += [*library.languages("asterion").values(), library.words_file("en"), library.figures()["asterion"]]
    for file in files:
        assert not file.name.startswith("/")
        assert file.path == library.root() / file.name
        assert file.path.is_file()


def test_a_new_paper_is_one_file(other_shelf: Path) -> None:
    folder = other_shelf / "templates" / "papers"
    papers = set(library.papers())
    shutil.copy(folder / "a4.yaml", folder / "a4-plus.yaml")
    assert library.paper_file("a4-plus").name == "templates/papers/a4-plus.yaml"
    assert set(library.papers()) == {*papers, "a4-plus"}


def test_a_new_language_is_one_folder(other_shelf: Path) -> None:
    folder = other_shelf / "templates" / "locales"
    shutil.copytree(folder / "de", folder / "eo")
    assert "eo" in library.languages("asterion")
    assert library.rules_file("eo", "asterion").name == "templates/locales/eo/asterion.po"
    assert library.words_file("eo").name == "templates/locales/eo/words.yaml"


def test_a_folder_without_the_games_rules_is_no_language_of_it(other_shelf: Path) -> None:
    (other_shelf / "templates" / "locales" / "xx").mkdir()
    assert "xx" not in library.languages("asterion")
    assert library.languages("minos") == {}


UNKNOWN: dict[str, tuple[Callable[..., object], tuple[str, ...]]] = {
    f"paper 'leter'; did you mean 'letter'? one of {', '.join(library.papers())}": (library.paper_file, ("leter",)),
    "paper '../../tiles'; ": (library.paper_file, ("../../tiles",)),
    "game 'xyz'; one of asterion": (library.game_file, ("xyz",)),
    f"theme 'knosos'; did you mean 'knossos'? one of {', '.join(library.themes())}": (library.theme_file, ("knosos",)),
    "language 'qq'; nothing may stand here": (library.rules_file, ("qq", "minos")),
}


@pytest.mark.parametrize("reported", UNKNOWN)
def test_what_is_unknown_or_climbs_out_of_the_shelf_is_told_with_a_suggestion(reported: str) -> None:
    wanted, words = UNKNOWN[reported]
    assert refusal(wanted, *words)[0].startswith(f"templates: unknown {reported}")


@pytest.mark.parametrize("name", ["A6", "my_paper", "a6 "])
def test_a_file_that_is_named_with_no_id_is_a_mistake(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids become names of files of the output."""
    (tmp_path / "templates/papers").mkdir(parents=True)
    (tmp_path / f"templates/papers/{name}.yaml").touch()
    monkeypatch.setattr(library, "root", lambda: tmp_path)
    expected = f"templates/papers/{name}.yaml: {name!r} is no id; name it with lower-case letters, digits and hyphens"
    assert refusal(library.papers) == [expected]


@pytest.mark.parametrize(
    ("tag", "good"), [("es", True), ("pt-BR", True), ("zh-Hans", True), ("Français", False), ("EN", False)]
)
def test_a_language_is_named_by_its_tag(tag: str, good: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "templates/locales" / tag
    folder.mkdir(parents=True)
    (folder / "asterion.po").touch()
    monkeypatch.setattr(library, "root", lambda: tmp_path)
    if good:
        assert list(library.languages("asterion")) == [tag]
    else:
        with pytest.raises(InputError, match="is no id; name it with a language tag such as pt-BR"):
            library.languages("asterion")


@pytest.mark.parametrize(
    "look", [library.themes, library.papers, library.all_languages, lambda: library.languages("asterion")]
)
def test_a_shelf_that_cannot_be_read_is_not_an_empty_one(
    look: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.listdir", refuse)
    monkeypatch.setattr("os.scandir", refuse)
    with pytest.raises(InputError, match="cannot be read: permission denied"):
        look()
