"""Players and their tokens. A token is secret, and only its hash is stored; each device of a player has its own.

The server's own bots are not stored: their tokens are derived from a secret that all nodes of a store share. So every
node recognises a bot, whichever has seated it.
"""

from __future__ import annotations

import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal

ACCOUNT_SECONDS = 2 * 365 * 24 * 3600
"""Seconds without a visit after which a player with a passkey and a finished game is removed."""

KEPT_SECONDS = 90 * 24 * 3600
"""Seconds without a visit after which a player with a finished game is removed."""

SEATED_SECONDS = 7 * 24 * 3600
"""Seconds for which a player without a finished game is kept, after taking a seat or making a passkey."""

ACCOUNT = 2
"""Value of the field `account` of a player with a passkey. Earlier versions wrote 1, and kept all accounts longest."""

STRANGER_SECONDS = 3600
"""Seconds for which a player without a seat is kept, if there are other nodes to come back to."""

AGAIN_SECONDS = 24 * 3600
"""Seconds between two writes of a player who comes every day."""

REWRITTEN_SECONDS = 60
"""Seconds after which a player who takes a seat is written again, as the store may have evicted the player."""

REMEMBERED = 100_000
"""Players that a server knows without asking the store."""

MOST_DEVICES = 8
"""Further devices of a player. Beyond that, the one added first is forgotten."""

# Extends the time to live of keys to this many seconds from now, unless they last longer already.
_LAST = """for _, key in ipairs(KEYS) do
redis.call('EXPIRE', key, ARGV[1], 'NX')
redis.call('EXPIRE', key, ARGV[1], 'GT')
end"""


class Player(NamedTuple):
    """A player, identified by a public id. `hashes`: of the player's secrets; `bot`: True for the server's own bots."""

    id: str
    name: str
    hashes: tuple[str, ...]
    bot: bool = False

    def has(self, secret: str) -> bool:
        """Return True if this is one of the player's secrets."""
        hashed = _hash(secret).encode()
        return any(hmac.compare_digest(known.encode(), hashed) for known in self.hashes)


@dataclass(slots=True)
class _Known:
    """A player, and what determines how long the store keeps the player.

    Attributes:
        player: the player.
        seated: True if the player has taken a seat. Others are not in the store.
        played: True if the player has finished a game.
        account: True if the player has a passkey.
        written: time of the last write to the store, by the monotonic clock.
    """

    player: Player
    seated: bool = False
    played: bool = False
    account: bool = False
    written: float = -inf

    @property
    def seconds_kept(self) -> int:
        """Seconds for which the store keeps the player; 0: not at all."""
        if self.played:
            return ACCOUNT_SECONDS if self.account else KEPT_SECONDS
        return SEATED_SECONDS if self.seated else 0


