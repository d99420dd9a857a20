"""Landing odds: how often a roll ends on each square in the long run, computed exactly.

    landing = landing_odds(load_box("us-classic"), jail="stay")
    print(landing.shares[24], landing.in_jail)

**What is counted** is the share of all rolls that end on a square: where the token is after the roll, the cards it led to and
Go To Jail. A square from which a card moves the token on is not counted, nor is Go To Jail. Being in jail is counted separately
from visiting: a roll ends in jail if it has sent the token there, or if it was rolled in jail and did not free the token. The
shares of all squares and of being in jail add up to one.

**How**: a Markov chain whose states hold what the next roll depends on: the square, the doubles rolled in a row, the rolls
already failed in jail. The rules themselves decide the outcome of every roll from every state and of every card on every square
(see `walking`). Every card is drawn from a complete deck, each with equal probability; for real decks see `landing_simulation`.
The long run is that of a token that starts on square 0.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.analysis.options import DRAW, LEAVE, PAY, check_walk_options
from rentier.analysis.walking import (
    DECK,
    DOUBLES,
    ENDS,
    FACTOR,
    JAIL_TURNS,
    SQUARE,
    blank_box,
    try_cards,
    try_rolls,
    walking_box,
)
from rentier.box import Box
from rentier.box.record import DRAW_CYCLE, MOST_CARDS
from rentier.errors import RentierError
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.turn import DOUBLES_TO_JAIL
from rentier.game.words import FREE
from rentier.layout import Numbers, new

VISITING, IN_JAIL = "visiting", "in jail"
DECKS = 2
DOUBLINGS = 60  # the longest run has 2 to the power of this many rolls
SETTLED = 1e-15  # a run whose shares change less has reached its limit
CERTAIN = 1e-9  # the allowed error of a computed probability that should be one


@dataclass(frozen=True)
class Place:
    """Where a roll can end: a square, and on that of the jail whether the token is visiting or in jail."""

    square: int
    name: str
    state: str = ""


@dataclass(frozen=True)
class Landing:
    """The landing odds of a box. `shares`: of each square, of the jail by visitors only; `in_jail`: of being in jail.

    `visits`: the shares split by how a token came to a square, which its rent can depend on: by `factors` (0: by roll or by an
    ordinary card; else the factor of a nearest card) and by the sum of the roll. `rolls_per_turn`: above one, due to doubles.
    """

    box: Box
    jail: str
    choice: str
    shares: Numbers
    in_jail: float
    factors: tuple[int, ...]
    visits: Numbers
    rolls_per_turn: float

    @property
    def places(self) -> list[Place]:
        """The places where a roll can end, in board order."""
        return places_of(self.box)

    @property
    def place_shares(self) -> Numbers:
        """The share of each place."""
        return by_place(self.box, np.append(self.shares, self.in_jail))

    def as_dict(self) -> dict[str, Any]:
        """Return the options and the rolls per turn as a dictionary for JSON."""
        options = {"rules": self.box.name, "overrides": dict(self.box.overrides), "jail": self.jail, "choice": self.choice}
        return options | {"rolls_per_turn": self.rolls_per_turn}


def places_of(box: Box) -> list[Place]:
    """Return the places where a roll can end, in board order; the square of the jail comes twice."""
    places = []
    for number, name in enumerate(box.square_names):
        if number == box.record.jail_square:
            places += [Place(number, name, VISITING), Place(number, name, IN_JAIL)]
        else:
            places.append(Place(number, name))
    return places


def by_place(box: Box, figures: Numbers) -> Numbers:
    """Return the figures of the squares and (last) of being in jail, in the order of the places."""
    places = places_of(box)
    return np.array([figures[-1 if place.state == IN_JAIL else place.square] for place in places])


def row_of(place: Place) -> dict[str, Any]:
    """Return a place as a dictionary for JSON."""
    return {"square": place.square, "name": place.name} | ({"state": place.state} if place.state else {})


def landing_odds(box: Box, jail: str = LEAVE, choice: str = PAY) -> Landing:
    """Return the landing odds of a box.

    `jail`: `leave` pays the fine at once if the rules allow it, `stay` rolls until a double or the limit. `choice`: whether to
    `pay` or to `draw` another card, if a card lets the player choose.
    """
    check_walk_options(jail, choice)
    return _Chain(box, jail, choice).landing()


class _Chain:
    """The Markov chain of one box. Its states: the squares in order, each with 0, 1 and 2 doubles, then those in jail.

    A draw is the drawing of a card on a square; draws are numbered by square and deck.
    """

    def __init__(self, box: Box, jail: str, choice: str) -> None:
        self.box, self.jail, self.choice = box, jail, choice
        self.squares = int(box.record.squares)
        self.in_jail = self.squares * DOUBLES_TO_JAIL  # the first state in jail
        self.rolls = np.array(list(itertools.product(range(1, 7), repeat=int(box.record.dice))), np.int64)
        blank, game, luck = blank_box(box.record), new(GameRecord), new(LuckRecord)

        states = self._states()
        ends = np.zeros((len(states), len(self.rolls), ENDS), np.int64)  # the end of every roll from every state
        try_rolls(blank, game, luck, int(jail == LEAVE), states, self.rolls, ends)
        self.ends = ends[..., SQUARE]
        self.doubles = np.minimum(ends[..., DOUBLES], DOUBLES_TO_JAIL - 1)  # there are more only on a board without a jail
        self.free = ends[..., JAIL_TURNS] == FREE
        self.drawn = ends[..., DECK] >= 0
        self.draw = _draw(ends)
        self.after = np.where(
            self.free, self.ends * DOUBLES_TO_JAIL + self.doubles, self.in_jail + ends[..., JAIL_TURNS]
        )  # the state after a roll that leads to no card

        draws = np.array(list(itertools.product(range(self.squares), range(DECKS))), np.int64)
        self.cards = np.zeros((len(draws), MOST_CARDS, ENDS), np.int64)  # the end of every card of every draw
        try_cards(walking_box(box.record, DRAW_CYCLE), blank, game, luck, int(choice == DRAW), draws, self.cards)
        self.factors = tuple(sorted({0, *map(int, self.cards[..., FACTOR].ravel())}))

    def _states(self) -> Numbers:
        """Return every state from which a roll can begin."""
        free = itertools.product(range(self.squares), range(DOUBLES_TO_JAIL), [FREE])
        jail = int(self.box.record.jail_square)
        jailed = [(jail, 0, turns) for turns in range(int(self.box.record.jail_max_turns) if jail >= 0 else 0)]
        return np.array([*free, *jailed], np.int64)

    def landing(self) -> Landing:
        """Combine the outcomes of rolls and cards into a transition matrix, and compute its long run."""
        chance = 1 / len(self.rolls)
        states = len(self.ends)
        state = np.broadcast_to(np.arange(states)[:, None], self.ends.shape)
        steps = np.zeros((states, states))
        np.add.at(steps, (state[~self.drawn], self.after[~self.drawn]), chance)
        first = np.zeros((states, DOUBLES_TO_JAIL, len(self.cards)))  # the draws that rolls lead to, by doubles so far
        np.add.at(first, (state[self.drawn], self.doubles[self.drawn], self.draw[self.drawn]), chance)
        rests, jailed = self._obey_cards(first.sum(axis=(0, 1)) > 0)
        for doubles in range(DOUBLES_TO_JAIL):
            steps[:, doubles : self.in_jail : DOUBLES_TO_JAIL] += first[:, doubles] @ rests.sum(axis=0)
        if states > self.in_jail:
            steps[:, self.in_jail] += first.sum(axis=1) @ jailed
        run = long_run(steps)
        squares = run[: self.in_jail].reshape(self.squares, DOUBLES_TO_JAIL)
        in_jail = float(run[self.in_jail :].sum())
        return Landing(
            box=self.box,
            jail=self.jail,
            choice=self.choice,
            shares=squares.sum(axis=1),
            in_jail=in_jail,
            factors=self.factors,
            visits=self._visits(run * chance, rests),
            rolls_per_turn=max(1.0, float(1 / (squares[:, 0].sum() + in_jail))),  # a roll not after a double begins a turn
        )

    def _visits(self, weights: Numbers, rests: Numbers) -> Numbers:
        """Return how often tokens come to each square, by factor and sum of the roll; `weights`: of rolls from each state."""
        weight = np.broadcast_to(weights[:, None], self.ends.shape)
        total = np.broadcast_to(self.rolls.sum(axis=1), self.ends.shape)
        visits = np.zeros((len(self.factors), int(total.max()) + 1, self.squares))
        landed = self.free & ~self.drawn
        np.add.at(visits[0], (total[landed], self.ends[landed]), weight[landed])
        drawn = np.zeros((visits.shape[1], len(self.cards)))
        np.add.at(drawn, (total[self.drawn], self.draw[self.drawn]), weight[self.drawn])
        return np.asarray(visits + drawn @ rests)

    def _obey_cards(self, begun: Numbers) -> tuple[Numbers, Numbers]:
        """Return where a draw finally leaves the token, after any further cards: the probability of each square and of jail.

        Squares are split by factor. Only draws that can happen after those in `begun` are computed.
        """
        draws = len(self.cards)
        further = np.zeros((draws, draws))
        rests = np.zeros((len(self.factors), draws, self.squares))
        jailed = np.zeros(draws)
        for draw in range(draws):
            cards = self.cards[draw, : int(self.box.record.deck_size[draw % DECKS])]
            for end in cards:
                if end[DECK] >= 0:
                    further[draw, _draw(end)] += 1 / len(cards)
                elif end[JAIL_TURNS] != FREE:
                    jailed[draw] += 1 / len(cards)
                else:
                    rests[self.factors.index(int(end[FACTOR])), draw, end[SQUARE]] += 1 / len(cards)
        reached = begun
        for _card in range(draws):
            reached = reached | (reached @ (further > 0))
        reachable = np.ix_(reached, reached)
        times = np.zeros((draws, draws))  # how often each draw happens after each
        try:
            times[reachable] = np.linalg.inv(np.eye(int(reached.sum())) - further[reachable])
        except np.linalg.LinAlgError:
            times[reachable] = 0
        rests, jailed = times @ rests, times @ jailed
        if not np.allclose((rests.sum(axis=(0, 2)) + jailed)[reached], 1, rtol=0, atol=CERTAIN):
            raise RentierError(f"{self.box.name}: drawing instead of paying never ends here; choice should be {PAY!r}")
        return rests, jailed


def _draw(ends: Numbers) -> Any:
    """Return the number of the draw that an outcome leads to."""
    return ends[..., SQUARE] * DECKS + ends[..., DECK]


def long_run(steps: Numbers) -> Numbers:
    """Return the share of a long run from the first state that is spent in each state; it may be periodic or have several ends.

    Staying in place half of the time does not change these shares, but makes a periodic run converge.
    """
    steps = (np.eye(len(steps)) + steps) / 2
    for _doubling in range(DOUBLINGS):
        before, steps = steps, steps @ steps
        steps /= steps.sum(axis=1, keepdims=True)
        if np.abs(steps - before).max() < SETTLED:
            break
    return np.asarray(steps[0])
