"""The luck: dice and cards are fair, depend only on key and counters, and are hidden from the players."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Callable
from math import erfc, sqrt
from typing import Any

import numpy as np
import pytest
from numba import types

from rentier.agents.catalogue import agent_kinds
from rentier.agents.mind import DECIDE, MindRecord, wake_mind
from rentier.agents.specs import parse_agent
from rentier.box import load_box, preset_names
from rentier.box.record import MOST_SEATS
from rentier.compiled import INTERPRETED, entry
from rentier.game.apply import apply, begin
from rentier.game.luck import AGENT_STREAM, KEY_STREAM, imagine, key_of, siphash
from rentier.game.state import LUCK, GameRecord, LuckRecord
from rentier.game.words import NOBODY, ROLL, UNSEEN, Action
from rentier.game_api import Game
from rentier.layout import new

from .audit.fate import WORD, mix
from .ledger import roll
from .test_properties import choose, listed

ROLLS = 600_000


def p_value(observed: Any, expected: Any) -> float:
    """Return the probability of a chi-square at least as large, by the approximation of Wilson and Hilferty."""
    freedom = len(observed) - 1
    square = float(((np.asarray(observed) - expected) ** 2 / expected).sum())
    normal = ((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    return erfc(normal / sqrt(2)) / 2


def is_fair(observed: Any) -> bool:
    """Whether all outcomes are equally frequent within random variation; seeds are fixed, so the answer never changes."""
    counts = np.asarray(list(observed), float)
    return 0.0001 < p_value(counts, counts.sum() / len(counts)) < 0.9999


def test_the_test_of_fairness_can_fail() -> None:
    generator = np.random.default_rng(1)
    assert is_fair(np.bincount(generator.integers(0, 6, ROLLS)))
    assert not is_fair(np.bincount((generator.random(ROLLS) ** 1.01 * 6).astype(int)))
    assert not is_fair([ROLLS / 6] * 6)  # too good to be true


def many_rolls(stream_keys: Any, seats: Any, numbers: Any) -> Any:
    """Return the first and second faces of many rolls at once, by the formula of `roll`."""
    with np.errstate(over="ignore"):
        place = (seats.astype(np.uint64) << np.uint64(40)) + numbers.astype(np.uint64) + np.uint64(1)
        bits = stream_keys + np.uint64(0x9E3779B97F4A7C15) * place
        bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        bits ^= bits >> np.uint64(31)
    halves = np.stack([bits & np.uint64(0xFFFFFFFF), bits >> np.uint64(32)])
    return ((halves * np.uint64(6)) >> np.uint64(32)).astype(np.int64)


def test_the_two_formulas_of_the_tests_agree() -> None:
    key = 0xDEADBEEFCAFEF00D
    for seat in range(MOST_SEATS):
        for number in (0, 1, 77, 100_000):
            faces = many_rolls(np.array([key], np.uint64), np.array([seat]), np.array([number]))[:, 0] + 1
            assert faces.tolist() == roll(key, seat, number, 2)


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_dice_depend_only_on_key_seat_and_roll_number(dice: int) -> None:
    """Whatever the other players do, the faces of every roll in random games are those of the formula."""
    box = load_box("us-classic", {"dice": dice, "utility_roll": "fresh", "offers_per_turn": 1})
    seen = {}
    for play in range(4):
        game, chooser = Game.new(5, box, 42), random.Random(play)
        while not game.over and game.turn < 90:
            before = game._luck.rolls.copy()
            game.apply(choose(listed(game), chooser))
            for seat in np.flatnonzero(game._luck.rolls - before):
                number = int(game._luck.rolls[seat])
                faces = game.dice
                assert list(faces) == roll(int(game._luck.key), int(seat), number - 1, dice)
                assert seen.setdefault((seat, number), faces) == faces  # the same in every game
                assert set(faces) <= set(range(1, 7))
    assert len(seen) > 60


@pytest.mark.parametrize("spread", ["one key", "many keys", "many seats"])
def test_dice_are_fair(spread: str) -> None:
    """600 000 rolls along one stream, over the keys of numbered games, and over seats: faces, pairs and sequences."""
    run = np.arange(ROLLS)
    keys = np.full(ROLLS, key_of(np.uint64(7), 0), np.uint64)
    seats, numbers = np.zeros(ROLLS, np.int64), run
    if spread == "many keys":
        keys = np.array([key_of(np.uint64(7), block) for block in range(ROLLS // 100)], np.uint64)[run // 100]
        numbers = run % 100
    elif spread == "many seats":
        seats, numbers = run % MOST_SEATS, run // MOST_SEATS
    first, second = many_rolls(keys, seats, numbers)
    assert is_fair(np.bincount(first, minlength=6))
    assert is_fair(np.bincount(second, minlength=6))
    assert is_fair(np.bincount(first * 6 + second, minlength=36))
    assert is_fair(np.bincount(first[:-1] * 6 + first[1:], minlength=36))
    doubles = first == second
    assert abs(doubles.mean() - 1 / 6) < 0.002
    assert abs((doubles[:-1] & doubles[1:]).mean() - 1 / 36) < 0.001


@pytest.mark.parametrize("dice", [1, 3, 4])
def test_other_numbers_of_dice_are_fair(dice: int) -> None:
    key = int(key_of(np.uint64(11), 3))
    faces = np.array([roll(key, 2, number, dice) for number in range(20_000)]) - 1
    for die in range(dice):
        assert is_fair(np.bincount(faces[:, die], minlength=6))
    if dice > 1:
        assert is_fair(np.bincount(faces[:, 0] * 6 + faces[:, -1], minlength=36))


def beginnings(preset: str, players: int, count: int) -> Any:
    """Yield many games at their beginning."""
    box = load_box(preset)
    game, luck = new(GameRecord), new(LuckRecord)
    for number in range(count):
        begin(box.record, game, luck, players, key_of(np.uint64(99), number))
        yield box.record, game, luck


@pytest.mark.parametrize("players", [2, 3, 8])
def test_everybody_begins_equally_often(players: int) -> None:
    first = Counter(int(game.mover) for _, game, _ in beginnings("uk-classic", players, 6000))
    assert is_fair([first[seat] for seat in range(players)])


def test_shuffles_are_uniform() -> None:
    """Every card is equally likely in every place, and after every other card."""
    size = 16
    places = np.zeros((2, size, size))
    follows = np.zeros((2, size, size))
    tops = np.zeros((size, size))
    for box, _, luck in beginnings("us-classic", 4, 8000):
        assert box.deck_size.tolist() == [size, size]
        tops[luck.order[0, 0], luck.order[1, 0]] += 1
        for deck in range(2):
            order = luck.order[deck, :size]
            assert sorted(order.tolist()) == list(range(size))
            places[deck, np.arange(size), order] += 1
            follows[deck, order[:-1], order[1:]] += 1
    for deck in range(2):
        assert is_fair(places[deck].ravel())
        assert is_fair(follows[deck][~np.eye(size, dtype=bool)])
    assert is_fair(tops.ravel())


@pytest.mark.slow
@pytest.mark.parametrize("draw", ["cycle", "replace", "reshuffle"])
def test_imagined_luck_agrees_with_what_is_known(draw: str) -> None:
    """Known cards stay in place, each unseen card appears once, and the hidden luck makes no difference."""
    checked = 0
    for preset in preset_names():
        game, chooser = Game.new(4, preset, 5, {"card_draw": draw, "offers_per_turn": 1}), random.Random(preset)
        while not game.over and game.turn < 80:
            game.apply(choose(listed(game), chooser))
            if chooser.random() < 0.05:
                check_imagined(game, chooser.randrange(1 << 62))
                checked += 1
    assert checked > 50


def check_imagined(game: Game, key: int) -> None:
    """Check one imagined luck, drawn twice into records with different garbage in them."""
    box, state = game.box.record, game.state
    lucks = [new(LuckRecord), game.copy()._luck]
    still = state.tobytes()
    for luck in lucks:
        imagine(box, state, luck, np.uint64(key))
    assert state.tobytes() == still
    for deck in range(2):
        size, left, top = int(box.deck_size[deck]), int(state.deck_left[deck]), int(state.deck_top[deck])
        places = [(top + place) % size for place in range(left)]
        drawn, again = ([int(luck.order[deck, place]) for place in places] for luck in lucks)
        assert drawn == again
        held = {int(box.jail_card[deck])} if state.card_holder[deck] != NOBODY else set()
        assert sorted(drawn) == sorted(set(range(size)) - held)
        for place, card in zip(places, drawn, strict=True):
            assert state.known[deck, place] in (UNSEEN, card)
    for luck in lucks:
        assert int(luck.key) == key
        assert luck.rolls.tolist() == [0] * MOST_SEATS
        assert luck.sealed.tolist() == [0] * MOST_SEATS
        assert luck.loaded == luck.loaded_used == 0


def test_imagined_orders_are_uniform() -> None:
    """With some cards known and a jail card held, every unseen card is equally likely in every unseen place."""
    game = Game.new(2, "us-classic", 3, {"trade_menu": "none"})
    chooser = random.Random(4)
    while game.state.card_holder[0] == NOBODY or game.state.known[0].max() == UNSEEN:
        game.apply(choose(listed(game), chooser))
        if game.over or game.turn > 200:
            game = Game.new(2, "us-classic", chooser.randrange(1000), {"trade_menu": "none"})
    box, state, luck = game.box.record, game.state, new(LuckRecord)
    size = int(box.deck_size[0])
    in_deck = [(int(state.deck_top[0]) + place) % size for place in range(state.deck_left[0])]
    hidden = [place for place in in_deck if state.known[0, place] == UNSEEN]
    assert 3 <= len(hidden) < len(in_deck) < size
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(6000):
        imagine(box, state, luck, key_of(np.uint64(5), number))
        counts.update((place, int(luck.order[0, place])) for place in hidden)
    assert len(counts) == len(hidden) ** 2
    assert is_fair(counts.values())


def test_imagined_dice_are_not_the_hidden_ones() -> None:
    game = Game.new(4, "uk-classic", 8)
    rolls = set()
    for seed in range(40):
        other = game.imagine(seed)
        other.apply("roll")
        rolls.add(other.dice)
    assert len(rolls) > 10
    real = game.copy()
    real.apply("roll")
    assert real.dice == tuple(roll(int(game._luck.key), int(game.actor or 0), 0, 2))


def test_an_agent_gets_no_luck() -> None:
    """An agent's function is compiled for box, game and its own mind; it cannot be given a luck record."""
    assert LUCK not in DECIDE.args
    assert len(DECIDE.args) == 3
    for kind in agent_kinds():
        decide: Any = parse_agent(kind.example).function
        assert list(inspect.signature(getattr(decide, "py_func", decide)).parameters) == ["box", "game", "mind"]
        if hasattr(decide, "signatures"):
            assert [signature == DECIDE.args for signature in decide.signatures] == [True]


