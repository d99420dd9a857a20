"""Every edge case has a test that names its number."""

from __future__ import annotations

import re
from pathlib import Path

EDGE_CASES = 91


def test_every_edge_case_has_a_test_of_its_own() -> None:
    """The tests in this folder name the edge cases 1 to 91, each at least once and no other."""
    texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_edge_cases_*.py")]
    named = {int(number) for text in texts for number in re.findall(r"def test_edge_case_(\d\d)_", text)}
    assert named == set(range(1, EDGE_CASES + 1))
