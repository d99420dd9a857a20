"""Landing odds: the chain against simulated walks and games by the rules, and against published figures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest

from rentier.analysis.landing import IN_JAIL, VISITING, Landing, landing_odds, long_run
from rentier.analysis.landing_picture import landing_svg
from rentier.analysis.landing_simulation import REAL_DECKS, REPLACEMENT, Walkers, simulate, walk
from rentier.analysis.options import CHOICES, DRAW, JAIL, LEAVE, PAY, STAY
from rentier.analysis.walking import walking_box
from rentier.box import Box, load_box
from rentier.box.record import MOST_SQUARES
from rentier.errors import RentierError
from rentier.game.luck import key_of
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import FREE
from rentier.game_api import Game
from rentier.layout import new

VILLAGE = Path(__file__).parents[2] / "docs" / "village" / "preset.toml"
UK, US = load_box("uk-classic"), load_box("us-classic")
SVG = "{http://www.w3.org/2000/svg}"


def board_of(folder: Path, squares: str, decks: str = "", rules: dict[str, object] | None = None) -> Box:
    """Return a box with a custom board."""
    (folder / "decks.toml").write_text(f'schema = 1\nname = "own"\n{decks}')
    (folder / "board.toml").write_text(f'schema = 1\nname = "own"\n{squares}')
    own = {"board": str(folder / "board.toml"), "decks": str(folder / "decks.toml")}
    return load_box("uk-classic", own | (rules or {}))


def square(name: str, kind: str = "parking") -> str:
    return f'[[squares]]\nname = "{name}"\nkind = "{kind}"\n'


def card(deck: str, number: int, effect: str, more: str = "") -> str:
    return f'[[{deck}]]\nid = "{number}"\nlabel = "{number}"\neffect = "{effect}"\n{more}\n'


def share(landing: Landing, name: str) -> float:
    return float(landing.shares[landing.box.square_number(name)])


@pytest.mark.parametrize("rules", ["uk-classic", "us-classic", "modern", "short", "khan2019", str(VILLAGE)])
@pytest.mark.parametrize("jail", JAIL)
def test_shares_are_one_together(rules: str, jail: str) -> None:
    landing = landing_odds(load_box(rules), jail)
    assert landing.place_shares.sum() == pytest.approx(1, abs=1e-12)
    assert (landing.place_shares >= 0).all()
    assert landing.visits.sum(axis=(0, 1)) == pytest.approx(landing.shares, abs=1e-12), "each visit by some roll and card"


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("jail", JAIL)
@pytest.mark.parametrize(("rules", "changes"), [("uk-classic", {}), ("us-classic", {"jail_exit_double_rolls_again": "yes"})])
def test_the_chain_is_what_tokens_do_with_cards_replaced(rules: str, changes: dict[str, str], jail: str, choice: str) -> None:
    box = load_box(rules, changes)
    landing = landing_odds(box, jail, choice)
    walked = simulate(box, jail, choice, REPLACEMENT, 2_000_000, jobs=2)
    assert walked.shares.sum() == pytest.approx(1)
    off = np.abs(walked.place_shares - landing.place_shares)
    assert (off <= 5 * walked.place_errors).all()
    assert np.sqrt((off[walked.place_errors > 0] ** 2 / walked.place_errors[walked.place_errors > 0] ** 2).mean()) < 1.5


@pytest.mark.parametrize("rules", [str(VILLAGE), "khan2019"])
def test_so_it_is_on_other_boards(rules: str) -> None:
    box = load_box(rules)
    walked = simulate(box, STAY, DRAW, REPLACEMENT, 500_000)
    assert (np.abs(walked.place_shares - landing_odds(box, STAY, DRAW).place_shares) <= 5 * walked.place_errors).all()


@pytest.mark.parametrize("dice", [1, 3])
def test_and_with_other_dice_and_limits(dice: int) -> None:
    box = load_box("us-classic", {"dice": dice, "jail_max_turns": 5, "jail_pay_third_turn_before_roll": "yes"})
    for jail in JAIL:
        walked = simulate(box, jail, PAY, REPLACEMENT, 300_000)
        assert (np.abs(walked.place_shares - landing_odds(box, jail).place_shares) <= 5 * walked.place_errors).all()


class Stroller:
    """Four players who buy nothing, by the public API: every decision is an action of the game."""

    def __init__(self, box: Box, seed: int, jail: str, choice: str) -> None:
        self.game = Game.new(4, box, seed)
        self.jail, self.choice = jail, choice

    def counts(self, rolls: int) -> list[int]:
        """Count where this many rolls end; the last count is that of jail."""
        game, counts = self.game, [0] * (len(self.game.box.square_names) + 1)
        roller = None
        while True:
            if roller is not None and game.decision in ("manage", "roll"):
                jailed = game.state.jail_turns[roller] != FREE
                counts[-1 if jailed else int(game.state.square[roller])] += 1
                roller = None
                if sum(counts) == rolls:
                    return counts
            action = self.decide([str(action) for action in game.legal_actions()])
            if action == "roll":
                roller = game.actor
            game.apply(action)

    def decide(self, legal: list[str]) -> str:
        game = self.game
        if game.decision == "card":
            return "pay fine" if self.choice == PAY else "draw card"
        turns = int(game.state.jail_turns[game.actor])
        if turns != FREE and "roll" in legal:
            if "use card" in legal and (self.jail == LEAVE or turns + 1 >= game.box.record.jail_max_turns):
                return "use card"
            if "pay fine" in legal and self.jail == LEAVE:
                return "pay fine"
        return next(action for action in ("roll", "decline", "pay tax", "end") if action in legal)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["uk-classic", "us-classic", "short", "berry2013", str(VILLAGE)])
@pytest.mark.parametrize(("jail", "choice"), [(LEAVE, PAY), (STAY, DRAW)])
def test_a_walk_goes_where_a_game_goes_on_the_same_luck(rules: str, jail: str, choice: str) -> None:
    idle = {"auction": "none", "trade_menu": "none", "deal_properties": 0, "first_player": "first-seat"}
    endless = {"start_cash": 1_000_000, "turn_cap": 0, "round_cap": 0, "manage_window": "own-turn"}
    box = load_box(rules, idle | endless)
    counts = np.zeros(MOST_SQUARES + 1, np.int64)
    record = walking_box(box.record, int(box.record.card_draw))
    walkers = Walkers(4, 0, int(jail == LEAVE), int(choice == DRAW), 1)
    walk(record, new(GameRecord), new(LuckRecord), walkers, 600, key_of(np.uint64(5), 0), counts)
    squares = len(box.square_names)
    assert Stroller(box, 5, jail, choice).counts(600) == counts[: squares + 1].tolist()


def test_what_is_known_of_the_london_board() -> None:
    landing = landing_odds(UK)
    places = dict(zip(landing.places, landing.place_shares, strict=True))
    ranked = sorted(places, key=lambda place: -places[place])
    assert (ranked[0].state, ranked[1].name) == (IN_JAIL, "Trafalgar Square")
    assert share(landing, "Go To Jail") == 0
    assert share(landing, "Vine Street") > share(landing, "Mayfair") > share(landing, "Park Lane")
    assert landing.shares[7] < landing.shares[8], "cards move tokens on from Chance"
    assert landing.rolls_per_turn == pytest.approx(1.19, abs=0.01)


def test_published_figures_of_the_american_board() -> None:
    """A textbook has 9.46 % in jail and 2.14 % visiting: there a double that frees gives another roll."""
    landing = landing_odds(load_box("us-classic", {"jail_exit_double_rolls_again": "yes"}), STAY)
    assert landing.in_jail == pytest.approx(0.0946, abs=0.00005)
    assert share(landing, "Jail / Just Visiting") == pytest.approx(0.0214, abs=0.00005)


def test_visiting_and_being_in_jail_are_told_apart() -> None:
    landing = landing_odds(UK)
    jail = [place for place in landing.places if place.square == UK.record.jail_square]
    assert [place.state for place in jail] == [VISITING, IN_JAIL]
    assert len(landing.places) == 41
    assert landing_odds(UK, STAY).in_jail > 2 * landing.in_jail
    assert landing_odds(UK, STAY).rolls_per_turn < landing.rolls_per_turn, "a double in jail gives no further roll"


def test_who_may_stay_for_one_roll_only_cannot_leave_earlier() -> None:
    short = load_box("short")
    assert landing_odds(short, LEAVE).in_jail == pytest.approx(landing_odds(short, STAY).in_jail)


@pytest.mark.slow
def test_longer_limits_make_longer_stays() -> None:
    stays = [landing_odds(load_box("uk-classic", {"jail_max_turns": turns}), STAY).in_jail for turns in (1, 2, 3, 6, 40)]
    assert stays == sorted(stays)
    leaves = [landing_odds(load_box("uk-classic", {"jail_max_turns": turns})).in_jail for turns in (2, 3, 40)]
    assert leaves == pytest.approx([leaves[0]] * 3)


def test_without_jail_and_cards_all_squares_are_alike(tmp_path: Path) -> None:
    box = board_of(tmp_path, "".join(square(f"Green {number}") for number in range(9)))
    landing = landing_odds(box)
    assert landing.shares == pytest.approx([1 / 9] * 9)
    assert (landing.in_jail, len(landing.places)) == (0, 9)


def test_a_board_on_which_everything_can_be_worked_out(tmp_path: Path) -> None:
    """From every square but one a roll of one die leads to a card, and each card names its destination."""
    squares = square("Start", "go") + "".join(square(f"Card {number}", "chance") for number in range(1, 7)) + square("Last")
    decks = card("chance", 1, "advance_to", 'to = "Start"') + card("chance", 2, "back_to", 'to = "Last"')
    landing = landing_odds(board_of(tmp_path, squares, decks, {"dice": 1}))
    # from Start always a card; from Last Start with one sixth, else a card: s = s / 2 + l (1 / 6 + 5 / 12), s + l = 1
    assert share(landing, "Start") == pytest.approx(7 / 13)
    assert share(landing, "Last") == pytest.approx(6 / 13)


def test_cards_that_lead_to_cards_are_followed_to_their_end(tmp_path: Path) -> None:
    """One card moves the token back one square, to another card, as often as it is drawn; the other card moves nobody."""
    squares = square("Start", "go") + square("A") + "".join(square(f"Card {number}", "chance") for number in range(2, 8))
    decks = card("chance", 1, "move_by", "steps = -1") + card("chance", 2, "bank_pays", "amount = 1")
    box = board_of(tmp_path, squares, decks, {"dice": 1})
    walked = simulate(box, LEAVE, PAY, REPLACEMENT, 200_000)
    assert (np.abs(walked.place_shares - landing_odds(box).place_shares) <= 5 * walked.place_errors).all()


def test_drawing_for_ever_is_told(tmp_path: Path) -> None:
    squares = square("Start", "go") + square("Box", "chest") + "".join(square(f"Green {number}") for number in range(6))
    box = board_of(tmp_path, squares, card("chest", 1, "pay_or_draw", 'amount = 5\ndraw = "chest"'))
    assert landing_odds(box, choice=PAY).shares.sum() == pytest.approx(1)
    with pytest.raises(RentierError, match="drawing instead of paying never ends here; choice should be 'pay'"):
        landing_odds(box, choice=DRAW)


def test_drawing_in_place_of_paying_moves_more_tokens() -> None:
    assert landing_odds(UK, choice=DRAW).shares[2] < landing_odds(UK, choice=PAY).shares[2]


def test_the_long_run_of_chains_that_repeat_or_have_several_ends() -> None:
    assert long_run(np.array([[0.0, 1.0], [1.0, 0.0]])) == pytest.approx([0.5, 0.5])
    parting = np.array([[0.0, 0.25, 0.75], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert long_run(parting) == pytest.approx([0, 0.25, 0.75])


def test_a_walk_does_not_depend_on_threads_and_does_on_the_seed() -> None:
    one, two, other = (simulate(UK, LEAVE, PAY, REAL_DECKS, 20_001, seed, jobs) for seed, jobs in ((3, 1), (3, 2), (4, 1)))
    assert (one.shares == two.shares).all()
    assert (one.errors == two.errors).all()
    assert (one.shares != other.shares).any()
    assert one.shares.sum() == pytest.approx(1)


def test_real_decks_make_a_small_difference() -> None:
    landing, real = landing_odds(US), simulate(US, LEAVE, PAY, REAL_DECKS, 2_000_000, jobs=2)
    off = np.abs(real.place_shares - landing.place_shares)
    assert off.max() < 0.001
    assert (off > 5 * real.place_errors).any(), "which is there nevertheless"


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: landing_odds(UK, "stya"), "unknown jail 'stya'; did you mean 'stay'"),
        (lambda: landing_odds(UK, choice="buy"), "unknown choice 'buy'"),
        (lambda: simulate(UK, LEAVE, PAY, REAL_DECKS, 10), "rolls: 10 should be a whole number from 1000"),
        (lambda: simulate(UK, LEAVE, PAY, REAL_DECKS, 1000, seed=-1), "seed: -1 should be"),
        (lambda: simulate(UK, LEAVE, PAY, REAL_DECKS, 1000, jobs=0), "jobs: 0 should be"),
    ],
)
def test_what_cannot_be_asked(ask: Callable[[], object], says: str) -> None:
    with pytest.raises(RentierError, match=says):
        ask()


@pytest.mark.parametrize(("rules", "jail"), [("uk-classic", LEAVE), ("us-classic", STAY), ("khan2019", LEAVE), (VILLAGE, STAY)])
def test_the_picture_shows_every_square_with_its_share(rules: str | Path, jail: str) -> None:
    landing = landing_odds(load_box(rules), jail)
    drawn = [part for part in Xml.fromstring(landing_svg(landing)) if part.tag == f"{SVG}g"][:-1]
    assert len(drawn) == len(landing.shares)
    for number, part in enumerate(drawn):
        title = part.findtext(f"{SVG}title") or ""
        assert landing.box.square_names[number] in title
        written = [text.text for text in part.iter(f"{SVG}text")]
        assert f"{100 * landing.shares[number]:.2f} %" in written
        if number == landing.box.record.jail_square:
            assert f"{100 * landing.in_jail:.2f} %" in written


def test_darker_is_more_often() -> None:
    landing = landing_odds(UK)
    drawn = [part for part in Xml.fromstring(landing_svg(landing)) if part.tag == f"{SVG}g"]

    def light(name: str) -> int:
        """The fill of a square's body, as the sum of its three colours."""
        fill = [box.get("fill", "") for box in drawn[UK.square_number(name)].iter(f"{SVG}rect")][-2]
        return sum(int(fill[at : at + 2], 16) for at in (1, 3, 5))

    assert light("Trafalgar Square") < light("Vine Street") < light("Mayfair") < light("Park Lane") < light("Go To Jail")
