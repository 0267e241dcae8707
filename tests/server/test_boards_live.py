"""Boards and ratings in the views of players: on plates, in results, on boards."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import RANKED_DAYS, RANKED_PEOPLE
from cadogan_protocol.messages import GetLeaderboard, GetReplay, Leaderboard, Leave, Moved, Replay, Stand
from cadogan_protocol.rooms import RoomState
from cadogan_server.app import Running
from cadogan_server.store import keys
from tests.server.established import establish
from tests.server.fetching import fetch, fetch_json
from tests.server.wire import Wire, dial

pytestmark = pytest.mark.usefixtures("counts_at_once")


@pytest.fixture
async def three(server: Running) -> AsyncIterator[tuple[Wire, Wire, Wire]]:
    """Yield three people of different addresses who have not played yet."""
    async with (
        dial(server.port) as anna,
        dial(server.port, source="127.0.2.1") as bob,
        dial(server.port, source="127.0.3.1") as eve,
    ):
        for wire, name in ((anna, "Anna"), (bob, "Bob"), (eve, "Eve")):
            await wire.hello(name)
        yield anna, bob, eve


def is_rated(room: RoomState) -> bool:
    return room.results is not None and all(row.rating is not None for row in room.results.rows)


async def raced(*racers: Wire, game: str = "klondike") -> RoomState:
    """Let people race, and give up one after the other; return the room once it shows the changes of ratings."""
    await racers[0].create(game)
    for other in racers[1:]:
        await other.join(racers[0].code)
    for racer in racers:
        await racer.ready()
    for racer in racers:
        await racer.the(Moved)
    for racer in racers:
        await racer.ask(Stand)
    return await racers[0].state(is_rated)


async def test_a_race_and_its_replay_show_the_changed_ratings(three: tuple[Wire, Wire, Wire]) -> None:
    anna = three[0]
    room = await raced(*three)
    assert room.results is not None
    for row in room.results.rows:
        assert row.rating is not None
        assert row.overall is not None
        assert (row.rating.games, row.rating.provisional) == (1, True)
        assert row.rating.change == row.rating.value - 1500
        assert row.rating.uncertainty < 200
    assert [seat.rating.value for seat in room.seats if seat.rating] == [
        row.rating.value for row in sorted(room.results.rows, key=lambda row: row.seat) if row.rating
    ]
    assert all(seat.rating is not None and seat.rating.change is None for seat in room.seats)
    replay = await anna.ask(GetReplay, room=anna.code)
    assert isinstance(replay, Replay)
    assert replay.state.results == room.results


async def test_a_rating_stands_on_the_plate_of_a_seated_player(server: Running, three: tuple[Wire, Wire, Wire]) -> None:
    anna, bob, _ = three
    await server.services.store.opened.connections.upkeep.hset(keys.ratings("packers"), anna.player, "31.5 3.5 12")
    await anna.create("klondike")
    await bob.join(anna.code)
    room = await bob.state(lambda room: len(room.seats) == 2 and room.seats[0].rating is not None)
    rating = room.seats[0].rating
    assert rating is not None
    assert (rating.value, rating.uncertainty, rating.provisional) == (2004, 84, False)
    assert room.seats[1].rating is None


async def test_the_own_row_is_told_with_each_view(three: tuple[Wire, Wire, Wire]) -> None:
    anna, bob, eve = three
    await raced(anna, bob, eve)

    async def ask(wire: Wire, **fields: object) -> Leaderboard:
        answer = await wire.ask(GetLeaderboard, game="klondike", metric="races", **fields)
        assert isinstance(answer, Leaderboard)
        return answer

    top = await ask(bob, count=1, period="day")
    assert (len(top.rows), top.total) == (1, 3)
    assert top.mine is not None
    assert (top.mine.player, top.mine.name, top.mine.rank) == (bob.player, "Bob", 1)
    around = await ask(bob, view="around", count=3, period="week")
    assert {row.player for row in around.rows} == {anna.player, bob.player, eve.player}
    among = await ask(bob, view="among", players=(eve.player, "nobody"))
    assert {row.player for row in among.rows} == {bob.player, eve.player}


async def test_a_board_of_ratings_tells_when_one_is_ranked(server: Running, three: tuple[Wire, Wire, Wire]) -> None:
    anna, bob, eve = three

    async def ask(wire: Wire, game: str) -> Leaderboard:
        answer = await wire.ask(GetLeaderboard, game=game, metric="rating", scope="all")
        assert isinstance(answer, Leaderboard)
        return answer

    await raced(anna, bob, eve)
    newcomers = await ask(bob, "klondike")
    assert (newcomers.total, newcomers.mine) == (0, None)
    told = newcomers.ranking
    assert told is not None
    assert (told.days, told.people, told.own_days, told.own_people) == (RANKED_DAYS, RANKED_PEOPLE, 1, 2)
    read = await fetch_json(server, "/api/v1/boards/klondike?metric=rating")
    assert read["ranking"] == {"days": RANKED_DAYS, "people": RANKED_PEOPLE, "own_days": 0, "own_people": 0}
    redis = server.services.store.opened.connections.upkeep
    await redis.delete(keys.CIRCLES)
    await establish(redis, anna.player, bob.player, eve.player)
    for wire in (anna, bob, eve):
        await wire.ask(Leave)
    await raced(anna, bob, eve, game="nestor")
    ranked = await ask(bob, "nestor")
    assert ranked.total == 3
    assert all(row.rating is not None for row in ranked.rows)
    wins = await bob.ask(GetLeaderboard, game="nestor", metric="wins")
    assert wins.ranking is None


async def test_a_request_for_an_impossible_board_is_refused(server: Running, three: tuple[Wire, Wire, Wire]) -> None:
    anna = three[0]
    refused = await anna.refusal(GetLeaderboard, game="klondike", metric="wins", scope="family")
    assert refused.code is ErrorCode.BAD_MESSAGE
    assert "only ratings" in refused.message
    for query, word in (
        ("metric=luck", "luck"),
        ("period=year", "year"),
        ("scope=world", "world"),
        ("count=0", "at least 1"),
        ("scope=all", "only ratings"),
    ):
        answer, body = await fetch(server, f"/api/v1/boards/klondike?{query}")
        assert answer.status == 400
        assert word in json.loads(body)["detail"]
    assert (await fetch_json(server, "/api/v1/boards/klondike?metric=rating&scope=family"))["rows"] == []
    assert (await fetch_json(server, "/api/v1/boards/klondike?period=day"))["rows"] == []


async def test_of_two_rooms_at_one_moment_one_counts_and_the_other_says_so(nodes: list[Running]) -> None:
    """The two rooms are at two nodes, and of two kinds; the one that began first ends last."""
    async with AsyncExitStack() as stack:
        sockets = [(nodes[0], "127.0.0.1"), (nodes[0], "127.0.2.1"), (nodes[1], "127.0.0.1"), (nodes[1], "127.0.3.1")]
        here, bob, there, eve = [
            await stack.enter_async_context(dial(node.port, source=source)) for node, source in sockets
        ]
        await here.hello("Anna")
        await there.hello("Anna", here.token)
        await bob.hello("Bob")
        await eve.hello("Eve")
        for one, other, game in ((here, bob, "klondike"), (there, eve, "golf")):
            await one.create(game)
            await other.join(one.code)
            for wire in (one, other):
                await wire.ready()
            for wire in (one, other):
                await wire.the(Moved)
                await wire.play(wire.moves[0])
        await here.play(here.moves[0])
        for one, other, why in ((there, eve, None), (here, bob, "elsewhere")):
            for wire in (one, other):
                await wire.ask(Stand)
            room = await one.state(
                lambda room: room.results is not None and any(row.rating for row in room.results.rows)
            )
            assert room.results is not None
            assert {row.name: row.why_not for row in room.results.rows} == {"Anna": why, room.seats[1].name: None}
