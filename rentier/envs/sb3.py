"""`VectorGames` for Stable-Baselines3 and its contributed MaskablePPO.

model = MaskablePPO("MlpPolicy", Sb3Games(VectorGames(64, ["bailis"])))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rentier.envs.vector import VectorGames
from rentier.errors import RentierError
from rentier.extras import need
from rentier.layout import Numbers

spaces = need("gymnasium", "envs", "environments").spaces
VecEnv: Any = need("stable_baselines3.common.vec_env", "ppo", "games for Stable-Baselines3").VecEnv
MASKS = "action_masks"


class Sb3Games(VecEnv):  # type: ignore[misc]
    """Many games as one vectorised environment; it returns copies of its arrays, because SB3 keeps them across steps."""

    def __init__(self, games: VectorGames) -> None:
        self.games = games
        seen = spaces.Box(-1.0, 1.0, (games.stage.size,), np.float32)
        super().__init__(games.games, seen, spaces.Discrete(games.stage.actions))
        self._actions: Any = None

    def reset(self) -> Numbers:
        """Begin all games."""
        return self.games.reset().copy()

    def step_async(self, actions: Numbers) -> None:
        """Store the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Numbers, Numbers, Numbers, list[dict[str, Any]]]:
        """Step all games; those that have ended are replaced by new ones."""
        seen, rewards, terminated, truncated = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return seen.copy(), rewards.copy(), terminated | truncated, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Return the masks of the games, the only method there is."""
        if method_name != MASKS:
            raise RentierError(f"Sb3Games has no method {method_name!r}; it has {MASKS!r}")
        return list(self.games.masks[self._places(indices)].astype(np.bool_))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute for every game: the method for masks, or the render mode, which is None."""
        known = {MASKS: self.env_method, "render_mode": None}
        if attr_name not in known:
            raise AttributeError(f"Sb3Games has no attribute {attr_name!r}")
        return [known[attr_name] for _ in self._places(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse to set anything."""
        raise RentierError(f"Sb3Games: {attr_name!r} cannot be set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for every game: none is wrapped."""
        return [False for _ in self._places(indices)]

    def close(self) -> None:
        """End the threads."""
        self.games.close()

    def _places(self, indices: Any) -> Sequence[int]:
        """Return the games that the indices stand for."""
        places: Sequence[int] = list(self._get_indices(indices))
        return places
