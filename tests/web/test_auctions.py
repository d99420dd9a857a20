"""Auctions at a table: bids up to a limit that a person has set, and agents that do not keep people waiting."""

from __future__ import annotations

from typing import Any

import pytest

from rentier.game.words import BID, BID_OR_PASS, BUILD, COUNTER, END, OFFER, PASS, REFUSE, ROLL, Action
from rentier.web.playing import BID_PATIENCE, BID_SECONDS, agent_delay, asked_seat
from rentier.web.store import AGENT, TABLE
from rentier.web.thoughts import Answer, Question
from tests.rules.positions import play, player, position
from tests.web.conftest import Start
from tests.web.playing import Made, Running

AUCTION = """
to_move = 0
actor = 0
decision = "bid"
[[players]]
cash = 1500
square = "Mayfair"
[[players]]
cash = 1500
[auction]
lot = "Mayfair"
high_bid = 10
leader = 1
bidders = [0, 1]
"""


class Bidder:
    """An agent that raises by £10 up to £100."""

    async def decide(self, asked: Question, alone: bool, patience: float | None) -> Answer:
        """Answer in place of the worker processes."""
        high = int(asked.game.high_bid)
        return Answer(tuple(Action(BID, 0, high + 10) if high < 100 else Action(PASS)), b"")


@pytest.fixture(autouse=True)
def bidder(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.registry.thinkers, "decide", Bidder().decide)


def sit(server: Running, **settings: Any) -> Made:
    return server.make(["Ada", "bot"], position=AUCTION, **settings)


def made_by_table(server: Running, made: Made) -> list[str]:
    """Return what the table has done for Ada."""
    found = server.run(server.registry.store.find_decisions(made["table"]))
    return [decision.action for decision in found if decision.by == TABLE]


def test_the_table_raises_up_to_the_limit_and_then_passes(server: Running) -> None:
    made = sit(server)
    with server.join(made) as ada:
        number = ada.my_turn()["number"]
        ada.say({"type": "limit", "number": number, "most": 60})
        told = ada.until("limit")
        assert (told["most"], told["question"]) == (60, None)
        ended = ada.until("step", lambda step: step["state"]["auction"] is None)
        assert ended["state"]["deeds"]["Mayfair"]["owner"] == 1
        assert ada.until("limit")["most"] is None  # the auction is over
    bids = made_by_table(server, made)
    assert bids[-1] == "pass"
    assert all(int(bid.split()[1]) <= 60 for bid in bids[:-1])


def test_the_table_pays_no_more_than_it_must(server: Running) -> None:
    made = sit(server)
    with server.join(made) as ada:
        ada.say({"type": "limit", "number": ada.my_turn()["number"], "most": 1000})
        ended = ada.until("step", lambda step: step["state"]["auction"] is None)
        assert ended["state"]["deeds"]["Mayfair"]["owner"] == 0
        assert ended["state"]["players"][0]["cash"] >= 1500 - 120
        assert ada.my_turn()["decision"] != "bid"


def test_a_person_can_stop_the_table(server: Running) -> None:
    made = sit(server)
    with server.join(made) as ada:
        ada.my_turn()
        ada.say({"type": "pause", "paused": True})
        ada.until("settings")
        ada.say({"type": "limit", "number": 0, "most": 1000})
        ada.until("step", lambda step: step["done"]["by"] == TABLE)
        ada.say({"type": "limit", "number": 0})
        assert ada.until("limit", lambda told: told["most"] is None)
        ada.say({"type": "pause", "paused": False})
        ada.question = None
        assert ada.my_turn()["decision"] == "bid"


def test_a_limit_belongs_to_one_auction(server: Running) -> None:
    made = sit(server)
    with server.join(made) as ada:
        assert "is not due yet" in ada.refused({"type": "limit", "number": 5, "most": 60})
        ada.act("pass")
        ada.say({"type": "limit", "number": 0, "most": 60})
        assert "already been made" in ada.until("error")["error"]


@pytest.mark.parametrize("delay", [0, 0.6, 10])
def test_agents_wait_only_before_what_people_want_to_see(delay: float) -> None:
    assert [agent_delay(kind, False, delay) for kind in (END, PASS, REFUSE)] == [0, 0, 0]
    assert [agent_delay(kind, False, delay) for kind in (ROLL, BUILD, OFFER)] == [delay] * 3
    assert agent_delay(OFFER, True, delay) == 0
    assert agent_delay(BID, False, delay) == min(delay, BID_SECONDS) <= 1


def test_an_offer_and_the_answer_to_it_ask_the_other_player() -> None:
    game = play(position(player(), player(), player(), dice=[(4, 6)]), "roll", "offer 2: 50 for nothing")
    assert asked_seat(game.state, Action(OFFER, 2)) == 2
    assert asked_seat(game.state, Action(COUNTER)) == 0
    assert asked_seat(game.state, Action(REFUSE)) is None


ENDLESS = "mcts:rollouts=100000000"  # it never comes to an end


def test_nobody_waits_long_for_the_bids_of_a_slow_agent(start: Start) -> None:
    server = start(own_machine=True)
    made = server.make(["Ada", ENDLESS], position=AUCTION)
    with server.join(made) as ada:
        for _ in range(2):
            ada.act(f"bid {ada.my_turn()['bid']['least']}")
            answer = ada.until("step", lambda step: step["done"]["seat"] == 1)
            assert answer["done"]["by"] == AGENT
            assert answer["done"]["action"].startswith("bid")
        ada.act("pass")
        log = [line for entry in server.run(server.registry.table(made["table"])).chronicle.log for line in entry["lines"]]
    assert log.count("mcts:rollouts=100000000 takes too long to bid. A bot bids instead.") == 1


@pytest.mark.parametrize(("players", "patience"), [(["Ada", "bot", "bot"], BID_PATIENCE), (["bot", "bot", "bot"], None)])
def test_only_people_are_kept_from_waiting_for_bids(
    server: Running, monkeypatch: pytest.MonkeyPatch, players: list[str | None], patience: float | None
) -> None:
    granted: list[tuple[bool, float | None]] = []

    class Watched(Bidder):
        async def decide(self, asked: Question, alone: bool, patience: float | None) -> Answer:
            bids = asked.game.decision == BID_OR_PASS
            granted.append((bids, patience))
            return await super().decide(asked, alone, patience) if bids else Answer(tuple(Action(END)), b"")

    monkeypatch.setattr(server.registry.thinkers, "decide", Watched().decide)
    position = AUCTION.replace("actor = 0", "actor = 1").replace("[auction]", "[[players]]\ncash = 1500\n[auction]")
    made = server.make(players, position=position.replace("leader = 1", "leader = 2").replace("[0, 1]", "[1, 2]"))
    with server.join(made, watch=made["watch"]) as watching:
        watching.until("step", lambda step: step["state"]["auction"] is None)
    assert {given for bids, given in granted if bids} == {patience}
    assert {given for bids, given in granted if not bids} <= {None}
