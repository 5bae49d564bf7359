"""`--variant`, `diff` and `build --only-changed`: what they say, where, and with which exit status they end."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pikepdf
import pytest
from click.testing import Result

from asterion_press.catalogue import library
from asterion_press.games.labyrinth.deck.report import TILE_COLUMNS
from tests.support.project_commands import bad, good, run, settings_in, shipped, written
from tests.support.reported import reported_in

ALONE = "--only-changed prints sheets of tiles alone; leave out --only and all languages but one"
DECKS = ", ".join([*library.games(), *library.variants()])
BY_VARIANT = [
    *("list tiles", "check", "build -n", "build --only svg -n", "build --only sheets -n", "verify", "play replay -"),
    *("play score position.yaml", "play simulate --games 1", "play designs", "play study --games 2", "preview"),
]


@pytest.mark.parametrize("command", BY_VARIANT)
def test_every_command_with_a_catalogue_reads_the_variant(command: str) -> None:
    written("broken.yaml", "of: asterion\ntitle: broken\ndesigns: {remove: [frok]}\n")
    written("position.yaml", "game: asterion\nseats: [yellow, blue]\ntiles: [{tile: minotaur, at: [0, 0]}]\n")
    (line,) = reported_in(bad(command, "--variant", "broken.yaml"))
    assert line.startswith("broken.yaml:3:20: no design 'frok' to remove; did you mean 'fork'? ")
    assert line.endswith("; tiles.yaml:35:1 has these")


def test_the_tiles_of_a_variant_say_where_they_come_from() -> None:
    lines = good("list", "tiles", "--variant", "original").splitlines()
    assert lines[0].split() == [*TILE_COLUMNS, "from"]
    by_id = {line.split()[0]: line.split()[-1] for line in lines[2:]}
    assert by_id["Y01"] == "tiles.yaml:37:3"
    assert re.fullmatch(r"templates/variants/original\.yaml:\d+:5", by_id["Y17"])
    data = json.loads(good("list", "tiles", "--variant", "original", "--format", "json"))
    assert list(by_id) == ["minotaur", *(tile["id"] for tile in data["tiles"])]
    assert data["tiles"][0]["from"] == [{"file": "tiles.yaml", "line": 37, "column": 3}]
    assert [at["file"] for at in data["tiles"][16]["from"]] == ["templates/variants/original.yaml"], "Y17, said once"
    assert "from" not in json.loads(good("list", "tiles", "--format", "json"))["tiles"][0]
    assert "from" not in good("list", "tiles").splitlines()[0]
    csv = good("list tiles --variant original --format csv")
    assert csv.startswith(",".join((*TILE_COLUMNS, "from\n")))


def test_each_place_that_made_a_tile_what_it_is_is_told() -> None:
    written("v.yaml", "of: asterion\ntitle: v\ncopies: 2\ndesigns:\n  change:\n    bend: {number: 20, copies: 1}\n")
    data = json.loads(good("list", "tiles", "--variant", "v.yaml", "--format", "json"))
    origins = {tile["id"]: [":".join(map(str, at.values())) for at in tile["from"]] for tile in data["tiles"]}
    assert origins["Y20"] == ["tiles.yaml:123:3", "v.yaml:6:12", "v.yaml:6:24"]
    assert origins["Y01"] == ["tiles.yaml:37:3", "v.yaml:3:1"]


def test_findings_point_into_the_file_that_wrote_it() -> None:
    written(
        "v.yaml",
        "of: asterion\ntitle: v\ndesigns:\n  add:\n    cell: {number: 17, paths: [{exits: N}]}\n  change:\n"
        "    bend: {copies: 0}\nexpect: {tiles: 65}\n",
    )
    result = run("check", "--variant", "v.yaml")
    assert result.exit_code == 1
    found = [line for line in result.stdout.splitlines() if line.endswith("]")]
    assert found == [
        (
            "v.yaml:8:17: error: the deck has 64 tiles, the file promises 65; change designs or copies, or the promise "
            "[broken-promise]"
        ),
        ("v.yaml:7:20: warning: design 'bend' is printed in no colour; give it copies or remove it [unprinted-design]"),
        "v.yaml:5:11: note: design 'cell' has no exit on side E, S, W; neighbours' paths end there [blank-side]",
    ]
    data = json.loads(run("check", "--variant", "v.yaml", "--format", "json").stdout)
    assert data["variant"] == "v"
    assert [finding["file"] for finding in data["findings"]] == ["v.yaml", "v.yaml", "v.yaml"]
    assert "variant" not in json.loads(good("check", "--format", "json"))


def test_a_tile_that_a_variant_makes_too_small_is_told_with_the_place_of_the_size() -> None:
    written("v.yaml", "of: asterion\ntitle: v\ntile_mm: 43\n")
    assert bad("build", "--only", "sheets", "--variant", "v.yaml").splitlines()[0] == (
        "tiles.yaml:38:5: design 'crossroads' cannot be drawn: on tiles of 43 mm its symbols are 7.9 mm; at least "
        "8 mm are needed, as with tile_mm 43.5 or more; the size stands at v.yaml:3:10 [undrawable]"
    )


def test_a_variant_that_is_none_is_told_by_its_name() -> None:
    message = "unknown variant 'pokket'; did you mean 'pocket'? one of duel, original, pocket, or a .yaml file"
    assert message in " ".join(bad("list tiles --variant pokket", status=2).split())
    assert bad("list tiles --variant none.yaml").startswith("none.yaml: ")


def test_a_variant_is_laid_upon_the_catalogue_that_is_named_or_lies_here() -> None:
    written("tiles.yaml", shipped(("title: Asterion", "title: Here")))
    assert good("check", "--variant", "pocket").startswith("Here, pocket deck, revised edition: 16 designs, ")
    written("mine.yaml", shipped(("title: Asterion", "title: Mine")))
    assert good("check", "mine.yaml", "--variant", "pocket").startswith("Mine, pocket deck")
    written("tiles.yaml", shipped(("game: asterion", "game: daedalus")))
    assert reported_in(run("check", "--variant", "pocket").stderr) == [
        (
            "templates/variants/pocket.yaml:5:5: varies the game 'asterion', but 'daedalus' is the game of "
            "tiles.yaml:15:1; choose another variant or catalogue"
        )
    ]


def test_a_variant_has_a_folder_of_its_own() -> None:
    output = good("build", "--only", "sheets", "-n", "--variant", "pocket", "--paper", "a4")
    assert output.splitlines()[0].split() == ["make", str(Path("output", "asterion-pocket", "sheets-a4.pdf"))]
    written("mine.yaml", "of: asterion\ntitle: mine\n")
    assert "asterion-mine" in good("build", "asterion", "-n", "--variant", "mine.yaml")
    assert "asterion-mine-update" in good("build", "-n", "--variant", "mine.yaml", "--only-changed", "asterion")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """The folder of the original edition, and what was said when it was built."""
    folder = tmp_path_factory.mktemp("original") / "out"
    return folder, run("build -v --variant original --paper a4 --language en --out", str(folder))


def test_the_original_edition_is_made_without_booklets_and_says_so(original: tuple[Path, Result]) -> None:
    folder, result = original
    assert result.exit_code == 0
    (note,) = reported_in(result.stderr)
    what = "the rules of 'asterion' are those of the revised edition, not of the original edition"
    before = "made without booklets, since the rules do not hold for this variant: templates/variants/original.yaml:"
    assert re.fullmatch(rf"{re.escape(before)}\d+:10: {what}", note)
    assert "sheets-a4.pdf  10 pages, 69 tiles and 64 counters; " in result.stdout
    assert not list(folder.glob("rules-*"))
    text = (folder / "check.txt").read_text(encoding="utf-8")
    assert text.startswith("Asterion, deck of 68 tiles, original edition: ")
    assert text == good("check", "--variant", "original"), "nothing is found, so no file is named"
    with pikepdf.open(folder / "sheets-a4.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Asterion, deck of 68 tiles, A4"


def test_what_was_built_of_a_variant_is_verified_with_it(original: tuple[Path, Result]) -> None:
    folder, _ = original
    assert good("verify", folder, "--variant", "original").endswith("\nproved\n")
    assert good("verify", folder).endswith("\nproved\n"), "the manifest tells the variant"
    reported = bad("verify", folder, "--variant", "pocket")
    assert "it was built with --variant 'original' [other-catalogue]" in reported


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("edition: original", "v.yaml:3:10: the rules of 'asterion' are those of the revised edition, not "),
        ("rules: {tie_break: coin_only}", "v.yaml:3:20: the rules of 'asterion' do not tell this option, tie_break"),
    ],
)
def test_rules_alone_of_a_variant_for_which_they_are_false_are_refused(output: str, line: str) -> None:
    written("v.yaml", f"of: asterion\ntitle: v\n{output}\n")
    result = run("build", "--only", "rules", "--only", "web", "--variant", "v.yaml")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(line)
    assert result.stderr.splitlines()[-1] == (
        "the rules do not hold for this variant; the booklets of the catalogue itself are made without --variant"
    )
    assert not Path("output").exists()


@pytest.mark.parametrize(
    "output", ["designs: {change: {bend: {number: 40}}}", "colours: {remove: [red]}", "designs: {remove: [bend]}"]
)
def test_figures_that_a_variant_belies_are_left_out_of_its_booklets(output: str) -> None:
    written("v.yaml", f"of: asterion\ntitle: v\n{output}\n")
    assert "rules-en.pdf" in good("build", "-n", "--variant", "v.yaml", "--paper", "a4")
    assert "[figure-left-out]" in good("check", "--variant", "v.yaml")


def test_booklets_of_a_variant_for_which_the_rules_hold_are_made() -> None:
    assert "rules-en.pdf" in good("build", "-n", "--variant", "pocket")
    written("v.yaml", "of: asterion\ntitle: v\nrules: {tie_break: coinless, score_impaled: true}\n")
    assert "rules-en.pdf" in good("build", "-n", "--variant", "v.yaml"), "what the edition has anyway may be said"


# -- play


@pytest.mark.parametrize(
    ("output", "edition", "rules"),
    [
        ("edition: original", "original", {"tie_break": "all"}),
        ("rules: {tie_break: coin_only}", "revised", {"tie_break": "coin_only"}),
        ("rules: {outside: unbounded}", "revised", {"tie_break": "coinless", "outside": "unbounded"}),
        ("rules: {score_impaled: false}", "revised", {"tie_break": "coinless", "score_impaled": False}),
    ],
)
def test_bots_play_a_variant_by_its_rules_and_are_judged_by_them(
    output: str, edition: str, rules: dict[str, object]
) -> None:
    written("v.yaml", f"of: asterion\ntitle: v\ncounters: {{count: 1}}\n{output}\n")
    games = good("play", "simulate", "--variant", "v.yaml", "--games", "2", "--players", "2", "--record", "-")
    for line in games.splitlines():
        data = json.loads(line)
        assert (data["edition"], data["rules"]) == (edition, rules)
    assert good("play", "replay", "-", "--variant", "v.yaml", text=games).count("every claim is true") == 2
    assert "deck: claimed" in bad("play", "replay", "-", text=games)


def test_an_option_of_the_command_comes_before_the_variant() -> None:
    written("v.yaml", "of: asterion\ntitle: v\nrules: {tie_break: coinless}\nedition: original\n")
    words = ("play", "simulate", "--variant", "v.yaml", "--games", "1", "--players", "2", "--record", "-")
    data = json.loads(good(*words, "--rule", "tie-break=coin_only", "--rule", "edition=revised"))
    assert (data["edition"], data["rules"]) == ("revised", {"tie_break": "coin_only"})


def test_a_position_is_counted_by_the_rules_of_the_variant_unless_it_says_otherwise() -> None:
    """Yellow and blue escape with nothing; with the tie-break of coin-holders nobody breaks the tie."""
    tiles = (
        "game: asterion\nseats: [yellow, blue]\ntiles:\n  - {tile: minotaur, at: [0, 0]}\n"
        "  - {tile: Y03, at: [1, 0]}\n  - {tile: B03, at: [2, 0]}\n  - {tile: Y09, at: [3, 0], turns: 2}\n"
    )
    written("position.yaml", tiles)
    written("v.yaml", "of: asterion\ntitle: v\nrules: {tie_break: coin_only}\n")
    plain = good("play score position.yaml")
    assert plain != good("play score position.yaml --variant v.yaml")
    written("position.yaml", f"tie_break: coinless\n{tiles}")
    assert good("play", "score", "position.yaml", "--variant", "v.yaml") == plain


# -- diff


def test_the_difference_of_two_decks_is_told() -> None:
    lines = good("diff", "asterion", "original").splitlines()
    assert re.fullmatch(r"old  asterion \([0-9a-f]{8}\): Asterion, 16 designs, 64 tiles of 50 mm", lines[0])
    assert re.fullmatch(
        r"new  original upon tiles\.yaml \([0-9a-f]{8}\): "
        r"Asterion, deck of 68 tiles, 17 designs, 68 tiles of 50 mm",
        lines[1],
    )
    assert "edition  revised → original" in lines
    assert "added     17  four-cells  N:p | E | S | W  1 each" in lines
    assert "tiles      16 → 17 (+1)         64 → 68 (+4)" in lines
    assert lines[-6:-3] == ["take out  nothing", "print     4 tiles", "          Y17 B17 R17 G17"]
    assert lines[-3:] == ["keep      65 tiles", "", "paper     1 sheet of A4, or 1 sheet of Letter"]


def test_the_new_deck_is_the_one_at_hand_if_it_is_left_out() -> None:
    written("tiles.yaml", shipped(("coins: 1", "coins: 2")).replace("  coins: 8\n", "").replace("coins: 2, w", "w"))
    assert re.search(r"^changed +4 +coin-bridge ", good("diff", "asterion"), re.MULTILINE)
    assert good("diff", "tiles.yaml").splitlines()[-1] == "the same deck"


def test_the_difference_as_json() -> None:
    data = json.loads(good("diff", "duel", "asterion", "--format", "json", "--paper", "a3"))
    assert (data["format"], data["same"]) == (1, False)
    assert data["composition"]["deck"]["tiles"] == {"old": 32, "new": 64, "difference": 32}
    assert data["composition"]["red"]["coins"] == {"old": 0, "new": 2, "difference": 2}
    assert data["reprint"]["print"]["tiles"] == {f"{colour}{n:02d}": 1 for colour in "RG" for n in range(1, 17)}
    assert data["reprint"]["print"]["counters"] == 32
    assert data["reprint"]["sheets"] == {"A3": 2}


def test_a_built_folder_is_compared_with_what_was_changed_since(original: tuple[Path, Result]) -> None:
    folder, _ = original
    lines = good("diff", str(folder), "asterion").splitlines()
    assert lines[0].startswith(f"old  {folder} (")
    assert any(re.fullmatch(r"removed +17 +four-cells +N:p \| E \| S \| W +1 each", line) for line in lines)
    assert "          Y17 B17 R17 G17" in lines


def test_a_design_that_is_only_turned_is_told_as_the_same() -> None:
    """A catalogue in which a design stands in another turn could not be built, but it can be compared."""
    old = "      - {exits: NE, prisoners: 1}\n      - {exits: SW}\n"
    written("old.yaml", shipped((old, "      - {exits: NW}\n      - {exits: ES, prisoners: 1}\n")))
    assert run("check", "old.yaml").exit_code == 1
    output = good("diff", "old.yaml", "asterion")
    assert "designs: 15 the same, 1 not" in output
    assert re.search(r"^turned +7 +two-bends +NE:p \| SW +1 each$", output, re.MULTILINE)
    assert "take out  nothing\nprint     nothing\n" in output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("diff asterionn", f"unknown deck 'asterionn'; did you mean 'asterion'? one of {DECKS}, a .yaml file"),
        ("diff asterion original --draw x.gif", "'x.gif' is no picture; end its name in .svg, .png or "),
        ("diff asterion original --theme knossos", "--theme is about a picture; add --draw FILE"),
        ("build --only-changed nope", f"unknown deck 'nope'; one of {DECKS}"),
        ("build --only-changed asterion --only svg", ALONE),
        ("build --only-changed asterion --language en --language de", ALONE),
    ],
)
def test_a_mistake_in_the_words_ends_with_2_and_a_hint(words: str, message: str) -> None:
    result = run(words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())
    assert not list(Path().iterdir())


def test_old_is_drawn_beside_new() -> None:
    assert good("diff", "asterion", "original", "--draw", "d.svg").splitlines()[-1] == "d.svg: old beside new"
    text = Path("d.svg").read_text(encoding="utf-8")
    assert text.count("<title>") == 2, "of the page, and of the one tile that there is"
    assert "17 four-cells: added" in text
    assert good("diff", "asterion", "original", "--draw", "d.pdf").splitlines()[-1] == "d.pdf: old beside new"
    with pikepdf.open("d.pdf") as pdf:
        assert len(pdf.pages) == 1
        assert str(pdf.docinfo["/Title"]).startswith("Asterion: old ")


def test_many_designs_are_drawn_on_several_pages() -> None:
    written("v.yaml", "of: asterion\ntitle: v\ndesigns: {add: {cell: {number: 17, paths: [{exits: N}]}}}\n")
    changed = shipped()
    for number in range(1, 17):
        changed = changed.replace(f"number: {number}\n", f"number: {number + 20}\n")
    written("mine.yaml", changed)
    json.loads(good("diff", "asterion", "mine.yaml", "--draw", "d.pdf", "--format", "json"))
    with pikepdf.open("d.pdf") as pdf:
        assert len(pdf.pages) == 2


def test_a_picture_that_is_there_is_not_replaced_unasked() -> None:
    written("d.svg", "mine")
    refused = bad("diff", "asterion", "original", "--draw", "d.svg").splitlines()[-1]
    assert refused.startswith("d.svg is there already; give --force")
    assert Path("d.svg").read_text(encoding="utf-8") == "mine"
    good("diff", "asterion", "original", "--draw", "d.svg", "--force")
    assert Path("d.svg").read_text(encoding="utf-8") != "mine"


def test_there_is_nothing_to_draw_of_designs_that_look_the_same() -> None:
    refused = bad("diff", "asterion", "pocket", "--draw", "d.svg").splitlines()[-1]
    assert refused == "there is nothing to draw: every design looks the same in both decks"
    assert not Path("d.svg").exists()


# -- only what changed


def test_only_what_changed_is_printed_and_what_to_take_out_is_told() -> None:
    good("build", "--paper", "a4", "--only", "sheets", "--theme", "ink-saver", "--out", "drawer")
    written("mine.yaml", shipped(("number: 16", "number: 18")))
    output = good("build", "--only-changed", "drawer", "mine.yaml", "--paper", "a4", "-v")
    assert "\nupdate-a4.pdf  2 pages, 4 tiles; " in output
    assert output.endswith(
        f"made: 10, unchanged: 0, removed: 0: {Path('output', 'asterion-update')}\n\n"
        "Asterion: update of the deck that is there\n\n"
        "take out  4 tiles\n          Y16 B16 R16 G16\n"
        "print     4 tiles\n          Y18 B18 R18 G18\n"
        "keep      61 tiles\n"
        f"{Path('output', 'asterion-update', 'update-a4.pdf')}: "
        "print both sides at actual size (100 %), turned over along the long edge\n"
    )
    assert settings_in("output/asterion-update")["theme"] == "ink-saver", "as in the drawer"
    assert good("verify", "output/asterion-update", "mine.yaml").endswith("\nproved\n")
    again = good("build", "--only-changed", "drawer", "mine.yaml", "--paper", "a4")
    assert again.startswith("nothing to do, all is as it should be: ")
    assert good("build", "--only-changed", "drawer", "mine.yaml", "--paper", "a4", "-q") == ""


def test_a_folder_in_which_nothing_was_built_is_told() -> None:
    Path("drawer").mkdir()
    reported = "drawer/manifest.json: is not there, so no deck was built in this folder; name a catalogue instead\n"
    assert bad("build --only-changed drawer") == reported
