"""Landing odds by simulation: millions of rolls by the rules, to check the chain of `landing`, and for real decks.

    walk = simulate(load_box("uk-classic"), "leave", "pay", DECKS, rolls=1_000_000)
    print(walk.shares[24], walk.errors[24])

Four tokens walk in turn and share the decks. **With replacement** every card is drawn from a complete deck, as in the chain; a
jail card goes back at once. **Real decks** are shuffled once and then cycle, or are reshuffled if the rules say so, and a jail
card stays with the token that drew it until it can use it: the next time in jail, or with `stay` before the last roll there.

The walk is cut into chunks, each with its own luck, so that the result does not depend on the number of threads. The standard
errors are those of the chunks' means, because successive rolls are not independent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rentier.analysis.landing import by_place
from rentier.analysis.options import DRAW, FEWEST_ROLLS, LEAVE, MOST_ROLLS, check_walk_options
from rentier.analysis.walking import pass_on, roll_once, walking_box
from rentier.arena.limits import MOST_JOBS, check_number, check_seed
from rentier.box import Box
from rentier.box.record import CHANCE_DECK, CHEST_DECK, DRAW_CYCLE, DRAW_REPLACE, MOST_SQUARES, BoxRecord
from rentier.compiled import entry
from rentier.game.luck import key_of, return_jail_card
from rentier.game.setup import clear_table
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import FREE, NOBODY
from rentier.layout import Numbers, new, wide
from rentier.pools import Pool

REPLACEMENT, REAL_DECKS = "replacement", "decks"
TOKENS = 4
WARM_UP = 1000  # the first rolls of a chunk, not counted because they depend on the start
CHUNKS = 100  # the least number of chunks; there are more if they would be too long
MOST_CHUNK_ROLLS = 1_000_000

COUNTS = types.Array(types.int64, 1, "C")


@dataclass(frozen=True)
class Walk:
    """The number of rolls of a walk, the shares of squares and (last) of being in jail, and their standard errors."""

    box: Box
    rolls: int
    shares: Numbers
    errors: Numbers

    @property
    def place_shares(self) -> Numbers:
        """The share of each place."""
        return by_place(self.box, self.shares)

    @property
    def place_errors(self) -> Numbers:
        """The standard error of each place."""
        return by_place(self.box, self.errors)


class Walkers(NamedTuple):
    """How tokens walk. `warm_up`: the rolls before those that count.

    `leaves`, `draws`, `keeps`: 1 if they leave jail at once, draw when a card lets them choose, keep a jail card; else 0.
    """

    tokens: int
    warm_up: int
    leaves: int
    draws: int
    keeps: int


WALKERS = types.NamedUniTuple(types.int64, 5, Walkers)


@entry(types.void(BOX, GAME, LUCK, WALKERS, types.int64, types.uint64, COUNTS))
def walk(box: BoxRecord, game: GameRecord, luck: LuckRecord, walkers: Walkers, rolls: int, key: Any, counts: Numbers) -> None:
    """Walk and count where rolls end; the last count is that of jail. A jail card that is not kept goes back at once."""
    clear_table(box, game, luck, walkers.tokens, key)
    for number in range(walkers.warm_up + rolls):
        roll_once(box, game, luck, walkers.leaves, walkers.draws)
        if number >= walkers.warm_up:
            jailed = game.jail_turns[game.mover] != FREE
            counts[box.squares if jailed else wide(game.square[game.mover])] += 1
        if walkers.keeps == 0:
            for deck in range(CHANCE_DECK, CHEST_DECK + 1):
                if game.card_holder[deck] != NOBODY:
                    return_jail_card(box, game, luck, deck)
        pass_on(box, game)


def simulate(
    box: Box,
    jail: str,
    choice: str,
    decks: str,
    rolls: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Walk:
    """Walk for `rolls` rolls, with replacement or with real decks; a seed gives the same result with any number of jobs."""
    check_walk_options(jail, choice)
    check_number("rolls", rolls, FEWEST_ROLLS, MOST_ROLLS)
    check_seed(seed)
    check_number("jobs", jobs, 1, MOST_JOBS)
    real = DRAW_CYCLE if box.record.card_draw == DRAW_REPLACE else int(box.record.card_draw)
    record = walking_box(box.record, DRAW_REPLACE if decks == REPLACEMENT else real)
    walkers = Walkers(TOKENS, WARM_UP, int(jail == LEAVE), int(choice == DRAW), int(decks == REAL_DECKS))
    chunks = -(-rolls // min(rolls // CHUNKS, MOST_CHUNK_ROLLS))

    def walk_chunk(records: tuple[GameRecord, LuckRecord], chunk: int) -> tuple[int, Numbers]:
        length = rolls * (chunk + 1) // chunks - rolls * chunk // chunks
        counts = np.zeros(MOST_SQUARES + 1, np.int64)
        walk(record, *records, walkers, length, key_of(np.uint64(seed), chunk), counts)
        return length, counts[: box.record.squares + 1]

    counted = np.zeros(box.record.squares + 1, np.int64)
    squares = np.zeros(box.record.squares + 1)  # sums of the squares of the chunks' shares
    sums = np.zeros(box.record.squares + 1)
    with Pool([(new(GameRecord), new(LuckRecord)) for _ in range(min(jobs, chunks))]) as pool:
        for length, counts in pool.map(walk_chunk, range(chunks)):
            counted += counts
            sums += counts / length
            squares += (counts / length) ** 2
            if progress is not None:
                progress(length)
    variance = np.maximum(squares / chunks - (sums / chunks) ** 2, 0) * chunks / (chunks - 1)
    return Walk(box, rolls, counted / rolls, np.sqrt(variance / chunks))
