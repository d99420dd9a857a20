"""A board of 48 squares, the maximum, with its own decks, for tests at the limits of every record."""

from __future__ import annotations

from pathlib import Path

from rentier.box import Box, load_box

LOTS = {"red": 1, "blue": 2, "green": 3, "grey": 4, "white": 5, "black": 6, "pink": 2, "gold": 3, "teal": 2}
SPECIALS = (
    ("Jail", "jail", ""),
    ("To jail", "gotojail", ""),
    ("Park", "parking", ""),
    ("Tax", "tax", "tax = 110\ntax_percent = 15"),
    ("Duty", "tax", "tax = 40"),
    ("Chance A", "chance", ""),
    ("Chest A", "chest", ""),
    ("Chance B", "chance", ""),
    ("Chest B", "chest", ""),
)
# every switch as far from its default as the game remains playable
UNUSUAL: dict[str, object] = {
    "start_cash": 613,
    "deal_properties": 4,
    "deal_paid": True,
    "dice": 3,
    "salary": 77,
    "go_exact_bonus": 33,
    "snake_eyes_bonus": 500,
    "free_parking": "pot",
    "free_parking_bonus": 13,
    "income_tax": "choice",
    "second_tax": 91,
    "first_lap_no_buying": True,
    "buying": "auction",
    "auction": "sealed",
    "auction_open_bid": "half-price",
    "auction_increment": 7,
    "auction_tie": "nobody",
    "auction_unsold": "last",
    "bid_limit": "unlimited",
    "rent_in_jail": False,
    "rent_claim": "asked",
    "double_rent_full_set": False,
    "double_rent_with_mortgaged_member": True,
    "stations_count_mortgaged": False,
    "utility_roll": "fresh",
    "manage_window": "between-turns",
    "manage_part": "after-roll",
    "build_window": "own-turn",
    "even_build": False,
    "build_without_full_set": True,
    "building_supply": "11/2",
    "hotel_after": 2,
    "shortage_open_bid": 9,
    "mortgage_interest": 23,
    "unmortgage_on_transfer": True,
    "trade_menu": "full",
    "offers_per_turn": 2,
    "counter_offers": 5,
    "trade_built_sets": True,
    "loans": True,
    "immunity": True,
    "jail_fine": 61,
    "jail_max_turns": 5,
    "jail_pay_third_turn_before_roll": True,
    "jail_exit_double_rolls_again": True,
    "card_draw": "reshuffle",
    "player_bankruptcy": "bank",
    "turn_cap": 300,
    "cap": "worth",
    "worth": "tax",
}


def wide_box(folder: Path, overrides: dict[str, object]) -> Box:
    """Write the wide board into a folder, and return its box."""
    (folder / "board.toml").write_text(board_text())
    (folder / "decks.toml").write_text(decks_text())
    (folder / "rules.toml").write_text('name = "wide"\nversion = 1\nboard = "board.toml"\n')
    return load_box(folder / "rules.toml", overrides)


def board_text() -> str:
    """Nine groups of streets of one to six lots, six stations, four utilities, and every other kind of square."""
    groups = [group_text(colour, f"house_cost = {30 + 25 * number}") for number, colour in enumerate(LOTS)]
    groups += [group_text(kind, "") for kind in ("station", "utility")]
    streets = [(colour, lot) for colour, lots in LOTS.items() for lot in range(lots)]
    deeds = [street_text(colour, lot, 50 + 17 * number) for number, (colour, lot) in enumerate(streets)]
    station = 'group = "station"\nprice = 190\nrents = [20, 40, 80, 160, 200, 240]'
    deeds += [square_text(f"Station {number}", "station", station) for number in range(6)]
    utility = 'group = "utility"\nprice = 140\nmultipliers = [4, 10, 14, 18]'
    deeds += [square_text(f"Works {number}", "utility", utility) for number in range(4)]
    squares = [square_text("GO", "go")]
    for number, (name, kind, more) in enumerate(SPECIALS):
        squares += [*deeds[4 * number : 4 * number + 4], square_text(name, kind, more)]
    squares += deeds[4 * len(SPECIALS) :]
    return "\n".join(['schema = 1\nname = "wide"\ndecks = "decks.toml"', *groups, *squares])


def group_text(name: str, more: str) -> str:
    return f'[[groups]]\nid = "{name}"\nname = "{name}"\ncolour = "#123456"\n{more}'


def street_text(colour: str, lot: int, price: int) -> str:
    rents = [price // 10 * factor for factor in (1, 4, 11, 20, 25, 30)]
    return square_text(f"{colour} {lot + 1}", "street", f'group = "{colour}"\nprice = {price}\nrents = {rents}')


def square_text(name: str, kind: str, more: str = "") -> str:
    return f'[[squares]]\nname = "{name}"\nkind = "{kind}"\n{more}'


def decks_text() -> str:
    """Every effect of a card in both decks."""
    cards = [
        'id = "go"\neffect = "advance_to"\nto = "GO"',
        'id = "back"\neffect = "back_to"\nto = "Jail"',
        'id = "back3"\neffect = "move_by"\nsteps = -3',
        'id = "on5"\neffect = "move_by"\nsteps = 5',
        'id = "station"\neffect = "nearest"\nkind = "station"\nrent_multiplier = 2',
        'id = "works"\neffect = "nearest"\nkind = "utility"\ndice_multiplier = 10',
        'id = "jail"\neffect = "go_to_jail"',
        'id = "out"\neffect = "jail_card"',
        'id = "gain"\neffect = "bank_pays"\namount = 45',
        'id = "loss"\neffect = "pay_bank"\namount = 85',
        'id = "feast"\neffect = "pay_each"\namount = 30',
        'id = "birthday"\neffect = "collect_each"\namount = 35',
        'id = "repairs"\neffect = "repairs"\nhouse = 25\nhotel = 90',
        'id = "luck"\neffect = "pay_or_draw"\namount = 15\ndraw = "chance"',
    ]
    return "\n".join(
        [
            'schema = 1\nname = "wide"',
            *(f'[[{deck}]]\nlabel = "A card"\n{card}' for deck in ("chance", "chest") for card in cards),
        ]
    )
