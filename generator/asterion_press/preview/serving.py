"""The page on this machine alone: a server on the loopback that serves only what it has in memory.

::

    GET /<token>/          the page
    GET /<token>/events    which page is the present one, and what is wrong with the files; again after every change
    GET /<token>/table?…   what the page's own engine answers to a question in JSON, percent-encoded

Only a browser on this machine that was given the address may ask. Its token is drawn anew for every server, so
that neither another user's program nor a page of the web can guess it. A page of the web that has its name lead to
127.0.0.1 is found out by the Host header, one that asks across by Origin and Sec-Fetch-Site; nothing is ever allowed
across, and nothing is read from the disk, so that no path leads anywhere.

Each connection is for one request and has a thread of its own, so that a slow one keeps nobody else waiting.

Source: the project's safety rules; HTTP semantics, RFC 9110, 7.2 and 15.5.20 (421); HTTP/1.1, RFC 9112, 3.2; Fetch
Metadata Request Headers; server-sent events, HTML 9.2.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Any
from urllib.parse import unquote_to_bytes

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.errors import AsterionError, PublishError, reason_of
from asterion_press.preview.page import PreviewPage

LOOPBACK = "127.0.0.1"
PATIENCE_S = 5.0
"""Seconds in which the next part of a request has to be here, or of its answer to be taken. Own choice."""
HEARTBEAT_S = 10.0
"""Seconds after which a silent stream of events says that it is alive, and finds out whether somebody listens."""
MISDIRECTED = 421


class PageState(Struct, frozen=True):
    """The state of the page that is shown now.

    Attributes:
        page: as it is served; its version is empty as long as there is no good one.
        number: counts the states, from 0.
        mistakes: what is wrong with the files, a line each; empty if nothing is.
        fresh: ids of the tiles that were drawn anew for this page.
    """

    page: PreviewPage
    number: int = 0
    mistakes: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()


class LivePage:
    """The present state, and a way to wait for the next."""

    def __init__(self, waiting: PreviewPage) -> None:
        self.state = PageState(waiting)
        self.is_over = False
        self._changed = Condition()

    def show(self, page: PreviewPage, fresh: Iterable[str] = ()) -> None:
        """Show a good page in the place of the last one."""
        self._next(page=page, mistakes=(), fresh=tuple(fresh))

    def complain(self, mistakes: Iterable[str]) -> None:
        """Report that something is wrong with the files; the last page stays."""
        self._next(mistakes=tuple(mistakes))

    def end(self) -> None:
        """Say that nothing more will come, and end all waiting."""
        with self._changed:
            self.is_over = True
            self._changed.notify_all()

    def after(self, number: int, timeout: float) -> PageState | None:
        """Return the state behind the one with that number, None if there is none in time; ends the wait at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_over or self.state.number > number, timeout)
            return self.state if self.state.number > number else None

    def _next(self, **changes: Any) -> None:
        with self._changed:
            self.state = replace(self.state, number=self.state.number + 1, **changes)
            self._changed.notify_all()


