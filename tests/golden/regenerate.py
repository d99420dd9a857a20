"""Write the golden playthroughs anew: `python -m tests.golden.regenerate`, then read the diff.

A line of a playthrough is a decision (turn, seat, decision, action as text); every twenty decisions the position follows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rentier.box import load_box, preset_names
from rentier.game.words import DECISIONS
from rentier.game_api import Game
from rentier.record.actions import action_text

from ..conformance.playthrough import Playthrough

HERE = Path(__file__).parent
LINES = 300  # decisions of a playthrough
EVERY = 20  # decisions between two positions
PLAYERS = {"uk-classic": 4, "us-classic": 3, "modern": 5, "tournament": 4, "short": 2}
PLAYERS |= {"sammul2018": 4, "berry2013": 4, "adjudicator2018": 2, "pring2015": 3, "khan2019": 3, "khan2019-as-printed": 3}
PLAYERS |= {"berry2013-no-building": 4}
# deeds are dealt and cash is short, so that building, trading, auctions, debts and bankruptcies come within a few turns
CHANGED: dict[str, object] = {"deal_properties": 5, "offers_per_turn": 1, "start_cash": 500, "turn_cap": 60}
CHANGES: dict[str, dict[str, object]] = {
    "uk-classic": {"salary": 0, "start_cash": 100, "second_tax": 400, "jail_fine": 150},
    "modern": {"deal_properties": "all", "start_cash": 2500, "building_supply": "5/1"},
    "short": {"rent_claim": "asked"},
    "khan2019": {"deal_properties": 2},
    "khan2019-as-printed": {"deal_properties": 0},
}
NUMBER = 143  # which luck, and who sits where


def path_of(preset: str) -> Path:
    return HERE / f"{preset}.txt"


def playthrough(preset: str) -> str:
    """The golden playthrough of a preset."""
    return "\n".join([*lines(preset), ""])


def lines(preset: str) -> Iterator[str]:
    changed = {**CHANGED, **CHANGES.get(preset, {})}
    box = load_box(preset, changed)
    play = Playthrough(box, PLAYERS[preset], NUMBER)
    table = Game.new(PLAYERS[preset], box, 0)
    table.state = play.game  # the game under way, seen as people see it
    yield f"{box.name} version {box.version}, {PLAYERS[preset]} players"
    yield "changed: " + ", ".join(f"{name} = {value}" for name, value in changed.items())
    yield ""
    yield from position(table)
    count = 0
    while not table.over and count < LINES:
        turn, seat, decision = table.turn, table.actor, DECISIONS[play.game.decision]
        yield f"{turn:3} {seat} {decision:7} {action_text(box, play.step())}"
        count += 1
        if count % EVERY == 0:
            yield from position(table)
    yield ""
    yield from position(table)
    yield f"after {count} decisions: {'over' if table.over else table.decision}, winners {list(table.winners)}"
    for standing in table.standings:
        yield f"rank {standing.rank}: seat {standing.seat}, worth {standing.worth}"


def position(table: Game) -> Iterator[str]:
    """What everybody has, one line a seat, and what the bank has."""
    pot = f", pot {table.pot}" if table.pot else ""
    bank = f"houses {table.houses_left}, hotels {table.hotels_left}{pot}"
    yield f"    -- bank: {bank}; dice {list(table.dice)}, round {table.round}"
    for seat in range(table.players):
        if table.bankrupt(seat):
            yield f"    -- {seat}: bankrupt"
            continue
        where = f"{table.square[seat]}{' jail' if table.in_jail(seat) else ''}"
        cards = f", jail cards {table.jail_cards[seat]}" if table.jail_cards[seat] else ""
        deeds = " ".join(deed(table, name) for name in table.deeds(seat))
        yield f"    -- {seat}: cash {table.cash[seat]}, square {where}{cards}, deeds {deeds or 'none'}"


def deed(table: Game, name: str) -> str:
    """A deed by number: `39m` is mortgaged, `39*3` has three houses, `39*5` a hotel."""
    square = table.box.square_number(name)
    if table.mortgaged(name):
        return f"{square}m"
    return f"{square}*{table.buildings(name)}" if table.buildings(name) else str(square)


if __name__ == "__main__":
    for preset in preset_names():
        path_of(preset).write_text(playthrough(preset))
        print(path_of(preset))
