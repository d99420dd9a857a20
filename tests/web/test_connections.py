"""Connections: slow requests, too many connections, and a flood of nonsense; the others are served, and the log stays short."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import time
from collections.abc import Iterator

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidStatus

from rentier.web import connections, guards
from rentier.web.logs import MOST_LINES, FewLines
from rentier.web.websocket_protocol import LimitedSocket
from tests.web.conftest import Start
from tests.web.playing import PATIENCE, Running

GET = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_HEADERS = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = b'POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\n{"seats": ['
HALF_CHUNK = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{}\n\r\n"


@contextlib.contextmanager
def connected(server: Running, *sent: bytes) -> Iterator[socket.socket]:
    """A bare connection on which something has been sent."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        for part in sent:
            line.sendall(part)
        yield line


def answered(line: socket.socket) -> tuple[int, str]:
    """Read until the server closes the connection; return the status and the reason of its only answer."""
    heard = b""
    with contextlib.suppress(ConnectionResetError):
        while part := line.recv(65_536):
            heard += part
    head, _, body = heard.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["error"]


def is_healthy(line: socket.socket) -> bool:
    """Ask for the health of the server on a connection, and read its answer."""
    line.sendall(GET)
    heard = b""
    while not heard.endswith(b"}") and (part := line.recv(65_536)):
        heard += part
    return heard.endswith(b'\r\n\r\n{"ok":true}')


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"", "the headers did not arrive within 1 s"),
        (HALF_HEADERS, "the headers did not arrive within 1 s"),
        (HALF_BODY, "the body did not arrive within 1 s"),
        (HALF_CHUNK, "the body did not arrive within 1 s"),
    ],
    ids=["nothing", "half of the headers", "half of a body", "half of a body in chunks"],
)
def test_a_request_that_does_not_arrive_is_refused_and_its_connection_closed(
    server: Running, monkeypatch: pytest.MonkeyPatch, sent: bytes, reason: str
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 1.0)
    monkeypatch.setattr(guards, "BODY_SECONDS", 1.0)
    with connected(server, sent) as line:
        assert answered(line) == (408, reason)
    assert server.get("/api/health") == {"ok": True}


def test_bytes_that_drip_do_not_buy_time(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 1.0)
    with connected(server, HALF_HEADERS) as line:
        end = time.monotonic() + PATIENCE
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < end:
                line.sendall(b"x")
                time.sleep(0.05)
        assert time.monotonic() < end, "it goes on forever"


def test_a_request_in_time_is_answered_after_the_limit_too(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 1.0)
    with connected(server) as line:
        for _ in range(4):  # longer than the limit, all together
            assert is_healthy(line)
            time.sleep(0.4)
        line.sendall(HALF_HEADERS)  # the limit holds for a later request too
        assert answered(line)[0] == 408


