"""A player's games are counted once, and shown one by one and in figures."""

from __future__ import annotations

import time
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_server.rooms.room import Room
from cadogan_server.store import keys
from cadogan_server.store.games.history import LATELY_MS, History
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import HARDLY, KEPT_BRIEFLY_SECONDS
from tests.server.core import NOON, finish, moves, race_of, started
from tests.server.rooms.duels import MODERN, begun
from tests.server.rooms.test_counting import partners
from tests.server.store.boards.test_leaderboard import duelled, finished

HOUR = 3600 * 1000


@pytest.fixture
async def redis(redis: Redis) -> Redis:
    """Return a store in which the racers of `finished` are known."""
    for seat in range(3):
        await redis.hset(keys.player(f"p{seat}"), mapping={"hash": "x", "name": f"Player {seat}"})
        await redis.expire(keys.player(f"p{seat}"), 1000)
    return redis


async def counted(redis: Redis, url: str, *rooms: tuple[Any, int], **bounds: int) -> History:
    """Count rooms, each at its moment."""
    journal = Journal(url)
    history = History(redis, journal, **bounds)
    for room, at in rooms:
        history.count(room, at)
    await journal.close()
    return history


async def games(history: History, player: str = "p0", **wanted: Any) -> tuple[list[str], str]:
    """Return the codes of the rooms in a history, and the cursor of the next page."""
    usual: dict[str, Any] = {"before": "", "count": 10, "game": "", "against": "", "won": None}
    rows, after = await history.page(player, NOON + HOUR, **(usual | wanted))
    return [row.room for row in rows], after


def race(name: str, time: int = 61_000, undone: int = 0, **how: Any) -> Room:
    """Return a race of two in a room with this code. The first seat won it in that time."""
    room = finished(lambda room: finish(room, 0, time), identity=name, **how)
    room.state.created, room.code, room.state.played = room.state.created._replace(code=name), name, HARDLY + 1
    if undone:
        assert room.state.results is not None
        rows = tuple(
            row.model_copy(update={"undone": undone}) if row.seat == 0 else row for row in room.state.results.rows
        )
        room.state.results = room.state.results.model_copy(update={"rows": rows})
    return room


@pytest.mark.store
async def test_a_result_is_counted_once_however_often_it_comes_and_in_any_order(redis: Redis, redis_url: str) -> None:
    rooms = [(race("AAAAAA"), NOON), (race("BBBBBB"), NOON + 1), (race("AAAAAA"), NOON + 2)]
    history = await counted(redis, redis_url, *rooms, *reversed(rooms))
    assert await games(history) == (["BBBBBB", "AAAAAA"], "")
    over_all, klondike = await history.figures("p0")
    assert (over_all.game, klondike.game) == ("", "klondike")
    assert (klondike.played, klondike.won, klondike.streak, klondike.longest) == (2, 2, 2, 2)
    (loser, _) = await history.figures("p1")
    assert (loser.played, loser.won, loser.streak) == (2, 0, 0)
    met = await history.against("p0", "p1")
    assert met is not None
    assert (met.name, met.played, met.won, met.lost) == ("Player 1", 2, 2, 0)
    back = await history.against("p1", "p0")
    assert back is not None
    assert (back.won, back.lost) == (0, 2)
    assert await history.against("p0", "p2") is None


async def test_a_partner_is_nobody_whom_one_has_met(redis: Redis, redis_url: str) -> None:
    history = await counted(redis, redis_url, (partners(0, 1, 2, 3), NOON))
    met = {seat: await history.against("p0", f"p{seat}") for seat in (1, 2)}
    assert met[2] is None
    assert met[1] is not None
    assert (met[1].played, met[1].won) == (1, 1)


async def test_best_times_are_told_with_and_without_undo_and_on_average(redis: Redis, redis_url: str) -> None:
    rooms = [race("AAAAAA", 60_000), race("BBBBBB", 40_000, undone=3), race("CCCCCC", 50_000)]
    history = await counted(redis, redis_url, *((room, NOON + at) for at, room in enumerate(rooms)))
    _, klondike = await history.figures("p0")
    assert (klondike.best, klondike.best_without_undo, klondike.average) == (40_000, 50_000, 50_000)


