"""A game in sentences: what one decision led to, found by comparing the game before and after it.

`tell(box, before, after, action)` is a list of lines. It keeps an account of the money as it goes along; what the account
cannot explain is told as so much more or less, so that no change of cash is ever left out.
"""

from __future__ import annotations

from collections.abc import Callable

from rentier.arena.telling.auctions import tell_hammer, tell_new_auction
from rentier.arena.telling.choices import tell_action
from rentier.arena.telling.debts import (
    tell_bankruptcies,
    tell_debt_paid,
    tell_paying_back,
    tell_payments_of_each,
    tell_rest_of_cash,
    tell_settling,
)
from rentier.arena.telling.movement import tell_journey
from rentier.arena.telling.tale import INDENT, Tale
from rentier.box import Box
from rentier.game.edge import copied
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import FREE, OVER, Action
from rentier.record.actions import parse_action
from rentier.record.games import Beginning
from rentier.table import Game

Listener = Callable[[Game, list[str]], None]  # is handed the game as it stands now, and what has just happened


def tell(box: Box, before: GameRecord, after: GameRecord, action: Action) -> list[str]:
    """What an action did, from the decision it answered to the next one, in sentences.

    They come in the order of the rules: the action, what it pays off, where it leads, and what comes next.
    """
    tale = Tale(box, before, after, action)
    tell_action(tale)
    tell_settling(tale)
    tell_debt_paid(tale)
    tell_settling(tale)
    tell_payments_of_each(tale)
    tell_journey(tale)
    tell_paying_back(tale)
    tell_bankruptcies(tale)
    tell_settling(tale)
    tell_hammer(tale)
    tell_new_auction(tale)
    tell_rest_of_cash(tale)
    if tale.after.decision == OVER:
        tale.lines.append(closing(tale.after))
    elif tale.after.turns != tale.before.turns:
        tale.lines.append(turn_heading(tale.box, tale.after))
    return tale.lines


def opening(box: Box, game: GameRecord) -> list[str]:
    """How a game stands before its first decision: what was dealt, and whose turn it is."""
    lines = []
    for seat in range(int(game.players)):
        dealt = [name for square, name in enumerate(box.square_names) if int(game.deeds[seat]) >> square & 1]
        if dealt:
            lines.append(f"{INDENT}Seat {seat} holds {', '.join(dealt)}.")
    return [*lines, turn_heading(box, game)]


def turn_heading(box: Box, game: GameRecord) -> str:
    """`Round 3, turn 9: seat 1, on Pall Mall with £980`."""
    seat = int(game.mover)
    place = "in jail" if game.jail_turns[seat] != FREE else f"on {box.square_names[game.square[seat]]}"
    return f"Round {game.rounds}, turn {game.turns}: seat {seat}, {place} with {box.board.currency}{game.cash[seat]}"


def closing(game: GameRecord) -> str:
    """How a game ended."""
    winners = [seat for seat in range(int(game.players)) if int(game.winners) >> seat & 1]
    if not winners:
        return "The game is over: a draw."
    if len(winners) == 1:
        return f"The game is over: seat {winners[0]} wins."
    return f"The game is over: seats {' and '.join(map(str, winners))} share the first place."


def told_game(listen: Listener) -> type[Game]:
    """Games that tell themselves as they are played: `told_game(print).new(...)`, or `.replay(...)`."""

    class ToldGame(Game):
        def __init__(self, box: Box, state: GameRecord, luck: LuckRecord, beginning: Beginning) -> None:
            super().__init__(box, state, luck, beginning)
            listen(self, opening(box, state))

        def apply(self, action: Action | str) -> None:
            before = copied(self.state)
            super().apply(action)
            said = parse_action(self.box, action) if isinstance(action, str) else action
            listen(self, tell(self.box, before, self.state, said))

    return ToldGame
