"""Frees abandoned seats and idle bots, ends races that wait for absent players, and closes rooms that all people have
left.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from operator import itemgetter

from cadogan_server.hosting.hub import Hub
from cadogan_server.settings import Settings

LOBBY_MS = 7 * 24 * 3600 * 1000
"""Milliseconds for which the lobby of a correspondence duel is kept, from its opening."""

ROOMS_AT_ONCE = 16
"""The number of rooms in one step of a sweep."""


class Since:
    """The moments, in ms, since which a room lacks somebody.

    Attributes:
        empty: since when no player is there.
        waiting: since when the players who are there are done and wait for absent players.
        away: by seat, since when its player is away.
        idle: by player id, since when a bot sits in a lobby that does not begin.
    """

    __slots__ = ("away", "empty", "idle", "waiting")

    def __init__(self) -> None:
        self.empty: int | None = None
        self.waiting: int | None = None
        self.away: dict[int, int] = {}
        self.idle: dict[str, int] = {}


class Caretaker:
    """Goes through all rooms now and then.

    Args:
        settings: the time to wait in each case.
        hubs: the rooms in use.
        now: the clock, in ms.
        close: closes a room.
        rest: leaves a correspondence duel to the store until a moment in ms.
    """

    def __init__(
        self,
        settings: Settings,
        hubs: Mapping[str, Hub],
        now: Callable[[], int],
        close: Callable[[Hub], object],
        rest: Callable[[Hub, int | None], object] = lambda hub, until: None,
    ) -> None:
        self._settings = settings
        self._hubs = hubs
        self._now = now
        self._close = close
        self._rest = rest
        self._since: dict[Hub, Since] = {}

    def forgive(self) -> None:
        """Count all absences from now on: nobody could come back while the rooms were paused."""
        self._since.clear()

    def sweep(self) -> Generator[None]:
        """Do what is due, a few rooms at each step, so that others are served in between."""
        for number, hub in enumerate(dict.fromkeys((*self._hubs.values(), *self._since)), 1):
            if self._hubs.get(hub.code) is hub:
                if hub not in self._since:
                    self._since[hub] = Since()
                self.look_after(hub, self._since[hub], self._now())
            else:  # it was closed, or another node has it
                self._since.pop(hub, None)
            if not number % ROOMS_AT_ONCE:
                yield
        self._let_go_of_the_unseen()

    def look_after(self, hub: Hub, since: Since, now: int) -> None:
        """Free the seats of players who are away too long, and close a room that was empty too long."""
        self._free_seats(hub, since, now)
        self._give_bots_back(hub, since, now)
        self._give_up_the_absent(hub, since, now)
        if hub.room.state.by_days and hub.room.state.occupants and hub.room.state.phase != "finished":
            self._look_after_days(hub, since, now)
        elif hub.attendance.players:
            since.empty = None
        elif hub.room.state.phase != "finished" or not hub.audience.viewers:  # at the end viewers look at the results
            since.empty = now if since.empty is None else since.empty
            self._close_if_empty(hub, now, (now - since.empty) / 1000)

    def _look_after_days(self, hub: Hub, since: Since, now: int) -> None:
        """Leave a correspondence duel to the store while nobody is there. Close a lobby to which nobody has come for days."""
        if hub.audience.viewers or hub.room.state.phase == "countdown":
            since.empty = None
            return
        since.empty = now if since.empty is None else since.empty
        if hub.room.state.phase == "lobby" and now >= hub.room.state.created.at + LOBBY_MS:
            self._close(hub)
        elif (now - since.empty) / 1000 > self._settings.empty_by_days:
            self._rest(hub, _until(hub))

    def _let_go_of_the_unseen(self) -> None:
        """Leave rooms in which nobody is to the store, those unseen for longest, if there are many here that it keeps."""
        unseen = [
            (since.empty, hub)
            for hub, since in self._since.items()
            if since.empty is not None and self._hubs.get(hub.code) is hub and _is_unseen(hub)
        ]
        unseen.sort(key=itemgetter(0))
        for _, hub in unseen[: max(0, len(unseen) - self._settings.rooms_unseen)]:
            if hub.room.state.phase == "finished":
                self._close(hub)
            else:
                self._rest(hub, _until(hub))

    def _close_if_empty(self, hub: Hub, now: int, seconds: float) -> None:
        settings = self._settings
        if hub.room.state.phase == "running":
            if hub.room.state.ends is None and seconds > settings.empty_running:
                with hub.change() as room:
                    room.end("empty", now)
        elif seconds > (settings.empty_finished if hub.room.state.phase == "finished" else settings.empty_lobby):
            self._close(hub)

    def _give_up_the_absent(self, hub: Hub, since: Since, now: int) -> None:
        """Let absent players give up, if the others are done and have waited too long."""
        room = hub.room
        if room.state.phase != "running" or hub.attendance.playing or not hub.attendance.players:
            since.waiting = None
            return
        since.waiting = now if since.waiting is None else since.waiting
        if (now - since.waiting) / 1000 > self._settings.awaited:
            with hub.change():
                for seat in room.state.occupants:
                    room.leave(seat, now)

    def _give_bots_back(self, hub: Hub, since: Since, now: int) -> None:
        """Let the server's bots leave a lobby that does not begin, so that others can have them."""
        if hub.room.state.phase != "lobby":
            since.idle = {}
            return
        idle = {
            occupant.player: since.idle.get(occupant.player, now)
            for occupant in hub.room.state.occupants.values()
            if occupant.ours
        }
        for occupant in list(hub.room.state.occupants.values()):
            if occupant.ours and (now - idle[occupant.player]) / 1000 > self._settings.bots_wait:
                with hub.change() as room:
                    room.leave(occupant.seat, now)
        since.idle = idle

    def _free_seats(self, hub: Hub, since: Since, now: int) -> None:
        """Free the seats of players who have been away too long. In a lobby these are all players; in a running game only
        bots, as a bot that is away has failed. In a correspondence duel a player who is ready may go away.
        """
        lobby = hub.room.state.phase in ("lobby", "countdown")
        away = {
            occupant.seat: since.away.get(occupant.seat, now)
            for occupant in hub.room.state.occupants.values()
            if occupant.seat not in hub.attendance.seated
            and (lobby or occupant.bot)
            and not (hub.room.state.by_days and occupant.ready)
        }
        for seat, moment in list(away.items()):
            if (now - moment) / 1000 > self._settings.away:
                del away[seat]
                with hub.change() as room:
                    room.leave(seat, now)
        since.away = away


def _until(hub: Hub) -> int | None:
    """Return the moment (ms) until which the store may keep a correspondence duel without a node."""
    return hub.deadline if hub.room.state.phase == "running" else hub.room.state.created.at + LOBBY_MS


def _is_unseen(hub: Hub) -> bool:
    """Return True if nobody is in a room that the store keeps: it was counted, or is a correspondence duel."""
    state = hub.room.state
    if hub.audience.viewers:
        return False
    if state.phase == "finished":
        return hub.log.done
    return state.by_days and bool(state.occupants) and state.phase != "countdown"
