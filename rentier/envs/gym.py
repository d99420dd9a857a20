"""`Rentier-v0` for Gymnasium: one learner against any agents, including those that think in Python.

env = gymnasium.make("rentier.envs.gym:Rentier-v0", opponents=["bailis", "random"], rules="uk-classic")

Since version 1.0 Gymnasium does not find environments of other packages by itself: name the module as here, or import it first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Unpack

import numpy as np

from rentier.agents.specs import parse_agent
from rentier.arena.tables import Sitting
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.envs.playing import ANSI, HUMAN, RGB_ARRAY, Playing, check_render_mode
from rentier.envs.stage import EnvOptions, Stage, read_options
from rentier.envs.vector import check_seat
from rentier.errors import RentierError
from rentier.extras import need
from rentier.game.words import Action
from rentier.layout import Numbers

gymnasium = need("gymnasium", "envs", "environments")
Env: Any = gymnasium.Env

NAME = "Rentier-v0"
STAND_IN = "random"  # takes the learner's place among the agents and is never asked
MOST_SEEDS = 1 << 62


class RentierEnv(Env):  # type: ignore[misc]
    """One learner at a table with named agents, who sit to its left in order.

    The legal actions are in `action_masks()`, and in the info as `action_mask`. `lenient`: for learners without mask support,
    an illegal action stands for the first legal one instead of being refused. For the other options see `EnvOptions`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [ANSI, RGB_ARRAY, HUMAN], "render_fps": 4}

    def __init__(
        self,
        opponents: Sequence[str] = ("bailis", "bailis", "bailis"),
        rules: str | Path | Box = "uk-classic",
        overrides: Mapping[str, object] | None = None,
        *,
        lenient: bool = False,
        render_mode: str | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        wanted = read_options(options)
        seat = wanted["seat"]
        check_render_mode(render_mode)
        if not 1 <= len(opponents) < MOST_SEATS:
            raise RentierError(f"opponents: there are {len(opponents)}; there should be 1 to {MOST_SEATS - 1}")
        self.agents = [parse_agent(spec) for spec in (STAND_IN, *opponents)]
        self.players = len(self.agents)
        check_seat(seat, self.players)
        self.render_mode = render_mode
        stage = Stage(rules, self.players, overrides, offers=wanted["offers"])
        self.playing = Playing(stage, wanted["reward"], wanted["most_decisions"])
        self.stage = self.playing.stage
        self.observation_space = gymnasium.spaces.Box(-1.0, 1.0, (self.stage.size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.stage.actions)
        self.lenient = lenient
        self._wanted = seat
        self.seat = 0
        self._sitting: Sitting | None = None

    @property
    def _has_ended(self) -> bool:
        return self.playing.is_over(self.seat) or self.playing.is_cut

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Numbers, dict[str, Any]]:
        """Begin a game and play to the learner's first decision."""
        super().reset(seed=seed)
        ended = True
        while ended:  # a game that ends before the learner is asked does not count
            luck = int(self.np_random.integers(MOST_SEEDS))
            self.seat = int(self.np_random.integers(self.players)) if self._wanted is None else self._wanted
            seating = [(seat - self.seat) % self.players for seat in range(self.players)]
            self._sitting = Sitting(self.stage.box, self.agents, luck, seating=seating)
            self.playing.begin(self._sitting.key)
            self._play_opponents(self._sitting)
            ended = self._has_ended
        self.playing.take_rewards()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the others play until the learner must decide again."""
        if self._sitting is None or self._has_ended:
            what = "has not begun" if self._sitting is None else "is over"
            raise RentierError(f"step: the game {what}; call reset first")
        self.playing.apply(self._read(action))
        self._play_opponents(self._sitting)
        over = self.playing.is_over(self.seat)
        return self._seen(), self.playing.take_rewards()[self.seat], over, not over and self.playing.is_cut, self._info()

    def _read(self, number: Any) -> Action:
        """Return the action that a number stands for."""
        if self.lenient:
            mask = self.stage.mask(self.playing.state)
            number = number if mask[number] == 1 else mask.argmax()
        return self.stage.action(self.playing.state, number)

    def action_masks(self) -> Numbers:
        """Return the legal actions as booleans, in the form that maskable learners expect."""
        return self.stage.mask(self.playing.state).astype(np.bool_)

    def render(self) -> Any:
        """Return the board as text or as an image."""
        return self.playing.render(self.render_mode)

    def _play_opponents(self, sitting: Sitting) -> None:
        """Let the others play until the learner is asked, or the game has ended for it."""
        while not self._has_ended and self.playing.state.actor != self.seat:
            self.playing.apply(sitting.decide(self.playing.state))

    def _seen(self) -> Numbers:
        return self.stage.observation(self.playing.state, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.stage.mask(self.playing.state), "seat": self.seat}


if NAME not in gymnasium.registry:
    gymnasium.register(NAME, entry_point=f"{__name__}:{RentierEnv.__name__}")
