"""TD(lambda) by self-play in parallel games, in PyTorch, on a GPU or on the cores of a CPU.

A window is a number of choices in every game. The afterstates chosen in it get TD(lambda) targets, and the network is trained
on them in mini-batches, with Adam and the cross-entropy between its probabilities and the targets. The network that plays, and
is saved, is an exponential moving average (EMA) of the trained one, so that targets change smoothly.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Generator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from rentier.agents.specs import Agent, parse_agent
from rentier.arena.executors import Jobs, executor_of
from rentier.box import Box, load_box
from rentier.errors import RentierError
from rentier.learn.course import Method
from rentier.learn.selfplay_settings import KIND, SelfplaySettings, boxes_of
from rentier.learn.settings import as_saved, falling
from rentier.network.shape import ANSWERS
from rentier.network.weights import Network
from rentier.selfplay.network import ValueNetwork, reading_rows
from rentier.selfplay.parallel import ParallelGames, Play, slot_bytes
from rentier.selfplay.positions import read_starts
from rentier.selfplay.rows import FEATURES
from rentier.selfplay.update import Update

ACTIVATION = "relu"
EARLIER_FEATURES = ("whole", "whole+reach")  # of earlier networks
SNAPSHOTS = 16  # past versions taken in a whole training run, at equal distances ...
PAST_VERSIONS = 8  # ... of which the last ones play
DEFAULTS = {"cuda": (65_536, 65_536), "cpu": (1024, 2048)}  # games played in parallel, and the size of a mini-batch
MOMENTS = ("exp_avg", "exp_avg_sq")  # of Adam, by PyTorch's names


class Selfplay(Method):
    """Self-play in parallel games, on a device: `cpu` or `cuda`."""

    settings_file = "training.json"
    kind = KIND

    def __init__(self, settings: SelfplaySettings, device: str, jobs: Jobs = 1) -> None:
        self.settings: SelfplaySettings = settings
        self.device = torch.device(device)
        at_once, batch = DEFAULTS[self.device.type]
        self.at_once, self.batch = settings.at_once or at_once, settings.batch or batch
        self.jobs = executor_of(jobs)
        self.squared_errors, self.errors = 0.0, 0

    def begin(self, checkpoint: Network | None = None) -> None:
        """Set up the games and the networks."""
        settings = self.settings
        self.boxes = boxes_of(settings)
        new = Network.new(self.boxes[0], FEATURES, settings.hidden, ACTIVATION, settings.seed, ANSWERS["chances"])
        self.network = checkpoint or (read_network(settings) if settings.begin else new)
        for box in self.boxes:
            self.network.check_fits(box, settings.max_players)
        starts = read_starts(settings.start, self.boxes, settings.table_sizes)
        torch.manual_seed(settings.seed)
        torch.set_float32_matmul_precision("high")  # on a GPU as precise as the float16 that games are played in
        self.actor = ValueNetwork(new.inputs, settings.hidden)
        self.actor.load(self.network.weights)
        self.actor.to(self.device)
        self.learner = copy.deepcopy(self.actor)
        self.past = [self.actor.numbers().astype(np.float16)]
        play = Play(
            settings.min_players,
            settings.max_players,
            swaps=settings.swaps,
            offers=settings.offers,
            explore=settings.explore,
            scatter=settings.scatter,
            past=settings.past,
            works=settings.works,
            scripted=settings.scripted,
            start_share=settings.start_share,
        )
        self.games = ParallelGames(self.boxes, play, self.at_once, settings.window, settings.seed, str(self.device), starts)
        full = min(self.batch, sum(pass_sizes(settings.passes, self.games.mask.numel())))
        self.update = Update(self.learner, self.actor, self.games, settings.rate, settings.ema, full)

    def waves(self, games: int) -> Generator[int, None, None]:
        """Alternate playing and learning; yield the games that ended in each window."""
        settings = self.settings
        while games < settings.games:
            self.update.set_rate(falling(settings.rate, settings.last_rate, games / settings.games))
            self._play()
            self._learn()
            self.network = replace(self.network, weights=self.actor.numbers())
            ended = self.games.slots.games_ended()
            every = max(1, settings.games // SNAPSHOTS)
            if (games + ended) // every > games // every:
                self.past = [*self.past, self.network.weights.astype(np.float16)][-PAST_VERSIONS:]
            games += ended
            yield ended

    def _play(self) -> None:
        """Play a window, some games against a past version, and compute its targets."""
        past = copy.deepcopy(self.actor)
        past.load(self.past[int(torch.randint(len(self.past), ()))])
        with torch.no_grad():
            self.games.play_window(self.actor, past)
            self.games.compute_targets(self.settings.lambda_)

    def _learn(self) -> None:
        """Train on the window for some epochs, or on a part of it, in random mini-batches."""
        for some in self._order(self.games.mask.numel()).split(self.batch):
            self.update(some)
        squared, number = self.update.errors.tolist()
        self.update.errors.zero_()
        self.squared_errors += squared
        self.errors += int(number)

    def _order(self, number: int) -> Any:
        """Return a random order in which to learn from this number of choices."""
        sizes = pass_sizes(self.settings.passes, number)
        return torch.cat([torch.randperm(number, device=self.device)[:size] for size in sizes])

    def td_error(self) -> float:
        """Return the root mean square TD error of the acting player's win probability since the last call."""
        error = math.sqrt(self.squared_errors / max(self.errors, 1))
        self.squared_errors, self.errors = 0.0, 0
        return error

    def agent(self) -> Agent:
        """Return the network as a player."""
        return replace(parse_agent(KIND), spec=f"{KIND} (learning)", network=self.network)

    def trained_by(self) -> dict[str, Any]:
        """Return the settings, for the file of the network."""
        return {"selfplay": as_saved(self.settings)}

    def state(self) -> dict[str, Any]:
        """Return the networks, Adam's moments and the random state; on a CPU also the games; on a GPU, new games begin."""
        saved: dict[str, Any] = {"actor": self.actor.numbers(), "learner": self.learner.numbers(), "past": np.stack(self.past)}
        parameters = self.learner.in_order()
        for moment in MOMENTS:
            found = [self.update.optimiser.state[one].get(moment, torch.zeros_like(one)) for one in parameters]
            saved[moment] = torch.cat([one.flatten() for one in found]).cpu().numpy()
        taken = [float(self.update.optimiser.state[one].get("step", 0)) for one in parameters]
        saved["taken"] = np.array(taken)
        saved["errors"] = np.array([self.squared_errors, float(self.errors)])
        saved["luck"] = torch.get_rng_state().numpy()
        if self.device.type == "cpu":
            saved["slots"] = slot_bytes(self.games)
        return saved

    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from what `state` returned."""
        self.actor.load(state["actor"])
        self.learner.load(state["learner"])
        self.past = list(state["past"])
        self.network = replace(self.network, weights=self.actor.numbers())
        parameters = self.learner.in_order()
        sizes = [one.numel() for one in parameters]
        for moment in MOMENTS:
            numbers: Any = torch.from_numpy(state[moment]).to(self.device)
            for one, part, taken in zip(parameters, numbers.split(sizes), state["taken"], strict=True):
                saved = self.update.optimiser.state[one]
                saved[moment] = part.view_as(one).clone()
                saved["step"] = torch.tensor(float(taken), device=self.device if self.device.type == "cuda" else None)
        self.squared_errors, self.errors = float(state["errors"][0]), int(state["errors"][1])
        torch.set_rng_state(torch.from_numpy(state["luck"]))
        if self.device.type == "cpu":
            if "slots" not in state:
                raise RentierError("this training run was begun on a GPU; resume it with --device cuda")
            slot_bytes(self.games)[...] = state["slots"]

    @property
    def evaluation_box(self) -> Box:
        """The first rules, without the training's limit on turns."""
        return load_box(self.settings.rules[0])


def read_network(settings: SelfplaySettings) -> Network:
    """Return the network of a file to start from; refuse one with other layers."""
    network = Network.read(Path(settings.begin))
    network.check_answers(ANSWERS["chances"])
    if network.features in EARLIER_FEATURES:
        network = reading_rows(network)
    if (network.features, network.hidden, network.activation) != (FEATURES, settings.hidden, ACTIVATION):
        nodes = ",".join(map(str, network.hidden))
        has = f"features {network.features}, hidden {nodes} and {network.activation}"
        raise RentierError(f"{settings.begin}: has {has}; a training run that starts from it should have the same")
    return network


def pass_sizes(passes: float, number: int) -> list[int]:
    """Return how many of a window's choices each epoch learns from; the last epoch may be a part."""
    whole, part = divmod(passes, 1.0)
    return [number] * int(whole) + [round(part * number)]
