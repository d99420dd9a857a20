"""The layout of the board: where each square is drawn.

Square 0 is at the lower right; the first side runs along the bottom to the left, then up, along the top and down.
"""

from __future__ import annotations

from typing import NamedTuple

SIZE = 720.0
MARGIN = 10.0
BOARD = SIZE - 2 * MARGIN
CORNER = 1.6  # side of a corner square, in widths of a square
NARROWEST_DEPTH, WIDEST_DEPTH = 84.0, 150.0
BOTTOM, LEFT, TOP, RIGHT = range(4)


class Area(NamedTuple):
    """A rectangle of the drawing."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, across: float, down: float) -> Area:
        """Return the rectangle without a border."""
        return Area(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def cut(self, side: int, depth: float) -> tuple[Area, Area]:
        """Return a strip along one side, and the rest."""
        x, y, width, height = self
        if side == BOTTOM:
            return Area(x, y + height - depth, width, depth), Area(x, y, width, height - depth)
        if side == TOP:
            return Area(x, y, width, depth), Area(x, y + depth, width, height - depth)
        if side == LEFT:
            return Area(x, y, depth, height), Area(x + depth, y, width - depth, height)
        return Area(x + width - depth, y, depth, height), Area(x, y, width - depth, height)


class Place(NamedTuple):
    """The place of a square: its rectangle, its side of the board, and whether it is a corner."""

    area: Area
    side: int
    corner: bool


class Plan(NamedTuple):
    """The places of all squares, their depth, the middle of the board and the type size of the names."""

    places: tuple[Place, ...]
    depth: float
    middle: Area
    type: float


def plan_board(count: int) -> Plan:
    """Place squares round a square board. Sides that cannot be equal differ by one; the squares of a side share its length."""
    sides = _sides(count)
    across = BOARD / (max(sides) + 2 * CORNER)
    depth = min(max(CORNER * across, NARROWEST_DEPTH), WIDEST_DEPTH)
    length = BOARD - 2 * depth
    places: list[Place] = []
    for side, squares in enumerate(sides):
        places.append(_corner(side, depth))
        places.extend(Place(_along(side, step, length / squares, depth), side, False) for step in range(squares))
    size = min(max(0.14 * length / max(sides), 7.0), 11.0)
    return Plan(tuple(places), depth, Area(MARGIN + depth, MARGIN + depth, length, length), size)


def _sides(count: int) -> list[int]:
    """Return the number of squares between the corners of each side; opposite sides are equal if possible."""
    each, more = divmod(count - 4, 4)
    return [each + (rank < more) for rank in (0, 2, 1, 3)]


def _corner(side: int, depth: float) -> Place:
    """Return the corner where a side begins."""
    near, far = MARGIN, MARGIN + BOARD - depth
    x = far if side in (BOTTOM, RIGHT) else near
    y = far if side in (BOTTOM, LEFT) else near
    return Place(Area(x, y, depth, depth), BOTTOM if side in (BOTTOM, LEFT) else TOP, True)


def _along(side: int, step: int, length: float, depth: float) -> Area:
    """Return the rectangle of the square that is `step` steps after the first one of its side."""
    near, far = MARGIN + depth, MARGIN + BOARD - depth
    if side == BOTTOM:
        return Area(far - (step + 1) * length, far, length, depth)
    if side == LEFT:
        return Area(MARGIN, far - (step + 1) * length, depth, length)
    if side == TOP:
        return Area(near + step * length, MARGIN, length, depth)
    return Area(far, near + step * length, depth, length)
