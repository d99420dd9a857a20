"""The tokens of a film: they stand where the still picture would put them, and glide round the board in between."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from rentier.arena.film.timing import Shot
from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.record.board_text import is_bankrupt, occupants
from rentier.record.drawing.layout import Plan
from rentier.record.drawing.motion import FADE, Motion, Spot, changes
from rentier.record.drawing.squares import Face, face_of
from rentier.record.drawing.tokens import token, token_places

RADIUS = 7.5  # at which tokens are drawn; in a crowd they shrink
Stops = list[tuple[float, Spot]]


def moving_tokens(box: Box, plan: Plan, shots: Sequence[Shot], motion: Motion) -> str:
    """Draw one token for each seat; it disappears when the player goes bankrupt."""
    faces = [face_of(box, plan, number, owned=True) for number in range(len(plan.places))]
    spots = [_spots(shot.scene.game, faces, plan) for shot in shots]
    parts = []
    for seat in range(int(shots[0].scene.game.players)):
        stops = _stops(seat, [places.get(seat) for places in spots], faces, plan, shots)
        alive = changes((shot.lands, 0.0 if is_bankrupt(shot.scene.game, seat) else 1.0) for shot in shots)
        parts.append(motion.fade(motion.glide(token(seat, 0, 0, RADIUS), stops), alive))
    return "\n".join(parts)


def _spots(game: GameRecord, faces: Sequence[Face], plan: Plan) -> dict[int, Spot]:
    """Return where the tokens of all players still in the game stand."""
    spots: dict[int, Spot] = {}
    for number, face in enumerate(faces):
        for seats, area in zip(occupants(game, number), (face.hall, face.cell), strict=True):
            if seats:
                radius, places = token_places(len(seats), area, plan)
                spots |= {seat: Spot(*place, radius / RADIUS) for seat, place in zip(seats, places, strict=True)}
    return spots


def _stops(seat: int, spots: Sequence[Spot | None], faces: Sequence[Face], plan: Plan, shots: Sequence[Shot]) -> Stops:
    """Return the times and places of a seat's token. It moves aside for arriving ones; when bankrupt it stays where it was."""
    here = next((spot for spot in spots if spot is not None), Spot(0, 0))
    stops = [(0.0, here)]
    departures = [*(shot.leaves for shot in shots[1:]), math.inf]
    for shot, spot, departure in zip(shots, spots, departures, strict=True):
        there = spot or here
        if shot.scene.mover == seat and shot.scene.path:
            stops += _walk(here, there, shot, faces, plan)
        elif there != here:
            stops += [(shot.lands, here), (min(shot.lands + FADE, departure), there)]
        here = there
    return stops


def _walk(here: Spot, there: Spot, shot: Shot, faces: Sequence[Face], plan: Plan) -> Stops:
    """Return the stops of a walk at constant speed, round the corners and via the squares where a jump begins."""
    path = shot.scene.path
    turns = [
        Spot(*faces[square].hall.centre, here.size)
        for square, after in itertools.pairwise(path)
        if plan.places[square].corner or abs(after - square) not in (1, len(faces) - 1)
    ]
    way = [here, *turns, there]
    lengths = [math.dist(start[:2], end[:2]) for start, end in itertools.pairwise(way)]
    gone, whole = 0.0, sum(lengths) or 1.0
    stops = [(shot.leaves, here)]
    for spot, length in zip(way[1:], lengths, strict=True):
        gone += length
        stops.append((shot.leaves + (shot.lands - shot.leaves) * gone / whole, spot))
    return stops
