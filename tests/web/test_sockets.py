"""WebSockets: everybody gets the table, the player to act gets the question, and nothing else changes a game."""

from __future__ import annotations

import contextlib
import json
import re

import pytest
from websockets.exceptions import ConnectionClosed

from rentier.web.tables import MOST_SOCKETS_OF_A_SEAT
from tests.web.playing import Made, Running, Wrong

TWO_DEEDS = """
to_move = 0
decision = "manage"
[[players]]
cash = 1500
deeds = { "Mayfair" = 0, "Old Kent Road" = 0, "Whitechapel Road" = 0 }
[[players]]
cash = 1500
deeds = { "Park Lane" = 0, "Strand" = 0 }
[luck]
dice = [[1, 2], [3, 4]]
"""
SEALED = {"switches": {"auction": "sealed"}}


def state_bytes(server: Running, table: str) -> bytes:
    """Return the server's state of a table."""
    found = server.run(server.registry.table(table))
    return bytes(found.game.state.tobytes())


def test_a_game_is_played_to_its_end(server: Running) -> None:
    made = server.make(["Ada", "aggressive"], switches={"turn_cap": 12, "cap": "worth"})
    numbers = []
    with server.join(made) as ada:
        first = ada.table["number"]  # the agent may have decided before Ada joined
        over = None
        while over is None:
            question = ada.question
            if question is not None:
                ada.say({"type": "act", "number": question["number"], "action": question["choices"][0]["action"]})
                ada.question = None
            step = ada.until("step")
            numbers.append(step["number"])
            over = step["over"]
    assert over["game"] == made["table"]
    assert sorted(row["seat"] for row in over["standings"]) == [0, 1]
    assert numbers == list(range(first + 1, first + len(numbers) + 1))
    record = server.get(f"/api/tables/{made['table']}/record", token=made["watch"])
    assert 'agents = ["Ada", "aggressive"]' in record


def test_who_joins_is_told_everything(server: Running) -> None:
    made = server.make(["Ada", "aggressive", None], switches={"salary": 400})
    with server.join(made) as ada:
        table = ada.table
    assert (table["rules"], table["switches"], table["currency"]) == ("uk-classic", {"salary": 400}, "£")
    assert table["you"] == {"seat": 0, "host": True, "spectator": False}
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "aggressive", "Player 3"]
    assert table["seats"][2]["invite"] == made["seats"][1]["invite"]
    mayfair = table["board"][39]
    assert (mayfair["deed"], mayfair["group_name"], mayfair["squares_of_group"]) == ("Mayfair", "Dark Blue", [37, 39])
    assert mayfair["colour"].startswith("#")
    assert table["state"]["deeds"]["Mayfair"]["rent"] == 0
    assert table["state"]["players"][0]["groups_complete"] == []
    assert table["log"][0]["lines"] == ["Round 1, turn 1: Ada, on GO with £1,500"] or table["waiting"]["seat"] != 0


def test_a_step_tells_what_is_seen_on_the_board(server: Running) -> None:
    made = server.make(["Ada", "Bob"], position=TWO_DEEDS.replace("[luck]", "[luck]\nchance = ['to_go']"))
    with server.join(made) as ada:
        assert ada.table["state"]["deeds"]["Old Kent Road"]["rent"] == 4  # Ada owns the group
        assert ada.table["state"]["players"][0]["groups_complete"] == ["brown"]
        step = ada.act("roll")
        walk = {"scene": "walk", "seat": 0, "path": [1, 2, 3], "jailed": False}
        assert step["scenes"] == [{"scene": "dice", "seat": 0, "dice": [1, 2]}, walk]
        assert step["lines"] == ["Ada rolls 1 + 2 and moves to Whitechapel Road."]
        assert step["done"] == {"seat": 0, "decision": "manage", "action": "roll", "void": False, "by": "person"}
        assert ada.act("end")["waiting"] == {"seat": 1, "decision": "manage", "kind": "person", "deadline": None}


def test_a_card_shows_and_the_token_goes_its_way(server: Running) -> None:
    luck = "[luck]\ndice = [[3, 4]]\nchance = ['to_go']"
    made = server.make(["Ada", "Bob"], position=f"decision = 'roll'\n[[players]]\ncash = 9\n[[players]]\ncash = 9\n{luck}")
    with server.join(made) as ada:
        step = ada.act("roll")
    card, walk = step["scenes"][2:4]
    assert card == {"scene": "card", "seat": 0, "deck": "Chance", "text": "Advance to GO"}
    assert walk["path"] == [*range(8, 40), 0]
    assert step["state"]["players"][0]["cash"] == 209


