"""Who a player is: known again by a secret token, of which only a hash is kept."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.journal import Journal

KEPT_SECONDS = 90 * 24 * 3600
"""How long a player is known who has played a game to its end and does not come back."""

SEATED_SECONDS = 7 * 24 * 3600
"""How long one who has only taken a seat."""

AGAIN_SECONDS = 24 * 3600
"""A player who comes every day is written to the store once in this time."""

REMEMBERED = 100_000
"""How many players are known without asking Redis, also while it is away; and beside them how many who have taken no seat
yet, of whom nothing is in Redis at all."""


class Player(NamedTuple):
    """A player, known by an id that is no secret. `bot`: one of the server's own."""

    id: str
    name: str
    token_hash: str
    bot: bool = False


@dataclass
class _Known:
    """A player, and when and for how long they were last written to the store; 0: not yet by this server."""

    player: Player
    kept: int = 0
    written: float = -inf


class Players:
    """Makes players known and knows them again. Who never takes a seat leaves nothing in the store."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal
        self._known: dict[str, _Known] = {}
        self._strangers: dict[str, _Known] = {}

    def welcome(self, name: str) -> tuple[Player, str]:
        """Make somebody known; return the new player and the token."""
        player, token = _with_token(secrets.token_urlsafe(9), name, bot=False)
        _remember(self._strangers, _Known(player))
        return player, token

    def welcome_bot(self, name: str, player: str | None = None) -> tuple[Player, str]:
        """Make a bot known, or give one that was known before a new token. No bot outlives the server that seated it."""
        bot, token = _with_token(player or secrets.token_urlsafe(9), name, bot=True)
        _remember(self._known, _Known(bot))
        return bot, token

    def remembers(self, token: str) -> bool:
        """Whether the store need not be asked whose token this is."""
        player = token.partition(".")[0]
        return player in self._known or player in self._strangers

    async def recognise(self, token: str, name: str | None) -> Player | None:
        """Return whose token this is, now with this name if one is given, or None where it is nobody's.

        Raises:
            redis.RedisError: the store would have to be asked and does not answer.
        """
        player, _, secret = token.partition(".")
        known = self._known.get(player) or self._strangers.get(player)
        if known is None:
            fields: Any = await self._redis.hgetall(keys.player(player))
            if not fields:
                return None
            kept = KEPT_SECONDS if b"played" in fields else SEATED_SECONDS
            known = _Known(Player(player, fields[b"name"].decode(), fields[b"hash"].decode()), kept)
        if not hmac.compare_digest(known.player.token_hash.encode(), _hash(secret).encode()):
            return None
        if known.player.bot:
            return known.player
        known.player = known.player._replace(name=name or known.player.name)
        if known.kept:
            self._keep(known)
        _remember(self._known if known.kept else self._strangers, known)
        return known.player

    def rename(self, player: Player, name: str) -> Player:
        """Return a player who is here, with another name."""
        known = self._known.get(player.id) or self._strangers.get(player.id) or _Known(player)
        known.player = known.player._replace(name=name)
        if known.kept:
            self._keep(known)
        _remember(self._known if known.kept else self._strangers, known)
        return known.player

    def seated(self, player: Player) -> None:
        """Keep a player who has taken a seat in the store."""
        self._keep(self._known_as(player), SEATED_SECONDS)

    def played(self, player: str) -> None:
        """Keep a player who has played a game to its end for long."""
        known = self._known.get(player)
        if known is not None and not known.player.bot:
            self._keep(known, KEPT_SECONDS)

    def write_again(self, players: Iterable[str]) -> None:
        """Write these to the store again, which has lost some; all others when they come back."""
        for known in self._known.values():
            known.written = -inf
        for player in players:
            known_one = self._known.get(player)
            if known_one is not None and known_one.kept:
                self._keep(known_one)

    def _known_as(self, player: Player) -> _Known:
        """Return what is known of a player who is here, and no stranger any more."""
        known = self._known.get(player.id) or self._strangers.pop(player.id, None) or _Known(player)
        _remember(self._known, known)
        return known

    def _keep(self, known: _Known, seconds: int = 0) -> None:
        """Write a player to the store, where that has not been done lately, or for a shorter time."""
        player, now = known.player, time.monotonic()
        if player.bot or (seconds <= known.kept and now - known.written < AGAIN_SECONDS):
            return
        if self._journal.full:
            return  # known here all the same, and written the next time they take a seat
        known.kept, known.written = max(seconds, known.kept), now
        key = keys.player(player.id)
        played = ("played", 1) if known.kept == KEPT_SECONDS else ()
        self._journal.write("HSET", key, "hash", player.token_hash, "name", player.name, *played)
        self._journal.write("EXPIRE", key, known.kept, "NX")
        self._journal.write("EXPIRE", key, known.kept, "GT")


def _remember(players: dict[str, _Known], known: _Known) -> None:
    """Remember a player, and forget one who has not been here for longest, where there are too many."""
    players.pop(known.player.id, None)
    players[known.player.id] = known
    if len(players) > REMEMBERED:
        del players[next(iter(players))]


def _with_token(player: str, name: str, *, bot: bool) -> tuple[Player, str]:
    secret = secrets.token_urlsafe(32)
    return Player(player, name, _hash(secret), bot), f"{player}.{secret}"


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
