"""Queries: the seven of Berry 2013 as in the work, the answers of agents, and wrong files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rentier.agents.specs import parse_agent
from rentier.analysis.queries import Answer, Query, ask, read_queries, score
from rentier.analysis.query_files import Offer, Price, Ranking
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.record.toml import lines_of, quoted

DOCS = Path(__file__).parent.parent.parent / "docs"
GREEN = ("Regent Street", "Oxford Street", "Bond Street")
PINK, ORANGE = ("Pall Mall", "Whitehall", "Northumberland Avenue"), ("Bow Street", "Marlborough Street", "Vine Street")
SECOND = [
    ("The Angel, Islington", "Euston Road", "Bond Street"),
    ("Pentonville Road", "Bow Street"),
    ("Piccadilly",),
    ("Whitehall",),
]
OFFERS: dict[str, tuple[list[tuple[str, ...]], list[int], list[tuple[str, str]]]] = {
    "1-trade-for-a-set": (
        [PINK, ORANGE, ("Regent Street", "Mayfair"), ("Oxford Street", "Bond Street", "Park Lane")],
        [300, 300, 1500, 1500],
        [
            ("seat 3: Regent Street for Park Lane, offered by seat 2?", "accept"),
            ("seat 2: Park Lane for Regent Street, offered by seat 3?", "accept"),
        ],
    ),
    "2-first-set": (
        SECOND,
        [1000] * 4,
        [
            ("seat 1: Bond Street for Pentonville Road, offered by seat 0?", "refuse"),
            ("seat 0: Pentonville Road for Bond Street, offered by seat 1?", "accept"),
        ],
    ),
    "3-a-set-for-a-set": (
        [PINK, ORANGE, ("Strand", "Fleet Street", "Bond Street"), ("Trafalgar Square", "Regent Street", "Oxford Street")],
        [300, 300, 1500, 1500],
        [
            ("seat 2: Trafalgar Square for Bond Street, offered by seat 3?", "accept"),
            ("seat 3: Bond Street for Trafalgar Square, offered by seat 2?", "accept"),
        ],
    ),
}
PLAIN: dict[str, Any] = {"title": "t", "position": {"players": [{"deeds": {"Mayfair": 0}}, {"deeds": {"Park Lane": 0}}]}}
OFFER = {"kind": "offer", "from": 0, "to": 1, "terms": "Mayfair for 500"}
PRICE = {"kind": "price", "buyer": 0, "deed": "Park Lane", "from": 100, "to": 900, "step": 100}
RANKING = {"kind": "ranking", "seat": 0, "give": "group"}


def written(folder: Path, *questions: dict[str, Any], **more: Any) -> Path:
    """A file with questions about a plain position."""
    values = {**PLAIN, **more, "questions": list(questions)}
    file = folder / "mine.toml"
    file.write_text("\n".join(lines_of({name: value for name, value in values.items() if value is not None})) + "\n")
    return file


def asked(folder: Path, spec: str, question: dict[str, Any], times: int = 1, **more: Any) -> Answer:
    """Return an agent's answer to a question about a plain position."""
    (query,) = read_queries([written(folder, question, **more)])
    return ask(parse_agent(spec), query, times)


def own(name: str) -> list[Query]:
    """Read the questions of a bundled file."""
    return [query for query in read_queries() if query.name.partition("/")[0] == name]


# the seven


def holds(game: Game) -> list[tuple[str, ...]]:
    return [game.deeds(seat) for seat in range(game.players)]


@pytest.mark.parametrize("name", OFFERS)
def test_the_offers_are_those_of_the_work(name: str) -> None:
    deeds, cash, asked = OFFERS[name]
    queries = own(name)
    assert [query.name for query in queries] == [f"{name}/1", f"{name}/2"]
    for query, (question, right) in zip(queries, asked, strict=True):
        assert isinstance(query.question, Offer)
        game = query.question.game
        assert (query.question.asked, query.question.right) == (question, right)
        assert (game.rules, game.round, game.box.record.round_cap) == ("berry2013", 30, 65)
        assert (holds(game), list(game.cash)) == (deeds, cash)
        built = [name for name in (*PINK, *ORANGE) if game.buildings(name) == 5]
        assert built == ([] if name == "2-first-set" else [*PINK, *ORANGE])
        assert query.source
        assert query.note


@pytest.mark.slow
def test_a_trade_for_a_set_gives_both_their_set() -> None:
    for query in (*own("1-trade-for-a-set"), *own("3-a-set-for-a-set")):
        assert isinstance(query.question, Offer)
        game = query.question.game.copy()
        game.apply("accept")
        groups = [{game.box.board.squares[game.box.square_number(deed)].group for deed in game.deeds(seat)} for seat in (2, 3)]
        assert [len(group) for group in groups] == [1, 1]


