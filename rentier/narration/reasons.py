"""Why one option is better than another, in the words of the game: "You sold Bow Street to bot for £100; ...".

    Reasons(box, ["Ann", "bot"], 2, you=0).why_worse(game.state, done, better)

Only facts that follow from the two options are named; where none is found, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY, PROPOSALS, Action
from rentier.narration import comparison
from rentier.narration.comparison import Comparison, Fact
from rentier.narration.sentences import seat_names

MOST_FACTS = 2  # for each of the two options


class Verb(NamedTuple):
    """The forms of a verb, and what follows it."""

    base: str
    past: str
    participle: str
    third: str
    rest: str


VERBS = {
    comparison.LET: Verb("let", "let", "let", "lets", "{other} complete the {group} set; {other} then {has} {amount}{houses}"),
    comparison.COMPLETE: Verb(
        "complete", "completed", "completed", "completes", "the {group} set, with {amount} in hand{houses}"
    ),
    comparison.BREAK: Verb("break up", "broke up", "broken up", "breaks up", "the complete {group} set"),
    comparison.GIVE: Verb("give", "gave", "given", "gives", "{other} {square} for nothing; its printed price is {before}"),
    comparison.SELL_DEED: Verb(
        "sell", "sold", "sold", "sells", "{square} to {other} for {amount}; its printed price is {before}"
    ),
    comparison.BUY_DEED: Verb(
        "buy", "bought", "bought", "buys", "{square} from {other} for {amount}; its printed price is {before}"
    ),
    comparison.BUY_FROM_BANK: Verb("buy", "bought", "bought", "buys", "{square} at its printed price of {amount}"),
    comparison.LET_GO: Verb("let", "let", "let", "lets", "{other} have {square} for {amount}; its printed price is {before}"),
    comparison.OVERBID: Verb("bid", "bid", "bid", "bids", "{amount} for {square}; its printed price is {before}"),
    comparison.KEEP: Verb(
        "keep", "kept", "kept", "keeps", "only {amount}; the rent on {square}, within reach of the next roll, is {before}"
    ),
    comparison.RAISE: Verb("raise", "raised", "raised", "raises", "the rent on {square} from {before} to {amount}"),
    comparison.LOWER: Verb("lower", "lowered", "lowered", "lowers", "the rent on {square} from {before} to {amount}"),
    comparison.MORTGAGE_DEED: Verb(
        "mortgage", "mortgaged", "mortgaged", "mortgages", "{square}, which earns no rent while mortgaged"
    ),
    comparison.UNMORTGAGE_DEED: Verb(
        "unmortgage", "unmortgaged", "unmortgaged", "unmortgages", "{square}, to collect its rent again"
    ),
    comparison.LEAVE: Verb("leave", "left", "left", "leaves", "jail{jail}"),
}


class Reasons:
    """Words reasons for the player in seat `you`, or for a spectator if `you` is None."""

    def __init__(self, box: Box, names: Sequence[str] | None, players: int, you: int | None = None) -> None:
        self.box = box
        self._names = seat_names(players) if names is None else list(names)
        self._you = you

    def why_worse(self, game: GameRecord, done: Action, better: Action) -> str:
        """Return why what was done was worse than another option: what it did, and what the other would have done."""
        against, instead = _against(self.box, game, done, better), _for(self.box, game, better, done)
        return self._join(
            [self._past(game, fact, done) for fact in against], [self._missed(game, fact, better) for fact in instead]
        )

    def why_better(self, game: GameRecord, best: Action, other: Action) -> str:
        """Return why an option is better than another: what it does, and what the other would do."""
        does, would = _for(self.box, game, best, other), _against(self.box, game, other, best)
        return self._join(
            [self._present(game, fact, best) for fact in does], [self._conditional(game, fact, other) for fact in would]
        )

    def _past(self, game: GameRecord, fact: Fact, done: Action) -> str:
        verb = VERBS[fact.verb]
        if done.kind in PROPOSALS:
            return self._sentence(game, fact, f"would have {verb.participle}", "if accepted, ")
        return self._sentence(game, fact, verb.past)

    def _missed(self, game: GameRecord, fact: Fact, better: Action) -> str:
        accepted = "if accepted, " if better.kind in PROPOSALS else "instead, "
        return self._sentence(game, fact, f"would have {VERBS[fact.verb].participle}", accepted)

    def _present(self, game: GameRecord, fact: Fact, best: Action) -> str:
        verb = VERBS[fact.verb]
        accepted = "if accepted, " if best.kind in PROPOSALS else ""
        return self._sentence(game, fact, verb.base if int(game.actor) == self._you else verb.third, accepted)

    def _conditional(self, game: GameRecord, fact: Fact, other: Action) -> str:
        accepted = "if accepted, " if other.kind in PROPOSALS else "otherwise, "
        return self._sentence(game, fact, f"would {VERBS[fact.verb].base}", accepted)

    def _sentence(self, game: GameRecord, fact: Fact, verb: str, opening: str = "") -> str:
        """Return a sentence about the player to act; only a player's own name keeps its small letter."""
        subject, parts = self._who(int(game.actor)), self._parts(fact)
        text = f"{opening}{subject} {verb} {VERBS[fact.verb].rest.format(**parts)}."
        named = not opening and subject != "you" and self._names != seat_names(len(self._names))
        return text if named else text[0].upper() + text[1:]

    def _parts(self, fact: Fact) -> dict[str, str]:
        """Return the parts of a sentence."""
        square = self.box.square_names[fact.square] if fact.square >= 0 else ""
        other = self._who(fact.other) if fact.other != NOBODY else ""
        houses = f", enough for {fact.houses} {'house' if fact.houses == 1 else 'houses'} at once" if fact.houses else ""
        money = self.box.board.money
        deeds = "1 deed" if fact.amount == 1 else f"{fact.amount} deeds"
        jail = f", with {deeds} still for sale" if fact.good else f"; the rent on {square} is {money(fact.amount)}"
        return {
            "other": other,
            "has": "have" if other == "you" else "has",
            "group": fact.group,
            "square": square,
            "amount": money(fact.amount),
            "before": money(fact.before),
            "houses": houses,
            "jail": jail,
        }

    def _who(self, seat: int) -> str:
        return "you" if seat == self._you else self._names[seat]

    @staticmethod
    def _join(*sentences: Sequence[str]) -> str:
        return " ".join(sentence for some in sentences for sentence in some[:MOST_FACTS])


def _against(box: Box, game: GameRecord, option: Action, other: Action) -> list[Fact]:
    return [fact for fact in Comparison(box, game, option, other).facts() if not fact.good]


def _for(box: Box, game: GameRecord, option: Action, other: Action) -> list[Fact]:
    return [fact for fact in Comparison(box, game, option, other).facts() if fact.good]
