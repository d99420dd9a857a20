"""Tests of the search: endgames with exactly known odds, what it may know, its limits, its menu and its tree."""
