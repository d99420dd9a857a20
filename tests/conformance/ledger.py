"""The auditor: it goes through the events of an action and checks each against what the rules of the game require.

A script says what has to happen, event by event, given the action and the state so far; each event is compared with the script
before the script goes on. A pending debt or auction stays in the state, and the event that resumes it must have a reason. So
nothing happens without a reason, nothing is missing, and every amount, payer and payee is right. Of the rules' code only the
constants are used.
"""

from __future__ import annotations

from typing import Any

from rentier.box import record as of
from rentier.game import events as ev
from rentier.game import words
from rentier.game.events import Event
from rentier.game.words import NOBODY, NOTHING, POT, Action
from rentier.game_api import Game

from .audit.fate import deck_of, roll
from .audit.figures import rounded_up
from .audit.moves import Moves
from .audit.payments import Script, event
from .mirror import read
from .plain import plain, squares_in

__all__ = ["check_books", "roll", "squares_in", "total_money"]

# phases in which a square waits for a decision
AT_A_SQUARE = (words.BUYING, words.TAXING, words.CARD_CHOICE, words.CLAIMING, words.LEAVING_JAIL)
WAITING = (
    *("debtor", "creditor", "debt", "debt_deed", "each_seats", "each_amount", "each_collects", "estate", "claim", "doubles"),
    *("lot", "high_bid", "leader", "placing", "owes", "owes_to", "owes_now", "free_rent", "lapped"),
    *("choice_deck", "choice_card"),
)
OF_THE_TURN = (words.MANAGE, words.ROLL_DICE, words.BUY_OR_NOT, words.CHOOSE_CARD, words.CHOOSE_TAX, words.CLAIM)
OF_LUCK = ("key", "rolls", "draws", "sealed", "loaded_used")


def total_money(game: Any) -> int:
    """Return all cash of the players and in the pot."""
    return int(game.cash.sum()) + int(game.pot)


