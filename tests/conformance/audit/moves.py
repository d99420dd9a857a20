"""Dice, tokens, squares and cards, event by event."""

from __future__ import annotations

from rentier.box import record as of
from rentier.game import events as ev
from rentier.game import words
from rentier.game.words import NOBODY, POT

from .fate import next_card, next_roll
from .payments import Script, event
from .sales import Sales


class Moves(Sales):
    """From the roll to the effect of the square."""

    def roll_dice(self, seat: int, why: int) -> Script:
        faces = next_roll(self.box, self.luck, seat)
        yield event(ev.ROLLED, seat, amount=int("".join(map(str, faces))), why=why)

    def roll(self, seat: int) -> Script:
        """Yield the roll, and the move or jail that follows."""
        box, game = self.box, self.game
        jailed = game.jail_turns[seat] != words.FREE
        yield from self.roll_dice(seat, ev.IN_JAIL if jailed else ev.TO_MOVE)
        double = box.dice > 1 and len(set(game.dice[: box.dice])) == 1
        if jailed:
            yield from self.roll_in_jail(seat, double)
            return
        game.doubles = game.doubles + 1 if double else 0
        if double and game.dice[0] == 1:
            yield from self.pay(NOBODY, seat, box.snake_eyes_bonus, ev.ALL_ONES)
        if game.doubles == 3 and box.jail_square >= 0:
            yield from self.jail(seat, ev.BY_THIRD_DOUBLE)
        else:
            yield from self.move(seat, sum(game.dice), ev.BY_DICE)
            yield from self.land(seat)

    def roll_in_jail(self, seat: int, double: bool) -> Script:
        """Yield a roll in jail: a double frees the player; after the last roll it pays the fine and then moves."""
        box, game = self.box, self.game
        game.doubles = box.jail_exit_double_rolls_again if double else 0
        if double:
            yield from self.leave_jail(seat, ev.BY_DOUBLE)
        elif game.jail_turns[seat] + 1 >= box.jail_max_turns:
            game.phase = words.LEAVING_JAIL
            yield from self.charge(seat, POT, box.jail_fine, ev.BY_LAST_ROLL)
        else:
            yield event(ev.STAYED_IN_JAIL, seat)

    def jail(self, seat: int, why: int) -> Script:
        self.game.doubles = 0
        yield event(ev.JAILED, seat, other=self.game.square[seat], square=self.box.jail_square, why=why)

    def leave_jail(self, seat: int, why: int) -> Script:
        yield event(ev.FREED, seat, why=why)
        yield from self.move(seat, sum(self.game.dice), ev.BY_DICE)
        yield from self.land(seat)

    def move(self, seat: int, steps: int, why: int) -> Script:
        """Yield the move of a token, with the salary for each passing of GO, but not backwards."""
        box, game, before = self.box, self.game, self.game.square[seat]
        laps, square = divmod(before + steps, box.squares)
        yield event(ev.MOVED, seat, other=before, square=square, amount=steps, why=why)
        for lap in range(1, laps + 1):
            yield event(ev.PASSED_GO, seat)
            game.lapped.add(seat)
            game.owes_now |= int(game.owes[seat] > 0)
            if box.go_square == 0:
                yield from self.pay(NOBODY, seat, box.salary, ev.SALARY)
                if square == 0 and lap == laps:
                    yield from self.pay(NOBODY, seat, box.go_exact_bonus, ev.GO_BONUS)

    # squares and cards

    def land(self, seat: int) -> Script:
        """Yield the effect of the square that a token has reached."""
        box, game, square = self.box, self.game, self.game.square[seat]
        game.phase = words.LANDED
        match box.kind[square]:
            case of.STREET | of.STATION | of.UTILITY:
                yield from self.visit(seat, square, 0)
            case of.CHANCE | of.CHEST as kind:
                yield from self.draw(seat, of.CHANCE_DECK if kind == of.CHANCE else of.CHEST_DECK)
            case of.TAX if box.tax_percent[square]:
                game.phase = words.TAXING
            case of.TAX:
                yield from self.charge(seat, POT, box.tax[square], ev.TAXED, square)
            case of.GO_TO_JAIL:
                yield from self.jail(seat, ev.BY_SQUARE)
            case of.PARKING:
                yield from self.pay(POT, seat, game.pot, ev.PARKED, square)
                yield from self.pay(NOBODY, seat, box.free_parking_bonus, ev.PARKED, square)

    def visit(self, seat: int, square: int, factor: int) -> Script:
        """Yield the effect of a deed: a purchase or rent, which a card to the nearest station or utility multiplies."""
        box, game, owner = self.box, self.game, self.game.owner[square]
        if owner == NOBODY:
            may_buy = not box.first_lap_no_buying or seat in game.lapped
            if may_buy:
                game.phase = words.BUYING
        elif owner != seat and (why := self.no_rent(seat, square)) is not None:
            yield event(ev.RENT_FREE, seat, other=owner, square=square, why=why)
        elif owner != seat:
            is_utility = box.kind[square] == of.UTILITY
            if is_utility and (factor or box.utility_roll == of.UTILITY_FRESH):
                yield from self.roll_dice(seat, ev.FOR_RENT)
            total = sum(game.dice)
            rent = factor * total if is_utility and factor else self.rent(square, total) * max(factor, 1)
            if box.rent_claim == of.RENT_ASKED:
                game.phase, game.claim = words.CLAIMING, rent
            else:
                yield from self.charge(seat, owner, rent, ev.RENT, square)

    def draw(self, seat: int, deck: int) -> Script:
        """Yield the next card of a deck and its effect; nothing if its only card is held by a player."""
        box, decks = self.box, self.luck.decks
        if not decks[deck]:
            return
        card = next_card(box, self.game, self.luck, deck)
        yield event(ev.DREW, seat, other=deck, square=self.game.square[seat], amount=card)
        if box.card_effect[deck][card] == of.JAIL_CARD:
            yield event(ev.KEPT_CARD, seat, other=deck)
        else:
            decks[deck].append(card)
            yield from self.obey(seat, deck, card)

    def obey(self, seat: int, deck: int, card: int) -> Script:
        box, game, square = self.box, self.game, self.game.square[seat]
        effect, first, second = (part[deck][card] for part in (box.card_effect, box.card_first, box.card_second))
        match effect:
            case of.BANK_PAYS:
                yield from self.pay(NOBODY, seat, first, ev.BY_CARD)
            case of.PAY_BANK:
                yield from self.charge(seat, POT, first, ev.BY_CARD)
            case of.REPAIRS:
                levels = [game.level[lot] for lot in game.deeds[seat]]
                bill = sum(second if level == box.hotel_level else level * first for level in levels)
                yield from self.charge(seat, POT, bill, ev.BY_CARD)
            case of.PAY_EACH | of.COLLECT_EACH:
                game.each_seats, game.each_amount = game.in_play - {seat}, first
                game.each_collects = int(effect == of.COLLECT_EACH)
            case of.PAY_OR_DRAW:
                game.phase, game.choice_deck, game.choice_card = words.CARD_CHOICE, deck, card
            case of.CARD_TO_JAIL:
                yield from self.jail(seat, ev.BY_CARD)
            case of.NEAREST:
                ahead = [(square + steps) % box.squares for steps in range(1, box.squares + 1)]
                yield from self.move(seat, 1 + [box.kind[place] for place in ahead].index(first), ev.BY_CARD)
                yield from self.visit(seat, game.square[seat], second)
            case of.ADVANCE_TO | of.BACK_TO | of.MOVE_BY:
                ways = {of.ADVANCE_TO: (first - square) % box.squares, of.BACK_TO: -((square - first) % box.squares)}
                yield from self.move(seat, ways.get(effect, first), ev.BY_CARD)
                yield from self.land(seat)
