"""`Game`: one game for people and their programs, with its decisions, legal actions, events and state.

game = Game.new(players=4, rules="uk-classic", seed=7)
while not game.over:
    game.apply(game.legal_actions()[0])
"""

from __future__ import annotations

import copy
import operator
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rentier.box import Box, load_box
from rentier.box.record import MOST_SEATS, UNLIMITED
from rentier.errors import RentierError
from rentier.game.apply import begin
from rentier.game.check import check
from rentier.game.events import Event, EventsRecord
from rentier.game.legal import legal
from rentier.game.luck import imagine, key_of
from rentier.game.python_api import cost_of, read_events, rent_of, unmortgage_cost_of, worth_of
from rentier.game.reasons import ALLOWED, OUT_OF_RANGE, REASONS
from rentier.game.reporting import apply_and_report
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import (
    ACTION_NUMBERS,
    BID,
    COUNTER,
    DECISIONS,
    DRAW_CARD,
    FREE,
    KINDS,
    MOST_ACTIONS,
    NOBODY,
    OFFER,
    OVER,
    ROLL,
    Action,
)
from rentier.layout import new
from rentier.record.actions import SpokenAction, parse_action, spoken
from rentier.record.board_svg import board_svg
from rentier.record.board_text import board_text
from rentier.record.games import WHAT, Beginning, check_agents, read_record, record_text
from rentier.record.position import position_text, read_position
from rentier.record.toml import Value

HOTEL = 5  # how many buildings a hotel counts as, whatever the rules say how many houses come before it


class IllegalAction(RentierError, ValueError):  # noqa: N818 - named for what it is
    """An action that the rules do not allow now. The game is unchanged."""


class Standing(NamedTuple):
    """The rank of a seat, from 1, and its worth; equal players share a rank."""

    rank: int
    seat: int
    worth: int


def read_seed(seed: int | None, game: int = 0) -> Any:
    """Return the key of a game under a seed, by default of the first; without a seed, a random key."""
    if seed is None:
        seed = secrets.randbits(63)
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if isinstance(seed, bool) or not 0 <= number < 1 << 64:
        raise RentierError(f"seed: {seed!r} should be a whole number from 0 to {(1 << 64) - 1}")
    return key_of(np.uint64(number), game)