def test_the_price_is_asked_in_the_position_of_the_second() -> None:
    (query,) = own("7-price-of-a-deed")
    price = query.question
    assert isinstance(price, Price)
    assert (holds(price.game), price.game.cash, price.game.round) == (SECOND, (1000,) * 4, 30)
    assert price.asked == "seat 1: what must seat 0 pay for Bow Street, 10 to 1000 offered?"
    assert (price.sums, price.at_least, price.at_most) == (range(10, 1001, 10), 180, None)


@pytest.mark.slow
def test_the_rankings_give_one_thing_at_a_time() -> None:
    rankings = [own(name)[0].question for name in ("4-which-deed", "5-which-group", "6-which-group-with-hotels")]
    best = ("Mayfair", "Park Lane"), ("Orange",), ("Orange", "Red", "Yellow", "Green")
    for ranking, number, names in zip(rankings, (28, 10, 8), best, strict=True):
        assert isinstance(ranking, Ranking)
        assert (len(ranking.variants), ranking.best) == (number, names)
        for state in ranking.variants.values():
            assert state.deeds[1:].sum() == 0
            assert state.rounds == 30
            assert state.cash[:4].tolist() == [1500] * 4
    deeds, groups, hotels = rankings
    assert isinstance(deeds, Ranking)
    assert isinstance(groups, Ranking)
    assert isinstance(hotels, Ranking)
    green = [deeds.box.square_number(name) for name in GREEN]
    assert deeds.variants["Bond Street"].deeds[0] == 1 << green[-1]
    for ranking, level in ((groups, 0), (hotels, 5)):
        state = ranking.variants["Green"]
        assert state.deeds[0] == sum(1 << square for square in green)
        assert [int(state.level[square]) for square in green] == [level] * 3
    assert hotels.variants["Green"].hotels_left == 9


def test_the_bot_is_right_about_all_of_them() -> None:
    """Its own docs say that section 6.4 has it right to give one set for another, so it accepts the first and the third."""
    answers = [ask(parse_agent("bot"), query) for query in read_queries()]
    offers = {answer.query.name: list(answer.said) for answer in answers if answer.query.question.kind == "offer"}
    assert offers == {
        "1-trade-for-a-set/1": ["accept"],
        "1-trade-for-a-set/2": ["accept"],
        "2-first-set/1": ["refuse"],
        "2-first-set/2": ["accept"],
        "3-a-set-for-a-set/1": ["accept"],
        "3-a-set-for-a-set/2": ["accept"],
    }
    assert score(answers) == (7, 7)
    assert all(answer.values == {} for answer in answers)
    assert [answer.verdict for answer in answers].count("") == 3


def test_the_network_of_the_package_is_right_about_all_of_them() -> None:
    answers = [ask(parse_agent("td"), query) for query in read_queries()]
    assert {answer.query.name for answer in answers if not answer.right} == set()
    assert score(answers) == (10, 10)


def test_khan_ranks() -> None:
    ranked = {
        answer.query.name: answer for answer in (ask(parse_agent("khan:optimal"), query) for query in read_queries()[6:9])
    }
    deeds, groups, hotels = ranked.values()
    assert list(deeds.values)[:2] == ["Mayfair", "Park Lane"]
    assert deeds.values["Mayfair"] == 1500 + 3 * 50
    assert groups.said == {"Stations": 1}
    assert groups.values["Stations"] == 1500 + 3 * 4 * 200
    assert hotels.values["Green"] == max(hotels.values.values()) == 1500 + 3 * (1275 + 1275 + 1400)
    for answer in ranked.values():
        assert list(answer.values.values()) == sorted(answer.values.values(), reverse=True)
    assert [answer.verdict for answer in ranked.values()] == ["right", "wrong", "right"]


# questions and right answers


def test_an_offer_is_valued_by_who_can(tmp_path: Path) -> None:
    answer = asked(tmp_path, "khan:irrational", {**OFFER, "to": 0, "from": 1, "terms": "300 for Mayfair", "right": "accept"})
    assert answer.values == {"refused": 1500, "accepted": 1800}  # only money counts for it
    assert (answer.said, answer.verdict) == ({"accept": 1}, "right")
    assert asked(tmp_path, "reserve:0,0", {**OFFER, "right": "accept"}).values == {}


