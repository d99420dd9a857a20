"""The way a token went between two decisions: found again from the game before and after, for those who tell the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rentier.box.record import (
    ADVANCE_TO,
    BACK_TO,
    CARD_TO_JAIL,
    CHANCE,
    CHEST,
    GO_TO_JAIL,
    MOVE_BY,
    NEAREST,
    UTILITY,
    UTILITY_FRESH,
)
from rentier.game.state import GameRecord
from rentier.game.words import DRAW_CARD, FREE, NOBODY, PAY_FINE, ROLL, UNSEEN, USE_CARD, Action

DOUBLES_TO_JAIL = 3
Cards = tuple[list[int | None], list[int | None]]


@dataclass(frozen=True)
class Stop:
    """A card that was drawn (`deck` and `card`, which is None where nobody can know it), or a square that was come to.

    `laps`: how often GO was reached on the way; `bonus`: whether exactly; `last`: the square asks for something itself.
    """

    square: int
    deck: int | None = None
    card: int | None = None
    laps: int = 0
    bonus: bool = False
    last: bool = True


@dataclass(frozen=True)
class Journey:
    """A throw, if there was one, and the stops. `faces` are empty where a later throw for rent has covered them."""

    stops: tuple[Stop, ...] = ()
    faces: tuple[int, ...] = ()
    total: int = 0
    double: bool = False
    to_jail: bool = False  # by the third double
    fined: bool = False  # the last throw in jail


def find_journey(box: Any, before: GameRecord, after: GameRecord, action: Action) -> Journey | None:
    """How the mover's token got from where it was to where it is; None where it had no reason to move."""
    mover = int(before.mover)
    cards = drawn_cards(box, before, after, mover)
    start = int(before.square[mover])
    if action.kind == ROLL:
        return _throw(box, before, after, cards)
    if action.kind == DRAW_CARD:
        deck = int(box.card_second[before.choice_deck, before.choice_card])
        stops, _ = _follow(box, start, cards, deck)
        return Journey(tuple(stops))
    freed = before.jail_turns[mover] != FREE and after.jail_turns[mover] == FREE
    still_in = int(after.in_play) >> mover & 1
    if freed and still_in and action.kind not in (PAY_FINE, USE_CARD):  # the fine for the last throw in jail is paid at last
        faces = tuple(int(face) for face in before.dice[: int(box.dice)])
        return Journey(tuple(_walk(box, start, sum(faces), cards)[0]))
    return None


def drawn_cards(box: Any, before: GameRecord, after: GameRecord, mover: int) -> Cards:
    """The cards of each deck drawn in between, in order. A card put under its deck lies right behind those before it."""
    decks: Cards = ([], [])
    for deck, cards in enumerate(decks):
        size = int(box.deck_size[deck])
        if size == 0:
            continue
        number = (int(after.deck_top[deck]) - int(before.deck_top[deck])) % size
        kept = before.card_holder[deck] == NOBODY and after.card_holder[deck] == mover
        end = int(before.deck_top[deck]) + int(before.deck_left[deck])
        for place in range(number - kept):
            card = int(after.known[deck, (end + place) % size])
            cards.append(None if card == UNSEEN else card)
        if kept:
            cards.append(int(box.jail_card[deck]))
    return decks


def _throw(box: Any, before: GameRecord, after: GameRecord, cards: Cards) -> Journey:
    """The journey of a throw of the dice."""
    mover = int(before.mover)
    start = int(before.square[mover])
    faces = tuple(int(face) for face in after.dice[: int(box.dice)])
    double = len(faces) > 1 and len(set(faces)) == 1
    in_jail = before.jail_turns[mover] != FREE
    last = in_jail and before.jail_turns[mover] + 1 >= box.jail_max_turns
    if in_jail and after.jail_turns[mover] != FREE and not _walks(box, after, start, sum(faces), cards, double or last):
        return Journey((), faces, sum(faces), double, fined=last and not double)
    if not in_jail and double and before.doubles == DOUBLES_TO_JAIL - 1 and box.jail_square >= 0 and not any(cards):
        if after.square[mover] == box.jail_square and after.jail_turns[mover] == 0:
            return Journey((), faces, sum(faces), double, to_jail=True)
    total, seen = _total(box, before, after, sum(faces), cards)
    if not seen:
        faces = ()
        double = after.doubles > before.doubles
    return Journey(tuple(_walk(box, start, total, cards)[0]), faces, total, double, fined=last and not double)


