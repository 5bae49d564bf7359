"""Layers of a PDF: what each is called, and which are seen and printed as the file comes.

Source: ISO 32000-1, 8.11 (optional content), 8.11.4.3 (configurations).
"""

from __future__ import annotations

from typing import Any

from generator.verify.pdf import as_dictionary, as_list, identity

MAX_LAYERS = 100


def layers_named(resources: Any) -> dict[str, str]:
    """What layers are called, by their names in a page's resources."""
    found = {}
    for name, thing in list(as_dictionary(resources.get("/Properties")).items())[:MAX_LAYERS]:
        if str(thing.get("/Type")) == "/OCG":
            found[str(name)] = str(thing.get("/Name", ""))[:100]
    return found


def layers_shown(root: Any) -> dict[str, bool]:
    """Every layer of a file, and whether it is on until somebody switches it off."""
    about = as_dictionary(root.get("/OCProperties"))
    default = as_dictionary(about.get("/D"))
    hidden = {identity(thing) for thing in as_list(default.get("/OFF"))}
    shown = {identity(thing) for thing in as_list(default.get("/ON"))}
    base = str(default.get("/BaseState", "/ON")) == "/ON"
    found = {}
    for thing in as_list(about.get("/OCGs"))[:MAX_LAYERS]:
        key, usage = identity(thing), as_dictionary(thing.get("/Usage"))
        states = [
            str(as_dictionary(usage.get(part)).get(state, "/ON"))
            for part, state in (("/Print", "/PrintState"), ("/View", "/ViewState"))
        ]
        found[str(thing.get("/Name", ""))[:100]] = (base or key in shown) and key not in hidden and "/OFF" not in states
    return found
