"""Offers to people: an agent asks only so often, and people can say that they want no more."""

from __future__ import annotations

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
    """An agent that offers Ada its deed again and again, for a price that it raises by `step`."""

    def __init__(self) -> None:
        self.step = 1

    async def decide(self, asked: Question, alone: bool, patience: float | None) -> Answer:
        """Answer in place of the worker processes."""
        game = asked.game
        made = int(game.offers_made[1])
        if game.decision == MANAGE and made < OFFERS:
            return Answer(tuple(Action(OFFER, 0, -10 - self.step * made, 1 << 1)), b"")
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
        unasked = [text for text in ada.heard if '"by":"table"' in text]
        assert len(unasked) == OFFERS - 2


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
    pest.step = 0
    made = sit(server, offers_asked=100)
    with server.join(made) as ada:
        assert refuse_all(ada) == 1
        while ada.my_turn()["decision"] != "respond" and ada.question:  # the pest makes five more offers in its next turn
            if len(answers(server, made)) == 2 * OFFERS:
                break
            choices = [choice["action"] for choice in ada.question["choices"]]
            ada.act(next(action for action in ("roll", "decline", "end") if action in choices))
        assert answers(server, made).count(("refuse", PERSON)) == 1


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


def test_people_are_limited_by_a_mute_alone(server: Running) -> None:
    made = server.make(["Ada", None], position=BEGUN, switches={"offers_per_turn": "unlimited"}, offers_asked=0)
    with server.join(made) as ada, server.join(made["table"], token=server.seat_agents(made, 1, "Bob")) as bob:
        for _ in range(2):
            bob.act("offer 0: Old Kent Road for 10")
            assert ada.until("step", lambda step: step["question"])["question"]["decision"] == "respond"
            ada.act("refuse")
        ada.say({"type": "offers", "wanted": False, "seat": 1})
        ada.until("settings")
        bob.act("offer 0: Old Kent Road for 10")
        assert ada.until("step", lambda step: step["done"]["action"] == "refuse")["done"]["by"] == TABLE
