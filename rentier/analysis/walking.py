"""A walk round the board by the rules: rolls, cards and jail, and nothing else. Nobody buys or runs out of cash.

How a token moves is decided by `roll`, `resolve`, `draw_card` and other functions of `rentier.game`. This module makes the
player's decisions: whether to leave jail (`leaves`), and whether to draw if a card lets the player pay or draw (`draws`).
`roll_once` is the walk itself; `try_rolls` and `try_cards` find the outcome of every roll from any state and of every card
drawn on any square, from which `landing` builds its chain.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numba import types

from rentier.box.record import BANK_PAYS, CHANCE_DECK, CHEST_DECK, DRAW_CYCLE, BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.apply import choose
from rentier.game.cards import draw_card
from rentier.game.events import BY_LAST_ROLL
from rentier.game.jail import is_last_roll, may_pay_fine, may_use_card, pay_fine, use_card
from rentier.game.landing import resolve
from rentier.game.luck import deal_decks
from rentier.game.reasons import ALLOWED
from rentier.game.setup import clear_table
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.turn import after_landing, leave_jail, next_turn, roll
from rentier.game.words import CARD_CHOICE, DRAW_CARD, FREE, LANDED, LEAVING_JAIL, MOST_MONEY, PAY_FINE, START, TURN_OVER
from rentier.layout import Numbers, wide

WALKER = 0  # the seat of the token
NO_DECK = -1
SQUARE, DOUBLES, JAIL_TURNS, DECK, FACTOR = range(5)  # columns of the outcome of a roll or a card
ENDS = 5

TABLE = types.Array(types.int64, 2, "C")
OUTCOMES = types.Array(types.int64, 3, "C")


def walking_box(box: BoxRecord, card_draw: int) -> Any:
    """Return a box record for an endless walk: no caps, no goal, and cards drawn as `card_draw` says."""
    record = copy.copy(box)
    record.turn_cap = record.round_cap = record.cash_goal = 0
    record.card_draw = card_draw
    return record


def blank_box(box: BoxRecord) -> Any:
    """Return the same with blank cards: drawing them is counted, but they do nothing."""
    record = walking_box(box, DRAW_CYCLE)
    record.card_effect[:] = BANK_PAYS
    record.card_first[:] = 0
    return record


@compiled
def leave_if_wanted(box: BoxRecord, game: GameRecord, luck: LuckRecord, leaves: int) -> None:
    """Leave jail before a roll if wanted, by a card or else by the fine; otherwise use a card only before the last roll."""
    seat = wide(game.mover)
    if game.jail_turns[seat] == FREE:
        return
    if leaves == 1 or is_last_roll(box, game, seat):
        if may_use_card(game, seat) == ALLOWED:
            use_card(box, game, luck, None, seat)
        elif leaves == 1 and may_pay_fine(box, game, seat) == ALLOWED:
            pay_fine(box, game, None, seat)


@compiled
def roll_once(box: BoxRecord, game: GameRecord, luck: LuckRecord, leaves: int, draws: int) -> None:
    """Roll for the mover, and move the token where the roll and the cards send it."""
    game.cash[game.mover] = MOST_MONEY
    leave_if_wanted(box, game, luck, leaves)
    roll(box, game, luck, None)
    if game.phase == LEAVING_JAIL:
        leave_jail(box, game, luck, None, BY_LAST_ROLL)
    choose_on_cards(box, game, luck, draws)


@compiled
def choose_on_cards(box: BoxRecord, game: GameRecord, luck: LuckRecord, draws: int) -> None:
    """Choose on a card that lets the player pay or draw, and again if the card drawn is another such card."""
    while game.phase == CARD_CHOICE:
        choose(box, game, luck, None, DRAW_CARD if draws == 1 else PAY_FINE)


@compiled
def pass_on(box: BoxRecord, game: GameRecord) -> None:
    """Pass the turn on after a roll, unless a double lets the same token roll again."""
    if game.phase != TURN_OVER:
        after_landing(game)
    if game.phase != START:
        next_turn(box, game, None)


@compiled
def put_token(game: GameRecord, square: int, doubles: int, jail_turns: int) -> None:
    """Put the token into this state, with money."""
    game.mover = WALKER
    game.square[WALKER] = square
    game.doubles = doubles
    game.jail_turns[WALKER] = jail_turns
    game.cash[WALKER] = MOST_MONEY


@compiled
def write_end(game: GameRecord, luck: LuckRecord, chance: int, chest: int, end: Numbers) -> None:
    """Write where the token is now, and the deck from which a card was drawn there, given the earlier counts of draws."""
    end[SQUARE] = game.square[WALKER]
    end[DOUBLES] = game.doubles
    end[JAIL_TURNS] = game.jail_turns[WALKER]
    end[DECK] = NO_DECK
    if luck.draws[CHANCE_DECK] != chance:
        end[DECK] = CHANCE_DECK
    elif luck.draws[CHEST_DECK] != chest:
        end[DECK] = CHEST_DECK


@entry(types.void(BOX, GAME, LUCK, types.int64, TABLE, TABLE, OUTCOMES))
def try_rolls(
    blank: BoxRecord, game: GameRecord, luck: LuckRecord, leaves: int, states: Numbers, rolls: Numbers, ends: Numbers
) -> None:
    """Find the outcome of every roll from every state, with blank cards: where it ends, and the deck of a card drawn there."""
    clear_table(blank, game, luck, 1, np.uint64(0))
    for state in range(len(states)):
        for number in range(len(rolls)):
            put_token(game, states[state, SQUARE], states[state, DOUBLES], states[state, JAIL_TURNS])
            luck.loaded = 1
            luck.loaded_used = 0
            for die in range(blank.dice):
                luck.loaded_dice[0, die] = rolls[number, die]
            chance = wide(luck.draws[CHANCE_DECK])
            chest = wide(luck.draws[CHEST_DECK])
            roll_once(blank, game, luck, leaves, 0)
            write_end(game, luck, chance, chest, ends[state, number])


@entry(types.void(BOX, BOX, GAME, LUCK, types.int64, TABLE, OUTCOMES))
def try_cards(
    box: BoxRecord, blank: BoxRecord, game: GameRecord, luck: LuckRecord, draws: int, places: Numbers, ends: Numbers
) -> None:
    """Find the outcome of every card on every square: where it ends, the deck of a further card, a nearest card's factor."""
    clear_table(blank, game, luck, 1, np.uint64(0))
    for place in range(len(places)):
        deck = places[place, 1]
        for card in range(box.deck_size[deck]):
            put_token(game, places[place, 0], 0, FREE)
            game.phase = LANDED
            game.deck_top[deck] = 0
            game.deck_left[deck] = 1
            luck.order[deck, 0] = card
            moved, factor = draw_card(box, game, luck, None, deck)
            deal_decks(blank, game, luck)
            chance = wide(luck.draws[CHANCE_DECK])
            chest = wide(luck.draws[CHEST_DECK])
            if moved:
                resolve(blank, game, luck, None)
            choose_on_cards(blank, game, luck, draws)
            write_end(game, luck, chance, chest, ends[place, card])
            ends[place, card, FACTOR] = factor
