"""What the server has for the page: its icons and manifest, how its files travel, and the chances of a table so far."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from rentier.web.settings import PAGE
from tests.web.playing import Running


def imported(module: Path) -> Iterator[Path]:
    """Yield the modules that a module needs before it can run."""
    for found in re.findall(r'^(?:import|export|\}).*"(\..+)";$', module.read_text(), re.MULTILINE):
        yield (module.parent / found).resolve()


def needed(module: Path, known: set[Path]) -> None:
    """Add a module, and all that it needs."""
    if module not in known:
        known.add(module)
        for one in imported(module):
            needed(one, known)


def test_icons_and_manifest_have_their_types(server: Running) -> None:
    answer = server.http.get("/page/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    icons = answer.json()["icons"]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in icons:
        drawn = server.http.get(icon["src"])
        assert drawn.headers["content-type"].partition(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(drawn.content[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]


def paths_of(*names: str) -> set[str]:
    """Return the addresses of these modules and of all that they need."""
    modules: set[Path] = set()
    for name in names:
        needed(PAGE / "js" / name, modules)
    return {f"/page/{module.relative_to(PAGE).as_posix()}" for module in modules}


def test_the_modules_of_the_start_page_are_asked_for_at_once(server: Running) -> None:
    named = re.findall(r'"modulepreload" href="(.+?)"', server.get("/"))
    assert sorted([*named, "/page/js/main.js"]) == sorted(paths_of("main.js", "start/start.js"))


def test_the_page_lists_the_further_modules_of_every_screen(server: Running) -> None:
    (listed,) = re.findall(r'<script type="application/json" id="modules">(.+?)</script>', server.get("/"))
    screens = json.loads(listed)
    first = paths_of("main.js", "start/start.js")
    assert {"./table/table.js", "./table/join.js", "./review/review.js", "./puzzle/puzzle.js"} < set(screens)
    for name, addresses in screens.items():
        assert sorted(addresses) == sorted(paths_of(name) - first)
    assert len(screens["./table/table.js"]) > 30


def test_all_styles_are_one_file(server: Running) -> None:
    css = server.get("/page/style.css")
    assert "@import" not in css
    for part in (PAGE / "style").glob("*.css"):
        assert part.read_text() in css


def test_files_are_compressed_for_those_who_take_it(server: Running) -> None:
    packed = server.http.get("/page/style.css", headers={"Accept-Encoding": "gzip"})
    plain = server.http.get("/page/style.css", headers={"Accept-Encoding": "identity"})
    assert packed.text == plain.text
    assert (packed.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)
    assert int(packed.headers["content-length"]) < len(plain.content) / 4
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["etag"] != plain.headers["etag"]
    known = server.http.get("/page/style.css", headers={"If-None-Match": packed.headers["etag"]})
    assert (known.status_code, known.headers["vary"]) == (304, "Accept-Encoding")


def test_chances_of_the_game_so_far_survive_a_reload(server: Running) -> None:
    made = server.make(["Ada", "bot"], odds=True)

    async def tell() -> None:
        table = await server.registry.table(made["table"])
        for number in (*range(250), 248):
            table.tell_odds({"type": "odds", "number": number, "seats": [{"share": 0.25}, {"share": 0.75}]})

    server.run(tell())
    with server.join(made) as ada:
        history = ada.table["odds_history"]
    assert history[-1] == {"number": 248, "shares": [0.25, 0.75]}
    assert [one["number"] for one in history] == list(range(50, 249))
