"""Turns: how much of the event loop's time requests get, and in which order."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from rentier.web.turns import MOST_AT_ONCE, Turns


def in_turns(*addresses: str) -> list[list[str]]:
    """Ask for a turn for each of these addresses at once; return which ones have it in each iteration of the loop."""

    async def run() -> list[list[str]]:
        turns, iterations = Turns(), [[]]
        left = len(addresses)

        def work(address: str) -> Callable[[], None]:
            return lambda: iterations[-1].append(address)

        for address in addresses:
            turns.take(address, work(address))
        while sum(map(len, iterations)) < left:
            iterations.append([])
            await asyncio.sleep(0)
        return iterations

    return asyncio.run(run())


def test_an_iteration_of_the_loop_has_few_pieces_of_requests() -> None:
    iterations = in_turns(*["mallory"] * 100)
    assert sum(map(len, iterations)) == 100
    assert max(map(len, iterations)) == MOST_AT_ONCE


def test_few_requests_do_not_wait() -> None:
    assert in_turns(*["ada"] * MOST_AT_ONCE) == [["ada"] * MOST_AT_ONCE]


def test_an_address_does_not_wait_for_all_requests_of_another() -> None:
    iterations = in_turns(*["mallory"] * 100, "ada", "bob", "bob")
    early = Counter(address for iteration in iterations[:3] for address in iteration)
    assert (early["ada"], early["bob"]) == (1, 2)


def test_there_is_a_turn_again_in_the_next_iteration() -> None:
    async def run() -> list[bool]:
        turns, found = Turns(), []
        for _ in range(3):
            found += [turns.take("ada", lambda: None) for _ in range(MOST_AT_ONCE + 1)]
            for _ in range(3):
                await asyncio.sleep(0)
        return found

    assert asyncio.run(run()) == ([True] * MOST_AT_ONCE + [False]) * 3
