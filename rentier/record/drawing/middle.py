"""The middle of the board: the name of the game, where it stands, the dice and the seats."""

from __future__ import annotations

from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import FREE, OVER
from rentier.record.board_text import bank, deed_count, is_bankrupt, jail_card_count, money, to_move
from rentier.record.drawing.colours import FAINT, HIGHLIGHT, LINES, PAPER
from rentier.record.drawing.layout import Area
from rentier.record.drawing.lettering import SERIF, text_line
from rentier.record.drawing.shapes import frame, rectangle, short
from rentier.record.drawing.tokens import token


def drawn_middle(box: Box, game: GameRecord, area: Area) -> str:
    """The name of the game, where it stands, and the seats."""
    scale = min(1.0, area.width / 510)
    x, room = area.centre[0], 0.94 * area.width
    thrown = 36 * scale if game.dice[0] > 0 else 0.0
    table = Area(x - 180 * scale, 0, 360 * scale, 24 * (int(game.players) + 1) * scale)
    top = area.centre[1] - (table.height + thrown + 190 * scale) / 2
    move = to_move(game)
    parts = [
        _wordmark(box, x, top + 42 * scale, scale),
        text_line(f"Round {game.rounds}, turn {game.turns}", x, top + 112 * scale, 15 * scale, room, weight="bold"),
        text_line(move[0].upper() + move[1:], x, top + 132 * scale, 13 * scale, room),
        _dice(box, game, x, top + 158 * scale, 22 * scale) if thrown else "",
    ]
    table = table._replace(y=top + 150 * scale + thrown)
    left = text_line(bank(box, game), x, table.y + table.height + 22 * scale, 11 * scale, room, colour=FAINT)
    return f"<g>{''.join(parts)}{_seats(box, game, table)}{left}</g>"


def _wordmark(box: Box, x: float, y: float, scale: float) -> str:
    """The word over a line in the colours of the board, and which board and rules these are."""
    word = text_line("Rentier", x, y, 52 * scale, family=SERIF)
    colours = [group.colour for group in box.board.groups] or [LINES]
    width = 180 * scale / len(colours)
    left = x - 90 * scale
    line = [
        rectangle(Area(left + step * width, y + 14 * scale, width, 4 * scale), colour) for step, colour in enumerate(colours)
    ]
    rules = f"{box.board.title}, {box.name}"
    return word + "".join(line) + text_line(rules, x, y + 36 * scale, 11 * scale, 360 * scale, colour=FAINT)


def _dice(box: Box, game: GameRecord, x: float, y: float, size: float) -> str:
    """The last throw."""
    count = int(box.record.dice)
    pitch = 1.3 * size
    dice = [_die(int(game.dice[die]), x + (die - (count - 1) / 2) * pitch, y, size) for die in range(count)]
    thrown = " ".join(str(game.dice[die]) for die in range(count))
    return f"<g><title>last throw: {thrown}</title>{''.join(dice)}</g>"


_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0))


def _die(pips: int, x: float, y: float, size: float) -> str:
    """One die."""
    half = size / 2
    face = f'<rect {frame(Area(x - half, y - half, size, size))} rx="{short(0.2 * size)}" fill="{PAPER}" stroke="{LINES}"/>'
    spots = _CORNERS[: pips - pips % 2] + (((0, 0),) if pips % 2 else ())
    reach, radius = 0.26 * size, 0.09 * size
    return face + "".join(
        f'<circle cx="{short(x + right * reach)}" cy="{short(y + down * reach)}" r="{short(radius)}"/>' for right, down in spots
    )


_COLUMNS = (
    ("seat", 0.08, "middle"),
    ("cash", 0.31, "end"),
    ("deeds", 0.45, "end"),
    ("cards", 0.59, "end"),
    ("where", 0.64, "start"),
)


def _seats(box: Box, game: GameRecord, area: Area) -> str:
    """A table of the seats: cash, deeds, jail cards and where they are."""
    height = area.height / (int(game.players) + 1)
    row = area._replace(height=height)
    parts = [f'<rect {frame(area)} rx="5" fill="{PAPER}" stroke="{LINES}"/>']
    for head, at, anchor in _COLUMNS:
        parts.append(
            text_line(head, area.x + at * area.width, area.y + 0.66 * height, 0.43 * height, colour=FAINT, anchor=anchor)
        )
    parts += [_seat_row(box, game, seat, row._replace(y=area.y + (seat + 1) * height)) for seat in range(int(game.players))]
    return "".join(parts)


def _seat_row(box: Box, game: GameRecord, seat: int, row: Area) -> str:
    """One seat; the one who must decide stands out, a bankrupt one fades."""
    decides = game.decision != OVER and game.actor == seat
    size = 0.5 * row.height
    middle = row.centre[1]
    cells = (
        money(box, game.cash[seat]),
        str(deed_count(game, seat)),
        str(jail_card_count(game, seat)),
        _where(box, game, seat),
    )
    rooms = (0.18, 0.1, 0.1, 0.34)
    parts = [rectangle(row.inset(1.0, 1.0), HIGHLIGHT)] if decides else []
    parts.append(token(seat, row.x + _COLUMNS[0][1] * row.width, middle, 0.36 * row.height, decides))
    for text, room, (head, at, anchor) in zip(cells, rooms, _COLUMNS[1:], strict=True):
        x, weight = row.x + at * row.width, "bold" if head == "cash" else "normal"
        type_size = 0.9 * size if head == "where" else size
        parts.append(text_line(text, x, middle + 0.36 * size, type_size, room * row.width, anchor=anchor, weight=weight))
    rule = f'<path d="M{short(row.x)} {short(row.y)}h{short(row.width)}" stroke="#d9d5c8"/>'
    drawn = "".join(parts)
    return rule + (f'<g opacity="0.5">{drawn}</g>' if is_bankrupt(game, seat) else drawn)


def _where(box: Box, game: GameRecord, seat: int) -> str:
    """Where a player is."""
    if is_bankrupt(game, seat):
        return "bankrupt"
    return "in jail" if game.jail_turns[seat] != FREE else box.board.squares[game.square[seat]].name
