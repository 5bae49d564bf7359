"""The remark about languages whose rules text is of an earlier revision than English: they are printed as they are."""

from __future__ import annotations

from collections.abc import Iterable

from generator.catalogue import library
from generator.games.report import Finding, Level
from generator.rulebook.text.revisions import outdated_languages, place_of_revision, read_raw, revision_of
from generator.wording import enumerated


def outdated_findings(game: str, languages: Iterable[str]) -> list[Finding]:
    """Return one remark that names all languages whose text of a game is outdated; none if there are none."""
    if not (found := outdated_languages(game, languages)):
        return []
    file = library.languages(game)[library.model_language(game)]
    text = read_raw(file)
    whose = f"the rules in {enumerated(found)} follow an earlier text, and are printed as they are"
    return [
        Finding(
            "outdated-text",
            Level.NOTE,
            f"this is revision {revision_of(text)}; {whose}",
            place_of_revision(text, file.name),
        )
    ]
