"""The search space: dials, bounds, and settings that must not rise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rentier.agents.catalogue import agent_kinds
from rentier.agents.specs import parse_agent
from rentier.errors import RentierError
from rentier.learn.space import Space, space_of
from rentier.papers.studies import GRID_BUY, GRID_SELL, ROUNDS

RESERVE = parse_agent("reserve:350,150")
SHARE = st.floats(-0.5, 1.5)


def scaled(space: Space, shares: list[float]) -> list[float]:
    """Return the values at these shares of the range between the bounds."""
    return [dial.low + share * (dial.high - dial.low) for dial, share in zip(space.dials, shares, strict=True)]


@given(st.lists(SHARE, min_size=8, max_size=8))
def test_settings_stay_within_their_bounds(shares: list[float]) -> None:
    for word in ("greedy", "tight", "irrational"):
        space = space_of(parse_agent(f"khan:{word}"), [])
        numbers = space.numbers(scaled(space, shares))
        assert all(dial.low <= numbers[dial.place] <= dial.high for dial in space.dials)
        agent = space.agent(scaled(space, shares))
        assert parse_agent(agent.spec) == agent, "a spec can hold what a search finds"


BOUND = st.integers(0, 1000)


@given(st.tuples(BOUND, BOUND), st.tuples(BOUND, BOUND), st.booleans(), st.lists(SHARE, min_size=2, max_size=2))
def test_settings_fall(first: tuple[int, int], second: tuple[int, int], both: bool, shares: list[float]) -> None:
    """Whatever is varied, no number exceeds the one before it, and all stay within their bounds."""
    vary = [f"spend above={min(first)}:{max(first) + 1}"] + [f"raise below={min(second)}:{max(second) + 1}"] * both
    least = min(second) if both else RESERVE.settings[1]
    if least > max(first) + 1:
        with pytest.raises(RentierError, match="no setting of reserve may exceed the one before it"):
            space_of(RESERVE, vary)
        return
    space = space_of(RESERVE, vary)
    numbers = space.numbers(scaled(space, shares[: len(space.dials)]))
    assert numbers[0] >= numbers[1]
    assert all(dial.low <= numbers[dial.place] <= dial.high for dial in space.dials)
    assert both or numbers[1] == RESERVE.settings[1]


def test_only_what_is_named_is_varied() -> None:
    space = space_of(parse_agent("khan:greedy"), ["Reserve=0,100,200", "rent"])
    assert [(dial.name, dial.values) for dial in space.dials] == [("reserve", (0, 100, 200)), ("rent", (0, 2.5, 5, 7.5, 10))]
    greedy = parse_agent("khan:greedy").settings
    assert space.numbers([100, 3.123456]) == (3.123, *greedy[1:5], 100, *greedy[6:])
    assert space.begin == (greedy[5], greedy[0])


def test_values_of_a_dial() -> None:
    vary = {
        "trades": (1, 0),
        "trades=no": (0,),
        "buy_base=0:100:3": (0, 50, 100),
        "buy_base=0:1": (0, 0.25, 0.5, 0.75, 1),
        "buy_base = 7 , 3": (7, 3),
    }
    for text, values in vary.items():
        assert space_of(parse_agent("aggressive"), [text]).dials[0].values == values


def test_whole_settings_are_rounded() -> None:
    setting = next(kind for kind in agent_kinds() if kind.spec == "expectiminimax").settings[0]
    assert not setting.whole
    space = space_of(parse_agent("expectiminimax"), ["depth=1:4"])
    dial = space.dials[0]
    whole = type(dial)(dial.name, dial.place, type(setting)("depth", 2.0, 1.0, 4.0, whole=True), 1, 4)
    assert [whole.nearest(value) for value in (0.2, 1.4, 2.6, 9)] == [1, 1, 3, 4]
    assert whole.values == (1, 2, 3, 4), "two of the five are the same"


def test_ranges_of_the_catalogue_cover_what_the_works_tried() -> None:
    khan = space_of(parse_agent("khan:greedy"), [])
    for (place, values), dial in zip(ROUNDS, khan.dials, strict=True):
        assert (dial.place, dial.low <= min(values), dial.high >= max(values)) == (place, True, True)
    sammul = space_of(parse_agent("sammul:350,0,150,0"), [])
    for pairs, dials in ((GRID_BUY, sammul.dials[:2]), (GRID_SELL, sammul.dials[2:])):
        for pair in pairs:
            assert all(dial.low <= value <= dial.high for dial, value in zip(dials, pair, strict=True))


def test_genes_are_named_by_deed() -> None:
    start = parse_agent("genes")
    space = space_of(start, [])
    assert len(space.dials) == 28
    assert (space.dials[0].name, space.dials[0].place) == ("Old Kent Road", 1)
    assert (space.dials[-1].name, space.dials[-1].place) == ("Mayfair", 39)
    assert space.numbers(space.begin) == start.settings
    mayfair = space_of(start, ["mayfair=0:0.5"])
    assert mayfair.numbers([0.9])[39] == 0.5
    assert mayfair.agent([0.25]).settings[:39] == start.settings[:39]


@pytest.mark.parametrize(
    ("spec", "vary", "says"),
    [
        ("bot", [], "agent 'bot': it has no settings to tune"),
        ("mcts", [], "it thinks in Python; only compiled agents can be tuned"),
        ("expectiminimax", [], "none of its settings has a range; say --vary depth=1,2,3"),
        ("expectiminimax", ["depth"], "'depth' has no range of its own; say depth=LOW:HIGH or depth=1,2,3"),
        ("expectiminimax", ["depth=1:5"], "depth should be a number from 1 to 4"),
        ("khan", ["rnt=1:2"], "--vary: unknown setting of khan 'rnt'; did you mean 'rent'?"),
        ("khan", ["rent=1:2", "rent=3:4"], "--vary: 'rent' is named twice"),
        ("khan", ["rent=2:1"], "--vary 'rent=2:1': the first number should be less than the second"),
        ("khan", ["rent=-1:1"], "rent should be a number of at least 0"),
        ("khan", ["rent=1:2:1"], "the number of values should be from 2 to 1000"),
        ("khan", ["rent=low"], "should be rent=0:100, 0:100:5 or 1,2,3"),
        ("khan", ["rent="], "should be rent=0:100, 0:100:5 or 1,2,3"),
        ("khan", ["rent=1,1"], "should name each value once"),
        ("aggressive", ["trades=0:1"], "should be trades=yes,no"),
        ("reserve:350,150", ["spend above=0:100"], "'spend above' is at most 100, but what comes after it is at least 150"),
    ],
)
def test_what_cannot_be_varied_is_refused_in_one_line(spec: str, vary: list[str], says: str) -> None:
    with pytest.raises(RentierError) as refusal:
        space_of(parse_agent(spec), vary)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)
