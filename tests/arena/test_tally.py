"""The tally of games is the same as that of an observer who watches them from Python."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.arena.results import MatchResult
from rentier.arena.seating import seatings
from rentier.arena.tables import Sitting
from rentier.arena.tally import CURRENT_GAME, NOT_WATCHED, SEEN_TURNS, WATCHED, WATCHED_WITH_CHOICES, TallyRecord, merged
from rentier.box import Box, load_box
from rentier.game.legal import legal
from rentier.game.words import ACCEPT, ACTION_NUMBERS, MANAGE, MOST_ACTIONS, NOBODY, OFFER, PHASES, ROLL, Action
from rentier.game_api import Game
from rentier.layout import layout, new

SEED, GAMES = 8, 4
TABLES = {
    "own turn": (("uk-classic", {"turn_cap": 40}), ("random", "reserve:50,0", "aggressive")),
    "between turns": (("us-classic", {"turn_cap": 30}), ("random", "aggressive", "random")),
    "bankruptcies": (
        ("uk-classic", {"trade_menu": "none", "start_cash": 300, "salary": 0}),
        ("reserve:50,0", "reserve:9,0", "reserve:0,0"),
    ),
    "small board": (("khan2019", {}), ("khan:optimal", "khan:tight", "khan:greedy")),
}


def bits(number: Any) -> set[int]:
    """The positions of the set bits."""
    return {place for place in range(64) if int(number) >> place & 1}


class ByHand:
    """An observer who watches games and keeps lists."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.deeds = {number for number, square in enumerate(box.board.squares) if square.is_deed}
        self.groups = {number: bits(squares) for number, squares in enumerate(box.record.group_squares[: box.record.groups])}
        self.sums: Counter[tuple[Any, ...]] = Counter()
        self.most: Counter[tuple[Any, ...]] = Counter()

    def add(self, *what: Any, number: int = 1) -> None:
        """Count something."""
        self.sums[what] += number

    def bank(self, game: Game) -> set[int]:
        """Deeds that nobody owns."""
        return {deed for deed in self.deeds if game.state.owner[deed] == NOBODY}

    def watch(self, game: Game, sitting: Sitting, seating: list[int]) -> None:
        """Watch one game from beginning to end."""
        turn, managed = 0, 0
        completed: set[tuple[int, int]] = set()
        while not game.over:
            action = sitting.decide(game.state)
            who = seating[int(game.state.actor)]
            could = self.choices(game)
            if managed != game.turn and self.is_before_roll(game):
                self.managing(game, could, 1)
                managed = game.turn
            if self.is_before_roll(game):
                self.managing(game, could, 0)
            if turn != game.turn:
                turn = game.turn
                self.turn(game)
            self.decision(game, could, action, who, seating)
            before, bank, mover = game.cash, self.bank(game), game.mover
            game.apply(action)
            self.step(game, action, before, bank, mover, turn)
            for seat in game.state.sets.nonzero()[0].tolist():
                held = bits(game.state.sets[seat])
                completed |= {(seat, group) for group, squares in self.groups.items() if squares & held}
        self.add("games")
        self.add("lengths", game.turn - 1)
        for place in completed:
            self.add("completed", *place)
        if len(game.winners) == 1:
            self.add("wins", game.winners[0])

    def is_before_roll(self, game: Game) -> bool:
        """Whether the mover, and nobody else, manages before a roll."""
        state = game.state
        return state.decision == MANAGE and PHASES[state.phase] == "start" and game.actor == game.mover

    def choices(self, game: Game) -> list[int]:
        """The kind of every legal action."""
        rows = np.empty((MOST_ACTIONS, ACTION_NUMBERS), np.int64)
        return rows[: legal(self.box.record, game.state, rows), 0].tolist()

    def managing(self, game: Game, could: list[int], first: int) -> None:
        """Count what a mover could do before a roll."""
        self.add("managing", first)
        for kind, number in Counter(could).items():
            self.add("on_offer", first, kind)
            self.add("listed", first, kind, number=number)
            self.most["most_listed", kind] = max(self.most["most_listed", kind], number)
        for place, number in enumerate(self.trades(game)):
            self.add("trades", first, place, number=number)
            self.most["most_trades", place] = max(self.most["most_trades", place], number)

    def trades(self, game: Game) -> list[int]:
        """Count trades of one or two deeds for one or two, in groups without buildings: with mortgaged ones, and without."""
        built = {square for squares in self.groups.values() if squares & bits(game.state.built) for square in squares}
        numbers = []
        for left_out in (built, built | bits(game.state.mortgaged)):
            own = bits(game.state.deeds[game.mover]) - left_out
            other = {deed for deed in self.deeds if game.owner(deed) not in (None, game.mover)} - left_out
            ways = {(mine, theirs): 0 for mine in (1, 2) for theirs in (1, 2)}
            for mine, theirs in ways:
                ways[mine, theirs] = len(list(combinations(own, mine))) * len(list(combinations(other, theirs)))
            two_for_one = ways[1, 1] + ways[1, 2] + ways[2, 1]
            numbers += [ways[1, 1], two_for_one, two_for_one + ways[2, 2]]
        return numbers

    def turn(self, game: Game) -> None:
        """Record the beginning of a turn."""
        self.add("reached", game.turn - 1)
        self.add("in_bank", game.turn - 1, number=len(self.bank(game)))
        for seat, cash in enumerate(game.cash):
            self.add("cash", game.turn - 1, seat, number=cash)

    def decision(self, game: Game, could: list[int], action: Action, who: int, seating: list[int]) -> None:
        """Record what an agent could do and what it does."""
        self.add("decisions", who)
        self.add("actions", who, action.kind)
        self.add("choices", who, number=len(could))
        for options in (len(set(could)), could.count(action.kind)):
            if options > 1:
                self.add("stages", who)
                self.add("stage_choices", who, number=options)
        if action.kind == OFFER:
            made = int(game.state.offers_made[game.state.actor]) + 1
            self.most["most_offers", who] = max(self.most["most_offers", who], made)
        if action.kind == ACCEPT:
            self.add("offers_accepted", seating[int(game.state.offer_from)])

    def step(self, game: Game, action: Action, before: tuple[int, ...], bank: set[int], mover: int, turn: int) -> None:
        """Record what an action led to."""
        state = game.state
        if action.kind == ROLL:
            owed = int(state.debt) if state.debt > 0 and state.debtor == mover else 0
            self.add("rolled", turn - 1, mover)
            self.add("cost", turn - 1, mover, number=max(before[mover] - game.cash[mover] + owed, 0))
        for deed in bank:
            if game.owner(deed) is not None:
                self.add("bought", game.owner(deed), deed)
        if bank and not self.bank(game) and not any(map(game.bankrupt, range(game.players))):
            self.add("sold_out")
            self.add("sold_out_turns", number=turn)

    def as_record(self) -> Any:
        """The lists in the form of a tally."""
        record = new(TallyRecord)
        for (name, *places), number in (self.sums | self.most).items():
            if places:
                record[name][tuple(places)] = number
            else:
                record[name] = number
        return record


