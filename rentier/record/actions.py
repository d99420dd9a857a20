"""Read and write actions as text: `build Pall Mall`, `bid 120`, `offer 2: Mayfair + 100 for Park Lane`."""

from __future__ import annotations

import re

from rentier.box import Box
from rentier.box.record import DECKS, MOST_SQUARES
from rentier.errors import RentierError, unknown
from rentier.game.state import GameRecord
from rentier.game.words import BID, BUILD, COUNTER, KEEP, KINDS, MORTGAGE, OFFER, SELL, UNMORTGAGE, Action

NOTHING_AT_ALL = "nothing"
IOU = "IOU"
FREE_RENT = "free rent on"
CARD_TEXTS = tuple(f"{deck} card" for deck in DECKS)
CARDS = dict(enumerate(CARD_TEXTS, MOST_SQUARES))  # by their bits in `give` and `take`
NOT_DEEDS = (NOTHING_AT_ALL, *CARD_TEXTS)
ON_A_SQUARE = (BUILD, SELL, MORTGAGE, UNMORTGAGE, KEEP)
OLD_WORDS = {"lift": "unmortgage"}  # still read, no longer written
WITH_MORE = (BID, OFFER, COUNTER, *ON_A_SQUARE)
PLAIN = {text: kind for kind, text in enumerate(KINDS) if kind not in WITH_MORE}
FORMS = {
    BID: "bid 120",
    OFFER: "offer 2: Mayfair + 100 for Park Lane",
    COUNTER: "counter: Park Lane for Mayfair + 50",
    **{kind: f"{KINDS[kind]} Mayfair" for kind in ON_A_SQUARE},
}
ALL_BITS = (1 << 64) - 1


class SpokenAction(Action):
    """An action that knows its text. It equals the plain action, and has the same hash."""

    box: Box

    @property
    def text(self) -> str:
        """The action as text, computed only when asked for: lists of hundreds of actions are rarely printed."""
        return action_text(self.box, self)

    @property
    def gives(self) -> tuple[str, ...]:
        """The deeds and jail cards that the proposer of a trade gives, by name; the cash is `amount` if positive."""
        return _names(self.box, self.give)

    @property
    def takes(self) -> tuple[str, ...]:
        """The deeds and jail cards that the proposer of a trade asks for, by name; the cash is `-amount` if positive."""
        return _names(self.box, self.take)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Action {self.text}>"


def spoken(box: Box, action: Action) -> SpokenAction:
    """Return the same action with its text; numbers without a meaning in it become zero."""
    kind, target, amount, give, take, iou, free_rent = action
    check_kind(kind)
    if kind not in (OFFER, COUNTER):
        give = take = iou = free_rent = 0
        amount = amount if kind == BID else 0
    if kind != OFFER and kind not in ON_A_SQUARE:
        target = 0
    result = SpokenAction(kind, target, amount, give, take, iou, free_rent)
    result.box = box
    return result


def check_kind(kind: int) -> None:
    """Refuse a number that is not a kind of action."""
    if not 0 <= kind < len(KINDS):
        raise RentierError(f"no kind of action {kind}; the kinds are 0 to {len(KINDS) - 1}")


def action_text(box: Box, action: Action) -> str:
    """Return an action as text, in its canonical form."""
    check_kind(action.kind)
    word = KINDS[action.kind]
    if action.kind == BID:
        return f"{word} {action.amount}"
    if action.kind in ON_A_SQUARE:
        return f"{word} {square_text(box, action.target)}"
    if action.kind == OFFER:
        return f"{word} {action.target}: {terms_text(box, action)}"
    if action.kind == COUNTER:
        return f"{word}: {terms_text(box, action)}"
    return word


def offer_on_table(game: GameRecord) -> Action:
    """Return the pending offer."""
    terms = (game.offer_to, game.offer_cash, game.offer_give, game.offer_take, game.offer_iou, game.offer_free_rent)
    return Action(OFFER, *map(int, terms))


def terms_text(box: Box, offer: Action) -> str:
    """Return the terms of a trade as text: what the proposer gives and takes, then the deeds that become free of rent."""
    sides = (offer.give, max(offer.amount, 0), max(offer.iou, 0)), (offer.take, max(-offer.amount, 0), max(-offer.iou, 0))
    free = f", {FREE_RENT} {_side_text(box, offer.free_rent, 0, 0)}" if offer.free_rent else ""
    return " for ".join(_side_text(box, *side) for side in sides) + free


def _side_text(box: Box, things: int, cash: int, iou: int) -> str:
    """Return one side of a trade as text: deeds in board order, then jail cards, then cash, then an IOU."""
    parts = [CARDS[place] if place in CARDS else square_text(box, place) for place in _places(things)]
    if cash:
        parts.append(str(cash))
    if iou:
        parts.append(f"{IOU} {iou}")
    return " + ".join(parts) or NOTHING_AT_ALL


def _places(things: int) -> list[int]:
    """Return the positions of the set bits of one side of a trade."""
    return [place for place in range(64) if (things & ALL_BITS) >> place & 1]


def _names(box: Box, things: int) -> tuple[str, ...]:
    """Return the names of deeds in board order, then of jail cards; `#12` if there is no such deed."""
    names = dict(enumerate(box.square_names)) | CARDS
    return tuple(names.get(place, f"#{place}") for place in _places(things))


