"""The rules texts of a project: what writers may leave out, and how mistakes in them are told."""

from __future__ import annotations

from pathlib import Path

from tests.support.project_commands import bad, begin_translated, change, good, names_in, run, written

UNSEEN = "font Cinzel-Regular has no glyph for a character that cannot be seen (U+202E, right-to-left override)"


def test_check_and_build_tell_every_mistake_of_the_rules_at_once() -> None:
    begin_translated("game", "fr", like="tokens")
    change("game/rules/en.md", ("subtitle:", "subtitel:"), ("{{deck.size_mm}}", "{{deck.size}} \u13a0"))
    change("game/rules/fr.po", ('msgstr "How to play"', 'msgstr "Jouer &#x202e;"'))
    wanted = {
        "game/rules/en.md:2:1: unknown key 'subtitel'",
        "game/rules/en.md:10:27: unknown placeholder {{deck.size}}",
        "game/rules/en.md:10:41: font Alegreya-Regular has no glyph for 'Ꭰ' (U+13A0, cherokee letter a)",
        f"game/rules/fr.po:46:15: {UNSEEN}",
    }
    checked = run("check", "game")
    lines = checked.stdout.replace(" error: ", " ").splitlines()
    assert (checked.exit_code, lines[-1]) == (1, "not sound: 4 errors")
    assert {line.partition(";")[0].removesuffix(" [rules-text]") for line in lines if "rules/" in line} == wanted
    assert {line.partition(";")[0] for line in bad("build", "game").splitlines() if "rules/" in line} == wanted
    assert names_in("game").isdisjoint({"output"})
    change("game/rules/en.md", ("subtitel:", "subtitle:"), ("{{deck.size}} \u13a0", "{{deck.size_mm}}"))
    assert [line for line in run("check", "game").stdout.splitlines() if "rules/en.md" in line] == []


RULES = """\
# {title}

## {material}

{{{{deck.pieces}}}} ![hero](symbol:amber-hero); [{play}](#{target}).

## {play}

*{play}*
"""


def test_headings_need_no_ids_in_any_language() -> None:
    good("init", "--from", "tokens", "--language", "en", "game")
    reported = {
        "en": ("Game", "What is in the box", "How to play"),
        "fr": ("Jeu", "Matériel", "Règle du jeu"),
        "ja": ("遊戯", "内容", "遊び方"),
    }
    texts = {
        tag: RULES.format(title=title, material=material, play=play, target="how-to-play")
        for tag, (title, material, play) in reported.items()
    }
    Path("game/rules/en.md").write_text(texts["en"], encoding="utf-8")
    for tag in ("fr", "ja"):
        Path("game", "rules", f"{tag}.md").write_text(texts[tag], encoding="utf-8")
        good("language", "new", tag, "--game", "game")
        Path("game", "rules", f"{tag}.md").unlink()
        good("language", "accept", tag, "--same", "--game", "game")
    assert "sound, nothing to report" in good("check", "game")
    good("build", "game", "--out", "out")
    for tag, (_, _, play) in reported.items():
        page = Path("out", f"rules-{tag}.html").read_text(encoding="utf-8")
        assert f'<h2 id="how-to-play">{play}</h2>' in page
        assert 'href="#how-to-play"' in page
    for name in ("en.md", "ja.po", "fr.po"):
        Path("game", "rules", name).unlink()
    written("game/rules/ja.md", texts["ja"].replace("#how-to-play", "#遊び方"))
    good("build", "game", "--out", "japanese")
    assert '<h2 id="遊び方">' in Path("japanese", "rules-ja.html").read_text(encoding="utf-8")
