"""Practice from a position of a finished race, as clients ask for it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import pytest

from cadogan_games.daily import NO_OPTIONS, SHORT, Contest, Rotation
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import GetReplay, Leave, Moved, PlayFrom, RaceGhosts, Rematch, Replay, Run, Stand
from cadogan_server.app import Running
from tests.server.clocks import put_forward
from tests.server.conftest import Serve
from tests.server.test_over_nodes import several
from tests.server.wire import Wire, dial

GAME = "cover"
"""A race that is won by any legal moves."""


async def lost(wire: Wire, moves: int, **rules: Any) -> str:
    """Play a race alone, give up after `moves` moves, and leave; return the room's code."""
    await wire.create(GAME, seats=1, **rules)
    await wire.ready()
    await wire.the(Moved)
    for _ in range(moves):
        await wire.play(wire.moves[0])
    await wire.ask(Stand)
    await wire.phase("finished")
    await wire.ask(Leave)
    return wire.code


async def begin(wire: Wire, room: str, step: int, **fields: Any) -> None:
    """Open a practice room, and get ready."""
    await wire.joined(await wire.ask(PlayFrom, room=room, step=step, **fields))
    await wire.ready()
    wire.moves = ()
    await wire.the(Moved)


async def test_a_lost_race_is_won_from_a_position_at_another_node(serve: Serve) -> None:
    async with several(serve) as (one, two), AsyncExitStack() as stack:
        anna, ben = [await stack.enter_async_context(dial(node.port)) for node in (one, two)]
        await anna.hello("Anna")
        await ben.hello("Ben")
        code = await lost(anna, 3)
        replay = await anna.ask(GetReplay, room=code)
        assert isinstance(replay, Replay)
        await begin(ben, code, 2)
        room = await ben.phase("running")
        assert room.practice is not None
        assert (room.practice.room, room.practice.seat, room.practice.step, room.practice.moves) == (code, 0, 2, 2)
        assert (room.rules.deal, room.rules.rated, room.rules.public, len(room.seats)) == ("again", False, False, 1)
        assert room.seats[0].moves == 2
        while ben.moves:
            await ben.play(ben.moves[0])
        room = await ben.phase("finished")
        assert room.results is not None
        assert (room.results.rows[0].won, room.results.rows[0].why_not) == (True, "unrated")
        played = await ben.ask(GetReplay, room=ben.code)
        assert isinstance(played, Replay)
        assert played.state.practice == room.practice
        assert played.boards[0].start != replay.boards[0].start

        # Again from there, and on from that position.
        await ben.joined(await ben.ask(Rematch))
        assert (await ben.state(lambda room: room.phase == "lobby")).practice == room.practice
        await ben.ask(Leave)
        await begin(ben, played.state.code, 1)
        room = await ben.phase("running")
        assert room.practice is not None
        assert (room.practice.room, room.practice.step, room.practice.moves) == (played.state.code, 1, 3)


async def test_a_position_that_cannot_be_practised_is_refused_with_the_reason(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as eve:
        await anna.hello("Anna")
        await eve.hello("Eve")
        code = await lost(anna, 1, by_link=True, public=False)
        key = anna.key
        cases: list[tuple[dict[str, Any], ErrorCode, str]] = [
            ({"room": "NOROOM"}, ErrorCode.UNKNOWN_ROOM, "NOROOM"),
            ({"room": code, "key": "wrong"}, ErrorCode.UNKNOWN_ROOM, code),
            ({"room": code, "key": key, "seat": 3}, ErrorCode.BAD_OPTION, "nobody raced on seat 3"),
            ({"room": code, "key": key, "step": 2}, ErrorCode.BAD_OPTION, "has 1 steps"),
            ({"room": code, "key": key, "moves": [(0, 0, 1)]}, ErrorCode.ILLEGAL_MOVE, "move 1 of `moves`"),
        ]
        for fields, wanted, said in cases:
            refused = await eve.refusal(PlayFrom, **{"step": 0, **fields})
            assert (refused.code, said in refused.message) == (wanted, True), refused.message
        broken: tuple[dict[str, Any], ...] = ({"step": -1}, {"step": 0, "seat": 64}, {"step": 0, "moves": [(0, 1)]})
        for fields in broken:
            bad = await eve.refusal_of_raw(PlayFrom, room=code, key=key, **fields)
            assert bad.code is ErrorCode.BAD_MESSAGE
        await anna.create(GAME)
        refused = await eve.refusal(PlayFrom, room=anna.code, step=0)
        assert refused.code is ErrorCode.NOT_FINISHED
        await begin(eve, code, 0, key=key)


async def test_nobody_practises_on_a_deal_that_is_being_raced(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as twin:
        await anna.hello("Anna")
        await twin.hello("Anna", anna.token)
        code = await lost(anna, 3)
        await anna.joined(await anna.ask(RaceGhosts, runs=(Run(room=code),)))
        refused = await twin.refusal(PlayFrom, room=code, step=1)
        assert (refused.code, anna.code in refused.message) == (ErrorCode.NOT_FINISHED, True)
        await anna.ask(Leave)
        await begin(twin, code, 1)
        await begin(anna, code, 2)


async def test_nobody_practises_on_todays_deal(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    contests = Contest("race", GAME, NO_OPTIONS), Contest("duel", "spite_and_malice_modern", SHORT)
    monkeypatch.setattr(Rotation, "contests", lambda rotation, day: contests)
    async with serve() as server, dial(server.port) as anna, dial(server.port) as eve:
        await anna.hello("Anna")
        await eve.hello("Eve")
        own = await lost(anna, 3, deal="daily")
        assert (await eve.refusal(PlayFrom, room=own, step=0)).code is ErrorCode.NOT_FINISHED
        await anna.joined(await anna.ask(RaceGhosts, runs=(Run(room=own),)))
        await anna.ready()
        await anna.the(Moved)
        await anna.ask(Stand)
        ghosts = anna.code
        await anna.ask(Leave)
        for code in (own, ghosts):  # for every player who asks, and every room that has the deal
            refused = await anna.refusal(PlayFrom, room=code, step=0)
            assert (refused.code, "others have yet to play" in refused.message) == (ErrorCode.NOT_FINISHED, True)
        put_forward(server, 86_400)
        for code in (own, ghosts):
            await begin(eve, code, 0)
            await eve.ask(Leave)
