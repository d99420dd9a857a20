"""A board that `board_svg` has drawn, as pixels, with a font of its own: the same picture on every machine."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np

from rentier.extras import need
from rentier.layout import Numbers

WHAT = "pictures of the board"
FONTS = Path(__file__).parent / "fonts"


def picture(svg: str) -> Numbers:
    """The drawing as an array of height, width and three colours."""
    drawn = need("resvg_py", "envs", WHAT).svg_to_bytes(svg, background="white", **_font())
    return np.asarray(need("PIL.Image", "envs", WHAT).open(BytesIO(drawn)).convert("RGB"))


def _font() -> dict[str, object]:
    """Roboto alone, for all that is written."""
    files = [str(FONTS / name) for name in ("Roboto-Regular.ttf", "Roboto-Bold.ttf")]
    return {"skip_system_fonts": True, "font_files": files, "sans_serif_family": "Roboto", "serif_family": "Roboto"}
