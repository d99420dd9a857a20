"""The verdict on a trade: what accepting it changed for every seat, against refusing it, for both sides and all others."""

from __future__ import annotations

from dataclasses import dataclass

from rentier.analysis.review_decisions import last_games
from rentier.analysis.review_estimates import Estimate, mean_difference
from rentier.analysis.review_moments import Moment
from rentier.box import Box
from rentier.game.words import ACCEPT, REFUSE, Action
from rentier.record.actions import offer_on_table, terms_text
from rentier.search.prospects import Prospects

EVEN = 0.03  # a change that is smaller than this for certain is none to speak of


@dataclass(frozen=True)
class Trade:
    """An offer that was accepted. `changes`: of each seat's chance to win, by seat."""

    decision: int
    turn: int
    proposer: int
    other: int
    terms: str
    changes: tuple[Estimate, ...]

    @property
    def verdict(self) -> str:
        """For both sides, then for those who were not in it and whom it touched."""
        words = [word_for(change) for change in self.changes]
        sides = [f"{words[seat]} for seat {seat}" for seat in (self.proposer, self.other)]
        if words[self.proposer] == words[self.other]:
            sides = [f"{words[self.proposer]} for both"]
        outside = [seat for seat in range(len(words)) if seat not in (self.proposer, self.other)]
        for word in ("good", "bad"):
            touched = [str(seat) for seat in outside if words[seat] == word]
            if touched:
                sides.append(f"{word} for {'seat' if len(touched) == 1 else 'seats'} {' and '.join(touched)}, not in it")
        return "; ".join(sides)


def word_for(change: Estimate) -> str:
    """What a change means: even where it is little for certain, good or bad where that is certain, else open."""
    if max(-change.low, change.high) < EVEN:
        return "even"
    return "good" if change.low > 0 else "bad" if change.high < 0 else "open"


def judge_trade(room: Prospects, box: Box, moment: Moment, rollouts: int) -> Trade | None:
    """The trade that a decision made; None where it accepted nothing."""
    if moment.done.kind != ACCEPT:
        return None
    games = last_games(rollouts)
    change = room.play(moment.done, games) - room.play(Action(REFUSE), games)
    changes = tuple(mean_difference(change[:, seat]) for seat in range(change.shape[1]))
    terms = terms_text(box, offer_on_table(moment.state))
    return Trade(moment.number, moment.turn, int(moment.state.offer_from), moment.seat, terms, changes)
