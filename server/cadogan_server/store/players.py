"""Who a player is: known again by a secret token, of which only a hash is kept."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.journal import Journal

KEPT_SECONDS = 90 * 24 * 3600
"""How long a player who does not come back is known."""

REMEMBERED = 100_000
"""How many players are known without asking Redis, also while it is away."""


class Player(NamedTuple):
    """A player, known by an id that is no secret. `bot`: one of the server's own."""

    id: str
    name: str
    token_hash: str
    bot: bool = False


class Players:
    """Makes players known and knows them again."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal
        self._known: dict[str, Player] = {}

    def welcome(self, name: str) -> tuple[Player, str]:
        """Make somebody known; return the new player and the token."""
        player, token = _with_token(secrets.token_urlsafe(9), name, bot=False)
        self._store(player)
        return player, token

    def welcome_bot(self, name: str, player: str | None = None) -> tuple[Player, str]:
        """Make a bot known, or give one that was known before a new token. No bot outlives the server that seated it."""
        bot, token = _with_token(player or secrets.token_urlsafe(9), name, bot=True)
        self._remember(bot)
        return bot, token

    async def recognise(self, token: str, name: str) -> Player | None:
        """Return whose token this is, now with this name, or None where it is nobody's.

        Raises:
            redis.RedisError: the store would have to be asked and does not answer.
        """
        player, _, secret = token.partition(".")
        known = self._known.get(player)
        if known is None:
            fields: Any = await self._redis.hgetall(keys.player(player))
            if not fields:
                return None
            known = Player(player, fields[b"name"].decode(), fields[b"hash"].decode())
        if not hmac.compare_digest(known.token_hash.encode(), _hash(secret).encode()):
            return None
        if known.bot:
            return known
        known = known._replace(name=name)
        self._store(known)
        return known

    def _store(self, player: Player) -> None:
        self._remember(player)
        if self._journal.full:
            return  # known here all the same, and written the next time they say hello
        key = keys.player(player.id)
        self._journal.write("HSET", key, "hash", player.token_hash, "name", player.name)
        self._journal.write("EXPIRE", key, KEPT_SECONDS)

    def _remember(self, player: Player) -> None:
        self._known.pop(player.id, None)
        self._known[player.id] = player
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]


def _with_token(player: str, name: str, *, bot: bool) -> tuple[Player, str]:
    secret = secrets.token_urlsafe(32)
    return Player(player, name, _hash(secret), bot), f"{player}.{secret}"


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
