"""The words of play as numbers: decisions, kinds of action, phases of a turn, and the action itself."""

from __future__ import annotations

from typing import NamedTuple

from rentier.box.record import MOST_SQUARES

NOBODY = -1  # no seat: the bank as owner or creditor
POT = -2  # creditor: the bank, by way of the pot on Free Parking
FREE = -1  # jail_turns of a player who is not in jail
NOTHING = -1  # no square
A_HOUSE = -2  # what is under the hammer when it is not a deed
A_HOTEL = -3
UNSEEN = -1  # a card face down

# who must decide what
MANAGE, ROLL_DICE, BUY_OR_NOT, BID_OR_PASS, RESPOND, RAISE, CHOOSE_CARD, CHOOSE_TAX, SETTLE, CLAIM, PLACE, OVER = range(12)
DECISIONS = ("manage", "roll", "buy", "bid", "respond", "raise", "card", "tax", "settle", "claim", "place", "over")

# where the turn stands; decisions with an agenda of their own (offers, debts, auctions) come before the phase goes on
WINDOW = 0  # between turns: others may manage before the mover begins
START = 1  # the mover manages, then rolls
BUYING = 2
TAXING = 3
CARD_CHOICE = 4
CLAIMING = 5
LEAVING_JAIL = 6  # the fine is paid, the roll still to be moved
LANDED = 7  # the square is settled
DONE = 8  # the mover manages once more, then ends
TURN_OVER = 9
PHASES = ("window", "start", "buying", "taxing", "card-choice", "claiming", "leaving-jail", "landed", "done", "turn-over")

# kinds of action
ROLL, END, BUY, DECLINE, BID, PASS, BUILD, SELL, MORTGAGE, UNMORTGAGE, PAY_FINE, USE_CARD = range(12)
OFFER, ACCEPT, REFUSE, COUNTER, BANKRUPT, KEEP, DRAW_CARD, PAY_TAX, PAY_SHARE, ASK_RENT, WAIVE_RENT = range(12, 23)
KINDS = (
    "roll",
    "end",
    "buy",
    "decline",
    "bid",
    "pass",
    "build",
    "sell",
    "mortgage",
    "unmortgage",
    "pay fine",
    "use card",
    "offer",
    "accept",
    "refuse",
    "counter",
    "bankrupt",
    "keep",
    "draw card",
    "pay tax",
    "pay share",
    "ask rent",
    "waive rent",
)

MOST_ACTIONS = 2048  # more than `legal` can list on any board of 48 squares with eight players
MOST_MONEY = 1_000_000_000  # no bid, offer or IOU goes beyond it, so that sums stay within their records
JAIL_CARDS = 3 << MOST_SQUARES  # the two jail cards as bits of `give` and `take`, above the squares


class Action(NamedTuple):
    """What a player does. Unused numbers are zero, so equal actions are equal tuples.

    `target`: a square (build, sell, mortgage, lift, keep) or a seat (offer). `amount`: a bid, or the cash the proposer gives
    (negative: asks for). `give`, `take`: squares as bits, and above them the jail cards, Chance first. `iou`: what the proposer
    promises to pay later (negative: asks the other to promise). `free_rent`: squares as bits, on which whoever of the two owns
    them after the trade asks no rent of the other.
    """

    kind: int
    target: int = 0
    amount: int = 0
    give: int = 0
    take: int = 0
    iou: int = 0
    free_rent: int = 0


ACTION_NUMBERS = len(Action._fields)