def _walks(box: Any, after: GameRecord, start: int, total: int, cards: Cards, leaves: bool) -> bool:
    """Whether a player in jail left it and came straight back: by a square or a card that sends to jail."""
    stops, square = _walk(box, start, total, cards)
    return leaves and len(stops) > 0 and square == box.jail_square and after.jail_turns[int(after.mover)] == 0


def _total(box: Any, before: GameRecord, after: GameRecord, thrown: int, cards: Cards) -> tuple[int, bool]:
    """The sum that moved the token, and whether its dice still lie there: a throw for rent may have covered them."""
    mover = int(before.mover)
    start, end = int(before.square[mover]), int(after.square[mover])
    stops, square = _walk(box, start, thrown, cards)
    fresh = box.utility_roll == UTILITY_FRESH or any(stop.deck is not None for stop in stops)
    covered = box.kind[end] == UTILITY and before.owner[end] not in (NOBODY, mover) and fresh
    if square == end and not covered:
        return thrown, True
    dice = int(box.dice)
    for total in range(dice, 6 * dice + 1):
        stops, square = _walk(box, start, total, cards)
        used = sum(stop.deck is not None for stop in stops)
        if square == end and used == len(cards[0]) + len(cards[1]):
            return total, square == end and total == thrown and not covered
    return thrown, True


def _walk(box: Any, start: int, total: int, cards: Cards) -> tuple[list[Stop], int]:
    """The stops of a throw, and the square where they end."""
    stop = _forward(box, start, total)
    stops, square = _follow(box, stop.square, cards, None)
    if stops:
        stop = Stop(stop.square, laps=stop.laps, bonus=stop.bonus, last=False)
    elif box.kind[stop.square] == GO_TO_JAIL:
        square = int(box.jail_square)
    return [stop, *stops], square


def _forward(box: Any, start: int, steps: int) -> Stop:
    """A move ahead."""
    laps, square = divmod(start + steps, int(box.squares))
    return Stop(square, laps=laps, bonus=laps > 0 and square == 0)


def _follow(box: Any, square: int, cards: Cards, deck: int | None) -> tuple[list[Stop], int]:
    """The cards drawn on a square, or from a deck, and the squares they lead to."""
    left = [list(cards[0]), list(cards[1])]
    stops: list[Stop] = []
    while True:
        if deck is None:
            kind = int(box.kind[square])
            if kind not in (CHANCE, CHEST):
                break
            deck = 0 if kind == CHANCE else 1
        if not left[deck]:
            break
        card = left[deck].pop(0)
        stops.append(Stop(square, deck, card, last=False))
        if card is None:
            break
        stop = _moved_by_card(box, square, deck, card)
        if stop is None:
            return stops, int(box.jail_square) if box.card_effect[deck, card] == CARD_TO_JAIL else square
        square, deck = stop.square, None
        draws = int(box.kind[square]) in (CHANCE, CHEST)
        stops.append(Stop(square, laps=stop.laps, bonus=stop.bonus, last=not draws))
    jailed = bool(stops) and box.kind[square] == GO_TO_JAIL
    return stops, int(box.jail_square) if jailed else square


def _moved_by_card(box: Any, square: int, deck: int, card: int) -> Stop | None:
    """Where a card moves the token; None where it does not."""
    effect, number, squares = int(box.card_effect[deck, card]), int(box.card_first[deck, card]), int(box.squares)
    if effect == ADVANCE_TO:
        return _forward(box, square, (number - square) % squares)
    if effect == BACK_TO:
        return Stop(number)
    if effect == MOVE_BY:
        return _forward(box, square, number) if number > 0 else Stop((square + number) % squares)
    if effect == NEAREST:
        steps = next(steps for steps in range(1, squares + 1) if box.kind[(square + steps) % squares] == number)
        return _forward(box, square, steps)
    return None
