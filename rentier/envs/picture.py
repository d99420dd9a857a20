"""A board that `board_svg` has drawn, as pixels: the few words of SVG that it uses, set with Pillow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np

from rentier.envs.extras import need
from rentier.record.drawing.layout import SIZE
from rentier.records import Numbers

FINER = 2  # drawn larger and shrunk, so that edges are smooth
STEP = re.compile(r"([MLHhv])([^A-Za-z]*)")
Point = tuple[float, float]


def picture(svg: str) -> Numbers:
    """The drawing as an array of height, width and three colours."""
    image_of, draw_on = need("PIL.Image", "envs"), need("PIL.ImageDraw", "envs")
    size = round(SIZE) * FINER
    image = image_of.new("RGB", (size, size), "white")
    draw = draw_on.Draw(image, "RGBA")
    root = ElementTree.fromstring(svg)
    for element, fill in _shapes(root, root.get("fill", "black")):
        _draw(draw, element, element.tag.rpartition("}")[2], fill)
    return np.asarray(image.resize((size // FINER, size // FINER), image_of.Resampling.LANCZOS))


def _shapes(parent: ElementTree.Element, fill: str) -> Iterator[tuple[ElementTree.Element, str]]:
    """Every element with the colour it is filled with, its own or that of what it is part of."""
    for element in parent:
        own = element.get("fill", fill)
        yield element, own
        yield from _shapes(element, own)


def _draw(draw: Any, element: ElementTree.Element, tag: str, fill: str) -> None:
    """Draw one element; those that only hold others or say what they are need nothing."""
    inside = _colour(fill, element.get("fill-opacity") or element.get("opacity"))
    line = _colour(element.get("stroke", "none"), element.get("opacity"))
    width = max(1, round(_number(element, "stroke-width", 1.0)))
    if tag == "rect":
        x, y = _number(element, "x"), _number(element, "y")
        corner = (x + _number(element, "width"), y + _number(element, "height"))
        draw.rounded_rectangle((x, y, *corner), _number(element, "rx"), fill=inside, outline=line, width=width)
    elif tag in ("circle", "ellipse"):
        x, y = _number(element, "cx"), _number(element, "cy")
        across, up = (_number(element, name) or _number(element, "r") for name in ("rx", "ry"))
        draw.ellipse((x - across, y - up, x + across, y + up), fill=inside, outline=line, width=width)
    elif tag == "polygon":
        corners = [FINER * float(number) for number in re.split(r"[ ,]+", element.get("points", ""))]
        draw.polygon(corners, fill=inside, outline=line)
    elif tag == "path":
        for way in _ways(element.get("d", "")):
            draw.line(way, fill=line, width=width)
    elif tag == "text":
        _write(draw, element, inside)


def _write(draw: Any, element: ElementTree.Element, colour: object) -> None:
    """Write a line of text on its base line."""
    font = need("PIL.ImageFont", "envs").load_default(_number(element, "font-size"))
    anchor = {"middle": "ms", "end": "rs"}.get(element.get("text-anchor", ""), "ls")
    place = (_number(element, "x"), _number(element, "y"))
    bold = FINER // 2 if element.get("font-weight") == "bold" else 0
    draw.text(place, "".join(element.itertext()), fill=colour, font=font, anchor=anchor, stroke_width=bold // 2)


def _number(element: ElementTree.Element, name: str, usual: float = 0.0) -> float:
    """A length of an element, in pixels of the larger drawing."""
    return FINER * float(element.get(name, usual))


def _colour(name: str, opacity: str | None) -> tuple[int, int, int, int] | None:
    """A colour as Pillow takes it; None for none."""
    if name == "none":
        return None
    red, green, blue = need("PIL.ImageColor", "envs").getrgb(name)[:3]
    return red, green, blue, round(255 * float(opacity or 1.0))


def _ways(steps: str) -> Iterator[list[Point]]:
    """The straight lines of a path."""
    way: list[Point] = []
    for letter, numbers in STEP.findall(steps):
        moved = [FINER * float(number) for number in re.split(r"[ ,]+", numbers.strip())]
        if letter == "M":
            if way:
                yield way
            way = []
        x, y = way[-1] if way else (0.0, 0.0)
        if letter in "Hh":
            way.append((moved[0] if letter == "H" else x + moved[0], y))
        elif letter == "v":
            way.append((x, y + moved[0]))
        else:
            way.append((moved[0], moved[1]))
    yield way
