"""Work that is due at one moment runs together, but leaves room for new input."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from socket import socketpair

import pytest

from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.pacer import Pacer
from cadogan_server.store.log.journal import Journal
from cadogan_server.telemetry.load import Load
from tests.server.delivery.recipient import Told

FEW, MANY = 12, 40
"""A number of rooms that all have something to send at one moment."""


async def test_calls_due_within_10_ms_share_a_moment_and_none_is_early(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, loop = Journal(redis_url), asyncio.get_running_loop()
    pacer = Pacer(Bus(journal), Load())
    moments: list[float] = []
    for start in (700.001, 700.004, 700.0099, 700.0101):
        with monkeypatch.context() as patch:
            patch.setattr(loop, "time", lambda start=start: start)
            patch.setattr(loop, "call_at", lambda moment, *call: moments.append(moment))
            pacer.later(0.2, lambda: None)
    assert moments == pytest.approx([700.21, 700.22]), "the first three share a moment"
    await journal.close()


@pytest.mark.parametrize(("rooms", "moments"), [(FEW, 4), (48, 16), (480, 16)])
async def test_rooms_that_begin_together_are_due_at_several_moments(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, rooms: int, moments: int
) -> None:
    journal, loop = Journal(redis_url), asyncio.get_running_loop()
    pacer = Pacer(Bus(journal), Load())
    due: list[tuple[float, Callable[[], None]]] = []
    told: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr(loop, "time", lambda: 700.001)
        patch.setattr(loop, "call_at", lambda moment, call, *args: due.append((moment, partial(call, *args))))
        for number in range(rooms):
            pacer.later(0.2, partial(told.append, number))
    assert len({moment for moment, _ in due}) == len(due) <= moments
    assert max(moment for moment, _ in due) == pytest.approx(700.2 + 0.01 * len(due))
    for _, call in due:
        call()
    while len(told) < rooms:
        await asyncio.sleep(0)
    assert sorted(told) == list(range(rooms)), "each one once"
    await journal.close()


@pytest.mark.parametrize(("rooms", "before"), [(FEW, 3), (MANY, MANY // 4)])
async def test_input_waits_for_a_few_of_the_rooms_that_are_due(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, rooms: int, before: int
) -> None:
    journal, loop = Journal(redis_url), asyncio.get_running_loop()
    bus = Bus(journal)
    pacer = Pacer(bus, Load())
    due: list[Callable[[], None]] = []
    order: list[object] = []
    here, there = socketpair()
    with here, there, monkeypatch.context() as patch:
        patch.setattr(loop, "call_at", lambda moment, call, *args: due.append(partial(call, *args)))
        loop.add_reader(here, lambda: order.append(here.recv(9)))
        everybody = Told(order.append)

        def tell(number: int) -> None:
            if not number:
                there.send(b"a move")
            bus.send(everybody, bytes([number]))

        for number in range(rooms):
            pacer.later(0.2, partial(tell, number))
        for call in due:
            call()
        while bytes([rooms - 1]) not in order:
            await asyncio.sleep(0)
        loop.remove_reader(here)
    await journal.close()
    heard = order.index(b"a move")
    assert heard in (before, before + 1)
    assert order[:heard] + order[heard + 1 :] == [bytes([number]) for number in range(rooms)]
