"""Read the luck of a position: cards that everybody has seen, stacked decks and loaded dice."""

from __future__ import annotations

from rentier.box import Box
from rentier.box.reading import Table, describe, is_number
from rentier.box.record import DECKS, MOST_CARDS
from rentier.errors import unknown
from rentier.game.state import MOST_LOADED, GameRecord, LuckRecord
from rentier.game.words import NOBODY, NOTHING, UNSEEN
from rentier.record.toml import Value

FACES = 6


def read_faces(table: Table, name: str, box: Box, value: object) -> list[int]:
    """Read one roll: a face for each die."""
    dice = int(box.record.dice)
    faces = value if isinstance(value, list) else []
    if len(faces) != dice or not all(is_number(face) and 1 <= face <= FACES for face in faces):
        shown = value if isinstance(value, list) else describe(value)
        raise table.wrong(name, f"{shown} should be a list of {dice} faces from 1 to {FACES}")
    return [int(face) for face in faces]


def _read_cards(table: Table, deck: int, box: Box, game: GameRecord) -> list[int]:
    """Read cards of a deck by their ids; none may appear twice or be held by a player."""
    name, cards = DECKS[deck], list[int]()
    ids = table.texts(name)
    if not ids:
        return cards
    numbers = {card.id: number for number, card in enumerate(box.decks[deck])}
    held = box.record.jail_card[deck] if game.card_holder[deck] != NOBODY else NOTHING
    for id_ in ids:
        if id_ not in numbers:
            raise table.wrong(name, unknown(f"{name} card", id_, numbers))
        card = numbers[id_]
        if card in cards:
            raise table.wrong(name, f"card {id_!r} is listed twice")
        if card == held:
            raise table.wrong(name, f"card {id_!r} is held by seat {game.card_holder[deck]}")
        cards.append(card)
    if box.switches["card_draw"] == "replace":
        raise table.wrong(name, "these rules draw any card of the deck (card_draw = 'replace'), so its order has no meaning")
    return cards


def read_seen(table: Table, box: Box, game: GameRecord) -> None:
    """Read the cards at the bottom of each deck that everybody knows, from top to bottom."""
    for deck in range(len(DECKS)):
        cards = _read_cards(table, deck, box, game)
        left = len(box.decks[deck]) - int(game.card_holder[deck] != NOBODY)
        game.deck_left[deck] = left
        game.deck_fresh[deck] = left - len(cards) if box.switches["card_draw"] == "reshuffle" else 0
        game.known[deck] = [UNSEEN] * (left - len(cards)) + cards + [UNSEEN] * (MOST_CARDS - left)
    table.finish()


def load_luck(table: Table, box: Box, game: GameRecord, luck: LuckRecord) -> dict[str, Value]:
    """Load dice and stack decks on top of existing luck; return what was loaded, for writing it later."""
    loaded: dict[str, Value] = {}
    if not table.values:
        return loaded
    rolls = _read_rolls(table, box)
    if rolls:
        loaded["dice"] = rolls
    luck.loaded = len(rolls)
    for number, faces in enumerate(rolls):
        luck.loaded_dice[number, : len(faces)] = faces
    for deck, name in enumerate(DECKS):
        cards = _read_cards(table, deck, box, game)
        if cards:
            loaded[name] = [box.decks[deck][card].id for card in cards]
            _stack(table, deck, cards, game, luck)
    table.finish()
    return loaded


def _read_rolls(table: Table, box: Box) -> list[list[int]]:
    """Read the loaded dice, roll by roll."""
    table.read.add("dice")
    rolls = table.values.get("dice", [])
    if not isinstance(rolls, list):
        raise table.wrong("dice", f"{describe(rolls)} should be a list of rolls such as [[3, 4], [6, 6]]")
    if len(rolls) > MOST_LOADED:
        raise table.wrong("dice", f"there are {len(rolls)} rolls; there should be {MOST_LOADED} at most")
    return [read_faces(table, f"dice[{number}]", box, value) for number, value in enumerate(rolls)]


def _stack(table: Table, deck: int, cards: list[int], game: GameRecord, luck: LuckRecord) -> None:
    """Put cards on top of a deck; the other unseen cards move down in order. The deck begins at index 0 here."""
    left = int(game.deck_left[deck])
    known = game.known[deck][:left]
    for card in cards:
        if card in known:
            raise table.wrong(
                DECKS[deck], f"card {table.texts(DECKS[deck])[cards.index(card)]!r} is at the bottom of the deck by [seen]"
            )
    hidden = left - sum(card >= 0 for card in known)
    rest = [card for card in luck.order[deck, :hidden].tolist() if card not in cards]
    luck.order[deck, :hidden] = [*cards, *rest]