def square_text(box: Box, square: int) -> str:
    """Return the name of a deed; `#12` if the name is ambiguous or there is no such deed."""
    if not 0 <= square < len(box.board.squares) or not box.board.squares[square].is_deed:
        return f"#{square}"
    name = box.board.squares[square].name
    lower = name.casefold()
    joints = " for " in lower or " + " in lower or FREE_RENT in lower
    unclear = joints or lower.startswith(("#", f"{IOU} ".lower())) or lower in NOT_DEEDS
    return f"#{square}" if unclear else name


def read_square(box: Box, text: str) -> int:
    """Return the number of a square given by name, by number, or as `#12`."""
    numbered = re.fullmatch(r"#(\d{1,9})", text.strip(), re.ASCII)
    return box.square_number(numbered[1] if numbered else text)


def parse_action(box: Box, text: str) -> SpokenAction:
    """Read an action from its text."""
    words = " ".join(text.split())
    plain = PLAIN.get(words.lower())
    if plain is not None:
        return spoken(box, Action(plain))
    form = re.fullmatch(r"\s*([a-z]+)(?:(?=[\s:])(.*))?", text, re.IGNORECASE | re.DOTALL)
    word = form[1].lower() if form else ""
    word = OLD_WORDS.get(word, word)
    kind = KINDS.index(word) if word in KINDS else None
    if form is None or kind not in WITH_MORE:
        raise RentierError(unknown("action", words[:60], KINDS))
    rest = (form[2] or "").strip()
    if kind == BID:
        return spoken(box, Action(BID, amount=_read_number(rest, words, BID)))
    if kind in (OFFER, COUNTER):
        return spoken(box, _read_trade(box, kind, rest, words))
    if not rest:
        raise _malformed(words, kind)
    return spoken(box, Action(kind, target=read_square(box, rest)))


def _malformed(words: str, kind: int) -> RentierError:
    return RentierError(f"{words[:80]!r} should read like {FORMS[kind]!r}")


def _read_number(text: str, words: str, kind: int) -> int:
    """Read a whole number that is part of an action."""
    if not re.fullmatch(r"\d{1,18}", text, re.ASCII):
        raise _malformed(words, kind)
    return int(text)


def _read_trade(box: Box, kind: int, rest: str, words: str) -> Action:
    """Read `2: Mayfair + 100 for Park Lane` after `offer`, or the same without a seat after `counter`."""
    seat, colon, terms = rest.partition(":")
    if not colon or (kind == COUNTER and seat.strip()):
        raise _malformed(words, kind)
    target = _read_number(seat.strip(), words, kind) if kind == OFFER else 0
    return read_terms(box, terms)._replace(kind=kind, target=target)


def read_terms(box: Box, text: str) -> Action:
    """Read both sides of a trade, and the deeds free of rent after it, as an offer without a target."""
    text, *promise = re.split(rf",\s*{FREE_RENT}\s", text, maxsplit=1, flags=re.IGNORECASE)
    joints = list(re.finditer(r"\sfor\s", f" {text} ", re.IGNORECASE))
    if not joints:
        raise RentierError(f"{text.strip()[:80]!r} should be what is given, 'for', and what is taken, as in 'Mayfair for 300'")
    free_rent = _read_free_rent(box, promise[0]) if promise else 0
    error = None
    for joint in joints:  # the word may be part of a name
        try:
            given, gives, promised = _read_side(box, f" {text} "[: joint.start()])
            asked, takes, wanted = _read_side(box, f" {text} "[joint.end() :])
        except RentierError as reason:
            error = error or reason
            continue
        return Action(OFFER, 0, given - asked, gives, takes, promised - wanted, free_rent)
    raise error or RentierError(text)


def _read_free_rent(box: Box, text: str) -> int:
    """Read the deeds on which no rent is due, as bits."""
    cash, squares, iou = _read_side(box, text)
    if cash or iou or squares >> MOST_SQUARES or not squares:
        raise RentierError(f"{text.strip()[:80]!r} should be deeds, as in '{FREE_RENT} Mayfair + Park Lane'")
    return squares


def _read_side(box: Box, text: str) -> tuple[int, int, int]:
    """Read one side of a trade as cash, bits and an IOU."""
    cash, things, iou, text = 0, 0, 0, text.strip()
    if text.lower() == NOTHING_AT_ALL:
        return 0, 0, 0
    for part in re.split(r"\s\+\s", text):
        name = part.strip()
        if not name:
            raise RentierError(f"{text!r} lacks a deed, card or sum; an empty side should be 'nothing'")
        if re.fullmatch(r"\d{1,18}", name, re.ASCII):
            cash += int(name)
            continue
        if promised := re.fullmatch(rf"{IOU}\s+(\d{{1,18}})", name, re.ASCII | re.IGNORECASE):
            iou += int(promised[1])
            continue
        thing = 1 << _read_thing(box, name)
        if things & thing:
            raise RentierError(f"{name!r} is named twice on one side of the trade")
        things |= thing
    return cash, things, iou


def _read_thing(box: Box, name: str) -> int:
    """Return the bit of a deed or a jail card in `give` and `take`."""
    words = " ".join(name.lower().split())
    if words in CARD_TEXTS:
        return MOST_SQUARES + CARD_TEXTS.index(words)
    square = read_square(box, name)
    box.deed_name(square)
    return square
