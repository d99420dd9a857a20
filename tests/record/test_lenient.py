"""Positions that cannot arise under the rules: refused with a reason, or accepted, noted, continued and written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rentier import Game, RentierError, load_box
from rentier.box import Box
from rentier.box.record import DECKS
from rentier.game.words import DECISIONS, PHASES
from rentier.record.position import NEEDS

from .playing import PRESETS, ROUGH, play

PINK = ("Pall Mall", "Whitehall", "Northumberland Avenue")
HOTELS_13 = dict.fromkeys(
    ("Pall Mall", "Whitehall", "Northumberland Avenue", "Bow Street", "Marlborough Street", "Vine Street", "Strand")
    + ("Fleet Street", "Trafalgar Square", "Leicester Square", "Coventry Street", "Piccadilly", "Mayfair"),
    5,
) | {"Park Lane": 4}
MARK = "lenient = true\n"
ON_STRAND = {"cash": 5, "square": "Strand"}
BETWEEN = {"actor": 1, "players": [{}, {"deeds": {"Strand": 0}}, {}]}


def taken(position: dict[str, Any], reason: str) -> Game:
    """The game of a position that is refused for a reason, and in lenient mode accepted with the same reason noted."""
    with pytest.raises(RentierError) as refusal:
        Game.from_position(position, seed=1)
    assert reason in str(refusal.value)
    game = Game.from_position(position, seed=1, lenient=True)
    assert f"position: {game.violations[0]}" == str(refusal.value)
    return game


@pytest.mark.parametrize(
    ("deeds", "reason"),
    [
        (dict.fromkeys(PINK, 2) | {"Whitehall": "mortgaged"}, "'Whitehall' of its group is mortgaged"),
        (dict.fromkeys(PINK, 0) | {"Whitehall": 3}, "the buildings of group 'Pink' are uneven"),
        ({"Mayfair": 3}, "the player does not own the whole group 'Dark Blue'"),
        (HOTELS_13, "there are 13 hotels on the board; the box has 12"),
    ],
)
def test_buildings_stand_where_the_position_puts_them(deeds: dict[str, Any], reason: str) -> None:
    game = taken({"players": [{"cash": 100, "deeds": deeds}, {}]}, reason)
    assert {name: "mortgaged" if game.mortgaged(name) else game.buildings(name) for name in deeds} == deeds
    assert game.hotels_left == max(0, 12 - [*deeds.values()].count(5))


def test_the_bank_s_supply_is_written_if_it_does_not_follow_from_the_board() -> None:
    game = taken({"players": [{"deeds": HOTELS_13}, {}]}, "there are 13 hotels")
    assert "hotels_left" not in game.position()
    game.apply("sell Mayfair")
    assert (game.hotels_left, game.houses_left) == (1, 24)
    assert "hotels_left = 1\n" in game.position()
    assert Game.from_position(game.position()).hotels_left == 1
    assert taken({"houses_left": 7, "players": [{}, {}]}, "houses_left: 7 should be 32: 0 of 32").houses_left == 7


def test_a_debtor_who_cannot_pay_is_asked_and_can_only_go_bankrupt() -> None:
    position = {
        "decision": "raise",
        "actor": 2,
        "debt": {"debtor": 2, "amount": 50, "creditor": 1},
        "players": [{}, {}, {"cash": 5}],
    }
    game = taken(position, "the rules would have made seat 2 bankrupt")
    assert (game.actor, game.decision, [str(action) for action in game.legal_actions()]) == (2, "raise", ["bankrupt"])
    game.apply("bankrupt")
    assert game.bankrupt(2)
    assert game.cash[1] == 1505
    assert (game.actor, game.decision) == (0, "manage")


def test_a_debt_that_nobody_was_asked_for_is_settled_by_the_rules() -> None:
    position = {"debt": {"debtor": 2, "amount": 50, "creditor": 1}, "players": [{}, {}, {"cash": 5}]}
    game = taken(position, "'manage' of seat 0 cannot wait: the rules would have made seat 2 bankrupt")
    assert game.bankrupt(2)
    assert game.cash[1] == 1505


def test_a_bidder_who_cannot_bid_is_asked_and_can_only_pass() -> None:
    auction = {"lot": "Strand", "high_bid": 5, "leader": 2}
    game = taken({"decision": "bid", "auction": auction, "players": [ON_STRAND, {}, {}]}, "seat 0 cannot bid, so it passes")
    assert (game.actor, game.decision, [str(action) for action in game.legal_actions()]) == (0, "bid", ["pass"])
    game.apply("pass")
    assert (game.actor, game.decision) == (1, "bid")


@pytest.mark.parametrize(
    ("position", "reason", "waits"),
    [
        (BETWEEN, "nobody but seat 0, whose turn it is, may manage", (1, "manage")),
        ({"phase": "done", "switches": {"manage_part": "before-roll"}}, "no time to manage after the roll", (0, "manage")),
        ({"decision": "buy"}, "'GO', where seat 0 stands, is not for sale", (0, "manage")),
        ({"phase": "leaving-jail"}, "leaving jail needs seat 0 in jail", (0, "manage")),
        ({"debt": {"debtor": 0, "amount": 9}}, "cannot wait", (0, "manage")),
        ({"decision": "bid", "auction": {"lot": "Strand", "leader": 0, "high_bid": 9}}, "'bid' of seat 0", (0, "manage")),
        ({"decision": "bid", "auction": {"lot": "house", "bidders": [0]}}, "seat 0 has no lot for it", (0, "manage")),
        ({"decision": "place", "auction": {"lot": "house", "leader": 1, "high_bid": 9}}, "called off", (0, "manage")),
        ({"decision": "bid", "auction": {"lot": "Strand"}, "switches": {"auction": "none"}}, "no auctions", (0, "bid")),
        ({"switches": {"round_cap": 5}, "round": 6}, "round: 6 should be a whole number from 1 to 5", (0, "manage")),
        (
            {"rules": "short", "players": [{}, {}, *({"bankrupt": n} for n in (1, 2, 3))]},
            "with this number of bankrupt players",
            (0, "manage"),
        ),
        ({"players": [{"jail_turns": 7}, {}]}, "jail_turns: 7 should be a whole number from 0 to 2", (0, "manage")),
        ({"players": [{"owes": 7, "owes_to": 1}, {}]}, "these rules have no loans", (0, "manage")),
    ],
)
def test_other_violations(position: dict[str, Any], reason: str, waits: tuple[int, str]) -> None:
    game = taken({"players": [{}, {}]} | position, reason)
    assert (game.actor, game.decision) == waits
    game.apply(game.legal_actions()[0])


@pytest.mark.parametrize(
    ("offer", "switches", "reason"),
    [
        ({"terms": "Strand for 10"}, {"trade_menu": "none"}, "the rules do not allow trades"),
        ({"terms": "Strand for 10"}, {"trade_menu": "one-for-one"}, "trade menu of the rules does not include this offer"),
        ({"terms": "Pall Mall for 10"}, {}, "there are buildings on its group"),
        ({"terms": "Strand for 10", "depth": 9}, {}, "offer.depth: 9 should be a whole number from 0 to"),
    ],
)
def test_an_offer_that_the_rules_do_not_know_can_be_answered(
    offer: dict[str, Any], switches: dict[str, Any], reason: str
) -> None:
    deeds = dict.fromkeys(PINK, 1) | {"Strand": 0}
    position = {
        "decision": "respond",
        "actor": 1,
        "phase": "start",
        "switches": switches,
        "offer": {"from": 0, "to": 1, **offer},
        "players": [{"deeds": deeds}, {}],
    }
    game = taken(position, reason)
    game.apply("accept")
    assert game.owner(offer["terms"].removesuffix(" for 10")) == 1


@pytest.mark.parametrize(
    "position",
    [
        {"players": [{"cash": -1}, {}]},
        {"players": [{"deeds": {"Mayfare": 0}}, {}]},
        {"players": [{"deeds": {"Mayfair": 0}}, {"deeds": {"Mayfair": 0}}]},
        {"to_move": 2, "players": [{}, {}]},
        {"to_move": 1, "players": [{}, {"bankrupt": 1}, {}]},
        {"players": [{}, {"bankrupt": 1}]},
        {"decision": "bid", "players": [{}, {}]},
        {"decision": "respond", "actor": 1, "offer": {"from": 0, "to": 1, "terms": "Strand for 1"}, "players": [{}, {}]},
        {"each": {"seats": [0], "amount": 1}, "players": [{}, {}]},
        {"lenient": 1, "players": [{}, {}]},
    ],
)
def test_contradictions_are_refused_even_in_lenient_mode(position: dict[str, Any]) -> None:
    with pytest.raises(RentierError):
        Game.from_position(position, lenient=True)


def test_a_legal_position_has_no_violations() -> None:
    game = Game.from_position({"players": [{}, {}]}, seed=1, lenient=True)
    assert game.violations == Game.new(2).violations == ()
    assert "lenient" not in game.position() + game.record()


def test_violations_are_kept_in_copies_and_records() -> None:
    game = Game.from_position({"decision": "buy", "players": [{}, {}]}, seed=1, lenient=True)
    assert len(game.violations) == 2
    assert game.copy().violations == game.imagine(1).violations == Game.replay(game.record()).violations == game.violations
    assert game.position().startswith('rules = "uk-classic"\nlenient = true\n')


def one_in(number: int, values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Now and then a value; otherwise None, for a key that is left out."""
    return st.integers(1, number).flatmap(lambda drawn: values if drawn == 1 else st.none())


