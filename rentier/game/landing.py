"""What happens on the square that a token has reached (rules 4, 6 to 9)."""

from __future__ import annotations

from rentier.box.record import (
    CHANCE,
    CHANCE_DECK,
    CHEST,
    CHEST_DECK,
    GO_TO_JAIL,
    PARKING,
    RENT_ASKED,
    STREET,
    TAX,
    UTILITY,
    UTILITY_FRESH,
    WORTH_TAX,
    BoxRecord,
)
from rentier.compiled import compiled
from rentier.game.bits import bit
from rentier.game.cards import draw_card
from rentier.game.debts import bank_pays, charge, pot_pays
from rentier.game.deeds import worth
from rentier.game.events import (
    BY_SQUARE,
    FOR_RENT,
    IS_MORTGAGED,
    OWNER_IN_JAIL,
    PARKED,
    PROMISED,
    RENT,
    RENT_FREE,
    TAXED,
    Events,
    report,
    report_roll,
)
from rentier.game.jail import go_to_jail
from rentier.game.luck import roll_dice
from rentier.game.rent import owes_rent, rent
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import BUYING, CLAIMING, LANDED, NOBODY, POT, TAXING
from rentier.layout import wide


@compiled
def rolled(box: BoxRecord, game: GameRecord) -> int:
    """Return the sum of the last roll."""
    total = wide(0)
    for die in range(box.dice):
        total += game.dice[die]
    return total


@compiled
def roll_for_rent(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, seat: int) -> int:
    """Roll the dice for a utility's rent. It moves nobody, and a double gives no further roll (rules 8.4, edge case 45)."""
    total = roll_dice(box, game, luck, seat)
    report_roll(box, game, events, seat, FOR_RENT)
    return total


@compiled
def report_no_rent(game: GameRecord, events: Events, seat: int, square: int) -> None:
    """Report why a visitor owes another player no rent."""
    owner = game.owner[square]
    if events is not None and owner != seat:
        why = OWNER_IN_JAIL
        if game.mortgaged & bit(square) != 0:
            why = IS_MORTGAGED
        elif game.free_rent[seat] & bit(square) != 0:
            why = PROMISED
        report(events, RENT_FREE, seat, owner, square, 0, why, 0)


@compiled
def collect_rent(box: BoxRecord, game: GameRecord, events: Events, seat: int, square: int, amount: int) -> None:
    """Charge rent at once, or under `rent_claim = asked` let the owner ask for it (rules 6.6, edge cases 47 and 48)."""
    if box.rent_claim == RENT_ASKED:
        game.claim = amount
        game.phase = CLAIMING
    else:
        charge(box, game, events, seat, game.owner[square], amount, RENT, square)


@compiled
def land_on_deed(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, seat: int, square: int) -> None:
    """Let the visitor buy an unowned square, or charge the rent of an owned one (rules 4.1, 4.3).

    A mortgaged one charges nothing (edge case 38). A card leads to the same choices as a roll (edge case 35). `utility_roll`
    says which roll counts (rules 8.2, edge case 46).
    """
    if game.owner[square] == NOBODY:
        if box.first_lap_no_buying == 0 or game.lapped & bit(seat) != 0:
            game.phase = BUYING
    elif owes_rent(box, game, seat, square):
        total = 0
        if box.kind[square] == UTILITY:
            fresh = box.utility_roll == UTILITY_FRESH
            total = roll_for_rent(box, game, luck, events, seat) if fresh else rolled(box, game)
        collect_rent(box, game, events, seat, square, rent(box, game, square, total))
    else:
        report_no_rent(game, events, seat, square)


@compiled
def land_by_nearest_card(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, seat: int, factor: int) -> None:
    """Resolve the next station or utility reached by a card, which multiplies the rent (rules 7.3, 8.3, edge cases 41 to 44).

    An unowned square may be bought, and a mortgaged one charges nothing.
    """
    square = game.square[seat]
    if not owes_rent(box, game, seat, square):
        land_on_deed(box, game, luck, events, seat, square)
    elif box.kind[square] == UTILITY:
        collect_rent(box, game, events, seat, square, factor * roll_for_rent(box, game, luck, events, seat))
    else:
        collect_rent(box, game, events, seat, square, factor * rent(box, game, square, 0))


@compiled
def land_on_tax(box: BoxRecord, game: GameRecord, events: Events, seat: int, square: int) -> None:
    """Charge the tax, or let the payer choose between it and a share of their worth (rules 9.6)."""
    if box.tax_percent[square] > 0:
        game.phase = TAXING
    else:
        charge(box, game, events, seat, POT, box.tax[square], TAXED, square)


@compiled
def tax_share(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """Return the tax on a seat's worth, rounded up (rules 9.6). Players whose IOUs exceed what they have pay nothing."""
    return (max(worth(box, game, seat, WORTH_TAX), 0) * box.tax_percent[square] + 99) // 100


@compiled
def land_on_parking(box: BoxRecord, game: GameRecord, events: Events, seat: int) -> None:
    """Pay out the pot and the bonus of Free Parking, both house rules (rules 9.8)."""
    square = game.square[seat]
    pot_pays(game, events, seat, PARKED, square)
    bank_pays(game, events, seat, box.free_parking_bonus, PARKED, square)


@compiled
def resolve(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> None:
    """Resolve the mover's square, and each further square that a card moves the token to (rules 9.3, edge cases 14 and 19).

    GO and the jail square ask nothing of a visitor (rules 9.9, edge case 3).
    """
    seat = game.mover
    game.phase = LANDED
    moved = True
    while moved:
        moved = False
        square = wide(game.square[seat])
        kind = box.kind[square]
        if kind >= STREET and kind <= UTILITY:
            land_on_deed(box, game, luck, events, seat, square)
        elif kind == CHANCE or kind == CHEST:
            moved = follow_card(box, game, luck, events, CHANCE_DECK if kind == CHANCE else CHEST_DECK)
        elif kind == TAX:
            land_on_tax(box, game, events, seat, square)
        elif kind == GO_TO_JAIL:
            go_to_jail(box, game, events, BY_SQUARE)
        elif kind == PARKING:
            land_on_parking(box, game, events, seat)


@compiled
def follow_card(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, deck: int) -> bool:
    """Draw a card and carry it out. Return whether the token has moved to a square still to be resolved."""
    moved, factor = draw_card(box, game, luck, events, deck)
    if factor > 0:
        land_by_nearest_card(box, game, luck, events, game.mover, factor)
    return moved
