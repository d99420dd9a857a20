"""Tests that hold for every preset and for every rule at once: see each file's first line."""
