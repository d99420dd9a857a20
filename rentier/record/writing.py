"""Write a position as TOML: what everybody sees, as far as it differs from the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rentier.box import Box
from rentier.box.record import DECKS, HALF_PRICE, UNLIMITED
from rentier.game.state import GameRecord
from rentier.game.words import (
    A_HOTEL,
    A_HOUSE,
    BID_OR_PASS,
    BUY_OR_NOT,
    BUYING,
    CARD_CHOICE,
    CHOOSE_CARD,
    CHOOSE_TAX,
    CLAIM,
    CLAIMING,
    DECISIONS,
    FREE,
    LANDED,
    MANAGE,
    NOBODY,
    NOTHING,
    OVER,
    PHASES,
    PLACE,
    POT,
    RAISE,
    START,
    TAXING,
    UNSEEN,
    WINDOW,
)
from rentier.record.actions import offer_on_table, terms_text
from rentier.record.toml import Value, key_text, lines_of, table_lines

HOTEL = 5  # how a hotel is written, however many houses come before it under the rules
MORTGAGED = "mortgaged"
PIECES = {"house": A_HOUSE, "hotel": A_HOTEL}
BANK, TO_POT = "bank", "pot"
PHASE_OF = {
    BUY_OR_NOT: BUYING,
    CHOOSE_TAX: TAXING,
    CHOOSE_CARD: CARD_CHOICE,
    CLAIM: CLAIMING,
    RAISE: LANDED,
    BID_OR_PASS: LANDED,
}

Values = dict[str, Value]


def default_phase(decision: int, actor: int, mover: int) -> int:
    """Return the phase of the turn if a position does not give it."""
    return WINDOW if decision == MANAGE and actor != mover else PHASE_OF.get(decision, START)


def default_turn(game: GameRecord) -> int:
    """Return the number of the turn if nobody has gone bankrupt."""
    players = int(game.players)
    return (int(game.rounds) - 1) * players + 1 + (int(game.mover) - int(game.first)) % players


def default_floor(box: Box, lot: int) -> int:
    """Return the lowest opening bid for a deed; for a building it depends on the bidder, so it is 0."""
    if lot < 0:
        return 0
    least = int(box.record.auction_open_bid)
    return int(box.record.price[lot]) // 2 if least == HALF_PRICE else least


def members(bits: int) -> list[int]:
    """Return a set of seats or squares as a list."""
    places, left = [], int(bits)
    while left:
        places.append((left & -left).bit_length() - 1)
        left &= left - 1
    return places


def buildings_standing(box: Box, game: GameRecord) -> tuple[int, int]:
    """Return the numbers of houses and hotels on the board."""
    if game.built == 0:
        return 0, 0
    hotel = int(box.switches["hotel_after"]) + 1
    levels = [int(game.level[square]) for square in members(game.built)]
    return sum(level for level in levels if level != hotel), levels.count(hotel)


def given_text(values: Mapping[str, Any]) -> str:
    """Return a position as it was given, marked as lenient."""
    plain: Values = {"lenient": True}
    lines: list[str] = []
    for name, value in values.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{key_text(name)}]", *lines_of(value)]
        elif name == "players":
            lines += [line for player in value for line in ("", f"[[{name}]]", *lines_of(player))]
        else:
            plain.setdefault(name, value)
    return "\n".join([*lines_of(plain), *lines]) + "\n"


def position_text(box: Box, rules: str, game: GameRecord, luck: Values | None = None, lenient: bool = False) -> str:
    """Return a game as a position, with luck to load if it is given, and marked if it cannot arise under the rules."""
    lines = lines_of({"rules": rules, **({"lenient": True} if lenient else {}), **_turn(box, game)})
    lines += table_lines("[switches]", dict(box.overrides))
    for seat in range(int(game.players)):
        lines += table_lines("[[players]]", _player(box, game, seat))
    for name, values in _agenda(box, game).items():
        lines += table_lines(f"[{name}]", values)
    lines += table_lines("[seen]", _seen(box, game))
    lines += table_lines("[luck]", luck or {})
    return "\n".join(lines) + "\n"


def _name(box: Box, square: int) -> str | int:
    """Return a square's name, or its number if several squares have the name."""
    name = box.board.squares[square].name
    return name if box.board.squares[square].is_deed or box.square_names.count(name) == 1 else square


def _names(box: Box, squares: int) -> list[str | int]:
    """Return a set of squares by name, in board order."""
    return [_name(box, square) for square in members(squares)]


def _turn(box: Box, game: GameRecord) -> Values:
    """Return whose turn it is, and its phase."""
    over = game.decision == OVER
    values: Values = {"to_move": int(game.mover)}
    if game.decision != MANAGE:
        values["decision"] = DECISIONS[game.decision]
    if not over and game.actor != game.mover:
        values["actor"] = int(game.actor)
    if not over and game.phase != default_phase(int(game.decision), int(game.actor), int(game.mover)):
        values["phase"] = PHASES[game.phase]
    numbers = {"round": (game.rounds, 1), "turn": (game.turns, default_turn(game)), "first": (game.first, 0)}
    numbers |= {"doubles": (game.doubles, 0), "pot": (game.pot, 0)}
    values |= {name: int(number) for name, (number, default) in numbers.items() if number != default}
    if game.dice[0] != 0:
        values["dice"] = game.dice[: box.record.dice].tolist()
    if game.phase == WINDOW and not over and members(game.windows) != [game.actor]:
        values["windows"] = members(game.windows)
    values |= _supply(box, game)
    for name, squares in (("estate", game.estate), ("unsettled", game.unsettled)):
        if squares != 0:
            values[name] = _names(box, squares)
    if game.owes_now == 1:
        values["owes_now"] = True
    if over:
        values["winners"] = members(game.winners)
    return values


