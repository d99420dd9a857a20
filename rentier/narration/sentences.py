"""Events in plain sentences with the players' names, such as "Seat 0 rolls 1 + 2 and moves to Whitechapel Road."."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rentier.box import Box
from rentier.box.record import DECKS, MOST_SQUARES
from rentier.game.events import (
    AUCTION_BEGAN,
    BANKRUPTED,
    BID_MADE,
    BY_DICE,
    BY_DOUBLE,
    BY_THIRD_DOUBLE,
    CAUSES,
    DREW,
    ENDED,
    ESTATE,
    EVENT_KINDS,
    EVENT_NUMBERS,
    FOR_RENT,
    FREED,
    GO_BONUS,
    IN_JAIL,
    JAILED,
    MOVED,
    NO_REASON,
    PAID,
    PASSED_GO,
    ROLLED,
    SALARY,
    STAYED_IN_JAIL,
    TURN_BEGAN,
    Event,
)
from rentier.game.state import GameRecord
from rentier.game.words import A_HOUSE, FREE, NOBODY, OFFER, Action
from rentier.record.actions import CARD_TEXTS, spoken

SQUARES = (1 << MOST_SQUARES) - 1


class Line(NamedTuple):
    """A sentence and the main event it describes; None before the first action."""

    text: str
    event: Event | None

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading: the start of a turn, or the end of the game."""
        return self.event is not None and self.event.kind in (TURN_BEGAN, ENDED)


class Templates(NamedTuple):
    """The templates in `sentences.toml`."""

    sentences: dict[str, str]
    reasons: dict[str, str]


_FIRST_TURN = Event(TURN_BEGAN, *[0] * (EVENT_NUMBERS - 1))


@functools.cache
def templates() -> Templates:
    """Return the sentence templates, read once."""
    read = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))
    return Templates(read["sentences"], read["reasons"])


def seat_names(players: int) -> list[str]:
    """Return default names for the seats."""
    return [f"seat {seat}" for seat in range(players)]


def agent_names(specs: Sequence[str]) -> list[str]:
    """Return names for agents: their specs, numbered where several are the same."""
    return [f"{spec} {specs[: place + 1].count(spec)}" if specs.count(spec) > 1 else spec for place, spec in enumerate(specs)]


def deck_name(box: Box, deck: int) -> str:
    """Return the name of a deck: that of the squares where its cards are drawn."""
    return next((square.name for square in box.board.squares if square.kind == DECKS[deck]), DECKS[deck].capitalize())


def faces_of(event: Event) -> list[int]:
    """Return the dice of a roll."""
    return [int(digit) for digit in str(event.amount)]


def terms_of(event: Event) -> Action:
    """Return the offer that an event is about."""
    return Action(OFFER, event.other, event.amount, event.gives, event.takes, event.iou, event.free_rent)


