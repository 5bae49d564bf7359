"""Who gets an answer from the server of `asterion preview --watch`, and who does not."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

import pytest
from msgspec import structs

from asterion_press.errors import PublishError
from asterion_press.preview.page import PreviewPage, waiting_page
from asterion_press.preview.serving import LivePage, Server
from tests.support.processes import PATIENCE_S

GOOD = PreviewPage("<!doctype html><title>good</title>", "abc", "default-src 'none'")
PAGE, HOST = "/{token}/", "127.0.0.1:{port}"
GARBAGE = ("", "GET", "GET / HTTP/9.9", "\x00\xff\x00", f"GET {70_000 * '/'} HTTP/1.1")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr("asterion_press.preview.serving.PATIENCE_S", 2 * PATIENCE_S)  # not met while a test waits
    server = Server(LivePage(waiting_page()))
    server.stage.show(GOOD)
    server.start()
    yield server
    server.stop()


def raw(server: Server, request: str, *, until: bytes = b"") -> str:
    """Send bytes, read until the other side is done, or until something was read."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=PATIENCE_S) as connection:
        connection.sendall(request.replace("\n", "\r\n").encode())
        data = b""
        while not until or until not in data:
            piece = connection.recv(65536)
            if not piece:
                break
            data += piece
    return data.decode()


def asked(server: Server, path: str = PAGE, *lines: str, method: str = "GET", host: str = HOST) -> str:
    """The answer to a request."""
    places = {"token": server.token, "port": server.server_port}
    head = [f"{method} {path} HTTP/1.1", *([f"Host: {host}"] if host else []), *lines, "Connection: close", "", ""]
    return raw(server, "\n".join(head).format(**places))


def status(answer: str) -> int:
    return int(answer.split(" ", 2)[1])


def test_a_browser_that_has_the_address_gets_the_page(server: Server) -> None:
    answer = asked(server)
    assert status(answer) == 200
    assert answer.endswith(GOOD.html)
    assert status(asked(server, host="localhost:{port}")) == 200
    assert status(asked(server, "/{token}/", "Sec-Fetch-Site: same-origin", "Origin: http://127.0.0.1:{port}")) == 200


def test_the_trial_table_is_answered_and_what_is_no_question_is_not(server: Server) -> None:
    question = "/{token}/table?%7B%22a%22:1%7D"
    assert status(asked(server, question)) == 404  # this page asks nothing

    def answer(written: bytes) -> dict[str, str]:
        if written != b'{"a":1}':
            raise PublishError("this is no question")
        return {"b": "2"}

    server.stage.show(structs.replace(GOOD, answer=answer))
    assert asked(server, question).endswith('{"b": "2"}')
    assert status(asked(server, "/{token}/table?%7B")) == 400
    assert status(asked(server, "/{token}/table")) == 400
    assert status(asked(server, question, "Sec-Fetch-Site: cross-site")) == 403


OTHERS: tuple[tuple[tuple[str, ...], str, int], ...] = (
    ((), "evil.example:{port}", 421),
    ((), "127.0.0.1", 421),
    ((), "127.0.0.1:1", 421),
    ((), "", 421),
    (("Host: evil.example",), HOST, 421),
    (("Origin: http://evil.example",), HOST, 403),
    (("Origin: null",), HOST, 403),
    (("Origin: https://127.0.0.1:{port}",), HOST, 403),
    (("Sec-Fetch-Site: cross-site",), HOST, 403),
    (("Sec-Fetch-Site: same-site",), HOST, 403),
    (("Host: 127.0.0.1:{port}",), HOST, 421),
    (("Origin: http://127.0.0.1:{port}", "Origin: http://evil.example"), HOST, 403),
    (("Origin: http://127.0.0.1:{port}", "origin: http://127.0.0.1:{port}"), HOST, 403),
    (("Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"), HOST, 403),
    (("Sec-Fetch-Site: none", "SEC-FETCH-SITE: none"), HOST, 403),
    (("what follows is not read", "Origin: http://evil.example"), HOST, 400),
)


def test_who_asks_by_another_name_or_across_is_refused(server: Server) -> None:
    wrong = {}
    for lines, host, expected in OTHERS:
        for path in ("/{token}/", "/{token}/events", "/"):
            answer = asked(server, path, *lines, host=host)
            if status(answer) != expected or "good" in answer:
                wrong[path, host, lines] = answer
                break  # events that are told to a stranger never end
    assert wrong == {}


def test_there_is_nothing_but_the_page_behind_its_token(server: Server) -> None:
    paths = ("/", "/events", "/wrong-token/", "/{token}x/", "/{token}/../", "/{token}/tiles.yaml", "/../../etc/passwd")
    assert [path for path in paths if status(asked(server, path)) != 404] == []


