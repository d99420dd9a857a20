"""What the works measure, from matches played in parts: a share with its interval, or a mean with the spread of the parts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rentier.arena.results import MatchResult
from rentier.arena.statistics import deviations, wilson_interval
from rentier.arena.tally import NOT_WATCHED, SEEN_TURNS, WATCHED, WATCHED_WITH_CHOICES
from rentier.errors import RentierError, unknown
from rentier.game.words import KINDS

# the tally's two rows: all managing decisions before a roll, and the first of each turn
WHEN = {"decisions": 0, "turns": 1}
ROUNDS = "rounds"  # a row counts rounds instead of turns
HIGHEST = "A highest figure is that of the games played, and tells nothing about others"


@dataclass(frozen=True)
class Measured:
    """A figure of ours with its 95 % interval; `share`: it is a share of games, so that the error of the work's is known too.

    `agents`: the number of agents a share is divided by; `apart`: why it cannot be compared with the work's.
    """

    value: float
    low: float
    high: float
    share: bool = False
    agents: int = 1
    apart: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the figure for JSON."""
        return {"mean": known(self.value), "interval": [known(self.low), known(self.high)]}


def known(value: float) -> float | None:
    """Return a figure for JSON: null if too few games leave it open."""
    return value if math.isfinite(value) else None


Measure = Callable[[Sequence[MatchResult], dict[str, Any]], Measured]


