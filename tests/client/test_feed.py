"""A reader of news gets all of them, or is told that some are missing."""

from __future__ import annotations

import asyncio

import pytest

from cadogan_client import Disconnected
from cadogan_client.errors import Lagging
from cadogan_client.feed import Feed

END = Disconnected("the connection broke")


async def test_a_lagging_reader_is_told_once_and_others_miss_nothing() -> None:
    it: Feed[int] = Feed(3)
    slow, quick = it.items(), it.items()
    first = [asyncio.ensure_future(anext(items)) for items in (slow, quick)]
    await asyncio.sleep(0)
    it.tell(0)
    assert [await each for each in first] == [0, 0]
    for number in range(1, 7):
        it.tell(number)
        assert await anext(quick) == number
    with pytest.raises(Lagging):
        await anext(slow)
    it.end(None)
    assert [number async for number in quick] == []


async def test_the_end_also_reaches_lagging_and_late_readers() -> None:
    it: Feed[int] = Feed(3)
    items = it.items()
    first = asyncio.ensure_future(anext(items))
    await asyncio.sleep(0)
    for number in range(4):
        it.tell(number)
        if not number:
            await first
    it.end(END)
    assert [await anext(items) for _ in range(2)] == [2, 3], "the oldest item makes room for the end"
    for waiting in (anext(items), anext(it.items()), it.until(lambda: False)):
        with pytest.raises(Disconnected, match="the connection broke"):
            await waiting
