"""Pictures of what happened in the games of a match, seat by seat (the adjudicator of 2018, section 6).

By turn: the `cash` of every seat at its beginning, the `debt` from its rolls, the deeds still in the `bank`. By deed: how often
it was `bought` from the bank. By group: in how many games it was `completed`. If agents keep their seats, a seat is labelled
with its agent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rentier.arena.pictures import draw_bars, draw_lines
from rentier.arena.results import MatchResult
from rentier.arena.seating import FIXED
from rentier.arena.tally import SEEN_TURNS, merged
from rentier.box import Box, load_box
from rentier.errors import RentierError, unknown
from rentier.papers.made import picture_lines
from rentier.papers.works import PaperTable

SHOWN_TURNS = 100  # in pictures by turn
FEWEST_GAMES = 20  # that must have reached a turn for it to be shown
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class MatchTally:
    """The tally of a match; `seats`: the label of each seat."""

    title: str
    box: Box
    tally: Any
    seats: tuple[str, ...]

    @property
    def turns(self) -> range:
        """The first turns, as far as enough games reached them."""
        shown = min(SHOWN_TURNS, SEEN_TURNS)
        return range(next((turn for turn in range(shown) if self.tally.reached[turn] < FEWEST_GAMES), shown))


def draw_cash(seen: MatchTally, file: Path) -> None:
    """Draw the cash of every seat at the beginning of each turn."""
    tally = seen.tally
    lines = {
        name: [tally.cash[turn, seat] / tally.reached[turn] for turn in seen.turns] for seat, name in enumerate(seen.seats)
    }
    draw_lines(seen.title, "turn", "cash", lines, file)


def draw_debt(seen: MatchTally, file: Path) -> None:
    """Draw what rents, taxes and cards cost the roller at each roll, less a salary from the same roll (figure 1).

    One seat rolls in each turn, so a point covers the rolls of a seat in as many turns as there are seats.
    """
    tally, step = seen.tally, len(seen.seats)
    starts = range(0, len(seen.turns) - step + 1, step)
    lines = {
        name: [
            int(tally.cost[start : start + step, seat].sum()) / max(int(tally.rolled[start : start + step, seat].sum()), 1)
            for start in starts
        ]
        for seat, name in enumerate(seen.seats)
    }
    draw_lines(seen.title, "turn", "cost per roll, less salary", lines, file, step=step)


def draw_bank(seen: MatchTally, file: Path) -> None:
    """Draw the number of deeds that nobody has bought by each turn."""
    left = [seen.tally.in_bank[turn] / seen.tally.reached[turn] for turn in seen.turns]
    draw_lines(seen.title, "turn", "deeds still in the bank", {"": left}, file)


def draw_bought(seen: MatchTally, file: Path) -> None:
    """Draw how often each seat bought each deed from the bank."""
    deeds = [number for number, square in enumerate(seen.box.board.squares) if square.is_deed]
    bars = {name: [seen.tally.bought[seat, deed] / seen.tally.games for deed in deeds] for seat, name in enumerate(seen.seats)}
    draw_bars(seen.title, "purchases per game", [seen.box.square_names[deed] for deed in deeds], bars, file)


def draw_completed(seen: MatchTally, file: Path) -> None:
    """Draw in how many games each seat had all deeds of a group that can be built on."""
    groups = [number for number, group in enumerate(seen.box.board.groups) if group.house_cost]
    bars = {
        name: [seen.tally.completed[seat, group] / seen.tally.games for group in groups] for seat, name in enumerate(seen.seats)
    }
    names = [seen.box.board.groups[group].name for group in groups]
    draw_bars(seen.title, "share of games in which a group was completed", names, bars, file)


PICTURES: dict[str, Callable[[MatchTally, Path], None]] = {
    "cash": draw_cash,
    "debt": draw_debt,
    "bank": draw_bank,
    "bought": draw_bought,
    "completed": draw_completed,
}


def draw_match(table: PaperTable, number: int, parts: Sequence[MatchResult], folder: Path) -> list[str]:
    """Draw the pictures of a match of a table, which was played in parts; return the lines of the page that show them."""
    match, lines = table.matches[number], []
    for picture in match.pictures:
        if picture not in PICTURES:
            raise RentierError(unknown("picture of a match", picture, PICTURES))
        seen = see_match(table, number, parts)
        many = f"-{number + 1}" if len(table.matches) > 1 else ""
        name = f"{table.work}-{table.id}{many}-{picture}.svg"
        PICTURES[picture](seen, folder / name)
        lines += picture_lines(f"{picture}: {seen.title}", name)
    return lines


def see_match(table: PaperTable, number: int, parts: Sequence[MatchResult]) -> MatchTally:
    """Return the tally of a match of a table, all parts together."""
    match = table.matches[number]
    title = f"{' against '.join(match.agents)}, {sum(part.games for part in parts):,} games"
    tally = merged([part.tally for part in parts])
    return MatchTally(title, load_box(match.rules, match.switches), tally, seat_names(table.seats, match.agents))


def seat_names(seats: str, agents: tuple[str, ...]) -> tuple[str, ...]:
    """Return the label of each seat of a match, with its agent's name if agents never change seats."""
    places = [f"{place} seat" for place in PLACES[: len(agents)]]
    if seats != FIXED:
        return tuple(places)
    return tuple(f"{agent}, {place}" for agent, place in zip(agents, places, strict=True))