def test_the_visible_state_does_not_reveal_the_luck() -> None:
    """Games with different keys look the same until something has been rolled or drawn."""
    box = load_box("uk-classic", {"first_player": "first-seat"})
    one, other = Game.new(4, box, 1), Game.new(4, box, 2)
    assert one.state.tobytes() == other.state.tobytes()
    assert one._luck.tobytes() != other._luck.tobytes()
    apply(box.record, one.state, one._luck, Action(ROLL))
    assert one.state.tobytes() != other.state.tobytes()


# what an agent could find out


def unmixed(bits: int, stream: int, number: int) -> int:
    """Return the key from which `mix` made a number: it can be inverted."""
    bits = undone(bits, 31)
    bits = undone(bits * pow(0x94D049BB133111EB, -1, 1 << 64) & WORD, 27)
    bits = undone(bits * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & WORD, 30)
    return (bits - 0x9E3779B97F4A7C15 * ((stream << 40) + number + 1)) & WORD


def undone(bits: int, places: int) -> int:
    """Return the word whose exclusive or with itself, shifted by a number of bits, gives this one."""
    found = bits
    for _ in range(64 // places):
        found = bits ^ (found >> places)
    return found


def guesses(own: int) -> list[int]:
    """Return the keys of the luck that an adversary can guess from its own key and from how keys are made."""
    undone_keys = [unmixed(own, stream, number) for stream in (0, 1, AGENT_STREAM, KEY_STREAM) for number in range(4)]
    return [own, *undone_keys, int(agent_key(np.uint64(own), 0)), int(key_of(np.uint64(own), 0))]


def hits(made: Callable[[Any, int], Any]) -> tuple[list[int], int]:
    """Return how often each guess predicts both dice of a seat's first roll, and the number of games.

    `made`: returns the key that an agent gets in a game with a given key.
    """
    games = 200 if INTERPRETED else 3000
    found: list[list[bool]] = []
    for game in range(games):
        key = key_of(np.uint64(77), game)
        rolled = roll(int(key), game % 4, 0, 2)
        found.append([roll(guess, game % 4, 0, 2) == rolled for guess in guesses(int(made(key, game % 4)))])
    return np.sum(found, axis=0).tolist(), games


def agent_key(key: Any, who: int) -> Any:
    """Return the key that an agent's mind gets."""
    mind: Any = new(MindRecord)
    wake_mind(mind, key, who)
    return mind.key


def next_key(_key: Any, _who: int) -> Any:
    return key_of(np.uint64(77), 0)


@entry(types.uint64(types.uint64, types.uint64))
def hashed(low: Any, high: Any) -> Any:
    """Return the hash of two words with themselves as the key."""
    return siphash(low, high, low, high)


def test_the_hash_is_the_one_it_says_it_is() -> None:
    """The test vector of 16 bytes is that of its authors."""
    low, high = np.uint64(0x0706050403020100), np.uint64(0x0F0E0D0C0B0A0908)
    assert int(hashed(low, high)) == 0x3F2ACC7F57C29BDB


@pytest.mark.parametrize("made", [agent_key, next_key], ids=["own key", "key of the first game"])
def test_no_guess_predicts_rolls_better_than_chance(made: Callable[[Any, int], Any]) -> None:
    right, games = hits(made)
    by_chance = games / 36
    if made is next_key:  # which reveals everything about the first game, and nothing about the others
        right = [number - 1 for number in right[:1]] + right[1:]
    assert max(right) < by_chance + 5 * sqrt(by_chance)


def test_the_adversary_predicts_every_roll_if_keys_can_be_inverted() -> None:
    right, games = hits(lambda key, who: mix(int(key), 1, who))
    assert max(right) > games / 4  # every time in its own seat, which is one of four
