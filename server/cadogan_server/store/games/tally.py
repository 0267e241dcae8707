"""A player's figures by game and options, and over all games, added up from the history.

The history is the record. The sums are stored beside it, with the id of the last game that they include. The next
reader adds the games since then. So games that an earlier version has counted are included by themselves, and a game
that another node adds is never missing.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_protocol.boards import OwnFigures
from cadogan_protocol.limits import MOST_HISTORY
from cadogan_protocol.people import Figures
from cadogan_server.rooms.counting import ON_NO_RECORD
from cadogan_server.rooms.kinds.registry import kind_named, kind_of
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.games import past_games
from cadogan_server.store.games.past_games import PastGame

OVER_ALL = ""
"""Subject of the sums over all games."""

OTHER_OPTIONS = "*"
"""Stands for options of a game that have no board."""

UPTO = "@"
"""Field with the id of the last game in the sums. No subject has this name."""

AT_ONCE = 500
"""Games read from the store in one go."""

# Stores sums, unless newer ones are stored or the player is gone.
# KEYS: player, tally. ARGV: the id that was read, then fields and values.
_KEEP = """local left = redis.call('TTL', KEYS[1])
if left == -2 or (redis.call('HGET', KEYS[2], '@') or '') ~= ARGV[1] then
return 0
end
redis.call('HSET', KEYS[2], unpack(ARGV, 2))
if left > 0 then
redis.call('EXPIRE', KEYS[2], left)
end
return 1"""


@dataclass
class PlayerTally:
    """Sums over games. All times are in milliseconds.

    Attributes:
        won: games won: all cards home, or the match of a duel.
        first: games in which the player came before somebody, and nobody before the player.
        streak: games won in a row up to the last one; `longest`: the longest streak.
        timed: races won; `total`: sum of their times.
        best, best_undo: best time of races won without an undone move, and with one.
        fewest, fewest_undo: fewest moves of the same.
        last: when the last game was over, in ms since 1970.
    """

    played: int = 0
    won: int = 0
    first: int = 0
    streak: int = 0
    longest: int = 0
    timed: int = 0
    total: int = 0
    best: int | None = None
    best_undo: int | None = None
    fewest: int | None = None
    fewest_undo: int | None = None
    last: int = 0

    def add(self, game: PastGame) -> None:
        """Add a game that is later than all others."""
        self.played, self.last = self.played + 1, game.at
        self.won += game.won
        self.first += game.first
        self.streak = self.streak + 1 if game.won else 0
        self.longest = max(self.longest, self.streak)
        if not kind_named(game.kind).by_time or not game.won or game.time is None:
            return
        self.timed, self.total = self.timed + 1, self.total + game.time
        if game.undone:
            self.best_undo, self.fewest_undo = _least(self.best_undo, game.time), _least(self.fewest_undo, game.moves)
        else:
            self.best, self.fewest = _least(self.best, game.time), _least(self.fewest, game.moves)

    def figures(self, subject: str) -> Figures:
        """Return the sums as a message part."""
        game, _, board = subject.partition(" ")
        return Figures(
            game=game,
            options=None if board == OTHER_OPTIONS else catalogue.options_of(board),
            played=self.played,
            won=self.won,
            first=self.first,
            best=_least(self.best, self.best_undo),
            best_without_undo=self.best,
            fewest_moves=_least(self.fewest, self.fewest_undo),
            fewest_moves_without_undo=self.fewest,
            average=round(self.total / self.timed) if self.timed else None,
            streak=self.streak,
            longest=self.longest,
            last=self.last,
        )

    @property
    def own(self) -> OwnFigures:
        """The sums as shown beside a board."""
        return OwnFigures(
            races=self.played,
            wins=self.won,
            first=self.first,
            best_time=self.best,
            best_time_undo=self.best_undo,
            fewest_moves=self.fewest,
            fewest_moves_undo=self.fewest_undo,
        )


class Tallies:
    """Adds up players' figures. All methods raise redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
        at_once: number of games read from the store in one go.
        most: number of games in a full history; earlier games are known only from the sums of an earlier version.
    """

    def __init__(self, redis: Redis, *, at_once: int = AT_ONCE, most: int = MOST_HISTORY) -> None:
        self._redis = redis
        self._at_once = at_once
        self._most = most
        self._keep = redis.register_script(_KEEP)

    async def one(self, player: str, subject: str) -> PlayerTally:
        """Return a player's sums of a subject (see `subject_of`)."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hmget(keys.tally(player), UPTO, subject)
            pipeline.xrevrange(keys.history(player), count=1)
            (upto, kept), games = await pipeline.execute()
        if games and games[0][0] != upto:
            return (await self.of(player)).get(subject, PlayerTally())
        return _parsed(kept) if kept else PlayerTally()

    async def of(self, player: str) -> dict[str, PlayerTally]:
        """Return subject → a player's sums."""
        kept: Any = await self._redis.hgetall(keys.tally(player))
        upto = kept.pop(UPTO.encode(), b"").decode()
        found = {subject.decode(): _parsed(text) for subject, text in kept.items()}
        last, changed, entries = upto, {UPTO}, self._at_once
        while entries == self._at_once:
            later = f"({last}" if last else "-"
            games: Any = await self._redis.xrange(keys.history(player), min=later, count=self._at_once)
            entries = len(games)
            for id, fields in games:
                last = id.decode()
                changed |= _add(found, past_games.unpack(fields[b"g"]))
        if not upto and await self._redis.xlen(keys.history(player)) >= self._most:
            await self._raise_to_earlier(player, found)
            changed |= set(found)
        if last != upto:
            await self._save(player, upto, {UPTO: last} | {each: _written(found[each]) for each in changed - {UPTO}})
        return found

    async def store_sums(self, player: str) -> bool:
        """Store the sums of all games in a player's history. Return True if the store has them, so that the history may
        be cut."""
        await self.of(player)
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hget(keys.tally(player), UPTO)
            pipeline.xrevrange(keys.history(player), count=1)
            upto, games = await pipeline.execute()
        return not games or games[0][0] == upto

    async def _raise_to_earlier(self, player: str, found: dict[str, PlayerTally]) -> None:
        """Raise sums to those of an earlier version, for a player whose first games are no longer in the history."""
        kept: Any = await self._redis.hgetall(keys.earlier_figures(player))
        over_all = found.setdefault(OVER_ALL, PlayerTally())
        for field, text in kept.items():
            subject, before = field.decode(), json.loads(text)
            tally = found.setdefault(subject, PlayerTally())
            missing = int(before["played"]) - tally.played
            if subject != OVER_ALL and missing > 0:
                # If ratings were not kept game by game, the field `won` counted first places, and `home` counted wins.
                won = int(before["won" if _was_rated_by_game(subject) else "home"]) - tally.won
                tally.won, over_all.won = tally.won + won, over_all.won + won
                tally.played, over_all.played = tally.played + missing, over_all.played + missing
                tally.timed, tally.total = int(before["home"]), int(before["sum"])
                tally.best = _least(tally.best, before.get("best_without_undo"))
                if before.get("best") != before.get("best_without_undo"):
                    tally.best_undo = _least(tally.best_undo, before["best"])

    async def _save(self, player: str, upto: str, fields: dict[str, str]) -> None:
        """Store sums. If the store takes nothing, the next reader adds the games again."""
        with suppress(*STORE_AWAY):
            await self._keep(
                keys=[keys.player(player), keys.tally(player)],
                args=[upto, *(part for pair in fields.items() for part in pair)],
            )


