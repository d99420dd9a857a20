"""Rewards: for winning, for the rank at the end, or for the change of net worth.

- `win`: 1 for the winner, and -1 shared by all others. Several winners share what the others lose, and so do the players still
  in the game if it is drawn: the sum is always zero.
- `rank`: from 1 for the first to -1 for the last, in even steps; players with equal results share the better rank.
- `worth`: the change of net worth since the last reward, in units of the starting cash.

The first two are given when the game ends for a seat: with the game, or with its bankruptcy. The last is given at every step.
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
    """Return the number of a reward by its name."""
    if name not in REWARDS:
        raise RentierError(f"reward: {unknown('reward', name, REWARDS)}")
    return REWARDS.index(name)


@compiled
def has_ended_for(game: GameRecord, seat: int) -> bool:
    """Whether the game has ended for a seat: it is over, or the seat is bankrupt."""
    return game.decision == OVER or game.fallen[seat] != 0


@compiled
def fortune(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the net worth of a seat; zero once it is bankrupt."""
    return 0 if game.fallen[seat] != 0 else worth(box, game, seat, box.worth)


@compiled
def win_reward(game: GameRecord, seat: int) -> float:
    """Return the reward `win`: losers lose equally, and winners share it; in a draw the players still in the game win."""
    players = wide(game.players)
    winners = game.winners if game.winners != 0 else game.in_play
    if game.fallen[seat] != 0 or winners & bit(seat) == 0:
        return -1.0 / (players - 1)
    number = count(winners)
    return (players - number) / ((players - 1) * number)


@entry(types.float64(BOX, GAME, types.int64, types.int64, types.int64))
def reward_of(box: BoxRecord, game: GameRecord, seat: int, reward: int, before: int) -> float:
    """Return the reward of a seat now; `before`: its `fortune` at the last reward."""
    if reward == WORTH:
        return wide(fortune(box, game, seat) - before) / max(box.start_cash, 1)
    if not has_ended_for(game, seat):
        return 0.0
    if reward == RANK:
        return (wide(game.players) + 1 - 2 * rank_of(box, game, seat)) / (wide(game.players) - 1)
    return win_reward(game, seat)


@entry(types.void(BOX, GAME, types.int64, types.int64[::1], types.float64[::1]))
def take_rewards(box: BoxRecord, game: GameRecord, reward: int, fortunes: Numbers, rewards: Numbers) -> None:
    """Write the reward of every seat now; `fortunes` has the fortunes at the last reward and is updated."""
    for seat in range(game.players):
        rewards[seat] = reward_of(box, game, seat, reward, fortunes[seat])
        fortunes[seat] = fortune(box, game, seat)