def test_a_counter_offer_is_shown_and_counts_as_refused(tmp_path: Path) -> None:
    question = {**OFFER, "terms": "Mayfair for 1500"}
    answer = asked(tmp_path, "khan:greedy", {**question, "right": "refuse"})
    assert [text.startswith("counter: ") for text in answer.said] == [True]
    assert answer.verdict == "right"
    assert asked(tmp_path, "khan:greedy", {**question, "right": "accept"}).verdict == "wrong"
    assert asked(tmp_path, "khan:greedy", question).verdict == ""


def test_a_thinker_answers(tmp_path: Path) -> None:
    answer = asked(tmp_path, "mcts:rollouts=30,cut=2", {**OFFER, "terms": "1400 for nothing", "right": "accept"})
    assert (answer.said, answer.values, answer.right) == ({"accept": 1}, {}, True)
    ranking = asked(tmp_path, "mcts:rollouts=30,cut=2", {**RANKING, "best": ["Orange"]})
    assert (ranking.said, ranking.values, ranking.right) == ({}, {}, None)


def test_who_answers_by_chance_is_asked_many_times(tmp_path: Path) -> None:
    answer = asked(tmp_path, "random", {**OFFER, "right": "refuse"}, times=40)
    assert sum(answer.said.values()) == 40
    assert 0 < answer.said["accept"] < 20
    assert list(answer.said.values()) == sorted(answer.said.values(), reverse=True)
    assert answer.verdict == "right"
    assert asked(tmp_path, "random", {**OFFER, "right": "accept"}, times=40).said == answer.said
    assert len(asked(tmp_path, "random", PRICE, times=20).said) > 2, "every offer is answered by chance anew"
    with pytest.raises(RentierError, match="times: 0 should be a whole number from 1"):
        asked(tmp_path, "random", OFFER, times=0)


@pytest.mark.parametrize(
    ("spec", "bounds", "said", "verdict"),
    [
        ("khan:irrational", {}, "100", ""),
        ("khan:irrational", {"at_least": 100}, "100", "right"),
        ("khan:irrational", {"at_least": 101}, "100", "wrong"),
        ("khan:irrational", {"at_least": 100, "at_most": 150}, "100", "right"),
        ("khan:irrational", {"at_most": 99}, "100", "wrong"),
        ("bot", {"at_least": 350}, "never", "right"),
        ("bot", {"at_most": 900}, "never", "wrong"),
    ],
)
def test_the_least_sum_lies_within_the_bounds(
    tmp_path: Path, spec: str, bounds: dict[str, int], said: str, verdict: str
) -> None:
    """The bot never sells what completes a set of another."""
    answer = asked(tmp_path, spec, PRICE | bounds)
    assert (answer.said, answer.verdict) == ({said: 1}, verdict)


@pytest.mark.parametrize(
    ("best", "verdict"), [(["Stations", "Red"], "right"), (["Red"], "wrong"), ([], "")], ids=["right", "wrong", "nothing"]
)
def test_what_should_come_first(tmp_path: Path, best: list[str], verdict: str) -> None:
    answer = asked(tmp_path, "khan:optimal", RANKING | {"best": best})
    assert answer.verdict == verdict
    assert "Dark Blue" not in answer.values, "a rival owns one of them"


def test_where_several_are_best_all_should_be(tmp_path: Path) -> None:
    """To an agent that counts only money, all groups are the same."""
    groups = asked(tmp_path, "khan:irrational", RANKING)
    assert len(groups.said) == 9
    assert asked(tmp_path, "khan:irrational", RANKING | {"best": list(groups.said)}).right is True
    assert asked(tmp_path, "khan:irrational", RANKING | {"best": list(groups.said)[1:]}).right is False


def test_a_group_is_completed(tmp_path: Path) -> None:
    players = [{"deeds": {"Mayfair": "mortgaged", "Strand": 0}}, {}]
    (query,) = read_queries([written(tmp_path, RANKING | {"give": "group with hotels"}, position={"players": players})])
    assert isinstance(query.question, Ranking)
    state = query.question.variants["Dark Blue"]
    assert [int(state.level[query.question.box.square_number(name)]) for name in ("Park Lane", "Mayfair")] == [5, 5]
    assert state.mortgaged == 0
    assert query.name == "mine"


# files


