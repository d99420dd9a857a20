"""What the server has for the page: its icons and manifest, how its files travel, and the chances of a table so far."""

from __future__ import annotations

import json
import re

from rentier.web.opponents import levels
from rentier.web.settings import PAGE
from tests.web.playing import Running


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


def test_all_modules_are_one_script(server: Running) -> None:
    script = server.get("/page/js/main.js")
    assert re.findall(r"^(?:import|export)\b.*", script, re.MULTILINE) == []
    scripts = PAGE / "js"
    named = re.findall(r'^\$modules\["(.+?)"\] = ', script, re.MULTILINE)
    assert sorted(named) == sorted(path.relative_to(scripts).as_posix() for path in scripts.rglob("*.js"))
    assert named[-1] == "main.js"
    assert re.findall(r"<script.*?src.*?>", server.get("/")) == ['<script type="module" src="/page/js/main.js">']
    assert server.http.get("/page/js/theme.js").status_code == 404


def test_the_page_has_all_agents_by_name_the_levels_first(server: Running) -> None:
    data = re.search(r'<script type="application/json" id="agents">(.+?)</script>', server.get("/"))
    assert data is not None
    named, ours = json.loads(data[1]), levels()
    assert [(one["spec"], one["title"], one["names"]) for one in named[: len(ours)]] == [
        (level["agent"], level["title"], level["names"]) for level in ours
    ]
    others = {one["spec"]: one for one in named[len(ours) :]}
    assert others["td"] == {"spec": "td", "title": "td", "work": "Berry 2013", "names": []}
    assert not {level["agent"] for level in ours} & set(others)


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
