"""Tags of languages: the one at hand that fits what a user, or an operating system, calls a language."""

from __future__ import annotations

from collections.abc import Iterable


def closest_language(tag: str, there: Iterable[str]) -> str | None:
    """Return the language that a tag such as ``pt_BR``, ``zh-TW`` or ``es_MX.UTF-8`` means; None if there is none.

    Languages of the same script fit: first that of the region, then one without a region. Source of the scripts:
    Unicode CLDR, likely subtags, as Babel has them.

    Args:
        tag: as BCP 47 or POSIX writes it.
        there: tags of the languages at hand.
    """
    wanted = tag.partition(".")[0].partition("@")[0].replace("_", "-")
    languages = list(there)
    if same := [one for one in languages if one.lower() == wanted.lower()]:
        return same[0]
    if (parts := _parts(wanted)) is None:
        return None
    language, script, region = parts
    known = [(one, found) for one in languages if (found := _parts(one)) is not None]
    alike = {found[2]: one for one, found in known if found[:2] == (language, script)}
    return alike.get(region) or alike.get("")


def _parts(tag: str) -> tuple[str, str, str] | None:
    """Return language, script and region of a tag, the script as is likely; None if it is no tag."""
    from babel.core import get_global, parse_locale

    try:
        language, region, script, *_ = parse_locale(tag, sep="-")
    except ValueError:
        return None
    if not script:
        likely = get_global("likely_subtags")
        found = likely.get(f"{language}_{region}") or likely.get(language) or ""
        script = next((part for part in found.split("_")[1:] if part.isalpha() and part.istitle()), "")
    return language, script or "", region or ""