async def test_the_fewest_moves_are_told_with_and_without_undo(redis: Redis, redis_url: str) -> None:
    rooms = [race("AAAAAA"), race("BBBBBB", undone=3), race("CCCCCC", undone=1), race("DDDDDD")]
    for room, made in zip(rooms, (90, 70, 80, 85), strict=True):
        assert room.state.results is not None
        rows = tuple(row.model_copy(update={"moves": made}) for row in room.state.results.rows)
        room.state.results = room.state.results.model_copy(update={"rows": rows})
    history = await counted(redis, redis_url, *((room, NOON + at) for at, room in enumerate(rooms)))
    _, klondike = await history.figures("p0")
    assert (klondike.fewest_moves, klondike.fewest_moves_without_undo) == (70, 85)
    own = await history.own("p0", "klondike", "")
    assert (own.fewest_moves, own.fewest_moves_undo) == (85, 70)
    loser = await history.own("p1", "klondike", "")
    assert (loser.fewest_moves, loser.best_time) == (None, None)


async def test_coming_first_without_coming_home_is_no_win(redis: Redis, redis_url: str) -> None:
    """A player leaves with a few cards home, while all others have fewer."""
    room = started(players=2)
    moves(room, 0, 10_000, 50_000, 55_000)
    moves(room, 1, 10_000, 50_000, 55_000)
    race_of(room).racers[0].progress = 4
    room.code, room.state.played = "AAAAAA", HARDLY + 1
    room.end("empty", NOON + 70_000)
    history = await counted(redis, redis_url, (room, NOON))
    (row,), _ = await history.page("p0", NOON, before="", count=10, game="", against="", won=None)
    assert (row.rank, row.first, row.won, row.home) == (1, True, False, False)
    assert await games(history, won=True) == ([], "")
    assert (await games(history, first=True))[0] == (await games(history, won=False))[0] == [row.room]
    over_all, klondike = await history.figures("p0")
    assert (klondike.played, klondike.won, klondike.first, klondike.streak) == (1, 0, 1, 0)
    assert (over_all.won, over_all.first) == (0, 1)
    own = await history.own("p0", "klondike", "")
    assert (own.races, own.wins, own.first) == (1, 0, 1)


async def test_a_row_of_wins_ends_with_a_loss_and_the_longest_stays(redis: Redis, redis_url: str) -> None:
    rooms: list[tuple[Any, int]] = [(race(letter * 6), NOON) for letter in "ABC"]
    lost = race("DDDDDD")
    lost.state.occupants[0].player, lost.state.occupants[1].player = "p1", "p0"
    history = await counted(redis, redis_url, *rooms, (lost, NOON), (race("EEEEEE"), NOON))
    _, klondike = await history.figures("p0")
    assert (klondike.won, klondike.streak, klondike.longest) == (4, 1, 3)


async def test_a_lone_racer_who_finishes_has_won_and_is_not_first(redis: Redis, redis_url: str) -> None:
    room = finished(players=1)
    room.state.played = 3
    history = await counted(redis, redis_url, (room, NOON))
    _, klondike = await history.figures("p0")
    assert (klondike.played, klondike.won, klondike.first) == (1, 1, 0)
    (row,), _ = await history.page("p0", NOON, before="", count=10, game="", against="", won=None)
    assert (row.won, row.first) == (True, False)


async def test_a_game_that_does_not_count_is_in_the_history_only(redis: Redis, redis_url: str) -> None:
    history = await counted(redis, redis_url, (race("AAAAAA", rated=False), NOON))
    rows, _ = await history.page("p0", NOON, before="", count=10, game="", against="", won=None)
    assert [row.why_not for row in rows] == ["unrated"]
    assert await history.figures("p0") == ()
    assert await history.against("p0", "p1") is None


async def test_an_unknown_player_has_no_history(redis: Redis, redis_url: str) -> None:
    await redis.delete(keys.player("p0"))
    await counted(redis, redis_url, (race("AAAAAA"), NOON))
    assert [key for key in await redis.keys() if b":p0}" in key] == []
    assert 0 < await redis.ttl(keys.history("p1")) <= 1000, "and the rows of others are kept for as long as the player"


