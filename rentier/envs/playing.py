"""One game in an environment: its luck, the rewards given so far, and its rendering."""

from __future__ import annotations

from typing import Any

import numpy as np

from rentier.envs.picture import picture
from rentier.envs.rewards import read_reward, take_rewards
from rentier.envs.stage import Stage
from rentier.errors import RentierError, unknown
from rentier.game.apply import apply, begin
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import OVER, Action
from rentier.layout import Numbers, new
from rentier.record.board_svg import board_svg
from rentier.record.board_text import board_text

ANSI, RGB_ARRAY, HUMAN = RENDER_MODES = ("ansi", "rgb_array", "human")


class Playing:
    """A game that can be restarted. `stage`: its rules and buffers; `most`: decisions after which it is truncated."""

    def __init__(self, stage: Stage, reward: str, most: int) -> None:
        self.stage = stage
        self.reward = read_reward(reward)
        self.most = most
        self.made = 0
        self.state = new(GameRecord)
        self._luck = new(LuckRecord)
        self._fortunes = np.zeros(stage.players, np.int64)

    def begin(self, key: Any) -> None:
        """Begin a new game with a key."""
        begin(self.stage.box.record, self.state, self._luck, self.stage.players, key)
        self.made = 0
        self.take_rewards()

    def apply(self, action: Action) -> None:
        """Carry out a legal action."""
        apply(self.stage.box.record, self.state, self._luck, action)
        self.made += 1

    def is_over(self, seat: int) -> bool:
        """Whether the game has ended for a seat."""
        return bool(self.state.decision == OVER or self.state.fallen[seat] != 0)

    @property
    def is_cut(self) -> bool:
        """Whether the game has reached its limit of decisions."""
        return self.made >= self.most

    def take_rewards(self) -> list[float]:
        """Return the reward of every seat since the last call."""
        rewards = np.zeros(self.stage.players)
        take_rewards(self.stage.box.record, self.state, self.reward, self._fortunes, rewards)
        return rewards.tolist()

    def render(self, mode: str | None) -> str | Numbers | None:
        """Return the board as text or as pixels; in the mode `human` it is printed."""
        if mode is None:
            raise RentierError(f"render: no render_mode was chosen; it should be one of {', '.join(RENDER_MODES)}")
        if mode == RGB_ARRAY:
            return picture(board_svg(self.stage.box, self.state))
        text = board_text(self.stage.box, self.state)
        if mode == ANSI:
            return text
        print(text)
        return None


def check_render_mode(mode: str | None) -> None:
    """Refuse an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise RentierError(f"render_mode: {unknown('mode', mode, RENDER_MODES)}")
