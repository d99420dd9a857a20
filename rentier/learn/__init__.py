"""Learning: agents that get better by playing, and settings found by trying them."""