@st.composite
def odd_deeds(draw: st.DrawFn, box: Box, count: int) -> list[dict[str, Any]]:
    """Deeds dealt at random, with any buildings and mortgages."""
    levels = ["mortgaged", 0, 0, 0, 1, int(box.record.hotel_level) - 1, 5]
    hands: list[dict[str, Any]] = [{} for _ in range(count)]
    for square in box.board.squares:
        owner = draw(st.integers(-1, count - 1)) if square.is_deed else -1
        if owner >= 0:
            hands[owner][square.name] = draw(st.sampled_from(levels if square.kind == "street" else levels[:2]))
    return hands


@st.composite
def odd_agendas(draw: st.DrawFn, box: Box, hands: list[dict[str, Any]], mover: int) -> dict[str, Any]:
    """Random agendas, sometimes with everything at once."""
    count = len(hands)
    seat, money = st.integers(0, count - 1), st.sampled_from([1, 10, 60, 150, 400, 2000])
    first, second = draw(st.permutations(range(count)))[:2]
    owned = {name for hand in hands for name in hand}
    bank = [square.name for square in box.board.squares if square.is_deed and square.name not in owned]
    pawned = [name for hand in hands for name, level in hand.items() if level == "mortgaged"]
    gives, takes = (st.sampled_from(["nothing", "0", *hands[side]]) for side in (first, second))
    cards = [
        {"deck": deck, "card": card.id}
        for deck, cards in zip(DECKS, box.decks, strict=True)
        for card in cards
        if card.effect == "pay_or_draw"
    ]
    others = [other for other in range(count) if other != mover]
    lead = draw(st.sampled_from([{}, {"leader": first, "high_bid": draw(money)}]))
    parts: dict[str, st.SearchStrategy[Any]] = {
        "estate": st.lists(st.sampled_from(bank), unique=True, min_size=1, max_size=2) if bank else st.none(),
        "unsettled": st.lists(st.sampled_from(pawned), unique=True, min_size=1, max_size=2) if pawned else st.none(),
        "auction": st.fixed_dictionaries(
            {"lot": st.sampled_from([*bank, "house", "hotel"]), **{name: st.just(value) for name, value in lead.items()}},
            optional={"floor": money, "bidders": st.lists(seat, unique=True)},
        ),
        "debt": st.fixed_dictionaries(
            {"debtor": st.just(first), "amount": money, "creditor": st.sampled_from(["bank", "pot", second])}
        ),
        "offer": st.fixed_dictionaries(
            {
                "from": st.just(first),
                "to": st.just(second),
                "terms": st.builds("{} for {}".format, gives, takes),
                "depth": st.integers(0, 5),
            }
        ),
        "each": st.fixed_dictionaries(
            {
                "seats": st.lists(st.sampled_from(others), unique=True, min_size=1),
                "amount": money,
                "collects": st.booleans(),
            }
        ),
        "claim": st.fixed_dictionaries({"rent": money}),
        "choice": st.sampled_from(cards) if cards else st.none(),
    }
    return {name: draw(one_in(4, part)) for name, part in parts.items()}


