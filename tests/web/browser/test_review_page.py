"""The review page: chart, marks, steps through the game, new games from a decision, and shared links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from rentier.game_api import Game
from tests.rules.positions import DARK_BLUE, play, player, position
from tests.search.thinking import finish
from tests.web.browser.conftest import PATIENCE, Visit
from tests.web.browser.faults import Faults
from tests.web.playing import Made, Running
from tests.web.test_reviews import MARKUP, SHORT, added, gift, whole_game

pytestmark = pytest.mark.slow


UNCOVERED = """button => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height - 3));
}"""


@pytest.fixture(scope="module")
def whole(server: Running) -> str:
    """The id of a short imported game."""
    return added(server, whole_game()).rpartition("/")[2]


@pytest.fixture(scope="module")
def given(server: Running) -> str:
    """The id of a game in which Mayfair is given away."""
    path = added(server, gift())
    server.post(f"{path}/review", {"rollouts": 60})
    return path.rpartition("/")[2]


def is_done(page: Page) -> None:
    """Wait until the review is done."""
    expect(page.locator(".review-progress.done")).to_be_visible(timeout=6 * PATIENCE)  # a review has the lowest priority


def is_shown(page: Page, number: int, count: int) -> None:
    """Wait until the page and its URL show a decision."""
    expect(page.locator(".review-current .note").first).to_contain_text(f"Decision {number} of {count}")
    expect(page).to_have_url(re.compile(rf"/{number}$"))


def test_a_record_that_is_opened_on_the_start_page_is_reviewed(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(whole_game())
    page = visit()
    page.get_by_label("Choose a game record (TOML file)").set_input_files(file)
    expect(page.locator("rentier-review h1")).to_have_text("Classic British rules")
    is_done(page)
    assert page.locator("path.chance").count() == 2
    for line in page.locator("path.chance").all():
        assert (line.get_attribute("d") or "").count("L") >= 12
    expect(page.locator(".ending .name")).to_have_text(["aggressive", "random"])
    expect(page.locator(".account")).to_have_count(2)
    expect(page.locator(".account-bar")).to_have_count(6)


def test_marks_say_what_would_have_been_better(visit: Visit, given: str) -> None:
    page = visit(f"#review/{given}")
    is_done(page)
    expect(page.locator(".point-blunder.of-0")).to_have_count(1)
    expect(page.locator(".review-current .mark")).to_contain_text("blunder")
    expect(page.locator(".review-verdict")).to_contain_text(re.compile(r"^\W*Better: .+\d+\.\d ± \d+\.\d points\)$"))
    rows = page.locator(".decision-row")
    expect(rows.locator(".done")).to_have_text(["Offer to Bob: Mayfair for nothing", re.compile(r"^Accept \("), "Roll"])
    page.get_by_label("Marked only").check()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Better: ")
    page.get_by_label("Whose decisions").select_option("1")
    expect(rows).to_have_count(0)
    expect(page.locator(".verdict").nth(0)).to_contain_text("bad")
    expect(page.locator(".verdict").nth(1)).to_contain_text("good")
    expect(page.locator(".verdict").nth(2)).to_contain_text("not involved")


def test_a_review_begins_with_the_worst_decision_and_says_why(visit: Visit, given: str) -> None:
    page = visit(f"#review/{given}/3")
    is_done(page)
    worst = page.locator(".review-worst")
    expect(worst.locator("h2")).to_have_text("The worst decision")
    expect(worst).to_contain_text("Offer to Bob: Mayfair for nothing")
    expect(worst.locator(".review-why")).to_contain_text("would have broken up the complete Dark Blue set.")
    expect(page.locator(".review-progress")).to_contain_text("in which everybody plays on like our network.")
    expect(page.locator(".review-progress .note")).to_have_attribute("title", "selfplay:offers=0")
    worst.get_by_role("button", name="Show it").click()
    is_shown(page, 1, 3)
    expect(page.locator(".review-current .review-why")).to_contain_text("Dark Blue set")
    page.evaluate("game => localStorage.setItem('rentier.tables', JSON.stringify({[game]: {seat: 0}}))", given)
    page.reload()
    is_done(page)
    expect(worst.locator("h2")).to_have_text("Your worst decision")
    expect(worst.locator(".review-why")).to_contain_text("If accepted, you would have broken up")


def test_the_board_and_the_worst_decision_are_in_view_together(visit: Visit, given: str) -> None:
    page = visit(f"#review/{given}", width=1440, height=900)
    is_done(page)
    worst = page.locator(".review-worst")
    parts = (worst.locator("h2"), worst.get_by_text("Better: "), worst.get_by_role("button").last)
    for part in (page.locator(".board-frame"), *parts):
        expect(part).to_be_in_viewport(ratio=1)


def test_a_review_does_not_take_the_reader_for_the_player_who_pays_a_tax(visit: Visit, server: Running) -> None:
    games = (play(Game.new(2, "us-classic", seed), "roll") for seed in range(200))
    taxed = next(game for game in games if game.decision == "tax")
    game = added(server, play(taxed, "pay share").record()).rpartition("/")[2]
    page = visit(f"#review/{game}")
    expect(page.locator(".decision-row .done").nth(1)).to_have_text("Pay a share of total worth")


def test_a_review_says_that_no_decision_certainly_cost_anything(visit: Visit, server: Running) -> None:
    game = added(server, play(Game.new(2, "uk-classic", 5), "roll").record()).rpartition("/")[2]
    page = visit(f"#review/{game}")
    is_done(page)
    worst = page.locator(".review-worst")
    expect(worst.locator("h2")).to_have_text("The worst decision")
    expect(worst.locator("p").first).to_have_text("Nobody made a clear mistake.")
    expect(worst.get_by_role("button")).to_have_count(0)
    page.evaluate("game => localStorage.setItem('rentier.tables', JSON.stringify({[game]: {seat: 0}}))", game)
    page.reload()
    is_done(page)
    expect(worst.locator("p").first).to_have_text("You made no clear mistake.")


def test_markup_in_a_name_stays_text(visit: Visit, given: str) -> None:
    page = visit(f"#review/{given}")
    is_done(page)
    expect(page.locator(".seat-name").first).to_contain_text(MARKUP)
    assert page.locator("main img").count() == 0


def test_keys_step_through_the_game(visit: Visit, whole: str) -> None:
    game = Game.replay(whole_game())
    count = len(game.decisions)
    page = visit(f"#review/{whole}")
    is_done(page)
    page.keyboard.press("ArrowRight")
    is_shown(page, 2, count)
    page.keyboard.press("ArrowLeft")
    is_shown(page, 1, count)
    page.keyboard.press("PageDown")
    first = next(number for number in range(1, count) if Game.replay(whole_game(), before=number).turn == 2)
    is_shown(page, first, count)
    page.keyboard.press("PageUp")
    is_shown(page, 1, count)
    page.keyboard.press("End")
    expect(page.locator(".review-current h2")).to_have_text("The end")
    cash = [f"£{game.cash[seat]:,}" for seat in range(2)]
    expect(page.locator(".player .cash")).to_have_text(cash)
    page.keyboard.press("Home")
    expect(page.locator(".player .cash")).to_have_text(["£1,500", "£1,500"])
    page.get_by_label("Next decision (right arrow)").click()
    is_shown(page, 2, count)


def test_a_drawn_game_ends_with_a_draw_and_not_with_zeros(visit: Visit, server: Running) -> None:
    record = finish(Game.new(2, "uk-classic", 5, {"turn_cap": 12}), ["aggressive", "random"]).record(["aggressive", "random"])
    page = visit(f"#review/{added(server, record).rpartition('/')[2]}")
    expect(page.locator("rentier-review header")).to_contain_text("aggressive and random: draw.")
    is_done(page)
    expect(page.locator(".drawn-game")).to_have_text("Draw")
    page.locator(".review-table summary").click()
    rows = page.locator(".review-table tbody tr")
    expect(rows.last.locator("td")).to_have_text(["Draw", "Draw", ""])
    for line in page.locator("path.chance").all():
        assert (line.get_attribute("d") or "").count("L") + 1 == rows.count() - 1  # a point per turn, none at the end
    page.keyboard.press("End")
    expect(page.locator(".review-current")).to_have_text("The endDraw")
    expect(page.locator(".chances-picture")).to_have_attribute("aria-valuetext", "The end: draw")
    expect(page.locator(".account").first).to_contain_text("at the start, draw")


def test_a_click_on_the_graph_leads_there(visit: Visit, whole: str) -> None:
    page = visit(f"#review/{whole}")
    is_done(page)
    picture = page.locator(".chances-picture")
    picture.hover(position={"x": 400, "y": 100})
    expect(page.locator(".chances-hover")).to_contain_text(re.compile(r"Turn \d+, round \d+.*\d+ %"))
    picture.click(position={"x": 400, "y": 100})
    told = page.locator(".chances-hover strong").inner_text()
    expect(page.locator(".review-current .note").first).to_contain_text(told.lower().split(",")[0])
    expect(picture).to_have_attribute("aria-valuetext", re.compile(rf"^{told}: aggressive \d+ %, random \d+ %$"))


def test_playing_on_sets_up_the_position(visit: Visit, given: str) -> None:
    page = visit(f"#review/{given}/2")
    expect(page.locator(".review-current h2")).to_contain_text("Bob")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    shown = dialog.get_by_label("Who plays for Cleo")
    expect(shown.locator("option:checked")).to_have_text("bot (Berry 2013)")
    expect(shown.locator("optgroup").first.locator("option")).to_have_text(["Easy", "Medium", "Hard", "Champion"])
    shown.select_option("Hard")
    dialog.locator(".experts > summary").click()
    dialog.get_by_label("Agent spec").fill("selfplay:offers=0")
    dialog.get_by_label("Agent spec").press("Enter")
    page.get_by_label(f"Who plays for {MARKUP}").select_option("selfplay (Rentier), offers 0")
    page.get_by_label("Your name").fill("Ada")
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("rentier-table .player .name").nth(1)).to_have_text("Ada")
    expect(page.locator("rentier-table .player .cash").first).to_have_text("£600")
    expect(page.locator("rentier-table .player .status").nth(2)).to_have_text("Hard")
    expect(page.locator("rentier-decision")).to_contain_text(re.compile("refuse", re.IGNORECASE))


def test_the_better_move_is_tried_at_once_against_the_same_opponents(visit: Visit, server: Running) -> None:
    start = position(player(600, 0, DARK_BLUE), player(500, 10, ["Euston Road"]), player(500, 10), switches=SHORT)
    game = play(start, "offer 1: Mayfair for nothing", "accept", "roll")
    path = added(server, game.record(["Ada", "hard", "Cleo"]))
    server.post(f"{path}/review", {"rollouts": 60})
    page = visit(f"#review/{path.rpartition('/')[2]}")
    page.evaluate("localStorage.setItem('rentier.name', JSON.stringify('Cleo'))")
    page.evaluate("localStorage.setItem('rentier.preferences', JSON.stringify({ask_roll: 'build'}))")
    is_done(page)
    page.get_by_role("button", name="Try the better one").click()
    expect(page).to_have_url(re.compile("#table/"))
    names = page.locator("rentier-table .player .name")
    expect(names).to_have_text(["Cleo", "hard", re.compile("^(?!Cleo$).+")])
    expect(page.locator("rentier-table .player .status")).to_have_text(["", "", "bot"])
    advice = page.locator("rentier-decision .hint-found")
    expect(advice.locator("p").first).to_contain_text("The review suggests: ")
    expect(advice.locator(".hint-why")).to_contain_text("Dark Blue set")
    assert page.locator("rentier-table").get_attribute("data-number") == "0"
    expect(advice.get_by_role("button", name="Do this")).to_be_in_viewport(ratio=1)
    assert page.get_by_role("button", name="Do this").evaluate(UNCOVERED)
    advice.get_by_role("button", name="Do this").click()
    expect(page.locator("rentier-table")).not_to_have_attribute("data-number", "0")


def test_the_record_is_downloaded(visit: Visit, whole: str) -> None:
    page = visit(f"#review/{whole}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download record").click()
    assert download.value.suggested_filename == f"rentier-{whole}.toml"
    assert Game.replay(Path(download.value.path()).read_text()).decisions == Game.replay(whole_game()).decisions


def test_a_link_opens_a_private_review_in_another_browser(visit: Visit, server: Running) -> None:
    made = server.make(["aggressive", "random"], switches=SHORT | {"turn_cap": 4})
    with server.join(made) as host:
        if host.table["over"] is None:
            host.until("step", lambda step: step["over"])
    page = visit(f"#table/{made['table']}/token/{made['host']}", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Review this game").click()
    is_done(page)
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    other = visit(link.partition("/#")[2].join(["#", ""]))
    expect(other.locator(".review-current .note").first).to_contain_text("Decision 2 of")
    assert made["watch"] not in other.url
    is_done(other)


STORED = "game => JSON.parse(localStorage.getItem('rentier.tables') ?? '{}')[game]?.watch ?? null"


@pytest.fixture(scope="module")
def private(server: Running) -> Made:
    """A private game that is over."""
    made = server.make(["aggressive", "random"], switches=SHORT | {"turn_cap": 4})
    with server.join(made) as host:
        if host.table["over"] is None:
            host.until("step", lambda step: step["over"])
    return made


def test_a_wrong_watch_code_in_a_link_leaves_the_stored_one_alone(visit: Visit, server: Running, private: Made) -> None:
    game = private["table"]
    page = visit(f"#review/{game}/watch/{private['watch']}")
    expect(page.locator(".review-current .note").first).to_contain_text("Decision 1 of")
    page.goto("about:blank")
    page.goto(f"{server.url}/#review/{game}/watch/wrong/2")
    expect(page.locator(".review-current .note").first).to_contain_text("Decision 2 of")
    expect(page).to_have_url(f"{server.url}/#review/{game}/2")
    assert page.evaluate(STORED, game) == private["watch"]


def test_a_wrong_watch_code_is_not_stored(visit: Visit, faults: Faults, private: Made) -> None:
    faults.allowed = ("status of 403",)
    page = visit(f"#review/{private['table']}/watch/wrong")
    expect(page.get_by_role("alert")).to_contain_text("private")
    assert page.evaluate(STORED, private["table"]) is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit: Visit, given: str, scheme: str) -> None:
    page = visit(f"#review/{given}", width=360, height=740, color_scheme=scheme)
    is_done(page)
    page.locator(".review-table summary").click()
    expect(page.locator(".review-table tbody tr")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_squares_of_the_move_and_of_the_better_one_are_framed(visit: Visit, server: Running) -> None:
    deeds = ["Euston Road", "Pall Mall"]
    start = position(player(600, 0, DARK_BLUE), player(500, 10, deeds), player(500, 10), switches=SHORT)
    game = play(start, "offer 1: Mayfair for Euston Road", "refuse", "roll")
    page = visit(f"#review/{added(server, game.record(['Ada', 'Bob', 'Cleo'])).rpartition('/')[2]}")
    told = {"loss": {"mean": 0.12, "low": 0.1, "high": 0.14, "checked": True}, "mark": "mistake", "why": "", "why_you": ""}
    rest = {"loss": None, "mark": None, "better": None, "why": "", "why_you": "", "change": [0, 0, 0]}
    chances = [[0.5, 0.3, 0.2]] * 3

    def answer(route: Route) -> None:
        offer = "offer 1: Mayfair + 20 for Euston Road + Pall Mall, free rent on Park Lane"
        first = told | {"better": offer, "change": [-0.1, 0.1, 0]}
        report = {"status": "done", "error": None, "agent": "selfplay", "cut": 4, "rollouts": 20, "done": 6, "of": 6}
        found = {
            "chances": chances,
            "decisions": {"1": first, "2": told | {"better": "accept", "change": [0, 0, 0]}, "3": rest},
        }
        route.fulfill(json=report | found | {"trades": [], "accounts": [], "end": chances[0]})

    page.route("**/review", answer)
    page.reload()
    is_done(page)

    def framed(kind: str) -> list[str]:
        found = page.locator(".square").evaluate_all("all => all.map((square) => square.getAttribute('aria-label'))")
        return [label.partition(",")[0] for label in found if kind in label]

    legend = page.locator(".frame-legend")
    expect(legend).to_contain_text("dashed frame: played")
    assert framed("move played") == ["Euston Road", "Mayfair"]
    assert framed("better move") == ["Euston Road", "Pall Mall", "Park Lane", "Mayfair"]
    expect(page.locator(".frame.played")).to_have_count(2)
    expect(page.locator(".frame.better")).to_have_count(4)
    expect(page.locator(".frame.better text").first).to_have_text(re.compile("✓"))
    expect(page.locator(".frame.played rect").first).to_have_css("stroke-dasharray", re.compile("13"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".frame.better")).to_have_count(2)
    assert framed("better move") == framed("move played") == ["Euston Road", "Mayfair"]
    page.keyboard.press("ArrowRight")
    expect(page.locator(".frame")).to_have_count(0)
    expect(legend).to_have_count(0)
    assert framed("move") == []
