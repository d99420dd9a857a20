"""Updates: on a GPU a full mini-batch is recorded and replayed, a smaller one is not."""

from __future__ import annotations

from typing import Any

import torch

from rentier.box import load_box
from rentier.learn.selfplay import pass_sizes
from rentier.selfplay.network import ValueNetwork
from rentier.selfplay.parallel import ParallelGames, Play
from rentier.selfplay.rows import INPUTS
from rentier.selfplay.update import PLAIN_UPDATES, Update

FULL = 4


class OnGpu(Update):
    """Updates that note what a GPU would do."""

    def __init__(self) -> None:
        network = ValueNetwork(INPUTS, (3,))
        games = ParallelGames([load_box()], Play(), 2, 2, 0, "cpu")
        super().__init__(network, network, games, 0.001, 0.9, FULL)
        self.on_gpu = True
        self.noted: list[str] = []

    def replay(self) -> None:
        self.noted.append("replayed")

    def _record(self, some: torch.Tensor) -> None:
        self.batch, self.graph = some.clone(), self
        self.noted.append(f"recorded {len(some)}")

    def _learn_aside(self, some: torch.Tensor) -> None:
        self.noted.append(f"learnt from {len(some)}")


def noted(*sizes: int) -> list[str]:
    """Return what is done with mini-batches of these sizes."""
    update: Any = OnGpu()
    for size in sizes:
        update(torch.arange(size))
    return update.noted


def test_a_full_mini_batch_is_recorded_and_replayed() -> None:
    plain = [f"learnt from {FULL}"] * PLAIN_UPDATES
    assert noted(*[FULL] * 5) == [*plain, f"recorded {FULL}", "replayed", "replayed"]


def test_a_smaller_last_mini_batch_is_never_recorded() -> None:
    plain = [f"learnt from {FULL}"] * PLAIN_UPDATES
    sizes = [FULL] * PLAIN_UPDATES + [1, FULL, FULL, 1, FULL]
    assert noted(*sizes) == [
        *plain,
        "learnt from 1",
        f"recorded {FULL}",
        "replayed",
        "replayed",
        "learnt from 1",
        "replayed",
    ]


def test_a_replayed_update_reads_the_new_choices() -> None:
    update: Any = OnGpu()
    for _time in range(PLAIN_UPDATES + 1):
        update(torch.arange(FULL))
    update(torch.arange(FULL, 2 * FULL))
    assert update.batch.tolist() == list(range(FULL, 2 * FULL))


def test_the_last_epoch_may_be_a_part() -> None:
    assert pass_sizes(1.0, 100) == [100, 0]
    assert pass_sizes(0.25, 100) == [25]
    assert pass_sizes(2.5, 100) == [100, 100, 50]