class Narrator:
    """Describes a game in sentences. Without names, players are called by their seats."""

    def __init__(self, box: Box, names: Sequence[str] | None, players: int) -> None:
        self.box = box
        self.names = seat_names(players) if names is None else list(names)
        self.by_seat = names is None

    def opening(self, game: GameRecord) -> list[Line]:
        """Describe a game before its first decision: the deeds dealt, and whose turn it is."""
        dealt = [(seat, self._deed_names(int(game.deeds[seat]))) for seat in range(int(game.players))]
        lines = [Line(self._sentence(f"{self.names[seat]} holds {deeds}", True), None) for seat, deeds in dealt if deeds]
        return [*lines, Line(self.heading(game), _FIRST_TURN)]

    def tell(self, game: GameRecord, events: Sequence[Event]) -> list[Line]:
        """Describe the events of one action; `game` is the state after it."""
        lines = _ActionNarration(self, events).lines()
        last = events[-1] if events else None
        if last is not None and last.kind == ENDED:
            lines.append(Line(self.closing(last.gives), last))
        turn = next((event for event in reversed(events) if event.kind == TURN_BEGAN), None)
        if turn is not None and (last is None or last.kind != ENDED):
            lines.append(Line(self.heading(game), turn))
        return lines

    def heading(self, game: GameRecord) -> str:
        """Return the heading of a turn: `Round 3, turn 9: seat 1, on Pall Mall with £980`."""
        seat = int(game.mover)
        place = "in jail" if game.jail_turns[seat] != FREE else f"on {self.box.square_names[game.square[seat]]}"
        cash = self.box.board.money(game.cash[seat])
        return f"Round {game.rounds}, turn {game.turns}: {self.names[seat]}, {place} with {cash}"

    def closing(self, seats: int) -> str:
        """Return how a game ended; `seats` are the winners as bits."""
        winners = [name for seat, name in enumerate(self.names) if seats >> seat & 1]
        if not winners:
            return "The game is over: it is a draw."
        if len(winners) == 1:
            return f"The game is over: {winners[0]} wins."
        return f"The game is over: {' and '.join(winners)} share first place."

    def say(self, template: str, event: Event, deck: str = "card") -> str:
        """Fill in a template for an event; `deck` names the deck of the last card drawn."""
        why = CAUSES[event.why] if event.why != NO_REASON else ""
        parts = {
            "seat": self.who(event.seat),
            "square": self.box.square_names[event.square] if event.square >= 0 else "",
            "amount": self.box.board.money(abs(event.amount)),
            "now": self.box.board.money(event.now),
            "deck": deck,
        }
        if event.kind == DREW:
            parts["deck"] = deck_name(self.box, event.other)
            parts["card"] = f'"{self.box.decks[event.other][event.amount].label}"'
        elif "{other}" in template:
            parts["other"] = self.who(event.other)
        parts["lot"] = parts["square"] or ("a house" if event.square == A_HOUSE else "a hotel")
        parts["reason"] = templates().reasons.get(why, "").format(**parts)
        parts["buildings"] = self._buildings(event.now)
        parts["deeds"] = self._deed_names(event.gives)
        parts["terms"] = self._terms(event) if "{terms}" in template else ""
        return self._sentence(template.format(**parts), template.startswith(("{seat}", "{other}")))

    def who(self, seat: int) -> str:
        """Return the name of a player, or "the bank"."""
        return self.names[seat] if seat >= 0 else "the bank"

    def _sentence(self, text: str, begins_with_name: bool) -> str:
        """Return a text with a full stop and an initial capital; a player's own name keeps its spelling."""
        named = begins_with_name and not self.by_seat
        return f"{text if named else text[0].upper() + text[1:]}."

    def _terms(self, event: Event) -> str:
        """Return the terms of an offer: `Euston Road + £150 for Mayfair`."""
        offer = spoken(self.box, terms_of(event))
        sides = (offer.gives, offer.amount, offer.iou), (offer.takes, -offer.amount, -offer.iou)
        free = f", free rent on {self._deed_names(offer.free_rent)}" if offer.free_rent else ""
        return " for ".join(self._side(*side) for side in sides) + free

    def _side(self, names: Sequence[str], cash: int, iou: int) -> str:
        """Return one side of a trade."""
        parts = [self._card_name(CARD_TEXTS.index(name)) if name in CARD_TEXTS else name for name in names]
        if cash > 0:
            parts.append(self.box.board.money(cash))
        if iou > 0:
            parts.append(f"an IOU of {self.box.board.money(iou)}")
        return " + ".join(parts) or "nothing"

    def _card_name(self, deck: int) -> str:
        """Return the name of a jail card."""
        return f"a Get Out of Jail Free card ({deck_name(self.box, deck)})"

    def _deed_names(self, squares: int) -> str:
        """Return the names of a set of deeds, in board order."""
        return ", ".join(name for square, name in enumerate(self.box.square_names) if (squares & SQUARES) >> square & 1)

    def _buildings(self, level: int) -> str:
        """Return the buildings of a building level: `no houses`, `2 houses`, `a hotel`."""
        if level == self.box.record.hotel_level:
            return "a hotel"
        return {0: "no houses", 1: "1 house"}.get(level, f"{level} houses")