@pytest.mark.parametrize(
    ("question", "more", "says"),
    [
        ({}, {}, "questions[0].kind: missing; expected one of offer, ranking, price"),
        ({"kind": "ofer"}, {}, "questions[0].kind: unknown kind of question 'ofer'; did you mean 'offer'?"),
        (OFFER, {"title": None}, "title: missing; expected a text"),
        (OFFER, {"position": None}, "position: missing; expected a table [position]"),
        (OFFER, {"position": 3}, "position: 3 should be a table"),
        (OFFER, {"position": {}}, "position: players: there are 0; there should be 2 to 8"),
        (OFFER, {"position": {"rules": "uk", "players": [{}, {}]}}, "position: rules: unknown preset 'uk'"),
        (OFFER, {"players": []}, "players: unknown key 'players'"),
        (OFFER | {"form": 3}, {}, "questions[0].form: unknown key 'form'; did you mean 'from'"),
        (OFFER | {"from": 2}, {}, "questions[0].from: 2 should be a whole number from 0 to 1"),
        (OFFER | {"to": "1"}, {}, "questions[0].to: '1' should be a whole number from 0 to 1"),
        (OFFER | {"to": 0}, {}, "questions[0].terms: illegal action 'offer 0: Mayfair for 500'"),
        (OFFER | {"terms": "Mayfair"}, {}, "questions[0].terms: "),
        (OFFER | {"terms": "Park Lane for 500"}, {}, "questions[0].terms: illegal action"),
        (OFFER | {"terms": "Mayfair for 5000"}, {}, "questions[0].terms: illegal action"),
        (OFFER | {"right": "yes"}, {}, "questions[0].right: unknown answer 'yes'; known: accept, refuse"),
        (OFFER, {"position": {**PLAIN["position"], "to_move": 1}}, "seat 0 cannot offer here, seat 1 has to decide (manage)"),
        (OFFER, {"position": {"decision": "over", "winners": [1], "players": [{"bankrupt": 1}, {}]}}, "seat 0 is bankrupt"),
        (PRICE | {"deed": "Bow Street"}, {}, "questions[0].deed: 'Bow Street' is the bank's; it should belong to another"),
        (PRICE | {"deed": "Mayfair"}, {}, "questions[0].deed: 'Mayfair' is the buyer's own; it should belong to another"),
        (PRICE | {"deed": "GO"}, {}, "questions[0].deed: 'GO' has no deed"),
        (PRICE | {"from": 0}, {}, "questions[0].from: 0 should be a whole number from 1"),
        (PRICE | {"to": 50}, {}, "questions[0].to: 50 should be a whole number from 100"),
        (PRICE | {"to": 2000}, {}, "questions[0].to: illegal action 'offer 1: 2000 for Park Lane'"),
        (PRICE | {"step": 0}, {}, "questions[0].step: 0 should be a whole number from 1"),
        (PRICE | {"at_least": 500, "at_most": 400}, {}, "questions[0].at_most: 400 should be a whole number from 500"),
        (RANKING | {"seat": 4}, {}, "questions[0].seat: 4 should be a whole number from 0 to 1"),
        (RANKING | {"give": "groups"}, {}, "questions[0].give: unknown gift 'groups'; did you mean 'group'"),
        (RANKING | {"best": ["Orang"]}, {}, "questions[0].best: unknown group 'Orang'; did you mean 'Orange'?"),
        (RANKING | {"best": "Orange"}, {}, "questions[0].best: 'Orange' should be a list of texts"),
        (
            RANKING | {"give": "group with hotels"},
            {"position": PLAIN["position"] | {"switches": {"building_supply": "32/1"}}},
            "questions[0].give: position: players: there are 2 hotels on the board; the box has 1",
        ),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, question: dict[str, Any], more: dict[str, Any], says: str) -> None:
    file = written(tmp_path, question, **more)
    with pytest.raises(RentierError) as refusal:
        read_queries([file])
    assert str(refusal.value).startswith(f"{file}: ")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_what_is_no_file_of_queries(tmp_path: Path) -> None:
    (tmp_path / "text.toml").write_text("not TOML")
    (tmp_path / "none.toml").write_text(f"title = {quoted('t')}\n[position]\n")
    for name, says in (
        ("gone.toml", "cannot be read: No such file"),
        (".", "cannot be read: Is a directory"),
        ("text.toml", "not valid TOML"),
        ("none.toml", "questions: there are 0; there should be 1 to 1000"),
    ):
        with pytest.raises(RentierError, match=says):
            read_queries([tmp_path / name])


def test_the_page_shows_the_file_that_it_asks_about() -> None:
    file = DOCS / "query.toml"
    shown = "".join(f"    {line}\n" if line else "\n" for line in file.read_text().splitlines())
    assert shown in (DOCS / "queries.md").read_text()
    assert [query.question.kind for query in read_queries([file])] == ["offer", "ranking", "price"]
