"""The auditor sees everything that can happen, and it can fail: it notices any change to the events of an action."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from rentier.game import events as ev
from rentier.game.events import CAUSES, EVENT_KINDS, Event
from rentier.game.words import ROLL, Action
from rentier.game_api import Game

from .ledger import check_books
from .playthrough import GAMES
from .test_properties import choose, listed, passes, well_formed_trade
from .wide import UNUSUAL, wide_box

TO_FORGE = ("seat", "other", "square", "amount", "why", "now", "gives", "takes", "iou", "free_rent")
CHANGES: tuple[dict[str, object], ...] = (
    {"manage_window": "own-turn", "offers_per_turn": 1},
    {"auction": "ascending", "player_bankruptcy": "creditor", "card_draw": "cycle", "manage_window": "own-turn"},
    {"unmortgage_on_transfer": False, "auction_tie": "first", "card_draw": "replace", "start_cash": 300},
    {
        **{"auction": "ascending", "buying": "choice", "rent_claim": "automatic", "unmortgage_on_transfer": False},
        **{"player_bankruptcy": "bank-after-mortgages", "start_cash": 100, "deal_properties": 5},
    },
)
JAILED = """
rules = "uk-classic"
to_move = 0
[[players]]
jail_cards = ["chance"]
jail_turns = 0
square = "Jail"
[[players]]
"""


def steps(game: Game, number: int, count: int) -> Iterator[tuple[Game, Action]]:
    """Yield each action of random play, often of the rarest kind and sometimes off the menu, and the game before it."""
    chooser, seen = random.Random(number), Counter[int]()
    for _ in range(count):
        if game.over:
            return
        action = choose(listed(game), chooser)
        if chooser.random() < 0.3:
            action = min(listed(game), key=lambda action: seen[action.kind])
        elif chooser.random() < 0.1 and passes(game, trade := well_formed_trade(game, chooser)):
            action = trade
        seen[action.kind] += 1
        before = game.copy()
        game.apply(action)
        yield before, action


def varied_games(folder: Path) -> Iterator[Game]:
    """Yield games on the wide board, and some that begin in jail with a card."""
    for number in range(8):
        yield Game.from_position(JAILED, number)
    for number in range(24):
        changes = {**UNUSUAL, "dice": 2, "deal_paid": False, "jail_max_turns": 2, **CHANGES[number % len(CHANGES)]}
        yield Game.new(4, wide_box(folder, changes), number)
    yield Game.new(4, wide_box(folder, {**UNUSUAL, "turn_cap": 5}), 1)  # this one ends


@pytest.mark.slow
def test_all_kinds_of_events_and_all_reasons_are_audited(tmp_path: Path) -> None:
    kinds, whys = Counter[int](), Counter[int]()
    for number, game in enumerate(varied_games(tmp_path)):
        for before, action in steps(game, number, 300):
            check_books(before, game, action, game.events)
            kinds.update(event.kind for event in game.events)
            whys.update(event.why for event in game.events)
    assert [EVENT_KINDS[kind] for kind in range(len(EVENT_KINDS)) if not kinds[kind]] == []
    assert [CAUSES[why] for why in range(len(CAUSES)) if not whys[why]] == []
    assert min(kinds[ev.KNOCKED_DOWN], kinds[ev.DREW], whys[ev.DEBT]) >= 10
    assert min(kinds[ev.BANKRUPTED], whys[ev.ESTATE]) >= 3


def forgeries(events: list[Event]) -> Iterator[list[Event]]:
    """Yield the same events with one number changed, or with one event left out, repeated, or reported too early."""
    for place, event in enumerate(events):
        start, end = events[:place], events[place + 1 :]
        for name in TO_FORGE:
            yield [*start, event._replace(**{name: getattr(event, name) + 1}), *end]
        yield [*start, *end]
        yield [*start, event, *events[place:]]
        if place and event != events[place - 1]:
            yield [*start[:-1], event, start[-1], *end]


@pytest.mark.parametrize("number", [3, 36, 52, 91])
def test_no_forged_event_passes(number: int) -> None:
    setting, tried = GAMES[number], 0
    game = Game.new(setting.players, setting.box, number)
    for before, action in steps(game, number, 60):
        for forged in forgeries(game.events):
            tried += 1
            with pytest.raises(AssertionError):
                check_books(before, game, action, forged)
    assert tried > 200


def about_to_roll(dice: str) -> Game:
    """A game in which seat 0 reaches a deed of the bank with 1 and 2, a mortgaged one with 2 and 4, Chance with 3 and 4."""
    return Game.from_position(
        f"""
        rules = "uk-classic"
        to_move = 0
        decision = "roll"
        [[players]]
        square = "GO"
        [[players]]
        deeds = {{ "The Angel Islington" = "mortgaged", "Euston Road" = 0 }}
        [luck]
        dice = [{dice}]
        """,
        seed=1,
    )


def rolled(before: Game) -> Game:
    """The same game after the roll."""
    after = before.copy()
    after.apply("roll")
    return after


@pytest.mark.parametrize("name", ["cash", "pot", "owner", "debt", "unsettled", "owes", "each_seats", "phase", "deck_top"])
def test_nothing_changes_without_an_event(name: str) -> None:
    before = about_to_roll("[1, 2]")
    after = rolled(before)
    check_books(before, after, Action(ROLL), after.events)
    after.state[name] += 1
    with pytest.raises(AssertionError):
        check_books(before, after, Action(ROLL), after.events)


def test_rent_on_a_mortgaged_deed_is_noticed_even_if_it_was_paid() -> None:
    before = about_to_roll("[2, 4]")
    after = rolled(before)
    check_books(before, after, Action(ROLL), after.events)
    dice, moved, free = after.events
    assert free.kind == ev.RENT_FREE
    after.state.cash[:2] += [-6, 6]
    rent = free._replace(kind=ev.PAID, amount=6, why=ev.RENT, now=int(after.state.cash[0]))
    with pytest.raises(AssertionError, match="would be right"):
        check_books(before, after, Action(ROLL), [dice, moved, rent])


def test_a_card_that_was_not_on_top_is_noticed() -> None:
    before = about_to_roll("[3, 4]")
    stacked = before.copy()
    stacked._luck.order[0, :2] = before._luck.order[0, 1::-1]
    after = rolled(stacked)
    check_books(stacked, after, Action(ROLL), after.events)
    with pytest.raises(AssertionError, match="would be right"):
        check_books(before, after, Action(ROLL), after.events)


def test_dice_that_do_not_follow_from_the_key_are_noticed() -> None:
    before, loaded = Game.new(2, "uk-classic", 1), Game.new(2, "uk-classic", 2)
    loaded.state.mover = loaded.state.actor = before.state.mover
    after = rolled(loaded)
    with pytest.raises(AssertionError, match="would be right"):
        check_books(before, after, Action(ROLL), after.events)
