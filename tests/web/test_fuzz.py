"""Fuzzing: whatever clients send, the server stays up and the games are unchanged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import example, given, settings
from hypothesis import strategies as st
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.generation import GenerationMode
from websockets.exceptions import ConnectionClosed

from tests.web.playing import PATIENCE, Running, Wrong, running

REFUSALS = (1007, 1008, 1009)  # not text, policy violation, too large
ANSWERS = ("error", "pong", "chat", "limit")  # nobody else sees that a player wants no more bids

# sockets

junk = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=40))
anything = st.recursive(
    junk, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4), max_leaves=20
)
of_hosts = ["delay", "pause", "step", "show", "start"]
of_players = ["join", "act", "check", "hint", "offers", "limit", "undo", "chat", "skip"]
types = st.sampled_from([*of_hosts, *of_players, "rematch", "table", "", "ACT"])
fields = st.fixed_dictionaries(
    {"type": types | anything},
    optional={
        "number": st.integers(-2, 3) | st.sampled_from([1 << 53, 1 << 64, 1e300]) | anything,
        "action": st.sampled_from(["roll", "end", "buy", "bankrupt", "offer 0: 1 for 1", "bid 99999999999999999999"])
        | anything,
        "seconds": st.floats() | anything,
        "paused": anything,
        "most": st.integers(-1, 1 << 40) | anything,
        "auto": anything,
        "agent": st.sampled_from(["bot", "./x.py", "mcts:rollouts=99999999", "mix:", "\0"]) | anything,
        "odds": anything,
        "chat": anything,
        "text": st.text(max_size=300) | st.sampled_from(["Hello!", "\0", "\u202e", " "]) | anything,
        "token": anything,
        "seat": anything,
    },
)
texts = st.one_of(st.text(), fields.map(json.dumps), anything.map(json.dumps), fields.map(lambda one: json.dumps(one)[:-1]))


class Target:
    """A table where it is Ada's turn, and Bob, who is not the host, sends the fuzzed messages."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.made = server.make(["Ada", None])
        self.bob = server.seat_agents(self.made, 1, "Bob")
        with server.join(self.made) as ada, server.join(self.made["table"], token=self.bob) as bob:
            if ada.table["waiting"]["seat"] != 0:
                while bob.question is not None:
                    bob.act(bob.question["choices"][0]["action"])
        self.table = server.run(server.registry.table(self.made["table"]))
        self.before = self.seen()

    def seen(self) -> tuple[Any, ...]:
        """Return everything that a message could have changed."""
        table = self.table
        seats = [(seat.name, seat.bot, seat.invite, seat.token_hash) for seat in table.seats]
        return table.number, table.game.state.tobytes(), seats, dict(table.settings), table.steps

    def send(self, message: str | bytes) -> tuple[str, int]:
        """Send a message from Bob; return the type of the response, or the close code."""
        with self.server.socket(self.made["table"]) as socket:
            socket.send(json.dumps({"type": "join", "token": self.bob}))
            try:
                while json.loads(socket.recv(timeout=PATIENCE))["type"] != "seats":
                    pass
                socket.send(message)
                while (answer := json.loads(socket.recv(timeout=PATIENCE)))["type"] == "seats":
                    pass
            except ConnectionClosed as closed:
                return "closed", closed.rcvd.code if closed.rcvd else 0
            return answer["type"], 0


@pytest.fixture(scope="module")
def target(server: Running) -> Target:
    return Target(server)


@pytest.mark.slow
@example("[" * 5000)
@example('{"type":"act","number":' + "9" * 5000 + "}")
@example('{"a":' * 2000 + "1" + "}" * 2000)
@example("x" * 20_000)
@example('"' + "\\ud800" * 10 + '"')
@example('{"type":"act","number":NaN,"action":"roll"}')
@settings(max_examples=60)
@given(texts)
def test_no_message_out_of_turn_changes_anything(target: Target, message: str) -> None:
    kind, code = target.send(message)
    assert kind in ANSWERS or code in REFUSALS, (kind, code)
    assert target.seen() == target.before
    assert target.server.get("/api/health") == {"ok": True}


@settings(max_examples=15)
@given(st.binary(max_size=200))
def test_no_bytes_change_anything(target: Target, message: bytes) -> None:
    kind, code = target.send(message)
    assert kind == "error" or code in REFUSALS, (kind, code)
    assert target.seen() == target.before


@pytest.mark.parametrize(
    "first",
    [
        "",
        "{}",
        '{"type":"act","number":0,"action":"roll"}',
        '{"type":"join","token":"no"}',
        '{"type":"join","watch":5}',
        "[[[[",
    ],
)
def test_who_has_not_joined_is_refused_and_hung_up_on(target: Target, first: str) -> None:
    with target.server.socket(target.made["table"]) as socket:
        socket.send(first)
        assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "error"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)
    assert target.seen() == target.before


def test_a_decision_that_is_repeated_is_made_once(server: Running) -> None:
    made = server.make(["Ada", None])
    with server.join(made) as ada, server.join(made["table"], token=server.seat_agents(made, 1, "Bob")) as bob:
        ada.until("table", lambda table: table["seats"][1]["name"] == "Bob")
        mover = ada if ada.question is not None else bob
        number, action = mover.my_turn()["number"], mover.my_turn()["choices"][0]["action"]
        for _ in range(3):
            mover.say({"type": "act", "number": number, "action": action})
        assert mover.until("step")["number"] == number + 1
        for _ in range(2):
            assert "this decision has already been made" in mover.until("error")["error"]
        assert server.run(server.registry.table(made["table"])).number == number + 1


def test_who_sends_one_error_after_the_other_is_hung_up_on(server: Running) -> None:
    made = server.make(["Ada", None])
    with server.join(made) as ada:
        for _ in range(30):
            ada.say("nonsense")
        with pytest.raises(Wrong) as closed:
            ada.until("error", lambda _: False)
        assert closed.value.status == 1008
    assert server.run(server.registry.table(made["table"])).number == 0


# HTTP


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A separate server for fuzzed requests."""
    database = f"sqlite:///{Path(tmp_path_factory.mktemp('fuzz')) / 'games.sqlite'}"
    with running(database=database, tables_a_minute=100_000, requests_a_second=100_000) as server:
        yield server


conforming = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.mark.slow
def test_every_answer_over_http_is_as_the_schema_says(fuzzed: Running) -> None:
    schema = schemathesis.openapi.from_url(f"{fuzzed.url}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert {"/api/people", "/api/tables", "/api/rules"} <= {operation.path for operation in operations}
    for operation in operations:
        valid, wrong = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)

        @settings(max_examples=8)
        @given(valid | wrong)
        def ask(case: schemathesis.Case) -> None:
            case.call_and_validate(checks=conforming)

        ask()
    assert fuzzed.get("/api/health") == {"ok": True}
