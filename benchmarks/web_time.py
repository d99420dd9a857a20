"""Measure how long a game takes a person at a table with three agents, if the person decides in two seconds.

    python benchmarks/web_time.py --games 100

Nobody waits: the time is the sum of the delays that the server makes agents take, of the person's decisions and of what the
page shows before it asks. `bot` decides for the person, who has the usual preferences of the page: it answers the questions
that it would not ask, and the person gives a highest bid once in each auction. Time for which agents think is left out: at
usual speed it passes during their delays.
"""

from __future__ import annotations

import argparse
import statistics

from rentier import Game
from rentier.game.words import BID_OR_PASS, BUILD, END, MANAGE, NOTHING, RESPOND, ROLL, UNMORTGAGE, Action
from rentier.player import Player
from rentier.web.messages import NewTable
from rentier.web.orders import OFFERS_ASKED, UNWANTED, StandingOrders
from rentier.web.playing import agent_delay, asked_seat

PERSON = 0
DECISION_SECONDS = 2.0
LAG_SECONDS = 0.4  # the page is at most this far behind the server when it asks (ASKED_LAG in queue.js)
ROLL_SECONDS = 2.7  # the dice, a walk of seven squares and a payment, which the person waits for (scenes.js)
GOAL = 15 * 60
MOST_SECONDS = 4 * GOAL


class Timed:
    """One game, and the seconds that it has taken the person so far."""

    def __init__(self, agent: str, seed: int, delay: float) -> None:
        self.game = Game.new(4, seed=seed)
        self.players = [Player(agent, seed=4 * seed + seat) for seat in range(4)]
        self.delay = delay
        self.orders = StandingOrders()
        self.has_bid = False
        self.seconds = 0.0
        self.questions = 0

    def play(self) -> None:
        """Play until the game is over, the person is bankrupt, or the goal has long been missed: some games never end."""
        while not self.game.over and not self.game.bankrupt(PERSON) and self.seconds < MOST_SECONDS:
            if self.game.state.lot == NOTHING:
                self.has_bid = False
            if self.game.actor == PERSON:
                self._decide()
            else:
                action = self.players[self.game.state.actor].decide(self.game)
                to_agent = asked_seat(self.game.state, action) not in (None, PERSON)
                self.seconds += agent_delay(action.kind, to_agent, self.delay)
                self.game.apply(action)

    def _decide(self) -> None:
        """Decide for the person, or for the page and the table if they would not ask."""
        game, state = self.game, self.game.state
        self.orders.take_note(game, OFFERS_ASKED if state.decision == RESPOND else None)
        if self.orders.answer(game, UNWANTED) is not None:
            game.apply("refuse")
            return
        improves = any(action.kind in (BUILD, UNMORTGAGE) for action in game.legal_actions())
        may_end = state.decision == MANAGE and game.is_legal(Action(END))
        if may_end and (game.mover != PERSON or not improves):
            game.apply(Action(END))
            return
        if not (state.decision == BID_OR_PASS and self.has_bid):
            self.seconds += DECISION_SECONDS + LAG_SECONDS
            self.questions += 1
        self.has_bid = bool(state.decision == BID_OR_PASS)
        action = self.players[PERSON].decide(game)
        self.seconds += ROLL_SECONDS if action.kind == ROLL else 0
        game.apply(action)


def main() -> None:
    """Play, and print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--agent", default="bot")
    usual = NewTable.model_fields["delay"].default
    parser.add_argument("--delay", type=float, default=usual, help="seconds that agents wait, as set at the table")
    asked = parser.parse_args()
    games = [Timed(asked.agent, seed, asked.delay) for seed in range(asked.games)]
    for game in games:
        game.play()
    minutes = sorted(game.seconds / 60 for game in games)
    within = sum(60 * each <= GOAL for each in minutes) / len(minutes)
    print(f"{asked.games} games against three {asked.agent}, delay {asked.delay} s")
    low, median, high = statistics.quantiles(minutes, n=4)
    print(f"minutes: median {median:.1f}, quartiles {low:.1f} to {high:.1f}")
    print(f"within 15 minutes: {100 * within:.0f} %")
    print(f"questions to the person: median {statistics.median(game.questions for game in games):.0f}")
    print(f"rounds: median {statistics.median(game.game.round for game in games):.0f}")


if __name__ == "__main__":
    main()
