"""Render the drawing of `board_svg` as pixels, with a bundled font, so that the picture is the same on every machine."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np

from rentier.extras import need
from rentier.layout import Numbers

WHAT = "pictures of the board"
FONTS = Path(__file__).parent / "fonts"


def picture(svg: str) -> Numbers:
    """Return the drawing as an array of height, width and three colours."""
    drawn = need("resvg_py", "envs", WHAT).svg_to_bytes(svg, background="white", **_font())
    return np.asarray(need("PIL.Image", "envs", WHAT).open(BytesIO(drawn)).convert("RGB"))


def _font() -> dict[str, object]:
    """Return the options that use Roboto, and nothing else, for all text."""
    files = [str(FONTS / name) for name in ("Roboto-Regular.ttf", "Roboto-Bold.ttf")]
    return {"skip_system_fonts": True, "font_files": files, "sans_serif_family": "Roboto", "serif_family": "Roboto"}
