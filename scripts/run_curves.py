"""Draw the held-out error of runs of `rentier train` that docs/selfplay.md describes: from scratch, and to the bundled network.

    python -m scripts.run_curves docs/runs docs/runs/curves.svg

In a log, each run begins with a line `LETTER: ...`; its settings and one line for each evaluation follow, indented.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from rentier.arena.pictures import COLOURS, plots, save

TITLE = re.compile(r"^([a-z]): ")
POINT = re.compile(r"^  ([\d,]+) [\d.]+ ([\d.]+) \d+$")
FROM_SCRATCH = ("d", "e", "l")
CONTINUED = ("g", "h", "j", "o")  # each begins with the weights of the one before, the first with those of the first network
BEFORE = 3_034_103  # games of the first network, which has no such curve

Curve = list[tuple[int, float]]  # games trained on, held-out error


def read_curves(folder: Path) -> dict[str, Curve]:
    """Return the curves in all logs of a folder, by the letter of the run."""
    curves: dict[str, Curve] = {}
    for file in sorted(folder.glob("selfplay-*.txt")):
        letter = ""
        for line in file.read_text().splitlines():
            if not line.startswith(" "):
                title = TITLE.match(line)
                letter = title[1] if title else ("" if line else letter)
            elif letter and (point := POINT.match(line)):
                curves.setdefault(letter, []).append((int(point[1].replace(",", "")), float(point[2])))
    return curves


def draw_line(axes: Any, curve: Curve, colour: str, letter: str) -> None:
    """Draw a curve, named by the letter of its run."""
    games = [count / 1e6 for count, _ in curve]
    errors = [error for _, error in curve]
    axes.plot(games, errors, color=colour, label=letter)


def draw_curves(curves: dict[str, Curve], file: Path) -> None:
    """Draw the runs from scratch, and those that continue the first network one after the other."""
    figure, (left, right) = plots().subplots(1, 2, figsize=(10, 3.6), layout="constrained")
    for colour, letter in zip(COLOURS, FROM_SCRATCH, strict=False):
        draw_line(left, curves[letter], colour, letter)
    before = BEFORE
    for colour, letter in zip(COLOURS, CONTINUED, strict=False):
        draw_line(right, [(before + games, error) for games, error in curves[letter]], colour, letter)
        before += curves[letter][-1][0]
    left.set_title("from scratch")
    right.set_title("from the first network to the bundled one")
    right.set_ylim(0.07, 0.1)
    for axes in (left, right):
        axes.set_xlabel("million training games")
        axes.set_ylabel("held-out error")
        axes.grid(alpha=0.3)
        axes.legend(fontsize=8, ncols=4)
    save(figure, file)


if __name__ == "__main__":
    draw_curves(read_curves(Path(sys.argv[1])), Path(sys.argv[2]))
