"""What a learner sees: numbers from -1 to 1, with the seats rotated so that the observer comes first.

- each player: whether it is in the game, its cash at two scales, its net worth, its square, its time in jail and its jail
  cards, the expected cost of its next roll, whether it is its turn, whether it has made the offer on the table; and for each
  group its share, whether that is all of it, how much is built and what is mortgaged;
- each deed: its owner as one number per player, its houses and its mortgage;
- the decision: which one it is and whether it is the observer's own, the deeds and the money it is about, the lowest legal bid,
  the debt, whether the dice are still to be rolled; rounds played, houses and hotels left, the pot.

It contains only what everybody at the table sees, and nothing of the luck.
"""

from __future__ import annotations

from typing import Any

from numba import types

from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.auctions import least_bid
from rentier.game.bits import bit, lowest
from rentier.game.deeds import worth
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import BID_OR_PASS, DECISIONS, FREE, NOTHING, START
from rentier.layout import Numbers, wide
from rentier.network.features import (
    INPUTS,
    bounded,
    jail_card_share,
    next_rent,
    put,
    put_holdings,
    put_matter,
    put_supplies,
    rounds_played,
    seat_at,
    share,
)
from rentier.network.whole import relative_seat

OF_A_PLAYER = 11  # numbers per player, besides those of its groups
OF_THE_TABLE = 8
SMALL, LARGE, FORTUNE, RENT = 300.0, 1500.0, 4000.0, 100.0  # amounts that are shown as one half


def observation_size(box: Any, players: int) -> int:
    """Return the number of inputs of a learner under the rules of a box record."""
    groups, deeds = int(box.groups), int(box.deeds).bit_count()
    colours = sum(int(box.group_squares[group]) & int(box.streets) != 0 for group in range(groups))
    each = OF_A_PLAYER + 3 * groups + colours
    return players * each + deeds * (players + 2) + len(DECISIONS) + 1 + groups + 4 + OF_THE_TABLE


@compiled
def put_player(box: BoxRecord, game: GameRecord, other: int, seen: Numbers, number: int) -> int:
    """Write one player as everybody sees it; all zeros if it is out of the game."""
    if other < 0:
        for _missing in range(OF_A_PLAYER):
            number = put(seen, number, 0.0)
    else:
        jailed = game.jail_turns[other] != FREE
        number = put(seen, number, 1.0)
        number = put(seen, number, bounded(float(game.cash[other]), SMALL))
        number = put(seen, number, bounded(float(game.cash[other]), LARGE))
        number = put(seen, number, bounded(float(worth(box, game, other, box.worth)), FORTUNE))
        number = put(seen, number, share(game.square[other], box.squares))
        number = put(seen, number, 1.0 if jailed else 0.0)
        number = put(seen, number, wide(game.jail_turns[other]) / max(box.jail_max_turns, 1) if jailed else 0.0)
        number = put(seen, number, jail_card_share(game, other))
        number = put(seen, number, bounded(next_rent(box, game, other), RENT))
        number = put(seen, number, 1.0 if game.mover == other else 0.0)
        number = put(seen, number, 1.0 if game.offer_from == other else 0.0)
    return put_holdings(box, game, other, seen, number)


@compiled
def put_deeds(box: BoxRecord, game: GameRecord, seat: int, seen: Numbers, number: int) -> int:
    """Write the owner of each deed, its houses and its mortgage."""
    left = box.deeds + 0
    while left != 0:
        square = lowest(left)
        left &= left - 1
        for place in range(game.players):
            seen[number + place] = 0.0
        if game.owner[square] >= 0:
            seen[number + relative_seat(game, seat, game.owner[square])] = 1.0
        number += wide(game.players)
        number = put(seen, number, wide(game.level[square]) / box.hotel_level)
        number = put(seen, number, 1.0 if game.mortgaged & bit(square) != 0 else 0.0)
    return number


@compiled
def put_decision(box: BoxRecord, game: GameRecord, seat: int, seen: Numbers, number: int) -> int:
    """Write which decision it is, whether it is the observer's own, and what it is about."""
    for decision in range(len(DECISIONS)):
        number = put(seen, number, 1.0 if game.decision == decision else 0.0)
    number = put(seen, number, 1.0 if game.actor == seat else 0.0)
    number = put_matter(box, game, seat, seen, number)
    bid = least_bid(box, game) if game.decision == BID_OR_PASS else 0
    number = put(seen, number, bounded(float(bid), SMALL))
    number = put(seen, number, 1.0 if game.lot < NOTHING else 0.0)
    number = put(seen, number, bounded(float(game.debt), SMALL))
    number = put(seen, number, 1.0 if game.phase == START else 0.0)
    number = put(seen, number, rounds_played(box, game))
    number = put_supplies(box, game, seen, number)
    return put(seen, number, bounded(float(game.pot), SMALL))


@entry(types.int64(BOX, GAME, types.int64, INPUTS))
def write_observation(box: BoxRecord, game: GameRecord, seat: int, seen: Numbers) -> int:
    """Write what a seat sees; return how many numbers that is."""
    number = 0
    for place in range(game.players):
        number = put_player(box, game, seat_at(game, seat, place), seen, number)
    number = put_deeds(box, game, seat, seen, number)
    return put_decision(box, game, seat, seen, number)
