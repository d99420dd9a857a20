"""The game for PettingZoo (AEC): every seat is an agent, selected once for each decision it has to make.

env = rentier.envs.pettingzoo.env(players=4, rules="uk-classic")

Observations are dictionaries: `observation`, and `action_mask` with 1 for legal actions. A bankrupt player is terminated at
once and takes its last step with None, as PettingZoo requires, while the others play on.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from rentier.arena.limits import FEWEST_PLAYERS, check_number
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.envs.playing import ANSI, HUMAN, RGB_ARRAY, Playing, check_render_mode
from rentier.envs.stage import MOST_DECISIONS, Stage
from rentier.errors import RentierError
from rentier.extras import need
from rentier.game_api import read_seed
from rentier.layout import Numbers

spaces = need("gymnasium", "envs", "environments").spaces
AECEnv: Any = need("pettingzoo", "envs", "environments").AECEnv


class RentierAEC(AECEnv):  # type: ignore[misc]
    """All seats of a game as agents `player_0`, `player_1`, ...; `reward`: `win`, `rank` or `worth`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rentier_v0",
        "render_modes": [ANSI, RGB_ARRAY, HUMAN],
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 4,
        rules: str | Path | Box = "uk-classic",
        overrides: Mapping[str, object] | None = None,
        *,
        reward: str = "win",
        offers: bool = True,
        most_decisions: int = MOST_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        check_number("players", players, FEWEST_PLAYERS, MOST_SEATS)
        check_render_mode(render_mode)
        super().__init__()
        self.render_mode = render_mode
        self.playing = Playing(Stage(rules, players, overrides, offers=offers), reward, most_decisions)
        self.stage = self.playing.stage
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = spaces.Box(-1.0, 1.0, (self.stage.size,), np.float32)
        mask = spaces.Box(0, 1, (self.stage.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.stage.actions) for agent in self.possible_agents}
        self._seed: int | None = None
        self._games = 0

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent: the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent: the action table."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed it is the next game of the last seed, or a random one if there was none."""
        self._games = 0 if seed is not None else self._games + 1
        self._seed = self._seed if seed is None else seed
        self.playing.begin(read_seed(self._seed, self._games))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self.playing.state.actor)]

    def observe(self, agent: str) -> dict[str, Numbers]:
        """Return what an agent sees now, and the legal actions if it must decide."""
        seat = self._seats[agent]
        state = self.playing.state
        asked = state.actor == seat and not self.playing.is_over(seat)
        mask = self.stage.mask(state) if asked else np.zeros(self.stage.actions, np.int8)
        return {"observation": self.stage.observation(state, seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Take an action for the agent that must decide."""
        if not self.agents:
            raise RentierError("step: the game is over or has not begun; call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise RentierError(f"step: the game is over for {agent}; its last action should be None")
            self._was_dead_step(action)
            return
        self.playing.apply(self.stage.action(self.playing.state, action))
        self._cumulative_rewards[agent] = 0.0
        rewards = self.playing.take_rewards()
        for other in self.agents:
            seat = self._seats[other]
            self.rewards[other] = rewards[seat]
            self.terminations[other] = self.playing.is_over(seat)
            self.truncations[other] = self.playing.is_cut and not self.terminations[other]
        actor = self.possible_agents[int(self.playing.state.actor)]
        self.agent_selection = actor if actor in self.agents else self.agents[0]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """Return the board as text or as an image."""
        return self.playing.render(self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


env = raw_env = RentierAEC
