"""The room that a session is in."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan_server.delivery.viewer import ViewedRoom, Viewer
from cadogan_server.hosting.hub import Hub


@dataclass(frozen=True, slots=True)
class Presence:
    """A room of this node or a mirror, and the session's viewer in it."""

    viewed: ViewedRoom
    viewer: Viewer

    @property
    def hub(self) -> Hub:
        """The room of a player; players are always connected to the owner."""
        assert isinstance(self.viewed, Hub)
        return self.viewed

    @property
    def plays(self) -> bool:
        """True for a player whose game is going on. Lobbies don't count: sitting there is cheap, and floods of new rooms
        do it."""
        return self.viewer.seat is not None and self.hub.room.state.phase == "running"