class Game:
    """One game: whose decision it is, the legal actions, what happened, and the state.

    `box` has the board, the decks and the rules (see `Box`); `state` is the record that everybody sees (see `GameRecord`). The
    luck, which decides dice and cards, is hidden. Seats count from 0. Deeds are given by name or by the number of their square.
    """

    def __init__(self, box: Box, state: GameRecord, luck: LuckRecord, beginning: Beginning) -> None:
        """Take the parts of a game. Make games with `new`, `from_position`, `replay`, `copy` or `imagine` instead."""
        self.box = box
        self.state = state
        self._luck = luck
        self._beginning = beginning
        self._decisions: list[str] = []
        self._events = new(EventsRecord)

    # making games

    @classmethod
    def new(
        cls,
        players: int = 4,
        rules: str | Path | Box = "uk-classic",
        seed: int | None = None,
        overrides: Mapping[str, object] | None = None,
        number: int = 0,
    ) -> Game:
        """Start a game of 2 to 8 players.

        `rules` is the name of a preset, a file or a box; `overrides` changes some of its switches. The same seed gives the same
        luck; without one it is random. `number` is the number of the game under this seed, as a match numbers its blocks.
        """
        if not isinstance(players, int | np.integer) or isinstance(players, bool) or not 2 <= players <= MOST_SEATS:
            raise RentierError(f"players: {players!r} should be a whole number from 2 to {MOST_SEATS}")
        if isinstance(rules, Box) and overrides:
            raise RentierError("overrides: a box comes with its rules; override them where it is loaded")
        box = rules if isinstance(rules, Box) else load_box(rules, overrides)
        return cls.begun(box, Beginning(box.source, int(players), int(read_seed(seed, number))))

    @classmethod
    def begun(cls, box: Box, beginning: Beginning) -> Game:
        """Start a game again from how it began."""
        key: Any = np.uint64(beginning.key)
        if beginning.position:
            position = read_position(beginning.position, key, box)
            return cls(box, position.game, position.luck, replace(beginning, violations=position.violations))
        state, luck = new(GameRecord), new(LuckRecord)
        begin(box.record, state, luck, beginning.players, key)
        return cls(box, state, luck, beginning)

    @classmethod
    def from_position(cls, position: str | Mapping[str, Any], seed: int | None = None, lenient: bool = False) -> Game:
        """Start a game from a position: TOML text, or the same as a mapping (docs/notation.md).

        A position that the rules cannot reach is refused. With `lenient` it is accepted, and `violations` lists what is wrong.
        """
        key = read_seed(seed)
        read = read_position(position, key, lenient=lenient)
        beginning = Beginning(read.rules, int(read.game.players), int(key), read.text, read.violations)
        return cls(read.box, read.game, read.luck, beginning)

    @classmethod
    def replay(
        cls, record: str | Mapping[str, Any], before: int | None = None, listen: Callable[[Game], None] | None = None
    ) -> Game:
        """Play the game of a record again, decision by decision.

        `before`: stop before the decision with this number, counted from 1. `listen` is called with the game at the start and
        after every decision.
        """
        written = read_record(record)
        game = cls.begun(written.box, written.beginning)
        if game.players != written.beginning.players:
            raise RentierError(f"{WHAT}: players: {written.beginning.players} should be {game.players}, as at the start")
        number = len(written.decisions)
        if before is not None and not 1 <= before <= number:
            raise RentierError(f"{WHAT}: it has {number} decisions; there is none with the number {before}")
        if listen is not None:
            listen(game)
        for line, seat, action in written.decisions[: None if before is None else before - 1]:
            where = f"{WHAT}: decisions: line {line}"
            if seat != game.actor:
                waits = "the game is over" if game.over else f"seat {game.actor} has to decide ({game.decision})"
                raise RentierError(f"{where}: seat {seat} cannot {action!r} here; {waits}")
            try:
                game.apply(action)
            except IllegalAction as error:
                raise RentierError(f"{where}: {error}") from None
            if listen is not None:
                listen(game)
        if before is None and written.result != game._result():
            raise RentierError(f"{WHAT}: result: the decisions do not lead to it; the record is cut short or garbled")
        return game

    def copy(self) -> Game:
        """Return an independent copy of the game, with the same luck."""
        other = Game(self.box, copy.copy(self.state), copy.copy(self._luck), self._beginning)
        other._decisions = self._decisions.copy()
        return other

    def __copy__(self) -> Game:
        return self.copy()

    def imagine(self, seed: int | None = None) -> Game:
        """Return a copy with fresh luck: everybody sees the same, but dice and unseen cards are drawn again."""
        key = read_seed(seed)
        beginning = Beginning(self.rules, self.players, int(key), self.position(), self.violations)
        other = Game(self.box, copy.copy(self.state), new(LuckRecord), beginning)
        imagine(self.box.record, other.state, other._luck, key)
        return other

    # deciding

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.decision == OVER)

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None when the game is over."""
        return None if self.over else int(self.state.actor)

    @property
    def decision(self) -> str:
        """The kind of decision: manage, roll, buy, bid, respond, raise, card, tax, settle, claim or place; or over."""
        return DECISIONS[self.state.decision]

    def legal_actions(self) -> list[SpokenAction]:
        """List the legal actions of the player to act. Bids and offers are a selection: `is_legal` judges any other."""
        rows = np.empty((MOST_ACTIONS, ACTION_NUMBERS), np.int64)
        count = legal(self.box.record, self.state, rows)
        return [spoken(self.box, Action(*row)) for row in rows[:count].tolist()]

    def is_legal(self, action: Action | str) -> bool:
        """Return whether `apply` would accept the action."""
        try:
            self._judge(action)
        except IllegalAction:
            return False
        return True

    def apply(self, action: Action | str) -> None:
        """Carry out an action, given as an `Action` or as text, and continue to the next decision or the end."""
        judged = self._judge(action)
        self._decisions.append(f"{self.actor}: {judged.text}")
        apply_and_report(self.box.record, self.state, self._luck, self._events, Action(*judged))

    @property
    def events(self) -> list[Event]:
        """The events of the last action, in order (see `rentier.events`); empty before the first."""
        return read_events(self._events)

    def text(self, action: Action | str) -> str:
        """Return an action as text, in its canonical form."""
        return self._understand(action).text

    def cost(self, action: Action | str) -> int:
        """Return what an action costs the player to act, without its consequences; negative if it brings cash.

        A bid costs the amount bid, an offer the cash offered. A building that is auctioned because others want it too costs
        nothing yet.
        """
        judged = self._judge(action)
        if judged.kind in (BID, OFFER, COUNTER):
            return judged.amount
        if judged.kind in (ROLL, DRAW_CARD):  # what the luck brings is not known before
            return 0
        return int(cost_of(self.box.record, copy.copy(self.state), copy.copy(self._luck), Action(*judged)))

    def _judge(self, action: Action | str) -> SpokenAction:
        """The action with its text, if it is allowed now."""
        if self.over:
            raise IllegalAction(f"illegal action {str(action)!r}: the game is over")
        try:
            said = self._understand(action)
        except RentierError as error:
            raise self._refusal(str(action), str(error)) from None
        in_range = all(-(1 << 63) <= number < 1 << 63 for number in said)
        reason = check(self.box.record, self.state, Action(*said)) if in_range else OUT_OF_RANGE
        if reason != ALLOWED:
            raise self._refusal(said.text, REASONS[reason])
        return said

    def _understand(self, action: Action | str) -> SpokenAction:
        """An action however it is given."""
        if isinstance(action, str):
            return parse_action(self.box, action)
        try:
            return spoken(self.box, Action(*map(operator.index, action)))
        except TypeError:
            raise RentierError("it should be an Action of whole numbers, or its text") from None

    def _refusal(self, action: str, reason: str) -> IllegalAction:
        """The error that names the action, the decision, the reason and what would be allowed."""
        kinds = dict.fromkeys(KINDS[allowed.kind] for allowed in self.legal_actions())
        where = f"illegal action {action!r} at decision {self.decision!r} of seat {self.actor}"
        return IllegalAction(f"{where}: {reason}; legal kinds: {', '.join(kinds)}")

    # what everybody sees

    @property
    def rules(self) -> str:
        """The name of the preset, or the file, of the rules."""
        return self._beginning.rules

    @property
    def violations(self) -> tuple[str, ...]:
        """Why the rules cannot reach the position that the game started from, a sentence each; see `from_position`."""
        return self._beginning.violations

    @property
    def players(self) -> int:
        """The number of seats, bankrupt players included."""
        return int(self.state.players)

    @property
    def round(self) -> int:
        """The number of the current round, from 1."""
        return int(self.state.rounds)

    @property
    def turn(self) -> int:
        """The number of the current turn, from 1."""
        return int(self.state.turns)

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return int(self.state.mover)

    @property
    def dice(self) -> tuple[int, ...]:
        """The last roll; zeros before the first."""
        return tuple(self.state.dice[: self.box.record.dice].tolist())

    @property
    def doubles(self) -> int:
        """The doubles rolled in a row this turn; 0 if the last roll was not a double."""
        return int(self.state.doubles)

    @property
    def pot(self) -> int:
        """The money on Free Parking, where the rules put money there."""
        return int(self.state.pot)

    @property
    def cash(self) -> tuple[int, ...]:
        """The cash of each seat."""
        return tuple(self.state.cash[: self.players].tolist())

    @property
    def square(self) -> tuple[int, ...]:
        """The number of the square that each seat is on."""
        return tuple(self.state.square[: self.players].tolist())

    @property
    def jail_cards(self) -> tuple[int, ...]:
        """The number of jail cards that each seat holds."""
        holders = self.state.card_holder.tolist()
        return tuple(holders.count(seat) for seat in range(self.players))

    @property
    def houses_left(self) -> int | None:
        """The houses in the bank; None if they are unlimited."""
        return None if self.box.record.houses == UNLIMITED else int(self.state.houses_left)

    @property
    def hotels_left(self) -> int | None:
        """The hotels in the bank; None if they are unlimited."""
        return None if self.box.record.hotels == UNLIMITED else int(self.state.hotels_left)

    def in_jail(self, seat: int) -> bool:
        """Return whether a seat is in jail, not just visiting."""
        return bool(self.state.jail_turns[self._seat(seat)] != FREE)

    def bankrupt(self, seat: int) -> bool:
        """Return whether a seat is bankrupt."""
        return bool(self.state.fallen[self._seat(seat)] != 0)

    def worth(self, seat: int) -> int:
        """Return what a seat is worth: cash, deeds and buildings, as the switch `worth` counts them."""
        return int(worth_of(self.box.record, self.state, self._seat(seat)))

    def owes(self, seat: int) -> tuple[int, int] | None:
        """Return the creditor and the amount of a seat's IOU; None if it owes nothing."""
        sum_owed = int(self.state.owes[self._seat(seat)])
        return (int(self.state.owes_to[seat]), sum_owed) if sum_owed else None

    def free_rent(self, seat: int) -> tuple[str, ...]:
        """Return the names of the deeds on which a seat was promised free rent, in board order."""
        return self._names(self.state.free_rent[self._seat(seat)])

    def deeds(self, seat: int) -> tuple[str, ...]:
        """Return the names of a seat's deeds, in board order."""
        return self._names(self.state.deeds[self._seat(seat)])

    def _names(self, squares: int) -> tuple[str, ...]:
        """The names of squares given as bits."""
        return tuple(name for square, name in enumerate(self.box.square_names) if int(squares) >> square & 1)

    def owner(self, deed: str | int) -> int | None:
        """Return the seat that owns a deed; None if the bank does."""
        seat = int(self.state.owner[self._deed(deed)])
        return None if seat == NOBODY else seat

    def buildings(self, deed: str | int) -> int:
        """Return the number of houses on a deed; 5 is a hotel."""
        level = int(self.state.level[self._deed(deed)])
        return HOTEL if level == self.box.record.hotel_level else level

    def rent(self, deed: str | int, roll: int = 1) -> int:
        """Return the current rent of a deed: 0 if it is the bank's or mortgaged. That of a utility depends on the roll."""
        return int(rent_of(self.box.record, self.state, self._deed(deed), roll))

    def price(self, deed: str | int) -> int:
        """Return the printed price of a deed."""
        return int(self.box.record.price[self._deed(deed)])

    def mortgage_value(self, deed: str | int) -> int:
        """Return what the bank pays for a mortgage of a deed."""
        return int(self.box.record.mortgage[self._deed(deed)])

    def unmortgage_cost(self, deed: str | int) -> int:
        """Return what it costs to unmortgage a deed: the mortgage and its interest."""
        return int(unmortgage_cost_of(self.box.record, self._deed(deed)))

    def house_cost(self, deed: str | int) -> int:
        """Return the printed cost of one house on a deed, and of the hotel after the last house; 0 where nothing is built."""
        return int(self.box.record.house_cost[self._deed(deed)])

    def group(self, deed: str | int) -> tuple[str, ...]:
        """Return the names of all deeds of a deed's group, in board order: a colour, the stations or the utilities."""
        return self._names(self.box.record.group_of[self._deed(deed)])

    def sets(self, seat: int) -> tuple[str, ...]:
        """Return the names of the streets of a seat's complete colour groups, in board order."""
        return self._names(self.state.sets[self._seat(seat)])

    def mortgaged(self, deed: str | int) -> bool:
        """Return whether a deed is mortgaged."""
        return bool(int(self.state.mortgaged) >> self._deed(deed) & 1)

    def _seat(self, seat: int) -> int:
        """A seat that exists."""
        if not isinstance(seat, int | np.integer) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise RentierError(f"no seat {seat!r}; this game has seats 0 to {self.players - 1}")
        return int(seat)

    def _deed(self, deed: str | int) -> int:
        """The number of a square that can be owned."""
        square = self.box.square_number(deed)
        self.box.deed_name(square)
        return square

    # the end

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the end and after a draw."""
        return tuple(seat for seat in range(self.players) if int(self.state.winners) >> seat & 1)

    @property
    def standings(self) -> list[Standing]:
        """All seats, best first: winners, then players still in by worth, then the bankrupt, the last bankruptcy first."""
        rows = sorted((self._merit(seat), -seat) for seat in range(self.players))[::-1]
        merits = [merit for merit, _ in rows]
        return [Standing(1 + merits.index(merit), -seat, self.worth(-seat)) for merit, seat in rows]

    def _merit(self, seat: int) -> tuple[int, int, int]:
        """How well a seat has done, to be compared. A draw leaves all who are in the game level."""
        if self.bankrupt(seat):
            return 0, 0, int(self.state.fallen[seat])
        if self.over and (not self.winners or seat in self.winners):
            return 1, 1, 0
        return 1, 0, self.worth(seat)

    # as text

    @property
    def decisions(self) -> tuple[str, ...]:
        """All decisions since the game began, as `SEAT: ACTION`, such as `0: roll`."""
        return tuple(self._decisions)

    def position(self) -> str:
        """Return what everybody sees, as text that `from_position` reads. It leaves out sealed bids."""
        return position_text(self.box, self.rules, self.state, lenient=bool(self.violations))

    def record(self, agents: Sequence[str] | None = None) -> str:
        """Return the whole game as text that `replay` reads, with the players' names, one for each seat, if given."""
        names = () if agents is None else check_agents(agents, self.players)
        return record_text(self.box, self._beginning, self._decisions, self._result(), names)

    def _result(self) -> dict[str, Value]:
        """How the game ended; nothing while it goes on."""
        return {"winners": list(self.winners), "rounds": self.round, "turns": self.turn} if self.over else {}

    def __str__(self) -> str:
        return board_text(self.box, self.state)

    def __repr__(self) -> str:
        waits = "over" if self.over else f"decision of seat {self.actor} ({self.decision})"
        return f"<Game {self.rules}, {self.players} players, round {self.round}, {waits}>"

    def _repr_svg_(self) -> str:
        return board_svg(self.box, self.state)
