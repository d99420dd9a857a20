"""Learn the game by maskable PPO against one agent, then play fresh games against several.

pip install 'rentier[ppo]' && python examples/ppo.py

It learns from the change of its worth: a beginner wins no game against `bailis`, so that winning alone would teach it nothing.
"""

import argparse
import sys

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import safe_mean
from stable_baselines3.common.vec_env import VecMonitor

from rentier.arena import wilson_interval
from rentier.envs import Sb3Games, VectorGames

TEST_SEED = 1 << 40  # far from the seeds that are learnt from


def table(games: int, opponent: str, seed: int, reward: str) -> VectorGames:
    """Games of two in which the learner is asked only where it has a choice, and makes no offers of its own."""
    return VectorGames(games, [opponent], reward=reward, offers=False, forced=False, seed=seed)


class Progress(BaseCallback):
    """Says how far the learning has come, and what the last hundred games were rewarded with."""

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        rewards = [game["r"] for game in self.model.ep_info_buffer]
        print(f"\r{self.num_timesteps:,} steps, mean reward {safe_mean(rewards):+.2f} ", end="", file=sys.stderr, flush=True)


def share_of_wins(model: MaskablePPO, opponent: str, number: int) -> str:
    """The share of `games` fresh games that the learner wins, with its 95 % interval. Games cut off are not won.

    It draws its actions as it did when it learnt: always the likeliest would go on for ever in some games.
    """
    games = table(number, opponent, TEST_SEED, "win")
    seen = games.reset()
    under_way, wins = np.ones(number, bool), 0
    while under_way.any():
        actions = games.masks.argmax(1)  # of games that follow those that have ended, which do not count
        places = np.flatnonzero(under_way)
        actions[places], _ = model.predict(seen[places], action_masks=games.masks[places], deterministic=False)
        seen, rewards, terminated, truncated = games.step(actions)
        wins += int((under_way & (rewards > 0)).sum())
        under_way &= ~(terminated | truncated)
    low, high = wilson_interval(wins, number)
    return f"against {opponent}: {wins / number:.1%} of {number} games ({low:.1%} to {high:.1%})"


def main() -> None:
    """Learn and test."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--games", type=int, default=128, help="side by side")
    parser.add_argument("--test-games", type=int, default=1000)
    parser.add_argument("--against", default="bailis")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="a file for the learnt policy")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        VecMonitor(Sb3Games(table(arguments.games, arguments.against, arguments.seed, "worth"))),
        n_steps=64,
        batch_size=2048,
        n_epochs=4,
        gamma=0.995,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=arguments.seed,
    )
    model.learn(arguments.steps, Progress())
    print(file=sys.stderr)
    if arguments.save:
        model.save(arguments.save)
    for opponent in ("random", "bailis"):
        print(share_of_wins(model, opponent, arguments.test_games), flush=True)


if __name__ == "__main__":
    main()
