"""A game on paper: boards drawn, positions and records written and read."""