def test_the_one_who_decides_is_told_choices_with_costs(server: Running) -> None:
    made = server.make(["Ada", "Bob"], position=TWO_DEEDS)
    with server.join(made) as ada:
        question = ada.my_turn()
    choices = {choice["action"]: choice for choice in question["choices"]}
    assert choices["build Old Kent Road"] == {"action": "build Old Kent Road", "kind": "build", "square": 1, "cost": 50}
    assert choices["mortgage Mayfair"]["cost"] == -200
    assert choices["roll"] == {"action": "roll", "kind": "roll", "square": None, "cost": None}
    assert (question["offer_to"], question["bid"], question["counter"], question["shortfall"]) == ([1], None, False, None)


def test_a_debtor_is_told_what_is_missing(server: Running) -> None:
    position = """
        decision = "roll"
        [[players]]
        cash = 400
        deeds = { "Strand" = 0 }
        [[players]]
        cash = 1500
        deeds = { "Old Kent Road" = 5, "Whitechapel Road" = 5 }
        [luck]
        dice = [[1, 2]]
    """
    with server.join(server.make(["Ada", "Bob"], position=position)) as ada:
        step = ada.act("roll")
    question = step["question"]
    assert (question["decision"], question["shortfall"]) == ("raise", 50)
    assert {"action": "mortgage Strand", "kind": "mortgage", "square": 21, "cost": -110} in question["choices"]


def test_a_trade_is_checked_before_it_is_made(server: Running) -> None:
    made = server.make(["Ada", "Bob"], position=TWO_DEEDS)
    bob_token = server.seat_agents(server.make(["x", None]), 1, "y")  # of another table: not valid here
    with pytest.raises(Wrong, match="not valid for this table"), server.join(made, token=bob_token):
        pass
    with server.join(made) as ada:
        before = state_bytes(server, made["table"])
        ada.say({"type": "check", "number": 0, "action": "offer 1: 400 for Park Lane"})
        assert ada.until("checked") == {
            "type": "checked",
            "number": 0,
            "action": "offer 1: 400 for Park Lane",
            "legal": True,
            "error": None,
            "completes": {"you": ["Dark Blue"], "them": []},
            "cost": 400,
        }
        ada.say({"type": "check", "number": 0, "action": "offer 1: Mayfair for Strand"})
        assert ada.until("checked")["completes"] == {"you": [], "them": ["Dark Blue"]}
        ada.say({"type": "check", "number": 0, "action": "offer 1: Strand for Mayfair"})
        wrong = ada.until("checked")
        assert not wrong["legal"]
        assert "illegal action" in wrong["error"]
        assert state_bytes(server, made["table"]) == before


@pytest.fixture
def made(server: Running) -> Made:
    """A table of Ada, who is to decide, and Bob."""
    return server.make(["Ada", None], position=TWO_DEEDS)


