"""Counts each game once on the boards and in ratings. `rooms/counting.py` decides what counts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Any, NamedTuple

import msgpack
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from cadogan_protocol.limits import RANKED_DAYS, RANKED_PEOPLE
from cadogan_server.rooms.counting import SOLO, Counted
from cadogan_server.rooms.fairness import day_of
from cadogan_server.rooms.occupant import Occupant
from cadogan_server.rooms.room import Room
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.boards import outcome
from cadogan_server.store.boards.circles import MOST_PEOPLE
from cadogan_server.store.boards.outcome import GameOutcome
from cadogan_server.store.boards.ratings import OVER_ALL, NewRatings, Ratings
from cadogan_server.store.boards.waiting import (
    SHARED,
    BoardGroup,
    Sorting,
    group_of_game,
    group_of_ratings,
    group_of_solo,
)
from cadogan_server.store.log.bounds import Bounds

logger = logging.getLogger(__name__)

COUNTED_MS = 30 * 24 * 3600 * 1000
"""Milliseconds for which it is remembered that a room was counted. No log is kept longer, so no room is recovered and
counted later."""

OUTCOME_SECONDS = 24 * 3600
"""Seconds for which a room's changes of ratings are kept, for a node that recovers the room."""

WEIGHTS = (1, 0.5, 0.25, 0.125)
"""Weights of the first, second, ... game of the same two players in a day; later ones count nothing. Such fractions add
up without rounding errors."""

TRUST = (0.25, 0.5, 0.75, 1)
"""Weights of an opponent who has met no other person in rated games, one, two, or at least three."""

MET_SECONDS = 2 * 24 * 3600
"""Seconds for which the pairs of players who met on a day are remembered."""

RETRY_SECONDS = 1.0
"""Seconds between two attempts to count a room while the store does not answer."""

WEIGHING = (files(__package__) / "weigh.lua").read_text(encoding="utf-8")

SCRIPT = SHARED + WEIGHING + (files(__package__) / "count.lua").read_text(encoding="utf-8")

_WEIGH = f"""{WEIGHING}
local job, shares = cmsgpack.unpack(ARGV[1]), {{}}
weigh(job, KEYS[1], KEYS[2], KEYS[3])
for i, result in ipairs(job.results) do
  shares[i] = {{string.format('%.17g', result.share_now), result.elsewhere and 1 or 0}}
end
return shares"""

Tell = Callable[[GameOutcome], None]
"""Called with what a game has changed."""


class CountingCall(NamedTuple):
    """Keys and arguments of the script that counts a room."""

    keys: list[str]
    job: bytes


