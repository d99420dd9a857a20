"""The middle of the board: the name of the game, its state, the dice and the seats."""

from __future__ import annotations

from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import FREE, OVER
from rentier.record.board_text import bank, deed_count, is_bankrupt, jail_card_count, to_move
from rentier.record.drawing.colours import FAINT, HIGHLIGHT, LINES
from rentier.record.drawing.dice import dice_places, drawn_die
from rentier.record.drawing.layout import Area
from rentier.record.drawing.lettering import BOLD, SERIF, text_line
from rentier.record.drawing.seats import Column, row_line, row_token, table_cell, table_frame, table_row
from rentier.record.drawing.shapes import rectangle


def drawn_middle(box: Box, game: GameRecord, area: Area) -> str:
    """Draw the name of the game, its state, and the seats."""
    scale = min(1.0, area.width / 510)
    x, room = area.centre[0], 0.94 * area.width
    rolled = 36 * scale if game.dice[0] > 0 else 0.0
    table = Area(x - 180 * scale, 0, 360 * scale, 24 * (int(game.players) + 1) * scale)
    top = area.centre[1] - (table.height + rolled + 190 * scale) / 2
    move = to_move(game)
    parts = [
        wordmark(box, x, top + 42 * scale, scale),
        text_line(f"Round {game.rounds}, turn {game.turns}", x, top + 112 * scale, 15 * scale, room, font=BOLD),
        text_line(move[0].upper() + move[1:], x, top + 132 * scale, 13 * scale, room),
        _dice(box, game, x, top + 158 * scale, 22 * scale) if rolled else "",
    ]
    table = table._replace(y=top + 150 * scale + rolled)
    left = text_line(bank(box, game), x, table.y + table.height + 22 * scale, 11 * scale, room, colour=FAINT)
    return f"<g>{''.join(parts)}{_seats(box, game, table)}{left}</g>"


def wordmark(box: Box, x: float, y: float, scale: float) -> str:
    """Draw the name over a line in the colours of the board, with the board and the rules below."""
    word = text_line("Rentier", x, y, 52 * scale, font=SERIF)
    colours = [group.colour for group in box.board.groups] or [LINES]
    width = 180 * scale / len(colours)
    left = x - 90 * scale
    line = [
        rectangle(Area(left + step * width, y + 14 * scale, width, 4 * scale), colour) for step, colour in enumerate(colours)
    ]
    rules = f"{box.board.title}, {box.name}"
    return word + "".join(line) + text_line(rules, x, y + 36 * scale, 11 * scale, 360 * scale, colour=FAINT)


def _dice(box: Box, game: GameRecord, x: float, y: float, size: float) -> str:
    """Draw the last roll."""
    faces = [int(face) for face in game.dice[: int(box.record.dice)]]
    dice = [drawn_die(face, at, y, size) for face, at in zip(faces, dice_places(len(faces), x, size), strict=True)]
    return f"<g><title>last roll: {' '.join(map(str, faces))}</title>{''.join(dice)}</g>"


_COLUMNS = (
    Column("seat", 0.08, "middle", 0.1),
    Column("cash", 0.31, "end", 0.18, font=BOLD),
    Column("deeds", 0.45, "end", 0.1),
    Column("cards", 0.59, "end", 0.1),
    Column("where", 0.64, "start", 0.34, 0.9),
)


def _seats(box: Box, game: GameRecord, area: Area) -> str:
    """Draw the table of seats: cash, deeds, jail cards and where they are."""
    players = int(game.players)
    rows = [_seat_row(box, game, seat, table_row(area, players, seat)) for seat in range(players)]
    return table_frame(area, players, _COLUMNS) + "".join(rows)


def _seat_row(box: Box, game: GameRecord, seat: int, row: Area) -> str:
    """Draw the row of a seat; the one that must decide is highlighted, a bankrupt one is faded."""
    decides = game.decision != OVER and game.actor == seat
    cells = (
        box.board.money(game.cash[seat]),
        str(deed_count(game, seat)),
        str(jail_card_count(game, seat)),
        whereabouts(box, game, seat),
    )
    parts = [rectangle(row.inset(1.0, 1.0), HIGHLIGHT)] if decides else []
    parts.append(row_token(seat, row, _COLUMNS[0], decides))
    parts += [table_cell(text, row, column) for text, column in zip(cells, _COLUMNS[1:], strict=True)]
    drawn = "".join(parts)
    return row_line(row) + (f'<g opacity="0.5">{drawn}</g>' if is_bankrupt(game, seat) else drawn)


def whereabouts(box: Box, game: GameRecord, seat: int) -> str:
    """Return where a player is."""
    if is_bankrupt(game, seat):
        return "bankrupt"
    return "in jail" if game.jail_turns[seat] != FREE else box.board.squares[game.square[seat]].name
