"""Spectators stay at the node where they arrive. It mirrors the room once for all of them, and they miss nothing."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import dropwhile
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import (
    BoardSnapshot,
    Error,
    GetReplay,
    Join,
    Leave,
    Moved,
    Ok,
    Ping,
    Pong,
    Replay,
    RoomSnapshot,
    Stand,
    Step,
    Undo,
    Unseat,
)
from cadogan_server.app import Running
from cadogan_server.commands.serve import REPLACED
from cadogan_server.delivery.broadcast import EPOCH_BITS
from cadogan_server.gateway.relays.relay import Relays
from cadogan_server.mirrors.mirror import Mirror
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.fetching import figures
from tests.server.processes import process
from tests.server.waiting import until
from tests.server.wire import Wire, dial


@asynccontextmanager
async def two_nodes(serve: Serve) -> AsyncIterator[list[Running]]:
    """Yield two nodes that know each other."""
    async with serve() as one, serve() as two:
        await one.services.store.node_lease.confirm(anew=True)
        yield [one, two]


@pytest.fixture
async def nodes(serve: Serve) -> AsyncIterator[list[Running]]:
    async with two_nodes(serve) as both:
        yield both


def mirror_at(node: Running, code: str) -> Mirror:
    """Return the mirror of a room at a node that mirrors it."""
    mirror = node.services.mirrors.get(code)
    assert mirror is not None
    return mirror


class Table:
    """A room at the first node, its two players there, and a spectator at each node."""

    def __init__(self, nodes: list[Running], stack: AsyncExitStack, fmt: Format) -> None:
        self.nodes, self.fmt = nodes, fmt
        self._stack = stack
        self.players: list[Wire] = []
        self.code = ""

    async def open(self, game: str = "klondike", **rules: Any) -> None:
        """Seat two players, and let a spectator come in at each node. Nobody is ready yet."""
        self.players = [await self.dial(0) for _ in range(2)]
        anna, olga = self.players
        await (await anna.hello("Anna")).create(game, **rules)
        self.code = anna.code
        await (await olga.hello("Olga")).join(self.code)
        self.here, self.there = [await self.watch(node, f"Eve {node}") for node in range(2)]
        for wire in (self.here, self.there):
            await wire.state(lambda room: room.watchers == 2)

    async def dial(self, node: int) -> Wire:
        """Open a socket at a node. It accepts all messages, though nobody reads them."""
        return await self._stack.enter_async_context(dial(self.nodes[node].port, self.fmt))

    async def watch(self, node: int, name: str, last: dict[int, int] | None = None) -> Wire:
        """Let a spectator come in at a node."""
        wire = await self.dial(node)
        await (await wire.hello(name)).join(self.code, "spectator", last)
        return wire

    async def known(self, wire: Wire) -> None:
        """Wait until the room's node knows a spectator at the other node."""
        (remote,) = self.nodes[0].services.rooms.registry.hubs[self.code].attendance.remote_mirrors
        while wire.player not in remote.party:
            await wire.ask(Ping)

    async def begin(self) -> None:
        for wire in self.players:
            await wire.ready()
        for wire in self.players:
            await wire.the(Moved)

    async def play(self, moves: int) -> None:
        """Let the players make some moves."""
        for number in range(moves):
            able = [wire for wire in self.players if wire.moves]
            wire = able[number % len(able)]
            assert isinstance(await wire.play(wire.moves[number % len(wire.moves)]), Step | Moved)
            for other in self.players:  # in a duel each waits for the other
                await other.ask(Ping)

    async def end(self) -> None:
        for wire in self.players:
            await wire.ask(Stand)
        for wire in (self.here, self.there):
            await wire.phase("finished")


