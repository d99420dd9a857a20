"""The action table: every legal action has a number, every allowed number is a legal action, and both directions agree."""

from __future__ import annotations

import random

import numpy as np
import pytest

from rentier import Game, RentierError
from rentier.box import preset_names
from rentier.envs.stage import Stage
from rentier.game.words import KINDS, OFFER, Action

DECISIONS = 150
CHECKED = 30  # actions checked at a moment of a game
TABLES = [
    *((preset, 2 + number % 7, {}) for number, preset in enumerate(preset_names())),
    ("uk-classic", 8, {}),
    ("uk-classic", 3, {"loans": True, "immunity": True, "card_draw": "replace", "start_cash": 4000}),
]


def played(preset: str, players: int, overrides: dict[str, object], decisions: int = DECISIONS) -> tuple[Stage, list[Game]]:
    """A stage and the moments of a random game under some rules. Kinds are drawn first, so that offers do not dominate."""
    chooser = random.Random(f"{preset} {players}")
    game = Game.new(players, preset, seed=players, overrides=overrides)
    moments = []
    while not game.over and len(moments) < decisions:
        moments.append(game.copy())
        legal = game.legal_actions()
        kind = chooser.choice(sorted({action.kind for action in legal}))
        game.apply(chooser.choice([action for action in legal if action.kind == kind]))
    return Stage(game.box, players), moments


def with_houses() -> tuple[Stage, list[Game]]:
    """A moment at which a player may build and sell, which random games rarely reach."""
    deeds = {"Old Kent Road": 2, "Whitechapel Road": 2}
    game = Game.from_position({"rules": "uk-classic", "to_move": 0, "players": [{"cash": 900, "deeds": deeds}, {}]}, seed=1)
    return Stage(game.box, 2), [game]


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players", "overrides"), TABLES)
def test_legal_actions_and_numbers_are_the_same(preset: str, players: int, overrides: dict[str, object]) -> None:
    stage, moments = played(preset, players, overrides)
    chooser = random.Random(1)
    for game in moments:
        allowed = np.flatnonzero(stage.mask(game.state)).tolist()
        legal = game.legal_actions()
        assert len(allowed) == len(set(legal))
        for action in chooser.sample(legal, min(len(legal), CHECKED)):
            number = stage.number(game.state, action)
            assert number in allowed
            assert stage.action(game.state, number) == tuple(action)
        for number in chooser.sample(allowed, min(len(allowed), CHECKED)):
            assert stage.action(game.state, number) in legal


def test_any_number_outside_the_mask_is_refused_in_one_line() -> None:
    stage, moments = played("uk-classic", 4, {}, 60)
    for game in moments[::20]:
        mask = stage.mask(game.state)
        for number in range(0, stage.actions, 23):
            if mask[number] == 0:
                with pytest.raises(RentierError, match="is not allowed") as refused:
                    stage.action(game.state, number)
                assert "\n" not in str(refused.value)


@pytest.mark.parametrize("number", [-1, 1 << 40, 1.5, "roll", None])
def test_a_number_outside_the_table_is_refused(number: object) -> None:
    stage, moments = played("uk-classic", 2, {}, 1)
    with pytest.raises(RentierError, match=f"should be a whole number from 0 to {stage.actions - 1}"):
        stage.action(moments[0].state, number)


@pytest.mark.slow
def test_all_kinds_of_action_and_all_parts_of_the_menu_come_up() -> None:
    seen: set[str] = set()
    parts: set[tuple[bool, ...]] = set()
    for stage, moments in [*(played(*table) for table in TABLES), with_houses()]:
        for game in moments:
            allowed = np.flatnonzero(stage.mask(game.state)).tolist()
            for number in allowed[:20] + allowed[20::40] + allowed[-2:]:
                action = stage.action(game.state, number)
                seen.add(KINDS[action.kind])
                if action.kind == OFFER:
                    parts.add(tuple(bool(number) for number in action[2:]))
    assert set(KINDS) - seen <= {"pay share", "draw card", "waive rent", "ask rent", "pay tax", "pay fine", "use card"}
    assert len(parts) >= 5, "swaps, sales, purchases, loans and free rent"


def test_the_ways_out_of_jail_are_in_the_table() -> None:
    game = Game.new(2, "uk-classic", seed=1)
    stage = Stage(game.box, 2)
    game.state.jail_turns[game.state.actor], game.state.card_holder[0] = 0, game.state.actor
    said = {stage.text(game.state, number) for number in np.flatnonzero(stage.mask(game.state)).tolist()}
    assert {"roll", "pay fine", "use card"} <= said


def test_a_table_without_offers_still_answers_them() -> None:
    game = Game.new(2, "uk-classic", seed=3)
    few, all_ = Stage(game.box, 2, offers=False), Stage(game.box, 2)
    assert few.actions < 200 < all_.actions
    for action in ("accept", "refuse"):
        assert few.number(game.state, Action(KINDS.index(action))) == all_.number(game.state, Action(KINDS.index(action)))


def test_the_rules_say_how_large_the_table_is() -> None:
    sizes = {preset: Stage(preset, 4).actions for preset in ("uk-classic", "pring2015", "khan2019", "khan2019-as-printed")}
    assert sizes["khan2019-as-printed"] < sizes["khan2019"] < sizes["pring2015"] < sizes["uk-classic"]


def test_an_action_means_the_same_for_every_seat() -> None:
    """A deed sold to the next player has the same number, no matter who sells it."""
    game = Game.new(3, "uk-classic", seed=1)
    stage = Stage(game.box, 3)
    numbers = set()
    for seat in range(3):
        game.state.actor, game.state.owner[1] = seat, seat
        numbers.add(stage.number(game.state, Action(OFFER, (seat + 1) % 3, -60, 1 << 1)))
    assert len(numbers) == 1
    assert None not in numbers
