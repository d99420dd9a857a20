"""Selection, crossing and mutation (Pring 2015, sections 2.5.1 to 2.5.4), compiled: games between players and their children.

The players of a cohort are shared out among its games. The winners of these games are the parents, and every player of the
cohort is replaced by a child of theirs. Genes have one row per player and one column per gene, `nan` where a player has not
needed one yet.
"""

from __future__ import annotations

import math
from typing import Any

from numba import types

from rentier.agents.inner import mind_at
from rentier.agents.mind import MindRecord
from rentier.agents.pring import gene, new_gene, was_needed
from rentier.agents.pring_genes import OPEN_GENES, OPENLY, TRADING
from rentier.agents.table import NUMBERS, TABLE, Table, begin_game
from rentier.arena.play import ROWS, play_on
from rentier.box.record import MOST_SQUARES
from rentier.compiled import compiled, entry
from rentier.game.bits import bit, count, lowest
from rentier.game.luck import below, key_of, mix, unit
from rentier.game.state import GameRecord
from rentier.layout import Numbers

BY_CHOICE, BY_AVERAGE, BY_NONE = range(3)  # kinds of crossing
OFFSET, REDRAW = range(2)  # kinds of mutation

GENES = types.Array(types.float64, 2, "C")
# streams of random numbers, far from those of a game
PARENTS_STREAM, CROSSING_STREAM, CHOICE_STREAM, MUTATION_STREAM = ((1 << 22) + number for number in range(4))


@compiled
def seat_player(mind: MindRecord, genes: Numbers, places: Numbers) -> None:
    """Give a mind the genes of a player."""
    for column in range(len(places)):
        mind.settings[places[column]] = genes[column]


@compiled
def open_genes(table: Table, players: int) -> None:
    """Make the trading genes of all players at a table known to all of them."""
    box, minds = table.box, table.seats.minds
    for seat in range(players):
        for square in range(box.squares):
            if box.deeds & bit(square) != 0:
                trading = gene(box, mind_at(minds, seat), TRADING, square)
                for other in range(players):
                    mind_at(minds, other).settings[OPEN_GENES + seat * MOST_SQUARES + square] = trading


@compiled
def remember(mind: MindRecord, genes: Numbers, places: Numbers) -> None:
    """Let a player keep the genes that it had to draw in its game (section 2.3)."""
    for column in range(len(places)):
        if math.isnan(genes[column]) and was_needed(mind, places[column]):
            genes[column] = new_gene(mind, places[column])


@compiled
def winning_seat(game: GameRecord, key: Any) -> int:
    """Return the winner; if several share the win, or nobody wins, a random one of them or of all."""
    seats = game.winners if game.winners != 0 else bit(game.players) - 1
    skipped = below(mix(key, PARENTS_STREAM, 0), count(seats))
    while skipped > 0:
        seats &= seats - 1
        skipped -= 1
    return lowest(seats)


@entry(types.int64(TABLE, GENES, NUMBERS, ROWS, types.int64, types.uint64, ROWS))
def play_cohorts(table: Table, genes: Numbers, places: Numbers, taken: Numbers, first: int, seed: Any, winners: Numbers) -> int:
    """Play the games of cohorts number `first` and following; return how many were played to their end.

    `taken` has a row of players for each cohort, `winners` gets a row of winners.
    """
    minds = table.seats.minds
    games = winners.shape[1]
    players = taken.shape[1] // games
    for cohort in range(len(taken)):
        for number in range(games):
            key = key_of(seed, (first + cohort) * games + number)
            for seat in range(players):
                seat_player(mind_at(minds, seat), genes[taken[cohort, number * players + seat]], places)
            begin_game(table, players, key)
            if mind_at(minds, 0).settings[OPENLY] != 0:
                open_genes(table, players)
            if not play_on(table):
                return cohort
            seat = winning_seat(table.game, key)
            winner = taken[cohort, number * players + seat]
            remember(mind_at(minds, seat), genes[winner], places)
            winners[cohort, number] = winner
    return len(taken)


@compiled
def cross(parents: Numbers, column: int, crossing: int, key: Any, draw: int) -> float:
    """Return one gene of a child: that of one of the parents who have it, or their mean (section 2.5.3)."""
    have, total = 0, 0.0
    for parent in range(len(parents)):
        if not math.isnan(parents[parent, column]):
            have += 1
            total += parents[parent, column]
    if have == 0:
        return math.nan
    if crossing == BY_AVERAGE:
        return total / have
    chosen = below(mix(key, CROSSING_STREAM, draw), have)
    for parent in range(len(parents)):
        if not math.isnan(parents[parent, column]):
            if chosen == 0:
                return parents[parent, column]
            chosen -= 1
    return math.nan


@compiled
def mutate(child: Numbers, mutated: int, mutation: int, size: float, key: Any, draw: int) -> None:
    """Change `mutated` random genes of a child (section 2.5.4): by up to `size`, within 0 and 1, or to a random number."""
    wanted = mutated
    for column in range(len(child)):
        if wanted == 0:
            return
        if below(mix(key, CHOICE_STREAM, draw + column), len(child) - column) >= wanted:
            continue
        wanted -= 1
        change = unit(mix(key, MUTATION_STREAM, draw + column))
        if math.isnan(child[column]):
            continue
        child[column] = change if mutation == REDRAW else min(max(child[column] + size * (2 * change - 1), 0.0), 1.0)


@entry(
    types.void(
        *(GENES, NUMBERS, ROWS, ROWS, GENES),
        *(types.Tuple((types.int64, types.int64, types.int64, types.float64)), types.int64, types.uint64),
    )
)
def breed_cohorts(
    genes: Numbers,
    generation: Numbers,
    taken: Numbers,
    winners: Numbers,
    parents: Numbers,
    options: Any,
    first: int,
    seed: Any,
) -> None:
    """Replace all players of the cohorts by children of their winners; `parents` is room for the genes of a cohort's winners.

    `options`: the kind of crossing, how many genes to mutate, the kind of mutation and its size. Without crossing a child has
    all its genes from one of the parents. Its generation is one above the highest of theirs.
    """
    crossing, mutated, mutation, size = options
    for cohort in range(len(taken)):
        key = key_of(seed, first + cohort)
        highest = 0
        for parent in range(len(parents)):
            winner = genes[winners[cohort, parent]]
            for column in range(len(winner)):
                parents[parent, column] = winner[column]
            highest = max(highest, generation[winners[cohort, parent]])
        for number in range(taken.shape[1]):
            child = genes[taken[cohort, number]]
            first_parent = below(mix(key, PARENTS_STREAM, number), len(parents))
            for column in range(len(child)):
                if crossing == BY_NONE:
                    child[column] = parents[first_parent, column]
                else:
                    child[column] = cross(parents, column, crossing, key, number * len(child) + column)
            mutate(child, mutated, mutation, size, key, number * len(child))
            generation[taken[cohort, number]] = highest + 1
