"""Properties of the rules over random play of every preset, two to eight players, and over random switches.

`HYPOTHESIS_PROFILE=long pytest tests/conformance/test_properties.py` plays twenty times as much, from new seeds.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from rentier.box import Switch, load_box, preset_names, switch_definitions
from rentier.box.record import MENU_NONE, MOST_SEATS, MOST_SQUARES
from rentier.game.apply import apply
from rentier.game.check import check
from rentier.game.events import MOST_EVENTS
from rentier.game.legal import legal
from rentier.game.reasons import ALLOWED
from rentier.game.words import (
    ACTION_NUMBERS,
    BANKRUPT,
    BID,
    BID_OR_PASS,
    BUILD,
    COUNTER,
    END,
    KEEP,
    KINDS,
    MANAGE,
    MORTGAGE,
    MOST_ACTIONS,
    OFFER,
    RAISE,
    RESPOND,
    ROLL,
    SELL,
    UNMORTGAGE,
    Action,
)
from rentier.game_api import Game, IllegalAction

from .invariants import check_state, check_step
from .ledger import check_books, squares_in, total_money
from .mirror import Mirror, read
from .plain import plain

STEPS = 120  # decisions in one example
ON_SQUARES = (BUILD, SELL, MORTGAGE, UNMORTGAGE, KEEP)
OPEN_ENDED = (BID, OFFER, COUNTER)  # of these the menu lists only some
SUPPLIES = ("32/12", "unlimited", "0/0", "3/1", "6/2", "9/0", "40/3")
# switches for which the whole range would give dull or endless games
SENSIBLE = {
    "start_cash": (0, 4000),
    "deal_properties": (0, 14),
    "salary": (0, 500),
    "auction_open_bid": (1, 300),
    "auction_increment": (1, 60),
    "turn_cap": (5, 400),
    "round_cap": (3, 100),
    "cash_goal": (1500, 5000),
    "offers_per_turn": (0, 6),
    "counter_offers": (0, 3),
    "jail_max_turns": (1, 5),
}
MOST_SENSIBLE = 300


def settings_of(switch: Switch) -> st.SearchStrategy[object]:
    """Return the values that a switch may take."""
    if switch.kind == "yes-no":
        return st.booleans()
    if switch.kind == "word":
        return st.sampled_from(switch.values)
    if switch.kind == "supply":
        return st.sampled_from(SUPPLIES)
    least, most = SENSIBLE.get(switch.name, (switch.least, min(switch.most, MOST_SENSIBLE)))
    words = [word for word, _ in switch.words]
    return st.one_of(st.integers(least, most), st.just(least), *([st.sampled_from(words)] if words else []))


SWITCHES = list(switch_definitions().values())
overrides = st.lists(st.sampled_from(SWITCHES), max_size=8, unique_by=lambda switch: switch.name).flatmap(
    lambda switches: st.fixed_dictionaries({switch.name: settings_of(switch) for switch in switches})
)
HARD_TIMES = {"deal_properties": "all", "start_cash": 60, "salary": 0, "second_tax": 600, "jail_fine": 250, "dice": 3}
# with deeds dealt at the start, even short runs have building, trading and bankruptcies
openings = st.sampled_from(
    [
        {},
        {"deal_properties": "all"},
        {"deal_properties": "all", "start_cash": 300},
        {"deal_properties": "all", "start_cash": 3000, "building_supply": "9/3"},
        {"deal_properties": 3, "start_cash": 200},
        HARD_TIMES,
    ]
)

choosers = st.integers(0, 1 << 32).map(random.Random)


def fitting(preset: str, changes: dict[str, object]) -> dict[str, object]:
    """Return the changes without those that a preset's board or its other switches forbid."""
    deeds = sum(square.is_deed for square in load_box(preset).board.squares)
    taxed = "tax" in load_box(preset).board.kinds
    saved = {name: value for name, value in changes.items() if name != "second_tax" or taxed}
    if isinstance(saved.get("deal_properties"), int):
        saved["deal_properties"] = min(int(str(saved["deal_properties"])), deeds)
    if {**load_box(preset).switches, **saved}["auction"] == "none":
        saved["buying"] = "choice"
    return saved


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A new game with any preset, number of players and switches."""
    preset = draw(st.sampled_from(preset_names()))
    players = draw(st.integers(2, MOST_SEATS))
    changes = fitting(preset, {**draw(openings), **draw(overrides)})
    seed = draw(st.integers(0, 1 << 32))
    note(f"Game.new({players}, {preset!r}, {seed}, {changes})")
    return Game.new(players, preset, seed, changes)


def listed(game: Game) -> list[Action]:
    """Return what `legal` lists."""
    rows = np.empty((MOST_ACTIONS, ACTION_NUMBERS), np.int64)
    return [Action(*row) for row in rows[: legal(game.box.record, game.state, rows)].tolist()]


def choose(actions: list[Action], chooser: random.Random) -> Action:
    """Choose a kind first, then an action of it; roll often enough for the game to advance."""
    kinds = sorted({action.kind for action in actions})
    going_on = [kind for kind in kinds if kind in (ROLL, END)]
    kind = going_on[0] if going_on and chooser.random() < 0.35 else chooser.choice(kinds)
    return chooser.choice([action for action in actions if action.kind == kind])


def passes(game: Game, action: Action) -> bool:
    """Whether the rules allow an action."""
    return bool(check(game.box.record, game.state, action) == ALLOWED)


def records(game: Game) -> bytes:
    """Return every byte of the game and of its luck."""
    return bytes(game.state.tobytes() + game._luck.tobytes())


def apply_and_audit(game: Game, action: Action) -> None:
    """Carry out an action, and check that the position is sound and every event is accounted for."""
    before = game.copy()
    game.apply(action)
    check_state(game.box.record, game.state, game._luck)
    check_step(game.box.record, before.state, game.state, action)
    check_books(before, game, action, game.events)


def random_play(game: Game, chooser: random.Random, steps: int = STEPS) -> Any:
    """Play at random, and yield the listed actions before each decision."""
    for _ in range(steps):
        if game.over:
            return
        yield listed(game)
        if not game.over:
            game.apply(choose(listed(game), chooser))


@given(games(), choosers)
def test_books_balance_and_every_position_is_sound(game: Game, chooser: random.Random) -> None:
    box = game.box.record
    start = int(box.start_cash) * game.players
    dealt = sum(int(box.price[square]) for seat in range(game.players) for square in squares_in(game.state.deeds[seat]))
    assert total_money(game.state) == start - (dealt if box.deal_paid else 0)
    check_state(box, game.state, game._luck)
    for _ in range(STEPS):
        if game.over:
            break
        action = choose(listed(game), chooser)
        note(f"{game.decision} of {game.actor}: {game.text(action)}")
        apply_and_audit(game, action)


@given(games(), choosers)
def test_the_visible_state_follows_from_the_events(game: Game, chooser: random.Random) -> None:
    mirror = Mirror(game.box.record, game.state)
    for _ in range(STEPS):
        if game.over:
            break
        action = choose(listed(game), chooser)
        note(f"{game.decision} of {game.actor}: {game.text(action)}")
        game.apply(action)
        assert len(game.events) < MOST_EVENTS // 4
        for event in game.events:
            mirror.follow(event)
        assert read(mirror.game) == read(plain(game.state))


@given(games(), choosers)
def test_a_game_goes_the_same_way_whether_somebody_listens_or_not(game: Game, chooser: random.Random) -> None:
    for _actions in random_play(game, chooser, 40):
        pass
    alone = game.copy()
    for _ in range(20):
        if game.over:
            break
        action = choose(listed(game), chooser)
        game.apply(action)
        apply(alone.box.record, alone.state, alone._luck, Action(*action))
        assert records(game) == records(alone)


@given(games(), choosers)
def test_what_is_listed_is_legal_and_what_is_legal_is_listed(game: Game, chooser: random.Random) -> None:
    for turn, actions in enumerate(random_play(game, chooser)):
        assert actions
        assert len(set(actions)) == len(actions)
        assert {game.state.actor} == {game.actor}
        for action in chooser.sample(actions, min(len(actions), 25)):
            assert passes(game, action), game.text(action)
        if turn % 10 == 0:
            plain = {action for action in actions if action.kind not in (*OPEN_ENDED, BANKRUPT)}
            assert brute_force(game) == plain
            resigning = passes(game, Action(BANKRUPT))
            assert resigning == (game.state.decision in (MANAGE, RAISE))
            assert resigning or Action(BANKRUPT) not in actions


def brute_force(game: Game) -> set[Action]:
    """Return all legal actions of the kinds that can be tried one by one."""
    found = set()
    for kind in range(len(KINDS)):
        if kind in (*OPEN_ENDED, BANKRUPT):
            continue
        targets = range(game.box.record.squares) if kind in ON_SQUARES else range(1)
        found |= {action for action in (Action(kind, target) for target in targets) if passes(game, action)}
    return found


numbers = st.one_of(
    st.integers(-3, MOST_SQUARES + 3),
    st.integers(-3000, 3000),
    st.integers(-(1 << 63), (1 << 63) - 1),
    st.sampled_from([-(1 << 63), (1 << 63) - 1, -(1 << 31), (1 << 31) - 1, 1 << 31, 1 << 32, 10**9, 10**9 + 1, -(10**9)]),
)
kinds = st.one_of(st.integers(0, len(KINDS) - 1), st.sampled_from([-(1 << 63), -1000, -2, -1, len(KINDS), 99, 1 << 40]))
wild_actions = st.builds(Action, kinds, *[numbers] * (ACTION_NUMBERS - 1))


@given(games(), choosers, st.lists(wild_actions, min_size=40, max_size=80))
def test_wild_actions_are_refused_or_carried_out(game: Game, chooser: random.Random, wild: list[Action]) -> None:
    for action in wild:
        try_out(game, action)
        for _actions in random_play(game, chooser, 2):
            pass
        if game.over:
            break


@pytest.mark.slow
@given(games(), choosers)
def test_offers_counters_and_bids_off_the_menu(game: Game, chooser: random.Random) -> None:
    for _actions in random_play(game, chooser):
        if game.state.decision == BID_OR_PASS:
            cash = int(game.state.cash[game.actor])
            amount = chooser.choice(
                [chooser.randint(-1, cash + 2), cash, cash + 1, int(game.state.high_bid) + 1, 10**9, 10**9 + 1]
            )
            try_out(game, Action(BID, 0, amount))
        elif game.state.decision == RESPOND or game.box.record.trade_menu != MENU_NONE:
            for _ in range(3):
                if not game.over:
                    try_out(game, well_formed_trade(game, chooser))


def well_formed_trade(game: Game, chooser: random.Random) -> Action:
    """An offer or counter-offer of any deeds, jail cards and cash that the two sides have, now and then with promises."""
    seat, others = int(game.state.actor), [other for other in range(game.players) if other != game.state.actor]
    answers = game.state.decision == RESPOND
    other = int(game.state.offer_from) if answers else chooser.choice(others)
    amount = chooser.randint(-int(game.state.cash[other]) - 1, int(game.state.cash[seat]) + 1) // chooser.choice([1, 1, 2, 10])
    give, take = (some_of(game, giver, chooser) for giver in (seat, other))
    iou = chooser.choice([0, 0, 0, chooser.randint(-300, 300)])
    free_rent = chooser.choice(
        [0, 0, 0, (some_of(game, seat, chooser) | some_of(game, other, chooser)) & int(game.box.record.deeds)]
    )
    kind, target = (COUNTER, 0) if answers else (OFFER, other)
    return Action(kind, target, chooser.choice([amount, 0]), give, take, iou, free_rent)


def some_of(game: Game, seat: int, chooser: random.Random) -> int:
    """Return some of what a seat has, as bits; rarely something that it does not have."""
    bits = 0
    things = squares_in(game.state.deeds[seat])
    things += [MOST_SQUARES + deck for deck in range(2) if game.state.card_holder[deck] == seat]
    for thing in chooser.sample(things, chooser.randint(0, min(len(things), 4))):
        bits |= 1 << thing
    return bits | (1 << chooser.randrange(50) if chooser.random() < 0.05 else 0)


def try_out(game: Game, action: Action) -> None:
    """Check that a legal action leaves a sound position, and that an illegal one raises and changes no byte."""
    if game.over:
        return
    note(f"{game.decision} of {game.actor}: {action}")
    bytes_before = records(game)
    accepted = passes(game, action)
    assert records(game) == bytes_before
    if not accepted:
        with pytest.raises(IllegalAction):
            game.apply(action)
        assert records(game) == bytes_before
        return
    apply_and_audit(game, action)


@given(games(), choosers)
def test_copies_are_independent(game: Game, chooser: random.Random) -> None:
    for _actions in random_play(game, chooser, 60):
        pass
    twin, still = game.copy(), records(game)
    assert records(twin) == still
    seed = chooser.random()
    for _actions in random_play(twin, random.Random(seed), 25):
        pass
    assert records(game) == still
    assert game.over or records(twin) != still
    moved = records(twin)
    for _actions in random_play(game, random.Random(seed), 25):
        pass
    assert records(game) == moved == records(twin)
    assert game.decisions == twin.decisions


@given(games(), choosers)
def test_positions_and_records_round_trip(game: Game, chooser: random.Random) -> None:
    for step, _actions in enumerate(random_play(game, chooser, 60)):
        if step % 20 == 19:
            again = Game.from_position(game.position())
            assert again.position() == game.position()
            assert listed(again) == listed(game)
    replayed = Game.replay(game.record())
    assert records(replayed) == records(game)
    assert replayed.record() == game.record()


@given(games(), st.integers(1, 40), choosers)
def test_a_capped_game_ends(game: Game, turns: int, chooser: random.Random) -> None:
    changes = {**game.box.overrides, "turn_cap": turns, "offers_per_turn": chooser.randint(0, 1)}
    short = Game.new(game.players, load_box(game.box.name, changes), chooser.randrange(1 << 30))
    for _actions in random_play(short, chooser, 20_000):
        assert short.turn <= turns
    assert short.over
    assert short.turn <= turns