def subject_of(game: str, board: str | None) -> str:
    """Return the subject of a game with a board's options, as `catalogue.board` writes them; None: options without a
    board."""
    return " ".join(filter(None, (game, OTHER_OPTIONS if board is None else board)))


def _add(found: dict[str, PlayerTally], game: PastGame) -> set[str]:
    """Add a game to the sums that it belongs to; return their subjects."""
    if game.why_not in ON_NO_RECORD:
        return set()
    subjects = {OVER_ALL, _subject(game)}
    for subject in subjects:
        found.setdefault(subject, PlayerTally()).add(game)
    return subjects


def _subject(game: PastGame) -> str:
    year = datetime.fromtimestamp(game.at / 1000, UTC).year
    try:
        board = catalogue.board(game.game, game.options, year)
    except catalogue.CatalogueError:  # a game or option of another version
        board = None
    return subject_of(game.game, board)


def _was_rated_by_game(subject: str) -> bool:
    game = subject.partition(" ")[0]
    return game in catalogue.ids() and kind_of(catalogue.head_of(game)).rated_by_game_before


def _least(before: int | None, value: float | None) -> int | None:
    if value is None:
        return before
    return int(value) if before is None else min(before, int(value))


def _parsed(text: bytes) -> PlayerTally:
    return PlayerTally(**json.loads(text))


def _written(tally: PlayerTally) -> str:
    return json.dumps({name: value for name, value in asdict(tally).items() if value})
