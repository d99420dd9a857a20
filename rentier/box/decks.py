"""Decks: the effect of each card, read from TOML and checked against a board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rentier.box.boards import Board
from rentier.box.reading import MOST_MONEY, Table, check_schema, describe, read_table
from rentier.box.record import CARD_EFFECTS, DECKS, MOST_CARDS, SQUARE_KINDS
from rentier.errors import RentierError

MOST_TIMES = 1000
MULTIPLIERS = {"station": "rent_multiplier", "utility": "dice_multiplier"}


@dataclass(frozen=True)
class Card:
    """One card: its effect, and the effect's two numbers as in the box record."""

    id: str
    label: str
    effect: str
    first: int
    second: int


Cards = tuple[Card, ...]


def read_decks(path: Path, board: Board) -> tuple[Cards, Cards]:
    """Read the Chance and Community Chest decks of a file; cards name squares of the board."""
    table = read_table(path)
    check_schema(table)
    table.text("name")
    present = [deck for deck in DECKS if deck in table.values]
    chance, chest = (_read_deck(table, deck, present, board) if deck in present else () for deck in DECKS)
    table.finish()
    return chance, chest


def check_decks(board: Board, decks: tuple[Cards, Cards], source: str) -> None:
    """Refuse a board with card squares but no deck for them, or on which drawing cards would never end."""
    for deck, cards in zip(DECKS, decks, strict=True):
        if deck in board.kinds and not cards:
            square = board.kinds.index(deck)
            raise RentierError(f"{source}: {deck}: missing; squares[{square}] of board {board.name!r} draws from it")
    trapped = _squares_never_left(board, decks)
    if trapped:
        deck = board.kinds[trapped[0]]
        reason = f"from squares[{trapped[0]}] every card leads to another card without end; add one that does not"
        raise RentierError(f"{source}: {deck}: {reason}")


def _read_deck(table: Table, deck: str, present: list[str], board: Board) -> Cards:
    """Read the cards of one deck."""
    entries = table.tables(deck, 1, MOST_CARDS)
    cards: list[Card] = []
    for entry in entries:
        card = _read_card(entry, present, board)
        if any(card.id == other.id for other in cards):
            raise entry.wrong("id", f"{card.id!r} is the id of two cards of this deck; ids should differ")
        if card.effect == "jail_card" and any(other.effect == "jail_card" for other in cards):
            raise entry.wrong("effect", "a second 'jail_card'; a deck has one at most")
        cards.append(card)
    return tuple(cards)


def _read_card(table: Table, present: list[str], board: Board) -> Card:
    """Read one card with the figures that its effect needs."""
    effect = table.word("effect", "effect", CARD_EFFECTS)
    first, second = _read_figures(table, effect, present, board)
    card = Card(table.text("id"), table.text("label"), effect, first, second)
    table.finish()
    return card


def _read_figures(table: Table, effect: str, present: list[str], board: Board) -> tuple[int, int]:
    """Read the two numbers of a card."""
    if effect in ("advance_to", "back_to"):
        return _read_target(table, board), 0
    if effect == "move_by":
        return _read_steps(table, board), 0
    if effect == "nearest":
        kind = table.word("kind", "kind", MULTIPLIERS)
        if kind not in board.kinds:
            raise table.wrong("kind", f"board {board.name!r} has no square of kind {kind!r}; leave the card out")
        return SQUARE_KINDS.index(kind), table.number(MULTIPLIERS[kind], 1, MOST_TIMES)
    if effect == "go_to_jail" and "jail" not in board.kinds:
        raise table.wrong("effect", f"board {board.name!r} has no square of kind 'jail'; leave the card out")
    if effect in ("go_to_jail", "jail_card"):
        return 0, 0
    if effect == "repairs":
        return table.number("house", 0, MOST_MONEY), table.number("hotel", 0, MOST_MONEY)
    amount = table.number("amount", 0, MOST_MONEY)
    if effect == "pay_or_draw":
        return amount, DECKS.index(table.word("draw", "deck", present))
    return amount, 0


def _read_target(table: Table, board: Board) -> int:
    """Read the square that a card moves to."""
    target = table.get("to", "a square's name or number")
    if not isinstance(target, str | int) or isinstance(target, bool):
        raise table.wrong("to", f"{describe(target)} should be a square's name or number")
    try:
        return board.square_number(target)
    except RentierError as error:
        raise table.wrong("to", str(error)) from None


def _read_steps(table: Table, board: Board) -> int:
    """Read the number of steps of a card: less than a lap, and not zero."""
    most = len(board.squares) - 1
    steps = table.number("steps", -most, most)
    if steps == 0:
        raise table.wrong("steps", f"0 should be a number of steps, from {-most} to {most}")
    return steps


def _squares_never_left(board: Board, decks: tuple[Cards, Cards]) -> list[int]:
    """Return the card squares from which every sequence of cards leads to another card square."""
    trapped = {number for number, kind in enumerate(board.kinds) if kind in DECKS}
    while True:
        left = {square for square in trapped if _may_end(board, decks[DECKS.index(board.kinds[square])], square, trapped)}
        if not left:
            return sorted(trapped)
        trapped -= left


def _may_end(board: Board, cards: Cards, square: int, trapped: set[int]) -> bool:
    """Return whether some card ends the drawing at a square. A jail card does not count: a player may hold it."""
    others = [card for card in cards if card.effect != "jail_card"]
    return not others or any(_square_after(board, card, square) not in trapped for card in others)


def _square_after(board: Board, card: Card, square: int) -> int | None:
    """Return the square to which a card moves the player, or None."""
    count = len(board.squares)
    if card.effect in ("advance_to", "back_to"):
        return card.first
    if card.effect == "move_by":
        return (square + card.first) % count
    if card.effect == "nearest":
        return next(
            (square + step) % count
            for step in range(1, count + 1)
            if board.kinds[(square + step) % count] == SQUARE_KINDS[card.first]
        )
    return None
