"""Settings that describe themselves: what they refuse, and their names in saved files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from rentier.errors import RentierError
from rentier.learn.settings import as_saved, check_settings, falling, from_saved, setting


@dataclass(frozen=True)
class Gardening:
    """Settings of a test."""

    owner: str = "nobody"
    trees: int = setting(3, "Trees to plant.", least=1, most=100)
    beds: int | None = setting(None, "Beds.", least=2, most=9)
    water: float = setting(0.5, "Share of rain.", option="rain-share", least=0, most=1)
    growth: float = setting(0.00002, "How fast.", above=0, most=10)
    style: str = setting("wild", "Style.", words=("wild", "formal"))


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({"trees": 0}, "trees: 0 should be a whole number from 1 to 100"),
        ({"beds": 1}, "beds: 1 should be a whole number from 2 to 9"),
        ({"water": float("nan")}, "rain share: nan should be a number from 0 to 1"),
        ({"growth": 0}, "growth: 0 should be a number above 0, such as 0.00002"),
        ({"growth": float("inf")}, "growth: inf should be a number above 0, such as 0.00002"),
        ({"style": "wilt"}, "style: unknown style 'wilt'; did you mean 'wild'?"),
    ],
)
def test_what_is_out_of_bounds_is_refused_in_one_line(changed: dict[str, Any], line: str) -> None:
    with pytest.raises(RentierError) as error:
        check_settings(Gardening(**changed))
    assert str(error.value) == line


def test_what_is_within_bounds_is_taken() -> None:
    check_settings(Gardening())
    check_settings(Gardening(trees=100, beds=9, water=1, growth=10, style="formal"))


def test_files_have_names_of_their_own() -> None:
    settings = Gardening(trees=4, water=0.25)
    saved = {"owner": "nobody", "trees": 4, "beds": None, "water": 0.25, "growth": 0.00002, "style": "wild"}
    assert list(as_saved(settings).items()) == list(saved.items())
    assert from_saved(Gardening, saved) == settings
    assert from_saved(Gardening, {"water": 0.75}) == Gardening(water=0.75)


def test_a_rate_falls_by_the_same_factor() -> None:
    assert [falling(0.1, 0.001, passed) for passed in (0, 0.5, 1)] == pytest.approx([0.1, 0.01, 0.001])
