"""What is true of every position that play can reach, checked square by square and seat by seat."""

from __future__ import annotations

from typing import Any

from rentier.box.record import UNLIMITED
from rentier.game.words import ACCEPT, FREE, MORTGAGE, NOBODY, OVER, TURN_OVER, UNSEEN, Action

from .ledger import squares_in


def check_state(box: Any, game: Any, luck: Any) -> None:
    """Assert everything that must hold between two actions."""
    check_deeds(box, game)
    check_buildings(box, game)
    check_seats(box, game)
    check_promises(box, game)
    for deck in range(2):
        check_deck(box, game, luck, deck)


def check_deeds(box: Any, game: Any) -> None:
    """Check that each deed has one owner, and that owners, deeds, sets and mortgages agree."""
    players = int(game.players)
    owners = game.owner.tolist()
    for seat in range(players):
        own = {square for square, owner in enumerate(owners) if owner == seat}
        assert set(squares_in(game.deeds[seat])) == own
        whole = [set(squares_in(group)) for group in box.group_squares[: box.groups] if int(group) & int(box.streets)]
        assert set(squares_in(game.sets[seat])) == {square for group in whole if group <= own for square in group}
    owned = {square for square, owner in enumerate(owners) if owner != NOBODY}
    assert owned <= set(squares_in(box.deeds))
    assert all(NOBODY <= owner < players for owner in owners)
    assert set(squares_in(game.mortgaged)) <= owned
    assert set(squares_in(game.unsettled)) <= set(squares_in(game.mortgaged))
    assert not set(squares_in(game.estate)) & owned


def check_buildings(box: Any, game: Any) -> None:
    """Check that the bank's supply adds up, and that buildings are even, in whole groups, and never beside a mortgage."""
    levels = game.level.tolist()
    hotel = int(box.hotel_level)
    assert all(0 <= level <= hotel for level in levels)
    built = {square for square, level in enumerate(levels) if level > 0}
    assert set(squares_in(game.built)) == built
    assert built <= set(squares_in(box.streets))
    hotels = levels.count(hotel)
    houses = sum(level for level in levels if level < hotel)
    if box.houses != UNLIMITED:
        assert houses + game.houses_left == box.houses
        assert hotels + game.hotels_left == box.hotels
        assert min(game.houses_left, game.hotels_left) >= 0
    for square in built:
        owner = int(game.owner[square])
        assert owner != NOBODY
        assert not int(game.mortgaged) >> square & 1
        if box.build_without_full_set == 1:
            continue
        group = squares_in(box.group_of[square])
        assert all(game.owner[lot] == owner for lot in group)
        assert not any(int(game.mortgaged) >> lot & 1 for lot in group)
        if box.even_build == 1:
            of_group = [levels[lot] for lot in group]
            assert max(of_group) - min(of_group) <= 1


def check_seats(box: Any, game: Any) -> None:
    """Check that the player to act is in the game, no cash is negative, and bankrupt players have nothing."""
    players = int(game.players)
    playing = {seat for seat in range(players) if game.fallen[seat] == 0}
    assert set(squares_in(game.in_play)) == playing
    assert sorted(fallen for fallen in game.fallen[:players].tolist() if fallen) == list(range(1, players - len(playing) + 1))
    assert game.cash.min() >= 0
    assert game.pot >= 0
    for seat in range(players):
        assert 0 <= game.square[seat] < box.squares
        if game.jail_turns[seat] != FREE:
            assert game.square[seat] == box.jail_square
            assert 0 <= game.jail_turns[seat] < box.jail_max_turns
        if seat not in playing:
            assert game.cash[seat] == 0
            assert game.deeds[seat] == 0
            assert seat not in game.card_holder.tolist()
    for seat in range(players, len(game.cash)):
        assert game.cash[seat] == 0
        assert game.deeds[seat] == 0
    if game.decision == OVER:
        assert game.actor == NOBODY
        assert set(squares_in(game.winners)) <= playing
    else:
        assert int(game.actor) in playing
        assert len(playing) > 1
        assert game.winners == 0
        assert int(game.mover) in playing or game.phase == TURN_OVER  # the mover's estate is being auctioned
    if game.debt > 0:
        assert int(game.debtor) in playing
    else:
        assert game.debtor == NOBODY


def check_promises(box: Any, game: Any) -> None:
    """Check that IOUs and free rent exist only if the rules allow them, and only between players in the game."""
    players = int(game.players)
    assert box.loans == 1 or not game.owes.any()
    assert box.immunity == 1 or not game.free_rent.any()
    assert game.owes_now == 0 or game.owes[game.mover] > 0
    for seat in range(players):
        holder = int(game.owes_to[seat])
        assert game.owes[seat] >= 0
        assert (holder == NOBODY) == (game.owes[seat] == 0)
        assert holder == NOBODY or (holder != seat and game.fallen[holder] == 0 and game.fallen[seat] == 0)
        for square in squares_in(game.free_rent[seat]):
            assert game.owner[square] not in (NOBODY, seat)


def check_deck(box: Any, game: Any, luck: Any, deck: int) -> None:
    """Check that every card is once in its deck or held by a player, and that what is known of the deck is true."""
    size, left, top = int(box.deck_size[deck]), int(game.deck_left[deck]), int(game.deck_top[deck])
    places = [(top + place) % size for place in range(left)]
    held = [] if game.card_holder[deck] == NOBODY else [int(box.jail_card[deck])]
    assert left + len(held) == size
    assert sorted([*(int(luck.order[deck, place]) for place in places), *held]) == list(range(size))
    for place in range(size):
        known = int(game.known[deck, place])
        assert known == UNSEEN or (place in places and known == luck.order[deck, place])


def check_step(box: Any, before: Any, after: Any, action: Action) -> None:
    """Check a single action: groups with buildings are never traded or mortgaged."""
    if action.kind == MORTGAGE:
        group = squares_in(box.group_of[action.target])
        assert not any(before.level[lot] for lot in group if before.owner[lot] == before.actor)
    if action.kind == ACCEPT and before.in_play == after.in_play:
        moved = [square for square in squares_in(box.deeds) if before.owner[square] != after.owner[square]]
        for square in moved:
            group = squares_in(box.group_of[square])
            if any(before.level[lot] for lot in group):
                assert box.trade_built_sets == 1
                assert all(lot in moved for lot in group)