class Auditor(Moves):
    """Follows the events of one action from the records before it."""

    def audit(self, action: Action) -> None:
        """Compare the events with the script, and apply them to the state."""
        for due in self.script(action):
            happened = self.left.popleft() if self.left else None
            assert happened == due, f"{happened} where {due} would be right"
            self.follow(due)

    def script(self, action: Action) -> Script:
        yield from self.act(action)
        while self.left:
            yield from self.go_on(self.left[0])

    def act(self, action: Action) -> Script:
        """Yield the action, and what follows from it at once."""
        box, game, target, actor, mover = self.box, self.game, action.target, self.game.actor, self.game.mover
        square = game.square[mover]
        match action.kind:
            case words.ROLL:
                yield from self.roll(mover)
            case words.BUY:
                yield from self.pay(mover, NOBODY, box.price[square], ev.PRICE, square)
                yield from self.hand_over(square, mover, ev.BOUGHT)
                game.phase = words.LANDED
            case words.DECLINE:
                yield event(ev.DECLINED, mover, square=square)
                game.phase = words.LANDED
                if box.auction != of.AUCTION_NONE and box.auction_on_decline:
                    yield from self.auction_deed(square)
            case words.BID:
                yield from self.bid(actor, action.amount)
            case words.PASS:
                yield event(ev.LEFT_AUCTION, actor, square=game.lot)
            case words.BUILD:
                yield from self.build(actor, target)
            case words.SELL:
                yield from self.sell(target)
            case words.MORTGAGE:
                yield from self.pay(NOBODY, actor, box.mortgage[target], ev.MORTGAGE_LOAN, target)
                yield event(ev.MORTGAGED, actor, square=target, amount=box.mortgage[target])
            case words.UNMORTGAGE:
                game.unsettled.discard(target)
                yield from self.pay(actor, NOBODY, self.unmortgaging(target), ev.UNMORTGAGING, target)
                yield event(ev.UNMORTGAGED, actor, square=target, amount=self.unmortgaging(target))
            case words.KEEP:
                game.unsettled.remove(target)
                yield from self.charge(actor, NOBODY, self.interest(target), ev.KEEPING_MORTGAGE, target)
            case words.OFFER | words.COUNTER:
                other, kind = (target, ev.OFFERED) if action.kind == words.OFFER else (game.offer_from, ev.COUNTERED)
                yield self.offer(kind, actor, other, action)
            case words.ACCEPT | words.REFUSE:
                yield from self.answer(action.kind)
            case words.BANKRUPT:
                yield event(ev.GAVE_UP, actor)
                yield from self.bankrupt(actor, game.creditor)
            case words.USE_CARD:
                deck = game.card_holder.index(actor)
                yield event(ev.FREED, actor, why=ev.BY_JAIL_CARD)
                self.luck.decks[deck].append(box.jail_card[deck])
            case words.PAY_FINE if game.decision != words.CHOOSE_CARD:
                yield from self.pay(actor, POT, box.jail_fine, ev.BY_FINE)
                yield event(ev.FREED, actor, why=ev.BY_FINE)
            case words.END:
                pass
            case _:
                yield from self.choose(action.kind, mover, square)

    def choose(self, kind: int, mover: int, square: int) -> Script:
        """Yield what follows from the choice at a tax, a rent or a card."""
        box, game = self.box, self.game
        claim, deck, card = game.claim, game.choice_deck, game.choice_card
        game.phase, game.claim, game.choice_deck, game.choice_card = words.LANDED, 0, NOTHING, NOTHING
        match kind:
            case words.PAY_TAX:
                yield from self.charge(mover, POT, box.tax[square], ev.TAXED, square)
            case words.PAY_SHARE:
                share = rounded_up(max(self.taxable_worth(mover), 0), box.tax_percent[square])
                yield from self.charge(mover, POT, share, ev.SHARE_OF_WORTH, square)
            case words.PAY_FINE:
                yield from self.charge(mover, POT, box.card_first[deck][card], ev.BY_CARD)
            case words.DRAW_CARD:
                yield event(ev.PREFERRED_CARD, mover)
                yield from self.draw(mover, box.card_second[deck][card])
            case words.ASK_RENT:
                yield from self.charge(mover, game.owner[square], claim, ev.RENT, square)
            case words.WAIVE_RENT:
                yield event(ev.WAIVED, game.owner[square], other=mover, square=square, amount=claim)

    def offer(self, kind: int, seat: int, other: int, terms: Action) -> Event:
        said = event(kind, seat, other=other, amount=terms.amount, gives=terms.give, takes=terms.take)
        return said._replace(iou=terms.iou, free_rent=terms.free_rent)

    def answer(self, kind: int) -> Script:
        """Yield what follows from the answer to an offer: nothing, or everything in the offer changes hands."""
        game, seat, other = self.game, self.game.offer_from, self.game.offer_to
        sums = (game.offer_cash, game.offer_give, game.offer_take, game.offer_iou, game.offer_free_rent)
        terms = Action(words.OFFER, 0, *sums)
        if kind == words.REFUSE:
            yield self.offer(ev.REFUSED, seat, other, terms)
            return
        yield self.offer(ev.ACCEPTED, seat, other, terms)
        payer, payee = (seat, other) if terms.amount >= 0 else (other, seat)
        yield from self.pay(payer, payee, abs(terms.amount), ev.TRADE_CASH)
        yield from self.receive(other, squares_in(terms.give), ev.TRADED)
        yield from self.receive(seat, squares_in(terms.take), ev.TRADED)
        self.give_iou(*((seat, other) if terms.iou > 0 else (other, seat)), abs(terms.iou))
        for square in squares_in(terms.free_rent):
            game.free_rent[other if game.owner[square] == seat else seat].add(square)

    def go_on(self, said: Event) -> Script:
        """Yield what was pending and is resumed now; the next event says what it is."""
        game = self.game
        if game.debt and said.why not in (ev.INTEREST, ev.FORCED_UNMORTGAGING):
            yield from self.meet_debt()
            return
        match said.kind, said.why:
            case ev.UNMORTGAGED | ev.PAID | ev.OWES, ev.INTEREST | ev.FORCED_UNMORTGAGING:
                yield from self.settle(said.square)
            case ev.PAID | ev.OWES, ev.IOU:
                yield from self.pay_back()
            case ev.PAID | ev.OWES, ev.EACH:
                yield from self.next_of_each()
            case ev.PAID, ev.WINNING_BID:
                yield from self.place_won(said.square)
            case ((ev.KNOCKED_DOWN | ev.UNSOLD), _):
                yield from self.hammer(said)
            case ev.AUCTION_BEGAN, _ if game.phase == words.BUYING:
                assert self.box.buying == of.BUYING_AUCTION
                assert not self.pending()
                game.phase = words.LANDED
                yield from self.auction_deed(game.square[game.mover])
            case ev.AUCTION_BEGAN, _:
                assert game.estate
                square = min(game.estate)
                game.estate.remove(square)
                yield from self.auction_deed(square)
            case ev.FREED, _:
                assert game.phase == words.LEAVING_JAIL
                yield from self.leave_jail(game.mover, ev.BY_LAST_ROLL)
            case ((ev.TURN_BEGAN | ev.ENDED), _):
                yield from self.turn_over(said)
            case _:
                raise AssertionError(f"nothing calls for {said}")

    def turn_over(self, said: Event) -> Script:
        """Yield the end of the game or the next turn; nothing may be pending then."""
        game = self.game
        assert game.phase not in AT_A_SQUARE
        assert not self.pending()
        if said.kind == ev.ENDED:
            assert len(self.left) == 1
            yield event(ev.ENDED, gives=said.gives)
        else:
            mover = min(game.in_play, key=self.from_mover)
            new_round = self.from_mover(game.first) <= self.from_mover(mover)
            yield event(ev.TURN_BEGAN, mover, amount=game.turns + 1, now=game.rounds + new_round)
            game.doubles = 0

    def pending(self) -> bool:
        """Whether something has to be done before the turn goes on."""
        game = self.game
        return any((game.debt, game.estate, game.each_seats, self.is_iou_due(), game.lot != NOTHING, self.unpaid(set())))

    def check_end(self, game: Any, luck: Any) -> None:
        """Check that what is pending is right and waits for a player's decision, and that cards and dice are right."""
        own, now, luck_now = self.game, plain(game), plain(luck)
        if not own.each_seats:
            own.each_amount, own.each_collects = 0, 0
        assert read(own) == read(now)
        for name in WAITING:
            assert getattr(own, name) == getattr(now, name), name
        for name in OF_LUCK:
            assert getattr(self.luck, name) == getattr(luck_now, name), name
        assert [phase for phase in AT_A_SQUARE if own.phase == phase] == [phase for phase in AT_A_SQUARE if now.phase == phase]
        assert now.decision not in OF_THE_TURN or not (self.pending() or now.phase == words.LEAVING_JAIL)
        assert now.decision != words.RAISE or now.debt > now.cash[now.actor]
        assert now.unsettled <= own.unsettled
        assert not self.unpaid(now.unsettled)
        assert self.luck.decks == [deck_of(game, luck, deck) for deck in range(2)]


def check_books(before: Game, after: Game, action: Action, events: list[Event]) -> None:
    """Assert that an action led to what the rules of the game require, and that its events say so."""
    auditor = Auditor(before.box.record, before.state, before._luck, events)
    auditor.audit(action)
    auditor.check_end(after.state, after._luck)
    assert after.over == (bool(events) and events[-1].kind == ev.ENDED), "the end is reported, also that of a draw"
