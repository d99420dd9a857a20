"""The tutorial through the API: a short game that goes on whatever the person chooses, and what the coach says of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rentier.web.settings import PAGE
from tests.web.conftest import Start
from tests.web.playing import Made, Player, Running, Wrong

SENSIBLE = ("buy", "accept", "build", "use card", "roll")  # the first of these that is legal
DECLINING = ("decline", "pass", "refuse", "roll", "end")
EVERYTHING = {"manage", "buy", "bid", "respond", "raise"}
MOST_DECISIONS = 120


def begin(server: Running, name: str | None = "Ada") -> Made:
    """Begin the tutorial, with agents that decide at once."""
    made: Made = server.post("/api/tables/tutorial", {"name": name})
    table = server.run(server.registry.table(made["table"]))
    server.run(table.change_settings({"delay": 0}))
    return made


def choose(question: dict[str, Any], wishes: tuple[str, ...]) -> str:
    """Choose what is wished for most, or else the first action."""
    actions = [choice["action"] for choice in question["choices"]]
    return next((action for word in wishes for action in actions if action.startswith(word)), actions[0])


def play(player: Player, wishes: tuple[str, ...]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Play to the end; return the questions and the last step."""
    questions = []
    for _ in range(MOST_DECISIONS):
        question = player.my_turn()
        questions.append(question)
        player.question = None
        player.say({"type": "act", "number": question["number"], "action": choose(question, wishes)})
        step = player.until("step", lambda step: step["over"] or step["question"])
        if step["over"]:
            return questions, step
    pytest.fail("the tutorial does not end")


@pytest.mark.parametrize("wishes", [SENSIBLE, DECLINING, ()], ids=["sensible", "declining", "first"])
def test_the_game_ends_after_its_rounds_whatever_the_person_chooses(server: Running, wishes: tuple[str, ...]) -> None:
    made = begin(server)
    with server.join(made) as ada:
        questions, step = play(ada, wishes)
        assert len(step["over"]["standings"]) == 3
        assert step["over"]["winners"]
        assert step["state"]["round"] == 6
        assert ada.table["settings"]["tutorial"]
    assert all(question["deadline"] is None for question in questions)
    assert made["table"] not in [table["table"] for table in server.get("/api/tables")]


def test_every_kind_of_question_comes_up_if_one_plays_as_advised(server: Running) -> None:
    with server.join(begin(server)) as ada:
        questions, _ = play(ada, SENSIBLE)
        told = " ".join(ada.heard)
    decisions = [question["decision"] for question in questions]
    assert set(decisions) >= EVERYTHING
    assert [decisions.index(one) for one in ("buy", "bid", "respond", "raise")] == sorted(
        decisions.index(one) for one in ("buy", "bid", "respond", "raise")
    )
    kinds = {choice["kind"] for question in questions for choice in question["choices"]}
    assert kinds >= {"build", "mortgage", "use card", "roll"}
    for line in ("Ada pays Rosa £12 rent", "Ada draws a Chance card", "Ada goes to jail"):
        assert line in told


def test_the_trade_offered_completes_a_set(server: Running) -> None:
    with server.join(begin(server)) as ada:
        while (question := ada.my_turn())["decision"] != "respond":
            ada.act(choose(question, SENSIBLE))
        ada.say({"type": "check", "number": question["number"], "action": "accept"})
        assert ada.until("checked")["completes"] == {"you": ["Orange"], "them": []}


def test_it_runs_on_a_server_for_others_and_counts_in_no_statistics(start: Start) -> None:
    server = start()
    with server.join(begin(server)) as ada:
        play(ada, DECLINING)
    assert server.get("/api/people")["agents"] == []
    loaded = "[luck]\ndice = [[1, 2]]\n[[players]]\n[[players]]"
    with pytest.raises(Wrong, match="loaded dice are not allowed"):
        server.make(["Ada", "bot"], position=loaded)


def test_it_goes_on_after_a_restart(start: Start, tmp_path: Any) -> None:
    first = start()
    made = begin(first)
    with first.join(made) as ada:
        ada.act("roll")
        ada.act("buy")
    first.stop()
    with start().join(made) as ada:
        assert ada.table["settings"]["tutorial"]
        play(ada, SENSIBLE)


def test_nobody_plays_against_a_namesake(server: Running) -> None:
    with server.join(begin(server, " Rosa")) as rosa:
        assert [seat["name"] for seat in rosa.table["seats"]] == ["Rosa", "Kofi", "Ines"]


def test_every_tip_is_short_and_names_a_topic_of_the_rules(server: Running) -> None:
    rules = [topic["topic"] for topic in json.loads((PAGE / "rules.json").read_text())]
    tips = server.get("/api/tutorial")
    assert len({tip["topic"] for tip in tips}) == len(tips)
    for tip in tips:
        assert tip["rules"] in rules
        assert 2 <= tip["text"].count(".") <= 3
        assert len(tip["text"]) <= 260
