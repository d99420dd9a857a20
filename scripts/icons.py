"""Draw the icons of the page from its SVG: `python scripts/icons.py` (needs Playwright and Chromium).

Systems crop maskable icons and round the corners of touch icons themselves, so these fill their square.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PAGE = Path(__file__).parents[1] / "rentier/web/page"
GREEN = "#0d6350"
ICONS = {  # width in pixels, share of it that the SVG takes, background
    "icon-192.png": (192, 1.0, "transparent"),
    "icon-512.png": (512, 1.0, "transparent"),
    "icon-maskable.png": (512, 0.8, GREEN),
    "icon-touch.png": (180, 0.95, GREEN),
}


def main() -> None:
    """Draw every icon."""
    drawing = (PAGE / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (width, share, ground) in ICONS.items():
            page = browser.new_page(viewport={"width": width, "height": width})
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-content:center;background:{ground}}}"
                f"svg{{width:{width * share}px}}</style>{drawing}"
            )
            page.screenshot(path=PAGE / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
