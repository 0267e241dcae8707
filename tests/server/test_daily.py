"""Days as players have them: one attempt that counts, whatever the node, its board, the calendar, and ghosts."""

from __future__ import annotations

from contextlib import AsyncExitStack
from inspect import signature
from typing import Any

import pytest

from cadogan_games.daily import NO_OPTIONS, SHORT, Contest, Rotation
from cadogan_protocol.days import DayContest, DayRow
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import (
    BoardSnapshot,
    Calendar,
    Create,
    DayTold,
    DeleteMe,
    Error,
    GetCalendar,
    GetDay,
    GetHistory,
    GetReplay,
    GetReplayText,
    Join,
    Leave,
    Moved,
    Ok,
    RaceGhosts,
    Rematch,
    Replay,
    RoomSnapshot,
    Run,
    SeatBots,
    Stand,
)
from cadogan_protocol.room_options import RoomOptions
from cadogan_protocol.rooms import RoomState
from cadogan_server.app import Running
from cadogan_server.hosting.observers.attempts import Attempts
from cadogan_server.parts import rooms as parts_of_rooms
from cadogan_server.parts import store as parts_of_store
from cadogan_server.rooms.fairness import commit
from cadogan_server.store.boards.leaderboard import Leaderboard
from cadogan_server.store.log.bounds import Bounds
from tests.server.clocks import put_forward
from tests.server.conftest import Serve
from tests.server.fetching import figures
from tests.server.wire import Wire, dial

DAY_SECONDS = 86_400

RACE, DUEL = "cover", "spite_and_malice_modern"
"""A race that any legal moves win, and the duel."""


@pytest.fixture(autouse=True)
def rotation(monkeypatch: pytest.MonkeyPatch, usual: dict[str, Any]) -> None:
    """Use the same contests on each day, and read the boards anew each time."""
    usual["boards_read"] = 0
    contests = Contest("race", RACE, NO_OPTIONS), Contest("duel", DUEL, SHORT)
    monkeypatch.setattr(Rotation, "contests", lambda rotation, day: contests)


async def begin(wire: Wire, game: str = RACE, **rules: Any) -> RoomState:
    """Open a room for a contest and play; return the room once its attempt is decided."""
    await wire.create(game, deal="daily", **rules)
    await wire.ready()
    await wire.the(Moved)
    return await wire.state(lambda room: room.attempts is not None)


async def win(wire: Wire) -> RoomState:
    """Make moves as long as there are any."""
    while wire.moves:
        await wire.play(wire.moves[0])
    return await wire.phase("finished")


async def stand(wire: Wire, moves: int) -> RoomState:
    for _ in range(moves):
        await wire.play(wire.moves[0])
    await wire.ask(Stand)
    return await wire.phase("finished")


async def day_of(wire: Wire, day: str | None = None) -> DayTold:
    answer = await wire.ask(GetDay, day=day)
    assert isinstance(answer, DayTold), answer
    return answer


async def race_of(wire: Wire, total: int, day: str | None = None) -> DayContest:
    """Return the race of a day, once this many rows are on its board."""
    while True:
        contest = (await day_of(wire, day)).contests[0]
        if contest.total == total and (contest.attempt is None or contest.attempt.over):
            return contest


async def rival_of(wire: Wire, other: Wire) -> DayRow | None:
    """Return the row of another player in today's race, as this player gets it."""
    answer = await wire.ask(GetDay, rival=other.player)
    assert isinstance(answer, DayTold), answer
    return answer.contests[0].rival


