"""The judge of one game: it asks the player to decide, carries out a legal action, and otherwise plays the default action.

A fault voids the answer, and the game goes on as if the player had done nothing: it rolls or ends its turn, lets a property go
to auction, makes no bid, refuses an offer, pays the fixed sum, rolls in jail; if it is in debt, it goes bankrupt (Adjudicator
2018, section 3.2: "lack of a valid appropriate response simply causes the adjudicator to void the transaction").
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Sequence
from typing import NamedTuple

from rentier.errors import RentierError
from rentier.game_api import Game, IllegalAction
from rentier.referee.faults import ENDLESS, ILLEGAL, MALFORMED, OUT_OF_TIME, CountedFault, Fault
from rentier.referee.limits import ACTIONS_A_TURN, Limits
from rentier.referee.program import Program
from rentier.referee.protocol import line_of
from rentier.referee.view import View, listed_actions

NO_BID = re.compile(r"\s*bid\s+(?:-\d{1,18}|0+)\s*", re.ASCII | re.IGNORECASE)
ANSWERS = ("respond", "bid")  # decisions in answer to another player's action
QUESTION_BITS = 48  # size of a question's number: too large to guess, and small enough for JavaScript to hold exactly
MOST_FORS = 8  # how often an offer may contain the word `for`, which may be part of a name


def doing_nothing(game: Game) -> str:
    """Return the default action, as text, for a player who does nothing; agents of the works fall back on it too."""
    if game.decision == "respond":
        return "refuse"
    if game.decision == "raise":
        return "bankrupt"
    return listed_actions(game)[0]  # roll or end, decline, pass, pay, ask, keep, place


class Decided(NamedTuple):
    """The action carried out for a player, the faults that occurred, and whether the player's own answer was void."""

    action: str
    faults: list[Fault]
    void: bool


class Chair:
    """A player in one game: its program, the time it has left, and whether it is still asked."""

    def __init__(self, agent: int, program: Program, limits: Limits) -> None:
        self.agent = agent
        self.program = program
        self.limits = limits
        self.seconds_left = limits.game
        self.is_asked = program.alive
        self.turn = 0
        self.actions = 0  # in this turn

    def decide(self, view: View) -> Decided:
        """Ask the player; if it fails or is no longer asked, choose the default action."""
        faults = self._unasked()
        try:
            if self.is_asked:
                self._check_time_and_actions(view.game)
                return Decided(self._ask(view), faults, void=False)
        except Fault as fault:
            faults.append(fault)
            self.is_asked = self.program.alive and fault.kind != OUT_OF_TIME
        return Decided(doing_nothing(view.game), faults, void=True)

    def _check_time_and_actions(self, game: Game) -> None:
        """Raise a fault if the player has used up its time for the game, or has acted too often in this turn."""
        if self.seconds_left <= 0:
            raise Fault(OUT_OF_TIME, f"the {self.limits.game:g} s for the game are used up")
        if game.decision in ANSWERS:
            return
        if self.turn != game.turn:
            self.turn, self.actions = game.turn, 0
        self.actions += 1
        if self.actions > ACTIONS_A_TURN:
            raise Fault(ENDLESS, f"more than {ACTIONS_A_TURN} actions in turn {game.turn}")

    def _unasked(self) -> list[Fault]:
        """Return the faults of the program since it was last asked."""
        if not self.is_asked:
            return []
        faults = self.program.unasked()
        self.is_asked = self.program.alive
        return faults

    def _ask(self, view: View) -> str:
        """Return the program's answer; raise a fault if there is none or it is illegal."""
        seconds = min(self.limits.decision, self.seconds_left)
        question = view.question(secrets.randbits(QUESTION_BITS), seconds, self.seconds_left)
        begun = time.monotonic()
        try:
            answer = self.program.ask(question, seconds)
        finally:
            self.seconds_left -= time.monotonic() - begun
        return judged(view.game, answer)


def judged(game: Game, action: str) -> str:
    """Return an action in its standard notation; raise a fault if it is illegal. A bid of 0 or less is a pass (section 3.2)."""
    if game.decision == "bid" and NO_BID.fullmatch(action):
        return "pass"
    if len(re.findall(r"\sfor\s", action, re.IGNORECASE)) > MOST_FORS:
        raise Fault(MALFORMED, f"not an action: {action}")
    try:
        written = game.text(action)
    except RentierError as error:
        raise Fault(MALFORMED, str(error)) from None
    if not game.is_legal(written):
        raise Fault(ILLEGAL, _why(game, written))
    return written


def _why(game: Game, action: str) -> str:
    """Return why the rules do not allow an action."""
    try:
        game.copy().apply(action)
    except IllegalAction as error:
        return str(error)
    return action


class Judge:
    """Plays one game among chairs, and records its faults and its dice."""

    def __init__(self, game: Game, number: int, chairs: Sequence[Chair], seeds: Sequence[int]) -> None:
        self.game = game
        self.view = View(game)
        self.number = number
        self.chairs = chairs
        self.seeds = seeds
        self.faults: list[CountedFault] = []
        self.dice: list[list[int]] = []

    def begin(self) -> None:
        """Tell every player which game it is and where it sits."""
        for seat, chair in enumerate(self.chairs):
            chair.program.tell(line_of(self.view.beginning(self.number, seat, self.seeds[seat])))

    def play(self) -> None:
        """Play to the end."""
        self.begin()
        while not self.game.over:
            self.decide()
        for chair in self.chairs:
            chair.program.tell(line_of(self.view.end()))

    def decide(self) -> None:
        """Ask for one decision, judge it, carry it out and send it to all players."""
        game = self.game
        seat = int(game.state.actor)
        decided = self.chairs[seat].decide(self.view)
        self.count_faults(seat, decided.faults)
        done = self.view.done(decided.action, decided.void)
        game.apply(decided.action)
        if decided.action == "roll":
            self.dice.append(list(game.dice))
        news = line_of(self.view.news(done))
        for chair in self.chairs:
            chair.program.tell(news)

    def count_faults(self, seat: int, faults: Sequence[Fault]) -> None:
        """Record the faults of a player."""
        agent = self.chairs[seat].agent
        made = len(self.game.decisions)
        self.faults += [CountedFault(self.number, made, agent, seat, fault.kind, fault.reason) for fault in faults]