def test_who_leaves_in_the_midst_of_a_body_makes_no_table(server: Running) -> None:
    body = json.dumps({"seats": [{"kind": "person"}, {"kind": "person"}], "public": True}).encode()
    before = len(server.get("/api/tables"))
    with connected(server, b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n" + body):
        pass
    assert server.get("/api/health") == {"ok": True}
    assert len(server.get("/api/tables")) == before


def test_an_address_has_so_many_connections_and_no_more(start: Start) -> None:
    server = start(most_connections=3)
    server.http.close()
    with contextlib.ExitStack() as held:
        lines = [held.enter_context(connected(server, HALF_BODY)) for _ in range(3)]
        with connected(server) as fourth:
            assert answered(fourth) == (503, "there are too many connections; try again later")
        lines[0].close()
        served = False
        end = time.monotonic() + PATIENCE
        while not served and time.monotonic() < end:  # until the server has noticed
            with connected(server) as line, contextlib.suppress(ConnectionError):
                served = is_healthy(line)
        assert served


def test_the_number_of_connections_in_all_is_limited(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 2)
    server = start(most_connections=100)
    made = server.make(["Ada", "Bob"])
    server.http.close()
    with server.join(made), server.socket(made["table"]), connected(server) as third:
        assert answered(third)[0] == 503


def test_half_sent_requests_keep_nobody_out(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 20)
    server = start(most_connections=1000)
    with contextlib.ExitStack() as held:
        for sent in (HALF_HEADERS, HALF_BODY, HALF_CHUNK, b"") * 25:
            held.enter_context(connected(server, sent))
        for _ in range(5):
            with connected(server) as line:
                assert is_healthy(line)


def test_connections_leave_files_for_the_server_itself() -> None:
    assert connections.most_connections() >= connections.FEWEST_CONNECTIONS


def test_a_large_body_is_read_piece_by_piece(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces: list[int] = []
    handle = connections.LimitedProtocol.data_received

    def counting(protocol: connections.LimitedProtocol, data: bytes) -> None:
        pieces.append(len(data))
        handle(protocol, data)

    monkeypatch.setattr(connections.LimitedProtocol, "data_received", counting)
    assert server.http.post("/api/tables", content=b"x" * 900_000).status_code == 422
    assert max(pieces) <= connections.LimitedProtocol.piece_bytes
    assert sum(pieces) > 900_000


def test_connections_send_at_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the system holds a message back until the client has acknowledged the one before, often for 40 ms."""
    options: list[int] = []
    made = connections.LimitedProtocol.connection_made

    def looking(protocol: connections.LimitedProtocol, transport: asyncio.Transport) -> None:
        options.append(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        made(protocol, transport)

    monkeypatch.setattr(connections.LimitedProtocol, "connection_made", looking)
    with connected(server) as line:
        assert is_healthy(line)
    assert options
    assert all(options)


@pytest.fixture
def few(start: Start, monkeypatch: pytest.MonkeyPatch) -> Running:
    """A server that allows an address 10 requests in 10 s."""
    monkeypatch.setattr(guards, "RATE_SECONDS", 10)
    monkeypatch.setattr(guards, "REFUSAL_SECONDS", 0.1)
    return start(requests_a_second=1)


def test_an_address_sends_so_many_requests_and_no_more(few: Running) -> None:
    statuses = [few.http.get("/api/health").status_code for _ in range(15)]
    assert statuses[:10] == [200] * 10
    assert 429 in statuses
    assert few.http.get("/").status_code == 200  # the page does not count


def test_too_many_requests_are_refused_slowly(few: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the number of its connections limits how often an address can be refused in a second."""
    monkeypatch.setattr(guards, "REFUSAL_SECONDS", 1.5)
    for _ in range(10):
        few.get("/api/health")
    start = time.monotonic()
    assert few.http.get("/api/health").status_code == 429
    assert time.monotonic() - start >= 1.5


def test_a_large_body_counts_as_many_requests(few: Running) -> None:
    answer = few.http.post("/api/records", json={"record": "x" * 900_000})
    assert (answer.status_code, answer.json()["error"]) == (429, "too many requests; wait some seconds")


def test_a_large_body_counts_whatever_it_is_sent_to(few: Running) -> None:
    assert few.http.post("/nowhere", content=b"x" * 900_000).status_code == 429


def test_a_long_answer_counts_as_many_requests(few: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "UNIT", 1000)
    assert len(few.http.get("/api/choices").content) > 10 * 1000
    assert few.http.get("/api/health").status_code == 429


def test_an_address_opens_so_many_sockets_and_no_more(few: Running) -> None:
    made = few.make(["Ada", "Bob"])
    for _ in range(9):
        with few.join(made):
            pass
    with pytest.raises(InvalidStatus), few.join(made):
        pass


def test_requests_on_many_connections_at_once_are_all_answered(start: Start) -> None:
    server = start(most_connections=100, requests_a_second=1000)
    with contextlib.ExitStack() as held:
        lines = [held.enter_context(connected(server)) for _ in range(80)]
        for line in lines:
            line.sendall(GET * 3)
        heard = [b"" for _ in lines]
        for place, line in enumerate(lines):
            while heard[place].count(b'{"ok":true}') < 3 and (part := line.recv(65_536)):
                heard[place] += part
    assert all(each.count(b"200 OK") == 3 for each in heard)


def test_a_flood_fills_no_log() -> None:
    few = FewLines()
    lines = [logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Invalid %s", ("request",), None) for _ in range(5000)]
    assert [few.filter(line) for line in lines].count(True) == MOST_LINES


def test_the_log_says_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("rentier.web.rates.time.monotonic", lambda: now)
    few = FewLines()
    for _ in range(MOST_LINES + 7):
        few.filter(logging.LogRecord("x", logging.ERROR, "", 0, "bad", None, None))
    now = 61.0
    line = logging.LogRecord("x", logging.ERROR, "", 0, "bad %d", (5,), None)
    assert few.filter(line)
    assert line.getMessage() == "bad 5 (7 lines before this one were left out)"


UPGRADE = (
    b"GET /api/tables/%b/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def frame(text: bytes) -> bytes:
    """A WebSocket frame of a client, masked with zeros."""
    length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + text


@contextlib.contextmanager
def seated(server: Running) -> Iterator[socket.socket]:
    """A bare WebSocket that has joined a table."""
    made = server.make(["Ada", "Bob"])
    with connected(server, UPGRADE % made["table"].encode()) as line:
        assert line.recv(65_536).startswith(b"HTTP/1.1 101 ")
        line.sendall(frame(json.dumps({"type": "join", "token": made["host"]}).encode()))
        assert b'"type":"table"' in line.recv(65_536)
        yield line


def test_a_socket_that_ignores_its_close_is_cut_off(server: Running) -> None:
    garbage = frame(b"[" * 16_000)
    sent = 0
    with seated(server) as line, contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while sent < 200_000_000:
            line.sendall(garbage)
            sent += len(garbage)
    assert sent < 100_000_000, "what the system holds for both sides, not what a patient server would read"


def test_many_messages_that_come_together_are_all_answered(server: Running) -> None:
    heard = b""
    with seated(server) as line:
        line.sendall(frame(b'{"type": "ping"}') * 40 + frame(b'{"type": "ping"}' + b" " * 6_000))
        while heard.count(b'{"type":"pong"}') < 41:
            part = line.recv(65_536)
            assert part, "the server hung up"
            heard += part


def test_small_messages_are_parsed_piece_by_piece(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces: list[int] = []
    handle = WebSocketsSansIOProtocol.data_received

    def counting(protocol: WebSocketsSansIOProtocol, data: bytes) -> None:
        pieces.append(len(data))
        handle(protocol, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", counting)
    with seated(server) as line, contextlib.suppress(ConnectionResetError, BrokenPipeError):
        line.sendall(frame(b'{"type": "ping"}') * 5_000)
        while line.recv(65_536):
            pass
    assert max(pieces) <= LimitedSocket.piece_bytes
    assert sum(pieces) < 80_000, "after too many messages the rest is not looked at"
