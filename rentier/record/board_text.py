"""Draw the board as plain text: the squares, the players and the bank in aligned tables of at most 100 columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from rentier.box import Box
from rentier.box.record import PARKING_POT, UNLIMITED
from rentier.game.state import GameRecord
from rentier.game.words import DECISIONS, FREE, NOBODY, OVER

WIDEST = 100  # columns
GAP = "  "
SHORTEST_NAME = 8  # columns that a name always has, however wide the rest is

Row = Sequence[str]


def board_text(box: Box, game: GameRecord) -> str:
    """Return the whole table as text: the state of the game, every square, every player, and what the bank has left."""
    squares = _table(_SQUARE_HEADS, [_square_row(box, game, square) for square in range(len(box.board.squares))])
    players = _table(_PLAYER_HEADS, [_player_row(box, game, seat) for seat in range(int(game.players))])
    lines = [standing(game), "", *squares, "", *players, "", bank(box, game)]
    return "\n".join(_clip(line, WIDEST) for line in lines)


# texts that the drawing of the board shares


def standing(game: GameRecord) -> str:
    """Return the state of the game: `Round 3, turn 11: seat 0 to move, decision: manage`."""
    return f"Round {game.rounds}, turn {game.turns}: {to_move(game)}"


def to_move(game: GameRecord) -> str:
    """Return who must decide what, or how the game ended."""
    if game.decision == OVER:
        return f"over, {_outcome(game)}"
    whose = "" if game.actor == game.mover else f" of seat {game.actor}"
    return f"seat {game.mover} to move, decision{whose}: {DECISIONS[game.decision]}"


def buildings(box: Box, game: GameRecord, square: int) -> str:
    """Return the buildings on a square: `3 houses`, `hotel`, or an empty text."""
    level = int(game.level[square])
    if level == 0:
        return ""
    if level == box.record.hotel_level:
        return "hotel"
    return f"{level} house" if level == 1 else f"{level} houses"


def is_mortgaged(game: GameRecord, square: int) -> bool:
    """Whether the deed of a square is mortgaged."""
    return bool(int(game.mortgaged) >> square & 1)


def is_bankrupt(game: GameRecord, seat: int) -> bool:
    """Whether a player is out of the game."""
    return not int(game.in_play) >> seat & 1


def deed_count(game: GameRecord, seat: int) -> int:
    """Return the number of deeds of a player."""
    return int(game.deeds[seat]).bit_count()


def jail_card_count(game: GameRecord, seat: int) -> int:
    """Return the number of Get Out of Jail Free cards of a player."""
    return sum(int(holder) == seat for holder in game.card_holder)


def occupants(game: GameRecord, square: int) -> tuple[list[int], list[int]]:
    """Return the seats on a square: those that are free, and those in jail there."""
    here = [seat for seat in range(int(game.players)) if game.square[seat] == square and not is_bankrupt(game, seat)]
    return [seat for seat in here if game.jail_turns[seat] == FREE], [seat for seat in here if game.jail_turns[seat] != FREE]


def price(box: Box, square: int) -> str:
    """Return the price of a deed, the tax of a tax square, or an empty text."""
    if box.board.squares[square].is_deed:
        return box.board.money(box.record.price[square])
    tax = box.record.tax[square]
    return f"tax {box.board.money(tax)}" if tax else ""


def bank(box: Box, game: GameRecord) -> str:
    """Return the houses and hotels left in the bank, and the pot if there is one."""
    left = f"Houses left: {_supply(game.houses_left)}, hotels left: {_supply(game.hotels_left)}"
    return f"{left}, pot: {box.board.money(game.pot)}" if box.record.free_parking == PARKING_POT else left


# the tables

_SQUARE_HEADS = (">no", "<name", "<group", ">price", ">owner", "<buildings", "<here")
_PLAYER_HEADS = (">seat", "<where", ">cash", ">deeds", ">jail cards")


def _square_row(box: Box, game: GameRecord, square: int) -> Row:
    """Return the row of a square."""
    owner = int(game.owner[square])
    return (
        str(square),
        box.board.squares[square].name,
        _group_name(box, square),
        price(box, square),
        "" if owner == NOBODY else str(owner),
        "mortgaged" if is_mortgaged(game, square) else buildings(box, game, square),
        _here(game, square),
    )


def _player_row(box: Box, game: GameRecord, seat: int) -> Row:
    """Return the row of a player."""
    return (
        str(seat),
        _where(box, game, seat),
        box.board.money(game.cash[seat]),
        str(deed_count(game, seat)),
        str(jail_card_count(game, seat)),
    )


def _group_name(box: Box, square: int) -> str:
    """Return the name of a square's group, or an empty text."""
    group = int(box.record.group[square])
    return "" if group < 0 else _clip(box.board.groups[group].name, 12)


def _here(game: GameRecord, square: int) -> str:
    """Return the seats on a square: `0 3, jailed 1`."""
    free, jailed = occupants(game, square)
    parts = [" ".join(map(str, free))] if free else []
    if jailed:
        parts.append("jailed " + " ".join(map(str, jailed)))
    return ", ".join(parts)


def _where(box: Box, game: GameRecord, seat: int) -> str:
    """Return where a player is."""
    if is_bankrupt(game, seat):
        return "bankrupt"
    name = box.board.squares[game.square[seat]].name
    return name if game.jail_turns[seat] == FREE else f"jailed at {name}"


def _outcome(game: GameRecord) -> str:
    """Return who has won."""
    winners = [str(seat) for seat in range(int(game.players)) if int(game.winners) >> seat & 1]
    if not winners:
        return "a draw"
    if len(winners) == 1:
        return f"seat {winners[0]} wins"
    return f"seats {', '.join(winners[:-1])} and {winners[-1]} win"


def _supply(left: int) -> str:
    """Return how many houses or hotels are left."""
    return "unlimited" if left == UNLIMITED else str(left)


def _table(heads: Row, rows: Sequence[Row]) -> list[str]:
    """Return a text table. Headings start with their alignment, `<` or `>`; the name column shrinks to fit the width."""
    aligns = [head[0] for head in heads]
    titles = [head[1:] for head in heads]
    widths = [max(map(cell_len, column)) for column in zip(titles, *rows, strict=True)]
    others = sum(widths) - widths[1] + len(GAP) * (len(widths) - 1)
    widths[1] = max(min(widths[1], WIDEST - others), SHORTEST_NAME)
    rule = ["-" * width for width in widths]
    return [_line(row, aligns, widths) for row in (titles, rule, *rows)]


def _line(row: Row, aligns: Sequence[str], widths: Sequence[int]) -> str:
    """Return one row of a table, without trailing spaces."""
    return GAP.join(_pad(text, align, width) for text, align, width in zip(row, aligns, widths, strict=True)).rstrip()


def _pad(text: str, align: str, width: int) -> str:
    """Pad a text to the width of its column, aligned left or right."""
    text = _clip(text, width)
    space = " " * (width - cell_len(text))
    return text + space if align == "<" else space + text


def _clip(text: str, width: int) -> str:
    """Shorten a text to at most `width` columns; a cut is shown by an ellipsis."""
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"