def test_nobody_acts_for_another_seat(server: Running, made: Made) -> None:
    token = server.seat_agents(made, 1, "Bob")
    before = state_bytes(server, made["table"])
    with server.join(made, token=token) as bob, server.join(made, watch=made["watch"]) as watching:
        assert bob.table["question"] is None
        assert bob.table["you"] == {"seat": 1, "host": False, "spectator": False}
        assert bob.refused({"type": "act", "number": 0, "action": "roll"}) == "it is not your decision; wait for Ada"
        assert watching.refused({"type": "act", "number": 0, "action": "roll"}).startswith("you are watching")
        assert watching.refused({"type": "back"}).startswith("you are watching")
        for message in ({"type": "pause", "paused": True}, {"type": "delay", "seconds": 0}, {"type": "step"}):
            assert bob.refused(message) == "only the host can do this"
            assert watching.refused(message) == "only the host can do this"
    assert state_bytes(server, made["table"]) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("message", "line"),
    [
        ({"type": "act", "number": 7, "action": "roll"}, "decision 7 is not due yet; decision 0 is"),
        ({"type": "act", "number": 0, "action": "fly"}, "unknown action 'fly'"),
        ({"type": "act", "number": 0, "action": "buy"}, "illegal action 'buy' at decision 'manage' of seat 0"),
        ({"type": "act", "number": 0, "action": "bid 999999999999999999"}, "illegal action"),
        ({"type": "act", "number": "0", "action": "roll"}, "number"),
        ({"type": "act", "number": True, "action": "roll"}, "number"),
        ({"type": "act", "number": 0, "action": ["roll"]}, "action"),
        ({"type": "act", "number": 0}, "action"),
        ({"type": "act", "number": 0, "action": "roll", "seat": 1}, "seat"),
        ({"type": "act", "number": -1, "action": "roll"}, "number"),
        ({"type": "delay", "seconds": 1e9}, "seconds"),
        ({"type": "nonsense"}, "nonsense"),
        ({"type": "join"}, "join"),
        ({"no": "type"}, "type"),
        ({"type": "step"}, "pause the game before stepping"),
        ({"type": "hint", "number": 3, "agent": "bot"}, "decision 3 is not due yet"),
        ({"type": "hint", "number": 0, "agent": "boot"}, "unknown agent 'boot'"),
        ("[1, 2", "Invalid JSON"),
        ("[" * 5000, "JSON"),
        ("null", "object"),
        ("", "JSON"),
        ('{"type":"delay","seconds":NaN}', "JSON|finite"),
    ],
    ids=str,
)
def test_what_is_wrong_changes_nothing(server: Running, made: Made, message: dict[str, object] | str, line: str) -> None:
    before = state_bytes(server, made["table"])
    with server.join(made) as ada:
        refused = ada.refused(message)
        assert re.search(line, refused), refused
        assert "\n" not in refused
        ada.say({"type": "ping"})
        assert ada.until("pong") == {"type": "pong"}
    assert state_bytes(server, made["table"]) == before


def test_a_decision_is_made_once(server: Running, made: Made) -> None:
    with server.join(made) as ada, server.join(made) as twice:
        ada.act("roll")
        after = state_bytes(server, made["table"])
        assert twice.refused({"type": "act", "number": 0, "action": "roll"}) == "this decision has already been made"
        assert ada.refused({"type": "act", "number": 0, "action": "roll"}) == "this decision has already been made"
    assert state_bytes(server, made["table"]) == after


def test_decisions_sent_at_the_same_time_are_made_once(server: Running, made: Made) -> None:
    with server.join(made) as ada:
        for _ in range(5):
            ada.say({"type": "act", "number": 0, "action": "roll"})
        heard = [ada.next()["type"] for _ in range(6)]
    assert heard.count("step") == 1
    assert heard.count("error") == 4


def test_a_text_that_is_too_long_ends_the_socket(server: Running, made: Made) -> None:
    before = state_bytes(server, made["table"])
    with server.join(made) as ada:
        ada.say(json.dumps({"type": "act", "number": 0, "action": "roll" + " " * 20_000}))
        assert ada.closing() == 1009
    assert state_bytes(server, made["table"]) == before


def test_too_many_errors_end_the_socket(server: Running, made: Made) -> None:
    with server.join(made) as ada:
        for _ in range(30):
            ada.say("nonsense")
        assert ada.closing() == 1008
    assert sum('"error"' in text for text in ada.heard) == 21


def test_too_many_messages_end_the_socket(server: Running, made: Made) -> None:
    with server.join(made) as ada:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(1000):
                ada.say({"type": "ping"})
        assert ada.closing() == 1008


def test_a_private_table_is_not_shown(server: Running, made: Made) -> None:
    for who in ({}, {"watch": "guess"}, {"token": "guess"}, {"token": made["watch"]}):
        with server.socket(made["table"]) as socket:
            socket.send(json.dumps({"type": "join", **who}))
            answer = json.loads(socket.recv(timeout=30))
            assert answer["type"] == "error"
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=30)
    with server.socket("nowhere000") as socket:
        socket.send(json.dumps({"type": "join"}))
        assert "there is no table 'nowhere000'" in socket.recv(timeout=30)


def test_nothing_is_heard_before_somebody_joins(server: Running, made: Made) -> None:
    with server.socket(made["table"]) as socket:
        socket.send(json.dumps({"type": "act", "number": 0, "action": "roll"}))
        assert json.loads(socket.recv(timeout=30))["type"] == "error"


