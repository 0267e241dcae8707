"""The viewers of a room at this node: let in, brought up to date after a lag, let go.

A room of this node (`hosting/hub.py`) and the mirror of another node's room (`mirrors/mirror.py`) each have one.
"""

from __future__ import annotations

from typing import Protocol

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.reply import RESUME
from cadogan_server.delivery.viewer import Viewer

PAUSED = "the server can't reach its store, so the game is paused and no clock runs; it goes on when the store is back"

REPLACED = "the same player came in through another socket"


def paused(reason: str) -> Error:
    """Return the news that a room is paused, for viewers whose numbered messages have to wait."""
    return Error(re=None, code=ErrorCode.STORE_DOWN, message=reason, retry=True)


class Publisher(Protocol):
    """Sends the viewers of a room its streams."""

    def show(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Subscribe a viewer to everything it may see, and send each stream from where the viewer left it."""

    def drop(self, viewer: Viewer) -> None:
        """Unsubscribe a viewer from everything."""


class _Lag:
    """Stops sending to a spectator whose outbox falls behind, and sends snapshots once it has caught up."""

    __slots__ = ("_bus", "_publisher", "_viewer")

    def __init__(self, bus: Bus, publisher: Publisher, viewer: Viewer) -> None:
        self._bus = bus
        self._publisher = publisher
        self._viewer = viewer

    def fell_behind(self) -> None:
        self._publisher.drop(self._viewer)

    def caught_up(self) -> None:
        self._bus.send(self._viewer.outbox, RESUME)
        self._publisher.show(self._viewer, {})


class Audience:
    """The viewers of one room.

    Args:
        bus: the way to the sockets.
        publisher: sends them the streams of the room.
        seated: by seat, the viewers of players. Others may read this; only the audience changes it.

    Attributes:
        seated: the viewers of players, by seat.
        watching: the spectators.
    """

    __slots__ = ("_bus", "_of_player", "_publisher", "seated", "watching")

    def __init__(self, bus: Bus, publisher: Publisher, seated: dict[int, Viewer]) -> None:
        self.seated = seated
        self.watching: dict[Viewer, None] = {}
        self._bus = bus
        self._publisher = publisher
        self._of_player: dict[str, Viewer] = {}

    @property
    def viewers(self) -> list[Viewer]:
        """All viewers: players on their seats, and spectators."""
        return [*self.seated.values(), *self.watching]

    @property
    def watchers(self) -> int:
        """The number of spectators, without previews."""
        return sum(viewer.counted for viewer in self.watching)

    def of(self, player: str) -> Viewer | None:
        """Return the viewer by which a player looks at the room, at whichever node; None if there is none."""
        return self._of_player.get(player)

    def has(self, player: str) -> bool:
        """Return True if a player has a socket here."""
        viewer = self._of_player.get(player)
        return viewer is not None and viewer.player == player

    # ---- coming and going --------------------------------------------------------------------------------------------

    def add(self, viewer: Viewer) -> None:
        """Let a viewer in, but send it nothing yet. An earlier socket of the same player is closed."""
        self.replace(viewer.player)
        self._of_player[viewer.player] = viewer
        if viewer.seat is not None:
            self.seated[viewer.seat] = viewer
        else:
            self.watching[viewer] = None
            viewer.outbox.observe(_Lag(self._bus, self._publisher, viewer))

    def show(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Send a viewer what it has not seen. `last` holds the number of the last message seen of each stream."""
        if viewer.outbox.behind:
            self._bus.send(viewer.outbox, RESUME)
        self._publisher.show(viewer, last)

    def leave(self, viewer: Viewer) -> bool:
        """Remove a viewer whose socket is gone or has left the room. Returns False if another socket has taken its
        place before.
        """
        if self._of_player.get(viewer.player) is not viewer:
            return False
        self.forget(viewer)
        return True

    def bring(self, player: str, viewer: Viewer) -> None:
        """Note that a player watches through a viewer that stands for several players."""
        if self._of_player.get(player) is not viewer:
            self.replace(player)
        self._of_player[player] = viewer

    def take_away(self, player: str) -> None:
        """Note that a player whom `bring` has noted is gone."""
        del self._of_player[player]

    def replace(self, player: str) -> None:
        """Let go of a player's earlier socket, at whichever node, because the player came in through another one."""
        viewer = self._of_player.get(player)
        if viewer is None:
            return
        if viewer.replaced(player):
            self.close(viewer, CloseCode.REPLACED, REPLACED)
        else:
            del self._of_player[player]

    def dismiss(self, error: Error) -> None:
        """Tell everybody why the room is no more, and let them go."""
        for viewer in self.viewers:
            viewer.holder.send(error)
            self.forget(viewer)
            viewer.holder.put_out()

    def say_paused(self, reason: str) -> None:
        """Tell everybody that the room is paused, before everything that waits in the bus. No number of a stream is used, so
        messages with earlier numbers may wait.
        """
        news = paused(reason)
        for viewer in self.viewers:
            self._bus.send_now(viewer.outbox, viewer.news(news))

    def send_away(self, reason: str) -> None:
        """Close the sockets of all viewers."""
        for viewer in self.viewers:
            self.close(viewer, CloseCode.GOING_AWAY, reason)

    def close(self, viewer: Viewer, code: CloseCode, reason: str) -> None:
        """Let go of a viewer and close its socket."""
        self.forget(viewer)
        viewer.holder.put_out()
        viewer.holder.close_after(code, reason)

    def forget(self, viewer: Viewer) -> None:
        """Let go of a viewer."""
        self._publisher.drop(viewer)
        viewer.outbox.observe(None)
        self.watching.pop(viewer, None)
        if viewer.seat is not None:
            self.seated.pop(viewer.seat, None)
        for player in viewer.players:
            self._of_player.pop(player, None)
