"""Questions that a client asks its server. They change nothing."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from cadogan_client.requests.connected import Connected
from cadogan_protocol import (
    Analysis,
    BoardMetric,
    Calendar,
    DayTold,
    GameInfo,
    Games,
    GetAnalysis,
    GetCalendar,
    GetDay,
    GetLeaderboard,
    GetReplay,
    GetRules,
    GetRunning,
    Leaderboard,
    LeaderRow,
    ListedRoom,
    ListGames,
    ListRooms,
    OptionValue,
    Ping,
    Pong,
    Replay,
    Rooms,
    Rules,
    Running,
    RunningDuel,
)


class Questions(Connected):
    """A player who asks for games, rooms, boards, days and replays."""

    async def list_games(self, language: str = "en") -> tuple[GameInfo, ...]:
        """Return the catalogue; games that race well come first. `language` is a code of ISO 639-1."""
        return (await self._request(Games, ListGames, language=language)).games

    async def list_rooms(self) -> tuple[ListedRoom, ...]:
        """Return the public rooms."""
        return (await self._request(Rooms, ListRooms)).rooms

    async def running(self) -> tuple[RunningDuel, ...]:
        """Return the player's correspondence duels that are not over; those that await the player come first."""
        return (await self._request(Running, GetRunning)).duels

    async def rules(self, game: str, language: str = "en") -> Rules:
        """Return the explanation of a game; `language` is a code of ISO 639-1."""
        return await self._request(Rules, GetRules, game=game, language=language)

    async def leaderboard(
        self,
        game: str,
        metric: BoardMetric = "wins",
        count: int = 20,
        options: Mapping[str, OptionValue] | None = None,
        **which: Any,
    ) -> tuple[LeaderRow, ...]:
        """Return lines of a board of a game, by default the best of all time.

        Args:
            game: the game's id.
            metric: the figure by which the board ranks.
            count: the most lines.
            options: the game's options; each choice of them has a board of its own; options not named have their
                defaults.
            which: `period`, `scope`, `view` and `players`, as fields of `get_leaderboard`.
        """
        chosen = dict(options or {})
        answer = await self._request(
            Leaderboard, GetLeaderboard, game=game, metric=metric, count=count, options=chosen, **which
        )
        return answer.rows

    async def day(self, day: str | None = None, count: int = 20) -> DayTold:
        """Return the contests of a day, with their results.

        Args:
            day: the day (UTC), as `2026-11-21`; None: today.
            count: the most rows of each board.
        """
        return await self._request(DayTold, GetDay, day=day, count=count)

    async def calendar(self, month: str | None = None) -> Calendar:
        """Return the player's results on each day of a month (UTC), as `2026-11`; None: the current month."""
        return await self._request(Calendar, GetCalendar, month=month)

    async def replay(self, code: str | None = None, key: str | None = None) -> Replay:
        """After the end: return every board from deal to end, by default of the player's room."""
        if code is None:
            if self.room is None:
                raise ValueError("there is no room to replay: say which")
            code, key = self.room.code, self.room.key
        return await self._request(Replay, GetReplay, room=code, key=key)

    async def analysis(self, code: str | None = None, key: str | None = None) -> Analysis:
        """After the end: return what is known of where a race was lost, or of the mistakes of a duel, by default of the player's
        room. The first call begins the analysis: call again every second while `status` is "queued" or "running".
        """
        if code is None:
            if self.room is None:
                raise ValueError("there is no room to analyse: say which")
            code, key = self.room.code, self.room.key
        return await self._request(Analysis, GetAnalysis, room=code, key=key)

    async def ping(self) -> float:
        """Return the seconds that an answer takes. The answer also sets the clock of `server_time`."""
        before = time.monotonic()
        self._set_clock((await self._request(Pong, Ping)).now)
        return time.monotonic() - before

    def server_time(self) -> float:
        """Return the server's clock in milliseconds since 1970, as the latest answer that tells it has set it here: that to
        entering, to joining a room, or to `ping`."""
        return time.monotonic() * 1000 + self._clock_offset
