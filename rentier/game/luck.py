"""Luck: dice and cards as functions of a key and counters, so that a key gives each seat the same dice whatever is played.

Keys are derived by a one-way function: a game's key from the seed, an agent's key from the game's. So an agent's key reveals
nothing about the dice, and one game's key nothing about another's. Rolls are derived from the key by `mix`, which is fast and
can be inverted: a player who has the key knows all the luck to come.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from rentier.box.record import DRAW_REPLACE, DRAW_RESHUFFLE, MOST_SEATS, BoxRecord
from rentier.compiled import compiled, entry, wrapping
from rentier.game.bits import bit, count
from rentier.game.state import (
    BOX,
    GAME,
    LUCK,
    TOOK_CARD,
    TOOK_DICE,
    TOOK_NOTHING,
    GameRecord,
    LuckRecord,
)
from rentier.game.words import NOBODY, UNSEEN
from rentier.layout import wide

# the streams of random numbers; rolls of seat s are stream s
DECK_STREAM = MOST_SEATS  # the two decks: this stream and the next
FIRST_STREAM = MOST_SEATS + 2  # who begins
DEAL_STREAM = MOST_SEATS + 3
FRESH_STREAM = MOST_SEATS + 4  # the order that a search imagines for unseen cards: this stream and the next
KEY_STREAM = MOST_SEATS + 6  # keys of games
AGENT_STREAM = MOST_SEATS + 7  # keys of agents

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32, _11, _6 = (np.uint64(number) for number in (30, 27, 31, 32, 11, 6))
_LOW = np.uint64(0xFFFFFFFF)
_SIP_0, _SIP_1 = np.uint64(0x736F6D6570736575), np.uint64(0x646F72616E646F6D)
_SIP_2, _SIP_3 = np.uint64(0x6C7967656E657261), np.uint64(0x7465646279746573)
_SIXTEEN_BYTES, _FINAL = np.uint64(16 << 56), np.uint64(0xFF)
_PUBLIC_HALF = np.uint64(0x52656E7469657221)  # the public half of the hash's key


@wrapping
@compiled
def mix(key: Any, stream: int, number: int) -> Any:
    """Return 64 random bits: entry `number` of a stream under a key (SplitMix64, which can be read at any position)."""
    bits = key + _GOLDEN * np.uint64((wide(stream) << 40) + number + 1)
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@wrapping
@compiled
def rotate_left(word: Any, places: int) -> Any:
    """Rotate a 64-bit word left."""
    return (word << np.uint64(places)) | (word >> np.uint64(64 - places))


@wrapping
@compiled
def sip_round(first: Any, second: Any, third: Any, fourth: Any) -> tuple[Any, Any, Any, Any]:
    """One round of SipHash."""
    first += second
    third += fourth
    second = rotate_left(second, 13) ^ first
    fourth = rotate_left(fourth, 16) ^ third
    first = rotate_left(first, 32)
    third += second
    first += fourth
    second = rotate_left(second, 17) ^ third
    fourth = rotate_left(fourth, 21) ^ first
    return first, second, rotate_left(third, 32), fourth


@wrapping
@compiled
def siphash(key: Any, more: Any, stream: Any, number: Any) -> Any:
    """Return SipHash-2-4 of two words under a key of two words (Aumasson and Bernstein 2012): random without the key."""
    first, second, third, fourth = key ^ _SIP_0, more ^ _SIP_1, key ^ _SIP_2, more ^ _SIP_3
    for word in (stream, number, _SIXTEEN_BYTES):
        fourth ^= word
        for _round in range(2):
            first, second, third, fourth = sip_round(first, second, third, fourth)
        first ^= word
    third ^= _FINAL
    for _round in range(4):
        first, second, third, fourth = sip_round(first, second, third, fourth)
    return first ^ second ^ third ^ fourth


@compiled
def one_way(key: Any, stream: int, number: int) -> Any:
    """Derive a key from another. It reveals nothing about that key, nor about others derived from it."""
    return siphash(key, _PUBLIC_HALF, np.uint64(stream), np.uint64(number))


@entry(types.uint64(types.uint64, types.int64))
def key_of(seed: Any, number: int) -> Any:
    """Return key `number` under a seed: of a block of a match, else of a game."""
    return one_way(seed, KEY_STREAM, number)


@compiled
def below(bits: Any, limit: int) -> int:
    """Return a number from 0 to limit - 1 from 64 random bits."""
    return wide(((bits >> _32) * np.uint64(limit)) >> _32)


@compiled
def unit(bits: Any) -> float:
    """Return a number from 0 up to 1 from 64 random bits."""
    return wide(bits >> _11) / (1 << 53)


@compiled
def unload(luck: LuckRecord) -> None:
    """Remove loaded dice and cards chosen in advance."""
    luck.loaded = 0
    luck.loaded_used = 0
    luck.handed = 0
    luck.handed_used = 0
    luck.took = TOOK_NOTHING


@compiled
def roll_dice(box: BoxRecord, game: GameRecord, luck: LuckRecord, seat: int) -> int:
    """Roll the dice for a seat, loaded dice first. Store the faces in `game.dice` and return the sum."""
    if luck.loaded_used < luck.loaded:
        total = 0
        for die in range(box.dice):
            game.dice[die] = luck.loaded_dice[luck.loaded_used, die]
            total += wide(game.dice[die])
        luck.loaded_used += 1
        luck.rolls[seat] += 1
        return total
    if luck.took == TOOK_NOTHING:
        luck.took = TOOK_DICE
    bits = mix(luck.key, seat, wide(luck.rolls[seat]))
    luck.rolls[seat] += 1
    if box.dice == 2:
        first = 1 + wide(((bits & _LOW) * _6) >> _32)
        second = 1 + wide(((bits >> _32) * _6) >> _32)
        game.dice[0] = first
        game.dice[1] = second
        return first + second
    total = 0
    for die in range(box.dice):
        face = 1 + below(mix(bits, seat, die), 6)
        game.dice[die] = face
        total += face
    return total


@compiled
def is_double(box: BoxRecord, game: GameRecord) -> bool:
    """Return whether all dice of the last roll show the same face. One die is never a double (rules 18.2)."""
    if box.dice == 2:
        return game.dice[0] == game.dice[1]
    for die in range(1, box.dice):
        if game.dice[die] != game.dice[0]:
            return False
    return box.dice > 1


@compiled
def known_cards(box: BoxRecord, game: GameRecord, deck: int) -> int:
    """Return the cards of a deck whose position everybody knows, as bits (edge case 55)."""
    cards = 0
    for slot in range(box.deck_size[deck]):
        if game.known[deck, slot] != UNSEEN:
            cards |= bit(game.known[deck, slot])
    return cards


@compiled
def cards_to_come(box: BoxRecord, game: GameRecord, deck: int, drawn: int) -> int:
    """Return the cards that may come next, given what everybody has seen, as bits; `drawn`: those drawn since this state."""
    size = wide(box.deck_size[deck])
    cards = bit(size) - 1
    for card in range(size):
        if card == box.jail_card[deck] and (game.card_holder[deck] != NOBODY or drawn & bit(card) != 0):
            cards &= ~bit(card)
    since = count(drawn)
    if box.card_draw == DRAW_REPLACE or (box.card_draw == DRAW_RESHUFFLE and game.deck_fresh[deck] <= since):
        return cards
    top = game.known[deck, (game.deck_top[deck] + since) % size]
    return bit(top) if top != UNSEEN else cards & ~known_cards(box, game, deck) & ~drawn


@entry(types.int64(BOX, GAME, types.int64, types.int64))
def possible_cards(box: BoxRecord, game: GameRecord, deck: int, drawn: int) -> int:
    """`cards_to_come`, for Python."""
    return cards_to_come(box, game, deck, drawn)


@compiled
def swap(luck: LuckRecord, deck: int, slot: int, other: int) -> None:
    """Swap two cards of a deck."""
    card = luck.order[deck, slot]
    luck.order[deck, slot] = luck.order[deck, other]
    luck.order[deck, other] = card


@compiled
def nth_hidden(box: BoxRecord, game: GameRecord, deck: int, number: int) -> int:
    """Return the position in a deck of unknown card `number`, counted from the top."""
    size = box.deck_size[deck]
    place = 0
    while game.known[deck, (wide(game.deck_top[deck]) + place) % size] != UNSEEN or number > 0:
        number -= game.known[deck, (wide(game.deck_top[deck]) + place) % size] == UNSEEN
        place += 1
    return place


@compiled
def hidden_below(box: BoxRecord, game: GameRecord, deck: int, place: int) -> int:
    """Return the number of unknown cards in a deck from the top down to this position."""
    number = 0
    for lower in range(place + 1):
        number += game.known[deck, (wide(game.deck_top[deck]) + lower) % box.deck_size[deck]] == UNSEEN
    return number


@compiled
def shuffle(box: BoxRecord, game: GameRecord, luck: LuckRecord, deck: int, key: Any, stream: int) -> None:
    """Shuffle the cards of a deck whose positions nobody knows."""
    size = box.deck_size[deck]
    top = wide(game.deck_top[deck])
    all_hidden = known_cards(box, game, deck) == 0
    for place in range(wide(game.deck_left[deck]) - 1, 0, -1):
        slot = (top + place) % size
        if game.known[deck, slot] != UNSEEN:
            continue
        hidden = place + 1 if all_hidden else hidden_below(box, game, deck, place)
        pick = below(mix(key, stream, (wide(luck.draws[deck]) << 16) + place), hidden)
        other = pick if all_hidden else nth_hidden(box, game, deck, pick)
        swap(luck, deck, slot, (top + other) % size)


@compiled
def put_under(box: BoxRecord, game: GameRecord, luck: LuckRecord, deck: int, card: int) -> None:
    """Put a card that everybody has seen face down under its deck (rules 9.1)."""
    slot = (wide(game.deck_top[deck]) + game.deck_left[deck]) % box.deck_size[deck]
    luck.order[deck, slot] = card
    game.known[deck, slot] = UNSEEN if box.card_draw == DRAW_REPLACE else card
    game.deck_left[deck] += 1


@compiled
def hand_out(box: BoxRecord, game: GameRecord, luck: LuckRecord, deck: int) -> None:
    """Move the next preselected card to the top of its deck. If none is preselected, record that luck decides the draw."""
    if luck.handed_used >= luck.handed:
        if luck.took == TOOK_NOTHING:
            luck.took = TOOK_CARD + deck
        return
    size = box.deck_size[deck]
    top = wide(game.deck_top[deck])
    for place in range(wide(game.deck_left[deck])):
        slot = (top + place) % size
        if luck.order[deck, slot] == luck.handed_cards[luck.handed_used]:
            swap(luck, deck, top, slot)
            break
    luck.handed_used += 1


@compiled
def take_top(box: BoxRecord, game: GameRecord, luck: LuckRecord, deck: int) -> int:
    """Take the top card off a deck that is not empty. `card_draw = replace` brings a random card to the top first."""
    size = box.deck_size[deck]
    top = wide(game.deck_top[deck])
    if box.card_draw == DRAW_REPLACE:
        place = below(mix(luck.key, DECK_STREAM + deck, luck.draws[deck]), wide(game.deck_left[deck]))
        slot = (top + place) % size
        card = luck.order[deck, slot]
        luck.order[deck, slot] = luck.order[deck, top]
        luck.order[deck, top] = card
    elif box.card_draw == DRAW_RESHUFFLE and game.deck_fresh[deck] == 0:
        for slot in range(size):
            game.known[deck, slot] = UNSEEN
        shuffle(box, game, luck, deck, luck.key, DECK_STREAM + deck)
        game.deck_fresh[deck] = game.deck_left[deck]
    hand_out(box, game, luck, deck)
    card = luck.order[deck, top]
    luck.order[deck, top] = 0
    luck.draws[deck] += 1
    game.known[deck, top] = UNSEEN
    game.deck_top[deck] = (top + 1) % size
    game.deck_left[deck] -= 1
    if box.card_draw == DRAW_RESHUFFLE:
        game.deck_fresh[deck] -= 1
    return wide(card)


@compiled
def return_jail_card(box: BoxRecord, game: GameRecord, luck: LuckRecord, deck: int) -> None:
    """Put a used jail card under its own deck (rules 9.2, edge case 27)."""
    game.card_holder[deck] = NOBODY
    put_under(box, game, luck, deck, box.jail_card[deck])


@compiled
def deal_decks(box: BoxRecord, game: GameRecord, luck: LuckRecord) -> None:
    """Put every card into its deck, face down, and shuffle both decks (rules 1.4)."""
    for deck in range(2):
        game.card_holder[deck] = NOBODY
        game.deck_top[deck] = 0
        game.deck_left[deck] = box.deck_size[deck]
        game.deck_fresh[deck] = box.deck_size[deck] if box.card_draw == DRAW_RESHUFFLE else 0
        for slot in range(box.deck_size[deck]):
            luck.order[deck, slot] = slot
            game.known[deck, slot] = UNSEEN
        shuffle(box, game, luck, deck, luck.key, DECK_STREAM + deck)
        luck.draws[deck] = 1


@entry(types.void(BOX, GAME, LUCK, types.uint64))
def imagine(box: BoxRecord, game: GameRecord, luck: LuckRecord, key: Any) -> None:
    """Fill `luck` with new luck that agrees with everything the table has seen, for a search that looks ahead."""
    luck.key = key
    unload(luck)
    for seat in range(MOST_SEATS):
        luck.rolls[seat] = 0
        luck.sealed[seat] = 0
    for deck in range(2):
        luck.draws[deck] = 0
        size = box.deck_size[deck]
        held = box.jail_card[deck] if game.card_holder[deck] != NOBODY else -1
        placed = known_cards(box, game, deck)
        card = 0
        for place in range(game.deck_left[deck]):
            slot = (wide(game.deck_top[deck]) + place) % size
            if game.known[deck, slot] != UNSEEN:
                luck.order[deck, slot] = game.known[deck, slot]
                continue
            while card == held or placed & bit(card) != 0:
                card += 1
            luck.order[deck, slot] = card
            card += 1
        shuffle(box, game, luck, deck, key, FRESH_STREAM + deck)
