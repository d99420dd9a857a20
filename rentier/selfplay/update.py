"""One update of the networks from a mini-batch: a step of Adam, and of the moving average that plays.

On a GPU an update is many small kernels, which take longer to launch than to run. So the update by a full mini-batch is
recorded once as a CUDA graph, and then replayed.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as functions

from rentier.selfplay.network import ValueNetwork
from rentier.selfplay.parallel import ParallelGames

PLAIN_UPDATES = 3  # before recording, since PyTorch sets up memory and kernels on first use


class Update:
    """Train the learner on mini-batches, and update the moving average.

    `size`: that of a full mini-batch. `errors`: the sum of the mover's squared errors, and their number.
    """

    def __init__(
        self, learner: ValueNetwork, actor: ValueNetwork, games: ParallelGames, rate: float, ema: float, size: int
    ) -> None:
        self.learner, self.actor, self.ema, self.size = learner, actor, ema, size
        self.seen, self.targets, self.mask = games.seen.flatten(0, 1), games.targets.flatten(0, 1), games.mask.flatten()
        self.on_gpu = games.device.type == "cuda"
        self.rate = torch.tensor(rate, device=games.device)  # a tensor, since a recorded number could not change
        lr: Any = self.rate if self.on_gpu else rate
        self.optimiser = torch.optim.Adam(learner.parameters(), lr, fused=self.on_gpu, capturable=self.on_gpu)
        self.errors = torch.zeros(2, device=games.device)
        self.batch: torch.Tensor | None = None  # the choices that a recorded update learns from
        self.graph: Any = None
        self.done = 0

    def set_rate(self, rate: float) -> None:
        """Set the learning rate."""
        if self.on_gpu:
            self.rate.fill_(rate)
        else:
            self.optimiser.param_groups[0]["lr"] = rate

    def __call__(self, some: torch.Tensor) -> None:
        """Learn from these choices of the window."""
        if not self.on_gpu:
            self._learn(some)
            return
        is_full = len(some) == self.size  # the last mini-batch of a window may be smaller
        if is_full and self.graph is None and self.done >= PLAIN_UPDATES:
            self._record(some)
        if self.batch is None or not is_full:
            self._learn_aside(some)
        else:
            self.batch.copy_(some)
            self.graph.replay()
        self.done += 1

    def _record(self, some: torch.Tensor) -> None:
        """Record an update without running it."""
        self.batch = some.clone()
        self.optimiser.zero_grad(set_to_none=True)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self._learn(self.batch)

    def _learn_aside(self, some: torch.Tensor) -> None:
        """Learn in a separate stream, as CUDA graphs require of updates that are not replayed."""
        cuda: Any = torch.cuda  # not fully typed
        aside = cuda.Stream()
        aside.wait_stream(cuda.current_stream())
        with cuda.stream(aside):
            self._learn(some)
        cuda.current_stream().wait_stream(aside)

    def _learn(self, some: torch.Tensor) -> None:
        logits = self.learner(self.seen[some].float())
        target, mask = self.targets[some], self.mask[some]
        loss: Any = -(target * functions.log_softmax(logits, 1)).sum(1) @ mask / mask.sum().clamp(min=1)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_lerp_(list(self.actor.parameters()), list(self.learner.parameters()), 1 - self.ema)
            missed = torch.softmax(logits, 1)[:, 0] - target[:, 0]
            self.errors += torch.stack([missed.square() @ mask, mask.sum()])
