"""How often does a game never end? A check of the whole engine by a published figure: about 12 %.

Friedman, Henderson, Byuen and Gutiérrez Gallardo, "Estimating the probability that the game of Monopoly never ends" (Winter
Simulation Conference 2009): two players buy what they can while keeping the larger of 200 and the highest rent, and never bid
or trade. In some games both grow richer for ever. A game counts as one of them if it has not ended by the limit of turns.

python examples/never_ending.py 20000
"""

import sys

from rentier import load_box
from rentier.agents import agent, compiled, first_investment, first_sale, parse_agent, plain, plain_answer
from rentier.arena import play_match
from rentier.rules import (
    BANKRUPT,
    BID_OR_PASS,
    BUILD,
    BUY,
    BUY_OR_NOT,
    DECLINE,
    MANAGE,
    PASS,
    RAISE,
    can_raise_debt,
    is_managing_time,
    owes_rent,
    rent,
    unmortgage_cost,
)

LEAST_RESERVE = 200
HIGHEST_ROLL = 12
PUBLISHED = "about 12 %"
TURNS = (1_000, 10_000)


@compiled
def reserve(box, game, seat):
    """Return the cash it keeps: 200, or the highest rent that it may have to pay."""
    highest = LEAST_RESERVE
    for square in range(box.squares):
        if owes_rent(box, game, seat, square):
            highest = max(highest, rent(box, game, square, HIGHEST_ROLL))
    return highest


@compiled
def cost(box, investment):
    """Return what a building costs, or lifting a mortgage."""
    if investment.kind == BUILD:
        return box.house_cost[investment.target]
    return unmortgage_cost(box, investment.target)


@agent
def decide(box, game, mind):
    """Buy, build and unmortgage what leaves the reserve; never bid, trade or pay to leave jail."""
    seat = game.actor
    spare = game.cash[seat] - reserve(box, game, seat)
    if game.decision == MANAGE and is_managing_time(box, game):
        investment = first_investment(box, game, seat)
        if investment.kind != PASS and cost(box, investment) <= spare:
            return investment
    if game.decision == BUY_OR_NOT:
        return plain(BUY if box.price[game.square[seat]] <= spare else DECLINE, 0, 0)
    if game.decision == BID_OR_PASS:
        return plain(PASS, 0, 0)
    if game.decision == RAISE:
        return first_sale(box, game, seat) if can_raise_debt(box, game) else plain(BANKRUPT, 0, 0)
    return plain_answer(box, game, seat)


def main():
    """Play, and print the share of games that had not ended."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    players = [parse_agent(__file__)] * 2
    for turns in TURNS:
        # shuffled seats, because the same player in both seats would play every game twice
        result = play_match(load_box("us-classic", {"turn_cap": turns}), players, games, seed=1, jobs=2, seats="shuffle")
        low, high, _ = result.draw_interval
        share = f"{100 * result.draws / result.games:.1f} % ({100 * low:.1f} to {100 * high:.1f} %)"
        print(f"not ended after {turns:,} turns: {share} of {result.games:,} games; published: {PUBLISHED}")


if __name__ == "__main__":
    main()
