"""Query files: TOML with a position, and questions about it for an agent.

title = "Trade for a set"
note = "What a reader should know about it."

[position]                       # as in position files; by default the seat that makes an offer is to move
rules = "berry2013"
round = 30

[[position.players]]
deeds = { "Mayfair" = 0, "Regent Street" = 0 }

[[position.players]]
deeds = { "Park Lane" = 0, "Bond Street" = 0, "Oxford Street" = 0 }

[[questions]]
kind = "offer"                   # does the agent accept it?
from = 0
to = 1
terms = "Regent Street for Park Lane"
right = "accept"                 # or "refuse"; absent: neither is right or wrong

[[questions]]
kind = "ranking"                 # which of the bank's deeds or groups does this seat value most?
seat = 0
give = "group"                   # or "deed", "group with hotels"
best = ["Orange", "Red"]         # the right answers for first place; absent: nothing is right or wrong

[[questions]]
kind = "price"                   # the least sum for which the owner of a deed sells it
deed = "Park Lane"
buyer = 0
from = 50                        # the sums offered, one after the other
to = 1000
step = 50
at_least = 350                   # the range of right answers; either may be absent
at_most = 900
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from rentier.box import Box
from rentier.box.reading import MOST_MONEY, Table, read_table
from rentier.errors import RentierError, unknown
from rentier.file_kinds import QUERIES, check_kind
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY, OFFER, Action
from rentier.game_api import Game
from rentier.record.actions import offer_on_table, terms_text
from rentier.record.players import read_deed
from rentier.record.position import read_position
from rentier.record.writing import HOTEL

FOLDER = Path(__file__).parent / "queries"
ACCEPT, REFUSE = "accept", "refuse"
DEED, GROUP, WITH_HOTELS = GIFTS = ("deed", "group", "group with hotels")
MOST_QUESTIONS = 1000


@dataclass(frozen=True)
class Offer:
    """A question: does the agent accept an offer? `game` waits for the answer; `right`: the right answer, if there is one."""

    kind: ClassVar[str] = "offer"
    game: Game
    right: str | None

    @property
    def is_judged(self) -> bool:
        """Whether any answer is right or wrong."""
        return self.right is not None

    @property
    def asked(self) -> str:
        """The question as text, with the seat that is asked."""
        state = self.game.state
        return f"seat {state.offer_to}: {terms_text(self.game.box, offer_on_table(state))}, offered by seat {state.offer_from}?"


@dataclass(frozen=True)
class Ranking:
    """A question: what does a seat value most? `variants`: the states after each possible gift; `best`: the right answers."""

    kind: ClassVar[str] = "ranking"
    box: Box
    seat: int
    give: str
    variants: Mapping[str, GameRecord]
    best: tuple[str, ...]

    @property
    def is_judged(self) -> bool:
        """Whether any answer is right or wrong."""
        return bool(self.best)

    @property
    def asked(self) -> str:
        """The question as text, with the seat that is asked."""
        return f"seat {self.seat}: which {self.give} would you rather have?"


@dataclass(frozen=True)
class Price:
    """A question: for which of these sums, at the least, does a seat sell a deed? `game` waits for the buyer's offer."""

    kind: ClassVar[str] = "price"
    game: Game
    seat: int
    deed: int
    sums: range
    at_least: int
    at_most: int | None

    @property
    def asked(self) -> str:
        """The question as text, with the seat that is asked."""
        name = self.game.box.square_names[self.deed]
        return f"seat {self.seat}: what must seat {self.game.actor} pay for {name}, {self.sums[0]} to {self.sums[-1]} offered?"

    @property
    def is_judged(self) -> bool:
        """Whether any answer is right or wrong."""
        return self.at_least > 0 or self.at_most is not None

    def offered(self, money: int) -> Game:
        """Return the game after the buyer has offered this sum."""
        game = self.game.copy()
        game.apply(Action(OFFER, self.seat, money, 0, 1 << self.deed))
        return game


@dataclass(frozen=True)
class Query:
    """A question from a file. `name`: the file name, plus the question's number if the file has several."""

    name: str
    title: str
    source: str
    note: str
    question: Offer | Ranking | Price


def read_queries(paths: Iterable[str | Path] = ()) -> list[Query]:
    """Read the questions in these files, by default those that come with the program; mistakes are reported in one line."""
    files = [Path(path) for path in paths] or sorted(FOLDER.glob("*.toml"))
    return [query for file in files for query in _read_file(file)]


def _read_file(file: Path) -> list[Query]:
    """Read the questions of one file."""
    table = read_table(file)
    check_kind(str(file), table.values, QUERIES)
    about = (table.text("title"), table.text("source", ""), table.text("note", ""))
    table.get("position", "a table [position], as rentier odds reads it")
    position = table.table("position")
    questions = table.tables("questions", 1, MOST_QUESTIONS)
    table.finish()
    queries = []
    for number, question in enumerate(questions, 1):
        read = READERS[question.word("kind", "kind of question", READERS)](question, position)
        question.finish()
        name = file.stem if len(questions) == 1 else f"{file.stem}/{number}"
        queries.append(Query(name, *about, read))
    return queries


