"""When each scene of a film is shown, and for how long."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from rentier.arena.film.scenes import Scene

ROLLING = 0.22  # seconds that the dice tumble before the token moves
STEP = 0.045  # seconds from square to square
READING = 0.32  # seconds for a sentence
ROUTINE = 0.12  # seconds for one about buildings or mortgages, which come many at a time
BANKRUPTCY = 1.2  # extra, when a player goes bankrupt
REST = 0.06  # after each scene
OPENING, ENDING = 0.8, 4.0
LONGEST = 60.0  # seconds; a film that would be longer runs faster, ...
FASTEST = 2.0  # ... but at most this many times as fast


class Shot(NamedTuple):
    """A scene, and the times in seconds at which it starts, its token sets off and its token arrives."""

    scene: Scene
    start: float
    leaves: float
    lands: float


def timed(scenes: Sequence[Scene]) -> tuple[list[Shot], float]:
    """Return the scenes as consecutive shots, and the length of the film in seconds."""
    shots = [Shot(scenes[0], 0.0, 0.0, 0.0)]
    now = OPENING
    for before, scene in itertools.pairwise(scenes):
        leaves = now + (ROLLING if scene.rolled else 0.0)
        lands = leaves + STEP * len(scene.path)
        shots.append(Shot(scene, now, leaves, lands))
        fallen = int(before.game.in_play) != int(scene.game.in_play)
        now = lands + (ROUTINE if scene.routine else READING) * len(scene.lines) + (BANKRUPTCY if fallen else 0.0) + REST
    faster = min(max(now / (LONGEST - ENDING), 1.0), FASTEST)
    timed_shots = [Shot(shot.scene, shot.start / faster, shot.leaves / faster, shot.lands / faster) for shot in shots]
    return timed_shots, now / faster + ENDING