def wins(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The win rate of some agents together, in percent; with `each` divided evenly among them."""
    won = sum(part.summary.wins[agent] for part in parts for agent in arguments["agents"])
    return _share(won, sum(part.games for part in parts), len(arguments["agents"]) if arguments.get("each") else 1)


def wins_decided(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The win rate among the games with a sole winner."""
    won = sum(part.summary.wins[agent] for part in parts for agent in arguments["agents"])
    return _share(won, sum(part.games - part.draws for part in parts))


def draws(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The share of drawn games."""
    return _share(sum(part.draws for part in parts), sum(part.games for part in parts))


def seat_wins(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The win rate of a seat, no matter which agent sat there."""
    won = sum(int(part.tally.wins[arguments["seat"]]) for part in parts)
    return _share(won, sum(part.games for part in parts))


def turns(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """Turns per game. If there is a single part and its games do not share their luck, each game counts as a part."""
    if len(parts) == 1 and parts[0].summary.size == 1:
        mean = _mean_of_games(parts[0].games, parts[0].summary.turns, parts[0].summary.turn_squares)
    else:
        mean = _mean([(part.summary.turns, part.games) for part in parts])
    return _counted(mean, parts, arguments)


def depth(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """Decisions of an agent per game."""
    return _mean([(_of_agents(part, "decisions", arguments), part.games) for part in parts])


def branching(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """Legal actions of an agent per decision."""
    return _mean([(_of_agents(part, "choices", arguments), _of_agents(part, "decisions", arguments)) for part in parts])


def staged_branching(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """Options of an agent per choice, if choosing a kind and then an action counts as two choices."""
    return _mean([(_of_agents(part, "stage_choices", arguments), _of_agents(part, "stages", arguments)) for part in parts])


def staged_depth(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """Choices of a kind and of an action by an agent per game."""
    return _mean([(_of_agents(part, "stages", arguments), part.games) for part in parts])


def trades(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """Possible trades of a size `when` a turn begins, or at all managing `decisions` before a roll."""
    when = WHEN[arguments["when"]]
    return _mean([(part.tally.trades[when, arguments["place"]], part.tally.managing[when]) for part in parts])


def most_trades(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The highest number of possible trades at once."""
    return _most(max(int(part.tally.most_trades[arguments["place"]]) for part in parts))


def on_offer(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The share of turns that begin with a kind of action available, or of managing decisions with it, in percent."""
    when, kind = WHEN[arguments["when"]], KINDS.index(arguments["kind"])
    return _mean([(100 * part.tally.on_offer[when, kind], part.tally.managing[when]) for part in parts])


def listed(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The number of available actions of a kind when a turn begins, or at a managing decision."""
    when, kind = WHEN[arguments["when"]], KINDS.index(arguments["kind"])
    return _mean([(part.tally.listed[when, kind], part.tally.managing[when]) for part in parts])


def listed_share(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The share of a kind among all available actions, in percent."""
    when, kind = WHEN[arguments["when"]], KINDS.index(arguments["kind"])
    return _mean([(100 * part.tally.listed[when, kind], part.tally.listed[when].sum()) for part in parts])


def offers_a_roll(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """Offers by an agent per roll."""
    offer, roll = KINDS.index("offer"), KINDS.index("roll")
    [agent] = arguments["agents"]
    return _mean([(part.tally.actions[agent, offer], part.tally.actions[agent, roll]) for part in parts])


def most_listed(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The highest number of available actions of a kind at once."""
    return _most(max(int(part.tally.most_listed[KINDS.index(arguments["kind"])]) for part in parts))


def sold_out(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The turn in which the bank sells its last deed, in the games in which it does."""
    return _counted(_mean([(part.tally.sold_out_turns, part.tally.sold_out) for part in parts]), parts, arguments)


def in_bank(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """Deeds that the bank still has when a turn begins, in the games that reach it."""
    turn = arguments["turn"] * _turns_each(parts, arguments) - 1
    return _mean([(part.tally.in_bank[turn], part.tally.reached[turn]) for part in parts])


def bought(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """Deeds that a seat buys from the bank per game; with a `square`, how often it buys that one."""
    squares = [arguments["square"]] if "square" in arguments else slice(None)
    return _mean([(part.tally.bought[arguments["seat"], squares].sum(), part.games) for part in parts])


def debt(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """What rents, taxes and cards cost a seat per roll, less a salary from the same roll; only `after` a number of turns."""
    later, seat = slice(arguments["after"] * _turns_each(parts, arguments), None), arguments["seat"]
    return _mean([(part.tally.cost[later, seat].sum(), part.tally.rolled[later, seat].sum()) for part in parts])


def lowest_cash(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The turn at whose beginning a seat has the least cash, on average over the games of a part that reach it."""
    lowest = []
    for part in parts:
        reached = [turn for turn in range(SEEN_TURNS) if 2 * part.tally.reached[turn] >= part.games]
        if reached:
            cash = part.tally.cash[:, arguments["seat"]]
            lowest.append(1.0 + min(reached, key=lambda turn: cash[turn] / part.tally.reached[turn]))
    return _counted(mean_of(lowest), parts, arguments)


def most_offers(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """The most offers that an agent made in a turn."""
    [agent] = arguments["agents"]
    return _most(max(int(part.tally.most_offers[agent]) for part in parts))


MEASURES: dict[str, tuple[Measure, int]] = {
    "wins": (wins, NOT_WATCHED),
    "wins_decided": (wins_decided, NOT_WATCHED),
    "draws": (draws, NOT_WATCHED),
    "turns": (turns, NOT_WATCHED),
    "seat_wins": (seat_wins, WATCHED),
    "depth": (depth, WATCHED),
    "sold_out": (sold_out, WATCHED),
    "in_bank": (in_bank, WATCHED),
    "bought": (bought, WATCHED),
    "debt": (debt, WATCHED),
    "lowest_cash": (lowest_cash, WATCHED),
    "branching": (branching, WATCHED_WITH_CHOICES),
    "staged_branching": (staged_branching, WATCHED_WITH_CHOICES),
    "staged_depth": (staged_depth, WATCHED_WITH_CHOICES),
    "trades": (trades, WATCHED_WITH_CHOICES),
    "most_trades": (most_trades, WATCHED_WITH_CHOICES),
    "on_offer": (on_offer, WATCHED_WITH_CHOICES),
    "listed": (listed, WATCHED_WITH_CHOICES),
    "most_listed": (most_listed, WATCHED_WITH_CHOICES),
    "listed_share": (listed_share, WATCHED_WITH_CHOICES),
    "offers_a_roll": (offers_a_roll, WATCHED),
    "most_offers": (most_offers, WATCHED),
}


def find_measure(name: str) -> tuple[Measure, int]:
    """Return a measure by name, and the watch level that its games need."""
    if name not in MEASURES:
        raise RentierError(unknown("measure", name, MEASURES))
    return MEASURES[name]


def _turns_each(parts: Sequence[MatchResult], arguments: dict[str, Any]) -> int:
    """Return how many turns one unit of a row has: as many as there are players if its `count` is rounds, otherwise 1."""
    return len(parts[0].agents) if arguments.get("count") == ROUNDS else 1


def _counted(turns: Measured, parts: Sequence[MatchResult], arguments: dict[str, Any]) -> Measured:
    """Return a number of turns in the units of a row."""
    each = _turns_each(parts, arguments)
    return replace(turns, value=turns.value / each, low=turns.low / each, high=turns.high / each)


def _of_agents(part: MatchResult, field: str, arguments: dict[str, Any]) -> int:
    """Return a sum over the agents that a row asks for."""
    return sum(int(part.tally[field][agent]) for agent in arguments["agents"])


def _share(won: int, games: int, agents: int = 1) -> Measured:
    """Return a share in percent with Wilson's interval, divided evenly among some agents."""
    low, high = wilson_interval(won, games)
    percent = 100 / agents
    return Measured(percent * won / max(games, 1), percent * low, percent * high, share=True, agents=agents)


def _mean(parts: Sequence[tuple[int, int]]) -> Measured:
    """Return the mean over the parts, each given as a sum and a count, with an interval from their spread (Student).

    Empty parts are ignored. A single part has no interval.
    """
    return mean_of([int(total) / int(number) for total, number in parts if number > 0])


def mean_of(values: Sequence[float]) -> Measured:
    """Return the mean of values, with an interval from their spread (Student)."""
    if len(values) < 2:
        return Measured(values[0] if values else math.nan, -math.inf, math.inf)
    mean = math.fsum(values) / len(values)
    error = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    reach = deviations(len(values)) * error
    return Measured(mean, mean - reach, mean + reach)


def _mean_of_games(games: int, total: int, squares: int) -> Measured:
    """Return the mean over games of a figure with this sum and sum of squares, with an interval from its spread (Student)."""
    if games < 2:
        return Measured(total / games if games else math.nan, -math.inf, math.inf)
    variance = (games * squares - total**2) / (games * (games - 1))
    reach = deviations(games) * math.sqrt(variance / games)
    return Measured(total / games, total / games - reach, total / games + reach)


def _most(value: float) -> Measured:
    """Return a highest figure, which has no interval."""
    return Measured(value, value, value, apart=HIGHEST)
