"""Computes new ratings after a game, for the script that counts the game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.rooms.counting import Counted
from cadogan_server.rooms.records import SeatRating
from cadogan_server.rooms.room import Room
from cadogan_server.store import keys
from cadogan_server.store.boards import outcome, skill
from cadogan_server.store.boards.skill import Skill

OVER_ALL = ""
"""Stands for the family of all games."""


class NewRatings(NamedTuple):
    """New ratings.

    Attributes:
        lines: player → input for the script: weight of the change, ratings as read, and new ratings.
        changes: the changes that the room shows its players.
    """

    lines: dict[str, dict[str, Any]]
    changes: tuple[SeatRating, ...]


NOTHING = NewRatings({}, ())
"""The result if nobody is rated."""


class Ratings:
    """Reads ratings, and computes how a game changes them.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def of(self, family: str, players: Sequence[str]) -> dict[str, Skill]:
        """Return the ratings in a family of those of these players who have one.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hmget(keys.ratings(family), list(players)) if players else []
        return {player: skill.parse(text.decode()) for player, text in zip(players, found, strict=True) if text}

    async def reckon(self, room: Room, results: list[Counted], shares: Mapping[str, float]) -> NewRatings:
        """Return the new ratings of players whose results are rated: at least two people of different origins who have
        played.

        Each is compared only with opponents against whom the result counts, so nobody gains by beating somebody of the
        same address.

        Args:
            room: the room.
            results: its results that count.
            shares: player → weight of the change, 0 to 1 (`weigh.lua`).
        """
        rivals = rivals_of(results)
        if not rivals:
            return NOTHING
        among = [result for result in results if result.occupant.player in rivals]
        ranks = {result.occupant.player: result.row.rank for result in among}
        family = room.state.game.head.family
        family_read, all_read = await self._read(family, ranks), await self._read(OVER_ALL, ranks)
        family_before = await self._begin(room, family_read)
        all_before = {player: skill.parse(text) for player, text in all_read.items()}
        family_after = await _after(rivals, ranks, family_before, shares)
        all_after = await _after(rivals, ranks, all_before, shares)
        lines = {
            player: {
                "share": shares[player],
                "family_read": family_read[player],
                "family": skill.as_text(family_after[player]),
                "family_shown": family_after[player].shown,
                "all_read": all_read[player],
                "all": skill.as_text(all_after[player]),
                "all_shown": all_after[player].shown,
            }
            for player in ranks
        }
        changes = tuple(
            SeatRating(
                result.occupant.seat,
                outcome.change(family_before[player], family_after[player]),
                outcome.change(all_before[player], all_after[player]),
            )
            for result in among
            if shares[player := result.occupant.player]
        )
        return NewRatings(lines, changes)

    async def _read(self, family: str, players: Iterable[str]) -> dict[str, str]:
        """Return the ratings of these players in a family as stored; "" for none."""
        found: Any = await self._redis.hmget(keys.ratings(family), list(players))
        return {player: (text or b"").decode() for player, text in zip(players, found, strict=True)}

    async def _begin(self, room: Room, read: dict[str, str]) -> dict[str, Skill]:
        """Return the ratings before the game. A player without one may have a duellist's rating of an earlier rule."""
        before = {player: skill.parse(text) for player, text in read.items()}
        new = [player for player, text in read.items() if not text]
        if new and room.mode.kind.rated_by_game_before:
            earlier: Any = await self._redis.hmget(
                keys.old_ratings(room.state.created.game, room.scoring.board or ""), new
            )
            before |= {player: skill.parse(text.decode()) for player, text in zip(new, earlier, strict=True) if text}
        return before


def rivals_of(results: list[Counted]) -> dict[str, frozenset[str]]:
    """Return player → rivals, between whom ratings change: each result counts against the other on the boards."""
    opponents = {result.occupant.player: {one.player for one in result.opponents} for result in results}
    found = {
        player: frozenset(other for other in others if player in opponents.get(other, ()))
        for player, others in opponents.items()
    }
    return {player: others for player, others in found.items() if others}


async def _after(
    rivals: dict[str, frozenset[str]], ranks: dict[str, int], before: dict[str, Skill], shares: Mapping[str, float]
) -> dict[str, Skill]:
    """Return the ratings after the game. Most players have the same rivals, so these are computed at once. If many
    share an address in pairs, each pair is computed separately, and others get their turn in between."""
    found: dict[frozenset[str], dict[str, Skill]] = {}
    new = {}
    for player, others in rivals.items():
        group = others | {player}
        if group not in found:
            if found:
                await asyncio.sleep(0)
            found[group] = skill.after(before, ranks, group, shares)
        new[player] = found[group][player]
    return new
