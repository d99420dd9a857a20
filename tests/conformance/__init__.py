"""Tests over all presets and all rules at once: see the first line of each file."""
