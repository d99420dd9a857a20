"""What lies on the table: players, deeds, buildings, decks, and the auction, offer or debt of the moment."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field

from rentier import Action
from rentier.rules import NOBODY
from tests.reference.box import DECKS, Box

Flow = Generator[None, Action, None]
"""A part of the game. It stops where a player must decide, and goes on with the player's action."""


class GameOver(Exception):  # noqa: N818
    """The game has ended."""


class MoverIsOut(Exception):  # noqa: N818
    """The player whose turn it was has left the game."""


@dataclass
class Player:
    cash: int
    square: int = 0
    jail_turns: int | None = None  # failed rolls in jail; None: not in jail
    fallen: int = 0  # order of bankruptcy; 0: in play
    passed_go: bool = False
    offers_made: int = 0
    owes: int = 0  # an IOU, and who holds it
    owes_to: int = NOBODY
    free_rent: set[int] = field(default_factory=set)


@dataclass
class Offer:
    """A trade as its proposer sees it. Jail cards go by the names of their decks."""

    proposer: int
    other: int
    cash: int
    give: frozenset[int]
    take: frozenset[int]
    give_cards: frozenset[str]
    take_cards: frozenset[str]
    iou: int
    free_rent: frozenset[int]
    depth: int = 0


@dataclass
class Auction:
    lot: int | str  # a deed, "house" or "hotel"
    floor: int
    bidders: list[int]
    high_bid: int = 0
    leader: int = NOBODY
    sealed: dict[int, int] = field(default_factory=dict)


@dataclass
class Debt:
    debtor: int
    creditor: int
    amount: int
    deed: int | None = None  # won with a bid above the cash, handed over when paid for


@dataclass
class Luck:
    """The rolls and cards that came while the last action was carried out."""

    rolls: deque[tuple[int, ...]] = field(default_factory=deque)
    cards: deque[tuple[str, int]] = field(default_factory=deque)


@dataclass
class Table:
    box: Box
    players: list[Player]
    first: int
    mover: int
    owner: dict[int, int]
    level: dict[int, int]
    houses: int | None  # left in the bank; None: unlimited
    hotels: int | None
    mortgaged: set[int] = field(default_factory=set)
    pot: int = 0
    decks: dict[str, list[int | None]] = field(default_factory=dict)  # top first; None: nobody knows the card
    card_holder: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DECKS, NOBODY))
    turns: int = 0
    rounds: int = 0
    dice: tuple[int, ...] = ()
    doubles: int = 0
    rolled: bool = False  # this turn
    sent_to_jail: bool = False  # this turn
    decision: str = "manage"
    actor: int = NOBODY
    in_window: bool = False
    before_roll: bool = False
    auction: Auction | None = None
    placing: str = ""  # the building that the actor has won and must place
    offer: Offer | None = None
    debt: Debt | None = None
    estate: set[int] = field(default_factory=set)
    unsettled: set[int] = field(default_factory=set)
    claim: int | None = None
    owes_now: bool = False
    each_seats: list[int] = field(default_factory=list)
    bankruptcies_open: int = 0
    winners: set[int] = field(default_factory=set)
    luck: Luck = field(default_factory=Luck)

    def in_play(self, seat: int) -> bool:
        return self.players[seat].fallen == 0

    def seats_from(self, seat: int) -> list[int]:
        """The players still in the game, in the order of play from this seat on."""
        count = len(self.players)
        return [other for step in range(count) if self.in_play(other := (seat + step) % count)]

    def left_of(self, seat: int) -> list[int]:
        """The other players still in the game, from the left of this seat on."""
        return [other for other in self.seats_from(seat) if other != seat]

    def deeds_of(self, seat: int) -> list[int]:
        return [square for square, owner in self.owner.items() if owner == seat]

    def owns_group(self, seat: int, square: int) -> bool:
        return all(self.owner[member] == seat for member in self.box.group_of(square))

    def group_is_built(self, square: int) -> bool:
        return any(self.level[member] for member in self.box.group_of(square))


def ask(table: Table, seat: int, decision: str) -> Generator[None, Action, Action]:
    """Stop until this player has decided."""
    table.actor, table.decision = seat, decision
    return (yield)
