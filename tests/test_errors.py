"""Suggestions for unknown names: the near ones, best first, and never a long list."""

from __future__ import annotations

import pytest

from rentier.agents.catalogue import agent_kinds
from rentier.box import load_box, preset_names, switch_definitions
from rentier.cli import COMMANDS
from rentier.errors import distance, nearest, unknown

AGENTS = [kind.spec for kind in agent_kinds()]
SQUARES = load_box("uk-classic").square_names
OPTIONS = ("--rules", "--set", "--games", "--seed", "--seats", "--until", "--executor", "--jobs", "--out", "--json", "--help")


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [("bot", "bot", 0), ("bto", "bot", 1), ("agressive", "aggressive", 1), ("kahn2019", "khan2019", 1), ("", "td", 2)],
)
def test_swapped_letters_are_one_slip(one: str, other: str, slips: int) -> None:
    assert distance(one, other) == distance(other, one) == slips


@pytest.mark.parametrize(
    ("name", "choices", "meant"),
    [
        ("agressive", AGENTS, ["aggressive"]),
        ("AGRESSIVE", AGENTS, ["aggressive"]),
        ("mtcs", AGENTS, ["mcts"]),
        ("boot", AGENTS, ["bot"]),
        ("agg", AGENTS, ["aggressive"]),
        ("expectimax", AGENTS, ["expectiminimax"]),
        ("minimax", AGENTS, ["expectiminimax"]),
        ("bail", AGENTS, ["bailis", "bailis-q"]),
        ("phase", AGENTS, ["phase1", "phase2", "phase3"]),
        ("mcts1000", AGENTS, ["mcts"]),
        ("nobody", AGENTS, []),
        ("", AGENTS, []),
        ("x" * 10_000, AGENTS, []),
        ("uk", preset_names(), ["uk-classic"]),
        ("classic", preset_names(), ["uk-classic", "us-classic"]),
        ("clasic", preset_names(), ["uk-classic", "us-classic"]),
        ("classic uk", preset_names(), ["uk-classic"]),
        ("UK_Classic", preset_names(), ["uk-classic"]),
        ("usa-classic", preset_names(), ["us-classic"]),
        ("sammul", preset_names(), ["sammul2018"]),
        ("tourney", preset_names(), ["tournament"]),
        ("standard", preset_names(), []),
        ("macth", COMMANDS, ["match"]),
        ("agent", COMMANDS, ["agents"]),
        ("auktion", switch_definitions(), ["auction"]),
        ("freeparking", switch_definitions(), ["free_parking"]),
        ("parking", switch_definitions(), ["free_parking", "free_parking_bonus"]),
        ("Mayfare", SQUARES, ["Mayfair"]),
        ("kings cross", SQUARES, ["King's Cross Station"]),
        ("--game", OPTIONS, ["--games"]),
        ("--output", OPTIONS, ["--out"]),
        ("-hlep", OPTIONS, ["--help"]),
        ("--rounds", OPTIONS, []),
        ("x", ["y", "z"], []),
    ],
)
def test_the_near_names_come_first(name: str, choices: list[str], meant: list[str]) -> None:
    assert nearest(name, choices) == meant


def test_three_names_are_joined_as_people_do() -> None:
    assert unknown("agent", "phase", AGENTS) == "unknown agent 'phase'; did you mean 'phase1', 'phase2' or 'phase3'?"


def test_without_a_near_name_a_short_list_is_given_or_a_long_one_is_pointed_to() -> None:
    assert unknown("colour", "mauve", ["red", "blue"]) == "unknown colour 'mauve'; known: red, blue"
    long = [f"square {number}" for number in range(40)]
    assert unknown("place", "mauve", long, "see the board") == "unknown place 'mauve'; see the board"
    assert unknown("place", "mauve", long).endswith("square 18, square 19 and 20 more")
    assert unknown("word", "mauve", []) == "unknown word 'mauve'; there is none"


def test_a_name_is_looked_for_in_descriptions_too() -> None:
    about = {"mcts": "Monte Carlo tree search", "td": "A network"}
    assert unknown("agent", "monte", about, about=about) == "unknown agent 'monte'; perhaps 'mcts'?"
    assert "known: mcts, td" in unknown("agent", "mont", about, about={})


def test_a_name_without_end_is_cut() -> None:
    assert len(unknown("agent", "x" * 10_000, ["td"])) < 120
