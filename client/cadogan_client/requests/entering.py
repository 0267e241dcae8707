"""Requests that lead into a room, out of it, and on to the following one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from cadogan_client.errors import ClientError
from cadogan_client.requests.connected import Connected
from cadogan_client.room import Room
from cadogan_protocol import (
    Candidacy,
    Create,
    Join,
    Joined,
    Leave,
    Matched,
    Move,
    Ok,
    Onward,
    OptionValue,
    PlayFrom,
    Propose,
    RaceGhosts,
    Rematch,
    RoomOptions,
    Run,
    Seek,
    SeekOver,
    StopSeeking,
    Vote,
)


class Entering(Connected):
    """A player who enters rooms."""

    async def create(self, game: str, options: Mapping[str, OptionValue] | None = None, **rules: Any) -> Room:
        """Open a room and take its first seat.

        Args:
            game: the game's id.
            options: the game's own options.
            rules: fields of `RoomOptions`, say `seats=4, time_limit=600`.
        """
        await self._request(Joined, Create, game=game, options=dict(options or {}), rules=RoomOptions(**rules))
        return await self._arrived()

    async def race_ghosts(self, *runs: Run) -> Room:
        """Open a room for a race alone against earlier runs on one deal: `Run(room="ABCDEF")`."""
        await self._request(Joined, RaceGhosts, runs=runs)
        return await self._arrived()

    async def play_from(
        self, room: str, step: int, seat: int | None = None, moves: Sequence[Move] = (), key: str | None = None
    ) -> Room:
        """Open a practice room that begins from a position of a finished race.

        Args:
            room: the code of the race's room.
            step: the number of steps in the replay up to the position.
            seat: the seat whose board it is; None: the player's own, else the winner's.
            moves: further moves from there.
            key: the key of that room, if it is by link only.
        """
        await self._request(Joined, PlayFrom, room=room, step=step, seat=seat, moves=tuple(moves), key=key)
        return await self._arrived()

    async def join(self, code: str, role: Literal["player", "spectator"] = "player", key: str | None = None) -> Room:
        """Enter a room by its code and, if it is by link only, the link's `key`. A player with a seat there gets it
        again.
        """
        await self._request(Joined, Join, room=code, role=role, key=key)
        room = await self._arrived()
        room.key = key
        return room

    async def somebody(
        self, *games: str, kind: Literal["race", "duel", "shared"] = "race", bot: bool = True
    ) -> tuple[Room, Matched]:
        """Search for somebody to play with, wait, and join the room. `search` says meanwhile how many wait.

        Args:
            games: the games that please; none: any well-known one of `kind`.
            kind: see `games`.
            bot: true if a bot may sit down after 20 seconds.

        Raises:
            ClientError: the search ended without a room.
        """
        self.search, self._seeking = None, {"games": games, "kind": kind, "bot": bot}
        try:
            await self._request(Ok, Seek, **self._seeking)
            await self.until(lambda: self._sought() is not None or self._seeking is None)
        finally:
            self._seeking = None
        found = self._sought()
        if not isinstance(found, Matched):
            raise ClientError(found.message if found is not None else "the search was ended")
        return await self.join(found.room), found

    def _sought(self) -> Matched | SeekOver | None:
        """Return the end of the search, once the server has told it."""
        return self.search if isinstance(self.search, (Matched, SeekOver)) else None

    async def stop_seeking(self) -> None:
        """End the search. It is refused with `wrong_phase` if somebody was found already."""
        await self._request(Ok, StopSeeking)
        self._seeking = None
        self._feed.wake()

    async def leave(self) -> None:
        """Leave the room: this frees the seat in the lobby, and gives up in a race."""
        await self._request(Ok, Leave)
        self.room = None

    async def onward(self, onward: bool = True) -> None:
        """Say that the player wants the next deal before all are done, or no longer does: in a race once their own board
        is done, in a duel between two games, in a series of races between two of them.
        """
        await self._request(Ok, Onward, onward=onward)

    async def rematch(self, game: str | None = None, options: Mapping[str, OptionValue] | None = None) -> Room:
        """Open or join the following room, after the end, or before it with others who want to (see `onward`).

        It has the same game, or the one that won the vote; the chooser may name another `game`.
        """
        key = self.room.key if self.room is not None else None
        await self._request(Joined, Rematch, game=game, options=dict(options or {}))
        room = await self._arrived()
        room.key = room.key or key
        return room

    async def propose(self, *games: str) -> None:
        """After the end: put two or three games, with their default options, to the vote; none calls the vote off."""
        await self._request(Ok, Propose, games=tuple(Candidacy(game=game) for game in games))

    async def vote(self, choice: int) -> None:
        """Vote for the game at this index of the room's `ballot`, from 0."""
        await self._request(Ok, Vote, choice=choice)