def test_a_public_table_is_open_to_all(server: Running) -> None:
    made = server.make(["Ada", "Bob"], public=True)
    with server.join(made["table"]) as watching:
        assert watching.table["you"] == {"seat": None, "host": False, "spectator": True}
        assert watching.table["watch"] is None
        assert watching.table["question"] is None
        assert all(seat["invite"] is None for seat in watching.table["seats"])
    assert made["table"] in [table["table"] for table in server.get("/api/tables")]


def test_the_luck_and_the_secrets_are_in_no_message(server: Running) -> None:
    made = server.make(["Ada", None, "aggressive"], **SEALED, position=None)
    token = server.seat_agents(made, 1, "Bob")
    table = server.run(server.registry.table(made["table"]))
    key = f"{table.saved.key:016x}"
    with server.join(made) as ada, server.join(made, token=token) as bob:
        for _ in range(40):
            player = ada if table.game.actor == 0 else bob if table.game.actor == 1 else None
            if player is None:
                ada.until("step")
                continue
            player.question = None
            number, _ = server.run(table.newest())  # after any decision still being saved
            bids = [one for one in table.pending.question(table.game.actor, table.number)["choices"] if one["kind"] == "bid"]
            action = "bid 137" if bids and table.game.cash[table.game.actor] > 137 else None
            choices = table.pending.question(table.game.actor, table.number)["choices"]
            player.say({"type": "act", "number": number, "action": action or choices[0]["action"]})
            player.until("step", lambda step, number=number: step["number"] > number)
            if action and player is ada:
                bob.until("step", lambda step, number=number: step["number"] > number)
                assert not any('"action":"bid 137"' in text for text in bob.heard)
        heard = "".join(ada.heard + bob.heard)
    assert key not in heard
    assert str(table.saved.key) not in heard
    for secret in (made["host"], made["seats"][0]["token"], token, table.saved.host_hash, '"mind"', '"order"', '"sealed":'):
        assert secret not in heard


def test_a_second_window_of_a_seat_is_no_news_to_the_others(server: Running, made: Made) -> None:
    with server.join(made) as ada:
        ada.until("seats")  # she has come
        for _window in range(2):
            with server.join(made):
                pass
        server.wait(lambda: len(server.run(server.registry.table(made["table"])).watchers) == 1)
        ada.say({"type": "ping"})
        ada.until("pong")
    assert sum(json.loads(text)["type"] == "seats" for text in ada.heard) == 1


def test_a_seat_has_a_limited_number_of_sockets(server: Running, made: Made) -> None:
    with contextlib.ExitStack() as windows:
        for _window in range(MOST_SOCKETS_OF_A_SEAT):
            windows.enter_context(server.join(made))
        with pytest.raises(Wrong, match=r"this seat is open in 16 windows; close one of them"), server.join(made):
            pass
        with server.join(made["table"], watch=made["watch"]) as spectator:
            assert spectator.table["number"] >= 0


def test_everybody_sees_who_is_here(server: Running, made: Made) -> None:
    token = server.seat_agents(made, 1, "Bob")
    with server.join(made) as ada:
        assert [seat["here"] for seat in ada.table["seats"]] == [False, False] or ada.table["seats"][0]["here"]
        with server.join(made, token=token):
            ada.until("seats", lambda message: message["seats"][1]["here"])
        ada.until("seats", lambda message: not message["seats"][1]["here"])


def test_a_hint_is_given_to_who_asks_for_it(server: Running, made: Made) -> None:
    with server.join(made) as ada:
        ada.say({"type": "hint", "number": 0, "agent": "mcts:rollouts=50"})
        hint = ada.until("hint")
        assert (hint["number"], hint["agent"]) == (0, "mcts:rollouts=50")
        assert hint["choice"] in [one["action"] for one in hint["candidates"]]
        ada.say({"type": "show", "hints": False})
        assert ada.until("settings")["settings"]["hints"] is False
        assert ada.refused({"type": "hint", "number": 0, "agent": "bot"}) == "hints are switched off at this table"


def test_the_odds_are_told_while_they_are_wanted(server: Running) -> None:
    made = server.make(["Ada", "Bob"], position=TWO_DEEDS, odds=True)
    with server.join(made) as ada:
        odds = ada.until("odds")
        assert odds["number"] == 0
        assert sum(seat["share"] for seat in odds["seats"]) == pytest.approx(1, abs=0.01)
        assert all(seat["low"] <= seat["share"] <= seat["high"] for seat in odds["seats"])
    with server.join(made) as again:
        assert again.table["odds"]["seats"] == odds["seats"]
