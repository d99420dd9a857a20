"""Hooks: your own Python code that watches the games of a match: before each game, at every step, and after it.

    class Count(Hook):
        def happened(self, game, events):
            self.rents += sum(event.amount for event in events if event.kind == PAID and event.why == RENT)

    watch_match(box, agents, 40, seed=1, hooks=[Count()])

The games are those of `rentier match`, but played decision by decision from Python: about a thousand times slower than
`play_match`, which counts the figures of the published works at full speed (see `tally`).
"""

from __future__ import annotations

from collections.abc import Sequence

from rentier.agents.specs import Agent
from rentier.arena.limits import check_match
from rentier.arena.seating import FIXED, PERMUTE, ROTATE, SHUFFLE, check_seats, seatings
from rentier.arena.tables import Sitting
from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.events import Event
from rentier.game.words import Action
from rentier.game_api import Game


class Hook:
    """Watches games. `seating` says which agent sits in each seat. Hooks must not change the game: nothing is undone."""

    def before(self, game: Game, seating: Sequence[int]) -> None:
        """Called when a game is about to begin."""

    def step(self, game: Game, action: Action) -> None:
        """Called when the player to act has decided, before the action is carried out."""

    def happened(self, game: Game, events: Sequence[Event]) -> None:
        """Called when an action was carried out, with the events it caused (see `rentier.game.events`)."""

    def after(self, game: Game, seating: Sequence[int]) -> None:
        """Called when a game is over."""


def watch_match(
    box: Box, agents: Sequence[Agent], games: int, seed: int = 0, *, hooks: Sequence[Hook], seats: str = ROTATE
) -> None:
    """Play the first games of a match from Python while hooks watch them."""
    check_match(agents, games, seed, 1)
    check_seats(seats, len(agents))
    if seats == SHUFFLE:
        raise RentierError(f"seats: with hooks this should be {ROTATE}, {PERMUTE} or {FIXED}, not {SHUFFLE}")
    table = seatings(seats, len(agents))
    for number in range(games):
        block, row = divmod(number, len(table))
        seating = table[row].tolist()
        sitting = Sitting(box, agents, seed, block, seating)
        game = Game.new(len(agents), box, seed, number=block)
        for hook in hooks:
            hook.before(game, seating)
        while not game.over:
            action = sitting.decide(game.state)
            for hook in hooks:
                hook.step(game, action)
            game.apply(action)
            for hook in hooks:
                hook.happened(game, game.events)
        for hook in hooks:
            hook.after(game, seating)
