"""The middle of a film: the name of the game, the dice, the table of seats, and a log of what happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rentier.arena.film.scenes import Line
from rentier.arena.film.timing import Shot
from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.record.board_text import bank, deed_count, is_bankrupt
from rentier.record.drawing.colours import FAINT, HIGHLIGHT, TABLE
from rentier.record.drawing.dice import dice_places, drawn_die
from rentier.record.drawing.layout import Area
from rentier.record.drawing.lettering import BOLD, NORMAL, text_line, text_width
from rentier.record.drawing.middle import whereabouts, wordmark
from rentier.record.drawing.motion import Motion, Spot, changes, eased, window_on
from rentier.record.drawing.seats import Column, row_line, row_token, table_cell, table_frame, table_row
from rentier.record.drawing.shapes import rectangle
from rentier.record.drawing.tokens import token

LOG_LINES = 5  # sentences shown at a time
SCROLL = 0.2  # seconds
TUMBLE = 0.08  # seconds that a rolling die shows each face
COLUMNS = (
    Column("", 0.06, "middle", 0.1),
    Column("player", 0.12, "start", 0.3),
    Column("cash", 0.54, "end", 0.16, font=BOLD),
    Column("deeds", 0.65, "end", 0.1),
    Column("where", 0.69, "start", 0.3, 0.9),
)
TOKEN, PLAYER, CASH, DEEDS, WHERE = COLUMNS


def moving_middle(box: Box, names: Sequence[str], area: Area, shots: Sequence[Shot], motion: Motion) -> str:
    """Draw the parts from top to bottom."""
    scale = min(1.0, area.width / 510)
    x, width = area.centre[0], 470 * scale
    rows, lines = 24 * (len(names) + 1) * scale, 19 * LOG_LINES * scale
    top = area.centre[1] - (rows + lines + 208 * scale) / 2
    table = Area(x - width / 2, top + 166 * scale, width, rows)
    log = Area(x - width / 2, table.y + rows + 10 * scale, width, lines)
    foot = Area(x - width / 2, log.y + lines + 10 * scale, width, 18 * scale)
    turns = changes((shot.start, f"Round {shot.scene.round}, turn {shot.scene.turn}") for shot in shots)
    stock = changes((shot.lands, bank(box, shot.scene.game)) for shot in shots)
    parts = (
        wordmark(box, x, top + 42 * scale, scale),
        motion.strip(turns, Area(x - width / 2, top + 94 * scale, width, 24 * scale), _centred(15 * scale, BOLD)),
        _dice(box, x, top + 140 * scale, 24 * scale, shots, motion),
        _seats(box, names, table, shots, motion),
        _log(log, shots, motion),
        motion.strip(stock, foot, _centred(11 * scale, NORMAL, FAINT)),
    )
    return f"<g>{''.join(parts)}</g>"


def _centred(size: float, font: str, colour: str = "") -> Callable[[str, Area], str]:
    """Return a function that draws a text in the middle of an area."""
    return lambda text, area: text_line(
        text, area.centre[0], area.centre[1] + 0.36 * size, size, area.width, font=font, colour=colour
    )


def _dice(box: Box, x: float, y: float, size: float, shots: Sequence[Shot], motion: Motion) -> str:
    """Draw the dice, which tumble before they come to rest."""
    count = int(box.record.dice)
    half = 0.55 * size
    drawn = []
    for die, at in enumerate(dice_places(count, x, size)):
        faces = [(0.0, int(shots[0].scene.game.dice[die]))]
        for shot in shots[1:]:
            if shot.scene.rolled:
                face = int(shot.scene.game.dice[die])
                tumbling = int((shot.leaves - shot.start) / TUMBLE)
                faces += [(shot.start + TUMBLE * turn, 1 + (face + 2 * (turn + die)) % 6) for turn in range(tumbling)]
                faces.append((shot.start + TUMBLE * tumbling, face))
        window = Area(at - half, y - half, 2 * half, 2 * half)
        drawn.append(
            motion.strip(changes(faces), window, lambda face, area: drawn_die(face, *area.centre, size) if face else "")
        )
    return "".join(drawn)


def _seats(box: Box, names: Sequence[str], area: Area, shots: Sequence[Shot], motion: Motion) -> str:
    """Draw the table of seats; the row of the player to move is highlighted, and at the end that of the winner."""
    players = len(names)
    height = table_row(area, players, 0).height
    light = rectangle(table_row(area, players, 0).inset(1.0, 1.0), HIGHLIGHT)
    turns = [(time, Spot(0, seat * height)) for time, seat in changes((shot.start, _highlighted_seat(shot)) for shot in shots)]
    rows = [_row(box, seat, names[seat], table_row(area, players, seat), shots, motion) for seat in range(players)]
    return table_frame(area, players, COLUMNS) + motion.glide(light, eased(turns, SCROLL)) + "".join(rows)


def _highlighted_seat(shot: Shot) -> int:
    """Return the seat whose turn it is, or the winner."""
    winners = int(shot.scene.game.winners)
    return (winners & -winners).bit_length() - 1 if winners else shot.scene.mover


def _row(box: Box, seat: int, name: str, row: Area, shots: Sequence[Shot], motion: Motion) -> str:
    """Draw the row of one seat; it fades when the player is bankrupt."""

    def cell(column: Column, read: Callable[[GameRecord], str]) -> str:
        history = changes((shot.lands, read(shot.scene.game)) for shot in shots)
        return motion.strip(history, row, lambda text, area: table_cell(text, area, column))

    cells = (
        row_token(seat, row, TOKEN),
        table_cell(name, row, PLAYER),
        cell(CASH, lambda game: box.board.money(game.cash[seat])),
        cell(DEEDS, lambda game: str(deed_count(game, seat))),
        cell(WHERE, lambda game: whereabouts(box, game, seat)),
    )
    opacity = changes((shot.lands, 0.5 if is_bankrupt(shot.scene.game, seat) else 1.0) for shot in shots)
    return row_line(row) + motion.fade("".join(cells), opacity)


def _log(area: Area, shots: Sequence[Shot], motion: Motion) -> str:
    """Draw the log of recent events, the newest at the bottom; older sentences fade."""
    height = area.height / LOG_LINES
    lines: list[Line] = []
    history = [(0.0, Spot(0, area.height))]
    for shot in shots:
        if shot.scene.lines:
            lines += shot.scene.lines
            history.append((shot.lands, Spot(0, area.height - len(lines) * height)))
    drawn = [_log_line(line, Area(0, place * height, area.width, height)) for place, line in enumerate(lines)]
    veils = [
        rectangle(Area(area.x, area.y + place * height, area.width, height), TABLE, opacity=0.75 - 0.25 * place)
        for place in range(3)
    ]
    return window_on(area, motion.glide("".join(drawn), eased(history, SCROLL))) + "".join(veils)


def _log_line(line: Line, area: Area) -> str:
    """Draw a sentence to the right of its seat's token; if it is too long, the part after a semicolon is dropped."""
    size, middle = 0.66 * area.height, area.centre[1]
    left = area.x + 1.3 * area.height
    room = area.x + area.width - left
    text = line.text if text_width(line.text, size) <= room else line.text.partition(";")[0].rstrip(".") + "."
    disc = "" if line.seat is None else token(line.seat, area.x + 0.6 * area.height, middle, 0.36 * area.height)
    return disc + text_line(text, left, middle + 0.36 * size, size, room, anchor="start")
