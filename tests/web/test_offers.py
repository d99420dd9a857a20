"""Offers to people: an agent asks only so often, and people can say that they want no more."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from rentier.game.check import check
from rentier.game.reasons import ALLOWED
from rentier.game.words import DECLINE, END, MANAGE, OFFER, ROLL, Action
from rentier.web.store import PERSON, TABLE
from rentier.web.thoughts import Answer, Question
from tests.web.conftest import Start
from tests.web.playing import Made, Player, Running

OFFERS = 5  # that the agent makes whenever it may
BEGUN = """
to_move = 1
decision = "manage"
[[players]]
cash = 1500
[[players]]
cash = 1500
deeds = { "Old Kent Road" = 0 }
[luck]
dice = [[1, 2], [1, 3], [2, 3], [1, 2]]
"""


class Pest:
    """An agent that offers Ada its deed again and again, for these prices in turn."""

    def __init__(self) -> None:
        self.prices = [*range(10, 10 + OFFERS)]

    async def decide(self, asked: Question, alone: bool, patience: float | None) -> Answer:
        """Answer in place of the worker processes."""
        game = asked.game
        made = int(game.offers_made[1])
        if game.decision == MANAGE and made < OFFERS:
            return Answer(tuple(Action(OFFER, 0, -self.prices[made % len(self.prices)], 1 << 1)), b"")
        others = (Action(kind) for kind in (DECLINE, ROLL, END))
        return Answer(tuple(next(action for action in others if check(asked.box.record, game, action) == ALLOWED)), b"")


@pytest.fixture
def pest(server: Running, monkeypatch: pytest.MonkeyPatch) -> Pest:
    pest = Pest()
    monkeypatch.setattr(server.registry.thinkers, "decide", pest.decide)
    return pest


def sit(server: Running, **settings: Any) -> Made:
    """Create a table for Ada and the pest, who is to move."""
    return server.make(["Ada", "bot"], position=BEGUN, switches={"auction": "none", "offers_per_turn": "unlimited"}, **settings)


def answers(server: Running, made: Made) -> list[tuple[str, str]]:
    """Return what was answered to each offer so far, and by whom."""
    found = server.run(server.registry.store.find_decisions(made["table"]))
    return [(decision.action, decision.by) for decision in found if decision.action in ("refuse", "accept")]


def steps(player: Player) -> list[dict[str, Any]]:
    """Return the steps that a player has received."""
    return [message for message in map(json.loads, player.heard) if message["type"] == "step"]


def refuse_all(ada: Player) -> int:
    """Refuse offers until Ada is asked something else; return how many."""
    refused = 0
    while ada.my_turn()["decision"] == "respond":
        ada.act("refuse")
        refused += 1
    return refused


def test_an_agent_asks_a_person_at_most_twice_a_turn(server: Running, pest: Pest) -> None:
    made = sit(server)
    with server.join(made) as ada:
        assert refuse_all(ada) == 2
        assert answers(server, made) == [("refuse", PERSON)] * 2 + [("refuse", TABLE)] * (OFFERS - 2)
        refused = [step for step in steps(ada) if step["done"]["action"] == "refuse"]
        assert [step["done"]["by"] for step in refused] == [PERSON] * 2 + [TABLE] * (OFFERS - 2)
        assert [[scene["scene"] for scene in step["scenes"]] for step in refused] == [["answer"]] * 2 + [[]] * (OFFERS - 2)


def test_what_the_table_refused_is_not_held_against_the_person_in_a_review(server: Running, pest: Pest) -> None:
    made = server.make(
        ["Ada", "bot"], position=BEGUN, switches={"auction": "none", "offers_per_turn": "unlimited", "turn_cap": 1}
    )
    with server.join(made) as ada:
        for _ in range(2):
            assert ada.my_turn()["decision"] == "respond"
            ada.act("refuse")
        ada.until("step", lambda step: step["over"])
    shown = server.get(f"/api/games/{made['table']}", made["host"])
    refused = [one["number"] for one in shown["decisions"] if one["action"] == "refuse"]
    assert (len(refused), shown["by_table"]) == (OFFERS, refused[2:])


def test_the_limit_is_a_setting_of_the_table(server: Running, pest: Pest) -> None:
    made = sit(server, offers_asked=4)
    with server.join(made) as ada:
        assert ada.table["settings"]["offers_asked"] == 4
        assert refuse_all(ada) == 4


def test_nobody_is_asked_for_the_same_deal_twice_in_a_row(server: Running, pest: Pest) -> None:
    pest.prices = [10]
    made = sit(server, offers_asked=100)
    with server.join(made) as ada:
        assert refuse_all(ada) == 1
        while ada.my_turn()["decision"] != "respond" and ada.question:  # the pest makes five more offers in its next turn
            if len(answers(server, made)) == 2 * OFFERS:
                break
            choices = [choice["action"] for choice in ada.question["choices"]]
            ada.act(next(action for action in ("roll", "decline", "end") if action in choices))
        assert answers(server, made).count(("refuse", PERSON)) == 1


def test_nobody_is_asked_for_an_earlier_deal_of_the_turn(server: Running, pest: Pest) -> None:
    pest.prices = [10, 11]
    made = sit(server, offers_asked=100)
    with server.join(made) as ada:
        assert refuse_all(ada) == 2
        assert answers(server, made) == [("refuse", PERSON)] * 2 + [("refuse", TABLE)] * (OFFERS - 2)


@pytest.mark.parametrize("order", [None, {}, {"seat": 1}])
def test_agents_do_not_wait_before_offers_that_the_table_refuses(
    server: Running, pest: Pest, order: dict[str, Any] | None
) -> None:
    made = sit(server, delay=10, offers_asked=0 if order is None else 100)
    server.run(server.run(server.registry.table(made["table"])).change_settings({"delay": 24 * 3600}))
    with server.join(made) as ada:
        if order is not None:
            ada.say({"type": "offers", "wanted": False, **order})
        server.wait(lambda: answers(server, made) == [("refuse", TABLE)] * OFFERS)


@pytest.mark.parametrize("order", [{"wanted": False}, {"wanted": False, "seat": 1}])
def test_a_person_can_turn_down_all_further_offers(server: Running, pest: Pest, order: dict[str, Any]) -> None:
    made = sit(server, offers_asked=100)
    with server.join(made) as ada:
        assert ada.my_turn()["decision"] == "respond"
        ada.say({"type": "offers", **order})
        ada.until("settings")
        ada.question = None
        assert ada.my_turn()["decision"] != "respond"  # the pending offer is turned down too
        assert answers(server, made) == [("refuse", TABLE)] * OFFERS


def test_a_person_can_want_offers_again(server: Running, pest: Pest) -> None:
    made = sit(server, offers_asked=100)
    with server.join(made) as ada:
        for order in ({"seat": 1}, {}):
            ada.say({"type": "offers", "wanted": False, **order})
            ada.say({"type": "offers", "wanted": True, **order})
        told = [ada.until("settings")["settings"] for _ in range(4)]
        assert [len(settings["mutes"]) for settings in told] == [1, 0, 0, 0]
        assert [len(settings["quiet"]) for settings in told] == [0, 0, 1, 0]
        assert "should be that of another player" in ada.refused({"type": "offers", "wanted": False, "seat": 0})
        assert "should be that of another player" in ada.refused({"type": "offers", "wanted": False, "seat": 5})


@pytest.mark.parametrize(("order", "setting"), [({"seat": 1}, "mutes"), ({}, "quiet")])
def test_only_the_player_learns_which_offers_are_unwanted(server: Running, order: dict[str, Any], setting: str) -> None:
    made = server.make(["Ada", None, "bot"], position=BEGUN + "[[players]]\n", public=True)
    bob = {"token": server.seat_agents(made, 1, "Bob")}
    with server.join(made) as ada, server.join(made["table"], **bob) as other, server.join(made["table"]) as spectator:
        ada.say({"type": "offers", "wanted": False, **order})
        assert len(ada.until("settings")["settings"][setting]) == 1
        ada.say({"type": "delay", "seconds": 1})  # everybody is told
        everybody = (ada, other, spectator)
        told = [player.until("settings", lambda one: one["settings"]["delay"] == 1) for player in everybody]
        assert [len(one["settings"][setting]) for one in told] == [1, 0, 0]
        for player in (other, spectator):
            assert all(f'"{setting}":[]' in text for text in player.heard if f'"{setting}"' in text)
    with server.join(made) as ada, server.join(made["table"], **bob) as other, server.join(made["table"]) as spectator:
        assert [len(player.table["settings"][setting]) for player in (ada, other, spectator)] == [1, 0, 0]


@pytest.mark.slow
def test_a_mute_survives_a_restart(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(own_machine=True)
    monkeypatch.setattr(server.registry.thinkers, "decide", Pest().decide)
    made = sit(server, offers_asked=100)
    with server.join(made) as ada:
        ada.my_turn()
        ada.say({"type": "pause", "paused": True})
        ada.say({"type": "offers", "wanted": False, "seat": 1})
        ada.until("step", lambda step: step["done"]["by"] == TABLE)
    server.stop()
    again = start(own_machine=True)
    monkeypatch.setattr(again.registry.thinkers, "decide", Pest().decide)
    with again.join(made) as ada:
        assert ada.table["settings"]["mutes"] == [[0, 1]]
        ada.say({"type": "pause", "paused": False})
        assert ada.my_turn()["decision"] != "respond"
    assert answers(again, made) == [("refuse", TABLE)] * OFFERS


# offers that people make


@contextlib.contextmanager
def ada_and_bob(server: Running, **settings: Any) -> Iterator[tuple[Player, Player]]:
    """Seat two people; Bob is to move."""
    made = server.make(["Ada", None], position=BEGUN, switches={"offers_per_turn": "unlimited"}, **settings)
    with server.join(made) as ada, server.join(made["table"], token=server.seat_agents(made, 1, "Bob")) as bob:
        yield ada, bob


def offer(ada: Player, bob: Player, price: int) -> None:
    """Let Bob offer a deed, and Ada refuse."""
    bob.act(f"offer 0: Old Kent Road for {price}")
    ada.until("step", lambda step: step["question"])
    ada.act("refuse")
    bob.until("step", lambda step: step["done"]["action"] == "refuse")


def refusal(bob: Player, price: int) -> str:
    """Let Bob try an offer that the table does not allow; return why, which a check says too."""
    number = bob.my_turn()["number"]
    message = {"number": number, "action": f"offer 0: Old Kent Road for {price}"}
    bob.say({"type": "check", **message})
    checked = bob.until("checked")
    assert (checked["legal"], checked["action"]) == (False, message["action"])
    assert bob.refused({"type": "act", **message}) == checked["error"]
    assert bob.refused({"type": "act", "auto": True, **message}) == checked["error"]
    return str(checked["error"])


def test_a_person_asks_another_at_most_twice_a_turn(server: Running) -> None:
    with ada_and_bob(server) as (ada, bob):
        offer(ada, bob, 10)
        offer(ada, bob, 11)
        assert refusal(bob, 12) == "you can make Ada no more offers this turn; wait for the next turn"


def test_a_person_offers_another_the_same_deal_once(server: Running) -> None:
    with ada_and_bob(server, offers_asked=100) as (ada, bob):
        offer(ada, bob, 10)
        assert refusal(bob, 10) == "you have offered Ada this deal already; change it"
        offer(ada, bob, 11)
        assert refusal(bob, 10) == "you have offered Ada this deal already; change it"


def test_the_offers_of_a_turn_survive_a_restart(start: Start) -> None:
    server = start(own_machine=True)
    made = server.make(["Ada", None], position=BEGUN, switches={"offers_per_turn": "unlimited"}, offers_asked=3)
    token = server.seat_agents(made, 1, "Bob")
    with server.join(made) as ada, server.join(made["table"], token=token) as bob:
        offer(ada, bob, 10)
        offer(ada, bob, 11)
        bob.act("offer 0: Old Kent Road for 12")
    server.stop()
    again = start(own_machine=True)
    with again.join(made) as ada, again.join(made["table"], token=token) as bob:
        ada.act("refuse")
        assert refusal(bob, 13) == "you can make Ada no more offers this turn; wait for the next turn"
    again.stop()
    with start(own_machine=True).join(made["table"], token=token) as bob:
        assert refusal(bob, 11) == "you can make Ada no more offers this turn; wait for the next turn"


def test_nobody_is_asked_at_a_table_without_offers_to_people(server: Running) -> None:
    with ada_and_bob(server, offers_asked=0) as (_, bob):
        assert refusal(bob, 10) == "this table allows no offers to people; make one to an AI player"


def test_counter_offers_are_not_limited(server: Running) -> None:
    with ada_and_bob(server, offers_asked=1) as (ada, bob):
        bob.act("offer 0: Old Kent Road for 10")
        ada.act("counter: 5 for Old Kent Road")
        bob.act("refuse")
        assert refusal(bob, 11).startswith("you can make Ada no more offers")


def test_a_person_whose_offers_are_unwanted_sees_the_refusal(server: Running) -> None:
    with ada_and_bob(server) as (ada, bob):
        ada.say({"type": "offers", "wanted": False, "seat": 1})
        ada.until("settings")
        bob.act("offer 0: Old Kent Road for 10")
        step = ada.until("step", lambda step: step["done"]["action"] == "refuse")
        assert (step["done"]["by"], step["scenes"]) == (TABLE, [{"scene": "answer", "accepted": False}])
