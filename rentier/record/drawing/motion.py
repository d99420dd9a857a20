"""Animated parts of a drawing: a style sheet inside the SVG shows, moves and swaps them in a loop.

Such a drawing needs no script and works in an `<img>` too. A viewer without animation, or with reduced motion, shows the end:
every part is written in its final state, and only the style sheet has the earlier ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from rentier.record.drawing.layout import Area
from rentier.record.drawing.shapes import frame, short

Value = TypeVar("Value", bound=Hashable)
History = Sequence[tuple[float, Value]]  # the seconds from which each value holds, starting at 0
FADE = 0.25  # seconds in which a part appears or disappears
STEPPED, SMOOTH = "step-end", "linear"
CALM = "@media (prefers-reduced-motion:reduce){*{animation:none!important}}"


class Spot(NamedTuple):
    """The position and scale of a part."""

    x: float
    y: float
    size: float = 1.0

    def attribute(self) -> str:
        """Return it as an SVG transformation."""
        return f"translate({short(self.x)} {short(self.y)})" + (f" scale({short(self.size)})" if self.size != 1 else "")

    def property(self) -> str:
        """Return it as a CSS transformation."""
        return f"translate({short(self.x)}px,{short(self.y)}px)" + (f" scale({short(self.size)})" if self.size != 1 else "")


def changes(values: Iterable[tuple[float, Value]]) -> list[tuple[float, Value]]:
    """Return only the values that differ from the one before."""
    saved: list[tuple[float, Value]] = []
    for time, value in values:
        if not saved or saved[-1][1] != value:
            saved.append((time, value))
    return saved


def eased(history: History[Value], seconds: float) -> list[tuple[float, Value]]:
    """Return stops at which each change takes `seconds`, or less if the next follows sooner."""
    stops = [history[0]]
    ends = [*(time for time, _ in history[2:]), math.inf]
    for (time, value), end in zip(history[1:], ends, strict=False):
        stops += [(time, stops[-1][1]), (min(time + seconds, end), value)]
    return stops


class Motion:
    """The animated parts of one drawing, which loops after some seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._classes: dict[tuple[str, str], str] = {}

    def style_sheet(self) -> str:
        """Return the style sheet that animates the parts; call it after all of them are drawn."""
        rules = [CALM]
        for (keyframes, timing), name in self._classes.items():
            rules.append(f"@keyframes {name}{{{keyframes}}}")
            rules.append(f".{name}{{animation:{name} {short(self.seconds)}s {timing} infinite}}")
        return "<style>\n" + "\n".join(rules) + "\n</style>"

    def glide(self, drawing: str, stops: Sequence[tuple[float, Spot]]) -> str:
        """Draw a part that is at these spots at these times, and moves in a straight line in between."""
        return self._shifted(drawing, stops, SMOOTH)

    def strip(self, history: History[Value], window: Area, draw: Callable[[Value, Area], str]) -> str:
        """Draw an animated window: all values are drawn in one column, which is shifted so that one shows at a time."""
        places = {value: place for place, value in enumerate(dict.fromkeys(value for _, value in history))}
        drawn = "".join(draw(value, Area(0, place * window.height, *window[2:])) for value, place in places.items())
        stops = [(time, Spot(0, -places[value] * window.height)) for time, value in history]
        return window_on(window, self._shifted(drawn, stops, STEPPED))

    def exchange(self, history: History[Value], draw: Callable[[Value], str]) -> str:
        """Draw each value during its time, in the same place; a value may draw nothing."""
        drawn = {value: draw(value) for _, value in history}
        parts = []
        for value, drawing in drawn.items():
            if drawing:
                parts.append(self.fade(drawing, changes((time, 1.0 if other == value else 0.0) for time, other in history)))
        return "".join(parts)

    def fade(self, drawing: str, history: History[float]) -> str:
        """Draw a part whose opacity changes."""
        stops = eased(history, FADE)
        base = f' opacity="{short(stops[-1][1])}"' if stops[-1][1] != 1 else ""
        return self._animated(drawing, [(time, f"opacity:{short(value)}") for time, value in stops], base, SMOOTH)

    def _shifted(self, drawing: str, stops: Sequence[tuple[float, Spot]], timing: str) -> str:
        """Draw a part at its spots."""
        base = f' transform="{stops[-1][1].attribute()}"'
        return self._animated(drawing, [(time, f"transform:{spot.property()}") for time, spot in stops], base, timing)

    def _animated(self, drawing: str, stops: Sequence[tuple[float, str]], base: str, timing: str) -> str:
        """Draw a part with its keyframes; parts that move alike share them. A part that never changes needs none."""
        if len({declaration for _, declaration in stops}) == 1:
            return f"<g{base}>{drawing}</g>" if base else drawing
        keyframes = "".join(f"{','.join(times)}{{{declaration}}}" for times, declaration in self._runs(stops))
        name = self._classes.setdefault((keyframes, timing), f"m{len(self._classes)}")
        return f'<g class="{name}"{base}>{drawing}</g>'

    def _runs(self, stops: Sequence[tuple[float, str]]) -> list[tuple[list[str], str]]:
        """Return the stops as percentages of the whole; neighbours with the same declaration are merged."""
        runs: list[tuple[list[str], str]] = []
        for time, declaration in stops:
            share = f"{100 * time / self.seconds:.3f}".rstrip("0").rstrip(".") + "%"
            if runs and runs[-1][1] == declaration:
                runs[-1] = ([runs[-1][0][0], share], declaration)
            else:
                runs.append(([share], declaration))
        return runs


def window_on(area: Area, inside: str) -> str:
    """Draw `inside` clipped to a window, in coordinates that start at the window's corner."""
    return f"<svg {frame(area)}>{inside}</svg>"
