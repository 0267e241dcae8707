"""Tells players who have entered a tournament that it begins in five minutes, and players that they are called to a game of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_server.hosting.pushing.posting import News
from cadogan_server.hosting.pushing.pusher import Pusher
from cadogan_server.store import keys
from cadogan_server.store.tournaments.known import KnownTournaments
from cadogan_server.tournaments.state import Pairing, Tournament

LOOK_SECONDS = 3.0
"""Seconds between two looks."""

BEFORE_SECONDS = 300
"""Seconds before the start at which people are told of it."""

CALLED_SECONDS = 60
"""Seconds for which a push service keeps a call to a game: after a minute the place is lost."""

AT_A_LOOK = 200
"""Pieces of news of a look, at most: many more would fill the queue, and others' news would be dropped."""


class TournamentNews:
    """Looks for tournaments that begin soon, and for games whose players are called.

    Args:
        known: the tournaments.
        redis: says which node tells of a start.
        pusher: sends news.
        now: the rooms' clock, in ms.
        node: the id of this node.
    """

    def __init__(
        self, known: KnownTournaments, redis: Redis, pusher: Pusher, now: Callable[[], int], node: str
    ) -> None:
        self._known = known
        self._redis = redis
        self._pusher = pusher
        self._now = now
        self._node = node
        self._begun: set[str] = set()
        """Tournaments of whose start somebody has told."""
        self._called: set[tuple[str, int]] = set()
        """Tournaments, and numbers of their running games whose players were called."""
        self._waiting: deque[tuple[str, News]] = deque()

    async def look(self) -> None:
        """Tell people the news.

        Raises:
            redis.RedisError: the store does not answer.
        """
        coming = [self._known[id] for id in (await self._known.logs.listed(1)).coming if id in self._known]
        running = {(state.id, number) for state in coming for number in state.open_pairings}
        self._begun &= {state.id for state in coming}
        self._called &= running
        for state in coming:
            if state.phase == "open" and state.id not in self._begun:
                await self._tell_of_start(state)
            for pairing in state.open_pairings.values():
                if pairing.node == self._node and pairing.room and (state.id, pairing.number) not in self._called:
                    self._called.add((state.id, pairing.number))
                    self._call(state, pairing)
        for _ in range(min(AT_A_LOOK, len(self._waiting))):
            self._pusher.tell(*self._waiting.popleft())

    async def _tell_of_start(self, state: Tournament) -> None:
        left = (state.starts - self._now()) // 1000
        if not 0 < left <= BEFORE_SECONDS:
            return
        first = await self._redis.set(keys.tournament_told(state.id), "", nx=True, ex=2 * BEFORE_SECONDS)
        self._begun.add(state.id)
        title = _title(state)
        news = News("tournament", f"/t/{state.id}", f"{title} begins soon", {"name": title}, left)
        if first:
            self._waiting.extend(
                (one.player, news) for one in state.competitors.values() if one.is_person and not one.out
            )

    def _call(self, state: Tournament, pairing: Pairing) -> None:
        title = _title(state)
        news = News("call", f"/r/{pairing.room}", f"{title}: your game is ready", {"name": title}, CALLED_SECONDS)
        self._waiting.extend((player, news) for player in pairing.players if state.competitors[player].is_person)


def _title(state: Tournament) -> str:
    return state.terms.title or catalogue.head_of(state.terms.game).title
