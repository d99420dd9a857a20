"""Games played in parallel, by the same functions on a CPU and on a GPU.

A step makes one choice in a game, plays on to the next one, and records what learning needs in a window of steps. On a GPU all
games make a step together: the options of all of them are encoded, then evaluated in one forward pass, and nothing is copied to
the host. On a CPU each core plays one game for a whole window, then the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from rentier.box import Box
from rentier.game.luck import key_of
from rentier.layout import Numbers, as_records, many
from rentier.network.shape import PROBABILITIES
from rentier.selfplay.network import Evaluate, ValueNetwork
from rentier.selfplay.opponents import BOT, PAST_VERSIONS, WORKS_AGENTS
from rentier.selfplay.positions import Start
from rentier.selfplay.rows import INPUTS
from rentier.selfplay.scripted import SCRIPTED
from rentier.selfplay.slots import PlayRecord, SlotRecord, StartRecord, StepRecord

# Room for rows, on average, when all games make a step together; slots without room, the last ones, wait for the next step.
LEAST_ROWS, ROWS_PER_SWAP = 17, 5.5


@dataclass(frozen=True)
class Play:
    """How games are played while learning."""

    least_players: int = 4
    most_players: int = 4
    swaps: float = 3.0  # swaps of deeds that are considered for offers, on average
    offers: int = 1  # offers that a player makes in a turn at most
    explore: float = 0.02  # share of choices made at random
    scatter: float = 0.0  # share of new games that begin at random, or with sets or gifts
    past: float = 0.0  # share of games with past versions of the network
    works: float = 0.0  # share of games with agents of the works
    scripted: Sequence[str] = SCRIPTED  # those that play then
    start_share: float = 0.0  # share of games that begin at a given position


class ParallelGames:
    """Games in their slots, the network inputs for their options, and a window of steps to learn from.

    `seen`, `targets`, `mask`: for each step and slot the inputs of the chosen afterstate, its target, and 1 if it has one.
    """

    def __init__(
        self,
        boxes: Sequence[Box],
        play: Play,
        number: int,
        window: int,
        seed: int,
        device: str,
        starts: Sequence[Start] = (),
        rows_per_slot: int | None = None,
    ) -> None:
        self.device = torch.device(device)
        rows_per_slot = rows_per_slot or max(LEAST_ROWS, round(ROWS_PER_SWAP * play.swaps))
        rules = as_records(np.array([box.record for box in boxes], boxes[0].record.dtype))
        slots, settings = many(SlotRecord, number), many(PlayRecord, 1)
        slots["key"] = [key_of(np.uint64(seed), slot) for slot in range(number)]
        past, works = round(play.past * number), round(play.works * number)
        slots["opponents"][:past] = PAST_VERSIONS
        slots["opponents"][past : past + works] = WORKS_AGENTS
        self.past_rows = rows_per_slot * past
        scripted = sum(1 << BOT + SCRIPTED.index(name) for name in set(play.scripted))
        counts = len(boxes), len(starts), scripted, play.offers, self.past_rows
        settings[0] = (play.least_players, play.most_players, *counts, play.swaps, play.explore, play.scatter, play.start_share)
        steps = many(StepRecord, window, number)
        self.slots = _slots_on(self.device)(rules, start_records(starts), slots, settings, steps)
        self.rows = self.slots.room_for_rows(rows_per_slot * number)
        self.values = self._room(2, rows_per_slot * number, PROBABILITIES)
        self.seen = self._room(window, number, INPUTS, kind=self.slots.dtype)
        self.targets = self._room(window, number, PROBABILITIES)
        self.mask = self._room(window, number)
        self.counts = self._room(number, kind=torch.int64)
        self.ends = self._room(number, kind=torch.int64)
        self.firsts = self._room(number, kind=torch.int64)

    def _room(self, *shape: int, kind: torch.dtype = torch.float32) -> torch.Tensor:
        return torch.zeros(shape, dtype=kind, device=self.device)

    def play_window(self, network: ValueNetwork, past: ValueNetwork) -> None:
        """Play a window; `past` plays the seats of past versions."""
        if self.device.type == "cpu":
            self.slots.play_window(network, past, self.seen)
            return
        evaluate, evaluate_past = self.slots.evaluator(network), self.slots.evaluator(past)
        self.evaluate(evaluate, evaluate_past)
        for time in range(len(self.seen)):
            self.step(time, evaluate, evaluate_past)

    def load(self, slots: Any) -> None:
        """Replace all games by those of other slots, with no options listed yet."""
        self.slots.load(slots)
        self.counts.zero_()

    def step(self, time: int, evaluate: Evaluate, evaluate_past: Evaluate) -> None:
        """Make one choice in every game, record it as this step of the window, and evaluate the next ones."""
        self.slots.advance(self.values, self.firsts, time, self.counts)
        torch.index_select(self.rows, 0, self.slots.rows_chosen(time).clamp(min=0), out=self.seen[time])
        self.evaluate(evaluate, evaluate_past)

    def evaluate(self, evaluate: Evaluate, evaluate_past: Evaluate) -> None:
        """Evaluate the pending choices.

        Games with past versions come first, so that a past version evaluates only the first rows.
        """
        torch.cumsum(self.counts, 0, out=self.ends)
        self.firsts = torch.where(self.ends <= len(self.rows), self.ends - self.counts, -1)
        self.slots.write(self.ends, self.rows)
        used = self.slots.rows_used(self.ends, len(self.rows))
        self.values[0, :used] = evaluate(self.rows[:used])
        used = min(used, self.past_rows)
        if used > 0:
            self.values[1, :used] = evaluate_past(self.rows[:used])

    def compute_targets(self, lambda_: float) -> None:
        """Compute the targets of the whole window."""
        self.slots.target(lambda_, self.targets, self.mask)


def start_records(starts: Sequence[Start]) -> Any:
    """Return given starts as records; one that is never used if there are none, since kernels take no empty array."""
    records = many(StartRecord, max(1, len(starts)))
    for number, start in enumerate(starts):
        records["game"][number] = start.game
        records["box"][number] = start.box
    return records


def _slots_on(device: torch.device) -> Any:
    """Return the class of slots for a device."""
    if device.type == "cuda":
        from rentier.selfplay.gpu import GpuSlots

        return GpuSlots
    from rentier.selfplay.cpu import CpuSlots

    return CpuSlots


def slot_bytes(games: ParallelGames) -> Numbers:
    """Return the bytes of all slots on a CPU."""
    slots: Numbers = games.slots.slots
    return slots.view(np.ndarray).view(np.uint8)
