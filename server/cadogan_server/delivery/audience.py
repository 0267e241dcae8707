"""The viewers of a room at this node: let in, kept up, let go.

A room of this node (`hub.py`) and the mirror of another node's room (`mirror.py`) share this.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Error
from cadogan_protocol.rooms import TableLayout
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.frame import Frame
from cadogan_server.delivery.outbox import RESUME
from cadogan_server.delivery.viewer import Viewer

REPLACED = "the same player came in through another socket"


class Audience(ABC):
    """The viewers of one room.

    Args:
        bus: the way to the sockets.

    Attributes:
        layout: where the piles of the room's game lie.
        watching: the spectators.
    """

    layout: TableLayout

    def __init__(self, bus: Bus) -> None:
        self.watching: dict[Viewer, None] = {}
        self._bus = bus
        self._of_player: dict[str, Viewer] = {}

    @property
    @abstractmethod
    def code(self) -> str:
        """The code of the room."""

    @property
    def viewers(self) -> list[Viewer]:
        """All viewers."""
        return list(self.watching)

    @property
    def watchers(self) -> int:
        """The number of spectators, without previews."""
        return sum(viewer.counted for viewer in self.watching)

    # ---- coming and going --------------------------------------------------------------------------------------------

    def enter(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Let a viewer in and send it what it has not seen. `last` holds the number of the last message seen of each
        stream. An earlier socket of the same player is closed.
        """
        self.replace(viewer.player)
        self._of_player[viewer.player] = viewer
        if viewer.seat is None:
            self.watching[viewer] = None
            viewer.outbox.lagging = lambda: self._unsubscribe(viewer)
            viewer.outbox.caught_up = lambda: self._show_again(viewer)
        self._came(viewer)
        if viewer.outbox.behind:
            self._send(viewer, RESUME)
        self._show(viewer, last)

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer whose socket is gone or has left the room."""
        if self._of_player.get(viewer.player) is viewer:  # else another socket has taken its place
            self._forget(viewer)
            self._went(viewer)

    def has(self, player: str) -> bool:
        """Return True if a player has a socket here."""
        viewer = self._of_player.get(player)
        return viewer is not None and viewer.player == player

    def replace(self, player: str) -> None:
        """Close a player's earlier socket, because the player came in through another one."""
        viewer = self._of_player.get(player)
        if viewer is not None:
            self._close(viewer, CloseCode.REPLACED, REPLACED)

    def dismiss(self, error: Error) -> None:
        """Tell everybody why the room is no more, and let them go."""
        for viewer in self.viewers:
            viewer.holder.send(error)
            self._forget(viewer)
            viewer.holder.put_out()

    def send_away(self, reason: str) -> None:
        """Close the sockets of all viewers."""
        for viewer in self.viewers:
            self._close(viewer, CloseCode.GOING_AWAY, reason)

    def _close(self, viewer: Viewer, code: CloseCode, reason: str) -> None:
        self._forget(viewer)
        viewer.holder.put_out()
        viewer.holder.close_after(code, reason)

    def _forget(self, viewer: Viewer) -> None:
        self._unsubscribe(viewer)
        viewer.outbox.lagging = viewer.outbox.caught_up = None
        self.watching.pop(viewer, None)
        self._of_player.pop(viewer.player, None)

    @abstractmethod
    def _came(self, viewer: Viewer) -> None:
        """Note a viewer that has come and got nothing yet."""

    @abstractmethod
    def _went(self, viewer: Viewer) -> None:
        """Note a viewer that has gone by itself."""

    # ---- what a viewer gets ------------------------------------------------------------------------------------------

    @abstractmethod
    def _show(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Subscribe a viewer to everything it may see, and send each stream from where the viewer left it."""

    @abstractmethod
    def _unsubscribe(self, viewer: Viewer) -> None:
        """Send a viewer nothing more."""

    def _show_again(self, viewer: Viewer) -> None:
        """Send a spectator whose outbox was behind the snapshots that it missed."""
        self._send(viewer, RESUME)
        self._show(viewer, {})

    def _send(self, viewer: Viewer, frame: Frame) -> None:
        self._bus.send(viewer.outbox, frame)
