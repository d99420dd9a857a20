"""Setting up a game: cash, decks, the first player, deeds dealt in short games (rules 1 and 16)."""

from __future__ import annotations

from typing import Any

from rentier.box.record import ALL_DEEDS, FIRST_HIGHEST_ROLL, MOST_SEATS, MOST_SQUARES, BoxRecord
from rentier.compiled import compiled
from rentier.game.auctions import close_auction
from rentier.game.bits import bit, count, lowest
from rentier.game.debts import clear_debt
from rentier.game.deeds import hand_over
from rentier.game.events import NO_REASON
from rentier.game.luck import DEAL_STREAM, FIRST_STREAM, below, deal_decks, mix, unload
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.trades import clear_offer
from rentier.game.words import FREE, MANAGE, NOBODY, NOTHING, START
from rentier.layout import wide


@compiled
def clear_table(box: BoxRecord, game: GameRecord, luck: LuckRecord, players: int, key: Any) -> None:
    """Set up an empty board: everybody on GO without cash, the decks shuffled, seat 0 to move (rules 1.6, edge case 18).

    The bank gets all deeds, and the houses and hotels of `building_supply` (rules 1.3).
    """
    game.players = players
    game.in_play = bit(players) - 1
    game.lapped = 0
    game.mortgaged = 0
    game.built = 0
    game.houses_left = box.houses
    game.hotels_left = box.hotels
    game.pot = 0
    for square in range(MOST_SQUARES):
        game.owner[square] = NOBODY
        game.level[square] = 0
    for seat in range(MOST_SEATS):
        game.deeds[seat] = 0
        game.sets[seat] = 0
        game.cash[seat] = 0
        game.fallen[seat] = 0
        game.square[seat] = 0
        game.jail_turns[seat] = FREE
        game.offers_made[seat] = 0
        game.owes[seat] = 0
        game.owes_to[seat] = NOBODY
        game.free_rent[seat] = 0
        luck.rolls[seat] = 0
        luck.sealed[seat] = 0
    clear_turn(game)
    clear_offer(game)
    close_auction(game)
    clear_debt(game)
    luck.key = key
    unload(luck)
    luck.draws[0] = 0
    luck.draws[1] = 0
    deal_decks(box, game, luck)


@compiled
def clear_turn(game: GameRecord) -> None:
    """Begin the first turn of the first round, with an empty agenda."""
    game.turns = 1
    game.rounds = 1
    game.first = 0
    game.mover = 0
    game.phase = START
    game.windows = 0
    game.dice_only = 0
    game.doubles = 0
    for die in range(4):
        game.dice[die] = 0
    game.decision = MANAGE
    game.actor = 0
    game.placing = NOBODY
    game.estate = 0
    game.each_seats = 0
    game.each_amount = 0
    game.each_collects = 0
    game.unsettled = 0
    game.owes_now = 0
    game.claim = 0
    game.choice_deck = NOTHING
    game.choice_card = NOTHING
    game.winners = 0


@compiled
def first_player(box: BoxRecord, game: GameRecord, luck: LuckRecord) -> int:
    """Return the seat that begins: the highest roll, where players who tie roll again (rules 1.5), or seat 0."""
    if box.first_player != FIRST_HIGHEST_ROLL:
        return 0
    seats = bit(game.players) - 1
    number = 0
    while count(seats) > 1:
        best = 0
        highest = 0
        for seat in range(game.players):
            if seats & bit(seat) != 0:
                total = 0
                for _die in range(box.dice):
                    total += 1 + below(mix(luck.key, FIRST_STREAM, number), 6)
                    number += 1
                if total > best:
                    best = total
                    highest = bit(seat)
                elif total == best:
                    highest |= bit(seat)
        seats = highest
    return lowest(seats)


@compiled
def deal_deeds(box: BoxRecord, game: GameRecord, luck: LuckRecord) -> None:
    """Deal each player the same number of random deeds, free or at the printed price (rules 1.8, 16.1 to 16.3)."""
    each = count(box.deeds) // wide(game.players)
    if box.deal_properties != ALL_DEEDS:
        each = min(each, box.deal_properties)
    left = box.deeds + 0
    number = 0
    for _deal in range(each):
        for seat in range(game.players):
            pick = below(mix(luck.key, DEAL_STREAM, number), count(left))
            number += 1
            rest = left
            for _skip in range(pick):
                rest &= rest - 1
            square = lowest(rest)
            left &= ~bit(square)
            if box.deal_paid == 0 or game.cash[seat] >= box.price[square]:
                hand_over(box, game, None, square, seat, NO_REASON)
                if box.deal_paid == 1:
                    game.cash[seat] -= box.price[square]


@compiled
def set_up(box: BoxRecord, game: GameRecord, luck: LuckRecord, players: int, key: Any) -> None:
    """Set up a new game, ready for its first decision; everybody gets the same cash (rules 1.2)."""
    clear_table(box, game, luck, players, key)
    for seat in range(players):
        game.cash[seat] = box.start_cash
    deal_deeds(box, game, luck)
    first = first_player(box, game, luck)
    game.first = first
    game.mover = first
    game.actor = first
