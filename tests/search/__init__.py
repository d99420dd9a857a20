"""Tests of the search: endgames whose odds are counted out, what it may know, its limits, its menu and its tree."""
