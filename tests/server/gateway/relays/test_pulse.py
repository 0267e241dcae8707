"""The node that relays players to a silent node notices its silence."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, Moved, Ok, Ready, Step
from cadogan_server.app import Running
from cadogan_server.gateway.relays.pulse import Pulse, Times
from tests.faults.tcp_proxy import tcp_proxy
from tests.server.conftest import Serve
from tests.server.races import raced
from tests.server.wire import dial


async def test_a_relayed_player_is_told_that_the_rooms_node_stands_still(serve: Serve) -> None:
    """Its connection stays open, and falls silent."""
    async with tcp_proxy(0) as between, AsyncExitStack() as stack:
        one = await stack.enter_async_context(serve(advertise=f"127.0.0.1:{between.port}"))
        between.to = one.port
        two = await stack.enter_async_context(serve())
        await two.services.store.node_lease.confirm(anew=True)
        _, olga = await raced([one, two], stack)
        between.open.clear()
        told = await olga.until(lambda message: isinstance(message, Error) and message.re is None)
        assert isinstance(told, Error)
        assert (told.code, told.retry) == (ErrorCode.BUSY, True)
        async with asyncio.timeout(15):  # without our pings, a connection of the library would last forty seconds
            code, reason = await olga.closed()
        assert (code, "come back" in reason) == (CloseCode.GOING_AWAY, True)
        between.open.set()


async def test_a_relayed_player_stays_if_the_rooms_node_only_stutters(serve: Serve) -> None:
    async with tcp_proxy(0) as between, AsyncExitStack() as stack:
        one = await stack.enter_async_context(serve(advertise=f"127.0.0.1:{between.port}"))
        between.to = one.port
        two = await stack.enter_async_context(serve())
        await two.services.store.node_lease.confirm(anew=True)
        _, olga = await raced([one, two], stack)
        between.open.clear()
        await olga.until(lambda message: isinstance(message, Error) and message.re is None)
        between.open.set()
        assert isinstance(await olga.play(olga.moves[0]), Step | Moved)


async def test_a_node_answers_pings_of_others_before_its_players(nodes: list[Running]) -> None:
    """Players who come all at once wait for each other, and must not be sent away for that."""
    one, two = nodes
    async with dial(one.port) as anna, dial(two.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        (relay,) = [session.journey.relay for session in two.gateway.sessions]
        assert relay is not None
        queue = one.services.runtime.queue
        for _ in range(2000):
            queue.wait("127.0.0.1", lambda: True)
        ready = await olga.post(Ready)  # it waits behind them, and the ping behind it
        await relay.ping()
        assert queue.waits()
        assert isinstance(await olga.answer(ready), Ok)


class Line:
    """A relay whose node answers when the test says so; the answer takes some turns of the event loop to be read."""

    listens = True

    def __init__(self) -> None:
        self.answers, self.given_up = asyncio.Event(), asyncio.Event()

    async def ping(self) -> None:
        await self.answers.wait()
        for _ in range(10):
            await asyncio.sleep(0)

    def tell_silent(self) -> None:
        """Do nothing."""

    def give_up(self) -> None:
        self.given_up.set()


async def test_a_node_that_was_busy_itself_does_not_take_others_for_silent() -> None:
    loop, line, silent = asyncio.get_running_loop(), Line(), asyncio.Event()
    pulse = Pulse(silent.set, Times(ping=0, tell=0.02, leave=0.04, late=0.02))

    def be_busy() -> None:
        line.answers.set()
        until = loop.time() + 0.1
        while loop.time() < until:
            pass

    loop.call_later(0.03, be_busy)
    pulse.add(line)
    await line.answers.wait()
    for _ in range(30):
        await asyncio.sleep(0)
    assert not silent.is_set()
    line.answers.clear()
    await line.given_up.wait()
    assert silent.is_set()
    pulse.remove(line)
