"""Lines of text and their width."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator
from xml.sax.saxutils import escape

from rentier.record.drawing.shapes import short

SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
# attributes for fonts that differ from the picture's
NORMAL, BOLD = "", ' font-weight="bold"'
SERIF = """ font-family="Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', serif\""""
LEADING = 1.1  # distance between lines, relative to the type size
WIDER = 1.18  # how much wider than estimated a viewer's font may be
TIGHTEST = 0.82  # how much a word may be compressed before it is hyphenated


def wrapped(text: str, width: float, size: float, most: int) -> list[str]:
    """Break a text into lines that fit; if there are more than `most`, it is cut off with an ellipsis."""
    lines = [""]
    pieces = [piece for word in text.split() for piece in _break(word, width, size)]
    for piece in pieces:
        longer = f"{lines[-1]} {piece}".strip()
        if lines[-1] == "" or text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1].rstrip("-") + "…"]


def _break(word: str, width: float, size: float) -> Iterator[str]:
    """Yield a word, or its hyphenated parts if it is too wide even when compressed."""
    while len(word) > 4 and text_width(word, size) * TIGHTEST > width:
        fits = 2
        while text_width(word[: fits + 1] + "-", size) <= width:
            fits += 1
        yield word[:fits] + "-"
        word = word[fits:]
    yield word


def _cut(text: str, room: float, size: float) -> str:
    """Return a text, or as much of it as fits when compressed."""
    saved = text
    while len(saved) > 2 and text_width(saved, size) * TIGHTEST > room:
        saved = saved[:-2].rstrip() + "…"
    return saved


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in a common sans serif font."""
    return size * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    """Return the width of a letter, relative to the type size."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    return next((width for letters, width in _WIDTHS if letter in letters), 0.7 if letter.isupper() else 0.556)


_WIDTHS = (
    ("ijl'|", 0.22),
    ("ftI .,:;/!", 0.28),
    ("r-()", 0.333),
    ("cksvxyzJ", 0.5),
    ("FLTZ", 0.61),
    ("ABEKPSVXY&", 0.667),
    ("CDHNRUw", 0.722),
    ("GOQ", 0.778),
    ("mM", 0.833),
    ("W%@…", 0.95),
)


def text_line(
    text: str,
    x: float,
    y: float,
    size: float,
    room: float = math.inf,
    *,
    anchor: str = "middle",
    font: str = NORMAL,
    colour: str = "",
) -> str:
    """Draw one line of text, compressed to fit if a viewer's font may be too wide."""
    if not text:
        return ""
    text = _cut(text, room, size)
    wide = text_width(text, size)
    squeeze = f' textLength="{short(min(wide, room))}" lengthAdjust="spacingAndGlyphs"' if wide * WIDER > room else ""
    extra = font + (f' fill="{colour}"' if colour else "")
    place = f'x="{short(x)}" y="{short(y)}" font-size="{short(size)}" text-anchor="{anchor}"'
    return f"<text {place}{extra}{squeeze}>{escape(text)}</text>"