class Players:
    """Creates and recognises players. A player who never takes a seat leaves nothing in the store, except for a while
    if there are other nodes to come back to.

    Args:
        redis: a client without `decode_responses`.
        journal: writes to the store.
        alone: returns True if there is no other node.
        secret: returns the secret that all nodes of the store share.
        full: returns True if the store has no space for new players.
        remembered: number of players known without asking the store, also while it is away. The same number again of
            players without a seat, who are not in the store at all.
    """

    def __init__(
        self,
        redis: Redis,
        journal: Journal,
        alone: Callable[[], bool] = lambda: True,
        secret: Callable[[], Awaitable[bytes]] | None = None,
        remembered: int = REMEMBERED,
        full: Callable[[], bool] = lambda: False,
    ) -> None:
        self._redis = redis
        self._journal = journal
        self._alone = alone
        self._secret = secret
        self._remembered = remembered
        self._full = full
        self._of_bots = secrets.token_bytes(32) if secret is None else b""
        """Key from which the tokens of bots are derived."""
        self._known: dict[str, _Known] = {}
        self._strangers: dict[str, _Known] = {}
        self._forgotten: dict[str, None] = {}
        """Deleted players, who may still have an open socket."""

    def welcome(self, name: str) -> tuple[Player, str]:
        """Create a player; return the player and the token."""
        player, token = _with_token(secrets.token_urlsafe(9), name)
        self._remember(self._strangers, _Known(player))
        if not self._alone() and not self._journal.full and not self._full():
            key = keys.player(player.id)
            self._journal.write("HSET", key, "hash", player.hashes[0], "name", player.name, "stranger", 1)
            self._journal.write("EXPIRE", key, STRANGER_SECONDS)
        return player, token

    async def prepare_bots(self) -> None:
        """Get the key from which the tokens of bots are derived.

        Raises:
            redis.RedisError: the store had to be asked and does not answer.
        """
        if not self._of_bots:
            assert self._secret is not None
            self._of_bots = await self._secret()

    def welcome_bot(self, name: str, player: str | None = None) -> tuple[Player, str]:
        """Return a new bot, or an existing one by its id, after `prepare_bots`. All nodes recognise it."""
        return self._bot(player or secrets.token_urlsafe(9), name)

    def _bot(self, player: str, name: str) -> tuple[Player, str]:
        assert self._of_bots, "`prepare_bots` gets the key for the tokens of bots"
        mark = hmac.digest(self._of_bots, f"bot {player} {name}".encode(), "sha256")
        secret = urlsafe_b64encode(mark).decode().rstrip("=")
        return Player(player, name, (_hash(secret),), bot=True), f"{player}.{secret}"

    def remembers(self, token: str) -> bool:
        """Return True if this token's player is known without asking the store."""
        player, _, secret = token.partition(".")
        known = self._known.get(player) or self._strangers.get(player)
        return known is not None and (known.player.has(secret) or self._only_here(known))

    async def recognise(self, token: str, name: str | None) -> Player | None:
        """Return the player of a token, renamed if a name is given; None if there is none.

        Raises:
            redis.RedisError: the store had to be asked and does not answer.
        """
        player, _, secret = token.partition(".")
        known = self._known.get(player) or self._strangers.get(player)
        if known is None or not (known.player.has(secret) or self._only_here(known)):
            # Another server may have admitted a device, or seated a bot.
            bot = await self._bot_with(token, name or "")
            if bot is not None:
                return bot
            known = await self._read(player)
        if known is None or not known.player.has(secret):
            return None
        if known.player.bot:
            return known.player
        known.player = known.player._replace(name=name or known.player.name)
        if known.seconds_kept:
            self._keep(known)
        self._remember(self._known if known.seconds_kept else self._strangers, known)
        return known.player

    def _only_here(self, known: _Known) -> bool:
        """Return True if only this server knows a player, so that the store has nothing to add."""
        return not known.seconds_kept and self._alone()

    async def _bot_with(self, token: str, name: str) -> Player | None:
        await self.prepare_bots()
        bot, own = self._bot(token.partition(".")[0], name)
        return bot if hmac.compare_digest(own.encode(), token.encode()) else None

    async def another_token(self, player: str) -> tuple[Player, str] | None:
        """Return a player and a new token for a further device; None if there is no such player.

        Raises:
            redis.RedisError: the store had to be asked and does not answer.
        """
        known = await self._read(player)
        if known is None:
            return None
        secret = secrets.token_urlsafe(32)
        further = [*known.player.hashes[1:], _hash(secret)]
        dropped, further = further[:-MOST_DEVICES], further[-MOST_DEVICES:]
        if dropped:
            self._journal.write("HDEL", keys.player(player), *(f"hash:{old}" for old in dropped))
        self._journal.write("HSET", keys.player(player), f"hash:{further[-1]}", time.time_ns() // 1000)
        known.player = known.player._replace(hashes=(known.player.hashes[0], *further))
        known.seated = True
        self._keep(known)
        self._remember(self._known, known)
        return known.player, f"{player}.{secret}"

    def rename(self, player: Player, name: str) -> Player:
        """Rename a player who is here; return the renamed player."""
        known = self._known.get(player.id) or self._strangers.get(player.id) or _Known(player)
        known.player = known.player._replace(name=name)
        if known.seconds_kept:
            self._keep(known)
        self._remember(self._known if known.seconds_kept else self._strangers, known)
        return known.player

    def note_seat(self, player: Player) -> None:
        """Note that a player has taken a seat: store the player."""
        known = self._known_as(player)
        new, known.seated = not known.seated, True
        self._keep(known, 0 if new else REWRITTEN_SECONDS)

    def note_game(self, player: str) -> None:
        """Note that a player has finished a game: store the player for longer."""
        known = self._known.get(player)
        if known is not None and not known.player.bot:
            new, known.seated, known.played = not known.played, True, True
            self._keep(known, 0 if new else AGAIN_SECONDS, first=new)

    def note_account(self, player: Player) -> None:
        """Note that a player has a passkey: store the player for longest, once a game was finished."""
        known = self._known_as(player)
        known.seated = known.account = True
        self._keep(known, 0)

    def write_again(self, players: Iterable[str]) -> None:
        """Write these players again to a store that has lost data. Others are written when they come back."""
        for known in self._known.values():
            known.written = -inf
        for player in players:
            known_one = self._known.get(player)
            if known_one is not None and known_one.seconds_kept:
                self._keep(known_one)

    async def _read(self, player: str) -> _Known | None:
        """Read a player from the store, which may lack what this server has just written."""
        fields: Any = await self._redis.hgetall(keys.player(player))
        if b"hash" not in fields:
            return self._known.get(player)
        further = sorted((int(at), field[5:].decode()) for field, at in fields.items() if field.startswith(b"hash:"))
        here = self._known[player].player.hashes if player in self._known else ()
        hashes = tuple(dict.fromkeys((fields[b"hash"].decode(), *(hashed for _, hashed in further), *here)))
        account = fields.get(b"account")
        return _Known(
            Player(player, fields[b"name"].decode(), hashes),
            seated=b"stranger" not in fields,
            played=b"played" in fields or account not in (None, b"%d" % ACCOUNT),
            account=account is not None,
        )

    def lasts(self, player: str) -> int:
        """Return the seconds for which the store keeps a player who is here."""
        known = self._known.get(player)
        return known.seconds_kept if known is not None and known.seconds_kept else SEATED_SECONDS

    async def names(self, players: Sequence[str]) -> list[str | None]:
        """Return the current names of players; None for a player who is no longer known.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player in players:
                pipeline.hget(keys.player(player), "name")
            found = await pipeline.execute()
        return [None if name is None else name.decode() for name in found]

    def forget(self, player: str) -> None:
        """Stop writing anything about a player whom the store is about to forget."""
        self._known.pop(player, None)
        self._strangers.pop(player, None)
        self._forgotten[player] = None
        if len(self._forgotten) > self._remembered:
            del self._forgotten[next(iter(self._forgotten))]

    def _known_as(self, player: Player) -> _Known:
        """Return the known facts about a player who is here. From now on that player is no stranger."""
        known = self._known.get(player.id) or self._strangers.pop(player.id, None) or _Known(player)
        self._remember(self._known, known)
        return known

    def _remember(self, players: dict[str, _Known], known: _Known) -> None:
        """Remember a player, and forget the one longest absent if there are too many."""
        players.pop(known.player.id, None)
        players[known.player.id] = known
        if len(players) > self._remembered:
            del players[next(iter(players))]

    def _keep(self, known: _Known, again: float = AGAIN_SECONDS, *, first: bool = False) -> None:
        """Write a player to the store if that was more than `again` seconds ago; `first`: True after the first finished
        game."""
        player, now = known.player, time.monotonic()
        if player.bot or player.id in self._forgotten or now - known.written < again:
            return
        if self._journal.full:
            known.written = -inf  # the player is known here, and written at the next seat
            return
        known.written = now
        key = keys.player(player.id)
        marks = (*(("played", 1) if known.played else ()), *(("account", ACCOUNT) if known.account else ()))
        self._journal.write("HSET", key, "hash", player.hashes[0], "name", player.name, *marks)
        if first:
            self._journal.write("HSETNX", key, "since", int(time.time()))
        if not self._alone():
            self._journal.write("HDEL", key, "stranger")
        for hashed in player.hashes[1:]:
            self._journal.write("HSETNX", key, f"hash:{hashed}", time.time_ns() // 1000)
        theirs = (key, *keys.of_player(player.id))
        self._journal.write("EVAL", _LAST, len(theirs), *theirs, known.seconds_kept)


def _with_token(player: str, name: str) -> tuple[Player, str]:
    secret = secrets.token_urlsafe(32)
    return Player(player, name, (_hash(secret),)), f"{player}.{secret}"


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
