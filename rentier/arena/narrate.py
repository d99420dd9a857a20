"""A game in sentences: what one decision led to, found by comparing the game before and after it.

`tell(box, before, after, action)` is a list of lines. It keeps an account of the money as it goes along; what the account
cannot explain is told as so much more or less, so that no change of cash is ever left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from numba import types

from rentier.arena.journey import Journey, Stop, find_journey
from rentier.box import Box
from rentier.box.record import (
    AUCTION_SEALED,
    BANK_PAYS,
    CARD_TO_JAIL,
    COLLECT_EACH,
    DECKS,
    GO_TO_JAIL,
    JAIL_CARD,
    PARKING,
    PARKING_POT,
    PAY_BANK,
    PAY_EACH,
    REPAIRS,
    TAX,
    BoxRecord,
)
from rentier.compiled import entry
from rentier.game.deeds import resale
from rentier.game.edge import copied
from rentier.game.landing import tax_share
from rentier.game.mortgages import interest, lift_cost
from rentier.game.state import BOX, GAME, GameRecord, LuckRecord
from rentier.game.words import (
    A_HOUSE,
    ACCEPT,
    ASK_RENT,
    BANKRUPT,
    BID,
    BUILD,
    BUY,
    CHOOSE_CARD,
    COUNTER,
    DECLINE,
    DRAW_CARD,
    FREE,
    KEEP,
    LIFT,
    MORTGAGE,
    NOBODY,
    NOTHING,
    OFFER,
    OVER,
    PASS,
    PAY_FINE,
    PAY_SHARE,
    PAY_TAX,
    PLACE,
    POT,
    REFUSE,
    ROLL,
    SELL,
    USE_CARD,
    WAIVE_RENT,
    Action,
)
from rentier.record.actions import parse_action, terms_text
from rentier.record.games import Beginning
from rentier.table import Game

INDENT = "  "

Listener = Callable[[Game, list[str]], None]  # is handed the game as it stands now, and what has just happened


@entry(types.int64(BOX, types.int64))
def cost_to_lift(box: BoxRecord, square: int) -> int:
    """What lifting a mortgage costs."""
    return lift_cost(box, square)


@entry(types.int64(BOX, types.int64))
def interest_due(box: BoxRecord, square: int) -> int:
    """The interest on a mortgaged deed that changes hands."""
    return interest(box, square)


@entry(types.int64(BOX, types.int64, types.int64))
def sale_price(box: BoxRecord, square: int, levels: int) -> int:
    """What the bank pays for so many buildings of a lot."""
    return resale(box, square, levels)


@entry(types.int64(BOX, GAME, types.int64, types.int64))
def share_of_worth(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """The tax as a share of what a seat is worth."""
    return tax_share(box, game, seat, square)


def tell(box: Box, before: GameRecord, after: GameRecord, action: Action) -> list[str]:
    """What an action did, from the decision it answered to the next one, in sentences."""
    return _Tale(box, before, after, action).lines


def opening(box: Box, game: GameRecord) -> list[str]:
    """How a game stands before its first decision: what was dealt, and whose turn it is."""
    lines = []
    for seat in range(int(game.players)):
        dealt = [name for square, name in enumerate(box.square_names) if int(game.deeds[seat]) >> square & 1]
        if dealt:
            lines.append(f"{INDENT}Seat {seat} holds {', '.join(dealt)}.")
    return [*lines, turn_heading(box, game)]


def turn_heading(box: Box, game: GameRecord) -> str:
    """`Round 3, turn 9: seat 1, on Pall Mall with £980`."""
    seat = int(game.mover)
    place = "in jail" if game.jail_turns[seat] != FREE else f"on {box.square_names[game.square[seat]]}"
    return f"Round {game.rounds}, turn {game.turns}: seat {seat}, {place} with {box.board.currency}{game.cash[seat]}"


def deck_name(box: Box, deck: int) -> str:
    """What people call a deck: the name of the squares that draw from it."""
    return next((square.name for square in box.board.squares if square.kind == DECKS[deck]), DECKS[deck].capitalize())


def closing(game: GameRecord) -> str:
    """How a game ended."""
    winners = [seat for seat in range(int(game.players)) if int(game.winners) >> seat & 1]
    if not winners:
        return "The game is over: a draw."
    if len(winners) == 1:
        return f"The game is over: seat {winners[0]} wins."
    return f"The game is over: seats {' and '.join(map(str, winners))} share the first place."


def told_game(listen: Listener) -> type[Game]:
    """Games that tell themselves as they are played: `told_game(print).new(...)`, or `.replay(...)`."""

    class ToldGame(Game):
        def __init__(self, box: Box, state: GameRecord, luck: LuckRecord, beginning: Beginning) -> None:
            super().__init__(box, state, luck, beginning)
            listen(self, opening(box, state))

        def apply(self, action: Action | str) -> None:
            before = copied(self.state)
            super().apply(action)
            said = parse_action(self.box, action) if isinstance(action, str) else action
            listen(self, tell(self.box, before, self.state, said))

    return ToldGame


class _Tale:
    """The telling of one decision. `cash`, `pot` and `debt` follow the money as far as it has been told."""

    def __init__(self, box: Box, before: GameRecord, after: GameRecord, action: Action) -> None:
        self.box = box
        self.record = box.record
        self.before = before
        self.after = after
        self.action = Action(*map(int, action))
        self.actor = int(before.actor)
        self.mover = int(before.mover)
        self.players = int(before.players)
        self.cash = [int(before.cash[seat]) for seat in range(self.players)]
        self.pot = int(before.pot)
        self.creditor = int(before.creditor)
        self.owing = int(before.debt) > 0
        self.each = int(before.each_seats), int(before.each_amount), int(before.each_collects)
        self.unsettled = int(before.unsettled)
        self.bid = int(before.high_bid)
        self.lines: list[str] = []
        self._tell()

    def _tell(self) -> None:
        """In the order of the rules: the action, what it pays off, where it leads, and what comes next."""
        self._tell_action()
        self._tell_debt_paid()
        self._tell_settling()
        self._tell_each()
        self._tell_journey()
        self._tell_bankruptcies()
        self._tell_settling()
        self._tell_hammer()
        self._tell_new_auction()
        self._tell_rest()
        if self.after.decision == OVER:
            self.lines.append(closing(self.after))
        elif self.after.turns != self.before.turns:
            self.lines.append(turn_heading(self.box, self.after))

    # words

    def say(self, line: str) -> None:
        """One more sentence, under the heading of its turn."""
        self.lines.append(f"{INDENT}{line[0].upper()}{line[1:]}.")

    def money(self, amount: int) -> str:
        """An amount in the board's currency."""
        return f"{self.box.board.currency}{amount}"

    def name(self, square: int) -> str:
        """The name of a square."""
        return self.box.square_names[square]

    def who(self, seat: int) -> str:
        """A seat, or the bank."""
        return f"seat {seat}" if seat >= 0 else "the bank"

    def squares(self, bits: int) -> Iterator[int]:
        """The squares of a set of bits, in board order."""
        return (square for square in range(int(self.record.squares)) if bits >> square & 1)

    # money

    def move_cash(self, payer: int, payee: int, amount: int) -> None:
        """Cash changes hands in the account."""
        if payer >= 0:
            self.cash[payer] -= amount
        if payee >= 0:
            self.cash[payee] += amount
        elif payee == POT and self.record.free_parking == PARKING_POT:
            self.pot += amount

    def charge(self, payer: int, payee: int, amount: int, reason: str) -> None:
        """A payment falls due: it is made, or becomes a debt."""
        if amount == 0:
            return
        if self.cash[payer] >= amount:
            self.move_cash(payer, payee, amount)
            self.say(f"seat {payer} pays {self.who(payee)} {self.money(amount)} {reason}")
        else:
            self.owing = True
            self.creditor = payee
            short = f"has {self.money(self.cash[payer])}"
            self.say(f"seat {payer} owes {self.who(payee)} {self.money(amount)} {reason} and {short}")

    def unexplained(self, seat: int) -> int:
        """How much more the account gives a seat than it has: what it must have paid or now owes."""
        if self.after.debt > 0 and self.after.debtor == seat:
            return int(self.after.debt)
        return self.cash[seat] - int(self.after.cash[seat])

    # the action itself

    def _tell_action(self) -> None:
        kind = self.action.kind
        if kind in (BUILD, SELL, MORTGAGE, LIFT, KEEP):
            self._tell_estate_action(kind, self.action.target)
        elif kind in (OFFER, COUNTER, ACCEPT, REFUSE):
            self._tell_trade(kind)
        elif kind in (BID, PASS):
            self._tell_bid(kind)
        elif kind in (PAY_FINE, USE_CARD, PAY_TAX, PAY_SHARE, ASK_RENT, WAIVE_RENT, DRAW_CARD):
            self._tell_choice(kind)
        elif kind == BUY:
            square = int(self.before.square[self.mover])
            self.move_cash(self.mover, NOBODY, int(self.record.price[square]))
            self.say(f"seat {self.mover} buys {self.name(square)} for {self.money(self.record.price[square])}")
        elif kind == DECLINE:
            self.say(f"seat {self.mover} does not buy {self.name(self.before.square[self.mover])}")
        elif kind == BANKRUPT:
            self.say(f"seat {self.actor} gives up")

    def _tell_estate_action(self, kind: int, square: int) -> None:
        """Building, selling, mortgaging, lifting, and keeping a mortgage."""
        seat, name = self.actor, self.name(square)
        if kind == BUILD:
            self._tell_build(square)
        elif kind == SELL:
            self._tell_sale(square)
        elif kind == MORTGAGE:
            amount = int(self.record.mortgage[square])
            self.move_cash(NOBODY, seat, amount)
            self.say(f"seat {seat} mortgages {name} for {self.money(amount)}")
        elif kind == LIFT:
            amount = cost_to_lift(self.record, square)
            self.unsettled &= ~(1 << square)
            self.move_cash(seat, NOBODY, amount)
            self.say(f"seat {seat} lifts the mortgage of {name} for {self.money(amount)}")
        else:
            self.unsettled &= ~(1 << square)
            self.charge(seat, NOBODY, interest_due(self.record, square), f"interest and keeps {name} mortgaged")

    def _tell_build(self, square: int) -> None:
        """A building, or the call for one that others want too."""
        seat = self.actor
        if self.after.level[square] == self.before.level[square]:
            self.say(f"seat {seat} wants to build on {self.name(square)}, but others want the last buildings too")
            return
        cost = self.bid if self.before.decision == PLACE else int(self.record.house_cost[square])
        self.move_cash(seat, NOBODY, cost)
        self.say(f"seat {seat} builds on {self.name(square)} for {self.money(cost)}: {self._standing(square)}")

    def _tell_sale(self, square: int) -> None:
        """One building, or a whole group brought down with its hotel."""
        for lot in self.squares(int(self.before.built)):
            levels = int(self.before.level[lot]) - int(self.after.level[lot])
            # a bankruptcy that follows is told with the estate
            if levels > 0 and self.before.owner[lot] == self.actor and self.record.group_of[lot] >> square & 1:
                amount = sale_price(self.record, lot, levels)
                self.move_cash(NOBODY, self.actor, amount)
                self.say(f"seat {self.actor} sells on {self.name(lot)} for {self.money(amount)}: {self._standing(lot)}")

    def _standing(self, square: int) -> str:
        """What stands on a lot now."""
        level = int(self.after.level[square])
        if level == self.record.hotel_level:
            return "a hotel"
        return {0: "bare", 1: "1 house"}.get(level, f"{level} houses")

    def _tell_trade(self, kind: int) -> None:
        """An offer, or the answer to one."""
        game, action = self.before, self.action
        if kind in (OFFER, COUNTER):
            other = action.target if kind == OFFER else int(game.offer_from)
            terms = terms_text(self.box, action.amount, action.give, action.take)
            verb = "offers" if kind == OFFER else "answers"
            self.say(f"seat {self.actor} {verb} seat {other}: {terms}")
            return
        if kind == REFUSE:
            self.say(f"seat {self.actor} refuses")
            return
        give, take = int(game.offer_give), int(game.offer_take)
        proposer = int(game.offer_from)
        self.say(f"seat {self.actor} accepts: {terms_text(self.box, int(game.offer_cash), give, take)}")
        self.move_cash(proposer, self.actor, int(game.offer_cash))
        for seat, things in ((self.actor, give), (proposer, take)):
            self._receive_mortgaged(seat, things & int(game.mortgaged))

    def _receive_mortgaged(self, seat: int, deeds: int) -> None:
        """Mortgaged deeds come with interest: a debtor pays it at once, others as they are asked."""
        if self.record.mortgage_transfer_fee == 0:
            return
        if self.before.debt > 0 and self.before.debtor == seat:
            for square in self.squares(deeds):
                self.charge(seat, NOBODY, interest_due(self.record, square), f"interest on {self.name(square)}")
        else:
            self.unsettled |= deeds

    def _tell_bid(self, kind: int) -> None:
        if kind == PASS:
            self.say(f"seat {self.actor} bids no more")
        elif self.record.auction == AUCTION_SEALED:
            self.say(f"seat {self.actor} puts a bid into an envelope")
        else:
            self.bid = self.action.amount
            self.say(f"seat {self.actor} bids {self.money(self.bid)}")

    def _tell_choice(self, kind: int) -> None:
        """Leaving jail, and the choices that cards, taxes and rents leave."""
        game, seat = self.before, self.actor
        square = int(game.square[self.mover])
        if kind == USE_CARD:
            self.say(f"seat {seat} uses a card and leaves jail")
        elif kind == DRAW_CARD:
            self.say(f"seat {seat} would rather draw a card")
        elif kind == PAY_FINE and game.decision == CHOOSE_CARD:
            self.charge(seat, POT, int(self.record.card_first[game.choice_deck, game.choice_card]), "by the card")
        elif kind == PAY_FINE:
            self.charge(seat, POT, int(self.record.jail_fine), "and leaves jail")
        elif kind == PAY_TAX:
            self.charge(seat, POT, int(self.record.tax[square]), f"for {self.name(square)}")
        elif kind == PAY_SHARE:
            self.charge(seat, POT, share_of_worth(self.record, game, seat, square), f"for {self.name(square)}, a share")
        elif kind == ASK_RENT:
            self.charge(self.mover, seat, int(game.claim), f"rent for {self.name(square)}")
        else:
            self.say(f"seat {seat} does not ask for the rent of {self.name(square)}")

    # what was owed

    def _tell_debt_paid(self) -> None:
        """The debt that was waiting is paid once the cash is there."""
        game, debtor = self.before, int(self.before.debtor)
        if game.debt == 0 or self.cash[debtor] < game.debt or not self._in_play(debtor):
            return
        self.owing = False
        self.move_cash(debtor, int(game.creditor), int(game.debt))
        deed = "" if game.debt_deed == NOTHING else f" and takes {self.name(game.debt_deed)}"
        self.say(f"seat {debtor} pays {self.who(int(game.creditor))} the {self.money(game.debt)} it owes{deed}")

    def _tell_settling(self) -> None:
        """The interest on mortgaged deeds whose new owner could not lift them anyway."""
        for square in self.squares(self.unsettled & ~int(self.after.unsettled)):
            owner = int(self.after.owner[square])
            self.unsettled &= ~(1 << square)
            if owner != NOBODY and not self.owing:
                self.charge(owner, NOBODY, interest_due(self.record, square), f"interest on {self.name(square)}")

    def _tell_each(self) -> None:
        """Payments of a card between the mover and everybody else, one after the other, until one cannot pay."""
        seats, amount, collects = self.each
        for step in range(1, self.players):
            seat = (self.mover + step) % self.players
            if self.owing or not seats >> seat & 1 or int(self.after.each_seats) >> seat & 1:
                continue
            payer, payee = (seat, self.mover) if collects else (self.mover, seat)
            self.charge(payer, payee, amount, "by the card")

    def _in_play(self, seat: int) -> bool:
        return bool(int(self.after.in_play) >> seat & 1)

    # throws, moves and squares

    def _tell_journey(self) -> None:
        """The throw, and where the token goes by it or by a card."""
        journey = find_journey(self.record, self.before, self.after, self.action)
        if journey is None:
            return
        stops = list(journey.stops)
        if self.action.kind == ROLL:
            self._tell_throw(journey)
            if stops and not journey.fined:
                thrown = self.lines.pop().strip().rstrip(".")
                self._tell_stop(stops.pop(0), f"{thrown}{',' if journey.double else ''} and ")
            self._tell_throw_money(journey)
        for stop in stops:
            self._tell_stop(stop)

    def _tell_throw(self, journey: Journey) -> None:
        """The faces, and whether they lead into jail or out of it."""
        faces = " + ".join(map(str, journey.faces)) if journey.faces else f"{journey.total} in all"
        line = f"seat {self.mover} throws {faces}"
        if self.before.jail_turns[self.mover] == FREE:
            line += ", a double" if journey.double else ""
            line += ", the third in a row: to jail" if journey.to_jail else ""
        elif journey.double:
            line += ", a double: out of jail"
        else:
            line += ", no double" + ("" if journey.fined else ": still in jail")
        self.say(line)

    def _tell_throw_money(self, journey: Journey) -> None:
        """The bonus for all ones, and the fine for the last throw in jail."""
        seat, bonus = self.mover, int(self.record.snake_eyes_bonus)
        if bonus > 0 and journey.double and journey.total == self.record.dice and self.before.jail_turns[seat] == FREE:
            self.move_cash(NOBODY, seat, bonus)
            self.say(f"seat {seat} gets {self.money(bonus)} for all ones")
        if journey.fined:
            self.charge(seat, POT, int(self.record.jail_fine), "to leave jail")

    def _tell_stop(self, stop: Stop, start: str = "") -> None:
        """A card, or a square the token comes to. `start` is a sentence that has begun."""
        seat = self.mover
        if stop.deck is not None:
            self._tell_card(stop)
            return
        salary = 0
        if self.record.go_square == 0:
            salary = int(self.record.salary) * stop.laps + (int(self.record.go_exact_bonus) if stop.bonus else 0)
        self.move_cash(NOBODY, seat, salary)
        passing = " past GO" if stop.laps > stop.bonus and self.record.go_square == 0 else ""
        paid = f" and gets {self.money(salary)}" if salary > 0 else ""
        self.say(f"{start or f'seat {seat} '}moves{passing} to {self.name(stop.square)}{paid}")
        if stop.last:
            self._tell_landing(stop.square)

    def _tell_landing(self, square: int) -> None:
        """What the square asks of a token that stays."""
        seat, kind = self.mover, int(self.record.kind[square])
        if kind == TAX and self.record.tax_percent[square] == 0:
            self.charge(seat, POT, int(self.record.tax[square]), f"for {self.name(square)}")
        elif kind == GO_TO_JAIL:
            self.say(f"seat {seat} goes to jail")
        elif kind == PARKING:
            found = self.pot + int(self.record.free_parking_bonus)
            self.pot = 0
            self.move_cash(NOBODY, seat, found)
            if found > 0:
                self.say(f"seat {seat} gets {self.money(found)} from {self.name(square)}")
        elif self.before.owner[square] not in (NOBODY, seat):
            self._tell_rent(square)

    def _tell_rent(self, square: int) -> None:
        """Rent is what the visitor has lost since, or owes."""
        seat, owner = self.mover, int(self.before.owner[square])
        if not self._in_play(seat):
            self.creditor = owner
            self.say(f"seat {seat} cannot pay seat {owner} the rent for {self.name(square)}")
        elif int(self.before.mortgaged) >> square & 1:
            self.say(f"{self.name(square)} is mortgaged and asks no rent")
        elif self.unexplained(seat) > 0:
            self.charge(seat, owner, self.unexplained(seat), f"rent for {self.name(square)}")

    def _tell_card(self, stop: Stop) -> None:
        """A card and its payment; a move by it is the next stop."""
        seat, deck = self.mover, int(stop.deck or 0)
        what = deck_name(self.box, deck)
        if stop.card is None:
            self.say(f"seat {seat} draws a {what} card")
            return
        self.say(f"seat {seat} draws a {what} card, {self.box.decks[deck][stop.card].label!r}")
        effect = int(self.record.card_effect[deck, stop.card])
        amount = int(self.record.card_first[deck, stop.card])
        if effect == BANK_PAYS:
            self.move_cash(NOBODY, seat, amount)
            self.say(f"seat {seat} gets {self.money(amount)}")
        elif effect == PAY_BANK:
            self.charge(seat, POT, amount, "by the card")
        elif effect == REPAIRS and self._in_play(seat):
            self.charge(seat, POT, self.unexplained(seat), "by the card")
        elif effect in (PAY_EACH, COLLECT_EACH):
            self.each = int(self.before.in_play) & ~(1 << seat), amount, int(effect == COLLECT_EACH)
            self._tell_each()
        elif effect == CARD_TO_JAIL:
            self.say(f"seat {seat} goes to jail")
        elif effect == JAIL_CARD:
            self.say(f"seat {seat} keeps it")

    # who falls

    def _tell_bankruptcies(self) -> None:
        """Who is out, and who gets what is left."""
        fallen = int(self.before.in_play) & ~int(self.after.in_play)
        for seat in range(self.players):
            if fallen >> seat & 1:
                self._tell_bankruptcy(seat)

    def _tell_bankruptcy(self, seat: int) -> None:
        """The buildings go at half their cost; the rest to the creditor or to the bank."""
        deeds = int(self.before.deeds[seat])
        heirs = {int(self.after.owner[square]) for square in self.squares(deeds)}
        creditor = self.creditor if self.owing else NOBODY
        for square in self.squares(deeds & int(self.before.built)):
            if not (self.action.kind == SELL and self.record.group_of[square] >> self.action.target & 1):
                self.move_cash(NOBODY, seat, sale_price(self.record, square, int(self.before.level[square])))
        if creditor >= 0:
            self.move_cash(seat, creditor, self.cash[seat])
        self.cash[seat] = 0
        heir = creditor if creditor in heirs else NOBODY
        estate = f"; {', '.join(map(self.name, self.squares(deeds)))} to {self.who(heir)}" if deeds else ""
        self.say(f"seat {seat} is bankrupt{estate}")
        if heir >= 0 and self.record.mortgage_transfer_fee == 1 and self.after.decision != OVER:
            self.unsettled |= deeds & int(self.before.mortgaged)
        self.owing = False

    # auctions

    def _tell_hammer(self) -> None:
        """An auction has ended: who has it, and for how much."""
        lot = int(self.before.lot)
        if lot == NOTHING or self.before.placing != NOBODY or (self.after.lot == lot and self.after.placing == NOBODY):
            return
        if lot < NOTHING:
            self._tell_piece_won()
            return
        winner = int(self.after.owner[lot])
        if self.after.debt > 0 and self.after.debt_deed == lot:
            winner = int(self.after.debtor)
        if winner == NOBODY:
            self.say(f"nobody takes {self.name(lot)}")
            return
        price = self.unexplained(winner)
        if self.cash[winner] >= price:
            self.move_cash(winner, NOBODY, price)
            self.say(f"{self.name(lot)} goes to seat {winner} for {self.money(price)}")
        else:
            self.charge(winner, NOBODY, price, f"for {self.name(lot)}")

    def _tell_piece_won(self) -> None:
        """A scarce house or hotel: placed at once where there is only one lot for it."""
        piece = "the house" if self.before.lot == A_HOUSE else "the hotel"
        if self.after.placing != NOBODY:
            self.say(f"seat {self.after.placing} has won {piece} for {self.money(self.after.high_bid)}")
            return
        for square in range(int(self.record.squares)):
            if self.after.level[square] != self.before.level[square]:
                winner = int(self.after.owner[square])
                price = self.unexplained(winner)
                self.move_cash(winner, NOBODY, price)
                where = f"{self.name(square)}: {self._standing(square)}"
                self.say(f"seat {winner} has won {piece} for {self.money(price)} and builds on {where}")

    def _tell_new_auction(self) -> None:
        """Something comes under the hammer, or would have had there been a bidder."""
        lot = int(self.after.lot)
        if lot not in (NOTHING, int(self.before.lot)):
            what = self.name(lot) if lot >= 0 else ("a house" if lot == A_HOUSE else "a hotel")
            lead = (
                ""
                if self.after.leader == NOBODY
                else f"; seat {self.after.leader} leads with {self.money(self.after.high_bid)}"
            )
            self.say(f"{what} is auctioned, bids from {self.money(max(int(self.after.bid_floor), 1))}{lead}")

    # what is left

    def _tell_rest(self) -> None:
        """Whatever the account has not explained."""
        for seat in range(self.players):
            rest = int(self.after.cash[seat]) - self.cash[seat]
            if rest != 0:
                self.say(f"seat {seat} has {self.money(abs(rest))} {'more' if rest > 0 else 'less'}")
            self.cash[seat] = int(self.after.cash[seat])
