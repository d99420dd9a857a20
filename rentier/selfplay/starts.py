"""Starts of training games (Berry 2013, section 5.6): normal, at random, or with a set for everybody.

We add a start with gifts: a network then meets games in which one player has a group and others have nothing, which are rare in
play.
"""

from __future__ import annotations

from typing import Any

from rentier.box.record import UNLIMITED, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.deeds import bank_deeds, hand_over
from rentier.game.events import NO_REASON
from rentier.game.luck import below, mix, unit
from rentier.game.state import GameRecord
from rentier.layout import wide

NORMAL, RANDOM, SETS, GIFTS = range(4)  # in the order of `td_settings.STARTS`
START_STREAM = (1 << 22) + 8  # apart from the streams of a game
HIGHEST_START = 4  # houses on a lot in a random start


@compiled
def draw(key: Any, number: int, limit: int) -> int:
    """Return the number-th random number of a start, below a limit."""
    return below(mix(key, START_STREAM, number), limit)


@compiled
def give_sets(box: BoxRecord, game: GameRecord, key: Any) -> None:
    """Give everybody one group of streets, as long as there are any left."""
    left = 0  # groups of streets, as bits
    for group in range(box.groups):
        if box.group_squares[group] & box.streets != 0:
            left |= bit(group)
    for seat in range(game.players):
        if left == 0:
            return
        groups = left
        for _skip in range(draw(key, seat, count(left))):
            groups &= groups - 1
        squares = box.group_squares[lowest(groups)]
        left &= ~bit(lowest(groups))
        while squares != 0:
            hand_over(box, game, None, lowest(squares), seat, NO_REASON)
            squares &= squares - 1


@compiled
def build_evenly(box: BoxRecord, game: GameRecord, seat: int, key: Any, number: int) -> None:
    """Build the same number of houses on each lot of a set, for each set of a seat, if the bank has enough."""
    left = game.sets[seat]
    while left != 0:
        group = box.group_of[lowest(left)]
        left &= ~group
        level = min(draw(key, number + lowest(group), HIGHEST_START + 1), box.hotel_level - 1)
        houses = level * count(group)
        if level == 0 or group & game.mortgaged != 0 or (box.houses != UNLIMITED and houses > game.houses_left):
            continue
        if box.houses != UNLIMITED:
            game.houses_left -= houses
        game.built |= group
        while group != 0:
            game.level[lowest(group)] = level
            group &= group - 1


@compiled
def put_forward(box: BoxRecord, game: GameRecord, key: Any) -> None:
    """Move the game on to a random round in its first half, if the rules limit the rounds."""
    if box.round_cap > 1:
        played = draw(key, 1200, box.round_cap // 2)
        game.rounds += played
        game.turns += played * wide(game.players)


@compiled
def give_gifts(box: BoxRecord, game: GameRecord, key: Any) -> None:
    """Give everybody, with equal probability, nothing, one deed or one whole group of any kind, if the bank still has it."""
    for seat in range(game.players):
        number = 3 * seat
        kind = draw(key, number, 3)
        if kind == 0:
            continue
        squares = box.group_squares[draw(key, number + 1, box.groups)]
        if kind == 1:
            for _skip in range(draw(key, number + 2, count(squares))):
                squares &= squares - 1
            squares &= -squares
        if squares & ~bank_deeds(box, game) == 0:
            while squares != 0:
                hand_over(box, game, None, lowest(squares), seat, NO_REASON)
                squares &= squares - 1
    put_forward(box, game, key)


@compiled
def scatter(box: BoxRecord, game: GameRecord, key: Any) -> None:
    """Draw the owners of a random share of the deeds, one in eight mortgaged, and houses, squares and the round.

    Cash is at most twice that of a normal start.
    """
    share = unit(mix(key, START_STREAM, 0))
    left = box.deeds + 0
    while left != 0:
        square = lowest(left)
        left &= left - 1
        number = 4 * (square + 1)
        if unit(mix(key, START_STREAM, number)) < share:
            hand_over(box, game, None, square, draw(key, number + 1, wide(game.players)), NO_REASON)
            if box.mortgages == 1 and draw(key, number + 2, 8) == 0:
                game.mortgaged |= bit(square)
    for seat in range(game.players):
        game.cash[seat] = draw(key, 1000 + seat, 2 * box.start_cash + 1)
        game.square[seat] = draw(key, 1100 + seat, box.squares)
        build_evenly(box, game, seat, key, 2000 + 100 * seat)
    put_forward(box, game, key)


@compiled
def lay_start(box: BoxRecord, game: GameRecord, key: Any, start: int) -> None:
    """Change the state of a game that has just begun to another start."""
    if start == SETS:
        give_sets(box, game, key)
    elif start == RANDOM:
        scatter(box, game, key)
    elif start == GIFTS:
        give_gifts(box, game, key)
