"""A stage: the rules, the action table and the buffers that an environment needs for one game at a time."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from rentier.box import Box, load_box
from rentier.envs.actions import action_of, action_table, number_of, write_mask
from rentier.envs.observation import observation_size, write_observation
from rentier.errors import RentierError
from rentier.game.check import check
from rentier.game.reasons import ALLOWED, REASONS
from rentier.game.state import GameRecord
from rentier.game.words import ACTION_NUMBERS, DECISIONS, MOST_ACTIONS, Action
from rentier.layout import Numbers
from rentier.record.actions import action_text

MOST_DECISIONS = 20_000  # the default limit after which a game is cut off


class EnvOptions(TypedDict, total=False):
    """Options of an environment."""

    seat: int | None  # the learner's; None: a random one in each game
    reward: str  # `win`, `rank` or `worth`
    offers: bool  # whether the learner can make its own offers
    most_decisions: int  # after which a game is cut off


DEFAULTS: EnvOptions = {"seat": None, "reward": "win", "offers": True, "most_decisions": MOST_DECISIONS}


def read_options(options: EnvOptions) -> EnvOptions:
    """Return the options, with defaults for those not given; refuse unknown ones."""
    if unknown := options.keys() - DEFAULTS.keys():
        raise TypeError(f"no option {', '.join(sorted(unknown))}; the options are {', '.join(DEFAULTS)}")
    return {**DEFAULTS, **options}


class Stage:
    """What learners see of a game under some rules, and what the numbers of actions mean."""

    def __init__(
        self, rules: str | Path | Box, players: int, overrides: Mapping[str, object] | None = None, *, offers: bool = True
    ) -> None:
        self.box = rules if isinstance(rules, Box) else load_box(rules, overrides)
        self.players = players
        self.table = action_table(self.box.record, players, offers=offers)
        self.actions = int(self.table.length)
        self.size = observation_size(self.box.record, players)
        self._rows = np.empty((MOST_ACTIONS, ACTION_NUMBERS), np.int64)

    def observation(self, game: GameRecord, seat: int) -> Numbers:
        """Return what a seat sees."""
        seen = np.empty(self.size, np.float32)
        write_observation(self.box.record, game, seat, seen)
        return seen

    def mask(self, game: GameRecord) -> Numbers:
        """Return the action mask of the player to act: 1 for legal actions, otherwise 0."""
        mask = np.empty(self.actions, np.int8)
        write_mask(self.box.record, game, self.table, self._rows, mask)
        return mask

    def number(self, game: GameRecord, action: Action) -> int | None:
        """Return the number of a legal action; None if the table does not have it."""
        number = int(number_of(self.box.record, game, self.table, Action(*action)))
        return None if number < 0 else number

    def action(self, game: GameRecord, number: Any) -> Action:
        """Return the action with this number; raise a one-line error if it is not legal now."""
        try:
            place = operator.index(number)
        except TypeError:
            raise RentierError(f"action {number!r} should be a whole number from 0 to {self.actions - 1}") from None
        if not 0 <= place < self.actions:
            raise RentierError(f"action {place} should be a whole number from 0 to {self.actions - 1}")
        action = Action(*map(int, action_of(self.box.record, game, self.table, place)))
        reason = check(self.box.record, game, action) if action.kind >= 0 else -1
        if reason == ALLOWED and self.number(game, action) == place:
            return action
        return self._refuse(game, place, action, reason)

    def text(self, game: GameRecord, number: int) -> str:
        """Return the action that a number stands for now, as text."""
        return action_text(self.box, self.action(game, number))

    def _refuse(self, game: GameRecord, number: int, action: Action, reason: int) -> Action:
        """Raise the error for an action outside the mask."""
        what = f"action {number} at decision {DECISIONS[game.decision]!r} of seat {game.actor}"
        why = f" ({action_text(self.box, action)!r}: {REASONS[reason]})" if action.kind >= 0 and reason > 0 else ""
        raise RentierError(f"{what} is not allowed{why}; choose one that is 1 in the action mask")