def play(rules: tuple[str, dict[str, object]], specs: tuple[str, ...], **more: Any) -> MatchResult:
    """Play a match with a tally."""
    settings = {"watch_level": WATCHED_WITH_CHOICES} | more
    return play_match(load_box(*rules), [parse_agent(spec) for spec in specs], settings.pop("games", GAMES), SEED, **settings)


def same(first: Any, second: Any, leave_out: tuple[str, ...] = CURRENT_GAME) -> None:
    """Check that two tallies are the same."""
    for name in layout(TallyRecord).names or ():
        if name not in leave_out:
            assert np.array_equal(first[name], second[name]), name


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_the_tally_is_what_an_observer_counts(name: str) -> None:
    rules, specs = TABLES[name]
    box, agents = load_box(*rules), [parse_agent(spec) for spec in specs]
    person = ByHand(box)
    order = seatings("rotate", len(specs))
    for number in range(GAMES):
        block, place = divmod(number, len(order))
        seating = order[place].tolist()
        person.watch(Game.new(len(specs), box, SEED, number=block), Sitting(box, agents, SEED, block, seating), seating)
    result = play(rules, specs)
    same(result.tally, person.as_record())
    assert result.tally.games == GAMES
    assert result.tally.decisions.sum() == result.tally.actions.sum() == result.summary.decisions
    assert result.tally.wins.sum() == GAMES - result.draws
    assert result.tally.managing[1] > 0


