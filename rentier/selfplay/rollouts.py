"""Rollouts in parallel: a network plays many games on, each from a given state, until it is over or cut after some turns.

`rentier.search` plays rollouts one after another on a CPU. These are played side by side like the games of a training run, on a
GPU tens of thousands at once; they value the decisions of `rentier grade`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from rentier.box import Box
from rentier.game.words import Action
from rentier.layout import Numbers, as_records, many
from rentier.network.shape import PROBABILITIES
from rentier.selfplay.network import ValueNetwork
from rentier.selfplay.opponents import LEARNER
from rentier.selfplay.parallel import ParallelGames, Play, start_records
from rentier.selfplay.positions import Start
from rentier.selfplay.slots import SlotRecord
from rentier.selfplay.stepping import lay_rollouts

WINDOW = 64  # steps between two looks at which rollouts are finished
MOST_WINDOWS = 16


@dataclass(frozen=True)
class Candidate:
    """A state, an action in it, and the number of turns after which rollouts are cut."""

    start: Start
    action: Action
    turns: int


class ParallelRollouts:
    """Plays rollouts of candidates. `number`: how many at once. `who`: who plays all seats, the network or an agent of the works.

    A rollout is cut at the first choice after its last turn, and worth what the network expects after that choice.
    """

    def __init__(self, boxes: Sequence[Box], network: ValueNetwork, number: int, device: str, who: int = LEARNER) -> None:
        self.number, self.who = number, who
        self.games = ParallelGames(boxes, Play(explore=0.0), number, WINDOW, 0, device)
        self.evaluate = self.games.slots.evaluator(network)
        self.rules = as_records(np.array([box.record for box in boxes], boxes[0].record.dtype))

    def play(self, candidates: Sequence[Candidate], which: Numbers, keys: Numbers) -> Numbers:
        """Return a row for each rollout: the win probability of each seat, then that of a draw; NaN if it did not finish.

        `which`: the candidate of each rollout, at most `number`. `keys`: of its luck; the same key gives the same dice.
        """
        slots = many(SlotRecord, self.number)
        which = np.resize(which, self.number)
        slots["key"] = np.resize(keys, self.number)
        slots["who"] = self.who
        actions = np.array([candidate.action for candidate in candidates], np.int64)
        lay_rollouts(self.rules, start_records([one.start for one in candidates]), slots, which, actions)
        last_turns = np.array([int(one.start.game.turns) + one.turns for one in candidates])[which]
        return self._play_out(slots, torch.from_numpy(last_turns).to(self.games.device)).cpu().numpy()[: len(keys)]

    @torch.no_grad()
    def _play_out(self, slots: SlotRecord, last_turns: torch.Tensor) -> torch.Tensor:
        """Play until all rollouts are finished, and return their probabilities."""
        games = self.games
        games.slots.load(slots)
        games.firsts.fill_(-1)
        found = torch.full((self.number, PROBABILITIES), torch.nan, device=games.device)
        for _window in range(MOST_WINDOWS):
            for time in range(WINDOW):
                games.step(time, self.evaluate, self.evaluate)
            known, values = self._finished(last_turns)
            found = torch.where((known & found[:, 0].isnan())[:, None], values, found)
            if not bool(found[:, 0].isnan().any()):
                break
        return found

    def _finished(self, last_turns: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return which rollouts finished in the window, and their probabilities when they first did."""
        slots = self.games.slots
        chosen = slots.field("row", torch.int32, 1)[..., 0] >= 0
        cut = chosen & (slots.field("turns", torch.int32, 1)[..., 0] > last_turns)
        done = cut | (slots.field("ended", torch.int16, 1)[..., 0] == 1)
        first, every = done.int().argmax(0), torch.arange(self.number, device=last_turns.device)
        chances = slots.field("chances", torch.float32, PROBABILITIES)[first, every]
        outcome = slots.field("outcome", torch.float32, PROBABILITIES)[first, every]
        return done.any(0), torch.where(cut[first, every][:, None], chances, outcome)
