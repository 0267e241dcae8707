"""The queue of players who wait for an opponent, for all nodes on one store.

One script does everything to it (`queue.lua`), so two people are in one pair or in none, whichever nodes call. A node that
says nothing for `LEASE_SECONDS` is taken for dead: its people leave the queue, and a pair whose room it should have opened is
dissolved, so that the other goes on waiting.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.matching.seeker import STEPS, Seeker, unpacked

MOST_WAITING = 20_000
"""The number of players who may wait at all nodes together."""

FEW = 16
"""Neighbours by rating that are looked at on each side."""

LEASE_SECONDS = 5.0
"""Seconds for which a node counts as alive after it has called."""

PAIR_SECONDS = 5.0
"""Seconds that a node has to open the room of a pair."""

KEPT_SECONDS = 10.0
"""Seconds for which a pair is kept after its room was opened."""

_SCRIPT = (files(__package__) / "queue.lua").read_text(encoding="utf-8")

Found = Literal["waiting", "paired", "pairing", "replaced", "full"]
"""The outcome of a look: nobody fits yet; a pair was made; the player is in a pair already; the player has begun another search;
the queue is full."""

Left = Literal["left", "opened", "gone"]
"""The outcome of leaving: nobody will play; the room is open already; that search was over before."""


class Pair(NamedTuple):
    """Two players who will play.

    Attributes:
        id: its random name.
        node: the node that opens the room.
        game: the game.
        seats: the two; first the player whose look made the pair.
        room: the code of the room; "" until it is open.
    """

    id: str
    node: str
    game: str
    seats: tuple[Seeker, ...]
    room: str = ""


class News(NamedTuple):
    """The news for a node.

    Attributes:
        waiting: the number of players who wait at all nodes.
        here: how many of them wait at this node, as far as the store knows.
        games: how many wait for each of the games that were asked for.
        pairs: pairs with people of this node, whose rooms are open now.
        replaced: searches of this node that their players have begun anew at another.
        seen: the number of these news, to be given at the next call.
        apart: by player who was asked for: the number of waiting players who may not meet that player, and how many of them wait
            for the player's game.
    """

    waiting: int
    here: int
    games: dict[str, int]
    pairs: tuple[Pair, ...]
    replaced: tuple[str, ...]
    seen: int
    apart: dict[str, tuple[int, int]]


class MatchingQueue:
    """The queue. Every method raises redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
        node: the id of this node.
        most: the number of players who may wait.
        lease: seconds for which this node counts as alive.
        pair: seconds that a node has to open the room of a pair.
        steps: how the reach grows, as `STEPS`.
    """

    def __init__(
        self,
        redis: Redis,
        node: str,
        *,
        most: int = MOST_WAITING,
        lease: float = LEASE_SECONDS,
        pair: float = PAIR_SECONDS,
        steps: Sequence[tuple[float, int | None]] = STEPS,
    ) -> None:
        self.node = node
        self._most = most
        self._lease = int(1000 * lease)
        self._pair = int(1000 * pair)
        self._steps = json.dumps([(int(1000 * after), -1 if far is None else far) for after, far in steps])
        self._redis = redis
        self._script = redis.register_script(_SCRIPT)

    async def seek(self, seeker: Seeker, *, anew: bool = False) -> tuple[Found, Pair | None]:
        """Let somebody of this node look for somebody to play with, and wait if there is nobody. Return what became of it, and
        the pair that this look has made, whose room this node must open.

        Args:
            seeker: who looks.
            anew: true for the first look, which replaces an earlier search of the same player. The time that was waited
                stays.
        """
        return _found(await self._seek(seeker, anew=anew))

    async def seek_again(self, seekers: Sequence[Seeker]) -> list[tuple[Found, Pair | None]]:
        """Let people of this node who wait already look again, one after the other, in one request."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for seeker in seekers:
                await self._seek(seeker, pipeline)
            return [_found(found) for found in await pipeline.execute()]

    async def _seek(self, seeker: Seeker, client: Redis | None = None, *, anew: bool = False) -> Any:
        args = (seeker.packed(), int(anew), self._most, FEW, self._steps, secrets.token_hex(8), self._pair)
        return await self._call("seek", *args, client=client)

    async def leave(self, player: str, seek: str) -> Left:
        """End a search, and the pair that came of it if its room is not open yet."""
        left: Any = await self._call("leave", player, seek)
        return left.decode()  # type: ignore[no-any-return]

    async def opened(self, pair: str, room: str) -> bool:
        """Let all nodes know the room of a pair, once it may be entered. Return False if the pair was dissolved: then nobody may
        enter it."""
        return bool(await self._call("opened", pair, room, int(1000 * KEPT_SECONDS)))

    async def told(self, players: Sequence[str]) -> None:
        """Note that these people know the room of their pair."""
        if players:
            await self._call("told", *players)

    async def beat(self, seen: int = 0, games: Sequence[str] = (), asked: Sequence[tuple[str, str]] = ()) -> News:
        """Say that this node lives, and return the news.

        Args:
            seen: the number of news that the last call returned.
            games: games whose numbers are wanted.
            asked: players for whom to count the waiting players who may not meet them, each with the one game of the search, or "".
        """
        answer = await self._call("beat", seen, json.dumps(list(games)), json.dumps(list(asked)))
        waiting, here, counts, news, apart = answer
        told = [json.loads(item) for item in news]
        return News(
            waiting,
            here,
            dict(zip(games, counts, strict=True)),
            tuple(_pair(about) for about in told if "room" in about),
            tuple(about["gone"] for about in told if "gone" in about),
            len(news),
            {player: (everywhere, same) for (player, _), (everywhere, same) in zip(asked, apart, strict=True)},
        )

    async def _call(self, command: str, *args: str | int, client: Redis | None = None) -> Any:
        return await self._script(keys=[keys.MATCHING], args=[command, self.node, self._lease, *args], client=client)


def _found(answer: Any) -> tuple[Found, Pair | None]:
    return answer[0].decode(), _pair(json.loads(answer[1])) if len(answer) > 1 else None


def _pair(it: dict[str, Any]) -> Pair:
    return Pair(it["id"], it["node"], it["game"], tuple(map(unpacked, it["seats"])), it.get("room", ""))
