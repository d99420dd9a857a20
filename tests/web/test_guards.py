"""The checks on every request: host, origin, size, nesting and rate; and the security headers."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from rentier.web.nesting import Nesting
from tests.web.conftest import Start
from tests.web.playing import Running, Wrong

TWO = [{"kind": "person", "name": "Ada"}, {"kind": "agent", "agent": "bot"}]


@pytest.mark.parametrize("path", ["/", "/page/index.html", "/api/choices", "/nowhere"])
def test_every_answer_tells_the_browser_what_it_may_do(server: Running, path: str) -> None:
    headers = server.http.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == ("no-store" if path.startswith("/api") else "no-cache")
    assert "server" not in headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::1"])
def test_another_name_is_not_served_on_ones_own_machine(server: Running, host: str) -> None:
    answer = server.http.get("/api/choices", headers={"Host": host})
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:99", "[::1]:8000", "LOCALHOST:1"])
def test_names_of_ones_own_machine_are_served(server: Running, host: str) -> None:
    assert server.http.get("/api/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost.evil.example", "http://[", "file://"])
def test_another_page_makes_no_table_and_opens_no_socket(server: Running, origin: str) -> None:
    answer = server.http.post("/api/tables", json={"seats": TWO}, headers={"Origin": origin})
    assert (answer.status_code, "Origin" in answer.json()["error"]) == (403, True)
    made = server.make(["Ada", "bot"], public=True)
    with pytest.raises(InvalidStatus) as refused, server.socket(made["table"], origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_our_own_page_may(server: Running) -> None:
    answer = server.http.post("/api/tables", json={"seats": TWO}, headers={"Origin": server.url})
    assert answer.status_code == 201
    with server.socket(answer.json()["table"], origin=server.url):
        pass


def test_the_page_behind_a_proxy_may(start: Start) -> None:
    server = start(public_origin="https://play.example.org")
    headers = {"Origin": "https://play.example.org", "Host": "play.example.org"}
    local = f"http://127.0.0.1:{server.port}"
    assert server.http.post(f"{local}/api/tables", json={"seats": TWO}, headers=headers).status_code == 201
    assert server.http.post(f"{local}/api/tables", json={"seats": TWO}, headers=headers | {"Host": "x.org"}).status_code == 421


def test_a_body_that_is_too_large_is_refused(server: Running) -> None:
    answer = server.http.post("/api/rules", content=b"x" * 1_000_001)
    assert (answer.status_code, answer.json()) == (
        413,
        {"error": "the request is too large; at most 1000000 bytes are allowed"},
    )

    def parts() -> Any:
        for _ in range(12):
            yield b"x" * 100_000

    assert server.http.post("/api/rules", content=parts()).status_code == 413
    for size in (3_000_000, 7_000_000):  # more than fits between client and server
        assert server.http.post("/api/rules", content=b"x" * size).status_code == 413


@pytest.mark.parametrize("body", ["[" * 100_000, '{"seats":' * 30 + "1" + "}" * 30, '{"seats": [}', "[" * 21 + "]" * 21])
def test_a_body_that_is_nested_too_deep_is_refused(server: Running, body: str) -> None:
    answer = server.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, "nested at most 20 deep" in answer.json()["error"]) == (400, True)


HOSTILE = {
    "escaped quotes": (b'"', b'\\"'),
    "quotes": (b"", b'"'),
    "backslashes": (b'"', b"\\"),
    "texts": (b"[", b'"[",'),
    "open brackets": (b"", b"[{"),
    "empty lists": (b"[", b"[],"),
    "deep lists": (b"[", b"[" * 19 + b"]" * 19),
}


def is_deep(body: bytes, part: int = 1_000_000) -> bool:
    """Whether a body is refused that comes in parts of a size."""
    nesting = Nesting()
    for start in range(0, len(body), part):
        nesting.add(body[start : start + part])
    return nesting.is_deep


def check_seconds(body: bytes) -> float:
    """The processor time of the check, at its best of some."""
    took = []
    for _ in range(5):
        start = time.thread_time()
        is_deep(body)
        took.append(time.thread_time() - start)
    return min(took)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_time_to_check_a_body_grows_with_its_size_and_not_faster(name: str) -> None:
    start, part = HOSTILE[name]
    small, large = (start + part * (length // len(part)) for length in (32_000, 1_000_000))
    assert check_seconds(large) < 4 * (len(large) / len(small)) * max(check_seconds(small), 1e-5)


@pytest.mark.parametrize(
    "text", ["", '"', "\\", '\\"', '[\\"[', '{"}', "[" * 50, "\\\\", "ends with \\", '\\\\" and [ {', "\n\u2028\ud83d"]
)
def test_brackets_within_texts_do_not_count(text: str) -> None:
    for part in (1, 2, 3, 1000):
        assert not is_deep(json.dumps({"seats": [text, {text: text}]}).encode(), part)
        assert is_deep(json.dumps([text, text]).encode() + b"]", part)


def test_a_body_of_very_many_parts_is_refused() -> None:
    assert not is_deep(json.dumps([[]] * 1000).encode())
    assert is_deep(json.dumps([[]] * 100_000).encode())
    assert is_deep(json.dumps(["x"] * 100_000).encode())


@pytest.mark.parametrize(
    "body", ["", "x", "[]", "{}", "null", '{"seats": "[[[[[[[[[[[[[[[[[[[[[[[[[["}', b"\xff\xfe", '{"seats": 1e999}']
)
def test_a_body_that_is_no_table_is_one_line(server: Running, body: str | bytes) -> None:
    answer = server.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert list(answer.json()) == ["error"]


def test_tables_are_made_so_often_and_no_more(start: Start) -> None:
    server = start(tables_a_minute=2)
    for _ in range(2):
        server.make(["Ada", "Bob"])
    with pytest.raises(Wrong, match="too many requests") as refused:
        server.make(["Ada", "Bob"])
    assert refused.value.status == 429


def test_an_address_has_a_limited_number_of_sockets(start: Start) -> None:
    server = start(most_sockets=1)
    made = server.make(["Ada", "Bob"])
    with server.join(made), pytest.raises(InvalidStatus), server.join(made):
        pass
    server.wait(lambda: not server.run(server.registry.table(made["table"])).watchers)
    with server.join(made):
        pass
