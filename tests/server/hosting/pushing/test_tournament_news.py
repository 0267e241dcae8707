"""Players who have entered a tournament are told once, by one node, that it begins; players are told that they are called."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_server.hosting.pushing.posting import News
from cadogan_server.hosting.pushing.tournament_news import AT_A_LOOK, BEFORE_SECONDS, TournamentNews
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.records import Paired
from tests.server.tournaments.evening import MINUTE, NOON, Evening, terms


class Told:
    """Keeps what would be sent."""

    def __init__(self) -> None:
        self.news: list[tuple[str, News]] = []

    def tell(self, player: str, news: News) -> None:
        self.news.append((player, news))

    def taken(self) -> list[tuple[str, str, str]]:
        """Return who was told what since the last call, and where it leads."""
        told = [(player, str(news.kind), news.url) for player, news in self.news]
        self.news.clear()
        return told


class Known(dict[str, Any]):
    """Tournaments that are not over."""

    @property
    def logs(self) -> Any:
        async def listed(_: int) -> Any:
            return SimpleNamespace(coming=tuple(self))

        return SimpleNamespace(listed=listed)


def node(evening: Evening, redis: Redis, name: str) -> tuple[TournamentNews, Told]:
    told = Told()
    return TournamentNews(Known(t=evening.t), redis, told, lambda: evening.now, name), told  # type: ignore[arg-type]


@pytest.mark.store
async def test_one_node_tells_all_who_have_entered_that_it_begins(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        evening = Evening(terms("arena", starts=NOON + 10 * MINUTE))
        evening.enter("anna", "olga", "gone")
        evening.write(orders.leave(evening.t, evening.now, "gone"))
        (first, told), (second, also) = (node(evening, redis, name) for name in "ab")
        await first.look()
        assert told.taken() == [], "it is too early"
        evening.now = evening.t.starts - 1000 * BEFORE_SECONDS
        for _ in range(2):
            await first.look()
            await second.look()
        assert told.taken() == [("anna", "tournament", "/t/t"), ("olga", "tournament", "/t/t")]
        assert also.taken() == []


@pytest.mark.store
async def test_many_are_told_in_turns(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        evening = Evening(terms("arena", starts=NOON + MINUTE))
        evening.enter(*(f"p{number}" for number in range(AT_A_LOOK + 3)), rating=1500)
        news, told = node(evening, redis, "a")
        await news.look()
        assert len(told.taken()) == AT_A_LOOK
        await news.look()
        assert len(told.taken()) == 3


@pytest.mark.store
async def test_players_are_called_once_by_the_node_of_their_room(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        evening = Evening(terms("arena"))
        evening.enter("anna", "olga")
        evening.now = evening.t.starts
        evening.t.phase = "running"
        evening.write([Paired(evening.now, 0, ((1, ("anna", "olga"), "a"),))])
        (first, told), (second, also) = (node(evening, redis, name) for name in "ab")
        await first.look()
        assert told.taken() == [], "the room is not open yet"
        evening.write(orders.room_opened(evening.t, evening.now, 1, "ABCDEF"))
        for _ in range(2):
            await first.look()
            await second.look()
        assert told.taken() == [("anna", "call", "/r/ABCDEF"), ("olga", "call", "/r/ABCDEF")]
        assert also.taken() == []
