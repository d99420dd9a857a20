"""People's results: which games count, who gets the win, and that new games are added."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from rentier.arena.statistics import wilson_interval
from rentier.web.people import PeopleRecord
from rentier.web.store import AGENT, BOT, PERSON, Decision, SavedGame, SavedSeat, Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    saved = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    yield saved
    saved.close()


def add(
    store: Store, name: str, agents: Sequence[str | None], made: Sequence[tuple[int, str]], winners: Sequence[int], **more: Any
) -> None:
    """Save a finished game; `agents` has None for people, `made` the seat and the maker of each decision."""
    facts = {"source": "played", "over": True, "ended": 1000.0} | more
    game = SavedGame(
        *(name, 0.0, "uk-classic", {}, len(agents), 1, "", {}, False, "", None, "watch"), winners=list(winners), **facts
    )
    sitting = [
        SavedSeat(seat, PERSON if agent is None else AGENT, f"player {seat}", agent) for seat, agent in enumerate(agents)
    ]
    rows = [Decision(name, number, seat, by, "roll", 1.0, 1.0, None) for number, (seat, by) in enumerate(made)]
    asyncio.run(store.add_game(game, sitting, rows))


def tell(record: PeopleRecord) -> dict[str, Any]:
    return asyncio.run(record.report())


PLAYED_BY_PERSON = [(0, PERSON), (1, AGENT), (0, PERSON), (1, AGENT)]


def test_a_record_without_games_has_the_published_trial(store: Store) -> None:
    told = tell(PeopleRecord(store))
    assert told["agents"] == told["people"] == []
    assert (told["trial"]["games"], told["trial"]["people_won"]) == (29, 4)
    assert "Berry 2013" in told["trial"]["work"]


def test_wins_of_people_are_counted_for_each_agent_at_the_table(store: Store) -> None:
    made = [(0, PERSON), (1, AGENT), (2, AGENT), (0, PERSON)]
    add(store, "a", [None, "bot", "random"], made, [0])
    add(store, "b", [None, "bot", "bot"], made, [2])
    told = tell(PeopleRecord(store))
    by_agent = {row["agent"]: row for row in told["agents"]}
    assert (by_agent["bot"]["games"], by_agent["bot"]["people_won"]) == (2, 1)
    assert (by_agent["random"]["games"], by_agent["random"]["people_won"]) == (1, 1)
    assert (by_agent["bot"]["low"], by_agent["bot"]["high"]) == wilson_interval(1, 2)
    assert by_agent["bot"]["even"] == pytest.approx(1 / 3)
    assert [(row["people"], row["players"], row["games"]) for row in told["people"]] == [(1, 3, 2)]


def test_a_shared_win_counts_by_its_share_and_a_draw_for_nobody(store: Store) -> None:
    add(store, "shared", [None, "bot"], PLAYED_BY_PERSON, [0, 1])
    add(store, "drawn", [None, "bot"], PLAYED_BY_PERSON, [])
    (row,) = tell(PeopleRecord(store))["agents"]
    assert (row["games"], row["people_won"]) == (2, 0.5)


@pytest.mark.parametrize(
    ("agents", "made", "more"),
    [
        ([None, "bot"], PLAYED_BY_PERSON, {"over": False, "ended": None}),
        ([None, "bot"], PLAYED_BY_PERSON, {"source": "imported"}),
        ([None, "bot"], PLAYED_BY_PERSON, {"source": "played-on"}),
        (["random", "bot"], [(0, AGENT), (1, AGENT)], {}),
        ([None, None], [(0, PERSON), (1, PERSON)], {}),
        ([None, "bot"], [(0, PERSON), (1, AGENT), (0, PERSON), (0, PERSON), (0, BOT)], {}),
        ([None, "bot"], [(0, BOT), (1, AGENT), (0, BOT), (0, PERSON)], {}),
        ([None, "bot"], [(1, AGENT)], {}),
    ],
    ids=["under way", "imported", "played on", "agents only", "people only", "left", "a bot played most", "never decided"],
)
def test_what_does_not_count(store: Store, agents: list[str | None], made: list[tuple[int, str]], more: dict[str, Any]) -> None:
    add(store, "a", agents, made, [0], **more)
    assert tell(PeopleRecord(store))["agents"] == []


def test_a_person_whom_the_clock_has_helped_now_and_then_counts(store: Store) -> None:
    add(store, "a", [None, "bot"], [(0, PERSON), (0, BOT), (1, AGENT), (0, PERSON)], [0])
    assert tell(PeopleRecord(store))["agents"][0]["people_won"] == 1


def test_a_seat_that_a_bot_took_does_not_win_for_the_people_who_stayed(store: Store) -> None:
    add(store, "a", [None, None, "bot"], [(0, PERSON), (1, PERSON), (2, AGENT), (1, BOT), (1, BOT)], [1])
    told = tell(PeopleRecord(store))
    assert told["agents"][0]["people_won"] == 0
    assert (told["people"][0]["people"], told["people"][0]["players"]) == (1, 3)


def test_games_that_end_later_are_added(store: Store) -> None:
    record = PeopleRecord(store)
    for number in range(3):
        add(store, f"game {number}", [None, "bot"], PLAYED_BY_PERSON, [0], ended=1000.0 - number)  # committed out of order
        assert tell(record)["agents"][0]["games"] == number + 1