def test_the_tables_show_what_is_counted() -> None:
    """The games above are lively enough for something to be counted in every field."""
    tallies = {name: play(rules, specs).tally for name, (rules, specs) in TABLES.items()}
    together = merged(list(tallies.values()))
    for name in layout(TallyRecord).names or ():
        if name not in CURRENT_GAME:
            assert np.any(together[name]), name
    assert tallies["bankruptcies"].wins.sum() > 0
    window = tallies["between turns"]
    assert window.managing[1] == window.reached.sum(), (
        "one first managing decision per turn, even if others manage between turns"
    )


def test_merged_adds_up_and_keeps_the_highest() -> None:
    first, second = (play(*TABLES[name]).tally for name in ("own turn", "bankruptcies"))
    both = merged([first, second])
    for name in layout(TallyRecord).names or ():
        if name in CURRENT_GAME:
            assert not np.any(both[name]), f"{name} belongs to a game, not to many"
        elif name.startswith("most"):
            assert np.array_equal(both[name], np.maximum(first[name], second[name]))
        else:
            assert np.array_equal(both[name], first[name] + second[name])
    same(merged([both]), both, ())
    same(merged([new(TallyRecord), both]), both, ())
    same(merged([]), new(TallyRecord), ())


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (2, None), (3, 2)])
def test_the_tally_is_the_same_on_any_number_of_jobs(jobs: int, chunk: int | None) -> None:
    rules, specs = TABLES["own turn"]
    same(play(rules, specs, jobs=jobs, chunk=chunk).tally, play(rules, specs).tally)


def test_without_choices_all_else_is_counted_alike() -> None:
    rules, specs = TABLES["own turn"]
    left_out = ("choices", "stages", "stage_choices", "managing", "on_offer", "listed", "most_listed", "trades", "most_trades")
    watched = play(rules, specs, watch_level=WATCHED).tally
    same(watched, play(rules, specs).tally, (*CURRENT_GAME, *left_out))
    assert not any(np.any(watched[name]) for name in left_out)


def test_watching_changes_nothing() -> None:
    rules, specs = TABLES["own turn"]
    saved = [
        play(rules, specs, watch_level=watch_level, keep_rows=True)
        for watch_level in (NOT_WATCHED, WATCHED, WATCHED_WITH_CHOICES)
    ]
    assert all(result.summary == saved[0].summary for result in saved)
    assert all(np.array_equal(result.rows, saved[0].rows) for result in saved)
    assert not np.any(saved[0].tally.decisions)


def test_memory_does_not_grow() -> None:
    """A tally is one flat record of a known size, and no game's row is stored unless it is asked for."""
    rules, specs = ("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 20}), ("reserve:50,0", "random")
    few, many = (play(rules, specs, games=games, watch_level=WATCHED) for games in (2, 60))
    assert few.tally.nbytes == many.tally.nbytes == layout(TallyRecord).itemsize < 200_000
    assert few.rows is many.rows is None
    assert len(many.summary.outcomes) <= 9
    assert not many.summary.orders
    saved = play(rules, specs, games=60, watch_level=WATCHED, keep_rows=True).rows
    assert saved is not None
    assert len(saved) == 60


def test_long_games_count_except_in_later_turns() -> None:
    changes = {"auction": "none", "trade_menu": "none", "turn_cap": SEEN_TURNS + 50, "salary": 1000}
    result = play(("uk-classic", changes), ("reserve:50,0", "reserve:50,0"), games=2, watch_level=WATCHED)
    assert result.summary.most_turns == SEEN_TURNS + 50
    assert result.tally.reached[SEEN_TURNS - 1] == 2
    assert not np.any(result.tally.lengths)
    assert result.tally.decisions.sum() == result.summary.decisions


def test_a_match_that_is_answered_has_counted_the_games_that_count() -> None:
    """Games that threads have played beyond the answer are left out of the tally, as they are of the result."""
    rules, specs = ("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 20}), ("reserve:50,0", "random")

    def until(summary: Any) -> str | None:
        return "enough" if summary.games >= 40 else None

    results = [
        play(rules, specs, games=2000, watch_level=WATCHED, until=until, jobs=jobs, chunk=chunk)
        for jobs, chunk in ((1, None), (2, 50), (1, 16), (2, 3))
    ]
    for result in results:
        assert result.verdict == "enough"
        assert result.games == result.tally.games == 64
        same(result.tally, results[0].tally)
