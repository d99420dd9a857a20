"""Throws, moves, and what squares and cards ask of those who come there."""

from __future__ import annotations

from rentier.arena.telling.debts import tell_payments_of_each
from rentier.arena.telling.journey import Journey, Stop, find_journey
from rentier.arena.telling.tale import Tale
from rentier.box import Box
from rentier.box.record import (
    BANK_PAYS,
    CARD_TO_JAIL,
    COLLECT_EACH,
    DECKS,
    GO_TO_JAIL,
    JAIL_CARD,
    PARKING,
    PAY_BANK,
    PAY_EACH,
    REPAIRS,
    TAX,
)
from rentier.game.words import FREE, NOBODY, POT, ROLL


def tell_journey(tale: Tale) -> None:
    """The throw, and where the token goes by it or by a card."""
    journey = find_journey(tale.record, tale.before, tale.after, tale.action)
    if journey is None:
        return
    stops = list(journey.stops)
    if tale.action.kind == ROLL:
        _tell_throw(tale, journey)
        if stops and not journey.fined:
            thrown = tale.lines.pop().strip().rstrip(".")
            _tell_stop(tale, stops.pop(0), f"{thrown}{',' if journey.double else ''} and ")
        _tell_throw_money(tale, journey)
    for stop in stops:
        _tell_stop(tale, stop)


def _tell_throw(tale: Tale, journey: Journey) -> None:
    """The faces, and whether they lead into jail or out of it."""
    faces = " + ".join(map(str, journey.faces)) if journey.faces else f"{journey.total} in all"
    line = f"seat {tale.mover} throws {faces}"
    if tale.before.jail_turns[tale.mover] == FREE:
        line += ", a double" if journey.double else ""
        line += ", the third in a row: to jail" if journey.to_jail else ""
    elif journey.double:
        line += ", a double: out of jail"
    else:
        line += ", no double" + ("" if journey.fined else ": still in jail")
    tale.say(line)


def _tell_throw_money(tale: Tale, journey: Journey) -> None:
    """The bonus for all ones, and the fine for the last throw in jail."""
    seat, bonus = tale.mover, int(tale.record.snake_eyes_bonus)
    if bonus > 0 and journey.double and journey.total == tale.record.dice and tale.before.jail_turns[seat] == FREE:
        tale.move_cash(NOBODY, seat, bonus)
        tale.say(f"seat {seat} gets {tale.money(bonus)} for all ones")
    if journey.fined:
        tale.charge(seat, POT, int(tale.record.jail_fine), "to leave jail")


def _tell_stop(tale: Tale, stop: Stop, start: str = "") -> None:
    """A card, or a square the token comes to. `start` is a sentence that has begun."""
    seat = tale.mover
    if stop.deck is not None:
        _tell_card(tale, stop)
        return
    salary = 0
    if tale.record.go_square == 0:
        salary = int(tale.record.salary) * stop.laps + (int(tale.record.go_exact_bonus) if stop.bonus else 0)
    tale.move_cash(NOBODY, seat, salary)
    passing = " past GO" if stop.laps > stop.bonus and tale.record.go_square == 0 else ""
    paid = f" and gets {tale.money(salary)}" if salary > 0 else ""
    tale.say(f"{start or f'seat {seat} '}moves{passing} to {tale.name(stop.square)}{paid}")
    if stop.last:
        _tell_landing(tale, stop.square)


def _tell_landing(tale: Tale, square: int) -> None:
    """What the square asks of a token that stays."""
    seat, kind = tale.mover, int(tale.record.kind[square])
    if kind == TAX and tale.record.tax_percent[square] == 0:
        tale.charge(seat, POT, int(tale.record.tax[square]), f"for {tale.name(square)}")
    elif kind == GO_TO_JAIL:
        tale.say(f"seat {seat} goes to jail")
    elif kind == PARKING:
        found = tale.pot + int(tale.record.free_parking_bonus)
        tale.pot = 0
        tale.move_cash(NOBODY, seat, found)
        if found > 0:
            tale.say(f"seat {seat} gets {tale.money(found)} from {tale.name(square)}")
    elif tale.before.owner[square] not in (NOBODY, seat):
        _tell_rent(tale, square)


def _tell_rent(tale: Tale, square: int) -> None:
    """Rent is what the visitor has lost since, or owes."""
    seat, owner = tale.mover, int(tale.before.owner[square])
    if not tale.in_play(seat) and tale.before.owes[seat] != 0:
        tale.say(f"seat {seat} cannot pay both the rent for {tale.name(square)} and what it owes")
    elif not tale.in_play(seat):
        tale.owing, tale.creditor = True, owner
        tale.say(f"seat {seat} cannot pay seat {owner} the rent for {tale.name(square)}")
    elif int(tale.before.mortgaged) >> square & 1:
        tale.say(f"{tale.name(square)} is mortgaged and asks no rent")
    elif int(tale.before.free_rent[seat]) >> square & 1:
        tale.say(f"seat {owner} has promised seat {seat} free rent on {tale.name(square)}")
    elif tale.unexplained(seat) > 0:
        tale.charge(seat, owner, tale.unexplained(seat), f"rent for {tale.name(square)}")


def _tell_card(tale: Tale, stop: Stop) -> None:
    """A card and its payment; a move by it is the next stop."""
    seat, deck = tale.mover, int(stop.deck or 0)
    what = _deck_name(tale.box, deck)
    if stop.card is None:
        tale.say(f"seat {seat} draws a {what} card")
        return
    tale.say(f"seat {seat} draws a {what} card, {tale.box.decks[deck][stop.card].label!r}")
    effect = int(tale.record.card_effect[deck, stop.card])
    amount = int(tale.record.card_first[deck, stop.card])
    if effect == BANK_PAYS:
        tale.move_cash(NOBODY, seat, amount)
        tale.say(f"seat {seat} gets {tale.money(amount)}")
    elif effect == PAY_BANK:
        tale.charge(seat, POT, amount, "by the card")
    elif effect == REPAIRS and tale.in_play(seat):
        tale.charge(seat, POT, tale.unexplained(seat), "by the card")
    elif effect in (PAY_EACH, COLLECT_EACH):
        tale.each = int(tale.before.in_play) & ~(1 << seat), amount, int(effect == COLLECT_EACH)
        tell_payments_of_each(tale)
    elif effect == CARD_TO_JAIL:
        tale.say(f"seat {seat} goes to jail")
    elif effect == JAIL_CARD:
        tale.say(f"seat {seat} keeps it")


def _deck_name(box: Box, deck: int) -> str:
    """What people call a deck: the name of the squares that draw from it."""
    return next((square.name for square in box.board.squares if square.kind == DECKS[deck]), DECKS[deck].capitalize())
