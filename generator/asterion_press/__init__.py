"""Print-and-play tile games: load, check, draw, build, verify, score and simulate them from Python.

Other programs may use what is named here; the CHANGELOG names every change of it. All below is private and changes
without notice.

Mistakes in files are raised as :class:`InputError`: all of them at once, each with its file, line and column. What is
handed over is looked at first: a wrong type is a :class:`TypeError`, a value that there is not a :class:`ValueError`.
A game carries its own files, wherever the working folder is, so that threads may work with several games at once.

Packages, each of which imports only from those below it::

    cli          the commands
    exports      a game for virtual tables, print services, cutting machines
    making       what is made, what is up to date, in which order
    games        the kinds of games; only cli knows a kind by name
    rulebook     the rules: read, typeset, written as HTML, translated
    pdf, verify  PDF files written by ReportLab, and read back by another library
    drawing      display lists in millimetres, printed as SVG and PNG
    layout       where pieces lie on paper
    publish      a complete folder, swapped in as one
    catalogue    YAML files as records that know file:line:column

Millimetres, x to the right, y down, clockwise quarter turns everywhere; points only in pdf and verify.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asterion_press.api import Game, list_games, load
    from asterion_press.errors import AsterionError, InputError, Mistake, Place, VerifyError
    from asterion_press.games.game import Score
    from asterion_press.games.labyrinth.simulation.tally import Averages
    from asterion_press.games.report import Finding, Level
    from asterion_press.making.artefacts import Outcome
    from asterion_press.verify import Fault, Report

__version__ = "0.1.0"
__all__ = [
    "AsterionError",
    "Averages",
    "Fault",
    "Finding",
    "Game",
    "InputError",
    "Level",
    "Mistake",
    "Outcome",
    "Place",
    "Report",
    "Score",
    "VerifyError",
    "list_games",
    "load",
]
_HOMES = {
    "Averages": "games.labyrinth.simulation.tally",
    "Fault": "verify",
    "Finding": "games.report",
    "Game": "api",
    "Level": "games.report",
    "Outcome": "making.artefacts",
    "Report": "verify",
    "Score": "games.game",
    "list_games": "api",
    "load": "api",
}
"""The modules of the names that are not in `errors`."""


def __getattr__(name: str) -> object:
    """Import what other programs use when it is asked for: a command begins without it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'errors')}"), name)