async def test_the_history_is_filtered_and_read_page_by_page(
    redis: Redis, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms: list[tuple[Any, int]] = [(race(letter * 6), NOON + at) for at, letter in enumerate("ABCDE")]
    duel = duelled(begun(MODERN, {}))
    duel.state.played = 1
    history = await counted(redis, redis_url, *rooms, (duel, NOON + 9))
    first, after = await games(history, count=2, game="klondike")
    second, after = await games(history, count=2, game="klondike", before=after)
    third, after = await games(history, count=2, game="klondike", before=after)
    assert ([first, second, third], after) == ([["EEEEEE", "DDDDDD"], ["CCCCCC", "BBBBBB"], ["AAAAAA"]], "")
    assert len((await games(history, against="p1"))[0]) == 6
    assert (await games(history, against="nobody"))[0] == []
    assert len((await games(history, won=True))[0]) == 6
    assert (await games(history, "p1", won=True))[0] == []
    history = History(redis, Journal(redis_url), looked_at=2)
    found, after = await games(history, against="nobody")
    assert found == []
    assert after, "there is another page"
    found, after = await games(history, count=1, game="klondike")
    seen = list(found)
    while after:
        found, after = await games(history, count=1, game="klondike", before=after)
        seen += found
    assert seen == ["EEEEEE", "DDDDDD", "CCCCCC", "BBBBBB", "AAAAAA"]


async def test_a_replay_is_offered_while_it_is_kept(redis: Redis, redis_url: str) -> None:
    history = await counted(redis, redis_url, (race("AAAAAA"), NOON))
    month = 30 * 24 * HOUR

    async def offered(now: int) -> bool:
        rows, _ = await history.page("p0", now, before="", count=1, game="", against="", won=None)
        return rows[0].replay

    assert await offered(NOON + month - 1)
    assert not await offered(NOON + month)


async def test_a_replay_of_hardly_a_move_is_offered_for_minutes(redis: Redis, redis_url: str) -> None:
    brief = race("AAAAAA")
    brief.state.played = HARDLY
    history = await counted(redis, redis_url, (brief, NOON))
    for now, is_kept in ((NOON + 1000 * KEPT_BRIEFLY_SECONDS - 1, True), (NOON + 1000 * KEPT_BRIEFLY_SECONDS, False)):
        (row,), _ = await history.page("p0", now, before="", count=1, game="", against="", won=None)
        assert (row.replay, row.own_replay) == (is_kept, is_kept)


async def test_the_replay_of_a_room_by_link_is_offered_to_its_player(redis: Redis, redis_url: str) -> None:
    history = await counted(redis, redis_url, (race("BBBBBB", by_link=True, public=False), NOON))
    (row,), _ = await history.page("p0", NOON, before="", count=1, game="", against="", won=None)
    assert (row.replay, row.own_replay) == (False, True)


async def test_a_room_without_a_move_is_no_game(redis: Redis, redis_url: str) -> None:
    empty = race("AAAAAA")
    empty.state.played = 0
    assert await games(await counted(redis, redis_url, (empty, NOON))) == ([], "")
    played = race("BBBBBB", tournament="evening")
    played.state.played = 0
    assert await games(await counted(redis, redis_url, (played, NOON))) == (["BBBBBB"], ""), "its tournament counts it"


async def test_the_opponents_met_longest_ago_are_forgotten(redis: Redis, redis_url: str) -> None:
    rooms = []
    for number in range(12):
        room = race(f"ROOM{number:02}")
        room.state.occupants[1].player = f"other{number}"
        rooms.append((room, NOON + number))
    history = await counted(redis, redis_url, *rooms, met=10)
    met = await history.met("p0", 100)
    assert [one.player for one in met] == [f"other{number}" for number in range(11, 1, -1)]


async def test_the_curve_of_ratings_is_kept_in_order_and_once(redis: Redis, redis_url: str) -> None:
    journal = Journal(redis_url)
    history = History(redis, journal, points=3)
    for at, value in ((2, 1510.5), (1, 1500.0), (2, 1510.5), (3, 1520.0), (4, 1490.0)):
        history.rated("p0", "duel", f"room {at}", value, NOON + at, 1000)
    await journal.close()
    assert [(point.at - NOON, point.value) for point in await history.curve("p0")] == [
        (2, 1510.5),
        (3, 1520),
        (4, 1490),
    ]
    assert await redis.ttl(keys.curve("p0")) > 0


async def test_duels_by_days_are_told_for_a_week_and_other_games_never(redis: Redis, redis_url: str) -> None:
    by_days = {}
    for name, changed in (("AAAAAA", {"days_per_turn": 2}), ("BBBBBB", {"days_per_turn": 3}), ("CCCCCC", {})):
        room = race(name)
        room.state.rules = room.state.rules.model_copy(update=changed)
        by_days[name] = room
    now = int(time.time() * 1000)
    moments = [now - LATELY_MS - 1, now - LATELY_MS + 1, now]
    history = await counted(redis, redis_url, *zip(by_days.values(), moments, strict=True))
    assert [row.room for row in await history.lately_by_days("p0", now)] == ["BBBBBB"]
    assert await history.lately_by_days("p2", now) == ()
