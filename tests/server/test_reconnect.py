"""Reconnecting: with the missed messages, or a snapshot; from another window; with repeated requests."""

from __future__ import annotations

import asyncio
from typing import Any

from cadogan_protocol.codec import encode
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import (
    BoardSnapshot,
    Create,
    Delta,
    Joined,
    Leave,
    Moved,
    Ok,
    Onward,
    Play,
    Progress,
    Rematch,
    RoomSnapshot,
    RoomUpdate,
    Stand,
    Step,
    Undo,
)
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.wire import LIVE, Wire, dial


async def begin(*wires: Wire, **rules: Any) -> None:
    """Let these wires race each other in a room that anybody may watch live."""
    first, *others = wires
    await first.create("klondike", **LIVE | rules)
    for wire in others:
        await wire.join(first.code)
    for wire in wires:
        await wire.ready()
    for wire in wires:
        await wire.the(Moved)


def back(wire: Wire, old: Wire) -> None:
    """Copy the state of an old socket to a new one."""
    wire.room, wire.seqs, wire.boards = old.room, dict(old.seqs), dict(old.boards)


async def test_a_spectator_who_comes_back_gets_the_missed_messages(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await anna.hello("Anna")
        await olga.hello("Olga")
        await begin(anna, olga)
        async with dial(server.port) as watcher:
            await (await watcher.hello("Watcher")).join(anna.code, "spectator")
            await watcher.state(lambda room: len(watcher.boards) == 2)
        for _ in range(3):
            await anna.play(anna.moves[0])
        async with dial(server.port, first_id=100) as again:
            back(again, watcher)
            await (await again.hello("Watcher", watcher.token)).join(anna.code, "spectator", watcher.seqs)
            await again.the(Progress)
            assert again.boards[1] == anna.boards[1]
            assert again.room is not None
            assert [seat.moves for seat in again.room.seats] == [3, 0]
            kinds = [type(message) for message in again.log]
            assert kinds.count(Delta) == 3
            assert BoardSnapshot not in kinds
            assert RoomSnapshot not in kinds


async def test_a_snapshot_follows_if_the_old_messages_are_gone(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        await begin(anna)
        seen = dict(anna.seqs)
        for _ in range(3):
            await anna.play(anna.moves[0])
        server.services.rooms.registry.hubs[anna.code].broadcast.streams[1].forget()
        async with dial(server.port, first_id=100) as again:
            await (await again.hello("Watcher")).join(anna.code, "spectator", seen)
            await again.the(Progress)
            assert again.boards[1] == anna.boards[1]
            assert again.seqs[1] == anna.seqs[1]
            assert BoardSnapshot in {type(message) for message in again.log}


async def test_the_own_board_comes_back_as_a_snapshot(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        await begin(anna, spectators="fair")
        seen = dict(anna.seqs)
        await anna.play(anna.moves[0])
        async with dial(server.port, first_id=100) as again:
            back(again, anna)
            await (await again.hello("Anna", anna.token)).join(anna.code, last=seen)
            await again.the(Moved)
            assert again.boards[1] == anna.boards[1]
            assert again.room is not None
            assert again.room.seats[0].moves == 1
            assert {BoardSnapshot, Progress} <= {type(message) for message in again.log}
            assert isinstance(await again.play(again.moves[0]), Step)


async def test_numbers_that_were_never_given_bring_a_snapshot(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        await begin(anna)
        async with dial(server.port, first_id=100) as again:
            await (await again.hello("Anna", anna.token)).join(anna.code, last={0: 10**6, 1: 10**6, 7: 3})
            await again.the(Moved)
            assert again.boards[1] == anna.boards[1]


async def test_a_client_with_a_gap_can_ask_for_the_rest_on_its_socket(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        await begin(anna)
        seen = dict(anna.seqs)
        await anna.play(anna.moves[0])
        board = anna.boards[1]
        anna.seqs = dict(seen)
        del anna.boards[1]
        await anna.join(anna.code, last={0: seen[0], 1: seen[1] + 1000})
        await anna.the(Moved)
        assert anna.boards[1] == board


async def test_the_seat_wins_over_a_second_window(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port, first_id=100) as again:
        await anna.hello("Anna")
        await begin(anna)
        await again.hello("Anna", anna.token)
        await again.join(anna.code, "spectator")
        assert again.seat == 0
        await again.the(Moved)
        assert (await anna.closed())[0] == CloseCode.REPLACED
        assert isinstance(await again.play(again.moves[0]), Step | Moved)
        room = await again.state(lambda room: True)
        assert room.seats[0].present


async def test_a_player_who_is_away_is_shown_as_away(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await anna.hello("Anna")
        await olga.hello("Olga")
        await begin(anna, olga)
        await olga.connection.close()
        away = await anna.state(lambda room: not room.seats[1].present)
        assert [seat.state for seat in away.seats] == ["playing", "playing"], "an absent player still plays"
        async with dial(server.port, first_id=100) as again:
            await (await again.hello("Olga", olga.token)).join(anna.code)
            await anna.state(lambda room: room.seats[1].present)


async def test_a_repeated_request_is_answered_again_and_applied_once(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        await begin(anna)
        move = anna.moves[0]
        request = await anna.post(Play, move=move)
        await anna.answer(request)
        board, seq = anna.boards[1], anna.seqs[1]
        await anna.connection.send(encode(Play(id=request, move=move), anna.fmt))
        assert isinstance(await anna.answer(request), Step | Moved)
        async with dial(server.port, first_id=request + 1) as again:
            await (await again.hello("Anna", anna.token)).join(anna.code)
            await again.connection.send(encode(Play(id=request, move=move), again.fmt))
            answer = await again.answer(request)
            assert isinstance(answer, Step | Moved)
            assert (again.boards[1], answer.seq) == (board, seq)
            undo = await again.post(Undo)
            await again.answer(undo)
            await again.connection.send(encode(Undo(id=undo), again.fmt))
            assert isinstance(await again.answer(undo), Step | Moved)
            stand = await again.post(Stand)
            await again.answer(stand)
            await again.connection.send(encode(Stand(id=stand), again.fmt))
            assert isinstance(await again.answer(stand), Ok)


async def test_a_client_that_counts_anew_is_not_taken_for_the_old_one(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        await begin(anna)
        request = await anna.post(Play, move=anna.moves[0])
        await anna.answer(request)
        async with dial(server.port) as again:
            await (await again.hello("Anna", anna.token)).join(anna.code)
            await again.the(Moved)
            board = again.boards[1]
            await again.connection.send(encode(Play(id=request, move=again.moves[0]), again.fmt))
            await again.answer(request)
            assert again.boards[1] != board


CREATE = Create(id=50, game="klondike", rules=RoomOptions(seats=2))


async def opens(anna: Wire) -> None:
    """Let a player open a room."""
    await anna.hello("Anna")
    await anna.connection.send(encode(CREATE, anna.fmt))
    await anna.joined(await anna.answer(50))


async def opens_it_once(port: int, anna: Wire) -> None:
    """Repeat that request: it leads to the same room, but to another one for a client that counts its requests from 1 again."""
    async with dial(port, first_id=51) as again:
        await again.hello("Anna", anna.token)
        await again.connection.send(encode(CREATE, again.fmt))
        await again.joined(await again.answer(50))
        assert (again.code, again.seat) == (anna.code, 0)
    async with dial(port) as fresh:
        await fresh.hello("Anna", anna.token)
        await fresh.connection.send(encode(CREATE, fresh.fmt))
        await fresh.joined(await fresh.answer(50))
        assert fresh.code != anna.code


async def test_a_repeated_create_opens_one_room(server: Running) -> None:
    async with dial(server.port) as anna:
        await opens(anna)
        await opens_it_once(server.port, anna)


async def test_a_repeated_create_opens_one_room_also_after_a_restart(serve: Serve) -> None:
    async with serve() as first, dial(first.port) as anna:
        await opens(anna)
    async with serve() as second:
        await opens_it_once(second.port, anna)


async def test_all_meet_again_in_the_rematch(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga, dial(server.port) as watcher:
        for wire, name in ((anna, "Anna"), (olga, "Olga"), (watcher, "Watcher")):
            await wire.hello(name)
        await begin(anna, olga, time_limit=60)
        await watcher.join(anna.code, "spectator")
        for wire in (anna, olga):
            await wire.ask(Stand)
        first = anna.code
        await watcher.phase("finished")
        both = await asyncio.gather(anna.ask(Rematch), olga.ask(Rematch))
        assert all(isinstance(joined, Joined) for joined in both)
        assert both[0].room == both[1].room != first
        assert {both[0].seat, both[1].seat} == {0, 1}
        room = await watcher.state(lambda room: room.rematch is not None)
        assert room.rematch == both[0].room
        assert (await watcher.refusal(Rematch)).code is ErrorCode.NOT_SEATED
        assert (await anna.state(lambda room: room.code == both[0].room)).rules.time_limit == 60


async def test_racers_who_are_done_go_on_and_the_last_one_follows(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga, dial(server.port) as late:
        for wire, name in ((anna, "Anna"), (olga, "Olga"), (late, "Late")):
            await wire.hello(name)
        await begin(anna, olga, late)
        first = anna.code
        for wire in (anna, olga):
            await wire.ask(Stand)
            assert isinstance(await wire.ask(Onward), Ok)
        await late.state(lambda room: room.onward == (0, 1))
        both = [await wire.ask(Rematch) for wire in (anna, olga)]
        assert all(isinstance(joined, Joined) and joined.room != first for joined in both)
        running = await late.state(lambda room: room.rematch is not None)
        assert (running.code, running.phase) == (first, "running")
        assert (await late.refusal(Rematch)).code is ErrorCode.NOT_FINISHED
        await late.ask(Stand)
        joined = await late.ask(Rematch)
        assert isinstance(joined, Joined)
        assert (joined.room, joined.seat) == (running.rematch, 2)


async def test_a_player_who_leaves_the_lobby_frees_the_seat(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        assert isinstance(await olga.ask(Leave), Ok)
        update = await anna.until(lambda m: isinstance(m, RoomUpdate) and m.seats is not None and len(m.seats) == 1)
        assert isinstance(update, RoomUpdate)
        await olga.join(anna.code)
        assert olga.seat == 1