def _supply(box: Box, game: GameRecord) -> Values:
    """Return what the bank has left, if that does not follow from the buildings on the board."""
    supplies = (box.record.houses, box.record.hotels), (game.houses_left, game.hotels_left), buildings_standing(box, game)
    return {
        f"{what}_left": int(left)
        for what, supply, left, standing in zip(("houses", "hotels"), *supplies, strict=True)
        if supply != UNLIMITED and left != max(supply - standing, 0)
    }


def _player(box: Box, game: GameRecord, seat: int) -> Values:
    """Return one player: what it has and where it stands."""
    if game.fallen[seat] != 0:
        return {"bankrupt": int(game.fallen[seat])}
    values: Values = {"cash": int(game.cash[seat])}
    if game.jail_turns[seat] != FREE:
        values["jail_turns"] = int(game.jail_turns[seat])
    elif game.square[seat] != 0:
        values["square"] = _name(box, int(game.square[seat]))
    cards = [deck for number, deck in enumerate(DECKS) if game.card_holder[number] == seat]
    if cards:
        values["jail_cards"] = cards
    if game.offers_made[seat] != 0:
        values["offers_made"] = int(game.offers_made[seat])
    if box.record.first_lap_no_buying == 1 and int(game.lapped) >> seat & 1:
        values["passed_go"] = True
    if game.owes[seat] != 0:
        values |= {"owes": int(game.owes[seat]), "owes_to": int(game.owes_to[seat])}
    if game.free_rent[seat] != 0:
        values["free_rent"] = _names(box, int(game.free_rent[seat]))
    if game.deeds[seat] != 0:
        values["deeds"] = {box.board.squares[square].name: _deed(box, game, square) for square in members(game.deeds[seat])}
    return values


def _deed(box: Box, game: GameRecord, square: int) -> str | int:
    """Return the buildings on a deed, or that it is mortgaged."""
    if int(game.mortgaged) >> square & 1:
        return MORTGAGED
    level = int(game.level[square])
    return HOTEL if level == box.record.hotel_level else level


def _agenda(box: Box, game: GameRecord) -> dict[str, Values]:
    """Return what must be done before the turn goes on."""
    tables: dict[str, Values] = {"offer": {}, "auction": _auction(box, game), "debt": {}, "each": {}, "claim": {}, "choice": {}}
    if game.offer_from != NOBODY:
        terms = terms_text(box, offer_on_table(game))
        tables["offer"] = {"from": int(game.offer_from), "to": int(game.offer_to), "terms": terms}
        if game.offer_depth != 0:
            tables["offer"]["depth"] = int(game.offer_depth)
    if game.debt != 0:
        creditor = int(game.creditor)
        to = creditor if creditor >= 0 else TO_POT if creditor == POT else BANK
        tables["debt"] = {"debtor": int(game.debtor), "creditor": to, "amount": int(game.debt)}
        if game.debt_deed != NOTHING:
            tables["debt"]["deed"] = _name(box, int(game.debt_deed))
    if game.each_seats != 0:
        tables["each"] = {"seats": members(game.each_seats), "amount": int(game.each_amount)}
        tables["each"]["collects"] = bool(game.each_collects)
    if game.phase == CLAIMING:
        tables["claim"] = {"rent": int(game.claim)}
    if game.choice_card != NOTHING:
        deck = int(game.choice_deck)
        tables["choice"] = {"deck": DECKS[deck], "card": box.decks[deck][game.choice_card].id}
    return tables


def _auction(box: Box, game: GameRecord) -> Values:
    """Return what is being auctioned and who still bids; sealed bids stay secret."""
    lot = int(game.lot)
    if lot == NOTHING:
        return {}
    pieces = {number: name for name, number in PIECES.items()}
    values: Values = {"lot": pieces[lot] if lot in pieces else _name(box, lot)}
    if game.leader != NOBODY:
        values |= {"high_bid": int(game.high_bid), "leader": int(game.leader)}
    if game.bid_floor != default_floor(box, lot):
        values["floor"] = int(game.bid_floor)
    if game.decision != PLACE and game.bidders != game.in_play:
        values["bidders"] = members(game.bidders)
    return values


def _seen(box: Box, game: GameRecord) -> Values:
    """Return the cards whose place at the bottom of a deck everybody knows, from top to bottom."""
    values: Values = {}
    for deck, name in enumerate(DECKS):
        top, left = int(game.deck_top[deck]), int(game.deck_left[deck])
        ring = game.known[deck, : box.record.deck_size[deck]].tolist()
        known = [box.decks[deck][card].id for card in (ring[top:] + ring[:top])[:left] if card != UNSEEN]
        if known:
            values[name] = known
    return values
