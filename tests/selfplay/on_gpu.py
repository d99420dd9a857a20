"""Compares steps on a GPU with those on a CPU: prints `same` if no byte differs. Run: python -m tests.selfplay.on_gpu"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from rentier.box import load_box
from rentier.network.shape import PROBABILITIES, SEATS
from rentier.selfplay.network import Evaluate
from rentier.selfplay.parallel import LEAST_ROWS, ParallelGames, Play
from rentier.selfplay.positions import read_starts

SLOTS, WINDOW, WINDOWS = 256, 16, 12
LAMBDA = 0.75
RULES = ("uk-classic", "us-classic")
PLAY = Play(2, SEATS, 3, explore=0.1, scatter=0.3, past=0.3, works=0.3, start_share=0.3)
START = Path(__file__).parents[2] / "docs" / "position.toml"


def drawing(seed: int, device: str) -> Evaluate:
    """Return a function that gives rows random probabilities, the same on every device."""

    def evaluate(rows: torch.Tensor) -> torch.Tensor:
        luck = torch.Generator().manual_seed(seed)
        logits: Any = torch.rand(LEAST_ROWS * SLOTS, PROBABILITIES, generator=luck)
        return logits.softmax(1)[: len(rows)].to(device)

    return evaluate


def play(device: str) -> list[Any]:
    """Return everything that some windows produce, with random probabilities in place of those of two networks."""
    boxes = [load_box(rules) for rules in RULES]
    games = ParallelGames(boxes, PLAY, SLOTS, WINDOW, 7, device, read_starts([str(START)], boxes, range(2, SEATS + 1)))
    for step in range(WINDOWS * WINDOW):
        networks = drawing(2 * step, device), drawing(2 * step + 1, device)
        if step % WINDOW == 0:
            games.evaluate(*networks)
        games.step(step % WINDOW, *networks)
    games.compute_targets(LAMBDA)
    records = [games.slots.slots, games.slots.steps]
    host = records if device == "cpu" else [one.copy_to_host() for one in records]
    assert games.slots.games_ended() > 0, "no game ended"
    return [*host, *[one.float().cpu().numpy() for one in (games.seen.half(), games.targets, games.mask)]]


def main() -> None:
    pairs = zip(play("cuda"), play("cpu"), strict=True)
    print("same" if all(one.tobytes() == other.tobytes() for one, other in pairs) else "they differ")


if __name__ == "__main__":
    main()