async def test_a_day_from_the_first_card_to_the_calendar_of_the_next(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, twin, olga, eve = [await stack.enter_async_context(dial(nodes[n % 2].port)) for n in range(4)]
        await anna.hello("Anna")
        await twin.hello("Anna", anna.token)
        await olga.hello("Olga")
        await eve.hello("Eve")
        before = await day_of(anna)
        assert [(one.kind, one.game, one.total, one.attempt) for one in before.contests] == [
            ("race", RACE, 0, None),
            ("duel", DUEL, 0, None),
        ]
        assert (before.day, before.secret, before.ends - before.begins) == (before.today, None, 86_400_000)

        # One attempt counts, whichever node the player comes to. Nobody else sees its cards.
        room = await begin(anna, seats=8, public=True, spectators="fair", undo="free")
        assert (room.contest, room.day, room.attempts) == ("race", before.day, (0,))
        assert (room.rules.seats, room.rules.spectators, room.rules.public) == (1, "none", False)
        assert (await begin(twin)).attempts == (), "the second room is practice, at the other node too"
        assert (await olga.refusal(Join, room=anna.code, role="player")).code is ErrorCode.NOT_FINISHED
        assert (await olga.refusal(Join, room=anna.code, role="spectator")).code is ErrorCode.NOT_FINISHED
        assert (await eve.refusal(Create, game=RACE, rules=RoomOptions(deal="again"))).code is ErrorCode.BAD_OPTION
        other = await eve.refusal(Create, game=RACE, options={"winnable_only": False}, rules=RoomOptions(deal="daily"))
        assert other.code is ErrorCode.BAD_OPTION
        assert "same options" in other.message

        await win(twin)
        finished = await win(anna)
        assert finished.results is not None
        assert finished.results.rows[0].why_not == "daily"
        annas = await race_of(anna, 1)
        assert 'cadogan_attempts_total{contest="race"} 1.0' in await figures(nodes[0])
        (row,) = annas.rows
        assert (row.rank, row.player, row.name, row.won, row.room) == (1, anna.player, "Anna", True, anna.code)
        assert (annas.mine, annas.attempt and annas.attempt.room) == (row, anna.code)

        # A player who has yet to play sees the names and results of others, but neither their rooms nor their cards.
        # That holds at the room's node and at the other one, which would mirror it: not a card of it is sent.
        for wire in (olga, eve):
            assert (await wire.refusal(Join, room=anna.code, role="spectator")).code is ErrorCode.NOT_FINISHED
            assert (await wire.refusal(GetReplay, room=anna.code)).code is ErrorCode.NOT_FINISHED
            assert not any(isinstance(message, BoardSnapshot | RoomSnapshot) for message in wire.log)
            (seen,) = (await race_of(wire, 1)).rows
            assert (seen.player, seen.room) == (anna.player, None)
        assert await rival_of(olga, anna) == row.model_copy(update={"room": None})
        ghost = (Run(room=anna.code),)
        refused = await olga.refusal(RaceGhosts, runs=ghost)
        assert (refused.code, "own attempt" in refused.message) == (ErrorCode.NOT_FINISHED, True)

        await begin(olga)
        await stand(olga, moves=3)
        async with dial(nodes[1].port) as there:  # a player with an attempt of their own may watch at any node
            await (await there.hello("Olga", olga.token)).join(anna.code, "spectator")
            assert nodes[1].services.mirrors.get(anna.code) is not None
        olgas = await race_of(olga, 2)
        assert [(one.rank, one.name, one.won) for one in olgas.rows] == [(1, "Anna", True), (2, "Olga", False)]
        assert olgas.rows[0].room == anna.code
        assert olgas.mine == olgas.rows[1]
        assert await rival_of(olga, anna) == row, "a friend's link now leads to the ghost"
        assert await rival_of(olga, eve) is None
        assert await rival_of(eve, anna) == row.model_copy(update={"room": None})

        # A ghost shows its progress at every moment, and its cards once the race is over. The race counts for nothing.
        await olga.ask(Leave)
        await olga.joined(await olga.ask(RaceGhosts, runs=ghost))
        await olga.ready()
        await olga.the(Moved)
        room = await olga.phase("running")
        (annas_ghost,) = room.ghosts
        assert (annas_ghost.name, annas_ghost.player, annas_ghost.state) == ("Anna", anna.player, "finished")
        assert (annas_ghost.steps[0], annas_ghost.steps[-1][1]) == ((0, 0), room.progress_max)
        assert (room.rules.deal, room.contest, len(room.seats)) == ("again", None, 1)
        assert (await olga.refusal(GetReplay, room=olga.code)).code is ErrorCode.NOT_FINISHED
        finished = await win(olga)
        assert finished.results is not None
        assert finished.results.rows[0].why_not == "unrated"
        replay = await olga.ask(GetReplay, room=olga.code)
        assert isinstance(replay, Replay)
        assert [(board.seat, board.name) for board in replay.boards] == [(0, "Olga"), (100, "Anna")]
        assert replay.boards[0].start == replay.boards[1].start, "both boards have the same cards"
        assert len((await race_of(olga, 2)).rows) == 2
        await olga.joined(await olga.ask(Rematch))
        again = await olga.state(lambda room: room.phase == "lobby")
        assert again.ghosts == room.ghosts

        # The next day: the secret and the room of each run are open to everybody.
        for node in nodes:
            put_forward(node, DAY_SECONDS)
        new = await day_of(eve)
        assert (new.day != before.day, new.contests[0].total, new.commit) == (True, 0, commit_of(nodes[0], new.day))
        yesterday = await day_of(eve, before.day)
        assert yesterday.secret is not None
        assert commit(bytes.fromhex(yesterday.secret)) == yesterday.commit == before.commit
        assert yesterday.contests[0].rows[0].room == anna.code
        await eve.joined(await eve.ask(RaceGhosts, runs=ghost))
        calendar = await anna.ask(GetCalendar, month=before.day[:7])
        assert isinstance(calendar, Calendar)
        (done,) = [day for day in calendar.days if day.race_done]
        assert done.day == before.day
        assert done.race_done is not None
        assert (done.race_done.won, done.race_done.room, done.duel_done) == (True, anna.code, None)
        streaks = {(one.kind, one.played, one.won, one.longest_won) for one in calendar.streaks}
        assert streaks == {("race", 1, 1, 1), ("duel", 0, 0, 0)}, "today's contest is yet to come"
        history = await anna.ask(GetHistory)
        assert {game.why_not for game in history.games} == {"daily"}

        # A deleted player is on no board.
        await anna.ask(Leave)
        await twin.ask(Leave)
        assert isinstance(await anna.ask(DeleteMe), Ok)
        left = await race_of(eve, 1, before.day)
        assert [(one.rank, one.name) for one in left.rows] == [(1, "Olga")]


async def test_a_race_against_a_ghost_does_not_show_todays_deal(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, eve, there = [await stack.enter_async_context(dial(nodes[n].port)) for n in (0, 0, 1)]
        await anna.hello("Anna")
        await eve.hello("Eve")
        await there.hello("Eve", eve.token)
        await begin(anna)
        await stand(anna, moves=3)
        await race_of(anna, 1)
        own = anna.code
        await anna.ask(Leave)
        await anna.joined(await anna.ask(RaceGhosts, runs=(Run(room=own),)))
        await anna.ready()
        await anna.the(Moved)
        ghosts = anna.code
        for wire in (eve, there):  # at the node of the room, and at one that mirrors it
            refused = await wire.refusal(Join, room=ghosts, role="spectator")
            assert (refused.code, "own attempt" in refused.message) == (ErrorCode.NOT_FINISHED, True), refused
        await stand(anna, moves=1)
        for wire in (eve, there):
            for asked in (GetReplay, GetReplayText):
                assert (await wire.refusal(asked, room=ghosts)).code is ErrorCode.NOT_FINISHED
            assert (await wire.refusal(RaceGhosts, runs=(Run(room=ghosts),))).code is ErrorCode.NOT_FINISHED
            assert not any(isinstance(message, BoardSnapshot | RoomSnapshot) for message in wire.log)

        await begin(eve)
        await stand(eve, moves=3)
        await race_of(eve, 2)
        assert isinstance(await eve.ask(GetReplay, room=ghosts), Replay), "an attempt of one's own opens it"
        await there.join(ghosts, "spectator")


def commit_of(node: Running, day: str) -> str:
    secret = node.services.store.days.secret(day)
    assert secret is not None
    return commit(secret)


async def test_the_bot_of_the_days_duel_answers_equal_play_equally(serve: Serve) -> None:
    async with serve(bots=True, bot_pace=0) as server:
        played = []
        for name in ("Anna", "Olga"):
            async with dial(server.port) as wire:
                await (await wire.hello(name)).create(DUEL, deal="daily")
                assert isinstance(error := await wire.ask(SeatBots, level="good"), Error)
                assert error.code is ErrorCode.BAD_OPTION
                await wire.ask(SeatBots, level="fair")
                await wire.ready()
                await wire.state(lambda room: room.attempts == (0,))
                await _play_plainly(wire)
                replay = await wire.ask(GetReplay, room=wire.code)
                played.append([events for _, events in replay.boards[0].steps])
                contest = (await day_of(wire)).contests[1]
                assert (contest.level, contest.options["riddance"]) == ("fair", 10)
        assert len(played[0]) > 10
        assert played[0] == played[1]


async def _play_plainly(wire: Wire) -> None:
    """Play a duel to its end, always with the same choice."""
    while wire.room is None or wire.room.phase != "finished":
        if wire.moves:
            await wire.play(min(wire.moves, key=repr))
        else:
            await wire.next()


async def test_one_value_says_after_what_time_a_store_is_believed(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[float] = []
    for module, kind in ((parts_of_rooms, Attempts), (parts_of_store, Leaderboard)):

        def make(*given: Any, kind: Any = kind, **named: Any) -> Any:
            told.append(signature(kind).bind(*given, **named).arguments["certain"])
            return kind(*given, **named)

        monkeypatch.setattr(module, kind.__name__, make)
    async with serve(journal=Bounds(lately=7)):
        assert told == [7, 7]


# ---- the store alone -------------------------------------------------------------------------------------------------
