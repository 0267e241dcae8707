"""In which room a session is."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan_server.live.hub import Hub
from cadogan_server.live.viewer import Viewer


@dataclass(frozen=True)
class Presence:
    """A room, and the viewer as whom a session is there."""

    hub: Hub
    viewer: Viewer
