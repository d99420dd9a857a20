"""Environments for learners: thin adapters over the game, with no rule of their own."""
