"""What a learner is rewarded for: winning, its rank at the end, or the change of its worth.

- `win`: 1 for the winner, -1 shared by all others. Several winners share what the others lose, and so do those still in the
  game when it is drawn: it always sums to nothing.
- `rank`: from 1 for the first to -1 for the last, in even steps; those who are equal share the better rank.
- `worth`: what its worth has changed by since it was last looked at, in units of the cash one begins with.

The first two come when the game ends for a seat: with the game, or with its bankruptcy. The last comes all along.
"""

from __future__ import annotations

from numba import types

from rentier.arena.play import rank_of
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry
from rentier.errors import RentierError, unknown
from rentier.game.bits import bit, count
from rentier.game.deeds import worth
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import OVER
from rentier.layout import Numbers, wide

WIN, RANK, WORTH = range(3)
REWARDS = ("win", "rank", "worth")


def read_reward(name: str) -> int:
    """The number of a reward by its name."""
    if name not in REWARDS:
        raise RentierError(f"reward: {unknown('reward', name, REWARDS)}")
    return REWARDS.index(name)


@compiled
def has_ended_for(game: GameRecord, seat: int) -> bool:
    """Whether the game has ended for a seat: it is over, or the seat is bankrupt."""
    return game.decision == OVER or game.fallen[seat] != 0


@compiled
def fortune(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """What a seat is worth; nothing once it is bankrupt."""
    return 0 if game.fallen[seat] != 0 else worth(box, game, seat, box.worth)


@compiled
def win_reward(game: GameRecord, seat: int) -> float:
    """The same loss for all who lose, shared by those who win; in a draw those who are still in the game do."""
    players = wide(game.players)
    winners = game.winners if game.winners != 0 else game.in_play
    if game.fallen[seat] != 0 or winners & bit(seat) == 0:
        return -1.0 / (players - 1)
    number = count(winners)
    return (players - number) / ((players - 1) * number)


@entry(types.float64(BOX, GAME, types.int64, types.int64, types.int64))
def reward_of(box: BoxRecord, game: GameRecord, seat: int, reward: int, before: int) -> float:
    """What a seat is rewarded with now; `before`: its fortune when it was last looked at."""
    if reward == WORTH:
        return wide(fortune(box, game, seat) - before) / max(box.start_cash, 1)
    if not has_ended_for(game, seat):
        return 0.0
    if reward == RANK:
        return (wide(game.players) + 1 - 2 * rank_of(box, game, seat)) / (wide(game.players) - 1)
    return win_reward(game, seat)


@entry(types.void(BOX, GAME, types.int64, types.int64[::1], types.float64[::1]))
def take_rewards(box: BoxRecord, game: GameRecord, reward: int, fortunes: Numbers, rewards: Numbers) -> None:
    """Write what every seat is rewarded with now; `fortunes`: those when they were last looked at, then those of now."""
    for seat in range(game.players):
        rewards[seat] = reward_of(box, game, seat, reward, fortunes[seat])
        fortunes[seat] = fortune(box, game, seat)
