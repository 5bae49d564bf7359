"""The command ``asterion`` as a process: ``python -m asterion_press``, and the entry of the console script.

Nothing heavy is imported before signals are heeded: importing the command takes a while, and Ctrl-C in it shall end
as Ctrl-C does anywhere else.
"""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # until the flag is there, Ctrl-C ends the process without a traceback

import gc
import os
import sys

from asterion_press import stopping

RUBBISH_AFTER = 100_000
"""Objects made before Python looks for rings of rubbish. Drawings are many small objects and no rings; with Python's
own 700 a cold build spends a twentieth of its time on looking."""


def run() -> None:
    """Run the command, and end the process without taking it to pieces.

    When all is written and closed, Python would visit every object once more before it leaves; for a cold build that
    is a tenth of the time.
    """
    stopping.install()
    from asterion_press.cli import streams
    from asterion_press.errors import fact_lines

    gc.set_threshold(RUBBISH_AFTER, 50, 100)
    streams.prepare()
    try:
        status = _status()
        sys.stdout.flush()
    except BrokenPipeError:
        status = 1
    except Exception as error:
        if not (lines := fact_lines(error)):
            raise
        status = 1
        sys.stderr.writelines(f"{line}\n" for line in lines)
    sys.stderr.flush()
    os._exit(status)


def _status() -> int:
    """Return the exit status of the command."""
    try:
        from asterion_press.cli.main import main

        stopping.look()
        main()
    except stopping.Stopped as stop:
        sys.stderr.write(f"{stop.message}\n")
        return stop.exit_status
    except SystemExit as end:
        if end.code is not None and not isinstance(end.code, int):
            raise
        return end.code or 0
    return 0


if __name__ == "__main__":
    run()