@st.composite
def odd_positions(draw: st.DrawFn) -> dict[str, Any]:
    """Positions that make sense key by key, but rarely as a whole."""
    switches = draw(st.sampled_from([{}, ROUGH, {"building_supply": "3/1"}, {"loans": True, "immunity": True}]))
    switches = switches | draw(st.sampled_from([{}, {"auction": "sealed"}, {"auction": "none"}, {"trade_menu": "none"}]))
    switches = switches | draw(st.sampled_from([{}, {"manage_part": "before-roll"}]))
    rules = draw(st.sampled_from(PRESETS))
    box = load_box(rules, switches)
    count = draw(st.integers(2, 4))
    hands = draw(odd_deeds(box, count))
    seat, squares = st.integers(0, count - 1), st.integers(0, len(box.board.squares) - 1)
    mover = draw(seat)
    position = draw(odd_agendas(box, hands, mover))
    needs = [DECISIONS[decision] for decision, need in NEEDS.items() if position[need] is not None]
    position |= {
        "rules": rules,
        "switches": switches,
        "to_move": mover,
        "actor": draw(seat),
        "decision": draw(st.sampled_from(["manage", "roll", "buy", "tax", *needs])),
        "phase": draw(one_in(2, st.sampled_from(PHASES))),
        "doubles": draw(st.integers(0, 3)),
        "dice": [1] * int(box.record.dice),
        "houses_left": draw(one_in(9, st.integers(0, 50))),
    }
    if position["phase"] == "window":
        position["windows"] = draw(st.lists(seat, unique=True))
    players = [
        {
            "cash": draw(st.sampled_from([0, 1, 10, 60, 150, 400, 2000])),
            "square": draw(squares),
            "deeds": hand,
            "jail_turns": draw(one_in(6, st.integers(0, 5))),
            "offers_made": draw(one_in(4, st.integers(0, 30))),
        }
        for hand in hands
    ]
    return without_none({**position, "players": [without_none(player) for player in players]})


