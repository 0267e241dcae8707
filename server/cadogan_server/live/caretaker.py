"""Frees the seats of those who do not come back and of bots that nobody begins with, ends races that wait for who is away, and
closes rooms that all people have left."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from weakref import WeakKeyDictionary

from cadogan_server.live.hub import Hub
from cadogan_server.settings import Settings

ROOMS_AT_ONCE = 16
"""So many rooms are looked after in one step."""


class Caretaker:
    """Goes through all rooms now and then.

    Args:
        settings: how long is waited for whom.
        hubs: the rooms in use.
        now: the clock, in ms.
        close: forgets a room.
    """

    def __init__(
        self, settings: Settings, hubs: Mapping[str, Hub], now: Callable[[], int], close: Callable[[Hub], object]
    ) -> None:
        self._settings = settings
        self._hubs = hubs
        self._now = now
        self._close = close
        self._empty_since: WeakKeyDictionary[Hub, int] = WeakKeyDictionary()
        self._away_since: WeakKeyDictionary[Hub, dict[int, int]] = WeakKeyDictionary()
        self._waiting_since: WeakKeyDictionary[Hub, int] = WeakKeyDictionary()
        self._idle_since: WeakKeyDictionary[Hub, dict[str, int]] = WeakKeyDictionary()

    def forgive(self) -> None:
        """Count all absences from now on: nobody could come back while the rooms were paused."""
        self._empty_since.clear()
        self._away_since.clear()
        self._waiting_since.clear()
        self._idle_since.clear()

    def sweep(self) -> Generator[None]:
        """Do what is due, in steps of some rooms each, so that others are heard in between."""
        for number, code in enumerate(list(self._hubs), 1):
            hub = self._hubs.get(code)
            if hub is not None:  # it was not closed in between
                self._look_after(hub, self._now())
            if not number % ROOMS_AT_ONCE:
                yield

    def _look_after(self, hub: Hub, now: int) -> None:
        self._free_seats(hub, now)
        self._give_bots_back(hub, now)
        self._give_up_the_absent(hub, now)
        if hub.players:
            self._empty_since.pop(hub, None)
        elif hub.room.phase != "finished" or not hub.viewers:  # who is left at the end looks at the results
            self._close_if_empty(hub, now, (now - self._empty_since.setdefault(hub, now)) / 1000)

    def _close_if_empty(self, hub: Hub, now: int, seconds: float) -> None:
        settings = self._settings
        if hub.room.phase == "running":
            if hub.room.ends is None and seconds > settings.empty_running:
                with hub.change() as room:
                    room.end("empty", now)
        elif seconds > (settings.empty_finished if hub.room.phase == "finished" else settings.empty_lobby):
            self._close(hub)

    def _give_up_the_absent(self, hub: Hub, now: int) -> None:
        """Let those give up for whose return the others of a race have waited too long, themselves being done."""
        room = hub.room
        if room.kind == "duel" or room.phase != "running" or hub.playing or not hub.players:
            self._waiting_since.pop(hub, None)
        elif (now - self._waiting_since.setdefault(hub, now)) / 1000 > self._settings.awaited:
            with hub.change():
                for seat in room.occupants:
                    room.leave(seat, now)

    def _give_bots_back(self, hub: Hub, now: int) -> None:
        """Let the server's bots leave a lobby that does not begin: others may want them."""
        if hub.room.phase != "lobby":
            self._idle_since.pop(hub, None)
            return
        before = self._idle_since.get(hub, {})
        idle = {
            occupant.player: before.get(occupant.player, now)
            for occupant in hub.room.occupants.values()
            if occupant.ours
        }
        for occupant in list(hub.room.occupants.values()):
            if occupant.ours and (now - idle[occupant.player]) / 1000 > self._settings.bots_wait:
                with hub.change() as room:
                    room.leave(occupant.seat, now)
        self._idle_since[hub] = idle

    def _free_seats(self, hub: Hub, now: int) -> None:
        """Let those leave who have been away for too long: from a lobby all, from a race only bots, which have failed."""
        lobby = hub.room.phase in ("lobby", "countdown")
        before = self._away_since.get(hub, {})
        away = {
            occupant.seat: before.get(occupant.seat, now)
            for occupant in hub.room.occupants.values()
            if occupant.seat not in hub.seated and (lobby or occupant.bot)
        }
        for seat, since in list(away.items()):
            if (now - since) / 1000 > self._settings.away:
                del away[seat]
                with hub.change() as room:
                    room.leave(seat, now)
        self._away_since[hub] = away
