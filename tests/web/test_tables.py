"""Tables: restarts, clocks and bots, speed and pause, invitations and rematches."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from rentier import Game
from rentier.web.messages import NewTable
from rentier.web.refusals import Refused
from rentier.web.thinking import Thinkers, ThinkingError
from rentier.web.thoughts import Answer, Question
from tests.web.conftest import Start
from tests.web.playing import Made, Running, Wrong

SHORT = {"turn_cap": 4, "cap": "worth", "auction": "none", "trade_menu": "none"}
POSITION = """
decision = "roll"
[[players]]
cash = 1500
[[players]]
cash = 1500
"""


def state_of(server: Running, made: Made) -> tuple[int, bytes]:
    """Return the number of decisions of a game, and its state as bytes."""
    table = server.run(server.registry.table(made["table"]))
    return table.number, bytes(table.game.state.tobytes())


def wait_for_end(server: Running, made: Made, **who: str) -> list[str]:
    """Watch a game until it is over; return all messages."""
    with server.join(made, **who) as watching:
        if not watching.table["over"]:
            watching.until("step", lambda step: step["over"])
        return watching.heard


@pytest.mark.slow
def test_a_game_goes_on_after_a_restart_exactly_where_it_was(start: Start, database: str) -> None:
    server = start(database=database)
    made = server.make(["Ada", "td", "bot"], hints=False)
    with server.join(made) as ada:
        ada.play(8)
        ada.my_turn()
        before, log, settings = state_of(server, made), ada.table["log"], ada.table["settings"]
        minds = [seat.mind for seat in server.run(server.registry.table(made["table"])).seats]
    server.stop()
    again = start(database=database)
    assert state_of(again, made) == before
    with again.join(made) as ada:
        table = ada.table
        assert table["number"] == before[0]
        assert table["settings"] == settings
        assert table["log"][: len(log)] == log
        assert [seat.mind for seat in again.run(again.registry.table(made["table"])).seats] == minds
        ada.play(3)
        assert again.run(again.registry.table(made["table"])).number > before[0]


@pytest.mark.slow
def test_a_pause_survives_a_restart(start: Start) -> None:
    server = start()
    made = server.make(["aggressive", "bot"], switches=SHORT)
    with server.join(made) as host:
        host.say({"type": "pause", "paused": True})
        host.until("settings")
    paused = state_of(server, made)
    server.stop()
    again = start()
    assert state_of(again, made) == paused
    with again.join(made) as host:
        host.say({"type": "pause", "paused": False})
        if not host.table["over"]:
            host.until("step", lambda step: step["over"])


@pytest.mark.slow
def test_agents_go_on_after_a_restart_only_if_a_person_plays_with_them(start: Start) -> None:
    server = start()
    alone = server.make(["aggressive", "bot"])
    timed = server.make(["Ada", "bot"], clock=3600, delay=10)
    left = server.make(["Ada", "bot"], delay=10)
    with server.join(left) as ada:
        ada.say({"type": "leave"})
        ada.until("table", lambda message: message["seats"][0]["bot"])
    resumed = server.run(server.registry.store.games_to_resume())
    assert timed["table"] in resumed
    assert not {alone["table"], left["table"]} & {*resumed}


def seconds_of_play(server: Running, made: Made) -> int:
    """Let some time pass, in which another table plays on; return how many decisions a table has made by then."""
    other = server.make(["Ada", "bot"], switches={"auction": "none"})  # no cap: the game must last for Ada's decisions
    with server.join(other) as ada:
        ada.play(5)
    return state_of(server, made)[0]


def test_agents_alone_play_only_while_somebody_watches(server: Running) -> None:
    made = server.make(["aggressive", "bot"])
    assert seconds_of_play(server, made) == 0
    with server.join(made, watch=made["watch"]) as watching:
        watching.until("step", lambda step: step["number"] >= 5)
    server.wait(lambda: not server.run(server.registry.table(made["table"])).watchers)
    reached = state_of(server, made)[0]
    assert reached >= 5
    assert seconds_of_play(server, made) <= reached + 1  # the decision that was being saved
    server.run(server.registry.sweep())
    assert server.registry.round_of(made["table"]) is None  # it takes no place of others
    with server.join(made) as host:
        assert host.until("step")["number"] > reached


def test_bots_alone_play_only_while_somebody_watches(server: Running) -> None:
    made = server.make(["Ada", "bot"], delay=10)
    with server.join(made) as ada:
        ada.say({"type": "leave"})
        ada.until("table", lambda message: message["seats"][0]["bot"])
        ada.say({"type": "delay", "seconds": 0})
        ada.until("step")
    server.wait(lambda: not server.run(server.registry.table(made["table"])).watchers)
    reached = state_of(server, made)[0]
    assert seconds_of_play(server, made) <= reached + 1


def test_a_table_of_agents_alone_needs_a_cap(start: Start, server: Running) -> None:
    limited = start()
    for turns in (0, 20_000):
        with pytest.raises(Wrong, match=f"turn_cap: {turns} should be 1 to 10000 if only agents play"):
            limited.make(["bot", "random"], switches={"turn_cap": turns})
        limited.make(["Ada", "bot"], switches={"turn_cap": turns})
        server.make(["bot", "random"], switches={"turn_cap": turns})  # on one's own machine
    limited.make(["bot", "random"])


def test_an_address_has_its_share_of_tables_of_agents_alone(start: Start) -> None:
    server = start(most_agent_tables=2, tables_a_minute=1000)
    made = [server.make(["bot", "random"]) for _ in range(2)]
    with pytest.raises(Wrong, match="agents already play at 2 tables for your address") as refused:
        server.make(["bot", "random"])
    assert refused.value.status == 429
    server.make(["Ada", "bot"])  # people's tables do not count
    server.run(server.registry.sweep())  # nobody watches the two
    made += [server.make(["bot", "random"]) for _ in range(2)]
    with pytest.raises(Wrong, match="agents already play at 2 tables"), server.join(made[0]):
        pass
    with server.join(made[3]) as host:
        host.until("step")


def test_the_share_holds_for_tables_that_are_made_at_the_same_time(start: Start) -> None:
    server = start(most_agent_tables=2)
    wanted = NewTable.model_validate({"seats": [{"kind": "agent", "agent": agent} for agent in ("bot", "random")]})

    async def make_many() -> list[object]:
        return await asyncio.gather(*(server.registry.make(wanted, "there") for _ in range(8)), return_exceptions=True)

    made = server.run(make_many())
    assert sum(isinstance(one, dict) for one in made) == 2
    assert sum(isinstance(one, Refused) for one in made) == 6


@pytest.mark.slow
def test_a_flood_of_tables_of_agents_stops_at_the_share_and_delays_no_person(start: Start) -> None:
    server = start(tables_a_minute=100_000, requests_a_second=100_000)
    refused, watched = 0, []
    for _ in range(300):
        try:
            watched.append(server.make(["aggressive", "bot"]))
        except Wrong as wrong:
            refused += wrong.status == 429
    assert (len(watched), refused) == (10, 290)
    with contextlib.ExitStack() as watching:
        for made in watched:
            watching.enter_context(server.join(made, watch=made["watch"]))
        with server.join(server.make(["Ada", "aggressive", "bot"])) as ada:
            ada.play(10)
    server.wait(lambda: not any(server.run(server.registry.table(made["table"])).watchers for made in watched))
    server.run(server.registry.sweep())
    assert len(server.get("/api/tables")) == 0
    assert all(server.registry.round_of(made["table"]) is None for made in watched)


def test_a_game_of_agents_is_played_to_its_end(server: Running) -> None:
    made = server.make(["aggressive", "bot"], switches=SHORT)
    wait_for_end(server, made)
    record = server.get(f"/api/tables/{made['table']}/record", token=made["host"])
    game = Game.replay(record)
    assert game.over
    assert state_of(server, made)[1] == game.state.tobytes()


def test_no_record_is_given_out_before_the_end(server: Running) -> None:
    made = server.make(["Ada", "bot"])
    for token in (made["host"], made["watch"], made["seats"][0]["token"]):
        with pytest.raises(Wrong, match="the coming dice and cards") as refused:
            server.get(f"/api/tables/{made['table']}/record", token=token)
        assert refused.value.status == 409
    with pytest.raises(Wrong, match="private") as refused:
        server.get(f"/api/tables/{made['table']}/record")
    assert refused.value.status == 403


def test_the_clock_hands_a_seat_to_a_bot_until_its_player_is_back(server: Running) -> None:
    made = server.make(["Ada", "Bob"], position=POSITION, clock=5)
    table = server.run(server.registry.table(made["table"]))
    with server.join(made) as ada:
        question = ada.my_turn()
        assert question["deadline"] == ada.table["waiting"]["deadline"] is not None
        server.hurry(table)
        given = ada.until("table", lambda message: message["seats"][0]["bot"])
        assert given["waiting"]["kind"] == "bot"
        step = ada.until("step", lambda step: step["done"]["by"] == "bot")
        assert step["lines"][0] == "Ada ran out of time. A bot takes over."
        ada.say({"type": "back"})
        assert not ada.until("table", lambda message: not message["seats"][0]["bot"])["seats"][0]["bot"]
    again = server.run(server.registry.store.find_game(made["table"]))
    assert [(seat.bot, seat.name) for seat in again[1]] == [(False, "Ada"), (False, "Bob")]


def test_nobody_hurries_a_seat_that_is_not_taken(server: Running) -> None:
    made = server.make(["Ada", None], position=f"to_move = 1\n{POSITION}", clock=5)
    with server.join(made) as ada:
        assert ada.table["waiting"] == {"seat": 1, "decision": "roll", "kind": "person", "deadline": None}
        server.seat_agents(made, 1, "Bob")
        assert ada.until("table")["waiting"]["deadline"] is not None


def test_a_bot_plays_for_who_leaves_until_they_act(server: Running) -> None:
    made = server.make(["Ada", "Bob"], position=POSITION, delay=10)
    with server.join(made) as ada:
        ada.say({"type": "leave"})
        table = ada.until("table", lambda message: message["seats"][0]["bot"])
        assert table["waiting"]["kind"] == "bot"
        assert table["question"] is not None  # acting takes the seat back
        for wrong in ({"number": 7, "action": "roll"}, {"number": table["number"], "action": "buy"}):
            ada.refused({"type": "act", **wrong})
            assert server.run(server.registry.table(made["table"])).seats[0].bot, "what is refused changes nothing"
        step = ada.act("roll")
        assert step["done"]["by"] == "person"
        assert not server.run(server.registry.table(made["table"])).seats[0].bot


@pytest.mark.slow
def test_who_leaves_is_played_by_a_bot_after_a_restart_too(start: Start) -> None:
    server = start(own_machine=True)
    made = server.make(["Ada", "bot"], switches=SHORT, delay=10)
    with server.join(made) as ada:
        ada.say({"type": "leave"})
        ada.until("table", lambda message: message["seats"][0]["bot"])
        ada.say({"type": "delay", "seconds": 0})
    server.stop()
    again = start(own_machine=True)
    heard = wait_for_end(again, made)
    assert '"over":{"winners"' in heard[-1]


def test_a_pause_holds_the_agents_and_a_step_lets_one_decide(server: Running) -> None:
    made = server.make(["aggressive", "bot"], delay=10)
    with server.join(made) as host:
        host.say({"type": "pause", "paused": True})
        assert host.until("settings")["settings"]["paused"]
        host.say({"type": "delay", "seconds": 0})
        host.until("settings")
        for number in range(1, 4):
            host.say({"type": "step"})
            assert host.until("step")["number"] == number
        host.say({"type": "ping"})
        assert host.next() == {"type": "pong"}  # and no step in between
        host.say({"type": "pause", "paused": False})
        assert host.until("step")["number"] == 4


def test_an_invitation_is_good_once(server: Running) -> None:
    made = server.make(["Ada", None])
    path = f"/api/tables/{made['table']}/seats"
    invite = made["seats"][1]["invite"]
    with pytest.raises(Wrong, match="the name 'Ada' is taken"):
        server.post(path, {"invite": invite, "name": "Ada"})
    with pytest.raises(Wrong, match="choose a name"):
        server.post(path, {"invite": invite, "name": "x" * 31})
    taken = server.post(path, {"invite": invite, "name": "  Bob   B "})
    assert taken["seat"] == 1
    for code in (invite, made["watch"], "", "guess"):
        with pytest.raises(Wrong, match="this invitation has been used or is not valid") as refused:
            server.post(path, {"invite": code, "name": "Eve"})
        assert refused.value.status == 403
    with server.join(made, token=taken["token"]) as bob:
        assert (bob.table["you"]["seat"], bob.table["seats"][1]["name"]) == (1, "Bob B")


def test_a_rematch_invites_the_others(server: Running) -> None:
    made = server.make(["Ada", None, "bot"], switches=SHORT, delay=3, hints=False)
    token = server.seat_agents(made, 1, "Bob")
    path = f"/api/tables/{made['table']}/rematch"
    with pytest.raises(Wrong, match="not over yet"):
        server.post(path, token=token)
    with server.join(made) as ada, server.join(made, token=token) as bob:
        for player in (ada, bob):
            player.say({"type": "leave"})
        ada.say({"type": "delay", "seconds": 0})
        bob.until("step", lambda step: step["over"])
        for wrong in (None, made["watch"], "guess"):
            with pytest.raises(Wrong) as refused:
                server.post(path, token=wrong)
            assert refused.value.status == 403
        again = server.post(path, token=token)
        invited = ada.until("rematch")
    assert invited["table"] == again["table"]
    seats = {seat["seat"]: seat for seat in again["seats"]}
    assert "token" in seats[1]  # the player who asked for it has a seat
    assert seats[0]["invite"] == invited["invite"]
    with server.join(again) as bob:
        table = bob.table
        assert table["you"] == {"seat": 1, "host": True, "spectator": False}
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bob", "bot"]
        assert table["switches"] == SHORT
        assert (table["settings"]["delay"], table["settings"]["hints"]) == (0, False)
    with pytest.raises(Wrong, match="a rematch of this game already") as refused:
        server.post(path, token=made["host"])
    assert refused.value.status == 409
    with server.join(made) as late:  # the invitation is sent again to players who join later
        assert late.until("rematch") == invited


def test_tables_that_nobody_needs_are_put_away_and_found_again(server: Running) -> None:
    made = server.make(["Ada", "Bob"], position=POSITION)
    before = state_of(server, made)
    with server.join(made):
        server.run(server.registry.sweep())
        assert server.registry.round_of(made["table"]) == 1
    server.wait(lambda: not server.run(server.registry.table(made["table"])).watchers)
    server.run(server.registry.sweep())
    assert server.registry.round_of(made["table"]) is None
    assert state_of(server, made) == before


def test_a_decision_that_cannot_be_kept_is_not_told(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.make(["Ada", "Bob"], position=POSITION)
    before = state_of(server, made)

    async def fail(*_: object) -> None:
        raise OSError("the disk is full")

    with server.join(made) as ada:
        with monkeypatch.context() as patch:
            patch.setattr(server.registry.store, "add_decision", fail)
            ada.say({"type": "act", "number": 0, "action": "roll"})
            assert ada.closing() == 1013
        assert not any('"type":"step"' in text for text in ada.heard)
    assert state_of(server, made) == before
    with server.join(made) as ada:
        assert ada.act("roll")["number"] == 1


def test_a_bot_decides_for_an_agent_that_cannot(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    decide = Thinkers.decide

    async def fail(self: Thinkers, question: Question, agents_alone: bool = False, patience: float | None = None) -> Answer:
        if question.agent == "phase1":
            raise ThinkingError("no answer within 60 s")
        return await decide(self, question, agents_alone, patience)

    with monkeypatch.context() as patch:
        patch.setattr(Thinkers, "decide", fail)
        made = server.make(["Ada", "phase1"], position=f"to_move = 1\n{POSITION}", delay=10)
        with server.join(made) as ada:
            ada.say({"type": "delay", "seconds": 0})
            step = ada.until("step")
    assert step["lines"][0] == "phase1 failed to decide (no answer within 60 s). A bot decides instead."
    assert step["done"]["by"] == "agent"


def test_a_slow_reader_is_let_go_and_holds_nobody_up(server: Running) -> None:
    made = server.make(["aggressive", "bot"], delay=10)
    table = server.run(server.registry.table(made["table"]))
    with server.join(made) as host, server.join(made, watch=made["watch"]):
        slow = next(watcher for watcher in table.watchers if not watcher.host)

        async def tell_much() -> None:
            for _ in range(1000):  # more than a socket's buffer holds
                slow.send("{}")

        server.run(tell_much())
        server.wait(lambda: slow not in table.watchers)
        host.say({"type": "delay", "seconds": 0})
        assert host.until("step")["number"] == 1


def test_too_many_tables_are_refused(start: Start) -> None:
    server = start(most_tables=1)
    server.make(["Ada", "Bob"])
    with pytest.raises(Wrong, match="too many tables") as refused:
        server.make(["Ada", "Bob"])
    assert refused.value.status == 503