def test_a_target_that_is_no_path_is_answered_and_nothing_is_told_of_it(
    server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    targets = {
        **dict.fromkeys(("http://[", "http://[::1", "http://a]b/", "http://[v1.x]/", "*", "x"), 400),
        "http://evil.example/{token}/": 400,
        "//[": 404,
    }
    assert {target: status(asked(server, target)) for target in targets} == targets
    assert "".join(capfd.readouterr()) == ""


FORBIDDING = (
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "cross-origin-resource-policy: same-origin",
    "referrer-policy: no-referrer",
    "; frame-ancestors 'none'",
)


def test_nothing_is_allowed_across_and_nothing_is_kept(server: Server) -> None:
    for path in ("/{token}/", "/nothing"):
        head = asked(server, path).partition("\r\n\r\n")[0].lower()
        assert [line for line in FORBIDDING if f"{line}\r\n" not in f"{head}\r\n"] == []
        assert [word for word in ("access-control", "set-cookie", "python") if word in head] == []


def test_nothing_can_be_done_but_reading(server: Server) -> None:
    methods = ("POST", "PUT", "DELETE", "OPTIONS", "CONNECT")
    assert [method for method in methods if status(asked(server, method=method)) != 501] == []
    assert status(asked(server, method="HEAD")) == 200
    assert "good" not in asked(server, method="HEAD")


def test_only_the_loopback_listens(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert server.url == f"http://127.0.0.1:{server.server_port}/{server.token}/"
    assert len(server.token) >= 32
    other = Server(LivePage(waiting_page()))
    assert other.token != server.token
    other.server_close()


def test_a_port_that_is_taken_is_told_plainly(server: Server) -> None:
    with pytest.raises(PublishError, match=f"port {server.server_port} cannot be served: .*; choose another --port"):
        Server(LivePage(waiting_page()), server.server_port)


def next_data(stream: IO[bytes]) -> dict[str, object]:
    while True:
        line = stream.readline()
        assert line, "the stream ended"
        if line.startswith(b"data: "):
            found: dict[str, object] = json.loads(line[6:])
            return found


@contextmanager
def events_of(server: Server) -> Iterator[IO[bytes]]:
    """What a browser is told that asks for events."""
    with (
        socket.create_connection(("127.0.0.1", server.server_port), timeout=PATIENCE_S) as connection,
        connection.makefile("rb") as stream,
    ):
        connection.sendall(f"{head_of(server, '/{token}/events')}\r\n".encode())
        yield stream


def test_events_tell_every_state_from_now_on(server: Server) -> None:
    mistakes = ["tiles.yaml:3:4: “oh”\nno"]
    with events_of(server) as stream:
        assert next_data(stream) == {"version": "abc", "mistakes": [], "fresh": []}
        server.stage.complain(mistakes)
        assert next_data(stream) == {"version": "abc", "mistakes": mistakes, "fresh": []}
        server.stage.show(PreviewPage("<p>", "def", ""), ["Y01"])
        assert next_data(stream) == {"version": "def", "mistakes": [], "fresh": ["Y01"]}
        server.stage.end()
        assert b"data" not in stream.read(), "at the end the stream ends"


def head_of(server: Server, path: str = PAGE) -> str:
    """The head of a good request, without the empty line that ends it."""
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n".format(token=server.token, port=server.server_port)


@contextmanager
def dripping(server: Server, begun: str, many: int) -> Iterator[list[socket.socket]]:
    """Connections each of which has begun a head that never ends, and sends a byte of it every tenth of a second."""
    connections = [socket.create_connection(("127.0.0.1", server.server_port)) for _ in range(many)]
    enough = threading.Event()

    def drip() -> None:
        while not enough.wait(0.1):
            for connection in connections:
                with suppress(OSError):
                    connection.sendall(b"x")

    for connection in connections:
        with suppress(OSError):  # more than there is room for: the first ones have made way already
            connection.sendall(begun.encode())
    dripper = threading.Thread(target=drip)
    dripper.start()
    try:
        yield connections
    finally:
        enough.set()
        dripper.join()
        for connection in connections:
            connection.close()


MANY = 72
BEGUN = ["", "G", "GET /wrong/ HTTP/1.1\r\nHost: ", "GET / HTTP/1.1\r\nX-A: 1\r\nX-B: "]


@pytest.mark.parametrize("begun", BEGUN)
def test_connections_without_the_token_do_not_keep_the_user_out(server: Server, begun: str) -> None:
    with dripping(server, begun, MANY):
        assert {status(asked(server)) for _ in range(12)} == {200}


def test_who_has_shown_the_token_stays_while_strangers_come_and_go(server: Server) -> None:
    with events_of(server) as stream:
        next_data(stream)
        with dripping(server, "G", MANY):
            assert status(asked(server)) == 200
        server.stage.complain(["still here"])
        assert next_data(stream)["mistakes"] == ["still here"]


def test_one_connection_is_for_one_request(server: Server) -> None:
    request = f"{head_of(server)}Connection: keep-alive\r\n\r\n".replace("\r", "")
    assert raw(server, 2 * request).count("HTTP/1.1 200") == 1


def test_a_garbled_request_is_an_answer_or_an_end_and_the_server_lives_on(server: Server) -> None:
    for garbage in GARBAGE:
        with suppress(OSError):  # a connection that is cut off is an answer, too
            assert "good" not in raw(server, f"{garbage}\n\n")
    assert status(asked(server)) == 200
