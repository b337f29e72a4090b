"""Turns by address: nobody stands behind a row of somebody else's, and none is lost."""

from __future__ import annotations

import asyncio

from cartable.server.turns import ByTurns


def test_addresses_take_turns_and_a_turn_that_nobody_waits_for_is_passed_on() -> None:
    async def act() -> None:
        turns, had = ByTurns(1), list[str]()

        async def come(who: str) -> None:
            async with turns.of((who[0], "")):
                had.append(who)
                await asyncio.sleep(0)

        row = [asyncio.create_task(come(who)) for who in ("a1", "a2", "a3", "a4", "b1", "c1")]
        await asyncio.sleep(0)
        row[2].cancel()
        await asyncio.gather(*row, return_exceptions=True)
        assert had == ["a1", "a2", "b1", "c1", "a4"]

    asyncio.run(act())


async def leaving(inside: bool) -> object:
    """Let somebody who waits leave before or after the turn is passed on; return how their wait ended."""
    turns = ByTurns(1)
    had: list[str] = []

    async def wait(who: str) -> None:
        async with turns.of((who, "")):
            had.append(who)

    async with turns.of(("a", "")):
        gone, left = (asyncio.create_task(wait(who)) for who in "bc")
        await asyncio.sleep(0)
        if inside:
            gone.cancel()
    if not inside:
        gone.cancel()
    cancelled, _ = await asyncio.gather(gone, left, return_exceptions=True)
    async with turns.of(("d", "")):
        assert had == ["c"]
    return cancelled


def test_a_turn_that_comes_as_its_owner_goes_is_passed_on() -> None:
    asyncio.run(leaving(inside=False))


def test_a_turn_that_is_passed_on_just_as_its_owner_goes_is_not_lost() -> None:
    assert isinstance(asyncio.run(leaving(inside=True)), asyncio.CancelledError)