def without_none(values: dict[str, Any]) -> dict[str, Any]:
    """Leave out the keys that are None."""
    return {name: value for name, value in values.items() if value is not None}


def check_sound(game: Game) -> None:
    """Check that every number is within the bounds of the record."""
    state, players = game.state, game.players
    assert game.over or game.legal_actions()
    assert all(cash >= 0 for cash in game.cash)
    assert all(-1 <= owner < players for owner in state.owner.tolist())
    assert all(0 <= level <= game.box.record.hotel_level for level in state.level.tolist())
    assert game.over or 0 <= state.actor < players
    assert game.over or int(state.in_play) >> int(state.actor) & 1
    assert game.houses_left is None or game.houses_left >= 0
    assert game.hotels_left is None or game.hotels_left >= 0


@settings(max_examples=60, deadline=None)
@given(odd_positions(), st.integers(0, 10**6))
def test_every_accepted_position_can_be_continued_and_written(position: dict[str, Any], seed: int) -> None:
    try:
        begun = Game.from_position(position, seed=seed, lenient=True)
    except RentierError:
        return
    for number, game in enumerate(play(begun, 300, seed)):
        check_sound(game)
        if number % 50 == seed % 50:
            read = Game.from_position(game.position(), seed=seed)
            assert read.position().replace(MARK, "") == game.position().replace(MARK, "")
            assert read.legal_actions() == game.legal_actions()
    again = Game.replay(begun.record())
    assert (again.position(), again.violations) == (begun.position(), begun.violations)
