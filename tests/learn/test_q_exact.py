"""Q-learners approach values that can be computed exactly, in a game of so few states that all of them are known.

In the hamlet (see `test_exact`) nobody builds, bids, trades or mortgages, so the only decisions are to buy or not. The other
seat is played by a fixed agent; only the rolls are random. The value of an option can then be computed from the end backwards:
it is the reward at the seat's next decision plus the discounted value of the better option there; at the end of the game it is
the reward.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.game_api import Game
from rentier.learn.q import Q
from rentier.learn.q_settings import QSettings
from rentier.learn.rewards import reward
from rentier.network.features import see
from rentier.network.shape import MOST_INPUTS, read_features
from rentier.network.weights import Network
from tests.agents.seats import Seat
from tests.network.plain import PlainNetwork
from tests.rules.positions import play

RULES = Path(__file__).parent / "hamlet_rules" / "rules.toml"
OTHER = "reserve:0,0"  # buys what it can
FACES = range(1, 7)
TURNS = 3
BOX = load_box(RULES, {"turn_cap": TURNS})  # the first seat moves, the second, and the first again
FEATURES = "rentier+coverage+matter"  # features that distinguish all states
BASE = QSettings(
    rules=str(RULES),
    turns=TURNS,
    features=FEATURES,
    hidden=(32,),
    discount=0.7,
    against=(OTHER,),
    explore=1.0,
    last_explore=1.0,
    ending=1.0,
    games=3000,
)
LEARNERS = {
    "phase4": replace(BASE, rate=0.003, last_rate=0.00003, replay=4000, batch=16, every=2, refresh=100),
    "bailis-q": replace(BASE, agent="bailis-q", rate=0.05, last_rate=0.0005, replay=0, lambda_=0.5, games=6_000),
}

NEAR = 0.15  # values are between -1 and 2


class Exact:
    """The values of buying and not buying to a seat, in every state in which it decides, and how often the state occurs."""

    def __init__(self, seat: int) -> None:
        self.seat, self.other = seat, Seat(OTHER)
        self.values: dict[bytes, tuple[float, float]] = {}
        self.games: dict[bytes, Game] = {}
        self.shares: dict[bytes, float] = defaultdict(float)
        self.worth: dict[bytes, float] = {}
        self.rest: dict[bytes, list[Game]] = {}
        opening = Game.new(2, BOX, 1)
        self.ahead(opening)
        self.visit(opening)

    def is_asked(self, game: Game) -> bool:
        """Whether the seat decides whether to buy."""
        return game.decision == "buy" and game.actor == self.seat and len(game.legal_actions()) > 1

    def after(self, game: Game) -> list[Game]:
        """Return what can follow a state, with equal probability: by the roll, or by both options if the seat decides."""
        name = game.state.tobytes()
        if name not in self.rest:
            self.rest[name] = self.follow(game)
        return self.rest[name]

    def follow(self, game: Game) -> list[Game]:
        """Compute what follows a state."""
        if self.is_asked(game):
            return [self.applied(game, action) for action in ("decline", "buy")]
        if str(game.legal_actions()[0]) != "roll":
            return [self.applied(game, self.only(game))]
        found = []
        for face in FACES:
            rolled = game.copy()
            rolled._luck.loaded, rolled._luck.loaded_used, rolled._luck.loaded_dice[0, 0] = 1, 0, face
            rolled.apply("roll")
            found.append(rolled)
        return found

    def only(self, game: Game) -> str:
        """Return the action where there is nothing for the seat to decide."""
        if game.actor != self.seat:
            return self.other.says(game)
        [action] = game.legal_actions()
        return game.text(action)

    def applied(self, game: Game, action: str) -> Game:
        """Return the game after an action."""
        after = game.copy()
        after.apply(action)
        return after

    def ahead(self, game: Game) -> float:
        """Return the reward at the seat's next decision plus its discounted value, or the reward at the end."""
        name = game.state.tobytes()
        if name not in self.worth:
            if game.over or self.is_asked(game):
                now = float(reward(BOX.record, game.state, self.seat, BASE.money))
                self.worth[name] = now if game.over else now + BASE.discount * max(self.value(game))
            else:
                self.worth[name] = float(np.mean([self.ahead(after) for after in self.after(game)]))
        return self.worth[name]

    def value(self, game: Game) -> tuple[float, float]:
        """Return the values of not buying and of buying."""
        name = game.state.tobytes()
        if name not in self.values:
            self.games[name] = game
            decline, buy = map(self.ahead, self.after(game))
            self.values[name] = (decline, buy)
        return self.values[name]

    def visit(self, opening: Game) -> None:
        """Count how often states occur if both options are equally likely."""
        now = {opening.state.tobytes(): (opening, 1.0)}
        while now:
            then: dict[bytes, tuple[Game, float]] = {}
            for name, (game, chance) in now.items():
                if name in self.values:
                    self.shares[name] += chance
                for after in self.after(game):
                    if not after.over:
                        known = then.get(after.state.tobytes(), (after, 0.0))[1]
                        then[after.state.tobytes()] = (after, known + chance / len(self.after(game)))
            now = then


