"""Actions as text: every form is read and written, and anything else gives one clear line."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from rentier import Action, Game, RentierError, load_box
from rentier.box.record import MOST_SQUARES
from rentier.game.words import BID, BUILD, COUNTER, KEEP, KINDS, MORTGAGE, OFFER, PAY_FINE, ROLL, SELL
from rentier.record.actions import WITH_MORE, action_text, parse_action, spoken

from .playing import play

BOX = load_box("uk-classic")
MAYFAIR, PARK_LANE, PALL_MALL, ANGEL = 1 << 39, 1 << 37, 1 << 11, 1 << 6
CHANCE_CARD, CHEST_CARD = 1 << MOST_SQUARES, 2 << MOST_SQUARES


@pytest.mark.parametrize(
    ("text", "action"),
    [
        *((word, Action(kind)) for kind, word in enumerate(KINDS) if kind not in WITH_MORE),
        ("bid 120", Action(BID, amount=120)),
        ("build Pall Mall", Action(BUILD, target=11)),
        ("sell Pall Mall", Action(SELL, target=11)),
        ("mortgage The Angel, Islington", Action(MORTGAGE, target=6)),
        ("keep Mayfair", Action(KEEP, target=39)),
        ("offer 2: Mayfair + 100 for Park Lane", Action(OFFER, 2, 100, MAYFAIR, PARK_LANE)),
        ("offer 1: Mayfair for 300", Action(OFFER, 1, -300, MAYFAIR, 0)),
        ("offer 0: nothing for chance card", Action(OFFER, 0, 0, 0, CHANCE_CARD)),
        ("counter: Park Lane for Mayfair + 50", Action(COUNTER, 0, -50, PARK_LANE, MAYFAIR)),
        ("offer 1: IOU 220 for 200", Action(OFFER, 1, -200, iou=220)),
        ("offer 1: Mayfair + 5 for Park Lane + IOU 30", Action(OFFER, 1, 5, MAYFAIR, PARK_LANE, -30)),
        ("offer 1: Mayfair for 300, free rent on Mayfair", Action(OFFER, 1, -300, MAYFAIR, free_rent=MAYFAIR)),
        (
            "counter: nothing for The Angel, Islington, free rent on The Angel, Islington + Mayfair",
            Action(COUNTER, take=ANGEL, free_rent=ANGEL | MAYFAIR),
        ),
        (
            "counter: The Angel, Islington + Pall Mall + chance card + chest card + 7 for nothing",
            Action(COUNTER, 0, 7, ANGEL | PALL_MALL | CHANCE_CARD | CHEST_CARD, 0),
        ),
    ],
)
def test_every_form_is_read_and_written(text: str, action: Action) -> None:
    assert parse_action(BOX, text) == action
    assert action_text(BOX, action) == text


@pytest.mark.parametrize(
    ("loose", "canonical"),
    [
        ("  ROLL ", "roll"),
        ("Pay  Fine", "pay fine"),
        ("build pall mall", "build Pall Mall"),
        ("build 11", "build Pall Mall"),
        ("build #11", "build Pall Mall"),
        ("build  Pall \t Mall", "build Pall Mall"),
        ("mortgage King\u2019s  Cross Station", "mortgage King's Cross Station"),
        ("offer 1: King\u2019s Cross Station for Pall  Mall", "offer 1: King's Cross Station for Pall Mall"),
        ("Bid 007", "bid 7"),
        ("offer 2 : 100 + park lane + 20 FOR 50 + mayfair", "offer 2: Park Lane + 70 for Mayfair"),
        ("counter:Mayfair for Nothing", "counter: Mayfair for nothing"),
        ("offer 1: 50 + Mayfair for 50 + Park Lane", "offer 1: Mayfair for Park Lane"),
        ("offer 1: Chest Card for 50", "offer 1: chest card for 50"),
    ],
)
def test_texts_are_read_leniently_and_cash_is_netted(loose: str, canonical: str) -> None:
    assert parse_action(BOX, loose).text == canonical


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unknown action ''"),
        ("rol", "did you mean 'roll'"),
        ("roll the dice", "unknown action 'roll the dice'"),
        ("bid", "'bid' should read like 'bid 120'"),
        ("bid -5", "should read like"),
        ("bid 1e9", "should read like"),
        ("bid 99999999999999999999", "should read like"),
        ("build", "'build' should read like 'build Mayfair'"),
        ("build Pall Mal", "did you mean 'Pall Mall'"),
        ("build 40", "squares 0 to 39"),
        ("offer 2", "should read like 'offer 2: "),
        ("offer you: Mayfair for 1", "should read like 'offer 2: "),
        ("offer 2: Mayfair", "'for'"),
        ("offer 2: for Mayfair", "'nothing'"),
        ("offer 2: GO for Mayfair", "has no deed"),
        ("offer 2: Mayfair + Mayfair for 1", "twice"),
        ("offer 2: Mayfare for 1", "did you mean 'Mayfair'"),
        ("counter 2: Mayfair for 1", "should read like 'counter: "),
    ],
)
def test_an_invalid_action_is_refused_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(RentierError) as refusal:
        parse_action(BOX, text)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_no_kind_of_action() -> None:
    with pytest.raises(RentierError, match="no kind of action 99"):
        action_text(BOX, Action(99))


def test_a_spoken_action_equals_the_plain_one() -> None:
    said = parse_action(BOX, "build Pall Mall")
    assert said == Action(BUILD, target=11)
    assert hash(said) == hash(Action(BUILD, target=11))
    assert (str(said), repr(said)) == ("build Pall Mall", "<Action build Pall Mall>")
    assert {Action(BUILD, target=11): 1}[said] == 1
    assert pickle.loads(pickle.dumps(said)).text == said.text


def test_numbers_without_a_meaning_become_zero() -> None:
    assert spoken(BOX, Action(ROLL, 1, 2, 3, 4)) == Action(ROLL)
    assert spoken(BOX, Action(PAY_FINE, 7)) == Action(PAY_FINE)
    assert spoken(BOX, Action(BID, 1, 2, 3, 4)) == Action(BID, amount=2)
    assert spoken(BOX, Action(COUNTER, 1, 2, 3, 4)) == Action(COUNTER, 0, 2, 3, 4)


def test_the_sides_of_a_trade_can_be_read_by_name() -> None:
    offer = parse_action(BOX, "offer 1: Mayfair + Strand + chest card + 50 for Park Lane")
    assert (offer.gives, offer.takes, offer.amount) == (("Strand", "Mayfair", "chest card"), ("Park Lane",), 50)
    assert (parse_action(BOX, "roll").gives, parse_action(BOX, "counter: nothing for 5").takes) == ((), ())
    assert spoken(BOX, Action(OFFER, 1, give=1 << 45)).gives == ("#45",)
    players = [{"deeds": {"Mayfair": 0}}, {"deeds": {"Park Lane": 0}}]
    swaps = {(action.gives, action.takes) for action in Game.from_position({"players": players}).legal_actions()}
    assert (("Mayfair",), ("Park Lane",)) in swaps


def test_names_that_could_be_misread_are_written_as_numbers(tmp_path: Path) -> None:
    names = ["GO", "Nothing", "Cash for Gold", "A + B", "Chance card", "Jail", "Road 6", "Road 7"]
    kinds = ["go", *["street"] * 4, "jail", *["street"] * 2]
    squares = "".join(
        f'[[squares]]\nname = "{name}"\nkind = "{kind}"\n'
        + ('group = "g"\nprice = 60\nrents = [1, 2, 3, 4, 5, 6]\n' if kind == "street" else "")
        for name, kind in zip(names, kinds, strict=True)
    )
    group = '[[groups]]\nid = "g"\nname = "G"\ncolour = "#112233"\nhouse_cost = 50\n'
    (tmp_path / "board.toml").write_text(f'schema = 1\nname = "odd"\n{squares}{group}')
    (tmp_path / "rules.toml").write_text('name = "odd"\nversion = 1\nboard = "board.toml"\n')
    box = load_box(tmp_path / "rules.toml")
    trade = Action(OFFER, 1, 5, 0b11010, 0b1000100)
    assert action_text(box, trade) == "offer 1: #1 + #3 + #4 + 5 for #2 + Road 6"
    assert parse_action(box, action_text(box, trade)) == trade
    assert spoken(box, trade).gives == ("Nothing", "A + B", "Chance card")
    assert parse_action(box, "offer 1: Cash for Gold for Road 7") == Action(OFFER, 1, 0, 0b100, 0b10000000)


def test_an_exact_name_is_preferred_to_a_similar_one() -> None:
    curly = replace(BOX.board.squares[1], name="King\u2019s Cross  Station")
    box = replace(BOX, board=replace(BOX.board, squares=(BOX.board.squares[0], curly, *BOX.board.squares[2:])))
    assert (box.square_number("King's Cross Station"), box.square_number(curly.name)) == (5, 1)


@pytest.mark.parametrize("rules", ["uk-classic", "short"])
def test_every_legal_action_of_random_games_reads_back(rules: str) -> None:
    for game in play(Game.new(3, rules, seed=4), 60, seed=4):
        for action in game.legal_actions():
            assert parse_action(game.box, str(action)) == action