class Leaderboard:
    """Counts results.

    Args:
        redis: a client without `decode_responses`.
        certain: seconds after which acknowledged writes survive a crash of the store.
        sleep: waits for a number of seconds.

    Attributes:
        sorting: sorts counted results into the boards; the caller has to run its `run`.
    """

    def __init__(
        self,
        redis: Redis,
        certain: float = Bounds.lately,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._certain = certain
        self._sleep = sleep
        self._ratings = Ratings(redis)
        self.sorting = Sorting(redis)
        self._script = redis.register_script(SCRIPT)
        self._weigh = redis.register_script(_WEIGH)

    async def count(self, room: Room, now: int, tell: Tell = lambda changed: None) -> None:
        """Count the results of a finished room at the time `now` in ms since 1970. Repeating it changes nothing.

        Waits while the store is away, and starts again if another game has changed a rating meanwhile. It does not use
        the journal, which would repeat the command over a new connection: ratings must be read again. So it counts
        twice, `certain` seconds apart, and returns once the store still has the first count.
        """
        results = room.scoring.counted
        _log_too_fast(room)
        is_told = False
        while results:
            try:
                answer, changed = await self.try_to_count(room, results, now)
            except STORE_AWAY as error:
                if is_for_ever(error):
                    logger.error("room %s can't be counted, the store refuses it: %s", room.code, error)
                    return
                await self._sleep(RETRY_SECONDS)
                continue
            if answer == "stale":
                continue
            self.sorting.wake()
            if any(changed) and (answer == "counted" or not is_told):
                tell(changed)
                is_told = True
            if answer == "known":
                return
            await self._sleep(self._certain)

    async def try_to_count(self, room: Room, results: list[Counted], now: int) -> tuple[str, GameOutcome]:
        """Return "counted", "known" if the room had been counted before, or "stale" if a rating had changed; and what the game
        has changed.

        Raises:
            redis.RedisError: the store does not answer.
        """
        shares, beside = await self._weights(room, results, now)
        reckoned = await self._ratings.reckon(room, results, shares)
        command = command_of(room, results, now, reckoned, beside)
        answer: Any = await self._script(keys=command.keys, args=[command.job])
        return answer[0].decode(), outcome.unpack(answer[1]) if len(answer) > 1 else outcome.NOTHING

    async def _weights(self, room: Room, results: list[Counted], now: int) -> tuple[dict[str, float], tuple[int, ...]]:
        """Return player → weight of this game in the player's ratings, 0 to 1; and the seats of players who played another game
        that counted at the same moment."""
        job = msgpack.packb(_weighed(room, results), use_bin_type=False)
        found: Any = await self._weigh(
            keys=[keys.met(room.state.created.game, day_of(now)), keys.CIRCLES, keys.PLAYING], args=[job]
        )
        shares = {result.occupant.player: float(share) for result, (share, _) in zip(results, found, strict=True)}
        return shares, tuple(result.occupant.seat for result, (_, beside) in zip(results, found, strict=True) if beside)


def command_of(
    room: Room, results: list[Counted], now: int, reckoned: NewRatings, beside: tuple[int, ...] = ()
) -> CountingCall:
    """Return the call of the script that counts a room with these new ratings. `beside` are the seats of players who played another
    game that counted at the same moment."""
    game, options, family = room.state.created.game, room.scoring.board or "", room.state.game.head.family
    day = day_of(now)
    groups = [group_of_game(game, options, day), group_of_ratings(family), group_of_ratings(OVER_ALL)]
    solo = group_of_solo(game, options, day)
    places = [
        keys.counted(game),
        keys.outcome(game, room.state.created.identity),
        keys.NAMES,
        keys.boards(game),
        keys.met(game, day),
        keys.streaks(game, options),
        keys.ratings(family),
        keys.ratings(OVER_ALL),
        keys.CIRCLES,
        keys.PLAYING,
        keys.BEHIND,
        *(place for group in groups for place in (group.queue, group.waiting)),
        *(keys.solo_streaks(game, options), solo.behind, solo.queue, solo.waiting),
    ]
    job = _job(room, results, now, reckoned, beside, [*groups, solo])
    return CountingCall(places, msgpack.packb(job, use_bin_type=False))  # Redis knows only the old types


def _weighed(room: Room, results: list[Counted]) -> dict[str, Any]:
    """Return the input of `weigh.lua`: the marks of each seat; the weights by number of meetings and by an opponent's
    circle; for each result the seat, its opponents' seats (from 1), and the player's first and last moment in the game,
    in ms since 1970. A correspondence player may play other games meanwhile: both moments are 0."""
    seats = sorted(room.state.occupants)
    began = room.state.starts or room.state.created.at
    by_days = room.state.by_days
    return {
        "known": [_known(room.state.occupants[seat]) for seat in seats],
        "weights": WEIGHTS,
        "trust": TRUST,
        "results": [
            {
                "player": result.occupant.player,
                "seat": 1 + seats.index(result.occupant.seat),
                "opponents": [1 + seats.index(opponent.seat) for opponent in result.opponents],
                "began": 0 if by_days else began,
                "last": 0 if by_days else began + _last_move(room, result.occupant.seat),
            }
            for result in results
        ],
    }


def _last_move(room: Room, seat: int) -> int:
    hands = room.state.hands.get(seat)
    return hands.last if hands is not None else 0


def _job(
    room: Room,
    results: list[Counted],
    now: int,
    reckoned: NewRatings,
    beside: tuple[int, ...],
    groups: list[BoardGroup],
) -> dict[str, Any]:
    """Return the input of the counting script: that of `weigh.lua`, the room, the changed groups of boards, when
    ratings are ranked, and the results."""
    weighed = _weighed(room, results)
    lines = zip(weighed.pop("results"), results, strict=True)
    return {
        **weighed,
        "room": room.state.created.identity,
        "board": room.scoring.board or "",
        "now": now,
        "day": day_of(now),
        "forget": now - COUNTED_MS,
        "groups": [group.name for group in groups],
        "met_seconds": MET_SECONDS,
        "most_people": MOST_PEOPLE,
        "ranked_days": RANKED_DAYS,
        "ranked_people": RANKED_PEOPLE,
        "outcome": outcome.pack(
            GameOutcome(reckoned.changes, tuple(one.occupant.seat for one in results if _is_beside(one, beside)))
        ),
        "outcome_seconds": OUTCOME_SECONDS,
        "results": [
            line
            | _line(room, result)
            | {"beside": result.occupant.seat in beside}
            | reckoned.lines.get(result.occupant.player, {})
            for line, result in lines
        ],
    }


def _is_beside(result: Counted, beside: tuple[int, ...]) -> bool:
    """Return True if a result would count, but for another game at the same moment."""
    return bool(result.opponents) and result.occupant.seat in beside


def _line(room: Room, result: Counted) -> dict[str, Any]:
    """Return the input for one result besides its weight: whether the player came first among the opponents, whether it
    counts on solo boards, whether the game was won, time and moves of a race won, and a duel's points."""
    row = result.row
    line: dict[str, Any] = {
        "name": row.name,
        "first": result.first,
        "solo": row.why_not in SOLO,
        "won": row.won,
        "undone": row.undone > 0,
    }
    if not room.mode.kind.by_time:
        line["score"] = row.score or 0
    elif row.won and row.time is not None:
        line |= {"time": row.time, "moves": row.moves}
    return line


def _log_too_fast(room: Room) -> None:
    """Log players whose moves were too fast for any hands."""
    for row in room.state.results.rows if room.state.results else ():
        if row.why_not == "fast":
            player = room.state.occupants[row.seat].player
            logger.info("room %s: player %s moved faster than hands can, and is not counted", room.code, player)


def _known(occupant: Occupant) -> list[str]:
    """Return the ways to recognise a player who may use another name: the id, and the marks of the origin."""
    return [occupant.player, *occupant.origin]


def is_for_ever(error: Exception) -> bool:
    """Return True if the store refuses a command because of the command itself. Other error replies come from a store
    in trouble, and the command may work later. redis-py has a class for most of those; the others begin with a word in
    capitals."""
    return type(error) is ResponseError and not str(error).partition(" ")[0].isupper()
