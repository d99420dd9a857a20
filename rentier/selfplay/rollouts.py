"""Parallel rollouts: a network or another agent plays many games from given states, until they end or are cut.

`rentier.search` plays rollouts one after another on a CPU. These are played side by side like the games of a training run, on a
GPU tens of thousands at once; they value the decisions of `rentier grade`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from rentier.box import Box
from rentier.game.words import Action
from rentier.layout import Numbers, as_records, many
from rentier.network.shape import PROBABILITIES
from rentier.selfplay.laying import lay_rollouts
from rentier.selfplay.network import ValueNetwork
from rentier.selfplay.opponents import LEARNER
from rentier.selfplay.parallel import ParallelGames, Play, start_records
from rentier.selfplay.positions import Start
from rentier.selfplay.slots import SlotRecord

WINDOW = 32  # steps between two checks for finished rollouts
ROWS_PER_SLOT = 40  # more than in training: rollouts of a decision with many options all have many options at once
A_PIECE = 1024  # rollouts that a core begins at a time
MOST_WINDOWS = (
    4  # a rollout with more choices than these windows have is cut at its last one, so that it does not delay the others
)


@dataclass(frozen=True)
class Candidate:
    """A state, an action in it, and the number of turns after which rollouts are cut."""

    start: Start
    action: Action
    turns: int


class ParallelRollouts:
    """Plays rollouts of candidates, `number` at once. `who`: who plays all seats, the network or an agent of the works.

    A rollout is cut at the first choice after its last turn, and worth what the network expects after that choice.
    """

    def __init__(self, boxes: Sequence[Box], network: ValueNetwork, number: int, device: str, who: int = LEARNER) -> None:
        self.number, self.who = number, who
        self.games = ParallelGames(boxes, Play(explore=0.0), number, WINDOW, 0, device, rows_per_slot=ROWS_PER_SLOT)
        self.network = network
        self._threads = ThreadPoolExecutor(len(os.sched_getaffinity(0)))
        self.rules = as_records(np.array([box.record for box in boxes], boxes[0].record.dtype))

    def play(self, candidates: Sequence[Candidate], which: Numbers, keys: Numbers) -> Numbers:
        """Return a row for each rollout: the win probability of each seat, then that of a draw; NaN if it had no room.

        `which`: the candidate of each rollout, at most `number`. `keys`: of its luck; the same key gives the same dice.
        """
        slots = many(SlotRecord, self.number)
        which = np.resize(which, self.number)
        slots["key"] = np.resize(keys, self.number)
        slots["who"] = self.who
        self._begin(slots, candidates, which)
        last_turns = np.array([int(one.start.game.turns) + one.turns for one in candidates])[which]
        return self._play_out(slots, torch.from_numpy(last_turns).to(self.games.device)).cpu().numpy()[: len(keys)]

    def _begin(self, slots: Any, candidates: Sequence[Candidate], which: Numbers) -> None:
        """Begin all rollouts, on every core."""
        starts = start_records([one.start for one in candidates])
        actions = np.array([one.action for one in candidates], np.int64)

        def begin(low: int) -> None:
            lay_rollouts(self.rules, starts, slots[low : low + A_PIECE], which[low : low + A_PIECE], actions)

        list(self._threads.map(begin, range(0, self.number, A_PIECE)))

    @torch.no_grad()
    def _play_out(self, slots: Any, last_turns: torch.Tensor) -> torch.Tensor:
        """Play until all rollouts are finished, and return their probabilities."""
        games = self.games
        games.load(slots)
        found = torch.full((self.number, PROBABILITIES), torch.nan, device=games.device)
        for windows_left in range(MOST_WINDOWS, 0, -1):
            games.play_window(self.network, self.network)
            self._note_finished(found, last_turns, windows_left == 1)
            if not bool(found[:, 0].isnan().any()):
                break
        return found

    def _note_finished(self, found: torch.Tensor, last_turns: torch.Tensor, is_last: bool) -> None:
        """Write the probabilities of rollouts that finished in this window; in the last window, of all the others too."""
        slots = self.games.slots
        chosen = slots.field("row", torch.int32, 1)[..., 0] >= 0
        cut = chosen & (slots.field("turns", torch.int32, 1)[..., 0] > last_turns)
        done = cut | (slots.field("ended", torch.int16, 1)[..., 0] == 1)
        every = torch.arange(self.number, device=last_turns.device)
        if is_last:
            late = every[~done.any(0) & chosen.any(0)]
            last = WINDOW - 1 - chosen.flip(0).int().argmax(0)[late]
            cut[last, late] = done[last, late] = True
        first = done.int().argmax(0)
        chances = slots.field("chances", torch.float32, PROBABILITIES)[first, every]
        outcome = slots.field("outcome", torch.float32, PROBABILITIES)[first, every]
        values = torch.where(cut[first, every][:, None], chances, outcome)
        found.copy_(torch.where((done.any(0) & found[:, 0].isnan())[:, None], values, found))
