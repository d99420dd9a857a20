"""The engine's game and the reference's table as the same plain values, field by field."""

from __future__ import annotations

from typing import Any

from rentier import Game
from rentier.events import DREW, ROLLED
from rentier.rules import A_HOTEL, A_HOUSE, DECISIONS, NOBODY, NOTHING, UNLIMITED, UNSEEN
from tests.reference.box import DECKS
from tests.reference.table import Luck, Table
from tests.reference.trades import cards_in, squares_in

LOTS = {A_HOUSE: "house", A_HOTEL: "hotel"}


def luck_of(game: Game) -> Luck:
    """The rolls and cards of the last action, as its events tell them."""
    luck = Luck()
    for event in game.events:
        if event.kind == ROLLED:
            luck.rolls.append(tuple(int(face) for face in str(event.amount)))
        elif event.kind == DREW:
            luck.cards.append((DECKS[event.other], event.amount))
    return luck


def first_difference(game: Game, table: Table) -> str | None:
    """Name the first field in which the two differ, with both values."""
    engine, reference = engine_view(game, table), reference_view(table)
    for name, expected in reference.items():
        if engine[name] != expected:
            return f"{name}: the engine has {engine[name]}, the reference has {expected}"
    return None


def reference_view(table: Table) -> dict[str, Any]:
    players, auction, debt, offer = table.players, table.auction, table.debt, table.offer
    return {
        "decision": table.decision,
        "winners": sorted(table.winners),
        "bankrupt, in order": [player.fallen for player in players],
        "turn, round, mover, first": (table.turns, table.rounds, table.mover, table.first),
        "square": [player.square for player in players if not player.fallen],
        "jail": [player.jail_turns for player in players],
        "actor": table.actor,
        "cash": [player.cash for player in players],
        "owner": list(table.owner.values()),
        "deeds of each player": [table.deeds_of(seat) for seat in range(len(players))],
        "complete groups of streets": [sets_of(table, seat) for seat in range(len(players))],
        "built streets": [square for square, level in table.level.items() if level],
        "buildings": list(table.level.values()),
        "houses and hotels left": tuple(UNLIMITED if left is None else left for left in (table.houses, table.hotels)),
        "mortgaged": sorted(table.mortgaged),
        "pot": table.pot,
        "decks": list(table.decks.values()),
        "jail cards": list(table.card_holder.values()),
        "debt": debt and (debt.debtor, debt.creditor, debt.amount, NOTHING if debt.deed is None else debt.deed),
        "auction": auction and (auction.lot, auction.floor, sorted(auction.bidders), auction.leader, auction.high_bid),
        "placing": table.actor if table.placing else NOBODY,
        "offer": tuple(vars(offer).values()) if offer else None,
        "offers made": [player.offers_made for player in players],
        "estate": sorted(table.estate),
        "unsettled": sorted(table.unsettled),
        "claim": table.claim,
        "IOUs": [(player.owes, player.owes_to if player.owes else NOBODY) for player in players],
        "IOU due": table.owes_now,
        "free rent": [sorted(player.free_rent) for player in players],
        "still to pay or be paid": sorted(table.each_seats),
        "dice": table.dice,
        "doubles": table.doubles,
    }


def sets_of(table: Table, seat: int) -> list[int]:
    deeds = table.deeds_of(seat)
    return [square for square in deeds if table.box.squares[square].kind == "street" and table.owns_group(seat, square)]


def engine_view(game: Game, table: Table) -> dict[str, Any]:
    state: Any = game.state
    seats = range(game.players)
    owner, level, fallen, square = state.owner.tolist(), state.level.tolist(), state.fallen.tolist(), state.square.tolist()
    owes, owes_to, free_rent = state.owes.tolist(), state.owes_to.tolist(), state.free_rent.tolist()
    return {
        "decision": DECISIONS[state.decision],
        "winners": seats_in(state.winners),
        "bankrupt, in order": fallen[: game.players],
        "turn, round, mover, first": (int(state.turns), int(state.rounds), int(state.mover), int(state.first)),
        "square": [square[seat] for seat in seats if not fallen[seat]],
        "jail": [None if turns < 0 else turns for turns in state.jail_turns.tolist()[: game.players]],
        "actor": NOBODY if game.over else int(state.actor),
        "cash": state.cash.tolist()[: game.players],
        "owner": [owner[deed] for deed in table.owner],
        "deeds of each player": [sorted(squares_in(deeds)) for deeds in state.deeds.tolist()[: game.players]],
        "complete groups of streets": [sorted(squares_in(sets)) for sets in state.sets.tolist()[: game.players]],
        "built streets": sorted(squares_in(int(state.built))),
        "buildings": [level[deed] for deed in table.owner],
        "houses and hotels left": (int(state.houses_left), int(state.hotels_left)),
        "mortgaged": sorted(squares_in(int(state.mortgaged))),
        "pot": int(state.pot),
        "decks": [engine_deck(state, number, len(table.box.decks[deck])) for number, deck in enumerate(DECKS)],
        "jail cards": state.card_holder.tolist(),
        "debt": engine_debt(state),
        "auction": engine_auction(state),
        "placing": int(state.placing),
        "offer": engine_offer(state),
        "offers made": state.offers_made.tolist()[: game.players],
        "estate": sorted(squares_in(int(state.estate))),
        "unsettled": sorted(squares_in(int(state.unsettled))),
        "claim": int(state.claim) if DECISIONS[state.decision] == "claim" else None,
        "IOUs": [(owes[seat], owes_to[seat] if owes[seat] else NOBODY) for seat in seats],
        "IOU due": bool(state.owes_now),
        "free rent": [sorted(squares_in(free_rent[seat])) for seat in seats],
        "still to pay or be paid": seats_in(state.each_seats),
        "dice": tuple(state.dice.tolist()[: len(table.dice)]),
        "doubles": int(state.doubles),
    }


def seats_in(bits: int) -> list[int]:
    return [seat for seat in range(8) if int(bits) >> seat & 1]


def engine_deck(state: Any, deck: int, cards: int) -> list[int | None]:
    """The cards of a deck, top first, as far as everybody knows them."""
    top, left = int(state.deck_top[deck]), int(state.deck_left[deck])
    known = state.known[deck].tolist()
    ring = [known[(top + place) % cards] for place in range(left)]
    return [None if card == UNSEEN else card for card in ring]


def engine_debt(state: Any) -> tuple[int, ...] | None:
    if state.debtor == NOBODY:
        return None
    return int(state.debtor), int(state.creditor), int(state.debt), int(state.debt_deed)


def engine_auction(state: Any) -> tuple[Any, ...] | None:
    if state.lot == NOTHING or state.placing != NOBODY:
        return None
    lot = LOTS.get(int(state.lot), int(state.lot))
    return lot, int(state.bid_floor), seats_in(state.bidders), int(state.leader), int(state.high_bid)


def engine_offer(state: Any) -> tuple[Any, ...] | None:
    if state.offer_from == NOBODY:
        return None
    give, take = int(state.offer_give), int(state.offer_take)
    sides = (squares_in(give), squares_in(take), cards_in(give), cards_in(take))
    promises = (int(state.offer_iou), squares_in(int(state.offer_free_rent)))
    return int(state.offer_from), int(state.offer_to), int(state.offer_cash), *sides, *promises, int(state.offer_depth)