@pytest.fixture
async def table(nodes: list[Running], request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    fmt = getattr(request, "param", Format.MSGPACK)
    async with AsyncExitStack() as stack:
        yield Table(nodes, stack, fmt)


def heard_together(wire: Wire) -> list[bytes | str]:
    """Return all messages about the room since both spectators were there."""
    both_there = dropwhile(lambda pair: getattr(pair[1], "watchers", None) != 2, zip(wire.raw, wire.log, strict=True))
    return [data for data, message in both_there if not isinstance(message, Pong)]


@pytest.mark.parametrize(
    ("table", "game", "spectators"),
    [
        (Format.MSGPACK, "klondike", "fair"),
        (Format.JSON, "klondike", "fair"),
        (Format.MSGPACK, "klondike", "delayed"),
        (Format.JSON, "spite_and_malice_modern", "fair"),
    ],
    indirect=["table"],
)
async def test_a_spectator_at_another_node_is_sent_the_same(table: Table, game: str, spectators: str) -> None:
    await table.open(game, spectators=spectators, delay=5)
    await table.begin()
    await table.play(24)
    late = [await table.watch(node, f"Late {node}") for node in range(2)]
    await table.end()
    told = [heard_together(wire) for wire in (table.here, table.there)]
    assert told[0] == told[1]
    assert len(told[0]) > (24 if game == "klondike" else 12)
    for wire in late:
        await wire.phase("finished")
    assert late[1].boards == late[0].boards == table.there.boards == table.here.boards
    hub = table.nodes[0].services.rooms.registry.hubs[table.code]
    assert len(hub.audience.viewers) == 5, (
        "two players, two spectators there, and one viewer for the two at the other node"
    )


async def test_a_spectator_back_at_a_mirror_gets_the_missed_messages(table: Table) -> None:
    await table.open()
    await table.begin()
    await table.play(4)
    before = table.there
    await before.state(lambda room: sum(seat.moves for seat in room.seats) == 4)
    await before.connection.close()
    await table.play(4)
    again = await table.dial(1)
    again.room, again.seqs, again.boards = before.room, before.seqs, before.boards
    await (await again.hello("Eve", before.token)).join(table.code, "spectator", dict(before.seqs))
    await again.state(lambda room: sum(seat.moves for seat in room.seats) == 8)
    assert not any(isinstance(message, RoomSnapshot | BoardSnapshot) for message in again.log)
    await table.known(again)
    through = await table.dial(0)
    await (await through.hello("Eve", before.token)).join(table.code, "spectator")
    assert (await again.closed())[0] == CloseCode.REPLACED
    back = await table.dial(1)
    await (await back.hello("Eve", before.token)).join(table.code, "spectator")
    await table.known(back)
    assert (await through.closed())[0] == CloseCode.REPLACED
    await table.play(1)
    await back.state(lambda room: sum(seat.moves for seat in room.seats) == 9 and room.watchers == 2)


async def test_a_spectator_at_a_mirror_can_take_a_seat_and_give_it_up(table: Table) -> None:
    await table.open(seats=3)
    eve, (anna, _) = table.there, table.players
    assert (await eve.refusal(Join, room=table.code, role="player")).code is ErrorCode.IN_ROOM
    await eve.join(table.code, "player", dict(eve.seqs))
    assert eve.seat == 2
    await anna.state(lambda room: len(room.seats) == 3 and room.watchers == 1)
    table.players.append(eve)
    await table.begin()
    await table.play(6)
    another = await table.dial(1)
    await (await another.hello("Eve", eve.token)).join(table.code, "spectator")
    assert (await eve.closed())[0] == CloseCode.REPLACED
    assert another.seat == 2, "a player with a seat gets it again, whatever the role of the request"


async def test_a_player_put_out_stays_out_at_every_node(table: Table) -> None:
    await table.open(seats=3)
    port = table.nodes[1].port
    async with AsyncExitStack() as stack:
        rude, same = [await stack.enter_async_context(dial(port, source="127.0.0.2")) for _ in range(2)]
        await (await rude.hello("Rude")).join(table.code)
        await same.hello("Same")
        assert isinstance(await table.players[0].ask(Unseat, seat=2), Ok)
        assert (await rude.closed())[0] == CloseCode.UNSEATED
        assert (await same.refusal(Join, room=table.code, role="spectator")).code is ErrorCode.PUT_OUT
        again = await table.dial(1)
        await again.hello("Rude", rude.token)
        refusal = await again.refusal(Join, room=table.code, role="spectator")
        assert refusal.code is ErrorCode.PUT_OUT
        assert refusal.wait


async def test_the_end_the_replay_and_the_next_room(table: Table) -> None:
    await table.open()
    await table.begin()
    await table.play(2)
    eve, anna = table.there, table.players[0]
    assert (await eve.refusal(GetReplay, room=table.code)).code is ErrorCode.NOT_FINISHED
    assert (await eve.refusal(Undo)).code is ErrorCode.NOT_SEATED
    await table.end()
    replay = await eve.ask(GetReplay, room=table.code)
    assert isinstance(replay, Replay)
    assert sum(len(board.steps) for board in replay.boards) == 2
    from cadogan_protocol.messages import Rematch

    await anna.joined(await anna.ask(Rematch))
    await eve.state(lambda room: room.rematch is not None)
    assert isinstance(await eve.ask(Leave), Ok)
    await eve.join(anna.code, "spectator")
    await anna.state(lambda room: room.watchers == 1)
    assert table.nodes[0].services.rooms.registry.close(anna.code, "a test wants it")
    told = await eve.until(lambda message: isinstance(message, Error))
    assert isinstance(told, Error)
    assert (told.code, told.message) == (ErrorCode.UNKNOWN_ROOM, f"room {anna.code} was closed: a test wants it")
    assert isinstance(await eve.ask(Ping), Pong)


async def test_a_link_that_breaks_costs_nobody_a_message_and_is_counted(table: Table) -> None:
    await table.open()
    await table.begin()
    await table.play(4)
    (remote,) = table.nodes[0].services.rooms.registry.hubs[table.code].attendance.remote_mirrors
    remote.holder.close_after(CloseCode.GOING_AWAY, "")
    await table.play(4)
    await table.end()
    assert table.there.boards == table.here.boards
    shown = [message for message in table.there.log if isinstance(message, BoardSnapshot)]
    assert len(shown) == 2, "both boards as they were dealt"
    assert "cadogan_lost_links_total 1.0" in await figures(table.nodes[1])


async def test_sockets_are_relayed_to_a_node_that_allows_no_mirror(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It behaves as one of an earlier version."""

    async def unknown(self: Relays, headers: object) -> None:
        """Answer as a node that does not understand the headers."""

    monkeypatch.setattr(Relays, "mirroring", unknown)
    await table.open()
    await table.begin()
    await table.play(4)
    await table.end()
    assert heard_together(table.here) == heard_together(table.there)
    assert table.nodes[1].services.mirrors.watchers == 0


async def test_figures_count_spectators_here_and_at_other_nodes(table: Table) -> None:
    await table.open()
    lines = [set(await figures(node)) for node in table.nodes]
    assert {'cadogan_spectators{room="here"} 1.0', "cadogan_followers 1.0", "cadogan_followed_rooms 0.0"} <= lines[0]
    assert {'cadogan_spectators{room="elsewhere"} 1.0', "cadogan_followed_rooms 1.0"} <= lines[1]
    for node in table.nodes * 2:
        await node.services.rooms.listing.exchange()
    listed = [room.watchers for node in table.nodes for room in node.services.rooms.listing.listed()]
    assert listed == [2, 2]


@pytest.mark.parametrize(
    ("by", "goes_to"), [(signal.SIGKILL, 1), (signal.SIGKILL, 2), (signal.SIGSTOP, 1), (signal.SIGSTOP, 2)]
)
async def test_spectators_stay_when_the_owner_is_killed_or_stands_still(
    serve: Serve,
    redis_url: str,
    tmp_path: Path,
    by: signal.Signals,
    goes_to: int,
) -> None:
    """The room goes on at the spectators' node, or at a third one, wherever its player comes back first."""
    # If it comes to their own node, they need not find out that the link is dead.
    silent = {"link_ping": None} if goes_to == 1 else {}
    async with AsyncExitStack() as stack:
        gone = await stack.enter_async_context(process(tmp_path, "--redis", redis_url, "--no-bots", "--lease", "1"))
        ports = [gone.port]
        for _ in range(2):
            node = await stack.enter_async_context(serve(lease=1, **silent))
            ports.append(node.port)
        async with Redis.from_url(redis_url) as redis:

            async def none_is_alone() -> bool:
                return not await redis.scard(keys.ALONE)

            await until(none_is_alone)  # others wait longer for a node that fell silent while it was alone
        anna, eve, zoe = [await stack.enter_async_context(dial(ports[node])) for node in (0, 1, 1)]
        await (await anna.hello("Anna")).create(time_limit=0)
        for wire, name in ((eve, "Eve"), (zoe, "Zoe")):
            await (await wire.hello(name)).join(anna.code, "spectator")
        await anna.ready()
        await anna.the(Moved)
        for number in range(3):
            await anna.play(anna.moves[number % len(anna.moves)])
        gone.process.send_signal(by)

        again = await stack.enter_async_context(dial(ports[goes_to], first_id=100))
        await (await again.hello("Anna", anna.token)).join(anna.code)
        await again.the(Moved)
        await again.play(again.moves[0])
        assert isinstance(await again.ask(Stand), Ok)
        for wire in (eve, zoe):
            await wire.phase("finished")
            assert wire.room is not None
            assert wire.room.seats[0].moves == 4
            assert isinstance(await wire.ask(Ping), Pong), "the socket is the same"
            assert wire.seqs[0] > 1 << EPOCH_BITS
        await eve.state(lambda room: room.watchers == 2)
        if by is signal.SIGSTOP:  # it wakes, and sends nothing to anybody
            assert await gone.end(signal.SIGCONT) == REPLACED
            for wire in (eve, zoe):
                await wire.ask(Ping)
                assert sum(isinstance(message, RoomSnapshot) for message in wire.log) == 2
