"""Dice and cards by their formulas, in plain integers, without the rules' code."""

from __future__ import annotations

from typing import Any

from rentier.box.record import DRAW_REPLACE, DRAW_RESHUFFLE

WORD = (1 << 64) - 1
DECK_STREAM = 8  # the stream of the first deck; those below are the rolls of eight seats


def mix(key: int, stream: int, number: int) -> int:
    """Return SplitMix64's output at any position."""
    bits = (key + 0x9E3779B97F4A7C15 * ((stream << 40) + number + 1)) & WORD
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & WORD
    return bits ^ (bits >> 31)


def below(bits: int, limit: int) -> int:
    """Return a number from 0 to limit - 1."""
    return (bits >> 32) * limit >> 32


def roll(key: int, seat: int, number: int, dice: int) -> list[int]:
    """Return the faces of a seat's roll with a given number under a key."""
    bits = mix(key, seat, number)
    if dice == 2:
        return [1 + ((bits & 0xFFFFFFFF) * 6 >> 32), 1 + below(bits, 6)]
    return [1 + below(mix(bits, seat, die), 6) for die in range(dice)]


def next_roll(box: Any, luck: Any, seat: int) -> list[int]:
    """Return the faces a seat rolls next: loaded ones as long as there are any."""
    luck.rolls[seat] += 1
    if luck.loaded_used < luck.loaded:
        luck.loaded_used += 1
        return list(luck.loaded_dice[luck.loaded_used - 1][: box.dice])
    return roll(luck.key, seat, luck.rolls[seat] - 1, box.dice)


def deck_of(game: Any, luck: Any, deck: int) -> list[int]:
    """Return the cards of a deck from the top, out of the ring buffer that stores them."""
    ring = luck.order[deck].tolist()
    top, left = int(game.deck_top[deck]), int(game.deck_left[deck])
    size = left + (game.card_holder[deck] >= 0)
    return [ring[(top + place) % size] for place in range(left)]


def shuffle(cards: list[int], key: int, stream: int, number: int) -> None:
    """Shuffle as Fisher and Yates do, from the bottom card up."""
    for place in range(len(cards) - 1, 0, -1):
        other = below(mix(key, stream, (number << 16) + place), place + 1)
        cards[place], cards[other] = cards[other], cards[place]


def next_card(box: Any, game: Any, luck: Any, deck: int) -> int:
    """Take the next card off a deck, by the rule for drawing."""
    cards, stream, number = luck.decks[deck], DECK_STREAM + deck, luck.draws[deck]
    if box.card_draw == DRAW_REPLACE:
        place = below(mix(luck.key, stream, number), len(cards))
        cards[0], cards[place] = cards[place], cards[0]
    elif box.card_draw == DRAW_RESHUFFLE:
        if game.deck_fresh[deck] == 0:
            shuffle(cards, luck.key, stream, number)
            game.deck_fresh[deck] = len(cards)
        game.deck_fresh[deck] -= 1
    luck.draws[deck] += 1
    return int(cards.pop(0))
