"""What everything on the board is worth to an agent."""

from __future__ import annotations

from pathlib import Path

import pytest

from rentier.agents.specs import parse_agent
from rentier.analysis.valuations import Valuations, level_words, levels_of, value_everything, values_of
from rentier.analysis.valuations_picture import draw_valuations
from rentier.box import load_box
from rentier.errors import RentierError
from rentier.game_api import Game

BERRY = load_box("berry2013")


@pytest.fixture(scope="module")
def td() -> Valuations:
    """Return the valuations of the bundled network."""
    return value_everything(parse_agent("td"), BERRY, (1, 30))


def test_a_worth_is_what_having_it_adds(td: Valuations) -> None:
    agent = parse_agent("td")
    lots = ["Bow Street", "Marlborough Street", "Vine Street"]
    positions = {"none": {}, "deed": {"Vine Street": 0}, "built": dict.fromkeys(lots, 3), "hotels": dict.fromkeys(lots, 5)}
    states = {
        name: Game.from_position({"rules": "berry2013", "round": 30, "players": [{"deeds": deeds}, {}, {}, {}]}).state
        for name, deeds in positions.items()
    }
    values = values_of(agent, BERRY, states, 0)
    assert td.deeds["Vine Street"][1] == pytest.approx(100 * (values["deed"] - values["none"]))
    assert td.groups["Orange"][1][3] == pytest.approx(100 * (values["built"] - values["none"]))
    assert td.groups["Orange"][1][5] == pytest.approx(100 * (values["hotels"] - values["none"]))


def test_the_network_of_the_package_values_sets_and_houses(td: Valuations) -> None:
    for group in BERRY.board.groups:
        if group.house_cost == 0 or group.name == "Brown":
            continue
        deeds = [td.deeds[BERRY.square_names[number]][1] for number in group.squares]
        bare, *built = td.groups[group.name][1]
        assert bare > sum(deeds), f"{group.name}: a set is worth more than its deeds one by one"
        assert sorted(built) == built, f"{group.name}: every house is worth something"


def test_values_of_other_agents_are_their_own() -> None:
    box = load_box("khan2019")
    khan = value_everything(parse_agent("khan:optimal"), box, (1,))
    assert list(khan.groups) == ["Woodhouse", "Education", "Hyde Park", "Headingley"]
    assert all(len(rows) == 1 and len(rows[0]) == 1 for rows in khan.groups.values()), "nothing is built there"
    assert khan.deeds["Leeds University"][0] > khan.deeds["Quarry Mount"][0] > 0


def test_levels_are_those_of_the_rules() -> None:
    streets = BERRY.board.groups[0]
    assert levels_of(BERRY, streets) == [0, 1, 2, 3, 4, 5]
    shorter = load_box("berry2013", {"hotel_after": 3})
    assert levels_of(shorter, streets) == [0, 1, 2, 3, 5]
    assert level_words(shorter, streets) == ["none", "1", "2", "3", "hotel"]


def test_who_cannot_value_a_state_is_told_so() -> None:
    with pytest.raises(RentierError, match="agent 'bot' cannot value a position; these can: khan"):
        value_everything(parse_agent("bot"), BERRY, (1,))


@pytest.mark.slow
def test_the_picture_names_deeds_groups_and_rounds(td: Valuations, tmp_path: Path) -> None:
    draw_valuations(td, tmp_path / "worth.svg")
    picture = (tmp_path / "worth.svg").read_text()
    for text in ("Mayfair", "Light Blue", "hotel", "one deed, round 30", "a group with 3 houses on each lot"):
        assert f">{text}<" in picture


def test_a_board_without_houses_has_a_picture_too(tmp_path: Path) -> None:
    khan = value_everything(parse_agent("khan:optimal"), load_box("khan2019"), (1, 20))
    draw_valuations(khan, tmp_path / "worth.svg")
    assert ">North Lane<" in (tmp_path / "worth.svg").read_text()
