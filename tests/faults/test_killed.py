"""The server is killed at any moment, again and again: no acknowledged change is ever lost."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_protocol.applying import after_events
from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import GetLeaderboard, GetReplay, Moved, Replay, Stand, Step
from cadogan_protocol.messages.replays import ReplayBoard
from cadogan_protocol.streams import OTHERS
from cadogan_server.store import keys
from cadogan_server.store.redis.embedded import EmbeddedRedis
from tests.faults.players import Player
from tests.server.processes import Process, linux, process, redis_process
from tests.server.wire import PATIENCE, Wire, dial

OPTIONS = ("--no-bots", "--rate", "100000")

ENDS = (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL)
"""The ways in which the servers end, one after the other."""

ENDLESS = {"passes": "unlimited"}
"""Options of Klondike with which random play has some 300 moves at least. The usual ones may leave thirty, and the race
is over when all racers are out of moves."""

FEWEST, MOST = 2, 8
"""Moves of each player during the life of one server. A game does not count for a player without moves, nor for a racer
with twenty moves in a row faster than hands."""


async def opened(port: int, game: str, options: dict[str, Any], players: list[Player]) -> str:
    """Open a room, seat all these players, and return the room's code."""
    async with AsyncExitStack() as stack:
        code = ""
        for player in players:
            wire = await (await stack.enter_async_context(dial(port))).hello(player.name)
            player.token, player.next_id = wire.token, 100
            await (wire.join(code) if code else wire.create(game, options, time_limit=0))
            code = wire.code
    return code


async def play_until_it_ends(server: Process, rooms: dict[str, list[Player]], moves: int, by: signal.Signals) -> None:
    """Let all play, and end the server meanwhile: once it has acknowledged `moves` moves, some of each player."""
    enough = asyncio.Event()
    before = {player: player.told for players in rooms.values() for player in players}

    def on_told() -> None:
        told = [player.told - earlier for player, earlier in before.items()]
        if sum(told) >= moves and min(told) >= FEWEST:
            enough.set()

    async with asyncio.timeout(3 * PATIENCE), asyncio.TaskGroup() as group:
        playing = [
            group.create_task(player.play(server.port, code, on_told)) for code, all in rooms.items() for player in all
        ]
        await enough.wait()
        assert await server.end(by) == (0 if by is signal.SIGTERM else -by)
    for task in playing:
        closed = task.result()
        assert (closed is None) if by is signal.SIGKILL else (closed is not None and closed[0] == CloseCode.GOING_AWAY)


async def counted(wire: Wire, game: str, options: dict[str, str] | None = None) -> int:
    """Wait until a race of a player has been counted, and return how often it was."""
    async with asyncio.timeout(2 * PATIENCE):
        while not (own := (await wire.ask(GetLeaderboard, game=game, options=options or {})).own).races:
            await asyncio.sleep(0.1)  # requests without a pause are refused as too fast
    return int(own.races)


async def test_nothing_acknowledged_is_lost_whenever_the_server_ends(tmp_path: Path) -> None:
    chance = random.Random(7)
    racers = [Player(f"Racer {number}", number, MOST) for number in range(3)]
    duellists = [Player(f"Duellist {number}", number) for number in range(2)]
    rooms: dict[str, list[Player]] = {}
    for by in ENDS:
        async with process(tmp_path, *OPTIONS) as server:
            if not rooms:
                rooms[await opened(server.port, "klondike", ENDLESS, racers)] = racers
                rooms[await opened(server.port, "spite_and_malice", {}, duellists)] = duellists
            await play_until_it_ends(server, rooms, chance.randrange(10, 30), by)
    race, duel = rooms
    async with process(tmp_path, *OPTIONS) as server, AsyncExitStack() as stack:
        wires = []
        for code, players in rooms.items():
            for player in players:
                wire = await stack.enter_async_context(dial(server.port, first_id=player.next_id))
                await player.come_back(wire, code)
                wires.append(wire)
        for wire in wires[:4]:  # all racers, and one of the two duellists
            await wire.ask(Stand)
        for wire in wires:
            await wire.phase("finished")
        assert [await counted(wire, "klondike", ENDLESS) for wire in wires[:3]] == [1, 1, 1]
        assert [await counted(wire, "spite_and_malice") for wire in wires[3:]] == [1, 1]
        replay = await wires[0].ask(GetReplay, room=race)
        assert isinstance(replay, Replay)
        for player, shown in zip(racers, replay.boards, strict=True):
            piles, counters = shown.start.piles, shown.start.counters
            for _, events in shown.steps:
                piles, counters = after_events(piles, counters, events)
            assert (len(shown.steps), piles) == (player.told, player.board.piles)
            moments = [moment for moment, _ in shown.steps]
            assert moments == sorted(moments)
        assert isinstance(await wires[3].ask(GetReplay, room=duel), Replay)