def _game(position: Table, to_move: int | None = None) -> Game:
    """Return the game of a position; `to_move` is the seat to move, unless the position names another."""
    mover = {} if to_move is None else {"to_move": to_move}
    try:
        return Game.from_position({**mover, **position.values}, seed=0)  # its luck is never used
    except RentierError as error:
        raise RentierError(f"{position.file}: {error}") from None


def _seat(table: Table, name: str, game: Game) -> int:
    """Read the seat of a player who is in the game."""
    seat = table.number(name, 0, game.players - 1)
    if game.bankrupt(seat):
        raise table.wrong(name, f"seat {seat} is bankrupt; it should be a player who is in the game")
    return seat


def _about_to_offer(table: Table, name: str, position: Table) -> Game:
    """Return the game at the point where the seat that this key gives is about to make an offer."""
    seat = _seat(table, name, _game(position))
    game = _game(position, seat)
    if game.actor != seat:
        waits = "the game is over" if game.over else f"seat {game.actor} has to decide ({game.decision})"
        raise table.wrong(
            name, f"seat {seat} cannot offer here, {waits}; leave to_move, actor and decision out of the position"
        )
    return game


def _read_offer(table: Table, position: Table) -> Offer:
    """Read `from`, `to`, `terms` and `right`."""
    game = _about_to_offer(table, "from", position)
    to = _seat(table, "to", game)
    terms = table.text("terms")
    table.read.add("right")
    right = table.word("right", "answer", (ACCEPT, REFUSE)) if "right" in table.values else None
    try:
        game.apply(f"offer {to}: {terms}")
    except RentierError as error:
        raise table.wrong("terms", str(error)) from None
    return Offer(game, right)


def _read_price(table: Table, position: Table) -> Price:
    """Read `deed`, `buyer`, the sums `from`, `to`, `step`, and the bounds of the right answer."""
    game = _about_to_offer(table, "buyer", position)
    deed = read_deed(table, "deed", game.box, table.get("deed", "a deed of a player"))
    owner = game.owner(deed)
    if owner is None or owner == game.actor:
        whose = "the bank's" if owner is None else "the buyer's own"
        raise table.wrong("deed", f"{game.box.square_names[deed]!r} is {whose}; it should belong to another player")
    least = table.number("from", 1, MOST_MONEY)
    most = table.number("to", least, MOST_MONEY)
    sums = range(least, most + 1, table.number("step", 1, MOST_MONEY))
    at_least = table.number("at_least", 1, MOST_MONEY, 0)
    at_most = table.number("at_most", max(at_least, 1), MOST_MONEY) if "at_most" in table.values else None
    table.read.add("at_most")
    price = Price(game, owner, deed, sums, at_least, at_most)
    for name, money in (("from", sums[0]), ("to", sums[-1])):
        try:
            price.offered(money)
        except RentierError as error:
            raise table.wrong(name, str(error)) from None
    return price


def _read_ranking(table: Table, position: Table) -> Ranking:
    """Read `seat`, `give` and `best`."""
    game = _game(position)
    seat = _seat(table, "seat", game)
    give = table.word("give", "gift", GIFTS)
    gifts = _gifts(game, seat, give)
    if not gifts:
        raise table.wrong("give", f"the bank has no {give} to give to seat {seat}; the position should leave it some")
    best = table.texts("best")
    for name in best:
        if name not in gifts:
            raise table.wrong("best", unknown(give, name, gifts))
    try:
        variants = {name: _given(game, seat, deeds) for name, deeds in gifts.items()}
    except RentierError as error:
        raise table.wrong("give", str(error)) from None
    return Ranking(game.box, seat, give, variants, best)


def _gifts(game: Game, seat: int, give: str) -> dict[str, dict[str, int]]:
    """Return what the bank can give to a seat, in board order: the deeds of each gift with their buildings."""
    squares, owner = game.box.board.squares, game.state.owner
    banks = [number for number, square in enumerate(squares) if square.is_deed and owner[number] == NOBODY]
    if give == DEED:
        return {squares[number].name: {squares[number].name: 0} for number in banks}
    gifts = {}
    for group in game.box.board.groups:
        owners = {int(owner[number]) for number in group.squares}
        if NOBODY in owners and owners <= {NOBODY, seat} and (group.house_cost > 0 or give == GROUP):
            new = [number for number in group.squares if number in banks or give == WITH_HOTELS]
            gifts[group.name] = {squares[number].name: HOTEL if give == WITH_HOTELS else 0 for number in new}
    return gifts


def _given(game: Game, seat: int, deeds: Mapping[str, int]) -> GameRecord:
    """Return the state in which a seat has been given these deeds."""
    values = tomllib.loads(game.position())
    player = values["players"][seat]
    player["deeds"] = player.get("deeds", {}) | deeds
    return read_position(values, np.uint64(0), game.box).game


READERS: dict[str, Callable[[Table, Table], Offer | Ranking | Price]] = {
    Offer.kind: _read_offer,
    Ranking.kind: _read_ranking,
    Price.kind: _read_price,
}
