"""Analyses of lost races and of duels: everybody who may see the replay may ask, and the answer is kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.solver.solve import replay
from cadogan_games.solver.tables import copied
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Analysis, GetAnalysis, GetReplay, Leave, Moved, Replay, Stand, Undo
from cadogan_server.app import Running
from cadogan_server.gateway.handlers import analysing
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.gateway.handlers.test_practice import begin
from tests.server.waiting import until
from tests.server.wire import Wire, dial


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    """A client of the test's store."""
    async with Redis.from_url(redis_url) as client:
        yield client


async def raced(player: Wire, game: str = "klondike_draw1", moves: int = 12, **rules: Any) -> str:
    """Play some moves, always the first one, and give up; return the room's code."""
    await player.create(game, deal="numbered", number=7, **rules)
    await player.ready()
    await player.the(Moved)
    for _ in range(moves):
        await player.play(player.moves[0])
    await player.ask(Stand)
    await player.phase("finished")
    return player.code


async def analysed(player: Wire, room: str) -> Analysis:
    """Ask until an analysis is done, and return it. Progress never goes back, and no board is withdrawn."""
    told: Analysis = await player.ask(GetAnalysis, room=room)

    async def is_done() -> bool:
        nonlocal told
        before, told = told, await player.ask(GetAnalysis, room=room)
        assert told.progress >= before.progress
        assert told.boards[: len(before.boards)] == before.boards
        return told.status not in ("queued", "running")

    await until(is_done)
    return told


def must_fit(told: Analysis, shown: Replay, seed: bytes) -> None:
    """Check that the positions are those of the replay, and that the line wins from its beginning."""
    assert [board.seat for board in told.boards] == [board.seat for board in shown.boards]
    game = catalogue.game(shown.state.game, shown.state.options)
    assert isinstance(game, Game)
    for board, steps in zip(told.boards, shown.boards, strict=True):
        assert board.spans[0].first == 0
        assert board.spans[-1].last == len(steps.steps)
        assert [span.first for span in board.spans[1:]] == [span.last + 1 for span in board.spans[:-1]]
        if board.turning is not None:
            assert board.turning.position == board.line_from
            assert board.turning.at == steps.steps[board.turning.position][0]
            assert board.turning.winning == board.line[0].move
        if board.line_from == 0:
            replay(copied(game.deal(seed)), tuple(step.move for step in board.line))


async def test_a_race_is_analysed_and_kept(serve: Serve, redis: Redis) -> None:
    async with serve(solvers=1) as server, dial(server.port) as ann, dial(server.port) as bob:
        room = await raced(await ann.hello("Ann"))
        await bob.hello("Bob")
        told = await analysed(bob, room)
        assert (told.status, told.progress) == ("done", 1)
        shown = await bob.ask(GetReplay, room=room)
        assert shown.state.results is not None
        must_fit(told, shown, bytes.fromhex(shown.state.results.seed))
        assert await redis.exists(keys.ANALYSES_RUNNING, keys.ANALYSES_WAITING, keys.ANALYSES_TRIES) == 0
        assert 0 < await redis.ttl(keys.analysis(room)) <= await redis.ttl(keys.log(room))
    async with serve() as other, dial(other.port) as eve:
        await eve.hello("Eve")
        assert (await eve.ask(GetAnalysis, room=room)).boards == told.boards, (
            "a server without solvers has the answer too"
        )


async def test_practice_is_analysed_from_where_it_begins(serve: Serve) -> None:
    async with serve(solvers=1) as server, dial(server.port) as ann:
        room = await raced(await ann.hello("Ann"))
        await ann.ask(Leave)
        await begin(ann, room, 4)
        for _ in range(2):  # back to before the start
            await ann.ask(Undo)
        played = next(iter(ann.moves))
        await ann.play(played)
        await ann.ask(Stand)
        await ann.phase("finished")
        told = await analysed(ann, ann.code)
        shown = await ann.ask(GetReplay, room=ann.code)
        (board,) = told.boards
        assert (told.status, board.spans[0].first, board.spans[-1].last) == ("done", 0, 3)
        assert len(shown.boards[0].steps) == 3
        state = server.services.rooms.registry.hubs[ann.code].room.state
        assert state.start
        game = state.game
        assert isinstance(game, Game)
        assert shown.state.results is not None
        table = game.deal(bytes.fromhex(shown.state.results.seed))
        for move in (*state.start.moves[:2], played):
            table.play(move)
        assert (board.spans[-1].verdict, board.line_from) == ("won", 3)
        replay(table, tuple(step.move for step in board.line))


async def test_a_race_that_runs_is_not_analysed(serve: Serve) -> None:
    async with serve(solvers=1) as server, dial(server.port) as ann, dial(server.port) as bob:
        await (await ann.hello("Ann")).create("klondike")
        await bob.hello("Bob")
        for player in (ann, bob):
            assert (await player.refusal(GetAnalysis, room=ann.code)).code is ErrorCode.NOT_FINISHED
        await ann.ready()
        await ann.phase("running")
        for player in (ann, bob):
            assert (await player.refusal(GetAnalysis, room=ann.code)).code is ErrorCode.NOT_FINISHED