@pytest.fixture(scope="module")
def exact() -> list[Exact]:
    """The exact values of the first seat, which decides twice."""
    return [Exact(0)]


@pytest.mark.slow
def test_the_exact_values_of_the_last_decision(exact: list[Exact]) -> None:
    """The third turn is the last of the game: there the value of an option is the reward at the end, computed by hand."""
    [first] = exact
    last = [(name, game) for name, game in first.games.items() if game.turn == 3]
    assert last
    for name, game in last:
        for option, action in enumerate(("decline", "buy")):
            end = play(first.applied(game, action), "end")
            assert end.over
            assert first.values[name][option] == pytest.approx(reward(BOX.record, end.state, 0, BASE.money))


def learnt(settings: QSettings) -> Network:
    """A network that has learnt from many games."""
    method = Q(settings)
    method.begin(Network.new(BOX, settings.features, settings.hidden, settings.activation, 1, settings.answers))
    for number in range(settings.games):
        method.learn(number)
    return method.network


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="this number of games takes hours there")
@pytest.mark.parametrize("agent", LEARNERS)
def test_the_network_comes_to_the_exact_values(exact: list[Exact], agent: str) -> None:
    network = PlainNetwork.of(learnt(LEARNERS[agent]))
    errors, shares = [], []
    right = 0.0
    for one in exact:
        for name, game in one.games.items():
            inputs = np.zeros(MOST_INPUTS, np.float32)
            seen = see(BOX.record, game.state, one.seat, read_features(FEATURES), inputs)
            spending = 1 if agent == "phase4" else 1 + 2 * int(BOX.record.group[game.state.square[one.seat]])
            found = network.answers(inputs[:seen])[-1][[0, spending]]
            errors.append(np.abs(found - one.values[name]).max())
            shares.append(one.shares[name])
            difference = one.values[name][1] - one.values[name][0]
            right += one.shares[name] * ((found[1] - found[0]) * difference > 0 or abs(difference) < 0.02)
    told = f"mean error {np.average(errors, weights=shares):.4f}, right {right / sum(shares):.3f} of {len(errors)}"
    assert len(errors) > 50
    assert np.average(errors, weights=shares) < NEAR, told
    assert right / sum(shares) > 0.9, told


def test_looks_that_are_the_same_are_worth_the_same(exact: list[Exact]) -> None:
    """Otherwise there would be no right answer."""
    for one in exact:
        found = defaultdict(list)
        for name, game in one.games.items():
            inputs = np.zeros(MOST_INPUTS, np.float32)
            see(BOX.record, game.state, one.seat, read_features(FEATURES), inputs)
            found[inputs.tobytes()].append(one.values[name])
        assert max(np.ptp(same, axis=0).max() for same in found.values()) < 1e-9