class Server(ThreadingHTTPServer):
    """A server of a stage on the loopback.

    Raises:
        PublishError: the port is taken, or may not be used.
    """

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, stage: LivePage, port: int = 0) -> None:
        self.stage = stage
        self.token = secrets.token_urlsafe(24)
        try:
            super().__init__((LOOPBACK, port), _Answer)
        except OSError as error:
            what = reason_of(error)
            raise PublishError(f"port {port} cannot be served: {what}; choose another --port, or 0 for any") from None
        self.hosts = frozenset(f"{name}:{self.server_port}" for name in (LOOPBACK, "localhost"))

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return f"http://{LOOPBACK}:{self.server_port}/{self.token}/"

    def start(self) -> Thread:
        """Serve in a thread of its own, until :meth:`stop`."""
        thread = Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        thread.start()
        return thread

    def stop(self) -> None:
        """Serve no longer."""
        self.stage.end()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a connection that broke off; anything else is a bug and is reported."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Answer(BaseHTTPRequestHandler):
    """The handler of the requests of one connection."""

    server: Server
    timeout = PATIENCE_S
    protocol_version = "HTTP/1.1"
    server_version = "asterion"
    sys_version = ""
    _policy = "default-src 'none'"

    def do_GET(self) -> None:
        if refusal := self._refusal():
            self._send(*refusal)
            return
        served = {"": self._page, "events": self._events, "table": self._table}
        top, _, rest = self.path.partition("?")[0].removeprefix("/").partition("/")
        if not secrets.compare_digest(top.encode(), self.server.token.encode()) or rest not in served:
            self._send(404, "there is nothing here")
        else:
            served[rest]()

    do_HEAD = do_GET  # noqa: N815 - http.server calls it so

    def _refusal(self) -> tuple[int, str] | None:
        """Return status and reason if a request with these headers is refused, else None.

        A header that is there twice is refused like a wrong one, as is a head of which only a part can be read.
        """
        if not self.path.startswith("/") or self.headers.defects:
            return 400, "this is no request"
        hosts, origins, sites = (self.headers.get_all(name) or [] for name in ("Host", "Origin", "Sec-Fetch-Site"))
        if len(hosts) != 1 or hosts[0].lower() not in self.server.hosts:
            return MISDIRECTED, "this server answers to 127.0.0.1 and localhost only"
        if len(origins) > 1 or not {*origins} <= {f"http://{host}" for host in self.server.hosts}:
            return 403, "asked from another origin"
        if len(sites) > 1 or not {*sites} <= {"none", "same-origin"}:
            return 403, "asked from another site"
        return None

    def _page(self) -> None:
        page = self.server.stage.state.page
        self._policy = page.policy
        self._send(200, page.html, "text/html; charset=utf-8")

    def _table(self) -> None:
        if (answer := self.server.stage.state.page.answer) is None:
            self._send(404, "this page asks nothing")
            return
        try:
            found = answer(unquote_to_bytes(self.path.partition("?")[2]))
        except AsterionError as error:
            self._send(400, str(error))
        else:
            self._send(200, json.dumps(found), "application/json")

    def _send(self, status: int, body: str, kind: str = "text/plain; charset=utf-8") -> None:
        data = body.encode()
        self._head(status, kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _head(self, status: int, kind: str) -> None:
        """Send the status and the headers that every answer has."""
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Security-Policy": f"{self._policy}; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "Connection": "close",
        }.items():
            self.send_header(name, value)

    def _events(self) -> None:
        """Send every state from now on, until the browser leaves or the program ends."""
        self._head(200, "text/event-stream; charset=utf-8")
        self.end_headers()
        if self.command == "HEAD":
            return
        stage, number = self.server.stage, -1
        while not stage.is_over:
            state = stage.after(number, HEARTBEAT_S)
            if state is None:
                self.wfile.write(b": alive\n\n")
            else:
                number = state.number
                self.wfile.write(event_of(state))

    def log_message(self, *_: Any) -> None:
        """Say nothing: the terminal is for the files."""


def event_of(state: PageState) -> bytes:
    """Return a state as a server-sent event; JSON without line breaks is one line of data."""
    status = {"version": state.page.version, "mistakes": state.mistakes, "fresh": state.fresh}
    return f"event: state\nid: {state.number}\ndata: {json.dumps(status)}\n\n".encode()


# -- a new page after every change of a file ---------------------------------------------------------------------------
# The folders of the files are watched, not the files: editors put a new file in the place of the old one. What counts
# is whether the files themselves look different, so that no change is missed before the first watch, or on a disk that
# reports no changes.

LOOK_AGAIN_MS = 1000
"""Milliseconds after which the files are looked at even if no change was reported. Own choice."""
QUIET_MS = 50
"""Milliseconds without a change before a page is made: an editor writes several times. Own choice."""

Looks = tuple[tuple[Path, tuple[int, ...] | None], ...]


def watch(files: Callable[[], Sequence[Path]], renew: Callable[[], None], stop: Event) -> None:
    """Renew now, and again whenever a file looks different, until `stop` is set.

    Args:
        files: returns what is looked at; they need not exist. A file that comes later is seen within a second.
        renew: makes and shows a page.
        stop: ends the watch.
    """
    seen: Looks | None = None
    for _ in _changes({Path(os.path.realpath(file)).parent for file in files()}, stop):
        now = tuple((file, _look(file)) for file in files())
        if now != seen:
            seen = now
            renew()


def _look(file: Path) -> tuple[int, ...] | None:
    """Return when a file was written, its size, and which file it is; None if there is none."""
    try:
        about = file.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size, about.st_ino


def _changes(folders: set[Path], stop: Event) -> Iterator[None]:
    """Yield at once, whenever something in the folders has changed, and now and then."""
    import watchfiles  # which a page that is written does without

    yield
    while not stop.is_set():
        there = sorted(folder for folder in folders if os.access(folder, os.R_OK))
        with suppress(OSError):  # a folder went, or may not be watched: what is there is looked at all the same
            for _ in watchfiles.watch(
                *there,
                watch_filter=None,
                debounce=10 * QUIET_MS,
                step=QUIET_MS,
                stop_event=stop,
                rust_timeout=LOOK_AGAIN_MS,
                yield_on_timeout=True,
                raise_interrupt=True,
                recursive=False,
            ):
                yield
        stop.wait(LOOK_AGAIN_MS / 1000)
        yield
