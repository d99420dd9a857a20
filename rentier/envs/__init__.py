"""Environments for learners: thin adapters over the game, without rules of their own.

from rentier.envs import VectorGames

Gymnasium finds its environment as `rentier.envs.gym:Rentier-v0`; `import rentier.envs.openspiel` registers the game with
OpenSpiel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rentier.lazy import lazy_exports

__all__ = ["EnvOptions", "RentierAEC", "RentierEnv", "Sb3Games", "Stage", "VectorGames"]

if TYPE_CHECKING:
    from rentier.envs.gym import RentierEnv
    from rentier.envs.pettingzoo import RentierAEC
    from rentier.envs.sb3 import Sb3Games
    from rentier.envs.stage import EnvOptions, Stage
    from rentier.envs.vector import VectorGames
else:
    __getattr__, __dir__ = lazy_exports(__name__)
