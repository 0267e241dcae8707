"""In which room a session is."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan_server.delivery.viewer import Place, Viewer
from cadogan_server.hosting.hub import Hub


@dataclass(frozen=True, slots=True)
class Presence:
    """A room, and the viewer as whom a session is there."""

    place: Place
    viewer: Viewer

    @property
    def hub(self) -> Hub:
        """The room of a player: one who plays is where the room is."""
        assert isinstance(self.place, Hub)
        return self.place