@pytest.mark.parametrize(("game", "seats", "moves"), [("racing_demon", 4, 60), ("spite_and_malice_table", 3, 20)])
async def test_no_move_at_a_shared_table_is_lost_or_made_twice(
    tmp_path: Path, game: str, seats: int, moves: int
) -> None:
    players = [Player(f"Player {number}", number) for number in range(seats)]
    rooms: dict[str, list[Player]] = {}
    for by in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
        async with process(tmp_path, *OPTIONS) as server:
            if not rooms:
                rooms[await opened(server.port, game, {}, players)] = players
            await play_until_it_ends(server, rooms, moves, by)
    (code,) = rooms
    async with process(tmp_path, *OPTIONS) as server, AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(dial(server.port, first_id=player.next_id)) for player in players]
        for player, wire in zip(players, wires, strict=True):
            await player.come_back(wire, code)
        made = sum(player.told for player in players)
        for wire in wires[1:]:
            await wire.ask(Stand)
        for wire in wires:
            await wire.phase("finished")
        assert wires[0].room is not None
        assert wires[0].room.results is not None
        counted = {row.seat: row.moves for row in wires[0].room.results.rows}
        assert counted == {wire.seat: player.told for player, wire in zip(players, wires, strict=True)}
        replay = await wires[0].ask(GetReplay, room=code)
        assert isinstance(replay, Replay)
        states = list(states_of(replay.boards[0]))
        piles, _ = states[-1]
        assert piles == wires[0].boards[OTHERS if OTHERS in wires[0].boards else 1].piles
        faces = Counter(face for pile in piles for face in pile if face >= 0)
        assert max(faces.values()) <= len(players)
        assert sum(map(len, piles)) == 52 * len(players), "no card is lost"
        if "seat" in catalogue.game(game).counter_index:
            turns = [at for at, _ in groupby(on_turn(game, counters) for _, counters in states[: 1 + made])]
            assert len(turns) > seats
            assert all((at + 1) % seats == after for at, after in pairwise(turns)), "no turn is lost"


def states_of(board: ReplayBoard) -> Iterator[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]:
    """Yield the piles and counters of a board at its start, and after each step."""
    piles, counters = board.start.piles, board.start.counters
    yield piles, counters
    for _, events in board.steps:
        piles, counters = after_events(piles, counters, events)
        yield piles, counters


def on_turn(game: str, counters: Sequence[int]) -> int:
    """Return the seat whose turn it is."""
    return counters[catalogue.game(game).counter_index["seat"]]


async def test_the_clock_of_a_table_goes_on_when_its_server_was_killed(tmp_path: Path) -> None:
    players = [Player(f"Player {number}", number) for number in range(3)]
    async with process(tmp_path, *OPTIONS) as server:
        code = await opened(server.port, "spite_and_malice_table", {"move_seconds": 1}, players)
        async with seated(server.port, code, players):
            assert await server.end(signal.SIGKILL) == -signal.SIGKILL
    async with process(tmp_path, *OPTIONS) as server, seated(server.port, code, players) as wires:
        before, late = await awaited(wires[0])
        while (now := await awaited(wires[0]))[0] == before:
            await wires[0].next()
        assert now[0] == (before + 1) % 3
        assert now[1][before] == late[before] + 1


async def awaited(wire: Wire) -> tuple[int, tuple[int, ...]]:
    """Return the seat whose action is awaited, and how often in succession each seat's time ran out."""
    clock = (await wire.state(lambda room: room.clock is not None and room.clock.seat is not None)).clock
    assert clock is not None
    assert clock.seat is not None
    assert clock.deadline is not None
    return clock.seat, clock.timeouts


@asynccontextmanager
async def seated(port: int, code: str, players: list[Player]) -> AsyncIterator[list[Wire]]:
    """Let all players come back."""
    async with AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(dial(port, first_id=player.next_id)) for player in players]
        async with asyncio.TaskGroup() as group:
            for player, wire in zip(players, wires, strict=True):
                group.create_task(player.come_back(wire, code))
        yield wires


async def test_results_are_counted_once_when_the_server_is_killed_around_it(tmp_path: Path) -> None:
    async with process(tmp_path, *OPTIONS) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ready()
        await anna.the(Moved)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        await anna.post(Stand)
        await anna.phase("finished")
        await server.end(signal.SIGKILL)
    for boards_too in (False, True):
        # The state is as if it had been killed after the end was written: after counting, or before.
        async with EmbeddedRedis(tmp_path) as store, Redis.from_url(store.url) as redis:
            await redis.zadd(keys.DUE, {anna.code: 0})
            if boards_too:
                for key in await redis.keys("cadogan:{boards}:*"):
                    await redis.delete(key)
        async with process(tmp_path, *OPTIONS) as server, dial(server.port) as later:
            await later.hello("Anna", anna.token)
            assert await counted(later, "klondike") == 1
            if boards_too:  # once the store is sure to hold the results, no node has to look after the room
                async with Redis(unix_socket_path=str(tmp_path / "redis" / "redis.sock")) as redis:
                    async with asyncio.timeout(2 * PATIENCE):
                        while await redis.zcard(keys.DUE):
                            await asyncio.sleep(0.1)
            await server.end(signal.SIGKILL)


@linux
async def test_play_goes_on_while_redis_is_killed_or_hangs(tmp_path: Path) -> None:
    async with process(tmp_path, *OPTIONS) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create(time_limit=0)
        await anna.ready()
        await anna.the(Moved)
        for by in (signal.SIGKILL, signal.SIGSTOP):
            assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
            redis = redis_process(tmp_path)
            os.kill(redis, by)
            for _ in range(3):
                assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
            if by is signal.SIGSTOP:
                await anna.state(lambda room: not room.safe)
                assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
                os.kill(redis, signal.SIGCONT)
            await anna.state(lambda room: room.safe)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        await server.end(signal.SIGKILL)
    async with process(tmp_path, *OPTIONS) as server, dial(server.port, first_id=100) as again:
        await (await again.hello("Anna", anna.token)).join(anna.code)
        await again.the(Moved)
        assert again.boards[1] == anna.boards[1]
        assert again.room is not None
        assert again.room.seats[0].moves == 10
