"""Learning by self-play at many tables: TD(lambda) in windows, in PyTorch, on a GPU or on the cores of a CPU.

A window is some choices at every table. All states chosen in it get a target: the outcome where the game ended, else what the
network that plays thought later, by TD(lambda). The network that learns moves towards these targets once, in batches drawn at
random, by Adam. The network that plays, and is kept, is its running mean: so targets do not chase single steps of learning.
"""

from __future__ import annotations

import copy
import itertools
import math
from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functions

from rentier.agents.catalogue import agent_kinds
from rentier.agents.specs import Agent
from rentier.arena.executors import Jobs, executor_of
from rentier.box import Box, load_box
from rentier.errors import RentierError
from rentier.learn.course import Method
from rentier.learn.selfplay_settings import KIND, SelfplaySettings
from rentier.learn.settings import as_kept, falling
from rentier.network.shape import ANSWERS
from rentier.network.weights import Network
from rentier.selfplay.field import Field, Play, kept_tables
from rentier.selfplay.network import ValueNetwork

FEATURES, ACTIVATION = "whole", "relu"
MOMENTS = ("exp_avg", "exp_avg_sq")  # of Adam, by PyTorch's names


class Selfplay(Method):
    """Self-play at many tables, on a device: `cpu` or `cuda`."""

    settings_file = "training.json"
    kind = KIND

    def __init__(self, settings: SelfplaySettings, device: str, jobs: Jobs = 1) -> None:
        self.settings: SelfplaySettings = settings
        self.device = torch.device(device)
        self.jobs = executor_of(jobs)
        self.squared_errors, self.errors = 0.0, 0

    def begin(self, checkpoint: Network | None = None) -> None:
        """Set up the tables and the networks; a finished training is a checkpoint with nothing left to learn."""
        settings = self.settings
        self.boxes = boxes_of(settings)
        new = Network.new(self.boxes[0], FEATURES, settings.hidden, ACTIVATION, settings.seed, ANSWERS["chances"])
        self.network = checkpoint or new
        for box in self.boxes:
            self.network.check_fits(box, settings.most)
        torch.manual_seed(settings.seed)
        self.plays = ValueNetwork(new.inputs, settings.hidden)
        self.plays.load(self.network.weights)
        self.plays.to(self.device)
        self.learns = copy.deepcopy(self.plays)
        self.optimiser = torch.optim.Adam(self.learns.parameters(), settings.rate, fused=self.device.type == "cuda")
        play = Play(settings.fewest, settings.most, settings.swaps, settings.explore)
        self.field = Field(self.boxes, play, settings.tables, settings.window, settings.seed, str(self.device))

    def waves(self, games: int) -> Generator[int, None, None]:
        """Play a window and learn from it, again and again."""
        settings = self.settings
        while games < settings.games:
            for group in self.optimiser.param_groups:
                group["lr"] = falling(settings.rate, settings.last_rate, games / settings.games)
            self._play()
            self._learn()
            self.network = replace(self.network, weights=self.plays.numbers())
            ended = self.field.tables.games_ended()
            games += ended
            yield ended

    def _play(self) -> None:
        """Play a window and work out its targets; on a GPU in numbers of half the size."""
        fast = copy.deepcopy(self.plays).half() if self.device.type == "cuda" else self.plays
        with torch.no_grad():
            self.field.begin(fast.chances)
            for time in range(self.settings.window):
                self.field.step(time, fast.chances)
            self.field.work_out_targets(self.settings.lambda_)

    def _learn(self) -> None:
        """Go through the window once, in batches drawn at random."""
        field = self.field
        seen = field.seen.flatten(0, 1)
        targets, weights = field.targets.flatten(0, 1), field.weights.flatten(0, 1)
        errors = torch.zeros(2, device=self.device)
        order: Any = torch.randperm(len(seen), device=self.device)
        for some in order.split(self.settings.batch):
            logits = self.learns(seen[some].float())
            target, weight = targets[some], weights[some]
            loss: Any = -(target * functions.log_softmax(logits, 1)).sum(1) @ weight / weight.sum().clamp(min=1)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            with torch.no_grad():
                torch._foreach_lerp_(list(self.plays.parameters()), list(self.learns.parameters()), 1 - self.settings.mean)
                missed = torch.softmax(logits, 1)[:, 0] - target[:, 0]
                errors += torch.stack([missed.square() @ weight, weight.sum()])
        self.squared_errors += float(errors[0])
        self.errors += int(errors[1])

    def td_error(self) -> float:
        """The root mean square of all TD errors since it was asked before, of the chance of who chose."""
        error = math.sqrt(self.squared_errors / max(self.errors, 1))
        self.squared_errors, self.errors = 0.0, 0
        return error

    def agent(self) -> Agent:
        """The network as a player."""
        [home] = [kind.home for kind in agent_kinds() if kind.spec == KIND]
        return Agent(f"{KIND} (learning)", KIND, (), home, network=self.network)

    def trained_by(self) -> dict[str, Any]:
        """The settings."""
        return {"selfplay": as_kept(self.settings)}

    def state(self) -> dict[str, Any]:
        """The networks, Adam's moments and the random numbers; on a CPU the tables too, which on a GPU begin anew."""
        kept = {"plays": self.plays.numbers(), "learns": self.learns.numbers()}
        parameters = self.learns.in_order()
        for moment in MOMENTS:
            found = [self.optimiser.state[one].get(moment, torch.zeros_like(one)) for one in parameters]
            kept[moment] = torch.cat([one.flatten() for one in found]).cpu().numpy()
        taken = [float(self.optimiser.state[one].get("step", 0)) for one in parameters]
        kept["taken"] = np.array(taken)
        kept["errors"] = np.array([self.squared_errors, float(self.errors)])
        kept["luck"] = torch.get_rng_state().numpy()
        if self.device.type == "cpu":
            kept["tables"] = kept_tables(self.field)
        return kept

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` has kept."""
        self.plays.load(state["plays"])
        self.learns.load(state["learns"])
        self.network = replace(self.network, weights=self.plays.numbers())
        parameters = self.learns.in_order()
        sizes = [one.numel() for one in parameters]
        for moment in MOMENTS:
            numbers: Any = torch.from_numpy(state[moment]).to(self.device)
            for one, part, taken in zip(parameters, numbers.split(sizes), state["taken"], strict=True):
                kept = self.optimiser.state[one]
                kept[moment] = part.view_as(one).clone()
                kept["step"] = torch.tensor(float(taken), device=self.device if self.device.type == "cuda" else None)
        self.squared_errors, self.errors = float(state["errors"][0]), int(state["errors"][1])
        torch.set_rng_state(torch.from_numpy(state["luck"]))
        if self.device.type == "cpu":
            if "tables" not in state:
                raise RentierError("the training was made on a GPU and keeps no tables; it goes on with --device cuda")
            kept_tables(self.field)[...] = state["tables"]

    @property
    def evaluation_box(self) -> Box:
        """The rules without the limit on turns of the training."""
        return load_box(self.settings.rules[0])


def boxes_of(settings: SelfplaySettings) -> tuple[Box, ...]:
    """The rules of a training, each as it is, and once more with deeds dealt out."""
    dealt = [{}, {"deal_properties": settings.dealt}] if settings.dealt else [{}]
    limit = {"turn_cap": settings.turns} if settings.turns else {}
    return tuple(load_box(rules, {**limit, **more}) for rules, more in itertools.product(settings.rules, dealt))