class _ActionNarration:
    """Describes the events of one action in order. A roll and its outcome share a sentence."""

    def __init__(self, narrator: Narrator, events: Sequence[Event]) -> None:
        self.narrator = narrator
        self.events = events
        self.written: list[Line] = []
        self.rolled: tuple[str, Event] | None = None  # the sentence that a roll has begun
        self.deck = "card"  # of the last card drawn

    def lines(self) -> list[Line]:
        """Return all sentences."""
        place = 0
        while place < len(self.events):
            event = self.events[place]
            if event.kind == MOVED:
                place = self._move(place)
                continue
            place += 1
            if event.kind == DREW:
                self.deck = deck_name(self.narrator.box, event.other)
            if event.kind == ROLLED:
                self._roll(event)
            elif not self._ends_roll(event):
                self._plain(event)
        self._finish_roll()
        return self.written

    def _roll(self, event: Event) -> None:
        """Begin a sentence with a roll."""
        self._finish_roll()
        faces = faces_of(event)
        double = len(faces) > 1 and len(set(faces)) == 1
        text = f"{self.narrator.who(event.seat)} rolls {' + '.join(map(str, faces))}"
        if event.why == FOR_RENT:
            text += " for the rent"
        elif double:
            text += ", a double"
        elif event.why == IN_JAIL:
            text += ", no double"
        self.rolled = text, event

    def _ends_roll(self, event: Event) -> bool:
        """Whether an event continues or ends the sentence that a roll began."""
        if self.rolled is None:
            return False
        text = self.rolled[0]
        if event.kind == JAILED and event.why == BY_THIRD_DOUBLE:
            self._finish_roll(f"{text}, the third in a row, and goes to jail", event)
        elif event.kind == STAYED_IN_JAIL:
            self._finish_roll(f"{text}, and stays in jail", event)
        elif event.kind == FREED and event.why == BY_DOUBLE:
            self.rolled = f"{text}, leaves jail", event
        else:
            self._finish_roll()
            return False
        return True

    def _finish_roll(self, text: str = "", event: Event | None = None) -> None:
        """Write the sentence that a roll began."""
        if self.rolled is not None:
            began, roll = self.rolled
            self.rolled = None
            self.written.append(Line(self.narrator._sentence(text or began, True), event or roll))

    def _move(self, place: int) -> int:
        """Describe a move and any salary on the way; return the index of the event after it."""
        move, narrator = self.events[place], self.narrator
        place += 1
        passed = salary = 0
        while place < len(self.events) and (self.events[place].kind == PASSED_GO or self._is_salary(self.events[place])):
            passed += self.events[place].kind == PASSED_GO
            salary += self.events[place].amount
            place += 1
        stays_on_go = passed == 1 and move.square == narrator.box.record.go_square
        passing = " past GO" if passed and not stays_on_go and narrator.box.record.go_square == 0 else ""
        paid = f" and collects {narrator.box.board.money(salary)}" if salary > 0 else ""
        moves = f"moves{passing} to {narrator.box.square_names[move.square]}{paid}"
        if self.rolled is not None and move.why == BY_DICE:
            began = self.rolled[0]
            self._finish_roll(f"{began}{', and ' if ',' in began else ' and '}{moves}", move)
        else:
            self._finish_roll()
            self.written.append(Line(narrator._sentence(f"{narrator.who(move.seat)} {moves}", True), move))
        return place

    @staticmethod
    def _is_salary(event: Event) -> bool:
        """Whether an event is a payment for passing or landing on GO."""
        return event.kind == PAID and event.why in (SALARY, GO_BONUS)

    def _plain(self, event: Event) -> None:
        """Write the sentence of an event, if it has one."""
        template = template_of(event)
        if template:
            self.written.append(Line(self.narrator.say(template, event, self.deck), event))


def template_of(event: Event) -> str:
    """Return the template for an event; empty where another event's sentence covers it."""
    sentences = templates().sentences
    kind, detail = EVENT_KINDS[event.kind], CAUSES[event.why] if event.why != NO_REASON else ""
    if event.kind == PAID and event.seat < 0:
        kind = "received"
    elif event.kind == PAID and event.why == ESTATE and event.other == NOBODY:
        return ""
    elif event.kind == PAID and event.other < 0 and f"paid.{detail}" not in sentences:
        kind = "paid-bank"
    elif event.kind == AUCTION_BEGAN and event.seat != NOBODY:
        detail = "led"
    elif event.kind == BID_MADE and event.amount == 0:
        detail = "sealed"
    elif event.kind == BANKRUPTED and event.gives & SQUARES:
        detail = "with-deeds"
    return sentences.get(f"{kind}.{detail}", sentences.get(kind, ""))
