"""Opening positions of training games: a set for everybody, random positions, and the rules that hold in any of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import types

from rentier.agents.specs import parse_agent
from rentier.box import Box, load_box
from rentier.box.record import BoxRecord
from rentier.compiled import entry
from rentier.game.apply import begin
from rentier.game.luck import key_of
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import OVER
from rentier.layout import new
from rentier.network.weights import Network
from rentier.selfplay.starts import GIFTS, NORMAL, RANDOM, SETS, lay_start
from tests.conformance.invariants import check_state

from .lessons import Lesson

RULES = load_box("berry2013", {"round_cap": 20})
BOXES = {
    "usual": RULES,
    "Khan's": load_box("khan2019"),
    "dealt": load_box("berry2013", {"deal_properties": 3}),
    "few houses": load_box("berry2013", {"building_supply": "6/2"}),
    "no mortgages": load_box("uk-classic", {"mortgages": False, "hotel_after": 3, "building_supply": "unlimited"}),
}
keys = st.integers(0, (1 << 64) - 1).map(np.uint64)


@entry(types.void(BOX, GAME, LUCK, types.int64, types.uint64, types.int64))
def begin_elsewhere(box: BoxRecord, game: GameRecord, luck: LuckRecord, players: int, key: Any, start: int) -> None:
    """Begin a game as in training."""
    begin(box, game, luck, players, key)
    lay_start(box, game, key, start)


def started(box: Box, players: int, key: Any, start: int) -> tuple[Any, LuckRecord]:
    """Return a game at its opening position."""
    game, luck = new(GameRecord), new(LuckRecord)
    begin_elsewhere(box.record, game, luck, players, key, start)
    return game, luck


def street_groups(box: Box) -> set[int]:
    """The groups that are built on, as bits."""
    record = box.record
    return {int(squares) for squares in record.group_squares[: record.groups] if int(squares) & int(record.streets)}


@given(st.integers(2, 6), keys)
def test_everybody_holds_one_set_and_nothing_else(players: int, key: Any) -> None:
    game, luck = started(RULES, players, key, SETS)
    check_state(RULES.record, game, luck)
    held = game.deeds[:players].tolist()
    assert set(held) <= street_groups(RULES)
    assert len(set(held)) == players
    assert game.sets[:players].tolist() == held
    assert game.cash[:players].tolist() == [1500] * players
    assert (game.mortgaged, game.built, game.rounds, game.turns) == (0, 0, 1, 1)


def test_any_set_may_be_anybodys() -> None:
    held: list[set[int]] = [set() for _seat in range(4)]
    for number in range(200):
        game, _luck = started(RULES, 4, key_of(np.uint64(1), number), SETS)
        for seat in range(4):
            held[seat].add(int(game.deeds[seat]))
    assert held == [street_groups(RULES)] * 4


def test_where_there_are_fewer_sets_than_players_some_have_none() -> None:
    box = BOXES["Khan's"]
    game, luck = started(box, 6, key_of(np.uint64(1), 1), SETS)
    check_state(box.record, game, luck)
    number = len(street_groups(box))
    assert sorted(bool(deeds) for deeds in game.deeds[:6]) == [False] * (6 - number) + [True] * number


@pytest.mark.parametrize("name", BOXES)
@given(players=st.integers(2, 6), key=keys)
def test_what_the_rules_say_holds_at_random_starts(name: str, players: int, key: Any) -> None:
    box = BOXES[name]
    record = box.record
    game, luck = started(box, players, key, RANDOM)
    check_state(record, game, luck)  # among others: one owner per deed, even buildings on unmortgaged sets
    for squares in street_groups(box):
        on_group = {int(game.level[square]) for square in range(int(record.squares)) if squares >> square & 1}
        assert len(on_group) == 1
        assert max(on_group) < record.hotel_level
    assert max(game.cash[:players]) <= 2 * record.start_cash
    assert record.mortgages == 1 or game.mortgaged == 0
    assert record.round_cap == 0 or game.rounds <= record.round_cap // 2
    assert game.turns == 1 + (game.rounds - 1) * players


def test_random_starts_have_something_of_everything() -> None:
    games = [started(RULES, 4, key_of(np.uint64(2), number), RANDOM)[0] for number in range(300)]
    owned = [int((game.owner[:40] >= 0).sum()) for game in games]
    assert min(owned) <= 1
    assert max(owned) == 28
    assert 12 < np.mean(owned) < 16
    mortgaged = sum(int(game.mortgaged).bit_count() for game in games)
    assert 0.1 < mortgaged / sum(owned) < 0.15
    assert {int(level) for game in games for level in game.level} == {0, 1, 2, 3, 4}
    assert {int(game.rounds) for game in games} == set(range(1, 11))
    assert {int(square) for game in games for square in game.square[:4]} == set(range(40))
    assert 1400 < np.mean([game.cash[:4].mean() for game in games]) < 1600


@pytest.mark.parametrize("name", BOXES)
@given(players=st.integers(2, 6), key=keys)
def test_gifts_are_a_deed_or_a_group_and_nothing_else(name: str, players: int, key: Any) -> None:
    box = BOXES[name]
    record = box.record
    plain, _luck = started(box, players, key, NORMAL)
    game, luck = started(box, players, key, GIFTS)
    check_state(record, game, luck)
    groups = {int(squares) for squares in record.group_squares[: record.groups]}
    for seat in range(players):
        given = int(game.deeds[seat]) & ~int(plain.deeds[seat])
        assert given.bit_count() <= 1 or given in groups
    assert (game.cash == plain.cash).all()
    assert (game.mortgaged, game.built) == (plain.mortgaged, plain.built)
    assert record.round_cap == 0 or game.rounds <= record.round_cap // 2


def test_gifts_are_of_every_kind() -> None:
    games = [started(RULES, 4, key_of(np.uint64(2), number), GIFTS)[0] for number in range(400)]
    gifts = [int(deeds) for game in games for deeds in game.deeds[:4]]
    assert {int(squares) for squares in RULES.record.group_squares[: RULES.record.groups]} <= set(gifts)
    assert {gift for gift in gifts if gift.bit_count() == 1} == {
        1 << square for square in range(40) if RULES.record.deeds >> square & 1
    }
    assert 0.3 < gifts.count(0) / len(gifts) < 0.5
    assert {int(game.rounds) for game in games} == set(range(1, 11))


@pytest.mark.parametrize("start", [NORMAL, RANDOM, SETS, GIFTS])
def test_the_same_key_is_the_same_start(start: int) -> None:
    first, again, other = (started(RULES, 4, key_of(np.uint64(3), number), start) for number in (5, 5, 6))
    assert [record.tobytes() for record in first] == [record.tobytes() for record in again]
    assert first[1].tobytes() != other[1].tobytes()
    assert start == NORMAL or first[0].tobytes() != other[0].tobytes()


def test_a_normal_start_is_that_of_the_rules() -> None:
    key = key_of(np.uint64(3), 8)
    game, luck = new(GameRecord), new(LuckRecord)
    begin(RULES.record, game, luck, 4, key)
    assert [record.tobytes() for record in started(RULES, 4, key, NORMAL)] == [game.tobytes(), luck.tobytes()]


@pytest.mark.parametrize("start", [RANDOM, SETS, GIFTS])
def test_games_from_there_come_to_an_end(start: int) -> None:
    agents = [parse_agent(spec) for spec in ("reserve:50,0", "reserve:350,150", "reserve:0,0")]
    lesson = Lesson(RULES, agents, Network.new(RULES, "berry", (2,), "relu", 1), 0.01, 0.5)
    for number in range(8):
        assert lesson.play(key_of(np.uint64(4), number), start) > 0
        assert lesson.game.decision == OVER
        check_state(RULES.record, lesson.game, lesson.table.luck)
        assert lesson.game.rounds <= 20
    assert np.isfinite(lesson.network.weights).all()
