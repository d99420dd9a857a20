"""The vocabulary of the rules as numbers: decisions, kinds of action, phases of a turn, and the action itself."""

from __future__ import annotations

from typing import NamedTuple

from rentier.box.record import MOST_SQUARES

NOBODY = -1  # no seat: the bank as owner or creditor; no player is the banker (rules 1.7)
POT = -2  # creditor: the pot on Free Parking, or the bank if there is none
FREE = -1  # jail_turns of a player who is not in jail
NOTHING = -1  # no square
A_HOUSE = -2  # the lot of an auction that is not a deed
A_HOTEL = -3
UNSEEN = -1  # a card face down

# decisions
MANAGE, ROLL_DICE, BUY_OR_NOT, BID_OR_PASS, RESPOND, RAISE, CHOOSE_CARD, CHOOSE_TAX, SETTLE, CLAIM, PLACE, OVER = range(12)
DECISIONS = ("manage", "roll", "buy", "bid", "respond", "raise", "card", "tax", "settle", "claim", "place", "over")

# phases of a turn; a phase goes on only when the agenda (offers, debts, auctions) is empty
WINDOW = 0  # between turns: others may manage before the mover begins
START = 1  # the mover manages, then rolls
BUYING = 2
TAXING = 3
CARD_CHOICE = 4
CLAIMING = 5
LEAVING_JAIL = 6  # the fine is due, the move by the roll comes next
LANDED = 7  # the square is resolved
DONE = 8  # the mover manages once more, then ends
TURN_OVER = 9
PHASES = ("window", "start", "buying", "taxing", "card-choice", "claiming", "leaving-jail", "landed", "done", "turn-over")

# kinds of action
ROLL, END, BUY, DECLINE, BID, PASS, BUILD, SELL, MORTGAGE, UNMORTGAGE, PAY_FINE, USE_CARD = range(12)
OFFER, ACCEPT, REFUSE, COUNTER, BANKRUPT, KEEP, DRAW_CARD, PAY_TAX, PAY_SHARE, ASK_RENT, WAIVE_RENT = range(12, 23)
PROPOSALS = (OFFER, COUNTER)  # actions that propose a deal
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
MOST_MONEY = 1_000_000_000  # the limit of a bid, offer or IOU, so that sums fit into the records
JAIL_CARDS = 3 << MOST_SQUARES  # the two jail cards as bits of `give` and `take`, above the squares


class Action(NamedTuple):
    """An action of a player. Unused numbers are zero, so equal actions are equal tuples.

    `target`: a square (build, sell, mortgage, unmortgage, keep) or a seat (offer). `amount`: a bid, or the cash that the
    proposer gives (negative: asks for). `give`, `take`: squares as bits, and above them the jail cards, Chance first. `iou`:
    what the proposer promises to pay later (negative: asks the other player to promise). `free_rent`: squares as bits, for
    which the owner after the trade charges the other player no rent.
    """

    kind: int
    target: int = 0
    amount: int = 0
    give: int = 0
    take: int = 0
    iou: int = 0
    free_rent: int = 0


ACTION_NUMBERS = len(Action._fields)
