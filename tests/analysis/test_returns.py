"""Returns: the rents by the rules, as often as tokens land, against the costs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from rentier.analysis.landing import Landing, landing_odds
from rentier.analysis.returns import OWNER, Returns, returns_of
from rentier.analysis.returns_picture import draw_returns
from rentier.analysis.walking import WALKER, pass_on, roll_once, walking_box
from rentier.box import Box, load_box
from rentier.box.record import DRAW_REPLACE, BoxRecord
from rentier.compiled import entry
from rentier.errors import RentierError
from rentier.game.luck import key_of, return_jail_card
from rentier.game.python_api import empty_table, lay_deed
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import NOBODY
from rentier.layout import Numbers, new

VILLAGE = Path(__file__).parents[2] / "docs" / "village" / "preset.toml"
UK, US = load_box("uk-classic"), load_box("us-classic")
MONEY = types.Array(types.int64, 1, "C")


@entry(types.void(BOX, GAME, LUCK, types.int64, MONEY))
def collect(box: BoxRecord, game: GameRecord, luck: LuckRecord, rolls: int, paid: Numbers) -> None:
    """Return what the owner of everything is paid at each of this many rolls of the other player, with cards replaced."""
    number = 0
    while number < rolls:
        game.cash[OWNER] = 0
        rolls_now = game.mover == WALKER
        roll_once(box, game, luck, 1, 0)
        if rolls_now:
            paid[number] = game.cash[OWNER]
            number += 1
        for deck in range(2):
            if game.card_holder[deck] != NOBODY:
                return_jail_card(box, game, luck, deck)
        pass_on(box, game)


@pytest.fixture(scope="module")
def uk() -> Returns:
    return returns_of(landing_odds(UK))


@pytest.fixture(scope="module")
def us() -> Returns:
    return returns_of(landing_odds(US))


def share(landing: Landing, name: str) -> float:
    return float(landing.shares[landing.box.square_number(name)])


def test_a_street_brings_its_printed_rent_as_often_as_it_is_landed_on(uk: Returns) -> None:
    alone, whole, *built = uk.deeds[UK.square_number("Vine Street")]
    often = share(uk.landing, "Vine Street")
    assert (alone.owned, whole.owned) == (1, 3)
    assert [step.rent for step in (alone, whole)] == pytest.approx([16 * often, 32 * often])
    assert [step.rent for step in built] == pytest.approx([rent * often for rent in (80, 220, 600, 800, 1000)])
    assert [step.cost for step in (alone, whole, *built)] == [200, 200, 300, 400, 500, 600, 700]
    assert [step.words for step in built] == ["1", "2", "3", "4", "hotel"]


def test_a_group_is_the_sum_of_its_deeds(uk: Returns) -> None:
    for group in UK.board.groups:
        if group.house_cost == 0:
            continue
        for level, step in enumerate(uk.groups[group.id]):
            deeds = [uk.deeds[square][1 + level] for square in group.squares]
            assert step.rent == pytest.approx(sum(deed.rent for deed in deeds))
            assert step.cost == sum(deed.cost for deed in deeds)
            assert step.rolls == pytest.approx(step.cost / step.rent)


def test_stations_go_by_how_many_one_player_has(uk: Returns) -> None:
    steps = uk.groups["station"]
    often = sum(uk.landing.shares[square] for square, kind in enumerate(UK.board.kinds) if kind == "station")
    rents = (25, 50, 100, 200)
    assert [step.owned for step in steps] == [1, 2, 3, 4]
    assert [step.rent for step in steps] == pytest.approx(
        [rent * often * (number + 1) / 4 for number, rent in enumerate(rents)]
    )
    assert [step.cost for step in steps] == [200, 400, 600, 800]


def test_a_nearest_card_doubles_the_rent_of_a_station(us: Returns) -> None:
    square = US.square_number("Reading Railroad")
    by_card = us.landing.visits[us.landing.factors.index(2), :, square].sum()
    assert by_card > 0
    assert us.deeds[square][3].rent == pytest.approx(200 * (us.landing.shares[square] + by_card))


def test_a_utility_goes_by_the_rolls_that_lead_to_it(uk: Returns, us: Returns) -> None:
    square = UK.square_number("Water Works")
    by_roll = uk.landing.visits[0, :, square]
    mean = (by_roll * np.arange(len(by_roll))).sum() / by_roll.sum()
    assert 7.01 < mean < 7.1
    assert uk.deeds[square][1].rent == pytest.approx(10 * mean * by_roll.sum())
    square = US.square_number("Water Works")
    by_card = us.landing.visits[us.landing.factors.index(10), :, square].sum()
    by_roll = us.landing.visits[0, :, square]
    rolled = (by_roll * np.arange(len(by_roll))).sum()
    assert [step.rent for step in us.deeds[square]] == pytest.approx([4 * rolled + 70 * by_card, 10 * rolled + 70 * by_card])


@pytest.mark.slow
def test_where_utilities_are_rolled_for_anew_the_mean_is_that_of_any_roll() -> None:
    box = load_box("uk-classic", {"utility_roll": "fresh"})
    returns = returns_of(landing_odds(box))
    for name in ("Electric Company", "Water Works"):
        assert returns.deeds[box.square_number(name)][1].rent == pytest.approx(70 * share(returns.landing, name))


@pytest.mark.parametrize(
    ("rules", "changes"),
    [("us-classic", {}), ("us-classic", {"utility_roll": "fresh"}), (str(VILLAGE), {"rent_claim": "asked"})],
)
def test_it_is_what_an_owner_of_everything_is_paid(rules: str, changes: dict[str, str]) -> None:
    """The rents of a walk: an owner must claim them to be paid, so they are claimed at once here."""
    box = load_box(rules, changes)
    expected = sum(steps[-1 if box.board.squares[square].kind != "street" else 1].rent for square, steps in deeds(box).items())
    paid = np.zeros(400_000, np.int64)
    walked = load_box(rules, changes | {"rent_claim": "automatic"})
    record, game, luck = walking_box(walked.record, DRAW_REPLACE), new(GameRecord), new(LuckRecord)
    empty_table(record, game, luck, 2, key_of(np.uint64(1), 0))
    for square, place in enumerate(box.board.squares):
        if place.is_deed:
            lay_deed(record, game, square, OWNER, 0)
    collect(record, game, luck, len(paid), paid)
    chunks = paid.reshape(100, -1).mean(axis=1)
    assert abs(chunks.mean() - expected) < 5 * chunks.std(ddof=1) / 10


def deeds(box: Box) -> Any:
    return returns_of(landing_odds(box)).deeds


def test_the_third_house_adds_most(us: Returns) -> None:
    """Adjudicator 2018, section 4: the fastest return is three houses."""
    best = us.best
    assert all(best[id_].houses == 3 for id_ in ("light-blue", "pink", "orange", "red", "yellow", "green", "dark-blue"))
    orange = us.groups["orange"]
    assert orange[3].added == pytest.approx((orange[3].rent - orange[2].rent) / 300)
    assert max(best, key=lambda id_: best[id_].added or 0) == "orange"


def test_rounds_go_by_opponents_and_their_rolls(us: Returns) -> None:
    one = returns_of(us.landing, 1)
    assert one.groups["red"][3].rolls == us.groups["red"][3].rolls
    assert one.groups["red"][3].rounds == pytest.approx(3 * (us.groups["red"][3].rounds or 0))
    assert one.groups["red"][3].rounds == pytest.approx((one.groups["red"][3].rolls or 0) / us.landing.rolls_per_turn)
    with pytest.raises(RentierError, match="opponents: 8 should be a whole number from 1 to 7"):
        returns_of(us.landing, 8)


@pytest.mark.slow
def test_hotels_come_when_the_rules_say_so() -> None:
    box = load_box("short")
    steps = returns_of(landing_odds(box)).groups["orange"]
    assert [step.words for step in steps] == ["none", "1", "2", "3", "hotel"]
    assert steps[-1].rent == pytest.approx(returns_of(landing_odds(US)).groups["orange"][-1].rent, rel=0.01)


def test_a_board_without_houses() -> None:
    khan = returns_of(landing_odds(load_box("khan2019")))
    assert [step.words for steps in khan.groups.values() for step in steps] == ["none"] * 4
    assert khan.groups["woodhouse"][0].rent == pytest.approx(2 * 40 / 11)
    assert khan.best == {}


@pytest.mark.slow
def test_what_brings_nothing_never_comes_back(tmp_path: Path) -> None:
    lanes = "".join(
        f'[[squares]]\nname = "Lane {number}"\nkind = "street"\ngroup = "lanes"\nprice = 10\nrents = [0, 0, 0, 0, 0, 9]\n'
        for number in range(7)
    )
    group = '[[groups]]\nid = "lanes"\nname = "Lanes"\ncolour = "#00aa00"\nhouse_cost = 30\n'
    start = '[[squares]]\nname = "Start"\nkind = "go"\n'
    (tmp_path / "board.toml").write_text(f'schema = 1\nname = "own"\n{group}{start}{lanes}')
    (tmp_path / "decks.toml").write_text('schema = 1\nname = "own"\n')
    own = {"board": str(tmp_path / "board.toml"), "decks": str(tmp_path / "decks.toml")}
    returns = returns_of(landing_odds(load_box("uk-classic", own)))
    bare, *_, hotel = returns.groups["lanes"]
    assert (bare.rent, bare.rolls, bare.rounds) == (0, None, None)
    assert hotel.rent == pytest.approx(7 * 9 / 8)
    draw_returns(returns, tmp_path / "returns.svg")
    assert (tmp_path / "returns.svg").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "texts"),
    [
        ("uk-classic", ("Orange", "hotel", "opponents' rolls until a set is paid back", "Stations, 4 of 4")),
        ("khan2019", ("Woodhouse, 3 of 3", "rent per roll for each £100 spent, without houses")),
        (VILLAGE, ("Rows", "Mill, 1 of 1", "extra rent per roll for each c100 spent on a further house")),
    ],
)
def test_the_picture_names_groups_and_houses(rules: str | Path, texts: tuple[str, ...], tmp_path: Path) -> None:
    draw_returns(returns_of(landing_odds(load_box(rules))), tmp_path / "returns.svg")
    picture = (tmp_path / "returns.svg").read_text()
    for text in texts:
        assert f">{text}<" in picture
