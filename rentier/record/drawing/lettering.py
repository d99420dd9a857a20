"""Lines of type, and how wide they run."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator
from xml.sax.saxutils import escape

from rentier.record.drawing.shapes import short

SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
# fonts other than the one of the picture
NORMAL, BOLD = "", ' font-weight="bold"'
SERIF = """ font-family="Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', serif\""""
LEADING = 1.1  # from line to line, in sizes of type
WIDER = 1.18  # how much wider than estimated the type of a reader may run
TIGHTEST = 0.82  # how far a word may be squeezed before it is broken


def wrapped(text: str, width: float, size: float, most: int) -> list[str]:
    """A text in lines that fit; what does not fit into so many lines is cut off and shows that it is."""
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
    """A word, or its parts with hyphens where even squeezed it is too wide."""
    while len(word) > 4 and text_width(word, size) * TIGHTEST > width:
        fits = 2
        while text_width(word[: fits + 1] + "-", size) <= width:
            fits += 1
        yield word[:fits] + "-"
        word = word[fits:]
    yield word


def _cut(text: str, room: float, size: float) -> str:
    """A text, or as much of it as fits when squeezed."""
    saved = text
    while len(saved) > 2 and text_width(saved, size) * TIGHTEST > room:
        saved = saved[:-2].rstrip() + "…"
    return saved


def text_width(text: str, size: float) -> float:
    """About how wide a text runs in a common sans serif type."""
    return size * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    """The width of a letter, in sizes of type."""
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
    """One line of type, squeezed into its room where the reader's type may run wide."""
    if not text:
        return ""
    text = _cut(text, room, size)
    wide = text_width(text, size)
    squeeze = f' textLength="{short(min(wide, room))}" lengthAdjust="spacingAndGlyphs"' if wide * WIDER > room else ""
    extra = font + (f' fill="{colour}"' if colour else "")
    place = f'x="{short(x)}" y="{short(y)}" font-size="{short(size)}" text-anchor="{anchor}"'
    return f"<text {place}{extra}{squeeze}>{escape(text)}</text>"
