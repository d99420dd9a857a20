"""Options made from settings: their help, their values and their defaults."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import click
import pytest
from click.testing import CliRunner

from rentier.cli import genetic, q, td, tune
from rentier.cli.settings import read_settings, settings_options
from rentier.errors import RentierError
from rentier.learn.evaluation import Evaluation
from rentier.learn.heredity import Genetics
from rentier.learn.plan import Plan
from rentier.learn.q_settings import QSettings
from rentier.learn.settings import described, option_name, setting
from rentier.learn.td_settings import TdSettings


@dataclass(frozen=True)
class Gardening:
    """Settings for these tests."""

    owner: str = "nobody"
    trees: int = setting(3, "Trees to plant.")
    water: float = setting(0.5, "Share of rain.", option="rain-share")
    last_water: float = setting(0.5, "The same in autumn.", follows="water")
    beds: int | None = setting(None, "Beds.")
    rows: tuple[int, ...] = setting((80,), "Plants of each row.", metavar="N,N")
    tools: tuple[str, ...] = setting(("spade", "rake"), "Tool; repeatable.")
    style: str = setting("wild", "Style.", words=("wild", "formal"))


WILD, FORMAL = Gardening(), Gardening(trees=9, style="formal")


def read(*arguments: str, defaults: Gardening = WILD) -> Gardening:
    """Return the settings that a command makes of its arguments."""
    read: list[Gardening] = []

    @click.command
    @settings_options(Gardening)
    def command(**options: Any) -> None:
        read.append(read_settings(defaults, options))

    command.main(list(arguments), standalone_mode=False)
    return read[0]


def test_options_that_are_not_given_have_their_defaults() -> None:
    assert read() == WILD
    assert read(defaults=FORMAL) == FORMAL


def test_options_that_are_given() -> None:
    said = read("--trees", "0", "--beds", "2", "--rows", "8,4", "--tools", "hoe", "--style", "", defaults=FORMAL)
    assert said == Gardening(trees=0, beds=2, rows=(8, 4), tools=("hoe",), style="")


def test_a_setting_follows_another_unless_it_is_given() -> None:
    assert read("--rain-share", "0.1") == Gardening(water=0.1, last_water=0.1)
    assert read("--rain-share", "0.1", "--last-water", "0.5") == Gardening(water=0.1)


def test_wrong_layers_are_one_line() -> None:
    with pytest.raises(RentierError, match=r"^--rows: 'many' should be numbers of nodes, such as 80 or 80,40$"):
        read("--rows", "many")


def test_help_shows_the_defaults() -> None:
    @click.command
    @settings_options(Gardening, {"wild": WILD, "formal": FORMAL})
    def command(**options: Any) -> None:
        """Plant."""

    lines = " ".join(CliRunner().invoke(command, ["--help"]).output.split())
    assert "--trees INTEGER Trees to plant. [wild: 3; formal: 9]" in lines
    assert "--rain-share FLOAT Share of rain. [default: 0.5]" in lines
    assert "--last-water FLOAT The same in autumn. --beds INTEGER Beds. --rows N,N" in lines
    assert "--tools TEXT Tool; repeatable. [default: spade, rake]" in lines
    assert "--style wild|formal Style. [wild: wild; formal: formal]" in lines
    assert "--owner" not in lines


@pytest.mark.parametrize(
    ("command", "kinds", "by_hand"),
    [
        (td.command, (TdSettings, Evaluation), set()),
        (q.command, (QSettings, Evaluation), {"agent"}),
        (genetic.command, (Genetics,), set()),
        (tune.command, (Plan,), {"space", "contest"}),
    ],
)
def test_every_setting_of_a_command_is_an_option(command: click.Command, kinds: tuple[Any, ...], by_hand: set[str]) -> None:
    options = {name for parameter in command.params for name in parameter.opts}
    for kind in kinds:
        abouts = described(kind)
        assert {one.name for one in fields(kind)} - set(abouts) <= by_hand
        assert {f"--{option_name(name, about)}" for name, about in abouts.items()} <= options
