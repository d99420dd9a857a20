"""`rentier valuations` as a user runs it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Rentier = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.slow
def test_groups_and_deeds_are_listed_and_drawn(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier(
        "valuations", "td", "--rules", "berry2013", "--rounds", "1,30", "--picture", "worth.svg", "--json", "worth.json"
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "td, berry2013: how much better it is to have this, by round"
    assert sum("Light Blue" in line for line in lines) == 1
    assert any("Mayfair" in line for line in lines)
    written = json.loads((tmp_path / "worth.json").read_text())
    assert list(written) == ["agent", "rules", "rounds", "deeds", "groups"]
    assert written["rounds"] == [1, 30]
    assert [len(row) for row in written["groups"]["Orange"]] == [6, 6]
    assert (tmp_path / "worth.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "Missing argument 'AGENT'"),
        (("bot",), "agent 'bot' cannot value a position; these can: khan"),
        (("td", "--rounds", "1,x"), "--rounds: '1,x' should be whole numbers separated by commas, such as 1,15,30,45,60"),
        (("td", "--rounds", "0"), "--rounds: 0 should be a whole number from 1"),
        (("td", "--rules", "berry2013", "--rounds", "99"), "round: 99 should be a whole number from 1 to 65"),
        (("td", "--rules", "berry213"), "unknown preset 'berry213'; did you mean 'berry2013'"),
        (("td", "--picture", "gone/worth.svg"), "there is no folder gone"),
    ],
)
def test_what_is_wrong_is_one_line(rentier: Rentier, arguments: tuple[object, ...], says: str) -> None:
    done = rentier("valuations", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr
