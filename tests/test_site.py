"""The docs as a site: built without warnings, every page reachable, no broken link or picture."""

from __future__ import annotations

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

HOME = Path(__file__).parent.parent
OUTSIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "benchmarks/README.md")  # pages not in docs/
LOADED = {"img": "src", "script": "src", "link": "href", "object": "data", "source": "src"}  # what a browser loads by itself


class Page(HTMLParser):
    """The links of a page, what it loads, and its anchors."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if place := found.get("id"):
            self.places.add(place)
        if tag == "a" and (link := found.get("href")):
            self.links.append(link)
        if tag in LOADED and (link := found.get(LOADED[tag])):
            self.loaded.append(link)


def is_local(link: str) -> bool:
    """Whether a link stays on the site."""
    return not urlsplit(link).scheme and not urlsplit(link).netloc


def target(page: Path, link: str) -> tuple[Path, str]:
    """Return the file and the anchor that a local link of a page leads to."""
    address, place = urldefrag(link)
    path = unquote(urlsplit(address).path)
    return (page.parent / path).resolve() if path else page, unquote(place)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """The folder of the site, and the result of building it."""
    folder = tmp_path_factory.mktemp("site").resolve()
    command = ["sh", "scripts/docs", str(folder)]
    settings = os.environ | {"PYTHON": sys.executable}
    done = subprocess.run(command, cwd=HOME, env=settings, capture_output=True, text=True, check=False)
    return folder, done


@pytest.fixture(scope="module")
def pages(built: tuple[Path, object]) -> dict[Path, Page]:
    """Every page of the site by its file."""
    return {file: Page(file) for file in sorted(built[0].rglob("*.html"))}


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(built: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    _, done = built
    assert done.stderr == ""
    assert done.returncode == 0


def test_every_page_is_reachable_from_the_first(built: tuple[Path, object], pages: dict[Path, Page]) -> None:
    folder, _ = built
    reached: set[Path] = set()
    waiting = [folder / "index.html"]
    while waiting:
        page = waiting.pop()
        if page in pages and page not in reached:
            reached.add(page)
            waiting += [target(page, link)[0] for link in pages[page].links if is_local(link)]
    written = [*sorted((HOME / "docs").rglob("*.md")), *(HOME / name for name in OUTSIDE)]
    assert len(written) > 20
    for file in written:
        assert folder / file.relative_to(HOME).with_suffix(".html") in reached, f"no way leads to {file.relative_to(HOME)}"


def test_every_local_link_and_picture_is_there(pages: dict[Path, Page]) -> None:
    nowhere = []
    for file, page in pages.items():
        for link in filter(is_local, [*page.links, *page.loaded]):
            found, place = target(file, link)
            if not found.exists() or (place and found in pages and place not in pages[found].places):
                nowhere.append(f"{file.name}: {link}")
    assert nowhere == []


def test_links_to_pages_outside_of_docs_lead_to_pages(built: tuple[Path, object], pages: dict[Path, Page]) -> None:
    folder, _ = built
    assert not list(folder.glob("_downloads/**/*.md"))
    page = folder / "docs" / "design.html"
    led_to = {target(page, link)[0] for link in pages[page].links if is_local(link)}
    assert {folder / "CONTRIBUTING.html", folder / "benchmarks" / "README.html"} <= led_to


def test_pictures_are_shown_and_nothing_is_loaded_from_elsewhere(pages: dict[Path, Page]) -> None:
    loaded = [link for page in pages.values() for link in page.loaded]
    assert [link for link in loaded if not is_local(link) and not link.startswith("data:")] == []
    pictures = {Path(urlsplit(link).path).name for link in loaded}
    assert {"board.svg", "landing.svg", "review.svg", "league-uk-classic.svg", "favicon.svg"} <= pictures