async def test_the_deal_of_a_day_is_not_analysed_before_its_end(serve: Serve) -> None:
    async with serve(solvers=1) as server, dial(server.port) as ann:
        await ann.hello("Ann")
        await ann.create("klondike", deal="daily", public=False)
        await ann.ready()
        await ann.the(Moved)
        await ann.ask(Stand)
        await ann.phase("finished")
        told = await ann.ask(GetAnalysis, room=ann.code)
        assert (told.status, told.boards) == ("unavailable", ())
        assert "when the day is over" in (told.why or "")
        hub = server.services.rooms.registry.hubs[ann.code]
        # A room with the deal of another room, as for ghosts, knows nothing of the day.
        hub.room.state.created = hub.room.state.created._replace(day="")
        assert "when the day is over" in (analysing.why_none(hub.room, server.services.store.days) or "")


async def test_old_rules_are_not_analysed(serve: Serve) -> None:
    async with serve(solvers=1) as server, dial(server.port) as ann:
        room = await raced(await ann.hello("Ann"), moves=0)
        hub = server.services.rooms.registry.hubs[room]
        assert analysing.why_none(hub.room, server.services.store.days) is None
        hub.room.state.created = hub.room.state.created._replace(revision=0)
        told = await ann.ask(GetAnalysis, room=room)
        assert told.status == "unavailable"
        assert "revision 0 of the rules" in (told.why or "")


async def dueled(ann: Wire, bob: Wire, turns: int = 3) -> str:
    """Play some turns of Spite and Malice, always the first legal move, until Bob resigns; return the room's code."""
    await ann.create("spite_and_malice_modern", {"riddance": 10})
    await bob.join(ann.code)
    await ann.ready()
    await bob.ready()
    for player in (ann, bob):
        await player.phase("running")
    made = 0
    while made < turns:
        await asyncio.sleep(0)
        for player in (ann, bob):
            while not player.moves and made < turns and not (ann.moves or bob.moves):
                await player.next()
            while player.moves and made < turns:
                await player.play(player.moves[0])
                made += 1
    await bob.ask(Stand)
    await ann.phase("finished")
    return ann.code


@pytest.mark.usefixtures("certain_at_once")
async def test_a_duel_is_judged_move_by_move_and_kept(serve: Serve, redis: Redis) -> None:
    async with serve(solvers=1) as server, dial(server.port) as ann, dial(server.port) as bob:
        room = await dueled(await ann.hello("Ann"), await bob.hello("Bob"))

        async def is_counted() -> bool:
            return bool(await redis.ttl(keys.log(room)) >= 0)

        await until(is_counted)
        told = await analysed(bob, room)
        assert (told.status, told.progress, told.boards, len(told.moves)) == ("done", 1, (), 3)
        shown = await bob.ask(GetReplay, room=room)
        (board,) = shown.boards
        for number, move in enumerate(told.moves):
            assert (move.position, move.at) == (number, board.steps[number][0])
            assert 0 <= move.loss <= move.chance <= 1000
        assert 0 < await redis.ttl(keys.analysis(room)) <= await redis.ttl(keys.log(room))
    async with serve() as other, dial(other.port) as eve:
        await eve.hello("Eve")
        assert (await eve.ask(GetAnalysis, room=room)).moves == told.moves, "a server without solvers has it too"


async def test_a_duel_without_moves_has_nothing_to_analyse(serve: Serve) -> None:
    async with serve(solvers=1) as server, dial(server.port) as ann, dial(server.port) as bob:
        room = await dueled(await ann.hello("Ann"), await bob.hello("Bob"), turns=0)
        told = await ann.ask(GetAnalysis, room=room)
        assert told.status == "unavailable"
        assert told.why == f"nobody has made a move in room {room}, so there is nothing to analyse"


async def test_a_solver_that_hangs_fails_the_job_alone(serve: Serve) -> None:
    async with serve(solvers=1, solver_slow=0) as server, dial(server.port) as ann:
        room = await raced(await ann.hello("Ann"))
        told = await analysed(ann, room)
        assert told.status == "failed"
        assert (told.why or "").startswith("it was tried 3 times; the last time: ")
        assert "it took more than 0 s" in (told.why or "")
        assert (await ann.ask(GetReplay, room=room)).state.code == room


async def test_more_analyses_than_one_may_begin_are_refused(serve: Serve) -> None:
    async with serve(solvers=1, analyses_per_hour=1) as server, dial(server.port) as ann:
        first = await raced(await ann.hello("Ann"), moves=0)
        await ann.ask(Leave)
        second = await raced(ann, moves=0)
        assert (await ann.ask(GetAnalysis, room=first)).status in ("queued", "running", "done")
        refused = await ann.refusal(GetAnalysis, room=second)
        assert refused.code is ErrorCode.TOO_FAST
        assert "new analyses" in refused.message
        assert (await analysed(ann, first)).status == "done", "asking again costs nothing"


async def test_a_full_queue_is_a_clear_refusal(serve: Serve, redis: Redis) -> None:
    async with serve(solvers=1) as server, dial(server.port) as ann:
        room = await raced(await ann.hello("Ann"), moves=0)
        await redis.zadd(keys.ANALYSES_RUNNING, {"OTHERS": 2**52})
        jobs = server.services.store.analyses
        jobs.most = 0
        refused = await ann.refusal(GetAnalysis, room=room)
        assert (refused.code, refused.wait) == (ErrorCode.BUSY, 60)
        assert "games wait to be analysed already" in refused.message


async def test_a_server_without_solvers_says_so(server: Running) -> None:
    async with dial(server.port) as ann:
        room = await raced(await ann.hello("Ann"), moves=0)
        told = await ann.ask(GetAnalysis, room=room)
        assert told.status == "unavailable"
        assert "no solvers" in (told.why or "")
