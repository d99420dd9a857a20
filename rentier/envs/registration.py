"""What `gymnasium.make` finds once Rentier is installed: it asks for this by the entry point `gymnasium.envs`."""

from __future__ import annotations

NAME = "Rentier-v0"


def register_envs() -> None:
    """Register the environment; nothing heavy is loaded before it is made."""
    from gymnasium.envs.registration import register

    register(id=NAME, entry_point="rentier.envs.gym:RentierEnv")
